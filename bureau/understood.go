package bureau

import (
	"bytes"
	"encoding/json"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// understood is what was understood of a report's bytes: it holds names, so it
// is kept under the report's key.
type understood struct {
	Report   *report.Report    // all files of the event together; nil: the newest could not be read
	Read     []finding.Finding // by the reader, and by comparing with the file before
	Findings []finding.Finding // all, Read among them
	Origin   map[string]int    // by section the revision whose file it is from
	Refused  bool              // nothing of it can be rated

	revision int // under which it is kept
}

// sound says that something of it can be rated.
func (u *understood) sound() bool { return u.Report != nil && !u.Refused }

// keepUnderstood keeps what was understood, under the newest revision; what is
// there already is not written again.
func (tx *Tx) keepUnderstood(r *Report, u *understood) error {
	data, err := json.Marshal(u)
	if err != nil {
		return err
	}
	have, err := unseal(tx, understoodKind, r, len(r.Revisions))
	if err != nil || have != nil && bytes.Equal(have, data) {
		return err
	}
	return tx.seal(understoodKind, r.newest(), data)
}

// Understood gives what was understood of a report's newest revision, and what
// was found wrong; nothing once its key is destroyed.
func (b *Bureau) Understood(rd Reader, r *Report) (*report.Report, []finding.Finding, error) {
	u, err := understoodOf(rd, r, func(*understood) bool { return true })
	if err != nil || u == nil {
		return nil, nil, err
	}
	return u.Report, u.Findings, nil
}

// understoodOf gives what was understood of the newest revision that is as
// wanted, nil if there is none: an officer's revision is of what came before.
func understoodOf(rd Reader, r *Report, wanted func(*understood) bool) (*understood, error) {
	for n := len(r.Revisions); n > 0; n-- {
		data, err := unseal(rd, understoodKind, r, n)
		if err != nil {
			return nil, err
		}
		if data == nil {
			continue
		}
		u := &understood{}
		if err := json.Unmarshal(data, u); err != nil {
			return nil, err
		}
		if u.revision = n; wanted(u) {
			return u, nil
		}
	}
	return nil, nil
}
