package site

import (
	"errors"
	"io"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// program is a program that pairs tournaments, and the file of a list that it reads.
type program struct {
	Name   string // as in addresses and in the keys of its steps
	Called string
	File   string // "/programs.csv", ".txt": how its address goes on after that of the table
	Text   string // the authority's text whose lists alone it reads in this form; empty: any
}

// programs are the programs of the page that tells arbiters which file to take.
func programs() []program {
	return []program{
		{"swiss-manager", "Swiss-Manager", "/programs.csv", ""},
		{"chess-results", "Chess-Results", "/programs.csv", ""},
		{"sharly-chess", "Sharly-Chess", "/programs.xlsx", "ncs"},
		{"vega", "Vega", ".txt", ""},
		{"trf", "TRF", "/programs.trf", ""},
		{"spreadsheet", "Excel, LibreOffice", ".xlsx", ""},
	}
}

// listsFor returns a list as the files of programs.
func listsFor() contents {
	return contents{
		read: func(v *public.Visit, a *public.Asked) (any, error) { return readPart(v, a) },
		files: []file{
			listFile("csv", document.Marked(document.WriteListSwissManager)),
			listFile("trf", writePlayers),
			listFile("xlsx", document.WriteListJCF),
		},
	}
}

// listFile returns the file of a whole list.
func listFile(format string, write func(io.Writer, *ranking.List) error) file {
	return as(format, func(v *visit, w io.Writer, of *part) error {
		whole, err := of.Whole(v.R, v.selection(of.kind))
		if err != nil {
			return err
		}
		return write(w, whole)
	})
}

// writePlayers writes a list as a TRF; there is no page of one that is too long.
func writePlayers(w io.Writer, l *ranking.List) error {
	err := document.WriteListTRF(w, l)
	if errors.Is(err, document.ErrManyPlayers) {
		err = errNoPage
	}
	return err
}

// eachNewestTable is for the tables of the newest list, by that name.
func eachNewestTable(c *census, f func(subject)) {
	for _, kind := range c.kinds[c.newest().Edition] {
		f(subject{values: []string{public.NewestLabel, "", kind.String()}})
	}
}

func readPrograms(v *visit) (*words, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	w := &words{Key: "programs"}
	for _, p := range programs() {
		if p.Text != "" && p.Text != v.Settings.Text() {
			p.File = "/programs.trf"
		}
		c := v.chapter("programs." + p.Name)
		c.Title = p.Called
		for _, kind := range board.About.Lists {
			c.Links = append(c.Links, v.download(v.Word(kind.String())+" ("+strings.ToUpper(p.File[strings.LastIndexByte(p.File, '.')+1:])+")", kind, p.File))
		}
		w.Chapters = append(w.Chapters, c)
	}
	more := v.chapter("programs.more")
	more.link(v, "nav-downloads", "downloads", "")
	w.Chapters = append(w.Chapters, more)
	return w, nil
}

// download returns a link to a file of the newest list.
func (v *visit) download(text string, kind rating.Kind, file string) link {
	parts := []any{"lists", v.Newest.Label}
	if v.site.Folder {
		parts[1] = public.NewestLabel
	}
	for part := range strings.SplitSeq(kind.String()+file, "/") {
		parts = append(parts, part)
	}
	to := v.Link(parts...)
	return link{Text: text, Href: to, Save: v.fileName(strings.TrimPrefix(to, v.Root()))}
}

// fileName returns the name under which a file at a path is kept: of /en/lists/2024-10/standard.csv
// it is ncs-2024-10-standard.csv.
func (v *visit) fileName(path string) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	const lead = 2 // language, and what it is a list of
	if len(parts) > lead {
		parts = parts[lead:]
	}
	return strings.Join(append([]string{v.Settings.Authority}, parts...), "-")
}
