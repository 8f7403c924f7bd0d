package life_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// costly is a bureau that counts what is read from its store.
type costly struct {
	*bureau.Bureau
	store *bureautest.Counting
	now   time.Time
	f     *synth.Federation
	sent  int
	met   *check.Case // a report with somebody unknown
}

// newCostly returns a bureau with some players and as many reports, in a published list
// and on their way into the next one. The first forty players are in the first reports only, and
// the next four in the first month only.
func newCostly(t *testing.T, f *synth.Federation, players int) *costly {
	t.Helper()
	ctx := context.Background()
	c := &costly{f: f, store: &bureautest.Counting{Store: &memory.Store{}, Read: map[string]int{}}, now: time.Date(2023, 12, 21, 0, 0, 0, 0, time.UTC)}
	c.Bureau = &bureau.Bureau{Store: c.store, Clock: func() time.Time { return c.now }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
	opening, list := f.Opening()
	list.From, list.Standings = civil.Of(2024, 1, 1), list.Standings[:players]
	settings := bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: bureautest.AsReported, Reason: "as the board has decided"}
	if err := closing.Init(ctx, c.Bureau, settings, opening.Players[:players], list); err != nil {
		t.Fatal(err)
	}
	for n := range 3 {
		first := civil.Of(2024, 2, 1).FirstOfMonth(n)
		p := regulation.Period{Label: first.String()[:7], Days: civil.Range{From: first.FirstOfMonth(-2) + 20, To: first.FirstOfMonth(-1) + 19}, List: first}
		batch := &pack.Batch{}
		for i := range players / 2 {
			at := i * 4 % players
			if at < 40 && i >= 10 {
				at += 44
			}
			if n > 0 && at == 40 {
				continue
			}
			r := bureautest.Meeting(fmt.Sprint("Evening ", i), p.Days.From, "1", "2", "3", "4")
			batch.Add(i, r, [][]uint32{{uint32(at), uint32(at + 1), uint32(at + 2), uint32(at + 3)}}, []pack.Ruling{{Kind: rating.Standard}})
		}
		if err := bureautest.Plant(ctx, c.Bureau, p, batch); err != nil {
			t.Fatal(err)
		}
		if n == 2 {
			break
		}
		c.now = time.Date(2024, time.Month(2+n), 1, 0, 0, 0, 0, time.UTC)
		_, err := closing.Close(ctx, c.Bureau, p.Label)
		if err == nil {
			_, err = closing.Tick(ctx, c.Bureau, p.Label, "all", "looked at")
		}
		if err == nil {
			_, err = closing.Publish(ctx, c.Bureau, p.Label, "a test")
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// submit submits a report of five of the first players; somebody unknown, if there is a name,
// is the first.
func (c *costly) submit(name string) (*check.Case, error) {
	c.sent++
	r := bureautest.Meeting(fmt.Sprint("Meeting ", c.sent), civil.Of(2024, 2, 20), "1", "2", "3", "4", "5", "6")
	for i := range r.Sections[0].Players {
		p := &c.f.People[(6*c.sent+i)%40]
		r.Sections[0].Players[i].ID, r.Sections[0].Players[i].Name, r.Sections[0].Players[i].Birth = p.ID, p.Name, p.Birth
	}
	if name != "" {
		r.Sections[0].Players[0] = report.Player{StartNumber: 1, Name: name, Birth: 20010203}
	}
	receipt, err := intake.Submit(context.Background(), c.Bureau, intake.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r, From: "club"})
	if err != nil {
		return nil, err
	}
	return receipt.Report, nil
}

// A command or a page about one player, one report or one event reads as much where there are
// ten times as many players and reports.
func TestCostsDoNotGrow(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(3, synth.Size{Players: 1100, Clubs: 3})
	small, large := newCostly(t, f, 100), newCostly(t, f, 1000)
	type step struct {
		name string
		do   func(*costly) error
	}
	looks := func(c *costly, f func(bureau.Reader) error) error {
		return c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return f(r) })
	}
	player, idle := f.People[1].ID, f.People[41].ID
	for _, s := range []step{
		{"submit", func(c *costly) error { _, err := c.submit(""); return err }},
		{"submit with an unknown player", func(c *costly) (err error) { c.met, err = c.submit("New Comer"); return err }},
		{"match new", func(c *costly) error {
			_, err := desk.MatchNew(ctx, c.Bureau, c.met.Ref, c.met.Section[0], 1)
			return err
		}},
		{"submit with another", func(c *costly) (err error) { c.met, err = c.submit("Nova Comer"); return err }},
		{"who they may be", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := desk.UnknownEntries(r, c.met); return err })
		}},
		{"player add", func(c *costly) error {
			_, _, err := register.Enter(ctx, c.Bureau, []string{"id=N99999999", "name=Nova Comer", "birth=2001-02-03"}, "joined")
			return err
		}},
		{"match", func(c *costly) error { return desk.Match(ctx, c.Bureau, c.met.Ref, c.met.Section[0], 1, "N99999999") }},
		{"player add another", func(c *costly) error {
			_, _, err := register.Enter(ctx, c.Bureau, []string{"id=N99999998", "name=Comer Nova", "birth=2001-03-02"}, "joined")
			return err
		}},
		{"merge", func(c *costly) error {
			_, err := desk.MergePlayers(ctx, c.Bureau, "N99999999", "N99999998", "one person")
			return err
		}},
		{"unmerge", func(c *costly) error { _, err := desk.UnmergePlayers(ctx, c.Bureau, "N99999999", "two"); return err }},
		{"decide", func(c *costly) error { return desk.Decide(ctx, c.Bureau, c.met.Ref, check.Withheld, "not so") }},
		{"player set", func(c *costly) error {
			_, err := register.Set(ctx, c.Bureau, "N99999998", []string{"name=Coma Nova"}, "a slip")
			return err
		}},
		{"player show", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := view.CurrentLine(r, player); return err })
		}},
		{"history", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := view.PlayerHistory(r, player); return err })
		}},
		{"event", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := view.FindEvent(r, c.met.Ref); return err })
		}},
		{"explanation", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := view.Explain(c.Bureau, r, player, "2024-02", 0); return err })
		}},
		{"explanation without a game", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error { _, err := view.Explain(c.Bureau, r, idle, "2024-03", 0); return err })
		}},
		{"person export", func(c *costly) error {
			found, err := privacy.DossierOf(ctx, c.Bureau, idle)
			if err == nil && len(found.Reports) == 0 {
				err = errors.New("nobody is in the reports")
			}
			return err
		}},
		{"person export of somebody merged once", func(c *costly) error {
			found, err := privacy.DossierOf(ctx, c.Bureau, "N99999999")
			if err == nil && (len(found.Reports) == 0 || len(found.Log) < 2) {
				err = fmt.Errorf("%+v", found)
			}
			return err
		}},
		{"log of a report", func(c *costly) error {
			return looks(c, func(r bureau.Reader) error {
				log, err := rows.LogOf(r, c.met.Ref)
				if err == nil && len(log) < 2 {
					err = fmt.Errorf("%d entries", len(log))
				}
				return err
			})
		}},
	} {
		var read [2]map[string]int
		for i, c := range []*costly{small, large} {
			clear(c.store.Read)
			if err := s.do(c); err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			read[i] = maps.Clone(c.store.Read)
		}
		for _, what := range slices.Sorted(maps.Keys(read[1])) {
			if few, many := read[0][what], read[1][what]; many > few+few/4+3 {
				t.Errorf("%s reads %d of %s, and %d with ten times as many", s.name, few, what, many)
			}
		}
	}
}
