package document

import (
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster/fidelist"
)

// Page is a part of a published list, sorted and filtered: schema arpad.page/1. It is what
// arpad list prints if it is told to sort, filter or page.
type Page struct {
	Schema   string      `json:"schema"`
	Label    string      `json:"label"`
	Revision int         `json:"revision"`
	Type     rating.Kind `json:"type"`  // that the order and the selection are about
	Total    int         `json:"total"` // players in the selection
	Players  []PageLine  `json:"players"`
}

// PageLine is a player in a page.
type PageLine struct {
	Place    *int        `json:"place"` // by rating among the players of the selection; null: the page is not sorted by rating
	ID       string      `json:"id"`
	Name     string      `json:"name"`       // empty: withheld
	Local    string      `json:"name_local"` // in kanji or the like; empty: unknown, or withheld
	Club     string      `json:"club"`
	Title    string      `json:"title"`    // as FIDE codes it: GM, WIM; empty: none
	Standard *ListRating `json:"standard"` // null: no rating
	Rapid    *ListRating `json:"rapid"`    // null: no rating
	Blitz    *ListRating `json:"blitz"`    // null: no rating
}

// NewPage returns the document of a page.
func NewPage(p *ranking.Page) Page {
	return Page{"arpad.page/1", p.Board.Publication.Label, p.Board.Publication.Revision, p.Kind, p.Total, newPageLines(p.Lines)}
}

func newPageLines(lines []ranking.PageLine) []PageLine {
	all := make([]PageLine, len(lines))
	for i := range lines {
		all[i] = NewPageLine(&lines[i])
	}
	return all
}

// WritePage writes what Write writes of the document of a page, line by line.
func WritePage(to io.Writer, p *ranking.Page) error {
	const first = "    " // before each line
	var out bytes.Buffer
	if err := Write(&out, NewPage(&ranking.Page{Board: p.Board, Kind: p.Kind, Total: p.Total})); err != nil {
		return err
	}
	begin, end, _ := strings.Cut(out.String(), "]\n")
	between := begin + "\n" + first
	for line, err := range p.All() {
		if err != nil {
			return err
		}
		out.Reset()
		out.WriteString(between)
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent(first, "  ")
		if err := encoder.Encode(NewPageLine(line)); err != nil {
			return err
		}
		if _, err := to.Write(out.Bytes()[:out.Len()-1]); err != nil {
			return err
		}
		between, begin = ",\n"+first, "\n  "
	}
	_, err := io.WriteString(to, begin+"]\n"+end)
	return err
}

// NewPageLine returns the document of a line of a page.
func NewPageLine(line *ranking.PageLine) PageLine {
	rated := func(kind rating.Kind) *ListRating {
		change, known := line.Change(kind)
		f := line.Of(kind)
		return newListRating(f.Rating, f.Games, change, known, view.Mark{K: f.K, Qualifies: f.Qualifies})
	}
	d := PageLine{
		Place: orNull(line.Place), ID: line.ID, Club: line.Club, Title: line.Title,
		Standard: rated(rating.Standard), Rapid: rated(rating.Rapid), Blitz: rated(rating.Blitz),
	}
	if !line.Withheld {
		d.Name, d.Local = line.Name, line.NameLocal
	}
	return d
}

// pageColumns returns the names of the columns of a page.
func pageColumns(p *ranking.Page) []string {
	head := []string{"place", "id", "name", "name_local", "club"}
	for _, kind := range p.Board.About.Lists {
		head = append(head, kind.String(), kind.String()+"_change", kind.String()+"_games")
	}
	return head
}

// WritePageCSV writes a page as CSV, with the columns of the kinds of its list.
func WritePageCSV(to io.Writer, p *ranking.Page) error {
	w := sheet.NewWriter(to)
	if err := w.Write(pageColumns(p)); err != nil {
		return err
	}
	for shown, err := range p.All() {
		if err != nil {
			return err
		}
		line := NewPageLine(shown)
		place := ""
		if line.Place != nil {
			place = strconv.Itoa(*line.Place)
		}
		row := []string{place, line.ID, line.Name, line.Local, line.Club}
		for _, kind := range p.Board.About.Lists {
			state := shown.Of(kind)
			if !state.Rating.Rated() {
				row = append(row, "", "", "")
				continue
			}
			change := ""
			if by, known := shown.Change(kind); known {
				change = strconv.Itoa(by)
			}
			row = append(row, state.Rating.String(), change, strconv.Itoa(state.Games))
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	return w.Error()
}

// WritePageFIDE writes a page in the columns of FIDE's lists, with the ratings of its kind.
func WritePageFIDE(to io.Writer, p *ranking.Page) error {
	return fidelist.Write(to, p.Board.Publication.InForce, each(p, func(line *ranking.PageLine) fidelist.Row {
		row := fidelist.Row{
			ID: line.ID, Federation: line.Federation, Title: line.Title, Rating: line.Of(p.Kind).Rating,
			Games: line.Of(p.Kind).Played, K: line.Of(p.Kind).K, Inactive: !p.Board.Active(&line.Line, p.Kind),
		}
		if !line.Withheld {
			row.Name = line.Name
		}
		return row
	}))
}

// each yields what a function makes of each line of a page.
func each[T any](p *ranking.Page, of func(*ranking.PageLine) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for line, err := range p.All() {
			var made T
			if err == nil {
				made = of(line)
			}
			if !yield(made, err) {
				return
			}
		}
	}
}

// WritePageSwissManager writes a page as the rating list that Swiss-Manager imports, with
// the ratings of its kind. Births and sex are blank: it is for everybody.
func WritePageSwissManager(to io.Writer, p *ranking.Page) error {
	w := sheet.NewWriter(to)
	if err := w.Write([]string{"ID_No", "Name", "Title", "Sex", "Fed", "ClubNumber", "ClubName", "Birthday", "Rtg_Nat", "Rtg_Int", "Fide_No", "K"}); err != nil {
		return err
	}
	for line, err := range p.All() {
		if err != nil {
			return err
		}
		rated, k, name := "", "", ""
		if state := line.Of(p.Kind); state.Rating.Rated() {
			rated = state.Rating.String()
		}
		if n := line.Of(p.Kind).K; n != 0 {
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
