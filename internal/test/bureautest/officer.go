package bureautest

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// Close closes a period.
func (d *Bureau) Close(label string) error {
	_, err := closing.Close(context.Background(), d.Bureau, label)
	return err
}

// Draft closes a period and answers all questions of its review.
func (d *Bureau) Draft(label string) {
	d.T.Helper()
	if err := d.Close(label); err != nil {
		d.T.Fatal(label, err)
	}
	if _, err := closing.Tick(context.Background(), d.Bureau, label, "all", "looked at"); err != nil {
		d.T.Fatal(label, err)
	}
}

// Publish closes a period, answers all questions of its review, and publishes it.
func (d *Bureau) Publish(label string) *lists.Publication {
	d.T.Helper()
	d.Draft(label)
	p, err := closing.Publish(context.Background(), d.Bureau, label, "the test comes before the list's day")
	if err != nil {
		d.T.Fatal(label, err)
	}
	return p
}

// PublishAll publishes the open periods in order, so many or all if negative. The clock is in
// 2026 then.
func (d *Bureau) PublishAll(listed int) {
	d.T.Helper()
	d.On("2026-01-01")
	var open []string
	d.Look(func(r bureau.Reader) error {
		all, err := lists.AllPeriods(r)
		for _, p := range all {
			if p.State == lists.Open {
				open = append(open, p.Label)
			}
		}
		return err
	})
	if len(open) == 0 {
		d.T.Fatal("no period is open")
	}
	for i, label := range open {
		if i == listed {
			break
		}
		d.Publish(label)
	}
}

// Propose proposes a correction.
func (d *Bureau) Propose(what correction.Amendment) error {
	_, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Reason: "the score sheet"})
	return err
}

// Accept proposes a correction, which may answer an inquiry, and accepts it.
func (d *Bureau) Accept(what correction.Amendment, inquiry string) *correction.Correction {
	d.T.Helper()
	k, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Inquiry: inquiry, Reason: "the score sheet"})
	if err == nil {
		k, err = correction.Accept(context.Background(), d.Bureau, k.Number, "seen")
	}
	d.Must(err)
	return k
}

// Undo undoes a correction.
func (d *Bureau) Undo(number string) {
	d.T.Helper()
	k, err := correction.Undo(context.Background(), d.Bureau, number, "", "it was right")
	if err == nil {
		_, err = correction.Accept(context.Background(), d.Bureau, k.Number, "seen")
	}
	d.Must(err)
}

// Turn returns the correction of a game's result to another one.
func Turn(ref string, r *report.Report, game int) correction.Amendment {
	return Result(ref, r, game, Turned(r.Sections[0].Games[game].Result))
}

// Result returns the correction of a game's result.
func Result(ref string, r *report.Report, game int, to report.Result) correction.Amendment {
	g := r.Sections[0].Games[game]
	return correction.Amendment{Kind: correction.AmendResult, Report: ref, Adjustments: []check.Adjustment{{
		Section: r.Sections[0].Name, Round: g.Round, White: g.White, Black: g.Black, Result: &to,
	}}}
}

// Turned returns another result.
func Turned(r report.Result) report.Result { return (r + 1) % 3 }

// Set changes fields of a player by FIELD=VALUE pairs.
func (d *Bureau) Set(id string, fields ...string) {
	d.T.Helper()
	_, err := register.Set(context.Background(), d.Bureau, id, fields, "the form")
	d.Must(err)
}

// Rename changes the name of a player.
func (d *Bureau) Rename(id, name, local string) {
	d.T.Helper()
	d.Set(id, "name="+name, "name_local="+local)
}

// Enter registers a player by FIELD=VALUE pairs, and returns the ID.
func (d *Bureau) Enter(fields ...string) string {
	d.T.Helper()
	card, _, err := register.Enter(context.Background(), d.Bureau, fields, "")
	if err != nil {
		d.T.Fatal(fields, err)
	}
	return card.ID
}
