package registers

import (
	"cmp"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// What a page shows at most.
const (
	mostFound    = 50
	mostSearched = 1000 // players among whose pairs are looked for
	mostProposed = 50
	mostOfClub   = 100
)

// lineShown is a player in a list.
type lineShown struct {
	person
	Ratings []rating.Rating // of the kinds of list
	Member  membership
	Twin    string // the ID of another one in the list who may be the same person; empty: none
}

// clubFound is a club that a search has found.
type clubFound struct{ ID, Name string }

// reportFound is a report that a search has found.
type reportFound struct {
	Ref, Event, State string
	Day               civil.Date
}

// playersShown is what the page of the players shows.
type playersShown struct {
	desktop
	Query    string
	Report   string // whose number the query is; empty: of none
	Kinds    []string
	Players  []lineShown
	Near     bool // nobody is called so: these are called nearly so
	More     bool // there are others
	Clubs    []clubFound
	Reports  []reportFound
	All      int // players in the register
	Proposed *proposed
}

// proposed is what reports state of players and the register does not know.
type proposed struct {
	Facts    []factProposed
	Certain  int // that nothing contradicts
	Disputed int
	More     int // that are not shown
	Form     *portal.Form
}

// factProposed is a proposal of reports.
type factProposed struct {
	person
	Field    string // the key of its name
	Text     string // empty: it is shown after a click
	Refs     []string
	Disputed bool
}

func showPlayers(v *portal.Visit) (any, error) {
	s := &playersShown{desktop: deskOf(v, "players"), Query: strings.TrimSpace(v.R.URL.Query().Get("q"))}
	s.Commands = []string{explain.CommandLine([]string{"find", cmp.Or(s.Query, "NAME")}), "arpad player stated"}
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	s.Kinds = words(v, kinds)
	err = view(v, func(r bureau.Reader) (err error) {
		if s.All, err = lists.PlayerCount(r); err != nil || s.Query == "" {
			return err
		}
		return s.find(v, r, kinds)
	})
	if err == nil && s.Report != "" {
		return nil, v.Lead("desk", "cases", s.Report)
	}
	if err == nil && s.May && s.Query == "" {
		s.Proposed, err = proposals(v)
	}
	return s, err
}

// find finds players by name, ID and club.
func (s *playersShown) find(v *portal.Visit, r bureau.Reader, kinds []rating.Kind) error {
	search, err := finder.New(r)
	if err != nil {
		return err
	}
	found, err := search.Find(r, s.Query, mostFound)
	if err != nil {
		return err
	}
	s.Near, s.More = found.Near, found.More
	events, err := search.Events(r, s.Query, mostFound)
	if err != nil {
		return err
	}
	for _, e := range events.Reports {
		s.Reports = append(s.Reports, reportFound{e.Ref, e.Event, "desk.report.state-" + e.State, e.LastDay})
	}
	if events.Number && len(events.Reports) == 1 {
		s.Report = events.Reports[0].Ref
	}
	for _, hit := range found.Players {
		one := lineShown{person: personOf(v.Lang, hit.ID, hit.Name, hit.NameLocal, hit.Club)}
		for _, kind := range kinds {
			one.Ratings = append(one.Ratings, hit.Ratings[kind])
		}
		all, err := register.MembershipsOf(r, hit.ID, 0)
		if err != nil {
			return err
		}
		one.Member = membershipOf(all, today(v))
		s.Players = append(s.Players, one)
	}
	if !found.Number {
		if s.Clubs, err = clubsCalled(v, r, s.Query); err != nil {
			return err
		}
	}
	return s.mark(r)
}

// clubsCalled returns the clubs that a search finds.
func clubsCalled(v *portal.Visit, r bureau.Reader, query string) (all []clubFound, err error) {
	clubs, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	for _, c := range rows.ClubsCalled(clubs, query) {
		all = append(all, clubFound{c.ID, called(v.Lang, c.Name, c.NameLocal)})
	}
	return all, nil
}

// mark marks those in the list who may be the same person.
func (s *playersShown) mark(r bureau.Reader) error {
	var cards []*register.Card
	at := map[string]*lineShown{}
	for i := range s.Players {
		card, err := register.CardOf(r, s.Players[i].ID)
		if err != nil {
			return err
		}
		cards, at[card.ID] = append(cards, card), &s.Players[i]
	}
	pairs, err := register.PairsOf(r, cards)
	for _, p := range pairs {
		if at[p.A].Twin == "" {
			at[p.A].Twin = p.B
		}
	}
	return err
}

// proposals returns what reports state of players and the register does not know, nil if there is nothing. A date of birth is
// shown on the page of its player, after a click.
func proposals(v *portal.Visit) (*proposed, error) {
	all, err := read[[]register.ProposedFact](v, "stated", "")
	if err != nil || len(all) == 0 {
		return nil, err
	}
	f := forms{v: v}
	of := &proposed{More: max(0, len(all)-mostProposed), Form: f.of(&act.AcceptStated{}, "")}
	for i := range all {
		p := &all[i]
		if p.Disputed {
			of.Disputed++
		} else {
			of.Certain++
		}
		if i >= mostProposed {
			continue
		}
		one := factProposed{personOf(v.Lang, p.Player.ID, p.Player.Name, p.Player.NameLocal, p.Player.Club), "register.field-" + p.Field, p.Text, p.Refs, p.Disputed}
		if !register.IsPublic(p.Field) {
			one.Text = ""
		}
		of.Facts = append(of.Facts, one)
	}
	return of, f.err
}
