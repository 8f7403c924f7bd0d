package intake

import (
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report"
)

// Events whose last days are this far from an event are looked at for its games.
const (
	daysBefore = twin.FarthestApart
	daysAfter  = twin.FarthestApart + 400 // an event may last that long
)

// sharing returns the other reports of about the same days that have one of the games of
// a report's sections, in order.
func sharing(rd bureau.Reader, ref string, sections []twin.Section) ([]string, error) {
	if len(sections) == 0 {
		return nil, nil
	}
	marks, shared := twin.MarkedOf(sections), map[string]bool{}
	from, to := sections[0].Days.From-daysBefore, sections[0].Days.To+daysAfter
	each := func(other string, theirs []byte) {
		if other != ref && marks.Any(theirs) {
			shared[other] = true
		}
	}
	err := lists.PlayedBy(rd, sections, from, to, each)
	return slices.SortedFunc(maps.Keys(shared), func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) }), err
}

// readGames notes the games of the report as they are compared with those of others.
func (k *reader) readGames() {
	p := k.Event.Report
	k.Games = make([]twin.Section, len(p.Sections))
	for i := range p.Sections {
		s, row, index := &p.Sections[i], k.Rows[i], report.NewIndex(&p.Sections[i])
		t := twin.Section{Days: civil.Range{From: p.FirstDay(), To: p.LastDay()}, Games: make([]twin.Game, 0, len(s.Games))}
		for j := range s.Games {
			g := &s.Games[j]
			white, black := index.Of(g.White), index.Of(g.Black)
			if white < 0 || black < 0 || row[white] == nil || row[black] == nil {
				continue
			}
			t.Games = append(t.Games, twin.Game{White: row[white].Number, Black: row[black].Number, Round: g.Round, Result: g.Result})
		}
		k.Games[i] = t
	}
}
