package bureau_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// agree fails if a row is not what follows from the documents, unless a test keeps none.
func (d *fixture) agree() {
	d.t.Helper()
	if d.Projection == nil {
		return
	}
	_ = d.Store.View(context.Background(), func(r bureau.Reader) error {
		faults, err := projection.Compare(bureau.Checked(r))
		if err != nil {
			d.t.Log(err)
			return nil
		}
		for _, f := range faults {
			d.t.Errorf("row %+v", f)
		}
		return nil
	})
}

// Rows that agree are compared by their sums: documents are read once, and again only to
// name rows that differ. So no row may follow from the documents twice.
func TestRowsThatAgreeAreSummed(t *testing.T) {
	ctx := context.Background()
	d := everyKind(t)
	counting := &bureautest.Counting{Store: d.Store}
	reads := func() int {
		counting.Read = map[string]int{}
		d.must(counting.View(ctx, func(r bureau.Reader) error {
			_, err := projection.Compare(bureau.Checked(r))
			return err
		}))
		return counting.Read[bureau.AllSettings.Kind]
	}
	once := reads()
	changed := &rows.Club{ID: "C99"}
	d.must(d.Store.Update(ctx, func(w bureau.Writer) error { return rows.Clubs.PutAll(w, changed) }))
	if twice := reads(); once == 0 || twice != 2*once {
		t.Errorf("the settings are read %d times if rows agree, and %d times if one does not", once, twice)
	}
	d.must(d.Store.Update(ctx, func(w bureau.Writer) error { return w.DeleteRows(&rows.Clubs.Relation, []bureau.Row{{changed.ID}}) }))
}
