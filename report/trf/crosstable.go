package trf

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
)

func (w *writer) players() {
	rounds := w.cells()
	for i := range w.s.Players {
		p := &w.s.Players[i]
		line := newLine("001")
		line.right(colStart, strconv.Itoa(p.StartNumber))
		line.left(colSex, p.Sex)
		line.right(colTitle, report.StrictTitle(p.Title))
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

// number returns the FIDE number, or the national ID that some clubs write in
// its column.
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

// resultCodes are White's and Black's codes of a result; the second row is for
// games that count for points only.
var resultCodes = [2][6][2]string{
	{{"0", "1"}, {"=", "="}, {"1", "0"}, {"+", "-"}, {"-", "+"}, {"-", "-"}},
	{{"L", "W"}, {"D", "D"}, {"W", "L"}, {"+", "-"}, {"-", "+"}, {"-", "-"}},
}

var byeCodes = [...]string{
	report.ZeroBye: "Z", report.HalfBye: "H", report.FullBye: "F", report.PairingBye: "U",
	report.DefaultWin: "+", report.DefaultLoss: "-",
}

// cells returns the rounds of each player in the form of the file.
func (w *writer) cells() [][]string {
	rounds, planned := make([][]string, len(w.s.Players)), w.plannedRounds()
	for i := range rounds {
		rounds[i] = make([]string, planned)
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
