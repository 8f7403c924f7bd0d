package table

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/arpadchess/arpad/finding"
)

// Page reads the tables of a saved page, and its title, the address of its form and its headings as
// tables of one cell, in the order of the page. A heading or a table within a cell of another
// table stands after that; a heading and a table of a single row are text of the cell, too.
func Page(text string, c *finding.Collector) []Table {
	p := &page{Collector: c, in: html.NewTokenizer(strings.NewReader(text))}
	const longest = 1 << 20 // bytes of a tag, or of a text
	p.in.SetMaxBuf(longest)
	for !p.over {
		p.token()
	}
	for len(p.open) > 0 {
		p.closeTable()
	}
	for i := range p.tables {
		p.tables[i].check(c)
	}
	return p.tables
}

// page is a page that is being read.
type page struct {
	*finding.Collector
	in     *html.Tokenizer
	tables []Table
	open   []*openTable // tables within each other
	line   int          // of the page's tables: rows so far
	cells  int
	hidden int // depth of elements within one that is not shown
	over   bool

	beside Text // a text that is open, which stands in no cell
	said   strings.Builder
}

// openTable is a table whose end has not come.
type openTable struct {
	Table
	at   int             // in the order of the page
	cell strings.Builder // the current one
	in   bool            // a cell is open
	span int
	down map[int]*below // cells that reach into the next rows, by column
}

// below is a cell that reaches into the next rows.
type below struct {
	rows int
	text string
}

// deepest is how many tables may be within each other.
const deepest = 20

// empty are elements without an end.
var empty = []string{"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}

// ofTable are the elements of a table.
var ofTable = []string{"table", "tr", "td", "th"}

// colours are the classes by which Chess-Results draws the colour of a game.
var colours = map[string]string{"FarbewT": "w", "FarbesT": "b"}

// token reads the next token.
func (p *page) token() {
	switch p.in.Next() {
	case html.ErrorToken:
		p.over = true
		if !errors.Is(p.in.Err(), io.EOF) {
			p.Add(finding.Refusal("page-broken", finding.At{}))
		}
	case html.TextToken:
		p.text(string(p.in.Text()))
	case html.StartTagToken, html.SelfClosingTagToken:
		p.start(p.in.Token())
	case html.EndTagToken:
		name, _ := p.in.TagName()
		p.end(string(name))
	}
}

// text adds a text to the cell or heading in which it stands.
func (p *page) text(raw string) {
	if p.hidden > 0 {
		return
	}
	text := html.UnescapeString(raw)
	if p.beside != NoText {
		p.said.WriteString(text)
	}
	if n := len(p.open); n > 0 && p.open[n-1].in {
		p.open[n-1].cell.WriteString(text)
	}
}

// begin opens a text that stands in no cell.
func (p *page) begin(t Text) {
	p.said.Reset()
	p.beside = t
}

// close ends the text that is open.
func (p *page) close() {
	p.add(p.beside, p.said.String())
	p.beside = NoText
}

// add adds a text that stands in no cell.
func (p *page) add(t Text, text string) {
	if t == NoText {
		return
	}
	if text = clean(text); text == "" {
		return
	}
	if len(p.tables) == MaxTables {
		p.large()
		return
	}
	p.line++
	p.tables = append(p.tables, Table{Text: t, Rows: []Row{{Line: p.line, Cells: []string{text}}}})
}

func (p *page) start(t html.Token) {
	if p.hidden > 0 || concealed(&t) {
		if t.Type == html.StartTagToken && !slices.Contains(empty, t.Data) {
			if p.hidden++; p.hidden == 1 && (t.Data == "tr" || t.Data == "td" || t.Data == "table") {
				p.line++
				p.Add(finding.New("page-hidden", finding.Warning, At(p.line, 0), finding.Text("element", t.Data)))
			}
		}
		return
	}
	if slices.Contains(ofTable, t.Data) {
		p.close() // a heading that was not closed
	}
	switch t.Data {
	case "title":
		p.begin(Title)
	case "form":
		for _, a := range t.Attr {
			if a.Key == "action" {
				p.add(Address, a.Val)
			}
		}
	case "table":
		if len(p.open) == deepest || len(p.tables) == MaxTables {
			p.large()
			return
		}
		p.open = append(p.open, &openTable{at: len(p.tables), down: map[int]*below{}})
	case "tr":
		p.closeCell()
		if n := len(p.open); n > 0 {
			p.line++
			p.open[n-1].Rows = append(p.open[n-1].Rows, Row{Line: p.line})
		}
	case "td", "th":
		p.closeCell()
		p.openCell(&t)
	case "br":
		p.text(" ")
	case "h1", "h2", "h3", "h4":
		p.begin(Heading)
	}
	for _, a := range t.Attr {
		if a.Key == "class" && colours[a.Val] != "" {
			p.text(" " + colours[a.Val])
		}
	}
}

// concealed reports whether an element is not shown.
func concealed(t *html.Token) bool {
	if t.Data == "script" || t.Data == "style" || t.Data == "select" || t.Data == "noscript" {
		return true
	}
	for _, a := range t.Attr {
		style := strings.ReplaceAll(strings.ToLower(a.Val), " ", "")
		if a.Key == "hidden" || a.Key == "style" && (strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")) {
			return true
		}
	}
	return false
}

func (p *page) end(name string) {
	if p.hidden > 0 {
		if !slices.Contains(empty, name) {
			p.hidden--
		}
		return
	}
	if slices.Contains(ofTable, name) {
		p.close()
	}
	switch name {
	case "td", "th":
		p.closeCell()
	case "table":
		p.closeTable()
	case "title", "h1", "h2", "h3", "h4":
		p.close()
	}
}

// large refuses the page.
func (p *page) large() {
	p.over = true
	p.Add(tooLarge(finding.At{}))
}

// openCell begins a cell, after those that reach down from the rows above.
func (p *page) openCell(t *html.Token) {
	n := len(p.open)
	if n == 0 {
		return
	}
	o := p.open[n-1]
	if len(o.Rows) == 0 {
		p.line++
		o.Rows = append(o.Rows, Row{Line: p.line})
	}
	o.in, o.span = true, 1
	o.cell.Reset()
	row := &o.Rows[len(o.Rows)-1]
	p.fill(o, row)
	for _, a := range t.Attr {
		size, err := strconv.Atoi(a.Val)
		if err != nil || size < 2 || size > MaxColumns {
			continue
		}
		switch a.Key {
		case "colspan":
			o.span = size
		case "rowspan":
			o.down[len(row.Cells)] = &below{rows: size} // with its text when it ends
		}
	}
}

// fill adds the cells that reach down into a row, up to the next free column.
func (p *page) fill(o *openTable, row *Row) {
	for len(row.Cells) < MaxColumns {
		b := o.down[len(row.Cells)]
		if b == nil || b.rows < 2 {
			return
		}
		b.rows--
		row.Cells = append(row.Cells, b.text)
	}
}

// closeCell ends the cell that is open in the innermost table.
func (p *page) closeCell() {
	n := len(p.open)
	if n == 0 || !p.open[n-1].in {
		return
	}
	o := p.open[n-1]
	o.in = false
	row := &o.Rows[len(o.Rows)-1]
	text := clean(o.cell.String())
	if b := o.down[len(row.Cells)]; b != nil && b.text == "" {
		b.text = text
	}
	row.Cells = append(row.Cells, text)
	for range o.span - 1 {
		row.Cells = append(row.Cells, "")
	}
	if p.cells += o.span; p.cells > MaxCells || len(row.Cells) > MaxColumns || len(o.Rows) > MaxRows {
		p.large()
	}
}

// closeTable ends the innermost table. One of a single row within a cell is text of the
// cell.
func (p *page) closeTable() {
	n := len(p.open)
	if n == 0 {
		return
	}
	p.closeCell()
	o := p.open[n-1]
	p.open = p.open[:n-1]
	if n > 1 && p.open[n-2].in && len(o.Rows) == 1 {
		p.open[n-2].cell.WriteString(" " + strings.Join(o.Rows[0].Cells, " "))
		return
	}
	if len(o.Rows) > 0 {
		p.tables = slices.Insert(p.tables, min(o.at, len(p.tables)), o.Table)
	}
}
