package trf

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// team310 reads a team of TRF26.
func (r *reader) team310(line string) fate {
	team, ok := take(r, &team310, line)
	if !ok {
		return unread
	}
	r.report.Teams = append(r.report.Teams, team)
	return taken
}

// team013 reads a team of TRF16.
func (r *reader) team013(line string) fate {
	team, ok := take(r, &team013, line)
	if !ok {
		return unread
	}
	r.teams013 = append(r.teams013, team)
	return taken
}

// finishTeams sets the teams from 310 or, if there are none, from 013.
func (r *reader) finishTeams() {
	if len(r.report.Teams) == 0 {
		r.report.Teams, r.teams013 = r.teams013, nil
	}
	r.report.Team = teamEvent(r.report, len(r.report.Teams))
	known := make(map[string]bool, len(r.report.Teams))
	for i := range r.report.Teams {
		known[who(&r.report.Teams[i])] = true
	}
	for _, old := range r.teams013 {
		if !known[who(&old)] {
			r.Add(finding.New("team-disagrees", finding.Warning, finding.At{}, finding.Text("team", old.Name)))
		}
	}
	for _, t := range r.report.Teams {
		for _, n := range t.Players {
			if r.index.Of(n) < 0 {
				r.Add(finding.New("team-player-unknown", finding.Warning, finding.At{}, finding.Text("team", t.Name), finding.Int("player", n)))
			}
		}
	}
}

// who returns what identifies a team in two lines: its name and players.
func who(t *report.Team) string { return t.Name + "\x00" + spaced(t.Players) }

// pairingBye reads the teams that had the pairing-allocated bye (320).
func (r *reader) pairingBye(line string) fate {
	value, ok := take(r, &pairingBye320, line)
	if !ok {
		return unread
	}
	r.report.TeamPlay.PairingBye = &value
	return taken
}

// forfeit reads a forfeited match (330). In the draft of 2025 these lines were
// the byes.
func (r *reader) forfeit(line string) fate {
	row := r.row(line)
	if strings.IndexAny(row.field(column{5, 5}), "FHZUfhzu") == 0 {
		return r.draft(line)
	}
	return several(&forfeits330, forfeits)(r, line)
}

// draft keeps a line with the numbering of the draft of 2025.
func (r *reader) draft(line string) fate {
	r.Add(finding.New("trf25-draft", finding.Warning, r.at(1), finding.Text("code", line[:3])))
	return unread
}

// nationalLine is a federation's line about a player, with its place.
type nationalLine struct {
	start int
	at    finding.At
	line  string
	report.National
}

// nationalLine reads a federation's line about a player, recognised by a
// federation's code and fitting columns. It returns false for other lines.
func (r *reader) nationalLine(line string) bool {
	if len(line) < colStart.last || !r.federation(line[:3]) {
		return false
	}
	row := r.row(line)
	if row.at != nil {
		row = r.fitting(line, true)
	}
	if number := row.field(column{len(national) + 1, colStart.last}); strings.Trim(number, " 0123456789") != "" || number == "" && !shiftable(&row) {
		return false
	}
	row, _, ok := r.reading(row, true)
	if !ok {
		r.keep(line[:3], line)
		return true
	}
	n := nationalLine{start: r.whole(&row, colStart, "start_number"), at: r.at(1), line: line}
	n.National = report.National{
		Federation: line[:3], Sex: r.sex(&row), Classification: row.code(colTitle), Name: row.words(colName),
		Rating: r.rating(&row), Origin: row.code(colFederation), Number: row.words(colNumber),
	}
	n.Birth = r.birth(&row, n.start, entry{len(r.national), true})
	r.national = append(r.national, n)
	return true
}

// shiftable reports whether a federation's line can be read as shifted.
func shiftable(row *row) bool {
	t := tableOf(row, true)
	s, ok := t.shift()
	if !ok {
		return false
	}
	moved := t.put(s)
	return moved.field(colStart) != ""
}

// splitCode reads a player's or a federation's line with blanks before or
// within its code, if the rest fits.
func (r *reader) splitCode(line string) bool {
	head := line[:min(len(line), len("001")+widest)]
	code := strings.ReplaceAll(head, " ", "")
	if len(code) < 3 || !isBlank(head[0]) && !strings.Contains(head[:3], " ") {
		return false
	}
	code = code[:3]
	if code != "001" && !r.federation(code) {
		return false
	}
	end := 0
	for n := 0; n < len(code); end++ {
		if head[end] != ' ' {
			n++
		}
	}
	row := newRow(code+line[end:], characters)
	if row.at != nil {
		row = r.fitting(row.text, code != "001")
	}
	if _, ok := tableOf(&row, code != "001").crooked(); !ok || row.field(colStart) == "" {
		if code == "001" {
			r.Add(finding.Refusal("line-shifted", r.at(1), finding.Int("column", 1), finding.Text("text", head[:3]), finding.Text("field", "code")))
			r.keep("", line)
			return true
		}
		return false
	}
	r.Add(finding.New("line-moved", finding.Warning, r.at(1), finding.Int("column", 1), finding.Int("by", end-3),
		finding.Text("side", "right"), finding.Text("field", "code")))
	if code == "001" {
		r.standing("001")
		r.player(&row)
		return true
	}
	if r.nationalLine(row.text) {
		r.standing(national)
		return true
	}
	return false
}

// finishNational assigns the federations' lines to their players; those about
// nobody are kept.
func (r *reader) finishNational() {
	for _, n := range r.national {
		entry := r.index.Of(n.start)
		if entry < 0 {
			r.Add(finding.New("national-line-without-player", finding.Warning, n.at, finding.Int("player", n.start)))
			r.report.KeptLines = append(r.report.KeptLines, report.KeptLine{Code: n.line[:3], Text: n.line[3:], Before: national})
			continue
		}
		r.section.Players[entry].National = append(r.section.Players[entry].National, n.National)
	}
}

// byeLine is a line of byes (240) with its place.
type byeLine struct {
	at finding.At
	byes
}

// byes reads byes (240).
func (r *reader) byes(line string) fate {
	row := r.row(line)
	value, wrong := byes240.read(&row)
	if wrong != nil { // points depend on it
		r.Add(finding.Refusal("cell-unreadable", r.at(wrong.column), finding.Text("field", wrong.name), finding.Text("text", wrong.text)))
		return taken
	}
	r.byeLines = append(r.byeLines, byeLine{r.at(tagText), value})
	return taken
}

// finishByes sets the byes of 240: in a team event those of teams, otherwise
// those of players whose own lines lack them.
func (r *reader) finishByes() {
	if r.report.Team {
		r.teamByes()
		return
	}
	if len(r.byeLines) == 0 {
		return // the byes from players' lines are already in order
	}
	type seat struct{ player, round int }
	shown := map[seat]report.ByeKind{}
	for _, b := range r.section.Byes {
		shown[seat{b.Player, b.Round}] = b.Kind
	}
	for _, line := range r.byeLines {
		for _, player := range line.entrants {
			kind, ok := shown[seat{player, line.round}]
			switch {
			case !r.take(report.Games, 1, line.at):
				return
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

// teamByes adds the byes of teams in output order.
func (r *reader) teamByes() {
	for _, line := range r.byeLines {
		if !r.take(report.Games, len(line.entrants), line.at) {
			return
		}
		for _, team := range line.entrants {
			r.report.TeamPlay.Byes = append(r.report.TeamPlay.Byes, report.TeamBye{Round: line.round, Team: team, Kind: line.kind})
		}
	}
	sortTeamByes(r.report.TeamPlay.Byes)
}

func sortTeamByes(byes []report.TeamBye) {
	slices.SortStableFunc(byes, func(a, b report.TeamBye) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), -cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Team, b.Team))
	})
}

func (w *writer) teams082() { w.tag("082", unless(len(w.teamLines()))) }

func (w *writer) boardColours() { w.tag("352", w.r.TeamPlay.Colours) }

func (w *writer) teams() {
	for _, line := range w.teamLines() {
		w.end(line)
	}
}

// teamLines returns the lines of the teams: in TRF26's form if all have
// numbers, otherwise in TRF16's, which requires names.
func (w *writer) teamLines() (lines []string) {
	layout := &team310
	if w.version == TRF16 || slices.ContainsFunc(w.r.Teams, func(t report.Team) bool { return t.Number < 1 || t.Number > maxTeam }) {
		layout = &team013
	}
	for i := range w.r.Teams {
		if line, ok := layout.write(&w.r.Teams[i]); ok {
			lines = append(lines, line)
		}
	}
	return lines
}

// teamEvent reports whether the output will be read as a team event.
func (w *writer) teamEvent() bool { return teamEvent(w.r, len(w.teamLines())) }

// maxTeam is the highest team number.
const maxTeam = 999

// byes writes the requested byes: of the teams in a team event, otherwise of
// the players, in addition to their own lines.
func (w *writer) byes() {
	all := slices.Clone(w.r.TeamPlay.Byes)
	if !w.teamEvent() {
		all = w.playersByes()
	}
	sortTeamByes(all)
	for len(all) > 0 {
		line := byes{kind: all[0].Kind, round: all[0].Round}
		for len(all) > 0 && all[0].Kind == line.kind && all[0].Round == line.round {
			line.entrants = append(line.entrants, all[0].Team)
			all = all[1:]
		}
		writeLaid(w, &byes240, &line)
	}
}

func (w *writer) playersByes() []report.TeamBye {
	var all []report.TeamBye
	for _, b := range w.s.Byes {
		if b.Kind <= report.FullBye {
			all = append(all, report.TeamBye{Round: b.Round, Team: b.Player, Kind: b.Kind})
		}
	}
	return all
}

func (w *writer) pairingBye() {
	if b := w.r.TeamPlay.PairingBye; b != nil {
		writeLaid(w, &pairingBye320, b)
	}
}
