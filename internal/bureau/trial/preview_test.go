package trial_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// A preview changes nothing, and says what the submission then does.
func TestPreviewIsWhatHappens(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 1, nil)
	d.On("2024-02-10T03:00:00Z")
	r := d.Event("Open 2", "2024-02-05")
	s := intake.Submission{File: "open.json", Data: []byte("open"), Parsed: r, From: "club"}
	before := d.Documents()
	var shown *trial.Preview
	d.Must(d.Preview(t.Context(), func(preview *bureau.Bureau) (err error) {
		shown, err = trial.Of(t.Context(), preview, func() (*intake.Receipt, error) { return intake.Submit(t.Context(), preview, s) })
		return err
	}))
	if !cmp.Equal(before, d.Documents()) {
		t.Error("the preview has changed something")
	}
	if len(shown.Changes) == 0 {
		t.Fatal("the preview shows no change")
	}
	_, err := intake.Submit(t.Context(), d.Bureau, s)
	d.Must(err)
	d.Look(func(rd bureau.Reader) error {
		list, err := ranking.Unofficial(t.Context(), d.Bureau, rd)
		for _, line := range list.Lines {
			for _, kind := range list.About.Lists {
				was, is := line.Of(kind).Before, line.Of(kind).Rating
				change := trial.Change{ID: line.ID, Name: line.Name, Kind: kind, From: was, To: is}
				if (was != is) != slices.Contains(shown.Changes, change) {
					t.Errorf("%+v is not what was shown: %+v", change, shown.Changes)
				}
			}
		}
		return err
	})
}

// Many trials at once, from a list that is kept, say what those alone say, and nothing of them comes into the list: the report
// that then comes gets the reference that they had.
func TestTrialsStayAmongThemselves(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 1, nil)
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open 2", "2024-02-03"))
	turned := d.Event("Open 3", "2024-02-06")
	for i := range turned.Sections[0].Games {
		game := &turned.Sections[0].Games[i]
		game.Result = bureautest.Turned(game.Result)
	}
	kept := &view.Unofficial{}
	trials := trial.New(kept, 2)
	send := func(b *bureau.Bureau, r *report.Report) (*intake.Receipt, error) {
		return intake.Submit(t.Context(), b, intake.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r, From: "club"})
	}
	// asWithout compares what is kept in a state with what is made for it alone.
	asWithout := func(state int, ref string) {
		d.Look(func(r bureau.Reader) error {
			both := [2]string{}
			for i, u := range []*view.Unofficial{kept, {}} {
				list, err := u.List(t.Context(), d.Bureau, r, state)
				bureautest.Must(t, err)
				e, err := view.FindEvent(r, ref)
				bureautest.Must(t, err)
				bureautest.Must(t, u.Enter(t.Context(), d.Bureau, r, state, e))
				both[i] = fmt.Sprintf("%+v", list.Standings)
				for _, k := range e.Entered {
					both[i] += fmt.Sprintf(" %+v", *k)
				}
			}
			if both[0] != both[1] {
				t.Errorf("state %d: %s", state, cmp.Diff(both[1], both[0]))
			}
			return nil
		})
	}
	asWithout(1, "2024-02-0001")
	d.Look(func(r bureau.Reader) error {
		var all sync.WaitGroup
		for n := range 6 {
			tried := []*report.Report{turned, d.Event("Open 4", "2024-02-07")}[n%2]
			alone := d.Over(r)
			want, err := trial.Of(t.Context(), alone, func() (*intake.Receipt, error) { return send(alone, tried) })
			bureautest.Must(t, err)
			all.Go(func() {
				got, err := trials.Of(t.Context(), d.Bureau, r, 1, func(preview *bureau.Bureau) (*intake.Receipt, error) { return send(preview, tried) })
				if err != nil || len(got.Changes) == 0 || !slices.Equal(got.Changes, want.Changes) {
					t.Errorf("%s: %v, %+v, want %+v", tried.Name, err, got.Changes, want.Changes)
				}
			})
		}
		all.Wait()
		return nil
	})
	asWithout(1, "2024-02-0001")
	asWithout(2, d.Submit(d.Event("Open 3", "2024-02-06")))
}

// Who no longer waits for a seat has none.
func TestTrialsEndWithWhoAsks(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	trials := trial.New(&view.Unofficial{}, 1)
	ctx, leave := context.WithCancel(t.Context())
	d.Look(func(r bureau.Reader) error {
		_, err := trials.Of(t.Context(), d.Bureau, r, 1, func(*bureau.Bureau) (*intake.Receipt, error) {
			leave()
			_, err := trials.Of(ctx, d.Bureau, r, 1, nil)
			return nil, err
		})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return nil
	})
}
