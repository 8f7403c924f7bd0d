package adoption

import (
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// Cause is why a rating of the old bureau differs.
type Cause struct {
	Group Group
	season.Change
	Game Game // of a cause about a game
}

// Game is a game of which the old bureau made something else.
type Game struct {
	Report, Section string
	Round           int
	White, Black    string // IDs
	Result          report.Result
}

// kind returns what a cause has in common with those of other players.
func (c Cause) kind() Cause {
	c.Game = Game{}
	switch c.What {
	case Exchanged, TypedDigits, TypedDigit, TypedLength:
		c.Name, c.Value = "", ""
	case GameOtherResult:
		c.Value = ""
	}
	return c
}

// Group is the kinds of causes that an officer tells apart.
type Group string

// The groups.
const (
	ByReport    Group = "report"   // a whole report
	ByGame      Group = "game"     // a game more or less, or with another result
	ByK         Group = "k"        // another K
	ByRounding  Group = "rounding" // another rounding
	ByTable     Group = "table"    // another table of expected scores
	ByFloor     Group = "floor"    // another lowest rating
	ByTyping    Group = "typing"   // a slip in the number
	ByStart     Group = "start"    // another rating to start from
	ByRule      Group = "rule"     // another rule
	ByPlayer    Group = "player"   // somebody is in one list only
	Unexplained Group = "unexplained"
)

// The kinds of cause, beside those of package season.
const (
	ReportElsewhere season.CauseKind = "report-elsewhere"  // a report is counted in another period
	ReportTwice     season.CauseKind = "report-twice"      // a report is counted twice
	GameLess        season.CauseKind = "game-less"         // a game is left out
	GameMore        season.CauseKind = "game-more"         // a game is counted that no report has
	GameTwice       season.CauseKind = "game-twice"        // a game is counted twice
	GameCounted     season.CauseKind = "game-counted"      // a game is counted that should not be
	GameOtherResult season.CauseKind = "game-other-result" // a game has another result
	OtherK          season.CauseKind = "k"
	OtherRounding   season.CauseKind = "rounding"
	NoFloor         season.CauseKind = "floor-none"
	OtherFloor      season.CauseKind = "floor-other"
	TypedDigits     season.CauseKind = "digits-swapped"
	TypedDigit      season.CauseKind = "digit-other"
	TypedLength     season.CauseKind = "digit-missing"
	Exchanged       season.CauseKind = "exchanged"      // the numbers of two players
	WithoutReport   season.CauseKind = "without-report" // a rating moved without a game
	OnlyOurs        season.CauseKind = "rated-here"     // a first rating that the old bureau does not have
	OnlyTheirs      season.CauseKind = "rated-there"    // a rating that we do not have
	Follows         season.CauseKind = "follows"        // from a difference in an earlier list
	NotExplained    season.CauseKind = "unexplained"
)

// plain are causes of which no more is known than that they are.
func plain(group Group, what season.CauseKind) Cause {
	return Cause{Group: group, Change: season.Change{What: what}}
}
