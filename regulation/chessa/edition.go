// Package chessa is the rating regulation of Chess South Africa that came into
// force on 1 January 2015.
//
// The files follow the headings of the text, and the clauses are cited by
// heading and item: intake.go has the sections, the numbers of players, the
// time controls and the rounds; month.go the K-factor and when new ratings are
// calculated; event.go how a tournament is rated; unrated.go how unrated
// players are treated; performance.go the performances; first.go the first
// official rating. Where the text leaves room, the readings C1 to C28 decide;
// docs/readings.md gives them.
package chessa

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
)

// Edition is the regulation: its numbers, by heading.
type Edition struct {
	ID      string
	InForce civil.Date

	// Age Groups and Section
	Under8, Under10 int  // Calculation of age group: in the age year at most so old
	UseAgeYear      bool // Calculation of age group, CHESSA Junior Closed
	BeginnerPercent int  // Beginner Section: at least so many unrated

	// Number of players per tournament
	SectionPlayers    int // Number of players 1
	TournamentPlayers int // Number of players 2

	// Time Control and type of Rating
	Moves                int             // Time Control 1
	StandardFrom         time.Duration   // Time Control 2.1
	BlitzUpTo            time.Duration   // Time Control 2.2, 2.3
	BeginnerStandardFrom time.Duration   // Time Control 3
	Decides              func([]int) int // Time Control 4

	// K-Factor
	KWithFirstRating bool     // K-Factor 2: from the first rating on
	KMayRise         bool     // K-Factor 3
	Groups           []KGroup // K-Factor 4.1
	KRapid, KBlitz   rating.K // K-Factor 4.2, 4.3

	Floor rating.Rating // Rating floor

	// 50% Rule
	Rounds, BrailleRounds int  // 50% Rule 1, 2
	GainNeedsHalf         bool // 50% Rule 3
	LossNeedsHalf         bool // 50% Rule 4
	HalfOfActivity        bool // 50% Rule 5: byes and wins by default count as half of the rounds
	TeamExempt            bool // 50% Rule 6, option (Reading C17)
	DefaultLosses         bool // 50% Rule 7
	PerformanceNeedsHalf  bool // 50% Rule 8

	// Activity
	ActiveAgainstUnrated bool // Activity 1
	ActiveByDefault      bool // Activity 2
	ActiveByBye          bool // Activity 3
	ActiveAbsent         bool // Activity 4

	// 1st Official rating for currently unrated players
	FirstGames   int  // 1st Official rating 1
	FirstUnrated bool // 1st Official rating 2: games against unrated players, too
	FirstAtOnce  bool // 1st Official rating 3: inside the month

	// Games vs. unrated opponents
	YoungAgainstUnrated   bool // Games vs. unrated opponents
	UnratedAgainstUnrated bool // Unrated vs. Unrated

	// How unrated players will be treated when rating tournaments
	FloorStep            int           // Unrated players 1
	Under8Floor          rating.Rating // Unrated players 2.1
	Under10Floor         rating.Rating // Unrated players 2.2
	FloorAssigned        bool          // Unrated players 3
	TemporaryPerformance bool          // Unrated players 5
	RateWithTemporary    bool          // Unrated players 6

	// How to calculate Performance Ratings
	Percent    func(rating.Score, int) int // Performance 1
	Average    func(sum, n int) int        // Performance 2
	DP         func(percent int) int       // Performance 3, 4, Table 1
	Extreme    func(games int) int         // Performance 0% or 100% 1, 2
	OwnCounted bool                        // Performance 0% or 100% 3

	HigherCap, LowerCap int  // Difference in rating 2, 3
	ActualInPerformance bool // Difference in rating, NB

	ByReceipt   bool // When new ratings are calculated 1
	EachEvent   bool // When new ratings are calculated 2: false, the rating moves at the end of the month
	WinnersKeep bool // Players winning a tournament

	Table elo.Expectancy          // Expected Scores 1 to 5, Table 2
	Round func(rating.Points) int // When new ratings are calculated 2 (Reading C20)
}

// KGroup is a group of standard ratings with its K.
type KGroup struct {
	From   rating.Rating // the lowest rating of the group
	K      rating.K
	Clause string
}

// CHESSA2015 is the regulation in force from 1 January 2015.
func CHESSA2015() *Edition {
	return &Edition{
		ID: "chessa-2015", InForce: civil.Of(2015, 1, 1),
		Under8: 8, Under10: 10, UseAgeYear: true, BeginnerPercent: 67,
		SectionPlayers: 6, TournamentPlayers: 10,
		Moves: 60, StandardFrom: 60 * time.Minute, BlitzUpTo: 10 * time.Minute, BeginnerStandardFrom: 30 * time.Minute,
		Decides:          slices.Min[[]int],
		KWithFirstRating: true,
		Groups: []KGroup{
			{2200, 10, "K-Factor 4.1.1"},
			{2000, 15, "K-Factor 4.1.2"},
			{1800, 20, "K-Factor 4.1.3"},
			{1600, 25, "K-Factor 4.1.4"},
			{1300, 30, "K-Factor 4.1.5"},
			{1000, 35, "K-Factor 4.1.6"},
			{0, 40, "K-Factor 4.1.7"},
		},
		KRapid: 30, KBlitz: 40,
		Floor:  100,
		Rounds: 5, BrailleRounds: 4,
		GainNeedsHalf: true, HalfOfActivity: true, TeamExempt: true, DefaultLosses: true, PerformanceNeedsHalf: true,
		ActiveAgainstUnrated: true, ActiveByDefault: true, ActiveByBye: true,
		FirstGames: 12, FirstUnrated: true, FirstAtOnce: true,
		YoungAgainstUnrated: true, UnratedAgainstUnrated: true,
		FloorStep: 100, Under8Floor: 500, Under10Floor: 600,
		FloorAssigned: true, TemporaryPerformance: true, RateWithTemporary: true,
		Percent: rating.Percent, Average: rating.HalfUp, DP: elo.Difference, Extreme: Extreme, OwnCounted: true,
		HigherCap: 400, LowerCap: 736, ActualInPerformance: true,
		ByReceipt: true, WinnersKeep: true,
		Table: elo.Table, Round: rating.Points.Round,
	}
}

// Editions are the available editions.
func Editions() []regulation.Edition { return []regulation.Edition{CHESSA2015()} }

func (e *Edition) settings() []regulation.Setting {
	return []regulation.Setting{regulation.Switch("team_exempt", "C17", &e.TeamExempt)}
}

// About describes the edition.
func (e *Edition) About() regulation.About {
	return regulation.About{
		ID: e.ID, Authority: "chessa", Federation: "RSA", InForce: e.InForce, Lists: rating.AllKinds[:], Expectancy: true,
		Fewer:   regulation.Notice{Days: 7, Clause: "50% Rule 1"},
		Clauses: clauses, Readings: readings, Options: regulation.Options(e.settings()),
		Lowest: regulation.Lowest{Rating: e.Floor, Clause: "Rating floor"}, FirstGames: e.FirstGames,
		Carries: e.carries(), AgeGroups: true, Standings: true,
	}
}

// carries returns which results of an event count for the later events of its month.
func (e *Edition) carries() regulation.Carried {
	switch {
	case e.EachEvent: // When new ratings are calculated 2
		return regulation.CarriesAll
	case e.FirstAtOnce: // 1st Official rating 3
		return regulation.CarriesFirst
	}
	return regulation.CarriesNothing
}

// With returns the edition with another value of an option.
func (e *Edition) With(option, value string) (regulation.Edition, error) {
	amended := *e
	if err := regulation.Set(amended.settings(), option, value); err != nil {
		return nil, err
	}
	return &amended, nil
}
