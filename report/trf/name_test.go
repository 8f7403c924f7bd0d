package trf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/trftest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// Titles of older programs are written as FIDE writes them.
func TestTitlesAreWrittenStrictly(t *testing.T) {
	for title, want := range map[string]string{
		"  g": "GM", "  m": "IM", "  f": "FM", "  c": "CM", " gf": "WGM", " mf": "WIM", " ff": "WFM", " cf": "WCM", " gm": "GM", "WFM": "WFM", " xx": "xx", "": "",
	} {
		text := fmt.Sprintf("012 Open\n042 2011/09/30\n001    1 m%3s %-33s %4d JPN             %-10s %s\n", title, "Aoki Ren", 1500, "", " 0.0    1")
		r, _ := trf.Read(text, "titles.trf", 0)
		r.Sections[0].Players[0].Title = strings.TrimSpace(title) // as JSON may have it
		written := trftest.Write(t, r, trf.TRF16)
		again, _ := trf.Read(written, "titles.trf", 0)
		if got := again.Sections[0].Players[0].Title; got != want || !strings.Contains(written, fmt.Sprintf("m%3s Aoki", want)) {
			t.Errorf("%q: got %q, want %q, in %s", title, got, want, written)
		}
	}
}

// What programs write for the opponent of who has none is no person.
func TestNobodyIsNoPerson(t *testing.T) {
	for _, name := range []string{"spielfrei", "Spielfrei", "bye", "Bye", "not paired"} {
		text := "012 Open\n042 2011/09/30\n062 3\n"
		for i, line := range []string{" 1.5    1     2 w =     3 w 1", " 0.5    2     1 b =     3 - 0", " 0.0    3               1 b 0"} {
			who := []string{"Aoki Ren", "Baba Mio", name}[i]
			text += fmt.Sprintf("001 %4d      %-33s %4s JPN             %-10s %s\n", i+1, who, "", "", line)
		}
		r, found := trf.Read(text, "nobody.trf", 0)
		want := []report.Bye{{Round: 2, Player: 1, Kind: report.PairingBye}, {Round: 2, Player: 2, Kind: report.ZeroBye}}
		s := &r.Sections[0]
		if diff := cmp.Diff(want, s.Byes, cmpopts.IgnoreTypes(finding.At{})); diff != "" || len(s.Players) != 2 || len(s.Games) != 1 {
			t.Errorf("%s: %s %v", name, diff, found)
		}
		if found = append(found, report.Check(r)...); !slices.Equal(ids(found), []string{"nobody", "one-date", "rounds-assumed"}) {
			t.Errorf("%s: %v", name, found)
		}
	}
}
