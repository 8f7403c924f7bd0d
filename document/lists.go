package document

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Lists are the published lists in the order of publication: schema arpad.lists/1. It is
// what arpad list --index prints.
type Lists struct {
	Schema string          `json:"schema"`
	Lists  []PublishedList `json:"lists"`
}

// PublishedList is a revision of a published list.
type PublishedList struct {
	Label     string      `json:"label"`
	Revision  int         `json:"revision"`
	InForce   *civil.Date `json:"in_force"` // the day from which it is in force; null: the opening list may have none
	Published time.Time   `json:"published"`
	Cause     string      `json:"cause"`   // "period", "list zero", or the number of a correction
	Players   int         `json:"players"` // with a rating of some type
	Digest    string      `json:"digest"`  // SHA-256 of its canonical text, in hexadecimal
}

// ReadLists returns the document of the published lists.
func ReadLists(r bureau.Reader) (Lists, error) {
	d := Lists{Schema: "arpad.lists/1", Lists: []PublishedList{}}
	all, err := lists.AllPublications(r)
	if err != nil {
		return d, err
	}
	for _, p := range all {
		row, err := rows.Publications.One(r, int64(p.Seq))
		if err != nil {
			return d, err
		}
		total, err := rows.Totals.One(r, int64(p.Seq), int64(0))
		if err != nil {
			return d, err
		}
		one := PublishedList{Label: p.Label, Revision: p.Revision, Published: p.At.UTC(), Cause: p.Cause, Digest: p.Digest}
		if row != nil && row.InForce != 0 {
			one.InForce = &row.InForce
		}
		if total != nil {
			one.Players = int(total.Rated)
		}
		d.Lists = append(d.Lists, one)
	}
	return d, nil
}
