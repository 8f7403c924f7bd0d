package view_test

import (
	"context"
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The unofficial list is the one that is published in the end, if no report comes any
// more, over one period or several. Showing it changes nothing.
func TestUnofficialListBecomesOfficial(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 2, nil)
	ratings := func(l *ranking.List) map[string]string {
		all := map[string]string{}
		for _, line := range l.Lines {
			for _, kind := range l.About.Lists {
				s := line.Of(kind)
				all[line.ID+" "+kind.String()] = fmt.Sprint(s.Rating, " after ", s.Games)
			}
		}
		return all
	}
	unofficial := func() (found *ranking.List) {
		d.Look(func(r bureau.Reader) (err error) {
			found, err = ranking.Unofficial(context.Background(), d.Bureau, r)
			return err
		})
		return found
	}
	before := d.Documents()
	var now *ranking.List
	d.Look(func(r bureau.Reader) (err error) {
		now, err = bureautest.Published(r, "", 0)
		return err
	})
	if got := unofficial(); !cmp.Equal(ratings(got), ratings(now)) || !got.Unofficial {
		t.Error("without reports the unofficial list differs from the official one")
	}
	if !cmp.Equal(before, d.Documents()) {
		t.Error("showing the unofficial list has changed something")
	}
	d.On("2024-03-10T03:00:00Z")
	d.Submit(d.Event("Open 3", "2024-03-05"))
	d.On("2024-04-10T03:00:00Z")
	d.Submit(d.Event("Open 4", "2024-04-05"))
	then := unofficial()
	if cmp.Equal(ratings(then), ratings(now)) {
		t.Error("two reports change nothing")
	}
	d.On("2024-04-25T03:00:00Z")
	d.Publish("2024-04")
	d.Publish("2024-05")
	d.Look(func(r bureau.Reader) error {
		official, err := bureautest.Published(r, "2024-05", 0)
		if err == nil {
			if diff := cmp.Diff(ratings(then), ratings(official)); diff != "" {
				t.Error(diff)
			}
		}
		return err
	})
}

// The numbers of an event that is admitted are those with which its list is published, if no report
// comes any more. Before, nothing is said of its entries.
func TestAdmittedEventHasProvisionalNumbers(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 1, nil)
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open 2", "2024-02-03"))
	ref := d.Submit(d.Event("Open 3", "2024-02-06"))
	unofficial := &view.Unofficial{}
	var now, then *view.Event
	d.Look(func(r bureau.Reader) (err error) {
		if now, err = view.FindEvent(r, ref); err != nil {
			return err
		}
		for _, k := range now.Entered {
			if k.InList {
				t.Errorf("without being asked it has %+v", k)
			}
		}
		return unofficial.Enter(t.Context(), d.Bureau, r, 1, now)
	})
	d.On("2024-02-25T03:00:00Z")
	d.Publish("2024-03")
	d.Look(func(r bureau.Reader) (err error) {
		then, err = view.FindEvent(r, ref)
		return err
	})
	entered := func(e *view.Event) (all []string) {
		for _, k := range e.Entered {
			if k.InList {
				all = append(all, fmt.Sprint(k.Section, k.Player, k.Rating, k.Performance, k.K, k.Change))
			}
		}
		return all
	}
	if diff := cmp.Diff(entered(then), entered(now)); diff != "" || len(entered(now)) == 0 || !now.Provisional || then.Provisional {
		t.Errorf("%d entries, provisional %v, then %v: %s", len(entered(now)), now.Provisional, then.Provisional, diff)
	}
}

// A process that explains the unofficial list again and again says the same as one that
// explains it once, to several at the same time, and follows each report.
func TestUnofficialExplanationIsKept(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 1, nil)
	kept := &view.Unofficial{}
	for state, name := range []string{"", "Open 2", "Open 3"} {
		if name != "" {
			day := fmt.Sprintf("2024-02-%02d", 5+state)
			d.On("2024-02-10T03:00:00Z")
			d.Submit(d.Event(name, day))
		}
		explain := func(r bureau.Reader) error {
			for n := range 4 {
				id, err := lists.IDOf(r, uint32(n))
				if err != nil {
					return err
				}
				want, wantErr := view.ExplainUnofficial(t.Context(), d.Bureau, r, id, "")
				got, err := kept.Explain(t.Context(), d.Bureau, r, state, id)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) {
					return fmt.Errorf("%s: %w, want %w", id, err, wantErr)
				}
				if err == nil && !cmp.Equal(got.Ratings, want.Ratings) {
					return fmt.Errorf("%s after %q: %s", id, name, cmp.Diff(got.Ratings, want.Ratings))
				}
			}
			return nil
		}
		var readers sync.WaitGroup
		for range 3 {
			readers.Go(func() {
				if err := d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error { return explain(r) }); err != nil {
					t.Error(err)
				}
			})
		}
		readers.Wait()
	}
}
