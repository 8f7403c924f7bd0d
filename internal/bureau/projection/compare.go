package projection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// RowFault is the kind of a fault of a row: its name is that of the table and its key.
const RowFault = "row"

// mostFaults is how many rows of a relation are named. If there are more, the relation is.
const mostFaults = 20

// Compare returns the rows that are not those that follow from the documents. It keeps no
// more of them than a sum for each relation, unless those of a relation differ.
func Compare(r bureau.Reader) ([]bureau.Fault, error) {
	follow := &sums{unwritten{r}, map[string]uint64{}}
	if err := Write(follow, nil); err != nil {
		return nil, err
	}
	var faults []bureau.Fault
	for _, t := range rows.All {
		stored, err := bureau.SumRows(r, t)
		if err != nil {
			return nil, err
		}
		if stored == follow.of[t.Name] {
			continue
		}
		found, err := differing(r, t)
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

// unwritten is a Writer of rows for a projection, which writes no documents.
type unwritten struct{ bureau.Reader }

// DeleteRows is not called where all rows are written anew.
func (unwritten) DeleteRows(*bureau.Relation, []bureau.Row) error { return nil }

// Put is not called.
func (unwritten) Put(string, string, []byte) error { return nil }

// Delete is not called.
func (unwritten) Delete(string, string) error { return nil }

// sums is a Writer that keeps the sum of the hashes of the rows of each relation.
type sums struct {
	unwritten
	of map[string]uint64
}

// PutRows implements bureau.Writer.
func (s *sums) PutRows(t *bureau.Relation, all []bureau.Row) error {
	for _, row := range all {
		s.of[t.Name] += bureau.HashRow(row)
	}
	return nil
}

// hashes is a Writer that keeps the hashes of the rows of a relation, by those of their
// keys.
type hashes struct {
	unwritten
	of  *bureau.Relation
	all map[uint64]uint64
}

// PutRows implements bureau.Writer.
func (h *hashes) PutRows(t *bureau.Relation, all []bureau.Row) error {
	if t == h.of {
		for _, row := range all {
			h.all[hashOfKey(t, row)] = bureau.HashRow(row)
		}
	}
	return nil
}

func hashOfKey(t *bureau.Relation, row bureau.Row) uint64 {
	var key bureau.Row
	for _, i := range t.Orders[0] {
		key = append(key, row[i])
	}
	return bureau.HashRow(key)
}

// differing returns the rows of a relation that differ from those that follow from the
// documents.
func differing(r bureau.Reader, t *bureau.Relation) ([]bureau.Fault, error) {
	made := &hashes{unwritten{r}, t, map[uint64]uint64{}}
	if err := Write(made, nil); err != nil {
		return nil, err
	}
	var faults []bureau.Fault
	err := r.Rows(t, bureau.Range{}, func(row bureau.Row) (bool, error) {
		key := hashOfKey(t, row)
		want, ok := made.all[key]
		if !ok || want != bureau.HashRow(row) {
			faults = append(faults, bureau.Fault{What: RowFault, Name: keyName(t, row), Why: "differs"})
		}
		delete(made.all, key)
		return true, nil
	})
	if err != nil || len(made.all) == 0 {
		return faults, err
	}
	missing := &missing{hashes: made}
	if err := Write(missing, nil); err != nil {
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

// missing is a Writer that keeps the names of the rows whose hashes are left.
type missing struct {
	*hashes
	names []string
}

// PutRows implements bureau.Writer.
func (m *missing) PutRows(t *bureau.Relation, all []bureau.Row) error {
	if t != m.of {
		return nil
	}
	for _, row := range all {
		if _, left := m.all[hashOfKey(t, row)]; left {
			m.names = append(m.names, keyName(t, row))
		}
	}
	return nil
}
