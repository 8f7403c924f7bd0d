package register

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/sheet"
)

// MaxRows is the default limit on the rows of an imported CSV.
const MaxRows = 50_000

// Imported is the result of a CSV import: either all lines were imported or
// none.
type Imported struct {
	File               string
	New, Changed, Same int
	Findings           []finding.Finding
	Proposed           []ProposedClub // of players
	Given              []*Player      // players who got their IDs by the import
}

// Refused reports whether a finding prevented the import.
func (i *Imported) Refused() bool { return bureau.AnyRefusal(i.Findings) }

// effect is what importing a line changed.
type effect uint8

const (
	same effect = iota
	added
	changed
)

// errRefused ends the transaction of a refused file. The findings say why.
var errRefused = errors.New("the file was refused")

// importRows reads a CSV and imports its lines in order, in one transaction.
// begin returns a function that imports a line and one that is called at the
// end.
func importRows[T any](ctx context.Context, b *bureau.Bureau, what string, s sheet.Sheet[T], in io.Reader, file, reason string, needed []string,
	begin func(*bureau.Tx) (take func(*sheet.Row[T]) (effect, []finding.Finding, error), end func() error),
) (*Imported, error) {
	read := &finding.Collector{File: file}
	var rows []sheet.Row[T]
	s.ReadCSV(in, read, sheet.Demands{Rows: cmp.Or(b.MaxRows, MaxRows), Columns: needed, Unknown: finding.Warning}, func(r *sheet.Row[T]) {
		kept := *r
		kept.Cells = slices.Clone(r.Cells)
		rows = append(rows, kept)
	})
	made := &Imported{}
	err := b.Do(ctx, what+".import", reason, func(tx *bureau.Tx) error {
		*made = Imported{}
		collected := finding.Collector{File: file}
		for _, f := range read.Findings {
			collected.Note(f)
		}
		take, end := begin(tx)
		for i := range rows {
			if collected.Full() {
				break
			}
			outcome, said, err := take(&rows[i])
			var refused *finding.Refused
			if errors.As(err, &refused) {
				f := tx.Cite(refused.Finding)
				f.At, f.Refuses = rows[i].At, true
				said, err = append(said, f), nil
			}
			if err != nil {
				return err
			}
			for _, f := range said {
				collected.Add(f)
			}
			made.count(outcome)
		}
		if made.Findings = collected.Findings; made.Refused() {
			return errRefused
		}
		tx.Note(file, map[string]any{"new": made.New, "changed": made.Changed})
		return end()
	})
	if errors.Is(err, errRefused) {
		return &Imported{Findings: made.Findings}, nil
	}
	return made, err
}

func (i *Imported) count(outcome effect) {
	switch outcome {
	case added:
		i.New++
	case changed:
		i.Changed++
	default:
		i.Same++
	}
}
