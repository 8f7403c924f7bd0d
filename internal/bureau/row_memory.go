package bureau

import (
	"encoding/binary"
	"slices"
)

// rowsByKey is the rows of each relation by their encoded keys; nil: deleted.
type rowsByKey map[string]map[string]Row

// encoded returns values as text, so that the text of a row's key begins with that of
// the first of its values.
func encoded(values Row) string {
	var to []byte
	for _, value := range values {
		switch value := value.(type) {
		case string:
			to = append(binary.BigEndian.AppendUint32(append(to, 's'), uint32(len(value))), value...)
		case int64:
			to = binary.BigEndian.AppendUint64(append(to, 'i'), uint64(value))
		default:
			to = append(to, 'n')
		}
	}
	return string(to)
}

// KeyText returns the key of a row as text.
func (t *Relation) KeyText(row Row) string { return encoded(t.key(row, 0)) }

// put notes rows.
func (m rowsByKey) put(t *Relation, rows []Row) {
	if m[t.Name] == nil {
		m[t.Name] = map[string]Row{}
	}
	for _, row := range rows {
		m[t.Name][t.KeyText(row)] = slices.Clone(row)
	}
}

// within returns the rows of a range.
func (m rowsByKey) within(t *Relation, r *Range) (found []Row) {
	among := make(map[any]bool, len(r.Any))
	for _, value := range r.Any {
		among[value] = true
	}
	for _, row := range m[t.Name] {
		if row != nil && r.has(t, row, among) {
			found = append(found, row)
		}
	}
	return found
}

// visit calls each for rows in the order of a range.
func (r *Range) visit(t *Relation, rows []Row, each func(Row) (bool, error)) error {
	type keyed struct{ key, row Row }
	all := make([]keyed, len(rows))
	for i, row := range rows {
		all[i] = keyed{t.key(row, r.Order), row}
	}
	slices.SortFunc(all, func(a, b keyed) int { return compareRows(a.key, b.key) })
	if r.Backward {
		slices.Reverse(all)
	}
	for i, one := range all {
		if r.Limit > 0 && i == r.Limit {
			return nil
		}
		if more, err := each(slices.Clone(one.row)); err != nil || !more {
			return err
		}
	}
	return nil
}

// Rows implements Reader.
func (s *Overlay) Rows(t *Relation, within Range, each func(Row) (bool, error)) error {
	all := within
	all.Limit = 0
	found := s.rows.within(t, &all)
	err := s.Reader.Rows(t, all, func(row Row) (bool, error) {
		if _, ours := s.rows[t.Name][t.KeyText(row)]; !ours {
			found = append(found, row)
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	return within.visit(t, found, each)
}

// PutRows writes rows to the overlay.
func (s *Overlay) PutRows(t *Relation, rows []Row) error {
	s.rows.put(t, rows)
	return nil
}

// DeleteRows removes rows from the overlay.
func (s *Overlay) DeleteRows(t *Relation, prefixes []Row) error {
	if s.rows[t.Name] == nil {
		s.rows[t.Name] = map[string]Row{}
	}
	for _, prefix := range prefixes {
		if len(prefix) == len(t.Orders[0]) {
			s.rows[t.Name][encoded(prefix)] = nil
			continue
		}
		err := s.Rows(t, Range{Is: prefix}, func(row Row) (bool, error) {
			s.rows[t.Name][t.KeyText(row)] = nil
			return true, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
