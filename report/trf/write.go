package trf

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Version is a version of the format.
type Version uint8

// The versions.
const (
	TRF16 Version = iota
	TRF26
)

// Write writes one section of a report strictly: columns counted in
// characters, UTF-8, lines that end with CR and LF. What the version cannot say
// is left out; a text that is too long for its columns is cut. Reading the
// result back shows what was lost.
func Write(w io.Writer, r *report.Report, section int, version Version) error {
	out := &writer{r: r, s: &r.Sections[section], version: version}
	out.tournament()
	out.players()
	out.records(true)
	out.teams()
	_, err := w.Write(out.Bytes())
	return err
}

type writer struct {
	bytes.Buffer
	r       *report.Report
	s       *report.Section
	version Version
}

// tag writes a line about the tournament, if there is something to say.
func (w *writer) tag(code, text string) {
	if text != "" {
		w.end(code + " " + text)
	}
}

func (w *writer) end(line string) {
	w.WriteString(strings.TrimRight(line, " "))
	w.WriteString("\r\n")
}

func (w *writer) tournament() {
	r := w.r
	w.tag("012", r.Name)
	w.tag("022", r.City)
	w.tag("032", r.Federation)
	w.tag("042", slashed(r.Start))
	w.tag("052", slashed(r.End))
	w.tag("062", strconv.Itoa(len(w.s.Players)))
	w.tag("072", strconv.Itoa(w.rated()))
	if len(r.Teams) > 0 {
		w.tag("082", strconv.Itoa(len(r.Teams)))
	}
	w.tag("092", w.typeText())
	w.tag("102", r.ChiefArbiter)
	for _, name := range r.Deputies {
		w.tag("112", name)
	}
	w.tag("122", w.timeControlText())
	if dates := w.roundDates(); len(dates) > 0 {
		line := newLine("132")
		for i, d := range dates {
			text := "00/00/00" // not known
			if d != 0 {
				text = slashed(d)[len("20"):]
			}
			line.put(firstRoundDate.first+i*roundWidth, text, len(text))
		}
		w.end(line.String())
	}
	w.rounds()
	w.scoring()
	if w.version == TRF26 && len(r.TimeControl) > 0 {
		w.tag("222", string(r.TimeControl[0]))
	}
	w.records(false)
}

func slashed(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "/") }

func (w *writer) rated() (n int) {
	for _, p := range w.s.Players {
		if p.Rating.Rated() {
			n++
		}
	}
	return n
}

func (w *writer) typeText() string {
	if w.r.TypeText == "" && w.r.System == report.RoundRobin {
		return "Round-Robin"
	}
	return w.r.TypeText
}

// timeControlText gives the words of the time control; where there are none,
// TRF16 has no other place for the code.
func (w *writer) timeControlText() string {
	if w.r.TimeControlText == "" && w.version == TRF16 && len(w.r.TimeControl) > 0 {
		return string(w.r.TimeControl[0])
	}
	return w.r.TimeControlText
}

// roundDates gives the dates of the rounds: as the report has them, else those
// of the games if each round was played on one day.
func (w *writer) roundDates() []civil.Date {
	if len(w.r.RoundDates) > 0 {
		return w.r.RoundDates
	}
	dates := make([]civil.Date, w.s.PlannedRounds())
	for _, g := range w.s.Games {
		d := &dates[g.Round-1]
		if g.Date == 0 || *d != 0 && *d != g.Date {
			return nil
		}
		*d = g.Date
	}
	for _, d := range dates {
		if d == 0 {
			return nil
		}
	}
	return dates
}

func (w *writer) rounds() {
	switch {
	case w.s.Rounds == 0:
	case w.version == TRF26:
		w.tag("142", strconv.Itoa(w.s.Rounds))
	default:
		w.tag("XXR", strconv.Itoa(w.s.Rounds))
	}
}

// scoring writes the points for results where they are not the usual ones.
func (w *writer) scoring() {
	s := w.r.Scoring
	switch {
	case s == nil:
	case w.version == TRF26:
		w.end(fmt.Sprintf("162  W %-4s   D %-4s   L %-4s   A %-4s   P %-4s   X %-4s", points(s.Win), points(s.Draw), points(s.Loss),
			points(s.ZeroBye), points(s.PairingBye), points(s.Unknown)))
	default:
		for _, line := range []struct {
			code   string
			points rating.Score
		}{{"BBW", s.Win}, {"BBD", s.Draw}, {"BBL", s.Loss}, {"BBZ", s.ZeroBye}, {"BBF", s.ForfeitLoss}, {"BBU", s.PairingBye}} {
			w.tag(line.code, fmt.Sprintf("%4s", points(line.points)))
		}
	}
}

func points(s rating.Score) string { return fmt.Sprintf("%d.%d", s/2, s%2*5) }

// of26 are the codes that TRF16 does not have.
var of26 = map[string]bool{
	"152": true, "172": true, "182": true, "192": true, "202": true, "212": true, "240": true, "250": true, "260": true,
	"299": true, "300": true, "320": true, "330": true, "352": true, "362": true, "###": true,
}

// behindPlayers are the codes of kept lines that stand behind the players.
var behindPlayers = map[string]bool{
	"240": true, "250": true, "260": true, "299": true, "300": true, "320": true, "330": true, "801": true, "802": true,
}

// records writes the lines that were kept: those about the tournament before
// the players, the others behind them.
func (w *writer) records(behind bool) {
	for _, record := range w.r.Records {
		known := w.version == TRF26 || !of26[record.Code]
		if known && behindPlayers[record.Code] == behind {
			w.end(record.Code + record.Text)
		}
	}
}

func (w *writer) players() {
	rounds := w.cells()
	for i := range w.s.Players {
		p := &w.s.Players[i]
		line := newLine("001")
		line.right(colStart, strconv.Itoa(p.StartNumber))
		line.left(colSex, p.Sex)
		line.right(colTitle, p.Title)
		line.left(colName, p.Name)
		line.right(colRating, unless(int(p.Rating)))
		line.left(colFederation, p.Federation)
		line.right(colNumber, w.number(p))
		line.left(colBirth, birth(p.Birth))
		if p.Points != nil {
			line.right(colPoints, points(*p.Points))
		}
		line.right(colRank, unless(p.Rank))
		for round, c := range rounds[i] {
			line.put(firstRound+round*roundWidth, c, roundWidth-2)
		}
		w.end(line.String())
	}
	if w.version == TRF26 {
		for i := range w.s.Players {
			w.national(&w.s.Players[i])
		}
	}
}

// number gives what stands in the column of the FIDE number; a club that has
// only its national ID writes it there.
func (w *writer) number(p *report.Player) string {
	if p.FideID == "" && w.version == TRF16 {
		return p.ID
	}
	return p.FideID
}

func (w *writer) national(p *report.Player) {
	lines := p.National
	if len(lines) == 0 && p.ID != "" && len(w.r.Federation) == 3 {
		lines = []report.National{{
			Federation: w.r.Federation, Sex: p.Sex, Name: cmp.Or(p.NameLocal, p.Name), Rating: p.Rating, Number: p.ID, Birth: p.Birth,
		}}
	}
	for _, n := range lines {
		line := newLine(n.Federation)
		line.right(colStart, strconv.Itoa(p.StartNumber))
		line.left(colSex, n.Sex)
		line.right(colTitle, n.Classification)
		line.left(colName, n.Name)
		line.right(colRating, unless(int(n.Rating)))
		line.left(colFederation, n.Origin)
		line.right(colNumber, n.Number)
		line.left(colBirth, birth(n.Birth))
		w.end(line.String())
	}
}

func unless(zero int) string {
	if zero == 0 {
		return ""
	}
	return strconv.Itoa(zero)
}

func birth(b civil.Birth) string {
	if b.YearOnly() {
		return b.String() + "/00/00"
	}
	return strings.ReplaceAll(b.String(), "-", "/")
}

// resultCodes gives White's and Black's code of a result; the second row is
// that of games which count for points only.
var resultCodes = [2][6][2]string{
	{{"0", "1"}, {"=", "="}, {"1", "0"}, {"+", "-"}, {"-", "+"}, {"-", "-"}},
	{{"L", "W"}, {"D", "D"}, {"W", "L"}, {"+", "-"}, {"-", "+"}, {"-", "-"}},
}

var byeCodes = [...]string{
	report.ZeroBye: "Z", report.HalfBye: "H", report.FullBye: "F", report.PairingBye: "U",
	report.DefaultWin: "+", report.DefaultLoss: "-",
}

// cells gives the rounds of each player as the file writes them.
func (w *writer) cells() [][]string {
	rounds := make([][]string, len(w.s.Players))
	for i := range rounds {
		rounds[i] = make([]string, w.s.PlannedRounds())
	}
	index := report.NewIndex(w.s)
	put := func(player, round int, text string) {
		if entry := index.Of(player); entry >= 0 && round >= 1 && round <= len(rounds[entry]) {
			rounds[entry][round-1] = text
		}
	}
	for _, g := range w.s.Games {
		rated := 0
		if g.Unrated {
			rated = 1
		}
		codes := resultCodes[rated][g.Result]
		white, black := "w", "b"
		if g.NoColour {
			white, black = "-", "-"
		}
		put(g.White, g.Round, fmt.Sprintf("%4d %s %s", g.Black, white, codes[0]))
		put(g.Black, g.Round, fmt.Sprintf("%4d %s %s", g.White, black, codes[1]))
	}
	for _, b := range w.s.Byes {
		put(b.Player, b.Round, "0000 - "+byeCodes[b.Kind])
	}
	return rounds
}

// teams writes the teams: 310 where they have numbers and the version knows
// it, else 013.
func (w *writer) teams() {
	for _, t := range w.r.Teams {
		code, name, first := "013", colTeamName013, firstPlayer013
		if w.version == TRF26 && t.Number > 0 {
			code, name, first = "310", colTeamName, firstTeamPlayer
		}
		line := newLine(code)
		if code == "310" {
			line.right(colTeamNumber, strconv.Itoa(t.Number))
			line.left(colTeamNick, t.Nick)
			line.right(colTeamStrength, t.Strength)
			line.right(colTeamPoints, t.MatchPoints)
			line.right(colTeamGames, t.GamePoints)
			line.right(colTeamRank, unless(t.Rank))
		}
		line.left(name, t.Name)
		for i, n := range t.Players {
			shift := i * teamPlayersApart
			line.right(column{first.first + shift, first.last + shift}, strconv.Itoa(n))
		}
		w.end(line.String())
	}
}

// line is a line while its columns are filled.
type line struct{ runes []rune }

func newLine(code string) *line { return &line{[]rune(code)} }

// put writes a text from a column on, cut to a width.
func (l *line) put(first int, text string, width int) {
	runes := []rune(text)
	runes = runes[:min(width, len(runes))]
	for len(l.runes) < first-1+len(runes) {
		l.runes = append(l.runes, ' ')
	}
	copy(l.runes[first-1:], runes)
}

func (l *line) left(c column, text string) { l.put(c.first, text, c.last-c.first+1) }

func (l *line) right(c column, text string) {
	width := c.last - c.first + 1
	l.put(c.first+max(0, width-utf8.RuneCountInString(text)), text, width)
}

func (l *line) String() string { return string(l.runes) }
