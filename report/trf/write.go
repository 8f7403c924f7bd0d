package trf

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
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
	next := 0
	for i := range tags {
		next = out.records(next, i)
		tags[i].write(out)
	}
	out.records(next, len(tags))
	_, err := w.Write(out.Bytes())
	return err
}

// mandatory are the codes without which a TRF26 cannot be rated by FIDE.
var mandatory = []string{"012", "022", "032", "042", "052", "102", "132"}

// Missing gives the codes of the lines that TRF26 demands and for which a
// section of the report has nothing to say. The federations' lines demand to
// know by which rating the starting list was sorted (172).
func Missing(r *report.Report, section int) []string {
	var codes []string
	w := writer{r: r, s: &r.Sections[section], version: TRF26}
	lacks := func(code string) bool {
		w.Reset()
		places[code].write(&w)
		return w.Len() == 0
	}
	for _, code := range mandatory {
		if lacks(code) {
			codes = append(codes, code)
		}
	}
	if !lacks(national) && lacks("172") {
		codes = append(codes, "172")
	}
	return codes
}

type writer struct {
	bytes.Buffer
	r       *report.Report
	s       *report.Section
	version Version
	ordered []report.Record // in the order in which they are written
}

// tag writes a line about the tournament, if there is something to say.
func (w *writer) tag(code, text string) {
	if text != "" {
		w.end(code + " " + text)
	}
}

// oneLine makes one line of a text.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

func (w *writer) end(line string) {
	w.WriteString(strings.TrimRight(oneLine.Replace(line), blanks))
	w.WriteString("\r\n")
}

// laid writes a line by its layout, if it says something.
func laid[T any](w *writer, l *layout[T], value *T) {
	if text, ok := l.write(value); ok {
		w.end(text)
	}
}

// records writes the lines that were kept and stand before a place, from the
// next one on; it gives the next one then.
func (w *writer) records(next, place int) int {
	if w.ordered == nil {
		w.ordered = slices.Clone(w.r.Records)
		slices.SortStableFunc(w.ordered, func(a, b report.Record) int { return cmp.Compare(placeOf(a.Before), placeOf(b.Before)) })
	}
	for ; next < len(w.ordered) && placeOf(w.ordered[next].Before) <= place; next++ {
		if record := w.ordered[next]; w.version == TRF26 || !only26(record.Code) {
			w.end(record.Code + record.Text)
		}
	}
	return next
}

// only26 says whether TRF16 does not have lines of a code.
func only26(code string) bool {
	return strings.Trim(code, "0123456789") == "" && code > "132" || code == ofComment
}

func slashed(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "/") }

func (w *writer) players062() { w.tag("062", strconv.Itoa(len(w.s.Players))) }

func (w *writer) rated072() {
	n := 0
	for i := range w.s.Players {
		if w.s.Players[i].Rating.Rated() {
			n++
		}
	}
	w.tag("072", strconv.Itoa(n))
}

func (w *writer) teams082() { w.tag("082", unless(len(w.teamLines()))) }

// typeText writes the type in words, for which a coded one is enough.
func (w *writer) typeText() {
	text := w.r.TypeText
	if text == "" && w.r.System == report.RoundRobin && (w.version == TRF16 || w.r.TypeCode == "") {
		text = "Round-Robin"
	}
	w.tag("092", text)
}

func (w *writer) deputies() {
	for _, name := range w.r.Deputies {
		w.tag("112", name)
	}
}

// timeControlText writes the words of the time control; where there are none,
// TRF16 has no other place for the code.
func (w *writer) timeControlText() {
	text := w.r.TimeControlText
	if text == "" && w.version == TRF16 && len(w.r.TimeControl) > 0 {
		text = string(w.r.TimeControl[0])
	}
	w.tag("122", text)
}

// timeControl writes the coded time control, and each where rounds differ.
func (w *writer) timeControl() {
	for _, t := range w.r.TimeControl {
		w.tag("222", string(t))
	}
}

func (w *writer) roundDates() {
	dates := w.datesOfRounds()
	if len(dates) == 0 {
		return
	}
	line := newLine("132")
	c := firstRoundDate
	for _, d := range dates {
		text := "00/00/00" // not known
		if d != 0 {
			text = slashed(d)[len("20"):]
		}
		line.left(c, text)
		c.first, c.last = c.first+roundWidth, c.last+roundWidth
	}
	w.end(line.String())
}

// datesOfRounds gives the dates of the rounds: as the report has them, else
// those of the games if each round was played on one day.
func (w *writer) datesOfRounds() []civil.Date {
	if len(w.r.RoundDates) > 0 {
		return w.r.RoundDates
	}
	dates := make([]civil.Date, w.plannedRounds())
	for _, g := range w.s.Games {
		if g.Round < 1 || g.Round > len(dates) {
			return nil
		}
		d := &dates[g.Round-1]
		if g.Date == 0 || *d != 0 && *d != g.Date {
			return nil
		}
		*d = g.Date
	}
	if slices.Contains(dates, 0) {
		return nil
	}
	return dates
}

// plannedRounds gives the number of rounds, if that is possible.
func (w *writer) plannedRounds() int { return max(0, min(w.s.PlannedRounds(), report.MaxRound)) }

func (w *writer) rounds() {
	code := "142"
	if w.version == TRF16 {
		code = "XXR"
	}
	w.tag(code, unless(w.s.Rounds))
}

func (w *writer) initialColour() {
	p := &w.r.Pairing
	var extension []string
	if p.ByRank {
		extension = append(extension, "rank")
	}
	switch {
	case w.version == TRF26:
		w.tag("152", p.InitialColour)
	case p.InitialColour == "W":
		extension = append(extension, "white1")
	case p.InitialColour == "B":
		extension = append(extension, "black1")
	}
	w.tag("XXC", strings.Join(extension, " "))
}

// scorePoints is a code and what it is worth.
type scorePoints struct {
	code   string
	points rating.Score
}

// scores writes codes and points in their columns.
func (w *writer) scores(code string, scores ...scorePoints) {
	line := newLine(code)
	shift := 0
	for _, s := range scores {
		line.right(column{colScoreCode.first + shift, colScoreCode.last + shift}, s.code)
		line.right(column{colScorePoints.first + shift, colScorePoints.last + shift}, shortPoints(s.points, colScorePoints))
		shift += scoresApart
	}
	w.end(line.String())
}

// scoring writes the points for results where they are not the usual ones. A
// forfeit loss that is not worth what an absence is has no place in TRF26.
func (w *writer) scoring() {
	s := w.r.Scoring
	if s == nil {
		return
	}
	if w.version == TRF26 {
		if s.ForfeitLoss != s.ZeroBye {
			w.extension(scorePoints{"BBF", s.ForfeitLoss})
		}
		w.scores("162", scorePoints{"W", s.Win}, scorePoints{"D", s.Draw}, scorePoints{"L", s.Loss},
			scorePoints{"A", s.ZeroBye}, scorePoints{"P", s.PairingBye}, scorePoints{"X", s.Unknown})
		return
	}
	for _, line := range []scorePoints{{"BBW", s.Win}, {"BBD", s.Draw}, {"BBL", s.Loss}, {"BBZ", s.ZeroBye}, {"BBF", s.ForfeitLoss}, {"BBU", s.PairingBye}} {
		w.extension(line)
	}
}

// extension writes what one result is worth as bbpPairings does.
func (w *writer) extension(s scorePoints) {
	w.tag(s.code, fmt.Sprintf("%4s", shortPoints(s.points, colScorePoints)))
}

func (w *writer) teamScoring() {
	if s := w.r.TeamPlay.Scoring; s != nil {
		w.scores("362", scorePoints{"TW", s.Win}, scorePoints{"TD", s.Draw}, scorePoints{"TL", s.Loss})
	}
}

// points writes points with one decimal.
func points(s rating.Score) string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	return fmt.Sprintf("%s%d.%d", sign, s/2, s%2*5)
}

func (w *writer) startingRank() {
	if w.version == TRF26 {
		laid(w, &startingRank172, &w.r.Pairing.StartingRank)
	}
}

func (w *writer) boardColours() { w.tag("352", w.r.TeamPlay.Colours) }

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
			line.right(colPoints, shortPoints(*p.Points, colPoints))
		}
		line.right(colRank, unless(p.Rank))
		c := column{firstRound, firstRound + roundWidth - 3}
		for _, round := range rounds[i] {
			line.left(c, round)
			c.first, c.last = c.first+roundWidth, c.last+roundWidth
		}
		w.end(line.String())
	}
}

func (w *writer) nationals() {
	for i := range w.s.Players {
		w.national(&w.s.Players[i])
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
		rounds[i] = make([]string, w.plannedRounds())
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

func (w *writer) teams() {
	for _, line := range w.teamLines() {
		w.end(line)
	}
}

// teamLines gives the lines of the teams: as TRF26 has them where all have
// numbers, else as TRF16 does, which needs their names.
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

// teamEvent says whether what is written will be read as a team event.
func (w *writer) teamEvent() bool { return teamEvent(w.r, len(w.teamLines())) }

// maxTeam is the highest team number.
const maxTeam = 999

// byes writes the byes that were asked for: of the teams in a team event, else
// of the players, whose own lines show them, too.
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
		laid(w, &byes240, &line)
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
		laid(w, &pairingBye320, b)
	}
}

// accelerations writes the fictitious points. TRF16 has them player by player.
func (w *writer) accelerations() {
	if w.version == TRF26 {
		eachOf(&accelerations250, accelerations)(w)
		return
	}
	if w.teamEvent() || len(w.r.Pairing.Accelerations) == 0 {
		return
	}
	for i := range w.s.Players {
		w.accelerated(w.s.Players[i].StartNumber)
	}
}

// accelerated writes the fictitious points of a player round by round.
func (w *writer) accelerated(player int) {
	var history []rating.Score
	for _, a := range w.r.Pairing.Accelerations {
		if a.Points == nil || *a.Points <= 0 || shortPoints(*a.Points, firstFictitious) == "" || player < a.First || player > a.Last {
			continue
		}
		for round := max(1, a.FirstRound); round <= min(a.LastRound, lastRound(w.s)); round++ {
			history = append(history, make([]rating.Score, max(0, round-len(history)))...)
			history[round-1] = *a.Points
		}
	}
	if len(history) == 0 {
		return
	}
	line := newLine("XXA")
	line.right(colAccelerated, strconv.Itoa(player))
	c := firstFictitious
	for _, points := range history {
		line.right(c, shortPoints(points, c))
		c.first, c.last = c.first+fictitiousApart, c.last+fictitiousApart
	}
	w.end(line.String())
}

// prohibitions writes who must not meet whom. TRF16 has only those that hold in
// all rounds.
func (w *writer) prohibitions() {
	if w.version == TRF26 {
		eachOf(&prohibitions260, prohibitions)(w)
		return
	}
	for _, p := range w.r.Pairing.Prohibitions {
		if p.FirstRound <= 1 && p.LastRound >= lastRound(w.s) && len(p.Entrants) >= prohibitions260.list.least {
			w.tag("XXP", spaced(p.Entrants))
		}
	}
}

func (w *writer) absent() { w.tag("XXZ", spaced(w.r.Pairing.Absent)) }

// spaced writes start numbers with blanks between them.
func spaced(numbers []int) string {
	var words []string
	for _, n := range numbers {
		words = append(words, strconv.Itoa(n))
	}
	return strings.Join(words, " ")
}

// line is a line while its columns are filled.
type line struct{ runes []rune }

func newLine(code string) *line { return &line{[]rune(code)} }

// put writes a text from a column on, cut to a width.
func (l *line) put(first int, text string, width int) {
	runes := []rune(oneLine.Replace(text))
	runes = runes[:min(width, len(runes))]
	for len(l.runes) < first-1+len(runes) {
		l.runes = append(l.runes, ' ')
	}
	copy(l.runes[first-1:], runes)
}

func (l *line) left(c column, text string) { l.put(c.first, text, c.width()) }

func (l *line) right(c column, text string) {
	width := c.width()
	l.put(c.first+max(0, width-utf8.RuneCountInString(text)), text, width)
}

func (l *line) String() string { return string(l.runes) }
