package registers_test

import (
	"bytes"
	"net/http"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// sheetOf returns the cells of the only sheet of a file.
func sheetOf(t *testing.T, a hall.Answer) [][]string {
	t.Helper()
	if a.Status != http.StatusOK || a.Response.Header.Get("Content-Type") != document.XLSXType {
		t.Fatalf("%d %s", a.Status, a.Response.Header.Get("Content-Type"))
	}
	f, err := excelize.OpenReader(bytes.NewReader([]byte(a.Body)))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := f.GetRows(f.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The treasurer takes what clubs owe as a spreadsheet; the list of members is for officers and auditors, and who takes it is kept.
func TestSheets(t *testing.T) {
	t.Parallel()
	d := &desks{Hall: hall.WithFees(t, "en")}
	ref := d.charged("Evening of January", "2023/01/21")
	member := d.enters("name=Hirata Yasunori", "club=Kawagoe Tsuru")
	d.enters("name=Chiba Sota") // who is no member
	d.does(&act.AddMember{Player: member, From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)})
	treasurer := d.Another()
	d.Enters(treasurer, "treasurer")
	fee := d.fee(ref)
	d.Wants(treasurer.Get("desk/fees/"), http.StatusOK, "desk/fees/", "desk/sheet/owed/")
	rows := sheetOf(t, treasurer.Get("desk/sheet/owed/"))
	if len(rows) != 2 || rows[1][0] != "Kawagoe Tsuru" || rows[1][2] != "1" || rows[1][5] == "0" || rows[1][6] != fee.Currency {
		t.Errorf("%q", rows)
	}
	if a := treasurer.Get("desk/sheet/member-list/"); a.Status != http.StatusNotFound {
		t.Errorf("a treasurer takes the members: %d", a.Status)
	}
	d.Enters(d.Browser, "officer")
	begun := d.Now
	rows = sheetOf(t, d.Get("desk/sheet/member-list/"))
	if len(rows) != 2 || !slices.Contains(rows[1], member) || !slices.Contains(rows[1], "2023-12-31") {
		t.Errorf("%q", rows)
	}
	looked := false
	d.Must(d.Door.Work.Looks(t.Context(), begun.Add(-10*60e9), func(l bureau.Look) bool {
		looked = looked || l.What == "export of members"
		return true
	}))
	if !looked {
		t.Error("who took the members is not kept")
	}
	if a := d.Get("desk/sheet/nothing/"); a.Status != http.StatusNotFound {
		t.Errorf("a sheet that is none: %d", a.Status)
	}
}
