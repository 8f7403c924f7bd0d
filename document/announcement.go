package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Announcement is what was announced of an event, beside what its report says.
type Announcement struct {
	Ref       string `json:"ref"`
	Event     string `json:"event"` // its name, as announced
	Club      string `json:"club"`  // the organiser; empty: not named
	Late      bool   `json:"late"`  // it came on the first day or later, and confirms nothing
	Withdrawn bool   `json:"withdrawn"`
	Terms     []Term `json:"terms"` // what is announced or reported
}

// Term is something that was announced or reported of an event.
type Term struct {
	Field     string `json:"field"`     // as in a report: "days", "type", "time_control", "rounds", "group", "fide_event", "team", "braille", "qualifying", "dispensation", "dispensation-late"
	Announced string `json:"announced"` // empty: nothing
	Reported  string `json:"reported"`  // empty: nothing; of several sections each value once
}

// NewAnnouncement returns the document of the announcement that a report follows, nil if there is none.
func NewAnnouncement(f *intake.Followed) *Announcement {
	if f == nil {
		return nil
	}
	d := &Announcement{Ref: f.Ref, Event: f.Name, Club: f.Club, Late: f.Late, Withdrawn: f.Withdrawn != "", Terms: []Term{}}
	term := func(field string, announced any, reported func(s *report.Section) any) {
		t := Term{Field: field, Announced: stated(announced)}
		var all []string
		for i := range f.Report.Sections {
			if text := stated(reported(&f.Report.Sections[i])); text != "" && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
		if t.Reported = strings.Join(all, " / "); t.Announced != "" || t.Reported != "" {
			d.Terms = append(d.Terms, t)
		}
	}
	r := f.Report
	term("days", f.Days, func(*report.Section) any { return civil.Range{From: r.FirstDay(), To: r.LastDay()} })
	term("type", f.Type, func(s *report.Section) any { return regulation.Declared(r, s) })
	term("time_control", f.TimeControl, func(s *report.Section) any { return regulation.Controls(r, s) })
	term("rounds", f.Rounds, func(s *report.Section) any { return s.Rounds })
	term("group", f.Group, func(s *report.Section) any { return s.Group })
	if leave := f.Dispensation; leave != nil {
		field := "dispensation"
		if leave.Late { // Reading C31
			field = "dispensation-late"
		}
		term(field, leave.Asked, func(*report.Section) any { return "" })
	}
	for _, flag := range report.Flags {
		announced := map[string]bool{"fide_event": f.FIDEEvent, "team": f.Team, "braille": f.Braille, "qualifying": f.Qualifying}[flag.Name]
		term(flag.Name, announced, func(*report.Section) any { return *flag.Of(r) })
	}
	return d
}

// stated returns a value as text, empty for one that is not stated.
func stated(value any) string {
	switch v := value.(type) {
	case civil.Range:
		return v.From.String() + " – " + v.To.String()
	case []report.TimeControl:
		return strings.Trim(fmt.Sprint(v), "[]")
	}
	text := fmt.Sprint(value)
	if text == "0" || text == "false" || text == report.Open.String() {
		return ""
	}
	return text
}
