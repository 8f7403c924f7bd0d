package ranking

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Current returns a list with all corrections, compared with the list from which it was
// made. An empty label means the newest list.
func Current(r bureau.Reader, label string) (*List, error) {
	run, err := lists.FindNow(r, label)
	if err != nil {
		return nil, err
	}
	return Made(r, run, run.Base)
}

// Unofficial returns the list as it would be now: with all admitted games that are in no
// published list, period by period. It is compared with the newest official list.
func Unofficial(ctx context.Context, b *bureau.Bureau, r bureau.Reader) (*List, error) {
	ahead, official, err := closing.Ahead(ctx, b, r)
	if err != nil {
		return nil, err
	}
	run, err := lists.FindNow(ahead, "")
	if err != nil {
		return nil, err
	}
	l, err := Made(ahead, run, official)
	if err == nil {
		l.Unofficial = true
	}
	return l, err
}

// Made returns the list that a run made, by ID, compared with that of another run; zero
// means none. It is read from the documents, so it needs no rows.
func Made(r bureau.Reader, run *lists.Run, other int) (*List, error) {
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
	l := &List{Publication: &rows.Publication{Label: run.Label, InForce: run.List, Edition: run.Edition, Run: run.ID}}
	if l.About, err = lists.AboutOf(r, run); err != nil {
		return nil, err
	}
	nextK, err := lists.NextK(r, run)
	if err != nil {
		return nil, err
	}
	marks, err := view.MarksOf(r, run)
	if err != nil {
		return nil, err
	}
	births := map[string]civil.Birth{}
	if err := register.EachPerson(r, "", "", func(id string, person *register.Person) { births[id] = person.Birth }); err != nil {
		return nil, err
	}
	err = register.Players.Scan(r, "", "", func(_ string, p *register.Player) (bool, error) {
		now, was := list.Standing(p.Number), before.Standing(p.Number)
		if !now.Rated() {
			return true, nil
		}
		marks := marks(p, &now)
		line := rows.Line{
			Number: p.Number, ID: p.ID, Club: p.Club, Federation: p.Federation, Title: p.Title, EnteredUnrated: p.EnteredUnrated, Withheld: p.Name == "" && p.NameLocal == "",
			Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex,
		}
		for k := range line.Figures {
			kind := rating.Kind(k + 1)
			mark := marks.Of(kind)
			line.Figures[k] = rows.Figure{
				Rating: now.Of(kind).Rating, Games: int(now.Of(kind).Games), Before: was.Of(kind).Rating, Played: int(now.Of(kind).Games - was.Of(kind).Games), K: mark.K, Qualifies: mark.Qualifies,
			}
			if !line.Withheld {
				line.Figures[k].NextK = nextK(&roster.Player{Birth: births[p.ID], EnteredUnrated: p.EnteredUnrated}, &now, kind)
			}
		}
		l.Lines = append(l.Lines, line)
		return true, nil
	})
	l.Total = len(l.Lines)
	return l, err
}
