package intake

import (
	"bytes"
	"encoding/json"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/report"
)

// Reading is what was understood of a report at a revision: it holds names, so it is
// kept under the report's key.
type Reading struct {
	Report   *report.Report    // the file of the revision, as it was read; nil: the revision has none
	All      *report.Report    // what all files say together; nil: what this one says
	Read     []finding.Finding // by the file's reader
	Findings []finding.Finding // all, Read among them
	Refused  bool              // nothing of the report can be rated

	Revision int // under which it is kept
}

// Joined returns what all files of the report said together at the revision.
func (u *Reading) Joined() *report.Report {
	if u.All != nil {
		return u.All
	}
	return u.Report
}

// Readable reports whether anything was understood.
func (u *Reading) Readable() bool { return u.Joined() != nil }

// Sound reports whether something of it can be rated.
func (u *Reading) Sound() bool { return u.Readable() && !u.Refused }

// keepReading keeps what was understood, under the newest revision; what is
// there already is not written again.
func keepReading(tx *bureau.Tx, r *Case, u *Reading) error {
	u.Revision = len(r.Revisions)
	data, err := json.Marshal(u)
	if err != nil {
		return err
	}
	have, err := vault.Unseal(tx, vault.Reading, r.newest())
	if err != nil || have != nil && bytes.Equal(have, data) {
		return err
	}
	return vault.Seal(tx, vault.Reading, r.newest(), data)
}

// readingOf returns what is kept of a revision, nil if there is nothing.
func readingOf(rd bureau.Reader, r *Case, revision int) (*Reading, error) {
	data, err := vault.Unseal(rd, vault.Reading, r.RecordID(revision))
	if err != nil || data == nil {
		return nil, err
	}
	u := &Reading{}
	if err := json.Unmarshal(data, u); err != nil {
		return nil, err
	}
	u.Revision = revision
	return u, nil
}

// Reports returns what is kept of files, and of all together.
func (u *Reading) Reports() (all []*report.Report) {
	for _, p := range []*report.Report{u.Report, u.All} {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// EachReading goes through what is kept of a report's revisions, and keeps what was
// changed.
func EachReading(tx *bureau.Tx, r *Case, change func(*Reading) (changed bool)) error {
	for i := range r.Revisions {
		u, err := readingOf(tx, r, r.Revisions[i].Number)
		if err != nil {
			return err
		}
		if u == nil || !change(u) {
			continue
		}
		data, err := json.Marshal(u)
		if err != nil {
			return err
		}
		if err := vault.Seal(tx, vault.Reading, r.RecordID(u.Revision), data); err != nil {
			return err
		}
	}
	return nil
}

// Latest returns what all files of a report say together, and what was found wrong;
// nothing once its key is destroyed.
func Latest(rd bureau.Reader, r *Case) (*report.Report, []finding.Finding, error) {
	u, err := ReadingOf(rd, r, (*Reading).Readable)
	if err != nil || u == nil {
		return nil, nil, err
	}
	return u.Joined(), u.Findings, nil
}

// ReadingOf returns what was understood at the newest revision that is as wanted, nil
// if there is none.
func ReadingOf(rd bureau.Reader, r *Case, wanted func(*Reading) bool) (*Reading, error) {
	for n := len(r.Revisions); n > 0; n-- {
		if u, err := readingOf(rd, r, n); err != nil || u != nil && wanted(u) {
			return u, err
		}
	}
	return nil, nil
}

// File returns the number of the newest revision, up to one, that has a file.
func (r *Case) File(n int) int {
	for n > 1 && r.Revisions[n-1].Digest == "" {
		n--
	}
	return n
}

// Bytes returns the bytes of a file of a report as they came, or what came beside
// them; revision zero is the newest that has any. Without such a file, or once
// their key is destroyed, it refuses.
func Bytes(rd bureau.Reader, r *Case, revision int, beside bool) ([]byte, error) {
	kind := vault.Bytes
	if beside {
		kind = vault.Sidecar
	}
	for n := len(r.Revisions); n > 0; n-- {
		if revision != 0 && n != revision {
			continue
		}
		if data, err := vault.Unseal(rd, kind, r.RecordID(n)); err != nil || data != nil {
			return data, err
		}
	}
	return nil, finding.Refuse("no-bytes", finding.Text("ref", r.Ref))
}
