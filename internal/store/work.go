package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/pressly/goose/v3"
)

// Work is the database beside a bureau's for what passes (sessions, forms, jobs) and the log of looks. A
// line written there waits for no import. It is FILE.work, or the schema work of the server. Its tables
// are called work.NAME in all statements.
type Work struct {
	store  *Store
	prefix string // of its tables' names
}

// WorkFile is the suffix of the work database's file, also beside a backup.
const WorkFile = ".work"

// The tables that a backup has, and those that restoring empties: everybody signs in again.
var (
	lasting = []string{"look", "spent", "step", "passkey", "address", "follower", "wish", "secret"}
	passing = []string{"session", "ceremony", "device", "kept", "draft", "file", "job", "usage", "throttle", "letter", "ask", "cursor"}
)

// Work opens the work database, and makes it if there is none.
func (s *Store) Work(ctx context.Context) (*Work, error) {
	return s.work(ctx, true)
}

// IfWork calls f with the work database, if there is one.
func (s *Store) IfWork(ctx context.Context, f func(*Work) error) error {
	w, err := s.work(ctx, false)
	if err != nil || w == nil {
		return err
	}
	return errors.Join(f(w), w.Close())
}

// work opens the work database; nil: there is none, and none is made.
func (s *Store) work(ctx context.Context, makes bool) (*Work, error) {
	d, err := s.dialect.beside()
	if err != nil {
		return nil, err
	}
	return openWork(ctx, d, makes)
}

func openWork(ctx context.Context, d *dialect, makes bool) (*Work, error) {
	if makes {
		if err := d.place(true); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, InTrouble(err, d.name)
		}
	}
	db, err := connect(d, false)
	if errors.Is(err, ErrMissing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	w := &Work{store: db}
	if d.schema != "" {
		w.prefix = d.schema + "."
	}
	there := false
	err = db.retry(ctx, func() (err error) {
		if there, err = w.migrate(ctx, makes); err != nil && ctx.Err() == nil && !lost(err) && !busy(err) {
			there, err = w.migrate(ctx, makes) // another process was making it
		}
		return err
	})
	if err != nil || !there {
		return nil, errors.Join(db.fault(ctx, err), db.Close())
	}
	return w, nil
}

// migrate brings the schema up to date. It reports whether there is one.
func (w *Work) migrate(ctx context.Context, makes bool) (there bool, err error) {
	d := w.store.dialect
	if sealedOff(d.file) {
		return true, nil
	}
	if d.schema != "" {
		err := w.store.read.QueryRowContext(ctx, "SELECT to_regnamespace($1) IS NOT NULL", d.schema).Scan(&there)
		if err != nil || !there && !makes {
			return false, err
		}
		if !there {
			_, err = w.store.write.ExecContext(ctx, "CREATE SCHEMA IF NOT EXISTS "+d.schema)
		}
		if err != nil {
			return false, err
		}
	}
	files, err := fs.Glob(migrations, "migrations/work/*.sql")
	var steps []*goose.Migration
	for i, file := range files {
		text, failed := migrations.ReadFile(file)
		err = errors.Join(err, failed)
		steps = append(steps, goose.NewGoMigration(int64(i+1), &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, w.text(string(text)))
			return err
		}}, nil))
	}
	if err != nil {
		return false, err
	}
	p, err := goose.NewProvider(d.goose, w.store.write.DB, nil, append(slices.Clone(d.options), goose.WithGoMigrations(steps...), goose.WithTableName(w.prefix+"goose_db_version"))...)
	if err != nil {
		return false, err
	}
	version, err := p.GetDBVersion(ctx)
	if err == nil && version > int64(len(files)) {
		err = ErrNewer
	}
	if err == nil {
		_, err = p.Up(ctx)
	}
	return err == nil, err
}

// text returns a statement with the tables' names.
func (w *Work) text(query string) string { return strings.ReplaceAll(query, "work.", w.prefix) }

// Close closes the database.
func (w *Work) Close() error { return w.store.Close() }

// Row reads the first row that a query finds, and reports whether there is one.
func (w *Work) Row(ctx context.Context, into []any, query string, arguments ...any) (found bool, err error) {
	text := w.text(query)
	err = w.store.retry(ctx, func() error {
		if err := errors.Join(w.store.inPlace(), w.store.read.prepare(ctx)); err != nil {
			return err
		}
		if q := w.store.read.query(text); q != nil {
			found, err = one(q.QueryRowContext(ctx, arguments...), into)
		} else {
			found, err = one(w.store.read.QueryRowContext(ctx, text, arguments...), into)
		}
		return err
	})
	return found, w.store.fault(ctx, err)
}

// one reads a row, and reports whether there is one.
func one(row *sql.Row, into []any) (found bool, err error) {
	if err = row.Scan(into...); errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Rows calls each for the rows that a query finds, until it returns false.
func (w *Work) Rows(ctx context.Context, each func(scan func(...any) error) (bool, error), query string, arguments ...any) error {
	var found *sql.Rows
	err := w.store.retry(ctx, func() (err error) {
		if err = w.store.inPlace(); err == nil {
			found, err = w.store.read.QueryContext(ctx, w.text(query), arguments...)
		}
		return err
	})
	if err == nil {
		err = eachRow(found, each)
	}
	return w.store.fault(ctx, err)
}

// Write calls f in a transaction and keeps what it wrote if it returns nil, on the disk.
func (w *Work) Write(ctx context.Context, f func(*WorkTx) error) error {
	var tx *sql.Tx
	err := w.store.retry(ctx, func() (err error) {
		if err = w.store.inPlace(); err == nil {
			tx, err = w.store.write.begin(ctx, nil)
		}
		return err
	})
	if err != nil {
		return w.store.unkept(w.store.fault(ctx, err))
	}
	defer func() { _ = tx.Rollback() }() // no effect after the commit
	if w.prefix != "" {                  // whatever the server's or the user's setting
		_, err = tx.ExecContext(ctx, "SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') <> 'remote_apply'")
	}
	if err != nil {
		return w.store.unkept(w.store.fault(ctx, err))
	}
	if err = f(&WorkTx{ctx, tx, w}); err == nil {
		err = tx.Commit()
	}
	return w.store.unkept(w.store.fault(ctx, err))
}

// Exec runs one statement, and returns how many rows it has changed.
func (w *Work) Exec(ctx context.Context, query string, arguments ...any) (changed int64, err error) {
	err = w.Write(ctx, func(tx *WorkTx) (err error) {
		changed, err = tx.Exec(query, arguments...)
		return err
	})
	return changed, err
}

// WorkTx is a transaction of a Work.
type WorkTx struct {
	ctx context.Context
	tx  *sql.Tx
	w   *Work
}

// Exec runs a statement, and returns how many rows it has changed.
func (t *WorkTx) Exec(query string, arguments ...any) (changed int64, err error) {
	done, err := t.tx.ExecContext(t.ctx, t.w.text(query), arguments...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// Row reads the first row that a query finds or returns, and reports whether there is one.
func (t *WorkTx) Row(into []any, query string, arguments ...any) (found bool, err error) {
	return one(t.tx.QueryRowContext(t.ctx, t.w.text(query), arguments...), into)
}

// empty removes all rows of some tables.
func (w *Work) empty(ctx context.Context, tables []string) error {
	return w.Write(ctx, func(tx *WorkTx) error {
		for _, table := range tables {
			if _, err := tx.Exec("DELETE FROM work." + table); err != nil {
				return err
			}
		}
		return nil
	})
}

// copyTo adds what lasts to another. What is there stays as it is.
func (w *Work) copyTo(ctx context.Context, to *Work) error {
	from, err := w.store.read.BeginTx(ctx, &w.store.dialect.view)
	if err != nil {
		return w.store.fault(ctx, err)
	}
	defer func() { _ = from.Rollback() }() // read only
	return to.Write(ctx, func(tx *WorkTx) error {
		for _, table := range lasting {
			if err := w.copyTable(ctx, from, tx, table); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *Work) copyTable(ctx context.Context, from *sql.Tx, to *WorkTx, table string) error {
	found, err := from.QueryContext(ctx, w.text("SELECT * FROM work."+table))
	if err != nil {
		return err
	}
	columns, err := found.Columns()
	if err != nil {
		return errors.Join(err, found.Close())
	}
	row, into, marks := make([]any, len(columns)), make([]any, len(columns)), make([]string, len(columns))
	for i := range columns {
		into[i], marks[i] = &row[i], fmt.Sprintf("$%d", i+1)
	}
	add := fmt.Sprintf("INSERT INTO work.%s (%s) VALUES (%s) ON CONFLICT DO NOTHING", table, strings.Join(columns, ", "), strings.Join(marks, ", "))
	return eachRow(found, func(scan func(...any) error) (bool, error) {
		err := scan(into...)
		if err == nil {
			_, err = to.Exec(add, row...)
		}
		return true, err
	})
}

// backup writes what lasts to an empty file.
func (w *Work) backup(ctx context.Context, file string) error {
	to, err := openWork(ctx, unfinishedFile(file), false)
	if err != nil {
		return err
	}
	return errors.Join(w.copyTo(ctx, to), to.Close())
}

// restoreWork makes the work database of a restored bureau: without what passes, and with what lasts in
// its backup.
func (d *dialect) restoreWork(ctx context.Context, backup string, kept bool) error {
	beside, err := d.beside()
	if err != nil {
		return err
	}
	to, err := openWork(ctx, beside, kept)
	if err != nil || to == nil {
		return err
	}
	if err = to.empty(ctx, passing); err == nil && kept {
		var from *Store
		if from, err = connect(readOnlyFile(backup+WorkFile), false); err == nil {
			err = errors.Join((&Work{store: from}).copyTo(ctx, to), from.Close())
		}
	}
	return errors.Join(err, to.Close())
}
