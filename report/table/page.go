package table

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

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
	said   []byte
}

// openTable is a table whose end has not come.
type openTable struct {
	Table
	at   int    // in the order of the page
	cell []byte // the current one
	in   bool   // a cell is open
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

// tag is a tag that begins an element, with what is read of its attributes.
type tag struct {
	atom.Atom
	concealed bool   // the element is not shown
	address   string // of a form
	colour    string // of a game
	span      int    // columns of a cell
	rows      int    // of a cell
}

// tag reads the attributes of a tag.
func (p *page) tag() tag {
	name, more := p.in.TagName()
	t := tag{Atom: atom.Lookup(name)}
	t.concealed = t.Atom == atom.Script || t.Atom == atom.Style || t.Atom == atom.Select || t.Atom == atom.Noscript
	for more {
		var key, value []byte
		key, value, more = p.in.TagAttr()
		switch string(key) {
		case "hidden":
			t.concealed = true
		case "style":
			style := strings.ReplaceAll(strings.ToLower(string(value)), " ", "")
			t.concealed = t.concealed || strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden")
		case "action":
			t.address = string(value)
		case "class": // by which Chess-Results draws the colour of a game
			switch string(value) {
			case "FarbewT":
				t.colour = " w"
			case "FarbesT":
				t.colour = " b"
			}
		case "colspan":
			t.span, _ = strconv.Atoi(string(value)) // zero: it is none
		case "rowspan":
			t.rows, _ = strconv.Atoi(string(value)) // zero: it is none
		}
	}
	return t
}

// empty reports whether an element has no end.
func empty(element atom.Atom) bool {
	switch element {
	case atom.Area, atom.Base, atom.Br, atom.Col, atom.Embed, atom.Hr, atom.Img, atom.Input, atom.Link, atom.Meta, atom.Source, atom.Track, atom.Wbr:
		return true
	}
	return false
}

// ofTable reports whether an element is one of a table.
func ofTable(element atom.Atom) bool {
	return element == atom.Table || element == atom.Tr || element == atom.Td || element == atom.Th
}

// token reads the next token.
func (p *page) token() {
	switch token := p.in.Next(); token {
	case html.ErrorToken:
		p.over = true
		if !errors.Is(p.in.Err(), io.EOF) {
			p.Add(finding.Refusal("page-broken", finding.At{}))
		}
	case html.TextToken:
		p.text(p.in.Text())
	case html.StartTagToken, html.SelfClosingTagToken:
		p.start(p.tag(), token == html.StartTagToken)
	case html.EndTagToken:
		name, _ := p.in.TagName()
		p.end(atom.Lookup(name))
	}
}

// text adds a text to the cell or heading in which it stands.
func (p *page) text(text []byte) {
	if p.hidden > 0 {
		return
	}
	if p.beside != NoText {
		p.said = append(p.said, text...)
	}
	if n := len(p.open); n > 0 && p.open[n-1].in {
		p.open[n-1].cell = append(p.open[n-1].cell, text...)
	}
}

// begin opens a text that stands in no cell.
func (p *page) begin(t Text) {
	p.said = p.said[:0]
	p.beside = t
}

// close ends the text that is open, if one is.
func (p *page) close() {
	if p.beside != NoText {
		p.add(p.beside, string(p.said))
	}
	p.beside = NoText
}

// add adds a text that stands in no cell.
func (p *page) add(t Text, text string) {
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

// start begins an element, which may have an end.
func (p *page) start(t tag, ends bool) {
	if p.hidden > 0 || t.concealed {
		if ends && !empty(t.Atom) {
			if p.hidden++; p.hidden == 1 && (t.Atom == atom.Tr || t.Atom == atom.Td || t.Atom == atom.Table) {
				p.line++
				p.Add(finding.New("page-hidden", finding.Warning, At(p.line, 0), finding.Text("element", t.String())))
			}
		}
		return
	}
	if ofTable(t.Atom) {
		p.close() // a heading that was not closed
	}
	switch t.Atom {
	case atom.Title:
		p.begin(Title)
	case atom.Form:
		p.add(Address, t.address)
	case atom.Table:
		if len(p.open) == deepest || len(p.tables) == MaxTables {
			p.large()
			return
		}
		p.open = append(p.open, &openTable{at: len(p.tables), down: map[int]*below{}})
	case atom.Tr:
		p.closeCell()
		if n := len(p.open); n > 0 {
			p.openRow(p.open[n-1])
		}
	case atom.Td, atom.Th:
		p.closeCell()
		p.openCell(&t)
	case atom.Br:
		p.text([]byte{' '})
	case atom.H1, atom.H2, atom.H3, atom.H4:
		p.begin(Heading)
	}
	p.text([]byte(t.colour))
}

// end ends an element.
func (p *page) end(element atom.Atom) {
	if p.hidden > 0 {
		if !empty(element) {
			p.hidden--
		}
		return
	}
	if ofTable(element) {
		p.close()
	}
	switch element {
	case atom.Td, atom.Th:
		p.closeCell()
	case atom.Table:
		p.closeTable()
	case atom.Title, atom.H1, atom.H2, atom.H3, atom.H4:
		p.close()
	}
}

// large refuses the page.
func (p *page) large() {
	p.over = true
	p.Add(tooLarge(finding.At{}))
}

// openRow begins a row, which mostly has as many cells as the one before.
func (p *page) openRow(o *openTable) {
	p.line++
	cells := 0
	if n := len(o.Rows); n > 0 {
		cells = len(o.Rows[n-1].Cells)
	}
	o.Rows = append(o.Rows, Row{Line: p.line, Cells: make([]string, 0, cells)})
}

// openCell begins a cell, after those that reach down from the rows above.
func (p *page) openCell(t *tag) {
	n := len(p.open)
	if n == 0 {
		return
	}
	o := p.open[n-1]
	if len(o.Rows) == 0 {
		p.openRow(o)
	}
	o.in, o.span, o.cell = true, 1, o.cell[:0]
	row := &o.Rows[len(o.Rows)-1]
	p.fill(o, row)
	if t.span > 1 && t.span <= MaxColumns {
		o.span = t.span
	}
	if t.rows > 1 && t.rows <= MaxColumns {
		o.down[len(row.Cells)] = &below{rows: t.rows} // with its text when it ends
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
	text := clean(string(o.cell))
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
		p.open[n-2].cell = append(p.open[n-2].cell, " "+strings.Join(o.Rows[0].Cells, " ")...)
		return
	}
	if len(o.Rows) > 0 {
		p.tables = slices.Insert(p.tables, min(o.at, len(p.tables)), o.Table)
	}
}
