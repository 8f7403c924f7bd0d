package site

import (
	"html/template"
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/report/pack"
)

// corrected is an entry of the log of corrections.
type corrected struct {
	document.Correction
	Ref          string // of the report; empty: none
	Event        string
	Section      string
	Round        int
	White, Black *person // of a game; nil: it is about something else
	Was, Result  string  // of the game; empty: the result stays
	Lang         string  // of the reason, if it is not that of the page
	Moves        []movedRating
	More         int // that are not shown
}

// movedRating is a rating that a correction changed in a list.
type movedRating struct {
	document.Corrected
	Who person
	Why template.URL // empty: the list was not published again
}

// mostMoves is how many changed ratings of a correction are shown.
const mostMoves = 100

func readCorrections(v *visit) ([]*corrected, error) {
	accepted, err := public.Corrections(v.R)
	if err != nil {
		return nil, err
	}
	log, err := v.corrections(accepted)
	for _, c := range log {
		if err := v.moves(c); err != nil {
			return nil, err
		}
	}
	return log, err
}

// corrections returns the entries of corrections, without the ratings that they changed.
func (v *visit) corrections(accepted []*correction.Correction) ([]*corrected, error) {
	var log []*corrected
	for i, d := range document.NewCorrections(v.Printer, v.Settings, accepted).Corrections {
		c := &corrected{Correction: d, Ref: accepted[i].What.Report}
		if lang := map[bool]string{true: "ja", false: "en"}[glyph.Japanese(d.Reason)]; lang != v.Language {
			c.Lang = lang
		}
		if err := v.game(c, accepted[i]); err != nil {
			return nil, err
		}
		log = append(log, c)
	}
	return log, nil
}

// game adds the game that a correction is about.
func (v *visit) game(c *corrected, k *correction.Correction) error {
	what, err := view.FindCorrected(v.R, k.Number)
	if err != nil {
		return err
	}
	c.Event = what.Event
	if len(k.What.Adjustments) == 0 || what.Round == 0 || what.White == pack.Nobody || what.Black == pack.Nobody {
		return nil
	}
	c.Section, c.Round = public.Section(what.Section, what.Number), what.Round
	names, err := view.LocalNamesOf(v.R, []uint32{what.White, what.Black})
	if err != nil {
		return err
	}
	white, black := v.person(names(what.White)), v.person(names(what.Black))
	c.White, c.Black = &white, &black
	if what.Result != nil {
		c.Result = resultOf(*what.Result)
		if what.Was != nil {
			c.Was = resultOf(*what.Was)
		}
	}
	return nil
}

// moves adds the ratings that a correction changed, list by list.
func (v *visit) moves(c *corrected) error {
	all := c.Correction.Moves
	c.More = max(0, len(all)-mostMoves)
	for _, m := range all[:len(all)-c.More] {
		p, err := register.Find(v.R, m.ID)
		if err != nil {
			return err
		}
		moved := movedRating{Corrected: m, Who: v.person(p.ID, p.Name, p.NameLocal)}
		if slices.Contains(c.Reissued, m.List) {
			moved.Why = v.Way("players", p.ID, "why", m.List, m.Type)
		}
		c.Moves = append(c.Moves, moved)
	}
	return nil
}
