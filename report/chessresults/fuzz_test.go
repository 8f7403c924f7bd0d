package chessresults_test

import (
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/chessresults"
	"github.com/arpadchess/arpad/report/table"
)

func FuzzRead(f *testing.F) {
	f.Add("Open,,,,,,\nRk.,,Name,Rtg,FED,1.Rd,2.Rd,Pts.\n1,FM,Aoki Ren,1900,JPN,2w1,-1,2\n2,,Baba Mio,1800,JPN,1b0,-½,\"0,5\"\n")
	f.Add("Round 1 on 2026/03/07\nBo.,No.,White,Result,Black,No.\n1,1,Aoki Ren,1 - 0,Baba Mio,2\n2,3,Chiba Ai,½,not paired,\n")
	f.Add("Name,Aoki Ren\nStarting rank,1\nRd.,Bo.,SNo,,Name,Rtg,Res.\n1,1,2,,Baba Mio,1800,w1\n2,1,,,bye,,1\n3,1,4,,Doi,1700,s 1K\n")
	f.Fuzz(func(_ *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		var c finding.Collector
		tables := table.CSV(text, &c)
		chessresults.Is(tables)
		if r, _ := chessresults.Read(tables, "fuzz", 0); r != nil {
			report.Check(r)
		}
	})
}

func FuzzUpload(f *testing.F) {
	f.Add(`<chessresults><tournament name="Open" rounds="1" timetype="1"/><player no="1" lastname="Aoki"/><player no="2" lastname="Baba"/><playerpairing round="1" whiteno="1" blackno="2" reswhite="1" resblack="0" forfeit="K"/></chessresults>`)
	f.Add(`<!DOCTYPE a><chessresults><round round="1" date="20260307"/>`)
	f.Fuzz(func(_ *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		if r, _ := chessresults.ReadUpload(text, "fuzz", 0); r != nil {
			report.Check(r)
		}
	})
}
