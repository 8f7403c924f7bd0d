// Package hostile makes texts for tests of readers. Each has the requested
// length and costs a careless reader as much memory or time as that length
// allows. None is random, so that measurements can be repeated.
package hostile

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Text is a hostile text.
type Text struct {
	Name string
	Make func(size int) []byte // at most size bytes, and nearly as many
}

// repeated returns a text of a head and a repeated part.
func repeated(name, head, part string) Text {
	return between(name, head, part, "", "")
}

// between returns a text of repeated parts, with a divider, between head and
// tail.
func between(name, head, part, divider, tail string) Text {
	return Text{name, func(size int) []byte {
		n := max(0, size-len(head)-len(part)-len(tail)) / len(divider+part)
		return slices.Concat([]byte(head), []byte(part), bytes.Repeat([]byte(divider+part), n), []byte(tail))
	}}
}

// numbered returns a text of parts made from their number, from 1, between head
// and tail.
func numbered(name, head string, part func(n int) string, divider, tail string) Text {
	return upTo(math.MaxInt, name, head, part, divider, tail)
}

// upTo is like numbered, with a limit on the number of parts.
func upTo(most int, name, head string, part func(n int) string, divider, tail string) Text {
	return Text{name, func(size int) []byte {
		b := make([]byte, 0, size)
		b = append(b, head...)
		for n := 1; n <= most; n++ {
			next := part(n)
			if n > 1 {
				next = divider + next
			}
			if len(b)+len(next)+len(tail) > size {
				break
			}
			b = append(b, next...)
		}
		return append(b, tail...)
	}}
}

// Bytes returns texts in no format at all.
func Bytes() []Text {
	return []Text{
		repeated("blanks", "", " "),
		repeated("line feeds", "", "\n"),
		repeated("CRLF", "", "\r\n"),
		repeated("carriage returns", "", "\r"),
		repeated("NUL", "", "\x00"),
		repeated("0xFF", "", "\xff"),
		repeated("lone continuation bytes", "", "\x80"),
		repeated("UTF-16 of three bytes each", "\xff\xfe", "\x42\x30"),
		repeated("UTF-16 surrogates", "\xff\xfe", "\x00\xd8"),
		repeated("Shift_JIS kana of one byte", "", "\xb1\xb2\xb3"),
		repeated("Shift_JIS lines", "012 \x93\xfa\x96\x7b\r\n", "### \xb1\xb2\xb3\xb4\r\n"),
		repeated("one letter", "", "x"),
		repeated("HTML", "<!DOCTYPE html><html>", "<b>"),
		repeated("quotes", "", "\""),
		repeated("commas", "", ","),
	}
}

// open is the head of an exchange file without players.
const open = "012 Open\n042 2024/01/01\n052 2024/01/09\n"

// entry is a player's line.
func entry(n int, rounds string) string {
	return fmt.Sprintf("001 %4d m    %-33s %4d JPN %11d %-10s %4s %4d  %s", n%10000, fmt.Sprintf("Family%d Given%d", n, n), 1500, 90000000+n,
		"1990/01/01", "0.0", n%10000, rounds)
}

// Exchange returns exchange files (TRF).
func Exchange() []Text {
	texts := []Text{
		repeated("TRF bare players", "", "001\n"),
		repeated("TRF players without a number", open, "001 \n"),
		numbered("TRF players with a number", open, func(n int) string { return fmt.Sprintf("001 %4d\n", n%10000) }, "", ""),
		numbered("TRF players with a name", open, func(n int) string { return entry(n, "") + "\n" }, "", ""),
		numbered("TRF players who disagree", open, func(n int) string {
			return entry(n, strings.Repeat(fmt.Sprintf("%4d w 1  ", (n+1)%9000+1), 9)) + "\n"
		}, "", ""),
		numbered("TRF rounds that cannot be read", open, func(n int) string {
			return entry(n, strings.Repeat("\xc3\xbf x ~  ~  ", 200)) + "\n"
		}, "", ""),
		numbered("TRF 255 rounds of byes", open, func(n int) string { return entry(n, strings.Repeat("0000 - H  ", 255)) + "\n" }, "", ""),
		numbered("TRF 255 rounds", open, func(n int) string {
			partner, colour, result := n+1, "w", "1"
			if n%2 == 0 {
				partner, colour, result = n-1, "b", "0"
			}
			return entry(n, strings.Repeat(fmt.Sprintf("%4d %s %s  ", partner, colour, result), 255)) + "\n"
		}, "", ""),
		repeated("TRF lines of 64 KiB in kanji", open, "001    1 m    "+strings.Repeat("\u65e5", 21_000)+"\n"),
		repeated("TRF lines of 64 KiB with control characters", open, "001    1 m    "+strings.Repeat("\x01\xc3\xa9", 20_000)+"\n"),
		repeated("TRF one line", "012 ", "x"),
		repeated("TRF one player's line", open+"001    1 m    ", "x"),
		repeated("TRF comments", open, "###\n"),
		repeated("TRF unknown codes", open, "x\n"),
		repeated("TRF lines of a carriage return", open, "x\r"),
		repeated("TRF blank lines", open, "\n"),
		numbered("TRF federations' lines", open+entry(1, "")+"\n", func(int) string { return "JPN    1\n" }, "", ""),
		numbered("TRF federations' lines of nobody", open+entry(1, "")+"\n", func(n int) string { return fmt.Sprintf("JPN %4d\n", n%9000+2) }, "", ""),
		numbered("TRF teams of both kinds", open+entry(1, "")+"\n", func(n int) string {
			if n%2 == 0 {
				return fmt.Sprintf("013 Team%d\n", n)
			}
			return fmt.Sprintf("310 %3d Team%d\n", n%999+1, n)
		}, "", ""),
		numbered("TRF accelerated players", open, func(n int) string {
			if n <= 9999 {
				return fmt.Sprintf("001 %4d\n", n)
			}
			return "250      1.0   1 255    1 9999\n"
		}, "", ""),
		numbered("TRF byes of everybody", open, func(n int) string {
			if n <= 9999 {
				return fmt.Sprintf("001 %4d\n", n)
			}
			return fmt.Sprintf("240 H %3d %4d\n", n%255+1, n%9999+1)
		}, "", ""),
		numbered("TRF points for everybody", open, func(n int) string {
			if n <= 9999 {
				return fmt.Sprintf("001 %4d\n", n)
			}
			return fmt.Sprintf("299         1.0   %3d %4d\n", n%255, n%9999+1)
		}, "", ""),
		repeated("TRF fictitious points up and down", open+entry(1, "")+"\n", "XXA    1 "+strings.Repeat(" 1.0  0.0 ", 127)+"\n"),
	}
	for _, code := range []string{
		"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132", "142", "152", "162", "172", "182", "192", "202",
		"212", "222", "240", "250", "260", "299", "300", "310", "320", "330", "340", "352", "362", "801", "802", "013", "XXR", "XXC", "XXS", "BBW",
		"XXA", "XXP", "XXZ", "JPN",
	} {
		texts = append(texts,
			repeated("TRF tag "+code, open+entry(1, "")+"\n", code+" 1\n"),
			repeated("TRF tag "+code+", long", open+entry(1, "")+"\n", code+" "+strings.Repeat(" 1  ", 16_000)+"\n"))
	}
	for _, line := range []string{
		"112 A", "162  W 1.0", "202 A,B", "222 1/1:1", "240 H   1    1", "250      1.0   1   1    1    1", "260   1   1    1    2", "299 W       1.0     1    1",
		"300   1   1   2    1", "310   1 A", "310   1 A                                                                      1", "330 +-   1   1   2", "013 A",
		"XXA    1  1.0", "XXP 1 2", "XXZ 1", "JPN    1", "XXS W=1",
	} {
		texts = append(texts, repeated("TRF line "+line, open+entry(1, "")+"\n"+entry(2, "")+"\n", line+"\n"))
	}
	return texts
}

// report is the beginning of a JSON report.
const report = `{"schema": "arpad.report/1", "name": "Open", "start": "2024-01-01", "end": "2024-01-09", "type": "standard", `

// JSON returns JSON reports, all on one line.
func JSON() []Text {
	players := func(name, player string) Text {
		return between(name, report+`"sections": [{"name": "A", "players": [`, player, ",", `]}]}`)
	}
	texts := []Text{
		repeated("JSON nested arrays", `{"x":`, "["),
		repeated("JSON nested objects", "", `{"x":`),
		between("JSON nested and closed", `{"x":[`, "[[[[]]]]", ",", "]}"),
		between("JSON unknown array", report+`"x":[`, "0", ",", "]}"),
		numbered("JSON unknown keys", report, func(n int) string { return fmt.Sprintf(`"%x":0`, n) }, ",", "}"),
		between("JSON one unknown key", report, `"x":0`, ",", "}"),
		between("JSON one known key", report, `"city":""`, ",", "}"),
		between("JSON one string", `{"name": "`, "x", "", `"}`),
		between("JSON one string of escapes", `{"name": "`, `\u0001`, "", `"}`),
		between("JSON one unknown string", `{"x": "`, "x", "", `"}`),
		between("JSON one string of quotes", `{"name": "`, `\"`, "", `"}`),
		between("JSON one number", `{"age_year": `, "1", "", `}`),
		between("JSON one time control", report+`"time_control": "`, "1/1:", "", `1"}`),
		between("JSON blanks", report, " ", "", "}"),
		between("JSON sections", report+`"sections": [`, "{}", ",", "]}"),
		between("JSON sections of one name", report+`"sections": [`, `{"name":"A"}`, ",", "]}"),
		between("JSON sections of nothing", report+`"sections": [`, "null", ",", "]}"),
		numbered("JSON sections with players", report+`"sections": [`, func(n int) string {
			return fmt.Sprintf(`{"name":"%d","rounds":1,"players":[{"start_number":1,"id":"A%d","name":"A B"},{"start_number":2,"id":"B%d","name":"C D"}],`+
				`"games":[{"round":1,"white":1,"black":2,"result":"1-0"}]}`, n, n, n)
		}, ",", "]}"),
		players("JSON players", "{}"),
		players("JSON players of nothing", "null"),
		players("JSON players with a name", `{"name":"A"}`),
		between("JSON national lines", report+`"sections": [{"players": [{"start_number":1,"national":[`, "{}", ",", `]}]}]}`),
		players("JSON players with national lines", `{"national":[{},{},{}]}`),
		between("JSON games", report+`"sections": [{"games": [`, "{}", ",", `]}]}`),
		between("JSON games with a result", report+`"sections": [{"players":[{"start_number":1},{"start_number":2}],"rounds":1,"games": [`, `{"result":"1-0"}`, ",", `]}]}`),
		between("JSON byes", report+`"sections": [{"byes": [`, `{"kind":"zero"}`, ",", `]}]}`),
		numbered("JSON players and nothing else", report+`"sections": [{"name":"A","rounds":9,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d}`, n)
		}, ",", `]}]}`),
		numbered("JSON players of 255 rounds", report+`"sections": [{"name":"A","rounds":255,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"N%08d","name":"Family%d Given"}`, n, n, n)
		}, ",", `]}]}`),
		numbered("JSON players who are called alike", report+`"sections": [{"name":"A","rounds":9,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"name":"Abcdefghijkl Abcdefghi%06d Abcdefghijklmnopqrstuv Abcdefgh"}`, n, n)
		}, ",", `]}]}`),
		numbered("JSON players with long names", report+`"sections": [{"name":"A","rounds":9,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"N%08d","name":"%s"}`, n, n, strings.Repeat("Abc ", 250))
		}, ",", `]}]}`),
		between("JSON one long section", report+`"sections": [{"name":"`, "x", "", `","players":[{"start_number":1},{"start_number":1},{"start_number":1}]}]}`),
		numbered("JSON a section with a long name", report+`"sections": [{"name":"`+strings.Repeat("long ", 20_000)+`","rounds":9,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"N%08d"}`, n, n)
		}, ",", `]}]}`),
	}
	for _, key := range []string{
		"qualified", "deputies", "round_dates", "time_control", "assigned", "teams", "records",
	} {
		for _, item := range []string{`""`, "null", "{}", "[]", "0"} {
			texts = append(texts, between("JSON "+key+" of "+item, report+`"`+key+`":[`, item, ",", "]}"))
		}
	}
	for _, path := range [][2]string{
		{"pairing", "absent"}, {"pairing", "tie_breaks"}, {"pairing", "standings"}, {"pairing", "accelerations"}, {"pairing", "prohibitions"},
		{"team_play", "byes"}, {"team_play", "line_ups"}, {"team_play", "forfeits"},
	} {
		for _, item := range []string{`""`, "null", "{}", "0"} {
			texts = append(texts, between("JSON "+path[1]+" of "+item, report+`"`+path[0]+`":{"`+path[1]+`":[`, item, ",", "]}}"))
		}
	}
	return texts
}

// Event returns a valid event as a JSON report on one line, with as many
// players as fit, in sections of two rounds.
func Event(size int) []byte {
	const each = 165 // bytes for a player and a game
	return EventOf(min(size/each, 100_000))
}

// EventOf returns a valid event with the given number of players as a JSON
// report on one line.
func EventOf(players int) []byte {
	const largest = 50_000
	var b bytes.Buffer
	b.WriteString(report + `"sections": [`)
	for first := 0; first < players; first += largest {
		if first > 0 {
			b.WriteString(",")
		}
		section(&b, first, min(first+largest, players))
	}
	b.WriteString(`]}`)
	return b.Bytes()
}

// section writes a section of the players in a range, to exclusive.
func section(b *bytes.Buffer, from, to int) {
	fmt.Fprintf(b, `{"name":"From %d","rounds":4,"players":[`, from)
	divider := ""
	for n := from; n < to; n++ {
		fmt.Fprintf(b, `%s{"start_number":%d,"id":"N%08d","name":"Family%d Given%d"}`, divider, n-from+1, n+1, n, n)
		divider = ","
	}
	b.WriteString(`],"games":[`)
	divider = ""
	for round := 1; round <= 2; round++ {
		for n := from; n+1 < to; n += 2 {
			fmt.Fprintf(b, `%s{"round":%d,"white":%d,"black":%d,"result":"1-0"}`, divider, round, n-from+1, n-from+2)
			divider = ","
		}
	}
	b.WriteString(`]}`)
}

// Sound returns JSON reports and exchange files that are valid but as large as
// a report may be.
func Sound() []Text {
	list := func(name string, player func(n int) string) Text {
		return upTo(99_999, name, report+`"sections": [{"name":"A","rounds":9,"players": [`, player, ",", `]}]}`)
	}
	rounds := func(name string, rounds, players int) Text {
		line := func(n int) string {
			partner, colour, result := n+1, "w", "1"
			if n%2 == 0 {
				partner, colour, result = n-1, "b", "0"
			}
			return entry(n, strings.Repeat(fmt.Sprintf("%4d %s %s  ", partner, colour, result), rounds)) + "\n"
		}
		return upTo(players, name, open, line, "", "")
	}
	behind := func(name string, players int, line func(n int) string) Text {
		return upTo(players+99_900, name, open, func(n int) string {
			if n <= players {
				return fmt.Sprintf("001 %4d      Family%d Given%d\n", n, n, n)
			}
			return line(n-players) + "\n"
		}, "", "")
	}
	return []Text{
		{"JSON large event", Event},
		list("JSON strangers", func(n int) string { return fmt.Sprintf(`{"start_number":%d}`, n) }),
		list("JSON strangers with a name", func(n int) string { return fmt.Sprintf(`{"start_number":%d,"name":"Family%d Given%d"}`, n, n, n) }),
		list("JSON strangers with an ID", func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"X%d","name":"Family%d Given%d, Jr","birth":"1890"}`, n, n, n, n)
		}),
		list("JSON strangers who are called alike", func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"name":"Abcdefghijkl Abcdefghi%06d Abcdefghijklmnopqrstuv Abcdefgh"}`, n, n)
		}),
		list("JSON strangers with long names", func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"name":"%s%06d"}`, n, strings.Repeat("Abcdefg ", 15), n)
		}),
		list("JSON strangers of many words", func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"name":"%s%06d"}`, n, strings.Repeat("a ", 60), n)
		}),
		list("JSON players who are called otherwise", func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"N%08d","name":"%s%d"}`, n, n, strings.Repeat("Xyz ", 20), n)
		}),
		upTo(1000, "JSON sections of 100", report+`"sections": [`, func(n int) string {
			var players, games []string
			for i := 1; i <= 100; i++ {
				players = append(players, fmt.Sprintf(`{"start_number":%d,"id":"N%d","name":"Family%d Given%d"}`, i, 1000*i+n, i, n))
				if i%2 == 1 {
					games = append(games, fmt.Sprintf(`{"round":1,"white":%d,"black":%d,"result":"1-0"}`, i, i+1))
				}
			}
			return fmt.Sprintf(`{"name":"%d","players":[%s],"games":[%s]}`, n, strings.Join(players, ","), strings.Join(games, ","))
		}, ",", "]}"),
		upTo(1000, "JSON sections of one player", report+`"sections": [`, func(n int) string {
			return fmt.Sprintf(`{"name":"%d","players":[{"start_number":99999,"id":"A","name":"A B"}]}`, n)
		}, ",", "]}"),
		upTo(99_999, "JSON 255 rounds without games", report+`"sections": [{"name":"A","rounds":255,"players": [`, func(n int) string {
			return fmt.Sprintf(`{"start_number":%d,"id":"N%08d","name":"Family%d Given"}`, n, n, n)
		}, ",", `]}]}`),
		upTo(250_000, "JSON games of two players", report+`"sections": [{"name":"A","rounds":255,"players": [{"start_number":1,"id":"A"},{"start_number":2,"id":"B"}],"games":[`,
			func(n int) string { return fmt.Sprintf(`{"round":%d,"white":1,"black":2,"result":"1-0"}`, n%255+1) }, ",", `]}]}`),
		upTo(250_000, "JSON byes", report+`"sections": [{"name":"A","rounds":255,"players": [{"start_number":1,"id":"A"},{"start_number":2,"id":"B"}],"byes":[`,
			func(n int) string { return fmt.Sprintf(`{"round":%d,"player":1,"kind":"zero"}`, n%255+1) }, ",", `]}]}`),
		upTo(100_000, "JSON assigned points", report+`"sections": [{"name":"A","rounds":255,"players": [{"start_number":1,"id":"A"},{"start_number":2,"id":"B"}]}],"assigned":[`,
			func(int) string { return `{"for":"win","points":1}` }, ",", `]}`),
		rounds("TRF 50 rounds", 50, 9998),
		rounds("TRF 255 rounds", 255, 1900),
		behind("TRF acceleration", 9999, func(int) string { return "250      1.0   1 255    1 9999" }),
		behind("TRF acceleration up and down", 9999, func(n int) string { return fmt.Sprintf("250      1.0 %3d %3d %4d 9999", n%255+1, n%255+1, n%9999+1) }),
		behind("TRF byes", 9999, func(n int) string { return fmt.Sprintf("240 H %3d %4d", n/9999+1, n%9999+1) }),
		behind("TRF points", 9999, func(n int) string { return fmt.Sprintf("299         1.0   %3d %4d", n/9999+1, n%9999+1) }),
		behind("TRF federations", 9999, func(n int) string { return fmt.Sprintf("JPN %4d      Family%d Given", n%9999+1, n) }),
		behind("TRF prohibitions", 9999, func(n int) string { return fmt.Sprintf("260   1   9 %4d %4d", n%9999+1, n%9998+1) }),
		behind("TRF kept lines", 9999, func(n int) string { return fmt.Sprintf("### %d", n) }),
		behind("TRF teams", 9999, func(n int) string { return fmt.Sprintf("310 %3d Team%d", n%999+1, n) }),
	}
}

// Tables returns CSV files with a header of two required and some optional
// columns.
func Tables(needed string, others ...string) []Text {
	wide := needed + "," + strings.Join(others, ",") + "\n"
	texts := []Text{
		repeated("CSV header", "", "a,"),
		repeated("CSV one line of a header", needed+",", "x"),
		repeated("CSV many columns", needed, ",x"),
		repeated("CSV many empty columns", needed, ","),
		repeated("CSV rows without anything", needed+"\n", "\n"),
		repeated("CSV rows of a comma", needed+"\n", ",\n"),
		repeated("CSV rows of blanks", needed+"\n", " \n"),
		repeated("CSV rows of one cell", needed+"\n", "1\n"),
		repeated("CSV rows of many cells", needed+strings.Repeat(",", 30_000)+"\n", "1,A"+strings.Repeat(",", 30_000)+"\n"),
		repeated("CSV rows that are too long", needed+"\n", ",,,\n"),
		repeated("CSV rows that are the same", needed+"\n", "1,A\n"),
		numbered("CSV rows of a number", needed+"\n", func(n int) string { return fmt.Sprintf("%x,A\n", n) }, "", ""),
		numbered("CSV rows of names", needed+"\n", func(n int) string { return fmt.Sprintf("N%08d,Family%d Given%d\n", n, n, n) }, "", ""),
		numbered("CSV rows without an ID", needed+"\n", func(n int) string { return fmt.Sprintf(",Family%d Given\n", n) }, "", ""),
		numbered("CSV rows of all columns", wide, func(n int) string { return fmt.Sprintf("N%08d,A%s\n", n, strings.Repeat(",", len(others))) }, "", ""),
		numbered("CSV rows of names that are long", needed+"\n", func(n int) string {
			return fmt.Sprintf("N%08d,%s\n", n, strings.Repeat("Family ", 100))
		}, "", ""),
		repeated("CSV one cell", needed+"\n1,", "x"),
		repeated("CSV one cell of many lines", needed+"\n1,\"", "x\n"),
		between("CSV one cell of many lines, closed", needed+"\n1,\"", "x\n", "", "\"\n"),
		repeated("CSV NUL", needed+"\n1,", "\x00"),
		repeated("CSV 0xFF", needed+"\n", "1,\xff\n"),
		repeated("CSV carriage returns", needed+"\n", "1,A\r"),
		repeated("CSV quotes", needed+"\n", "\"\"\"\",\"\"\"\"\n"),
		numbered("CSV people", needed+"\n", func(n int) string {
			return fmt.Sprintf("N%08d,%s %s%d\n", n, "Abcdefghijkl", "Abcdefghijklmnopqrstuvwxyz", n)
		}, "", ""),
	}
	return texts
}

// Pages returns pages, documents, games and tables as texts.
func Pages() []Text {
	const header = "White,Result,Black,Round\n"
	return []Text{
		repeated("page of cells", "<html><table><tr>", "<td>1"),
		repeated("page of rows", "<html><table>", "<tr><td>1"),
		repeated("page of tables", "<html>", "<table>"),
		repeated("page of small tables", "<html>", "<table><tr><td>1</table>"),
		repeated("page of wide cells", "<html><table>", "<tr><td colspan=399>1"),
		repeated("page of tall cells", "<html><table><tr><td rowspan=399>1", "<tr><td rowspan=399>1"),
		repeated("page of headings", "<html>", "<h2>1</h2>"),
		repeated("page of hidden elements", "<html>", "<div hidden>"),
		repeated("page of one attribute", "<html><table a=\"", "x"),
		repeated("page of one cell", "<html><table><tr><td>", "x"),
		repeated("document of one element", "<?xml version=\"1.0\"?><chessresults>", "<a>"),
		repeated("document of players", "<?xml version=\"1.0\"?><chessresults>", "<player/>"),
		repeated("document of pairings", "<?xml version=\"1.0\"?><chessresults>", "<playerpairing round=\"x\"/>"),
		repeated("document of one attribute", "<?xml version=\"1.0\"?><chessresults a=\"", "x"),
		numbered("document of attributes", "<?xml version=\"1.0\"?><chessresults>", func(n int) string { return fmt.Sprintf(`<player a%d=""/>`, n) }, "", "</chessresults>"),
		repeated("CSV of headers", "No.,,Name,Rtg,FED,Pts.\n", "No.,,Name,Rtg,FED,Pts.\n"),
		numbered("CSV of starting lists", "", func(n int) string { return fmt.Sprintf("No.,,Name,Rtg,FED,Pts.\n%d,,A%d,1500,ENG,0\n", n%100_000, n) }, "", ""),
		numbered("form of one round", "Event,Open\nPlayer,1,A,B\n", func(n int) string { return fmt.Sprintf("1,1,W,A%d,B,1500,,IRL\n", n) }, "", ""),
		numbered("document with a player", "<?xml version=\"1.0\"?><chessresults>", func(n int) string { return fmt.Sprintf(`<player no="%d" lastname="A%d"/>`, n, n) }, "", "</chessresults>"),
		repeated("PGN of events", "[Event \"A\"]\n", "[Event \"A\"]\n"),
		numbered("PGN of games", "", func(n int) string {
			return fmt.Sprintf("[White \"A%d\"]\n[Black \"B%d\"]\n[Result \"1-0\"]\n\n*\n", n, n)
		}, "", ""),
		repeated("PGN of one tag", "[Event \"A\"]\n[White \"", "x"),
		repeated("CSV of empty rows", header, ",\n"),
		repeated("CSV of cells", header, "1,"),
		repeated("CSV of quotes", header, "\""),
		numbered("CSV of games", header, func(n int) string { return fmt.Sprintf("A%d,1,B%d,%d\n", n, n, n%200+1) }, "", ""),
		numbered("CSV of a crosstable", "No.,Name,Rtg,1.Rd\n", func(n int) string { return fmt.Sprintf("%d,A%d,0,%dw1\n", n, n, n+1) }, "", ""),
		repeated("CSV of the form", "arpad.report-template/1 event\nname,,A\n", "x,y,z\n"),
	}
}
