package store_test

import (
	"database/sql"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// run runs statements on a database, past the store.
func run(t *testing.T, driver, address string, statements ...string) {
	t.Helper()
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }() // an error would show in what follows
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
}

// sound fails unless a database is as sound as it should be.
func sound(t *testing.T, address string, wantChecked, want bool) {
	t.Helper()
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	faults, checked, err := s.Integrity(t.Context())
	if err != nil || checked != wantChecked || len(faults) == 0 != want {
		t.Errorf("checked %v, want %v; faults %q, %v", checked, wantChecked, faults, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// An index that does not have all rows of its table is found, on SQLite.
func TestDamagedIndexOfFile(t *testing.T) {
	t.Parallel()
	file := storetest.File(t)
	s := storetest.Create(t, file)
	bureautest.DemoLived(t, s, 1)
	sound(t, file, true, true)
	run(t, "sqlite", asURL(file), "PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET rootpage = (SELECT SUM(rootpage) FROM sqlite_schema WHERE name IN ('game_by_1', 'game_by_2')) - rootpage WHERE name IN ('game_by_1', 'game_by_2')")
	sound(t, file, true, false)
}

// On a server it is, where the extension amcheck is there.
func TestDamagedIndexOfServer(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	d := bureautest.DemoLived(t, storetest.Create(t, address), 1)
	sound(t, address, false, true)
	run(t, "pgx", address, "CREATE EXTENSION amcheck")
	sound(t, address, true, true)
	d.Projection = nil // they do not agree any more
	run(t, "pgx", address, "UPDATE pg_index SET indisready = false WHERE indexrelid = 'game_by_1'::regclass",
		"UPDATE game SET white = white + 1", "UPDATE pg_index SET indisready = true WHERE indexrelid = 'game_by_1'::regclass")
	sound(t, address, true, false)
}
