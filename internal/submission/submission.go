// Package submission is the one way in for a report, whoever sends it: the bytes of a file, what
// its sender says beside it, and who that is come in; a receipt goes out. What is said can come
// with the file or later.
package submission

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
)

// Beside is the suffix of the name of a file that supplies what a report leaves out.
const Beside = ".arpad.json"

// Submission is a file as its sender hands it in.
type Submission struct {
	File     string // base name
	Data     []byte
	Beside   []byte // the file beside it; nil: none
	From     string // who submits it, by an officer's word
	For      string // the club for which it is sent; see intake.SenderOf
	Words    statement.Words
	Ref      string // the report that it belongs to; empty: found by its event
	Replaces bool   // it takes the place of the earlier files of its sections
}

// Read reads a file and what came beside it. The report is nil if it cannot be read.
func Read(data, beside []byte, name string, as statement.As) (*report.Report, []finding.Finding) {
	p, found := file.ReadAs(data, name, file.As{Encoding: as.Encoding, Dates: as.Dates, Columns: file.Columns(as.Columns)})
	if p == nil || beside == nil {
		return p, found
	}
	said := json.Overlay(string(beside), name+Beside, p)
	if slices.ContainsFunc(said, func(f finding.Finding) bool { return f.Refuses }) {
		p = nil
	}
	return p, append(found, said...)
}

// Submit receives a file.
func Submit(ctx context.Context, b *bureau.Bureau, s Submission) (*intake.Receipt, error) {
	in, err := s.read(ctx, b)
	if err != nil {
		return nil, err
	}
	return intake.Submit(ctx, b, in)
}

// Try says what submitting a file to a preview of a bureau leads to.
func Try(ctx context.Context, preview *bureau.Bureau, s Submission) (*trial.Preview, error) {
	in, err := s.read(ctx, preview)
	if err != nil {
		return nil, err
	}
	return trial.Of(ctx, preview, func() (*intake.Receipt, error) { return intake.Submit(ctx, preview, in) })
}

// Told says what whoever hands in the files of an event may learn of each, in the order in which they come; trial.Try says what then is.
func Told(ctx context.Context, b *bureau.Bureau, to finding.Audience, then func(preview *bureau.Bureau, became *check.Case) error, files ...Submission) ([]*trial.Told, error) {
	all, told := make([]intake.Submission, len(files)), make([]*trial.Told, len(files))
	for n := range files {
		in, err := files[n].read(ctx, b)
		if err != nil {
			return nil, err
		}
		all[n], told[n] = in, &trial.Told{File: in.File, Report: in.Parsed}
	}
	ref := ""
	return told, trial.Try(ctx, b, to, told, func(preview *bureau.Bureau, n int) (*intake.Receipt, error) {
		all[n].Ref = cmp.Or(all[n].Ref, ref)
		receipt, err := intake.Submit(ctx, preview, all[n])
		if err == nil && receipt.Report != nil {
			ref = receipt.Report.Ref
		}
		return receipt, err
	}, then)
}

// TryState says what stating something in a preview of a bureau leads to.
func TryState(ctx context.Context, preview *bureau.Bureau, s intake.Statement) (*trial.Preview, error) {
	return trial.Of(ctx, preview, func() (*intake.Receipt, error) { return State(ctx, preview, s) })
}

// Changed says what something that is done with a report in a preview of a bureau changes.
func Changed(ctx context.Context, preview *bureau.Bureau, of *check.Case, does func() error) (*trial.Preview, error) {
	return trial.Of(ctx, preview, func() (*intake.Receipt, error) { return &intake.Receipt{Report: of}, does() })
}

// State receives what somebody says of a report that has come.
func State(ctx context.Context, b *bureau.Bureau, s intake.Statement) (*intake.Receipt, error) {
	var club string
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := intake.Cases.Get(r, bureau.RefKey(s.Ref))
		if c != nil { // else it is refused
			club = cmp.Or(c.For.Club, c.Club)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	read, err := reader(ctx, b, club)
	if err != nil {
		return nil, err
	}
	s.Columns = file.Columns(s.Words.Columns)
	return intake.State(ctx, b, s, read)
}

// read reads a file.
func (s *Submission) read(ctx context.Context, b *bureau.Bureau) (intake.Submission, error) {
	in := intake.Submission{File: s.File, Data: s.Data, Sidecar: s.Beside, Words: s.Words, Columns: file.Columns(s.Words.Columns), From: s.From, For: s.For, Ref: s.Ref, Replaces: s.Replaces}
	read, err := reader(ctx, b, cmp.Or(s.For, s.Words.Organizer))
	if err != nil {
		return in, err
	}
	in.Parsed, in.Found = read(s.Data, s.Beside, s.File, s.Words.As)
	in.Again = read
	return in, nil
}

// reader returns Read for the files of a club: what it has said of its columns is known.
func reader(ctx context.Context, b *bureau.Bureau, club string) (intake.Reader, error) {
	var known map[string]string
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		known, err = register.ColumnsOf(r, club)
		return err
	})
	return func(data, beside []byte, name string, as statement.As) (*report.Report, []finding.Finding) {
		columns := maps.Clone(known)
		if told := file.Columns(as.Columns); columns == nil {
			columns = told
		} else {
			maps.Copy(columns, told)
		}
		as.Columns = columns
		return Read(data, beside, name, as)
	}, err
}
