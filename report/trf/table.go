package trf

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The lines with their own columns, except those about players (001 and the
// federations').

// team013 is a team of TRF16.
var team013 = layout[report.Team]{"013", []field[report.Team]{
	atLeft(needed(text(column{5, 36}, "name", func(t *report.Team) *string { return &t.Name }))),
}, &list[report.Team]{column: column{37, 40}, apart: 5, name: "player", of: func(t *report.Team) *[]int { return &t.Players }}}

// team310 is a team of TRF26.
var team310 = layout[report.Team]{"310", []field[report.Team]{
	needed(whole(column{5, 7}, "team", func(t *report.Team) *int { return &t.Number })),
	atLeft(text(column{9, 40}, "name", func(t *report.Team) *string { return &t.Name })),
	atLeft(text(column{42, 46}, "nick", func(t *report.Team) *string { return &t.Nick })),
	text(column{48, 53}, "strength", func(t *report.Team) *string { return &t.Strength }),
	half(column{55, 60}, "match_points", func(t *report.Team) **rating.Score { return &t.MatchPoints }),
	half(column{62, 67}, "game_points", func(t *report.Team) **rating.Score { return &t.GamePoints }),
	whole(column{69, 71}, "rank", func(t *report.Team) *int { return &t.Rank }),
}, &list[report.Team]{column: column{74, 77}, apart: 5, name: "player", of: func(t *report.Team) *[]int { return &t.Players }}}

// byes is the byes of one kind in one round (240): of players, or of teams in a
// team event.
type byes struct {
	kind     report.ByeKind
	round    int
	entrants []int
}

var byes240 = layout[byes]{"240", []field[byes]{
	needed(coded(column{5, 5}, "bye", map[string]report.ByeKind{"F": report.FullBye, "H": report.HalfBye, "Z": report.ZeroBye},
		func(b *byes) *report.ByeKind { return &b.kind })),
	needed(whole(column{7, 9}, "round_number", func(b *byes) *int { return &b.round })),
}, &list[byes]{column: column{11, 14}, apart: 5, name: "player", of: func(b *byes) *[]int { return &b.entrants }, least: 1}}

var accelerations250 = layout[report.Acceleration]{"250", []field[report.Acceleration]{
	half(column{5, 8}, "match_points", func(a *report.Acceleration) **rating.Score { return &a.MatchPoints }),
	half(column{10, 13}, "game_points", func(a *report.Acceleration) **rating.Score { return &a.Points }),
	needed(whole(column{15, 17}, "round_number", func(a *report.Acceleration) *int { return &a.FirstRound })),
	needed(whole(column{19, 21}, "round_number", func(a *report.Acceleration) *int { return &a.LastRound })),
	needed(whole(column{23, 26}, "player", func(a *report.Acceleration) *int { return &a.First })),
	needed(whole(column{28, 31}, "player", func(a *report.Acceleration) *int { return &a.Last })),
}, nil}

var prohibitions260 = layout[report.Prohibition]{"260", []field[report.Prohibition]{
	needed(whole(column{5, 7}, "round_number", func(p *report.Prohibition) *int { return &p.FirstRound })),
	needed(whole(column{9, 11}, "round_number", func(p *report.Prohibition) *int { return &p.LastRound })),
}, &list[report.Prohibition]{column: column{13, 16}, apart: 5, name: "player",
	of: func(p *report.Prohibition) *[]int { return &p.Entrants }, least: 2}}

// The points of 299 have one more column than in the standard, for the sign.
var assignments299 = layout[report.Assignment]{"299", []field[report.Assignment]{
	coded(column{5, 5}, "occasion", map[string]report.Occasion{
		"": report.ForBonus, "W": report.ForWin, "D": report.ForDraw, "L": report.ForLoss, "F": report.ForFullBye,
		"H": report.ForHalfBye, "Z": report.ForZeroBye, "+": report.ForDefaultWin, "-": report.ForDefaultLoss,
	}, func(a *report.Assignment) *report.Occasion { return &a.For }),
	half(column{7, 11}, "match_points", func(a *report.Assignment) **rating.Score { return &a.MatchPoints }),
	half(column{13, 17}, "game_points", func(a *report.Assignment) **rating.Score { return &a.Points }),
	whole(column{20, 22}, "round_number", func(a *report.Assignment) *int { return &a.Round }),
}, &list[report.Assignment]{column: column{24, 27}, apart: 5, name: "player",
	of: func(a *report.Assignment) *[]int { return &a.Entrants }, least: 1}}

var lineUps300 = layout[report.LineUp]{"300", []field[report.LineUp]{
	needed(whole(column{5, 7}, "round_number", func(l *report.LineUp) *int { return &l.Round })),
	needed(whole(column{9, 11}, "team", func(l *report.LineUp) *int { return &l.Team })),
	needed(whole(column{13, 15}, "team", func(l *report.LineUp) *int { return &l.Opponent })),
}, &list[report.LineUp]{column: column{17, 20}, apart: 5, name: "player",
	of: func(l *report.LineUp) *[]int { return &l.Players }, least: 1, places: true}}

var pairingBye320 = layout[report.TeamPairingBye]{"320", []field[report.TeamPairingBye]{
	half(column{5, 8}, "match_points", func(b *report.TeamPairingBye) **rating.Score { return &b.MatchPoints }),
	half(column{10, 13}, "game_points", func(b *report.TeamPairingBye) **rating.Score { return &b.GamePoints }),
}, &list[report.TeamPairingBye]{column: column{15, 17}, apart: 4, name: "team",
	of: func(b *report.TeamPairingBye) *[]int { return &b.Teams }, places: true}}

var forfeits330 = layout[report.ForfeitedMatch]{"330", []field[report.ForfeitedMatch]{
	needed(coded(column{5, 6}, "forfeit", map[string]report.Result{
		"+-": report.WhiteByForfeit, "-+": report.BlackByForfeit, "--": report.DoubleForfeit,
	}, func(m *report.ForfeitedMatch) *report.Result { return &m.Result })),
	needed(whole(column{8, 10}, "round_number", func(m *report.ForfeitedMatch) *int { return &m.Round })),
	needed(whole(column{12, 14}, "team", func(m *report.ForfeitedMatch) *int { return &m.White })),
	needed(whole(column{16, 18}, "team", func(m *report.ForfeitedMatch) *int { return &m.Black })),
}, nil}

var startingRank172 = layout[report.StartingRank]{"172", []field[report.StartingRank]{
	atLeft(text(column{5, 7}, "federation", func(s *report.StartingRank) *string { return &s.Federation })),
	atLeft(needed(coded(column{9, 13}, "starting_rank", map[string]string{
		"FIDE": "FIDE", "NRO": "NRO", "FIDON": "FIDON", "NIDOF": "NIDOF", "HBFN": "HBFN", "LBFN": "LBFN", "OTHER": "OTHER",
	}, func(s *report.StartingRank) *string { return &s.Method }))),
}, nil}
