// Package arpad rates chess tournament reports under the regulations of federations and
// leagues, and explains every number.
//
// [ReadPlayers] reads an opening list, [Read] a report in any format: TRF, JSON,
// spreadsheets, saved pages, PGN. [Rate] rates the reports, [Rated.Ratings] returns the
// new ratings, and [Rated.Explain] how one of them came about, down to the clause:
//
//	players, _ := arpad.ReadPlayers(list, "opening.csv")
//	report, _ := arpad.Read(data, "open.trf")
//	rated, err := arpad.Rate("japan", []arpad.Report{report}, arpad.WithPlayers(players))
//	for _, r := range rated.Ratings() {
//		fmt.Println(r.ID, r.Name, r.Kind, r.Before, r.Rating)
//	}
//
// What a file says wrongly, and what a regulation refuses, is a [finding.Finding]: package
// explain has the words, in English and Japanese. Package regulation/catalog lists the
// regulations.
package arpad

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Players is an opening list: who is known before the reports, with their ratings. The
// zero value is a list of nobody.
type Players struct {
	Roster *roster.Roster
	List   *roster.List
}

// ReadPlayers reads an opening list in the form of docs/opening-list.md; the name is only
// used in findings. It returns nil if a finding refuses the list.
func ReadPlayers(data []byte, name string) (*Players, []finding.Finding) {
	players, list, findings := roster.Read(bytes.NewReader(data), name)
	if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
		return nil, findings
	}
	return &Players{players, &list}, findings
}

// Report is a tournament report and the digest of its bytes, by which copies are known.
type Report = season.Source

// Read reads a report from the bytes of a file; the name is only used in findings. Its
// Report is nil if a finding refuses the whole file.
func Read(data []byte, name string) (Report, []finding.Finding) {
	r, findings := file.Read(data, name, "")
	return Report{Report: r, Digest: sha256.Sum256(data)}, findings
}

// Option changes how Rate rates.
type Option func(*season.Input) error

// WithPlayers sets the opening list. Without it the reports are their own list: players
// start with the ratings that they have there.
func WithPlayers(p *Players) Option {
	return func(in *season.Input) error {
		if p == nil {
			return errors.New("arpad: WithPlayers(nil): the opening list was refused; see the findings of ReadPlayers")
		}
		in.Roster, in.Opening = p.Roster, p.List
		return nil
	}
}

// WithSetting sets an option of the regulation, such as "non_members" to "count"; the
// error names those that there are.
func WithSetting(name, value string) Option {
	return func(in *season.Input) (err error) {
		in.Regulation, err = in.Regulation.With(name, value)
		return err
	}
}

// WithIDs says which number of an entry is the player's ID; season.AutoID without it.
func WithIDs(by season.Identity) Option {
	return func(in *season.Input) error {
		in.IDs = by
		return nil
	}
}

// WithProgress has a function called after each report with the number of reports done
// and of all.
func WithProgress(progress func(done, all int)) Option {
	return func(in *season.Input) error {
		in.Progress = progress
		return nil
	}
}

// Rate rates reports under a regulation, which is an edition such as "jcf-2023" or a
// family such as "japan", in which each period is rated by the edition in force on its
// first day. The error names the regulations or options that there are if one is unknown.
func Rate(regulation string, reports []Report, options ...Option) (*Rated, error) {
	of, err := catalog.Find(regulation)
	if err != nil {
		return nil, err
	}
	for i := range reports {
		if reports[i].Report == nil {
			return nil, fmt.Errorf("arpad: report %d of %d was refused; see the findings of Read, and leave it out", i+1, len(reports))
		}
	}
	in := season.Input{Regulation: of, Reports: slices.Clone(reports)}
	for _, option := range options {
		if err := option(&in); err != nil {
			return nil, err
		}
	}
	return RateInput(in)
}

// RateInput is Rate for a program that prepares the input of package season itself. It
// keeps a complete trace, so that each number can be explained; season.Rate does the same
// period by period, in less memory.
func RateInput(in season.Input) (*Rated, error) {
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
