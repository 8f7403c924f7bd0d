package specimen

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// eachGame calls each for the games that were played, with both players.
func eachGame(r *report.Report, each func(g *report.Game, white, black *report.Player)) {
	s := &r.Sections[0]
	at := map[int]*report.Player{}
	for i := range s.Players {
		at[s.Players[i].StartNumber] = &s.Players[i]
	}
	for i := range s.Games {
		if g := &s.Games[i]; g.Result.Played() {
			each(g, at[g.White], at[g.Black])
		}
	}
}

// day returns the day of a game: the first of the event, if it has none of its own.
func day(r *report.Report, g *report.Game) string {
	if g.Date != 0 {
		return g.Date.String()
	}
	return r.Start.String()
}

// PGN returns the tags of the games. It has no byes and forfeits.
func PGN(r *report.Report) []byte { return pgn(r, func(string, *report.Player) string { return "" }) }

// Broadcast returns PGN with ratings and FIDE IDs.
func Broadcast(r *report.Report) []byte {
	return pgn(r, func(colour string, p *report.Player) string {
		return fmt.Sprintf("[%sElo \"%d\"]\n[%sFideId \"%s\"]\n", colour, int(p.Rating), colour, p.FideID)
	})
}

// pgn returns PGN with further tags of each player.
func pgn(r *report.Report, more func(colour string, p *report.Player) string) []byte {
	var b strings.Builder
	eachGame(r, func(g *report.Game, white, black *report.Player) {
		fmt.Fprintf(&b, "[Event \"%s\"]\n[Site \"Minato\"]\n[Date \"%s\"]\n[Round \"%d\"]\n[White \"%s\"]\n[Black \"%s\"]\n[Result \"%s\"]\n%s%s\n%s\n\n",
			r.Name, strings.ReplaceAll(day(r, g), "-", "."), g.Round, white.Name, black.Name, g.Result, more("White", white), more("Black", black), g.Result)
	})
	return []byte(b.String())
}

// Database returns the game table of the Japanese results database.
func Database(r *report.Report) []byte {
	var b strings.Builder
	b.WriteString("White Point,White ID,White Name,White Kanji,White K,White Rating,Black ID,Black Name,Black Kanji,Black K,Black Rating,Date,Time,Source,PGN Moves,Round,White Change,Black Change\n")
	points := map[report.Result]string{report.WhiteWon: "1", report.Drawn: "0.5", report.BlackWon: "0"}
	kind := map[rating.Kind]string{rating.Rapid: "RP"}[r.Type]
	if kind == "" {
		kind = "ST"
	}
	side := func(p *report.Player) string {
		return fmt.Sprintf("%s,%s,%s,20,%d", p.ID, strings.ReplaceAll(p.Name, ",", ""), p.NameLocal, p.Rating)
	}
	eachGame(r, func(g *report.Game, white, black *report.Player) {
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s,%s,,%d,0,0\n", points[g.Result], side(white), side(black), day(r, g), kind, r.Name, g.Round)
	})
	return []byte(b.String())
}

// Games returns a plain table of the games.
func Games(r *report.Report) Sheet {
	rows := [][]string{{"Round", "Date", "White ID", "White", "Result", "Black ID", "Black"}}
	eachGame(r, func(g *report.Game, white, black *report.Player) {
		rows = append(rows, []string{fmt.Sprint(g.Round), day(r, g), white.ID, white.Name, g.Result.String(), black.ID, black.Name})
	})
	return Sheet{"Games", rows}
}

// Results returns the plainest table of the games: who had White, the result, and who
// had Black.
func Results(r *report.Report) Sheet {
	rows := [][]string{{"White", "Result", "Black"}}
	eachGame(r, func(g *report.Game, white, black *report.Player) {
		rows = append(rows, []string{white.Name, g.Result.String(), black.Name})
	})
	return Sheet{"Results", rows}
}
