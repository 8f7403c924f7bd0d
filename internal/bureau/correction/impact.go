package correction

import (
	"bytes"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// Impact is the effect of a correction on one list.
type Impact struct {
	Label     string      `json:"label"`
	List      civil.Date  `json:"list"`             // the day on which it comes into force
	Days      civil.Range `json:"days,omitzero"`    // days of its period
	Standings string      `json:"standings"`        // digest of the current standings
	Reissue   bool        `json:"reissue"`          // it gets a new published revision
	TooOld    bool        `json:"tooOld"`           // it differs from the published list, but the time for a reissue is over
	Until     civil.Date  `json:"until,omitempty"`  // the last day of an inquiry for a reissue; zero: none
	First     bool        `json:"first,omitempty"`  // the list was never published before
	Clause    string      `json:"clause,omitempty"` // the clause about reissues
	Reading   string      `json:"reading,omitempty"`
	Moves     []Moved     `json:"moves"` // changes to the current list, by player number
}

// Moved is a rating changed by a correction.
type Moved struct {
	Player string        `json:"player"` // ID
	Kind   rating.Kind   `json:"type"`
	From   rating.Rating `json:"from"` // zero: unrated
	To     rating.Rating `json:"to"`
}

// impact returns the effect of a correction on each list.
func impact(tx *bureau.Tx, k *Correction, all reruns) ([]Impact, error) {
	effects := make([]Impact, len(all))
	var err error
	for i, run := range all {
		rule := lists.Reissue[tx.Settings.Text()]
		e := Impact{Label: run.now.Label, List: run.now.List, Days: run.now.Days, Standings: run.now.Digest, Clause: tx.Settings.Number(rule.Clause, tx.Today), Reading: rule.Reading}
		if e.Moves, err = moved(tx, run); err != nil {
			return nil, err
		}
		if e.Until, err = lists.ReissuedUntil(tx, tx.Settings, e.Label, e.List); err != nil {
			return nil, err
		}
		first, err := lists.Publications.Get(tx, lists.RevisionKey(e.Label, 1))
		if err != nil {
			return nil, err
		}
		e.First = first == nil
		differs, err := differs(tx, run.now)
		if err != nil {
			return nil, err
		}
		late := e.Until != 0 && k.Asked > e.Until
		e.Reissue, e.TooOld = differs && !late, differs && late
		effects[i] = e
	}
	return effects, nil
}

// moved returns the ratings that a new run has changed, or all ratings if there
// was no list.
func moved(tx *bureau.Tx, run rerun) ([]Moved, error) {
	from := run.now.Base
	if run.old != nil {
		from = run.old.ID
	}
	old, err := lists.ListOf(tx, from)
	if err != nil {
		return nil, err
	}
	now, err := lists.ListOf(tx, run.now.ID)
	if err != nil {
		return nil, err
	}
	var moves []Moved
	for n := range max(len(old.Standings), len(now.Standings)) {
		before, after := old.Standing(uint32(n)), now.Standing(uint32(n))
		for _, kind := range rating.AllKinds {
			from, to := before.Of(kind).Rating, after.Of(kind).Rating
			if from == to {
				continue
			}
			id, err := lists.IDOf(tx, uint32(n))
			if err != nil {
				return nil, err
			}
			moves = append(moves, Moved{id, kind, from, to})
		}
	}
	return moves, nil
}

// differs reports whether the list of a run differs from the published one.
func differs(tx *bureau.Tx, run *lists.Run) (bool, error) {
	newest, err := lists.Publications.Last(tx, run.Label+"\x00")
	if err != nil || newest == nil {
		return true, err
	}
	published, err := tx.Get(lists.ListKind, lists.RevisionKey(run.Label, newest.Revision))
	if err != nil {
		return false, err
	}
	stands, _, err := lists.Canonical(tx, run, newest.Revision)
	return !bytes.Equal(stands, published), err
}

// republish publishes the lists that get a new revision, in order.
func republish(tx *bureau.Tx, k *Correction, all reruns) ([]*lists.Publication, error) {
	var published []*lists.Publication
	for i, run := range all {
		if !k.Impact[i].Reissue {
			continue
		}
		p, err := closing.PublishRun(tx, run.now, k.Number)
		if err != nil {
			return nil, err
		}
		published = append(published, p)
	}
	return published, nil
}
