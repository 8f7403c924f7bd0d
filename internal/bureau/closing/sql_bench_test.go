package closing_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report"
)

// BenchmarkCloseInSQL is the baseline of BenchmarkClose: each player's score
// above expectation, in one statement over the games as rows in the same
// database that joins each game once, and the rows of the new list: who changed,
// what held before, and what holds now. It has no K, no first ratings and no log.
func BenchmarkCloseInSQL(b *testing.B) {
	for _, games := range sizes {
		b.Run(fmt.Sprintf("SQLite/games=%d", games), func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "arpad.db")
			closesInSQL(b, path, games, "sqlite", "file:"+path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-65536)")
		})
		b.Run(fmt.Sprintf("PostgreSQL/games=%d", games), func(b *testing.B) {
			address := pgtest.Database(b)
			closesInSQL(b, address, games, "pgx", address)
		})
	}
}

func closesInSQL(b *testing.B, address string, games int, driver, source string) {
	c := crowd.Of(b, address, crowd.Players, games)
	db, err := sql.Open(driver, source)
	bureautest.Must(b, err)
	defer func() { bureautest.Must(b, db.Close()) }()
	fillRows(b, c, db)
	const folded = `
		INSERT INTO draft
		SELECT s.seat, sum(s.change) / 100, count(*) FROM (
		    SELECT g.white AS seat, k * (50 * g.score - e.expected) AS change FROM counted g
		    JOIN rated w ON w.seat = g.white JOIN rated x ON x.seat = g.black JOIN expectancy e ON e.difference = w.rating - x.rating, (SELECT 20 AS k) AS factor
		    UNION ALL
		    SELECT g.black, k * (e.expected - 50 * g.score) FROM counted g
		    JOIN rated w ON w.seat = g.white JOIN rated x ON x.seat = g.black JOIN expectancy e ON e.difference = w.rating - x.rating, (SELECT 20 AS k) AS factor
		) AS s GROUP BY s.seat`
	const before = `INSERT INTO past SELECT seat, rating FROM rated WHERE seat IN (SELECT seat FROM draft)`
	const change = `INSERT INTO changed SELECT p.seat, p.rating, p.rating + d.change, d.change AS moved, d.games FROM past p JOIN draft d ON d.seat = p.seat`
	const now = `UPDATE rated SET rating = rating + (SELECT d.change FROM draft d WHERE d.seat = rated.seat) WHERE seat IN (SELECT seat FROM draft)`
	in := func(statements ...string) {
		tx, err := db.BeginTx(context.Background(), nil)
		bureautest.Must(b, err)
		for _, statement := range statements {
			_, err := tx.Exec(statement)
			bureautest.Must(b, err)
		}
		bureautest.Must(b, tx.Commit())
	}
	var took time.Duration
	for b.Loop() {
		started := crowd.Processor()
		in(folded, before, change, now)
		took += crowd.Processor() - started
		b.StopTimer()
		var rows int
		bureautest.Must(b, db.QueryRow(`SELECT count(*) FROM draft`).Scan(&rows))
		if rows < games/10 {
			b.Fatalf("only %d rows", rows)
		}
		in("UPDATE rated SET rating = (SELECT rating FROM past WHERE past.seat = rated.seat) WHERE seat IN (SELECT seat FROM draft)", "DELETE FROM draft", "DELETE FROM past", "DELETE FROM changed")
		b.StartTimer()
	}
	perOperation(b, took)
}

// seat is a player in the list of a kind, as one number.
func seat(player uint32, kind rating.Kind) int { return int(player)*rating.Kinds + int(kind) }

// fillRows writes games, ratings and expected scores as rows.
func fillRows(b *testing.B, c *crowd.Crowd, db *sql.DB) {
	b.Helper()
	var games, rated, expectancy []string
	for i := range c.Batch.Games {
		if g := &c.Batch.Games[i]; g.Counts() {
			white, _ := report.UsualScoring.Game(g.Result)
			games = append(games, fmt.Sprintf("(%d, %d, %d)", seat(g.White, g.Kind), seat(g.Black, g.Kind), white))
		}
	}
	for n := range c.List.Standings {
		for _, kind := range rating.AllKinds {
			if r := c.List.Standings[n].Of(kind).Rating; r.Rated() {
				rated = append(rated, fmt.Sprintf("(%d, %d)", seat(uint32(n), kind), r))
			}
		}
	}
	for d := -4000; d <= 4000; d++ {
		expectancy = append(expectancy, fmt.Sprintf("(%d, %d)", d, elo.Table.Expected(max(-400, min(d, 400)))))
	}
	fill(b, db, "counted (white INTEGER, black INTEGER, score INTEGER)", games)
	fill(b, db, "rated (seat INTEGER PRIMARY KEY, rating INTEGER)", rated)
	fill(b, db, "draft (seat INTEGER PRIMARY KEY, change INTEGER, games INTEGER)", nil)
	fill(b, db, "past (seat INTEGER PRIMARY KEY, rating INTEGER)", nil)
	fill(b, db, "changed (seat INTEGER PRIMARY KEY, before INTEGER, rating INTEGER, change INTEGER, games INTEGER)", nil)
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
