package ranking

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// Best are the players of a list who stand out in a kind of rating.
type Best struct {
	Overall   []BestLine // by rating
	Titled    []BestLine // those with a title, by rating
	Women     []BestLine // by rating
	Improvers []BestLine // by the gain in the last 12 lists
	Active    []BestLine // by the games counted in the last 12 lists
}

// BestLine is one of the best, with the place among them. The figure is the gain or the
// games in the last 12 lists, and by rating the change since the list published before.
type BestLine struct {
	rows.Line
	Figure int
}

// Best returns so many women, and so many improvers and active players, at most.
func (b *Board) Best(r bureau.Reader, kind rating.Kind, women, others int) (*Best, error) {
	best := &Best{}
	moved := func(line *rows.Line, _ *rows.Figure) int { by, _ := line.Change(kind); return by }
	rated := func(line *BestLine) int { return int(line.Of(kind).Rating) }
	for _, part := range []struct {
		of     Selection
		to     *[]BestLine
		figure func(line *rows.Line, then *rows.Figure) int
		placed func(line *BestLine) int
	}{
		{Selection{Sort: ByRating, Limit: others}, &best.Overall, moved, rated},
		{Selection{Sort: ByRating, Title: rows.AnyTitle, Limit: others}, &best.Titled, moved, rated},
		{Selection{Sort: ByRating, Sex: "w", Limit: women}, &best.Women, moved, rated},
		{Selection{Sort: ByGain, Limit: others}, &best.Improvers, func(line *rows.Line, then *rows.Figure) int {
			by, _ := line.Of(kind).Rating.Since(then.Rating)
			return by
		},
			func(line *BestLine) int { return line.Figure }},
		{Selection{Sort: ByActivity, Limit: others}, &best.Active, func(line *rows.Line, then *rows.Figure) int { return line.Of(kind).Games - then.Games },
			func(line *BestLine) int { return line.Figure }},
	} {
		part.of.Kind = kind
		page, err := b.Page(r, part.of)
		if err != nil {
			return nil, err
		}
		then, err := b.then(r, kind, page.Lines)
		if err != nil {
			return nil, err
		}
		for i := range page.Lines {
			line := BestLine{page.Lines[i], part.figure(&page.Lines[i], &then[i])}
			if part.of.Sort != ByRating && line.Figure <= 0 {
				break // nobody else has gained, or played
			}
			line.Place = i + 1
			if all := *part.to; i > 0 && part.placed(&line) == part.placed(&all[i-1]) {
				line.Place = all[i-1].Place
			}
			*part.to = append(*part.to, line)
		}
	}
	return best, nil
}

// then returns the standings of players in the list 12 lists before.
func (b *Board) then(r bureau.Reader, kind rating.Kind, lines []rows.Line) ([]rows.Figure, error) {
	then := make([]rows.Figure, len(lines))
	if b.yearAgo == nil {
		return then, nil
	}
	lister, err := rows.ListerOf(r)
	if err != nil {
		return nil, err
	}
	numbers := make([]uint32, len(lines))
	for i := range lines {
		numbers[i] = lines[i].Number
	}
	found, err := lister.Lines(&rows.Listing{Publication: b.yearAgo.Seq}, []rating.Kind{kind}, numbers)
	for i := range found {
		at := slices.Index(numbers, found[i].Number)
		then[at] = *found[i].Of(kind)
	}
	return then, err
}
