package trf

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// team reads a team and its players: 013 of TRF16, 310 of TRF26.
func (r *reader) team(code string, line string) {
	row := r.row(line)
	if code == "013" {
		t := report.Team{Name: row.words(colTeamName013), Players: r.teamPlayers(&row, firstPlayer013)}
		r.teams013 = append(r.teams013, t)
		return
	}
	number := r.whole(&row, colTeamNumber, "team")
	if number == 0 {
		r.Add(finding.Refusal("cell-unreadable", r.at(colTeamNumber.first), finding.Text("field", "team"), finding.Text("text", "")))
	}
	r.report.Teams = append(r.report.Teams, report.Team{
		Number: number, Name: row.words(colTeamName), Nick: row.words(colTeamNick),
		Strength: row.words(colTeamStrength), MatchPoints: row.words(colTeamPoints), GamePoints: row.words(colTeamGames),
		Rank: r.whole(&row, colTeamRank, "rank"), Players: r.teamPlayers(&row, firstTeamPlayer),
	})
}

func (r *reader) teamPlayers(row *row, c column) []int {
	var players []int
	for ; c.first <= len(row.flat); c.first, c.last = c.first+teamPlayersApart, c.last+teamPlayersApart {
		if n := r.whole(row, c, "player"); n > 0 {
			players = append(players, n)
		}
	}
	return players
}

// finishTeams takes the teams from 310 or, where there are none, from 013.
func (r *reader) finishTeams() {
	if len(r.report.Teams) == 0 {
		r.report.Teams = r.teams013
	}
	r.report.Team = len(r.report.Teams) > 0
	for _, t := range r.report.Teams {
		for _, n := range t.Players {
			if r.index.Of(n) < 0 {
				r.Add(finding.New("team-player-unknown", finding.Warning, finding.At{}, finding.Text("team", t.Name), finding.Int("player", n)))
			}
		}
	}
}

// nationalLine is a federation's line about a player, with its place.
type nationalLine struct {
	start int
	at    finding.At
	report.National
}

// isNational says whether a line is a federation's line about a player: three
// capital letters, a blank, and a start number.
func isNational(row *row) bool {
	if len(row.flat) < colStart.last || row.flat[3] != ' ' {
		return false
	}
	code := row.flat[:3]
	for i := range len(code) {
		if code[i] < 'A' || code[i] > 'Z' {
			return false
		}
	}
	if strings.HasPrefix(code, "XX") || strings.HasPrefix(code, "BB") {
		return false
	}
	n, ok := row.number(colStart)
	return ok && n > 0
}

func (r *reader) nationalLine(code string, measured *row) {
	if measured.at != nil {
		fitted := r.fitting(measured.text)
		measured = &fitted
	}
	n := nationalLine{start: r.whole(measured, colStart, "start_number"), at: r.at(1)}
	n.National = report.National{
		Federation: code, Sex: r.sex(measured), Classification: measured.words(colTitle), Name: measured.words(colName),
		Rating: r.rating(measured), Origin: measured.words(colFederation), Number: measured.words(colNumber),
	}
	birth, _, ok := parseBirth(measured.field(colBirth))
	if !ok {
		r.Add(finding.New("birth-unreadable", finding.Warning, r.at(colBirth.first), finding.Int("player", n.start)))
	}
	n.Birth = birth
	r.national = append(r.national, n)
}

// finishNational gives the federations' lines to their players.
func (r *reader) finishNational() {
	for _, n := range r.national {
		entry := r.index.Of(n.start)
		if entry < 0 {
			r.Add(finding.New("national-line-without-player", finding.Warning, n.at, finding.Int("player", n.start)))
			continue
		}
		r.section.Players[entry].National = append(r.section.Players[entry].National, n.National)
	}
}

// byeLine is a line of byes (240).
type byeLine struct {
	at    finding.At
	kind  report.ByeKind
	round int
	ids   []int
}

func (r *reader) byeLine(line string) {
	row := r.row(line)
	kind, ok := byeKinds[firstByte(row.field(column{5, 5}))]
	round := r.whole(&row, column{7, 9}, "round")
	if !ok || round < 1 {
		r.Add(finding.Refusal("cell-unreadable", r.at(5), finding.Text("field", "bye"), finding.Text("text", row.rest(tagText))))
		return
	}
	r.byes = append(r.byes, byeLine{r.at(5), kind, round, r.teamPlayers(&row, column{11, 14})})
	r.report.Records = append(r.report.Records, report.Record{Code: "240", Text: line[3:]})
}

func firstByte(field string) byte {
	if len(field) == 0 {
		return 0
	}
	return field[0]
}

// finishByes takes the byes of 240 that the players' own lines do not show. In
// a team event they are the teams', and only kept.
func (r *reader) finishByes() {
	if r.report.Team {
		return
	}
	r.report.Records = slices.DeleteFunc(r.report.Records, func(record report.Record) bool { return record.Code == "240" })
	type seat struct{ player, round int }
	shown := map[seat]report.ByeKind{}
	for _, b := range r.section.Byes {
		shown[seat{b.Player, b.Round}] = b.Kind
	}
	for _, line := range r.byes {
		for _, player := range line.ids {
			kind, ok := shown[seat{player, line.round}]
			switch {
			case !ok:
				r.section.Byes = append(r.section.Byes, report.Bye{Round: line.round, Player: player, Kind: line.kind, At: line.at})
			case kind != line.kind:
				r.Add(finding.Refusal("bye-disagrees", line.at, finding.Int("player", player), finding.Int("round", line.round)))
			}
		}
	}
	slices.SortStableFunc(r.section.Byes, func(a, b report.Bye) int {
		return cmp.Or(cmp.Compare(r.index.Of(a.Player), r.index.Of(b.Player)), cmp.Compare(a.Round, b.Round))
	})
}
