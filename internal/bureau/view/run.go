package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// RunState is the state of a run.
type RunState string

// The states of a run.
const (
	RunDraft     RunState = "draft"      // of a period under review
	RunStands    RunState = "stands"     // the current list
	RunReplaced  RunState = "replaced"   // by a correction
	RunDiscarded RunState = "thrown-out" // a draft that was discarded
)

// LoggedRun is a run with its state.
type LoggedRun struct {
	*lists.Run
	State    RunState
	Revision int // the published revision that it made; zero: none
}

// RunsOf returns the runs of a period, oldest first.
func RunsOf(r bureau.Reader, p *lists.Period) ([]LoggedRun, error) {
	revisions, err := lists.Publications.All(r, p.Label+"\x00")
	if err != nil {
		return nil, err
	}
	current, err := lists.CurrentRuns.Get(r, p.Label)
	if err != nil {
		return nil, err
	}
	var all []LoggedRun
	err = lists.Runs.Scan(r, "", "", func(_ string, run *lists.Run) (bool, error) {
		if run.Label != p.Label {
			return true, nil
		}
		logged := LoggedRun{Run: run, State: RunDiscarded}
		for _, published := range revisions {
			if published.Run == run.ID {
				logged.Revision = published.Revision
			}
		}
		switch {
		case current != nil && *current == run.ID:
			logged.State = RunStands
		case p.State == lists.Drafted && p.Run == run.ID:
			logged.State = RunDraft
		case run.Cause != "" || logged.Revision > 0:
			logged.State = RunReplaced
		}
		all = append(all, logged)
		return true, nil
	})
	return all, err
}
