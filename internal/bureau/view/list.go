package view

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/roster"
)

// Line is what a player has in the newest list.
type Line struct {
	Player   *register.Player
	Standing roster.Standing
	Marks    Marks
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
	if l.Standing, err = lists.StandingIn(r, run.ID, p.Number); err != nil || !l.Standing.Rated() {
		return l, err
	}
	l.Marks, err = marksIn(r, run, l)
	return l, err
}

// marksIn returns a player's marks in the list of a run: by the rows if it is published.
func marksIn(r bureau.Reader, run *lists.Run, l *Line) (Marks, error) {
	published, err := rows.Publications.Select(r, bureau.Range{Order: 1, Is: []any{run.Label}, Backward: true})
	if err != nil {
		return Marks{}, err
	}
	n := slices.IndexFunc(published, func(p *rows.Publication) bool { return p.Run == run.ID })
	if n < 0 {
		marks, err := MarksOf(r, run)
		if err != nil {
			return Marks{}, err
		}
		return marks(l.Player, &l.Standing), nil
	}
	about, err := lists.AboutOf(r, run)
	if err != nil {
		return Marks{}, err
	}
	standing, err := standingsOf(r, l.Player)
	if err != nil {
		return Marks{}, err
	}
	_, marks, _ := standing.in(published[n], &about)
	return marks, nil
}
