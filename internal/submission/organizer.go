package submission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/trial"
)

// Organizer is who hands files in for a club, and learns no more than trial.Told.
type Organizer struct {
	Account string
	Looks   bureau.Looks // is told of each file before anything is said of it
}

// Try says what a file comes to, and keeps nothing.
func (o *Organizer) Try(ctx context.Context, b *bureau.Bureau, s Submission) (*trial.Told, error) {
	return o.blind(ctx, b, &s, "report.try")
}

// Submit receives a file. What is said of it is what Try says, and its reference.
func (o *Organizer) Submit(ctx context.Context, b *bureau.Bureau, s Submission) (*trial.Told, error) {
	told, err := o.blind(ctx, b, &s, "report.submit")
	if err != nil {
		return nil, err
	}
	receipt, err := Submit(ctx, b, s)
	if err == nil && receipt.Report != nil {
		told.Ref = receipt.Report.Ref
	}
	return told, err
}

func (o *Organizer) blind(ctx context.Context, b *bureau.Bureau, s *Submission, what string) (*trial.Told, error) {
	sum := sha256.Sum256(s.Data)
	if err := o.Looks.Looked(ctx, bureau.Look{Account: o.Account, What: what + " " + hex.EncodeToString(sum[:]), At: b.Clock()}); err != nil {
		return nil, err
	}
	in, err := s.read(ctx, b)
	if err != nil {
		return nil, err
	}
	told := &trial.Told{File: in.File, Report: in.Parsed}
	return told, told.Blind(ctx, b, func(preview *bureau.Bureau) (*intake.Receipt, error) { return intake.Submit(ctx, preview, in) })
}
