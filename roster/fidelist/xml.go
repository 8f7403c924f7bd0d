package fidelist

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"html"
	"io"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/roster"
)

// The tags of FIDE's lists, which contain only players.
const (
	rootName   = "playerslist"
	rootEnd    = "</playerslist>"
	playerName = "<player"
	playerEnd  = "</player>"
	idStart    = "<fideid>"
)

// xmlReader reads the XML. It finds players by their tags and parses only the
// wanted ones, because a list has 800 MB.
type xmlReader struct {
	*list
	latin1 bool // the encoding
	line   int  // of the next element
	ended  bool
}

func (x *xmlReader) read(in *bufio.Reader) {
	if !x.prolog(in) {
		return
	}
	players := bufio.NewScanner(in)
	players.Buffer(make([]byte, 0, roster.MaxLine), roster.MaxLine)
	start := x.line
	players.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		advance, token, err := x.split(data, atEOF)
		start = x.line + bytes.Count(data[:max(0, advance-len(token))], []byte("\n"))
		x.line += bytes.Count(data[:advance], []byte("\n"))
		return advance, token, err
	})
	for !x.Refused() && players.Scan() {
		x.player(players.Bytes(), start)
	}
	switch err := players.Err(); {
	case x.Refused():
	case errors.Is(err, errNotXML):
		x.Add(finding.Refusal("list-not-xml", finding.At{Line: int32(x.line)}))
	case err != nil:
		x.broken(err, x.line)
	case !x.ended:
		x.Add(finding.Refusal("list-cut-off", finding.At{Line: int32(x.line)}))
	}
}

var errNotXML = errors.New("fidelist: this is no player")

// split is a bufio.SplitFunc that returns the next player.
func (x *xmlReader) split(data []byte, atEOF bool) (advance int, token []byte, err error) {
	start := bytes.TrimLeft(data, " \t\r\n")
	blank := len(data) - len(start)
	switch {
	case len(start) == 0 || atEOF && bytes.HasPrefix([]byte(rootEnd), start) && len(start) < len(rootEnd):
		return len(data), nil, nil
	case bytes.HasPrefix(start, []byte(rootEnd)) && !x.ended:
		x.ended = true
		return blank + len(rootEnd), nil, nil
	case x.ended:
		return 0, nil, errNotXML
	case bytes.HasPrefix(start, []byte(playerName)):
		if end := bytes.Index(start, []byte(playerEnd)); end >= 0 {
			end += len(playerEnd)
			return blank + end, start[:end], nil
		}
	case len(start) >= len(rootEnd):
		return 0, nil, errNotXML
	}
	if atEOF {
		return len(data), nil, nil // cut off
	}
	return 0, nil, nil
}

// bounded passes a limited number of bytes to a decoder, one by one, so that it
// does not read ahead.
type bounded struct {
	*bufio.Reader
	left int
}

func (b *bounded) ReadByte() (byte, error) {
	if b.left == 0 {
		return 0, bufio.ErrTooLong
	}
	b.left--
	return b.Reader.ReadByte()
}

// prolog reads up to the beginning of the list, and reports whether it is a
// FIDE list.
func (x *xmlReader) prolog(in *bufio.Reader) bool {
	d := xml.NewDecoder(&bounded{in, roster.MaxLine})
	d.Strict = false
	encoding := "utf-8"
	d.CharsetReader = func(label string, in io.Reader) (io.Reader, error) {
		encoding = label
		return in, nil
	}
	for {
		token, err := d.RawToken()
		x.line, _ = d.InputPos()
		at := finding.At{Line: int32(x.line)}
		var syntax *xml.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			x.Add(finding.Refusal("list-cut-off", at))
			return false
		case errors.As(err, &syntax):
			x.Add(finding.Refusal("list-other-xml", at, finding.Text("needed", rootName)))
			return false
		case err != nil:
			x.broken(err, x.line)
			return false
		}
		switch token := token.(type) {
		case xml.Directive:
			if isHTML(strings.TrimPrefix(strings.ToLower(string(token)), "doctype ")) {
				x.Add(finding.Refusal("list-is-html", at))
				return false
			}
		case xml.StartElement:
			return x.root(token.Name.Local, encoding, at)
		}
	}
}

func isHTML(name string) bool {
	return strings.HasPrefix(strings.ToLower(name), "html")
}

// root reports whether the document's root is that of a list in a known
// encoding.
func (x *xmlReader) root(name, encoding string, at finding.At) bool {
	switch strings.ToLower(encoding) {
	case "utf-8":
	case "iso-8859-1", "latin1":
		x.latin1 = true
	default:
		x.Add(finding.Refusal("encoding-unknown", at, finding.Text("encoding", encoding)))
		return false
	}
	switch {
	case name == rootName:
		return true
	case isHTML(name):
		x.Add(finding.Refusal("list-is-html", at))
	default:
		x.Add(finding.Refusal("list-other-xml", at, finding.Text("needed", rootName)))
	}
	return false
}

// player parses a player, if wanted.
func (x *xmlReader) player(element []byte, line int) {
	x.players++
	if !x.combined {
		x.combined = bytes.Contains(element, []byte("<rapid_")) || bytes.Contains(element, []byte("<blitz_"))
	}
	id := elementText(element, idStart)
	switch wanted := x.wanted.IDs[id]; {
	case !isID(id):
		x.damage(line, false)
	case wanted || x.likeElement(element, id):
		if e, wrong := x.parse(element, id, line); wrong == nil {
			x.keep(&e, line)
		} else if wanted {
			x.Add(*wrong)
		}
	}
}

// elementText returns the text of an element of a player by its tag, empty unless there is
// exactly one.
func elementText(element []byte, tag string) string {
	_, rest, _ := bytes.Cut(element, []byte(tag))
	text, after, _ := bytes.Cut(rest, []byte("<"))
	if bytes.Contains(after, []byte(tag)) {
		return ""
	}
	return string(bytes.TrimSpace(text))
}

// likeElement is like, by a few elements of a player.
func (x *xmlReader) likeElement(element []byte, id string) bool {
	if x.wanted.Like == nil {
		return false
	}
	var e entry
	e.player.ID, e.player.Name = id, html.UnescapeString(elementText(element, "<name>"))
	if x.latin1 {
		e.player.Name = latin1(e.player.Name)
	}
	wrong := errors.Join(readFederation(&e, elementText(element, "<country>")), readSex(&e, elementText(element, "<sex>")), readBirth(&e, elementText(element, "<birthday>")))
	return wrong == nil && x.like(&e)
}

// parse parses a wanted player. It returns the finding for what is wrong.
func (x *xmlReader) parse(element []byte, id string, line int) (e entry, wrong *finding.Finding) {
	if x.latin1 {
		element = []byte(latin1(string(element)))
	}
	var parsed struct {
		XMLName  xml.Name `xml:"player"`
		Elements []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	}
	refused := func(of string, values ...finding.Value) (entry, *finding.Finding) {
		f := finding.Refusal(of, finding.At{Line: int32(line)}, values...)
		return e, &f
	}
	if err := xml.Unmarshal(element, &parsed); err != nil {
		return refused("list-not-xml")
	}
	var found []*field
	for _, part := range parsed.Elements {
		f := named(part.XMLName.Local)
		if f == nil {
			continue
		}
		if has(found, f.element) {
			return refused("column-repeated", finding.Text("column", f.element))
		}
		found = append(found, f)
		text := strings.TrimSpace(part.Text)
		if err := f.read(&e, text); err != nil {
			return refused("cell-impossible", finding.Text("column", f.element), finding.Quoted("text", text), finding.Text("form", f.form))
		}
	}
	if !has(found, "rating") || e.player.ID != id {
		return refused("column-missing", finding.Text("column", "rating"))
	}
	x.withK = x.withK || has(found, "k")
	return e, nil
}

// named returns the field of an element.
func named(element string) *field {
	for i := range fields {
		if fields[i].element == element {
			return &fields[i]
		}
	}
	return nil
}
