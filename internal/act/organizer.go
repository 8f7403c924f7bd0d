package act

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/submission"
)

// Organizer is who hands files in for a club, and learns no more than trial.Told.
type Organizer struct {
	Looks  bureau.Looks // is told of each file before anything is said of it
	Office bool         // it is the office that hands them in: an officer learns what it would find
}

// Try says what a file comes to, and keeps nothing.
func (o *Organizer) Try(ctx context.Context, b *bureau.Bureau, a *SubmitReport) (*trial.Told, error) {
	told, err := o.TryAll(ctx, b, a)
	if err != nil {
		return nil, err
	}
	return told[0], nil
}

// TryAll says what files of an event come to, one after the other, and keeps nothing.
func (o *Organizer) TryAll(ctx context.Context, b *bureau.Bureau, all ...*SubmitReport) ([]*trial.Told, error) {
	return o.told(ctx, b, "report.try", nil, all...)
}

// Effect is TryAll, and returns what the report would do to ratings, too, as far as they may learn it; false if it cannot be admitted
// as it is.
func (o *Organizer) Effect(ctx context.Context, b *bureau.Bureau, all ...*SubmitReport) (told []*trial.Told, changes []trial.Change, admits bool, err error) {
	told, err = o.told(ctx, b, "report.try", func(preview *bureau.Bureau, became *check.Case) (err error) {
		changes, err = effect(ctx, preview, became)
		why := (*finding.Refused)(nil)
		if admits = err == nil; errors.As(err, &why) {
			err = nil
		}
		return err
	}, all...)
	return told, changes, admits, err
}

// Effect returns what a report that has come does to ratings: the unofficial list with it, admitted as it is now, beside the one without
// it. Nothing is kept.
func Effect(ctx context.Context, b *bureau.Bureau, of *check.Case) (changes []trial.Change, err error) {
	err = b.Preview(ctx, func(preview *bureau.Bureau) error {
		changes, err = effect(ctx, preview, of)
		return err
	})
	return changes, err
}

// effect is Effect in a preview. Whether the report was admitted before shows nowhere.
func effect(ctx context.Context, preview *bureau.Bureau, of *check.Case) ([]trial.Change, error) {
	office := *preview
	office.Actor = bureau.AtTerminal("preview") // whoever asks: nothing of it is kept
	ruling := Ruling{Decided: Decided{Ref: of.Ref, Reason: "-"}}
	if of.State != check.Admitted {
		if _, err := Do(ctx, &office, &AdmitReport{ruling}, With{}); err != nil {
			return nil, err
		}
	}
	would, err := submission.Changed(ctx, preview, of, func() error {
		_, err := Do(ctx, &office, &WithholdReport{ruling}, With{})
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range would.Changes { // it was in the list before, and is not after
		c := &would.Changes[i]
		c.From, c.To = c.To, c.From
	}
	return would.Changes, nil
}

// Submit receives a file. What is said of it is what Try says, and its reference.
func (o *Organizer) Submit(ctx context.Context, b *bureau.Bureau, a *SubmitReport, with With) (*trial.Told, error) {
	told, err := o.told(ctx, b, "report.submit", nil, a)
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

func (o *Organizer) told(ctx context.Context, b *bureau.Bureau, what string, then func(*bureau.Bureau, *check.Case) error, all ...*SubmitReport) ([]*trial.Told, error) {
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
	to := finding.Organizer
	if o.Office && b.Actor.Is(bureau.Officer) {
		to = finding.Officers
	}
	return submission.Told(ctx, b.Asking(bureau.Request{Rule: rule}, &bureau.Outcome{}), to, then, files...)
}
