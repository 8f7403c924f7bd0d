package intake_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// failing is a store with one failing read.
type failing struct {
	bureau.Store
	left   int // reads that succeed before it; negative: none fails
	struck bool
}

var errFailing = errors.New("the disk fails")

func (s *failing) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(&failingWriter{w, s}) })
}

type failingWriter struct {
	bureau.Writer
	*failing
}

func (w *failingWriter) Get(kind, key string) ([]byte, error) {
	if w.left--; w.left == -1 {
		w.struck = true
		return nil, errFailing
	}
	return w.Writer.Get(kind, key)
}

// A report is not accepted while the registers cannot be read, whichever read
// fails.
func TestReadsFail(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := bureautest.JapanFederation()
	s := &failing{Store: &memory.Store{}, left: -1}
	d := bureautest.JapanOf(t, s, f, nil)

	club, founder := &f.Clubs[0], &f.People[f.Clubs[0].Members[0]]
	if _, err := register.AddClub(ctx, d.Bureau, []string{"name=" + club.Name, "representative=" + founder.ID, "reporters=" + strings.Join(club.Reporters, ";")}, "applied"); err != nil {
		t.Fatal(err)
	}
	r := bureautest.Event(f, "Open", "", 0, 1)
	r.SubmittedBy = founder.Name
	failed := 0
	for ; ; failed++ {
		s.left, s.struck = failed, false
		receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: bureautest.JSON(t, r), Parsed: r, From: founder.Name})
		if s.struck && !errors.Is(err, errFailing) {
			t.Fatalf("read %d failed, and it says %+v, %v", failed+1, receipt, err)
		}
		if !s.struck {
			break
		}
	}
	const fewest = 20
	if s.left = -1; failed < fewest {
		t.Errorf("only %d reads failed", failed)
	}
	d.Verified()
}
