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
	"github.com/arpadchess/arpad/report"
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

// Who reports is the club's representative, who need not be a member, or a member whom they have
// approved, 3(2). The federation is an organiser by each of its names, and an officer names who
// reports for it (Reading J34). Where nobody is on record, an officer is asked.
func TestReporter(t *testing.T) {
	t.Parallel()
	const club = "Minato Chess Club"
	base := bureauOf(t, "jcf-2023")
	for _, test := range []struct {
		organizer, from string
		fields          []string // of the club
		federation      string   // entry of the federation in the register; empty: none
		asked           string
	}{
		{organizer: club, from: "Player NoA"},
		{organizer: club, from: "Player, NoA"},
		{organizer: club, from: "Player NoC", asked: "reporter-not-approved"},
		{organizer: club, from: "Player NoC", fields: []string{"reporters=Player NoC"}},
		{organizer: club, from: "Total Stranger", fields: []string{"reporters=Total Stranger"}, asked: "reporter-no-member"},
		{organizer: club, from: "Total Stranger", fields: []string{"representative=Total Stranger"}},
		{organizer: club, from: "Player NoA", fields: []string{"representative=", "reporters="}, asked: "reporter-unknown"},
		{organizer: club, fields: []string{"representative=", "reporters="}, asked: "reporter-missing"},
		{organizer: "JCF", from: "Total Stranger", asked: "reporter-unknown"},
		{organizer: "日本チェス連盟", from: "Player NoA", asked: "reporter-unknown"},
		{organizer: "Japan Chess Federation", from: "Player NoA", federation: "JCF"},
		{organizer: "ＮＣＳ", from: "Player NoA", federation: "日本チェス連盟"},
		{organizer: "NCS", from: "Player NoC", federation: "JCF", asked: "reporter-not-approved"},
		{organizer: "JCF", federation: "JCF", asked: "reporter-missing"},
		{organizer: "Nobody's Club", from: "Player NoA", asked: "organizer-not-registered"},
	} {
		c := newCell(base.Clone(t), "jcf-2023")
		if test.fields != nil {
			_, err := register.SetClub(context.Background(), c.d.Bureau, club, test.fields, "noted")
			c.d.Must(err)
		}
		if test.federation != "" {
			_, err := register.AddClub(context.Background(), c.d.Bureau, []string{"name=" + test.federation, "reporters=" + c.d.ID(0)}, "the board has decided")
			c.d.Must(err)
		}
		c.from = test.from
		c.change(func(r *report.Report) { r.Organizer, r.SubmittedBy = test.organizer, "" })
		if r := c.submit(c.files[0], "", bureautest.JSONFile, false).Report; asked(r) != test.asked {
			t.Errorf("%+v: asked %q", test, asked(r))
		}
	}
}

// Whoever may report a file takes the word of somebody who may not by sending the same file: that is
// what the sender is told to have done (UH3).
func TestRepresentativeSendsTheSameFile(t *testing.T) {
	t.Parallel()
	c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
	for _, test := range []struct{ from, asked string }{
		{"Player NoC", "reporter-not-approved"}, {"", "reporter-not-approved"}, {"Total Stranger", "reporter-not-approved"},
		{"Player NoA", ""}, {"Player NoC", ""},
	} {
		c.from = test.from
		c.change(func(r *report.Report) { r.SubmittedBy = "" })
		r := c.submit(c.files[0], "", bureautest.JSONFile, false).Report
		if asked(r) != test.asked || len(r.Revisions) != 1 {
			t.Errorf("from %q: asked %q, %d files", test.from, asked(r), len(r.Revisions))
		}
	}
}

// The person in charge is found with the words of their name in any order. Somebody's own name is not
// another one's that sounds alike, and a spelling that two may have is neither's: it is asked.
func TestWhoWasInCharge(t *testing.T) {
	t.Parallel()
	for name, asked := range map[string]string{
		"Ohno Yuuko": "", "Yuuko OHNO": "",
		"Ono Yuko": "responsible-no-annual-member", "Yuko Ono": "responsible-no-annual-member",
		"Oono Yuko": "responsible-unknown", "Mori Kei": "responsible-unknown",
	} {
		d := bureautest.SixteenMembers(t, 2023, "ncs")
		d.On("2023-03-10T03:00:00Z")
		d.Enter("name=Ono Yuko")
		member := d.Enter("name=Ohno Yuuko")
		_, err := register.Enrol(context.Background(), d.Bureau, register.Membership{Player: member, Days: bureautest.MemberDays}, "")
		d.Must(err)
		r := d.Event("Open", "2023-03-08")
		r.Responsible = name
		got := ""
		for _, q := range d.Send(r).Report.Open() {
			if q.What == "responsible-unknown" || q.What == "responsible-no-annual-member" {
				got += q.What
			}
		}
		if got != asked {
			t.Errorf("%s was in charge: asked is %q, want %q", name, got, asked)
		}
	}
}
