package proof

import (
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// AmendmentKind says what a correction corrects.
type AmendmentKind string

// Leaf is what everybody may hold the bureau to: one publication, one
// correction or one key. Leaves are numbered, written with what they speak of
// in one transaction, and never changed; package tamper makes a tree of them
// and signs it. A leaf holds no personal data. One of List, Correction and Key
// is there.
type Leaf struct {
	Number     int             `json:"number"` // from 1
	At         time.Time       `json:"at"`
	List       *ListLeaf       `json:"list,omitempty"`
	Correction *CorrectionLeaf `json:"correction,omitempty"`
	Key        *KeyLeaf        `json:"key,omitempty"`
}

// ListLeaf is a published list: what it is, what it was made from, and the
// digests (SHA-256, in hexadecimal digits) of what is too long to stand here.
type ListLeaf struct {
	Label      string            `json:"label"`
	Revision   int               `json:"revision"`
	Cause      string            `json:"cause"` // as Publication has it
	Prev       string            `json:"prev"`  // Digest of the list that was published before
	Digest     string            `json:"digest"`
	InForce    civil.Date        `json:"in_force,omitempty"` // from this day on
	From       civil.Date        `json:"from,omitempty"`     // the first day of its period
	To         civil.Date        `json:"to,omitempty"`       // the last one
	Meet       bool              `json:"meet,omitempty"`
	Regulation string            `json:"regulation,omitempty"`
	Edition    string            `json:"edition,omitempty"`
	Options    map[string]string `json:"options,omitempty"`
	Base       *BaseLeaf         `json:"base,omitempty"` // nil: list zero, which was made from nothing
	Overrides  []PublicOverride  `json:"overrides,omitempty"`
	Players    int               `json:"players"`   // that had a number when it was made
	Standings  string            `json:"standings"` // of what stands behind the ratings
	Records    string            `json:"records"`   // of what was played
	Facts      string            `json:"facts"`     // of what else is public of the players and decides
	People     string            `json:"people"`    // of the commitments to who the players are
}

// BaseLeaf is the list that another was made from: the newest one before it.
type BaseLeaf struct {
	Leaf      int        `json:"leaf"` // the number of the last leaf that states it
	Label     string     `json:"label"`
	InForce   civil.Date `json:"in_force,omitempty"` // from this day on
	Players   int        `json:"players"`
	Standings string     `json:"standings"`
}

// PublicOverride is an Override by the player's ID.
type PublicOverride struct {
	Player     string        `json:"player"`
	Kind       rating.Kind   `json:"kind"`
	Rating     rating.Rating `json:"rating"`
	Correction string        `json:"correction"`
}

// CorrectionLeaf is a correction that was accepted.
type CorrectionLeaf struct {
	Number string        `json:"number"`
	Kind   AmendmentKind `json:"kind"`
	Report string        `json:"report,omitempty"`
	Player string        `json:"player,omitempty"` // ID, of a rating
	Undoes string        `json:"undoes,omitempty"`
	Lists  []ChangedList `json:"lists"`
}

// ChangedList is what a correction does to a list as it stands now.
type ChangedList struct {
	Label     string     `json:"label"`
	InForce   civil.Date `json:"in_force,omitempty"`
	From      civil.Date `json:"from,omitempty"` // the first day of its period
	To        civil.Date `json:"to,omitempty"`
	Reissue   bool       `json:"reissue,omitempty"` // it got a new published revision
	Ratings   int        `json:"ratings"`           // so many changed
	Digest    string     `json:"digest"`            // of a line ID,TYPE,FROM,TO for each
	Standings string     `json:"standings"`         // digest of what stands behind its ratings now
}

// KeyLeaf is a key with which the tree is signed from here on.
type KeyLeaf struct {
	Key    string `json:"key"` // public
	Reason string `json:"reason,omitempty"`
	Before string `json:"before,omitempty"` // the last checkpoint of the key before, as it was signed
}

// AllLeaves is the leaves by number. They are read as bytes, which the tree is made of.
var AllLeaves = bureau.Table[Leaf]{Kind: "leaf"}

// LeafCounter counts the leaves of the transparency log.
const LeafCounter = "leaf"

// Leaves calls each with the bytes of the leaves behind the first so many, in
// their order.
func Leaves(r bureau.Reader, behind int, each func(leaf []byte) error) error {
	return r.Scan(AllLeaves.Kind, bureau.SeqKey(behind+1), "", func(_ string, leaf []byte) (bool, error) {
		err := each(leaf)
		return err == nil, err
	})
}

// LeafCount returns how many leaves there are.
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
	if err := goOn(tx, leaf); err != nil {
		return 0, err
	}
	return n, AllLeaves.Put(tx, bureau.SeqKey(n), leaf)
}

// goOn refuses a leaf while the clock is behind the one before, unless there is a
// reason to write it, which is recorded: whoever reads the log takes the times of
// its leaves for true.
func goOn(tx *bureau.Tx, leaf *Leaf) error {
	last, err := AllLeaves.Get(tx, bureau.SeqKey(leaf.Number-1))
	if err != nil || last == nil || !tx.Now.Before(last.At) {
		return err
	}
	if tx.Behind == "" {
		local := func(t time.Time) string { return tx.Settings.Local(t).Format("2006-01-02 15:04:05") }
		return finding.Refuse("leaf-behind", finding.Text("now", local(tx.Now)), finding.Text("recorded", local(last.At)), finding.Int("leaf", last.Number))
	}
	return tx.NoteBefore("leaf.behind", tx.Behind, map[string]any{"leaf": last.Number, "at": last.At})
}
