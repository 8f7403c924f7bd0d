package document

import (
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/rating"
)

// Previews are what submitting files, one after the other, would lead to: schema
// arpad.preview/1. It is what arpad check --db prints; nothing is kept.
type Previews struct {
	Schema string    `json:"schema"`
	Files  []Preview `json:"files"`
}

// Preview is what submitting a file would lead to.
type Preview struct {
	File     string          `json:"file"`
	Report   *PreviewReport  `json:"report"`   // what the report would be, as in arpad.report-status/1 without its findings; its reference may be another one in the end; null: the file cannot be read
	Known    bool            `json:"known"`    // whether the same file was submitted before
	Findings []Finding       `json:"findings"` // as in arpad.findings/1
	Entries  []PreviewEntry  `json:"entries"`  // whose players are known
	Changes  []PreviewChange `json:"changes"`  // of ratings in the list as it would be now, with the files before
}

// PreviewReport is what the report would be.
type PreviewReport struct{ *Case }

// PreviewEntry is who an entry is.
type PreviewEntry struct {
	Section string       `json:"section"`
	Type    rating.Kind  `json:"type"` // empty: a section that cannot be rated may have none
	Start   int32        `json:"start_number"`
	ID      string       `json:"id"`
	Name    string       `json:"name"` // in the register; empty: withheld
	Points  rating.Score `json:"points"`
}

// PreviewChange is a change of a rating.
type PreviewChange struct {
	ID   string         `json:"id"`
	Name string         `json:"name"` // empty: withheld
	Type rating.Kind    `json:"type"`
	From *rating.Rating `json:"from"` // null: unrated
	To   *rating.Rating `json:"to"`   // null: unrated
}

// NewPreviews returns the document of no files.
func NewPreviews() *Previews { return &Previews{"arpad.preview/1", []Preview{}} }

// Add adds what submitting a file would lead to.
func (d *Previews) Add(p *explain.Printer, file string, of *trial.Preview) {
	one := Preview{
		File: file, Known: of.Receipt.Known, Findings: array(slices.Collect(eachFinding(p, of.Receipt.Findings))), Entries: []PreviewEntry{}, Changes: []PreviewChange{},
	}
	if r := of.Receipt.Report; r != nil {
		one.Report = &PreviewReport{newCase(p, r, of.FIDE)}
	}
	if of.Event != nil && of.Event.Batch != nil {
		for _, s := range of.Event.Batch.Sections {
			for _, e := range s.Entries {
				id, name := of.Event.Names(e.Player)
				one.Entries = append(one.Entries, PreviewEntry{s.Name, s.Kind, e.Start, id, name, e.Points})
			}
		}
	}
	for _, c := range of.Changes {
		one.Changes = append(one.Changes, PreviewChange{c.ID, c.Name, c.Kind, orNull(c.From), orNull(c.To)})
	}
	d.Files = append(d.Files, one)
}
