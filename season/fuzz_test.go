package season_test

import (
	"testing"

	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Whatever is read is judged and rated without a panic, under each text, twice in one event and alone.
func FuzzJudge(f *testing.F) {
	f.Add("No.,,Name,Rtg,1,2,Pts.\n1,,Aoki,1900,*,1,1\n2,,Baba,1800,0,*,0\n", "")
	f.Add("012 Open\n042 2026/03/07\n052 2026/03/08\n001    1      Aoki, Ren                         1900 JPN                        1.0    1     2 w 1\n001    2      Baba, Mio                         1800 JPN                        0.0    2     1 b 0\n", "Round,White,Result,Black,Date\n1,Aoki,1-0,Baba,2026-03-07\n")
	f.Fuzz(func(t *testing.T, text, other string) {
		r, found := file.Read([]byte(text), "a", "")
		if r == nil {
			return
		}
		files := []join.File{{Number: 1, Digest: "a", Report: r, Found: found}}
		sources := []season.Source{{Report: r}}
		if second, found := file.Read([]byte(other), "b", ""); second != nil {
			files = append(files, join.File{Number: 2, Digest: "b", Report: second, Found: found})
			sources = append(sources, season.Source{Report: second})
		}
		join.Join(files, nil, "")
		for _, name := range []string{"ncs-2022", "nscl", "chessa-2015", "fide-2025"} {
			edition, err := catalog.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			in := season.Input{Regulation: edition, Roster: roster.New(), Opening: &roster.List{}, Reports: sources, IDs: season.AutoID}
			_, _ = season.Rate(in, func(*season.Period) error { return nil }) // what cannot be rated is said
		}
	})
}
