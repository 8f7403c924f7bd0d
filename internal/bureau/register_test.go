package bureau_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
)

// emptyBureau returns a bureau of an authority without players, on 1 February
// 2024.
func emptyBureau(t testing.TB, authority string) *bureau.Bureau {
	t.Helper()
	return bureauWith(t, authority, nil, &roster.List{})
}

func bureauWith(t testing.TB, authority string, players []roster.Player, list *roster.List) *bureau.Bureau {
	t.Helper()
	now := time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	b := &bureau.Bureau{Store: &memory.Store{}, Clock: func() time.Time { return now }, Actor: "officer", Projection: projection.Rows{}}
	if err := closing.Init(context.Background(), b, bureau.Settings{Authority: authority, ListZero: "2024-02"}, players, list); err != nil {
		t.Fatal(err)
	}
	return b
}

// enter registers a player.
func enter(t testing.TB, b *bureau.Bureau, fields ...string) string {
	t.Helper()
	card, _, err := register.Enter(context.Background(), b, fields, "")
	if err != nil {
		t.Fatal(fields, err)
	}
	return card.ID
}

// look calls f with a Reader.
func look(t testing.TB, b *bureau.Bureau, f func(bureau.Reader) error) {
	t.Helper()
	if err := b.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error { return f(r) }); err != nil {
		t.Fatal(err)
	}
}

// refusal returns the id of a refusal.
func refusal(err error) string {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return refused.ID
	}
	return fmt.Sprint(err)
}

// keysAgree checks that derived documents agree with the players.
func keysAgree(t testing.TB, b *bureau.Bureau) {
	t.Helper()
	look(t, b, func(r bureau.Reader) error {
		faults, err := care.Disagreements(r)
		if len(faults) > 0 {
			t.Error(faults)
		}
		return err
	})
}

// documents returns everything stored except the log and the counters.
func documents(t testing.TB, b *bureau.Bureau) map[string]string {
	t.Helper()
	all := map[string]string{}
	look(t, b, func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if err != nil {
			return err
		}
		for _, kind := range kinds {
			if strings.HasPrefix(kind, "audit") || kind == "counter" {
				continue
			}
			err := r.Scan(kind, "", "", func(key string, data []byte) (bool, error) {
				all[kind+" "+key] = string(data)
				return true, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return all
}

// Every personal field is declared, with its purpose in both languages (tested
// in cmd/arpad), and personal data is not public.
func TestEveryFieldIsDeclared(t *testing.T) {
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
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		one, other := emptyBureau(t, "ncs"), emptyBureau(t, "ncs")
		lines := drawPlayers(rt)
		made, err := register.ImportPlayers(ctx, one, strings.NewReader(lines), "a.csv", "")
		if err != nil || made.Refused() {
			rt.Fatal(made, err)
		}
		keysAgree(t, one)
		exported := exportOf(t, one)
		if again, err := register.ImportPlayers(ctx, one, bytes.NewReader(exported), "b.csv", ""); err != nil || again.New+again.Changed > 0 || again.Same != made.New {
			rt.Fatalf("%+v, %v", again, err)
		}
		if _, err := register.ImportPlayers(ctx, other, bytes.NewReader(exported), "b.csv", ""); err != nil {
			rt.Fatal(err)
		}
		if !bytes.Equal(exportOf(t, other), exported) {
			rt.Fatalf("%s is not\n%s", exportOf(t, other), exported)
		}
		keysAgree(t, other)
	})
}

func exportOf(t testing.TB, b *bureau.Bureau) []byte {
	t.Helper()
	var out bytes.Buffer
	look(t, b, func(r bureau.Reader) error { return register.ExportPlayers(r, &out, true) })
	return out.Bytes()
}

// A file with an invalid line changes nothing.
func TestImportIsAllOrNothing(t *testing.T) {
	b := emptyBureau(t, "chessa")
	before := documents(t, b)
	made, err := register.ImportPlayers(context.Background(), b, strings.NewReader("id,name\n100000001,Adams Ann\n1,Baker Bob\n"), "a.csv", "")
	if err != nil || !made.Refused() || made.New != 0 {
		t.Fatal(made, err)
	}
	if !maps.Equal(documents(t, b), before) {
		t.Error("something was kept")
	}
}

// Neither the log nor a public export nor a key contains private data.
func TestPrivateDataIsNotPublished(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "ncs")
	secret := []string{"1987-06-05", "canary@example.jp", "Guardian Canary", "keeper@example.jp"}
	fields := []string{"name=Sato Ken", "birth=" + secret[0], "email=" + secret[1], "guardian=" + secret[2], "guardian_email=" + secret[3]}
	id := enter(t, b, fields...)
	if _, err := register.Set(ctx, b, id, fields[1:], "again"); err != nil {
		t.Fatal(err)
	}
	if _, err := register.ImportPlayers(ctx, b, bytes.NewReader(exportOf(t, b)), "all.csv", ""); err != nil {
		t.Fatal(err)
	}
	var public bytes.Buffer
	look(t, b, func(r bureau.Reader) error {
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
	for key, data := range documents(t, b) {
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
