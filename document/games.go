package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// Games are the games of a player that count in the current lists: schema arpad.games/1. It
// is what arpad games prints.
type Games struct {
	Schema  string       `json:"schema"`
	Player  GamesPlayer  `json:"player"`
	Against *GamesPlayer `json:"against"` // the only opponent; null: all
	Totals  []GamesTotal `json:"totals"`  // by type and colour, of all games, also of those that are not shown
	Games   []Game       `json:"games"`   // the oldest first; of the best wins those against the highest ratings first
}

// GamesPlayer is one of the two players.
type GamesPlayer struct {
	ID   string `json:"id"`
	Name string `json:"name"` // empty: withheld
}

// GamesTotal is how the games of a type with a colour ended.
type GamesTotal struct {
	Type   rating.Kind    `json:"type"`
	Colour explain.Colour `json:"colour"` // of the player
	Games  int            `json:"games"`
	Wins   int            `json:"wins"`
	Draws  int            `json:"draws"`
	Losses int            `json:"losses"`
	Score  rating.Score   `json:"score"`
}

// Game is a game as the player saw it.
type Game struct {
	Ref            string         `json:"ref"` // of the report of the event
	Event          string         `json:"event"`
	Section        string         `json:"section"`
	Type           rating.Kind    `json:"type"`
	List           string         `json:"list"` // label of the list that includes the game
	Day            civil.Date     `json:"day"`
	Round          int            `json:"round"`
	Colour         explain.Colour `json:"colour"`         // of the player
	Score          rating.Score   `json:"score"`          // of the player: 1, 0.5 or 0
	Rating         *rating.Rating `json:"rating"`         // with which the player entered; null: unrated
	Opponent       string         `json:"opponent"`       // name; empty: withheld
	OpponentLocal  string         `json:"opponent_local"` // name in kanji or the like; empty: unknown, or withheld
	OpponentID     string         `json:"opponent_id"`
	OpponentRating *rating.Rating `json:"opponent_rating"` // with which the opponent entered; null: unrated
	Change         *rating.Points `json:"change"`          // of the player's rating by the game, before rounding; null: none, or not for each game
}

// NewGames returns the document of a player's games. The games that it has are those
// shown; its totals are about all of them.
func NewGames(g *view.Games, shown []view.Game) Games {
	d := Games{Schema: "arpad.games/1", Player: newGamesPlayer(g.Player), Totals: []GamesTotal{}, Games: []Game{}}
	if g.Against != nil {
		against := newGamesPlayer(g.Against)
		d.Against = &against
	}
	for _, t := range g.Totals() {
		d.Totals = append(d.Totals, GamesTotal{t.Kind, explain.ColourOf(t.Black), t.Games(), t.Wins, t.Draws, t.Losses, t.Score()})
	}
	for i := range shown {
		one := &shown[i]
		d.Games = append(d.Games, Game{
			one.Ref, one.Event, one.Section, one.Kind, one.List, one.Day, one.Round, explain.ColourOf(one.Black), one.Score,
			orNull(one.Rating), one.OpponentName, one.OpponentLocal, one.Opponent, orNull(one.OpponentRating), one.Change,
		})
	}
	return d
}

func newGamesPlayer(p *register.Player) GamesPlayer { return GamesPlayer{p.ID, p.Name} }
