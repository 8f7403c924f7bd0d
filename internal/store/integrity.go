package store

import (
	"context"
	"maps"
	"slices"
)

// Integrity has the database check its own tables and indexes. It returns what it found, in
// the database's words, and whether the indexes were checked: on a server that takes the
// extension amcheck.
func (s *Store) Integrity(ctx context.Context) (faults []string, checked bool, err error) {
	if faults, checked, err = s.dialect.integrity(ctx, s); err == nil {
		err = s.IfWork(ctx, func(w *Work) error {
			more, _, err := w.store.dialect.integrity(ctx, w.store)
			faults = append(faults, more...)
			return err
		})
	}
	return faults, checked, s.fault(ctx, err)
}

// integrityOfFile has SQLite check everything: that each index has each row of its table, too.
func integrityOfFile(ctx context.Context, s *Store) (faults []string, checked bool, err error) {
	said, err := s.read.QueryContext(ctx, s.sql["integrity"])
	if err != nil {
		return nil, false, err
	}
	err = eachRow(said, func(scan func(...any) error) (bool, error) {
		var line string
		err := scan(&line)
		if line != "ok" {
			faults = append(faults, line)
		}
		return true, err
	})
	return faults, true, err
}

// integrityOfServer has the server check each index: that it is in order, and has each row.
func integrityOfServer(ctx context.Context, s *Store) (faults []string, checked bool, err error) {
	indexes, err := s.indexes(ctx)
	for _, index := range indexes {
		_, wrong := s.read.ExecContext(ctx, s.sql["check_index"], index)
		switch what, _ := faultOf(wrong); {
		case wrong == nil:
		case what == Damaged:
			faults = append(faults, wrong.Error())
		case what == Barred: // the extension is there for others
			return nil, false, nil
		default:
			return nil, false, wrong
		}
	}
	return faults, len(indexes) > 0, err
}

// indexes returns the indexes that can be checked, none without the extension.
func (s *Store) indexes(ctx context.Context) (all []int64, err error) {
	found, err := s.read.QueryContext(ctx, s.sql["indexes"], s.dialect.schema)
	if err != nil {
		return nil, err
	}
	err = eachRow(found, func(scan func(...any) error) (bool, error) {
		var index int64
		var name string
		err := scan(&index, &name)
		all = append(all, index)
		return true, err
	})
	return all, err
}

// Foreign returns what others have put into the database that may change or hide what is stored.
func (s *Store) Foreign(ctx context.Context) ([]string, error) {
	found, err := names(ctx, s.read, s.sql["foreign"])
	return slices.Sorted(maps.Keys(found)), s.fault(ctx, err)
}
