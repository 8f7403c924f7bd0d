package intake

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// keepReading keeps what was understood, under the newest revision; what is
// there already is not written again.
func keepReading(tx *bureau.Tx, r *check.Case, u *check.Reading) error {
	u.Revision = len(r.Revisions)
	data, err := PackReading(u)
	if err != nil {
		return err
	}
	have, err := vault.Unseal(tx, vault.Reading, r.Newest())
	if err != nil || have != nil && bytes.Equal(have, data) {
		return err
	}
	return vault.Seal(tx, vault.Reading, r.Newest(), data)
}

// readingOf returns what is kept of a revision, nil if there is nothing.
func readingOf(rd bureau.Reader, r *check.Case, revision int) (*check.Reading, error) {
	data, err := vault.Unseal(rd, vault.Reading, r.RecordID(revision))
	if err != nil || data == nil {
		return nil, err
	}
	u, err := UnpackReading(data)
	if err == nil {
		u.Revision = revision
	}
	return u, err
}

// EachReading goes through what is kept of a report's revisions, and keeps what was
// changed.
func EachReading(tx *bureau.Tx, r *check.Case, change func(*check.Reading) (changed bool)) error {
	for i := range r.Revisions {
		u, err := readingOf(tx, r, r.Revisions[i].Number)
		if err != nil {
			return err
		}
		if u == nil || !change(u) {
			continue
		}
		data, err := PackReading(u)
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
func Latest(rd bureau.Reader, r *check.Case) (*report.Report, []finding.Finding, error) {
	u, err := ReadingOf(rd, r, (*check.Reading).Readable)
	if err != nil || u == nil {
		return nil, nil, err
	}
	for _, f := range u.Findings {
		for i, v := range f.Values {
			if v == (finding.Value{Name: "listed"}) {
				p, err := register.Find(rd, f.Value("id"))
				if err != nil {
					return nil, nil, err
				}
				f.Values[i].Text = cmp.Or(p.Name, p.ID)
			}
		}
	}
	return u.Joined(), finding.InCase(r.Ref, u.Findings), nil
}

// ReadingOf returns what was understood at the newest revision that is as wanted, nil
// if there is none. Of a report in a list it is what that knows.
func ReadingOf(rd bureau.Reader, r *check.Case, wanted func(*check.Reading) bool) (*check.Reading, error) {
	n := len(r.Revisions)
	if r.Listed != nil {
		n = r.Listed.Revisions
	}
	for ; n > 0; n-- {
		if u, err := readingOf(rd, r, n); err != nil || u != nil && wanted(u) {
			return u, err
		}
	}
	return nil, nil
}

// AddRefused adds to a record of a report, if there is one, what its sections that are not rated were reported with.
func AddRefused(rd bureau.Reader, r *check.Case, record *pack.Batch) error {
	if record == nil || !slices.ContainsFunc(record.Sections, func(s pack.Section) bool { return s.Refused }) {
		return nil
	}
	said, err := ReadingOf(rd, r, (*check.Reading).Sound)
	if said != nil {
		check.AddRefused(record, said.Joined())
	}
	return err
}

// Bytes returns the bytes of a file of a report as they came, or what came beside
// them; revision zero is the newest that has any. Without such a file, or once
// their key is destroyed, it refuses.
func Bytes(rd bureau.Reader, r *check.Case, revision int, beside bool) ([]byte, error) {
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
