package submission_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// bare is the file of an evening that says no more than who played whom, and perhaps its days in
// some order.
func bare(t *testing.T, f *synth.Federation, lines ...string) []byte {
	t.Helper()
	var b strings.Builder
	fmt.Fprintln(&b, "012 Evening")
	for _, line := range lines {
		fmt.Fprintln(&b, line)
	}
	for n := range 2 {
		p := &f.People[n]
		line := []byte(strings.Repeat(" ", 99))
		copy(line, "001")
		for at, text := range map[int]string{7: fmt.Sprint(n + 1), 14: p.Name, 57: p.ID, 80: fmt.Sprintf("%d.0", 1-n), 94: fmt.Sprint(2 - n), 96: "wb"[n : n+1], 98: "10"[n : n+1]} {
			copy(line[at:], text)
		}
		fmt.Fprintln(&b, string(line))
	}
	return []byte(b.String())
}

// words are all that the evening's file leaves out.
func words(f *synth.Federation) statement.Words {
	return statement.Words{
		Start: f.On - 1, End: f.On - 1, Organizer: f.Clubs[0].Name, Responsible: f.People[0].Name, Venue: "Hall", Time: "18:00", Type: "standard", Rounds: 1,
		Reporter: f.People[0].Name,
	}
}

// office returns a bureau in which a club and its reporter are registered.
func office(t *testing.T) (*bureautest.Bureau, *synth.Federation) {
	t.Helper()
	d, f := bureautest.Japan(t, nil)
	who := f.People[0].ID
	_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=" + f.Clubs[0].Name, "representative=" + who, "reporters=" + who}, "applied")
	d.Must(err)
	return d, f
}

func submit(d *bureautest.Bureau, s submission.Submission) *intake.Receipt {
	d.T.Helper()
	receipt, err := submission.Submit(d.T.Context(), d.Bureau, s)
	d.Must(err)
	return receipt
}

func state(d *bureautest.Bureau, s intake.Statement) *intake.Receipt {
	d.T.Helper()
	receipt, err := submission.State(d.T.Context(), d.Bureau, s)
	d.Must(err)
	return receipt
}

// known returns what is understood of a report, and its findings.
func known(d *bureautest.Bureau, ref string) (p *report.Report, found []finding.Finding) {
	d.T.Helper()
	d.Look(func(rd bureau.Reader) error {
		var err error
		p, found, err = intake.Latest(rd, d.Report(ref))
		return err
	})
	return p, found
}

// What a file leaves out comes with it, later, or with the same bytes again: the report is the
// same, and so is what is found.
func TestStatementsComeInAnyWay(t *testing.T) {
	t.Parallel()
	ways := map[string]func(*bureautest.Bureau, submission.Submission) string{
		"with the file": func(d *bureautest.Bureau, s submission.Submission) string { return submit(d, s).Report.Ref },
		"later": func(d *bureautest.Bureau, s submission.Submission) string {
			said := s.Words
			s.Words = statement.Words{}
			ref := submit(d, s).Report.Ref
			state(d, intake.Statement{Ref: ref, Words: said})
			return ref
		},
		"in parts": func(d *bureautest.Bureau, s submission.Submission) string {
			said := s.Words
			s.Words = statement.Words{Organizer: "Somebody Else", Start: said.Start + 1}
			ref := submit(d, s).Report.Ref
			state(d, intake.Statement{Ref: ref, File: 1, Words: said})
			return ref
		},
		"with the same bytes": func(d *bureautest.Bureau, s submission.Submission) string {
			silent := s
			silent.Words = statement.Words{}
			ref := submit(d, silent).Report.Ref
			again := submit(d, s)
			if again.Known || again.Report.Ref != ref || len(again.Report.Revisions) != 1 {
				d.T.Errorf("the same bytes are %s with %d revisions, want %s with one", again.Report.Ref, len(again.Report.Revisions), ref)
			}
			if receipt := submit(d, s); !receipt.Known {
				d.T.Error("the same words with the same bytes are something new")
			}
			return ref
		},
	}
	var want *report.Report
	var found []finding.Finding
	for _, name := range []string{"with the file", "later", "in parts", "with the same bytes"} {
		d, f := office(t)
		ref := ways[name](d, submission.Submission{File: "evening.trf", Data: bare(t, f), Words: words(f)})
		p, all := known(d, ref)
		if want == nil {
			want, found = p, all
			if p.Organizer != f.Clubs[0].Name || p.FirstDay() != f.On-1 || p.SubmittedBy != f.People[0].Name {
				t.Fatalf("what was stated is not there: %+v", p)
			}
			continue
		}
		if diff := cmp.Diff(want, p); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(found, all); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		d.Verified()
	}
}

// A file that comes later has the word on what it states itself, and the statement on what it
// leaves out.
func TestLaterFileIsFilledIn(t *testing.T) {
	t.Parallel()
	d, f := office(t)
	ref := submit(d, submission.Submission{File: "a.trf", Data: bare(t, f)}).Report.Ref
	state(d, intake.Statement{Ref: ref, Words: words(f)})
	d.Now = d.Now.AddDate(0, 0, 1)
	day := strings.ReplaceAll(f.On.String(), "-", "/")
	submit(d, submission.Submission{File: "b.trf", Data: bare(t, f, "042 "+day, "052 "+day), Ref: ref, Replaces: true})
	p, _ := known(d, ref)
	if p.FirstDay() != f.On || p.Organizer != f.Clubs[0].Name {
		t.Errorf("the report is of %v by %q, want %v by %q", p.FirstDay(), p.Organizer, f.On, f.Clubs[0].Name)
	}
}

// The kept bytes are read again in the order of days that is stated; once they are destroyed this
// is refused, and what was stated before stays, without the person.
func TestBytesAreReadAgain(t *testing.T) {
	t.Parallel()
	d, f := office(t)
	receipt := submit(d, submission.Submission{File: "a.trf", Data: bare(t, f, "042 02/01/2024", "052 02/01/2024"), Words: statement.Words{Venue: f.People[5].Name + " Hall"}})
	ref := receipt.Report.Ref
	for order, want := range map[civil.Order]civil.Date{civil.DayFirst: civil.Of(2024, 1, 2), civil.MonthFirst: civil.Of(2024, 2, 1)} {
		state(d, intake.Statement{Ref: ref, Words: statement.Words{As: statement.As{Dates: order}}})
		if p, _ := known(d, ref); p.FirstDay() != want {
			t.Errorf("read as %v it is of %v, want %v", order, p.FirstDay(), want)
		}
	}
	state(d, intake.Statement{Ref: ref, Words: statement.Words{Organizer: f.Clubs[0].Name}})
	_, err := privacy.Erase(t.Context(), d.Bureau, f.People[5].ID, "asked for")
	d.Must(err)
	_, err = submission.State(t.Context(), d.Bureau, intake.Statement{Ref: ref, Words: statement.Words{As: statement.As{Dates: civil.DayFirst}}})
	bureautest.Refused(t, err, "no-bytes")
	if p, _ := known(d, ref); p.Organizer != f.Clubs[0].Name || strings.Contains(p.Venue, f.People[5].Name) {
		t.Errorf("after the erasure it is by %q in %q", p.Organizer, p.Venue)
	}
	state(d, intake.Statement{Ref: ref, Words: statement.Words{Time: "19:00"}})
	if p, _ := known(d, ref); p.Organizer != f.Clubs[0].Name || p.Time != "19:00" {
		t.Errorf("after another statement it is by %q at %q", p.Organizer, p.Time)
	}
	d.Verified()
}

// A dry run takes the same statements, and its receipt is that of the submission.
func TestDryRunIsTheReceipt(t *testing.T) {
	t.Parallel()
	d, f := office(t)
	for _, said := range []statement.Words{{}, {Organizer: f.Clubs[0].Name}, words(f)} {
		s := submission.Submission{File: "evening.trf", Data: bare(t, f), Words: said, From: f.People[0].Name}
		var shown *trial.Preview
		d.Must(d.Preview(t.Context(), func(preview *bureau.Bureau) (err error) {
			shown, err = submission.Try(t.Context(), preview, s)
			return err
		}))
		if diff := cmp.Diff(shown.Receipt, submit(d, s)); diff != "" {
			t.Error(diff)
		}
	}
}

// A statement without words is refused, and so is one about a file that is not there.
func TestEmptyStatementIsRefused(t *testing.T) {
	t.Parallel()
	d, f := office(t)
	ref := submit(d, submission.Submission{File: "a.trf", Data: bare(t, f)}).Report.Ref
	_, err := submission.State(t.Context(), d.Bureau, intake.Statement{Ref: ref})
	bureautest.Refused(t, err, "nothing-stated")
	_, err = submission.State(t.Context(), d.Bureau, intake.Statement{Ref: ref, File: 2, Words: words(f)})
	bureautest.Refused(t, err, "no-bytes")
}

// Who an entry is can be said of a report whose sections came in files of their own: it is about one of them, and found wanting in none;
// of a section that no file has it is.
func TestEntryOfOneOfSeveralFiles(t *testing.T) {
	t.Parallel()
	d, f := office(t)
	ref := ""
	for n, section := range []string{"A", "B"} {
		r := &report.Report{Name: "Evening", Organizer: f.Clubs[0].Name, Venue: "Hall", Time: "18:00", Responsible: f.People[0].Name, SubmittedBy: f.People[0].Name, Start: f.On - 1, End: f.On - 1, Sections: []report.Section{{
			Name: section, Rounds: 1, Players: []report.Player{{StartNumber: 1, ID: f.People[2*n].ID, Name: f.People[2*n].Name}, {StartNumber: 2, Name: f.People[2*n+1].Name}},
			Games: []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteWon}},
		}}}
		ref = submit(d, submission.Submission{File: section + ".json", Data: bureautest.JSON(t, r), Ref: ref, From: f.People[0].Name}).Report.Ref
	}
	state(d, intake.Statement{Ref: ref, Words: statement.Words{Entries: []string{statement.Entry("B", 2, f.People[3].ID)}}})
	p, found := known(d, ref)
	if i := slices.IndexFunc(found, func(f finding.Finding) bool { return f.ID == "no-entry" }); i >= 0 {
		t.Errorf("%+v", found[i])
	}
	if len(p.Sections) != 2 || p.Sections[0].Players[1].ID != "" || p.Sections[1].Players[1].ID != f.People[3].ID {
		t.Errorf("%+v", p.Sections)
	}
	state(d, intake.Statement{Ref: ref, Words: statement.Words{Entries: []string{statement.Entry("C", 2, f.People[3].ID)}}})
	if _, found = known(d, ref); !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "no-entry" }) {
		t.Error("what is about no section is not found")
	}
	d.Verified()
}
