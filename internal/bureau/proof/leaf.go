package proof

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// AmendmentKind is what a correction corrects.
type AmendmentKind string

// Leaf is an entry of the transparency log that the bureau can be held to: one
// publication, one correction, one key, or the state before the first change of
// a day. Leaves are numbered, written in the same transaction as what they
// describe, and never changed. Package tamper builds a tree of them and signs
// it. A leaf holds no personal data. At most one of List, Correction and Key is
// set; none by AppendDayLeaf.
type Leaf struct {
	Number     int             `json:"number"` // from 1
	At         time.Time       `json:"at"`
	Log        *bureau.LogHead `json:"log,omitempty"` // the head of the audit log before the leaf; nil for list zero
	List       *ListLeaf       `json:"list,omitempty"`
	Correction *CorrectionLeaf `json:"correction,omitempty"`
	Key        *KeyLeaf        `json:"key,omitempty"`
}

// ListLeaf is a published list: its identity, its input, and the digests
// (hexadecimal SHA-256) of the parts that are too long to include.
type ListLeaf struct {
	Label      string            `json:"label"`
	Revision   int               `json:"revision"`
	Cause      string            `json:"cause"`              // "period", "list zero", or the number of a correction
	Prev       string            `json:"prev"`               // Digest of the previous publication
	Digest     string            `json:"digest"`             // of its canonical text
	InForce    civil.Date        `json:"in_force,omitempty"` // the first day
	From       civil.Date        `json:"from,omitempty"`     // the first day of its period
	To         civil.Date        `json:"to,omitempty"`       // the last day of its period
	Meet       bool              `json:"meet,omitempty"`
	Regulation string            `json:"regulation,omitempty"`
	Edition    string            `json:"edition,omitempty"` // that rated the period
	Options    map[string]string `json:"options,omitempty"`
	Base       *BaseLeaf         `json:"base,omitempty"` // nil for list zero, which has no base
	Overrides  []PublicOverride  `json:"overrides,omitempty"`
	First      []PublicFirst     `json:"first,omitempty"` // first ratings that officers have given
	Players    int               `json:"players"`         // how many had a number when the list was made
	Standings  string            `json:"standings"`       // digest of the standings
	Records    string            `json:"records"`         // digest of the records
	Facts      string            `json:"facts"`           // digest of the players' other public data that the ratings depend on
	People     string            `json:"people"`          // digest of the commitments to the players' identities
}

// BaseLeaf is the list that another was made from: its newest predecessor.
type BaseLeaf struct {
	Leaf      int        `json:"leaf"` // number of the last leaf that states it
	Label     string     `json:"label"`
	InForce   civil.Date `json:"in_force,omitempty"` // the first day
	Players   int        `json:"players"`
	Standings string     `json:"standings"`
}

// PublicOverride is a lists.Override with the player's ID.
type PublicOverride struct {
	Player     string        `json:"player"`
	Kind       rating.Kind   `json:"kind"`
	Rating     rating.Rating `json:"rating"`
	Correction string        `json:"correction"`
}

// PublicFirst is a lists.FirstRating with the player's ID.
type PublicFirst struct {
	Player string        `json:"player"`
	Rating rating.Rating `json:"rating"`
}

// CorrectionLeaf is an accepted correction.
type CorrectionLeaf struct {
	Number string        `json:"number"`
	Kind   AmendmentKind `json:"kind"`
	Report string        `json:"report,omitempty"`
	Player string        `json:"player,omitempty"` // ID, for a rating
	Undoes string        `json:"undoes,omitempty"`
	Lists  []ChangedList `json:"lists"`
}

// ChangedList is the effect of a correction on the current state of a list.
type ChangedList struct {
	Label     string     `json:"label"`
	InForce   civil.Date `json:"in_force,omitempty"`
	From      civil.Date `json:"from,omitempty"` // the first day of its period
	To        civil.Date `json:"to,omitempty"`
	Reissue   bool       `json:"reissue,omitempty"` // it got a new published revision
	Ratings   int        `json:"ratings"`           // number of changed ratings
	Digest    string     `json:"digest"`            // over a line ID,TYPE,FROM,TO for each
	Standings string     `json:"standings"`         // digest of the new standings
}

// KeyLeaf is the key that signs the tree from here on.
type KeyLeaf struct {
	Key    string `json:"key"` // public key
	Reason string `json:"reason,omitempty"`
	Before string `json:"before,omitempty"` // the last checkpoint signed with the previous key
}

// AllLeaves are the leaves, by number. They are read as bytes, because the tree
// is built over bytes.
var AllLeaves = bureau.Table[Leaf]{Kind: "leaf"}

// LeafCounter counts the leaves of the transparency log.
const LeafCounter = "leaf"

// Leaves calls each with the bytes of the leaves after number behind, in order.
func Leaves(r bureau.Reader, behind int, each func(leaf []byte) error) error {
	return r.Scan(AllLeaves.Kind, bureau.SeqKey(behind+1), "", func(_ string, leaf []byte) (bool, error) {
		err := each(leaf)
		return err == nil, err
	})
}

// LeafCount returns the number of leaves.
func LeafCount(r bureau.Reader) (int, error) {
	n, err := bureau.Counters.Get(r, LeafCounter)
	if err != nil || n == nil {
		return 0, err
	}
	return *n, nil
}

// AppendLeaf appends a leaf and returns its number.
func AppendLeaf(tx *bureau.Tx, leaf *Leaf) (n int, err error) {
	if n, err = tx.Count(LeafCounter); err != nil {
		return 0, err
	}
	leaf.Number = n
	if leaf.Log, err = bureau.Heads.Get(tx, ""); err != nil {
		return 0, err
	}
	if err := mayAppend(tx, leaf); err != nil {
		return 0, err
	}
	if err := AllLeaves.Put(tx, bureau.SeqKey(n), leaf); err != nil {
		return 0, err
	}
	return n, addToEdge(tx, n)
}

// daily reports whether the leaf states nothing but what was there before a day.
func (l *Leaf) daily() bool { return l.List == nil && l.Correction == nil && l.Key == nil }

// mayAppend refuses a leaf while the clock is behind the last leaf, because readers
// of the log trust its times. If there is a reason to append the leaf anyway,
// it is recorded. Leaves of days follow the clock wherever it goes: a clock that was
// ahead once keeps nobody from publishing.
func mayAppend(tx *bureau.Tx, leaf *Leaf) error {
	if leaf.daily() {
		return nil
	}
	n := leaf.Number - 1
	last, err := AllLeaves.Get(tx, bureau.SeqKey(n))
	for ; err == nil && last != nil && last.daily(); n-- {
		last, err = AllLeaves.Get(tx, bureau.SeqKey(n-1))
	}
	if err != nil || last == nil || !tx.Now.Before(last.At) {
		return err
	}
	if tx.Behind == "" {
		local := func(t time.Time) string { return tx.Settings.Local(t).Format("2006-01-02 15:04:05") }
		return finding.Refuse("leaf-behind", finding.Text("now", local(tx.Now)), finding.Text("recorded", local(last.At)), finding.Int("leaf", last.Number))
	}
	return tx.NoteBefore("leaf.behind", tx.Behind, map[string]any{"leaf": last.Number, "at": last.At})
}
