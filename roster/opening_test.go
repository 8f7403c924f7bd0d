package roster

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

const full = "\uFEFFname,id,birth,sex,name_local,federation,club,title,member_from,member_to,fide_id,fide_rapid,entered_unrated," +
	"standard,standard_games,standard_peak,standard_k,rapid_pool,shoe size\n" +
	"\"Aoki Ren\",N1,1984-05-02,m,青木 蓮,JPN,\"Minato, Club\",FM,2023-01-01,2023-12-31,123,1500,false,1600,57,1650,20,2023-02-01 1203:1 980u:0.5; 2023-03-01 -,42\n" +
	"Baba Mio,N2,1991,,,,,,,,,,,,,,,,\n"

func TestRead(t *testing.T) {
	players, list, findings := Read(strings.NewReader(full), "opening.csv")
	if len(findings) != 1 || findings[0].ID != "column-unknown" || findings[0].Column != 169 {
		t.Errorf("%+v", findings)
	}
	want := []Player{
		{ID: "N1", Name: "Aoki Ren", NameLocal: "青木 蓮", Sex: "m", Birth: 19840502, Federation: "JPN", Club: "Minato, Club", Title: "FM",
			Member: civil.Range{From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)}, FideID: "123", Fide: [rating.Kinds]rating.Rating{0, 1500, 0}},
		{ID: "N2", Name: "Baba Mio", Birth: civil.BirthIn(1991), EnteredUnrated: true},
	}
	if diff := cmp.Diff(want, players.Players); diff != "" {
		t.Error(diff)
	}
	standing := Standing{
		{Rating: 1600, Games: 57, Peak: 1650, K: 20},
		{Pool: &Pool{[]PoolEvent{
			{End: civil.Of(2023, 2, 1), Games: []PoolGame{{Opponent: 1203, Score: rating.Win}, {Opponent: 980, Uncounted: true, Score: rating.Draw}}},
			{End: civil.Of(2023, 3, 1), Disregarded: true},
		}}},
	}
	if diff := cmp.Diff([]Standing{standing, {}}, list.Standings); diff != "" {
		t.Error(diff)
	}
	if n, ok := players.ByFideID("123"); !ok || n != 0 {
		t.Error("the FIDE ID is not found")
	}
}

// An unusable list is refused, with line and column.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		text, id     string
		line, column int32
	}{
		{"", "list-empty", 0, 0},
		{"id\nA\n", "column-missing", 1, 0},
		{"id\nA\n", "column-missing", 1, 0},
		{"id,name,id\nA,A,B\n", "column-repeated", 1, 9},
		{"id,name\nA,A\nB,B\nA,C\n", "id-repeated-in-list", 4, 0},
		{"id,name\n,A\n", "id-missing", 2, 0},
		{"id,name,standard\nA,A,-5\n", "cell-impossible", 2, 5},
		{"id,name,standard\nA,A,99999\n", "cell-impossible", 2, 5},
		{"id,name,standard\nA,A,1600.5\n", "cell-impossible", 2, 5},
		{"id,name,birth\nA,A,2000-02-30\n", "cell-impossible", 2, 5},
		{"id,name,entered_unrated\nA,A,yes\n", "cell-impossible", 2, 5},
		{"id,name,standard_pool\nA,A,2000-01-01 1500:2\n", "cell-impossible", 2, 5},
		{"id,name\nA,B,C\n", "row-too-long", 2, 5},
		{"id,name,list\nA,A,2024-03-01\nB,B,2024-04-01\n", "lists-mixed", 3, 0},
		{"id,name,list\nA,A,2024-03-01\nB,B,\n", "lists-mixed", 3, 0},
		{"id,name,standard_history\nA,A,2024-03-01:1500\n", "history-impossible", 2, 0},
		{"id,name,list,rapid_history\nA,A,2024-03-01,2024-03-01:1500\n", "history-impossible", 2, 0},
		{"id,name,list,rapid_history\nA,A,2024-03-01,2024-02-01:1500 2024-01-01:1400\n", "cell-impossible", 2, 16},
		{"id,name,list,rapid_history\nA,A,2024-03-01,2024-02-01\n", "cell-impossible", 2, 16},
		{"id,name\nA,\"B\n", "list-not-csv", 2, 6},
		{"id,name\nA,Ann\x00\n", "control-character", 2, 3},
		{"id,name\nA,Ann\u202Enna\n", "control-character", 2, 3},
		{"id,name\nA,\xff\n", "not-utf8", 2, 3},
		{"id,name\nA," + strings.Repeat("x", MaxLine) + "\n", "line-too-long", 2, 0},
	} {
		_, _, findings := Read(strings.NewReader(c.text), "wrong.csv")
		if !slices.ContainsFunc(findings, func(f finding.Finding) bool {
			return f.ID == c.id && f.At == finding.At{Line: c.line, Column: c.column} && f.Refuses && f.Report == "wrong.csv"
		}) {
			t.Errorf("%.60q: %+v", c.text, findings)
		}
	}
}

// A list that is written is read back unchanged.
func TestWrite(t *testing.T) {
	players, list, _ := Read(strings.NewReader(full), "opening.csv")
	var out bytes.Buffer
	if err := Write(&out, players.Players, &list); err != nil {
		t.Fatal(err)
	}
	again, listed, findings := Read(&out, "again.csv")
	if diff := cmp.Diff(players.Players, again.Players); diff != "" || len(findings) > 0 {
		t.Error(diff, findings)
	}
	if diff := cmp.Diff(list, listed); diff != "" {
		t.Error(diff)
	}
}

// ratingsOn returns the ratings in force on a day.
func ratingsOn(l *List, d civil.Date) Ratings {
	if earlier := l.On(d); earlier != nil {
		return *earlier
	}
	return l.Ratings()
}

// A list remembers earlier ones, also after being written and read.
func TestEarlierLists(t *testing.T) {
	const text = "id,name,list,standard,standard_last,standard_history,rapid,rapid_history\n" +
		"A,Ann,2024-04-01,1530,2024-03-31,2024-01-01:1500 2024-03-01:1510,1400,\n" +
		"B,Bob,2024-04-01,1600,,2024-01-01:0,,2024-01-01:1450 2024-02-01:0\n"
	players, list, findings := Read(strings.NewReader(text), "opening.csv")
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	check := func(l *List, what string) {
		t.Helper()
		for _, c := range []struct {
			day                                civil.Date
			annStandard, bobStandard, bobRapid rating.Rating
		}{
			{civil.Of(2023, 1, 1), 1500, 0, 1450}, // the oldest list known
			{civil.Of(2024, 1, 31), 1500, 0, 1450},
			{civil.Of(2024, 2, 1), 1500, 0, 0},
			{civil.Of(2024, 3, 31), 1510, 0, 0},
			{civil.Of(2024, 4, 1), 1530, 1600, 0},
			{civil.Of(2025, 4, 1), 1530, 1600, 0},
		} {
			r := ratingsOn(l, c.day)
			if got := [3]rating.Rating{r.Of(0, rating.Standard), r.Of(1, rating.Standard), r.Of(1, rating.Rapid)}; got != [3]rating.Rating{c.annStandard, c.bobStandard, c.bobRapid} {
				t.Errorf("%s: on %v %v", what, c.day, got)
			}
			if r.Of(0, rating.Rapid) != 1400 || r.Of(99, rating.Rapid) != 0 {
				t.Errorf("%s: on %v somebody else has changed", what, c.day)
			}
		}
	}
	check(&list, "read")
	var out bytes.Buffer
	if err := Write(&out, players.Players, &list); err != nil {
		t.Fatal(err)
	}
	_, again, _ := Read(bytes.NewReader(out.Bytes()), "again.csv")
	check(&again, "written and read")
	if !strings.Contains(out.String(), "standard_last") || strings.Contains(out.String(), "blitz_last") {
		t.Error("columns in which nothing stands are written, or others are not:", out.String())
	}

	next := slices.Clone(list.Standings)
	next[0].Of(rating.Standard).Rating = 1540
	later := list.Followed(civil.Of(2024, 5, 1), next)
	check(&List{From: list.From, Standings: list.Standings, Earlier: later.Earlier[:len(later.Earlier)-1]}, "the earlier lists of the next")
	if r := ratingsOn(later, civil.Of(2024, 4, 30)); r.Of(0, rating.Standard) != 1530 {
		t.Error("the list before is forgotten")
	}
	old := later.Followed(civil.Of(2026, 3, 1), next) // 24 months after March 2024
	if r := ratingsOn(old, civil.Of(2024, 1, 1)); r.Of(0, rating.Standard) != 1510 {
		t.Errorf("two years later the list of March 2024 is the oldest one known, but Ann has %v", r.Of(0, rating.Standard))
	}
}

// Whatever the bytes, reading does not panic, and what is read without a
// refusal can be written and read back unchanged.
func FuzzRead(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte("id,name,list,standard,standard_last,standard_history\nA,Ann,2024-04-01,1530,2024-03-31,2024-01-01:1500 2024-03-01:1510\nB,Bob,2024-04-01,,,2024-02-01:1500\n"))
	f.Add([]byte("id,name,standard,rapid,blitz,standard_pool\nA,Ann,1500,,,2023-01-01@500 1200:1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		players, list, findings := Read(bytes.NewReader(text), "fuzz.csv")
		if slices.ContainsFunc(findings, func(f finding.Finding) bool { return f.Refuses }) {
			return
		}
		var out bytes.Buffer
		if err := Write(&out, players.Players, &list); err != nil {
			t.Fatal(err)
		}
		again, listed, found := Read(bytes.NewReader(out.Bytes()), "fuzz.csv")
		if diff := cmp.Diff(players.Players, again.Players); diff != "" {
			t.Fatalf("%s\n%v\n%s", diff, found, out.String())
		}
		if diff := cmp.Diff(list, listed); diff != "" {
			t.Fatal(diff)
		}
	})
}
