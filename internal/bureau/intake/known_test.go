package intake_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// The registers decide who may organise and report; a violation of the rules
// waits for an officer, 2(1), 3(2).
func TestWhoMayReport(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		club := register.Club{ID: "C1", Name: f.Clubs[0].Name, Representative: f.People[0].ID, Reporters: []string{f.People[1].Name}}
		if err := bureautest.KeepClub(d.Bureau, &club); err != nil {
			t.Fatal(err)
		}
		submit := func(name, from string) *check.Case {
			s := bureautest.Submission(bureautest.JSON(t, bureautest.Event(f, name, "", 2, 3)))
			s.From = from
			receipt, err := intake.Submit(context.Background(), d.Bureau, s)
			if err != nil {
				t.Fatal(err)
			}
			return receipt.Report
		}
		for from, want := range map[string]lists.State{
			f.People[0].Name: check.Admitted, f.People[0].ID: check.Admitted, f.People[1].Name: check.Admitted,
			f.People[5].Name: check.Withheld, "": check.Waiting,
		} {
			if r := submit("Open of "+from, from); r.State != want {
				t.Errorf("from %q: %s %v, want %s", from, r.State, r.Open(), want)
			}
		}
		other := bureautest.Event(f, "Open elsewhere", "", 2, 3)
		other.Organizer = "Nobody's Club"
		if receipt := d.Send(other); receipt.Report.State != check.Withheld || !bureautest.Finds(receipt.Findings, "organizer-not-registered") {
			t.Errorf("%+v", receipt.Report)
		}
	})
}

// With the option, the games of a non-member are left out, and only these,
// 3(5).
func TestNonMembersGamesStayOut(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s bureau.Store) {
		f := bureautest.JapanFederation()
		f.People[3].Member = civil.Range{From: f.On - 400, To: f.On - 100}
		d := bureautest.JapanOf(t, s, f, map[string]string{"non_members": "exclude"})
		receipt := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3))
		if receipt.Report.State != check.Admitted || !bureautest.Finds(receipt.Findings, "non-member") {
			t.Fatalf("%+v %v", receipt.Report, receipt.Findings)
		}
		d.Now = d.Now.AddDate(0, 1, 1)
		if run, err := closing.Close(context.Background(), d.Bureau, receipt.Report.Period); err != nil || run.Games != 1 {
			t.Errorf("%+v %v", run, err)
		}
	})
}
