package rows

import (
	"errors"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
)

// Listing selects and sorts players of a published list. The zero value of a filter leaves
// all.
type Listing struct {
	Publication int  // seq
	Newest      bool // it is the last publication: none of its standings is in the past

	Kind     rating.Kind // zero: players with a rating of any kind, by name, reading or ID
	By       By
	Backward bool
	Before   int // the publication with which gain and activity are compared; zero: none
	Previous int // the list published before; zero: none

	Clubs             []string // folded names; nil: all
	Sex, Title        string
	Min, Max          rating.Rating
	PlayedAfter       int           // the last list in whose period games counted has a higher seq
	BornFrom          int           // year
	Offset, Limit     int           // a zero limit: all
	HighestAt, LastAt rating.Rating // the ratings between which the page is, if they are known; zero: they are not
}

// AnyTitle stands for every title.
const AnyTitle = "any"

// By is an order of players. Those who are equal in it are sorted by number.
type By string

// The orders.
const (
	ByID       By = "id"
	ByName     By = "name"
	ByReading  By = "reading"
	ByRating   By = "rating"   // the highest first
	ByGames    By = "games"    // the most first
	ByChange   By = "change"   // the greatest gain since the list before first; those who did not move by rating
	ByGain     By = "gain"     // the greatest gain since Before first
	ByActivity By = "activity" // the most games since Before first

	// Parts of the order by change, which are indexes.
	Risen   By = "risen"
	Unmoved By = "unmoved" // by rating
	Fallen  By = "fallen"

	// Lost is those who fell, the greatest loss first.
	Lost By = "lost"

	// What differs from the list before, by ID.
	Created  By = "created"  // rated, and unrated before
	Dropped  By = "dropped"  // unrated, and rated before
	Unplayed By = "unplayed" // with another rating, although no game of the period counted
)

// Line is a player in a published list.
type Line struct {
	Number                      uint32
	ID, Club, Federation, Title string
	EnteredUnrated              bool
	Birth                       civil.Birth // on which K may depend; nobody is shown it
	Withheld                    bool        // the name is, and all that describes the player
	Name, NameLocal, Sex        string      // empty: unknown
	Place                       int         // by rating among the lines that are shown, the same for the same rating; zero: they are not sorted by rating
	Figures                     [rating.Kinds]Figure
}

// Figure is a rating of a kind in a list. The zero Figure is that of an unrated player.
type Figure struct {
	Rating     rating.Rating
	Games      int           // counted so far
	Before     rating.Rating // in the list published before
	Played     int           // games of the period that counted
	K          rating.K      // used for the games of the period; zero: none, or several
	NextK      rating.K      // of a game on the day of the list; zero: there is none, or the player is withheld
	Qualifies  *bool         // whether it may serve for qualification; nil: the regulation does not say
	Since      int           // the publication with which it changed last or games were counted
	LastPlayed int           // the first publication of the last list in whose period games counted
	Active     bool          // games counted in the last 12 lists
}

// Of returns the rating of a kind.
func (l *Line) Of(kind rating.Kind) *Figure { return &l.Figures[kind-1] }

// Change returns the change of a rating since the list published before, and zero and false
// if the player is unrated in either.
func (l *Line) Change(kind rating.Kind) (int, bool) {
	f := l.Of(kind)
	return f.Rating.Since(f.Before)
}

// Lister is a reader that asks in SQL for players of a published list.
type Lister interface {
	// Listed returns the numbers of the selected players in their order, and by rating also
	// their ratings.
	Listed(l *Listing) (players []uint32, ratings []rating.Rating, err error)
	// Lines returns the lines of some players in the list of a listing, in no order, with the
	// ratings of some kinds.
	Lines(l *Listing, kinds []rating.Kind, players []uint32) ([]Line, error)
	// CountListed returns how many of the selected players have which rating of the kind,
	// whatever the page, or, without a kind, how many there are under zero.
	CountListed(l *Listing) (map[rating.Rating]int, error)
	// CountByClub returns how many of the selected players each club has, by folded name.
	CountByClub(l *Listing) (map[string]int, error)
	// RatingAt returns the rating of the player with an index in the order of the ratings,
	// and how many players have a higher one.
	RatingAt(publication int, kind rating.Kind, index int) (is rating.Rating, above int, err error)
	// Highest calls each with the standings of a kind, the highest rating first: those that hold,
	// or those that were replaced. It ends when each returns false.
	Highest(kind rating.Kind, held bool, each func(*ListPast) bool) error
	// Compare returns how many players have a lower rating, the same one, and any.
	Compare(publication int, kind rating.Kind, with rating.Rating) (below, equal, total int, err error)
}

// ListerOf returns the lister behind a reader.
func ListerOf(r bureau.Reader) (Lister, error) {
	if lister, ok := bureau.As[Lister](r); ok {
		return lister, nil
	}
	return nil, errors.New("the lists of this store cannot be asked for in SQL")
}
