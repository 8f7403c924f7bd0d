package intake

import (
	"bytes"
	"encoding/json"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Reading is what was understood of a report's bytes: it holds names, so it
// is kept under the report's key.
type Reading struct {
	Report   *report.Report    // all files of the event together; nil: the newest could not be read
	Read     []finding.Finding // by the reader, and by comparing with the file before
	Findings []finding.Finding // all, Read among them
	Origin   map[string]int    // by section the revision whose file it is from
	Refused  bool              // nothing of it can be rated

	Revision int // under which it is kept
}

// Sound reports whether something of it can be rated.
func (u *Reading) Sound() bool { return u.Report != nil && !u.Refused }

// keepReading keeps what was understood, under the newest revision; what is
// there already is not written again.
func keepReading(tx *bureau.Tx, r *Case, u *Reading) error {
	data, err := json.Marshal(u)
	if err != nil {
		return err
	}
	have, err := Unseal(tx, ReadingKind, r, len(r.Revisions))
	if err != nil || have != nil && bytes.Equal(have, data) {
		return err
	}
	return Seal(tx, ReadingKind, r.newest(), data)
}

// Latest returns what was understood of a report's newest revision, and what
// was found wrong; nothing once its key is destroyed.
func Latest(rd bureau.Reader, r *Case) (*report.Report, []finding.Finding, error) {
	u, err := ReadingOf(rd, r, func(*Reading) bool { return true })
	if err != nil || u == nil {
		return nil, nil, err
	}
	return u.Report, u.Findings, nil
}

// ReadingOf returns what was understood of the newest revision that is as
// wanted, nil if there is none: an officer's revision is of what came before.
func ReadingOf(rd bureau.Reader, r *Case, wanted func(*Reading) bool) (*Reading, error) {
	for n := len(r.Revisions); n > 0; n-- {
		data, err := Unseal(rd, ReadingKind, r, n)
		if err != nil {
			return nil, err
		}
		if data == nil {
			continue
		}
		u := &Reading{}
		if err := json.Unmarshal(data, u); err != nil {
			return nil, err
		}
		if u.Revision = n; wanted(u) {
			return u, nil
		}
	}
	return nil, nil
}
