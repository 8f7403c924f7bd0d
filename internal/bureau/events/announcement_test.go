package events_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The answer to an announcement says how the event will be rated, and under
// which clause.
func TestAnnouncementIsAnswered(t *testing.T) {
	t.Parallel()
	on := func(month, day int) civil.Range {
		d := civil.Of(2024, time.Month(month), day)
		return civil.Range{From: d, To: d + 1}
	}
	for _, test := range []struct {
		authority string
		a         check.Announcement
		rated     bool
		kind      rating.Kind
		clause    string
		findings  string
	}{
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"5400+30"}}, true, rating.Standard, "4(6)", ""},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"2700"}}, true, rating.Standard, "4(6)", ""},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"2700"}, Type: rating.Rapid}, true, rating.Rapid, "4(6)", ""},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"900+10"}, Type: rating.Standard}, true, rating.Rapid, "4(6)", "type-differs"},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"180+2"}}, false, rating.Blitz, "1(3)", "no-list-for-type"},
		{"ncs", check.Announcement{}, true, rating.Standard, "", "type-assumed"},
		{"ncs", check.Announcement{Type: rating.Rapid}, true, rating.Rapid, "4(1)a", ""},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"5400+30"}, FIDEEvent: true, Days: on(4, 1)}, true, rating.Standard, "4(6)", ""},
		{"ncs", check.Announcement{TimeControl: []report.TimeControl{"5400+30"}, FIDEEvent: true, Days: on(3, 31)}, true, rating.Standard, "4(6)", "fide-notice-late"},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"3600"}}, true, rating.Standard, "Time Control 2.1", ""},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"1800"}}, true, rating.Rapid, "Time Control 2.2", ""},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"1800"}, Group: report.Under10}, true, rating.Standard, "Time Control 3", ""},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"300"}}, true, rating.Blitz, "Time Control 2.3", ""},
		{"chessa", check.Announcement{}, false, 0, "Time Control 2", "type-missing"},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4}, false, rating.Standard, "50% Rule 1", "too-few-rounds dispensation-open"},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4, Days: on(2, 7)}, false, rating.Standard, "50% Rule 1", "too-few-rounds"},
		{"chessa", check.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4, Braille: true}, true, rating.Standard, "Time Control 2.1", ""},
		{"nscl", check.Announcement{TimeControl: []report.TimeControl{"300"}}, true, rating.Standard, "", ""},
	} {
		d := bureautest.Empty(t, test.authority)
		a := test.a
		a.Name = "Open"
		if a.Rounds == 0 {
			a.Rounds = 6
		}
		if a.Days == (civil.Range{}) {
			a.Days = on(5, 3)
		}
		kept, found, err := events.Announce(context.Background(), d.Bureau, a)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range found {
			ids = append(ids, f.ID)
		}
		if got := kept.Answer; got.Rated != test.rated || got.Kind != test.kind || got.Clause != test.clause || strings.Join(ids, " ") != test.findings {
			t.Errorf("%s %+v: %+v, %v", test.authority, test.a, got, ids)
		}
	}
}

// A dispensation is requested seven days before the event, with a reason, and
// applies to the report.
func TestDispensation(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "chessa")
	short := check.Announcement{Name: "Short", Rounds: 4, Type: rating.Rapid, Days: civil.Range{From: civil.Of(2024, 2, 8), To: civil.Of(2024, 2, 8)}}
	kept, _, err := events.Announce(ctx, d.Bureau, short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := events.Dispense(ctx, d.Bureau, kept.Ref, "", 0); bureautest.Refusal(err) != "reason-needed" {
		t.Error(err)
	}
	if kept, err = events.Dispense(ctx, d.Bureau, kept.Ref, "schools", 0); err != nil || !kept.Answer.Rated || kept.Dispensation.Asked != civil.Of(2024, 2, 1) {
		t.Fatal(kept, err)
	}
	late := short
	late.Name, late.Days = "Late", civil.Range{From: civil.Of(2024, 2, 7), To: civil.Of(2024, 2, 7)}
	if kept, _, err = events.Announce(ctx, d.Bureau, late); err != nil {
		t.Fatal(err)
	}
	if kept, err = events.Dispense(ctx, d.Bureau, kept.Ref, "schools", 0); err != nil || !kept.Dispensation.Late {
		t.Error("a late request is granted as one (Reading C31):", kept, err)
	}
	if kept, err = events.Dispense(ctx, d.Bureau, kept.Ref, "schools", civil.Of(2024, 1, 31)); err != nil || kept.Dispensation.Late {
		t.Error("asked for in time, entered later:", kept, err)
	}
	long := short
	long.Name, long.Rounds = "Long", 7
	if kept, _, err = events.Announce(ctx, d.Bureau, long); err != nil {
		t.Fatal(err)
	}
	if _, err := events.Dispense(ctx, d.Bureau, kept.Ref, "schools", 0); bureautest.Refusal(err) != "dispensation-needless" {
		t.Error(err)
	}
	again, _, err := events.Announce(ctx, d.Bureau, short)
	if err != nil || again.Dispensation == nil || !again.Answer.Rated {
		t.Error("announced again, it has lost its dispensation:", again, err)
	}
}

// One event that is announced twice, with another name or other days, is told of at once.
func TestAnnouncedTwice(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "jcf")
	day := civil.Of(2024, 5, 3)
	first := check.Announcement{Name: "Spring Open", Club: "Minato Chess Club", Rounds: 5, Days: civil.Range{From: day, To: day + 1}}
	for _, test := range []struct {
		name  string
		other func(*check.Announcement)
		twice bool
	}{
		{"the same again", func(*check.Announcement) {}, false},
		{"other days", func(a *check.Announcement) { a.Days.From, a.Days.To = day+7, day+8 }, true},
		{"another name of the organiser", func(a *check.Announcement) { a.Name = "May Festival" }, true},
		{"a letter", func(a *check.Announcement) { a.Name, a.Club = "Sprimg Open", "" }, true},
		{"another event", func(a *check.Announcement) { a.Name, a.Club = "May Festival", "Hakodate Chess Club" }, false},
	} {
		d := d.Clone(t)
		_, _, err := events.Announce(ctx, d.Bureau, first)
		d.Must(err)
		other := first
		test.other(&other)
		kept, found, err := events.Announce(ctx, d.Bureau, other)
		d.Must(err)
		if got := bureautest.Finds(found, "announced-twice"); got != test.twice {
			t.Errorf("%s: told of: %v", test.name, got)
		}
		if !test.twice {
			continue
		}
		d.Must(events.Withdraw(ctx, d.Bureau, "A2024-0001", "announced twice"))
		d.Look(func(r bureau.Reader) error {
			left, err := events.Twice(r, kept)
			if len(left) > 0 {
				t.Errorf("%s: still twice after one was withdrawn", test.name)
			}
			return err
		})
	}
}
