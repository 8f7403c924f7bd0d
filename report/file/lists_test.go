package file_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/roster/fidelist"
)

const listSamples = "../testdata/lists"

// readList is what becomes of a sample of a list.
type readList struct {
	as                            string
	players, rated, births, clubs int
	found                         []finding.Finding
}

// The kinds of lists, by the beginning of the name of a sample.
var listKinds = map[string]func(t *testing.T, data []byte, name string) readList{
	"opening":  readOpening,
	"fide":     readFIDE,
	"register": readRegister(register.ImportPlayers),
	"clubs":    readRegister(register.ImportClubs),
}

// packedLists returns the samples that are workbooks or in a ZIP, by their names.
func packedLists(t *testing.T) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	keep := func(name string, data []byte, err error) {
		must(t, err)
		all[name] = data
	}
	workbook := func(name string, sheets ...specimen.Sheet) {
		data, err := specimen.XLSX(sheets...)
		keep(name, data, err)
	}
	sample := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(listSamples, name))
		must(t, err)
		return data
	}
	rows := func(name string) (rows [][]string) {
		must(t, sheet.Rows(string(sample(name)), func(_ int, cells []string) bool {
			rows = append(rows, slices.Clone(cells))
			return true
		}))
		return rows
	}
	list := specimen.Sheet{Name: "List", Rows: rows("opening.csv")}
	workbook("opening-workbook.xlsx", list)
	workbook("opening-two-lists.xlsx", list, specimen.Sheet{Name: "Old", Rows: rows("opening.csv")})
	workbook("opening-japan.xlsx", specimen.Sheet{Name: "凡例", Rows: [][]string{{"ST-K", "スタンダードの変動係数"}, {"ST-G", "スタンダードの対局数"}}}, specimen.Sheet{Name: "リスト", Rows: [][]string{
		{"ID", "Name", "Kanji", "ST-K", "ST", "ST-G", "RP-K", "RP", "RP-G"},
		{"N00000001", "Aoki Ren", "青木 蓮", "20", "1820", "130", "20", "1790", "31"},
		{"N00000002", "Baba Mio", "馬場 澪", "20", "1765", "88", "", "", ""},
		{"N00000004", "Doi Haruka", "土井 遥", "", "", "", "", "", ""},
	}})
	workbook("opening-wrong-cell.xlsx", specimen.Sheet{Name: "List", Rows: [][]string{{"id", "name", "standard"}, {"N00000001", "Aoki Ren", "strong"}}})
	workbook("register-workbook.xlsx", specimen.Sheet{Name: "会員", Rows: rows("register.csv")})
	workbook("clubs-workbook.xlsx", specimen.Sheet{Name: "Clubs", Rows: rows("clubs-no-ids.csv")})
	southAfrica := []byte("UNIQUE_NO,SURNAME,FIRSTNAME,BDATE,SEX,TITLE,RATING,FED\n100000001,Nkosi,Thabo,1990/04/11,M,,1612,RSA\n100000002,Botha,Anna,1900/01/01,F,,1480,RSA\n")
	data, err := specimen.ZIP(map[string][]byte{"list.csv": southAfrica, "readme.txt": []byte("The list of January.")})
	keep("opening-south-africa.zip", data, err)
	data, err = specimen.ZIP(map[string][]byte{"list.csv": southAfrica, "old.csv": southAfrica})
	keep("opening-two-csvs.zip", data, err)
	data, err = specimen.ZIP(map[string][]byte{"../list.csv": southAfrica})
	keep("opening-outside.zip", data, err)
	data, err = specimen.ZIP(map[string][]byte{"register.csv": sample("register-cp932.csv")})
	keep("register-cp932.zip", data, err)
	return all
}

// Every list of the corpus, as Excel, Swiss-Manager's users and FIDE write them; the table
// says what becomes of each. UPDATE=1 writes it again.
func TestLists(t *testing.T) {
	for name, data := range packedLists(t) {
		path := filepath.Join(listSamples, name)
		if _, err := os.Stat(path); os.IsNotExist(err) && os.Getenv("UPDATE") != "" {
			must(t, os.WriteFile(path, data, 0o644))
		} else {
			must(t, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(listSamples, "*.*"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# What becomes of the samples\n\nWritten by `UPDATE=1 go test ./report/file -run Lists`.\n\n")
	b.WriteString("| file | read as | verdict | players | rated | births | clubs | findings |\n|---|---|---|---|---|---|---|---|\n")
	seen := map[string]int{}
	for _, path := range files {
		kind, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), "-")
		if filepath.Ext(path) == ".md" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil || listKinds[kind] == nil {
			t.Fatal(path, err)
		}
		seen[kind]++
		list := listKinds[kind](t, data, filepath.Base(path))
		verdict := "read"
		if bureau.AnyRefusal(list.found) {
			verdict = "refused"
			list.players, list.rated, list.births, list.clubs = 0, 0, 0, 0
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %d | %d | %d | %d | %s |\n", filepath.Base(path), list.as, verdict, list.players, list.rated, list.births, list.clubs, summary(list.found))
	}
	if len(seen) != len(listKinds) {
		t.Errorf("there are samples of %v", slices.Sorted(maps.Keys(seen)))
	}
	sameTable(t, listSamples, b.String())
}

// counted counts what is known of the players of a list.
func counted(as string, players []roster.Player, standings []roster.Standing, found []finding.Finding) readList {
	list := readList{as: as, players: len(players), found: found}
	clubs := map[string]bool{}
	for i := range players {
		p := &players[i]
		if standings[i].Of(rating.Standard).Rating.Rated() {
			list.rated++
		}
		if p.Birth != 0 {
			list.births++
		}
		if p.Club != "" {
			clubs[p.Club] = true
		}
	}
	list.clubs = len(clubs)
	return list
}

func readOpening(_ *testing.T, data []byte, name string) readList {
	in, found := file.Table(data, name)
	if bureau.AnyRefusal(found) {
		return readList{as: "opening list", found: found}
	}
	players, list, more := roster.Read(in, name)
	return counted("opening list", players.Players, list.Standings, append(found, more...))
}

func readFIDE(_ *testing.T, data []byte, name string) readList {
	if !fidelist.Is(data) {
		return readList{as: "nothing"}
	}
	wanted := map[string]bool{"90000011": true, "90000029": true, "90000037": true, "90000045": true}
	head := data[:min(len(data), fidelist.Head)]
	players, list, found := fidelist.Read(&listBytes{bytes.NewReader(data), int64(len(head))}, head, int64(len(data)), name, fidelist.Wanted{IDs: wanted})
	return counted("FIDE's list", players.Players, list.Standings, found)
}

// listBytes is a file of which the head has been read.
type listBytes struct {
	io.ReaderAt
	at int64
}

// Read implements io.Reader.
func (b *listBytes) Read(p []byte) (int, error) {
	n, err := b.ReadAt(p, b.at)
	b.at += int64(n)
	return n, err
}

// readRegister returns what imports a register into a new bureau.
func readRegister(take func(context.Context, *bureau.Bureau, io.Reader, string, string) (*register.Imported, error)) func(*testing.T, []byte, string) readList {
	return func(t *testing.T, data []byte, name string) readList {
		ctx := context.Background()
		b := &bureau.Bureau{Store: &memory.Store{}, Clock: func() time.Time { return time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC) }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
		if err := closing.Init(ctx, b, bureau.Settings{Authority: "ncs", ListZero: "2026-01"}, nil, &roster.List{From: civil.Of(2026, 1, 1)}); err != nil {
			t.Fatal(err)
		}
		in, found := file.Table(data, name)
		made, err := take(ctx, b, in, name, "")
		if err != nil {
			t.Fatal(err)
		}
		list := readList{as: "register", found: append(found, made.Findings...)}
		err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
			clubs, err := register.AllClubs(r)
			if err != nil {
				return err
			}
			list.clubs = len(clubs) + len(made.Proposed)
			return register.Players.Scan(r, "", "", func(id string, _ *register.Player) (bool, error) {
				person, err := register.PersonOf(r, id)
				list.players++
				if err == nil && person.Birth != 0 {
					list.births++
				}
				return true, err
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		in, _ = file.Table(data, name)
		again, err := take(ctx, b, in, name, "")
		if err != nil {
			t.Fatal(err)
		}
		if ids := !strings.Contains(name, "no-ids") && name != "clubs-cp932.csv"; ids && again.New+again.Changed != 0 {
			t.Errorf("%s imported again: %d new, %d changed", name, again.New, again.Changed)
		}
		return list
	}
}

// What is wrong in a workbook is told by its cell.
func TestListsAreToldByCells(t *testing.T) {
	in, found := file.Table(packedLists(t)["opening-wrong-cell.xlsx"], "list.xlsx")
	_, _, more := roster.Read(in, "list.xlsx")
	if len(found) > 0 || len(more) != 1 || more[0].At != (finding.At{Line: 2, Column: 3}) {
		t.Errorf("%v, %v", found, more)
	}
}
