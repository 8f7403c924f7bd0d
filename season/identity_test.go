package season_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// twoNumbers returns a season whose first player has a national number and a
// FIDE number of two different people in the opening list.
func twoNumbers(t *testing.T, regulation string, ids season.Identity) season.Input {
	t.Helper()
	under, err := catalog.Find(regulation)
	if err != nil {
		t.Fatal(err)
	}
	players, list := roster.New(), &roster.List{}
	for _, p := range []roster.Player{{ID: "N1", Name: "Aoki Ren", FideID: "90000033"}, {ID: "N2", Name: "Aoki Ren", FideID: "90000017"}, {ID: "N3", Name: "Baba Mio"}} {
		players.Add(p)
		list.Standings = append(list.Standings, roster.Standing{{Rating: 1600, Games: 50}})
	}
	day := civil.Of(2024, 5, 4)
	r := &report.Report{Name: "Cup", File: "cup.json", Start: day, End: day, Received: day, Type: rating.Standard, Sections: []report.Section{{
		Rounds: 1,
		Players: []report.Player{
			{StartNumber: 1, ID: "N1", Name: "Aoki Ren", FideID: "90000017"},
			{StartNumber: 2, ID: "N3", Name: "Baba Mio", FideID: "90000041"},
		},
		Games: []report.Game{{Round: 1, White: 1, Black: 2, Result: report.WhiteWon}},
	}}}
	return season.Input{Regulation: under, Roster: players, Opening: list, Reports: []season.Source{{Report: r}}, IDs: ids}
}

// If both numbers are given, FIDE's own regulations use FIDE's, others the
// national one. An unknown FIDE number does not matter.
func TestWhichIDIdentifiesAPlayer(t *testing.T) {
	for _, c := range []struct {
		regulation string
		ids        season.Identity
		played     []string
	}{
		{"jcf-2023", season.AutoID, []string{"N1", "N3"}},
		{"fide", season.AutoID, []string{"N2", "N3"}},
		{"fide", season.NationalID, []string{"N1", "N3"}},
		{"fide", season.FideID, []string{"90000041", "N2"}},
		{"jcf-2023", season.FideID, []string{"90000041", "N2"}},
	} {
		var played []string
		_, err := season.Rate(twoNumbers(t, c.regulation, c.ids), func(p *season.Period) error {
			for _, g := range p.Batch.Games {
				played = append(played, p.Players[g.White].ID, p.Players[g.Black].ID)
			}
			return nil
		})
		if slices.Sort(played); err != nil || !slices.Equal(played, c.played) {
			t.Errorf("%s, %s: %v have played, %v", c.regulation, c.ids, played, err)
		}
	}
}

// Sought returns the IDs by which players are then found in a list with one ID
// per player.
func TestSought(t *testing.T) {
	for ids, want := range map[season.Identity][]string{
		season.FideID:     {"90000017", "90000041"},
		season.NationalID: {"N1", "N3"},
	} {
		in := twoNumbers(t, "fide", ids)
		if got := slices.Sorted(maps.Keys(season.Sought(&in))); !slices.Equal(got, want) {
			t.Errorf("%s: %v", ids, got)
		}
	}
}

// A new player's name keeps its parts separated, however it was written.
func TestNewPlayersNameHasABlank(t *testing.T) {
	in := twoNumbers(t, "jcf-2023", season.AutoID)
	entry := &in.Reports[0].Report.Sections[0].Players[1]
	entry.ID, entry.FideID, entry.Name = "N4", "", "Chiba,Ai"
	name := ""
	_, err := season.Rate(in, func(p *season.Period) error {
		name = p.Players[len(p.Players)-1].Name
		return nil
	})
	if err != nil || name != "Chiba Ai" {
		t.Errorf("got %q, %v", name, err)
	}
}

// In a report with many unknown players, a limited number is named, and the
// others are counted.
func TestFindingsOfAReportAreBounded(t *testing.T) {
	in := twoNumbers(t, "jcf-2023", season.AutoID)
	s := &in.Reports[0].Report.Sections[0]
	for n := range 3 * finding.Most {
		s.Players = append(s.Players, report.Player{StartNumber: n + 3, Name: "Doi Sora"})
	}
	findings, err := season.Rate(in, func(*season.Period) error { return nil })
	strangers, left := 0, ""
	for _, f := range findings {
		switch {
		case f.ID == "player-without-id":
			strangers++
		case f.ID == "findings-left-out" && f.Severity == finding.Warning:
			left = f.Value("findings")
		}
	}
	if err != nil || len(findings) > 2*finding.Most+2 || strangers == 0 || left == "" {
		t.Errorf("%d findings, %d of strangers, %q left out, %v", len(findings), strangers, left, err)
	}
}

// A name that is exactly another player's contradicts the ID, however near the two are. A
// slip that makes nobody's name does not.
func TestNameOfAnotherContradictsTheID(t *testing.T) {
	for _, c := range []struct {
		first, second string // on the list
		named         string // the entry with the ID of the first
		want          bool
	}{
		{"Sato Hina", "Sato Hana", "Sato Hana", true},
		{"Sato Hina", "Sato Hana", "Hana SATO", true},
		{"Ito Yuta", "Ito Yuto", "Itou, Yuuto", true},
		{"Smith John", "Smith Joan", "Joan Smith", true},
		{"Kato Mai", "Kato Mei", "Kato Mei", true},
		{"Sato Hina", "Sato Hana", "Sato Hona", false},
		{"Sato Hina", "Sato Hana", "Satou Hina", false},
		{"Sato Hina", "Sato Hina", "Sato Hina", false},
	} {
		in := twoNumbers(t, "jcf-2023", season.NationalID)
		in.Roster.Players[0].Name, in.Roster.Players[1].Name = c.first, c.second
		in.Reports[0].Report.Sections[0].Players[0].Name = c.named
		found, err := season.Rate(in, func(*season.Period) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		got := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "name-mismatch" })
		if got != c.want {
			t.Errorf("%s with the ID of %s beside %s: contradicts %v, want %v", c.named, c.first, c.second, got, c.want)
		}
	}
}

// Whom an entry without an ID may be is proposed by all that is known, in every script.
func TestLikeliestIsProposedFirst(t *testing.T) {
	first, second := roster.Player{Name: "Sato Hina", NameLocal: "佐藤 陽菜", Birth: 20120709}, roster.Player{Name: "Sato Hana", NameLocal: "佐藤 花", Birth: 20100401}
	for _, c := range []struct {
		entry report.Player
		want  string
	}{
		{report.Player{Name: "佐藤 花"}, "N0002 Sato Hana"},
		{report.Player{Name: "佐藤 陽菜"}, "N0001 Sato Hina"},
		{report.Player{Name: "Satou Hana"}, "N0002 Sato Hana, N0001 Sato Hina"},
		{report.Player{Name: "Sato Hona", Birth: 20100401}, "N0002 Sato Hana, N0001 Sato Hina"},
		{report.Player{Name: "Sato Hona", Birth: 20120709}, "N0001 Sato Hina, N0002 Sato Hana"},
	} {
		in := twoNumbers(t, "jcf-2023", season.NationalID)
		for i, p := range []roster.Player{first, second} {
			p.ID = []string{"N0001", "N0002"}[i]
			in.Roster.Players[i] = p
		}
		c.entry.StartNumber = 1
		in.Reports[0].Report.Sections[0].Players[0] = c.entry
		found, err := season.Rate(in, func(*season.Period) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(found, func(f finding.Finding) bool { return f.ID == "player-without-id" && f.Value("name") == c.entry.Name })
		if i < 0 || found[i].Value("candidates") != c.want {
			t.Errorf("%v: %v", c.entry, found)
		}
	}
}

// A day that fits the year of the list counts, and what the list does not know. Of two
// reports that disagree neither counts, whichever is read first.
func TestWhichBirthCounts(t *testing.T) {
	const day, newYear, older, year = civil.Birth(20050506), civil.Birth(20050101), civil.Birth(19750203), civil.Birth(20050000)
	for _, c := range []struct {
		listed, first, second civil.Birth
		want                  civil.Birth
		noted                 []string
	}{
		{0, day, 0, day, []string{"birth-from-report"}},
		{0, day, day, day, []string{"birth-from-report"}},
		{0, year, day, day, []string{"birth-from-report"}},
		{0, day, older, 0, []string{"births-differ", "births-differ"}},
		{0, day, newYear, 0, []string{"births-differ", "births-differ"}},
		{year, newYear, 0, newYear, []string{"birth-from-report"}},
		{year, older, day, day, []string{"birth-differs", "birth-from-report"}},
		{year, day, newYear, year, []string{"births-differ", "births-differ"}},
		{older, day, 0, older, []string{"birth-differs"}},
		{day, year, day, day, nil},
		{0, 18000101, day, day, []string{"birth-from-report", "birth-implausible"}},
	} {
		for _, turned := range []bool{false, true} {
			in := twoNumbers(t, "jcf-2023", season.NationalID)
			in.Roster.Players[0].Birth = c.listed
			first := in.Reports[0].Report
			second := *first
			second.Name, second.File, second.Start, second.End = "Open", "open.json", first.Start+35, first.End+35
			second.Sections = slices.Clone(first.Sections)
			second.Sections[0].Players = slices.Clone(first.Sections[0].Players)
			first.Sections[0].Players[0].Birth, second.Sections[0].Players[0].Birth = c.first, c.second
			if turned {
				first.Sections[0].Players[0].Birth, second.Sections[0].Players[0].Birth = c.second, c.first
			}
			in.Reports = append(in.Reports, season.Source{Report: &second, Digest: [32]byte{1}})
			births := map[civil.Birth]bool{}
			found, err := season.Rate(in, func(p *season.Period) error {
				births[p.Players[0].Birth] = true
				return nil
			})
			var noted []string
			for _, f := range found {
				if strings.HasPrefix(f.ID, "birth") {
					noted = append(noted, f.ID)
				}
			}
			slices.Sort(noted)
			if err != nil || !births[c.want] || len(births) != 1 || !slices.Equal(noted, c.noted) {
				t.Errorf("list %v, reports %v and %v (turned: %v): births %v, noted %v, %v", c.listed, c.first, c.second, turned, births, noted, err)
			}
		}
	}
}
