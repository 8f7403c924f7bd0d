package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// The row tables follow the program: the database keeps a digest of the definitions that
// made them, and a program with other definitions makes the tables again. So no step of
// the schema ever changes a row table.

// Outdated reports whether another version of the program made the database, so that
// Upgrade must come before View and Update.
func (s *Store) Outdated() bool { return s.outdated }

// Upgrade brings an outdated database up to date: its schema, and in one transaction its
// row tables, which fill writes from the documents. If nobody may change the database,
// the error is ErrOutdated, else, if it fails, a *Trouble; then the row tables are as
// they were.
func (s *Store) Upgrade(ctx context.Context, fill func(bureau.Writer) error) error {
	err := s.migrate(ctx)
	if err == nil {
		err = s.update(ctx, s.remakeRows, fill)
	}
	var t *Trouble
	if err = s.fault(ctx, err); errors.As(err, &t) && t.What == Barred {
		return fmt.Errorf("%w: %w", ErrOutdated, err)
	}
	s.outdated = err != nil
	return err
}

// remakeRows makes the row tables anew as they are defined today, without rows. If
// another process has done that in the meantime, the error is errCurrent.
func (s *Store) remakeRows(ctx context.Context, tx *sql.Tx) error {
	if current, err := s.current(ctx, tx); err != nil || current {
		return cmp.Or(err, errCurrent)
	}
	old, err := names(ctx, tx, s.sql["row_tables"])
	if err != nil {
		return err
	}
	var statements []string
	for name := range old {
		statements = append(statements, "DROP TABLE IF EXISTS "+name)
	}
	statements = append(statements, s.dialect.createAllRows()...)
	statements = append(statements, "DELETE FROM row_table")
	for _, t := range rows.All {
		statements = append(statements, fmt.Sprintf("INSERT INTO row_table (name, digest) VALUES ('%s', '%s')", t.Name, s.rows))
	}
	for _, statement := range statements {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// errCurrent reports that there is nothing to upgrade.
var errCurrent = errors.New("the row tables are as they are defined")

// current reports whether the row tables are as this program defines them.
func (s *Store) current(ctx context.Context, tx *sql.Tx) (bool, error) {
	var digest string
	err := tx.QueryRowContext(ctx, s.sql["row_digest"]).Scan(&digest)
	return digest == s.rows, err
}

// mustBeCurrent refuses a database that another version of the program has upgraded
// since it was opened.
func (s *Store) mustBeCurrent(ctx context.Context, tx *sql.Tx) error {
	current, err := s.current(ctx, tx)
	if err == nil && !current {
		err = finding.Refuse("database-upgraded-meanwhile")
	}
	return err
}

// createAllRows returns the statements that create the tables of all relations.
func (d *dialect) createAllRows() (statements []string) {
	for _, t := range rows.All {
		statements = append(statements, d.createRows(t)...)
	}
	return statements
}

// rowDigest returns the digest of the definitions of the row tables.
func (d *dialect) rowDigest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d\n%s", rows.Version, strings.Join(d.createAllRows(), "\n"))
	return hex.EncodeToString(h.Sum(nil))
}
