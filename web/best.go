package web

import (
	"html/template"
	"slices"

	"github.com/arpadchess/arpad/bureau/ranking"
	"github.com/arpadchess/arpad/bureau/rows"
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

// bestLine is a player among the best. The figure is the change or the number of games.
type bestLine struct {
	Place  int
	Who    person
	Rating rating.Rating
	Why    template.URL // the calculation that led to it; empty: none did
	Figure int
}

// How many players of a kind the page shows.
const (
	bestWomen  = 50
	bestOthers = 20
)

// bestGroups are the groups.
var bestGroups = []struct {
	name   string
	of     func(*ranking.Best) []ranking.PageLine
	figure func(*ranking.PageLine, rating.Kind) int
}{
	{"women", func(b *ranking.Best) []ranking.PageLine { return b.Women }, changeOf},
	{"improvers", func(b *ranking.Best) []ranking.PageLine { return b.Improvers }, (*ranking.PageLine).Gain},
	{"active", func(b *ranking.Best) []ranking.PageLine { return b.Active }, func(l *ranking.PageLine, k rating.Kind) int { return l.Lately[k-1] }},
}

// changeOf returns the change of a rating, zero for a first one.
func changeOf(l *ranking.PageLine, kind rating.Kind) int {
	if change, known := l.Change(kind); known {
		return change
	}
	return 0
}

func readBest(v *visit) (any, error) {
	board, err := v.listBoard()
	if err != nil {
		return nil, err
	}
	b := &best{Publication: board.Publication, Base: v.listBase(), Tabs: v.tabs(board, "best")}
	groups := make([]bestGroup, len(bestGroups))
	for _, kind := range board.About.Lists {
		best, err := board.Best(v.r, kind, bestWomen, bestOthers)
		if err != nil {
			return nil, err
		}
		for i, g := range bestGroups {
			lines, err := v.bestLines(board.Publication, kind, g.of(best), g.figure)
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

// bestLines returns lines with their places. What is not sorted by rating is by the figure.
func (v *visit) bestLines(in *rows.Publication, kind rating.Kind, lines []ranking.PageLine, figure func(*ranking.PageLine, rating.Kind) int) ([]bestLine, error) {
	whys, err := v.whys(in, kind, lines)
	if err != nil {
		return nil, err
	}
	var all []bestLine
	for i := range lines {
		line := &lines[i]
		shown := bestLine{line.Place, v.lineOf(line), line.Standing.Of(kind).Rating, whys[i], figure(line, kind)}
		if shown.Place == 0 {
			if shown.Place = i + 1; i > 0 && all[i-1].Figure == shown.Figure {
				shown.Place = all[i-1].Place
			}
		}
		all = append(all, shown)
	}
	return all, nil
}
