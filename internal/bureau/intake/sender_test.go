package intake_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// The accounts of two clubs, as signing in will fill them.
var (
	minato = bureau.Actor{Account: "A0903", Name: "Player NoA", Roles: bureau.Organiser, Clubs: []string{"C1"}}
	kita   = bureau.Actor{Account: "A0904", Name: "Player NoA", Roles: bureau.Organiser, Clubs: []string{"C2"}}
)

// senders is a bureau to which two clubs report.
type senders struct{ *bureautest.Bureau }

func sendersOf(t *testing.T, edition string) senders {
	t.Helper()
	d := bureauOf(t, edition)
	for id, name := range map[string]string{"C1": "Minato Chess Club", "C2": "Kita Chess Club"} {
		d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: id, Name: name, Representative: d.ID(0)}))
	}
	return senders{d}
}

// as returns the bureau for one request of somebody.
func (d senders) as(who bureau.Actor, act string) *bureau.Bureau {
	b := *d.Bureau.Bureau
	b.Actor = who
	return b.Asking(bureau.Request{Rule: &bureau.Rule{ID: act, Any: bureau.Officer, Own: bureau.Organiser}}, &bureau.Outcome{})
}

// try submits a report as somebody.
func (d senders) try(who bureau.Actor, r *report.Report, alter ...func(*intake.Submission)) (*intake.Receipt, string) {
	d.T.Helper()
	s := bureautest.Submission(bureautest.JSON(d.T, r))
	for _, f := range alter {
		f(&s)
	}
	receipt, err := intake.Submit(context.Background(), d.as(who, "report.submit"), s)
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return nil, refused.ID
	}
	d.Must(err)
	return receipt, ""
}

// send is try for what is not refused. Its fee is paid.
func (d senders) send(who bureau.Actor, r *report.Report, alter ...func(*intake.Submission)) *intake.Receipt {
	d.T.Helper()
	receipt, refused := d.try(who, r, alter...)
	if refused != "" {
		d.T.Fatalf("it is refused: %s", refused)
	}
	if due := receipt.Report.Fee.Due(); due > 0 {
		_, err := desk.Pay(context.Background(), d.Bureau.Bureau, receipt.Report.Ref, due)
		d.Must(err)
		receipt.Report = d.Report(receipt.Report.Ref)
	}
	return receipt
}

// of returns the documents of a report.
func (d senders) of(ref string) map[string]string {
	all := d.Documents()
	maps.DeleteFunc(all, func(key, _ string) bool { return !strings.Contains(key, bureau.RefKey(ref)) })
	return all
}

// replacing submits in place of earlier files.
func replacing(s *intake.Submission) { s.Replaces = true }

// A club that sends the event of another changes nothing of its report, and learns nothing of it:
// what it sends is a report of its own, which an officer is asked about.
func TestNobodyElseReplacesAReport(t *testing.T) {
	t.Parallel()
	for edition := range inForce {
		t.Run(edition, func(t *testing.T) {
			t.Parallel()
			d := sendersOf(t, edition)
			event := func(f func(*report.Report)) *report.Report {
				r := (&cell{d: d.Bureau, edition: edition}).event()
				r.SubmittedBy = ""
				f(r)
				return r
			}
			same := func(*report.Report) {}
			reversed := func(r *report.Report) {
				for i := range r.Sections[0].Games {
					g := &r.Sections[0].Games[i]
					g.Result = (g.Result + 1) % 3
				}
			}
			other := func(r *report.Report) { reversed(r); r.Venue = "Annex" }
			nobody := func(r *report.Report) { reversed(r); r.Organizer = "" }
			first := d.send(minato, event(same)).Report
			if first.State != check.Admitted {
				t.Fatalf("the honest report is %s: %q", first.State, asked(first))
			}
			before := d.of(first.Ref)
			for name, alter := range map[string]func(*report.Report){"with the club's name": reversed, "with none": nobody, "the same bytes": same} {
				for _, replaces := range []bool{false, true} {
					receipt := d.send(kita, event(alter), func(s *intake.Submission) { s.Replaces = replaces })
					r := receipt.Report
					if r.Ref == first.Ref || receipt.Known && !replaces || r.State != check.Withheld {
						t.Errorf("%s, replaces %v: %s is %s, asked %q, known: %v", name, replaces, r.Ref, r.State, asked(r), receipt.Known)
					}
				}
			}
			for _, f := range []func(*intake.Submission){func(s *intake.Submission) { s.Ref = first.Ref }, func(s *intake.Submission) { s.Ref = "2019-01-0001" }} {
				if _, refused := d.try(kita, event(other), f); refused != "not-yours" {
					t.Errorf("with a reference: %q", refused)
				}
			}
			if !maps.Equal(d.of(first.Ref), before) {
				t.Error("the honest report has changed")
			}
			if again := d.send(minato, event(same)); !again.Known || again.Report.Ref != first.Ref {
				t.Errorf("the honest file is not known again: %s", again.Report.Ref)
			}
			next := d.send(minato, event(func(r *report.Report) { r.Venue = "Great hall" }), replacing).Report
			if next.Ref != first.Ref || next.State != check.Admitted {
				t.Errorf("the honest next file is of %s, %s: %q", next.Ref, next.State, asked(next))
			}
		})
	}
}

// A file that was sent back is repaired by its sender, whatever name others have typed.
func TestReturnedFileIsItsSenders(t *testing.T) {
	t.Parallel()
	d := sendersOf(t, "jcf-2023")
	event := func(name string) *report.Report {
		r := d.Event(name, "2024-03-08")
		r.SubmittedBy = ""
		return r
	}
	ref := d.send(minato, event("Opne")).Report.Ref
	d.Must(desk.Decide(context.Background(), d.Bureau.Bureau, ref, check.Returned, "the name"))
	if r := d.send(kita, event("Open")).Report; r.Ref == ref {
		t.Error("another club has repaired it")
	}
	if r := d.send(minato, event("Open")).Report; r.Ref != ref {
		t.Errorf("the repaired file is %s, not %s", r.Ref, ref)
	}
}

// Who reports for a club is its account; a name that its file states is nobody's word, 3(2).
func TestAccountReports(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		who   bureau.Actor
		typed string
		from  string
		asked string
	}{
		"the club's account":        {who: minato, typed: "Total Stranger"},
		"another's, with its names": {who: kita, typed: "Player NoA", asked: "organizer-not-sender"},
		"an officer's word":         {who: bureau.AtTerminal("officer"), from: "Player NoA"},
		"another officer's word":    {who: bureau.AtTerminal("officer"), from: "Player NoC", asked: "reporter-not-approved"},
	} {
		d := sendersOf(t, "jcf-2023")
		r := d.Event("Open", "2024-03-08")
		r.SubmittedBy = test.typed
		got := d.send(test.who, r, func(s *intake.Submission) { s.From, s.Words.Reporter = test.from, test.typed }).Report
		if asked(got) != test.asked {
			t.Errorf("%s: asked %q", name, asked(got))
		}
		if test.asked == "organizer-not-sender" {
			d.Must(desk.Answer(context.Background(), d.Bureau.Bureau, got.Ref, "they hold it together", "", desk.Reply{Question: test.asked, Count: true}))
			if got = d.Report(got.Ref); got.State != check.Admitted {
				t.Errorf("answered it is %s: %q", got.State, asked(got))
			}
		}
	}
}

// A report that an officer assigns is the other club's by the officer's word: the account that sent it
// says nothing for that club.
func TestAssignedReportIsTheOtherClubs(t *testing.T) {
	t.Parallel()
	d := sendersOf(t, "jcf-2023")
	r := d.Event("Open", "2024-03-08")
	r.SubmittedBy = ""
	sent := d.send(kita, r).Report
	if asked(sent) != "organizer-not-sender" {
		t.Fatalf("asked %q", asked(sent))
	}
	d.Must(desk.Assign(context.Background(), d.Bureau.Bureau, sent.Ref, "C1", "a letter"))
	is := d.Report(sent.Ref)
	if is.For != (check.Sender{Club: "C1"}) || asked(is) != "" {
		t.Errorf("it is %+v's, asked %q", is.For, asked(is))
	}
}

// Who reports for several clubs says for which one.
func TestSenderOfSeveralClubs(t *testing.T) {
	t.Parallel()
	d := sendersOf(t, "jcf-2023")
	both := minato
	both.Clubs = []string{"C1", "C2"}
	for club, want := range map[string]string{"": "sender-club-needed", "C1": "", "Kita Chess Club": "", "C3": "no-club"} {
		r, refused := d.try(both, d.Event("Open of "+club, "2024-03-08"), func(s *intake.Submission) { s.For = club })
		if refused != want || want == "" && !slices.Contains(both.Clubs, r.Report.For.Club) {
			t.Errorf("for %q: %q", club, refused)
		}
	}
	if _, refused := d.try(minato, d.Event("Open", "2024-03-08"), func(s *intake.Submission) { s.For = "C2" }); refused != "not-yours" {
		t.Errorf("for the club of another: %q", refused)
	}
}
