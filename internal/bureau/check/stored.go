package check

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/report"
)

// UnmarshalJSON reads a report as it is stored. What officers had decided of one that an
// earlier version has stored becomes decisions.
func (r *Case) UnmarshalJSON(data []byte) error {
	type now Case
	old := struct {
		*now
		Revisions []struct {
			Revision
			Aside bool `json:"aside"`
		} `json:"revisions"`
		Replies []struct {
			Reply
			Reason    string    `json:"reason"`
			At        time.Time `json:"at"`
			Actor     string    `json:"actor"`
			Precedent string    `json:"precedent"`
		} `json:"replies"`
		Waits       []Question        `json:"waits"`
		Excluded    []Question        `json:"excluded"`
		Refused     []string          `json:"refused"`
		Matches     []Match           `json:"matches"`
		Adjustments []Adjustment      `json:"adjustments"`
		Options     map[string]string `json:"options"`
		FIDE        *fidereport.Event `json:"fide"`
		Heard       *int              `json:"heard"`
		Decided     bool              `json:"decided"`
		DecidedOn   string            `json:"decided_on"`
	}{now: (*now)(r)}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	r.Revisions, r.FIDE = nil, old.FIDE
	if f := r.Fee; f != nil && r.Charge == nil {
		r.Charge = &Charge{Account: f.Period + "\x00" + report.FoldName(r.Club), Others: f.Players}
		if f.Players+f.Earlier > 0 {
			r.Charge.Since = r.Received
		}
	}
	for i := range old.Revisions {
		r.Revisions = append(r.Revisions, old.Revisions[i].Revision)
	}
	if old.Heard != nil {
		r.Heard = *old.Heard
		return nil
	}
	add := func(d Decision) {
		d.Number, d.Files = len(r.Decisions)+1, r.files()
		r.Decisions = append(r.Decisions, d)
	}
	defer func() {
		for i, q := range slices.Concat(old.Waits, old.Excluded) {
			q.Holds = HeldBy(q.What, q.InSection)
			if d := r.answerTo(&q); d != nil && i >= len(old.Waits) {
				q.Answer = d.Number
			}
			r.Questions = append(r.Questions, q)
		}
		for _, id := range old.Refused {
			r.Questions = append(r.Questions, Question{What: id, Holds: Refuses})
		}
		if n := len(r.History); n > 0 && r.State == Admitted && slices.Contains(r.History[n-1].Because, becauseClosing) {
			add(Decision{GoesInto: r.Period, At: r.History[n-1].At, Actor: r.History[n-1].Actor})
		}
		r.Heard = len(r.Decisions)
	}()
	if len(r.Decisions) > 0 {
		return nil
	}
	for _, a := range old.Replies {
		add(Decision{At: a.At, Actor: a.Actor, Reason: a.Reason, Precedent: a.Precedent, Reply: &a.Reply})
	}
	for i := range old.Matches {
		add(Decision{Match: &old.Matches[i]})
	}
	for i := range old.Adjustments {
		add(Decision{Adjustment: &old.Adjustments[i]})
	}
	for i := range old.Revisions {
		if old.Revisions[i].Aside {
			add(Decision{Aside: old.Revisions[i].Number})
		}
	}
	if f := r.Fee; f != nil && f.Paid > 0 {
		add(Decision{Payment: &Payment{f.Paid, f.PaidOn}})
	}
	for _, m := range slices.Backward(r.History) {
		if m.Reason != "" && MayDecide(m.To) {
			add(Decision{
				At: m.At, Actor: m.Actor, Reason: m.Reason, Precedent: m.Precedent, Ruling: &Ruling{To: m.To, On: old.DecidedOn, Options: old.Options},
			})
			if !old.Decided { // a file has come since
				r.Decisions[len(r.Decisions)-1].Files = 0
			}
			break
		}
	}
	return nil
}
