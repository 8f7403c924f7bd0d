package care_test

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// The doctor finds and corrects derived documents that are missing, wrong or
// left over, and everything is as before.
func TestDoctorMends(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.DemoLived(t, &memory.Store{}, 1)
	d.On("2024-02-01")
	for _, kind := range []string{"player-number", "player-name"} {
		before := d.Stored()[kind]
		keys := slices.Sorted(maps.Keys(before))
		if len(keys) == 0 {
			t.Errorf("there is no %s to lose", kind)
			continue
		}
		key := keys[0]
		for name, harm := range map[string][]byte{"lost": nil, "wrong": []byte("damaged")} {
			d.Put(kind, key, harm)
			mended, err := care.Mend(ctx, d.Bureau)
			if err != nil || mended != 1 {
				t.Errorf("%s %s: %d mended, %v", kind, name, mended, err)
			}
			if after := d.Stored()[kind][key]; !bytes.Equal(unsealed(after), unsealed(before[key])) {
				t.Errorf("%s %s is not as it was", kind, name)
			}
			if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
				t.Error(kind, name, faults, err)
			}
		}
	}
	var was []*rows.ReportKey
	find := func(r bureau.Reader) (err error) {
		was, err = rows.ReportKeys.Select(r, bureau.Range{})
		return err
	}
	d.Look(find)
	all := len(was)
	d.Must(d.Store.Update(ctx, func(w bureau.Writer) error {
		return w.DeleteRows(&rows.ReportKeys.Relation, []bureau.Row{{was[0].Kind, was[0].Key, was[0].Ref}})
	}))
	if mended, err := care.Mend(ctx, d.Bureau); err != nil || mended != 1 {
		t.Errorf("by what a report is found: %d mended, %v", mended, err)
	}
	if d.Look(find); len(was) != all || all == 0 {
		t.Errorf("%d rows by which reports are found, and there were %d", len(was), all)
	}
}

// unsealed returns a stored document without its seal, of which the salt is random.
func unsealed(stored []byte) []byte { return stored[:max(0, len(stored)-bureau.SealSize)] }

// What the doctor reports for a bureau with nothing to do, and for one with
// something waiting.
func TestDoctorReportsWaitingReports(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.DemoLived(t, &memory.Store{}, -1)
	worse := func(f finding.Finding) bool { return f.Severity > finding.Info }
	if found, err := care.Examine(ctx, d.Bureau); err != nil || slices.ContainsFunc(found, worse) {
		t.Error(found, err)
	}
	late := bureautest.DemoLived(t, &memory.Store{}, 1)
	found, err := care.Examine(ctx, late.Bureau)
	if err != nil || len(found) == 0 || found[0].ID != "period-overdue" {
		t.Error(found, err)
	}
}
