package site

import (
	"cmp"
	"encoding/json"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// readPublication reads which published list the address names.
func readPublication(v *public.Visit, a *public.Asked) (*rows.Publication, error) {
	revision, err := a.Revision()
	if err != nil {
		return nil, err
	}
	return v.Publication(a.Value("label"), revision)
}

// archived is a list in the archive.
type archived struct {
	*rows.Publication
	Revisions []int // other than the newest, the newest first
	Kinds     []rating.Kind
	Players   int32 // with a rating of some kind
}

func readLists(v *visit) ([]archived, error) {
	all, err := rows.Publications.Select(v.R, bureau.Range{})
	if err != nil {
		return nil, err
	}
	var archive []archived
	for _, p := range slices.Backward(all) {
		n := slices.IndexFunc(archive, func(a archived) bool { return a.Label == p.Label })
		if n >= 0 {
			archive[n].Revisions = append(archive[n].Revisions, p.Revision)
			continue
		}
		about, err := lists.AboutEdition(v.R, p.Edition)
		if err != nil {
			return nil, err
		}
		of := archived{Publication: p, Kinds: about.Lists}
		total, err := rows.Totals.One(v.R, int64(p.Seq), int64(0))
		if err != nil {
			return nil, err
		}
		if total != nil {
			of.Players = total.Rated
		}
		archive = append(archive, of)
	}
	slices.SortStableFunc(archive, func(a, b archived) int { return cmp.Compare(b.InForce, a.InForce) })
	return archive, nil
}

// summary is the values of a list's page.
type summary struct {
	*rows.Publication
	Edition string
	Newest  bool  // revision
	Latest  int   // the newest revision
	Base    []any // the address of the list, as parts
	Tabs    []tab
	Kinds   []listedKind
	Others  []*rows.Publication // revisions
	Events  []eventLine         // rated in it, the newest first
	Further int                 // other such events
}

// listedKind is a kind of rating in a list.
type listedKind struct {
	Kind    rating.Kind
	Players int
	Counts  []count // of changes; nil: it is the first list
	Chart   template.HTML
}

func listPage(v *visit, board *ranking.Board) (*summary, error) {
	var err error
	p := board.Publication
	s := &summary{Publication: p, Edition: p.Edition, Newest: true, Base: v.listBase(), Tabs: v.tabs(board, "")}
	if s.Others, err = rows.Publications.Select(v.R, bureau.Range{Order: 1, Is: []any{p.Label}}); err != nil {
		return nil, err
	}
	s.Latest = s.Others[len(s.Others)-1].Revision
	s.Newest = s.Latest == p.Revision
	s.Others = slices.DeleteFunc(s.Others, func(o *rows.Publication) bool { return o.Revision == p.Revision })
	rated, err := public.Events(v.R, public.EventChoice{List: p.Label, Rated: "yes"})
	if err != nil {
		return nil, err
	}
	most := 100
	if v.site.Folder { // which cannot tell the others from those of other lists
		most = len(rated)
	}
	s.Further = max(0, len(rated)-most)
	if s.Events, err = v.eventLines(rated[:min(most, len(rated))]); err != nil {
		return nil, err
	}
	for _, kind := range board.About.Lists {
		k := listedKind{Kind: kind}
		page, err := board.Page(v.R, ranking.Selection{Kind: kind, Sort: ranking.ByRating, Limit: 1})
		if err != nil {
			return nil, err
		}
		k.Players = page.Total
		if k.Chart, err = v.distribution(board, kind); err != nil {
			return nil, err
		}
		changed, err := board.Changes(v.R, kind, 1)
		if err != nil {
			return nil, err
		}
		if changed.Previous != nil {
			k.Counts = countsOf(changed)
		}
		s.Kinds = append(s.Kinds, k)
	}
	return s, nil
}

// table is a part of a list.
type table struct {
	*rows.Publication
	Kind  rating.Kind
	Tabs  []tab
	Base  []any // the address of the list, as parts
	Lines []tableLine
	Total int
	First int // number of the first line, from 1
	Last  int
	Pages []pageLink // to which it links, with it; nil: it is the only one
	Sort  ranking.Sort
	Clubs []called // among which the form lets choose; nil: it lets type
}

// Placed reports whether the lines have places: their order is that of the ratings.
func (t *table) Placed() bool { return t.Sort == ranking.ByRating }

// pageLink is a way to another page of a table.
type pageLink struct {
	Number string
	Here   bool
	To     template.URL
}

// tableLine is a line of a list.
type tableLine struct {
	Place  string // empty: none
	Who    person
	Title  string
	Club   string
	Rating string
	Why    template.URL // the calculation that led to it; empty: none did
	Change page.Change
	Games  string
}

// Sorts returns the orders of tables. Readers of Japanese get the order by reading as that by name.
func (t *table) Sorts() []ranking.Sort {
	return slices.DeleteFunc(ranking.Sorts(), func(s ranking.Sort) bool { return s == ranking.ByReading })
}

// tableParameters select the lines of a table.
var tableParameters = []string{"club", "sex", "active", "sort", "page"}

// linesOfPage is how many lines a page of a table has.
const linesOfPage = 100

// part is a kind of rating in a published list.
type part struct {
	*ranking.Board
	kind rating.Kind
}

// readPart reads which kind of which list the address names.
func readPart(v *public.Visit, a *public.Asked) (*part, error) {
	board, err := public.ReadBoard(v, a)
	if err != nil {
		return nil, err
	}
	kind, err := rating.ParseKind(a.Value("kind"))
	if err != nil || !board.About.Issues(kind) {
		return nil, v.NoKind(a.Value("kind"), &board.About)
	}
	return &part{board, kind}, nil
}

// filters is the format of what the script of a folder needs to sort and filter a list, and to show its further pages.
const filters = "filters"

// filtered says which lines of a list its filters leave, in which order of names they are, and by which
// calculations they came to their ratings: lines are their positions in the list's file. With it the script of a
// folder does what a server does.
type filtered struct {
	Women   []int    `json:"women"`
	Active  []int    `json:"active"`
	Names   []int    `json:"names"`   // all, in the order of names
	Numbers []int    `json:"numbers"` // in the order of registration, which decides between equals
	Lists   []string `json:"lists"`   // that calculated ratings, as in addresses; the empty one: none did
	Whys    []int    `json:"whys"`    // places in these of the lines
}

func writeFilters(v *visit, w io.Writer, of *part) error {
	v.Unlisted = true
	page, err := of.Whole(v.R, ranking.Selection{Kind: of.kind, Sort: ranking.ByRating})
	if err != nil {
		return err
	}
	at := map[uint32]int{} // position of each player
	for i, player := range page.Players() {
		at[player] = i
	}
	calculated, err := v.calculated(of.Publication, of.kind)
	if err != nil {
		return err
	}
	f := filtered{[]int{}, []int{}, make([]int, 0, len(at)), make([]int, 0, len(at)), []string{""}, make([]int, len(at))}
	for line, err := range page.All() {
		if err != nil {
			return err
		}
		if line.Sex == "w" {
			f.Women = append(f.Women, at[line.Number])
		}
		if line.Of(of.kind).Active {
			f.Active = append(f.Active, at[line.Number])
		}
		in := calculated(line)
		list := slices.Index(f.Lists, in)
		if list < 0 {
			list, f.Lists = len(f.Lists), append(f.Lists, in)
		}
		f.Whys[at[line.Number]] = list
	}
	byName, err := of.Whole(v.R, ranking.Selection{Kind: of.kind, Sort: v.byName(), Rated: true})
	if err != nil {
		return err
	}
	for _, player := range byName.Players() {
		f.Names = append(f.Names, at[player])
	}
	for _, player := range slices.Sorted(maps.Keys(at)) {
		f.Numbers = append(f.Numbers, at[player])
	}
	return json.NewEncoder(w).Encode(f)
}

// selection returns which lines of a list the address asks for.
func (v *visit) selection(kind rating.Kind) ranking.Selection {
	s := ranking.Selection{Kind: kind, Sort: ranking.ByRating, Rated: true, Club: v.Get("club"), Sex: v.Get("sex"), Active: v.Get("active") != ""}
	switch sort := ranking.Sort(v.Get("sort")); sort {
	case ranking.ByID, ranking.ByChange, ranking.ByGames:
		s.Sort = sort
	case ranking.ByName:
		s.Sort = v.byName()
	}
	return s
}

func tablePage(v *visit, of *part) (*table, error) {
	s := v.selection(of.kind)
	page, _ := strconv.Atoi(cmp.Or(v.Value("page"), v.Get("page")))
	page = max(1, min(page, 1<<20))
	s.Offset, s.Limit = (page-1)*linesOfPage, linesOfPage
	t, err := v.table(of.Board, s)
	if err != nil {
		return nil, err
	}
	if t.Sort = s.Sort; t.Sort == ranking.ByReading {
		t.Sort = ranking.ByName
	}
	t.Pages = v.pagesOf(append(slices.Clone(t.Base), t.Kind), page, t.Total)
	t.Clubs, err = v.clubChoice()
	return t, err
}

// pagesNear returns the pages to which one of many links: all if there are few; else the
// first and the last, those beside it, and those 10, 100, 1000 and so on before and after it.
func pagesNear(page, last int) []int {
	const few, beside = 12, 2
	var all []int
	for n := 1; n <= last; n++ {
		away := max(n-page, page-n)
		tens := away
		for tens > 1 && tens%10 == 0 {
			tens /= 10
		}
		if last <= few || n == 1 || n == last || away <= beside || tens == 1 {
			all = append(all, n)
		}
	}
	return all
}

// byName returns the order of names in the language of the page.
func (v *visit) byName() ranking.Sort {
	if v.Language == "ja" {
		return ranking.ByReading
	}
	return ranking.ByName
}

// tab is a page about the list of the address.
type tab struct {
	Name, To string
	Here     bool
}

// tabs returns the pages about the list of the address, of which one is here.
func (v *visit) tabs(board *ranking.Board, here string) []tab {
	base := v.listBase()
	var all []tab
	for _, kind := range board.About.Lists {
		all = append(all, tab{v.Word(kind.String()), v.To(base, kind), here == kind.String()})
	}
	all = append(all, tab{v.Text("web.changes.tab", nil), v.To(base, "changes"), here == "changes"}, tab{v.Text("web.best.tab", nil), v.Link("rankings"), false})
	return append(all, tab{v.Text("web.table.report", nil), v.To(base, ""), here == ""})
}

// listBase returns the address of the list that the address names, as parts.
func (v *visit) listBase() []any {
	base := []any{"lists", v.Value("label")}
	if text := v.Value("revision"); text != "" {
		base = append(base, text)
	}
	return base
}

// tableFiles returns a list as files.
func tableFiles() []file {
	names := as(filters, writeFilters)
	names.worded = true // they are in an order
	all := []file{names}
	for _, f := range document.ListFormats {
		if f.Ending == "" {
			continue
		}
		write := f.Write
		if f.Ending == "csv" {
			write = document.Marked(write)
		}
		of := listFile(f.Ending, write)
		of.contentType, of.newest = f.Type, f.Ending == "txt" || f.Ending == "xlsx"
		all = append(all, of)
	}
	return all
}

// table reads a part of a list.
func (v *visit) table(board *ranking.Board, s ranking.Selection) (*table, error) {
	shown, err := board.Page(v.R, s)
	if err != nil {
		return nil, err
	}
	t := &table{Publication: board.Publication, Base: v.listBase(), Kind: s.Kind, Tabs: v.tabs(board, s.Kind.String()), Total: shown.Total, First: s.Offset + 1, Last: s.Offset + len(shown.Lines)}
	t.Lines, err = v.tableLines(board.Publication, s.Kind, shown.Lines)
	return t, err
}

// tableLines returns lines of a published list as a table shows them.
func (v *visit) tableLines(in *rows.Publication, kind rating.Kind, lines []rows.Line) ([]tableLine, error) {
	whys, err := v.whys(in, kind, lines)
	if err != nil {
		return nil, err
	}
	f := v.Format()
	all := make([]tableLine, len(lines))
	for i := range lines {
		line := &lines[i]
		state := line.Of(kind)
		by, _ := line.Change(kind)
		of, err := v.club(line.Club)
		if err != nil {
			return nil, err
		}
		all[i] = tableLine{
			Place: f.Place(line.Place), Who: v.lineOf(line), Title: line.Title, Club: of.Name,
			Rating: f.Rating(state.Rating), Why: whys[i], Change: page.ChangeBy(by), Games: strconv.Itoa(state.Games),
		}
	}
	return all, nil
}

// lineOf returns the player of a line.
func (v *visit) lineOf(line *rows.Line) person {
	if line.Withheld {
		return v.person(line.ID, "", "")
	}
	return v.person(line.ID, line.Name, line.NameLocal)
}

// whys returns the ways to the calculations that led to the ratings in a published list;
// none for the opening list.
func (v *visit) whys(in *rows.Publication, kind rating.Kind, lines []rows.Line) ([]template.URL, error) {
	calculated, err := v.calculated(in, kind)
	if err != nil {
		return nil, err
	}
	ways := make([]template.URL, len(lines))
	for i := range lines {
		if label, revision, _ := strings.Cut(calculated(&lines[i]), "/"); label != "" {
			ways[i] = v.Way("players", lines[i].ID, "why", label, revision, kind.String())
		}
	}
	return ways, nil
}

// calculated returns what tells in which list, as in an address, the rating of a line of a published list was
// calculated: "2024-09", "2024-10/r1"; empty: in none.
func (v *visit) calculated(in *rows.Publication, kind rating.Kind) (func(*rows.Line) string, error) {
	all, err := public.Publications(v.R)
	return func(line *rows.Line) string {
		p := all[line.Of(kind).Since]
		switch {
		case p == nil || p.Edition == "":
			return ""
		case p.Label == in.Label && v.Value("revision") != "":
			return p.Label + "/" + revisionOf(p)
		}
		return p.Label
	}, err
}
