// Package arpad is the front door for programs that use Arpad as a library:
//
//	Read     reads a report in any format: TRF, JSON, spreadsheets, ...
//	Rate     rates reports under a regulation
//	Explain  returns how a player's rating came about
//
// Package regulation/catalog has the regulations, roster the opening list, and
// explain writes findings and explanations in English and Japanese. A program
// that keeps periods, corrections and published lists uses package bureau.
package arpad

import (
	"crypto/sha256"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/season"
)

// Read reads a report from the bytes of a file; the name is only used in
// findings. The report is nil if a finding refuses the whole file.
func Read(data []byte, name string) (season.Source, []finding.Finding) {
	r, findings := file.Read(data, name, "")
	return season.Source{Report: r, Digest: sha256.Sum256(data)}, findings
}

// Rated is the result of rating reports: their periods in order, and the
// findings.
type Rated struct {
	Periods  []*season.Period
	Findings []finding.Finding
}

// Rate rates the reports and keeps a complete trace, so that each number can be
// explained. Without an opening list (Roster nil) it uses the ratings in the
// reports, and the players of a single section are identified by their start
// numbers. season.Rate does the same period by period, in less memory.
func Rate(in season.Input) (*Rated, error) {
	rated := &Rated{}
	in.Trace = season.TraceAll
	if in.Roster == nil {
		in.IDs = season.Reported
		var assumed []finding.Finding
		in.Reports, rated.Findings = season.Parts(in.Reports)
		in.Roster, in.Opening, assumed = season.OwnList(in.Regulation.Latest(), in.Reports)
		rated.Findings = append(rated.Findings, assumed...)
	}
	findings, err := season.Rate(in, func(p *season.Period) error {
		rated.Periods = append(rated.Periods, p)
		return nil
	})
	if err != nil {
		return nil, err
	}
	rated.Findings = append(rated.Findings, findings...)
	slices.SortFunc(rated.Findings, finding.Compare)
	return rated, nil
}

// Rating returns a player's rating after the last period, 0 if they have none.
func (r *Rated) Rating(id string, kind rating.Kind) rating.Rating {
	if len(r.Periods) == 0 {
		return 0
	}
	last := r.Periods[len(r.Periods)-1]
	if n := playerOf(last, id); n >= 0 {
		return last.Row(uint32(n), kind).State.Rating
	}
	return 0
}
