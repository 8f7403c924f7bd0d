package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The month of the demo, with every mistake that we know of, is settled, closed, reviewed and published on pages by one officer in
// less than fifteen minutes.
func TestMonthAgainstTheClock(t *testing.T) {
	inOne(t, "en", func(t *testing.T, lang string) {
		w := officerOf(t, copyOfDemo(t), lang, deskClock)
		w.press(`main a[href$="/desk/certain/"]`)
		w.press(`#all button`)
		if w.has(`main a[href$="/desk/certain/"]`) {
			t.Error("something certain is left")
		}
		for _, of := range []struct {
			ref     string
			answers []string
		}{
			{"2023-06-0005", []string{"fee-overdue=count"}},
			{"2024-09-0005", []string{"games-differ=count"}},
			{"2024-09-0006", []string{"non-member=count"}},
			{"2024-09-0007", []string{"player=N00900325", "non-member=count"}},
			{"2024-10-0001", []string{"games-missing=count", "non-member=count"}},
			{"2024-10-0003", []string{"late=count"}},
			{"2024-10-0004", []string{"field-differs=count", "non-member=count"}},
			{"2024-10-0005", []string{"announcement-near=count", "entry-differs=count", "non-member=count"}},
			{"2024-10-0006", []string{"non-member=count"}},
			{"2024-10-0007", []string{"games-twice=exclude"}},
		} {
			w.opens(of.ref)
			for _, answer := range of.answers {
				w.answers(answer)
			}
		}
		if w.has("a[rel=next]") {
			t.Error("a report still needs an officer")
		}
		w.month("2024-11")
		w.publishes()
		w.ends("the month of the demo", 15)
		for _, page := range []string{"first-month.md", "first-month.ja.md"} {
			text, err := os.ReadFile(filepath.Join("..", "docs", page))
			w.must(err)
			if row := fmt.Sprintf("| %d | %d | %d |", w.presses, w.fields, w.pages); !strings.Contains(string(text), row) {
				t.Errorf("%s does not say %s", page, row)
			}
		}
	})
}

// entrant is somebody in a file, with a number of the register; without it they have none in the file.
type entrant struct{ id, name string }

// game is a game between two starting numbers.
type game struct {
	round, white, black int
	result              string
}

// section is a section of a file.
type section struct {
	name, kind string
	rounds     int
	who        []entrant
	games      []game
}

// reportFile writes the file of an event of a day, and returns its path.
func reportFile(t *testing.T, name, organizer, day string, sections ...section) string {
	t.Helper()
	var all []any
	for _, s := range sections {
		var players, games []any
		for i, p := range s.who {
			players = append(players, map[string]any{"start_number": i + 1, "id": p.id, "name": p.name})
		}
		for _, g := range s.games {
			games = append(games, map[string]any{"round": g.round, "white": g.white, "black": g.black, "result": g.result})
		}
		of := map[string]any{"name": s.name, "rounds": s.rounds, "players": players, "games": games}
		if s.kind != "" {
			of["type"] = s.kind
		}
		all = append(all, of)
	}
	data, err := json.Marshal(map[string]any{"schema": "arpad.report/1", "name": name, "organizer": organizer, "start": day, "end": day, "sections": all})
	return written(t, name+".json", string(data), err)
}

// written writes a file, and returns its path.
func written(t *testing.T, name, text string, err error) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err == nil {
		err = os.WriteFile(path, []byte(text), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// A month of South Africa: a festival of two sections, in one of which nobody is rated, so that an officer assigns its floor; and an
// event of three rounds only, with a request for a dispensation.
func TestSouthAfricanMonth(t *testing.T) {
	inOne(t, "ja", func(t *testing.T, lang string) {
		const begun, came, month = "ARPAD_CLOCK=2015-01-01T09:00:00+02:00", "ARPAD_CLOCK=2015-02-10T09:00:00+02:00", "ARPAD_CLOCK=2015-03-01T09:00:00+02:00"
		var who []entrant
		opening := "id,name,birth,club,standard,standard_games\n"
		for i := range 10 {
			who = append(who, entrant{fmt.Sprint(100000001 + i), fmt.Sprintf("Adams %c", 'A'+i)})
			opening += fmt.Sprintf("%s,%s,%d-01-01,Durban,%d,30\n", who[i].id, who[i].name, 1980+i, 2000-50*i)
		}
		of := func(name, kind string, rounds int) section {
			s := section{name, kind, rounds, who, nil}
			for i := range 5 {
				s.games = append(s.games, game{i%rounds + 1, 2*i + 1, 2*i + 2, "1-0"})
			}
			return s
		}
		database := filepath.Join(t.TempDir(), "arpad.db")
		command(t, database, begun, "init", "--authority", "chessa", "--label", "2015-01", written(t, "opening.csv", opening, nil))
		command(t, database, begun, "set", "contact=rating@example.org", "--reason", "begun")
		command(t, database, begun, "club", "add", "name=Durban")
		command(t, database, came, "report", "submit", "--from", "Botha Piet", reportFile(t, "Durban Festival", "Durban", "2015-02-07", of("Open", "standard", 5), of("Rapid", "rapid", 5)))
		short := reportFile(t, "Durban Short", "Durban", "2015-02-08", of("A", "standard", 3))
		if err := os.WriteFile(short+".arpad.json", []byte(`{"dispensation": "a storm closed the hall after three rounds"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		command(t, database, came, "report", "submit", "--from", "Botha Piet", short)

		w := officerOf(t, database, lang, month)
		w.opens("2015-02-0001")
		const floor = `form[action*="report.floor"]`
		w.fill(floor+" [name=floor]", "1300")
		w.fill(floor+" [name=reason]", "as in the last event of these players")
		w.press(floor + " button")
		w.opens("2015-02-0002")
		w.says("a storm closed the hall after three rounds")
		w.answers("dispensation-claimed=count")
		if w.has("a[rel=next]") {
			t.Error("a report still needs an officer")
		}
		w.month("2015-03")
		w.publishes()
		w.ends("a month of South Africa", 15)
	})
}

// A meet of a school league with somebody new, who gets a first rating from the officer, and a second report of the same day.
func TestMeetOfALeague(t *testing.T) {
	inOne(t, "en", func(t *testing.T, lang string) {
		const begun, day = "ARPAD_CLOCK=2026-03-01T09:00:00Z", "ARPAD_CLOCK=2026-03-08T09:00:00Z"
		database := filepath.Join(t.TempDir(), "arpad.db")
		command(t, database, begun, "init", "--authority", "nscl", "--label", "Winter", written(t, "opening.csv", `id,name,birth,club,standard,standard_games
S000001,Able Ann,2012,North School,750,12
S000002,Bond Bea,2012,South School,700,12
S000003,Cobb Cal,2011,South School,1000,12
S000004,Dunn Dora,2011,North School,820,9
`, nil))
		command(t, database, begun, "set", "contact=rating@example.org", "--reason", "begun")
		for _, name := range []string{"North School", "South School"} {
			command(t, database, begun, "club", "add", "name="+name)
		}
		able, dunn := entrant{"S000001", "Able Ann"}, entrant{"S000004", "Dunn Dora"}
		spring := reportFile(t, "Spring Meet", "North School", "2026-03-07", section{"", "", 3, []entrant{able, {"S000002", "Bond Bea"}, {"S000003", "Cobb Cal"}, {"", "Ford Finn"}}, []game{
			{1, 1, 2, "1-0"}, {1, 3, 4, "1-0"}, {2, 1, 4, "1-0"}, {2, 2, 3, "0-1"}, {3, 1, 3, "1/2-1/2"}, {3, 2, 4, "1-0"},
		}})
		reserves := reportFile(t, "Reserves", "North School", "2026-03-07", section{"", "", 1, []entrant{dunn, able}, []game{{1, 1, 2, "1-0"}}})
		for _, file := range []string{spring, reserves} {
			command(t, database, day, "report", "submit", "--from", "Coach Kim", file)
		}

		w := officerOf(t, database, lang, day)
		w.press(`main a[href$="/2026-03-0001/"]`)
		w.press(`#who form:has([name=new]) button`)
		if w.has(`.act form [name=looked]`) {
			w.press(`.act form button`)
		}
		w.press(`main a[href$="/desk/players/S000005/"]`)
		w.press(`main a[href*="player.first"]`)
		w.fill(`.act form [name=rating]`, "500")
		w.fill(`.act form [name=reason]`, "third year of school chess")
		w.press(`.act form button`)
		if w.has(`.act form [name=looked]`) {
			w.press(`.act form button`)
		}
		w.press(`.stand a[href$="/desk/"]`)
		w.opens("2026-03-0002")
		w.answers("meets-overlap=count")
		for _, period := range []string{"Reserves", "Spring%20Meet"} {
			w.month(period)
			w.publishes()
		}
		w.ends("a meet of a school league", 15)
	})
}
