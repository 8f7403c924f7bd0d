package document

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/roster/fidelist"
)

// WriteListFIDE writes a list in the columns of FIDE's lists, with the ratings of its kind.
func WriteListFIDE(to io.Writer, l *ranking.List) error {
	return fidelist.Write(to, l.Publication.InForce, each(l, func(line *rows.Line) fidelist.Row {
		row := fidelist.Row{
			ID: line.ID, Federation: line.Federation, Title: line.Title, Rating: line.Of(l.Kind).Rating,
			Games: line.Of(l.Kind).Played, K: line.Of(l.Kind).NextK, Inactive: !line.Of(l.Kind).Active,
		}
		if !line.Withheld {
			row.Name = line.Name
		}
		return row
	}))
}

// WriteListSwissManager writes a list as the rating list that Swiss-Manager imports, with
// the ratings of its kind. Births and sex are blank: it is for everybody.
func WriteListSwissManager(to io.Writer, l *ranking.List) error {
	w := sheet.NewWriter(to)
	if err := w.Write([]string{"ID_No", "Name", "Title", "Sex", "Fed", "ClubNumber", "ClubName", "Birthday", "Rtg_Nat", "Rtg_Int", "Fide_No", "K"}); err != nil {
		return err
	}
	for line, err := range l.All() {
		if err != nil {
			return err
		}
		rated, k, name := "", "", ""
		if state := line.Of(l.Kind); state.Rating.Rated() {
			rated = state.Rating.String()
		}
		if n := line.Of(l.Kind).NextK; n != 0 {
			k = strconv.Itoa(int(n))
		}
		if !line.Withheld {
			name = line.Name
		}
		err = w.Write([]string{fourDigits(line.ID), name, line.Title, "", line.Federation, "", line.Club, "", rated, "", "", k})
		if err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// fourDigits returns an ID as Swiss-Manager takes it: a number has four digits or more.
func fourDigits(id string) string {
	const least = 4
	if strings.Trim(id, "0123456789") != "" || len(id) >= least {
		return id
	}
	return strings.Repeat("0", least-len(id)) + id
}

// Marked returns a writer of CSV that begins with a byte order mark, without which Excel takes kanji
// for other letters.
func Marked(write func(io.Writer, *ranking.List) error) func(io.Writer, *ranking.List) error {
	return func(w io.Writer, l *ranking.List) error {
		if _, err := io.WriteString(w, "\ufeff"); err != nil {
			return err
		}
		return write(w, l)
	}
}

// mostStarts is the number of players whom a TRF can number.
const mostStarts = 9999

// ErrManyPlayers says that a list has more players than a TRF can number.
var ErrManyPlayers = errors.New("document: too many players for a TRF")

// WriteListTRF writes a list as a TRF of players without games: by the bureau's ID, with the ratings
// of its kind.
func WriteListTRF(w io.Writer, l *ranking.List) error {
	section := report.Section{Type: l.Kind}
	for line, err := range l.All() {
		if err != nil {
			return err
		}
		if len(section.Players) == mostStarts {
			return ErrManyPlayers
		}
		if !line.Withheld {
			section.Players = append(section.Players, report.Player{
				StartNumber: len(section.Players) + 1, ID: line.ID, Name: line.Name, Title: line.Title, Federation: line.Federation, Rating: line.Of(l.Kind).Rating,
			})
		}
	}
	return trf.Write(w, &report.Report{Name: l.Publication.Label + " " + l.Kind.String(), Sections: []report.Section{section}}, 0, trf.TRF16)
}
