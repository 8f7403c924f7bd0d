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

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/synth"
)

// emptyBureau is a bureau of an authority without players, on 1 February 2024.
func emptyBureau(t testing.TB, authority string) *bureau.Bureau {
	t.Helper()
	return bureauWith(t, authority, nil, &roster.List{})
}

func bureauWith(t testing.TB, authority string, players []roster.Player, list *roster.List) *bureau.Bureau {
	t.Helper()
	now := time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	b := &bureau.Bureau{Store: &bureau.Memory{}, Clock: func() time.Time { return now }, Actor: "officer"}
	if err := b.Init(context.Background(), bureau.Settings{Authority: authority, ListZero: "2024-02"}, players, list); err != nil {
		t.Fatal(err)
	}
	return b
}

// enter registers a player.
func enter(t testing.TB, b *bureau.Bureau, fields ...string) string {
	t.Helper()
	card, _, err := b.Enter(context.Background(), fields, "")
	if err != nil {
		t.Fatal(fields, err)
	}
	return card.ID
}

// view reads.
func view(t testing.TB, b *bureau.Bureau, f func(bureau.Reader) error) {
	t.Helper()
	if err := b.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error { return f(r) }); err != nil {
		t.Fatal(err)
	}
}

// refusal gives the id of what was refused.
func refusal(err error) string {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return refused.ID
	}
	return fmt.Sprint(err)
}

// keysAgree proves that what is derived from the players agrees with them.
func keysAgree(t testing.TB, b *bureau.Bureau) {
	t.Helper()
	view(t, b, func(r bureau.Reader) error {
		faults, err := b.Disagreements(r)
		if len(faults) > 0 {
			t.Error(faults)
		}
		return err
	})
}

// documents gives all that is kept but for the log and what is counted.
func documents(t testing.TB, b *bureau.Bureau) map[string]string {
	t.Helper()
	all := map[string]string{}
	view(t, b, func(r bureau.Reader) error {
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

// Every field that is kept of a person is declared, with its purpose in both
// languages (cmd/arpad tests those), and what is personal is not public.
func TestEveryFieldIsDeclared(t *testing.T) {
	declared := map[string]bool{}
	for _, f := range bureau.PersonalFields("ncs") {
		declared[f.Name] = f.Public
	}
	for _, name := range jsonFields(bureau.Person{}) {
		if public, ok := declared[name]; !ok || public {
			t.Errorf("the personal field %s is not declared, or as public", name)
		}
	}
	technical := []string{"number", "fide", "merged_into", "merged", "erased"} // fide: one field for each kind
	for _, name := range jsonFields(bureau.Player{}) {
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

// The clauses that ask for a field are there.
func TestFieldsCiteClauses(t *testing.T) {
	for _, authority := range []string{"ncs", "chessa"} {
		clauses := map[string]bool{}
		for _, e := range catalog.Editions() {
			about := e.About()
			for _, c := range about.Clauses {
				clauses[about.Authority+" "+c.ID] = true
			}
		}
		for _, f := range bureau.PersonalFields(authority) {
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

// What was imported is exported, and taken again as it is: into the same bureau
// nothing changes, another becomes the same.
func TestImportExportRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		one, other := emptyBureau(t, "ncs"), emptyBureau(t, "ncs")
		lines := drawPlayers(rt)
		made, err := one.ImportPlayers(ctx, strings.NewReader(lines), "a.csv", "")
		if err != nil || made.Refused() {
			rt.Fatal(made, err)
		}
		keysAgree(t, one)
		exported := exportOf(t, one)
		if again, err := one.ImportPlayers(ctx, bytes.NewReader(exported), "b.csv", ""); err != nil || again.New+again.Changed > 0 || again.Same != made.New {
			rt.Fatalf("%+v, %v", again, err)
		}
		if _, err := other.ImportPlayers(ctx, bytes.NewReader(exported), "b.csv", ""); err != nil {
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
	view(t, b, func(r bureau.Reader) error { return b.ExportPlayers(r, &out, true) })
	return out.Bytes()
}

// A file of which one line is wrong changes nothing.
func TestImportIsAllOrNothing(t *testing.T) {
	b := emptyBureau(t, "chessa")
	before := documents(t, b)
	made, err := b.ImportPlayers(context.Background(), strings.NewReader("id,name\n100000001,Adams Ann\n1,Baker Bob\n"), "a.csv", "")
	if err != nil || !made.Refused() || made.New != 0 {
		t.Fatal(made, err)
	}
	if !maps.Equal(documents(t, b), before) {
		t.Error("something was kept")
	}
}

// meeting is a report in which players met.
func meeting(name string, day civil.Date, ids ...string) *report.Report {
	s := report.Section{Rounds: 1}
	for i, id := range ids {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: id, Name: id})
	}
	for i := 0; i+1 < len(ids); i += 2 {
		s.Games = append(s.Games, report.Game{Round: 1, White: i + 1, Black: i + 2, Date: day, Result: report.WhiteWon})
	}
	return &report.Report{Name: name, Start: day, End: day, Type: rating.Standard, Sections: []report.Section{s}}
}

func handIn(t testing.TB, b *bureau.Bureau, r *report.Report) {
	t.Helper()
	if _, err := b.Submit(context.Background(), bureau.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r}); err != nil {
		t.Fatal(err)
	}
}

// A merge and its reversal leave everything as it was but for the revisions of
// the reports, whose entries are the old player's again; the keys agree
// throughout.
func TestMergeThenUnmergeRestores(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "ncs")
	ito := enter(t, b, "name=Ito Shinichi", "birth=1990-03-12", "fide_id=90000001")
	double := enter(t, b, "name=Itoh Sinichi", "birth=1990-03-21", "name_local=伊藤 新一")
	rival := enter(t, b, "name=Kato Mei")
	if _, err := b.Enrol(ctx, bureau.Membership{Player: double, Days: civil.Range{From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}}, ""); err != nil {
		t.Fatal(err)
	}
	handIn(t, b, meeting("Club evening", civil.Of(2024, 1, 30), double, rival))
	before := documents(t, b)
	m, err := b.Merge(ctx, double, ito, "one person")
	if err != nil || len(m.Moved) != 1 {
		t.Fatal(m, err)
	}
	keysAgree(t, b)
	view(t, b, func(r bureau.Reader) error {
		if p, err := b.Player(r, double); err != nil || p.ID != ito || !slices.Contains(p.Merged, double) {
			t.Error(p, err)
		}
		for _, text := range []string{double, "伊藤", "itoh", "90000001"} {
			if hits, err := b.Search(r, text, 5); err != nil || len(hits) != 1 || hits[0].ID != ito {
				t.Errorf("%s finds %v, %v", text, hits, err)
			}
		}
		if all, err := b.Memberships(r, ito, civil.Of(2024, 5, 1)); err != nil || len(all) != 1 {
			t.Error("the membership does not count:", all, err)
		}
		return nil
	})
	if _, err := b.Merge(ctx, double, rival, "again"); refusal(err) != "player-merged" {
		t.Error(err)
	}
	if rated, err := b.Unmerge(ctx, double, "two persons after all"); err != nil || len(rated) > 0 {
		t.Fatal(rated, err)
	}
	keysAgree(t, b)
	after := documents(t, b)
	for key, data := range before {
		if now := after[key]; now != data && !strings.HasPrefix(key, "report ") {
			t.Errorf("%s was %s and is %s", key, data, now)
		}
	}
	view(t, b, func(r bureau.Reader) error {
		first, err := r.Get("record", "2024-02-0001/0001")
		if err != nil {
			return err
		}
		last, err := r.Get("record", "2024-02-0001/0003")
		if err == nil && !bytes.Equal(first, last) {
			t.Error("the entries are not as they were")
		}
		return err
	})
	if _, err := b.Unmerge(ctx, double, "twice"); refusal(err) != "no-merge" {
		t.Error(err)
	}
}

// Whatever is merged in whatever order, and taken back in any, leaves the
// players and their keys as they were.
func TestMergesAreReversible(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		b := emptyBureau(t, "nscl")
		var ids []string
		for i := range 6 {
			ids = append(ids, enter(t, b, fmt.Sprintf("name=Doe Player%d", i)))
		}
		before := documents(t, b)
		var merged []string
		for range rapid.IntRange(1, 8).Draw(rt, "merges") {
			old, into := rapid.SampledFrom(ids).Draw(rt, "old"), rapid.SampledFrom(ids).Draw(rt, "into")
			if _, err := b.Merge(ctx, old, into, "test"); err == nil {
				merged = append(merged, old)
			} else if id := refusal(err); id != "player-merged" && id != "merge-of-one" {
				rt.Fatal(err)
			}
			keysAgree(t, b)
		}
		for _, old := range rapid.Permutation(merged).Draw(rt, "back") {
			if _, err := b.Unmerge(ctx, old, "test"); err != nil {
				rt.Fatal(err)
			}
			keysAgree(t, b)
		}
		if !maps.Equal(documents(t, b), before) {
			rt.Fatal("something is left over")
		}
	})
}

// Two who met are not merged, nor is one who stands in a list.
func TestMergeIsRefused(t *testing.T) {
	ctx := context.Background()
	players := []roster.Player{{ID: "N00000001", Name: "Aoki Ren"}, {ID: "N00000002", Name: "Aoki Len"}, {ID: "N00000003", Name: "Baba Mio"}}
	list := &roster.List{Standings: make([]roster.Standing, 3)}
	list.Standings[0].Of(rating.Standard).Rating = 1500
	b := bureauWith(t, "ncs", players, list)
	handIn(t, b, meeting("Winter Cup", civil.Of(2024, 1, 30), "N00000002", "N00000003"))
	for _, test := range []struct{ old, into, reason, refused string }{
		{"N00000002", "N00000003", "same", "merge-of-two"},
		{"N00000003", "N00000002", "same", "merge-of-two"},
		{"N00000001", "N00000002", "same", "merge-of-rated"},
		{"N00000001", "N00000001", "same", "merge-of-one"},
		{"N00000009", "N00000001", "same", "unknown-player"},
		{"N00000002", "N00000001", "", "reason-needed"},
		{"N00000002", "N00000001", "same", "<nil>"},
	} {
		if _, err := b.Merge(ctx, test.old, test.into, test.reason); refusal(err) != test.refused {
			t.Errorf("%s into %s: %v, want %s", test.old, test.into, err, test.refused)
		}
	}
}

// doubles are ways in which one person is registered twice.
var doubles = []struct {
	name    string
	spoil   func(p *roster.Player)
	planted int // of 20
}{
	{"the same again", func(*roster.Player) {}, 20},
	{"names turned round", func(p *roster.Player) {
		words := strings.Fields(p.Name)
		slices.Reverse(words)
		p.Name = strings.Join(words, " ")
	}, 20},
	{"another romanisation", func(p *roster.Player) {
		p.Name = strings.NewReplacer("shi", "si", "Shi", "Si", "tsu", "tu", "chi", "ti", "ji", "zi", "o", "ou").Replace(p.Name)
	}, 20},
	{"digits of the birth transposed", func(p *roster.Player) {
		if y, m, d := p.Birth.Date().Split(); d <= 12 {
			p.Birth, _ = civil.NewBirth(y, d, int(m))
		}
	}, 20},
	{"year of birth alone", func(p *roster.Player) { p.Birth = civil.BirthIn(p.Birth.Year()) }, 20},
	{"a letter wrong", func(p *roster.Player) { p.Name = p.Name[:len(p.Name)-1] + "z" }, 20},
}

// Those who are planted are found, whatever their names were made into, and
// hardly anybody else is proposed.
func TestDuplicatesAreFound(t *testing.T) {
	federation, _ := synth.New(3, synth.Size{Players: 3000}).Opening()
	people := slices.DeleteFunc(federation.Players, func(p roster.Player) bool { return p.Birth == 0 || p.Birth.YearOnly() })
	proposed := func(players []roster.Player) map[[2]string]bool {
		b := bureauWith(t, "ncs", players, &roster.List{})
		found := map[[2]string]bool{}
		view(t, b, func(r bureau.Reader) error {
			pairs, err := b.Duplicates(r)
			for i, p := range pairs {
				found[[2]string{p.A, p.B}] = true
				if i > 0 && p.Points > pairs[i-1].Points {
					t.Error("not the likeliest first")
				}
			}
			return err
		})
		return found
	}
	clean := proposed(people)
	if most := len(people) / 500; len(clean) > most {
		t.Errorf("of %d who are all different, %d pairs are proposed; at most %d would do", len(people), len(clean), most)
	}
	for _, double := range doubles {
		t.Run(double.name, func(t *testing.T) {
			players := slices.Clone(people)
			want := map[[2]string]bool{}
			for i := range 20 {
				p := people[i*97]
				old := p.ID
				p.ID = fmt.Sprintf("N9900%04d", i)
				double.spoil(&p)
				players = append(players, p)
				want[[2]string{p.ID, old}] = true
			}
			found := proposed(players)
			n := 0
			for pair := range want {
				if found[pair] {
					n++
				}
			}
			if n < double.planted || len(found) > len(clean)+n+5 {
				t.Errorf("%d of 20 are found, among %d pairs proposed", n, len(found))
			}
		})
	}
}

// An officer's word that two are two is kept, and undoes no merge by mistake.
func TestDistinct(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "ncs")
	one := enter(t, b, "name=Sato Ken", "birth=2001-01-01")
	card, alike, err := b.Enter(ctx, []string{"name=Satou Ken", "birth=2001-01-01"}, "")
	if err != nil || len(alike) != 1 || alike[0].B != one || alike[0].A != card.ID {
		t.Fatal(alike, err)
	}
	if err := b.Distinguish(ctx, one, card.ID, "cousins"); err != nil {
		t.Fatal(err)
	}
	view(t, b, func(r bureau.Reader) error {
		if pairs, err := b.Duplicates(r); err != nil || len(pairs) > 0 {
			t.Error(pairs, err)
		}
		return nil
	})
	if _, err := b.Merge(ctx, card.ID, one, "same"); refusal(err) != "merge-of-distinct" {
		t.Error(err)
	}
}

// A day of membership counts through the last one; those that follow each other
// count as one.
func TestMembershipsOverlap(t *testing.T) {
	ctx := context.Background()
	day := func(s string) civil.Date {
		d, err := civil.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct {
		from, to, event    string
		joined, covered    bool
		first, last, error string
	}{
		{"2024-01-01", "2024-12-31", "", false, true, "2024-01-01", "2024-12-31", ""},
		{"2024-12-31", "2025-12-30", "", true, false, "2024-01-01", "2025-12-30", ""},
		{"2025-01-01", "2025-12-31", "", false, false, "2025-01-01", "2025-12-31", ""},
		{"2023-06-01", "2025-06-01", "", true, false, "2023-06-01", "2025-06-01", ""},
		{"2024-05-03", "2024-05-05", "Open", false, false, "2024-05-03", "2024-05-05", ""},
		{"2024-05-05", "2024-05-03", "Open", false, false, "", "", "days-reversed"},
	} {
		b := emptyBureau(t, "ncs")
		id := enter(t, b, "name=Sato Ken")
		year := bureau.Membership{Player: id, Days: civil.Range{From: day("2024-01-01"), To: day("2024-12-31")}}
		if _, err := b.Enrol(ctx, year, ""); err != nil {
			t.Fatal(err)
		}
		made, err := b.Enrol(ctx, bureau.Membership{Player: id, Days: civil.Range{From: day(test.from), To: day(test.to)}, Event: test.event}, "")
		if test.error != "" {
			if refusal(err) != test.error {
				t.Error(test, err)
			}
			continue
		}
		if err != nil || made.Joined != test.joined || made.Covered != test.covered || made.Days.From.String() != test.first || made.Days.To.String() != test.last {
			t.Errorf("%+v: %+v, %v", test, made, err)
		}
	}
}

// The regulation says of an announced event what it will be, and under which
// clause.
func TestAnnouncementIsAnswered(t *testing.T) {
	on := func(month, day int) civil.Range {
		d := civil.Of(2024, time.Month(month), day)
		return civil.Range{From: d, To: d + 1}
	}
	for _, test := range []struct {
		authority string
		a         bureau.Announcement
		rated     bool
		kind      rating.Kind
		clause    string
		findings  string
	}{
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"5400+30"}}, true, rating.Standard, "4(6)", ""},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"2700"}}, true, rating.Standard, "4(6)", ""},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"2700"}, Type: rating.Rapid}, true, rating.Rapid, "4(6)", ""},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"900+10"}, Type: rating.Standard}, true, rating.Rapid, "4(6)", "type-differs"},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"180+2"}}, false, rating.Blitz, "1(3)", "no-list-for-type"},
		{"ncs", bureau.Announcement{}, true, rating.Standard, "4(7)", "type-assumed"},
		{"ncs", bureau.Announcement{Type: rating.Rapid}, true, rating.Rapid, "4(1)a", ""},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"5400+30"}, FIDEEvent: true, Days: on(4, 1)}, true, rating.Standard, "4(6)", ""},
		{"ncs", bureau.Announcement{TimeControl: []report.TimeControl{"5400+30"}, FIDEEvent: true, Days: on(3, 31)}, true, rating.Standard, "4(6)", "fide-notice-late"},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"3600"}}, true, rating.Standard, "Time Control 2.1", ""},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"1800"}}, true, rating.Rapid, "Time Control 2.2", ""},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"1800"}, Group: report.Under10}, true, rating.Standard, "Time Control 3", ""},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"300"}}, true, rating.Blitz, "Time Control 2.3", ""},
		{"chessa", bureau.Announcement{}, false, 0, "Time Control 2", "type-missing"},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4}, false, rating.Standard, "50% Rule 1", "too-few-rounds dispensation-open"},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4, Days: on(2, 7)}, false, rating.Standard, "50% Rule 1", "too-few-rounds"},
		{"chessa", bureau.Announcement{TimeControl: []report.TimeControl{"3600"}, Rounds: 4, Braille: true}, true, rating.Standard, "Time Control 2.1", ""},
		{"nscl", bureau.Announcement{TimeControl: []report.TimeControl{"300"}}, true, rating.Standard, "", ""},
	} {
		b := emptyBureau(t, test.authority)
		a := test.a
		a.Name = "Open"
		if a.Rounds == 0 {
			a.Rounds = 6
		}
		if a.Days == (civil.Range{}) {
			a.Days = on(5, 3)
		}
		kept, found, err := b.Announce(context.Background(), a)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range found {
			ids = append(ids, f.ID)
		}
		if got := kept.Answer; got.Rated != test.rated || got.Kind != test.kind || got.Clause != test.clause || strings.Join(ids, " ") != test.findings {
			t.Errorf("%s %+v: %+v, %v", test.authority, test.a, got, ids)
		}
	}
}

// A dispensation is asked for seven days before, with a reason; the report of
// the event has it.
func TestDispensation(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "chessa")
	short := bureau.Announcement{Name: "Short", Rounds: 4, Type: rating.Rapid, Days: civil.Range{From: civil.Of(2024, 2, 8), To: civil.Of(2024, 2, 8)}}
	kept, _, err := b.Announce(ctx, short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Dispense(ctx, kept.Ref, "", 0); refusal(err) != "reason-needed" {
		t.Error(err)
	}
	if kept, err = b.Dispense(ctx, kept.Ref, "schools", 0); err != nil || !kept.Answer.Rated || kept.Dispensation.Asked != civil.Of(2024, 2, 1) {
		t.Fatal(kept, err)
	}
	late := short
	late.Name, late.Days = "Late", civil.Range{From: civil.Of(2024, 2, 7), To: civil.Of(2024, 2, 7)}
	if kept, _, err = b.Announce(ctx, late); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Dispense(ctx, kept.Ref, "schools", 0); refusal(err) != "dispensation-late" {
		t.Error(err)
	}
	if _, err := b.Dispense(ctx, kept.Ref, "schools", civil.Of(2024, 1, 31)); err != nil {
		t.Error("asked for in time, entered later:", err)
	}
	long := short
	long.Name, long.Rounds = "Long", 7
	if kept, _, err = b.Announce(ctx, long); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Dispense(ctx, kept.Ref, "schools", 0); refusal(err) != "dispensation-needless" {
		t.Error(err)
	}
	again, _, err := b.Announce(ctx, short)
	if err != nil || again.Dispensation == nil || !again.Answer.Rated {
		t.Error("announced again, it has lost its dispensation:", again, err)
	}
}

// No log, no public export and no key holds what is private.
func TestNothingPrivateGetsOut(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "ncs")
	secret := []string{"1987-06-05", "canary@example.jp", "Guardian Canary", "keeper@example.jp"}
	fields := []string{"name=Sato Ken", "birth=" + secret[0], "email=" + secret[1], "guardian=" + secret[2], "guardian_email=" + secret[3]}
	id := enter(t, b, fields...)
	if _, err := b.Set(ctx, id, fields[1:], "again"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.ImportPlayers(ctx, bytes.NewReader(exportOf(t, b)), "all.csv", ""); err != nil {
		t.Fatal(err)
	}
	var public bytes.Buffer
	view(t, b, func(r bureau.Reader) error {
		log, err := b.Log(r, "")
		if err != nil {
			return err
		}
		for _, e := range log {
			fmt.Fprintf(&public, "%+v %s\n", *e, e.Data)
		}
		card, err := b.Card(r, id)
		if err != nil {
			return err
		}
		fmt.Fprintln(&public, card.Fields(false))
		return b.ExportPlayers(r, &public, false)
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

// A draft that was made before a merge moved its entries is not published: it is
// to be made anew.
func TestMergeOpensTheDraft(t *testing.T) {
	ctx := context.Background()
	b := emptyBureau(t, "ncs")
	one, double, rival := enter(t, b, "name=Ito Rin"), enter(t, b, "name=Itoh Rin"), enter(t, b, "name=Kato Mei")
	handIn(t, b, meeting("Club evening", civil.Of(2024, 1, 30), double, rival))
	b.Clock = func() time.Time { return time.Date(2024, 2, 21, 0, 0, 0, 0, time.UTC) }
	if _, err := b.Close(ctx, "2024-03"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Merge(ctx, double, one, "one person"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Publish(ctx, "2024-03"); refusal(err) != "no-draft" {
		t.Error(err)
	}
	run, err := b.Close(ctx, "2024-03")
	if err != nil || run.Records[0].Revision != 2 {
		t.Fatal(run, err)
	}
	if _, err := b.Publish(ctx, "2024-03"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Merge(ctx, one, rival, "wrong"); refusal(err) != "merge-of-two" {
		t.Error(err)
	}
	if rated, err := b.Unmerge(ctx, double, "two"); err != nil || len(rated) != 1 {
		t.Error(rated, err)
	}
	keysAgree(t, b)
	if faults, err := b.Verify(ctx, nil); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
}
