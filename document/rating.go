package document

import (
	"iter"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/season"
)

// RatingPeriod is a calculation period and its list: a part of schema
// arpad.rating/1, like the following types.
type RatingPeriod struct {
	Period     string         `json:"period"`
	From       civil.Date     `json:"from"`
	To         civil.Date     `json:"to"`
	Regulation string         `json:"regulation"`
	Events     []RatingEvent  `json:"events"`
	List       []RatingPlayer `json:"list"`
}

// RatingEvent is a section of a report, with its table if it was rated.
type RatingEvent struct {
	Report  string        `json:"report"`
	Event   string        `json:"event"`
	Section string        `json:"section"`
	Type    *string       `json:"type"`
	Rated   bool          `json:"rated"`
	Reasons []string      `json:"reasons"` // ids of the findings that prevented rating
	Players []RatingEntry `json:"players"`
}

// RatingEntry is the effect of a section on a player's rating.
type RatingEntry struct {
	ID          string           `json:"id"`
	Rating      *rating.Rating   `json:"rating"`
	K           *rating.K        `json:"k"`
	Games       int              `json:"games"`
	Score       rating.Score     `json:"score"`
	Expected    *rating.Expected `json:"expected"`
	Change      *rating.Points   `json:"change"`
	Bonus       *rating.Points   `json:"bonus,omitempty"`
	Average     *int             `json:"average_opponent"`
	Percent     *int             `json:"percent"`
	Performance *rating.Rating   `json:"performance"`
	Temporary   *rating.Rating   `json:"temporary"`
	Activity    *int             `json:"activity"`
}

// RatingPlayer is a line of the list; a rating is null where the player has none.
type RatingPlayer struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Standard  *PlayerRating `json:"standard"`
	Rapid     *PlayerRating `json:"rapid"`
	Blitz     *PlayerRating `json:"blitz"`
	Qualifies *bool         `json:"qualifies,omitempty"`
}

// PlayerRating is a rating in a list, with the previous one.
type PlayerRating struct {
	Rating     rating.Rating  `json:"rating"`
	Previous   *rating.Rating `json:"previous"`
	Change     *int           `json:"change"`
	Games      int32          `json:"games"`
	GamesTotal int32          `json:"games_total"`
	K          *rating.K      `json:"k"`
	Qualifies  *bool          `json:"qualifies,omitempty"`
	Inactive   bool           `json:"inactive,omitempty"`
}

func entryOf(p *season.Period, about *regulation.About, row *regulation.Row) RatingEntry {
	e := RatingEntry{
		ID: p.Players[row.Player].ID, Rating: orNull(row.Rating), K: orNull(row.K), Games: row.Games, Score: row.Score,
		Performance: orNull(row.Performance), Temporary: orNull(row.Temporary),
	}
	if row.Rating.Rated() {
		e.Change = &row.Change
		if about.Expectancy {
			e.Expected = &row.Expected
		} else {
			e.Bonus = &row.Bonus
		}
	}
	if average, ok := row.AverageOpponent(); ok {
		percent := rating.Percent(row.Score, row.Games)
		e.Average, e.Percent = &average, &percent
	}
	if row.Activity >= 0 {
		e.Activity = &row.Activity
	}
	return e
}

// listOf yields the players of the list, sorted by ID.
func listOf(p *season.Period, about *regulation.About) iter.Seq[RatingPlayer] {
	order := make([]uint32, len(p.Players))
	for n := range order {
		order[n] = uint32(n)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(p.Players[a].ID, p.Players[b].ID) })
	return func(yield func(RatingPlayer) bool) {
		for _, n := range order {
			if !yield(lineOf(p, about, n)) {
				return
			}
		}
	}
}

// lineOf returns a player's line of the list.
func lineOf(p *season.Period, about *regulation.About, n uint32) RatingPlayer {
	l := RatingPlayer{ID: p.Players[n].ID, Name: p.Players[n].Name}
	l.Standard, l.Rapid, l.Blitz = ratingOf(p, about, n, rating.Standard), ratingOf(p, about, n, rating.Rapid), ratingOf(p, about, n, rating.Blitz)
	if about.Qualifying.Decides() {
		qualifies := slices.ContainsFunc([]*PlayerRating{l.Standard, l.Rapid, l.Blitz}, func(r *PlayerRating) bool { return r != nil && *r.Qualifies })
		l.Qualifies = &qualifies
	}
	return l
}

func ratingOf(p *season.Period, about *regulation.About, player uint32, kind rating.Kind) *PlayerRating {
	row := p.Row(player, kind)
	if !row.State.Rating.Rated() {
		return nil
	}
	r := &PlayerRating{
		Rating: row.State.Rating, Previous: orNull(row.Move.Previous), Games: row.Move.Games, GamesTotal: row.State.Games, K: orNull(row.Move.K),
		Inactive: row.Move.Inactive,
	}
	if row.Move.Previous.Rated() {
		change := int(row.State.Rating) - int(row.Move.Previous)
		r.Change = &change
	}
	if about.Qualifying.Decides() {
		r.Qualifies = &row.Move.Qualifies
	}
	return r
}
