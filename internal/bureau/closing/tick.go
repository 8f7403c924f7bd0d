package closing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// answers is what was answered to the checks of a draft, and of those before it.
type answers struct {
	Run     int               `json:"run"`   // the draft
	Asked   []string          `json:"asked"` // the keys of all its checks; nil: nobody has answered one
	Reasons map[string]string `json:"reasons"`
	About   map[string]string `json:"about"` // what each was about then, as a digest
}

// to returns what was answered to a check of a draft: an answer stays as long as the check is about
// the same.
func (a *answers) to(c *Check, run int) string {
	if a.Run != run && a.About[c.Key] != c.about() {
		return ""
	}
	return a.Reasons[c.Key]
}

// about returns by what it is known that a check is about the same as before.
func (c *Check) about() string {
	sum := sha256.Sum256(fmt.Append(nil, c.Finding.Values))
	return hex.EncodeToString(sum[:])
}

// openChecks returns the keys of the checks of a draft that nobody has ticked.
func openChecks(r bureau.Reader, p *lists.Period, run *lists.Run) ([]string, error) {
	answered, err := ticksOf(r, p)
	if err != nil {
		return nil, err
	}
	if answered.Run == run.ID && answered.Asked != nil {
		return slices.DeleteFunc(answered.Asked, func(key string) bool { return answered.Reasons[key] != "" }), nil
	}
	review, err := reviewOf(r, p, run)
	if err != nil {
		return nil, err
	}
	return keysOf(review.Open()), nil
}

func keysOf(checks []Check) []string {
	keys := make([]string, len(checks))
	for i := range keys {
		keys[i] = checks[i].Key
	}
	return keys
}

var ticks = bureau.Table[answers]{Kind: "period-ticks"} // by label

// ticksOf returns what was answered to the checks of the period's drafts.
func ticksOf(r bureau.Reader, p *lists.Period) (*answers, error) {
	a, err := ticks.Get(r, p.Label)
	if err == nil && a == nil {
		a = &answers{}
	}
	return a, err
}

// Tick answers checks of a draft's review with a reason, in place of another one: one by its key,
// all of one kind by its id, or every one that is open by "all". It returns those that it has answered.
func Tick(ctx context.Context, b *bureau.Bureau, label, check, reason string) (ticked []Check, err error) {
	return tick(ctx, b, label, check, reason, false)
}

// Untick takes answers to checks back, of which "all" is every one, and returns them.
func Untick(ctx context.Context, b *bureau.Bureau, label, check, reason string) (unticked []Check, err error) {
	return tick(ctx, b, label, check, reason, true)
}

func tick(ctx context.Context, b *bureau.Bureau, label, check, reason string, undo bool) (ticked []Check, err error) {
	err = b.Do(ctx, "period.tick", reason, func(tx *bureau.Tx) error {
		ticked = nil
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
		now := &answers{Run: run.ID, Asked: keysOf(review.Checks), Reasons: map[string]string{}, About: map[string]string{}}
		why := reason
		if undo {
			why = ""
		}
		for i := range review.Checks {
			c := &review.Checks[i]
			if c.Reason != why && (check == "all" && c.Ticked == (why == "") || c.Key == check || strings.HasPrefix(c.Key, check+":")) {
				c.Reason = why
				ticked = append(ticked, *c)
			}
			if c.Reason != "" {
				now.Reasons[c.Key], now.About[c.Key] = c.Reason, c.about()
			}
		}
		if len(ticked) == 0 && check != "all" {
			return finding.Refuse("no-check", finding.Text("label", label), finding.Text("check", check))
		}
		said := map[string]any{"check": check, "ticked": len(ticked)}
		if undo {
			said["undoes"] = "period.tick"
		}
		tx.Note(label, said)
		return ticks.Put(tx, label, now)
	})
	return ticked, err
}
