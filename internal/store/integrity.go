package store

import (
	"context"
	"errors"
)

// Integrity has the database check its own tables and indexes. It returns what it found, in
// the database's words, and whether the indexes were checked: on a server that takes the
// extension amcheck.
func (s *Store) Integrity(ctx context.Context) (faults []string, checked bool, err error) {
	faults, checked, err = s.dialect.integrity(ctx, s)
	return faults, checked, s.fault(ctx, err)
}

// integrityOfFile has SQLite check everything: that each index has each row of its table, too.
func integrityOfFile(ctx context.Context, s *Store) (faults []string, checked bool, err error) {
	said, err := s.read.QueryContext(ctx, s.sql["integrity"])
	if err != nil {
		return nil, false, err
	}
	defer func() { err = errors.Join(err, said.Close()) }()
	for said.Next() {
		var line string
		if err := said.Scan(&line); err != nil {
			return nil, false, err
		}
		if line != "ok" {
			faults = append(faults, line)
		}
	}
	return faults, true, said.Err()
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
	found, err := s.read.QueryContext(ctx, s.sql["indexes"])
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	for found.Next() {
		var index int64
		var name string
		if err := found.Scan(&index, &name); err != nil {
			return nil, err
		}
		all = append(all, index)
	}
	return all, found.Err()
}
