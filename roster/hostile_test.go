package roster

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/hostile"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// Reading an opening list of the maximum size takes bounded memory, whatever
// its bytes: retained and allocated.
func TestHostileListsTakeLittle(t *testing.T) {
	const size, mostKept, mostPassed = 16 << 20, 100 << 20, 2 << 30
	var others []string
	for _, c := range columns[2:] {
		others = append(others, c.Name)
	}
	for i, text := range hostile.Tables("id,name", others...) {
		if i%soak.Of(3, 1) > 0 {
			continue
		}
		data := text.Make(size)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		players, list, findings := Read(bytes.NewReader(data), "hostile.csv")
		runtime.GC()
		runtime.ReadMemStats(&after)
		if passed, kept := after.TotalAlloc-before.TotalAlloc, int(after.HeapAlloc)-int(before.HeapAlloc); passed > mostPassed || kept > mostKept {
			t.Errorf("%s: %d MiB passed through, %d MiB are kept", text.Name, passed>>20, kept>>20)
		}
		if n := len(findings); n > 4*finding.Most {
			t.Errorf("%s: %d findings", text.Name, n)
		}
		for _, f := range findings {
			for _, v := range f.Values {
				if !utf8.ValidString(v.Text) || len(v.Text) > 1100 {
					t.Fatalf("%s: %s says %s in %d bytes", text.Name, f.ID, v.Name, len(v.Text))
				}
			}
		}
		runtime.KeepAlive(data)
		runtime.KeepAlive(players)
		runtime.KeepAlive(list)
	}
}

// A list has a maximum number of players and of characters in a text.
func TestListIsBounded(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,name,standard\n")
	for n := range MaxPlayers + 1 {
		fmt.Fprintf(&rows, "N%d,Aoki Ren,1500\n", n)
	}
	for _, c := range []struct{ csv, id string }{
		{rows.String(), "too-many-rows"},
		{"id,name\nN1," + strings.Repeat("a", finding.MaxText+1) + "\n", "text-too-long"},
	} {
		_, _, findings := Read(strings.NewReader(c.csv), "a.csv")
		if len(findings) != 1 || findings[0].ID != c.id || !findings[0].Refuses {
			t.Errorf("got %+v, want %s", findings, c.id)
		}
	}
	if players, _, findings := ReadUpTo(MaxPlayers+1, strings.NewReader(rows.String()), "a.csv"); len(players.Players) != MaxPlayers+1 || len(findings) > 0 {
		t.Errorf("got %d players and %v", len(players.Players), findings)
	}
}
