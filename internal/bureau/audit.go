package bureau

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Entry is a line of the audit log: who changed what, when and why. Each entry
// includes the hash of its predecessor, so no entry can be changed, removed or inserted
// unnoticed, and the digest of what was written since then, so no document can, either.
// Its reason can be erased: what is hashed is a salted digest of it.
type Entry struct {
	Seq     int             `json:"seq"`               // from 1
	At      time.Time       `json:"at"`                // UTC, to the second
	Actor   string          `json:"actor"`             // the number of an account; of earlier versions a name
	With    string          `json:"with,omitempty"`    // the account of the first of two officers
	Program string          `json:"program,omitempty"` // the number of the key with which a program acted for the account
	Action  string          `json:"action"`            // "report.admit"; see Act
	Subject string          `json:"subject"`           // the reference, ID or label concerned
	Data    json.RawMessage `json:"data,omitempty"`    // details recorded by the action
	Moves   []Moved         `json:"moves,omitempty"`   // reports whose state has changed by it
	Because string          `json:"because,omitempty"` // SHA-256 of nonce, newline and reason; empty without a reason
	Writes  string          `json:"writes,omitempty"`  // digest of the WriteSet
	Prev    string          `json:"prev"`              // hash of the predecessor; empty for the first
	Hash    string          `json:"hash"`              // over all fields above
	Reason  string          `json:"reason,omitempty"`  // ErasedReason if it was erased
	Nonce   string          `json:"nonce,omitempty"`   // of the reason; empty if it was erased
}

// Moved is a change of a report's state.
type Moved struct {
	Ref  string `json:"ref"`
	From string `json:"from,omitempty"` // empty: it is new
	To   string `json:"to"`
}

// renamed are the acts for which earlier versions had other words.
var renamed = map[string]string{
	"club.register": "club.add", "club.amend": "club.set", "club.columns": "club.set", "player.register": "player.add", "player.amend": "player.set",
	"player.accept": "player.stated", "settings.amend": "set", "event.announce": "announce.add", "event.dispense": "announce.dispense",
	"event.withdraw": "announce.withdraw", "report.adjust": "report.correct", "report.admitted": "report.admit", "report.withheld": "report.withhold",
	"report.returned": "report.return", "report.closed": "report.close", "report.unreadable": "report.submit", "list.publish": "period.publish",
	"correction.propose": "correct.report", "proof.key": "proof.init", "doctor.mend": "doctor", "rows.rebuild": "rebuild",
}

// ActOf returns the ID of an act by a word of the log.
func ActOf(word string) string { return cmp.Or(renamed[word], word) }

// Act returns the ID of the act.
func (e *Entry) Act() string { return ActOf(e.Action) }

// ErasedReason stands in place of a reason that was erased.
const ErasedReason = "-"

// Entries is the audit log, keyed by entry number.
var Entries = Table[Entry]{"audit"}

// SeqKey returns the key of the n-th document of a sequence.
func SeqKey(n int) string { return fmt.Sprintf("%010d", n) }

// hash returns the hash of an entry: that of its JSON without hash, reason and nonce.
func (e Entry) hash() (string, error) {
	e.Hash, e.Reason, e.Nonce = "", "", ""
	data, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// LogHead is the last entry of the log. Finding it otherwise takes a scan.
type LogHead struct {
	Seq  int    `json:"seq"`
	Hash string `json:"hash"`
}

// Heads holds the head of the audit log, under the empty key.
var Heads = Table[LogHead]{"audit-head"}

// because returns the digest of the reason.
func (e *Entry) because() string {
	sum := sha256.Sum256([]byte(e.Nonce + "\n" + e.Reason))
	return hex.EncodeToString(sum[:])
}

// Erased reports whether the reason of an entry was erased.
func (e *Entry) Erased() bool { return e.Because != "" && e.Nonce == "" }

// Chain sets the hash of the predecessor, and the entry's own.
func (e *Entry) Chain(prev string) (err error) {
	e.Prev = prev
	e.Hash, err = e.hash()
	return err
}

// record appends an entry to the log.
func record(w Writer, e Entry) error {
	last, err := Heads.Get(w, "")
	if err != nil {
		return err
	}
	if last == nil {
		last = &LogHead{}
	}
	e.Seq = last.Seq + 1
	if e.Reason != "" {
		e.Nonce = rand.Text()
		e.Because = e.because()
	}
	if e.Writes, err = putWrites(w, e.Seq); err != nil {
		return err
	}
	if err := e.Chain(last.Hash); err != nil {
		return err
	}
	if err := Entries.Put(w, SeqKey(e.Seq), &e); err != nil {
		return err
	}
	return Heads.Put(w, "", &LogHead{e.Seq, e.Hash})
}

// EraseReason removes the reason of an entry. The chain holds as before, and the write
// set of the transaction has the entry as it is now.
func (tx *Tx) EraseReason(e *Entry) error {
	e.Reason, e.Nonce = ErasedReason, ""
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if c, ok := tx.Writer.(checkedWriter); ok {
		return c.putAgain(Entries.Kind, SeqKey(e.Seq), data)
	}
	return tx.Put(Entries.Kind, SeqKey(e.Seq), data)
}

// Follows reports whether e, stored as data, is the intact entry seq whose
// predecessor has hash prev.
func (e *Entry) Follows(seq int, prev string, data []byte) bool {
	again, err := json.Marshal(e)
	if err != nil || !bytes.Equal(again, data) {
		return false
	}
	reason := e.Because == "" && e.Reason == "" && e.Nonce == "" || e.Erased() && e.Reason == ErasedReason || e.Nonce != "" && e.because() == e.Because
	hash, err := e.hash()
	return err == nil && reason && hash == e.Hash && e.Seq == seq && e.Prev == prev
}
