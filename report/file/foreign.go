package file

import (
	"bytes"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

var first = finding.At{Line: 1}

// foreign are files that people hand in as reports: how their bytes begin, and the
// finding that says what they are. A text begins behind blanks and a byte order
// mark, in lower case.
var foreign = []struct {
	bytes, text string
	holds       string // somewhere near the beginning, too; empty: nothing
	is          finding.Finding
}{
	{bytes: "PK\x03\x04", holds: "[Content_Types].xml", is: finding.Refusal("report-is-workbook", first)}, // .xlsx
	{bytes: "PK\x03\x04", is: finding.Refusal("report-is-zip", first)},
	{bytes: "PK\x05\x06", is: finding.Refusal("report-is-zip", first)},                            // an empty one
	{bytes: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", is: finding.Refusal("report-is-workbook", first)}, // .xls
	{bytes: "\x93\xff\x89\x44", is: finding.Refusal("report-is-program-file", first)},             // .TUNX, .TURX, .TUTX, .TUMX
	{text: "%pdf-", is: finding.Refusal("report-is-pdf", first)},
	{text: "<!doctype html", is: finding.Refusal("report-is-html", first)},
	{text: "<html", is: finding.Refusal("report-is-html", first)},
	{text: "<", holds: "<playerslist", is: finding.Refusal("report-is-list", first)}, // FIDE's, as XML
	{text: "<", is: finding.Refusal("report-is-xml", first)},                         // as FIDE once took reports
	{text: "id number", is: finding.Refusal("report-is-list", first)},                // FIDE's, as TXT
	{text: "id_number", is: finding.Refusal("report-is-list", first)},
	{text: "id,name", is: finding.Refusal("report-is-list", first)}, // an opening list or a register
	{text: "\"id\",\"name\"", is: finding.Refusal("report-is-list", first)},
}

// namedForeign returns the finding that says what some bytes are, if they are no report
// but something else that people have at hand.
func namedForeign(data []byte) (finding.Finding, bool) {
	const enough = 4 << 10
	head := data[:min(len(data), enough)]
	text := strings.ToLower(string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\uFEFF")), " \t\r\n")))
	for _, f := range foreign {
		begins := f.bytes != "" && bytes.HasPrefix(head, []byte(f.bytes)) || f.text != "" && strings.HasPrefix(text, f.text)
		if begins && (bytes.Contains(head, []byte(f.holds)) || strings.Contains(text, f.holds)) {
			return f.is, true
		}
	}
	return finding.Finding{}, false
}
