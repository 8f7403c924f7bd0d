package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/arpadchess/arpad/internal/bureau"
)

const (
	// updateLock is the advisory lock that serialises updates and migrations of
	// all processes: the letters ARPAD.
	updateLock migrationLock = 0x4152504144
	// workLock is the one of migrations of the work database.
	workLock migrationLock = updateLock + 1
	// maxPatience is how long to wait for the lock and for a server that is
	// away, unless the address has a shorter connect_timeout: as long as SQLite
	// waits for another process.
	maxPatience = 30 * time.Second
	// readers is the number of concurrent reading connections of a process.
	readers = 16
)

// onServer returns the dialect of a database on a PostgreSQL server.
func onServer(address string) (*dialect, error) {
	u, ok := serverAddress(address)
	if !ok {
		return nil, ErrAddress
	}
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, ErrAddress // the driver's error may contain the password
	}
	if !u.Query().Has("sslmode") && os.Getenv("PGSSLMODE") == "" { // else somebody has decided
		config.Fallbacks = slices.DeleteFunc(config.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.TLSConfig == nil && !local(f.Host) })
	}
	if config.ConnectTimeout == 0 || config.ConnectTimeout > maxPatience {
		config.ConnectTimeout = maxPatience
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "arpad"
	}
	d := &dialect{
		name: shown(u), schema: workSchema(config), queries: "postgres", patience: config.ConnectTimeout,
		goose: goose.DialectPostgres,
		options: []goose.ProviderOption{
			goose.WithSessionLocker(updateLock),
		},
		rowInteger: func(bits int) string { return map[int]string{16: "SMALLINT", 32: "INTEGER", 64: "BIGINT"}[bits] }, rowText: `TEXT COLLATE "C"`,
		anyOf: func(c bureau.Column, list string) string { return c.Name + " = ANY(" + list + ")" },
		list: func(c bureau.Column, values []any) any {
			all := make([]bureau.Row, len(values))
			for i, value := range values {
				all[i] = bureau.Row{value}
			}
			return column(all, 0, c.Text)
		},
		view:  sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
		place: func(bool) error { return nil },
		connect: func(bool) (*sql.DB, error) {
			db := stdlib.OpenDB(*config)
			db.SetMaxOpenConns(readers)
			db.SetMaxIdleConns(readers)
			db.SetConnMaxIdleTime(time.Minute)
			return db, nil
		},
		sound: safe,
		begin: lock,
		session: func(d *documents) session {
			return &distant{d.batched(d.sendAll)}
		},
		outcome:    commitOutcome,
		checkpoint: vacuum,
		integrity:  integrityOfServer,
		copyTo:     copyToFile,
		restore: func(ctx context.Context, backup string, hashes []string, work func() error) error {
			if err := restoreInto(ctx, backup, hashes, address); err != nil {
				return err
			}
			return work()
		},
		discard: func() error { return nil }, // empty tables do no harm
	}
	d.beside = func() (*dialect, error) {
		work := *d
		work.integrity = func(context.Context, *Store) ([]string, bool, error) { return nil, true, nil } // see indexes
		work.options = []goose.ProviderOption{goose.WithSessionLocker(workLock)}
		work.checkpoint = func(ctx context.Context, s *Store) error {
			tables := strings.Join(passing, ", "+d.schema+".")
			_, err := s.write.ExecContext(ctx, "VACUUM (FULL) "+d.schema+"."+tables)
			return err
		}
		return &work, nil
	}
	return d, nil
}

// workSchema returns the schema of the work database: of a bureau that is in a schema of its own it is
// called after that.
func workSchema(config *pgx.ConnConfig) string {
	if own := config.RuntimeParams["search_path"]; nameForm.MatchString(own) && own != "" {
		return own + "_work"
	}
	return "work"
}

// local reports whether a host is this machine: what is sent to it is on no network.
func local(host string) bool {
	ip, err := netip.ParseAddr(host)
	return strings.HasPrefix(host, "/") || host == "localhost" || err == nil && ip.IsLoopback()
}

// unencrypted reports whether an error is that a server takes no encrypted connections. The driver has
// no error of its own for it.
func unencrypted(err error) bool {
	return strings.Contains(err.Error(), "server refused TLS connection")
}

// safe refuses a server that acknowledges writes before they are on its disk.
func safe(ctx context.Context, s *Store) error {
	var setting string
	err := s.read.QueryRowContext(ctx, s.sql["unsafe"]).Scan(&setting)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = &UnsafeError{setting}
	}
	return err
}

// lock waits until no other update is running. From then on each statement sees
// everything committed before (READ COMMITTED), and the commit waits for the
// disk, whatever the server's or the user's setting. The ticket is stored with
// the update. The transaction number would not do: after a crash, a server
// reuses numbers that were not yet on disk.
func lock(ctx context.Context, s *Store, tx *sql.Tx) (ticket string, err error) {
	err = tx.QueryRowContext(ctx, s.sql["begin"], fmt.Sprint(s.dialect.patience.Milliseconds()), int64(updateLock)).Scan(&ticket)
	if err == nil {
		_, err = tx.ExecContext(ctx, s.sql["ticket"], ticket)
	}
	return ticket, err
}

// commitOutcome returns the outcome of a transaction whose commit failed. If the server
// did not report it, commitOutcome looks for the ticket. Holding the lock ensures that
// the transaction is no longer running.
func commitOutcome(ctx context.Context, s *Store, ticket string, err error) error {
	if !lost(err) && ctx.Err() == nil {
		return s.unkept(err)
	}
	later, stop := context.WithTimeout(context.WithoutCancel(ctx), s.dialect.patience)
	defer stop()
	kept, unknown := s.kept(later, ticket)
	switch {
	case unknown != nil:
		return &Trouble{What: Away, File: s.dialect.name, Writing: true, Unknown: true, Err: errors.Join(err, unknown)}
	case !kept:
		return s.unkept(s.fault(ctx, err))
	}
	return nil
}

// kept reports whether a finished transaction was committed.
func (s *Store) kept(ctx context.Context, ticket string) (bool, error) {
	tx, _, err := s.begin(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback() }() // read only
	var kept bool
	err = tx.QueryRowContext(ctx, s.sql["status"], ticket).Scan(&kept)
	return kept, err
}

// away reports whether an error means that the server is gone or accepts no
// connections.
func away(err error) bool {
	var refused *pgconn.ConnectError
	var reported *pgconn.PgError
	var network *net.OpError
	if errors.As(err, &reported) && !errors.As(err, &refused) {
		return reported.SeverityUnlocalized == "FATAL" || reported.SeverityUnlocalized == "PANIC"
	}
	return refused != nil || errors.As(err, &network) || errors.Is(err, net.ErrClosed) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, driver.ErrBadConn)
}

// lost reports whether an error of a driver means that there is no connection
// any more.
func lost(err error) bool { return away(err) || errors.Is(err, io.ErrUnexpectedEOF) }

// barred reports whether the server refuses this user or database, so that
// waiting does not help.
func barred(err error) bool {
	var reported *pgconn.PgError
	return unencrypted(err) || errors.As(err, &reported) && (strings.HasPrefix(reported.Code, "28") || reported.Code == "3D000")
}

// migrationLock excludes updates during migrations.
type migrationLock int64

// SessionLock waits for the lock.
func (l migrationLock) SessionLock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(l))
	return err
}

// SessionUnlock releases the lock.
func (l migrationLock) SessionUnlock(ctx context.Context, c *sql.Conn) error {
	_, err := c.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", int64(l))
	return err
}

// vacuum rewrites the tables that may name people without deleted data. It cannot run in a
// transaction, so the lock timeout is set for the connection.
func vacuum(ctx context.Context, s *Store) error {
	c, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // the result is known
	var patience string
	err = c.QueryRowContext(ctx, s.sql["patience"], fmt.Sprint(s.dialect.patience.Milliseconds())).Scan(&patience)
	if err == nil {
		_, err = c.ExecContext(ctx, s.sql["checkpoint"])
	}
	return err
}

// copyToFile writes everything stored to an SQLite database.
func copyToFile(ctx context.Context, s *Store, file string) error {
	to, err := create(ctx, unfinishedFile(file))
	if err != nil {
		return err
	}
	return errors.Join(transfer(ctx, s, to), to.Close())
}
