package bureau

import "hash/maphash"

// RowSummer is a Reader that can add up the hashes of rows without handing them out.
type RowSummer interface {
	SumRows(t *Relation) (uint64, error)
}

// SumRows returns the sum of the hashes of all rows of a relation.
func SumRows(r Reader, t *Relation) (sum uint64, err error) {
	if s, ok := As[RowSummer](r); ok {
		return s.SumRows(t)
	}
	err = r.Rows(t, Range{}, func(row Row) (bool, error) {
		sum += HashRow(row)
		return true, nil
	})
	return sum, err
}

// rowSeed is another one in each run of the program, so that nobody can look for rows with the
// same sum.
var rowSeed = maphash.MakeSeed()

// HashRow returns the hash of a row, or of some of its values. It is another one in each run of the
// program.
func HashRow[V any](row []V) uint64 {
	var h maphash.Hash
	h.SetSeed(rowSeed)
	for _, value := range row {
		maphash.WriteComparable[any](&h, value)
	}
	return h.Sum64()
}
