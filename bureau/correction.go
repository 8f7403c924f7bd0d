package bureau

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Correction is an officer's change of what stands in a published list. It is
// proposed first, with its impact; accepting it makes new revisions of the
// records and new runs of every list from the first that it touches, so that
// there are two series: the lists as they were published, and as they stand
// now. Which lists are published anew the authority decides (reissues).
//
// A correction is public but for who asked for it: its reason names nobody who
// has complained.
type Correction struct {
	Number   string          `json:"number"` // "C1"
	State    CorrectionState `json:"state"`
	What     Amendment       `json:"what"`
	Label    string          `json:"label"`             // the first list that it touches
	Inquiry  string          `json:"inquiry,omitempty"` // number; empty: the bureau found it by itself
	Asked    civil.Date      `json:"asked"`             // the day of the inquiry, else that of the proposal
	Reason   string          `json:"reason"`
	At       time.Time       `json:"at"`
	Actor    string          `json:"actor"`
	Basis    int             `json:"basis"` // the newest run when the impact was found out
	Impact   []Impact        `json:"impact"`
	Decided  *Verdict        `json:"decided,omitempty"`
	Undoes   string          `json:"undoes,omitempty"`   // number of the correction that it undoes
	UndoneBy string          `json:"undoneBy,omitempty"` // number of the accepted one that undid it
	Change   Replacement     `json:"change"`             // what it does, or did, to the records of the first list
	Leaf     int             `json:"leaf,omitempty"`     // number of its leaf, once it was accepted
}

// CorrectionState is where a correction stands.
type CorrectionState string

// The states of a correction.
const (
	Proposed CorrectionState = "proposed"
	Accepted CorrectionState = "accepted"
	Rejected CorrectionState = "rejected"
)

var corrections = table[Correction]{"correction"} // by number

// Proposal is what an officer asks for.
type Proposal struct {
	What    Amendment
	Inquiry string // number, or empty
	Reason  string // for everybody to read
}

// Propose finds out what a correction would do, without doing it.
func (b *Bureau) Propose(ctx context.Context, wanted Proposal) (*Correction, error) {
	return b.propose(ctx, wanted.Reason, func(*change) (*Correction, error) {
		return &Correction{What: wanted.What, Inquiry: wanted.Inquiry}, nil
	})
}

// Undo proposes a correction that takes another one back: the lists as they
// stand now will be what they were without it.
func (b *Bureau) Undo(ctx context.Context, number, inquiry, reason string) (*Correction, error) {
	return b.propose(ctx, reason, func(c *change) (*Correction, error) {
		undone, err := findCorrection(c, number)
		if err != nil {
			return nil, err
		}
		if err := c.mayUndo(undone); err != nil {
			return nil, err
		}
		what := Amendment{Kind: UndoOther, Report: undone.What.Report, Label: undone.Label, Player: undone.What.Player, Type: undone.What.Type}
		return &Correction{What: what, Inquiry: inquiry, Undoes: number}, nil
	})
}

// mayUndo refuses to undo what is not in force, and what a later correction
// stands on.
func (c *change) mayUndo(undone *Correction) error {
	if undone.State != Accepted || undone.UndoneBy != "" || undone.Undoes != "" {
		return refuse("correction-not-in-force", finding.Text("correction", undone.Number))
	}
	all, err := corrections.all(c, "")
	for _, k := range all {
		later := numbered(k.Number) > numbered(undone.Number) && k.State == Accepted && k.UndoneBy == "" && k.Undoes == ""
		if later && undone.What.Report != "" && k.What.Report == undone.What.Report {
			return refuse("correction-undo-order", finding.Text("correction", undone.Number), finding.Text("later", k.Number))
		}
	}
	return err
}

func (b *Bureau) propose(ctx context.Context, reason string, wanted func(*change) (*Correction, error)) (k *Correction, err error) {
	err = b.act(ctx, "correction.propose", reason, func(c *change) (string, any, error) {
		if k, err = wanted(c); err != nil {
			return "", nil, err
		}
		k.State, k.Reason, k.At, k.Actor, k.Asked = Proposed, reason, c.now, c.actor, c.today
		if k.Inquiry != "" {
			q, err := findInquiry(c, k.Inquiry)
			if err != nil {
				return "", nil, err
			}
			k.Asked = q.On
		}
		if err := c.mayBeRead(reason, k.Inquiry); err != nil {
			return "", nil, err
		}
		n, err := c.count("correction")
		if err != nil {
			return "", nil, err
		}
		k.Number = fmt.Sprintf("C%d", n)
		if err := c.foresee(k); err != nil {
			return "", nil, err
		}
		data := map[string]any{"what": k.What, "inquiry": k.Inquiry, "undoes": k.Undoes}
		return k.Number, data, corrections.put(c, numbered(k.Number), k)
	})
	return k, err
}

// foresee does a correction where nobody sees it, and notes what it would do.
func (c *change) foresee(k *Correction) error {
	basis, err := c.newest()
	if err != nil {
		return err
	}
	k.Basis = basis.ID
	trial := *c
	trial.Writer = newScratch(c.Writer)
	changed, err := trial.carryOut(k)
	if err != nil {
		return err
	}
	k.Impact, err = trial.impact(k, changed)
	return err
}

// Accept puts a correction into force: the lists stand as it says, and those
// that the authority publishes anew get a new revision.
func (b *Bureau) Accept(ctx context.Context, number, reason string) (k *Correction, err error) {
	err = b.act(ctx, "correction.accept", reason, func(c *change) (string, any, error) {
		if k, err = c.toDecide(number, reason); err != nil {
			return "", nil, err
		}
		latest, err := c.newest()
		if err != nil {
			return "", nil, err
		}
		if latest.ID != k.Basis {
			return "", nil, refuse("correction-outdated", finding.Text("correction", number))
		}
		changed, err := c.carryOut(k)
		if err != nil {
			return "", nil, err
		}
		impact, err := c.impact(k, changed)
		if err != nil {
			return "", nil, err
		}
		if !reflect.DeepEqual(impact, k.Impact) { // the report or the register has changed meanwhile
			return "", nil, refuse("correction-outdated", finding.Text("correction", number))
		}
		k.State, k.Decided = Accepted, &Verdict{c.now, c.actor, reason}
		if err := c.growCorrection(k); err != nil { // its leaf says from which lists those that are published anew start
			return "", nil, err
		}
		published, err := c.republish(k, changed)
		return number, map[string]any{"runs": changed.ids(), "lists": published}, err
	})
	return k, err
}

// Reject puts a proposed correction aside.
func (b *Bureau) Reject(ctx context.Context, number, reason string) error {
	return b.act(ctx, "correction.reject", reason, func(c *change) (string, any, error) {
		k, err := c.toDecide(number, reason)
		if err != nil {
			return "", nil, err
		}
		k.State, k.Decided = Rejected, &Verdict{c.now, c.actor, reason}
		return number, nil, corrections.put(c, numbered(number), k)
	})
}

// toDecide gives a correction on which nobody has decided.
func (c *change) toDecide(number, reason string) (*Correction, error) {
	k, err := findCorrection(c, number)
	if err != nil {
		return nil, err
	}
	if k.State != Proposed {
		return nil, refuse("correction-decided", finding.Text("correction", number), finding.Text("state", string(k.State)))
	}
	return k, c.mayBeRead(reason, k.Inquiry)
}

// Correction gives a correction by its number; one that is not there is refused.
func (b *Bureau) Correction(r Reader, number string) (*Correction, error) {
	return findCorrection(r, number)
}

func findCorrection(r Reader, number string) (*Correction, error) {
	k, err := corrections.get(r, numbered(number))
	if err == nil && k == nil {
		err = refuse("no-correction", finding.Text("correction", number))
	}
	return k, err
}

// Corrections gives all corrections by number. Those that were accepted are the
// public log.
func (b *Bureau) Corrections(r Reader) ([]*Correction, error) { return corrections.all(r, "") }
