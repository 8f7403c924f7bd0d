package document_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// hostileNames begin with what spreadsheets take for a formula, a number or a date.
var hostileNames = []string{"=1+1", "+81-3", "-2+3", "@SUM(A1)", "=HYPERLINK(\"http://example.jp\")", "1e9", "2024-01-02", "00012", "<b>&\"'", "a\tb", "佐藤 蓮", "\u202eevil", "a\x01b"}

// hostileList returns a page of players with these names.
func hostileList() *ranking.List {
	page := &ranking.List{
		Publication: &rows.Publication{Label: "2024-10"}, About: regulation.About{Lists: []rating.Kind{rating.Standard}}, Kind: rating.Standard, Total: len(hostileNames),
	}
	for i, name := range hostileNames {
		line := rows.Line{Place: i + 1, ID: "N1", Club: name, Name: name, NameLocal: name}
		*line.Of(rating.Standard) = rows.Figure{Rating: 1500, Games: 9}
		page.Lines = append(page.Lines, line)
	}
	return page
}

// Line by line a page is written as its document is at once.
func TestListLineByLine(t *testing.T) {
	page := hostileList()
	for n := range len(page.Lines) + 1 {
		part := *page
		part.Lines = part.Lines[:n]
		var want, got bytes.Buffer
		if err := document.Write(&want, document.NewList(&part)); err != nil {
			t.Fatal(err)
		}
		if err := document.WriteList(&got, &part); err != nil || got.String() != want.String() {
			t.Errorf("%d lines: %v, got\n%s\nwant\n%s", n, err, &got, &want)
		}
	}
}

// In a spreadsheet names are text whatever they begin with, ratings are numbers, and there
// is no formula; the bytes are the same each time.
func TestSpreadsheetHoldsTextAsText(t *testing.T) {
	page := hostileList()
	var out, again bytes.Buffer
	if err := document.WriteListXLSX(&out, page); err != nil {
		t.Fatal(err)
	}
	if err := document.WriteListXLSX(&again, page); err != nil || !bytes.Equal(out.Bytes(), again.Bytes()) {
		t.Errorf("the bytes differ: %v", err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	sheet := f.GetSheetName(0)
	if panes, err := f.GetPanes(sheet); err != nil || !panes.Freeze || panes.YSplit != 1 {
		t.Errorf("the head is not frozen: %v, %v", panes, err)
	}
	got, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil || len(got) != len(hostileNames)+1 || !slices.Equal(got[0], []string{"id", "name", "standard", "standard_games", "name_local", "club", "standard_change", "title", "place"}) {
		t.Fatal(got, err)
	}
	for i, name := range hostileNames {
		want := strings.ReplaceAll(name, "\x01", "\ufffd")
		if row := got[i+1]; row[1] != want || row[4] != want || row[5] != want || row[2] != "1500" {
			t.Errorf("got %q, want %q", row, want)
		}
	}
	for row := range got {
		for column := range got[0] {
			at, err := excelize.CoordinatesToCellName(column+1, row+1)
			if err != nil {
				t.Fatal(err)
			}
			if formula, err := f.GetCellFormula(sheet, at); formula != "" || err != nil {
				t.Errorf("%s has the formula %q: %v", at, formula, err)
			}
			kind, err := f.GetCellType(sheet, at)
			if text := row == 0 || column <= 1 || column == 4 || column == 5 || column == 7; err != nil || text && kind != excelize.CellTypeInlineString || !text && kind == excelize.CellTypeInlineString {
				t.Errorf("%s is of type %d: %v", at, kind, err)
			}
		}
	}
}

// A meet's list has a name that no sheet may have.
func TestSpreadsheetOfAMeet(t *testing.T) {
	for _, label := range []string{"a meet with a name that is longer than a sheet's", "spring/2024", "[x]", "''"} {
		page := &ranking.List{Publication: &rows.Publication{Label: label}, Kind: rating.Standard}
		var out bytes.Buffer
		if err := document.WriteListXLSX(&out, page); err != nil {
			t.Errorf("%s: %v", label, err)
		}
		if _, err := excelize.OpenReader(&out); err != nil {
			t.Errorf("%s: %v", label, err)
		}
	}
}

// The workbook of Japan's list has a legend, then the list; who is not rated has no numbers.
func TestWorkbookOfJapan(t *testing.T) {
	page := &ranking.List{Publication: &rows.Publication{Label: "2024-10"}, Kind: rating.Standard}
	rated := rows.Line{ID: "N00000012", Name: "Sato Ren", NameLocal: "佐藤 蓮"}
	*rated.Of(rating.Standard) = rows.Figure{Rating: 1742, Games: 40, NextK: 20}
	page.Lines = []rows.Line{rated, {ID: "N00000013"}}
	var out bytes.Buffer
	if err := document.WriteListJCF(&out, page); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.GetRows("List", excelize.Options{RawCellValue: true})
	want := [][]string{
		{"ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "RP-K", "RP", "RP-G"},
		{"N00000012", "Sato Ren", "佐藤 蓮", "20", "1742", "40"},
		{"N00000013"},
	}
	if err != nil || !slices.EqualFunc(got, want, slices.Equal[[]string]) {
		t.Errorf("got %q, %v; want %q", got, err, want)
	}
	if panes, err := f.GetPanes("List"); err != nil || !panes.Freeze || f.GetSheetName(0) != "Legend" {
		t.Errorf("head %v, %v; first sheet %s", panes, err, f.GetSheetName(0))
	}
}
