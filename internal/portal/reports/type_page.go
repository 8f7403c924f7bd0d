package reports

import (
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	web "github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// typedPage is what the page shows of an event that is being typed.
type typedPage struct {
	*made
	p        *explain.Printer
	Clubs    []*register.Club
	Members  []rows.Line // of the clubs: a help, whatever is typed is read
	Rows     []playerRow
	Fitting  int       // names each of which fits one player
	Table    []cellRow // nil: there are too few players, or it is typed by rounds
	Pairs    int       // cells of a half
	Round    int       // that is shown; zero: it is typed as a crosstable
	Rounds   []int
	Seats    []boardRow // of the round
	Unseated []string   // names of who has no board in the round
	Carried  url.Values // what is not shown: the other way, and the other rounds
	Marks    string     // what a script knows of results
	Minutes  string     // of a player for 60 moves, by the time control; empty: it was not understood
	All      []told     // what is wrong, and, if somebody asked, what the event lacks
	Focus    string     // the field to go on with
}

// told is something that is wrong with a field, in words.
type told struct{ Field, Text string }

// playerRow is a row for a player.
type playerRow struct {
	Number      int
	Field, Text string
	entrant
	Unknown bool // nobody has the number
}

// cellRow is a row of the crosstable.
type cellRow struct {
	Number int
	Name   string
	Cells  []cellShown
	Points rating.Score
}

// cellShown is a cell: what was typed, and what the one across says where nothing was.
type cellShown struct {
	Field, Text, Across string
	Column              int
	Self, Upper         bool
}

// boardRow is a board of the round that is shown.
type boardRow struct {
	Number                    int
	White, Result, Black      string
	OfWhite, OfBoard, OfBlack string // fields
}

// pageOf returns what the page shows.
func pageOf(p *explain.Printer, m *made, k known) *typedPage {
	s := &typedPage{made: m, p: p, Clubs: k.clubs, Carried: url.Values{}, Marks: marksOf()}
	all := m.Wrong
	if m.Said["do"] == "check" {
		all = slices.Concat(m.Lacks, all)
	}
	for _, w := range all {
		s.All = append(s.All, told{w.Field, p.Text("desk.type.wrong."+w.Key, w.Values)})
	}
	if len(s.All) > 0 && m.Said["do"] == "check" {
		s.Focus = s.All[0].Field
	}
	s.players(k.players)
	for name, values := range m.fields() {
		if of := numbered.FindStringSubmatch(name); of != nil && of[1] != "p" {
			s.Carried[name] = values
		}
	}
	if control := report.ReadTimeWords(m.Said["control"]).Control; control != "" {
		if seconds, err := control.Seconds(60); err == nil {
			s.Minutes = strconv.Itoa(seconds / 60)
		}
	}
	if m.Said["by"] == byRounds {
		s.round()
	} else {
		s.table()
	}
	return s
}

// marksOf returns the words for outcomes as the script reads them: outcomes apart by a bar, those that a table writes in
// several ways among them.
func marksOf() string {
	also := map[report.Result]string{
		report.WhiteWon: "1-0", report.BlackWon: "0-1", report.Drawn: "1/2 0.5 .5 0,5", report.WhiteByForfeit: "+/-", report.BlackByForfeit: "-/+", report.DoubleForfeit: "-/-",
	}
	var all []string
	for _, m := range marks {
		words := strings.Join(m.words, " ")
		if !m.Absent {
			words += " " + also[m.Result]
		}
		all = append(all, words)
	}
	return strings.Join(all, "|")
}

// players makes the rows for players, and some for those who are still to come.
func (s *typedPage) players(all []entrant) {
	for i, w := range all {
		row := playerRow{Number: i + 1, Field: playerAt(i + 1), Text: s.Players[i], entrant: w, Unknown: w.Is == nil && w.ID != ""}
		if w.Is != nil {
			row.Text = strings.TrimSpace(w.ID + " " + w.Name)
		}
		if w.Fits {
			s.Fitting++
		}
		s.Rows = append(s.Rows, row)
	}
	rows := len(all) + spareRows
	if len(all) == 0 {
		rows = firstRows
	}
	for n := len(all) + 1; n <= min(rows, mostPlayers); n++ {
		s.Rows = append(s.Rows, playerRow{Number: n, Field: playerAt(n)})
	}
}

// table makes the crosstable.
func (s *typedPage) table() {
	n := len(s.Players)
	if n < 2 {
		return
	}
	s.Pairs = n * (n - 1) / 2
	points := s.points()
	for i := 1; i <= n; i++ {
		row := cellRow{Number: i, Name: s.name(i), Points: points[i-1]}
		for j := 1; j <= n; j++ {
			at, across := [2]int{i, j}, [2]int{j, i}
			c := cellShown{Field: cellAt(at), Text: s.Cells[at], Column: j, Self: i == j, Upper: i < j}
			if o, why := readOutcome(s.Cells[across]); why == "" {
				c.Across = o.other().mark()
			} else if !c.Upper {
				c.Across = "·"
			}
			delete(s.Carried, c.Field)
			row.Cells = append(row.Cells, c)
			if s.Focus == "" && c.Upper && s.Cells[at]+s.Cells[across] == "" {
				s.Focus = c.Field
			}
		}
		s.Table = append(s.Table, row)
	}
}

// points returns the points that were typed so far, by start number from 1.
func (m *made) points() (all []rating.Score) {
	of := m.Report
	of.Sections = slices.Clone(of.Sections)
	of.Sections[0].Players = slices.Clone(of.Sections[0].Players)
	report.FillPoints(&of)
	for _, p := range of.Sections[0].Players {
		all = append(all, *p.Points)
	}
	return all
}

// round makes the boards of the round that is shown: those that were typed, and room for the players who have none.
func (s *typedPage) round() {
	n := s.rounds()
	for round := 1; round <= n; round++ {
		s.Rounds = append(s.Rounds, round)
	}
	s.Round, _ = strconv.Atoi(s.Said["round"])
	s.Round = min(max(1, s.Round), n)
	seated, last := map[int]bool{}, 0
	for at, b := range s.Boards {
		if at[0] == s.Round {
			seated[s.seat(b.White)], seated[s.seat(b.Black)] = true, true
			last = max(last, at[1])
		}
	}
	for i := range s.Players {
		if !seated[i+1] {
			s.Unseated = append(s.Unseated, s.name(i+1))
		}
	}
	for board := 1; board <= min(max(last+1, (len(s.Players)+1)/2), mostBoards); board++ {
		at := [2]int{s.Round, board}
		b := s.Boards[at]
		row := boardRow{board, b.White, b.Result, b.Black, boardAt("w", at), boardAt("r", at), boardAt("b", at)}
		for _, field := range []string{row.OfWhite, row.OfBoard, row.OfBlack} {
			delete(s.Carried, field)
		}
		if s.Focus == "" && b == (typedBoard{}) {
			s.Focus = row.OfWhite
		}
		s.Seats = append(s.Seats, row)
	}
}

// At returns what is wrong with fields that begin with a text: a field, or all of a kind.
func (s *typedPage) At(begin string) (all []told) {
	for _, one := range s.All {
		if one.Field == begin || strings.HasSuffix(begin, "*") && strings.HasPrefix(one.Field, begin[:len(begin)-1]) {
			all = append(all, one)
		}
	}
	return all
}

// Attr returns the attributes of a field: its name, whether something is wrong with it and where that stands, and whether
// somebody goes on there.
func (s *typedPage) Attr(field string) template.HTMLAttr {
	name := template.HTMLEscapeString(field)
	text := `id="` + name + `" name="` + name + `"`
	if s.marked[field] || len(s.At(field)) > 0 {
		text += ` aria-invalid="true"`
		if len(s.At(field)) > 0 {
			text += ` aria-describedby="bad-` + name + `"`
		}
	}
	if s.Focus == field {
		text += " autofocus"
	}
	return template.HTMLAttr(text)
}

// Shows reports whether a field is on the page: the boards of other rounds are not.
func (s *typedPage) Shows(field string) bool { return s.Carried[field] == nil }

// Wrongs returns what is wrong in the round that is shown.
func (s *typedPage) Wrongs() (all []told) {
	for _, row := range s.Seats {
		all = slices.Concat(all, s.At(row.OfWhite), s.At(row.OfBoard), s.At(row.OfBlack))
	}
	return all
}

// seatShown is a player who may be chosen at a board.
type seatShown struct {
	Value, Name string
	Chosen      bool
}

// Choose returns the players to choose from.
func (s *typedPage) Choose(number string) (all []seatShown) {
	for i := range s.Players {
		value := strconv.Itoa(i + 1)
		all = append(all, seatShown{value, s.name(i + 1), value == number})
	}
	return all
}

// Systems returns the systems of which one is chosen.
func (s *typedPage) Systems() (all []string) {
	for _, system := range report.Systems() {
		all = append(all, system.String())
	}
	return all
}

// Most returns how many players an event may have here.
func (s *typedPage) Most() int { return mostPlayers }

// Public returns the address of a player's public page.
func (s *typedPage) Public(id string) string {
	return "/" + s.p.Language + "/" + web.Escaped("players", id)
}

// Ratings returns the ratings of a player in the list published last.
func (s *typedPage) Ratings(of finder.Hit) (all []string) {
	for k, is := range of.Ratings {
		if is.Rated() {
			all = append(all, s.p.Word(rating.Kind(k+1).String())+" "+is.String())
		}
	}
	return all
}

// Berger reports whether the rounds and colours of the crosstable are those of the Berger table.
func (s *typedPage) Berger() bool { return s.Said["order"] != noRounds }

// Next returns the round after the one that is shown, zero if it is the last.
func (s *typedPage) Next() int {
	if s.Round >= len(s.Rounds) {
		return 0
	}
	return s.Round + 1
}
