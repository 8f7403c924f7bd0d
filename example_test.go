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
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/season"
)

// One report is rated from an opening list.
func Example() {
	list, err := os.ReadFile("demo/japan/opening.csv")
	if err != nil {
		log.Fatal(err)
	}
	data, err := os.ReadFile("demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		log.Fatal(err)
	}
	players, _ := arpad.ReadPlayers(list, "opening.csv")
	report, _ := arpad.Read(data, "new-year-rapid.trf")
	rated, err := arpad.Rate("japan", []arpad.Report{report}, arpad.WithPlayers(players))
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rated.Ratings()[:4] {
		fmt.Println(r.ID, r.Name, r.Kind, r.Before, r.Rating)
	}
	// Output:
	// N00000001 Aoki Ren standard 2010 2010
	// N00000001 Aoki Ren rapid 1890 1903
	// N00000002 Baba Mio standard 1875 1875
	// N00000002 Baba Mio rapid 1820 1828
}

// How a number came about, down to the clause, in Japanese.
func ExampleRated_Explain() {
	list, err := os.ReadFile("demo/japan/opening.csv")
	if err != nil {
		log.Fatal(err)
	}
	players, _ := arpad.ReadPlayers(list, "opening.csv")
	rated, err := arpad.Rate("japan", []arpad.Report{newYearRapid()}, arpad.WithPlayers(players))
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
	// 4 局すべてが算入されました。得点は 1、期待値は 0.57 です。（1 - 0.57）× 40 = +17.2、四捨五入して +17。
	// 1187 + 17 = 1204。
	// 差に掛ける変動係数 K は 40：年齢とレーティングに関する規定を適用。
	//
	// 規程            日本チェス連盟レーティング規程（2023年改定）  [jcf-2023]
	// 開始            1187（初期リスト）  [3(3); 解釈 J16]
	// 変動係数 K      40：年齢とレーティングに関する規定を適用  [解釈 J20]
	//
	// Minato New Year Rapid、5 ラウンド、報告受領 2024年1月6日
	// R  対戦相手   レーティング  差    計算上の差  期待値  得点  変動係数 K  増減
	// 1  石井 大地          1350  -163        -163    0.28     0          40  -11.2
	// 3  加藤 葵            1702  -515        -400    0.08   0.5          40  +16.8  400差として計算 [5(4); 解釈 J17]
	// 4  福田 結衣          1512  -325        -325    0.13   0.5          40  +14.8
	// 5  馬場 澪            1820  -633        -400    0.08     0          40   -3.2  400差として計算 [5(4); 解釈 J17]
	//    合計 4 局                                    0.57     1              +17.2
	// 期間合計        4 局：（1 - 0.57）× 40 = +17.2  [5(2)]
	// 四捨五入        17.2 を 17 に  [5(2); 解釈 G2]
	// 下限            適用なし（400）  [5(5); 解釈 J11]
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

// newYearRapid returns a rapid tournament of the demo.
func newYearRapid() arpad.Report {
	data, err := os.ReadFile("demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		log.Fatal(err)
	}
	report, _ := arpad.Read(data, "new-year-rapid.trf")
	return report
}

// Without an opening list the ratings in the report are used. Its players are known by
// their start numbers, and by the IDs that the report has.
func ExampleRate() {
	rated, err := arpad.Rate("jcf-2023", []arpad.Report{newYearRapid()})
	if err != nil {
		log.Fatal(err)
	}
	for _, id := range []string{"1", "N00000002"} {
		r, _ := rated.Rating(id, rating.Rapid)
		fmt.Println(r.Name, r.Before, r.Rating)
	}
	// Output:
	// Aoki Ren 2010 2016
	// Baba Mio 1875 1883
}

// A regulation that leaves something open has an option for it.
func ExampleWithSetting() {
	_, err := arpad.Rate("japan", []arpad.Report{newYearRapid()}, arpad.WithSetting("non_members", "perhaps"))
	fmt.Println(explain.New("en").Problem(err))
	// Output:
	// perhaps is not a value of the option non_members; possible values: count, exclude.
}

// ExampleWithIDs looks players up by their FIDE numbers only.
func ExampleWithIDs() {
	players, _ := arpad.ReadPlayers([]byte("id,name,fide_id,standard\nA,Aoki Ren,90000001,1700\n"), "opening.csv")
	rated, err := arpad.Rate("fide-2025", []arpad.Report{newYearRapid()}, arpad.WithPlayers(players), arpad.WithIDs(season.FideID))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(rated.Periods), "period")
	// Output:
	// 1 period
}

// What changed in a few sentences.
func ExampleRated_Ratings() {
	rated, err := arpad.Rate("jcf-2023", []arpad.Report{newYearRapid()})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rated.Ratings()[:2] {
		fmt.Printf("%s %s: %d -> %d in %d games\n", r.Name, r.Kind, r.Before, r.Rating, r.Games)
	}
	// Output:
	// Aoki Ren rapid: 2010 -> 2016 in 5 games
	// Baba Mio rapid: 1875 -> 1883 in 5 games
}

// A list that is damaged is refused, with the place and what cures it.
func ExampleReadPlayers() {
	players, findings := arpad.ReadPlayers([]byte("id,name,standard\nN1,Aoki Ren,strong\n"), "opening.csv")
	words := explain.New("en")
	for _, f := range findings {
		fmt.Printf("%s:%d: %s\n", f.Report, f.Line, words.Message(f))
	}
	fmt.Println("refused:", players == nil)
	// Output:
	// opening.csv:2: Column standard: "strong" is not a rating from 0 to 4000.
	// refused: true
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
