package gamelist

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// The form of the ICU, in which members report their games of an event elsewhere: lines with a word
// and what it is, and for each member their rounds one by one:
//
//	Event,NAME  Start,DAY  End,DAY  Rounds,N  Website,URL
//	Player,NUMBER,LAST,FIRST
//	ROUND,RESULT,W|B|-,LAST,FIRST,RATING,TITLE,FEDERATION
//	Total,POINTS

// isForm reports whether a table is a form.
func isForm(t *table.Table) bool {
	first := slices.IndexFunc(t.Rows, func(r table.Row) bool { return !r.Blank() })
	return first >= 0 && slices.Contains([]string{"event", "tournament"}, table.Fold(t.Rows[first].Cell(0))) &&
		slices.ContainsFunc(t.Rows, func(r table.Row) bool { return table.Fold(r.Cell(0)) == "player" && r.Cell(2) != "" })
}

// form reads a form.
func (l *sheetList) form(t *table.Table) {
	var member side
	totals, rounds, told := map[string]*rating.Score{}, 0, map[row]bool{}
	for i := range t.Rows {
		r := &t.Rows[i]
		said := t.Spot(r, 1)
		switch word := table.Fold(r.Cell(0)); word {
		case "":
			if !r.Blank() {
				l.Add(t.Refusal("table-cell-missing", r.Line, 0, finding.Text("column", "Round")))
			}
		case "event", "tournament":
			l.report.Name = said.Text
		case "start", "startdate", "date":
			l.report.Start = l.reader.EventDay(said, false)
		case "end", "enddate":
			l.report.End = l.reader.EventDay(said, true)
		case "rounds", "numberofrounds":
			rounds = l.reader.Number(said)
		case "website", "web", "site":
		case "player":
			member = side{id: said.Text, name: r.Cell(2) + ", " + r.Cell(3)}
		case "total":
			points, ok := table.ReadPoints(said.Text)
			if !ok {
				l.Add(said.Impossible("points"))
			}
			totals[member.id] = &points
		default:
			if !l.ownGame(t, r, member, told) {
				return
			}
		}
	}
	l.finish(0)
	for i := range l.report.Sections {
		s := &l.report.Sections[i]
		s.Rounds = rounds
		for j := range s.Players {
			s.Players[j].Points = totals[cmp.Or(s.Players[j].ID, "-")]
		}
	}
}

// ownGame reads a round of a member, and returns false when there is no more room. Told are the games that
// were read, which the other member may tell, too.
func (l *sheetList) ownGame(t *table.Table, at *table.Row, member side, told map[row]bool) bool {
	round, err := strconv.Atoi(at.Cell(0))
	result, known := map[string]report.Result{"1": report.WhiteWon, "=": report.Drawn, "½": report.Drawn, "0.5": report.Drawn, "0": report.BlackWon, "+": report.WhiteByForfeit, "-": report.BlackByForfeit}[at.Cell(1)]
	colour := strings.ToUpper(at.Cell(2))
	r := row{round: round, result: result, white: member, at: table.At(at.Line, 0)}
	switch {
	case err != nil || round < 1 || member.id == "":
		l.Add(t.Spot(at, 0).Impossible("round"))
	case !known:
		l.Add(t.Spot(at, 1).Impossible("result"))
	case colour == "-" && at.Cell(3) == "":
		r.black.name = "bye"
		return l.add(r)
	case colour != "W" && colour != "B":
		l.Add(t.Spot(at, 2).Impossible("colour"))
	case at.Cell(3) == "":
		l.Add(t.Refusal("table-cell-missing", at.Line, 3, finding.Text("column", "Last name")))
	default:
		var p report.Player
		l.reader.Player(t, at, map[string]int{"rating": 5, "title": 6, "federation": 7}, &p)
		r.black = side{name: at.Cell(3) + ", " + at.Cell(4), title: p.Title, rating: p.Rating, federation: p.Federation}
		if colour == "B" {
			r.white, r.black, r.result = r.black, r.white, r.result.Turned()
		}
		game := row{round: r.round, result: r.result, white: side{name: report.FoldName(r.white.name)}, black: side{name: report.FoldName(r.black.name)}}
		if told[game] {
			return true
		}
		told[game] = true
		return l.add(r)
	}
	return !l.Full()
}
