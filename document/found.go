package document

import (
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/rating"
)

// Found are the players whom a search has found: schema arpad.found/1. It is what arpad
// find prints.
type Found struct {
	Schema  string        `json:"schema"`
	Query   string        `json:"query"`
	Players []FoundPlayer `json:"players"` // the best matches first
	More    bool          `json:"more"`    // whether there are others
}

// FoundPlayer is a player with the ratings in the list published last.
type FoundPlayer struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`       // empty: withheld
	Local    string         `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Club     string         `json:"club"`
	Standard *rating.Rating `json:"standard"` // null: none
	Rapid    *rating.Rating `json:"rapid"`    // null: none
	Blitz    *rating.Rating `json:"blitz"`    // null: none
}

// NewFound returns the document of a search.
func NewFound(f *finder.Found) Found {
	d := Found{Schema: "arpad.found/1", Query: f.Query, Players: []FoundPlayer{}, More: f.More}
	for _, hit := range f.Players {
		rated := func(kind rating.Kind) *rating.Rating { return orNull(hit.Ratings[kind-1]) }
		d.Players = append(d.Players, FoundPlayer{
			hit.ID, hit.Name, hit.NameLocal, hit.Club, rated(rating.Standard), rated(rating.Rapid), rated(rating.Blitz),
		})
	}
	return d
}
