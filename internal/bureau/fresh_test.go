package bureau_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// A bureau whose rows were never written, as after a migration, gets all of them with
// its next change: a part of them would show a history that is not one.
func TestFirstRowsAreAllRows(t *testing.T) {
	d := settle(t, &memory.Store{}, "ncs")
	d.live(1, 2, nil)
	store := &memory.Store{}
	d.copyDocuments(store)
	d.Store = store
	_, err := register.Set(t.Context(), d.Bureau, d.id(3), []string{"club=Minato Chess Club"}, "")
	d.must(err)
	d.agree()
	d.live(3, 3, nil)
}

// copyDocuments copies the documents to another store, without the rows.
func (d *fixture) copyDocuments(to bureau.Store) {
	d.t.Helper()
	d.must(d.Store.View(d.t.Context(), func(r bureau.Reader) error {
		return to.Update(d.t.Context(), func(w bureau.Writer) error {
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
