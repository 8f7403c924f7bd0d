// Package report holds a tournament report, whatever file it came from, and
// the checks that need nothing but the report itself.
//
// A Report is what an organiser says: the event, its sections, and in each
// section the players, games and byes. The formats (report/trf, report/json)
// read and write it; Check says what does not hold together in it; a Batch is
// its packed form, in which the regulations rate it.
package report

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Report is the result report of one event. Empty fields were not stated.
type Report struct {
	File         string // base name of the file; where its findings are
	ExchangeFile bool   // it came as FIDE's exchange file (TRF)
	NoTime       bool   // what it came as has no field for the time of day

	Name, Organizer, Venue, City, Federation string
	Start, End                               civil.Date
	Time                                     string     // of day, as written
	Received                                 civil.Date // by the bureau
	Responsible, SubmittedBy                 string
	Qualified                                []string // qualifiers of a regional qualifying event

	Type        rating.Kind
	TimeControl []TimeControl // one, or several where rounds differ

	FIDEEvent, Team, Braille, Meeting bool
	Qualifying                        bool   // its best players qualify for another event
	Dispensation                      string // the reason for fewer rounds that was granted
	AgeYear                           int    // the year by which age groups count
	System                            System
	Stated                            Stated

	Sections []Section

	// What the federations' exchange files say beside.
	TypeText        string // type of tournament in words
	TypeCode        string // type of tournament in FIDE's coding: FIDE_DUTCH_2026, FIDE_TEAM_BAKU
	TimeControlText string // time control in words
	ChiefArbiter    string
	Deputies        []string
	RoundDates      []civil.Date
	Scoring         *Scoring // nil: 1, 1/2, 0
	Assigned        []Assignment
	Pairing         Pairing
	Teams           []Team
	TeamPlay        TeamPlay
	Records         []Record
}

// Section is one group of players who play each other.
type Section struct {
	Name            string
	Group           Group
	Rounds          int           // planned; 0: not stated
	UnratedFloor    rating.Rating // assigned by hand where nobody is rated; 0: not stated
	Type            rating.Kind   // goes before the report's
	TimeControl     []TimeControl // goes before the report's
	TimeControlText string        // its time control in words
	Stated          Stated        // StatedGroup or nothing
	Players         []Player
	Games           []Game
	Byes            []Bye
	finding.At
}

// PlannedRounds returns the number of rounds: as stated, else the highest round
// in which anything happened.
func (s *Section) PlannedRounds() int {
	if s.Rounds > 0 {
		return s.Rounds
	}
	last := 0
	for _, g := range s.Games {
		last = max(last, g.Round)
	}
	for _, b := range s.Byes {
		last = max(last, b.Round)
	}
	return last
}

// ByStartNumber returns the positions of the players in the order of their start
// numbers; of two with one number, the ID and the name decide.
func (s *Section) ByStartNumber() []int {
	order := make([]int, len(s.Players))
	sorted := true
	for i := range order {
		order[i] = i
		sorted = sorted && (i == 0 || s.Players[i-1].StartNumber < s.Players[i].StartNumber)
	}
	if !sorted {
		slices.SortFunc(order, func(i, j int) int {
			a, b := &s.Players[i], &s.Players[j]
			return cmp.Or(cmp.Compare(a.StartNumber, b.StartNumber), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Name, b.Name))
		})
	}
	return order
}

// Player is one entry of a section's starting list.
type Player struct {
	StartNumber int
	ID          string // national; empty: not known
	Name        string
	NameLocal   string // in kanji, for Japan
	Sex         string // "m", "w" or empty
	Title       string
	Federation  string
	Club        string
	Email       string
	FideID      string
	Birth       civil.Birth
	Rating      rating.Rating
	Points      *rating.Score // as the file states them; nil: not stated
	Rank        int
	National    []National
	finding.At
}

// HasNumber reports whether the entry carries a national ID, in whatever field, or a
// FIDE ID. Empty ones are not looked for.
func (p *Player) HasNumber(id, fideID string) bool {
	if fideID != "" && p.FideID == fideID {
		return true
	}
	return id != "" && (p.ID == id || p.FideID == id || slices.ContainsFunc(p.National, func(n National) bool { return n.Number == id }))
}

// National is what a federation's line of an exchange file says of a player.
type National struct {
	Federation     string
	Sex            string
	Classification string
	Name           string
	Rating         rating.Rating
	Origin         string // club or region
	Number         string // national ID
	Birth          civil.Birth
}

// Game is a pairing of two players and its result, played or not.
type Game struct {
	Round        int
	White, Black int        // start numbers
	Date         civil.Date // not known: the event's end
	Result       Result
	Unrated      bool       // counts for points only
	NoColour     bool       // a forfeit for which the file gives no colours
	Received     civil.Date // on which its round was first reported; zero: with the report
	finding.At
}

// Bye is a round without an opponent.
type Bye struct {
	Round  int
	Player int // start number
	Kind   ByeKind
	finding.At
}

// Record is a line of an exchange file that is kept as it stood: a comment, a
// line that is there for people alone, one with an unknown code, or one that
// could not be read.
type Record struct {
	Code, Text string
	Before     string // the code of the lines that it stood before; empty: at the end
}
