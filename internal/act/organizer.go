package act

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strconv"

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
	told, err := o.told(ctx, b, "report.try", a)
	if err != nil {
		return nil, err
	}
	return told[0], nil
}

// TryAll says what files of an event come to, one after the other, and keeps nothing.
func (o *Organizer) TryAll(ctx context.Context, b *bureau.Bureau, all ...*SubmitReport) ([]*trial.Told, error) {
	return o.told(ctx, b, "report.try", all...)
}

// Submit receives a file. What is said of it is what Try says, and its reference.
func (o *Organizer) Submit(ctx context.Context, b *bureau.Bureau, a *SubmitReport, with With) (*trial.Told, error) {
	told, err := o.told(ctx, b, "report.submit", a)
	if err != nil {
		return nil, err
	}
	out, err := Do(ctx, b, a, with)
	if err != nil {
		return nil, err
	}
	told[0].Ref = out.Subject
	return told[0], nil
}

// Receive receives the files of an event, one after the other, and returns the reference of the report that they have become. The same
// files with the same key are received once, also if only some of them were before.
func Receive(ctx context.Context, b *bureau.Bureau, key string, all ...*SubmitReport) (ref string, err error) {
	for n, a := range all {
		a.Ref = cmp.Or(a.Ref, ref)
		out, err := Do(ctx, b, a, With{Key: key + strconv.Itoa(n)})
		if err != nil {
			return ref, err
		}
		ref = out.Subject
	}
	return ref, nil
}

func (o *Organizer) told(ctx context.Context, b *bureau.Bureau, what string, all ...*SubmitReport) ([]*trial.Told, error) {
	rule := &LineOf(all[0]).Rule
	if err := b.Actor.May(rule); err != nil {
		return nil, err
	}
	files := make([]submission.Submission, len(all))
	for n, a := range all {
		sum := sha256.Sum256(a.File.Data)
		err := o.Looks.Looked(ctx, bureau.Look{Account: b.Actor.Account, What: what + " " + hex.EncodeToString(sum[:]), At: b.Clock()})
		if err != nil {
			return nil, err
		}
		files[n] = a.Submission()
	}
	return submission.Told(ctx, b.Asking(bureau.Request{Rule: rule}, &bureau.Outcome{}), files...)
}
