package care_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// manyReports returns the export of a bureau with 300 reports of 300 players
// and 9 rounds, and its documents as stored.
func manyReports(b *testing.B) (text []byte, rows [][]any, size int64) {
	b.Helper()
	ctx := context.Background()
	f := synth.New(1, synth.Size{Players: 3000})
	d := bureautest.JapanOf(b, storetest.Stores["SQLite"](b), f, nil)
	for n := range 300 {
		d.Send(bureautest.Open300(f, n))
	}
	var export bytes.Buffer
	_, err := care.Export(ctx, d.Bureau, &export)
	bureautest.Must(b, err)
	bureautest.Must(b, d.Store.View(ctx, func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			bureautest.Must(b, r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				rows = append(rows, []any{kind, []byte(key), value})
				size += int64(len(kind) + len(key) + len(value))
				return true, nil
			}))
		}
		return err
	}))
	return export.Bytes(), rows, size
}

// BenchmarkImport imports a bureau with many reports on PostgreSQL, alternating
// with its baseline: COPY of the same bytes into a table without an index.
// of-COPY is the speed of the import relative to that.
func BenchmarkImport(b *testing.B) {
	ctx := context.Background()
	text, rows, size := manyReports(b)
	yardstick, err := pgx.Connect(ctx, pgtest.Database(b))
	bureautest.Must(b, err)
	defer func() { bureautest.Must(b, yardstick.Close(ctx)) }()
	b.SetBytes(size)
	var copying time.Duration
	for b.Loop() {
		b.StopTimer()
		copying += copyRows(b, yardstick, rows)
		s, err := store.Create(ctx, pgtest.Database(b))
		bureautest.Must(b, err)
		b.StartTimer()
		_, err = care.Import(ctx, &bureau.Bureau{Store: s, Actor: bureau.AtTerminal("officer")}, bytes.NewReader(text))
		bureautest.Must(b, err)
		b.StopTimer()
		bureautest.Must(b, s.Close())
		b.StartTimer()
	}
	b.ReportMetric(copying.Seconds()/b.Elapsed().Seconds(), "of-COPY")
}

// copyRows returns how long COPY takes.
func copyRows(b *testing.B, c *pgx.Conn, rows [][]any) time.Duration {
	b.Helper()
	ctx := context.Background()
	_, err := c.Exec(ctx, "DROP TABLE IF EXISTS bare; CREATE TABLE bare (kind TEXT, key BYTEA, value BYTEA)")
	bureautest.Must(b, err)
	started := time.Now()
	_, err = c.CopyFrom(ctx, pgx.Identifier{"bare"}, []string{"kind", "key", "value"}, pgx.CopyFromRows(rows))
	bureautest.Must(b, err)
	return time.Since(started)
}
