// Package specimen writes reports as other programs write them, for tests and samples:
// the lists and pages of Chess-Results and the XML that is uploaded to it, the files of
// SwissPerfect, PGN, tables of games. What it writes is invented by this project.
package specimen

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report"
)

// Sheet is a table with a name.
type Sheet struct {
	Name string
	Rows [][]string
}

// Language is how Chess-Results writes in a language.
type Language struct {
	No, Rank, Name, Fed, Rating, FideID, Club, Points, Rounds, Board, White, Black, Result string
	Round                                                                                  func(n int) string // column of a round
	Caption                                                                                func(n int, day string) string
	ColourBlack                                                                            string
	Comma                                                                                  bool // in numbers
	Bye, NotPaired                                                                         string
}

// Languages are those in which pages are tested.
var Languages = map[string]Language{
	"en": {"No.", "Rk.", "Name", "FED", "Rtg", "FideID", "Club/City", "Pts. ", "Number of rounds", "Bo.", "White", "Black", "Result",
		func(n int) string { return fmt.Sprintf("%d.Rd", n) }, func(n int, day string) string { return fmt.Sprintf("Round %d on %s at 10:00", n, day) }, "b", false, "bye", "not paired"},
	"de": {"Nr.", "Rg.", "Name", "Land", "Elo", "FideID", "Verein/Ort", "Pkt. ", "Rundenanzahl", "Br.", "Weiß", "Schwarz", "Ergebnis",
		func(n int) string { return fmt.Sprintf("%d.Rd", n) }, func(n int, day string) string { return fmt.Sprintf("Runde %d am %s um 10:00 Uhr", n, day) }, "s", true, "spielfrei", "nicht ausgelost"},
	"ja": {"番号", "順位", "氏名", "国", "レーティング", "FideID", "クラブ", "得点", "ラウンド数", "ボード", "白", "黒", "結果",
		func(n int) string { return fmt.Sprintf("第%dラウンド", n) }, func(n int, day string) string { return fmt.Sprintf("第%dラウンド %s 10:00", n, day) }, "b", false, "不戦勝", "不参加"},
}

// points writes points.
func (l *Language) points(p *report.Player) string {
	if p.Points == nil {
		return ""
	}
	text := strings.TrimSuffix(p.Points.String(), ".0")
	if l.Comma {
		text = strings.ReplaceAll(text, ".", ",")
	}
	return text
}

// above is what stands above each list.
func above(r *report.Report, title string) [][]string {
	return [][]string{{"From the Tournament-Database of Chess-Results https://chess-results.com"}, {r.Name}, {"Last update 10.03.2026 18:17:32"}, {title}}
}

// StartingList returns the starting list.
func StartingList(r *report.Report, l Language) Sheet {
	rows := append(above(r, "Starting rank"), []string{l.No, "", l.Name, "ID", l.FideID, l.Fed, l.Rating, l.Club})
	s := &r.Sections[0]
	for _, i := range s.ByStartNumber() {
		p := &s.Players[i]
		rows = append(rows, []string{fmt.Sprint(p.StartNumber), p.Title, p.Name, p.ID, cmp.Or(p.FideID, "0"), p.Federation, fmt.Sprint(int(p.Rating)), p.Club})
	}
	return Sheet{"Starting rank", rows}
}

// Crosstable returns the crosstable, by rank or by start number.
func Crosstable(r *report.Report, l Language, byRank bool) Sheet {
	s := &r.Sections[0]
	players := slices.Clone(s.Players)
	number, first := func(p *report.Player) int { return p.StartNumber }, l.No
	if byRank {
		number, first = func(p *report.Player) int { return p.Rank }, l.Rank
	}
	slices.SortFunc(players, func(a, b report.Player) int { return cmp.Compare(number(&a), number(&b)) })
	header := []string{first, "", l.Name, l.Rating, l.Fed}
	for round := 1; round <= s.PlannedRounds(); round++ {
		header = append(header, l.Round(round))
	}
	rows := append(above(r, "Final Ranking crosstable"), append(header, l.Points, "TB1", "TB2"))
	at := map[int]*report.Player{}
	for i := range s.Players {
		at[s.Players[i].StartNumber] = &s.Players[i]
	}
	for i := range players {
		p := &players[i]
		row := []string{fmt.Sprint(number(p)), p.Title, p.Name, fmt.Sprint(int(p.Rating)), p.Federation}
		for round := 1; round <= s.PlannedRounds(); round++ {
			row = append(row, l.cell(s, p.StartNumber, round, func(start int) int { return number(at[start]) }))
		}
		rows = append(rows, append(row, l.points(p), "0", "0"))
	}
	rows = append(rows, nil, []string{"Annotation:"}, []string{"Tie Break1: Direct Encounter"})
	return Sheet{"Crosstable", rows}
}

// signs are the results of White and Black.
var signs = map[report.Result][2]string{
	report.WhiteWon: {"1", "0"}, report.Drawn: {"½", "½"}, report.BlackWon: {"0", "1"},
	report.WhiteByForfeit: {"+", "-"}, report.BlackByForfeit: {"-", "+"}, report.DoubleForfeit: {"-", "-"},
}

// worth is what byes are worth.
var worth = map[report.ByeKind]string{report.PairingBye: "1", report.FullBye: "1", report.HalfBye: "½", report.ZeroBye: "0", report.DefaultWin: "+", report.DefaultLoss: "-"}

// cell returns the round of a player.
func (l *Language) cell(s *report.Section, start, round int, number func(int) int) string {
	for _, g := range s.Games {
		switch {
		case g.Round != round:
		case g.White == start:
			return fmt.Sprintf(" %dw%s", number(g.Black), signs[g.Result][0])
		case g.Black == start:
			return fmt.Sprintf(" %d%s%s", number(g.White), l.ColourBlack, signs[g.Result][1])
		}
	}
	for _, b := range s.Byes {
		if b.Round == round && b.Player == start {
			return " -" + worth[b.Kind]
		}
	}
	return ""
}

// Pairings returns the pairings of all rounds, one below the other.
func Pairings(r *report.Report, l Language) Sheet {
	s := &r.Sections[0]
	at := map[int]*report.Player{}
	for i := range s.Players {
		at[s.Players[i].StartNumber] = &s.Players[i]
	}
	rows := above(r, "Pairings")
	for round := 1; round <= s.PlannedRounds(); round++ {
		rows = append(rows, []string{l.Caption(round, "07.03.2026")}, []string{l.Board, l.No, "", l.White, l.Rating, "Pts.", l.Result, "Pts.", "", l.Black, l.Rating, l.No})
		board := 0
		side := func(n int) []string {
			return []string{fmt.Sprint(n), "", at[n].Name, fmt.Sprint(int(at[n].Rating)), "0"}
		}
		for _, g := range s.Games {
			if g.Round == round {
				board++
				row := append([]string{fmt.Sprint(board)}, side(g.White)...)
				row = append(row, signs[g.Result][0]+" - "+signs[g.Result][1], "0", "", at[g.Black].Name, fmt.Sprint(int(at[g.Black].Rating)), fmt.Sprint(g.Black))
				rows = append(rows, row)
			}
		}
		for _, b := range s.Byes {
			if b.Round == round {
				board++
				word := l.NotPaired
				if b.Kind == report.PairingBye {
					word = l.Bye
				}
				rows = append(rows, append(append([]string{fmt.Sprint(board)}, side(b.Player)...), worth[b.Kind], "", "", word, "", ""))
			}
		}
		rows = append(rows, nil)
	}
	return Sheet{"Pairings", rows}
}

// Round returns the pairings of one round, with the numbers of the players or without.
func Round(r *report.Report, l Language, round int, numbers bool) Sheet {
	rows := Pairings(r, l).Rows[len(above(r, "")):]
	at := slices.IndexFunc(rows, func(row []string) bool { return len(row) == 1 && row[0] == l.Caption(round, "07.03.2026") })
	rows = rows[at:]
	rows = rows[:slices.IndexFunc(rows, func(row []string) bool { return len(row) == 0 })]
	for i, row := range rows {
		if row = slices.Clone(row); !numbers && len(row) > 1 {
			if row[1] = ""; i > 1 {
				row[len(row)-1] = ""
			}
		}
		rows[i] = row
	}
	return Sheet{"Pairings/Results", append(above(r, "Pairings/Results"), rows...)}
}

// Card returns the card of a player.
func Card(r *report.Report, l Language, start int) Sheet {
	s := &r.Sections[0]
	name := map[int]string{}
	for _, p := range s.Players {
		name[p.StartNumber] = p.Name
	}
	rows := append(above(r, "Player info"), []string{"Name", name[start]}, []string{"Starting rank", fmt.Sprint(start)}, []string{"Rd.", "Bo.", "SNo", "", l.Name, l.Rating, "Res."})
	for round := 1; round <= s.PlannedRounds(); round++ {
		for _, g := range s.Games {
			opponent, colour, result := g.Black, "w", signs[g.Result][0]
			if g.Black == start {
				opponent, colour, result = g.White, l.ColourBlack, signs[g.Result][1]
			} else if g.White != start {
				continue
			}
			if !g.Result.Played() {
				result = map[string]string{"+": "1K", "-": "0K"}[result]
			}
			if g.Round == round {
				rows = append(rows, []string{fmt.Sprint(round), "1", fmt.Sprint(opponent), "", name[opponent], "1500", colour + " " + result})
			}
		}
		for _, b := range s.Byes {
			word := l.NotPaired
			if b.Kind == report.PairingBye {
				word = l.Bye
			}
			if b.Round == round && b.Player == start {
				rows = append(rows, []string{fmt.Sprint(round), "-", "-", "", word, "", worth[b.Kind]})
			}
		}
	}
	return Sheet{"Player info", rows}
}

// RoundRobin returns the crosstable with a column for each opponent. Of several games of two
// players their results stand in one cell.
func RoundRobin(r *report.Report, l Language) Sheet {
	s := &r.Sections[0]
	header := []string{l.No, "", l.Name, l.Rating}
	for i := range s.Players {
		header = append(header, fmt.Sprint(i+1))
	}
	rows := append(above(r, "Starting rank crosstable"), append(header, l.Points, l.Rank))
	for i := range s.Players {
		p := &s.Players[i]
		row := []string{fmt.Sprint(p.StartNumber), p.Title, p.Name, fmt.Sprint(int(p.Rating))}
		for j := range s.Players {
			cell := ""
			for _, g := range s.Games {
				switch other := s.Players[j].StartNumber; {
				case g.White == p.StartNumber && g.Black == other:
					cell += signs[g.Result][0]
				case g.Black == p.StartNumber && g.White == other:
					cell += signs[g.Result][1]
				}
			}
			if i == j {
				cell = "*"
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, l.points(p), fmt.Sprint(p.Rank)))
	}
	return Sheet{"Starting rank crosstable", rows}
}

// WithoutPoints returns a crosstable whose points are its first tie-break.
func WithoutPoints(s Sheet, l Language) Sheet {
	rows := slices.Clone(s.Rows)
	at := -1
	for i, row := range rows {
		if n := slices.Index(row, l.Points); n >= 0 {
			at = n
		}
		if at < 0 || len(row) <= at+1 {
			continue
		}
		rows[i] = slices.Clone(row)
		if n := slices.Index(row, l.Points); n < 0 {
			rows[i][at+1] = row[at]
		}
		rows[i] = slices.Delete(rows[i], at, at+1)
	}
	return Sheet{s.Name, rows}
}

// Ranking returns the ranking, with ranks and start numbers.
func Ranking(r *report.Report, l Language) Sheet {
	s := &r.Sections[0]
	players := slices.Clone(s.Players)
	slices.SortFunc(players, func(a, b report.Player) int { return cmp.Compare(a.Rank, b.Rank) })
	rows := append(above(r, "Final Ranking"), []string{l.Rank, cmp.Or(map[string]string{"No.": "SNo", "Nr.": "Snr"}[l.No], l.No), "", l.Name, l.Fed, l.Rating, l.Club, l.Points, "TB1"})
	for i := range players {
		p := &players[i]
		rows = append(rows, []string{fmt.Sprint(p.Rank), fmt.Sprint(p.StartNumber), p.Title, p.Name, p.Federation, fmt.Sprint(int(p.Rating)), p.Club, l.points(p), "0"})
	}
	return Sheet{"Ranking", rows}
}

// XLSX returns sheets as a workbook: numbers as numbers.
func XLSX(sheets ...Sheet) ([]byte, error) {
	f := excelize.NewFile()
	for i, s := range sheets {
		if i == 0 {
			if err := f.SetSheetName("Sheet1", s.Name); err != nil {
				return nil, err
			}
		} else if _, err := f.NewSheet(s.Name); err != nil {
			return nil, err
		}
		for line, row := range s.Rows {
			for column, text := range row {
				at, err := excelize.CoordinatesToCellName(column+1, line+1)
				if err != nil {
					return nil, err
				}
				var value any = text
				if n, err := strconv.Atoi(text); err == nil && strconv.Itoa(n) == text {
					value = n
				}
				if err := f.SetCellValue(s.Name, at, value); err != nil {
					return nil, err
				}
			}
		}
	}
	var out bytes.Buffer
	err := f.Write(&out)
	return out.Bytes(), err
}

// CSV returns a sheet as CSV.
func CSV(s Sheet) ([]byte, error) {
	var out bytes.Buffer
	w := sheet.NewWriter(&out)
	for _, row := range s.Rows {
		if err := w.Write(row); err != nil {
			return nil, err
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// HTML returns sheets as a page of the site that a browser has saved: all in one outer table, of
// which a cell holds the headings and the tables, with links to other events, and elements that
// are not closed.
func HTML(r *report.Report, sheets ...Sheet) []byte {
	var b strings.Builder
	name := html.EscapeString(r.Name)
	day := func(d fmt.Stringer) string { return strings.ReplaceAll(d.String(), "-", "/") }
	fmt.Fprintf(&b, `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Chess-Results Server Chess-results.com - %s</title><script>var x = "<table>";</script></head><body>
<form name="form1" method="post" action="./tnr1234567.aspx?lan=1&amp;art=4&amp;SNode=S0" id="form1"><input type="hidden" name="x" value="y">
<table id="kopfvisible" class="daten"><tr><td class="CR0"><div id="kopf"><div id="Div1"><table id="Table3"><tr><td><img src="a.png" alt="">Chess-results.com</td><td></td></tr></table></div></td></tr>
<tr><td class="CR0"><div id="menu0"><div id="l_user" class="userinfo">Logged on: Gast</div><div id="l_uinfo" class="userinfo">Servertime 10.03.2026 20:00:01</div></td></tr>
<tr><td class="CR0"><div id="menu0L"><a href="l.aspx">Login</a> <a href="x">Arabic</a> <a href="x">ARM</a> <a href="x">ENG</a></div></td></tr>
<tr><td class="CR0"><div id="menu1"><a href="d.aspx">Home</a> <a href="d.aspx">Tournament-Database</a></div></td></tr>
<tr><td class="CR0"><div id="P_ImpMessage" class="info"></div></td></tr>
<tr><td class="CR0"><div><table id="datenxx"><tr><td class="CR0grau"><div id="F7"><div id="P1_Panel_Grid">
<div class="defaultDialogMsg"><h3>Note: to reduce the load on the server, links for older tournaments are shown on request</h3><p class="CRsmall">Show</p></div>
<div class="defaultDialog"><h2>%s</h2><p class="CRsmall">Last update 10.03.2026 18:17:32, Creator/Last Upload: somebody</p>
<table><tr><td class="CR">Tournament selection</td><td class="CR"><a href="tnr1234568.aspx">%s B</a>, <a href="tnr1234569.aspx">%s C</a></td></tr>
<tr><td class="CR">Organizer(s)</td><td class="CR">%s</td></tr><tr><td class="CR">Number of rounds</td><td class="CR">%d</td></tr>
<tr><td class="CR">Date</td><td class="CR">%s to %s</td></tr></table></div>
<div class="defaultDialog"><table><tr><td>Search for player</td><td><input type="text"></td><td>Search</td></tr></table></div>
`, name, name, name, name, html.EscapeString(r.Organizer), r.Sections[0].PlannedRounds(), day(r.Start), day(r.End))
	for _, s := range sheets {
		fmt.Fprintf(&b, "<div class=\"defaultDialog\"><h2>%s</h2>\n", html.EscapeString(s.Name))
		if s.Name != "Pairings/Results" { // whose round comes first
			b.WriteString("<table class=\"CRs1\">\n")
		}
		rows, below := s.Rows[len(above(r, "")):], false
		for i, row := range rows {
			switch {
			case s.Name == "Pairings/Results" && i == 0: // the round
				fmt.Fprintf(&b, "<h3>%s</h3>\n<table class=\"CRs1\">\n", html.EscapeString(strings.Join(row, " ")))
			case len(row) == 0:
			case len(row) == 1 && !strings.ContainsAny(row[0], "0123456789") || below: // the legend
				if !below {
					b.WriteString("</table>\n")
				}
				below = true
				fmt.Fprintf(&b, "<p class=\"CR\">%s<br></p>\n", html.EscapeString(row[0]))
			case len(row) == 1:
				fmt.Fprintf(&b, "<tr><td class=\"none\" colspan=\"12\">%s</td></tr>\n", html.EscapeString(row[0]))
			default:
				b.WriteString("<tr class=\"CRg1\">")
				for _, text := range row {
					fmt.Fprintf(&b, "<td class=\"CRc\">%s</td>", strings.ReplaceAll(html.EscapeString(text), " ", "&nbsp;"))
				}
				b.WriteString("</tr>\n")
			}
		}
		if !below {
			b.WriteString("</table>\n")
		}
		b.WriteString("</div>\n")
	}
	b.WriteString("</div></div></td><td class=\"CR0grau\"><table><tr><td>Advertisement</td></tr><tr><td>Clocks and boards</td></tr></table></td></tr></table></div></td></tr>\n" +
		"<tr><td class=\"CR0\"><div id=\"fuss\">Chess-Tournament-Results-Server, Version 10.03.2026, Legal details</div></td></tr></table></form></body></html>\n")
	return []byte(b.String())
}

// Page returns a sheet as a page of another site.
func Page(s Sheet) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Results</title></head><body><h1>%s</h1><table>\n", html.EscapeString(s.Name))
	for _, row := range s.Rows {
		b.WriteString("<tr>")
		for _, text := range row {
			fmt.Fprintf(&b, "<td>%s</td>", html.EscapeString(text))
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</table></body></html>\n")
	return []byte(b.String())
}
