package file

import (
	"archive/zip"
	"bytes"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report/table"
)

// Table returns a table of players or clubs as CSV in UTF-8: that of a CSV in any encoding,
// of the only CSV in a ZIP, as South Africa hands out its list, or of a sheet of a workbook,
// as Japan does. A refusal among the findings says why there is none.
func Table(data []byte, name string) (io.Reader, []finding.Finding) {
	c := finding.Collector{File: name}
	if archive.Is(data) {
		z := archive.Open(data, &c)
		switch {
		case z == nil:
			return nil, c.Findings
		case table.IsWorkbook(z):
			return sheet.Cells{Reader: bytes.NewReader(listed(table.Workbook(z, &c), &c))}, c.Findings
		}
		if data = onlyCSV(z, &c); c.Refused() {
			return nil, c.Findings
		}
	}
	if marked, _ := byMark(data); marked == nil && utf8.Valid(data) && !bytes.Contains(data, []byte("\x1b$")) {
		return bytes.NewReader(data), nil
	}
	return strings.NewReader(Decode(data, "", &c)), c.Findings
}

// IsTable reports whether a ZIP holds a table: a workbook, or one CSV. Others may hold a
// list of FIDE.
func IsTable(in io.ReaderAt, size int64) bool {
	z, err := zip.NewReader(in, size)
	if err != nil {
		return false
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	return slices.Contains(names, table.WorkbookPart) || len(csvs(names)) == 1
}

// csvs returns the indexes of the CSVs among names of files.
func csvs(names []string) (all []int) {
	for i, name := range names {
		if strings.EqualFold(path.Ext(name), ".csv") {
			all = append(all, i)
		}
	}
	return all
}

// onlyCSV returns the only CSV in a ZIP.
func onlyCSV(z *archive.Archive, c *finding.Collector) []byte {
	found := csvs(z.Names)
	if len(found) != 1 {
		c.Add(finding.Refusal("zip-not-one-table", finding.At{}, finding.Int("files", len(z.Names)), finding.Int("lists", len(found))))
		return nil
	}
	data, _ := z.Read(found[0], c)
	if archive.Is(data) {
		c.Add(finding.Refusal("zip-in-zip", finding.At{}))
	}
	return data
}

// listed returns as CSV the sheet of a workbook that has a list: the only one, or the only
// one with a column of IDs or of names. Its lines are those of the sheet.
func listed(tables []table.Table, c *finding.Collector) []byte {
	tables = slices.DeleteFunc(tables, func(t table.Table) bool { return firstRow(&t) == nil })
	if len(tables) > 1 {
		if lists := slices.DeleteFunc(slices.Clone(tables), func(t table.Table) bool { return !sheet.Lists(firstRow(&t).Cells) }); len(lists) > 0 {
			tables = lists
		}
	}
	switch {
	case c.Refused():
		return nil
	case len(tables) == 0:
		c.Add(finding.Refusal("list-empty", finding.At{}))
		return nil
	case len(tables) > 1:
		c.Add(tables[1].Refusal("table-second", firstRow(&tables[1]).Line, 0))
		return nil
	}
	var out bytes.Buffer
	w := sheet.NewWriter(&out)
	for i := range tables[0].Rows {
		_ = w.Write(tables[0].Rows[i].Cells) // to memory
	}
	w.Flush()
	return out.Bytes()
}

// firstRow returns the first row of a table that holds something, nil if there is none.
func firstRow(t *table.Table) *table.Row {
	for i := range t.Rows {
		if !t.Rows[i].Blank() {
			return &t.Rows[i]
		}
	}
	return nil
}
