package bureau_test

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
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// bound are the refusals and findings with a deadline: how each occurs, and
// until when it can or could be cured.
var bound = []struct {
	id, authority, until string
	happens              func(d *fixture) error
}{
	{"period-runs", "ncs", "2024-02-20", func(d *fixture) error {
		d.february()
		return d.closes("2024-03")
	}},
	{"period-runs", "chessa", "2024-02-29", func(d *fixture) error {
		d.february()
		return d.closes("2024-03")
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *fixture) error {
		d.february()
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *fixture) error {
		d.february()
		return d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error {
			_, err := closing.ReviewOf(d.Bureau, r, "2024-03")
			return err
		})
	}},
	{"review-open", "ncs", "2024-03-01", func(d *fixture) error {
		d.draft()
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"publish-early", "ncs", "2024-03-01", func(d *fixture) error {
		d.draft()
		_, err := closing.Tick(context.Background(), d.Bureau, "2024-03", "all", "looked at")
		d.must(err)
		_, err = closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"draft-outdated", "ncs", "2024-03-01", func(d *fixture) error {
		refs := d.live(1, 1, nil)
		d.draft()
		d.accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[1]}, "")
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"draft-reports", "ncs", "2024-03-01", func(d *fixture) error {
		ctx := context.Background()
		d.on("2024-02-10T03:00:00Z")
		r := d.event("Open", "2024-02-05")
		r.Sections[0].Players[4].ID = d.id(people)
		_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r, From: "club"})
		d.must(err)
		d.on("2024-02-25T03:00:00Z")
		d.must(d.closes("2024-03"))
		_, err = register.Register(ctx, d.Bureau, register.Player{ID: d.id(people), Name: "Player NoE"}, register.Person{}, "")
		d.must(err)
		_, err = closing.Publish(ctx, d.Bureau, "2024-03", "")
		return err
	}},
	{"draft-registers", "ncs", "2024-03-01", func(d *fixture) error {
		d.draft()
		d.must(register.Amend(context.Background(), d.Bureau, d.id(7), "the form", setBirth(2012, 5, 17)))
		_, err := closing.Publish(context.Background(), d.Bureau, "2024-03", "")
		return err
	}},
	{"period-order", "ncs", "2024-03-01", func(d *fixture) error {
		d.february()
		d.on("2024-03-10T03:00:00Z")
		d.hand(d.event("March Open", "2024-03-05"))
		d.on("2024-03-25T03:00:00Z")
		return d.closes("2024-04")
	}},
	{"period-closed", "ncs", "2024-03-01", func(d *fixture) error {
		d.draft()
		more := d.event("Open", "2024-02-05")
		more.Sections[0].Games[0].Result = turned(more.Sections[0].Games[0].Result)
		_, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "more", Data: []byte("more"), Parsed: more})
		return err
	}},
	{"period-not-out", "ncs", "2024-03-01", func(d *fixture) error {
		return d.proposes(correction.Amendment{Kind: correction.AddLate, Report: d.february()})
	}},
	{"list-out", "ncs", "2024-05-01", func(d *fixture) error { // 90 days from coming into force
		d.live(1, 1, nil)
		return d.closes("2024-02")
	}},
	{"list-out", "ncs", "2024-08-08", func(d *fixture) error { // 90 days from publication
		d.february()
		d.on("2024-05-10T03:00:00Z")
		d.publish("2024-03")
		return closing.Reopen(context.Background(), d.Bureau, "2024-03", "one more report")
	}},
	{"report-already-rated", "ncs", "2024-05-01", func(d *fixture) error {
		return desk.Decide(context.Background(), d.Bureau, d.live(1, 1, nil)[1], intake.Withheld, "late")
	}},
	{"period-behind", "ncs", "2024-05-01", func(d *fixture) error {
		d.on("2024-01-10T03:00:00Z")
		ref := d.hand(d.event("January Open", "2024-01-05"))
		if err := desk.Decide(context.Background(), d.Bureau, ref, intake.Withheld, "the fee"); err != nil {
			return err
		}
		d.live(2, 2, nil)
		if err := desk.Decide(context.Background(), d.Bureau, ref, intake.Admitted, "paid"); err != nil {
			return err
		}
		return d.closes("2024-02")
	}},
	{"report-without-file", "ncs", "2024-05-05", func(d *fixture) error {
		d.on("2024-02-10T03:00:00Z")
		r, err := events.Notify(context.Background(), d.Bureau, events.Notice{
			Event: "Open", Days: civil.Range{From: day("2024-02-04"), To: day("2024-02-05")}, Link: "https://chess-results.com/tnr1.aspx",
		})
		if err != nil {
			return err
		}
		return desk.Decide(context.Background(), d.Bureau, r.Ref, intake.Admitted, "it will come")
	}},
	{"report-without-record", "ncs", "2024-05-04", func(d *fixture) error {
		d.on("2024-02-10T03:00:00Z")
		blitz := d.event("Blitz", "2024-02-05")
		blitz.Type, blitz.TimeControl = rating.Blitz, []report.TimeControl{"180+2"}
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "blitz", Data: []byte("blitz"), Parsed: blitz})
		if err != nil {
			return err
		}
		return desk.Decide(context.Background(), d.Bureau, receipt.Report.Ref, intake.Admitted, "all the same")
	}},
	{"fee-unpaid", "ncs", "2023-01-31", func(d *fixture) error { return d.found("fee-unpaid", d.unpaid()) }},
	{"fee-amount", "ncs", "2023-01-31", func(d *fixture) error {
		_, err := desk.Pay(context.Background(), d.Bureau, d.unpaid().Report.Ref, 1_000_000)
		return err
	}},
	{"fide-notice-late", "ncs", "2024-02-29", func(d *fixture) error {
		d.on("2024-03-01T03:00:00Z")
		_, found, err := events.Announce(context.Background(), d.Bureau, intake.Announcement{
			Name: "FIDE Open", Days: civil.Range{From: day("2024-04-30"), To: day("2024-04-30")}, Rounds: 5, FIDEEvent: true,
		})
		return errors.Join(err, d.found("fide-notice-late", &intake.Receipt{Findings: found}))
	}},
	{"fide-event-late", "ncs", "2024-02-29", func(d *fixture) error {
		d.on("2024-03-01T03:00:00Z")
		_, _, err := events.Announce(context.Background(), d.Bureau, intake.Announcement{
			Name: "FIDE Open", Days: civil.Range{From: day("2024-04-29"), To: day("2024-04-30")}, Rounds: 5, FIDEEvent: true,
		})
		d.on("2024-05-02T03:00:00Z")
		return errors.Join(err, d.found("fide-event-late", d.submit1(d.event("FIDE Open", "2024-04-30"), "Player NoA", "", jsonFile, true)))
	}},
	{"dispensation-open", "chessa", "2024-03-03", func(d *fixture) error { return d.found("dispensation-open", d.fewer()) }},
	{"dispensation-late", "chessa", "2024-03-03", func(d *fixture) error {
		ref := d.fewer().Findings[0].Report
		d.on("2024-03-05T03:00:00Z")
		_, err := events.Dispense(context.Background(), d.Bureau, ref, "one-day event for schools", 0)
		return err
	}},
}

// february submits the event for the list of March.
func (d *fixture) february() string {
	d.t.Helper()
	d.on("2024-02-10T03:00:00Z")
	ref := d.hand(d.event("Open", "2024-02-05"))
	d.on("2024-02-20T03:00:00Z")
	return ref
}

// draft closes the period of the list of March; its review has a question.
func (d *fixture) draft() {
	d.t.Helper()
	d.february()
	if err := register.Amend(context.Background(), d.Bureau, d.id(1), "a slip", setBirth(2020, 1, 1)); err != nil {
		d.t.Fatal(err)
	}
	d.on("2024-02-25T03:00:00Z")
	if err := d.closes("2024-03"); err != nil {
		d.t.Fatal(err)
	}
}

func (d *fixture) closes(label string) error {
	_, err := closing.Close(context.Background(), d.Bureau, label)
	return err
}

func (d *fixture) proposes(what correction.Amendment) error {
	_, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Reason: "the score sheet"})
	return err
}

// unpaid submits a report with a fee, which existed until 2023.
func (d *fixture) unpaid() *intake.Receipt {
	d.t.Helper()
	d.on("2023-01-10T03:00:00Z")
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "old", Data: []byte("old"), Parsed: d.event("Old Open", "2023-01-05")})
	if err != nil {
		d.t.Fatal(err)
	}
	return receipt
}

// fewer announces an event with fewer rounds than required.
func (d *fixture) fewer() *intake.Receipt {
	d.t.Helper()
	d.on("2024-02-10T03:00:00Z")
	_, found, err := events.Announce(context.Background(), d.Bureau, intake.Announcement{
		Name: "School Day", Days: civil.Range{From: day("2024-03-10"), To: day("2024-03-10")}, Rounds: 4, Type: rating.Rapid,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return &intake.Receipt{Findings: found}
}

// found returns a finding of a receipt as a refusal.
func (d *fixture) found(id string, among *intake.Receipt) error {
	for _, f := range among.Findings {
		if f.ID == id {
			return &finding.Refused{Finding: f}
		}
	}
	return errors.New(id + " was not found")
}

// A message about a deadline states it, as a date, in both languages, and under
// which clause.
func TestRefusalsStateTheirDeadline(t *testing.T) {
	for _, c := range bound {
		err := c.happens(settle(t, &memory.Store{}, c.authority))
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
			if said := p.Message(refused.Finding) + p.Cure(refused.Finding); !strings.Contains(said, p.Date(day(c.until))) {
				t.Errorf("%s: %q does not say that it is until %s", c.id, said, c.until)
			}
		}
	}
}

// Every message about a deadline is tested.
func TestDeadlinesAreTested(t *testing.T) {
	proved := map[string]bool{
		"draft-reports": true, // a safeguard: any change of a report discards its draft
	}
	for _, c := range bound {
		proved[c.id] = true
	}
	speaks := 0
	for _, name := range []string{"bureau", "register", "report", "review"} {
		text, err := os.ReadFile("../../explain/locale/" + name + ".en.toml")
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
