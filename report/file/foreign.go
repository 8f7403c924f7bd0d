package file

import (
	"bytes"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

var first = finding.At{Line: 1}

// foreign are files that people mistake for reports: their first bytes, and the
// finding that says what they are. text is compared in lower case, after blanks
// and a byte order mark.
var foreign = []struct {
	bytes, text string
	holds       string // must also occur near the beginning; empty: nothing
	is          finding.Finding
}{
	{bytes: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", is: finding.Refusal("report-is-workbook", first)}, // .xls
	{bytes: "\x93\xff\x89\x44", is: ofProgram("Swiss-Manager")},                                   // .TUNX, .TURX, .TUTX, .TUMX
	{bytes: "\x00\x01\x00\x00Standard Jet DB", is: ofProgram("Papi")},
	{bytes: "\x00\x01\x00\x00Standard ACE DB", is: ofProgram("Papi")},
	{text: "vega ", holds: "# do not edit", is: ofProgram("Vega")}, // .veg
	{text: "%pdf-", is: finding.Refusal("report-is-pdf", first)},
	{text: "<", holds: "<playerslist", is: finding.Refusal("report-is-list", first)}, // FIDE's, as XML
	{text: "id number", is: finding.Refusal("report-is-list", first)},                // FIDE's, as TXT
	{text: "id_number", is: finding.Refusal("report-is-list", first)},
	{text: "id,name", is: finding.Refusal("report-is-list", first)}, // an opening list or a register
	{text: "\"id\",\"name\"", is: finding.Refusal("report-is-list", first)},
}

// ofProgram returns the finding that a file is the own one of a program.
func ofProgram(name string) finding.Finding {
	return finding.Refusal("report-is-program-file", first, finding.Text("program", name))
}

// namedForeign returns the finding that says what a file is, if it is a known
// kind of file but not a report.
func namedForeign(data []byte) (finding.Finding, bool) {
	const enough = 4 << 10
	head := data[:min(len(data), enough)]
	text := string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n"))
	for _, f := range foreign {
		begins := f.bytes != "" && bytes.HasPrefix(head, []byte(f.bytes)) || f.text != "" && beginsLike(text, f.text)
		if begins && (bytes.Contains(head, []byte(f.holds)) || strings.Contains(strings.ToLower(text), f.holds)) {
			return f.is, true
		}
	}
	return finding.Finding{}, false
}

// beginsLike reports whether a text begins with words in small letters, in either case.
func beginsLike(text, words string) bool {
	return len(text) >= len(words) && strings.EqualFold(text[:len(words)], words)
}
