package reports

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
)

// bergerOfSix is the table for five or six players as it is printed, by rounds.
var bergerOfSix = [][][2]int{
	{{1, 6}, {2, 5}, {3, 4}}, {{6, 4}, {5, 3}, {1, 2}}, {{2, 6}, {3, 1}, {4, 5}}, {{6, 5}, {1, 4}, {2, 3}}, {{3, 6}, {4, 2}, {5, 1}},
}

// bergerOfEight is that for seven or eight.
var bergerOfEight = [][][2]int{
	{{1, 8}, {2, 7}, {3, 6}, {4, 5}}, {{8, 5}, {6, 4}, {7, 3}, {1, 2}}, {{2, 8}, {3, 1}, {4, 7}, {5, 6}}, {{8, 6}, {7, 5}, {1, 4}, {2, 3}},
	{{3, 8}, {4, 2}, {5, 1}, {6, 7}}, {{8, 7}, {1, 6}, {2, 5}, {3, 4}}, {{4, 8}, {5, 3}, {6, 2}, {7, 1}},
}

func TestSeatsAreThoseOfTheBergerTable(t *testing.T) {
	for _, table := range [][][][2]int{bergerOfSix, bergerOfEight} {
		for n, pairs := range table {
			for _, pair := range pairs {
				if round, white, black := seats(len(table)+1, pair[0], pair[1]); round != n+1 || white != pair[0] || black != pair[1] {
					t.Errorf("of %d players, %v is in round %d, %d-%d, want %d", len(table)+1, pair, round, white, black, n+1)
				}
			}
		}
	}
	for players := 2; players <= mostPlayers; players++ {
		busy := map[[2]int]bool{}
		for i := 1; i <= players; i++ {
			for j := i + 1; j <= players+players%2; j++ {
				round, white, black := seats(players, i, j)
				if round < 1 || round > players+players%2-1 || busy[[2]int{round, i}] || busy[[2]int{round, j}] || white+black != i+j {
					t.Fatalf("of %d players, %d and %d meet in round %d, %d-%d", players, i, j, round, white, black)
				}
				busy[[2]int{round, i}], busy[[2]int{round, j}] = true, true
			}
		}
	}
}

func TestOutcomesAreRead(t *testing.T) {
	for text, want := range map[string]outcome{
		"1": {Result: report.WhiteWon}, "○": {Result: report.WhiteWon}, "１": {Result: report.WhiteWon}, "1-0": {Result: report.WhiteWon}, "0": {Result: report.BlackWon}, "●": {Result: report.BlackWon},
		"=": {Result: report.Drawn}, "5": {Result: report.Drawn}, "1/2": {Result: report.Drawn}, "0.5": {Result: report.Drawn}, "△": {Result: report.Drawn},
		"+": {Result: report.WhiteByForfeit}, "＋": {Result: report.WhiteByForfeit}, "不戦勝": {Result: report.WhiteByForfeit}, "-": {Result: report.BlackByForfeit}, "−": {Result: report.BlackByForfeit},
		"ー": {Result: report.BlackByForfeit}, "不戦敗": {Result: report.BlackByForfeit}, "-/-": {Result: report.DoubleForfeit}, "休": {Absent: true},
	} {
		if got, why := readOutcome(text); got != want || why != "" {
			t.Errorf("%q is %v, %s, want %v", text, got, why, want)
		}
	}
	for text, want := range map[string]string{"2": "result", "won": "result", "11": "result", "不戦": "walkover", "": "result"} {
		if got, why := readOutcome(text); why != want {
			t.Errorf("%q is %v, %q, want %q", text, got, why, want)
		}
	}
	for _, m := range marks {
		if back, agree := m.agreed(m.other()); !agree || back != m.outcome || m.other().other() != m.outcome {
			t.Errorf("%v does not agree with %v", m.outcome, m.other())
		}
	}
}

// event returns an event that some players have typed.
func event(players int) *typed {
	t := readTyped(nil)
	for key, text := range map[string]string{"name": "Spring", "start": "2024-10-20", "club": "Kawagoe Tsuru", "venue": "Hall 2", "time": "13:00", "responsible": "Yano Sohei", "control": "10+5", "meeting": "1"} {
		t.Said[key] = text
	}
	for i := 1; i <= players; i++ {
		t.Players = append(t.Players, fmt.Sprintf("Player %c", 'A'-1+i))
	}
	return t
}

// named returns players who are known by name only.
func named(t *typed) (all []entrant) {
	for _, name := range t.Players {
		all = append(all, entrant{Name: name})
	}
	return all
}

// drawOutcomes draws what each two players have played, as the one with the lower number sees it.
func drawOutcomes(t *rapid.T, players int) map[[2]int]outcome {
	all := map[[2]int]outcome{}
	for i := 1; i <= players; i++ {
		for j := i + 1; j <= players; j++ {
			if n := rapid.IntRange(-1, len(marks)-1).Draw(t, "outcome"); n >= 0 {
				all[[2]int{i, j}] = marks[n].outcome
			}
		}
	}
	return all
}

// spelled draws a word for an outcome.
func spelled(t *rapid.T, o outcome) string {
	for _, m := range marks {
		if m.outcome == o {
			return rapid.SampledFrom(m.words).Draw(t, "word")
		}
	}
	t.Fatalf("%v has no word", o)
	return ""
}

// Whether a table is typed as a crosstable, in the upper or the lower half or both, or round by round, the report is the same,
// and so it is when the crosstable is turned into rounds, and when its file is read.
func TestWaysOfTypingAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.IntRange(2, 13).Draw(t, "players")
		played := drawOutcomes(t, players)
		crosstable, rounds := event(players), event(players)
		rounds.Said["by"], rounds.Said["system"] = byRounds, "round-robin"
		boards := make([]int, players+2)
		for i := 1; i <= players; i++ {
			for j := i + 1; j <= players+players%2; j++ {
				o, written := played[[2]int{i, j}]
				round, white, black := seats(players, i, j)
				if !written && j <= players {
					continue
				}
				boards[round]++
				at := [2]int{round, boards[round]}
				if j > players {
					rounds.Boards[at] = typedBoard{White: strconv.Itoa(i), Result: rapid.SampledFrom([]string{"休", "0"}).Draw(t, "rests")}
					continue
				}
				half := rapid.IntRange(0, 2).Draw(t, "half")
				if half != 1 {
					crosstable.Cells[[2]int{i, j}] = spelled(t, o)
				}
				if half != 0 {
					crosstable.Cells[[2]int{j, i}] = spelled(t, o.other())
				}
				if white == j {
					o = o.other()
				}
				rounds.Boards[at] = typedBoard{strconv.Itoa(white), spelled(t, o), strconv.Itoa(black)}
			}
		}
		rounds.Said["rounds"] = strconv.Itoa(players + players%2 - 1)
		want := same(t, crosstable)
		if got := same(t, rounds); !bytes.Equal(got, want) {
			t.Fatalf("round by round it is\n%s\nas a crosstable\n%s", got, want)
		}
		if again := same(t, readTyped(crosstable.fields())); !bytes.Equal(again, want) {
			t.Fatalf("from its form it is\n%s\nwant\n%s", again, want)
		}
		whole := len(played) == players*(players-1)/2 && players > 2
		if crosstable.toRounds(); whole {
			if got := same(t, crosstable); !bytes.Equal(got, want) {
				t.Fatalf("turned into rounds it is\n%s\nwant\n%s", got, want)
			}
		}
	})
}

// same returns the report that was typed, and fails unless its file is read as it was typed.
func same(t *rapid.T, e *typed) []byte {
	m := e.make(named(e))
	if len(m.Wrong) > 0 {
		t.Fatalf("wrong: %v", m.Wrong)
	}
	want, err := json.Compact(&m.Report)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := json.Write(&written, &m.Report); err != nil {
		t.Fatal(err)
	}
	read, found := file.Read(written.Bytes(), "typed.json", "")
	if read == nil {
		t.Fatalf("it is not read: %v", found)
	}
	if len(read.TimeControl) != 1 {
		t.Fatalf("the time control is %v", read.TimeControl)
	}
	read.TimeControl = nil // read of its words
	if got, err := json.Compact(read); err != nil || !bytes.Equal(got, want) {
		t.Fatalf("the file is read as\n%s\nwant\n%s", got, want)
	}
	return want
}

// Without rounds a crosstable stands by the opponents.
func TestCrosstableWithoutRounds(t *testing.T) {
	e := event(4)
	e.Said["order"] = noRounds
	e.Cells = map[[2]int]string{{1, 2}: "1", {1, 3}: "0", {4, 1}: "½", {2, 3}: "+", {2, 4}: "休"}
	m := e.make(named(e))
	s := &m.Report.Sections[0]
	want := []report.Game{
		{Round: 1, White: 1, Black: 2, Result: report.WhiteWon, NoColour: true}, {Round: 2, White: 1, Black: 3, Result: report.BlackWon, NoColour: true},
		{Round: 3, White: 1, Black: 4, Result: report.Drawn, NoColour: true}, {Round: 3, White: 2, Black: 3, Result: report.WhiteByForfeit, NoColour: true},
	}
	if !s.NoRounds || s.Rounds != 0 || !slices.Equal(s.Games, want) || len(s.Byes) != 0 || m.Empty != 1 {
		t.Errorf("%+v", s)
	}
	if found := report.Check(&m.Report); slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Severity == finding.Error }) {
		t.Error(found)
	}
}

// What is wrong is told at its field.
func TestWrongIsToldAtItsField(t *testing.T) {
	table := func(cells map[[2]int]string) *typed {
		e := event(4)
		e.Cells = cells
		return e
	}
	rounds := func(boards ...typedBoard) *typed {
		e := event(4)
		e.Said["by"] = byRounds
		for i, b := range boards {
			e.Boards[[2]int{2, i + 1}] = b
		}
		return e
	}
	twice := event(4)
	twice.Players[3] = "player a"
	blank := event(4)
	blank.Players[1], blank.Cells[[2]int{2, 4}] = "", "1"
	days := event(2)
	days.Said["start"], days.Said["end"] = "2024-10-20", "2024-10-19"
	day := event(2)
	day.Said["start"] = "1/2/2024"
	for _, c := range []struct {
		*typed
		field, key string
		marked     int
	}{
		{table(map[[2]int]string{{1, 2}: "2"}), "c1-2", "result", 1},
		{table(map[[2]int]string{{3, 2}: "x"}), "c3-2", "result", 1},
		{table(map[[2]int]string{{2, 3}: "不戦"}), "c2-3", "walkover", 1},
		{table(map[[2]int]string{{2, 4}: "1", {4, 2}: "1"}), "c2-4", "contradiction", 2},
		{table(map[[2]int]string{{2, 4}: "½", {4, 2}: "0"}), "c2-4", "contradiction", 2},
		{table(map[[2]int]string{{2, 4}: "休", {4, 2}: "0"}), "c2-4", "contradiction", 2},
		{twice, "p4", "twice", 1}, {blank, "p2", "nobody", 1}, {days, "end", "days", 1}, {day, "start", "day", 1},
		{rounds(typedBoard{"1", "7", "2"}), "r2-1", "board-result", 1},
		{rounds(typedBoard{"1", "1", "2"}, typedBoard{"3", "0", "1"}), "b2-2", "busy", 1},
		{rounds(typedBoard{"1", "1", "1"}), "b2-1", "against-self", 1},
		{rounds(typedBoard{"", "1", "2"}), "w2-1", "no-white", 1},
		{rounds(typedBoard{"99", "1", "2"}), "w2-1", "no-white", 1},
		{rounds(typedBoard{"1", "-/-", ""}), "r2-1", "alone", 1},
	} {
		m := c.make(named(c.typed))
		if len(m.Wrong) != 1 || m.Wrong[0].Field != c.field || m.Wrong[0].Key != c.key || len(m.marked) != c.marked || !m.marked[c.field] {
			t.Errorf("%v, %v: %v, marked %v, want %s at %s", c.Cells, c.Boards, m.Wrong, m.marked, c.key, c.field)
		}
	}
	if m := rounds(typedBoard{"1", "1", "2"}, typedBoard{"3", "", "4"}); len(m.make(named(m)).Wrong) != 0 || len(m.make(named(m)).Lacks) != 1 {
		t.Error("a board without a result is whole")
	}
	if m := table(map[[2]int]string{{2, 4}: "-", {4, 2}: "−"}).make(named(event(4))); len(m.Wrong) != 0 || m.Report.Sections[0].Games[0].Result != report.DoubleForfeit {
		t.Errorf("two who both did not come: %v, %v", m.Wrong, m.Report.Sections[0].Games)
	}
}

// Whoever leaves takes what they played along, and the others keep theirs.
func TestPlayerIsRemoved(t *testing.T) {
	e := event(4)
	e.Cells = map[[2]int]string{{1, 2}: "1", {2, 3}: "0", {3, 4}: "½", {4, 1}: "+"}
	e.Boards[[2]int{1, 1}], e.Boards[[2]int{1, 2}] = typedBoard{"1", "1", "2"}, typedBoard{"4", "0", "3"}
	e.remove(2)
	if want := []string{"Player A", "Player C", "Player D"}; !slices.Equal(e.Players, want) {
		t.Errorf("players %v", e.Players)
	}
	if want := (map[[2]int]string{{2, 3}: "½", {3, 1}: "+"}); fmt.Sprint(e.Cells) != fmt.Sprint(want) {
		t.Errorf("cells %v", e.Cells)
	}
	if e.Boards[[2]int{1, 1}] != (typedBoard{"1", "1", ""}) || e.Boards[[2]int{1, 2}] != (typedBoard{"3", "0", "2"}) {
		t.Errorf("boards %v", e.Boards)
	}
	form := e.fields()
	form.Set("p2", "")
	if e = readTyped(form); e.Players[1] != "" || len(e.Players) != 3 {
		t.Errorf("a player with results is gone: %v", e.Players)
	}
}

// The limits of a form hold whatever is sent.
func FuzzTyped(f *testing.F) {
	f.Add("p1", "Aoki", "c1-2", "1", "w1-1", "1")
	f.Add("p61", "x", "c61-1", "1", "b99-99", "61")
	f.Fuzz(func(t *testing.T, a, b, c, d, x, y string) {
		e := readTyped(map[string][]string{a: {b}, c: {d}, x: {y}, "p2": {b}, "by": {d}})
		m := e.make(named(e))
		if len(e.Players) > mostPlayers || len(m.Report.Sections) != 1 {
			t.Errorf("%d players", len(e.Players))
		}
		e.toRounds()
		again := readTyped(e.fields())
		if fmt.Sprint(again) != fmt.Sprint(readTyped(again.fields())) {
			t.Errorf("%v is not what it was: %v", again, e)
		}
	})
}
