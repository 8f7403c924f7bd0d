package document

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Organizers is what the organiser of an event learns of a file of it, tried or submitted: schema arpad.organizer/1. It rests
// on nothing that only officers may know.
type Organizers struct {
	Schema   string              `json:"schema"`
	File     string              `json:"file"`
	Ref      *string             `json:"ref"`      // of the report that it has become; null: it was tried, or cannot be read
	Event    *string             `json:"event"`    // its name; null: the file cannot be read
	Club     *string             `json:"club"`     // that organises it; null: the file does not say
	Start    *civil.Date         `json:"start"`    // null: not clear
	End      *civil.Date         `json:"end"`      // null: not clear
	Period   *string             `json:"period"`   // label of the list in which it counts; null: not known yet
	Deadline *civil.Date         `json:"deadline"` // the last day on which all its games are reported in time; null: none
	Sections []OrganizersSection `json:"sections"`
	Findings []Finding           `json:"findings"` // as in arpad.findings/1

	Told *trial.Told `json:"-"` // of what it is made
}

// OrganizersSection is a section as the file has it.
type OrganizersSection struct {
	Section string            `json:"section"`
	Type    *rating.Kind      `json:"type"`   // null: not stated
	Rounds  int               `json:"rounds"` // 0: not stated
	Games   int               `json:"games"`
	Entries []OrganizersEntry `json:"entries"`
}

// OrganizersEntry is an entry as the file has it.
type OrganizersEntry struct {
	Start int    `json:"start_number"`
	ID    string `json:"id"` // national, else of FIDE; empty: none
	Name  string `json:"name"`
}

// NewOrganizers returns the document of what an organiser is told.
func NewOrganizers(p *explain.Printer, t *trial.Told) *Organizers {
	d := &Organizers{Schema: "arpad.organizer/1", File: t.File, Ref: orNull(t.Ref), Sections: []OrganizersSection{}, Findings: array(slices.Collect(eachFinding(p, t.Findings))), Told: t}
	if t.Report == nil {
		return d
	}
	d.Event, d.Club, d.Start, d.End = &t.Report.Name, orNull(t.Report.Organizer), orNull(t.Report.FirstDay()), orNull(t.Report.LastDay())
	d.Period, d.Deadline = orNull(t.Case.Period), orNull(t.Case.Deadline)
	d.Sections = newOrganizersSections(t.Report)
	return d
}

func newOrganizersSections(p *report.Report) []OrganizersSection {
	all := []OrganizersSection{}
	for i := range p.Sections {
		s := &p.Sections[i]
		of := OrganizersSection{s.Name, orNull(s.Type), s.Rounds, len(s.Games), []OrganizersEntry{}}
		for j := range s.Players {
			of.Entries = append(of.Entries, OrganizersEntry{s.Players[j].StartNumber, cmp.Or(s.Players[j].Numbers()...), s.Players[j].Name})
		}
		all = append(all, of)
	}
	return all
}
