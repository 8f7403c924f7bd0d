package file

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/chessresults"
	"github.com/arpadchess/arpad/report/gamelist"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/swissperfect"
	"github.com/arpadchess/arpad/report/table"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
)

// input is a file that is being read.
type input struct {
	*finding.Collector
	as   As
	data []byte
	text string // decoded, of what is a text
	zip  *archive.Archive
}

// read is what was read of a file: the report with its findings, which are not yet in
// the collector.
type read func(*input) (*report.Report, []finding.Finding)

// Format is how the bytes of a file are written. Some are ways in which several formats of
// reports come: what is in them decides.
type Format struct {
	Name string
	way  bool
	is   func(*input) bool
	read read
}

// Names returns the names of the formats of reports, as docs/formats has them. Their words are
// "format.NAME" in the locale files.
func Names() (names []string) {
	for _, f := range texts {
		if !f.way {
			names = append(names, f.Name)
		}
	}
	for i := range Meanings {
		names = append(names, Meanings[i].Name)
	}
	return append(names, "swissperfect") // of several files in a ZIP
}

// packed returns the formats that are ZIP files, in the order in which they are tried.
func packed() []Format {
	return []Format{
		{"xlsx", true, func(in *input) bool { return table.IsWorkbook(in.zip) }, readTables("xlsx", func(in *input) []table.Table { return table.Workbook(in.zip, in.Collector) })},
		{"zip", true, func(*input) bool { return true }, readZIP},
	}
}

// texts are the formats that are texts, in the order in which they are tried.
var texts = []Format{
	{"json", false, func(in *input) bool { return strings.HasPrefix(in.text, "{") },
		func(in *input) (*report.Report, []finding.Finding) { return json.Read(in.text, in.File) }},
	{"html", true, func(in *input) bool { return page.MatchString(in.head()) }, readTables("html", func(in *input) []table.Table { return table.Page(in.text, in.Collector) })},
	{"chess-results-xml", false, func(in *input) bool { return strings.HasPrefix(in.text, "<") && chessresults.IsUpload(in.head()) },
		func(in *input) (*report.Report, []finding.Finding) {
			return chessresults.ReadUpload(in.text, in.File, in.as.Dates)
		}},
	{"xml", true, func(in *input) bool { return strings.HasPrefix(in.text, "<") }, refuse("report-is-xml")},
	{"trf", false, func(in *input) bool { return exchange(in.text) },
		func(in *input) (*report.Report, []finding.Finding) {
			return trf.Read(in.text, in.File, in.as.Dates)
		}},
	{"pgn", false, func(in *input) bool { return gamelist.IsPGN(in.head()) },
		func(in *input) (*report.Report, []finding.Finding) {
			return gamelist.ReadPGN(in.text, in.File, in.as.Dates)
		}},
	{"csv", true, func(in *input) bool { return strings.ContainsAny(in.head(), ",;\t") }, readTables("csv", func(in *input) []table.Table { return table.CSV(in.text, in.Collector) })},
}

// page is the beginning of a page.
var page = regexp.MustCompile(`(?i)^(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<(!doctype html|html|head|body|table)\b`)

// head returns the beginning of a text.
func (in *input) head() string {
	const enough = 4 << 10
	return in.text[:min(len(in.text), enough)]
}

// exchange reports whether a text has a line of the exchange format near its beginning.
func exchange(text string) bool {
	const enough = 64 << 10
	head := text[:min(len(text), enough)]
	for _, code := range []string{"001 ", "012 ", "022 ", "032 ", "042 ", "052 ", "062 ", "### "} {
		if strings.HasPrefix(head, code) || strings.Contains(head, "\n"+code) || strings.Contains(head, "\r"+code) {
			return true
		}
	}
	return false
}

// refuse returns a reader that refuses.
func refuse(id string) read {
	return func(in *input) (*report.Report, []finding.Finding) {
		in.Add(finding.Refusal(id, first))
		return nil, nil
	}
}

// Meaning is what tables mean, in whatever way they come.
type Meaning struct {
	Name string
	is   func([]table.Table, As) bool
	read func([]table.Table, string, As) (*report.Report, []finding.Finding)
	Ways map[string]string // by the way in which tables come: why it never means this; empty: it may
}

// Meanings are the meanings of tables, in the order in which they are tried.
var Meanings = []Meaning{
	{
		"template", func(t []table.Table, _ As) bool { return template.Is(t) },
		func(t []table.Table, file string, as As) (*report.Report, []finding.Finding) {
			return template.Read(t, file, as.Dates)
		},
		map[string]string{"xlsx": "", "csv": "a CSV holds one sheet, the form has four", "html": "nobody fills in a page"},
	},
	{
		"chess-results", func(t []table.Table, _ As) bool { return chessresults.Is(t) },
		func(t []table.Table, file string, as As) (*report.Report, []finding.Finding) {
			return chessresults.Read(t, file, as.Dates)
		},
		map[string]string{"xlsx": "", "csv": "", "html": ""},
	},
	{
		"games", func(t []table.Table, as As) bool { return gamelist.Is(t, as.Columns) },
		func(t []table.Table, file string, as As) (*report.Report, []finding.Finding) {
			return gamelist.Read(t, file, as.Columns, as.Dates)
		},
		map[string]string{"xlsx": "", "csv": "", "html": ""},
	},
}

// readTables returns a reader of tables that come in a way.
func readTables(way string, tables func(*input) []table.Table) read {
	return func(in *input) (*report.Report, []finding.Finding) {
		all := tables(in)
		if in.Refused() && len(all) == 0 {
			return nil, nil
		}
		for i := range Meanings {
			if m := &Meanings[i]; m.is(all, in.as) {
				return m.read(all, in.File, in.as)
			}
		}
		id := "format-unknown"
		switch {
		case list(all):
			id = "report-is-list"
		case way == "xlsx":
			id = "report-is-workbook"
		case way == "html":
			id = "report-is-html"
		}
		in.Add(finding.Refusal(id, first))
		return nil, nil
	}
}

// list reports whether a table is one of players.
func list(all []table.Table) bool {
	for i := range all {
		if rows := all[i].Rows; len(rows) > 0 {
			switch table.Fold(rows[0].Cell(0)) {
			case "id", "idno":
				return true
			}
		}
	}
	return false
}

// readZIP reads a ZIP: of SwissPerfect, of one report, or of several pages of an event.
func readZIP(in *input) (*report.Report, []finding.Finding) {
	var all [][]byte
	for i := range in.zip.Names {
		data, ok := in.zip.Read(i, in.Collector)
		if !ok {
			return nil, nil
		}
		all = append(all, data)
	}
	if swissperfect.Is(all) {
		return swissperfect.Read(all, in.File, func(data []byte, c *finding.Collector) string { return Decode(data, in.as.Encoding, c) })
	}
	var pages []table.Table
	for i, data := range all {
		member := &input{Collector: in.Collector, as: in.as, data: data}
		format, ok := member.format(false)
		switch {
		case in.Refused():
			return nil, nil
		case ok && len(all) == 1:
			return format.read(member)
		}
		var tables []table.Table
		switch format.Name {
		case "xlsx":
			tables = table.Workbook(member.zip, in.Collector)
		case "html":
			tables = table.Page(member.text, in.Collector)
		case "csv":
			tables = table.CSV(member.text, in.Collector)
		}
		if len(pages)+len(tables) > table.MaxTables || !chessresults.Is(tables) {
			in.Add(finding.Refusal("report-is-zip", first))
			return nil, nil
		}
		for t := range tables {
			tables[t].Name = strings.TrimSpace(path.Base(in.zip.Names[i]) + " " + tables[t].Name)
		}
		pages = append(pages, tables...)
	}
	if len(pages) == 0 {
		in.Add(finding.Refusal("report-is-zip", first))
		return nil, nil
	}
	return chessresults.Read(pages, in.File, in.as.Dates)
}

// format finds the format of a file by its bytes; false if it has none. A ZIP may not
// be in another one.
func (in *input) format(mayPack bool) (Format, bool) {
	if f, known := namedForeign(in.data); known {
		in.Add(f)
		return Format{}, false
	}
	if archive.Is(in.data) {
		if in.zip = archive.Open(in.data, in.Collector); in.zip == nil {
			return Format{}, false
		}
		for _, f := range packed() {
			if f.is(in) && (mayPack || f.Name != "zip") {
				return f, true
			}
		}
		in.Add(finding.Refusal("zip-in-zip", first))
		return Format{}, false
	}
	encoding := in.as.Encoding
	if encoding == "" && bytes.HasPrefix(bytes.TrimSpace(in.data), []byte("<")) {
		encoding = stated(in.data)
	}
	in.text = Decode(in.data, encoding, in.Collector)
	in.data = nil // a text is not kept twice
	if in.Refused() {
		return Format{}, false
	}
	text := in.text
	in.text = strings.TrimLeft(text, " \t\r\n")
	for _, f := range texts {
		if f.is(in) {
			in.text = text // places are counted from its beginning
			return f, true
		}
	}
	return Format{}, false
}

// stated returns the encoding that a page or a document states, if it is another one than
// UTF-8 and known; else an empty word.
func stated(data []byte) string {
	m := charset.FindSubmatch(data[:min(len(data), 2<<10)])
	if m == nil || bytes.EqualFold(m[2], []byte("utf-8")) {
		return ""
	}
	if _, err := Encoding(string(m[2])); err != nil {
		return ""
	}
	return string(m[2])
}

// charset is the encoding that a page or a document states.
var charset = regexp.MustCompile(`(?i)(charset|encoding)\s*=\s*["']?([a-z0-9_-]+)`)
