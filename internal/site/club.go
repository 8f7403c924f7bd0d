package site

import (
	"html/template"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// listedClub is a club of the page of all clubs.
type listedClub struct {
	public.ListedClub
	Ended bool // it is registered no more
}

func readClubs(v *visit) ([]listedClub, error) {
	all, err := v.Clubs()
	clubs := make([]listedClub, len(all))
	for i, of := range all {
		clubs[i] = listedClub{of, of.RegisteredTo != 0 && of.RegisteredTo < v.Newest.InForce}
	}
	return clubs, err
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

func readClub(v *visit) (*club, error) {
	found, err := v.Club(v.value("id"), v.byName())
	if err != nil {
		return nil, err
	}
	c, page := &club{Club: found.Club, Kinds: found.Members.About.Lists, Events: found.Events}, found.Members
	whys := map[rating.Kind][]template.URL{}
	for _, kind := range c.Kinds {
		if whys[kind], err = v.whys(v.Newest, kind, page.Lines); err != nil {
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
	found, err := rows.Clubs.Select(v.R, bureau.Range{Order: 1, Is: []any{name}, Limit: 1})
	if err != nil || len(found) == 0 {
		return "", err
	}
	return found[0].ID, nil
}
