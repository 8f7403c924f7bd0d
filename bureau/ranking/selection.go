package ranking

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Sort is the order of the lines of a page.
type Sort string

// The orders. That by ID is the zero value.
const (
	ByID     Sort = "id"
	ByName   Sort = "name"
	ByRating Sort = "rating" // the highest first
	ByChange Sort = "change" // the greatest gain first
	ByGames  Sort = "games"  // the most first

	ByReading  Sort = "reading"  // of the name in kana, as Japanese lists are sorted
	ByGain     Sort = "gain"     // the greatest gain in the last 12 lists first
	ByActivity Sort = "activity" // the most games in the last 12 lists first
)

// Selection is which lines of a list a page shows. The zero value of a field selects all.
type Selection struct {
	Kind                     rating.Kind // that sorting, ratings and activity are about; zero: the first of the edition
	Sort                     Sort
	Backward                 bool
	Club, Region, Sex, Title string
	Min, Max                 rating.Rating
	Active                   bool // a counted game of the kind in the last 12 lists
	Under                    int  // an age group, as 12 for U12; zero: all
	Officer                  bool // who asks is one: only officers learn who is in an age group
	Offset, Limit            int  // zero limit: all
}

// Page is a part of a list.
type Page struct {
	Board *Board
	Kind  rating.Kind
	Total int        // lines that the selection has
	Lines []PageLine // nil: All reads them

	some   []uint32 // lines that All reads, and their places
	places []int
	read   func(some []uint32) ([]PageLine, error)
}

// partLines is how many lines All reads at a time.
const partLines = 1000

// All returns the lines of the page.
func (p *Page) All() iter.Seq2[*PageLine, error] {
	return func(yield func(*PageLine, error) bool) {
		for i := range p.Lines {
			if !yield(&p.Lines[i], nil) {
				return
			}
		}
		for from := 0; from < len(p.some); from += partLines {
			part, err := p.part(from, min(from+partLines, len(p.some)))
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range part {
				if !yield(&part[i], nil) {
					return
				}
			}
		}
	}
}

// part reads some lines of the page.
func (p *Page) part(from, to int) ([]PageLine, error) {
	part, err := p.read(p.some[from:to])
	for i := range part {
		part[i].Place = p.places[from+i]
	}
	return part, err
}

// PageLine is a line of a page.
type PageLine struct {
	Place    int // by rating among the lines of the selection, the same for the same rating; zero: it is not sorted by rating
	Player   *rows.Player
	Name     *rows.Person // nil: withheld
	Standing roster.Standing
	Before   [rating.Kinds]rating.Rating // in the list published before
	LongAgo  [rating.Kinds]rating.Rating // 12 lists before
	Lately   [rating.Kinds]int           // games counted in the last 12 lists
	Played   [rating.Kinds]int           // games of the period that counted
	Marks    view.Marks
}

// Change returns the change of a rating since the list published before, and false if
// there was none.
func (l *PageLine) Change(kind rating.Kind) (int, bool) {
	now, before := l.Standing.Of(kind).Rating, l.Before[kind-1]
	return int(now - before), now.Rated() && before.Rated()
}

// Members returns how many players of the list each club has, by folded name.
func (b *Board) Members(r bureau.Reader) (map[string]int, error) {
	if err := b.Load(r); err != nil {
		return nil, err
	}
	names, all := make([]string, len(b.Directory.clubs)+1), map[string]int{}
	for name, at := range b.Directory.clubs {
		names[at] = name
	}
	for i := range b.lines {
		all[names[b.member(&b.lines[i]).club]]++
	}
	return all, nil
}

// Gain returns how much a rating rose in the last 12 lists; zero if there was none then.
func (l *PageLine) Gain(kind rating.Kind) int {
	now, then := l.Standing.Of(kind).Rating, l.LongAgo[kind-1]
	if !now.Rated() || !then.Rated() {
		return 0
	}
	return int(now - then)
}

// Page returns a part of the list.
func (b *Board) Page(r bureau.Reader, s Selection) (*Page, error) {
	if err := b.ofKind(&s); err != nil {
		return nil, err
	}
	if s.plain() && s.Limit > 0 && s.Limit <= mostRanked && !b.IsSorted(s.Sort, s.Kind) {
		return b.ranked(r, s)
	}
	page, err := b.Whole(r, s)
	if err == nil {
		page.Lines, err = page.part(0, len(page.some))
		page.some = nil
	}
	return page, err
}

// Whole returns a part of the list whose lines are read while All returns them, from r.
func (b *Board) Whole(r bureau.Reader, s Selection) (*Page, error) {
	chosen, err := b.choose(r, &s)
	if err != nil {
		return nil, err
	}
	page := &Page{Board: b, Kind: s.Kind, Total: chosen.count(), read: func(some []uint32) ([]PageLine, error) { return b.shown(r, some) }}
	from, to := max(0, s.Offset), page.Total
	if s.Limit > 0 {
		to = min(from+s.Limit, to)
	}
	placed := s.Sort == ByRating && !s.Backward
	n, place, last := 0, 0, rating.Rating(0)
	for at := range b.walk(&s, chosen) {
		if n >= to {
			break
		}
		if now := b.lines[at].rating[s.Kind-1]; placed && (n == 0 || now != last) {
			place, last = n+1, now
		}
		if n >= from {
			page.some, page.places = append(page.some, at), append(page.places, place)
		}
		n++
	}
	return page, nil
}

// lineSet is a set of lines, a bit for each.
type lineSet []uint64

func (s lineSet) has(at uint32) bool { return s[at/64]&(1<<(at%64)) != 0 }

func (s lineSet) count() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// setsKept is how many sets of lines a board keeps.
const setsKept = 64

// where returns the lines that have something. The set has a name under which it is kept.
func (b *Board) where(name string, has func(*boardLine) bool) lineSet {
	b.mu.Lock()
	defer b.mu.Unlock()
	set := b.sets[name]
	if set != nil {
		return set
	}
	set = make(lineSet, (len(b.lines)+63)/64)
	for at := range b.lines {
		if has(&b.lines[at]) {
			set[at/64] |= 1 << (at % 64)
		}
	}
	if b.sets == nil || len(b.sets) == setsKept {
		b.sets = map[string]lineSet{}
	}
	b.sets[name] = set
	return set
}

// ofKind sets the kind of a selection if it has none, and refuses one that cannot be made.
func (b *Board) ofKind(s *Selection) error {
	if s.Kind == 0 {
		s.Kind = b.About.Lists[0]
	}
	if !slices.Contains(b.About.Lists, s.Kind) {
		return finding.Refuse("no-list-of-type", finding.Text("regulation", b.About.ID), finding.Text("type", s.Kind.String()))
	}
	if s.Under != 0 && !s.Officer {
		return finding.Refuse("age-group-private")
	}
	return nil
}

// choose returns the lines of a selection, and sets its kind if it has none.
func (b *Board) choose(r bureau.Reader, s *Selection) (lineSet, error) {
	if err := b.ofKind(s); err != nil {
		return nil, err
	}
	if err := b.Load(r); err != nil {
		return nil, err
	}
	if s.Sort == ByName || s.Sort == ByReading {
		if err := b.Directory.loadNames(r); err != nil {
			return nil, err
		}
	}
	chosen := slices.Clone(b.where("all", func(*boardLine) bool { return true }))
	only := func(wanted bool, has func(*boardLine) bool, name ...any) {
		if wanted {
			for i, word := range b.where(fmt.Sprint(name...), has) {
				chosen[i] &= word
			}
		}
	}
	word := func(known words, said, name string, of func(*member) uint32) {
		at := known[said]
		only(said != "", func(l *boardLine) bool { return at != 0 && of(b.member(l)) == at }, name, " ", at)
	}
	word(b.Directory.clubs, report.FoldName(s.Club), "club", func(m *member) uint32 { return m.club })
	word(b.Directory.regions, report.FoldName(s.Region), "region", func(m *member) uint32 { return m.region })
	word(b.Directory.titles, s.Title, "title", func(m *member) uint32 { return m.title })
	word(b.Directory.sexes, s.Sex, "sex", func(m *member) uint32 { return m.sex })
	k := s.Kind - 1
	ofKind := slices.Contains([]Sort{ByRating, ByChange, ByGames, ByGain, ByActivity}, s.Sort)
	only(ofKind || s.Min != 0 || s.Max != 0 || s.Active, func(l *boardLine) bool { return l.rating[k].Rated() }, "rated ", s.Kind)
	only(s.Active, func(l *boardLine) bool { return l.lately[k] > 0 }, "active ", s.Kind)
	only(s.Min != 0, func(l *boardLine) bool { return l.rating[k] >= s.Min }, "from ", int(s.Min), s.Kind)
	only(s.Max != 0, func(l *boardLine) bool { return l.rating[k] <= s.Max }, "to ", int(s.Max), s.Kind)
	only(s.Under != 0, func(l *boardLine) bool { born := int(b.member(l).born); return born != 0 && b.year-born <= s.Under }, "under ", s.Under)
	return chosen, nil
}

// walk yields lines in the order of a selection.
func (b *Board) walk(s *Selection, chosen lineSet) iter.Seq[uint32] {
	all := b.inOrder(order{s.Sort, s.Kind})
	return func(yield func(uint32) bool) {
		for i := range all {
			at := all[i]
			if s.Backward {
				at = all[len(all)-1-i]
			}
			if chosen.has(at) && !yield(at) {
				return
			}
		}
	}
}

// shown returns lines with the players' names and marks.
func (b *Board) shown(r bureau.Reader, chosen []uint32) ([]PageLine, error) {
	some := make([]*boardLine, len(chosen))
	for i, n := range chosen {
		some[i] = &b.lines[n]
	}
	return b.named(r, some)
}

// named returns lines with the players' names and marks.
func (b *Board) named(r bureau.Reader, chosen []*boardLine) ([]PageLine, error) {
	if len(chosen) == 0 {
		return nil, nil
	}
	numbers := make([]any, len(chosen))
	for i, line := range chosen {
		numbers[i] = int64(line.number)
	}
	who, err := view.PlayersOf(r, numbers)
	if err != nil {
		return nil, err
	}
	return b.pageLines(chosen, who)
}

// pageLines returns lines with the players' names and marks.
func (b *Board) pageLines(chosen []*boardLine, who view.Who) ([]PageLine, error) {
	all := make([]PageLine, len(chosen))
	for i, line := range chosen {
		for k := range line.rating {
			all[i].Standing[k] = roster.State{Rating: line.rating[k], Games: line.games[k]}
			all[i].Before[k], all[i].LongAgo[k], all[i].Lately[k], all[i].Played[k] = line.before[k], line.longAgo[k], int(line.lately[k]), int(line.played[k])
			all[i].Marks[k].K = line.k[k]
		}
	}
	for i := range all {
		line := &all[i]
		if line.Player, line.Name = who(chosen[i].number); line.Player == nil {
			return nil, view.NoRows()
		}
		if b.Publication.Edition == "" || !b.About.Qualifying.Decides() {
			continue
		}
		for k := range line.Marks {
			qualifies := b.About.Qualifying.Has(rating.Kind(k+1), &line.Standing[k], line.Player.Unrated)
			line.Marks[k].Qualifies = &qualifies
		}
	}
	return all, nil
}
