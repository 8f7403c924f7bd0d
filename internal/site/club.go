package site

import (
	"html/template"
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// listedClub is a club of the page of all clubs.
type listedClub struct {
	public.ListedClub
	Named string // in the language of the page
	Ended bool   // it is registered no more
}

func readClubs(v *visit) ([]listedClub, error) {
	all, err := v.Clubs()
	clubs := make([]listedClub, len(all))
	for i, of := range all {
		clubs[i] = listedClub{of, v.clubName(of.Club), of.RegisteredTo != 0 && of.RegisteredTo < v.Newest.InForce}
	}
	return clubs, err
}

// club is the values of a club's page.
type club struct {
	*rows.Club
	Named   string // in the language of the page
	Other   string // in the other one; empty: unknown
	Newest  string // label of the newest list
	Kinds   []clubKind
	Members []member
	Events  []*rows.Report // rated ones, the newest first
	More    int            // earlier ones
}

// clubKind is a kind of rating of the members of a club.
type clubKind struct {
	Kind    rating.Kind
	Rated   int
	Average string // of the ratings; empty: there are none
}

// member is a member of a club on the newest list.
type member struct {
	Who     person
	Title   string
	Places  []string        // on the whole list, by club.Kinds; empty: none
	Ratings []rating.Rating // by club.Kinds
	Whys    []template.URL  // the calculations that led to them; empty: none did
}

// mostEvents is how many events the page of a club shows.
const mostEvents = 50

func readClub(v *visit) (*club, error) {
	found, err := v.Club(v.Value("id"), v.byName())
	if err != nil {
		return nil, err
	}
	c, page := &club{Club: found.Club, Named: v.clubName(found.Club), Newest: v.Newest.Label, Events: found.Events}, found.Members
	if c.NameLocal != "" {
		if c.Other = c.NameLocal; c.Other == c.Named {
			c.Other = c.Name
		}
	}
	c.Members = make([]member, len(page.Lines))
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	for _, kind := range page.About.Lists {
		whys, err := v.whys(v.Newest, kind, page.Lines)
		if err != nil {
			return nil, err
		}
		of, sum := clubKind{Kind: kind}, 0
		for i := range page.Lines {
			line, m := &page.Lines[i], &c.Members[i]
			is, place := line.Of(kind).Rating, ""
			if is.Rated() {
				above, err := board.Place(v.R, kind, is)
				if err != nil {
					return nil, err
				}
				place = strconv.Itoa(above)
				of.Rated, sum = of.Rated+1, sum+int(is)
			}
			m.Who, m.Title = v.lineOf(line), line.Title
			m.Places, m.Ratings, m.Whys = append(m.Places, place), append(m.Ratings, is), append(m.Whys, whys[i])
		}
		if of.Rated > 0 {
			of.Average = strconv.Itoa((2*sum + of.Rated) / (2 * of.Rated))
		}
		c.Kinds = append(c.Kinds, of)
	}
	if len(c.Events) > mostEvents {
		c.Events, c.More = c.Events[:mostEvents], len(c.Events)-mostEvents
	}
	return c, err
}

// called is a club as a page names it.
type called struct {
	ID   string // empty: it is not registered
	Name string // in the language of the page, if it is known in it

	Chosen bool   // in a form
	Folded string // all that it is called, for the script of a folder
}

// club returns how a page names a club, by one of its names or its ID.
func (v *visit) club(name string) (called, error) {
	if v.clubs == nil {
		all, err := rows.Clubs.Select(v.R, bureau.Range{})
		if err != nil {
			return called{}, err
		}
		v.clubs = map[string]*rows.Club{}
		for _, c := range all {
			for _, name := range c.Called() {
				v.clubs[name] = c
			}
		}
	}
	if c := v.clubs[report.FoldName(name)]; c != nil {
		return called{ID: c.ID, Name: v.clubName(c)}, nil
	}
	return called{Name: name}, nil
}

// clubName returns the name of a club in the language of the page, if it is known in it.
func (v *visit) clubName(c *rows.Club) string {
	if v.Language == "ja" && c.NameLocal != "" {
		return c.NameLocal
	}
	return c.Name
}
