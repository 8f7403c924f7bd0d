package swissperfect_test

import (
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/swissperfect"
)

func FuzzRead(f *testing.F) {
	points := report.Section{Rounds: 1, Players: []report.Player{{StartNumber: 1, Name: "Aoki, Ren"}, {StartNumber: 2, Name: "Baba, Mio"}}, Games: []report.Game{{Round: 1, White: 1, Black: 2}}}
	data, err := specimen.SwissPerfect(&report.Report{Name: "Open", Sections: []report.Section{points}})
	if err != nil {
		f.Fatal(err)
	}
	var files [3][]byte
	a := archive.Open(data, &finding.Collector{})
	for i := range a.Names {
		files[i], _ = a.Read(i, &finding.Collector{})
	}
	f.Add(files[0], files[1], files[2])
	f.Fuzz(func(_ *testing.T, one, two, three []byte) {
		all := [][]byte{one, two, three}
		swissperfect.Is(all)
		if r, _ := swissperfect.Read(all, "fuzz", func(data []byte, _ *finding.Collector) string { return string(data) }); r != nil {
			report.Check(r)
		}
	})
}
