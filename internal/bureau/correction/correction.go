// Package correction corrects published lists: inquiries, proposals with their
// impact, and recalculated lists.
package correction

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// Correction is an officer's change to a published list. It is proposed first,
// with its impact. Accepting it makes new revisions of the records and new runs
// of every list from the first one that it touches. There are then two series:
// the lists as published, and the current ones. The authority decides which
// lists are published again (reissues).
//
// A correction is public except for who asked for it. Its reason must not name
// the person who complained.
type Correction struct {
	Number   string      `json:"number"` // "C1"
	State    State       `json:"state"`
	What     Amendment   `json:"what"`
	Label    string      `json:"label"`             // the first list that it touches
	Inquiry  string      `json:"inquiry,omitempty"` // number; empty: found by the bureau itself
	Asked    civil.Date  `json:"asked"`             // the day of the inquiry, else of the proposal
	Reason   string      `json:"reason"`
	At       time.Time   `json:"at"`
	Actor    string      `json:"actor"`
	Basis    int         `json:"basis"` // the newest run when the impact was calculated
	Impact   []Impact    `json:"impact"`
	Decided  *Verdict    `json:"decided,omitempty"`
	Undoes   string      `json:"undoes,omitempty"`   // number of the correction that it undoes
	UndoneBy string      `json:"undoneBy,omitempty"` // number of the accepted correction that undid it
	Change   Replacement `json:"change"`             // the change to the input of the first list
	Leaf     int         `json:"leaf,omitempty"`     // number of its leaf, once accepted
}

// State is the state of a correction.
type State string

// The states of a correction.
const (
	Proposed State = "proposed"
	Accepted State = "accepted"
	Rejected State = "rejected"
)

// Corrections are the corrections, by Key.
var Corrections = bureau.Table[Correction]{Kind: "correction"}

// Subject returns a correction as something is done with it.
func (k *Correction) Subject() bureau.Subject {
	return bureau.Subject{ID: k.Number, Seen: []bureau.Document{Corrections.Of(Key(k.Number))}}
}

// Proposal is what an officer asks for.
type Proposal struct {
	What    Amendment
	Inquiry string // number, or empty
	Reason  string // public
}

// Propose calculates the impact of a correction and stores it as a proposal.
func Propose(ctx context.Context, b *bureau.Bureau, wanted Proposal) (*Correction, error) {
	return propose(ctx, b, wanted.What.act(), wanted.Reason, func(*bureau.Tx) (*Correction, error) {
		return &Correction{What: wanted.What, Inquiry: wanted.Inquiry}, nil
	})
}

// Undo proposes a correction that undoes another one: the current lists will be
// what they were without it.
func Undo(ctx context.Context, b *bureau.Bureau, number, inquiry, reason string) (*Correction, error) {
	return propose(ctx, b, "correction.undo", reason, func(tx *bureau.Tx) (*Correction, error) {
		undone, err := Find(tx, number)
		if err == nil {
			err = tx.About(undone.Subject())
		}
		if err != nil {
			return nil, err
		}
		if err := mayUndo(tx, undone); err != nil {
			return nil, err
		}
		what := Amendment{Kind: UndoOther, Report: undone.What.Report, Label: undone.Label, Player: undone.What.Player, Type: undone.What.Type}
		return &Correction{What: what, Inquiry: inquiry, Undoes: number}, nil
	})
}

// mayUndo refuses to undo a correction that is not in force, or that a later
// one builds on.
func mayUndo(tx *bureau.Tx, undone *Correction) error {
	if undone.State != Accepted || undone.UndoneBy != "" || undone.Undoes != "" {
		return finding.Refuse("correction-not-in-force", finding.Text("correction", undone.Number))
	}
	all, err := Corrections.All(tx, "")
	for _, k := range all {
		later := Key(k.Number) > Key(undone.Number) && k.State == Accepted && k.UndoneBy == "" && k.Undoes == ""
		if later && undone.What.Report != "" && k.What.Report == undone.What.Report {
			return finding.Refuse("correction-undo-order", finding.Text("correction", undone.Number), finding.Text("later", k.Number))
		}
	}
	return err
}

func propose(ctx context.Context, b *bureau.Bureau, act, reason string, wanted func(*bureau.Tx) (*Correction, error)) (k *Correction, err error) {
	err = b.Do(ctx, act, reason, func(tx *bureau.Tx) error {
		if k, err = wanted(tx); err != nil {
			return err
		}
		if k.What.Report != "" && k.Undoes == "" {
			if _, err := intake.Take(tx, k.What.Report); err != nil {
				return err
			}
		}
		k.State, k.Reason, k.At, k.Actor, k.Asked = Proposed, reason, tx.Now, tx.Actor, tx.Today
		if k.Inquiry != "" {
			q, err := findInquiry(tx, k.Inquiry)
			if err != nil {
				return err
			}
			k.Asked = q.On
		} else if k.What.Kind == AmendReport {
			if k.Asked, err = askedOn(tx, k.What.Report); err != nil {
				return err
			}
		}
		if err := checkReason(tx, reason); err != nil {
			return err
		}
		n, err := tx.Count("correction")
		if err != nil {
			return err
		}
		k.Number = fmt.Sprintf("C%d", n)
		if err := preview(tx, k); err != nil {
			return err
		}
		data := map[string]any{"what": k.What, "inquiry": k.Inquiry, "undoes": k.Undoes}
		tx.Note(k.Number, data)
		return Corrections.Put(tx, Key(k.Number), k)
	})
	return k, err
}

// preview applies a correction to a scratch copy and records its impact.
func preview(tx *bureau.Tx, k *Correction) error {
	basis, err := proof.NewestList(tx)
	if err != nil {
		return err
	}
	k.Basis = basis.ID
	trial := *tx
	trial.Writer = bureau.NewOverlay(tx.Writer)
	changed, err := apply(&trial, k)
	if err != nil {
		return err
	}
	k.Impact, err = impact(&trial, k, changed)
	return err
}

// Accept puts a correction into force: the current lists change, and those that
// the authority reissues get a new revision.
func Accept(ctx context.Context, b *bureau.Bureau, number, reason string) (k *Correction, err error) {
	err = b.Do(ctx, "correction.accept", reason, func(tx *bureau.Tx) error {
		if k, err = undecided(tx, number, reason); err != nil {
			return err
		}
		latest, err := proof.NewestList(tx)
		if err != nil {
			return err
		}
		if latest.ID != k.Basis {
			return finding.Refuse("correction-outdated", finding.Text("correction", number))
		}
		changed, err := apply(tx, k)
		if err != nil {
			return err
		}
		impact, err := impact(tx, k, changed)
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(impact, k.Impact) { // the report or the register has changed since
			return finding.Refuse("correction-outdated", finding.Text("correction", number))
		}
		k.State, k.Decided = Accepted, &Verdict{tx.Now, tx.Actor, reason}
		if err := appendLeaf(tx, k); err != nil { // its leaf states the base lists of the reissued ones
			return err
		}
		published, err := republish(tx, k, changed)
		tx.Note(number, map[string]any{"runs": changed.ids(), "lists": published})
		return err
	})
	return k, err
}

// Reject rejects a proposed correction.
func Reject(ctx context.Context, b *bureau.Bureau, number, reason string) error {
	return b.Do(ctx, "correction.reject", reason, func(tx *bureau.Tx) error {
		k, err := undecided(tx, number, reason)
		if err != nil {
			return err
		}
		k.State, k.Decided = Rejected, &Verdict{tx.Now, tx.Actor, reason}
		tx.Note(number, nil)
		return Corrections.Put(tx, Key(number), k)
	})
}

// undecided returns a proposed correction that is neither accepted nor rejected.
func undecided(tx *bureau.Tx, number, reason string) (*Correction, error) {
	k, err := Find(tx, number)
	if err == nil {
		err = tx.About(k.Subject())
	}
	if err != nil {
		return nil, err
	}
	if k.State != Proposed {
		return nil, finding.Refuse("correction-decided", finding.Text("correction", number), finding.Text("state", string(k.State)))
	}
	return k, checkReason(tx, reason)
}

// Find returns a correction by its number, or a refusal if it does not exist.
func Find(r bureau.Reader, number string) (*Correction, error) {
	return Corrections.Find(r, Key(number), finding.Refuse("no-correction", finding.Text("correction", number)))
}

// All returns all corrections by number. The accepted ones are the public log.
func All(r bureau.Reader) ([]*Correction, error) { return Corrections.All(r, "") }
