package view

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Board is a published list, ready to be sorted and filtered. It holds what sorting and
// filtering need of each player, and no names: a page reads those of its lines. It does
// not change, and any number of pages can be read from it at the same time.
type Board struct {
	Publication *rows.Publication
	About       regulation.About // the edition of the list

	year    int         // in which the list is in force
	lines   []boardLine // of the rated players, by ID
	gone    []boardLine // of the players who had a rating in the list before and have none
	clubs   map[string]uint32
	regions map[string]uint32
	titles  map[string]uint32
	sexes   map[string]uint32
	byName  []uint32 // place of each line by name
	byKana  []uint32 // place of each line by reading
	base    int      // the run from which the list was made; zero: none

	mu     sync.Mutex // guards what follows
	orders map[order][]uint32
	sets   map[string]lineSet
}

// order is an order of the lines, by what of which kind of rating.
type order struct {
	by   Sort
	kind rating.Kind
}

// boardLine is what sorting and filtering need of a player.
type boardLine struct {
	number                   uint32
	club, region, title, sex uint32               // indexes of words; zero: none
	born                     int16                // year; zero: unknown
	lately                   [rating.Kinds]uint16 // games counted in the last 12 lists
	played                   [rating.Kinds]uint16 // games of the period that counted
	rating                   [rating.Kinds]rating.Rating
	before                   [rating.Kinds]rating.Rating // in the list published before
	longAgo                  [rating.Kinds]rating.Rating // 12 lists before
	games                    [rating.Kinds]int32
	k                        [rating.Kinds]rating.K // of the games of the period; zero: none, or several
}

// change returns the change of a rating; zero for a first one.
func (l *boardLine) change(k rating.Kind) int {
	if !l.before[k].Rated() || !l.rating[k].Rated() {
		return 0
	}
	return int(l.rating[k] - l.before[k])
}

// gain returns how much a rating rose in the last 12 lists.
func (l *boardLine) gain(k rating.Kind) int {
	if !l.longAgo[k].Rated() || !l.rating[k].Rated() {
		return 0
	}
	return int(l.rating[k] - l.longAgo[k])
}

// activeLists is how many lists back a counted game makes a player active.
const activeLists = 12

// NewBoard reads a published list. Revision zero means the newest revision, an empty
// label the newest list.
func NewBoard(r bureau.Reader, label string, revision int) (*Board, error) {
	published, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	b := &Board{clubs: map[string]uint32{}, regions: map[string]uint32{}, titles: map[string]uint32{}, sexes: map[string]uint32{}}
	if b.Publication, err = rows.Publications.One(r, int64(published.Seq)); err != nil {
		return nil, err
	}
	if b.Publication == nil {
		return nil, noRows()
	}
	b.base = run.Base
	if b.year = published.At.Year(); run.List != 0 {
		b.year, _, _ = run.List.Split()
	}
	if b.About, err = lists.AboutEdition(r, b.Publication.Edition); err != nil {
		return nil, err
	}
	now, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	before, base := &roster.List{}, &roster.List{}
	if run.Base != 0 {
		out, err := outBefore(r, published.Seq, run.Base)
		if err != nil {
			return nil, err
		}
		if before, err = lists.ListOf(r, out); err != nil {
			return nil, err
		}
		if base = before; out != run.Base {
			if base, err = lists.ListOf(r, run.Base); err != nil {
				return nil, err
			}
		}
	}
	longAgo, err := listsAgo(r, published.Label, activeLists)
	if err != nil {
		return nil, err
	}
	return b, b.read(r, now, before, base, longAgo)
}

// listsAgo returns the list that is some lists before one; the first one if there are
// fewer.
func listsAgo(r bureau.Reader, label string, ago int) (*roster.List, error) {
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(all, func(l *rows.List) bool { return l.Label == label })
	if at < 0 {
		return nil, noRows()
	}
	return lists.ListOf(r, all[max(0, at-ago)].Run)
}

// read reads the lines of the rated players.
func (b *Board) read(r bureau.Reader, now, before, base, longAgo *roster.List) error {
	regions := map[string]string{} // by folded name of the club, and by its ID
	clubs, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, c := range clubs {
		regions[report.FoldName(c.Name)], regions[report.FoldName(c.ID)] = c.Region, c.Region
	}
	people := map[uint32]*rows.Person{}
	all, err := rows.Persons.Select(r, bureau.Range{})
	if err != nil {
		return err
	}
	for _, p := range all {
		people[p.Number] = p
	}
	ks, err := b.ks(r)
	if err != nil {
		return err
	}
	var names, readings []string
	err = r.Rows(&rows.Players.Relation, bureau.Range{Order: 1}, func(row bureau.Row) (bool, error) {
		p, err := rows.Players.Value(row)
		if err != nil {
			return false, err
		}
		standing, was, start, then := now.Standing(p.Number), before.Standing(p.Number), base.Standing(p.Number), longAgo.Standing(p.Number)
		if !standing.Rated() && !was.Rated() {
			return true, nil
		}
		line := boardLine{number: p.Number, k: ks[p.Number], club: index(b.clubs, report.FoldName(p.Club)), title: index(b.titles, p.Title)}
		line.region = index(b.regions, report.FoldName(regions[report.FoldName(p.Club)]))
		name, reading := "", ""
		if person := people[p.Number]; person != nil {
			line.sex, line.born, name = index(b.sexes, person.Sex), int16(person.Birth.Year()), person.Name
			reading = readingKey(person)
		}
		for k := range standing {
			line.rating[k], line.games[k] = standing[k].Rating, standing[k].Games
			line.lately[k] = uint16(min(max(standing[k].Games-then[k].Games, 0), math.MaxUint16))
			line.played[k] = uint16(min(max(standing[k].Games-start[k].Games, 0), math.MaxUint16))
			line.before[k], line.longAgo[k] = was[k].Rating, then[k].Rating
		}
		if !standing.Rated() {
			b.gone = append(b.gone, line)
			return true, nil
		}
		b.lines = append(b.lines, line)
		names, readings = append(names, report.FoldName(name)), append(readings, reading)
		return true, nil
	})
	b.byName, b.byKana = b.placesBy(names), b.placesBy(readings)
	return err
}

// placesBy returns the place of each line in the order of a text of each.
func (b *Board) placesBy(texts []string) []uint32 {
	places := make([]uint32, len(b.lines))
	for place, at := range b.sorted(func(x, y uint32) int { return strings.Compare(texts[x], texts[y]) }) {
		places[at] = uint32(place)
	}
	return places
}

// ks returns the K for the games of the period, by player.
func (b *Board) ks(r bureau.Reader) (map[uint32][rating.Kinds]rating.K, error) {
	all := map[uint32][rating.Kinds]rating.K{}
	changed, err := rows.States.Select(r, bureau.Range{Order: 1, Is: []any{int64(b.Publication.Seq)}})
	for _, state := range changed {
		kind, err := rating.ParseKind(state.Kind)
		if err != nil {
			return nil, err
		}
		of := all[state.Player]
		of[kind-1] = rating.K(state.K)
		all[state.Player] = of
	}
	return all, err
}

// index returns the index of a word, which it adds if it is new; zero for none.
func index(words map[string]uint32, word string) uint32 {
	if word == "" {
		return 0
	}
	if words[word] == 0 {
		words[word] = uint32(len(words) + 1)
	}
	return words[word]
}

// sorted returns the indexes of the lines in an order; of equal ones, the first ID first.
func (b *Board) sorted(by func(x, y uint32) int) []uint32 {
	all := make([]uint32, len(b.lines))
	for i := range all {
		all[i] = uint32(i)
	}
	if by != nil {
		slices.SortStableFunc(all, by)
	}
	return all
}

// inOrder returns the indexes of the lines in an order, which is found out once.
func (b *Board) inOrder(o order) []uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.orders[o] == nil {
		if b.orders == nil {
			b.orders = map[order][]uint32{}
		}
		b.orders[o] = b.sorted(b.compare(o))
	}
	return b.orders[o]
}

// compare returns how two lines compare in an order; nil for that in which they are.
func (b *Board) compare(o order) func(x, y uint32) int {
	k := o.kind - 1
	switch o.by {
	case ByName:
		return func(x, y uint32) int { return cmp.Compare(b.byName[x], b.byName[y]) }
	case ByReading:
		return func(x, y uint32) int { return cmp.Compare(b.byKana[x], b.byKana[y]) }
	case ByGain:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].gain(k), b.lines[x].gain(k)) }
	case ByActivity:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].lately[k], b.lines[x].lately[k]) }
	case ByRating:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].rating[k], b.lines[x].rating[k]) }
	case ByChange:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].change(k), b.lines[x].change(k)) }
	case ByGames:
		return func(x, y uint32) int { return cmp.Compare(b.lines[y].games[k], b.lines[x].games[k]) }
	}
	return nil
}

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
	Total int // lines that the selection has
	Lines []PageLine
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
	Marks    Marks
}

// Change returns the change of a rating since the list published before, and false if
// there was none.
func (l *PageLine) Change(kind rating.Kind) (int, bool) {
	now, before := l.Standing.Of(kind).Rating, l.Before[kind-1]
	return int(now - before), now.Rated() && before.Rated()
}

// Members returns how many players of the list each club has, by folded name.
func (b *Board) Members() map[string]int {
	names, all := make([]string, len(b.clubs)+1), map[string]int{}
	for name, at := range b.clubs {
		names[at] = name
	}
	for i := range b.lines {
		all[names[b.lines[i].club]]++
	}
	return all
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
	chosen, err := b.choose(&s)
	if err != nil {
		return nil, err
	}
	page := &Page{Board: b, Kind: s.Kind, Total: chosen.count()}
	from, to := max(0, s.Offset), page.Total
	if s.Limit > 0 {
		to = min(from+s.Limit, to)
	}
	var shown []uint32
	var places []int
	n, place, last := 0, 0, rating.Rating(0)
	for at := range b.walk(&s, chosen) {
		if n >= to {
			break
		}
		if now := b.lines[at].rating[s.Kind-1]; n == 0 || now != last {
			place, last = n+1, now
		}
		if n >= from {
			shown, places = append(shown, at), append(places, place)
		}
		n++
	}
	if page.Lines, err = b.shown(r, shown); err != nil || s.Sort != ByRating || s.Backward {
		return page, err
	}
	for i := range page.Lines {
		page.Lines[i].Place = places[i]
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

// choose returns the lines of a selection, and sets its kind if it has none.
func (b *Board) choose(s *Selection) (lineSet, error) {
	if s.Kind == 0 {
		s.Kind = b.About.Lists[0]
	}
	if !slices.Contains(b.About.Lists, s.Kind) {
		return nil, finding.Refuse("no-list-of-type", finding.Text("regulation", b.About.ID), finding.Text("type", s.Kind.String()))
	}
	if s.Under != 0 && !s.Officer {
		return nil, finding.Refuse("age-group-private")
	}
	chosen := slices.Clone(b.where("all", func(*boardLine) bool { return true }))
	only := func(wanted bool, has func(*boardLine) bool, name ...any) {
		if wanted {
			for i, word := range b.where(fmt.Sprint(name...), has) {
				chosen[i] &= word
			}
		}
	}
	word := func(words map[string]uint32, said, name string, of func(*boardLine) uint32) {
		at := words[said]
		only(said != "", func(l *boardLine) bool { return at != 0 && of(l) == at }, name, " ", at)
	}
	word(b.clubs, report.FoldName(s.Club), "club", func(l *boardLine) uint32 { return l.club })
	word(b.regions, report.FoldName(s.Region), "region", func(l *boardLine) uint32 { return l.region })
	word(b.titles, s.Title, "title", func(l *boardLine) uint32 { return l.title })
	word(b.sexes, s.Sex, "sex", func(l *boardLine) uint32 { return l.sex })
	k := s.Kind - 1
	ofKind := slices.Contains([]Sort{ByRating, ByChange, ByGames, ByGain, ByActivity}, s.Sort)
	only(ofKind || s.Min != 0 || s.Max != 0 || s.Active, func(l *boardLine) bool { return l.rating[k].Rated() }, "rated ", s.Kind)
	only(s.Active, func(l *boardLine) bool { return l.lately[k] > 0 }, "active ", s.Kind)
	only(s.Min != 0, func(l *boardLine) bool { return l.rating[k] >= s.Min }, "from ", int(s.Min), s.Kind)
	only(s.Max != 0, func(l *boardLine) bool { return l.rating[k] <= s.Max }, "to ", int(s.Max), s.Kind)
	only(s.Under != 0, func(l *boardLine) bool { return l.born != 0 && b.year-int(l.born) <= s.Under }, "under ", s.Under)
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
	all := make([]PageLine, len(chosen))
	at := map[uint32]*PageLine{}
	numbers := make([]any, len(chosen))
	for i, line := range chosen {
		at[line.number], numbers[i] = &all[i], int64(line.number)
		for k := range line.rating {
			all[i].Standing[k] = roster.State{Rating: line.rating[k], Games: line.games[k]}
			all[i].Before[k], all[i].LongAgo[k], all[i].Lately[k], all[i].Played[k] = line.before[k], line.longAgo[k], int(line.lately[k]), int(line.played[k])
			all[i].Marks[k].K = line.k[k]
		}
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	players, err := rows.Players.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	people, err := rows.Persons.Select(r, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		at[p.Number].Player = p
	}
	for _, p := range people {
		at[p.Number].Name = p
	}
	for i := range all {
		line := &all[i]
		if line.Player == nil {
			return nil, noRows()
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
