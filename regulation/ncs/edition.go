// Package ncs is the rating regulation of Japan: that of the National Chess
// Society of 2022 and, as an amendment of it, that of the Japan Chess
// Federation of 2023.
//
// The files follow the order of the Japanese text of 2022, which prevails, and
// the code uses its numbers: intake.go has sections 2 to 4, calculation.go and
// k.go section 5, unrated.go section 6. Findings and steps cite the numbers of the
// edition in use (clause.go). Where the text leaves room, readings J1 to J29
// decide; they are in docs/readings.md.
package ncs

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// Edition is one edition of the Japanese regulation: its numbers, by clause.
type Edition struct {
	ID      string
	InForce civil.Date
	Clauses []regulation.Clause
	Numbers map[string]string // numbers that differ from those of 2022; empty: the clause is missing

	Lists []rating.Kind // 1(3)

	PeriodFrom int // 3(3): the day of the month on which a period begins
	Fee        int // 3(4): for each player, in yen; zero: none
	ReportDays int // 3(6): a later report may be left out

	OwnFile         bool        // 4(1): reports come as the federation's own file
	Moves           int         // 4(6): by which a time control is measured
	StandardMinutes int         // 4(6), Table 2: from here on it is Standard
	DeclaredMinutes int         // 4(6): from here on, where declared and no FIDE event
	RapidMinutes    int         // Table 2: from here on it is Rapid
	TypeNotStated   rating.Kind // 4(7)

	Value       [3]int32 // 5(1) R: value of a loss, a draw and a win, in hundredths; both players' add up to 100
	KUsual      rating.K // 5(1) K
	KNew        rating.K // 5(1) K: an unrated player's first games
	KYoung      rating.K // 5(1) K: below YoungAge and YoungRating
	KMaster     rating.K // 5(1) K: once a player has reached MasterRating
	NewGames    int32    // 5(1) K, 6(3)
	YoungAge    int      // 5(1) K
	AgeOn       [2]int   // 5(1) age: month and day of the year on which age counts
	YoungRating rating.Rating
	Master      rating.Rating
	KScope      Scope                   // 5(1) K, Reading J1
	Table       elo.Expectancy          // 5(1) PD, Table 1
	Round       func(rating.Points) int // 5(2)
	UnratedGame bool                    // 5(3): games between unrated players count as games
	Cap         int                     // 5(4)
	Floor       rating.Rating           // 5(5)

	FromOtherList bool          // 6(1)
	FromFIDE      []rating.Kind // 6(2): in this order
	FirstGames    int           // 6(3)
	UnratedAs     rating.Rating // 6(4): the rating of an unrated opponent
	First         func(average int, score rating.Score, games int) elo.Calculated

	Qualifying regulation.Qualification // 6(3), Reading J14

	FirstEventWithoutPoint bool // 7(2), Reading J8: it is disregarded

	// Options.
	K40ForInherited bool                 // Reading J4
	PoolMonths      int                  // Reading J7; zero: unlimited
	Late            regulation.Treatment // Reading G10
	NonMembers      regulation.Treatment // Reading G10
}

// Scope is the lists in which K considers peaks and games (Reading J1).
type Scope string

// The scopes.
const (
	Shared  Scope = "shared"
	PerList Scope = "per-list"
)

// NCS2022 is the regulation of the National Chess Society revised on 31 August
// 2022.
func NCS2022() *Edition {
	return &Edition{
		ID: "ncs-2022", InForce: civil.Of(2022, 9, 1), Clauses: clauses2022,
		Lists:      []rating.Kind{rating.Standard, rating.Rapid},
		PeriodFrom: 21, Fee: 200, ReportDays: 90,
		Moves: 60, StandardMinutes: 60, DeclaredMinutes: 45, RapidMinutes: 10, TypeNotStated: rating.Standard,
		Value:  [3]int32{0, 50, 100},
		KUsual: 20, KNew: 40, KYoung: 40, KMaster: 10,
		NewGames: 18, YoungAge: 18, AgeOn: [2]int{int(time.January), 1}, YoungRating: 2300, Master: 2400, KScope: Shared,
		Table: elo.Table, Round: rating.Points.Round, Cap: 400, Floor: 400,
		FromOtherList: true, FromFIDE: []rating.Kind{rating.Standard, rating.Rapid, rating.Blitz},
		FirstGames: 4, UnratedAs: 1000, First: elo.First,
		Qualifying:             regulation.Qualification{Lists: []rating.Kind{rating.Standard}, Games: 18},
		FirstEventWithoutPoint: true,
		Late:                   regulation.Count, NonMembers: regulation.Count,
	}
}

// JCF2023 is the regulation of the Japan Chess Federation revised on 1 August
// 2023: that of 2022, with a K for each list and without a fee.
func JCF2023() *Edition {
	e := NCS2022()
	e.ID, e.InForce, e.Clauses, e.Numbers = "jcf-2023", civil.Of(2023, 8, 1), clauses2023, numbers2023
	e.Fee = 0                                                  // Reading J25
	e.OwnFile = true                                           // 4(1), Reading J29
	e.KScope = PerList                                         // Reading J1
	e.Qualifying.Lists, e.Qualifying.Inherited = e.Lists, true // Reading J14
	return e
}

// Editions are the available editions, the oldest first.
func Editions() []regulation.Edition { return []regulation.Edition{NCS2022(), JCF2023()} }

func (e *Edition) settings() []regulation.Setting {
	return []regulation.Setting{
		regulation.Choice("k_scope", "J1", &e.KScope, Shared, PerList),
		regulation.Switch("k40_for_inherited", "J4", &e.K40ForInherited),
		regulation.Months("pool_months", "J7", &e.PoolMonths),
		regulation.Choice("late", "G10", &e.Late, regulation.Count, regulation.Exclude),
		regulation.Choice("non_members", "G10", &e.NonMembers, regulation.Count, regulation.Exclude),
	}
}

// About describes the edition.
func (e *Edition) About() regulation.About {
	first := e.FirstGames
	if e.PoolMonths > 0 { // Reading J7
		first = 0
	}
	return regulation.About{
		ID: e.ID, Authority: "ncs", Federation: "JPN", InForce: e.InForce, Lists: e.Lists, Expectancy: true, Qualifying: e.Qualifying,
		FIDENotice: regulation.Notice{Months: 2, Clause: "2(3)"},
		Clauses:    e.Clauses, Numbers: e.Numbers, Readings: readings, Options: regulation.Options(e.settings()),
		Fee: e.fee(), Deadline: regulation.Deadline{Days: e.ReportDays, Clause: e.number("3(6)"), Reading: "J24"},
		OwnFile: e.OwnFile, Lowest: regulation.Lowest{Rating: e.Floor, Clause: "5(5)", Reading: "J11"}, FirstGames: first, OwnGames: true, FIDETable: true,
	}
}

// fee returns the fee for a report.
func (e *Edition) fee() regulation.Fee {
	if e.Fee == 0 {
		return regulation.Fee{}
	}
	return regulation.Fee{Each: e.Fee, Currency: "JPY", MeetingsOnce: true, Clause: "3(4)", Reading: "J25", Unpaid: "3(5)"}
}

// With returns the edition with another value of an option.
func (e *Edition) With(option, value string) (regulation.Edition, error) {
	amended := *e
	if err := regulation.Set(amended.settings(), option, value); err != nil {
		return nil, err
	}
	return &amended, nil
}
