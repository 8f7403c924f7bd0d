package trial_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/test/bureautest"
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
