package json

import (
	"strings"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The data for programs that pair and rank, and the data about teams, as in
// exchange files.

type pairing struct {
	InitialColour string         `json:"initial_colour,omitempty"`
	StartingRank  *startingRank  `json:"starting_rank,omitempty"`
	Controller    string         `json:"controller,omitempty"`
	ByRank        bool           `json:"by_rank,omitempty"`
	Absent        []int          `json:"absent,omitempty"`
	TieBreaks     []string       `json:"tie_breaks,omitempty"`
	Standings     []string       `json:"standings,omitempty"`
	Accelerations []acceleration `json:"accelerations,omitempty"`
	Prohibitions  []prohibition  `json:"prohibitions,omitempty"`
}

type startingRank struct {
	Federation string `json:"federation,omitempty"`
	Method     string `json:"method"`
}

type acceleration struct {
	MatchPoints *rating.Score `json:"match_points,omitempty"`
	Points      *rating.Score `json:"points,omitempty"`
	FirstRound  int           `json:"first_round"`
	LastRound   int           `json:"last_round"`
	First       int           `json:"first"`
	Last        int           `json:"last"`
}

type prohibition struct {
	FirstRound int   `json:"first_round"`
	LastRound  int   `json:"last_round"`
	Entrants   []int `json:"entrants"`
}

type assignment struct {
	For         string        `json:"for"`
	MatchPoints *rating.Score `json:"match_points,omitempty"`
	Points      *rating.Score `json:"points,omitempty"`
	Round       int           `json:"round,omitempty"`
	Entrants    []int         `json:"entrants"`
}

type teamPlay struct {
	Scoring    *teamScoring     `json:"scoring,omitempty"`
	Colours    string           `json:"colours,omitempty"`
	Byes       []teamBye        `json:"byes,omitempty"`
	PairingBye *teamPairingBye  `json:"pairing_bye,omitempty"`
	LineUps    []lineUp         `json:"line_ups,omitempty"`
	Forfeits   []forfeitedMatch `json:"forfeits,omitempty"`
}

type teamScoring struct {
	Win  rating.Score `json:"win"`
	Draw rating.Score `json:"draw"`
	Loss rating.Score `json:"loss"`
}

type teamBye struct {
	Round int    `json:"round"`
	Team  int    `json:"team"`
	Kind  string `json:"kind"`
}

type teamPairingBye struct {
	MatchPoints *rating.Score `json:"match_points,omitempty"`
	GamePoints  *rating.Score `json:"game_points,omitempty"`
	Teams       []int         `json:"teams,omitempty"`
}

type lineUp struct {
	Round    int   `json:"round"`
	Team     int   `json:"team"`
	Opponent int   `json:"opponent"`
	Players  []int `json:"players"`
}

type forfeitedMatch struct {
	Round  int    `json:"round"`
	White  int    `json:"white"`
	Black  int    `json:"black"`
	Result string `json:"result"`
}

func pairingOf(p *report.Pairing) pairing {
	out := pairing{
		InitialColour: p.InitialColour, Controller: p.Controller, ByRank: p.ByRank, Absent: p.Absent,
		TieBreaks: p.TieBreaks, Standings: p.Standings,
	}
	if p.StartingRank != (report.StartingRank{}) {
		rank := startingRank(p.StartingRank)
		out.StartingRank = &rank
	}
	for _, a := range p.Accelerations {
		out.Accelerations = append(out.Accelerations, acceleration(a))
	}
	for _, x := range p.Prohibitions {
		out.Prohibitions = append(out.Prohibitions, prohibition(x))
	}
	return out
}

func teamPlayOf(p *report.TeamPlay) teamPlay {
	out := teamPlay{Colours: p.Colours}
	if p.Scoring != nil {
		s := teamScoring(*p.Scoring)
		out.Scoring = &s
	}
	if p.PairingBye != nil {
		b := teamPairingBye(*p.PairingBye)
		out.PairingBye = &b
	}
	for _, b := range p.Byes {
		out.Byes = append(out.Byes, teamBye{b.Round, b.Team, b.Kind.String()})
	}
	for _, l := range p.LineUps {
		out.LineUps = append(out.LineUps, lineUp(l))
	}
	for _, m := range p.Forfeits {
		out.Forfeits = append(out.Forfeits, forfeitedMatch{m.Round, m.White, m.Black, m.Result.String()})
	}
	return out
}

func teamOf(t report.Team) team {
	return team{
		Number: t.Number, Name: t.Name, Nick: t.Nick, Strength: t.Strength,
		MatchPoints: pointsText(t.MatchPoints), GamePoints: pointsText(t.GamePoints), Rank: t.Rank, Players: t.Players,
	}
}

// pointsText formats points as text, in the form that the schema has for teams.
func pointsText(points *rating.Score) string {
	if points == nil {
		return ""
	}
	return points.String()
}

func assignmentOf(a report.Assignment) assignment {
	return assignment{a.For.String(), a.MatchPoints, a.Points, a.Round, a.Entrants}
}

// scoreOf reads points, which may be negative; null or missing is nil.
func (r *reader) scoreOf(to **rating.Score) {
	*to = nil
	r.parse("points", func(text string) error {
		amount, negative := strings.CutPrefix(text, "-")
		points, err := rating.ParseScore(amount)
		if negative {
			points = -points
		}
		*to = &points
		return err
	})
}

// keys reads an object with a function for each key.
func (r *reader) keys(values map[string]func()) {
	r.object(func(key string) bool {
		read, ok := values[key]
		if ok {
			read()
		}
		return ok
	})
}

func (r *reader) pairing(to *report.Pairing) {
	r.keys(map[string]func(){
		"initial_colour": func() { r.string(&to.InitialColour) },
		"starting_rank": func() {
			r.keys(map[string]func(){
				"federation": func() { r.string(&to.StartingRank.Federation) },
				"method":     func() { r.string(&to.StartingRank.Method) },
			})
		},
		"controller":    func() { r.string(&to.Controller) },
		"by_rank":       func() { r.bool(&to.ByRank) },
		"absent":        func() { each(r, &to.Absent, r.int) },
		"tie_breaks":    func() { each(r, &to.TieBreaks, r.string) },
		"standings":     func() { each(r, &to.Standings, r.string) },
		"accelerations": func() { each(r, &to.Accelerations, r.acceleration) },
		"prohibitions":  func() { each(r, &to.Prohibitions, r.prohibition) },
	})
}

func (r *reader) acceleration(to *report.Acceleration) {
	r.keys(map[string]func(){
		"match_points": func() { r.scoreOf(&to.MatchPoints) },
		"points":       func() { r.scoreOf(&to.Points) },
		"first_round":  func() { r.int(&to.FirstRound) },
		"last_round":   func() { r.int(&to.LastRound) },
		"first":        func() { r.int(&to.First) },
		"last":         func() { r.int(&to.Last) },
	})
}

func (r *reader) prohibition(to *report.Prohibition) {
	r.keys(map[string]func(){
		"first_round": func() { r.int(&to.FirstRound) },
		"last_round":  func() { r.int(&to.LastRound) },
		"entrants":    func() { each(r, &to.Entrants, r.int) },
	})
}

func (r *reader) assignment(to *report.Assignment) {
	r.keys(map[string]func(){
		"for": func() {
			r.parse("occasion", func(text string) (err error) { to.For, err = report.ParseOccasion(text); return err })
		},
		"match_points": func() { r.scoreOf(&to.MatchPoints) },
		"points":       func() { r.scoreOf(&to.Points) },
		"round":        func() { r.int(&to.Round) },
		"entrants":     func() { each(r, &to.Entrants, r.int) },
	})
}

func (r *reader) teamPlay(to *report.TeamPlay) {
	r.keys(map[string]func(){
		"scoring": func() {
			usual := report.UsualTeamScoring
			to.Scoring = &usual
			score := func(to *rating.Score) func() {
				return func() { r.parse("points", func(text string) error { return to.UnmarshalText([]byte(text)) }) }
			}
			r.keys(map[string]func(){"win": score(&usual.Win), "draw": score(&usual.Draw), "loss": score(&usual.Loss)})
		},
		"colours": func() { r.string(&to.Colours) },
		"byes":    func() { each(r, &to.Byes, r.teamBye) },
		"pairing_bye": func() {
			b := report.TeamPairingBye{}
			to.PairingBye = &b
			r.keys(map[string]func(){
				"match_points": func() { r.scoreOf(&b.MatchPoints) },
				"game_points":  func() { r.scoreOf(&b.GamePoints) },
				"teams":        func() { each(r, &b.Teams, r.int) },
			})
		},
		"line_ups": func() { each(r, &to.LineUps, r.lineUp) },
		"forfeits": func() { each(r, &to.Forfeits, r.forfeitedMatch) },
	})
}

func (r *reader) teamBye(to *report.TeamBye) {
	r.keys(map[string]func(){
		"round": func() { r.int(&to.Round) },
		"team":  func() { r.int(&to.Team) },
		"kind": func() {
			r.parse("bye", func(text string) (err error) { to.Kind, err = report.ParseByeKind(text); return err })
		},
	})
}

func (r *reader) lineUp(to *report.LineUp) {
	r.keys(map[string]func(){
		"round":    func() { r.int(&to.Round) },
		"team":     func() { r.int(&to.Team) },
		"opponent": func() { r.int(&to.Opponent) },
		"players":  func() { each(r, &to.Players, r.int) },
	})
}

func (r *reader) forfeitedMatch(to *report.ForfeitedMatch) {
	r.keys(map[string]func(){
		"round": func() { r.int(&to.Round) },
		"white": func() { r.int(&to.White) },
		"black": func() { r.int(&to.Black) },
		"result": func() {
			r.parse("result", func(text string) (err error) { to.Result, err = report.ParseResult(text); return err })
		},
	})
}
