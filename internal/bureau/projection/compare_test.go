package projection_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Rows that agree are compared by their sums: documents are read once, and again only to
// name rows that differ. So no row may follow from the documents twice.
func TestRowsThatAgreeAreSummed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.EveryKind(t)
	counting := &bureautest.Counting{Store: d.Store}
	reads := func() int {
		counting.Read = map[string]int{}
		d.Must(counting.View(ctx, func(r bureau.Reader) error {
			_, err := projection.Compare(bureau.Checked(r))
			return err
		}))
		return counting.Read[bureau.AllSettings.Kind]
	}
	once := reads()
	changed := &rows.Club{ID: "C99"}
	d.Must(d.Store.Update(ctx, func(w bureau.Writer) error { return rows.Clubs.PutAll(w, changed) }))
	if twice := reads(); once == 0 || twice != 2*once {
		t.Errorf("the settings are read %d times if rows agree, and %d times if one does not", once, twice)
	}
	d.Must(d.Store.Update(ctx, func(w bureau.Writer) error { return w.DeleteRows(&rows.Clubs.Relation, []bureau.Row{{changed.ID}}) }))
}
