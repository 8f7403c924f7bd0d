package bureautest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// Must fails the test at once if there is an error.
func (d *Bureau) Must(err error) {
	d.T.Helper()
	Must(d.T, err)
}

// Must fails a test at once if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Refused checks that an error is a refusal with an id.
func Refused(t testing.TB, err error, id string) {
	t.Helper()
	if got := Refusal(err); got != id {
		t.Errorf("got %v, want the refusal %s", err, id)
	}
}

// Refusal returns the id of a refusal, or the text of another error.
func Refusal(err error) string {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return refused.ID
	}
	return fmt.Sprint(err)
}

// Finds reports whether a finding has an id.
func Finds(found []finding.Finding, id string) bool {
	return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == id })
}

// Agree checks that every row is what follows from the documents, unless none are kept.
func (d *Bureau) Agree() {
	d.T.Helper()
	if d.Projection == nil {
		return
	}
	_ = d.Store.View(context.Background(), func(r bureau.Reader) error {
		faults, err := projection.Compare(bureau.Checked(r))
		if err != nil {
			d.T.Log(err)
			return nil
		}
		for _, f := range faults {
			d.T.Errorf("row %+v", f)
		}
		return nil
	})
}

// Sound checks that verify finds no faults.
func (d *Bureau) Sound() {
	d.T.Helper()
	if faults, err := care.Verify(context.Background(), d.Bureau, nil); err != nil || len(faults) > 0 {
		d.T.Fatal(faults, err)
	}
}

// Verified checks that verify finds no faults, and that each list follows from what is
// disclosed of it.
func (d *Bureau) Verified() {
	d.T.Helper()
	d.Sound()
	d.Look(func(r bureau.Reader) error {
		listed, err := lists.AllPublications(r)
		for _, p := range listed {
			disclosed, err := proof.Disclose(r, p)
			if err != nil {
				return err
			}
			if _, err := disclosed.Check(nil); err != nil {
				d.T.Errorf("list %s, revision %d, does not follow from its disclosure: %v", p.Label, p.Revision, err)
			}
		}
		return err
	})
}
