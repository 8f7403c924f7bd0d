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

// Ratings are the calculation periods of some reports with their events and lists, and what
// was found: schema arpad.rating/1. It is what arpad rate prints, period by period.
type Ratings struct {
	Schema     string         `json:"schema"`
	Regulation string         `json:"regulation"` // ID of the edition or family
	Periods    []RatingPeriod `json:"periods"`
	Compared   []Difference   `json:"compared,omitempty"` // how the last list differs from one made elsewhere; absent: not compared
	Findings   []Finding      `json:"findings"`
}

// RatingPeriod is a calculation period and its list.
type RatingPeriod struct {
	Period     string         `json:"period"` // label of its list
	From       civil.Date     `json:"from"`
	To         civil.Date     `json:"to"`
	Regulation string         `json:"regulation"` // ID of the edition in force
	Events     []RatingEvent  `json:"events"`
	List       []RatingPlayer `json:"list"` // all players, by ID
}

// RatingEvent is a section of a report, with its table if it was rated.
type RatingEvent struct {
	Report  string        `json:"report"` // name of the file
	Event   string        `json:"event"`
	Section string        `json:"section"`
	Type    *rating.Kind  `json:"type"` // null: none, it cannot be rated
	Rated   bool          `json:"rated"`
	Reasons []string      `json:"reasons"` // ids of the findings that prevented rating
	Players []RatingEntry `json:"players"` // empty: not rated
}

// RatingEntry is the effect of a section on a player's rating.
type RatingEntry struct {
	ID          string           `json:"id"`
	Rating      *rating.Rating   `json:"rating"`           // that was used; null: unrated
	K           *rating.K        `json:"k"`                // of the section, where it is one number; null: none, or several
	Games       int              `json:"games"`            // that count
	Score       rating.Score     `json:"score"`            // in these games
	Expected    *rating.Expected `json:"expected"`         // null: unrated, or the regulation has none
	Change      *rating.Points   `json:"change"`           // what the section contributed before the rounding of the period; null: unrated
	Bonus       *rating.Points   `json:"bonus,omitempty"`  // of a regulation without expected scores
	Average     *int             `json:"average_opponent"` // of the ratings of the opponents; null: none
	Percent     *int             `json:"percent"`          // the score in per cent; null: no game counts
	Performance *rating.Rating   `json:"performance"`      // null: none
	Temporary   *rating.Rating   `json:"temporary"`        // a rating for this event only; null: none
	Activity    *int             `json:"activity"`         // null: the regulation has none
}

// RatingPlayer is a line of the list.
type RatingPlayer struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Standard  *PlayerRating `json:"standard"`            // null: no rating
	Rapid     *PlayerRating `json:"rapid"`               // null: no rating
	Blitz     *PlayerRating `json:"blitz"`               // null: no rating
	Qualifies *bool         `json:"qualifies,omitempty"` // whether one of the ratings may serve for qualification; absent: the regulation does not say
}

// PlayerRating is a rating in a list, with the previous one.
type PlayerRating struct {
	Rating     rating.Rating  `json:"rating"`
	Previous   *rating.Rating `json:"previous"`            // null: none
	Change     *int           `json:"change"`              // rating minus previous; null: no previous one
	Games      int32          `json:"games"`               // counted in the period
	GamesTotal int32          `json:"games_total"`         // all games counted so far
	K          *rating.K      `json:"k"`                   // used in the period; null: none, or several
	Qualifies  *bool          `json:"qualifies,omitempty"` // whether it may serve for qualification; absent: the regulation does not say
	Inactive   bool           `json:"inactive,omitempty"`  // FIDE: no rated game of this type for a year; absent: there was one, or the opening list does not say
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
