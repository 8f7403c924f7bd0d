package store_test

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// sqlRun runs statements in a database of either kind, beside the program.
func sqlRun(t *testing.T, address string, statements ...string) {
	t.Helper()
	if strings.HasPrefix(address, "postgres") {
		execute(t, address, strings.Join(statements, "; "))
		return
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// otherwise makes a database as if by a program with a table more, a table less, and a column less.
var otherwise = []string{
	"DROP TABLE list_change", "ALTER TABLE entry DROP COLUMN activity", "CREATE TABLE forecast (player INTEGER)",
	"DELETE FROM row_table WHERE name = 'list_change'", "INSERT INTO row_table (name, digest) VALUES ('forecast', '')", "UPDATE row_table SET digest = 'of another program'",
}

func fill(w bureau.Writer) error { return projection.Write(bureau.CheckedWriter(w), nil) }

// kindOf returns the id of a refusal.
func kindOf(err error) string {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return refused.ID
	}
	return ""
}

func TestRowsFollowTheProgram(t *testing.T) {
	t.Parallel()
	for name, database := range map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return t.TempDir() + "/arpad.db" },
		"PostgreSQL": func(t *testing.T) string { return pgtest.Database(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, address := t.Context(), database(t)
			running := storetest.Create(t, address)
			bureautest.DemoLived(t, running, 1)
			sqlRun(t, address, otherwise...)

			// A program that was running when another version upgraded the database writes no more.
			if err := count(ctx, running); kindOf(err) != "database-upgraded-meanwhile" {
				t.Errorf("the running program writes: %v", err)
			}

			// An upgrade that fails leaves everything as it was.
			s := storetest.Open(t, address)
			if !s.Outdated() {
				t.Fatal("the database is not outdated")
			}
			broken := errors.New("no more memory")
			if err := s.Upgrade(ctx, func(w bureau.Writer) error { return errors.Join(fill(w), broken) }); !errors.Is(err, broken) || !s.Outdated() {
				t.Errorf("the upgrade fails with %v", err)
			}
			sqlRun(t, address, "INSERT INTO forecast (player) VALUES (1)")

			if err := s.Upgrade(ctx, fill); err != nil || s.Outdated() {
				t.Fatalf("the upgrade: %v", err)
			}
			faults, err := care.Verify(ctx, over(s), nil)
			if err != nil || len(faults) > 0 {
				t.Errorf("verify finds %v, %v", faults, err)
			}
			err = s.View(ctx, func(r bureau.Reader) error {
				moved, err := rows.Changes.Select(r, bureau.Range{})
				if len(moved) == 0 {
					t.Error("the table that was missing is empty")
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
			sqlRun(t, address, "CREATE TABLE forecast (player INTEGER)") // it is gone

			if err := count(ctx, running); err != nil {
				t.Errorf("the running program, whose tables are there again: %v", err)
			}
			sqlRun(t, address, "DROP TABLE forecast")
			if again := storetest.Open(t, address); again.Outdated() {
				t.Error("the database is still outdated")
			} else if err := again.Upgrade(ctx, func(bureau.Writer) error { return errors.New("filled again") }); err != nil {
				t.Errorf("an upgrade that another process has made: %v", err)
			}
		})
	}
}

// A database in PostgreSQL is upgraded by who owns its tables, and is told to others.
func TestReaderCannotUpgrade(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	bureautest.DemoLived(t, storetest.Create(t, address), 1)
	sqlRun(t, address, otherwise...)
	t.Cleanup(func() { // other tests have the server, too
		if err := pgtest.Exec(context.Background(), address, "DROP OWNED BY reader; DROP ROLE reader"); err != nil {
			t.Error(err)
		}
	})
	sqlRun(t, address, "CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
	s := storetest.Open(t, strings.Replace(address, "arpad@", "reader@", 1))
	if err := s.Upgrade(t.Context(), fill); !errors.Is(err, store.ErrOutdated) {
		t.Errorf("a reader upgrades: %v", err)
	}
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	bureautest.DemoLived(t, storetest.Create(t, address), 1)
	sqlRun(t, address, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, true)")
	if _, err := store.Open(t.Context(), address); !errors.Is(err, store.ErrNewer) {
		t.Errorf("it is opened: %v", err)
	}
}
