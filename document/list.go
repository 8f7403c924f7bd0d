package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// List is a list, published or as it is now: schema arpad.list/1. It is what arpad list
// prints.
type List struct {
	Schema     string       `json:"schema"`
	Label      string       `json:"label"`
	Revision   *int         `json:"revision"` // null: the current list
	InForce    *civil.Date  `json:"in_force"` // the first day of the list; null: unknown
	Regulation string       `json:"regulation"`
	Cause      *string      `json:"cause"`                // "period", "list zero", or the number of a correction; null: not published
	Digest     *string      `json:"digest"`               // SHA-256 of its canonical text, in hexadecimal; null: not published
	Unofficial bool         `json:"unofficial,omitempty"` // true for the list as it would be now; absent otherwise
	Players    []ListPlayer `json:"players"`
}

// ListPlayer is a player in a list.
type ListPlayer struct {
	ID       string      `json:"id"`
	Name     string      `json:"name"`       // empty: withheld
	Local    string      `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Club     string      `json:"club"`
	Standard *ListRating `json:"standard"` // null: no rating
	Rapid    *ListRating `json:"rapid"`    // null: no rating
	Blitz    *ListRating `json:"blitz"`    // null: no rating
}

// ListRating is a rating in a list, with the number of games it is based on.
type ListRating struct {
	Rating rating.Rating `json:"rating"`
	Games  int32         `json:"games"`  // all games counted so far
	Change *int          `json:"change"` // since the list published before; null: no rating in it
	Mark
}

// Mark is what the calculation of a list recorded about a rating.
type Mark struct {
	K         *rating.K `json:"k"`                   // used for the games of the period; null: none, or several
	Qualifies *bool     `json:"qualifies,omitempty"` // whether it may serve for qualification; absent: the regulation does not say, or the list was not calculated
}

// NewList returns the document of a list.
func NewList(l *view.List) List {
	d := List{Schema: "arpad.list/1", Label: l.Run.Label, InForce: orNull(l.Run.List), Regulation: l.Run.Edition, Unofficial: l.Unofficial, Players: []ListPlayer{}}
	if p := l.Publication; p != nil {
		d.Revision, d.Cause, d.Digest = &p.Revision, &p.Cause, &p.Digest
	}
	for _, line := range l.Lines {
		rated := func(kind rating.Kind) *ListRating {
			change, known := line.Change(kind)
			s := line.Standing.Of(kind)
			return newListRating(s.Rating, int(s.Games), change, known, line.Marks.Of(kind))
		}
		d.Players = append(d.Players, ListPlayer{
			line.Player.ID, line.Player.Name, line.Player.NameLocal, line.Player.Club, rated(rating.Standard), rated(rating.Rapid), rated(rating.Blitz),
		})
	}
	return d
}

// newListRating returns the document of a rating, nil for an unrated player.
func newListRating(is rating.Rating, games, change int, known bool, m view.Mark) *ListRating {
	if !is.Rated() {
		return nil
	}
	r := &ListRating{Rating: is, Games: int32(games), Mark: newMark(m)}
	if known {
		r.Change = &change
	}
	return r
}

func newMark(m view.Mark) Mark { return Mark{orNull(m.K), m.Qualifies} }
