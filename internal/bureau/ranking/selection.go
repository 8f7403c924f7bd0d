package ranking

import (
	"iter"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Sort is the order of the lines of a page. The zero value is ByID.
type Sort = rows.By

// The orders of whole lists.
const (
	ByID       = rows.ByID
	ByName     = rows.ByName
	ByReading  = rows.ByReading
	ByRating   = rows.ByRating
	ByChange   = rows.ByChange
	ByGames    = rows.ByGames
	ByGain     = rows.ByGain     // in the last 12 lists
	ByActivity = rows.ByActivity // in the last 12 lists
)

// Sorts returns the orders that a reader can ask for.
func Sorts() []Sort { return []Sort{ByRating, ByChange, ByGames, ByName, ByReading, ByID} }

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

// plain reports whether a selection has no filters but that of the kind.
func (s *Selection) plain() bool {
	return s.Club == "" && s.Region == "" && s.Sex == "" && s.Title == "" && s.Min == 0 && s.Max == 0 && !s.Active && s.Under == 0
}

// ofOneKind reports whether only players with a rating of the kind are selected.
func (s *Selection) ofOneKind() bool {
	ofKind := slices.Contains([]Sort{ByRating, ByChange, ByGames, ByGain, ByActivity}, s.Sort) // sorted by a figure of the kind
	return s.Rated || ofKind || s.Min != 0 || s.Max != 0 || s.Active
}

// List is a list to be shown, or a part of one: published, or as it is or would be now.
type List struct {
	Publication *rows.Publication // of revision zero if the list is not published
	About       regulation.About  // the edition, which says which kinds there are
	Unofficial  bool              // the list as it would be now
	Kind        rating.Kind       // that the order and the selection are about; zero: they are about none
	Total       int               // lines that the selection has
	Lines       []rows.Line       // nil: All reads them

	board   *Board
	r       bureau.Reader
	players []uint32 // whose lines All reads
	stand   *lists.Standings
	places  []int // of these players; nil: they are not sorted by rating
}

// partLines is how many lines All reads at a time.
const partLines = 1000

// All returns the lines of the list.
func (p *List) All() iter.Seq2[*rows.Line, error] {
	return func(yield func(*rows.Line, error) bool) {
		for i := range p.Lines {
			if !yield(&p.Lines[i], nil) {
				return
			}
		}
		for from := 0; from < len(p.players); from += partLines {
			part, err := p.part(from, min(from+partLines, len(p.players)))
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

// part reads some lines of the list.
func (p *List) part(from, to int) ([]rows.Line, error) {
	lines, err := p.board.lines(p.r, p.stand, p.players[from:to])
	for i := range lines {
		if p.places != nil {
			lines[i].Place = p.places[from+i]
		}
	}
	return lines, err
}

// Players returns the players of a page that Whole returned, in its order.
func (p *List) Players() []uint32 { return p.players }

// Members returns how many players of the list each club has, by folded name.
func (b *Board) Members(r bureau.Reader) (map[string]int, error) {
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	of, err := b.listing(r, 0)
	if err != nil {
		return nil, err
	}
	return lister.CountByClub(of)
}

// Page returns a part of the list.
func (b *Board) Page(r bureau.Reader, s Selection) (*List, error) {
	page, err := b.Whole(r, s)
	if err != nil {
		return nil, err
	}
	page.Lines, err = page.part(0, len(page.players))
	page.players = nil
	return page, err
}

// Whole returns a part of the list whose lines are read while All returns them, from r.
func (b *Board) Whole(r bureau.Reader, s Selection) (*List, error) {
	c, err := b.choose(r, s)
	if err != nil {
		return nil, err
	}
	page := &List{Publication: b.Publication, About: b.About, Kind: c.s.Kind, board: b, r: r, stand: b.run.Standings(r)}
	if s.Kind == 0 && !s.ofOneKind() {
		page.Kind = 0
	}
	if c.none {
		return page, nil
	}
	if page.Total, err = c.total(); err != nil {
		return nil, err
	}
	players, ratings, err := c.players()
	if page.players = players; err == nil && s.Sort == ByRating && !s.Backward {
		page.places, err = c.places(ratings)
	}
	return page, err
}

// check refuses a selection that cannot be made.
func (b *Board) check(s *Selection) error {
	if !slices.Contains(b.About.Lists, s.Kind) {
		return finding.Refuse("no-list-of-type", finding.Text("regulation", b.About.ID), finding.Text("type", s.Kind.String()))
	}
	if s.Under != 0 && !s.Officer {
		return finding.Refuse("age-group-private")
	}
	return nil
}

// lines returns the lines of players, in their order, given the standings of the list.
func (b *Board) lines(r bureau.Reader, stand *lists.Standings, players []uint32) ([]rows.Line, error) {
	if len(players) == 0 {
		return nil, nil
	}
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	of, err := b.listing(r, 0)
	if err != nil {
		return nil, err
	}
	found, err := lister.Lines(of, b.About.Lists, players)
	if err != nil {
		return nil, err
	}
	at := make(map[uint32]*rows.Line, len(found))
	for i := range found {
		at[found[i].Number] = &found[i]
	}
	standings, err := stand.Of(players...)
	if err != nil {
		return nil, err
	}
	lines := make([]rows.Line, len(players))
	for i, n := range players {
		if at[n] == nil {
			return nil, view.NoRows()
		}
		lines[i] = *at[n]
		b.complete(&lines[i], &standings[i])
	}
	return lines, nil
}

// complete sets which ratings of a line are active, which may serve for qualification, and the next K.
func (b *Board) complete(line *rows.Line, standing *roster.Standing) {
	decides := b.Publication.Edition != "" && b.About.Qualifying.Decides()
	for k := range line.Figures {
		f := &line.Figures[k]
		if !line.Withheld {
			f.NextK = b.nextK(&roster.Player{Birth: line.Birth, EnteredUnrated: line.EnteredUnrated}, standing, rating.Kind(k+1))
		}
		if f.Active = f.LastPlayed > b.playedAfter; !decides {
			continue
		}
		qualifies := b.About.Qualifying.Has(rating.Kind(k+1), &roster.State{Rating: f.Rating, Games: int32(f.Games)}, line.EnteredUnrated)
		f.Qualifies = &qualifies
	}
}
