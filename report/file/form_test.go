package file_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

const icuForm = `Event,"Minato Masters, 2026"
Start,2026-03-07
End,2026-03-15
Rounds,4
Website,https://minato.example.jp/masters

Player,456,Aoki,Ren
1,0,B,Baba,Mio,2209,,ENG
2,=,W,Chiba,Ai,1800,FM,IRL
3,0,-
4,1,B,Doi,Haruka,2223,,SCO
Total,1.5

Player,789,Chiba,Ai
1,1,-
2,=,B,Aoki,Ren,,,IRL
3,1,W,Endo,Sora,2100,,ISR
4,=,-
Total,3
`

// The form of the ICU has the games of its members, each with what is known of the opponent.
func TestFormOfMembers(t *testing.T) {
	r, found := file.Read([]byte(icuForm), "form.csv", "")
	if r == nil {
		t.Fatal(found)
	}
	want := `1 section, 4 rounds
1 Aoki Ren  0 1.5
2 Chiba Ai IRL 1800 3
3 Baba Mio ENG 2209 1
5 Doi Haruka SCO 2223 0
6 Endo Sora ISR 2100 0
1: 2 pairing
1: 3-1 1-0 false
2: 1-2 1/2-1/2 false
3: 1 zero
3: 2-6 1-0 false
4: 2 half
4: 5-1 0-1 false`
	if got := common(r); got != want || r.Name != "Minato Masters, 2026" || r.Start.String() != "2026-03-07" || r.End.String() != "2026-03-15" {
		t.Errorf("%s %s to %s\n%s", r.Name, r.Start, r.End, got)
	}
	for from, to := range map[string]string{"Total,1.5": "points-differ", "2,=,B,Aoki,Ren,,,IRL": "sides-disagree"} {
		with := map[string]string{"points-differ": "Total,2", "sides-disagree": "2,1,B,Aoki,Ren,,,IRL"}[to]
		got, found := file.Read([]byte(strings.Replace(icuForm, from, with, 1)), "form.csv", "")
		if got != nil {
			found = append(found, report.Check(got)...)
		}
		if summary(found) == "" || !strings.Contains(summary(found), to) {
			t.Errorf("%s: %s", with, summary(found))
		}
	}
	for from, to := range map[string]string{"4,1,B,Doi": "4,1,X,Doi", "3,0,-": "3,?,-", "1,0,B,Baba": "one,0,B,Baba", "3,1,W,Endo,Sora": "3,1,W,,"} {
		if got, found := file.Read([]byte(strings.Replace(icuForm, from, to, 1)), "form.csv", ""); got != nil {
			t.Errorf("%s is read: %v", to, found)
		}
	}
}
