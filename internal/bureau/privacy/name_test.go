package privacy_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// A name goes from wherever people write names: files, organisers, events, sections,
// announcements, reasons, in any order and case.
func TestErasedFromWhatIsNamedAfterThem(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	who := f.People[0]
	d.Rename(who.ID, "Zqfam05 Given05", "図熊太郎")
	left := []string{"zqfam05", "図熊太郎"}

	named := bureautest.Event(f, "Given05-ZQFAM05 Memorial", "", 0, 1, 2, 3)
	named.Organizer, named.Sections[0].Name = "Zqfam05 Given05", "group of Zqfam05, Given05"
	named.Sections[0].Players[0].Name, named.Sections[0].Players[0].NameLocal = "Zqfam05 Given05", "図熊太郎"
	receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "Zqfam05.json", Data: bureautest.JSON(t, named), Parsed: named, From: "somebody"})
	d.Must(err)
	ref := receipt.Report.Ref
	for _, file := range []string{"given05_zqfam05.json", "zqfam05-given05.json", "第1回図熊太郎杯.json"} {
		other := bureautest.Event(f, "Event of "+file[:4], "", 4, 5, 6, 7)
		other.Sections[0].Games = other.Sections[0].Games[:1]
		_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: file, Data: bureautest.JSON(t, other), Parsed: other, From: "zqfam05, given05"})
		d.Must(err)
	}
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, "Given05 has complained, the one called Zqfam05"))
	_, _, err = events.Announce(ctx, d.Bureau, check.Announcement{Name: "Zqfam05 Given05 Cup", Club: "Zqfam05 Given05", Days: civil.Range{From: f.On + 30, To: f.On + 30}, Type: rating.Standard, Rounds: 5,
		TimeControl: []report.TimeControl{"5400"}})
	d.Must(err)
	_, err = desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "May Given05 Zqfam05 play?", Text: "Yes.", By: "the board"})
	d.Must(err)

	d.Must(d.Do(ctx, "test", "", func(tx *bureau.Tx) error { // as earlier versions did
		return errors.Join(
			tx.Put("report-event", "given05-zqfam05 memorial\x002024-01-05", []byte(`"`+ref+`"`)),
			tx.Put("report-returned", "zqfam05, given05\x00open.json", []byte(`"`+ref+`"`)))
	}))

	_, err = privacy.Erase(ctx, d.Bureau, who.ID, "Zqfam05 Given05 has asked for it")
	bureautest.Refused(t, err, "reason-names-person")
	_, err = privacy.Erase(ctx, d.Bureau, who.ID, "asked for")
	d.Must(err)
	for _, found := range holding(d, left...) {
		t.Errorf("%.300s", found)
	}
	if r := d.Report(ref); !strings.Contains(r.Event, "Memorial") || !strings.Contains(r.Club, who.ID) {
		t.Errorf("the event is called %q and organised by %q", r.Event, r.Club)
	}
	d.Verified()
}

// Reports of which an erased person was only in charge lose the name, too, and their
// bytes, also once they are rated.
func TestErasedFromReportsInTheirCharge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs := d.Live(1, 2, func(month int, r *report.Report) *report.Report {
		if month == 1 {
			r.ChiefArbiter, r.Responsible, r.Deputies = "NOP Player", "Player, NoP", []string{"player nop"}
			r.Sections[0].Players = slices.DeleteFunc(r.Sections[0].Players, func(p report.Player) bool { return p.ID == d.ID(15) })
		}
		return r
	})
	_, err := privacy.Erase(ctx, d.Bureau, d.ID(15), "asked for")
	d.Must(err)
	for _, found := range holding(d, "player nop", "nop player", "player, nop") {
		t.Errorf("%.300s", found)
	}
	for month, destroyed := range map[int]bool{1: true} {
		d.Look(func(r bureau.Reader) error {
			data, err := bureautest.Received(r, refs[month], 1)
			if (data == nil) != destroyed {
				t.Errorf("month %d: bytes destroyed %v, want %v", month, data == nil, destroyed)
			}
			return err
		})
	}
	d.Verified()
}

// An erased person is found in files that number the entries otherwise, also when
// somebody else of the report was erased before.
func TestErasedSecondFromOtherNumbering(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, alter := range map[string]func(first, second *report.Report){
		"only the other file has names": func(first, second *report.Report) {
			for i := range first.Sections[0].Players {
				first.Sections[0].Players[i].Name, first.Sections[0].Players[i].NameLocal = "", ""
				second.Sections[0].Players[i].ID, second.Sections[0].Players[i].FideID = "", ""
			}
		},
		"the other file has no IDs": func(_, second *report.Report) {
			for i := range second.Sections[0].Players {
				second.Sections[0].Players[i].ID, second.Sections[0].Players[i].FideID = "", ""
			}
		},
		"both have all": func(_, _ *report.Report) {},
	} {
		t.Run(name, func(t *testing.T) {
			d, f := bureautest.Japan(t, nil)
			first, second := bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "", 3, 2, 1, 0)
			alter(first, second)
			d.Send(first)
			d.Send(second)
			for _, n := range []int{0, 1} {
				d.Rename(f.People[n].ID, f.People[n].Name, "")
				_, err := privacy.Erase(ctx, d.Bureau, f.People[n].ID, "asked for")
				d.Must(err)
				for _, found := range holding(d, f.People[n].Name) {
					t.Errorf("person %d: %.300s", n, found)
				}
			}
			d.Verified()
		})
	}
}

// An anonymised person is nobody's inquirer any more, and other inquirers' words do not
// mention them.
func TestAnonymisedInquirerIsForgotten(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	who := f.People[0]
	d.Rename(who.ID, "Zqfam05 Given05", "")
	for _, q := range []correction.Inquirer{{Name: "Given05, Zqfam05", Words: "Why?"}, {Name: "Mori Kei", Words: "Zqfam05 Given05 has lost."}} {
		_, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{Player: who.ID}, q)
		d.Must(err)
	}
	d.Must(privacy.Anonymise(ctx, d.Bureau, who.ID, "asked for"))
	for _, found := range holding(d, "zqfam05") {
		t.Errorf("%.300s", found)
	}
	d.Look(func(r bureau.Reader) error {
		all, err := correction.Inquirers.All(r, "")
		if len(all) != 1 || all[0].Name != "Mori Kei" {
			t.Errorf("inquirers are %+v", all)
		}
		return err
	})
}
