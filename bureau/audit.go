package bureau

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Entry is a line of the audit log: who changed what, when and why. It holds no
// personal data. Each entry includes the hash of its predecessor, so no entry
// can be changed, removed or inserted unnoticed.
type Entry struct {
	Seq     int             `json:"seq"` // from 1
	At      time.Time       `json:"at"`  // UTC, to the second
	Actor   string          `json:"actor"`
	Action  string          `json:"action"`  // "report.admit"
	Subject string          `json:"subject"` // the reference, ID or label concerned
	Reason  string          `json:"reason,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"` // details recorded by the action
	Prev    string          `json:"prev"`           // hash of the predecessor; empty for the first
	Hash    string          `json:"hash"`           // over all fields above
}

// Entries is the audit log, keyed by entry number.
var Entries = Table[Entry]{"audit"}

// SeqKey returns the key of the n-th document of a sequence.
func SeqKey(n int) string { return fmt.Sprintf("%010d", n) }

// hash returns the hash of an entry: that of its JSON with an empty Hash.
func (e Entry) hash() (string, error) {
	e.Hash = ""
	data, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// head is the last entry of the log. Finding it otherwise takes a scan.
type head struct {
	Seq  int    `json:"seq"`
	Hash string `json:"hash"`
}

// Heads holds the head of the audit log, under the empty key.
var Heads = Table[head]{"audit-head"}

// record appends an entry to the log.
func record(w Writer, e Entry) error {
	last, err := Heads.Get(w, "")
	if err != nil {
		return err
	}
	if last == nil {
		last = &head{}
	}
	e.Seq, e.Prev = last.Seq+1, last.Hash
	if e.Hash, err = e.hash(); err != nil {
		return err
	}
	if err := Entries.Put(w, SeqKey(e.Seq), &e); err != nil {
		return err
	}
	return Heads.Put(w, "", &head{e.Seq, e.Hash})
}

// Log returns the audit log entries about a subject, or all if it is empty.
func (b *Bureau) Log(r Reader, subject string) ([]*Entry, error) {
	var found []*Entry
	err := Entries.Scan(r, "", "", func(_ string, e *Entry) (bool, error) {
		if subject == "" || e.Subject == subject {
			found = append(found, e)
		}
		return true, nil
	})
	return found, err
}

// Follows reports whether e, stored as data, is the intact entry seq whose
// predecessor has hash prev.
func (e *Entry) Follows(seq int, prev string, data []byte) bool {
	again, err := json.Marshal(e)
	if err != nil || !bytes.Equal(again, data) {
		return false
	}
	hash, err := e.hash()
	return err == nil && hash == e.Hash && e.Seq == seq && e.Prev == prev
}
