package trftest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/internal/test/trftest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// generator draws reports with everything that an exchange file can express.
type generator struct {
	*rapid.T
	players, rounds int
}

func (g *generator) chance() bool            { return rapid.Bool().Draw(g.T, "chance") }
func (g *generator) number(from, to int) int { return rapid.IntRange(from, to).Draw(g.T, "number") }
func (g *generator) player() int             { return g.number(1, g.players) }
func (g *generator) round() int              { return g.number(1, g.rounds) }

// text draws a text, which may be empty or too long for its columns.
func (g *generator) text() string {
	return rapid.StringMatching(`(|[A-Za-zéŽ青木][A-Za-z ,.'#青木]{0,40}[a-z.])`).Draw(g.T, "text")
}

func (g *generator) date() civil.Date { return civil.Of(2026, 1, 1) + civil.Date(g.number(0, 300)) }

// score draws points, sometimes nil.
func (g *generator) score(from, to int) *rating.Score {
	if g.chance() {
		return nil
	}
	s := rating.Score(g.number(from, to))
	return &s
}

func (g *generator) entrants(least int) []int {
	return rapid.SliceOfN(rapid.IntRange(1, g.players), least, 6).Draw(g.T, "entrants")
}

// some draws a few values.
func some[T any](g *generator, draw func() T) []T {
	var all []T
	for range g.number(0, 3) {
		all = append(all, draw())
	}
	return all
}

func pick[T any](g *generator, from ...T) T { return from[g.number(0, len(from)-1)] }

func (g *generator) report() *report.Report {
	r := &report.Report{
		File: "drawn.trf", ExchangeFile: true, NoTime: true, Name: "A" + g.text(), City: g.text(), Federation: pick(g, "", "JPN"),
		Start: g.date(), End: g.date() + 400, TypeText: g.text(), TypeCode: pick(g, "", "FIDE_ROUNDROBIN", "FIDE_TEAM_BAKU", "CUSTOM_X"),
		TimeControl: pick(g, nil, []report.TimeControl{"5400+30"}, []report.TimeControl{"900+10", "W300-B240"}), ChiefArbiter: g.text(),
		Deputies: some(g, g.text), System: pick(g, report.Swiss, report.RoundRobin, report.OtherSystem),
		Pairing: g.pairing(), Assigned: some(g, g.assignment), KeptLines: some(g, g.record),
	}
	if g.chance() {
		r.Scoring = &report.Scoring{Win: 6, Draw: 2, PairingBye: rating.Score(g.number(0, 6)), ForfeitLoss: rating.Score(g.number(0, 2))}
	}
	r.Sections = []report.Section{g.section()}
	if g.chance() {
		r.Team = true
		r.Teams, r.TeamPlay = some(g, g.team), g.teamPlay()
	}
	return r
}

func (g *generator) section() report.Section {
	s := report.Section{Rounds: pick(g, 0, g.rounds)}
	for i := range g.players {
		p := report.Player{
			StartNumber: i + 1, Name: g.text(), Sex: pick(g, "", "m", "w"), Title: pick(g, "", "GM", "WIM"), Rating: rating.Rating(g.number(0, 3000)),
			Federation: pick(g, "", "JPN", "USA"), FideID: pick(g, "", fmt.Sprint(g.number(1, 1<<30))), Rank: g.number(0, 20),
			Birth: pick(g, 0, civil.BirthIn(1980), civil.Birth(19_840_229)),
		}
		for range g.number(0, 2) {
			p.National = append(p.National, report.National{
				Federation: pick(g, "JPN", "RSA"), Name: g.text(), Rating: rating.Rating(g.number(0, 3000)), Origin: pick(g, "", "TKO"),
				Classification: pick(g, "", "A"), Number: pick(g, "", "N1"), Sex: pick(g, "", "w"),
			})
		}
		s.Players = append(s.Players, p)
	}
	for round := 1; round <= g.rounds; round++ {
		order := rapid.Permutation(numbers(g.players)).Draw(g.T, "order")
		for ; len(order) > 1; order = order[2:] {
			s.Games = append(s.Games, report.Game{
				Round: round, White: order[0], Black: order[1], Result: report.Result(g.number(0, int(report.DoubleForfeit))), Unrated: g.chance(),
			})
		}
		for _, player := range order {
			s.Byes = append(s.Byes, report.Bye{Round: round, Player: player, Kind: report.ByeKind(g.number(0, int(report.DefaultLoss)))})
		}
	}
	return s
}

func numbers(n int) (all []int) {
	for i := range n {
		all = append(all, i+1)
	}
	return all
}

func (g *generator) pairing() report.Pairing {
	return report.Pairing{
		InitialColour: pick(g, "", "W", "B"), Controller: g.text(), ByRank: g.chance(), Absent: some(g, g.player),
		StartingRank: pick(g, report.StartingRank{}, report.StartingRank{Federation: "JPN", Method: "NRO"}, report.StartingRank{Method: "?"}),
		TieBreaks:    pick(g, nil, []string{"BH/C1", "SB"}), Standings: pick(g, nil, []string{"PTS", "BH"}),
		Accelerations: some(g, func() report.Acceleration {
			return report.Acceleration{
				MatchPoints: g.score(0, 8), Points: g.score(0, 400), FirstRound: g.number(0, 3), LastRound: g.round(), First: g.player(), Last: g.player(),
			}
		}),
		Prohibitions: some(g, func() report.Prohibition {
			return report.Prohibition{FirstRound: g.number(0, 2), LastRound: g.number(1, 2000), Entrants: g.entrants(0)}
		}),
	}
}

func (g *generator) assignment() report.Assignment {
	return report.Assignment{
		For: report.Occasion(g.number(0, int(report.ForDefaultLoss))), MatchPoints: g.score(-8, 8), Points: g.score(-400, 400),
		Round: g.number(0, 3), Entrants: g.entrants(0),
	}
}

func (g *generator) record() report.KeptLine {
	code := pick(g, "###", "801", "XXQ", "250", "")
	return report.KeptLine{Code: code, Text: " x" + g.text(), Before: pick(g, "", "012", "001", "NRS", "260", "240", "310", "330", "nothing")}
}

func (g *generator) team() report.Team {
	return report.Team{
		Number: g.number(0, 1100), Name: g.text(), Nick: g.text(), Strength: pick(g, "", "2400"), MatchPoints: g.score(0, 40),
		GamePoints: g.score(0, 4_000_000), Rank: g.number(0, 50), Players: g.entrants(0),
	}
}

func (g *generator) teamPlay() report.TeamPlay {
	return report.TeamPlay{
		Scoring: pick(g, nil, &report.TeamScoring{Win: 6, Draw: 2, Loss: 1}), Colours: pick(g, "", "WBBW"),
		Byes: some(g, func() report.TeamBye {
			return report.TeamBye{Round: g.round(), Team: g.number(1, 9), Kind: report.ByeKind(g.number(0, 3))}
		}),
		PairingBye: pick(g, nil, &report.TeamPairingBye{MatchPoints: g.score(0, 4), GamePoints: g.score(0, 9), Teams: []int{0, 3, 0}}),
		LineUps: some(g, func() report.LineUp {
			return report.LineUp{Round: g.round(), Team: g.number(0, 3), Opponent: 2, Players: []int{0, g.player(), 0}}
		}),
		Forfeits: some(g, func() report.ForfeitedMatch {
			return report.ForfeitedMatch{Round: g.round(), White: 1, Black: g.number(1, 1200), Result: report.Result(g.number(2, 5))}
		}),
	}
}

// Writing any report and reading it back is stable after the first time in both
// versions, and neither TRF26 nor JSON loses what was read.
func TestGenerated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{T: t, players: rapid.IntRange(1, 7).Draw(t, "players"), rounds: rapid.IntRange(1, 4).Draw(t, "rounds")}
		r := g.report()
		report.FillPoints(r)
		for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
			first := trftest.Write(t, r, version)
			again, findings := trf.Read(first, r.File, 0)
			if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
				t.Fatalf("%v\n%s", findings, first)
			}
			if second := trftest.Write(t, again, version); first != second {
				t.Fatalf("written:\n%s\nread and written again:\n%s", first, second)
			}
			trftest.Same(t, again)
		}
	})
}

// Files with damaged, duplicated and moved lines are read as far as possible,
// and kept lines stay.
func TestMangled(t *testing.T) {
	var files [][]string
	for _, name := range []string{"trf26-teams.trf", "trf26-individual.trf", "teams013.trf", "unrated-games.trf", "pairing16.trf"} {
		data, err := os.ReadFile(filepath.Join("../../../report/trf/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, strings.Split(string(data), "\n"))
	}
	held := 0
	rapid.Check(t, func(t *rapid.T) {
		g := &generator{T: t}
		lines := slices.Clone(pick(g, files...))
		for range g.number(1, 4) {
			lines = g.mangle(lines)
		}
		text := strings.Join(lines, pick(g, "\n", "\r\n", "\r"))
		r, findings := trf.Read(text, "mangled.trf", 0)
		if trftest.Holds(r, findings) {
			held++
			trftest.Same(t, r)
		}
	})
	if held == 0 {
		t.Error("no file held together")
	}
}

// mangle changes lines, mostly others than the players', which rarely remain
// readable.
func (g *generator) mangle(lines []string) []string {
	at := g.number(0, len(lines)-1)
	if strings.HasPrefix(lines[at], "001") {
		at = g.number(0, len(lines)-1)
	}
	line := []rune(lines[at])
	switch g.number(0, 5) {
	case 0: // duplicated elsewhere
		return slices.Insert(lines, g.number(0, len(lines)), lines[at])
	case 1: // moved
		other := g.number(0, len(lines)-1)
		lines[at], lines[other] = lines[other], lines[at]
	case 2: // another code
		code := pick(g, "###", "001", "012", "132", "142", "162", "172", "240", "250", "260", "299", "300", "310", "013", "320", "330", "340",
			"352", "362", "801", "XXR", "XXC", "XXS", "XXA", "XXP", "XXZ", "BBW", "BBF", "JPN", "NRS", "QQQ", "22")
		lines[at] = code + string(line[min(3, len(line)):])
	case 3: // truncated
		lines[at] = string(line[:g.number(0, len(line))])
	case 4: // out of its columns
		from := g.number(0, len(line))
		lines[at] = string(line[:from]) + pick(g, " ", "  ", "0", "-", "青") + string(line[from:])
	default: // another character
		if len(line) > 0 {
			line[g.number(0, len(line)-1)] = pick(g, ' ', '0', '1', '9', '-', '+', '.', ',', 'W', 'F', 'x', '\t', '\r', '\x00', '\x1a', 'é', '木')
			lines[at] = string(line)
		}
	}
	return lines
}
