package view

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// Performances are the performances in the events of a list, for a regulation
// that publishes them besides the ratings (Reading C27).
type Performances struct {
	Publication *lists.Publication // nil: the current list
	Run         *lists.Run
	Sections    []Performed // rated ones, in the order of calculation
}

// Performed is a section of an event with its players' performances.
type Performed struct {
	Ref     string
	Event   *pack.Event
	Section *pack.Section
	Players []Performance // in the order of the entries
}

// Performance is a player's performance in a section: the step of the trace.
type Performance struct {
	ID, Name string // name: empty if it is withheld
	regulation.Row
}

// PublishedPerformances returns the performances of a published list. Revision
// zero means the newest revision, an empty label the newest list.
func PublishedPerformances(r bureau.Reader, label string, revision int) (*Performances, error) {
	p, err := lists.FindList(r, label, revision)
	if err != nil {
		return nil, err
	}
	of, err := performancesOf(r, p.Run)
	if err == nil {
		of.Publication = p
	}
	return of, err
}

// CurrentPerformances returns the performances of a list with all corrections.
// An empty label means the newest list.
func CurrentPerformances(r bureau.Reader, label string) (*Performances, error) {
	n, err := lists.RunNow(r, label)
	if err != nil {
		return nil, err
	}
	return performancesOf(r, n)
}

// remade is a run that was made again, with what it made of each entry.
type remade struct {
	*lists.Run
	*lists.Made
	rows []regulation.Row
}

func remake(r bureau.Reader, id int) (*remade, error) {
	run, err := lists.FindRun(r, id)
	if err != nil {
		return nil, err
	}
	if run.Base == 0 {
		return nil, finding.Refuse("list-zero", finding.Text("label", run.Label))
	}
	in, err := lists.InputOf(r, run)
	if err != nil {
		return nil, err
	}
	trace := regulation.TraceRows()
	m, err := run.Make(in, trace)
	return &remade{run, m, trace.Rows()}, err
}

// performancesOf makes the list of a run again and returns its performances.
func performancesOf(r bureau.Reader, id int) (*Performances, error) {
	m, err := remake(r, id)
	if err != nil {
		return nil, err
	}
	run := m.Run
	sections := make([]Performed, len(m.Batch.Sections))
	names, err := NamesOf(r, nil)
	if err != nil {
		return nil, err
	}
	for _, row := range m.rows {
		id, name := names(row.Player)
		sections[row.Section].Players = append(sections[row.Section].Players, Performance{id, name, row})
	}
	if err := nameEvents(r, run, m.Batch.Events); err != nil {
		return nil, err
	}
	of := &Performances{Run: run}
	for i := range sections {
		s := &m.Batch.Sections[i]
		if _, refused := m.Outcome.Refused[i]; refused || s.Refused {
			continue
		}
		event := &m.Batch.Events[s.Event]
		sections[i].Ref, sections[i].Event, sections[i].Section = run.Records[event.Report].Ref, event, s
		of.Sections = append(of.Sections, sections[i])
	}
	return of, nil
}
