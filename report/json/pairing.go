package json

import (
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
