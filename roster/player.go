// Package roster holds players and their rating lists: a Player, the State
// behind a rating, a List on a date, and the opening list as a CSV file.
package roster

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// Player is what rating needs to know about a player.
type Player struct {
	ID             string
	Name           string
	NameLocal      string // in kanji, for Japan
	Sex            string // "m", "w" or empty
	Birth          civil.Birth
	Federation     string
	Club           string
	Title          string
	Member         civil.Range // membership; both ends zero: unknown
	FideID         string
	Fide           [rating.Kinds]rating.Rating // in the FIDE lists in force
	First          rating.Rating               // given by an officer where the text has no first rating; zero: none
	EnteredUnrated bool                        // unrated when entering the bureau's lists
}

// FideRating returns the player's rating in a list of FIDE.
func (p *Player) FideRating(k rating.Kind) rating.Rating { return p.Fide[k-1] }

// State is a rating and what it is based on. The zero State is that of a player
// who was never rated and has no games.
type State struct {
	Rating rating.Rating
	Peak   rating.Rating // the highest rating so far; zero: unknown
	Games  int32         // counted so far
	K      rating.K      // the last K, if the regulation keeps it; zero: unknown
	Last   civil.Date    // the last day of the last period with a counted game, if the regulation needs it; zero: unknown
	Pool   *Pool         // results of an unrated player; nil: none
}

// LongAgo is the Last of a player known only to have been inactive for more
// than a year.
const LongAgo = civil.Date(1)

// Best returns the highest known rating of the player.
func (s *State) Best() rating.Rating { return max(s.Rating, s.Peak) }

// Standing is a player's states in all kinds of list.
type Standing [rating.Kinds]State

// Of returns the state in one kind of list.
func (s *Standing) Of(k rating.Kind) *State { return &s[k-1] }

// Rated reports whether the player has a rating of any kind.
func (s *Standing) Rated() bool {
	for i := range s {
		if s[i].Rating.Rated() {
			return true
		}
	}
	return false
}

// Roster is the players by number. Numbers are assigned once and never change.
type Roster struct {
	Players []Player
	numbers map[string]uint32 // by ID
	fide    map[string]uint32 // by FIDE ID
	zeros   map[string]uint32 // by ID without zeros
	names   nameIndex
}

// New returns an empty roster.
func New() *Roster {
	return &Roster{numbers: map[string]uint32{}, fide: map[string]uint32{}, zeros: map[string]uint32{}}
}

// Add adds a player and returns the number. The ID must be new.
func (r *Roster) Add(p Player) uint32 {
	n := uint32(len(r.Players))
	r.Players = append(r.Players, p)
	r.numbers[p.ID] = n
	if p.FideID != "" {
		if _, taken := r.fide[p.FideID]; !taken {
			r.fide[p.FideID] = n
		}
	}
	if short, n := WithoutZeros(p.ID), n; short != p.ID {
		if _, taken := r.zeros[short]; taken {
			n = nobody
		}
		r.zeros[short] = n
	}
	return n
}

// ByID finds a player by ID.
func (r *Roster) ByID(id string) (uint32, bool) {
	n, ok := r.numbers[id]
	return n, ok
}

// nobody stands for several players.
const nobody = math.MaxUint32

// ByNumber finds a player by ID, or by one that differs only in the zeros with which a
// number begins: spreadsheets lose them.
func (r *Roster) ByNumber(id string) (uint32, bool) {
	n, ok := r.numbers[id]
	if !ok {
		n, ok = r.numbers[WithoutZeros(id)]
	}
	if !ok {
		n, ok = r.zeros[WithoutZeros(id)]
	}
	return n, ok && n != nobody
}

// ByFideID finds a player by FIDE ID, with or without zeros at its beginning.
func (r *Roster) ByFideID(id string) (uint32, bool) {
	n, ok := r.fide[WithoutZeros(id)]
	return n, ok
}

// ParseFideID returns a FIDE ID in the form in which FIDE writes it: digits, of which the
// first is no zero. Empty stays empty.
func ParseFideID(text string) (string, error) {
	if strings.Trim(text, "0123456789") != "" {
		return "", fmt.Errorf("%q is not a FIDE ID", text)
	}
	return WithoutZeros(text), nil
}

// WithoutZeros returns an ID without the zeros with which its digits begin, after the letters that
// it may begin with.
func WithoutZeros(id string) string {
	digits := strings.TrimLeftFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	return id[:len(id)-len(digits)] + strings.TrimLeft(digits, "0")
}

// Len returns the number of players.
func (r *Roster) Len() int { return len(r.Players) }

// Player returns a player by number.
func (r *Roster) Player(n uint32) *Player { return &r.Players[n] }

// Clone returns a copy that can grow independently.
func (r *Roster) Clone() *Roster {
	return &Roster{Players: slices.Clone(r.Players), numbers: maps.Clone(r.numbers), fide: maps.Clone(r.fide), zeros: maps.Clone(r.zeros)}
}
