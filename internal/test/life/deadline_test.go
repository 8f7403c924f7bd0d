package life_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// bound are the refusals and findings with a deadline: how each occurs, and
// until when it can or could be cured.
var bound = []struct {
	id, authority, until string
	happens              func(d *bureautest.Bureau) error
}{
	{"period-runs", "ncs", "2024-02-20", func(d *bureautest.Bureau) error {
		february(d)
		return d.Close("2024-03")
	}},
	{"period-runs", "chessa", "2024-02-29", func(d *bureautest.Bureau) error {
		february(d)
		return d.Close("2024-03")
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		february(d)
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		february(d)
		return d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error {
			_, err := closing.ReviewOf(d.Bureau, r, "2024-03")
			return err
		})
	}},
	{"review-open", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		draft(d)
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"publish-early", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		draft(d)
		_, err := closing.Tick(context.Background(), d.Bureau, "2024-03", "all", "looked at")
		d.Must(err)
		_, err = closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"plan-stale", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		ctx := context.Background()
		draft(d)
		_, err := closing.Tick(ctx, d.Bureau, "2024-03", "all", "looked at")
		d.Must(err)
		_, err = closing.Plan(ctx, d.Bureau, "2024-03", 0)
		d.Must(err)
		d.Must(d.Close("2024-03"))
		d.On("2024-03-01T03:00:00Z")
		_, err = closing.PublishPlanned(ctx, d.Bureau, "2024-03")
		return err
	}},
	{"draft-outdated", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		refs := d.Live(1, 1, nil)
		draft(d)
		d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[1]}, "")
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"draft-reports", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		ctx := context.Background()
		d.On("2024-02-10T03:00:00Z")
		r := d.Event("Open", "2024-02-05")
		r.Sections[0].Players[4].ID = d.ID(bureautest.People)
		d.SendFrom(r, "club")
		d.On("2024-02-25T03:00:00Z")
		d.Must(d.Close("2024-03"))
		_, err := register.Register(ctx, d.Bureau, register.Player{ID: d.ID(bureautest.People), Name: "Player NoE"}, register.Person{}, "")
		d.Must(err)
		_, err = closing.Publish(ctx, d.Bureau, "2024-03", "")
		return err
	}},
	{"draft-registers", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		draft(d)
		d.Set(d.ID(7), "birth=2012-05-17")
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"period-order", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		february(d)
		d.On("2024-03-10T03:00:00Z")
		d.Submit(d.Event("March Open", "2024-03-05"))
		d.On("2024-03-25T03:00:00Z")
		return d.Close("2024-04")
	}},
	{"period-not-out", "ncs", "2024-03-01", func(d *bureautest.Bureau) error {
		return d.Propose(correction.Amendment{Kind: correction.AddLate, Report: february(d)})
	}},
	{"list-out", "ncs", "2024-04-30", func(d *bureautest.Bureau) error { // the 90th day from coming into force is too late
		d.Live(1, 1, nil)
		return d.Close("2024-02")
	}},
	{"list-out", "ncs", "2024-08-07", func(d *bureautest.Bureau) error { // the 90th day from publication is too late
		february(d)
		d.On("2024-05-10T03:00:00Z")
		d.Publish("2024-03")
		return closing.Reopen(context.Background(), d.Bureau, "2024-03", "one more report")
	}},
	{"report-already-rated", "ncs", "2024-04-30", func(d *bureautest.Bureau) error {
		return desk.Decide(context.Background(), d.Bureau, d.Live(1, 1, nil)[1], check.Withheld, "late")
	}},
	{"period-behind", "ncs", "2024-04-30", func(d *bureautest.Bureau) error {
		d.On("2024-01-10T03:00:00Z")
		ref := d.Submit(d.Event("January Open", "2024-01-05"))
		if err := desk.Decide(context.Background(), d.Bureau, ref, check.Withheld, "the fee"); err != nil {
			return err
		}
		d.Live(2, 2, nil)
		if err := desk.Decide(context.Background(), d.Bureau, ref, check.Admitted, "paid"); err != nil {
			return err
		}
		return d.Close("2024-02")
	}},
	{"report-without-file", "ncs", "2024-05-05", func(d *bureautest.Bureau) error {
		d.On("2024-02-10T03:00:00Z")
		r, err := events.Notify(context.Background(), d.Bureau, events.Notice{
			Event: "Open", Days: civil.Range{From: bureautest.Day("2024-02-04"), To: bureautest.Day("2024-02-05")}, Link: "https://chess-results.com/tnr1.aspx",
		})
		if err != nil {
			return err
		}
		return desk.Decide(context.Background(), d.Bureau, r.Ref, check.Admitted, "it will come")
	}},
	{"report-without-record", "ncs", "2024-05-04", func(d *bureautest.Bureau) error {
		d.On("2024-02-10T03:00:00Z")
		blitz := d.Event("Blitz", "2024-02-05")
		blitz.Type, blitz.TimeControl = rating.Blitz, []report.TimeControl{"180+2"}
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "blitz", Data: []byte("blitz"), Parsed: blitz})
		if err != nil {
			return err
		}
		return desk.Decide(context.Background(), d.Bureau, receipt.Report.Ref, check.Admitted, "all the same")
	}},
	{"fee-amount", "ncs", "2023-01-31", func(d *bureautest.Bureau) error {
		_, err := desk.Pay(context.Background(), d.Bureau, unpaid(d).Report.Ref, 1_000_000)
		return err
	}},
	{"fide-notice-late", "ncs", "2024-02-29", func(d *bureautest.Bureau) error {
		d.On("2024-03-01T03:00:00Z")
		_, found, err := events.Announce(context.Background(), d.Bureau, check.Announcement{
			Name: "FIDE Open", Days: civil.Range{From: bureautest.Day("2024-04-30"), To: bureautest.Day("2024-04-30")}, Rounds: 5, FIDEEvent: true,
		})
		return errors.Join(err, asRefusal("fide-notice-late", found))
	}},
	{"fide-event-late", "ncs", "2024-02-29", func(d *bureautest.Bureau) error {
		d.On("2024-03-01T03:00:00Z")
		_, _, err := events.Announce(context.Background(), d.Bureau, check.Announcement{
			Name: "FIDE Open", Days: civil.Range{From: bureautest.Day("2024-04-29"), To: bureautest.Day("2024-04-30")}, Rounds: 5, FIDEEvent: true,
		})
		d.On("2024-05-02T03:00:00Z")
		return errors.Join(err, asRefusal("fide-event-late", d.SendFrom(d.Event("FIDE Open", "2024-04-30"), "Player NoA").Findings))
	}},
	{"dispensation-open", "chessa", "2024-03-03", func(d *bureautest.Bureau) error { return asRefusal("dispensation-open", fewer(d)) }},
}

// february submits the event for the list of March.
func february(d *bureautest.Bureau) string {
	d.T.Helper()
	d.On("2024-02-10T03:00:00Z")
	ref := d.Submit(d.Event("Open", "2024-02-05"))
	d.On("2024-02-20T03:00:00Z")
	return ref
}

// draft closes the period of the list of March; its review has a question.
func draft(d *bureautest.Bureau) {
	d.T.Helper()
	february(d)
	d.Set(d.ID(1), "birth=2020-01-01")
	d.On("2024-02-25T03:00:00Z")
	d.Must(d.Close("2024-03"))
}

// unpaid submits a report with a fee, which existed until 2023.
func unpaid(d *bureautest.Bureau) *intake.Receipt {
	d.T.Helper()
	d.On("2023-01-10T03:00:00Z")
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "old", Data: []byte("old"), Parsed: d.Event("Old Open", "2023-01-05")})
	d.Must(err)
	return receipt
}

// fewer announces an event with fewer rounds than required.
func fewer(d *bureautest.Bureau) []finding.Finding {
	d.T.Helper()
	d.On("2024-02-10T03:00:00Z")
	_, found, err := events.Announce(context.Background(), d.Bureau, check.Announcement{
		Name: "School Day", Days: civil.Range{From: bureautest.Day("2024-03-10"), To: bureautest.Day("2024-03-10")}, Rounds: 4, Type: rating.Rapid,
	})
	d.Must(err)
	return found
}

// asRefusal returns a finding as a refusal.
func asRefusal(id string, among []finding.Finding) error {
	for _, f := range among {
		if f.ID == id {
			return &finding.Refused{Finding: f}
		}
	}
	return errors.New(id + " was not found")
}

// A message about a deadline states it, as a date, in both languages, and under
// which clause.
func TestRefusalsStateTheirDeadline(t *testing.T) {
	t.Parallel()
	for _, c := range bound {
		err := c.happens(bureautest.Sixteen(t, c.authority))
		var refused *finding.Refused
		if !errors.As(err, &refused) || refused.ID != c.id {
			t.Errorf("it is %v, not %s", err, c.id)
			continue
		}
		if refused.Value("until") != c.until {
			t.Errorf("%s: until %q, want %s", c.id, refused.Value("until"), c.until)
		}
		if refused.Clause == "" {
			t.Errorf("%s names no clause", c.id)
		}
		for _, lang := range explain.Languages {
			p := explain.New(lang)
			if said := p.Message(refused.Finding) + p.Cure(refused.Finding); !strings.Contains(said, p.Date(bureautest.Day(c.until))) {
				t.Errorf("%s: %q does not say that it is until %s", c.id, said, c.until)
			}
		}
	}
}

// Every message about a deadline is tested.
func TestDeadlinesAreTested(t *testing.T) {
	t.Parallel()
	proved := map[string]bool{}
	for _, c := range bound {
		proved[c.id] = true
	}
	speaks := 0
	for _, name := range []string{"bureau", "register", "report", "review"} {
		text, err := os.ReadFile(tree.Path("explain/locale/" + name + ".en.toml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range regexp.MustCompile(`(?m)^\[finding\.([a-z-]+)\]\n(?:[a-z]+ = .*\n)+`).FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(entry[0], ".until}}") {
				continue
			}
			speaks++
			if !proved[entry[1]] {
				t.Errorf("nothing proves until when %s can be cured", entry[1])
			}
		}
	}
	if speaks < 10 {
		t.Errorf("only %d texts speak of a deadline", speaks)
	}
}
