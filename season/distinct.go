package season

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// part identifies the games that two reports may both contain: a section of an
// event on its days.
type part struct {
	event, section string
	start, end     civil.Date
}

func parts(r *report.Report) []part {
	var all []part
	for i := range r.Sections {
		all = append(all, part{r.Name, r.Sections[i].Name, r.FirstDay(), r.LastDay()})
	}
	return all
}

// distinct returns the reports without duplicates: of files that say the same one is
// rated, and of two different reports about the same games of an event neither.
func (s *season) distinct() []Source {
	sources := s.withoutCopies()
	files := map[part][]Source{}
	for _, source := range sources {
		for _, p := range parts(source.Report) {
			files[p] = append(files[p], source)
		}
	}
	return slices.DeleteFunc(sources, func(source Source) bool {
		var others []string
		for _, p := range parts(source.Report) {
			for _, other := range files[p] {
				if other.Report != source.Report && meet([]Source{other, source}) {
					others = append(others, other.Report.File)
				}
			}
		}
		slices.Sort(others)
		others = slices.Compact(others)
		if len(others) > 0 {
			s.refuse(source.Report, finding.Refusal("event-repeated", finding.At{}, finding.Text("others", strings.Join(others, ", "))))
		}
		return len(others) > 0
	})
}

// withoutCopies leaves out files with the bytes of another one, or that say the same of an event.
func (s *season) withoutCopies() []Source {
	sources := slices.SortedFunc(slices.Values(s.Reports), func(a, b Source) int { return cmp.Compare(a.Report.File, b.Report.File) })
	first := map[[sha256.Size]byte]string{}
	kept := map[part][]*report.Report{} // of an event
	return slices.DeleteFunc(sources, func(source Source) bool {
		r := source.Report
		file, copied := first[source.Digest]
		event := part{event: r.Name, start: r.FirstDay(), end: r.LastDay()}
		for _, other := range kept[event] {
			if !copied && report.Same(other, r) {
				file, copied = other.File, true
			}
		}
		if copied {
			s.refuse(r, finding.New("report-repeated", finding.Info, finding.At{}, finding.Text("first", file)))
		} else {
			first[source.Digest] = r.File
			kept[event] = append(kept[event], r)
		}
		return copied
	})
}

// refuse leaves out a report.
func (s *season) refuse(r *report.Report, f finding.Finding) {
	s.add(f.Of(r.File))
	s.finished()
}
