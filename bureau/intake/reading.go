package intake

import (
	"bytes"
	"encoding/json"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/finding"
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
	have, err := Unseal(tx, ReadingKind, r, u.Revision)
	if err != nil || have != nil && bytes.Equal(have, data) {
		return err
	}
	return Seal(tx, ReadingKind, r.newest(), data)
}

// readingOf returns what is kept of a revision, nil if there is nothing.
func readingOf(rd bureau.Reader, r *Case, revision int) (*Reading, error) {
	data, err := Unseal(rd, ReadingKind, r, revision)
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
		if err := Seal(tx, ReadingKind, lists.RecordID{Ref: r.Ref, Revision: u.Revision}, data); err != nil {
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
