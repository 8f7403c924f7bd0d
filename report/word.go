package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Result is the result of a pairing. The first three were played, and their
// number is White's score in half points.
type Result uint8

// The results.
const (
	BlackWon Result = iota
	Drawn
	WhiteWon
	WhiteByForfeit
	BlackByForfeit
	DoubleForfeit
)

var resultNames = [...]string{"0-1", "1/2-1/2", "1-0", "+/-", "-/+", "-/-"}

// Played reports whether the game was played.
func (r Result) Played() bool { return r <= WhiteWon }

// Results returns all results: the played ones first, White's score rising.
func Results() []Result { return all[Result](resultNames[:]) }

// turned are the results as Black's player sees them.
var turned = [DoubleForfeit + 1]Result{
	WhiteWon: BlackWon, Drawn: Drawn, BlackWon: WhiteWon, WhiteByForfeit: BlackByForfeit, BlackByForfeit: WhiteByForfeit, DoubleForfeit: DoubleForfeit,
}

// Turned returns the result with the players exchanged.
func (r Result) Turned() Result { return turned[r] }

// String returns the notation of the JSON report.
func (r Result) String() string { return resultNames[r] }

// ParseResult reads the notation of the JSON report.
func ParseResult(text string) (Result, error) { return word[Result](resultNames[:], text) }

// MarshalText formats the notation of the JSON report.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses like ParseResult.
func (r *Result) UnmarshalText(text []byte) (err error) {
	*r, err = ParseResult(string(text))
	return err
}

// ByeKind is the reason why a player had no opponent, which determines the
// points.
type ByeKind uint8

// The kinds of bye. A default without a named opponent is kept as a bye.
const (
	ZeroBye ByeKind = iota
	HalfBye
	FullBye
	PairingBye
	DefaultWin
	DefaultLoss
)

var byeNames = [...]string{"zero", "half", "full", "pairing", "default-win", "default-loss"}

// ByeKinds returns all kinds of bye.
func ByeKinds() []ByeKind { return all[ByeKind](byeNames[:]) }

// String returns the term of the JSON report.
func (k ByeKind) String() string { return byeNames[k] }

// ParseByeKind parses the term of the JSON report.
func ParseByeKind(text string) (ByeKind, error) { return word[ByeKind](byeNames[:], text) }

// Group is the group that a section is declared for.
type Group uint8

// The groups.
const (
	Open Group = iota
	Under8
	Under10
	Under8And10
	Beginner
)

var groupNames = [...]string{"open", "u8", "u10", "u8-u10", "beginner"}

// OlderGroups are the age groups of South Africa that no rule names: their sections are open (Reading C35).
var OlderGroups = [...]string{"u12", "u14", "u16", "u18", "u20"}

// Groups returns all groups.
func Groups() []Group { return all[Group](groupNames[:]) }

// String returns the term of the JSON report.
func (g Group) String() string { return groupNames[g] }

// ParseGroup parses the term of the JSON report; empty means open.
func ParseGroup(text string) (Group, error) {
	return word[Group](groupNames[:], cmp.Or(text, Open.String()))
}

// ReadGroup reads a group as South Africa calls it. A section of an age group that no rule names is
// open, which is said (Reading C35).
func ReadGroup(text string, at finding.At) (Group, []finding.Finding, error) {
	if slices.Contains(OlderGroups[:], text) {
		return Open, []finding.Finding{finding.New("group-open", finding.Info, at, finding.Text("group", strings.Clone(text))).Under("", "C35")}, nil
	}
	g, err := ParseGroup(text)
	return g, nil, err
}

// System is the pairing system.
type System uint8

// The systems.
const (
	Swiss System = iota
	RoundRobin
	OtherSystem
)

var systemNames = [...]string{"swiss", "round-robin", "other"}

// Systems returns all pairing systems.
func Systems() []System { return all[System](systemNames[:]) }

// String returns the term of the JSON report.
func (s System) String() string { return systemNames[s] }

// ParseSystem parses the term of the JSON report; empty means Swiss.
func ParseSystem(text string) (System, error) {
	return word[System](systemNames[:], cmp.Or(text, Swiss.String()))
}

func word[T ~uint8](names []string, text string) (T, error) {
	i := slices.Index(names, text)
	if i < 0 {
		return 0, fmt.Errorf("%q is none of %s", text, strings.Join(names, ", "))
	}
	return T(i), nil
}

// all returns the values that have a name.
func all[T ~uint8](names []string) []T {
	values := make([]T, len(names))
	for i := range values {
		values[i] = T(i)
	}
	return values
}

// Scoring is the points awarded for what happens in a round.
type Scoring struct {
	Win, Draw, Loss      rating.Score
	PairingBye, ZeroBye  rating.Score
	ForfeitLoss, Unknown rating.Score
}

// UsualScoring is 1, 1/2, 0, and a full point for the pairing-allocated bye.
var UsualScoring = Scoring{Win: rating.Win, Draw: rating.Draw, PairingBye: rating.Win}

// PointSystem returns the report's scoring.
func (r *Report) PointSystem() Scoring {
	if r.Scoring == nil {
		return UsualScoring
	}
	return *r.Scoring
}

// Games returns the points of White and Black for each result.
func (s *Scoring) Games() [DoubleForfeit + 1][2]rating.Score {
	return [DoubleForfeit + 1][2]rating.Score{
		WhiteWon:       {s.Win, s.Loss},
		Drawn:          {s.Draw, s.Draw},
		BlackWon:       {s.Loss, s.Win},
		WhiteByForfeit: {s.Win, s.ForfeitLoss},
		BlackByForfeit: {s.ForfeitLoss, s.Win},
		DoubleForfeit:  {s.ForfeitLoss, s.ForfeitLoss},
	}
}

// Game returns the points of White and Black for a result.
func (s *Scoring) Game(r Result) (white, black rating.Score) {
	points := s.Games()[r]
	return points[0], points[1]
}

// Bye returns the points of a bye.
func (s *Scoring) Bye(k ByeKind) rating.Score {
	switch k {
	case HalfBye:
		return s.Draw
	case FullBye, DefaultWin:
		return s.Win
	case PairingBye:
		return s.PairingBye
	case DefaultLoss:
		return s.ForfeitLoss
	default:
		return s.ZeroBye
	}
}
