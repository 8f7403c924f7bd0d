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
// personal data. Each entry holds the hash of the one before, so that none can
// be changed, left out or put in without a trace.
type Entry struct {
	Seq     int             `json:"seq"` // from 1
	At      time.Time       `json:"at"`  // UTC, to the second
	Actor   string          `json:"actor"`
	Action  string          `json:"action"`  // "report.admit"
	Subject string          `json:"subject"` // the reference, ID or label that it is about
	Reason  string          `json:"reason,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"` // what the action itself has to say
	Prev    string          `json:"prev"`           // hash of the entry before; empty for the first
	Hash    string          `json:"hash"`           // of all the above
}

// Entries are the entries of the audit log, by their number.
var Entries = Table[Entry]{"audit"}

// SeqKey returns the key of the n-th document of a sequence.
func SeqKey(n int) string { return fmt.Sprintf("%010d", n) }

// hash returns the hash of an entry: that of its JSON without the hash itself.
func (e Entry) hash() (string, error) {
	e.Hash = ""
	data, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// head is the last entry of the log, which would take a scan to find.
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

// Log returns the entries of the audit log about a subject, all if it is empty.
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

// Follows reports whether an entry, whose bytes these are, is the one that was
// written behind another.
func (e *Entry) Follows(seq int, prev string, data []byte) bool {
	again, err := json.Marshal(e)
	if err != nil || !bytes.Equal(again, data) {
		return false
	}
	hash, err := e.hash()
	return err == nil && hash == e.Hash && e.Seq == seq && e.Prev == prev
}
