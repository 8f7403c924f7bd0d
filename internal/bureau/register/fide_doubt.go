package register

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// fideDoubt counts what makes a list of FIDE doubtful: cut off, of something else, or with
// values in other columns.
type fideDoubt struct {
	listed, gone   int // players who were in an earlier list, and those who are not in this one
	found, strange int // players in this list, and those whose entry can hardly be theirs
}

// The limits of what a list of one month may change.
const (
	fewestToDoubt = 10
	mostOfTen     = 3   // a list is refused from here on
	mostPoints    = 400 // by which a rating changes
)

// see counts a player with a FIDE ID.
// now is their entry in the list, nil if there is none.
func (d *fideDoubt) see(p *Player, now *roster.Player) {
	if p.FideList != "" {
		if d.listed++; now == nil {
			d.gone++
		}
	}
	if now == nil {
		return
	}
	d.found++
	if now.Name != "" && !roster.SameName(p.Name, now.Name) || leaps(p.Fide, now.Fide) {
		d.strange++
	}
}

// leaps reports whether a rating changes by more than a month can bring.
func leaps(before, now [rating.Kinds]rating.Rating) bool {
	for i := range before {
		if before[i].Rated() && now[i].Rated() && max(before[i]-now[i], now[i]-before[i]) > mostPoints {
			return true
		}
	}
	return false
}

// refuse returns the refusal of a list that can hardly be right.
func (d *fideDoubt) refuse() error {
	switch {
	case d.listed >= fewestToDoubt && 10*d.gone >= mostOfTen*d.listed:
		return finding.Refuse("fide-list-short", finding.Int("gone", d.gone), finding.Int("players", d.listed))
	case d.found >= fewestToDoubt && 10*d.strange >= mostOfTen*d.found:
		return finding.Refuse("fide-list-strange", finding.Int("strange", d.strange), finding.Int("players", d.found))
	}
	return nil
}
