package bureau_test

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// bound are the refusals, and findings, that a deadline is bound up with: how
// each comes about, and until when it can be cured, or could have been.
var bound = []struct {
	id, authority, until string
	happens              func(d *desk) error
}{
	{"period-runs", "ncs", "2024-02-20", func(d *desk) error {
		d.february()
		return d.closes("2024-03")
	}},
	{"period-runs", "chessa", "2024-02-29", func(d *desk) error {
		d.february()
		return d.closes("2024-03")
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *desk) error {
		d.february()
		_, err := d.Publish(context.Background(), "2024-03")
		return err
	}},
	{"no-draft", "ncs", "2024-03-01", func(d *desk) error {
		d.february()
		return d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error {
			_, err := d.Review(r, "2024-03")
			return err
		})
	}},
	{"review-open", "ncs", "2024-03-01", func(d *desk) error {
		d.draft()
		_, err := d.Publish(context.Background(), "2024-03")
		return err
	}},
	{"draft-outdated", "ncs", "2024-03-01", func(d *desk) error {
		refs := d.live(1, 1, nil)
		d.draft()
		d.accept(bureau.Amendment{Kind: bureau.Withdraw, Report: refs[1]}, "")
		_, err := d.Publish(context.Background(), "2024-03")
		return err
	}},
	{"draft-reports", "ncs", "2024-03-01", func(d *desk) error {
		ctx := context.Background()
		d.on("2024-02-10T03:00:00Z")
		r := d.event("Open", "2024-02-05")
		r.Sections[0].Players[4].ID = d.id(people)
		_, err := d.Submit(ctx, bureau.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r, From: "club"})
		d.must(err)
		d.on("2024-02-25T03:00:00Z")
		d.must(d.closes("2024-03"))
		_, err = d.Register(ctx, bureau.Player{ID: d.id(people), Name: "Player NoE"}, bureau.Person{}, "")
		d.must(err)
		_, err = d.Publish(ctx, "2024-03")
		return err
	}},
	{"draft-registers", "ncs", "2024-03-01", func(d *desk) error {
		d.draft()
		d.must(d.Amend(context.Background(), d.id(7), "the form", setBirth(2012, 5, 17)))
		_, err := d.Publish(context.Background(), "2024-03")
		return err
	}},
	{"period-order", "ncs", "2024-03-01", func(d *desk) error {
		d.february()
		d.on("2024-03-10T03:00:00Z")
		d.hand(d.event("March Open", "2024-03-05"))
		d.on("2024-03-25T03:00:00Z")
		return d.closes("2024-04")
	}},
	{"period-closed", "ncs", "2024-03-01", func(d *desk) error {
		d.draft()
		more := d.event("Open", "2024-02-05")
		more.Sections[0].Games[0].Result = turned(more.Sections[0].Games[0].Result)
		_, err := d.Submit(context.Background(), bureau.Submission{File: "more", Data: []byte("more"), Parsed: more})
		return err
	}},
	{"period-not-out", "ncs", "2024-03-01", func(d *desk) error {
		return d.proposes(bureau.Amendment{Kind: bureau.AddLate, Report: d.february()})
	}},
	{"list-out", "ncs", "2024-05-01", func(d *desk) error { // 90 days from the day on which it came into force
		d.live(1, 1, nil)
		return d.closes("2024-02")
	}},
	{"list-out", "ncs", "2024-08-08", func(d *desk) error { // 90 days from the day on which it came out
		d.february()
		d.on("2024-05-10T03:00:00Z")
		d.publish("2024-03")
		return d.Reopen(context.Background(), "2024-03", "one more report")
	}},
	{"report-already-rated", "ncs", "2024-05-01", func(d *desk) error {
		return d.Decide(context.Background(), d.live(1, 1, nil)[1], bureau.Withheld, "late")
	}},
	{"period-behind", "ncs", "2024-05-01", func(d *desk) error {
		d.on("2024-01-10T03:00:00Z")
		ref := d.hand(d.event("January Open", "2024-01-05"))
		if err := d.Decide(context.Background(), ref, bureau.Withheld, "the fee"); err != nil {
			return err
		}
		d.live(2, 2, nil)
		if err := d.Decide(context.Background(), ref, bureau.Admitted, "paid"); err != nil {
			return err
		}
		return d.closes("2024-02")
	}},
	{"report-without-file", "ncs", "2024-05-05", func(d *desk) error {
		d.on("2024-02-10T03:00:00Z")
		r, err := d.Notify(context.Background(), bureau.Notice{
			Event: "Open", Days: civil.Range{From: day("2024-02-04"), To: day("2024-02-05")}, Link: "https://chess-results.com/tnr1.aspx",
		})
		if err != nil {
			return err
		}
		return d.Decide(context.Background(), r.Ref, bureau.Admitted, "it will come")
	}},
	{"report-without-record", "ncs", "2024-05-04", func(d *desk) error {
		d.on("2024-02-10T03:00:00Z")
		blitz := d.event("Blitz", "2024-02-05")
		blitz.Type, blitz.TimeControl = rating.Blitz, []report.TimeControl{"180+2"}
		receipt, err := d.Submit(context.Background(), bureau.Submission{File: "blitz", Data: []byte("blitz"), Parsed: blitz})
		if err != nil {
			return err
		}
		return d.Decide(context.Background(), receipt.Report.Ref, bureau.Admitted, "all the same")
	}},
	{"fee-unpaid", "ncs", "2023-01-31", func(d *desk) error { return d.found("fee-unpaid", d.unpaid()) }},
	{"fee-amount", "ncs", "2023-01-31", func(d *desk) error {
		_, err := d.Pay(context.Background(), d.unpaid().Report.Ref, 1_000_000)
		return err
	}},
	{"fide-notice-late", "ncs", "2024-02-29", func(d *desk) error {
		d.on("2024-03-01T03:00:00Z")
		_, found, err := d.Announce(context.Background(), bureau.Announcement{
			Name: "FIDE Open", Days: civil.Range{From: day("2024-04-30"), To: day("2024-04-30")}, Rounds: 5, FIDEEvent: true,
		})
		return errors.Join(err, d.found("fide-notice-late", &bureau.Receipt{Findings: found}))
	}},
	{"dispensation-open", "chessa", "2024-03-03", func(d *desk) error { return d.found("dispensation-open", d.fewer()) }},
	{"dispensation-late", "chessa", "2024-03-03", func(d *desk) error {
		ref := d.fewer().Findings[0].Report
		d.on("2024-03-05T03:00:00Z")
		_, err := d.Dispense(context.Background(), ref, "one-day event for schools", 0)
		return err
	}},
}

// february hands in the event of the list of March.
func (d *desk) february() string {
	d.t.Helper()
	d.on("2024-02-10T03:00:00Z")
	ref := d.hand(d.event("Open", "2024-02-05"))
	d.on("2024-02-20T03:00:00Z")
	return ref
}

// draft closes the period of the list of March; its review asks something.
func (d *desk) draft() {
	d.t.Helper()
	d.february()
	if err := d.Amend(context.Background(), d.id(1), "a slip", setBirth(2020, 1, 1)); err != nil {
		d.t.Fatal(err)
	}
	d.on("2024-02-25T03:00:00Z")
	if err := d.closes("2024-03"); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) closes(label string) error {
	_, err := d.Close(context.Background(), label)
	return err
}

func (d *desk) proposes(what bureau.Amendment) error {
	_, err := d.Propose(context.Background(), bureau.Proposal{What: what, Reason: "the score sheet"})
	return err
}

// unpaid hands in a report for which a fee is due, as there was one up to 2023.
func (d *desk) unpaid() *bureau.Receipt {
	d.t.Helper()
	d.on("2023-01-10T03:00:00Z")
	receipt, err := d.Submit(context.Background(), bureau.Submission{File: "old", Data: []byte("old"), Parsed: d.event("Old Open", "2023-01-05")})
	if err != nil {
		d.t.Fatal(err)
	}
	return receipt
}

// fewer announces an event with fewer rounds than the text asks for.
func (d *desk) fewer() *bureau.Receipt {
	d.t.Helper()
	d.on("2024-02-10T03:00:00Z")
	_, found, err := d.Announce(context.Background(), bureau.Announcement{
		Name: "School Day", Days: civil.Range{From: day("2024-03-10"), To: day("2024-03-10")}, Rounds: 4, Type: rating.Rapid,
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return &bureau.Receipt{Findings: found}
}

// found gives a finding as a refusal.
func (d *desk) found(id string, among *bureau.Receipt) error {
	for _, f := range among.Findings {
		if f.ID == id {
			return &finding.Refused{Finding: f}
		}
	}
	return errors.New(id + " was not found")
}

// What a deadline is bound up with says until when, as a date, in both
// languages, and under which clause.
func TestRefusalsSayUntilWhen(t *testing.T) {
	for _, c := range bound {
		err := c.happens(settle(t, &bureau.Memory{}, c.authority))
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

// Whatever speaks of a deadline is among those of which it is proved.
func TestDeadlinesAreProved(t *testing.T) {
	proved := map[string]bool{
		"draft-reports": true, // a guard: whatever changes a report throws the draft away that held it
	}
	for _, c := range bound {
		proved[c.id] = true
	}
	speaks := 0
	for _, name := range []string{"bureau", "register", "report", "review"} {
		text, err := os.ReadFile("../explain/locale/" + name + ".en.toml")
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
