package events_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
)

// span returns some days of 2024.
func span(month, from, to int) civil.Range {
	return civil.Range{From: civil.Of(2024, 1, 1).FirstOfMonth(month-1) + civil.Date(from-1), To: civil.Of(2024, 1, 1).FirstOfMonth(month-1) + civil.Date(to-1)}
}

// announced announces an event and returns its reference.
func announced(d *bureautest.Bureau, a check.Announcement) string {
	d.T.Helper()
	kept, _, err := events.Announce(d.T.Context(), d.Bureau, a)
	d.Must(err)
	return kept.Ref
}

// change changes an announcement.
func change(d *bureautest.Bureau, ref, name string, days civil.Range) (*check.Announcement, []finding.Finding, error) {
	return events.Change(d.T.Context(), d.Bureau, ref, name, days, "")
}

// An announcement gets another name or other days, and is known by these only. With another first day the event is as long as it was.
func TestAnnouncementIsChanged(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	ref := announced(d, check.Announcement{Name: "Spring Open", Club: "Minato Chess Club", Rounds: 5, Type: rating.Rapid, Days: span(5, 3, 5)})
	known := func(name string, day civil.Date) bool {
		var a *check.Announcement
		d.Look(func(r bureau.Reader) (err error) {
			a, err = intake.AnnouncementOf(r, name, day)
			return err
		})
		return a != nil && a.Ref == ref
	}
	for _, test := range []struct {
		name string
		days civil.Range
		want string
		is   civil.Range
	}{
		{"May Open", civil.Range{}, "May Open", span(5, 3, 5)},
		{"", civil.Range{From: span(5, 10, 10).From}, "May Open", span(5, 10, 12)},
		{"", civil.Range{To: span(5, 13, 13).From}, "May Open", span(5, 10, 13)},
		{"Last Open", span(5, 17, 17), "Last Open", span(5, 17, 17)},
		{"", civil.Range{}, "Last Open", span(5, 17, 17)},
	} {
		a, found, err := change(d, ref, test.name, test.days)
		d.Must(err)
		if a.Ref != ref || a.Name != test.want || a.Days != test.is || a.Rounds != 5 || !a.Answer.Rated || a.Answer.Kind != rating.Rapid || len(found) > 0 {
			t.Errorf("%+v: %+v, %v", test, a, found)
		}
		if !known(test.want, test.is.From) {
			t.Errorf("%+v: it is not known by its name and first day", test)
		}
	}
	if known("Spring Open", span(5, 3, 3).From) || known("May Open", span(5, 10, 10).From) {
		t.Error("it is known by what it was called")
	}
	_, _, err := change(d, ref, "", span(5, 9, 8))
	bureautest.Refused(t, err, "days-reversed")
	_, _, err = change(d, "A2024-0099", "Other", civil.Range{})
	bureautest.Refused(t, err, "no-announcement")
}

// What was announced before the first day counts (G12): from that day on it stays, and it does not become one that counts for nothing.
func TestAnnouncementStaysFromItsFirstDay(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	ref := announced(d, check.Announcement{Name: "Spring Open", Rounds: 5, Days: span(5, 3, 4)})
	_, _, err := change(d, ref, "", span(2, 1, 2)) // which is today
	bureautest.Refused(t, err, "announcement-begun")
	d.On("2024-05-03")
	for _, days := range []civil.Range{{}, span(5, 1, 2), span(6, 1, 2)} {
		_, _, err = change(d, ref, "Other", days)
		bureautest.Refused(t, err, "announcement-begun")
	}
}

// Two events of one name on one day are two announcements, and no change makes one of them.
func TestAnnouncementTakesNoOther(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	one := announced(d, check.Announcement{Name: "Spring Open", Rounds: 5, Days: span(5, 3, 4)})
	other := announced(d, check.Announcement{Name: "May Open", Rounds: 5, Days: span(5, 3, 4)})
	_, _, err := change(d, other, "SPRING OPEN", civil.Range{})
	bureautest.Refused(t, err, "announced-before")
	_, _, err = change(d, one, "", span(5, 10, 11))
	d.Must(err)
	a, _, err := change(d, other, "Spring Open", civil.Range{})
	if d.Must(err); a.Ref != other {
		t.Error(a)
	}
}

// The notice of a FIDE event (2(3)) that is postponed is that of its first announcement; of one that comes earlier, that of the change.
func TestNoticeOfChangedFIDEEvent(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	ref := announced(d, check.Announcement{Name: "Open", Type: rating.Standard, Rounds: 5, FIDEEvent: true, Days: span(5, 3, 4)})
	since := span(2, 1, 1).From
	d.On("2024-03-10")
	a, found, err := change(d, ref, "", span(5, 5, 6))
	if d.Must(err); a.FIDESince != since || bureautest.Finds(found, "fide-notice-late") {
		t.Error("postponed:", a.FIDESince, found)
	}
	a, found, err = change(d, ref, "", span(5, 4, 5))
	if d.Must(err); a.FIDESince != civil.Of(2024, 3, 10) || !bureautest.Finds(found, "fide-notice-late") {
		t.Error("earlier:", a.FIDESince, found)
	}
	if a, found, err = change(d, ref, "", span(5, 10, 11)); err != nil || bureautest.Finds(found, "fide-notice-late") {
		t.Error("postponed until the notice is in time:", a, found, err)
	}
}

// Whether a dispensation was asked for too late (C31) goes by the days of the event.
func TestDispensationOfChangedEvent(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "chessa")
	ref := announced(d, check.Announcement{Name: "Short", Rounds: 4, Type: rating.Rapid, Days: span(2, 8, 8)})
	_, err := events.Dispense(t.Context(), d.Bureau, ref, "schools", 0)
	d.Must(err)
	for day, late := range map[int]bool{7: true, 9: false} {
		a, _, err := change(d, ref, "", span(2, day, day))
		if d.Must(err); a.Dispensation.Late != late || !a.Answer.Rated {
			t.Errorf("on day %d: %+v, %+v", day, a.Dispensation, a.Answer)
		}
	}
}

// A report that follows an announcement is checked again.
func TestReportOfChangedAnnouncement(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-01-20T03:00:00Z")
	r := d.Event("Open", "2024-02-05")
	ref := announced(d, check.Announcement{Name: r.Name, Club: r.Organizer, Rounds: r.Sections[0].Rounds, Type: rating.Rapid, Days: span(3, 4, 5)})
	r.Type = rating.Standard
	d.On("2024-02-10T03:00:00Z")
	sent := d.Send(r).Report.Ref
	if got := fmt.Sprint(d.Report(sent).Open()); !strings.Contains(got, "announcement-near") {
		t.Fatal("nobody asks whether it is that event:", got)
	}
	d.Must(desk.Answer(t.Context(), d.Bureau, sent, "asked", "", desk.Reply{Question: "announcement-near"}))
	if got := d.Report(sent).Announced; got != ref {
		t.Fatal("it follows", got)
	}
	_, _, err := change(d, ref, "Festival", span(6, 1, 2))
	d.Must(err)
	d.Must(d.Do(t.Context(), "report.recheck", "", func(tx *bureau.Tx) error {
		_, _, err := intake.Ready(tx, d.Report(sent).Period, false)
		tx.Note(sent, nil)
		return err
	}))
	if got := d.Report(sent); got.Announced != "" || got.State != check.Admitted {
		t.Errorf("it follows %q, and is %s: %v", got.Announced, got.State, got.Open())
	}
}
