package file_test

import (
	"bytes"
	"crypto/sha256"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/roster/fidelist"
	"github.com/arpadchess/arpad/season"
)

// Each case is a small file that stands for a fault seen in a real one or in a public complaint.
var cases = map[string]struct {
	name    string // of the event
	players int
	games   int
	byes    int
	finds   string // what must be said; empty: nothing worse than an info
	refused bool   // the file, or its section, is refused
}{
	"cr_name1.html":               {"Spring Open", 4, 6, 0, "", false},
	"cr_name2.html":               {"Spring Open", 4, 6, 0, "", false},
	"pp_nested2.html":             {"Spring Open", 4, 2, 0, "", false},
	"pp2_right1.html":             {finds: "table-row-longer", refused: true},
	"ct_nopts_gap.csv":            {finds: "table-round-missing", refused: true},
	"ct_rr.csv":                   {"", 4, 6, 0, "rounds-by-opponent", false},
	"ct_nopts_tb1.csv":            {"", 4, 4, 0, "points-differ", false},
	"pgn_headersonly_noevent.pgn": {"Club Night", 4, 4, 0, "", false},
	"pgn_bye.pgn":                 {"Club Night", 3, 2, 1, "nobody", false},
	"games_bye_and_year.csv":      {"", 4, 3, 1, "days-apart", false},
	"pgn_prov.pgn":                {finds: "cell-impossible", refused: true},
	"pgn_elo_toolarge.pgn":        {finds: "cell-impossible", refused: true},
	"pgn_year.pgn":                {"Club Night", 3, 2, 0, "days-apart", false},
	"pgn_result_differs.pgn":      {"Club Night", 2, 1, 0, "pgn-result-differs", false},
	"sl_shift.csv":                {finds: "cell-impossible", refused: true},
	"sl_quote.csv":                {finds: "cell-impossible", refused: true},
	"sl_dupid.csv":                {finds: "id-repeated", refused: true},
	"trf_same_fide_id.trf":        {finds: "id-repeated", refused: true},
	"trf26_162_z.trf":             {"Test Open", 3, 2, 2, "points-code-z", false},
	"trf_superfluous_round.trf":   {"Test Open", 3, 2, 2, "round-superfluous", false},
	"sp_rounds0.zip":              {"Spring Open", 4, 6, 0, "rounds-assumed", false},
	"sp_ok.zip":                   {"Spring Open", 4, 6, 0, "", false},
	"trf_windows1251_russian.trf": {"Кубок города", 3, 2, 2, "", false},
	"trf_cp852_czech.trf":         {"Test Open", 2, 1, 0, "", false},
}

func TestCases(t *testing.T) {
	for name, want := range cases {
		data, err := os.ReadFile("testdata/cases/" + name)
		if err != nil {
			t.Fatal(err)
		}
		r, found := file.Read(data, name, "")
		if r != nil {
			if r.Start == 0 { // as somebody says it beside the file
				r.Start, r.End = civil.Of(2026, 3, 7), civil.Of(2026, 3, 8)
			}
			found = append(found, report.Check(r)...)
		}
		refused := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses })
		said := want.finds == "" || slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == want.finds })
		if !said || refused != want.refused {
			t.Errorf("%s: got %v, want %q", name, found, want.finds)
		}
		if want.refused || r == nil {
			continue
		}
		s := &r.Sections[0]
		if r.Name != want.name || len(s.Players) != want.players || len(s.Games) != want.games || len(s.Byes) != want.byes {
			t.Errorf("%s: %q, %d players, %d games, %d byes: %v", name, r.Name, len(s.Players), len(s.Games), len(s.Byes), found)
		}
		for _, f := range found {
			if f.Severity > finding.Info && f.ID != want.finds && !strings.HasPrefix(f.ID, "rounds-") && f.ID != "list-ratings-differ" {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
}

// A row of a page with a cell too few is refused, wherever the cell was.
func TestRowWithoutACellIsRefused(t *testing.T) {
	const cells = 11 // of a row of the crosstable
	data, err := os.ReadFile("testdata/cases/cr_name1.html")
	if err != nil {
		t.Fatal(err)
	}
	before, row, found := strings.Cut(string(data), "<tr><td>2</td>")
	if !found {
		t.Fatal("the page has no second player")
	}
	row, after, _ := strings.Cut("<td>2</td>"+row, "</tr>")
	for n := range cells {
		all := strings.SplitAfter(row, "</td>")
		page := before + "<tr>" + strings.Join(slices.Delete(all, n, n+1), "") + "</tr>" + after
		if _, found := file.Read([]byte(page), "page.html", ""); !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "table-row-shorter" && f.Refuses }) {
			t.Errorf("without cell %d: %v", n+1, found)
		}
	}
}

// Pages are of one event if the site says so, whatever it is called; else by its name.
func TestPagesOfOneEvent(t *testing.T) {
	r, english := cup(), specimen.Languages["en"]
	list, table := string(specimen.HTML(r, specimen.StartingList(r, english))), string(specimen.HTML(r, specimen.Crosstable(r, english, false)))
	renamed := strings.ReplaceAll(table, r.Name, "Another name")
	numberless := strings.Replace(renamed, "tnr1234567.aspx", "index.html", 1)
	for name, c := range map[string]struct {
		first, second string
		want          string
	}{
		"the same":                     {list, table, ""},
		"saved later":                  {list, strings.ReplaceAll(table, "Servertime 10.03", "Servertime 11.03"), ""},
		"renamed":                      {list, renamed, ""},
		"another number":               {list, strings.Replace(table, "tnr1234567", "tnr7654321", 1), "pages-of-two-events"},
		"another name without numbers": {list, numberless, "pages-of-two-events"},
		"the first without a number":   {numberless, list, "pages-of-two-events"},
	} {
		data, err := specimen.ZIP(map[string][]byte{"1.html": []byte(c.first), "2.html": []byte(c.second)})
		must(t, err)
		got, found := file.Read(data, "pages.zip", "")
		refused := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == c.want && f.Refuses })
		if c.want == "" && (got == nil || len(got.Sections[0].Games) == 0 || len(found) > 0) || c.want != "" && !refused {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// With a list of players: zeros before a number are none, and births are compared.
func TestCasesWithAList(t *testing.T) {
	list, err := os.ReadFile("testdata/cases/fide_list_small.txt")
	must(t, err)
	regulation, err := catalog.Find("fide-2025")
	must(t, err)
	for name, want := range map[string]string{"trf_fide_id_leading_zero.trf": "id-zeros", "trf_birth_differs.trf": "birth-differs"} {
		data, err := os.ReadFile("testdata/cases/" + name)
		must(t, err)
		r, _ := file.Read(data, name, "")
		r.Type = rating.Standard
		in := season.Input{Regulation: regulation, IDs: season.FideID, Reports: []season.Source{{Report: r, Digest: sha256.Sum256(data)}}}
		rest := bytes.NewReader(list)
		_, err = rest.Seek(0, io.SeekEnd) // as what was read to tell its format
		must(t, err)
		players, opening, _ := fidelist.Read(rest, list, int64(len(list)), "list.txt", fidelist.Wanted{IDs: season.Sought(&in)})
		in.Roster, in.Opening = players, &opening
		games := 0
		found, err := season.Rate(in, func(p *season.Period) error { games = len(p.Batch.Games); return nil })
		must(t, err)
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == want }) || len(in.Roster.Players) != 4 || games != 6 {
			t.Errorf("%s: %d players, %d games, %v", name, len(in.Roster.Players), games, found)
		}
	}
}

// A page that was saved twice is one event, and is rated once.
func TestPageSavedTwiceCountsOnce(t *testing.T) {
	one, err := os.ReadFile("testdata/cases/cr_name1.html")
	must(t, err)
	again, err := os.ReadFile("testdata/cases/cr_name2.html")
	must(t, err)
	found := judge(t, season.Reported, one, again)
	for _, f := range found {
		if f.Refuses {
			t.Error(f)
		}
	}
	if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "report-repeated" }) {
		t.Error(found)
	}
}

// A list of players whose FIDE IDs are damaged is refused, and each of them is named.
func TestDamagedListIsRefused(t *testing.T) {
	list, err := os.Open("testdata/cases/opening_damaged_fide_ids.csv")
	must(t, err)
	defer func() { must(t, list.Close()) }()
	_, _, found := roster.Read(list, "list.csv")
	var lines []int
	for _, f := range found {
		if f.Refuses && f.ID == "cell-impossible" {
			lines = append(lines, int(f.Line))
		}
	}
	if want := []int{2, 4, 5, 6, 7}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, want %v: %v", lines, want, found)
	}
}
