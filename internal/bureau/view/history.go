// Package view returns what a bureau shows, as values: lists, histories, events
// and explanations.
package view

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Event is a report with the crosstable of its record in force.
type Event struct {
	Report    *check.Case
	About     regulation.About // the newest edition
	Batch     *pack.Batch      // nil: there is no record
	Names     func(player uint32) (id, name string)
	Local     func(player uint32) string // name in the local script, empty if unknown
	Revision  int
	Announced *intake.Followed // the announcement that it follows; nil: none
	// The qualifiers of a qualifying event, as reported: IDs or names.
	Qualified []string
	NotRated  []NotRated
	Entered   []*rows.Entry // what a calculation made of the entries
	// What the file lists in each section; nil: it cannot be read.
	Listed []Listed
	// The event is in no list: what it says of the entries is of the list as it would be now.
	Provisional bool
}

// Listed is the entries of a section in a file, without their names: who is asked about can be found
// by the start number.
type Listed struct {
	Section string
	Entries []ListedEntry
}

// ListedEntry is an entry of a section in a file.
type ListedEntry struct {
	Start  int
	Rating rating.Rating // as reported; zero: none
	Asked  bool          // it is asked who that is
}

// listed returns what a file lists, given what is asked.
func listed(of *report.Report, questions []check.Question) (all []Listed) {
	for i := range of.Sections {
		s := &of.Sections[i]
		l := Listed{Section: s.Name}
		for j := range s.Players {
			p := &s.Players[j]
			asked := slices.ContainsFunc(questions, func(q check.Question) bool {
				return q.What == check.WaitPlayer && q.Section == s.Name && q.Start == p.StartNumber
			})
			l.Entries = append(l.Entries, ListedEntry{p.StartNumber, p.Rating, asked})
		}
		all = append(all, l)
	}
	return all
}

// NotRated is a section of an event, or the event, of which something is not rated.
type NotRated struct {
	Section  string            // empty: the event, or a section without a name
	Number   int               // of the section, from 1; zero: the event
	Findings []finding.Finding // why nothing of it is rated; nothing personal
	Games    []NotCounted      // by reason
}

// NotCounted is how many games do not count for a reason.
type NotCounted struct {
	Why   string // "forfeit", or a word of pack.Out
	Games int
}

// FindEvent returns an event by its report's reference.
func FindEvent(r bureau.Reader, ref string) (*Event, error) {
	found, err := intake.Find(r, ref)
	if err != nil {
		return nil, err
	}
	e := &Event{Report: found, Revision: found.Current}
	if e.About, err = lists.AboutEdition(r, ""); err != nil {
		return nil, err
	}
	if e.Announced, err = intake.Follows(r, found); err != nil {
		return nil, err
	}
	said, err := intake.ReadingOf(r, found, (*check.Reading).Sound)
	if err != nil {
		return nil, err
	}
	if said != nil {
		joined := said.Joined()
		e.Qualified, e.Listed = joined.Qualified, listed(joined, found.Questions)
	}
	if e.Batch, err = lists.StoredRecord(r, found.RecordID(found.Current)); err != nil {
		return nil, err
	}
	if e.NotRated, err = notRated(r, e); err != nil {
		return nil, err
	}
	if err := intake.AddRefused(r, found, e.Batch); err != nil {
		return nil, err
	}
	var entered []uint32
	if e.Batch != nil {
		entered = e.Batch.Players()
	}
	names, err := namesOf(r, entered)
	if err != nil {
		return nil, err
	}
	e.Names, e.Local = names.names, names.local
	e.Entered, err = rows.Entries.Select(r, bureau.Range{Is: []any{found.Ref}})
	return e, err
}

// EnteredAs returns what a calculation made of an entry of a section, counted from zero, nil if none has it.
func (e *Event) EnteredAs(section int, player uint32) *rows.Entry {
	for _, k := range e.Entered {
		if k.Section == section && k.Player == player && k.InList {
			return k
		}
	}
	return nil
}

// notRated returns what of an event is not rated.
func notRated(r bureau.Reader, e *Event) ([]NotRated, error) {
	_, found, err := intake.Latest(r, e.Report)
	if err != nil {
		return nil, err
	}
	var all []NotRated
	if of := refusing(found, func(f *finding.Finding) bool { return !f.InSection }); len(of) > 0 {
		all = append(all, NotRated{Findings: of})
	}
	if e.Batch == nil {
		return all, nil
	}
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		n := NotRated{Section: s.Name, Number: i + 1, Games: notCounted(e.Batch, i)}
		if s.Refused {
			n.Findings = refusing(found, func(f *finding.Finding) bool { return f.InSection && f.Section == s.Name })
		}
		if s.Refused || len(n.Games) > 0 {
			all = append(all, n)
		}
	}
	return all, nil
}

// notCounted counts the games of a section that do not count, by reason.
func notCounted(batch *pack.Batch, section int) []NotCounted {
	var all []NotCounted
	for i := range batch.Games {
		g := &batch.Games[i]
		if int(g.Section) != section || g.Counts() {
			continue
		}
		why := "forfeit"
		if g.Out != pack.In {
			why = g.Out.Public().String()
		}
		n := slices.IndexFunc(all, func(c NotCounted) bool { return c.Why == why })
		if n < 0 {
			n, all = len(all), append(all, NotCounted{Why: why})
		}
		all[n].Games++
	}
	return all
}
