package document

import (
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
)

// WhatIf is what games that were not played would make of ratings: schema arpad.what-if/1.
// It is what arpad calc what-if prints.
type WhatIf struct {
	Schema string       `json:"schema"`
	List   *string      `json:"list"`  // label of the list of the bureau that it starts from; null: an opening list
	Games  []WhatIfGame `json:"games"` // those without a result, once for each player who is asked about
}

// WhatIfGame is a game without a result, as one of its players sees it.
type WhatIfGame struct {
	Player   WhatIfPlayer    `json:"player"`
	Section  string          `json:"section"`
	Round    *int            `json:"round"`    // null: the games are taken as they are
	Colour   *explain.Colour `json:"colour"`   // of the player; null: the games are taken as they are
	Opponent *WhatIfPlayer   `json:"opponent"` // null: the games are taken as they are
	Outcomes []WhatIfOutcome `json:"outcomes"` // a win, a draw, a loss, without the other games that have no result; one, if the games are taken as they are
}

// WhatIfPlayer is a player.
type WhatIfPlayer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// WhatIfOutcome is what a result would make of the player's ratings.
type WhatIfOutcome struct {
	Score *rating.Score   `json:"score"` // of the player in the game; null: the games are taken as they are
	Lists []ExplainedList `json:"lists"` // of the types that change, as in arpad.explanation/1
}

// NewWhatIf returns the document of no games; an empty label means no list.
func NewWhatIf(list string) *WhatIf { return &WhatIf{"arpad.what-if/1", orNull(list), []WhatIfGame{}} }

// Add adds what a result would make of ratings.
func (g *WhatIfGame) Add(p *explain.Printer, score *rating.Score, explained []*explain.List) {
	outcome := WhatIfOutcome{Score: score, Lists: []ExplainedList{}}
	for _, l := range explained {
		outcome.Lists = append(outcome.Lists, newExplainedList(p, l))
	}
	g.Outcomes = append(g.Outcomes, outcome)
}
