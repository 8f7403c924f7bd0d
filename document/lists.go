package document

import (
	"time"

	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Lists are the published lists in the order of publication: schema arpad.lists/1. It is
// what arpad list --index prints.
type Lists struct {
	Schema string          `json:"schema"`
	Lists  []PublishedList `json:"lists"`
}

// PublishedList is a revision of a published list.
type PublishedList struct {
	Label     string    `json:"label"`
	Revision  int       `json:"revision"`
	Published time.Time `json:"published"`
	Cause     string    `json:"cause"`  // "period", "list zero", or the number of a correction
	Digest    string    `json:"digest"` // SHA-256 of its canonical text, in hexadecimal
}

// NewLists returns the document of the published lists.
func NewLists(all []*lists.Publication) Lists {
	d := Lists{Schema: "arpad.lists/1", Lists: []PublishedList{}}
	for _, p := range all {
		d.Lists = append(d.Lists, PublishedList{p.Label, p.Revision, p.At.UTC(), p.Cause, p.Digest})
	}
	return d
}
