package template

import (
	"github.com/arpadchess/arpad/report"
)

// playerRows returns the rows of the starting list.
func playerRows(s *report.Section) (rows [][]string) {
	for _, i := range s.ByStartNumber() {
		p := &s.Players[i]
		points := ""
		if p.Points != nil {
			points = p.Points.String()
		}
		rows = append(rows, []string{
			number(p.StartNumber), p.ID, p.Name, p.NameLocal, p.Sex, p.Title, p.Federation, number(int(p.Rating)), p.FideID, p.Club, points,
		})
	}
	return rows
}

// privateRows returns the rows of births and addresses.
func privateRows(s *report.Section) (rows [][]string) {
	for _, i := range s.ByStartNumber() {
		if p := &s.Players[i]; p.Birth != 0 || p.Email != "" {
			rows = append(rows, []string{number(p.StartNumber), p.Birth.String(), p.Email})
		}
	}
	return rows
}

// byeWords are the words for rounds without an opponent.
var byeWords = map[report.ByeKind]string{
	report.PairingBye: "bye", report.FullBye: "bye 1", report.HalfBye: "bye 1/2", report.ZeroBye: "bye 0", report.DefaultWin: "bye +", report.DefaultLoss: "bye -",
}

// gameRows returns the rows of the games, and of rounds without one.
func gameRows(s *report.Section) (rows [][]string) {
	for i := range s.Games {
		g := &s.Games[i]
		result, colour := g.Result.String(), ""
		if g.Unrated {
			result += " u"
		}
		if g.NoColour {
			colour = "-"
		}
		rows = append(rows, []string{number(g.Round), number(g.White), number(g.Black), result, g.Date.String(), colour})
	}
	for i := range s.Byes {
		b := &s.Byes[i]
		rows = append(rows, []string{number(b.Round), number(b.Player), "", byeWords[b.Kind]})
	}
	return rows
}

// memberRows returns the rows of the members.
func memberRows(members []Member) (rows [][]string) {
	for i := range members {
		row := []string{members[i].ID, members[i].Name, members[i].NameLocal}
		for _, is := range members[i].Ratings {
			row = append(row, number(int(is)))
		}
		rows = append(rows, row)
	}
	return rows
}
