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

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/closing"
	"github.com/arpadchess/arpad/bureau/projection"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
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

// Every list of the corpus, as Excel, Swiss-Manager's users and FIDE write them; the table
// says what becomes of each. UPDATE=1 writes it again.
func TestLists(t *testing.T) {
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
	text, found := file.Table(data, name)
	if bureau.AnyRefusal(found) {
		return readList{as: "opening list", found: found}
	}
	players, list, more := roster.Read(bytes.NewReader(text), name)
	return counted("opening list", players.Players, list.Standings, append(found, more...))
}

func readFIDE(_ *testing.T, data []byte, name string) readList {
	if !fidelist.Is(data) {
		return readList{as: "nothing"}
	}
	wanted := map[string]bool{"90000011": true, "90000029": true, "90000037": true, "90000045": true}
	head := data[:min(len(data), fidelist.Head)]
	players, list, found := fidelist.Read(&listBytes{bytes.NewReader(data), int64(len(head))}, head, int64(len(data)), name, wanted)
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
		b := &bureau.Bureau{Store: &bureau.Memory{}, Clock: func() time.Time { return time.Date(2026, 1, 5, 3, 0, 0, 0, time.UTC) }, Actor: "officer", Rows: projection.Rows{}}
		if err := closing.Init(ctx, b, bureau.Settings{Authority: "ncs", ListZero: "2026-01"}, nil, &roster.List{From: civil.Of(2026, 1, 1)}); err != nil {
			t.Fatal(err)
		}
		text, found := file.Table(data, name)
		made, err := take(ctx, b, bytes.NewReader(text), name, "")
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
		again, err := take(ctx, b, bytes.NewReader(text), name, "")
		if err != nil {
			t.Fatal(err)
		}
		if ids := !strings.Contains(name, "no-ids") && name != "clubs-cp932.csv"; ids && again.New+again.Changed != 0 {
			t.Errorf("%s imported again: %d new, %d changed", name, again.New, again.Changed)
		}
		return list
	}
}
