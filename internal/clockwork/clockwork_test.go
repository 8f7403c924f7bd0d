package clockwork_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/work"
)

// house is a bureau with clocks that do what happens by itself in it.
type house struct {
	*bureautest.Bureau
	*testing.T
	work *work.Store
	jobs *job.Runner
}

// begun returns a house on a day whose clock has been looked at, so that what comes later is due.
func begun(t *testing.T) *house {
	t.Helper()
	d := bureautest.SixteenOn(t, storetest.Create(t, storetest.File(t)), "ncs")
	d.On("2024-02-10T03:00:00Z") // noon in Tokyo
	kept, err := work.Open(t.Context(), storetest.Create(t, storetest.File(t)), d.Clock)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{d, t, kept, job.New(t.Context(), kept)}
	t.Cleanup(func() {
		h.jobs.Wait()
		d.Must(kept.Close())
	})
	h.tick(h.clock())
	return h
}

// clock returns a clock as another process has it.
func (h *house) clock() *clockwork.Clock {
	return &clockwork.Clock{Work: h.work, Jobs: h.jobs, Office: &office.Office{Database: h.TempDir() + "/arpad.db"}, Use: func(f func(*bureau.Bureau) error) error { return f(h.Bureau.Bureau) }}
}

func (h *house) tick(c *clockwork.Clock) {
	h.Helper()
	if err := c.Tick(context.Background()); err != nil {
		h.Fatal(err)
	}
}

// done returns the moments for which a routine was done, the first one first, without that at which it was seen for the first time.
func (h *house) done(id string) (all []string) {
	h.Helper()
	turns, err := h.work.Turns(context.Background(), time.Time{})
	if err != nil {
		h.Fatal(err)
	}
	for _, turn := range slices.Backward(turns) {
		if turn.Task == id && !turn.Ended.IsZero() && turn.Outcome.State != clockwork.First {
			all = append(all, turn.Due.Format(time.RFC3339))
		}
	}
	return all
}

func (h *house) wants(id string, want ...string) {
	h.Helper()
	if got := h.done(id); !slices.Equal(got, want) {
		h.Errorf("%s was done for %q, want %q", id, got, want)
	}
}

// What happens by itself happens at its times in the zone of the authority; at those that were missed, once; and a clock that is set
// back does nothing twice.
func TestTimes(t *testing.T) {
	h := begun(t)
	c := h.clock()
	h.wants("overdue")
	h.On("2024-02-10T15:04:59Z")
	h.tick(c)
	h.wants("overdue")
	h.On("2024-02-10T15:05:00Z") // five past midnight
	h.tick(c)
	h.tick(c)
	h.wants("overdue", "2024-02-10T15:05:00Z")
	h.On("2024-02-16T01:00:00Z") // off for five days
	h.tick(c)
	h.tick(c)
	h.wants("overdue", "2024-02-10T15:05:00Z", "2024-02-15T15:05:00Z")
	h.On("2024-02-12T01:00:00Z") // set back by four days, and on again
	h.tick(c)
	h.On("2024-02-16T02:00:00Z")
	h.tick(c)
	h.wants("overdue", "2024-02-10T15:05:00Z", "2024-02-15T15:05:00Z")
}

// A routine has the time that the settings say, or none.
func TestSettingsSayTheTime(t *testing.T) {
	h := begun(t)
	c := h.clock()
	h.Must(h.Do(t.Context(), "set", "seen", func(tx *bureau.Tx) error {
		s := *tx.Settings
		s.Times = map[string]string{"overdue": "30 13 * * *", "remind": bureau.NoTime}
		return bureau.AllSettings.Put(tx, "", &s)
	}))
	h.On("2024-02-10T04:30:00Z")
	h.tick(c)
	h.On("2024-02-11T00:00:00Z")
	h.tick(c)
	h.wants("overdue", "2024-02-10T04:30:00Z")
	h.wants("remind")
}

// Two processes have one turn: what one has done, the other does not; a killed one leaves what it has begun to the other.
func TestTwoHolders(t *testing.T) {
	h := begun(t)
	one, other := h.clock(), h.clock()
	h.On("2024-02-10T15:05:00Z")
	done := make(chan error, 2)
	for _, c := range []*clockwork.Clock{one, other} {
		go func() { done <- c.Tick(context.Background()) }()
	}
	for range 2 {
		h.Must(<-done)
	}
	h.tick(one)
	h.wants("overdue", "2024-02-10T15:05:00Z")

	h.On("2024-02-11T15:05:00Z")
	fence, err := h.work.Lease(t.Context(), "clock", "killed", time.Now(), time.Minute, 0)
	h.Must(err)
	h.Must(h.work.BeginTurn(t.Context(), "clock", work.Turn{Task: "overdue", Due: h.Now.UTC(), Fence: fence}))
	h.tick(one)
	h.wants("overdue", "2024-02-10T15:05:00Z") // it may live
	h.Must(h.work.Release(t.Context(), "clock", "killed"))
	h.tick(one)
	h.wants("overdue", "2024-02-10T15:05:00Z", "2024-02-11T15:05:00Z")
}

// What somebody has begun by hand, or a killed process, is still due when that is over; a failure ends the turn, and is told.
func TestWhatIsUnderWayStaysDue(t *testing.T) {
	h := begun(t)
	c := h.clock()
	h.On("2024-02-10T18:00:00Z") // three at night
	id, err := h.work.BeginJob(t.Context(), "A0001", "backup", 0)
	h.Must(err)
	h.tick(c)
	h.wants("backup")
	backup := bureau.Routines[slices.IndexFunc(bureau.Routines, func(r bureau.Routine) bool { return r.ID == "backup" })]
	var busy *finding.Problem
	if _, err := c.Do(t.Context(), h.Bureau.Bureau, backup); !errors.As(err, &busy) || busy.ID != "clock-busy" {
		t.Errorf("it is done beside the other: %v", err)
	}
	h.Now = h.Now.Add(work.JobLease)
	h.tick(c)
	h.wants("backup", "2024-02-10T18:00:00Z")
	copies, err := c.Office.Copies()
	h.Must(err)
	if len(copies) != 1 || !copies[0].ByItself {
		t.Errorf("job %s has left %+v", id, copies)
	}
	h.Must(os.RemoveAll(c.Office.CopyFolder()))
	h.Must(os.WriteFile(c.Office.CopyFolder(), nil, 0o600)) // no folder can be there
	h.On("2024-02-11T18:00:00Z")
	h.tick(c)
	last, err := h.work.LastTurns(t.Context())
	h.Must(err)
	if o := last["backup"].Outcome; o.State != work.Failed {
		t.Errorf("without a folder it is %+v", o)
	}
	h.Must(os.Remove(c.Office.CopyFolder()))
	h.On("2024-02-12T18:00:00Z")
	h.tick(c)
	if copies, err := c.Office.Copies(); err != nil || len(copies) != 1 {
		t.Errorf("with a folder again there are %v, %v", copies, err)
	}
}

// Whoever had the turn and comes late changes nothing, neither in the bureau nor in what is kept of the turns.
func TestWhoComesLateIsRefused(t *testing.T) {
	h := begun(t)
	h.Submit(h.Event("Open", "2024-02-05"))
	h.On("2024-02-25T03:00:00Z")
	h.Draft("2024-03")
	if _, err := closing.Plan(t.Context(), h.Bureau.Bureau, "2024-03", 0); err != nil {
		t.Fatal(err)
	}
	h.On("2024-03-01T03:00:00Z")
	early, err := h.work.Lease(t.Context(), "clock", "paused", time.Now().Add(-time.Hour), time.Minute, 0)
	h.Must(err)
	paused := h.InTurn(early)
	late := work.Turn{Task: "publish", Due: h.Now.UTC().Add(-time.Hour), Fence: early}
	h.Must(h.work.BeginTurn(t.Context(), "clock", late))
	h.tick(h.clock())
	h.wants("publish", "2024-03-01T03:00:00Z")
	before := h.Documents()
	if err := paused.Do(t.Context(), "fee.overdue", "", func(*bureau.Tx) error { return nil }); !errors.Is(err, bureau.ErrLate) {
		t.Errorf("who comes late is told %v", err)
	}
	if err := h.work.EndTurn(t.Context(), "clock", late); !errors.Is(err, work.ErrLate) {
		t.Errorf("who comes late is told %v", err)
	}
	of := &mail.Office{Bureau: h.Bureau.Bureau, Work: h.work}
	if _, err := of.Remind(t.Context(), "clock", early, []work.Reminder{{What: mail.ReportDue, Subject: "y"}}); !errors.Is(err, work.ErrLate) {
		t.Errorf("who comes late is told %v", err)
	}
	if _, err := of.Raise(t.Context(), "clock", early, []finding.Finding{{ID: "backup-old"}}); !errors.Is(err, work.ErrLate) {
		t.Errorf("who comes late is told %v", err)
	}
	for key, is := range h.Documents() {
		if before[key] != is {
			t.Errorf("%s has changed", key)
		}
	}
}

// A database that was restored knows a later fence than an empty work database: the clock goes on.
func TestRestoredDatabaseHasATurn(t *testing.T) {
	h := begun(t)
	h.Must(h.InTurn(1000).Do(t.Context(), "fee.overdue", "", func(*bureau.Tx) error { return nil }))
	h.On("2024-02-25T03:00:00Z")
	h.Draft("2024-03")
	_, err := closing.Plan(t.Context(), h.Bureau.Bureau, "2024-03", 0)
	h.Must(err)
	h.On("2024-03-01T03:00:00Z")
	h.tick(h.clock())
	h.Look(func(r bureau.Reader) error {
		p, err := lists.FindPeriod(r, "2024-03")
		if p.State != lists.Published {
			t.Errorf("it is %s", p.State)
		}
		return err
	})
}

// On its day a list is published once and by the clock; a draft that is another one is not.
func TestListsOnTheirDay(t *testing.T) {
	for name, again := range map[string]bool{"as seen": false, "closed again": true} {
		t.Run(name, func(t *testing.T) {
			h := begun(t)
			h.Submit(h.Event("Open", "2024-02-05"))
			h.On("2024-02-25T03:00:00Z")
			h.Draft("2024-03")
			_, err := closing.Plan(t.Context(), h.Bureau.Bureau, "2024-03", 0)
			h.Must(err)
			if again {
				h.Must(h.Close("2024-03"))
			}
			c := h.clock()
			for _, when := range []string{"2024-02-29T14:59:00Z", "2024-02-29T15:00:00Z", "2024-02-29T16:00:00Z", "2024-02-28T16:00:00Z", "2024-02-29T17:00:00Z"} {
				h.On(when)
				h.tick(c)
			}
			published := 0
			h.Look(func(r bureau.Reader) error {
				return bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
					if e.Action == "period.publish" {
						if published++; e.Actor != bureau.ByItself || !e.At.Equal(time.Date(2024, 2, 29, 15, 0, 0, 0, time.UTC)) {
							t.Errorf("%s has published at %v", e.Actor, e.At)
						}
					}
					return true, nil
				})
			})
			if want := map[bool]int{false: 1, true: 0}[again]; published != want {
				t.Errorf("%d lists are published, want %d", published, want)
			}
			last, err := h.work.LastTurns(t.Context())
			h.Must(err)
			var made clockwork.Result
			if o := last["publish"].Outcome; again && (o.State != work.Failed || o.Refused == nil || o.Refused.ID != "plan-stale") || !again && (json.Unmarshal(o.Result, &made) != nil || len(made.Did) > 0) {
				t.Errorf("in the end it is %+v", o)
			}
		})
	}
}

// Everything that happens by itself can be done, also twice at one moment, and says what came of it.
func TestEachRoutineIsDone(t *testing.T) {
	storetest.InSQL(t, func(t *testing.T, s *store.Store) {
		d := bureautest.SixteenOn(t, s, "ncs")
		kept, err := work.Open(t.Context(), s, d.Clock)
		d.Must(err)
		h := &house{d, t, kept, job.New(t.Context(), kept)}
		defer func() { h.jobs.Wait(); d.Must(kept.Close()) }()
		c := h.clock()
		for _, r := range bureau.Routines {
			for range 2 {
				if o, err := c.Do(t.Context(), d.Bureau, r); err != nil || o.State != work.Done {
					t.Errorf("%s: %+v, %v", r.ID, o, err)
				}
			}
		}
	})
}
