package gamelist_test

import (
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/gamelist"
	"github.com/arpadchess/arpad/report/table"
)

func FuzzPGN(f *testing.F) {
	f.Add("[Event \"Open\"]\n[Date \"2026.03.07\"]\n[Round \"1.2\"]\n[White \"Aoki, Ren\"]\n[Black \"Baba, Mio\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[Event \"Open\"]\n[White \"?\"]\n")
	f.Fuzz(func(_ *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		gamelist.IsPGN(text)
		if r, _ := gamelist.ReadPGN(text, "fuzz", 0); r != nil {
			report.Check(r)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add("Round,White,White ID,Result,Black,Black ID,Date\n1,Aoki,1,1-0,Baba,2,2026-03-07\n", "prize", "date")
	f.Add("White Point,White ID,White Name,Black ID,Black Name,Date,Time,Source\n0.5,N00000001,Aoki,N00000002,Baba,2026-03-07,ST,Open\n", "", "")
	f.Add("Event,Open\nStart,2026-03-07\nRounds,2\nPlayer,456,Aoki,Ren\n1,=,B,Baba,Mio,1800,FM,ENG\n2,0,-\nTotal,0.5\n", "", "")
	f.Fuzz(func(_ *testing.T, text, header, name string) {
		if !utf8.ValidString(text) {
			return
		}
		var c finding.Collector
		tables := table.CSV(text, &c)
		told := map[string]string{header: name}
		gamelist.Is(tables, told)
		if r, _ := gamelist.Read(tables, "fuzz", told, 0); r != nil {
			report.Check(r)
		}
	})
}
