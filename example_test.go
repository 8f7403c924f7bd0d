package arpad_test

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/arpadchess/arpad"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// One report is rated from an opening list, and one number is explained in
// Japanese.
func Example() {
	data, err := os.ReadFile("demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		log.Fatal(err)
	}
	opening, err := os.ReadFile("demo/japan/opening.csv")
	if err != nil {
		log.Fatal(err)
	}
	japan, err := catalog.Find("japan")
	if err != nil {
		log.Fatal(err)
	}
	players, list, _ := roster.Read(bytes.NewReader(opening), "opening.csv")
	source, _ := arpad.Read(data, "new-year-rapid.trf")
	rated, err := arpad.Rate(season.Input{Regulation: japan, Roster: players, Opening: &list, Reports: []season.Source{source}})
	if err != nil {
		log.Fatal(err)
	}
	lists, err := rated.Explain("N00000008", rating.Rapid)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(explain.New("ja").Write(lists[0]))
	// Output:
	// 原 さくら  ラピッド  2024年2月1日のリスト                         1187 -> 1204
	// 4 局すべてが算入されました。得点は 1、期待値は 0.57 です。(1 - 0.57)× 40 = +17.2、四捨五入して +17。
	// 1187 + 17 = 1204。
	// 変動係数 K は 40:18歳未満かつ2300未満(1月1日現在)。
	//
	// 規程            日本チェス連盟レーティング規程(2023年改定)  [jcf-2023]
	// 開始            1187(初期リスト)  [3(3); 解釈 J16]
	// 変動係数 K      40:18歳未満かつ2300未満(1月1日現在)  [5(1) K; 解釈 J21]
	//
	// Minato New Year Rapid、5 ラウンド、報告受領 2024年1月6日
	// R  対戦相手   レーティング  差    計算上の差  期待値  得点  変動係数 K  増減
	// 1  石井 大地          1350  -163        -163    0.28     0          40  -11.2
	// 3  加藤 葵            1702  -515        -400    0.08   0.5          40  +16.8  400差として計算 [5(4); 解釈 J17]
	// 4  福田 結衣          1512  -325        -325    0.13   0.5          40  +14.8
	// 5  馬場 澪            1820  -633        -400    0.08     0          40   -3.2  400差として計算 [5(4); 解釈 J17]
	//    合計                                         0.57     1              +17.2
	// パフォーマンス  平均 1596 の相手に 4 局 1 点:25 %、1596 - 193 = 1403(この大会の参考値)  [7(2)]
	// 期間合計        4 局、+17.2  [5(2)]
	// 四捨五入        17.2 を 17 に  [5(2); 解釈 G2]
	// 下限            適用なし(400)  [5(5); 解釈 J11]
	// 新レーティング  1187 +17 = 1204  [5(2)]
}

// An imperfect report is read as far as possible; the findings say what was
// adjusted, what is wrong, and what to do.
func ExampleRead() {
	text := "012 Minato Open\n" +
		"042 2026/02/01\n" +
		"001    1 m    Aoki, Ren                          1700 JPN    90000001 1984/05/02  0.0    1\n"
	source, findings := arpad.Read([]byte(text), "open.trf")
	fmt.Println(source.Report.Name, source.Report.Sections[0].Players[0].Rating)
	words := explain.New("en")
	for _, f := range findings {
		fmt.Printf("%s:%d:%d: %s: %s\n%s\n", f.Report, f.Line, f.Column, f.Severity, words.Message(f), words.Cure(f))
	}
	// Output:
	// Minato Open 1700
	// open.trf:3:50: warning: From column 50 on, the line is shifted to the right by 1. It has been read as if it were not shifted.
	// Check that everything in this line was read correctly, and export the file again.
}

// newYearRapid returns the input for rating a rapid tournament of the demo.
func newYearRapid() season.Input {
	data, err := os.ReadFile("demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		log.Fatal(err)
	}
	japan, err := catalog.Find("japan")
	if err != nil {
		log.Fatal(err)
	}
	source, _ := arpad.Read(data, "new-year-rapid.trf")
	return season.Input{Regulation: japan, Reports: []season.Source{source}}
}

// Without an opening list, the ratings in the report are used, and its players
// are identified by their start numbers.
func ExampleRate() {
	in := newYearRapid()
	rated, err := arpad.Rate(in)
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range in.Reports[0].Report.Sections[0].Players[:3] {
		fmt.Println(p.Name, p.Rating, rated.Rating(fmt.Sprint(p.StartNumber), rating.Rapid))
	}
	// Output:
	// Aoki Ren 2010 2016
	// Baba Mio 1875 1883
	// Chiba Sota 1760 1749
}

// The steps behind a number, each with its clause.
func ExampleRated_Explain() {
	in := newYearRapid()
	rated, err := arpad.Rate(in)
	if err != nil {
		log.Fatal(err)
	}
	lists, err := rated.Explain("2", rating.Rapid)
	if err != nil {
		log.Fatal(err)
	}
	for _, l := range lists {
		fmt.Println(l.Player, l.Kind, l.Previous, "->", l.New)
		for i := range l.Steps[1:3] {
			fmt.Println(l.Steps[i+1].What, l.Steps[i+1].Clause)
		}
	}
	// Output:
	// Baba Mio rapid 1875 -> 1883
	// start 3(3)
	// k 5(1) K
}

// A report is converted by reading it in one format and writing it in another.
func Example_convert() {
	text := "012 Minato Open\n042 2026/02/01\n052 2026/02/01\n142 1\n" +
		"001    1 m    Aoki Ren                          1700 JPN    90000001 1984/05/02  1.0    1     2 w 1\n" +
		"001    2 w    Baba Mio                          1650 JPN             1991/00/00  0.0    2     1 b 0\n"
	source, _ := arpad.Read([]byte(text), "open.trf")
	var out bytes.Buffer
	if err := trf.Write(&out, source.Report, 0, trf.TRF16); err != nil {
		log.Fatal(err)
	}
	fmt.Print(strings.ReplaceAll(out.String(), "\r\n", "\n"))
	// Output:
	// 012 Minato Open
	// 042 2026/02/01
	// 052 2026/02/01
	// 062 2
	// 072 2
	// XXR 1
	// 001    1 m    Aoki Ren                          1700 JPN    90000001 1984/05/02  1.0    1     2 w 1
	// 001    2 w    Baba Mio                          1650 JPN             1991/00/00  0.0    2     1 b 0
}
