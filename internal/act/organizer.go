package act

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/submission"
)

// Organizer is who hands files in for a club, and learns no more than trial.Told.
type Organizer struct {
	Looks bureau.Looks // is told of each file before anything is said of it
}

// Try says what a file comes to, and keeps nothing.
func (o *Organizer) Try(ctx context.Context, b *bureau.Bureau, a *SubmitReport) (*trial.Told, error) {
	return o.told(ctx, b, a, "report.try")
}

// Submit receives a file. What is said of it is what Try says, and its reference.
func (o *Organizer) Submit(ctx context.Context, b *bureau.Bureau, a *SubmitReport, with With) (*trial.Told, error) {
	told, err := o.told(ctx, b, a, "report.submit")
	if err != nil {
		return nil, err
	}
	out, err := Do(ctx, b, a, with)
	if err != nil {
		return nil, err
	}
	told.Ref = out.Subject
	return told, nil
}

func (o *Organizer) told(ctx context.Context, b *bureau.Bureau, a *SubmitReport, what string) (*trial.Told, error) {
	rule := &LineOf(a).Rule
	err := b.Actor.May(rule)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(a.File.Data)
	err = o.Looks.Looked(ctx, bureau.Look{Account: b.Actor.Account, What: what + " " + hex.EncodeToString(sum[:]), At: b.Clock()})
	if err != nil {
		return nil, err
	}
	return submission.Told(ctx, b.Asking(bureau.Request{Rule: rule}, &bureau.Outcome{}), a.Submission())
}
