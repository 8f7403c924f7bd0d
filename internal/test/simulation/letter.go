package simulation

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
)

// letter is a file on its way to the bureau: what it says of which event, and how
// it is handed in.
type letter struct {
	of       *event
	said     *report.Report // what its sender means; nil: nothing
	data     []byte
	name     string
	from     string
	slip     string // or mistake that is in it; empty: none
	bent     bool   // it does not show of which event it is
	believed bool   // what it has wrong nothing betrays
	early    bool   // the event is not over
	shifted  bool   // a line is not in its columns
	legible  bool   // though it is plain by how much: its rounds are all moved alike
	replaces bool
}

// truths returns how an event may have been, for all that anybody can know: as it was,
// and as its sender has it by a mistake that nothing betrays.
func (e *event) truths() []*report.Report {
	return append([]*report.Report{e.real().Report}, e.real().believed...)
}

// real returns the event that was played: of one that is told again under another
// name the one that it was.
func (e *event) real() *event {
	if e.of != nil {
		return e.of
	}
	return e
}

// inForceOf returns the letters of a report that add something to it: neither has an
// officer set them aside, nor has a later one come in the place of all their sections.
func (l *Life) inForceOf(r *check.Case) []*letter {
	gone := map[int]int{} // sections, by revision
	for _, v := range r.Revisions {
		for _, part := range v.Replaces {
			if !r.IsAside(v.Number) {
				gone[part.File]++
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(l.known.letters[r.Ref]), func(t *letter) bool {
		return !slices.ContainsFunc(r.Revisions, func(v check.Revision) bool {
			return v.Digest == digest(t.data) && !r.IsAside(v.Number) && gone[v.Number] < len(t.said.Sections)
		})
	})
}

// eventsOf returns the events that the files of a report are of, each once.
func (l *Life) eventsOf(ref string) []*event {
	var all []*event
	for _, t := range l.known.letters[ref] {
		if e := t.of.real(); !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// has names what is wrong with the files of a report.
func (l *Life) has(ref string) string {
	var all []string
	for _, t := range l.known.letters[ref] {
		all = append(all, t.name+" "+t.slip)
	}
	return strings.Join(all, ", ")
}

// counted reports whether an officer has let count what a question is about.
func counted(r *check.Case, questions ...string) bool {
	return slices.ContainsFunc(r.Standing(), func(d *check.Decision) bool { return d.Counts(questions...) })
}
