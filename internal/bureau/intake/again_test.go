package intake_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// An event reported again from another program, with another name of its
// section, is the same event, before its list is published and after: no game
// counts twice.

// knownAgain reports an event, calls a function, and reports the event again.
func knownAgain(t *testing.T, tell func(*bureautest.Bureau, *synth.Federation) (first, again *report.Report), meanwhile func(*bureautest.Bureau, *synth.Federation, string)) {
	t.Helper()
	for _, published := range []bool{false, true} {
		d, f := bureautest.Japan(t, nil)
		first, again := tell(d, f)
		sent := d.Send(first).Report
		if published {
			d.Now = d.Now.AddDate(0, 1, 1)
			d.Publish(sent.Period)
		}
		meanwhile(d, f, sent.Ref)
		receipt, err := intake.Submit(context.Background(), d.Bureau, bureautest.Submission(bureautest.JSON(t, again)))
		d.Must(err)
		if published { // it is received, and its list stands
			if r := receipt.Report; r.Ref != sent.Ref || r.State != check.Rated || r.Current != 1 || r.Listed.Revisions != 1 {
				t.Errorf("%+v", r)
			}
			continue
		}
		if r := receipt.Report; r.Ref != sent.Ref || r.Games != len(first.Sections[0].Games) || len(r.Section) != 1 {
			t.Errorf("%s has %d games in sections %q", r.Ref, r.Games, r.Section)
		}
	}
}

func nothing(*bureautest.Bureau, *synth.Federation, string) {}

// Half of the players are forgotten in between.
func TestForgottenPlayersEventIsRecognised(t *testing.T) {
	t.Parallel()
	knownAgain(t, func(_ *bureautest.Bureau, f *synth.Federation) (first, again *report.Report) {
		return bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "Main", 0, 1, 2, 3)
	}, func(d *bureautest.Bureau, f *synth.Federation, _ string) {
		for _, n := range []int{0, 2} {
			_, err := privacy.Erase(context.Background(), d.Bureau, f.People[n].ID, "asked for")
			d.Must(err)
		}
	})
}

// A file that still names somebody who was forgotten does not contradict the one that no
// longer does: a question would tell whose ID stands there.
func TestForgottenPersonInChargeIsNoQuestion(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	ways := []func(id string) error{
		func(id string) error { return privacy.Anonymise(ctx, d.Bureau, id, "asked for") },
		func(id string) error { _, err := privacy.Erase(ctx, d.Bureau, id, "asked for"); return err },
	}
	for n, forget := range ways {
		in := f.People[7+n]
		first := bureautest.Event(f, fmt.Sprint("Open ", n), "", 0, 1, 2, 3)
		first.Responsible, first.SubmittedBy = in.Name, in.Name
		ref := d.Send(first).Report.Ref
		d.Must(forget(in.ID))
		again := *first
		again.City = "Tokyo"
		receipt := d.Send(&again)
		if receipt.Report.Ref != ref {
			t.Fatal("another report")
		}
		for _, w := range receipt.Report.Open() {
			if w.What == "field-differs" {
				t.Errorf("%d: %+v, %v", n, w, receipt.Findings)
			}
		}
	}
}

// Namesakes are distinguished by their IDs, wherever a file has them and
// however it numbers its entries.
func TestNamesakesEventIsRecognised(t *testing.T) {
	t.Parallel()
	const name = "Takada Masao"
	knownAgain(t, func(d *bureautest.Bureau, f *synth.Federation) (first, again *report.Report) {
		first, again = bureautest.Event(f, "Open", "Main", 4, 5, 6, 7), bureautest.Event(f, "Open", "", 6, 7, 4, 5)
		for _, n := range []int{0, 2} {
			d.Set(first.Sections[0].Players[n].ID, "name="+name)
			first.Sections[0].Players[n].Name, again.Sections[0].Players[n].Name = name, name
		}
		for i := range again.Sections[0].Players {
			p := &again.Sections[0].Players[i]
			p.National, p.ID = []report.National{{Federation: "JPN", Number: p.ID}}, ""
		}
		return first, again
	}, nothing)
}

// One file has FIDE numbers and Latin names, the other national IDs and local
// names; the register has both.
func TestEventInAnotherScriptIsRecognised(t *testing.T) {
	t.Parallel()
	knownAgain(t, func(d *bureautest.Bureau, f *synth.Federation) (first, again *report.Report) {
		first, again = bureautest.Event(f, "Open", "", 4, 5, 6, 7), bureautest.Event(f, "Open", "本戦", 4, 5, 6, 7)
		for i := range first.Sections[0].Players {
			p, number := &first.Sections[0].Players[i], fmt.Sprint(99000001+i)
			d.Set(p.ID, "fide_id="+number, "name_local=選手"+number)
			p.ID, p.FideID, again.Sections[0].Players[i].Name = "", number, "選手"+number
		}
		return first, again
	}, nothing)
}

// An officer's match of an entry does not apply to the entry with the same
// number in a refused file.
func TestMatchIgnoresARefusedFile(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	hub := func(section string, hub, one, other int, players ...int) *report.Report {
		r := bureautest.Event(f, "Open", section, players...)
		r.Sections[0].Rounds = 2
		r.Sections[0].Games = []report.Game{{Round: 1, White: hub, Black: one, Result: report.WhiteWon}, {Round: 2, White: hub, Black: other, Result: report.Drawn}}
		return r
	}
	first, second := hub("Open", 1, 2, 3, 4, 5, 6), hub("Open", 3, 1, 2, 5, 6, 4)
	first.Sections[0].Players[2].ID, second.Sections[0].Players[1].ID = "", ""
	second.Sections[0].Games = append(second.Sections[0].Games, second.Sections[0].Games[0])
	second.Sections[0].Games[2].Black = 99 // nobody: the section is refused
	ref := d.Send(first).Report.Ref
	d.Must(desk.Match(context.Background(), d.Bureau, ref, "Open", 3, f.People[6].ID))
	if r := d.Send(second).Report; r.Ref != ref || r.State != check.Admitted {
		t.Fatalf("%+v", r)
	}
	if r := d.Send(hub("Main", 1, 2, 3, 4, 5, 6)).Report; r.Ref != ref || len(r.Section) != 1 {
		t.Errorf("%s is %s, with sections %q", r.Ref, r.State, r.Section)
	}
}

// A returned report waits only for its organiser: nobody is asked to match
// entries of a file that cannot be rated.
func TestReturnedReportWaitsForItsOrganiser(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 4, 5, 6, 7)
	r.Sections[0].Players[3].ID = ""
	r.Sections[0].Games = append(r.Sections[0].Games, r.Sections[0].Games[0])
	r.Sections[0].Games[1].Black = 99 // nobody
	back := d.Send(r).Report
	if back.State != check.Returned || len(back.Open()) > 0 {
		t.Errorf("it is %s, and waits for %+v", back.State, back.Open())
	}
}
