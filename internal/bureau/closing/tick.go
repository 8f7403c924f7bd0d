package closing

import (
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// answers is what was answered to the checks of a draft.
type answers struct {
	Run     int               `json:"run"`   // the draft
	Asked   []string          `json:"asked"` // the keys of all its checks; nil: nobody has answered one
	Reasons map[string]string `json:"reasons"`
}

// open returns the keys of the checks that nobody has ticked.
func (a *answers) open() []string {
	return slices.DeleteFunc(slices.Clone(a.Asked), func(key string) bool { return a.Reasons[key] != "" })
}

// openChecks returns the keys of the checks of a draft that nobody has ticked.
func openChecks(r bureau.Reader, p *lists.Period, run *lists.Run) ([]string, error) {
	answered, err := ticksOf(r, p)
	if err != nil {
		return nil, err
	}
	if answered.Asked != nil {
		return answered.open(), nil
	}
	review, err := reviewOf(r, p, run)
	if err != nil {
		return nil, err
	}
	return review.keys(), nil // none is ticked
}

// keys returns the keys of the checks.
func (v *Review) keys() []string {
	keys := make([]string, len(v.Checks))
	for i := range keys {
		keys[i] = v.Checks[i].Key
	}
	return keys
}

var ticks = bureau.Table[answers]{Kind: "period-ticks"} // by label

// ticksOf returns what was answered to the checks of the period's draft.
func ticksOf(r bureau.Reader, p *lists.Period) (*answers, error) {
	a, err := ticks.Get(r, p.Label)
	if err == nil && (a == nil || a.Run != p.Run) {
		a = &answers{Run: p.Run, Reasons: map[string]string{}}
	}
	return a, err
}

// Tick answers checks of a draft's review with a reason: one by its key, all of
// one kind by its id, or every one that is open by "all".
func Tick(ctx context.Context, b *bureau.Bureau, label, check, reason string) (ticked int, err error) {
	err = b.Do(ctx, "period.tick", reason, func(tx *bureau.Tx) error {
		ticked = 0
		p, err := lists.FindDrafted(tx, label)
		if err != nil {
			return err
		}
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		run, err := lists.FindRun(tx, p.Run)
		if err != nil {
			return err
		}
		review, err := reviewOf(tx, p, run)
		if err != nil {
			return err
		}
		answered, err := ticksOf(tx, p)
		if err != nil {
			return err
		}
		answered.Asked = review.keys()
		for _, open := range answered.open() {
			if check == "all" || open == check || strings.HasPrefix(open, check+":") {
				answered.Reasons[open] = reason
				ticked++
			}
		}
		if ticked == 0 && check != "all" {
			return finding.Refuse("no-check", finding.Text("label", label), finding.Text("check", check))
		}
		tx.Note(label, map[string]any{"check": check, "ticked": ticked})
		return ticks.Put(tx, label, answered)
	})
	return ticked, err
}
