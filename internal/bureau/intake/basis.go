package intake

import (
	"errors"
	"reflect"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Bases are what the checks of open reports rest on, by the key of the report. A report without
// one is checked again before it goes into a list.
var Bases = bureau.Table[Basis]{Kind: "report-basis"}

// keepBasis keeps what the check of a report rests on, and its rows, by which changes in the same
// transaction find it. What was written before the check is in it.
func keepBasis(tx *bureau.Tx, ref string, b *Basis) error {
	if err := tx.Follow(); err != nil {
		return err
	}
	have, err := Bases.Get(tx, bureau.RefKey(ref))
	if err != nil || reflect.DeepEqual(have, b) {
		return err
	}
	if err := forgetBases(tx, ref); err != nil {
		return err
	}
	if err := Bases.Put(tx, bureau.RefKey(ref), b); err != nil {
		return err
	}
	return KeepKnows(tx, ref, b)
}

// KeepKnows writes the rows of what a check rests on, where there are none.
func KeepKnows(w bureau.Writer, ref string, b *Basis) error {
	var all []*rows.Known
	for kind, keys := range b.Knows {
		for _, key := range keys {
			all = append(all, &rows.Known{Ref: ref, Kind: kind, Key: key})
		}
	}
	return rows.Knows.PutAll(w, all...)
}

// forgetBases removes what the checks of reports rest on, so that these are checked again.
func forgetBases(tx *bureau.Tx, refs ...string) error {
	for _, ref := range refs {
		have, err := Bases.Get(tx, bureau.RefKey(ref))
		if err == nil && have != nil {
			var gone []bureau.Row
			for kind, keys := range have.Knows {
				for _, key := range keys {
					gone = append(gone, bureau.Row{kind, int64(key), ref})
				}
			}
			err = errors.Join(tx.Delete(Bases.Kind, bureau.RefKey(ref)), tx.DeleteRows(&rows.Knows.Relation, gone))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Holds reports whether another check of a report would come to the same as the last one.
func Holds(tx *bureau.Tx, ref string) (bool, error) {
	if err := tx.Follow(); err != nil {
		return false, err
	}
	b, err := Bases.Get(tx, bureau.RefKey(ref))
	return b != nil && (b.Until == 0 || tx.Today <= b.Until), err
}
