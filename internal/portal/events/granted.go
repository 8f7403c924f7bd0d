package events

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// grantedShown is what the page of floors and dispensations shows.
type grantedShown struct {
	Tabs          []tab
	Dispensations []dispensed
	Floors        []floored
	More          bool // floors that are not shown
}

// dispensed is a dispensation that was granted.
type dispensed struct {
	Ref, Event, Club, To, Reason, By string
	On                               civil.Date
	Late                             bool // asked for too late
}

// floored is a floor that was assigned.
type floored struct {
	Ref, Event, Section, To, Reason, By string
	On                                  civil.Date
	Floor                               rating.Rating
}

// mostFloors are shown.
const mostFloors = 200

func showGranted(v *portal.Visit) (any, error) {
	s := &grantedShown{Tabs: tabs(v, "granted")}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		err := intake.Announcements.Scan(r, "", "", func(_ string, a *check.Announcement) (bool, error) {
			if d := a.Dispensation; d != nil {
				s.Dispensations = append(s.Dispensations, dispensed{a.Ref, a.Name, a.Club, v.PageOf("announce.set", a.Ref), d.Reason, d.Actor, v.Of.Day(d.At), d.Late})
			}
			return true, nil
		})
		if err != nil {
			return err
		}
		assigned, next, err := rows.SearchLog(r, rows.LogSearch{Has: func(e *bureau.Entry) bool { return e.Act() == "report.floor" }, Limit: mostFloors})
		s.More = next > 0
		seen := map[string]bool{}
		for _, e := range assigned {
			if err == nil && !seen[e.Subject] {
				seen[e.Subject], err = true, s.floors(v, r, e.Subject)
			}
		}
		return err
	})
	slices.SortStableFunc(s.Dispensations, func(a, b dispensed) int { return int(b.On - a.On) })
	slices.SortStableFunc(s.Floors, func(a, b floored) int { return int(b.On - a.On) })
	return s, err
}

// floors adds the floors of a report that hold.
func (s *grantedShown) floors(v *portal.Visit, r bureau.Reader, ref string) error {
	c, err := intake.Cases.Get(r, bureau.RefKey(ref))
	if err != nil || c == nil {
		return err
	}
	for _, d := range c.Standing() {
		if of := d.Adjustment; of != nil && of.Floor.Rated() {
			s.Floors = append(s.Floors, floored{c.Ref, c.Event, of.Section, v.PageOf("report.floor", c.Ref), d.Reason, d.Actor, v.Of.Day(d.At), of.Floor})
		}
	}
	return nil
}
