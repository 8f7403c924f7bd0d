package projection

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
)

// RowFault is the kind of a fault of a row: its name is that of the table and its key.
const RowFault = "row"

// mostFaults is how many rows of a relation are named. If there are more, the relation is.
const mostFaults = 20

// Compare returns the rows that are not those that follow from the documents.
func Compare(r bureau.Reader) ([]bureau.Fault, error) {
	made := &sums{Reader: r, seed: maphash.MakeSeed(), of: map[string]map[uint64]uint64{}}
	if err := all(made); err != nil {
		return nil, err
	}
	var faults []bureau.Fault
	for _, t := range rows.All {
		found, err := made.compare(r, t)
		if err != nil {
			return nil, err
		}
		if len(found) > mostFaults {
			found = []bureau.Fault{{What: RowFault, Name: t.Name, Why: found[0].Why}}
		}
		faults = append(faults, found...)
	}
	return faults, nil
}

// sums is a Writer that keeps no more of the rows than their sums.
type sums struct {
	bureau.Reader
	seed maphash.Seed
	of   map[string]map[uint64]uint64 // hash of the values, by relation and hash of the key
}

func (s *sums) hash(row bureau.Row, columns []int) uint64 {
	var h maphash.Hash
	h.SetSeed(s.seed)
	for _, i := range columns {
		maphash.WriteComparable(&h, row[i])
	}
	return h.Sum64()
}

func columnsOf(t *bureau.Relation) []int {
	all := make([]int, len(t.Columns))
	for i := range all {
		all[i] = i
	}
	return all
}

// PutRows implements bureau.Writer.
func (s *sums) PutRows(t *bureau.Relation, all []bureau.Row) error {
	if s.of[t.Name] == nil {
		s.of[t.Name] = map[uint64]uint64{}
	}
	columns := columnsOf(t)
	for _, row := range all {
		s.of[t.Name][s.hash(row, t.Orders[0])] = s.hash(row, columns)
	}
	return nil
}

// DeleteRows is not called where all rows are written anew.
func (s *sums) DeleteRows(*bureau.Relation, []bureau.Row) error { return nil }

// Put is not called: a projection writes no documents.
func (s *sums) Put(string, string, []byte) error { return nil }

// Delete is not called.
func (s *sums) Delete(string, string) error { return nil }

// compare returns the rows of a relation that differ from those that were written.
func (s *sums) compare(r bureau.Reader, t *bureau.Relation) ([]bureau.Fault, error) {
	var faults []bureau.Fault
	columns := columnsOf(t)
	err := r.Rows(t, bureau.Range{}, func(row bureau.Row) (bool, error) {
		key := s.hash(row, t.Orders[0])
		want, ok := s.of[t.Name][key]
		if !ok || want != s.hash(row, columns) {
			faults = append(faults, bureau.Fault{What: RowFault, Name: keyName(t, row), Why: "differs"})
		}
		delete(s.of[t.Name], key)
		return true, nil
	})
	if err != nil || len(s.of[t.Name]) == 0 {
		return faults, err
	}
	missing := &missing{sums: s, of: t}
	if err := all(missing); err != nil {
		return nil, err
	}
	slices.Sort(missing.names)
	for _, name := range slices.Compact(missing.names) {
		faults = append(faults, bureau.Fault{What: RowFault, Name: name, Why: "missing"})
	}
	return faults, nil
}

// keyName returns the key of a row, for people.
func keyName(t *bureau.Relation, row bureau.Row) string {
	words := []string{t.Name}
	for _, i := range t.Orders[0] {
		words = append(words, fmt.Sprint(row[i]))
	}
	return strings.Join(words, " ")
}

// missing is a Writer that keeps the names of the rows of a relation whose sums are left.
type missing struct {
	*sums
	of    *bureau.Relation
	names []string
}

// PutRows implements bureau.Writer.
func (m *missing) PutRows(t *bureau.Relation, all []bureau.Row) error {
	if t != m.of {
		return nil
	}
	for _, row := range all {
		if _, left := m.sums.of[t.Name][m.hash(row, t.Orders[0])]; left {
			m.names = append(m.names, keyName(t, row))
		}
	}
	return nil
}
