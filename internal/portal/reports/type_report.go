package reports

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/report"
)

// wrong is something that was typed, or was not, as it stands on the page.
type wrong struct {
	Field  string // of the form
	Key    string // of what is said
	Values explain.Data
}

// made is what was typed, as a report.
type made struct {
	*typed
	Report report.Report
	Wrong  []wrong
	Lacks  []wrong         // what an event needs; it may still come
	marked map[string]bool // fields in which something is wrong
	Games  int             // that were typed
	Empty  int             // cells that nobody has filled
}

func (m *made) wrong(field, key string, values explain.Data) {
	m.Wrong = append(m.Wrong, wrong{field, key, values})
	m.marked[field] = true
}

// lacks notes something that is not there, and the field where it is typed.
func (m *made) lacks(what, field string) {
	m.Lacks = append(m.Lacks, wrong{Field: field, Key: "lacks-" + what})
}

// make makes a report of what was typed, given who the players are.
func (t *typed) make(players []entrant) *made {
	m := &made{typed: t, marked: map[string]bool{}}
	m.event()
	s := &m.Report.Sections[0]
	m.players(s, players)
	if t.Said["by"] == byRounds {
		m.boards(s)
	} else {
		m.cells(s)
	}
	slices.SortFunc(s.Games, func(a, b report.Game) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.White, b.White))
	})
	slices.SortFunc(s.Byes, func(a, b report.Bye) int {
		return cmp.Or(cmp.Compare(a.Round, b.Round), cmp.Compare(a.Player, b.Player))
	})
	if m.Games = len(s.Games); m.Games == 0 && len(players) > 1 {
		m.lacks("results", m.firstField())
	}
	return m
}

// firstField returns the field of the first result.
func (t *typed) firstField() string {
	if t.Said["by"] == byRounds {
		return boardAt("w", [2]int{1, 1})
	}
	return cellAt([2]int{1, 2})
}

// event reads what is said of the event.
func (m *made) event() {
	r := &m.Report
	r.Name, r.Organizer, r.Venue, r.Time, r.Responsible, r.TimeControlText = m.Said["name"], m.Said["club"], m.Said["venue"], m.Said["time"], m.Said["responsible"], m.Said["control"]
	r.Meeting, r.OwnFile = m.Said["meeting"] != "", true // the form is the federation's
	r.Sections = []report.Section{{}}
	if r.Name == "" {
		m.lacks("name", "name")
	}
	r.Start, r.End = m.day("start"), m.day("end")
	switch {
	case m.Said["start"] == "":
		m.lacks("start", "start")
	case m.Said["end"] == "":
		r.End = r.Start // of one day
	case r.Start > r.End && r.End != 0:
		m.wrong("end", "days", nil)
	}
}

// day reads a day, zero if it is none.
func (m *made) day(field string) civil.Date {
	text := m.Said[field]
	if text == "" {
		return 0
	}
	if w, ok := civil.Read(text); ok && len(w.Days()) == 1 {
		return w.Days()[0]
	}
	m.wrong(field, "day", explain.Data{"text": text})
	return 0
}

// players makes the entries.
func (m *made) players(s *report.Section, all []entrant) {
	if len(all) < 2 {
		m.lacks("players", playerAt(len(all)+1))
	}
	first := map[string]int{}
	for i := range all {
		w, number := &all[i], i+1
		s.Players = append(s.Players, report.Player{StartNumber: number, ID: w.ID, Name: w.Name})
		if w.Is != nil {
			s.Players[i].NameLocal = w.Is.NameLocal
		}
		switch before := first[w.key()]; {
		case m.Players[i] == "":
			m.wrong(playerAt(number), "nobody", explain.Data{"number": strconv.Itoa(number)})
		case before != 0:
			m.wrong(playerAt(number), "twice", explain.Data{"player": m.name(number), "number": strconv.Itoa(before)})
		default:
			first[w.key()] = number
		}
	}
}

// key returns by what a player is told from others: the ID, else the name.
func (w *entrant) key() string { return cmp.Or(w.ID, report.FoldName(w.Name)) }

// name returns a player as the page calls them.
func (m *made) name(number int) string {
	p := &m.Report.Sections[0].Players[number-1]
	return cmp.Or(p.Name, p.ID, strconv.Itoa(number))
}

// cell returns what two cells say of a game, as the player of the row sees it. Why is the key of what is wrong, and at is
// where; not written: both are empty.
func (t *typed) cell(at [2]int) (o outcome, why string, where [2]int, written bool) {
	across := [2]int{at[1], at[0]}
	own, theirs := t.Cells[at], t.Cells[across]
	if own == "" && theirs == "" {
		return o, "", at, false
	}
	if own != "" {
		if o, why = readOutcome(own); why != "" {
			return o, why, at, true
		}
	}
	if theirs == "" {
		return o, "", at, true
	}
	other, why := readOutcome(theirs)
	if why != "" {
		return o, why, across, true
	}
	if own == "" {
		return other.other(), "", at, true
	}
	o, agree := o.agreed(other)
	if !agree {
		return o, "contradiction", at, true
	}
	return o, "", at, true
}

// cells makes the games of a crosstable.
func (m *made) cells(s *report.Section) {
	m.Report.System = report.RoundRobin
	n := len(s.Players)
	s.NoRounds = m.Said["order"] == noRounds
	if !s.NoRounds && n > 0 {
		s.Rounds = n + n%2 - 1
	}
	for i := 1; i <= n; i++ {
		for j := i + 1; j <= n; j++ {
			m.pairing(s, i, j)
		}
		if n%2 == 1 && !s.NoRounds { // who has the place beside them rests
			round, _, _ := seats(n, i, n+1)
			s.Byes = append(s.Byes, report.Bye{Round: round, Player: i, Kind: report.ZeroBye})
		}
	}
}

// pairing adds what two players of a crosstable have played.
func (m *made) pairing(s *report.Section, i, j int) {
	o, why, at, written := m.cell([2]int{i, j})
	if !written {
		m.Empty++
		return
	}
	if why != "" {
		values := explain.Data{"one": m.name(at[0]), "other": m.name(at[1]), "text": m.Cells[at], "across": m.Cells[[2]int{at[1], at[0]}]}
		m.wrong(cellAt(at), why, values)
		if why == "contradiction" {
			m.marked[cellAt([2]int{at[1], at[0]})] = true
		}
		return
	}
	round, white, black := seats(len(s.Players), i, j)
	switch {
	case s.NoRounds && !o.Absent:
		s.Games = append(s.Games, report.Game{Round: i + j - 2, White: i, Black: j, Result: o.Result, NoColour: true}) // Reading G16
	case s.NoRounds:
	case o.Absent:
		s.Byes = append(s.Byes, report.Bye{Round: round, Player: i, Kind: report.ZeroBye}, report.Bye{Round: round, Player: j, Kind: report.ZeroBye})
	default:
		if white == j {
			o = o.other()
		}
		s.Games = append(s.Games, report.Game{Round: round, White: white, Black: black, Result: o.Result})
	}
}

// boards makes the games of the rounds.
func (m *made) boards(s *report.Section) {
	m.Report.System, _ = report.ParseSystem(m.Said["system"]) // none: Swiss
	s.Rounds = m.rounds()
	for _, at := range m.order() {
		b := m.Boards[at]
		if b == (typedBoard{}) {
			continue
		}
		values := explain.Data{"round": strconv.Itoa(at[0]), "board": strconv.Itoa(at[1]), "text": b.Result}
		white, black := m.seat(b.White), m.seat(b.Black)
		o, why := readOutcome(b.Result)
		kind, byes := o.bye()
		switch {
		case white == 0:
			m.wrong(boardAt("w", at), "no-white", values)
		case white == black:
			m.wrong(boardAt("b", at), "against-self", values)
		case b.Result == "":
			m.Lacks = append(m.Lacks, wrong{boardAt("r", at), "no-result", values})
		case why != "":
			m.wrong(boardAt("r", at), "board-"+why, values)
		case black == 0 && !byes:
			m.wrong(boardAt("r", at), "alone", values)
		case m.busy(s, at, boardAt("w", at), white) || m.busy(s, at, boardAt("b", at), black):
		case black == 0:
			s.Byes = append(s.Byes, report.Bye{Round: at[0], Player: white, Kind: kind})
		case o.Absent:
			s.Byes = append(s.Byes, report.Bye{Round: at[0], Player: white, Kind: report.ZeroBye}, report.Bye{Round: at[0], Player: black, Kind: report.ZeroBye})
		default:
			s.Games = append(s.Games, report.Game{Round: at[0], White: white, Black: black, Result: o.Result})
		}
	}
}

// order returns the boards in the order of their rounds.
func (t *typed) order() [][2]int {
	var all [][2]int
	for at := range t.Boards {
		all = append(all, at)
	}
	slices.SortFunc(all, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return all
}

// seat returns the start number that was chosen at a board, zero if none was.
func (t *typed) seat(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > len(t.Players) {
		return 0
	}
	return n
}

// busy reports whether a player sits at an earlier board of the round, too, and says so.
func (m *made) busy(s *report.Section, at [2]int, field string, player int) bool {
	taken := player != 0 && (slices.ContainsFunc(s.Games, func(g report.Game) bool { return g.Round == at[0] && (g.White == player || g.Black == player) }) ||
		slices.ContainsFunc(s.Byes, func(b report.Bye) bool { return b.Round == at[0] && b.Player == player }))
	if taken {
		m.wrong(field, "busy", explain.Data{"round": strconv.Itoa(at[0]), "board": strconv.Itoa(at[1]), "player": m.name(player)})
	}
	return taken
}
