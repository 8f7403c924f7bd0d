package site

import (
	"html/template"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// clubs is the values of the page of all clubs.
type clubs struct {
	Clubs []listedClub
}

// listedClub is a club with its members on the newest list.
type listedClub struct {
	*rows.Club
	Members int
	Ended   bool // it is registered no more
}

func readClubs(v *visit) (any, error) {
	board, err := v.board(v.newest)
	if err != nil {
		return nil, err
	}
	all, err := rows.Clubs.Select(v.r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	members, err := board.Members(v.r)
	if err != nil {
		return nil, err
	}
	c := &clubs{}
	for _, of := range all {
		c.Clubs = append(c.Clubs, listedClub{of, members[report.FoldName(of.Name)], of.RegisteredTo != 0 && of.RegisteredTo < v.newest.InForce})
	}
	slices.SortFunc(c.Clubs, func(a, b listedClub) int { return strings.Compare(a.Name, b.Name) })
	return c, nil
}

// club is the values of a club's page.
type club struct {
	*rows.Club
	Kinds   []rating.Kind
	Members []member
	Events  []*rows.Report // rated ones, the newest first
	More    int            // earlier ones
}

// member is a member of a club on the newest list.
type member struct {
	Who     person
	Title   string
	Ratings []rating.Rating // by club.Kinds
	Whys    []template.URL  // the calculations that led to them; empty: none did
}

// mostEvents is how many events the page of a club shows.
const mostEvents = 50

func readClub(v *visit) (any, error) {
	found, err := rows.Clubs.Select(v.r, bureau.Range{Is: []any{v.value("id")}})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, finding.Refuse("no-club", finding.Text("club", v.value("id")))
	}
	c := &club{Club: found[0]}
	board, err := v.board(v.newest)
	if err != nil {
		return nil, err
	}
	c.Kinds = board.About.Lists
	page, err := board.Page(v.r, ranking.Selection{Club: c.Name, Sort: v.byName()})
	if err != nil {
		return nil, err
	}
	whys := map[rating.Kind][]template.URL{}
	for _, kind := range c.Kinds {
		if whys[kind], err = v.whys(v.newest, kind, page.Lines); err != nil {
			return nil, err
		}
	}
	for i := range page.Lines {
		line := &page.Lines[i]
		m := member{Who: v.lineOf(line), Title: line.Title}
		for _, kind := range c.Kinds {
			m.Whys = append(m.Whys, whys[kind][i])
			m.Ratings = append(m.Ratings, line.Of(kind).Rating)
		}
		c.Members = append(c.Members, m)
	}
	held, err := rows.Reports.Select(v.r, bureau.Range{Order: 3, Is: []any{c.Name}, Backward: true})
	c.Events = slices.DeleteFunc(held, func(r *rows.Report) bool { return r.State != string(intake.Rated) })
	if len(c.Events) > mostEvents {
		c.Events, c.More = c.Events[:mostEvents], len(c.Events)-mostEvents
	}
	return c, err
}

// clubID returns the ID of the club with a name, empty if none is registered under it.
func (v *visit) clubID(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	found, err := rows.Clubs.Select(v.r, bureau.Range{Order: 1, Is: []any{name}, Limit: 1})
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0].ID, nil
}
