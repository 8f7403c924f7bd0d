package events_test

import (
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// The terms of an announced event are the days that the rules name: two months before its first day for FIDE, 90 days
// after it for the report, seven days before it for a dispensation.
func TestTermsOfAnAnnouncedEvent(t *testing.T) {
	t.Parallel()
	terms := func(d *bureautest.Bureau, a *check.Announcement) (is events.Terms) {
		d.Must(d.View(t.Context(), func(_ bureau.Reader, s *bureau.Settings) (err error) {
			is, err = events.TermsOf(s, a)
			return err
		}))
		return is
	}
	on := civil.Range{From: civil.Of(2024, 5, 3), To: civil.Of(2024, 5, 4)}
	is := terms(bureautest.Empty(t, "ncs"), &check.Announcement{Days: on, Rounds: 5, TimeControl: []report.TimeControl{"3600+30"}, FIDEEvent: true, Answer: check.Answer{Rated: true}})
	if is.Seconds != 90*60 || is.FIDE != civil.Of(2024, 3, 3) || is.Report != civil.Of(2024, 8, 1) || is.List.Label != "2024-06" || is.Fewer != 0 {
		t.Errorf("got %d s, FIDE %v, report %v, list %s, dispensation %v", is.Seconds, is.FIDE, is.Report, is.List.Label, is.Fewer)
	}
	is = terms(bureautest.Empty(t, "chessa"), &check.Announcement{Days: on, Rounds: 4, Answer: check.Answer{Clause: "50% Rule 1"}})
	if is.FIDE != 0 || is.Fewer != civil.Of(2024, 4, 26) {
		t.Errorf("got FIDE %v, dispensation %v", is.FIDE, is.Fewer)
	}
}
