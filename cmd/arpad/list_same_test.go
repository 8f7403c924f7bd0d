package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/report/trf"
)

// A shownList is what a rendering of a list says: the cells of each line, by the names of
// the CSV's columns. A column that the rendering lacks is not there.
type shownList []map[string]string

// listDoors are the ways to a list of standard ratings, sorted by rating: the arguments of
// the command or the address of site and API, and what reads the rendering.
var listDoors = []struct {
	name  string
	args  string // after arpad list
	paths []string
	read  func([]byte) (shownList, error)
	words map[string]string // what it writes in a column in place of a value: "qualifies=true"
}{
	{name: "command, CSV", args: "--format csv", read: readTableCSV},
	{name: "command, JSON", args: "--format json", read: readListJSON},
	{name: "command, XLSX", args: "--format xlsx", read: readSheet, words: sheetWords},
	{name: "command, FIDE", args: "--format fide", read: readFIDE},
	{name: "command, Swiss-Manager", args: "--format swiss-manager", read: readSwissManager},
	{name: "command, Japan", args: "--format jcf", read: readJCF},
	{name: "command, text", args: "--format text", read: readListText, words: textWords},
	{name: "site, CSV", paths: []string{"/en/lists/2024-09/standard.csv"}, read: readTableCSV},
	{name: "site, JSON", paths: []string{"/en/lists/2024-09/standard.json"}, read: readListJSON},
	{name: "site, XLSX", paths: []string{"/en/lists/2024-09/standard.xlsx"}, read: readSheet, words: sheetWords},
	{name: "site, FIDE", paths: []string{"/en/lists/2024-09/standard.txt"}, read: readFIDE},
	{name: "site, Swiss-Manager", paths: []string{"/ja/lists/2024-09/standard/programs.csv"}, read: readSwissManager},
	{name: "site, Japan", paths: []string{"/en/lists/2024-09/r2/standard/programs.xlsx"}, read: readJCF},
	{name: "site, TRF", paths: []string{"/ja/lists/2024-09/standard/programs.trf"}, read: readPlayersTRF},
	{name: "site, page", paths: pagesOf("/en/lists/2024-09/standard/", 5), read: readListPage, words: textWords},
	{name: "site, page of the revision", paths: pagesOf("/en/lists/2024-09/r2/standard/", 5), read: readListPage, words: textWords},
	{name: "API", paths: []string{api.Root + "/lists/2024-09/standard"}, read: readListJSON},
	{name: "API, in parts", paths: partsOf(api.Root+"/lists/2024-09/standard", 5), read: readListJSON},
}

var (
	sheetWords = map[string]string{"qualifies=true": "1", "qualifies=false": "0"}
	textWords  = map[string]string{"qualifies=true": "yes", "qualifies=false": "", "change=0": ""}
)

// pagesOf returns the addresses of the pages of a table.
func pagesOf(address string, pages int) []string {
	all := []string{address}
	for n := 2; n <= pages; n++ {
		all = append(all, fmt.Sprintf("%spages/%d/", address, n))
	}
	return all
}

// partsOf returns the address of the first part of a list; each part leads to the next one.
func partsOf(address string, parts int) []string {
	all := make([]string, parts)
	all[0] = address + "?limit=100"
	return all
}

// All renderings of one list say the same of the same players, in the same order.
func TestListIsTheSameEverywhere(t *testing.T) {
	_, folder := newTwoYears(t)
	t.Setenv("ARPAD_DB", filepath.Join(folder, demoFile))
	s := startAPI(t)
	var want shownList
	for _, door := range listDoors {
		var got shownList
		for _, body := range s.rendered(t, door.args, door.paths) {
			lines, err := door.read(body)
			if err != nil {
				t.Fatalf("%s: %v", door.name, err)
			}
			got = append(got, lines...)
		}
		if want == nil {
			want = got
			for _, line := range want {
				line["who"] = strings.TrimSpace(line["title"] + " " + line["name"] + " " + line["name_local"])
			}
			if len(want) < 400 || want[0]["place"] != "1" {
				t.Fatalf("%d lines, the first is %v", len(want), want[0])
			}
		}
		sameList(t, door.name, got, want, door.words)
	}
}

// A list has no format that the test above leaves out.
func TestListFormatsAreCompared(t *testing.T) {
	for _, f := range document.ListFormats {
		for _, door := range listDoors {
			if door.args == "--format "+f.Name {
				f.Name = ""
			}
			if len(door.paths) == 1 && strings.HasSuffix(door.paths[0], "/standard."+f.Ending) {
				f.Ending = ""
			}
		}
		if f.Name != "" || f.Ending != "" {
			t.Errorf("no test reads %+v", f)
		}
	}
}

// rendered returns what the command prints, or what is at addresses of which an empty one
// is where the answer before leads.
func (s *apiServer) rendered(t *testing.T, args string, paths []string) [][]byte {
	t.Helper()
	if args != "" {
		var out, problems bytes.Buffer
		all := append([]string{"list", "2024-09", "--type", "standard", "--sort", "rating"}, strings.Fields(args)...)
		if run(all, &out, &problems) != 0 {
			t.Fatal(args, problems.String())
		}
		return [][]byte{out.Bytes()}
	}
	var all [][]byte
	next := ""
	for _, path := range paths {
		if path == "" {
			path = next
		}
		answer := httptest.NewRecorder()
		s.Config.Handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		if answer.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, answer.Code, answer.Body)
		}
		if link := nextLink.FindStringSubmatch(answer.Header().Get("Link")); link != nil {
			next = link[1]
		}
		all = append(all, answer.Body.Bytes())
	}
	return all
}

var nextLink = regexp.MustCompile(`<([^>]*)>; rel="next"`)

// sameList compares what two renderings say in the columns that got has.
func sameList(t *testing.T, name string, got, want shownList, words map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d lines, want %d", name, len(got), len(want))
		return
	}
	for i, line := range got {
		if len(line) < 4 {
			t.Fatalf("%s: only %v was read", name, line)
		}
		for column, value := range line {
			wanted, ok := want[i][column]
			if word, other := words[column[strings.Index(column, "_")+1:]+"="+wanted]; other {
				wanted = word
			}
			if !ok || value != wanted {
				t.Errorf("%s: %s of %s is %q, want %q", name, column, want[i]["id"], value, wanted)
			}
		}
	}
}

// readTableCSV reads our CSV.
func readTableCSV(body []byte) (shownList, error) {
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff")))).ReadAll()
	return cells(rows), err
}

// cells names the cells of rows by the first of them.
func cells(rows [][]string) shownList {
	var all shownList
	for _, row := range rows[min(1, len(rows)):] {
		line := map[string]string{}
		for i, column := range rows[0] {
			line[column] = ""
			if i < len(row) {
				line[column] = row[i]
			}
		}
		all = append(all, line)
	}
	return all
}

// readListJSON reads our document.
func readListJSON(body []byte) (shownList, error) {
	var d struct{ Players []map[string]any }
	in := json.NewDecoder(bytes.NewReader(body))
	in.UseNumber()
	err := in.Decode(&d)
	var all shownList
	for _, p := range d.Players {
		line := map[string]string{}
		for _, kind := range []string{"standard", "rapid"} {
			state, _ := p[kind].(map[string]any)
			line[kind] = cellOf(state["rating"])
			for _, name := range []string{"games", "k", "qualifies", "change"} {
				line[kind+"_"+name] = cellOf(state[name])
			}
			delete(p, kind)
		}
		delete(p, "blitz")
		for name, value := range p {
			line[name] = cellOf(value)
		}
		all = append(all, line)
	}
	return all, err
}

// cellOf returns a value of JSON as our CSV writes it.
func cellOf(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// readSheet reads our spreadsheet.
func readSheet(body []byte) (shownList, error) {
	rows, err := sheetRows(body, 0)
	return cells(rows), err
}

// readJCF reads the workbook of Japan's list.
func readJCF(body []byte) (shownList, error) {
	legend, err := sheetRows(body, 0)
	if err != nil {
		return nil, err
	}
	rows, err := sheetRows(body, 1)
	for i, name := range rows[0] {
		rows[0][i] = legend[slices.IndexFunc(legend, func(row []string) bool { return row[0] == name })][1]
	}
	return cells(rows), err
}

func sheetRows(body []byte, sheet int) ([][]string, error) {
	f, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return f.GetRows(f.GetSheetList()[sheet], excelize.Options{RawCellValue: true})
}

// readFIDE reads FIDE's columns, which begin where those of FIDE's own lists do.
func readFIDE(body []byte) (shownList, error) {
	var all shownList
	for line := range strings.Lines(string(body)) {
		line = fmt.Sprintf("%-140s", strings.TrimRight(line, "\r\n"))
		k := strings.TrimSpace(line[123:126])
		if k == "0" {
			k = ""
		}
		all = append(all, map[string]string{
			"id": strings.TrimSpace(line[:15]), "name": strings.TrimSpace(line[15:76]), "title": strings.TrimSpace(line[84:89]),
			"standard": strings.TrimSpace(line[113:119]), "standard_next_k": k,
		})
	}
	return all[1:], nil
}

// readSwissManager reads the list that Swiss-Manager imports.
func readSwissManager(body []byte) (shownList, error) {
	lines, err := readTableCSV(body)
	return renamed(lines, map[string]string{"ID_No": "id", "Name": "name", "Title": "title", "ClubName": "club", "Rtg_Nat": "standard", "K": "standard_next_k"}), err
}

// readPlayersTRF reads the players of a TRF.
func readPlayersTRF(body []byte) (shownList, error) {
	read, _ := trf.Read(string(body), "players.trf", 0)
	var all shownList
	for _, p := range read.Sections[0].Players {
		all = append(all, map[string]string{"id": p.FideID, "name": p.Name, "title": p.Title, "standard": p.Rating.String()})
	}
	return all, nil
}

// renamed returns the columns that have a name in ours.
func renamed(lines shownList, names map[string]string) shownList {
	all := make(shownList, len(lines))
	for i, line := range lines {
		all[i] = map[string]string{}
		for theirs, ours := range names {
			all[i][ours] = line[theirs]
		}
	}
	return all
}

// readListText reads the table that people read in a terminal.
func readListText(body []byte) (shownList, error) {
	lines := strings.Split(strings.TrimRight(string(body), "\n"), "\n")
	head := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Place") })
	starts := regexp.MustCompile(`\S+( \S+)*`).FindAllStringIndex(lines[head], -1)
	columns := []string{"place", "id", "name", "club", "standard", "standard_change", "standard_games", "standard_k", "standard_qualifies", "rapid", "rapid_change", "rapid_games"}
	var all shownList
	for _, line := range lines[head+1:] {
		if strings.HasPrefix(line, "K: ") { // what the columns mean
			break
		}
		got := map[string]string{}
		for i, column := range columns {
			end := len(line)
			if i+1 < len(starts) {
				end = min(end, starts[i+1][0])
			}
			got[column] = strings.TrimPrefix(strings.TrimSpace(line[min(starts[i][0], len(line)):end]), "+")
		}
		all = append(all, got)
	}
	return all, nil
}

// readListPage reads the table of a page.
func readListPage(body []byte) (shownList, error) {
	page, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	var all shownList
	for row := range page.Descendants() {
		if row.Data != "tr" || row.Parent.Data != "tbody" {
			continue
		}
		var cells []string
		for cell := range row.ChildNodes() {
			cells = append(cells, strings.NewReplacer("−", "-", "+", "").Replace(textOf(cell)))
		}
		columns := []string{"place", "who", "id", "club", "standard", "standard_change", "standard_games"}
		line := map[string]string{}
		for i, column := range columns {
			line[column] = cells[i]
		}
		all = append(all, line)
	}
	return all, nil
}

// textOf returns the text of a part of a page.
func textOf(n *html.Node) string {
	var all []string
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			all = append(all, strings.TrimSpace(d.Data))
		}
	}
	return strings.Join(all, " ")
}
