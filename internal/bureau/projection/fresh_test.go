package projection_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// A bureau whose rows were never written, as after a migration, gets all of them with
// its next change: a part of them would show a history that is not one.
func TestFirstRowsAreAllRows(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 2, nil)
	store := &memory.Store{}
	copyDocuments(d, store)
	d.Store = store
	_, err := register.Set(t.Context(), d.Bureau, d.ID(3), []string{"club=Minato Chess Club"}, "")
	d.Must(err)
	d.Agree()
	d.Live(3, 3, nil)
}

// copyDocuments copies the documents to another store, without the rows.
func copyDocuments(d *bureautest.Bureau, to bureau.Store) {
	d.T.Helper()
	d.Must(d.Store.View(d.T.Context(), func(r bureau.Reader) error {
		return to.Update(d.T.Context(), func(w bureau.Writer) error {
			kinds, err := r.Kinds()
			for _, kind := range kinds {
				if err == nil {
					err = r.Scan(kind, "", "", func(key string, value []byte) (bool, error) { return true, w.Put(kind, key, value) })
				}
			}
			return err
		})
	}))
}
