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
	Changes            []Change       // the first ones
}

// Change is what a line of an import has changed.
type Change struct {
	Line   int32
	ID     string // of the player or the club
	Name   string
	Field  string // empty: of one who is new
	Before string
	After  string // both are empty where the field is not public
	Known  bool   // there was something before
}

// mostChanges is how many changes an import says each.
const mostChanges = 300

// note notes what a line has changed: the columns in which two states differ. Texts that are not public are not told.
func note[T any](i *Imported, line int32, id, name string, columns sheet.Sheet[T], before, after *T) {
	for _, c := range columns {
		if len(i.Changes) == mostChanges {
			return
		}
		was, is := c.Write(before), c.Write(after)
		if was == is {
			continue
		}
		change := Change{Line: line, ID: id, Name: name, Field: c.Name, Known: was != ""}
		if c.Public {
			change.Before, change.After = was, is
		}
		i.Changes = append(i.Changes, change)
	}
}

// noteNew notes that a line has added something.
func (i *Imported) noteNew(line int32, id, name string) {
	if len(i.Changes) < mostChanges {
		i.Changes = append(i.Changes, Change{Line: line, ID: id, Name: name})
	}
}

// Tables are the tables that can be imported, by what they have: "player", "club", "member".
func Tables() map[string]sheet.Table {
	return map[string]sheet.Table{"player": entries(), "club": clubSheet(), "member": memberSheet()}
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

// progressEvery is after how many lines an import says how far it is.
const progressEvery = 200

// errRefused ends the transaction of a refused file. The findings say why.
var errRefused = errors.New("the file was refused")

// importRows reads a CSV and imports its lines in order, in one transaction.
// begin returns a function that imports a line and one that is called at the
// end.
func importRows[T any](ctx context.Context, b *bureau.Bureau, what string, s sheet.Sheet[T], in io.Reader, file, reason string, needed []string,
	begin func(*bureau.Tx, *Imported) (take func(*sheet.Row[T]) (effect, []finding.Finding, error), end func() error),
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
		take, end := begin(tx, made)
		for i := range rows {
			if b.Progress != nil && i%progressEvery == 0 {
				b.Progress(i, len(rows))
			}
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
