package intake_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// Reports come out the same whether games reported twice and entries of players are found by
// rows or, where none are kept, by reading all reports.
func TestCasesAreTheSameWithoutRows(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(5, synth.Size{Players: 120, Clubs: 3})
	var cases [2][]*check.Case
	twins := 0
	for i := range cases {
		d := bureautest.JapanOf(t, &memory.Store{}, f, nil)
		if i == 1 {
			d = bureautest.JapanOf(t, forgetful{&memory.Store{}}, f, nil)
			d.Projection = nil
		}
		for n, r := range f.Events(f.On, f.On+20, synth.Volume{Reports: 30, Games: 600}) {
			r.Received = 0
			d.Send(r)
			if n%3 > 0 {
				continue
			}
			again := *r // on other days, under another name
			again.Name, again.Start, again.End = fmt.Sprint("Again ", n), r.Start-civil.Date(n), r.End-civil.Date(n)
			again.Sections = slices.Clone(r.Sections)
			for j := range again.Sections {
				games := slices.Clone(r.Sections[j].Games)
				for k := range games {
					if games[k].Date != 0 {
						games[k].Date -= civil.Date(n)
					}
				}
				again.Sections[j].Games = games
			}
			d.Send(&again)
		}
		for n := range 5 { // strangers, of whom two are then one player who played in both
			r := bureautest.Event(f, fmt.Sprint("Evening ", n), "", 0, 1, 2, 3)
			r.Sections[0].Players[3].ID, r.Sections[0].Players[3].Name = "", fmt.Sprint("New Comer ", n)
			ref := d.Send(r).Report.Ref
			id, err := register.Register(ctx, d.Bureau, register.Player{Name: fmt.Sprint("New Comer ", n)}, register.Person{}, "joined")
			if err == nil {
				err = desk.Match(ctx, d.Bureau, ref, "", 4, id)
			}
			if err == nil && n%2 == 1 {
				_, err = desk.MergePlayers(ctx, d.Bureau, id, f.People[50+n].ID, "one person")
			}
			if err == nil && n == 3 {
				_, err = desk.UnmergePlayers(ctx, d.Bureau, id, "two people")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		err := d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
			cases[i], err = intake.Cases.All(r, "")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range cases[i] {
			for _, w := range r.Waits {
				if w.What == "games-twice" {
					twins++
				}
			}
		}
	}
	if diff := cmp.Diff(cases[0], cases[1]); diff != "" {
		t.Error(diff)
	}
	if twins < 10 {
		t.Errorf("only %d questions about games reported twice", twins)
	}
}

// forgetful is a Store that keeps no rows.
type forgetful struct{ bureau.Store }

func (f forgetful) Update(ctx context.Context, do func(bureau.Writer) error) error {
	return f.Store.Update(ctx, func(w bureau.Writer) error { return do(rowless{w}) })
}

type rowless struct{ bureau.Writer }

func (rowless) PutRows(*bureau.Relation, []bureau.Row) error { return nil }

func (rowless) DeleteRows(*bureau.Relation, []bureau.Row) error { return nil }

// Reports whose games become known in one transaction find each other.
func TestTwinsOfOneTransaction(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(5, synth.Size{Players: 120, Clubs: 3})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)

	var refs []string
	for _, name := range []string{"Open", "Results of the Open"} {
		r := bureautest.Event(f, name, "", 0, 1, 2, 3, 4, 5, 6, 7)
		for i := range r.Sections[0].Players {
			p := &r.Sections[0].Players[i]
			p.ID, p.Name = fmt.Sprintf("N2399%04d", i), fmt.Sprint("New Comer ", i)
		}
		refs = append(refs, d.Send(r).Report.Ref)
	}
	period := d.Report(refs[0]).Period
	for i := range 8 {
		id := fmt.Sprintf("N2399%04d", i)
		if _, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: fmt.Sprint("New Comer ", i)}, register.Person{}, "joined"); err != nil {
			t.Fatal(err)
		}
	}
	if asksTwice(d, refs[1]) {
		t.Fatal("nobody is known, and games are the same")
	}
	d.Must(d.Do(ctx, "report.recheck", "", func(tx *bureau.Tx) error {
		_, err := intake.Ready(tx, period, false)
		tx.Note(period, nil)
		return err
	}))
	if asksTwice(d, refs[0]) || !asksTwice(d, refs[1]) {
		t.Errorf("asked: %v of the first, %v of the second, of %v", asksTwice(d, refs[0]), asksTwice(d, refs[1]), d.Report(refs[1]).Waits)
	}
}
