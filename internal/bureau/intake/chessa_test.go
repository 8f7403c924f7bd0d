package intake_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// twelve leaves the twelve rated players and five rounds of an event: each plays every round.
func twelve(r *report.Report) {
	s := &r.Sections[0]
	s.Players, s.Rounds, s.Games = s.Players[:12], 5, nil
	for round := 1; round <= 5; round++ {
		for n := range 6 { // the last stays, the others go round
			white, black := (round+n)%11+1, (round+11-n)%11+1
			if n == 0 {
				black = 12
			}
			s.Games = append(s.Games, report.Game{Round: round, White: white, Black: black, Date: r.End, Result: report.Result((round + n) % 3)})
		}
	}
}

// What an event in South Africa says of itself is asked about if nothing confirms it and it changes a
// number; a sound event is not asked anything.
func TestClaimsInSouthAfrica(t *testing.T) {
	t.Parallel()
	half := func(r *report.Report) { r.TimeControl, r.Type = []report.TimeControl{"1800+0"}, 0 }
	group := func(g report.Group) func(*report.Report) {
		return func(r *report.Report) { r.Sections[0].Group = g }
	}
	junior := func(r *report.Report) { // whom the two who are ten meet
		r.Sections[0].Players[11].ID, r.Sections[0].Players[11].Name = "000000013", "Player NoM"
	}
	team := func(r *report.Report) { r.Team = true }
	teams := func(r *report.Report) {
		r.Teams = nil
		for n := range 12 {
			r.Teams = append(r.Teams, report.Team{Number: n + 1, Name: fmt.Sprintf("Team %d", n+1), Players: []int{n + 1}})
		}
	}
	rounds := func(most int) func(*report.Report) {
		return func(r *report.Report) {
			s := &r.Sections[0]
			s.Rounds = most
			s.Games = slices.DeleteFunc(s.Games, func(g report.Game) bool { return g.Round > most })
		}
	}
	braille := func(r *report.Report) { r.Braille = true }
	silentType := func(r *report.Report) { r.Type, r.TimeControl = 0, nil }
	unknown := func(n int) func(*report.Report) {
		return func(r *report.Report) {
			p := &r.Sections[0].Players[n]
			p.ID, p.Name = "", "Nobody Whom"
		}
	}
	drawn := func(r *report.Report) {
		for i := range r.Sections[0].Games {
			r.Sections[0].Games[i].Result = report.Drawn
		}
	}
	for _, test := range []struct {
		name      string
		changes   []func(*report.Report)
		young     int                       // players of whom the first are ten
		announced func(*check.Announcement) // nil: nothing
		asked     string
		state     string
		counting  int         // games that count meanwhile
		kind      rating.Kind // after the answer "count"
		without   rating.Kind // after the answer "exclude"; zero: no section is rated then
		then      string      // is asked after it
	}{
		{name: "sound", state: "admitted", counting: 30, kind: rating.Standard},
		{name: "a group of adults, of which nothing depends", changes: []func(*report.Report){group(report.Under10)}, state: "admitted", counting: 30},
		{name: "a group of adults in half an hour", changes: []func(*report.Report){half, group(report.Under10)}, asked: "group-doubtful", state: "withheld", kind: rating.Standard, without: rating.Rapid, then: "floor-unassigned"},
		{name: "the next year, of which nothing depends", changes: []func(*report.Report){nextYear}, state: "admitted", counting: 30},
		{name: "the next year", changes: []func(*report.Report){nextYear, junior}, young: 2, asked: "age-year-next", state: "withheld", kind: rating.Standard, without: rating.Standard},
		{name: "the next year, announced as qualifying", changes: []func(*report.Report){nextYear, junior}, young: 2, announced: func(a *check.Announcement) { a.Qualifying = true }, state: "admitted", counting: 30},
		{name: "the next year, announced", changes: []func(*report.Report){nextYear, junior}, young: 2, announced: func(*check.Announcement) {}, asked: "age-year-next", state: "withheld", kind: rating.Standard, without: rating.Standard},
		{name: "another year", changes: []func(*report.Report){func(r *report.Report) { r.AgeYear = 2050 }, junior}, young: 2, asked: "age-year-impossible", state: "waiting"},
		{name: "a Braille event of five rounds", changes: []func(*report.Report){braille}, state: "admitted", counting: 30},
		{name: "a Braille event of four rounds", changes: []func(*report.Report){braille, rounds(4)}, asked: "braille-claimed", state: "withheld", kind: rating.Standard},
		{name: "the same, announced", changes: []func(*report.Report){braille, rounds(4)}, announced: func(a *check.Announcement) { a.Braille, a.Rounds = true, 4 }, state: "admitted", counting: 24},
		{name: "a team event, of which nothing depends", changes: []func(*report.Report){team}, state: "admitted", counting: 30},
		{name: "a team event", changes: []func(*report.Report){team, drawn}, asked: "team-claimed", state: "withheld", kind: rating.Standard, without: rating.Standard},
		{name: "a team event with its teams", changes: []func(*report.Report){team, drawn, teams}, state: "admitted", counting: 30},
		{name: "a team event, announced", changes: []func(*report.Report){team, drawn}, announced: func(a *check.Announcement) { a.Team = true }, state: "admitted", counting: 30},
		{name: "without a type", changes: []func(*report.Report){silentType}, asked: "type-missing", state: "waiting"},
		{name: "a type in two ways", changes: []func(*report.Report){silentType, func(r *report.Report) { r.TimeControlText = "90+30 or so, perhaps 5" }}, asked: "type-unclear", state: "waiting"},
		{name: "a table without rounds", changes: []func(*report.Report){func(r *report.Report) { r.Sections[0].NoRounds = true }}, asked: "crosstable-without-rounds", state: "waiting"},
		{name: "somebody unknown among the rated", changes: []func(*report.Report){unknown(3)}, asked: "player", state: "waiting", counting: 25},
		{name: "somebody unknown, where others are unrated", changes: []func(*report.Report){junior, unknown(3)}, asked: "player", state: "waiting"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			come := func() (*cell, string) {
				c := newCell(bureauOf(t, "chessa-2015"), "chessa-2015")
				c.change(twelve)
				c.young(test.young, c.birth(10))
				for _, change := range test.changes {
					c.change(change)
				}
				if test.announced != nil {
					c.announced(30, func(a *check.Announcement) { a.Rounds = 5; test.announced(a) })
				}
				receipt := c.submit(c.files[0], "", bureautest.JSONFile, true)
				r := c.d.Report(receipt.Report.Ref)
				if string(r.State) != test.state || asked(r) != test.asked || r.Counting != test.counting {
					t.Fatalf("%s, asks %q, %d games count; want %s, %q, %d; %v", r.State, asked(r), r.Counting, test.state, test.asked, test.counting, receipt.Findings)
				}
				return c, r.Ref
			}
			c, ref := come()
			if test.state != "withheld" {
				return
			}
			for _, count := range []bool{true, false} {
				want := map[bool]rating.Kind{true: test.kind, false: test.without}[count]
				c.d.Must(desk.Answer(context.Background(), c.d.Bureau, ref, "asked the organiser", "", desk.Reply{Question: test.asked, Count: count}))
				r := c.d.Report(ref)
				if want == 0 {
					if r.State != check.Returned {
						t.Errorf("answered %v: %s, not returned", count, r.State)
					}
					continue
				}
				open := map[bool]string{true: "", false: test.then}[count]
				if _, kind := c.settle(ref); asked(r) != open || kind != want {
					t.Errorf("answered %v: %s %s, waits for %q, want %s and %q", count, r.State, kind, asked(r), want, open)
				}
			}
		})
	}
}
