// Package report holds a tournament report, whatever its file format, and the
// checks that need only the report itself.
//
// A Report is what an organiser submits: the event, its sections, and in each
// section the players, games and byes. The formats (report/trf, report/json)
// read and write it. Check returns its inconsistencies. A pack.Batch is its
// packed form, from which the regulations rate it.
package report

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Report is the report of one event. Empty fields were not stated.
type Report struct {
	File         string // base name of the file, for findings
	ExchangeFile bool   // from a FIDE exchange file (TRF)
	OwnFile      bool   // from the federation's own reporting file
	NoTime       bool   // the source has no field for the time of day

	Name, Organizer, Venue, City, Federation string
	Start, End                               civil.Date
	Unclear                                  []Unclear  // of Start and End
	Time                                     string     // of day, as written
	Received                                 civil.Date // by the bureau
	Responsible, SubmittedBy                 string
	Qualified                                []string // qualifiers of a regional qualifying event

	Type        rating.Kind
	TimeControl []TimeControl // several if rounds differ

	FIDEEvent, Team, Braille, Meeting bool
	Qualifying                        bool   // its best players qualify for another event
	Dispensation                      string // the accepted reason for fewer rounds
	AgeYear                           int    // the year for age groups
	System                            System
	Stated                            Stated

	Sections []Section

	// Additional fields of the federations' exchange files.
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
	KeptLines       []KeptLine
}

// Section is one group of players who play each other.
type Section struct {
	Name            string
	Group           Group
	Rounds          int           // planned; 0: not stated
	UnratedFloor    rating.Rating // set manually if nobody is rated; 0: not stated
	Type            rating.Kind   // overrides the report's
	TimeControl     []TimeControl // overrides the report's
	TimeControlText string        // its time control in words
	Stated          Stated        // StatedGroup or zero
	Players         []Player
	Games           []Game
	NoRounds        bool   // the source tells neither rounds nor colours: games stand by their opponents (Reading G16)
	Disputed        []Game `json:",omitempty"` // what the file states of rounds of players besides Games and Byes; without Black: no game
	Byes            []Bye
	finding.At
}

// PlannedRounds returns the number of rounds: as stated, otherwise the highest
// round with a game or bye.
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

// ByStartNumber returns the positions of the players in order of start number,
// then of ID and name.
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
	ID          string // national; empty: unknown
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
	Points      *rating.Score // as stated; nil: not stated
	Rank        int
	National    []National
	finding.At
}

// HasNumber reports whether the entry has a national ID, in any field, or a
// FIDE ID. Empty arguments are ignored.
func (p *Player) HasNumber(id, fideID string) bool {
	if fideID != "" && p.FideID == fideID {
		return true
	}
	return id != "" && (p.ID == id || p.FideID == id || slices.ContainsFunc(p.National, func(n National) bool { return n.Number == id }))
}

// Numbers returns the IDs that the entry states, national ones and FIDE's, in any field.
func (p *Player) Numbers() []string {
	all := []string{p.ID, p.FideID}
	for _, n := range p.National {
		all = append(all, n.Number)
	}
	return slices.DeleteFunc(all, func(number string) bool { return number == "" })
}

// National is a player's data in a federation's line of an exchange file.
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
	Date         civil.Date // zero: the event's end
	Result       Result
	Unrated      bool       // counts for points only
	NoColour     bool       // the file tells no colours
	Received     civil.Date // the day on which its round was first reported; zero: with the report
	finding.At
}

// Bye is a round without an opponent.
type Bye struct {
	Round  int
	Player int // start number
	Kind   ByeKind
	finding.At
}

// KeptLine is a line of an exchange file that is kept unchanged: a comment, a
// line for human readers, a line with an unknown code, or an unreadable one.
type KeptLine struct {
	Code, Text string
	Before     string // the code of the lines that it preceded; empty: at the end
}
