package view

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// List is a list to be shown.
type List struct {
	Publication *lists.Publication // nil: the current list
	Run         *lists.Run
	Unofficial  bool             // the list as it would be now
	About       regulation.About // the edition, which says which kinds there are
	Lines       []Line           // of the rated players, by ID
}

// Line is a player's line in a list.
type Line struct {
	Player   *register.Player
	Standing roster.Standing
	Before   roster.Standing // in the previously published list; for a current list, in its base list
	Marks    Marks
}

// Change returns how much a rating changed since the list before, and zero and false if
// the player is unrated in either.
func (l *Line) Change(kind rating.Kind) (int, bool) {
	return l.Standing.Of(kind).Rating.Since(l.Before.Of(kind).Rating)
}

// PublishedList returns a published list. Revision zero means the newest
// revision, an empty label the newest list.
func PublishedList(_ *bureau.Bureau, r bureau.Reader, label string, revision int) (*List, error) {
	p, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	out, err := lists.PublishedBefore(r, p.Seq, run.Base)
	if err != nil {
		return nil, err
	}
	before := 0
	if out != nil {
		before = out.Run
	}
	l, err := linesOf(r, run, before)
	if err == nil {
		l.Publication = p
	}
	return l, err
}

// CurrentList returns a list with all corrections. An empty label means the
// newest list.
func CurrentList(r bureau.Reader, label string) (*List, error) {
	n, err := lists.RunNow(r, label)
	if err != nil {
		return nil, err
	}
	run, err := lists.FindRun(r, n)
	if err != nil {
		return nil, err
	}
	return linesOf(r, run, run.Base)
}

// linesOf returns the lines of a run's list, compared with those of another
// run; zero means none.
func linesOf(r bureau.Reader, run *lists.Run, other int) (*List, error) {
	list, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, err
	}
	before := &roster.List{}
	if other != 0 {
		if before, err = lists.ListOf(r, other); err != nil {
			return nil, err
		}
	}
	l := &List{Run: run}
	if l.About, err = lists.AboutOf(r, run); err != nil {
		return nil, err
	}
	marks, err := marksOf(r, run)
	if err != nil {
		return nil, err
	}
	err = register.Players.Scan(r, "", "", func(_ string, p *register.Player) (bool, error) {
		if now := list.Standing(p.Number); now.Rated() {
			l.Lines = append(l.Lines, Line{p, now, before.Standing(p.Number), marks(p.Number)})
		}
		return true, nil
	})
	return l, err
}

// CurrentLine returns a player's line in the newest list, with an empty
// standing if there is no list.
func CurrentLine(r bureau.Reader, id string) (*Line, error) {
	p, err := register.Find(r, id)
	if err != nil {
		return nil, err
	}
	l := &Line{Player: p}
	n, err := lists.LatestRun.Get(r, "")
	if err != nil || n == nil {
		return l, err
	}
	run, err := lists.FindRun(r, *n)
	if err != nil {
		return nil, err
	}
	if l.Standing, err = standingIn(r, run.ID, p.Number); err != nil || !l.Standing.Rated() {
		return l, err
	}
	l.Marks, err = marksIn(r, run, p)
	return l, err
}

// marksIn returns a player's marks in the list of a run: by the rows if it is published.
func marksIn(r bureau.Reader, run *lists.Run, p *register.Player) (Marks, error) {
	published, err := rows.Publications.Select(r, bureau.Range{Order: 1, Is: []any{run.Label}, Backward: true})
	if err != nil {
		return Marks{}, err
	}
	n := slices.IndexFunc(published, func(p *rows.Publication) bool { return p.Run == run.ID })
	if n < 0 {
		marks, err := marksOf(r, run)
		if err != nil {
			return Marks{}, err
		}
		return marks(p.Number), nil
	}
	about, err := lists.AboutOf(r, run)
	if err != nil {
		return Marks{}, err
	}
	standing, err := standingsOf(r, p)
	if err != nil {
		return Marks{}, err
	}
	_, marks, _ := standing.in(published[n], &about)
	return marks, nil
}
