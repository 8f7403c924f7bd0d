package season_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// group returns a file of an event: a round-robin of some players in one section without a name.
func group(file, event string, players ...string) season.Source {
	r := &report.Report{File: file, ExchangeFile: true, Name: event, Start: civil.Of(2023, 2, 1), End: civil.Of(2023, 2, 5), Type: 1}
	s := report.Section{Rounds: 5}
	for i, name := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, Name: name, Rating: 1500})
	}
	for round := range 5 {
		for i := range 3 {
			a, b := (round+i)%5, (round+5-i)%5
			if i == 0 {
				a, b = 5, round
			}
			s.Games = append(s.Games, report.Game{Round: round + 1, White: a + 1, Black: b + 1, Result: report.Result((len(file) + i + round) % 3)})
		}
	}
	r.Sections = []report.Section{s}
	return season.Source{Report: r, Digest: sha256.Sum256([]byte(file))}
}

func six(letter string) (names []string) {
	for i := range 6 {
		names = append(names, fmt.Sprintf("Family%s%d Given%s", letter, i, letter))
	}
	return names
}

// Two groups of one open in two files are parts of one event; only files that share
// players and rounds refuse each other.
func TestGroupsOfOneEventInSeveralFiles(t *testing.T) {
	regulation, err := catalog.Find("ncs-2022")
	if err != nil {
		t.Fatal(err)
	}
	again := group("b2.trf", "Open", six("B")...)
	again.Report.Sections[0].Games[0].Result = report.WhiteByForfeit
	for name, c := range map[string]struct {
		files           []season.Source
		events, refused int
		joined          bool
	}{
		"two groups":                 {[]season.Source{group("a.trf", "Open", six("A")...), group("bb.trf", "Open", six("B")...)}, 1, 0, true},
		"the same file twice":        {[]season.Source{group("a.trf", "Open", six("A")...), group("a.trf", "Open", six("A")...)}, 1, 0, false},
		"two versions of one group":  {[]season.Source{group("bb.trf", "Open", six("B")...), again}, 0, 2, false},
		"without a name":             {[]season.Source{group("a.trf", "", six("A")...), group("bb.trf", "", six("B")...)}, 2, 0, false},
		"without a name, one shared": {[]season.Source{group("a.trf", "", six("A")...), group("bb.trf", "", append(six("B")[:5], six("A")[0])...)}, 0, 2, false},
		"one player in both":         {[]season.Source{group("a.trf", "Open", six("A")...), group("bb.trf", "Open", append(six("B")[:5], six("A")[0])...)}, 0, 2, false},
	} {
		in := season.Input{Regulation: regulation, IDs: season.Reported, Reports: c.files}
		in.Reports, _ = season.Parts(in.Reports)
		_, found := season.Parts(c.files)
		in.Roster, in.Opening, _ = season.OwnList(regulation.Latest(), in.Reports)
		events := 0
		told, err := season.Rate(in, func(p *season.Period) error { events += len(p.Reports); return nil })
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for _, f := range told {
			if f.ID == "event-repeated" {
				refused++
			}
		}
		joined := slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "parts-joined" })
		if events != c.events || refused != c.refused || joined != c.joined {
			t.Errorf("%s: %d events, %d refused, joined %v; want %d, %d, %v", name, events, refused, joined, c.events, c.refused, c.joined)
		}
	}
}
