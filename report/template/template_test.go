package template_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
	"github.com/arpadchess/arpad/report/template"
)

// full is a report that states all that the form has room for.
func full() *report.Report {
	return &report.Report{
		Name: "Spring Cup", Organizer: "Minato Chess Club", Venue: "Civic Hall", City: "Minato", Start: civil.Of(2026, 3, 7), End: civil.Of(2026, 3, 8), Time: "10:00",
		Responsible: "Aoki Ren", SubmittedBy: "Baba Mio", Qualified: []string{"Aoki Ren", "Baba Mio"}, Type: rating.Rapid, TimeControlText: "900+10",
		TimeControl: []report.TimeControl{"900+10"}, Qualifying: true, Meeting: true, Stated: report.StatedFIDE | report.StatedTeam, ChiefArbiter: "Chiba Ai", OwnFile: true,
		Sections: []report.Section{{
			Name: "A", Rounds: 3,
			Players: []report.Player{
				{StartNumber: 1, ID: "N00000001", Name: "Aoki Ren", NameLocal: "青木 蓮", Sex: "m", Title: "FM", Federation: "JPN", Rating: 1900, FideID: "90000011", Club: "Minato Chess Club"},
				{StartNumber: 2, Name: "Baba Mio", NameLocal: "馬場 みお", Birth: civil.BirthIn(2001), Email: "baba@example.jp"},
				{StartNumber: 3, ID: "00000003", Name: "Chiba Ai"},
			},
			Games: []report.Game{
				{Round: 1, White: 1, Black: 2, Result: report.WhiteWon, Date: civil.Of(2026, 3, 7)}, {Round: 2, White: 2, Black: 3, Result: report.Drawn, Unrated: true},
				{Round: 3, White: 1, Black: 3, Result: report.BlackByForfeit, NoColour: true},
			},
			Byes: []report.Bye{{Round: 1, Player: 3, Kind: report.PairingBye}, {Round: 2, Player: 1, Kind: report.HalfBye}, {Round: 3, Player: 2, Kind: report.ZeroBye}},
		}},
	}
}

// made returns a form as a file.
func made(t *testing.T, f *template.Form) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := template.Write(&out, func(key string) string { return key }, f); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tables reads a form's tables.
func tables(t *testing.T, data []byte) []table.Table {
	t.Helper()
	var c finding.Collector
	all := table.Workbook(archive.Open(data, &c), &c)
	if len(c.Findings) > 0 {
		t.Fatal(c.Findings)
	}
	return all
}

// What is written into the form is what is read from it.
func TestFormComesBack(t *testing.T) {
	want := full()
	got, found := template.Read(tables(t, made(t, &template.Form{Report: want})), "", 0)
	if len(found) > 0 {
		t.Error(found)
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(finding.At{})); diff != "" {
		t.Error(diff)
	}
}

// A form for a club offers its members, and fills in their names by their IDs.
func TestMembersAreOffered(t *testing.T) {
	r := full()
	r.Sections[0].Players[0].Name, r.Sections[0].Players[0].NameLocal = "", ""
	data := made(t, &template.Form{Report: r, Members: []template.Member{{ID: "N00000001", Name: "Aoki Ren", NameLocal: "青木 蓮", Ratings: [rating.Kinds]rating.Rating{1900, 0, 1850}}, {ID: "N00000002", Name: "Baba Mio"}}})
	got, found := template.Read(tables(t, data), "", 0)
	if p := got.Sections[0].Players[0]; len(found) > 0 || p.Name != "Aoki Ren" || p.NameLocal != "青木 蓮" {
		t.Errorf("got %+v, %v", p, found)
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	offered := map[string]string{}
	for _, sheet := range f.GetSheetList() {
		all, err := f.GetDataValidations(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range all {
			offered[sheet+"!"+v.Sqref] = v.Formula1
		}
	}
	for cells, want := range map[string]string{"sheet-players!B4:B203": "'sheet-members'!$A$4:$A$5", "sheet-games!D4:D1503": `"1-0,1/2-1/2,0-1,+/-,-/+,-/-,bye,bye 1,bye 1/2,bye 0"`, "sheet-event!C11": `"standard,rapid,blitz"`} {
		if offered[cells] != want {
			t.Errorf("%s offers %s, want %s", cells, offered[cells], want)
		}
	}
}

// Births and addresses are on a sheet that is marked, and nowhere else.
func TestPrivateSheetIsMarked(t *testing.T) {
	for _, s := range tables(t, made(t, &template.Form{Report: full()})) {
		marked, private := false, false
		for i := range s.Rows {
			text := strings.Join(s.Rows[i].Cells, " ")
			marked = marked || strings.Contains(text, "title-private")
			private = private || strings.Contains(text, "2001") || strings.Contains(text, "baba@example.jp") || strings.Contains(text, "birth") || strings.Contains(text, "email")
		}
		if marked != private {
			t.Errorf("%s is marked: %v, and holds private data: %v", s.Name, marked, private)
		}
	}
}

// What is wrong in a form is named with its cell.
func TestErrorsNameTheCell(t *testing.T) {
	for _, c := range []struct{ sheet, cell, text, id string }{
		{"sheet-event", "C11", "fast", "table-cell-impossible"},
		{"sheet-event", "C15", "perhaps", "table-cell-impossible"},
		{"sheet-players", "A6", "", "table-cell-missing"},
		{"sheet-players", "E5", "x", "table-cell-impossible"},
		{"sheet-games", "D5", "2-0", "table-cell-impossible"},
		{"sheet-games", "D4", "", "result-missing"},
		{"sheet-games", "A4", "one", "table-cell-impossible"},
		{"sheet-private", "A4", "17", "table-player-unknown"},
	} {
		f, err := excelize.OpenReader(bytes.NewReader(made(t, &template.Form{Report: full()})))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if f.SetCellStr(c.sheet, c.cell, c.text) != nil || f.Write(&out) != nil {
			t.Fatal(c)
		}
		_, found := template.Read(tables(t, out.Bytes()), "", 0)
		if len(found) != 1 || found[0].ID != c.id || found[0].Value("cell") != c.sheet+"!"+c.cell {
			t.Errorf("%v: got %v", c, found)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("arpad.report-template/1 event\nname,Name,Open\nstart,,2026-03-07\ntype,,rapid\n", "arpad.report-template/1 players\nstart_number,id,name\n,,\n1,1,A\n2,02,B\n", "arpad.report-template/1 games\nround,white,black,result\n,,,\n1,1,2,1-0\n2,1,,bye 1/2\n")
	f.Fuzz(func(_ *testing.T, event, players, games string) {
		var all []table.Table
		var c finding.Collector
		for _, text := range []string{event, players, games} {
			if !utf8.ValidString(text) {
				return
			}
			all = append(all, table.CSV(text, &c)...)
		}
		if template.Is(all) {
			if r, _ := template.Read(all, "fuzz", 0); r != nil {
				report.Check(r)
			}
		}
	})
}

// A game's day that can be read in two ways is that within the event, or in the order that is known; else it
// is not used, and said so once. It tells the days of an event that are not clear, too. Nothing is refused.
func TestGamesDaysInTwoWays(t *testing.T) {
	type days map[string]string // by cell
	march := func(day int) civil.Date { return civil.Of(2026, 3, day) }
	for name, c := range map[string]struct {
		event, games days
		known        civil.Order
		want         []civil.Date
		found        []string
		unclear      int
	}{
		"within the event":          {nil, days{"E4": "07/03/2026", "E5": "08/03/2026"}, 0, []civil.Date{march(7), march(8), 0}, []string{"date-order"}, 0},
		"one that is clear besides": {nil, days{"E4": "2026-03-07", "E5": "03/08/2026"}, 0, []civil.Date{march(7), march(8), 0}, []string{"date-order"}, 0},
		"not within the event":      {nil, days{"E4": "07/04/2026"}, 0, []civil.Date{0, 0, 0}, []string{"round-date-unclear"}, 0},
		"in two ways within it":     {days{"C3": "2026-03-01", "C4": "2026-04-30"}, days{"E4": "03/04/2026"}, 0, []civil.Date{0, 0, 0}, []string{"round-date-unclear"}, 0},
		"the order is known":        {days{"C3": "2026-03-01", "C4": "2026-04-30"}, days{"E4": "03/04/2026"}, civil.MonthFirst, []civil.Date{civil.Of(2026, 3, 4), 0, 0}, []string{"date-order"}, 0},
		"they tell the event's":     {days{"C3": "03/07/2026", "C4": "03/08/2026"}, days{"E4": "2026-03-08"}, 0, []civil.Date{march(8), 0, 0}, []string{"date-order"}, 0},
		"nothing is clear":          {days{"C3": "03/07/2026", "C4": "04/07/2026"}, days{"E4": "03/07/2026"}, 0, []civil.Date{0, 0, 0}, []string{"round-date-unclear"}, 2},
	} {
		book, err := excelize.OpenReader(bytes.NewReader(made(t, &template.Form{Report: full()})))
		if err != nil {
			t.Fatal(err)
		}
		for sheet, cells := range map[int]days{0: c.event, 3: c.games} {
			for cell, text := range cells {
				if err := book.SetCellStr(book.GetSheetList()[sheet], cell, text); err != nil {
					t.Fatal(err)
				}
			}
		}
		var out bytes.Buffer
		if err := book.Write(&out); err != nil {
			t.Fatal(err)
		}
		r, found := template.Read(tables(t, out.Bytes()), "", c.known)
		var ids []string
		for i := range found {
			ids = append(ids, found[i].ID)
		}
		var got []civil.Date
		for i := range r.Sections[0].Games {
			got = append(got, r.Sections[0].Games[i].Date)
		}
		if diff := cmp.Diff(c.want, got); diff != "" || !cmp.Equal(c.found, ids) || len(r.StillUnclear()) != c.unclear {
			t.Errorf("%s: %v, %d days of the event are unclear: %s", name, found, len(r.StillUnclear()), diff)
		}
	}
}
