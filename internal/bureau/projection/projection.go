// Package projection writes the rows that are derived from a bureau's documents, and compares the two.
package projection

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Rows keeps the rows in step with the documents. It is the projection of every bureau.
type Rows struct{}

// projector derives rows from the documents of some kinds.
type projector struct {
	kinds   []string
	project func(p *projecting, keys []string) error // keys of the first kind, or of one that shares its keys
}

// projectors are the projectors, in the order in which they run.
var projectors = []projector{
	{[]string{register.Players.Kind, register.PersonKind}, (*projecting).players},
	{[]string{register.Clubs.Kind}, (*projecting).clubs},
	{[]string{register.Memberships.Kind}, (*projecting).memberships},
	{[]string{intake.Announcements.Kind}, (*projecting).announcements},
	{[]string{intake.Cases.Kind, register.StatedNumbers.Kind, fidereport.Events.Kind}, (*projecting).reports},
	{[]string{intake.Bases.Kind}, (*projecting).knows},
	{[]string{lists.Periods.Kind}, (*projecting).periods},
	{[]string{lists.BySeq.Kind}, (*projecting).publications},
	{[]string{lists.CurrentRuns.Kind}, (*projecting).results},
	{[]string{correction.Corrections.Kind}, (*projecting).corrections},
	{[]string{bureau.Entries.Kind}, (*projecting).actions},
	{[]string{correction.ByNumber.Kind}, (*projecting).inquiries}, // after the actions, which say who asked
}

// Of reports whether rows are derived from the documents of a kind.
func (Rows) Of(kind string) bool {
	return slices.ContainsFunc(projectors, func(p projector) bool { return slices.Contains(p.kinds, kind) })
}

// Project writes the rows that are derived from documents that were written or deleted:
// their keys, by kind. Where there are no rows yet, it writes all.
func (Rows) Project(w bureau.Writer, written map[string][]string) error {
	p := &projecting{Writer: w}
	one, err := rows.Publications.Select(w, bureau.Range{Limit: 1}) // each bureau has a publication
	if err != nil {
		return err
	}
	if len(one) == 0 {
		return Write(w, nil)
	}
	return p.run(func(kind string) ([]string, error) { return written[kind], nil })
}

// Follow has reports checked again that rest on documents which were written: it is what follows in
// every bureau.
func Follow(tx *bureau.Tx, written map[string][]string) error {
	return intake.AllConsequences().Follow(tx, written)
}

// run runs the projectors with the keys of the documents of each kind.
func (p *projecting) run(keysOf func(kind string) ([]string, error)) error {
	for _, projector := range projectors {
		var keys []string
		for _, kind := range projector.kinds {
			some, err := keysOf(kind)
			if err != nil {
				return err
			}
			keys = append(keys, some...)
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		if len(keys) == 0 {
			continue
		}
		if err := projector.project(p, keys); err != nil {
			return err
		}
	}
	return nil
}

// Rebuild deletes all rows and writes them again.
func Rebuild(w bureau.Writer) error {
	for _, t := range rows.All {
		if err := w.DeleteRows(t, []bureau.Row{{}}); err != nil {
			return err
		}
	}
	return Write(w, nil)
}

// Write writes the rows of all documents, where there are none. It calls progress,
// unless it is nil, with the number of rows written so far and how many there will be,
// which is -1 until all are written.
func Write(w bureau.Writer, progress func(done, of int)) error {
	p := &projecting{Writer: w, fresh: true, numbers: map[string]uint32{}, progress: progress}
	err := p.run(func(kind string) (keys []string, err error) {
		err = w.Scan(kind, "", "", func(key string, _ []byte) (bool, error) {
			keys = append(keys, key)
			return true, nil
		})
		return keys, err
	})
	if err == nil && progress != nil {
		progress(p.written, p.written)
	}
	return err
}
