package events

import (
	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/regulation"
)

// Terms are what the rules set for an announced event beside its answer.
type Terms struct {
	regulation.About
	Seconds int               // a player's time for 60 moves, the shortest (Reading G6); zero: not announced
	FIDE    civil.Date        // the last day to announce a FIDE event; zero: it is none, or the rules name no day
	Report  civil.Date        // the last day on which games of its first day are reported in time; zero: none
	List    regulation.Period // in which it counts if it is reported on its last day
	Fewer   civil.Date        // the last day to ask for a dispensation; zero: it needs none, or the rules know none
}

// TermsOf returns the terms of an announced event.
func TermsOf(s *bureau.Settings, a *check.Announcement) (t Terms, err error) {
	edition, err := editionFor(s, a)
	if err != nil {
		return t, err
	}
	t.About = edition.About()
	t.Report, t.List = t.Deadline.Last(a.Days.From), edition.Period(reportOf(a))
	for _, control := range a.TimeControl {
		seconds, err := control.Seconds(60)
		if err != nil {
			return t, err
		}
		t.Seconds = min(cmp.Or(t.Seconds, seconds), seconds)
	}
	if a.FIDEEvent && t.FIDENotice.Clause != "" {
		t.FIDE = t.FIDENotice.Until(a.Days.From)
	}
	if fewer := t.About.Fewer; fewer.Clause != "" && !a.Answer.Rated && a.Answer.Clause == fewer.Clause {
		t.Fewer = fewer.Until(a.Days.From)
	}
	return t, nil
}
