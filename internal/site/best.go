package site

import (
	"html/template"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/rating"
)

// best is the values of the page of the best of a list.
type best struct {
	*rows.Publication
	Base   []any // the address of the list, as parts
	Tabs   []tab
	Groups []bestGroup
}

// bestGroup is the best by something: women, improvers, active players.
type bestGroup struct {
	Name  string // a word of the locale files
	Kinds []bestOf
}

// bestOf is the best of a kind of rating.
type bestOf struct {
	Kind  rating.Kind
	Lines []bestLine
}

// bestLine is a player among the best. Either the change or the games are there.
type bestLine struct {
	Place  string
	Who    person
	Rating string
	Why    template.URL // the calculation that led to it; empty: none did
	Change page.Change
	Games  string
}

// How many players of a kind the page shows.
const (
	bestWomen  = 50
	bestOthers = 20
)

// bestGroups are the groups.
var bestGroups = []struct {
	name string
	of   func(*ranking.Best) []ranking.BestLine
}{
	{"women", func(b *ranking.Best) []ranking.BestLine { return b.Women }},
	{"improvers", func(b *ranking.Best) []ranking.BestLine { return b.Improvers }},
	{"active", func(b *ranking.Best) []ranking.BestLine { return b.Active }},
}

func bestPage(v *visit, board *ranking.Board) (*best, error) {
	b := &best{Publication: board.Publication, Base: v.listBase(), Tabs: v.tabs(board, "best")}
	groups := make([]bestGroup, len(bestGroups))
	for _, kind := range board.About.Lists {
		best, err := board.Best(v.R, kind, bestWomen, bestOthers)
		if err != nil {
			return nil, err
		}
		for i, g := range bestGroups {
			lines, err := v.bestLines(board.Publication, kind, g.of(best), g.name == "active")
			if err != nil {
				return nil, err
			}
			if len(lines) > 0 {
				groups[i].Name, groups[i].Kinds = g.name, append(groups[i].Kinds, bestOf{kind, lines})
			}
		}
	}
	b.Groups = slices.DeleteFunc(groups, func(g bestGroup) bool { return len(g.Kinds) == 0 })
	return b, nil
}

// bestLines returns lines, whose figures are games or changes.
func (v *visit) bestLines(in *rows.Publication, kind rating.Kind, best []ranking.BestLine, games bool) ([]bestLine, error) {
	lines := make([]rows.Line, len(best))
	for i := range best {
		lines[i] = best[i].Line
	}
	whys, err := v.whys(in, kind, lines)
	if err != nil {
		return nil, err
	}
	f := v.Format()
	all := make([]bestLine, len(best))
	for i := range best {
		line := &best[i]
		all[i] = bestLine{Place: f.Place(line.Place), Who: v.lineOf(&line.Line), Rating: f.Rating(line.Of(kind).Rating), Why: whys[i]}
		if games {
			all[i].Games = f.Say("web.player.games", "games", line.Figure)
		} else {
			all[i].Change = page.ChangeBy(line.Figure)
		}
	}
	return all, nil
}
