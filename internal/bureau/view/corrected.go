package view

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Corrected is what a correction changed: a game, an entry, a report, or a
// rating.
type Corrected struct {
	*correction.Correction
	Event        string // empty: a rating
	Section      string
	Number       int // of the section in the report, from 1
	Round        int
	White, Black uint32 // of a game
	Was, Result  *report.Result
	Counts       *bool // the game counts now, or no longer
	Start        int   // of an entry
	Player       uint32
}

// correctedBy returns what the corrections in the rows of an explanation
// changed, by number.
func correctedBy(r bureau.Reader, x *Explanation) (map[string]*Corrected, error) {
	all := map[string]*Corrected{}
	for _, e := range x.Ratings {
		for _, row := range slices.Concat(e.Rows, e.Revised) {
			if row.Cause == "" || all[row.Cause] != nil {
				continue
			}
			c, err := FindCorrected(r, row.Cause)
			if err != nil {
				return nil, err
			}
			all[row.Cause] = c
		}
	}
	return all, nil
}

// FindCorrected returns what a correction changed.
func FindCorrected(r bureau.Reader, number string) (*Corrected, error) {
	k, err := correction.Find(r, number)
	if err != nil {
		return nil, err
	}
	c := &Corrected{Correction: k}
	if k.What.Report == "" {
		return c, nil
	}
	found, err := intake.Find(r, k.What.Report)
	if err != nil {
		return nil, err
	}
	c.Event = found.Event
	if len(k.What.Adjustments) == 0 || k.Change.Out.Ref == "" || k.Change.In.Ref == "" {
		return c, nil
	}
	was, err := lists.RecordOf(r, k.Change.Out)
	if err != nil {
		return nil, err
	}
	is, err := lists.RecordOf(r, k.Change.In)
	if err != nil {
		return nil, err
	}
	a := &k.What.Adjustments[0]
	c.Section, c.Round, c.Start, c.Result = a.Section, a.Round, a.Start, a.Result
	c.White, c.Black, c.Player = playerIn(is, a.Section, a.White), playerIn(is, a.Section, a.Black), playerIn(is, a.Section, a.Start)
	c.Number = 1 + slices.IndexFunc(is.Sections, func(s pack.Section) bool { return s.Name == a.Section })
	if a.Out != nil {
		counts := *a.Out == pack.In
		c.Counts = &counts
	}
	if g := gameOf(was, a.Section, a.Round, playerIn(was, a.Section, a.White)); g != nil {
		c.Was = &g.Result
	}
	return c, nil
}

// playerIn returns the player of a start number in a section, pack.Nobody if
// there is none.
func playerIn(batch *pack.Batch, section string, start int) uint32 {
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			if batch.Sections[i].Name == section && int(e.Start) == start {
				return e.Player
			}
		}
	}
	return pack.Nobody
}

// gameOf returns the game of a player with White in a round of a section, nil
// if there is none.
func gameOf(batch *pack.Batch, section string, round int, white uint32) *pack.Game {
	n := slices.IndexFunc(batch.Games, func(g pack.Game) bool {
		return batch.Sections[g.Section].Name == section && int(g.Round) == round && g.White == white
	})
	if n < 0 {
		return nil
	}
	return &batch.Games[n]
}
