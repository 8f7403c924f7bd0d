package rows

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// ActiveLists is in how many lists a game must have counted for a player to be active.
const ActiveLists = 12

// The rows of published lists. A standing is a row from one publication until another:
// in ListNow, as the last publication has it, or in ListPast. So the list of any
// publication is in the rows of both that hold with it, and a page of it is one
// statement over their indexes.
var (
	ListsNow = bureau.NewRows[ListNow]("list_now", "kind player").Indexed(
		"kind, rating DESC, player, since, last_played, games", "kind, games DESC, player, since, last_played, rating")
	ListsPast = bureau.NewRows[ListPast]("list_past", "player kind since").Indexed("kind, rating DESC, player, since, until, last_played, games")
	Changes   = bureau.NewRows[ListChange]("list_change", "publication kind player").Indexed("publication, kind, change DESC, player")
	Counts    = bureau.NewRows[ListCount]("list_count", "publication kind rating").Indexed("publication, kind, above, rating")
	Totals    = bureau.NewRows[ListTotal]("list_total", "publication kind")
	Names     = bureau.NewRows[NameOrder]("name_order", "number").Indexed("name_key, number", "reading_key, number")
)

// KindNumber returns the number of a kind in the rows of lists: 1 standard, 2 rapid, 3
// blitz. Zero stands for any of them.
func KindNumber(k rating.Kind) int16 { return int16(k) }

// StandingsOf returns the standings of a player in the order of their publications, by
// kind. Those of the last publication have no Until.
func StandingsOf(r bureau.Reader, player uint32) (all [rating.Kinds][]*ListPast, err error) {
	past, err := ListsPast.Select(r, bureau.Range{Is: []any{int64(player)}})
	if err != nil {
		return all, err
	}
	for _, kind := range rating.AllKinds {
		now, err := ListsNow.One(r, int64(kind), int64(player))
		if err != nil {
			return all, err
		}
		if now != nil {
			past = append(past, now.held())
		}
	}
	for _, s := range past {
		all[s.Kind-1] = append(all[s.Kind-1], s)
	}
	return all, nil
}

// Rated returns which of some players have a rating of any kind as of the last publication.
func Rated(r bureau.Reader, players []uint32) (map[uint32]bool, error) {
	rated := map[uint32]bool{}
	for _, kind := range rating.AllKinds {
		within := bureau.Range{Is: []any{int64(kind)}, Any: []any{}}
		for _, player := range players {
			if !rated[player] {
				within.Any = append(within.Any, int64(player))
			}
		}
		now, err := ListsNow.Select(r, within)
		if err != nil {
			return nil, err
		}
		for _, s := range now {
			rated[s.Player] = rated[s.Player] || s.Rating != 0
		}
	}
	return rated, nil
}

// EachStanding calls each with all standings, those of a player and kind in the order of
// their publications.
func EachStanding(r bureau.Reader, each func(*ListPast) error) error {
	err := r.Rows(&ListsPast.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		s, err := ListsPast.Value(row)
		if err == nil {
			err = each(s)
		}
		return true, err
	})
	if err != nil {
		return err
	}
	return r.Rows(&ListsNow.Relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
		s, err := ListsNow.Value(row)
		if err == nil {
			err = each(s.held())
		}
		return true, err
	})
}

// held returns the standing as one that nothing has replaced.
func (n *ListNow) held() *ListPast {
	return &ListPast{Player: n.Player, Kind: n.Kind, Since: n.Since, Rating: n.Rating, Games: n.Games, LastPlayed: n.LastPlayed, K: n.K}
}

// ListNow is a standing as the last publication has it.
type ListNow struct {
	Kind       int16  `row:"kind"` // 1 standard, 2 rapid, 3 blitz
	Player     uint32 `row:"player"`
	Since      int32  `row:"since"`       // seq of the first publication that has it
	Rating     int16  `row:"rating,null"` // nil: unrated
	Games      int32  `row:"games"`       // counted so far
	LastPlayed int32  `row:"last_played"` // seq of the first publication of the last list in whose period games counted; 0: none
	K          int16  `row:"k,null"`      // for the games of the period of the list since; nil: none, or several
}

// ListPast is a standing that a later publication has replaced.
type ListPast struct {
	Player     uint32 `row:"player"`
	Kind       int16  `row:"kind"`
	Since      int32  `row:"since"`
	Until      int32  `row:"until"` // seq of the first publication that has another one
	Rating     int16  `row:"rating,null"`
	Games      int32  `row:"games"`
	LastPlayed int32  `row:"last_played"`
	K          int16  `row:"k,null"`
}

// ListChange is a player of a published list whose rating differs from the list before, or
// who played counted games in the period.
type ListChange struct {
	Publication int32  `row:"publication"` // seq
	Kind        int16  `row:"kind"`
	Player      uint32 `row:"player"`
	Before      int16  `row:"rating_before,null"` // in the list published before; nil: unrated
	Rating      int16  `row:"rating,null"`
	Change      int16  `row:"change,null"` // nil: none, or unrated in one of them
	Played      int16  `row:"played"`      // games of the period that counted
}

// ListCount is how many players of a published list have a rating.
type ListCount struct {
	Publication int32 `row:"publication"` // seq
	Kind        int16 `row:"kind"`
	Rating      int16 `row:"rating"`
	Players     int32 `row:"players"`
	Active      int32 `row:"active"` // of them, with games counted in the last 12 lists
	Above       int32 `row:"above"`  // players with a higher rating
}

// ListTotal is what a published list has in all.
type ListTotal struct {
	Publication int32 `row:"publication"` // seq
	Kind        int16 `row:"kind"`        // zero: any
	Rated       int32 `row:"rated"`
	Active      int32 `row:"active"` // of the rated, with games counted in the last 12 lists
	Rose        int32 `row:"rose"`   // since the list published before
	Fell        int32 `row:"fell"`
	Created     int32 `row:"created"` // rated, and unrated in the list before
	Dropped     int32 `row:"dropped"` // unrated, and rated in the list before
}

// NameOrder is the place of a player in lists that are sorted by name.
type NameOrder struct {
	Number     uint32 `row:"number"`      // the player's
	NameKey    string `row:"name_key"`    // of the name in Latin letters; of the erased after all others
	ReadingKey string `row:"reading_key"` // of the name in kana, as Japanese lists are sorted
}
