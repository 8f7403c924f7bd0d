package file_test

import (
	"archive/zip"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// player returns a change of a player of the only section.
func player(start int, change func(*report.Player)) func(*report.Report) {
	return func(r *report.Report) { change(&r.Sections[0].Players[start-1]) }
}

// paired returns a change of the last games: they are paired so.
func paired(all ...[2]int) func(*report.Report) {
	return func(r *report.Report) {
		games := r.Sections[0].Games
		games = games[len(games)-len(all):]
		for i, g := range all {
			games[i].White, games[i].Black = g[0], g[1]
		}
		report.FillPoints(r)
	}
}

// instead returns a change of a text.
func instead(old, with string) func(string) string {
	return func(text string) string { return strings.Replace(text, old, with, 1) }
}

// inFiles returns a change of a text in the files of a ZIP.
func inFiles(old, with string) func(string) string {
	return func(packed string) string {
		in, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
		if err != nil {
			return packed
		}
		files := map[string][]byte{}
		for _, f := range in.File {
			r, err := f.Open()
			if err != nil {
				return packed
			}
			part, err := io.ReadAll(r)
			if err != nil {
				return packed
			}
			files[f.Name] = []byte(strings.Replace(string(part), old, with, 1))
		}
		data, err := specimen.ZIP(files)
		if err != nil {
			return packed
		}
		return string(data)
	}
}

// inWorkbook returns a change of a cell of a workbook.
func inWorkbook(old, with string) func(string) string {
	return func(packed string) string {
		f, err := excelize.OpenReader(strings.NewReader(packed))
		if err != nil {
			return packed
		}
		for _, sheet := range f.GetSheetList() {
			found, err := f.SearchSheet(sheet, old)
			if err != nil || len(found) > 0 && f.SetCellValue(sheet, found[0], with) != nil {
				return packed
			}
		}
		out, err := f.WriteToBuffer()
		if err != nil {
			return packed
		}
		return out.String()
	}
}

// cells returns a change of the cells of sheets that say something.
func cells(old, with string) func(...specimen.Sheet) []specimen.Sheet {
	return func(all ...specimen.Sheet) []specimen.Sheet {
		for i := range all {
			for _, row := range all[i].Rows {
				for j := range row {
					if strings.TrimSpace(row[j]) == old {
						row[j] = with
					}
				}
			}
		}
		return all
	}
}

// These reasons are those of formats have in common.
const (
	noPlace    = "no place for it"
	oneSection = "one section"
	noIDs      = "no IDs"
	onlyGames  = "has games alone"
	noGames    = "a list of games without one is no file of it"
)

// unplayed has no game, and the points that the players have.
func unplayed(r *report.Report) { r.Sections[0].Games = nil }

// faults are the rows of the table.
func faults() []fault {
	return []fault{
		{
			name:   "a person who is none: BYE, spielfrei, 不戦勝",
			change: player(6, func(p *report.Player) { p.Name, p.ID, p.FideID, p.Rating = "BYE", "", "", 0 }),
			cells:  map[string]string{"": "nobody"},
		},
		{
			name:   "an ID used twice",
			change: player(2, func(p *report.Player) { p.ID, p.FideID = "12345600", "90000011" }),
			cells: map[string]string{
				"": "id-repeated", "crosstable": noIDs, "games": "list-id-of-two", "database": "list-id-of-two", "pgn": "list-id-of-two",
			},
		},
		{
			name: "one person under two numbers",
			change: player(4, func(p *report.Player) {
				p.Name, p.ID, p.FideID, p.Birth = "Adams, Ann", "", "", civil.BirthIn(1980)
			}),
			cells: map[string]string{"": "name-repeated", "pairings": "name-repeated", "games": "game-against-himself", "database": "game-against-himself", "pgn": "game-against-himself"},
		},
		{
			name:   "a pairing twice",
			change: paired([2]int{1, 2}, [2]int{5, 4}, [2]int{3, 6}),
			cells:  map[string]string{"": "pairing-twice"},
		},
		{
			name: "a player twice in a round", change: paired([2]int{3, 1}), cells: map[string]string{"": "two-opponents"},
		},
		{
			name: "a player against themselves", change: paired([2]int{3, 3}), cells: map[string]string{"": "game-against-himself"},
		},
		{
			name: "results that contradict each other",
			change: func(r *report.Report) {
				s := &r.Sections[0]
				again := s.Games[0]
				again.Result = report.Drawn
				s.Games = append(s.Games, again)
			},
			bytes:  map[string]func(string) string{"trf16": instead("   2 w 1", "   2 w ="), "trf26": instead("   2 w 1", "   2 w =")},
			sheets: cells("2w1", "2w½"),
			cells:  map[string]string{"": "sides-disagree"},
		},
		{
			name:   "points that do not add up",
			change: player(1, func(p *report.Player) { *p.Points += 2 }),
			cells:  map[string]string{"": "points-differ", "swissperfect": "points are not stated", "template": "points-differ", "games": onlyGames, "database": onlyGames, "pgn": onlyGames},
		},
		{
			name: "a round in the middle missing for everybody",
			change: func(r *report.Report) {
				s := &r.Sections[0]
				s.Games = append(s.Games[:3:3], s.Games[6:]...)
				report.FillPoints(r)
			},
			cells: map[string]string{"": "rounds-unplayed"},
		},
		{
			name:   "a ranking: points, and no game",
			change: unplayed,
			cells: map[string]string{
				"": "section-without-games", "chess-results-xml": "points are not stated", "swissperfect": "points are not stated",
				"games": onlyGames, "database": onlyGames, "pgn": onlyGames,
			},
		},
		{
			name: "a list of players of whom nobody has played",
			change: func(r *report.Report) {
				unplayed(r)
				for i := range r.Sections[0].Players {
					r.Sections[0].Players[i].Points = nil
				}
			},
			cells: map[string]string{"": "section-without-games", "games": noGames, "database": noGames, "pgn": noGames},
		},
		{
			name:   "a rating that cannot be",
			change: player(1, func(p *report.Player) { p.Rating = 5000 }),
			cells: map[string]string{
				"": "table-cell-impossible", "json": "value-impossible", "trf16": "rating-impossible", "trf26": "rating-impossible", "chess-results-xml": "value-impossible",
				"swissperfect": "value-impossible", "games": noPlace, "pgn": "cell-impossible",
			},
		},
		{
			name:   "a rating below the floor of the text",
			change: player(1, func(p *report.Player) { p.Rating = 586 }),
			cells:  map[string]string{"": "rating-below-floor", "games": noPlace},
		},
		{
			name: "letters behind a rating: 1900P",
			bytes: map[string]func(string) string{
				"json": instead(`"rating": 1900`, `"rating": "1900P"`), "trf16": instead("1900 ENG", "1900PENG"), "trf26": instead("1900 ENG", "1900PENG"),
				"chess-results-xml": instead(`rtg="1900"`, `rtg="1900P"`), "template": inWorkbook("1900", "1900P"), "swissperfect": inFiles("1900 ", "1900P"), "database": instead(",1900", ",1900P"), "pgn": instead(`Elo "1900"`, `Elo "1900P"`),
			},
			sheets: cells("1900", "1900P"),
			cells: map[string]string{
				"": "table-cell-impossible", "json": "value-impossible", "trf16": "line-shifted", "trf26": "line-shifted", "chess-results-xml": "value-impossible",
				"swissperfect": "value-impossible", "games": noPlace, "pgn": "cell-impossible",
			},
		},
		{
			name:   "a title that is none",
			change: player(1, func(p *report.Player) { p.Title = "XX" }),
			cells:  map[string]string{"": "each federation has titles of its own, and no rating hangs on them"},
		},
		{
			name:   "a federation that is none",
			change: player(1, func(p *report.Player) { p.Federation = "ND" }),
			cells:  map[string]string{"": "federation-unknown", "games": noPlace, "database": noPlace, "pgn": noPlace, "swissperfect": "what has not three letters is a club's"},
		},
		{
			name:   "a birth that cannot be",
			change: player(1, func(p *report.Player) { p.Birth = civil.BirthIn(1830) }),
			cells:  map[string]string{"": "birth-implausible", "pairings": noPlace, "crosstable": noPlace, "games": noPlace, "database": noPlace, "pgn": noPlace},
		},
		{
			name:   "an event without a name",
			change: func(r *report.Report) { r.Name = "" },
			cells: map[string]string{
				"": "event-unnamed", "games": noPlace, "pairings": "the site has no event without a name", "crosstable": "the site has no event without a name",
			},
		},
		{
			name: "days a year apart",
			change: func(r *report.Report) {
				r.Start -= 365
				for i := range r.Sections[0].Games {
					if g := &r.Sections[0].Games[i]; g.Round == 1 {
						g.Date -= 365
					}
				}
			},
			cells: map[string]string{"": "days-apart", "swissperfect": "no days"},
			pages: true,
		},
		{
			name: "a variant that is not chess",
			bytes: map[string]func(string) string{
				"pgn": instead("[Result ", "[Variant \"Chess960\"]\n[Result "),
			},
			cells: map[string]string{"": "no place for it", "pgn": "pgn-no-chess"},
		},
		{
			name: "a match of 30 rounds with games after it was decided",
			change: func(r *report.Report) {
				s := &r.Sections[0]
				s.Rounds, s.Players, s.Games = 30, s.Players[:2], nil
				for round := 1; round <= s.Rounds; round++ {
					s.Games = append(s.Games, report.Game{Round: round, White: 1, Black: 2, Result: report.WhiteWon, Date: r.Start})
				}
				report.FillPoints(r)
			},
			cells: map[string]string{"": "match-decided"},
		},
		{
			name: "a player in two sections at once",
			change: func(r *report.Report) {
				other := meeting().Sections[0]
				r.Sections[0].Name, other.Name = "A", "B"
				other.Type = rating.Standard
				r.Sections = append(r.Sections, other)
			},
			cells: map[string]string{"": oneSection, "json": "two-sections"},
		},
	}
}
