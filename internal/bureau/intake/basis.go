package intake

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"maps"
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
	if have != nil {
		if err := have.forget(tx, ref); err != nil {
			return err
		}
	}
	if err := Bases.Put(tx, bureau.RefKey(ref), b); err != nil {
		return err
	}
	return KeepKnows(tx, ref, b)
}

// KeepKnows writes the rows of what a check rests on, where there are none.
func KeepKnows(w bureau.Writer, ref string, b *Basis) error {
	return rows.Knows.PutAll(w, b.rows(ref)...)
}

// rows returns the rows of a basis.
func (b *Basis) rows(ref string) (all []*rows.Known) {
	for kind, hashes := range b.Knows {
		var parts [1 << partBits][]byte
		for _, hash := range hashes {
			part := partOf(hash)
			parts[part] = binary.BigEndian.AppendUint32(parts[part], uint32(hash))
		}
		for part, some := range parts {
			if len(some) > 0 {
				all = append(all, &rows.Known{Kind: kind, Part: int16(part), Ref: ref, Hashes: base64.RawStdEncoding.EncodeToString(some)})
			}
		}
	}
	return all
}

// partBits is how many of their first bits the hashes in a row share. A row more is a page more that
// a report writes; a row less is read in vain more often.
const partBits = 2

func partOf(hash int32) int16 { return int16(uint32(hash) >> (32 - partBits)) }

// concerned returns the references of the reports whose checks rest on some subjects.
func concerned(rd bureau.Reader, about Subjects) (map[string]bool, error) {
	parts, refs := map[string]map[int16]bool{}, map[string]bool{}
	for s := range about {
		if parts[s.Kind] == nil {
			parts[s.Kind] = map[int16]bool{}
		}
		parts[s.Kind][partOf(s.Hash)] = true
	}
	for kind, some := range parts {
		within := bureau.Range{Is: []any{kind}}
		for part := range some {
			within.Any = append(within.Any, int64(part))
		}
		err := rd.Rows(&rows.Knows.Relation, within, func(row bureau.Row) (bool, error) {
			known, err := rows.Knows.Value(row)
			if err != nil {
				return false, err
			}
			hashes, err := base64.RawStdEncoding.DecodeString(known.Hashes)
			for ; len(hashes) >= 4 && !refs[known.Ref]; hashes = hashes[4:] {
				refs[known.Ref] = about[subject{kind, int32(binary.BigEndian.Uint32(hashes))}]
			}
			return true, err
		})
		if err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(refs, func(_ string, concerned bool) bool { return !concerned })
	return refs, nil
}

// forgetBases removes what the checks of reports rest on, so that these are checked again.
func forgetBases(tx *bureau.Tx, refs ...string) error {
	for _, ref := range refs {
		have, err := Bases.Get(tx, bureau.RefKey(ref))
		if err == nil && have != nil {
			err = have.forget(tx, ref)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (b *Basis) forget(tx *bureau.Tx, ref string) error {
	var gone []bureau.Row
	for _, known := range b.rows(ref) {
		gone = append(gone, bureau.Row{known.Kind, int64(known.Part), ref})
	}
	return errors.Join(tx.Delete(Bases.Kind, bureau.RefKey(ref)), tx.DeleteRows(&rows.Knows.Relation, gone))
}

// Holds reports whether another check of a report would come to the same as the last one.
func Holds(tx *bureau.Tx, ref string) (bool, error) {
	if err := tx.Follow(); err != nil {
		return false, err
	}
	b, err := Bases.Get(tx, bureau.RefKey(ref))
	return b != nil && (b.Until == 0 || tx.Today <= b.Until), err
}
