package trial

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Told is what whoever hands in a file of an event learns of it: what stands in it, and what the office finds. For an organiser that
// rests on nothing that only officers may know: how the office takes it is no part of it, nor whose numbers would change.
type Told struct {
	File     string
	Ref      string         // of the report that it has become; empty: it was tried
	Report   *report.Report // nil: it cannot be read
	Case     *check.Case    // its list and its deadline; nil: it cannot be read
	Findings []finding.Finding
}

// Try has somebody submit files, one after the other, in a preview, and says of each what an audience may learn. Whoever is not of the
// office learns nothing that only the office knows: for them the preview knows of players no more than their own ID leads to, no birth,
// no membership, nobody by their name, and nobody's merge. Nor does what then does in the preview with what the files have become; nil:
// nothing. Of a file that cannot be read, it does nothing. Whether births agree is told nobody.
func Try(ctx context.Context, b *bureau.Bureau, to finding.Audience, told []*Told, submit func(preview *bureau.Bureau, n int) (*intake.Receipt, error), then func(preview *bureau.Bureau, became *check.Case) error) error {
	return b.Store.View(ctx, func(r bureau.Reader) error {
		preview := b.Over(r)
		if to != finding.Officers {
			preview = b.Over(blind{r})
		}
		for n, t := range told {
			receipt, err := submit(preview.Again(), n)
			if err != nil {
				return err
			}
			t.Case, t.Findings = receipt.Report, slices.DeleteFunc(finding.For(finding.Doubted(receipt.Findings), to), func(f finding.Finding) bool { return finding.TellsBirth(f.ID) })
		}
		if then == nil || slices.ContainsFunc(told, func(t *Told) bool { return t.Case == nil }) {
			return nil
		}
		return then(preview, told[len(told)-1].Case)
	})
}

// blind reads what is stored but for that.
type blind struct{ bureau.Reader }

// hidden reports whether nothing of a kind is read.
func hidden(kind string) bool {
	return slices.Contains([]string{register.PersonKind, lists.Statements.Kind, register.Memberships.Kind, register.PlayerNames.Kind}, kind)
}

// Get implements bureau.Reader.
func (r blind) Get(kind, key string) ([]byte, error) {
	if hidden(kind) {
		return nil, nil
	}
	stored, err := r.Reader.Get(kind, key)
	if err != nil || stored == nil {
		return stored, err
	}
	return less(kind, key, stored)
}

// less returns a document without what is not read of it.
func less(kind, key string, stored []byte) ([]byte, error) {
	if kind != register.Players.Kind && kind != lists.FactsKind {
		return stored, nil
	}
	value, err := bureau.OpenDocument(kind, key, stored)
	if err != nil {
		return nil, err
	}
	if kind == lists.FactsKind {
		sealed, _ := bureau.Seal(kind, key, lists.WithoutBirths(value), nil)
		return sealed, nil
	}
	var p register.Player
	if err := json.Unmarshal(value, &p); err != nil || p.MergedInto == "" && p.Merged == nil {
		return stored, err
	}
	p.MergedInto, p.Merged = "", nil
	if value, err = json.Marshal(&p); err == nil {
		stored, _ = bureau.Seal(kind, key, value, nil)
	}
	return stored, err
}

// Scan implements bureau.Reader.
func (r blind) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	switch {
	case hidden(kind):
		return nil
	case kind != lists.FactsKind:
		return r.Reader.Scan(kind, from, to, each)
	}
	return r.Reader.Scan(kind, from, to, func(key string, stored []byte) (bool, error) {
		stored, err := less(kind, key, stored)
		if err != nil {
			return false, err
		}
		return each(key, stored)
	})
}

// Rows implements bureau.Reader.
func (r blind) Rows(t *bureau.Relation, within bureau.Range, each func(bureau.Row) (bool, error)) error {
	if t == &rows.Alike.Relation {
		return nil
	}
	return r.Reader.Rows(t, within, each)
}
