package intake_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// unclear has a report state its days in words, which may be read in several ways.
func unclear(start, end string) func(*report.Report) {
	return func(r *report.Report) {
		r.Unclear = nil
		for i, text := range []string{start, end} {
			day := []*civil.Date{&r.Start, &r.End}[i]
			w, _ := civil.Read(text)
			if *day = 0; len(w.Days()) == 1 {
				*day = w.Days()[0]
			} else if text != "" {
				r.Unclear = append(r.Unclear, report.Unclear{End: i == 1, Text: text, Days: w.Days()})
			}
		}
		for i := range r.Sections {
			for j := range r.Sections[i].Games {
				r.Sections[i].Games[j].Date = 0
			}
		}
	}
}

// sendParsed submits a report as its reader understood it.
func (c *cell) sendParsed(r *report.Report, name string) *intake.Receipt {
	c.d.T.Helper()
	s := bureautest.Submission(append(bureautest.JSON(c.d.T, r), []byte(name)...))
	copied := *r
	s.File, s.Parsed, s.Found, s.From = name, &copied, nil, c.from
	receipt, err := intake.Submit(context.Background(), c.d.Bureau, s)
	c.d.Must(err)
	return receipt
}

// A day that can be read in several ways is decided by what leaves one of them: another file, the
// announcement, the day of receipt, two days that follow each other. Else nothing is computed from
// it, and all that is asked is which day (UH2).
func TestDaysAreNeverGuessed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, start, end string
		before           func(*cell)
		days, because    string // decided so; empty: asked
		may              int    // days on which it may begin
		asked            string
	}{
		{name: "one day in three ways", start: "01/02/24", end: "01/02/24", may: 3, asked: "date-ambiguous"},
		{name: "a league or two days", start: "01/02/24", end: "03/02/24", may: 3, asked: "date-ambiguous"},
		{name: "before the report came", start: "08/03/2024", end: "09/03/2024", days: "2024-03-08 – 2024-03-09", because: "by-receipt"},
		{name: "two days that follow each other", start: "02/03/24", end: "03/03/24", days: "2024-03-02 – 2024-03-03", because: "by-days"},
		{name: "as announced", start: "08/03/24", end: "08/03/24", before: func(c *cell) { c.announced(early, func(*check.Announcement) {}) },
			days: "2024-03-08 – 2024-03-08", because: "by-announcement"},
		{name: "announced too late to confirm anything", start: "08/03/24", end: "08/03/24", before: func(c *cell) { c.announced(1, func(*check.Announcement) {}) },
			may: 3, asked: "date-ambiguous"},
		{name: "the other file of the event", start: "08/03/24", end: "08/03/24", before: func(c *cell) {
			c.sendParsed(c.files[0], "first")
		}, days: "2024-03-08 – 2024-03-08", because: "by-files"},
		{name: "one day that is none", start: "soon", end: "2024-03-08", asked: "date-unreadable"},
		{name: "no days", asked: "no-date"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
			if c.change(unclear("2024-03-08", "2024-03-08")); test.before != nil {
				test.before(c)
			}
			c.change(unclear(test.start, test.end))
			receipt := c.sendParsed(c.files[0], "second")
			r := receipt.Report
			if test.asked == "" {
				said := slices.ContainsFunc(receipt.Findings, func(f finding.Finding) bool { return f.ID == "date-order" && f.Value("because") == test.because })
				if got := r.Days.From.String() + " – " + r.Days.To.String(); got != test.days || !said || r.State != check.Admitted {
					t.Errorf("%s, %s, %v; want %s, %s", r.State, got, receipt.Findings, test.days, test.because)
				}
				return
			}
			open := r.Open()
			if len(open) != 1 || open[0].What != test.asked || r.State != check.Waiting || r.Days != (civil.Range{}) || len(r.MayBegin) != test.may ||
				r.Deadline != 0 || r.Current != 0 || r.Fee != nil {
				t.Errorf("%s, %v, days %v, %v, %d, fee %v", r.State, open, r.Days, r.MayBegin, r.Deadline, r.Fee)
			}
			c.d.Look(func(rd bureau.Reader) error { // UM10: it is not the latest of late reports
				row, err := rows.Reports.One(rd, r.Ref)
				if err == nil && row.Days != 0 {
					t.Errorf("it came %d days after a last day that is not known", row.Days)
				}
				return err
			})
			bureautest.Refused(t, desk.Decide(context.Background(), c.d.Bureau, r.Ref, check.Admitted, "it is clear to me"), "question-open")
			bureautest.Refused(t, desk.Answer(context.Background(), c.d.Bureau, r.Ref, "it is clear to me", "", desk.Reply{Question: test.asked, Count: true}), "no-question")
			state := intake.Statement{Ref: r.Ref, From: c.from, Words: statement.Words{Start: bureautest.Day("2024-03-08"), End: bureautest.Day("2024-03-08")}}
			stated, err := intake.State(context.Background(), c.d.Bureau, state, nil)
			if c.d.Must(err); stated.Report.State != check.Admitted || stated.Report.Ref != r.Ref {
				t.Errorf("with its days: %s, %v", stated.Report.State, stated.Findings)
			}
		})
	}
}

// A repaired file of a report without days is a file of that report, and takes its place (UM10).
func TestRepairedDaysKeepTheReference(t *testing.T) {
	t.Parallel()
	c := newCell(bureauOf(t, "jcf-2023"), "jcf-2023")
	c.change(unclear("", ""))
	was := c.sendParsed(c.files[0], "open").Report
	c.change(unclear("2024-03-08", "2024-03-08"))
	g := &c.files[0].Sections[0].Games[0]
	g.Result = bureautest.Turned(g.Result)
	if r := c.sendParsed(c.files[0], "open").Report; r.Ref != was.Ref || r.State != check.Admitted {
		t.Errorf("%s is %s, %v; the report was %s", r.Ref, r.State, r.Open(), was.Ref)
	}
}
