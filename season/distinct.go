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

// distinct returns the reports without duplicates: of identical files one is
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

func (s *season) withoutCopies() []Source {
	sources := slices.SortedFunc(slices.Values(s.Reports), func(a, b Source) int { return cmp.Compare(a.Report.File, b.Report.File) })
	first := map[[sha256.Size]byte]string{}
	return slices.DeleteFunc(sources, func(source Source) bool {
		file, copied := first[source.Digest]
		if copied {
			s.refuse(source.Report, finding.New("report-repeated", finding.Info, finding.At{}, finding.Text("first", file)))
		} else {
			first[source.Digest] = source.Report.File
		}
		return copied
	})
}

// refuse leaves out a report.
func (s *season) refuse(r *report.Report, f finding.Finding) {
	s.add(f.Of(r.File))
	s.finished()
}
