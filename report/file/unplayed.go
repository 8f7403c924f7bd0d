package file

import (
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Unplayed is a pairing without a result.
type Unplayed struct {
	Section int         // index
	Game    report.Game // its result means nothing
}

// ReadUnfinished is like Read, for a report of an event that is not over: pairings without
// a result are no errors, but returned apart. The points in such a report are those of the
// rounds so far, and left out.
func ReadUnfinished(data []byte, name string, as As) (*report.Report, []Unplayed, []finding.Finding) {
	r, findings := readAll(data, name, as)
	var unplayed []Unplayed
	findings = slices.DeleteFunc(findings, func(f finding.Finding) bool {
		if f.ID != "result-missing" || r == nil {
			return false
		}
		u, ok := pairing(r, &f)
		if ok {
			unplayed = append(unplayed, u)
		}
		return ok
	})
	if slices.ContainsFunc(findings, finding.Finding.RefusesAll) {
		return nil, nil, findings
	}
	for i := range unplayed {
		players := r.Sections[unplayed[i].Section].Players
		for j := range players {
			players[j].Points = nil
		}
	}
	return r, unplayed, findings
}

// pairing returns the pairing that a finding is about, and takes it out of the report if
// the reader has left it there.
func pairing(r *report.Report, f *finding.Finding) (Unplayed, bool) {
	for i := range r.Sections {
		s := &r.Sections[i]
		at := slices.IndexFunc(s.Games, func(g report.Game) bool { return g.At == f.At })
		if at >= 0 {
			g := s.Games[at]
			s.Games = slices.Delete(s.Games, at, at+1)
			return Unplayed{i, g}, true
		}
	}
	if len(r.Sections) != 1 {
		return Unplayed{}, false
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(f.Value(name)) // the reader has formatted it
		return n
	}
	return Unplayed{0, report.Game{Round: number("round"), White: number("player"), Black: number("opponent"), At: f.At}}, true
}
