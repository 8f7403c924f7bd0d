// Package fide is the rating regulations of FIDE, chapter B.02 of its
// handbook, as in force from 2022 on: one edition for each date on which a rule
// changed.
//
// The clauses are cited by the numbers of the chapter for standard play. The
// chapter for rapid and blitz says the same, with numbers one lower from its
// section 6 on; its own clauses are cited as "RB". intake.go has sections 1 to 6
// and 9, calculation.go sections 7 and 8, unrated.go the first ratings. Where
// the text leaves room, readings F1 to F13 decide; they are in docs/readings.md.
package fide

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// Edition is one edition of FIDE's regulations: its numbers, by clause.
type Edition struct {
	ID      string
	InForce civil.Date
	Clauses []regulation.Clause

	Moves        int               // 1.1: by which a time control is measured
	Standard     int               // 1.1: minutes from which it is Standard
	Needed       []thinking        // 1.1: of Standard, the strongest first
	FirstControl int               // 1.2: its number of moves, if it has one
	BlitzUpTo    int               // RB 1.1.2: minutes
	BlitzAbove   int               // RB 1.1.2: minutes
	DailyMinutes int               // 3: of Standard play
	DailyRounds  [rating.Kinds]int // RB 3.1; zero: no limit
	Unplayed     bool              // 5.1: whether unplayed games count

	ByStart        bool          // 7.1: the month in which an event begins is its period, not the one in which it ends
	ListAtStart    bool          // 7.1.1: the list in force when an event begins is used
	FirstGames     int           // 7.1.4
	PoolMonths     int           // 7.1.4
	Floor          rating.Rating // 7.1.4, 7.2.1
	BelowFloor     bool          // 7.2.1: keep ratings below it
	InactiveMonths int           // 7.2.2

	Scale              func(percent int) int // 8.1.1
	Table              elo.Expectancy        // 8.1.2
	FirstEvent         bool                  // 8.2.1: also counts without a point
	Hypothetical       int                   // 8.2.2: number of additional opponents, with drawn games
	HypotheticalRating rating.Rating         // 8.2.2
	HalfPoint          int                   // 8.2.3: for each half point above 50 %; zero: by table 8.1.1
	Highest            rating.Rating         // 8.2.3: highest first rating; zero: no limit
	SincePublished     bool                  // 8.2.4: a rating published after the event began is the player's own
	FromStandard       bool                  // RB 7.2.1: players without a rating of the kind use that of Standard

	Cap        int                     // 8.3.1
	CapOnce    bool                    // 8.3.1: only for one game of an event
	CapBelow   rating.Rating           // 8.3.1: in Standard, not for players from this rating on; zero: for all
	ApartBy    int                     // RB 7.3.1: games with at least this difference are not rated ...
	ApartAbove rating.Rating           // RB 7.3.1: ... if a player is rated above this; zero: all are rated
	Value      [3]int32                // 8.3.2: value of a loss, a draw and a win, in hundredths; both players' add up to 100
	K          development             // 8.3.3
	Round      func(rating.Points) int // 8.3.4

	ReportLists int // 9.1: number of lists within which a report must arrive; zero: not checked

	Conversion *regulation.Transition // before the first list of the edition

	// Options.
	Unfit regulation.Treatment // Reading F12
}

// thinking is the minimum minutes for 60 moves, by the rating of the stronger
// player.
type thinking struct {
	from    rating.Rating
	minutes int
}

// development holds the numbers for K, 8.3.3.
type development struct {
	New, Usual, Master, Young rating.K
	NewGames                  int32
	MasterFrom                rating.Rating
	YoungAge                  int // up to the year of this birthday
	YoungBelow                rating.Rating
	Limit                     int // of K times the games of a period; zero: none
}

// FIDE2022 is the regulations in force from January 2022.
func FIDE2022() *Edition {
	return &Edition{
		ID: "fide-2022", InForce: civil.Of(2022, 1, 1), Clauses: clauses2022,
		Moves: 60, Standard: 60, Needed: []thinking{{2400, 120}, {1800, 90}}, FirstControl: 30,
		BlitzUpTo: 10, DailyMinutes: 12 * 60, DailyRounds: [rating.Kinds]int{0, 15, 30},
		ListAtStart: true, FirstGames: 5, PoolMonths: 26, Floor: 1000, InactiveMonths: 12,
		Scale: elo.Difference, Table: elo.Table, HalfPoint: 20, SincePublished: true, FromStandard: true,
		Cap: 400, CapOnce: true, Value: [3]int32{0, 50, 100},
		K: development{
			New: 40, Usual: 20, Master: 10, Young: 40,
			NewGames: 30, MasterFrom: 2400, YoungAge: 18, YoungBelow: 2300, Limit: 700,
		},
		Round: rating.Points.Round,
		Unfit: regulation.Count,
	}
}

// FIDE2024 is the regulations in force from March 2024: another floor, another
// first rating, and no limit to the 400-point rule.
func FIDE2024() *Edition {
	e := FIDE2022()
	e.ID, e.InForce, e.Clauses = "fide-2024", civil.Of(2024, 3, 1), clauses2024
	e.BlitzAbove = 3                               // RB 1.1.2
	e.Floor = 1400                                 // 7.1.4, 7.2.1
	e.Hypothetical, e.HypotheticalRating = 2, 1800 // 8.2.2
	e.HalfPoint, e.Highest = 0, 2200               // 8.2.3
	e.CapOnce = false                              // 8.3.1
	e.ReportLists = 3                              // 9.1
	e.Conversion = &regulation.Transition{On: e.InForce, Clause: "Conversion", Reading: "F6", Rating: converted}
	return e
}

// converted returns a rating after the conversion of 1 March 2024 (Reading F6).
func converted(r rating.Rating) rating.Rating {
	const from, percent = 2000, 40
	if r == 0 || r >= from {
		return r
	}
	return rating.Rating(rating.HalfUp(100*int(r)+percent*(from-int(r)), 100)) // Conversion
}

// FIDE202412 is the regulations in force from December 2024: rapid and blitz
// games with a large difference are not rated.
func FIDE202412() *Edition {
	e := FIDE2024()
	e.ID, e.InForce, e.Clauses, e.Conversion = "fide-2024-12", civil.Of(2024, 12, 1), clauses202412, nil
	e.ApartBy, e.ApartAbove = 600, 2600 // RB 7.3.1, Reading F11
	return e
}

// FIDE2025 is the regulations in force from October 2025: the 400-point rule
// applies up to 2650.
func FIDE2025() *Edition {
	e := FIDE202412()
	e.ID, e.InForce = "fide-2025", civil.Of(2025, 10, 1)
	e.CapBelow = 2650 // 8.3.1, Reading F7
	return e
}

// Editions are the available editions, the oldest first.
func Editions() []regulation.Edition {
	return []regulation.Edition{FIDE2022(), FIDE2024(), FIDE202412(), FIDE2025()}
}

func (e *Edition) settings() []regulation.Setting {
	return []regulation.Setting{regulation.Choice("unfit", "F12", &e.Unfit, regulation.Count, regulation.Exclude)}
}

// About describes the edition.
func (e *Edition) About() regulation.About {
	return regulation.About{
		ID: e.ID, Authority: "fide", InForce: e.InForce, Lists: rating.AllKinds[:], Expectancy: true, LooksBack: true, Standings: true,
		Clauses: e.Clauses, Readings: readings, Options: regulation.Options(e.settings()), Before: e.Conversion,
		Lowest: regulation.Lowest{Rating: e.Floor, Clause: "7.1.4"},
	}
}

// With returns the edition with another value of an option.
func (e *Edition) With(option, value string) (regulation.Edition, error) {
	amended := *e
	if err := regulation.Set(amended.settings(), option, value); err != nil {
		return nil, err
	}
	return &amended, nil
}
