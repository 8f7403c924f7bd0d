package bureau

import (
	"bytes"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// Impact is what a correction does to one list.
type Impact struct {
	Label   string     `json:"label"`
	List    civil.Date `json:"list"`    // from which it is in force
	Reissue bool       `json:"reissue"` // it gets a new published revision
	TooOld  bool       `json:"tooOld"`  // it differs from what was published, but was published too long ago
	Moves   []Moved    `json:"moves"`   // of the list as it stands now, by player number
}

// Moved is a rating that a correction changes.
type Moved struct {
	Player string        `json:"player"` // ID
	Kind   rating.Kind   `json:"type"`
	From   rating.Rating `json:"from"` // zero: unrated
	To     rating.Rating `json:"to"`
}

// reissueDays is for how many days after its publication a list is published
// anew, by authority. Whose text knows no limit corrects every list.
var reissueDays = map[string]civil.Date{"ncs": 90} // 3(7)

// impact tells what a correction did to each list.
func (c *change) impact(k *Correction, all reruns) ([]Impact, error) {
	effects := make([]Impact, len(all))
	var err error
	for i, run := range all {
		e := Impact{Label: run.now.Label, List: run.now.List}
		if e.Moves, err = c.moved(run); err != nil {
			return nil, err
		}
		if e.Reissue, e.TooOld, err = c.reissues(k, run.now); err != nil {
			return nil, err
		}
		effects[i] = e
	}
	return effects, nil
}

// moved gives the ratings that a new run has changed; all that it has, where
// there was no list.
func (c *change) moved(run rerun) ([]Moved, error) {
	from := run.now.Base
	if run.old != nil {
		from = run.old.ID
	}
	old, err := listOf(c, from)
	if err != nil {
		return nil, err
	}
	now, err := listOf(c, run.now.ID)
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
			id, err := idOf(c, uint32(n))
			if err != nil {
				return nil, err
			}
			moves = append(moves, Moved{id, kind, from, to})
		}
	}
	return moves, nil
}

// reissues says whether the list that a run made is published anew: it differs
// from what is published, and that is not too long ago. The days count from the
// one on which the list came out or came into force, whichever was later, to
// the inquiry.
func (c *change) reissues(k *Correction, run *Run) (reissue, tooOld bool, err error) {
	newest, err := publications.last(c, run.Label+"\x00")
	if err != nil {
		return false, false, err
	}
	since := run.List
	if newest != nil {
		published, err := c.Get(listKind, revisionKey(run.Label, newest.Revision))
		if err != nil {
			return false, false, err
		}
		stands, err := canonical(c, run, newest.Revision)
		if err != nil || bytes.Equal(stands, published) {
			return false, false, err
		}
		first, err := publications.get(c, revisionKey(run.Label, 1))
		if err != nil {
			return false, false, err
		}
		since = max(since, c.settings.day(first.At))
	}
	if limit := reissueDays[c.settings.Authority]; limit != 0 && k.Asked-since > limit { // 3(7); Reading J24
		return false, true, nil
	}
	return true, false, nil
}

// republish publishes the lists that get a new revision, in their order.
func (c *change) republish(k *Correction, all reruns) ([]*Publication, error) {
	var published []*Publication
	for i, run := range all {
		if !k.Impact[i].Reissue {
			continue
		}
		p, err := c.publish(run.now, k.Number)
		if err != nil {
			return nil, err
		}
		published = append(published, p)
	}
	return published, nil
}
