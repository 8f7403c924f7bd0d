package work

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/arpadchess/arpad/internal/store"
)

// ErrLate reports that somebody else has the lease by now.
var ErrLate = errors.New("another process has the lease")

// Lease takes a lease for its holder, or holds it for longer, and returns its fence: that grows with each holder, and is greater than
// another number. If another process has it, the error is ErrLate. Its time is the machine's, whatever day the bureau has. A lease
// that would last for longer than any does is of a clock that was wrong.
func (s *Store) Lease(ctx context.Context, name, holder string, now time.Time, holds time.Duration, above int) (fence int, err error) {
	until := now.Add(holds).Unix()
	var taken bool
	err = s.db.Write(ctx, func(tx *store.WorkTx) (err error) {
		taken, err = tx.Row([]any{&fence}, `INSERT INTO work.lease AS old (name, holder, until, fence) VALUES ($1, $2, $3, $4 + 1)
			ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until,
				fence = CASE WHEN old.holder = excluded.holder AND old.fence > $4 - 1 THEN old.fence WHEN old.fence > $4 THEN old.fence + 1 ELSE $4 + 1 END
			WHERE old.holder = excluded.holder OR old.until <= $5 OR old.until > $6
			RETURNING fence`, name, holder, until, above, now.Unix(), now.Add(2*holds).Unix())
		return err
	})
	if err == nil && !taken {
		err = ErrLate
	}
	return fence, err
}

// Release ends a lease of its holder.
func (s *Store) Release(ctx context.Context, name, holder string) error {
	_, err := s.db.Exec(ctx, "UPDATE work.lease SET until = 0 WHERE name = $1 AND holder = $2", name, holder)
	return err
}

// Turn is something that the clock has done, or does.
type Turn struct {
	Task    string
	Due     time.Time // the moment for which it is done
	Began   time.Time
	Ended   time.Time // zero: it has not
	Fence   int       // of the lease under which it was begun
	Outcome Outcome
}

const turnColumns = "task, due, began, ended, fence, outcome"

func (t *Turn) read(scan func(...any) error) error {
	var due, began, ended int64
	var outcome string
	if err := scan(&t.Task, &due, &began, &ended, &t.Fence, &outcome); err != nil {
		return err
	}
	t.Due, t.Began = time.Unix(due, 0).UTC(), time.Unix(began, 0).UTC()
	if ended == 0 {
		return nil
	}
	t.Ended = time.Unix(ended, 0).UTC()
	return json.Unmarshal([]byte(outcome), &t.Outcome)
}

// BeginTurn begins a turn under a lease. What somebody has begun before and not ended is begun again; if it has ended, or if the
// lease is of another process by now, the error is ErrLate.
func (s *Store) BeginTurn(ctx context.Context, lease string, t Turn) error {
	return s.turn(ctx, `INSERT INTO work.turn AS old (task, due, began, fence) SELECT $1, $2, $3, $4
		WHERE EXISTS (SELECT 1 FROM work.lease WHERE name = $5 AND fence = $4)
		ON CONFLICT (task, due) DO UPDATE SET began = excluded.began, fence = excluded.fence WHERE old.ended = 0`,
		t.Task, t.Due.Unix(), s.Now().Unix(), t.Fence, lease)
}

// EndTurn ends a turn with what it has come to. If the lease is of another process by now, the error is ErrLate.
func (s *Store) EndTurn(ctx context.Context, lease string, t Turn) error {
	outcome, err := json.Marshal(t.Outcome)
	if err != nil {
		return err
	}
	return s.turn(ctx, `UPDATE work.turn SET ended = $1, outcome = $2 WHERE task = $3 AND due = $4 AND fence = $5
		AND EXISTS (SELECT 1 FROM work.lease WHERE name = $6 AND fence = $5)`,
		s.Now().Unix(), string(outcome), t.Task, t.Due.Unix(), t.Fence, lease)
}

func (s *Store) turn(ctx context.Context, statement string, arguments ...any) error {
	n, err := s.db.Exec(ctx, statement, arguments...)
	if err == nil && n == 0 {
		err = ErrLate
	}
	return err
}

// Turns returns the turns of the clock since a moment for which they were done, the newest first.
func (s *Store) Turns(ctx context.Context, since time.Time) (all []Turn, err error) {
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		all = append(all, Turn{})
		return true, all[len(all)-1].read(scan)
	}, "SELECT "+turnColumns+" FROM work.turn WHERE due >= $1 ORDER BY due DESC, task", since.Unix())
	return all, err
}

// LastTurns returns of each task the newest turn that has ended, by the moment for which it was done.
func (s *Store) LastTurns(ctx context.Context) (map[string]Turn, error) { return LastTurns(ctx, s.db) }

// LastTurns is Store.LastTurns of an open database.
func LastTurns(ctx context.Context, db *store.Work) (map[string]Turn, error) {
	all := map[string]Turn{}
	err := db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var t Turn
		err := t.read(scan)
		all[t.Task] = t
		return true, err
	}, "SELECT "+turnColumns+" FROM work.turn AS t WHERE ended > 0 AND due = (SELECT max(due) FROM work.turn AS other WHERE other.task = t.task AND other.ended > 0)")
	return all, err
}

// ForgetTurns removes the turns of a task for a moment and later ones: the clock was ahead, or it is done again.
func (s *Store) ForgetTurns(ctx context.Context, task string, from time.Time) error {
	_, err := s.db.Exec(ctx, "DELETE FROM work.turn WHERE task = $1 AND due >= $2", task, from.Unix())
	return err
}
