package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Player is a player with the ratings in the list published last: schema arpad.player/1.
type Player struct {
	Schema   string        `json:"schema"`
	ID       string        `json:"id"`
	Name     string        `json:"name"`       // empty: withheld
	Local    string        `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Club     string        `json:"club"`
	Title    string        `json:"title"`    // as FIDE codes it: GM, WIM; empty: none
	List     string        `json:"list"`     // label of the list published last
	Standard *PlayerOfList `json:"standard"` // null: no rating in it
	Rapid    *PlayerOfList `json:"rapid"`    // null: no rating in it
	Blitz    *PlayerOfList `json:"blitz"`    // null: no rating in it
}

// PlayerOfList is a player's rating in the list published last.
type PlayerOfList struct {
	ListRating
	Since       string        `json:"since"`        // label of the list since which rating and number of games stand
	Highest     rating.Rating `json:"highest"`      // that was published
	HighestList string        `json:"highest_list"` // label of the first list that had it
	Place       int           `json:"place"`        // by rating in the list; the same rating has the same place
	Players     int           `json:"players"`      // with a rating of the type
	Below       int           `json:"below"`        // of these with a lower rating
}

// NewPlayer returns the document of a player as of the list published last.
func NewPlayer(p *ranking.Player) Player {
	line := NewListPlayer(p.Line)
	d := Player{Schema: "arpad.player/1", ID: line.ID, Name: line.Name, Local: line.Local, Club: line.Club, Title: line.Title, List: p.List.Label}
	rated := func(kind rating.Kind) *PlayerOfList {
		of, is := line.Of(kind), p.Of(kind)
		if of == nil {
			return nil
		}
		return &PlayerOfList{*of, is.Unchanged.Label, is.Highest, is.HighestIn.Label, is.Place, is.Total, is.Below}
	}
	d.Standard, d.Rapid, d.Blitz = rated(rating.Standard), rated(rating.Rapid), rated(rating.Blitz)
	return d
}

// Now is the ratings of a player as they would be if a list were made now: schema
// arpad.now/1. Nobody has published them.
type Now struct {
	Schema string     `json:"schema"`
	ID     string     `json:"id"`
	Name   string     `json:"name"`       // empty: withheld
	Local  string     `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Day    civil.Date `json:"day"`
	List   string     `json:"list"` // label of the list published last
	Types  []NowType  `json:"types"`
}

// NowType is a rating, official and unofficial.
type NowType struct {
	Type       rating.Kind    `json:"type"`
	Official   *rating.Rating `json:"official"`   // in the list published last; null: none
	Unofficial *rating.Rating `json:"unofficial"` // null: none
	Games      int32          `json:"games"`      // that were counted since the list
}

// NewNow returns the document of the unofficial ratings of a player, who has a line in the
// newest list and a standing in that as it would be now.
func NewNow(line *view.Line, now *roster.Standing, about *regulation.About, list string, day civil.Date) Now {
	p := line.Player
	d := Now{Schema: "arpad.now/1", ID: p.ID, Name: p.Name, Local: p.NameLocal, Day: day, List: list, Types: []NowType{}}
	for _, kind := range about.Lists {
		was, is := line.Standing.Of(kind), now.Of(kind)
		d.Types = append(d.Types, NowType{kind, orNull(was.Rating), orNull(is.Rating), is.Games - was.Games})
	}
	return d
}
