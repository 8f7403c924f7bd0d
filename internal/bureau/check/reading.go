package check

import (
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

// Reports returns what is kept of files, and of all together.
func (u *Reading) Reports() (all []*report.Report) {
	for _, p := range []*report.Report{u.Report, u.All} {
		if p != nil {
			all = append(all, p)
		}
	}
	return all
}

// File returns the number of the newest revision, up to one, that has a file.
func (r *Case) File(n int) int {
	for n > 1 && r.Revisions[n-1].Digest == "" {
		n--
	}
	return n
}
