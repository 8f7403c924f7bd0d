package document

import (
	"io"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
)

// WriteGamesCSV writes a player's games as CSV, the oldest first.
func WriteGamesCSV(to io.Writer, g *view.Games) error {
	rows := [][]string{{
		"day", "ref", "event", "section", "type", "list", "round", "colour", "score", "rating", "opponent_id", "opponent", "opponent_local", "opponent_rating", "change",
	}}
	for i := range g.Games {
		game, change := &g.Games[i], ""
		if game.Change != nil {
			change = game.Change.String()
		}
		rows = append(rows, []string{
			game.Day.String(), game.Ref, game.Event, game.Section, game.Kind.String(), game.List, strconv.Itoa(game.Round), string(explain.ColourOf(game.Black)), game.Score.String(),
			ratingCell(game.Rating), game.Opponent, game.OpponentName, game.OpponentLocal, ratingCell(game.OpponentRating), change,
		})
	}
	return sheet.NewWriter(to).WriteAll(rows)
}

// WriteHistoryCSV writes a player's published ratings as CSV, a line for each revision of a
// list, the oldest first.
func WriteHistoryCSV(to io.Writer, h *view.History) error {
	head := []string{"list", "in_force", "revision"}
	for _, kind := range h.About.Lists {
		head = append(head, kind.String(), kind.String()+"_games", kind.String()+"_now")
	}
	rows := [][]string{append(head, "corrections")}
	for i := range h.Lists {
		line := &h.Lists[i]
		if line.Revision == 0 {
			continue
		}
		row := []string{line.Label, line.InForce.String(), strconv.Itoa(line.Revision)}
		for _, kind := range h.About.Lists {
			then := line.Then.Of(kind)
			row = append(row, ratingCell(then.Rating), strconv.Itoa(int(then.Games)), ratingCell(line.Now.Of(kind).Rating))
		}
		rows = append(rows, append(row, strings.Join(line.Corrections, " ")))
	}
	return sheet.NewWriter(to).WriteAll(rows)
}

// ratingCell returns the cell of a rating, empty for none.
func ratingCell(r rating.Rating) string {
	if !r.Rated() {
		return ""
	}
	return r.String()
}
