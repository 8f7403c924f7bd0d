package register_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// Every personal field is declared, with its purpose in both languages (tested
// in cmd/arpad), and personal data is not public.
func TestEveryFieldIsDeclared(t *testing.T) {
	t.Parallel()
	declared := map[string]bool{}
	for _, f := range register.PersonalFields("ncs") {
		declared[f.Name] = f.Public
	}
	for _, name := range jsonFields(register.Person{}) {
		if public, ok := declared[name]; !ok || public {
			t.Errorf("the personal field %s is not declared, or as public", name)
		}
	}
	technical := []string{"number", "fide", "merged_into", "merged", "erased"} // fide has a field for each kind
	for _, name := range jsonFields(register.Player{}) {
		if public, ok := declared[name]; !slices.Contains(technical, name) && (!ok || !public) {
			t.Errorf("the field %s of a player is not declared, or not as public", name)
		}
	}
}

func jsonFields(v any) []string {
	var names []string
	for i := range reflect.TypeOf(v).NumField() {
		name, _, _ := strings.Cut(reflect.TypeOf(v).Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// The clauses that ask for a field exist.
func TestFieldsCiteClauses(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{"ncs", "chessa"} {
		clauses := map[string]bool{}
		for _, e := range catalog.Editions() {
			about := e.About()
			for _, c := range about.Clauses {
				clauses[about.Authority+" "+c.ID] = true
			}
		}
		for _, f := range register.PersonalFields(authority) {
			if f.Clause != "" && !clauses[authority+" "+f.Clause] {
				t.Errorf("%s: %s has no clause %s", f.Name, authority, f.Clause)
			}
		}
	}
}

// drawPlayers draws the lines of a CSV of players.
func drawPlayers(t *rapid.T) string {
	word := rapid.StringMatching(`[A-Z][a-z]{1,7}`)
	local := rapid.StringMatching(`[一-龠]{1,3}( [一-龠]{1,3})?`)
	var lines strings.Builder
	lines.WriteString("id,name,name_local,sex,birth,club,email,fide_id,fide_standard,entered_unrated,inactive\n")
	for i := range rapid.IntRange(0, 12).Draw(t, "players") {
		fmt.Fprintf(&lines, "N%08d,%s %s,%s,%s,%s,%q,%s@example.jp,%s,%s,%t,%s\n", i+1, word.Draw(t, "family"), word.Draw(t, "given"),
			local.Draw(t, "local"), rapid.SampledFrom([]string{"", "m", "w"}).Draw(t, "sex"),
			rapid.SampledFrom([]string{"", "1990", "2001-02-03", "1999-12-31"}).Draw(t, "birth"),
			rapid.SampledFrom([]string{"", "Minato, Tokyo", "Sakura"}).Draw(t, "club"), strings.ToLower(word.Draw(t, "mail")),
			rapid.SampledFrom([]string{"", "90000001", "90000002"}).Draw(t, "fide"), rapid.SampledFrom([]string{"", "1500", "2100"}).Draw(t, "rating"),
			rapid.Bool().Draw(t, "entered"), rapid.SampledFrom([]string{"", "true"}).Draw(t, "inactive"))
	}
	return lines.String()
}

// An export can be imported again: the same bureau does not change, another
// becomes equal.
func TestImportExportRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		one, other := bureautest.Empty(t, "ncs"), bureautest.Empty(t, "ncs")
		lines := drawPlayers(rt)
		made, err := register.ImportPlayers(ctx, one.Bureau, strings.NewReader(lines), "a.csv", "")
		if err != nil || made.Refused() {
			rt.Fatal(made, err)
		}
		one.Sound()
		exported := exportOf(one)
		if again, err := register.ImportPlayers(ctx, one.Bureau, bytes.NewReader(exported), "b.csv", ""); err != nil || again.New+again.Changed > 0 || again.Same != made.New {
			rt.Fatalf("%+v, %v", again, err)
		}
		if _, err := register.ImportPlayers(ctx, other.Bureau, bytes.NewReader(exported), "b.csv", ""); err != nil {
			rt.Fatal(err)
		}
		if !bytes.Equal(exportOf(other), exported) {
			rt.Fatalf("%s is not\n%s", exportOf(other), exported)
		}
		other.Sound()
	})
}

// exportOf returns all that is exported of the players.
func exportOf(d *bureautest.Bureau) []byte {
	d.T.Helper()
	var out bytes.Buffer
	d.Look(func(r bureau.Reader) error { return register.ExportPlayers(r, &out, true) })
	return out.Bytes()
}

// A file with an invalid line changes nothing.
func TestImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "chessa")
	before := d.Documents()
	made, err := register.ImportPlayers(context.Background(), d.Bureau, strings.NewReader("id,name\n100000001,Adams Ann\n1,Baker Bob\n"), "a.csv", "")
	if err != nil || !made.Refused() || made.New != 0 {
		t.Fatal(made, err)
	}
	if !maps.Equal(d.Documents(), before) {
		t.Error("something was kept")
	}
}

// Neither the log nor a public export nor a key contains private data.
func TestPrivateDataIsNotPublished(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "ncs")
	secret := []string{"1987-06-05", "canary@example.jp", "Guardian Canary", "keeper@example.jp"}
	fields := []string{"name=Sato Ken", "birth=" + secret[0], "email=" + secret[1], "guardian=" + secret[2], "guardian_email=" + secret[3]}
	id := d.Enter(fields...)
	if _, err := register.Set(ctx, d.Bureau, id, fields[1:], "again"); err != nil {
		t.Fatal(err)
	}
	if _, err := register.ImportPlayers(ctx, d.Bureau, bytes.NewReader(exportOf(d)), "all.csv", ""); err != nil {
		t.Fatal(err)
	}
	var public bytes.Buffer
	d.Look(func(r bureau.Reader) error {
		log, err := bureau.Entries.All(r, "")
		if err != nil {
			return err
		}
		for _, e := range log {
			fmt.Fprintf(&public, "%+v %s\n", *e, e.Data)
		}
		card, err := register.CardOf(r, id)
		if err != nil {
			return err
		}
		fmt.Fprintln(&public, card.Fields(false))
		return register.ExportPlayers(r, &public, false)
	})
	for key, data := range d.Documents() {
		if !strings.HasPrefix(key, "person ") {
			fmt.Fprintln(&public, key, data)
		}
	}
	for _, word := range secret {
		if strings.Contains(public.String(), word) {
			t.Errorf("%s gets out", word)
		}
	}
}
