package site

import (
	"io"
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// changes is the values of the page that compares a list with the one before.
type changes struct {
	*rows.Publication
	Previous *rows.Publication // nil: it is the first list
	Base     []any             // the address of the list, as parts
	Tabs     []tab
	Kinds    []kindChanges
}

// kindChanges are the changes of the ratings of one kind.
type kindChanges struct {
	Kind   rating.Kind
	Counts []count
	Tables []changeTable
}

// count is how many of something there are.
type count struct {
	Number int
	Word   string // key of a text
}

// changeTable is a table of ratings that changed.
type changeTable struct {
	Name, About string // words of the locale files
	Base        []any
	Kind        rating.Kind
	Lines       []changed
	More        int  // lines that are not shown
	Was, Is     bool // there was a rating, and there is one
	Why         bool // the last column is the reason
}

// changed is a rating that changed.
type changed struct {
	Who         person
	Before, Now rating.Rating
	Change      int
	Games       int // of the period
	Corrections []string
	Converted   bool
}

// How many lines of each sort a page of changes has; files have all.
const (
	mostChanges = 40
	mostMovers  = 10
)

func changesPage(v *visit, board *ranking.Board) (*changes, error) {
	c := &changes{Publication: board.Publication, Base: v.listBase(), Tabs: v.tabs(board, "changes")}
	for _, kind := range board.About.Lists {
		of, err := board.Changes(v.R, kind, mostChanges)
		if err != nil {
			return nil, err
		}
		if c.Previous = of.Previous; c.Previous == nil {
			break
		}
		k := kindChanges{Kind: kind, Counts: countsOf(of)}
		if k.Tables, err = v.changeTables(of, c.Base); err != nil {
			return nil, err
		}
		c.Kinds = append(c.Kinds, k)
	}
	return c, nil
}

// countsOf returns how many ratings changed in which way.
func countsOf(c *ranking.Changes) []count {
	return []count{
		{c.NewCount, "web.changes.count-new"}, {c.GoneCount, "web.changes.count-gone"}, {c.Rose, "web.changes.count-rose"},
		{c.Fell, "web.changes.count-fell"}, {c.Same, "web.changes.count-same"},
	}
}

// changeTables returns the tables of the changes of a kind, without empty ones.
func (v *visit) changeTables(c *ranking.Changes, base []any) ([]changeTable, error) {
	moved, err := c.Board.Movers(v.R, ranking.Selection{Kind: c.Kind, Limit: mostMovers})
	if err != nil {
		return nil, err
	}
	all := []changeTable{
		{Name: "unplayed", About: "unplayed-about", Why: true, Was: true, Is: true, More: c.UnplayedCount - len(c.Unplayed)},
		{Name: "gains", Was: true, Is: true, Lines: v.changed(moved.Gains, c.Kind)},
		{Name: "losses", Was: true, Is: true, Lines: v.changed(moved.Losses, c.Kind)},
		{Name: "created", About: "created-about", Is: true, Lines: v.changed(c.Created, c.Kind), More: c.NewCount - len(c.Created)},
		{Name: "dropped", About: "dropped-about", Was: true, Lines: v.changed(c.Dropped, c.Kind), More: c.GoneCount - len(c.Dropped)},
	}
	for i := range c.Unplayed {
		u := &c.Unplayed[i]
		line := v.changedLine(&u.Line, c.Kind)
		line.Corrections, line.Converted = u.Corrections, u.Converted
		all[0].Lines = append(all[0].Lines, line)
	}
	for i := range all {
		all[i].Base, all[i].Kind = base, c.Kind
	}
	return slices.DeleteFunc(all, func(t changeTable) bool { return len(t.Lines) == 0 }), nil
}

func (v *visit) changed(lines []rows.Line, kind rating.Kind) []changed {
	var all []changed
	for i := range lines {
		all = append(all, v.changedLine(&lines[i], kind))
	}
	return all
}

func (v *visit) changedLine(line *rows.Line, kind rating.Kind) changed {
	return changed{Who: v.lineOf(line), Before: line.Of(kind).Before, Now: line.Of(kind).Rating, Games: line.Of(kind).Played, Change: changeOf(line, kind)}
}

// All changes of a list as files.
var (
	changesCSV = as("csv", func(v *visit, w io.Writer, board *ranking.Board) error {
		d, err := document.NewChanges(v.R, board)
		if err != nil {
			return err
		}
		return document.WriteChangesCSV(w, d)
	})
	changesJSON = as("json", func(v *visit, w io.Writer, board *ranking.Board) error {
		d, err := document.NewChanges(v.R, board)
		if err != nil {
			return err
		}
		return document.Write(w, d)
	})
)

// changeOf returns the change of a rating, zero for a first one.
func changeOf(l *rows.Line, kind rating.Kind) int {
	if change, known := l.Change(kind); known {
		return change
	}
	return 0
}
