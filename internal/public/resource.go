package public

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Resource is something that the site shows, and the API too: read by one function, and a
// document by another one, in the language of the words.
type Resource[D any] struct {
	Read     func(*Visit, *Asked) (D, error)
	Document func(v *Visit, words *explain.Printer, found D) (any, error)
	Worded   bool // the document has texts
}

// Asked is what the address of a resource says.
type Asked struct {
	Values map[string]string // by the names of the wildcards of its form; a revision is r2
	Query  url.Values
}

// Value returns a part of the path; empty: there is none.
func (a *Asked) Value(name string) string { return a.Values[name] }

// Revision returns the revision that the path names, zero if it names none.
func (a *Asked) Revision() (int, error) {
	text := a.Value("revision")
	if text == "" || a.Value("label") == NewestLabel {
		return 0, nil
	}
	revision, err := strconv.Atoi(strings.TrimPrefix(text, "r"))
	if err != nil || text[0] != 'r' || revision < 1 || text != "r"+strconv.Itoa(revision) {
		return 0, finding.Refuse("no-list", finding.Text("label", a.Value("label")))
	}
	return revision, nil
}

// The resources that the site has as JSON files, and the API as documents.
var (
	Changes = Resource[*ranking.Board]{
		Read: ReadBoard,
		Document: func(v *Visit, _ *explain.Printer, of *ranking.Board) (any, error) {
			return document.NewChanges(v.R, of)
		},
	}
	History = Resource[*view.History]{
		Read:     func(v *Visit, a *Asked) (*view.History, error) { return v.History(a.Value("id")) },
		Document: func(_ *Visit, _ *explain.Printer, h *view.History) (any, error) { return document.NewHistory(h), nil },
	}
	Results = Resource[*view.Games]{
		Read: func(v *Visit, a *Asked) (*view.Games, error) {
			return v.Games(a.Value("id"), cmp.Or(a.Value("against"), a.Query.Get("against")))
		},
		Document: func(_ *Visit, _ *explain.Printer, g *view.Games) (any, error) {
			return document.NewGames(g, g.Games), nil
		},
	}
	Explanation = Resource[*Explained]{
		Read: func(v *Visit, a *Asked) (*Explained, error) {
			revision, err := a.Revision()
			if err != nil {
				return nil, err
			}
			return v.Explained(a.Value("id"), a.Value("label"), revision, a.Value("kind"))
		},
		Document: func(_ *Visit, words *explain.Printer, x *Explained) (any, error) {
			return document.NewExplanation(words, x.Player.ID, x.Player.Name, []*explain.List{x.Steps}), nil
		},
		Worded: true,
	}
	Report = Resource[*view.Event]{
		Read:     func(v *Visit, a *Asked) (*view.Event, error) { return v.Event(a.Value("ref")) },
		Document: func(_ *Visit, _ *explain.Printer, e *view.Event) (any, error) { return document.NewEvent(e), nil },
	}
)

// ReadBoard reads the published list that the address names.
func ReadBoard(v *Visit, a *Asked) (*ranking.Board, error) {
	revision, err := a.Revision()
	if err != nil {
		return nil, err
	}
	return v.Board(a.Value("label"), revision)
}
