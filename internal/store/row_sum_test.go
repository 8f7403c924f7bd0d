package store_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// Verify names a row with a value of a type that its column cannot have, which only damage makes.
func TestVerifyNamesAValueOfAnotherType(t *testing.T) {
	t.Parallel()
	ctx, path := context.Background(), filepath.Join(t.TempDir(), "arpad.db")
	d := bureautest.DemoLived(t, storetest.Create(t, path), 1)
	file, err := sql.Open("sqlite", path)
	d.Must(err)
	defer func() { d.Must(file.Close()) }()
	file.SetMaxOpenConns(1)
	change := func(statements ...string) {
		t.Helper()
		for _, statement := range statements {
			if _, err := file.ExecContext(ctx, statement); err != nil {
				t.Fatalf("%s: %v", statement, err)
			}
		}
	}
	for _, value := range []string{"x'00ff'", "0.5"} {
		var was int64
		d.Must(file.QueryRowContext(ctx, "SELECT min(number) FROM player").Scan(&was))
		change("CREATE TEMP TABLE kept AS SELECT * FROM player", "PRAGMA writable_schema = ON",
			"UPDATE sqlite_schema SET sql = replace(sql, ' STRICT', '') WHERE name = 'player'", "PRAGMA writable_schema = RESET")
		change("UPDATE player SET indexed = " + value + " WHERE number = (SELECT min(number) FROM player)")
		faults, err := care.Verify(ctx, d.Bureau, nil)
		if err != nil || len(faults) != 1 || faults[0].What != "row" {
			t.Errorf("%s: %v, %v", value, faults, err)
		}
		change("DELETE FROM player", "INSERT INTO player SELECT * FROM kept", "DROP TABLE kept")
	}
	if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
	d.Must(d.Store.View(ctx, func(r bureau.Reader) error {
		_, err := bureau.SumRows(r, &rows.Players.Relation)
		return err
	}))
}
