package closing_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report"
)

// BenchmarkCloseInSQL is the baseline of BenchmarkClose: each player's score
// above expectation, in one statement over the games as rows in the same
// database.
func BenchmarkCloseInSQL(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "arpad.db")
		closesInSQL(b, path, "sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-65536)", " WITHOUT ROWID")
	})
	b.Run("PostgreSQL", func(b *testing.B) {
		address := pgtest.Database(b)
		closesInSQL(b, address, "pgx", address, "")
	})
}

func closesInSQL(b *testing.B, address, driver, source, clustered string) {
	c := crowd.New(b, address)
	db, err := sql.Open(driver, source)
	bureautest.Must(b, err)
	defer func() { bureautest.Must(b, db.Close()) }()
	fillRows(b, c, db, clustered)
	for b.Loop() {
		_, err := db.Exec(`
			CREATE TABLE draft AS
			SELECT player, kind, SUM(score - expected) AS change, COUNT(*) AS games
			FROM (
			    SELECT w.player, g.kind, 50 * g.score AS score, e.expected
			    FROM counted g
			    JOIN rated w ON w.player = g.white AND w.kind = g.kind
			    JOIN rated x ON x.player = g.black AND x.kind = g.kind
			    JOIN expectancy e ON e.difference = w.rating - x.rating
			    UNION ALL
			    SELECT x.player, g.kind, 50 * (2 - g.score), e.expected
			    FROM counted g
			    JOIN rated w ON w.player = g.white AND w.kind = g.kind
			    JOIN rated x ON x.player = g.black AND x.kind = g.kind
			    JOIN expectancy e ON e.difference = x.rating - w.rating
			) AS scores
			GROUP BY player, kind`)
		bureautest.Must(b, err)
		b.StopTimer()
		var rows int
		bureautest.Must(b, db.QueryRow(`SELECT COUNT(*) FROM draft`).Scan(&rows))
		if rows < crowd.Players/10 {
			b.Fatalf("only %d rows", rows)
		}
		_, err = db.Exec(`DROP TABLE draft`)
		bureautest.Must(b, err)
		b.StartTimer()
	}
}

// fillRows writes games, ratings and expected scores as rows, clustered by key if
// the database supports that.
func fillRows(b *testing.B, c *crowd.Crowd, db *sql.DB, clustered string) {
	b.Helper()
	var games, rated, expectancy []string
	for i := range c.Batch.Games {
		if g := &c.Batch.Games[i]; g.Counts() {
			white, _ := report.UsualScoring.Game(g.Result)
			games = append(games, fmt.Sprintf("(%d, %d, %d, %d)", g.White, g.Black, g.Kind, white))
		}
	}
	for n := range c.List.Standings {
		for _, kind := range rating.AllKinds {
			if r := c.List.Standings[n].Of(kind).Rating; r.Rated() {
				rated = append(rated, fmt.Sprintf("(%d, %d, %d)", n, kind, r))
			}
		}
	}
	for d := -4000; d <= 4000; d++ {
		expectancy = append(expectancy, fmt.Sprintf("(%d, %d)", d, elo.Table.Expected(max(-400, min(d, 400)))))
	}
	fill(b, db, "counted (white INTEGER, black INTEGER, kind INTEGER, score INTEGER)", games)
	fill(b, db, "rated (player INTEGER, kind INTEGER, rating INTEGER, PRIMARY KEY (player, kind))"+clustered, rated)
	fill(b, db, "expectancy (difference INTEGER PRIMARY KEY, expected INTEGER)", expectancy)
	_, err := db.Exec("ANALYZE")
	bureautest.Must(b, err)
}

// fill creates a table with rows.
func fill(b *testing.B, db *sql.DB, table string, rows []string) {
	b.Helper()
	tx, err := db.BeginTx(context.Background(), nil)
	bureautest.Must(b, err)
	_, err = tx.Exec("CREATE TABLE " + table)
	bureautest.Must(b, err)
	name, _, _ := strings.Cut(table, " ")
	for len(rows) > 0 {
		n := min(len(rows), 500)
		_, err := tx.Exec("INSERT INTO " + name + " VALUES " + strings.Join(rows[:n], ", "))
		bureautest.Must(b, err)
		rows = rows[n:]
	}
	bureautest.Must(b, tx.Commit())
}
