package intake_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// What an earlier version kept with a report of what FIDE was told is read, and kept beside the
// report from the next change on.
func TestEarlierFIDEEventIsRead(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	sent := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	sent.FIDEEvent = true
	ref := d.Send(sent).Report.Ref
	d.Must(d.Do(context.Background(), "report.check", "", func(tx *bureau.Tx) error {
		r, err := intake.Find(tx, ref)
		d.Must(err)
		now, err := json.Marshal(r)
		d.Must(err)
		stored := bytes.Replace(bytes.Replace(now, []byte(`"heard":0,`), nil, 1), []byte(`{`), []byte(`{"fide":{"sent":[{"section":"","revision":1,"day":"2023-02-01"}]},`), 1)
		d.Must(tx.Delete(fidereport.Events.Kind, bureau.RefKey(ref)))
		d.Must(tx.Put(intake.Cases.Kind, bureau.RefKey(ref), stored))
		for _, kept := range []bool{false, true} {
			r, err := intake.Find(tx, ref)
			d.Must(err)
			told, err := intake.FIDE(tx, r)
			d.Must(err)
			if told == nil || told.Of("") == nil || (r.FIDE == nil) != kept {
				t.Errorf("kept beside it %v: %+v", kept, told)
			}
			d.Must(intake.Recheck(tx, r))
			d.Must(intake.Keep(tx, r))
		}
		return nil
	}))
}
