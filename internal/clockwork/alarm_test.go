package clockwork_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/work"
)

// Each alarm is given when it is time for it, and not a moment before; where nothing is known, none is.
func TestAlarms(t *testing.T) {
	t.Parallel()
	now := time.Date(2024, 10, 22, 3, 0, 0, 0, time.UTC)
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	found, err := json.Marshal(clockwork.Result{Faults: 1})
	if err != nil {
		t.Fatal(err)
	}
	turn := func(task string, o work.Outcome, due time.Time) map[string]work.Turn {
		return map[string]work.Turn{task: {Task: task, Due: due, Ended: due, Outcome: o}}
	}
	faulty := work.Outcome{State: work.Done, Result: found}
	for _, c := range []struct {
		of   clockwork.Facts
		want string // empty: none
	}{
		{clockwork.Facts{}, ""},
		{clockwork.Facts{Backup: ago(26 * time.Hour)}, ""}, {clockwork.Facts{Backup: ago(26*time.Hour + 1)}, "backup-old"},
		{clockwork.Facts{Turns: turn("backup", work.Outcome{State: clockwork.First}, ago(26*time.Hour))}, ""},
		{clockwork.Facts{Turns: turn("backup", work.Outcome{State: clockwork.First}, ago(27*time.Hour))}, "backup-old"},
		{clockwork.Facts{Turns: turn("try", faulty, now)}, "trial-faulty"}, {clockwork.Facts{Turns: turn("verify", faulty, now)}, "verify-faulty"},
		{clockwork.Facts{Turns: turn("publish", work.Outcome{State: work.Failed}, now)}, "routine-failed"},
		{clockwork.Facts{Turns: turn("publish", work.Outcome{State: work.Done}, now.Add(time.Minute))}, ""},
		{clockwork.Facts{Turns: turn("publish", work.Outcome{State: work.Done}, now.Add(time.Hour))}, "turn-ahead"},
		{clockwork.Facts{Free: 200, Used: 100}, ""}, {clockwork.Facts{Free: 199, Used: 100}, "disk-short"},
		{clockwork.Facts{Certificate: now.Add(14 * 24 * time.Hour)}, ""}, {clockwork.Facts{Certificate: now.Add(13 * 24 * time.Hour)}, "certificate-ends"},
		{clockwork.Facts{Letter: ago(time.Hour)}, ""}, {clockwork.Facts{Letter: ago(2 * time.Hour)}, "letter-waits"},
		{clockwork.Facts{Mailbox: ago(15 * time.Minute)}, ""}, {clockwork.Facts{Mailbox: ago(16 * time.Minute)}, "mailbox-silent"},
		{clockwork.Facts{Report: "2024-10-0001", Days: 7}, ""}, {clockwork.Facts{Report: "2024-10-0001", Days: 8}, "report-waits"},
		{clockwork.Facts{Plans: []*lists.Period{{State: lists.Drafted, Run: 2, Plan: &lists.Plan{Run: 2}}}}, ""},
		{clockwork.Facts{Plans: []*lists.Period{{State: lists.Drafted, Run: 3, Plan: &lists.Plan{Run: 2}}}}, "plan-stale"},
	} {
		c.of.Now, c.of.At = now, time.Time.String
		var got []string
		for _, f := range clockwork.Alarms(&c.of) {
			if got = append(got, f.ID); !slices.Contains(clockwork.AlarmIDs, f.ID) {
				t.Errorf("%s is not counted", f.ID)
			}
		}
		want := slices.DeleteFunc([]string{c.want}, func(id string) bool { return id == "" })
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %q, want %q", c.of, got, want)
		}
	}
}
