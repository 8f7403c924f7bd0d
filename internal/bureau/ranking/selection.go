package ranking

import (
	"iter"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
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

// Sorts returns the orders that a reader can ask for.
func Sorts() []Sort { return []Sort{ByRating, ByChange, ByGames, ByName, ByReading, ByID} }

// ofKind reports whether players are sorted by a figure of a kind of rating.
func (s Sort) ofKind() bool {
	return slices.Contains([]Sort{ByRating, ByChange, ByGames, ByGain, ByActivity}, s)
}

// Selection is which lines of a list a page shows. The zero value of a field selects all.
type Selection struct {
	Kind                     rating.Kind // that sorting, ratings and activity are about; zero: the first of the edition
	Sort                     Sort
	Backward                 bool
	Rated                    bool // only players with a rating of the kind; an order by a figure of the kind has no others
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

	r       bureau.Reader
	players []uint32 // whose lines All reads, and their places
	places  []int
	lines   []boardLine // without names; nil: not read yet
}

// Active returns who has a counted game of the kind in the last 12 lists.
func (p *Page) Active() (func(player uint32) bool, error) {
	p.Board.mu.Lock()
	defer p.Board.mu.Unlock()
	active, err := p.Board.activeOf(p.r, p.Kind)
	return active.has, err
}

// Players returns the players of a page that Whole returned, in its order.
func (p *Page) Players() []uint32 { return p.players }

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
		var err error
		if p.lines == nil {
			p.lines, err = p.Board.linesOf(p.r, p.players)
		}
		for from := 0; from < len(p.lines) && err == nil; from += partLines {
			var part []PageLine
			part, err = p.part(p.lines, from, min(from+partLines, len(p.lines)))
			for i := range part {
				if !yield(&part[i], nil) {
					return
				}
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// part returns some lines of the page, given all.
func (p *Page) part(lines []boardLine, from, to int) ([]PageLine, error) {
	part, err := p.Board.named(p.r, lines[from:to])
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
	Played   [rating.Kinds]int           // games of the period that counted
	Since    [rating.Kinds]int           // the publication with which it changed last or games were counted; zero: never, or the page has more than MostKnown lines
	Marks    view.Marks
}

// Change returns the change of a rating since the list published before, and zero and false
// if the player is unrated in either.
func (l *PageLine) Change(kind rating.Kind) (int, bool) {
	return l.Standing.Of(kind).Rating.Since(l.Before[kind-1])
}

// Members returns how many players of the list each club has, by folded name.
func (b *Board) Members(r bureau.Reader) (map[string]int, error) {
	all, err := b.choose(r, &Selection{})
	if err != nil {
		return nil, err
	}
	names, members := make([]string, len(b.Directory.clubs)+1), map[string]int{}
	for name, at := range b.Directory.clubs {
		names[at] = name
	}
	all.chosen.each(func(player uint32) { members[names[b.Directory.members[player].club]]++ })
	return members, nil
}

// Page returns a part of the list.
func (b *Board) Page(r bureau.Reader, s Selection) (*Page, error) {
	if err := b.ofKind(&s); err != nil {
		return nil, err
	}
	if s.plain() && s.Limit > 0 && s.Limit <= MostKnown {
		return b.ranked(r, s)
	}
	page, err := b.Whole(r, s)
	if err != nil {
		return nil, err
	}
	lines, err := b.linesOf(r, page.players)
	if err == nil {
		page.Lines, err = page.part(lines, 0, len(lines))
		page.players = nil
	}
	return page, err
}

// Whole returns a part of the list whose lines are read while All returns them, from r.
func (b *Board) Whole(r bureau.Reader, s Selection) (*Page, error) {
	chosen, err := b.choose(r, &s)
	if err != nil {
		return nil, err
	}
	page := &Page{Board: b, Kind: s.Kind, Total: chosen.chosen.count(), r: r}
	from, to := max(0, s.Offset), page.Total
	if s.Limit > 0 {
		to = min(from+s.Limit, to)
	}
	page.players = chosen.part(from, to)
	page.places = make([]int, len(page.players))
	if s.Sort == ByRating && !s.Backward {
		page.places = chosen.placesOf(page.players, from)
	}
	return page, nil
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

// named returns lines with the players' names and marks.
func (b *Board) named(r bureau.Reader, chosen []boardLine) ([]PageLine, error) {
	if len(chosen) == 0 {
		return nil, nil
	}
	numbers := make([]any, len(chosen))
	for i := range chosen {
		numbers[i] = int64(chosen[i].number)
	}
	who, err := view.PlayersOf(r, numbers)
	if err != nil {
		return nil, err
	}
	return b.pageLines(chosen, who)
}

// pageLines returns lines with the players' names and marks.
func (b *Board) pageLines(chosen []boardLine, who view.Who) ([]PageLine, error) {
	all := make([]PageLine, len(chosen))
	for i := range chosen {
		line := &chosen[i]
		for k := range line.rating {
			all[i].Standing[k] = roster.State{Rating: line.rating[k], Games: line.games[k]}
			all[i].Before[k], all[i].Played[k], all[i].Since[k] = line.before[k], int(line.played[k]), line.since[k]
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
