// Package fidereport keeps what was sent to FIDE of an event that FIDE rates, too, and finds what is still to be sent.
package fidereport

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Event is a FIDE event: what of it was sent to FIDE, and what FIDE is not to rate.
type Event struct {
	Sent     []Filing    `json:"sent,omitempty"`     // the last report of each section that was sent
	Excluded []Exclusion `json:"excluded,omitempty"` // the sections that FIDE is not to rate, by decision of an officer
}

// Events are the FIDE events, by the keys of their reports.
var Events = bureau.Table[Event]{Kind: "fide-event"}

// Exclusion is an officer's decision that FIDE is not to rate a section.
type Exclusion struct {
	Section string     `json:"section"`
	Day     civil.Date `json:"day"` // of the decision
}

// Filing is the last report of a section that was sent to FIDE.
type Filing struct {
	Section  string     `json:"section"`
	Revision int        `json:"revision"` // of the bureau's report, as it was sent
	Day      civil.Date `json:"day"`
	Receipt  string     `json:"receipt,omitempty"` // the number that FIDE gave it; empty: none has come
}

// Follow returns what is kept of an event after a check that found whether it is a FIDE
// event. What was sent stays, and what is excluded with it.
func (e *Event) Follow(is bool) *Event {
	switch {
	case is && e == nil:
		return &Event{}
	case !is && e != nil && len(e.Sent) == 0:
		return nil
	}
	return e
}

// Of returns what was sent of a section, nil if nothing was.
func (e *Event) Of(section string) *Filing {
	if i := slices.IndexFunc(e.Sent, func(f Filing) bool { return f.Section == section }); i >= 0 {
		return &e.Sent[i]
	}
	return nil
}

// File keeps the last report of a section that was sent.
func (e *Event) File(sent Filing) {
	e.Sent = append(slices.DeleteFunc(e.Sent, func(f Filing) bool { return f.Section == sent.Section }), sent)
}

// Exclude keeps that FIDE is not to rate a section, by a decision of a day.
func (e *Event) Exclude(section string, day civil.Date) {
	e.Excluded = append(e.Excluded, Exclusion{section, day})
}

// Include undoes the exclusion of a section.
func (e *Event) Include(section string) {
	e.Excluded = slices.DeleteFunc(e.Excluded, func(x Exclusion) bool { return x.Section == section })
}

// exclusionOf returns the exclusion of a section, nil if there is none.
func (e *Event) exclusionOf(section string) *Exclusion {
	if i := slices.IndexFunc(e.Excluded, func(x Exclusion) bool { return x.Section == section }); i >= 0 {
		return &e.Excluded[i]
	}
	return nil
}

// State is where the report of a section stands.
type State string

// The states, the most urgent first.
const (
	Unsent    State = "unsent"
	Changed   State = "changed"   // players, games or results are others than those that were sent
	Sent      State = "sent"      // no receipt has come
	Confirmed State = "confirmed" // FIDE has given it a number
	Excluded  State = "excluded"  // FIDE is not to rate it
)

// States returns all states, the most urgent first.
func States() []State { return []State{Unsent, Changed, Sent, Confirmed, Excluded} }

// Open are the states in which something is to be sent.
var Open = States()[:2]

// Section is a section of a FIDE event.
type Section struct {
	Name      string
	Number    int // in the report, from zero
	Games     int
	Filing    *Filing    // nil: nothing was sent
	Exclusion *Exclusion // nil: FIDE is to rate it
	State     State
}

// Sections returns the sections of a FIDE event and where their reports stand, by the
// record in force.
func (e *Event) Sections(r bureau.Reader, current lists.RecordID) ([]Section, error) {
	now, err := lists.RecordOf(r, current)
	if err != nil {
		return nil, err
	}
	var all []Section
	for i := range now.Sections {
		s := Section{Name: now.Sections[i].Name, Number: now.Sections[i].Number, Games: len(games(now, i)), State: Unsent}
		if s.Filing = e.Of(s.Name); s.Filing != nil {
			was, err := lists.RecordOf(r, lists.RecordID{Ref: current.Ref, Revision: s.Filing.Revision})
			if err != nil {
				return nil, err
			}
			s.State = stateOf(s.Filing, was, now, i)
		}
		if s.Exclusion = e.exclusionOf(s.Name); s.Exclusion != nil {
			s.State = Excluded
		}
		all = append(all, s)
	}
	return all, nil
}

func stateOf(f *Filing, was, now *pack.Batch, section int) State {
	at := slices.IndexFunc(was.Sections, func(s pack.Section) bool { return s.Name == f.Section })
	switch {
	case at < 0 || !same(was, at, now, section):
		return Changed
	case f.Receipt == "":
		return Sent
	}
	return Confirmed
}

// StateOf returns the state of the most urgent section of an event; empty if e is nil.
func (e *Event) StateOf(r bureau.Reader, current lists.RecordID) (State, error) {
	switch {
	case e == nil:
		return "", nil
	case len(e.Sent) == 0 && len(e.Excluded) == 0:
		return Unsent, nil
	}
	all, err := e.Sections(r, current)
	if err != nil || len(all) == 0 {
		return Unsent, err
	}
	return slices.MinFunc(all, func(a, b Section) int {
		return cmp.Compare(slices.Index(States(), a.State), slices.Index(States(), b.State))
	}).State, nil
}

// game is what FIDE is told of a game, or of a bye of White.
type game struct {
	round        uint8
	white, black uint32
	result       report.Result
	bye          report.ByeKind
}

// games returns what FIDE is told of the rounds of a section.
func games(batch *pack.Batch, section int) []game {
	var all []game
	for i := range batch.Games {
		if g := &batch.Games[i]; int(g.Section) == section {
			all = append(all, game{g.Round, g.White, g.Black, g.Result, 0})
		}
	}
	return all
}

// same reports whether FIDE would be told the same of a section of two records.
func same(a *pack.Batch, i int, b *pack.Batch, j int) bool {
	told := func(batch *pack.Batch, section int) []game {
		all := games(batch, section)
		for _, bye := range batch.Sections[section].Byes {
			all = append(all, game{round: bye.Round, white: bye.Player, black: pack.Nobody, bye: bye.Kind})
		}
		slices.SortFunc(all, func(x, y game) int {
			return cmp.Or(cmp.Compare(x.round, y.round), cmp.Compare(x.white, y.white), cmp.Compare(x.black, y.black))
		})
		return all
	}
	return slices.EqualFunc(a.Sections[i].Entries, b.Sections[j].Entries, func(x, y pack.Entry) bool { return x.Player == y.Player && x.Start == y.Start }) &&
		slices.Equal(told(a, i), told(b, j))
}
