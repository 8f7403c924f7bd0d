package register_test

import (
	"bytes"
	"context"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/hostile"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// A register file is refused or imported, whatever its bytes, and takes little
// memory besides what the store keeps.
func TestHostileRegistersTakeLittle(t *testing.T) {
	size := soak.Of(4, 16) << 20
	mostPassed := 128 * uint64(size)
	ctx := context.Background()
	for _, text := range hostile.Tables("id,name", "name_local", "kana", "sex", "birth", "federation", "club", "title", "email", "guardian", "fide_id", "inactive") {
		d := bureautest.Empty(t, "ncs")
		d.MaxRows = 2000 // the store is in memory
		data := text.Make(size)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		made, err := register.ImportPlayers(ctx, d.Bureau, bytes.NewReader(data), "hostile.csv", "")
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", text.Name, err)
			continue
		}
		if passed := after.TotalAlloc - before.TotalAlloc; passed > mostPassed {
			t.Errorf("%s: %d MiB passed through", text.Name, passed>>20)
		}
		if n := len(made.Findings); n > 4*finding.Most {
			t.Errorf("%s: %d findings", text.Name, n)
		}
		for _, f := range made.Findings {
			for _, v := range f.Values {
				if !utf8.ValidString(v.Text) || len(v.Text) > 1100 {
					t.Fatalf("%s: %s says %s in %d bytes", text.Name, f.ID, v.Name, len(v.Text))
				}
			}
		}
	}
}

// A file has a maximum number of rows and of characters in a text.
func TestRegisterIsBounded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, c := range []struct{ csv, id string }{
		{"id,name\nN1,Aoki Ren\nN2,Baba Mio\nN3,Chiba Ai\n", "too-many-rows"},
		{"id,name\nN1," + strings.Repeat("a", finding.MaxText+1) + "\n", "text-too-long"},
	} {
		d := bureautest.Empty(t, "ncs")
		d.MaxRows = 2
		made, err := register.ImportPlayers(ctx, d.Bureau, strings.NewReader(c.csv), "a.csv", "")
		if err != nil {
			t.Fatal(err)
		}
		if !made.Refused() || made.Findings[0].ID != c.id {
			t.Errorf("got %+v, want %s", made.Findings, c.id)
		}
	}
	d := bureautest.Empty(t, "ncs")
	if _, _, err := register.Enter(ctx, d.Bureau, []string{"name=" + strings.Repeat("a", 10<<20)}, ""); bureautest.Refusal(err) != "text-too-long" {
		t.Errorf("got %.100v, want text-too-long", err)
	}
	if _, err := register.AddClub(ctx, d.Bureau, []string{"name=" + strings.Repeat("a", finding.MaxText+1)}, ""); bureautest.Refusal(err) != "text-too-long" {
		t.Errorf("got %.100v, want text-too-long", err)
	}
}

// Many rows without an ID and with the same name are not all compared with each
// other, and a finding says so.
func TestManyNamesakesAreNotCompared(t *testing.T) {
	t.Parallel()
	var rows strings.Builder
	rows.WriteString("id,name\n")
	for range 3000 {
		rows.WriteString(",Sato Ken\n")
	}
	d := bureautest.Empty(t, "ncs")
	made, err := register.ImportPlayers(context.Background(), d.Bureau, strings.NewReader(rows.String()), "a.csv", "")
	if err != nil || made.New != 3000 {
		t.Fatal(made, err)
	}
	if n := len(made.Findings); n != 1 || made.Findings[0].ID != "duplicates-not-sought" || made.Findings[0].Line < 1000 {
		t.Errorf("%d findings, the first is %+v", n, made.Findings[0])
	}
}
