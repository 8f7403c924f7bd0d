package bureau_test

import (
	"context"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/projection"
)

// agree fails if a row is not what follows from the documents, unless a test keeps none.
func (d *fixture) agree() {
	d.t.Helper()
	if d.Rows == nil {
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
