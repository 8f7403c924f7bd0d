package work

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/store"
)

// Job is a long act: it goes on when the page that began it is closed.
type Job struct {
	ID      string
	Account string // the number of who began it
	What    string // its kind: "verify"
	Made    time.Time
	Beat    time.Time // when its process last said that it works on it
	Done    int
	Total   int       // -1: not known
	Ended   time.Time // zero: it has not
	Outcome Outcome   // of one that is under way the zero value
}

// Outcome is what a job has come to. Of Problem, Refused and Cause a job that has failed has one.
type Outcome struct {
	State   State            `json:"state"`
	Result  json.RawMessage  `json:"result,omitempty"` // of one that is done, as its kind defines it
	Problem *finding.Problem `json:"problem,omitempty"`
	Refused *finding.Finding `json:"refused,omitempty"`
	Cause   string           `json:"cause,omitempty"` // for who runs the program
}

// State is the state of a job; empty: it is under way.
type State string

// The states of a job that has ended.
const (
	Done      State = "done"
	Failed    State = "failed"
	Stopped   State = "stopped"    // by somebody
	BrokenOff State = "broken-off" // its process has ended before it
)

// JobLease is for how long a job is under way after its process last said so.
const JobLease = time.Minute

// RunningError reports that a job of the same kind is under way.
type RunningError struct{ ID string }

// Error returns the error for a programmer.
func (e *RunningError) Error() string { return "job " + e.ID + " of this kind is under way" }

const jobColumns = "id, account, what, made, beat, done, total, ended, outcome"

// read reads a job's columns.
func (j *Job) read(scan func(...any) error, now time.Time) error {
	var made, beat, ended int64
	var outcome string
	if err := scan(&j.ID, &j.Account, &j.What, &made, &beat, &j.Done, &j.Total, &ended, &outcome); err != nil {
		return err
	}
	j.Made, j.Beat = time.Unix(made, 0).UTC(), time.Unix(beat, 0).UTC()
	switch {
	case ended > 0:
		j.Ended = time.Unix(ended, 0).UTC()
		if outcome != "" {
			return json.Unmarshal([]byte(outcome), &j.Outcome)
		}
	case now.Sub(j.Beat) >= JobLease:
		j.Ended, j.Outcome.State = j.Beat, BrokenOff
	}
	return nil
}

// breakOff ends the jobs whose process has ended.
func breakOff(tx *store.WorkTx, now time.Time) error {
	outcome, err := json.Marshal(Outcome{State: BrokenOff})
	if err == nil {
		_, err = tx.Exec("UPDATE work.job SET ended = $1, outcome = $2 WHERE ended = 0 AND beat <= $3", now.Unix(), string(outcome), now.Add(-JobLease).Unix())
	}
	return err
}

// BeginJob begins a job of an account, and returns its ID. If one of its kind is under way, whoever began that, the
// error is a *RunningError.
func (s *Store) BeginJob(ctx context.Context, account, what string, total int) (id string, err error) {
	now := s.Now()
	id = strings.ToLower(rand.Text())
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		if err := breakOff(tx, now); err != nil {
			return err
		}
		begun, err := tx.Exec("INSERT INTO work.job ("+jobColumns+") VALUES ($1, $2, $3, $4, $4, 0, $5, 0, '') ON CONFLICT DO NOTHING", id, account, what, now.Unix(), total)
		if err != nil || begun > 0 {
			return err
		}
		running := &RunningError{} // without an ID if it has ended since
		if _, err := tx.Row([]any{&running.ID}, "SELECT id FROM work.job WHERE what = $1 AND ended = 0", what); err != nil {
			return err
		}
		return running
	})
	return id, err
}

// Beat says that a job is worked on, and how far it is. If it has ended meanwhile, the error is ErrGone.
func (s *Store) Beat(ctx context.Context, id string, done, total int) error {
	return s.changeJob(ctx, "UPDATE work.job SET beat = $1, done = $2, total = $3 WHERE id = $4 AND ended = 0", s.Now().Unix(), done, total, id)
}

// EndJob ends a job with how far it came and what it has come to. If it has ended before, the error is ErrGone.
func (s *Store) EndJob(ctx context.Context, id string, done, total int, o Outcome) error {
	outcome, err := json.Marshal(o)
	if err != nil {
		return err
	}
	return s.changeJob(ctx, "UPDATE work.job SET ended = $1, beat = $1, done = $2, total = $3, outcome = $4 WHERE id = $5 AND ended = 0", s.Now().Unix(), done, total, string(outcome), id)
}

func (s *Store) changeJob(ctx context.Context, statement string, arguments ...any) error {
	changed, err := s.db.Exec(ctx, statement, arguments...)
	if err == nil && changed == 0 {
		err = ErrGone
	}
	return err
}

// Job returns a job by its ID, nil if there is none.
func (s *Store) Job(ctx context.Context, id string) (*Job, error) {
	j, found := &Job{}, false
	err := j.read(func(into ...any) (err error) {
		if found, err = s.db.Row(ctx, into, "SELECT "+jobColumns+" FROM work.job WHERE id = $1", id); err == nil && !found {
			err = errNone
		}
		return err
	}, s.Now())
	if errors.Is(err, errNone) {
		return nil, nil
	}
	return j, err
}

var errNone = errors.New("there is no job of this ID")

// Jobs returns the jobs of an account, the newest first; of the empty account those of all.
func (s *Store) Jobs(ctx context.Context, account string) (all []*Job, err error) {
	now := s.Now()
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		all = append(all, &Job{})
		return true, all[len(all)-1].read(scan, now)
	}, "SELECT "+jobColumns+" FROM work.job WHERE account = $1 OR $1 = '' ORDER BY made DESC, id", account)
	return all, err
}
