package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The files used in the life: people with unique births and e-mail addresses.
var canaryFiles = map[string]string{
	"players.csv": `id,name,name_local,sex,birth,federation,club,fide_id,standard,standard_games
N00000001,Aoki Ren,青木 蓮,m,1987-06-05,JPN,Minato Chess Club,90000017,1610,40
N00000002,Baba Mio,馬場 澪,w,1987-06-05,JPN,Minato Chess Club,,1500,40
N00000003,Chiba Sota,千葉 颯太,m,1987-06-05,JPN,Minato Chess Club,,1400,40
`,
	"2023-01.csv": "id,name,birth,standard,standard_games\nN00000001,Aoki Ren,1987-06-05,1610,40\nN00000002,Baba Mio,1987-06-05,1500,40\nN00000003,Chiba Sota,1987-06-05,1400,40\n",
	"2023-02.csv": "id,name,birth,standard,standard_games\nN00000001,Aoki Ren,1987-06-05,1650,42\nN00000002,Baba Mio,1987-06-05,1490,42\nN00000003,Chiba Sota,1987-06-05,1390,42\n",
	"more.csv": "id,name,birth,email,guardian\nN00000021,Endo Yui,1987-06-05,canary.endo@example.jp,Canary Guardian\n" +
		"N00000022,Fujita Kaito,1987-06-05,,\n,Endo Yui,1987-06-05,canary.endo@example.jp,\n",
	"broken.csv":  "id,name,birth,email\nN00000031,Goto Aoi,05.06.1987,\"canary endo@example.jp\"\n",
	"clubs.csv":   "id,name\nC0009,Asahi Club\n",
	"members.csv": "player,from,to\nN00000001,2023-01-01,2023-12-31\nN00000002,2023-01-01,2023-12-31\n",
	"fide.txt": "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n" +
		"90000017       Aoki, Ren                                                    JPN M                                1700  0   20 1650  0   20       0        1987      \n",
	"report.json": `{"schema": "arpad.report/1", "name": "Minato Open", "organizer": "Minato Chess Club", "venue": "Hall", "city": "Minato",
"federation": "JPN", "start": "2023-01-06", "end": "2023-01-06", "time": "10:00", "responsible": "Aoki Ren", "submitted_by": "Aoki Ren",
"time_control": ["3600+30"], "sections": [{"name": "", "rounds": 3, "players": [
{"start_number": 1, "id": "N00000001", "name": "Aoki Ren", "sex": "m", "birth": "1987-06-05", "email": "canary.aoki@example.jp", "points": 2},
{"start_number": 2, "id": "N00000002", "name": "Baba Mio", "sex": "w", "birth": "1987-06-05", "email": "canary.baba@example.jp", "points": 1},
{"start_number": 3, "id": "N00000003", "name": "Chiba Sota", "sex": "m", "birth": "1987-06-05", "email": "canary.chiba@example.jp", "points": 1},
{"start_number": 4, "id": "", "name": "Doi Haruka", "sex": "w", "birth": "1987-06-05", "email": "canary.doi@example.jp", "points": 0}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}, {"round": 2, "white": 2, "black": 3, "result": "1-0"},
{"round": 3, "white": 3, "black": 1, "result": "0-1"}, {"round": 1, "white": 4, "black": 3, "result": "0-1"}]}]}`,
	"again.json": `{"schema": "arpad.report/1", "name": "Minato Open", "organizer": "Minato Chess Club", "start": "2023-01-06", "end": "2023-01-06",
"time_control": ["3600+30"], "sections": [{"name": "", "rounds": 3, "players": [
{"start_number": 1, "id": "N00000001", "name": "Aoki Ren", "birth": "1987-06-05", "email": "canary.aoki@example.jp"},
{"start_number": 2, "id": "N00000002", "name": "Baba Mio", "birth": "1987-06-05", "email": "canary.baba@example.jp"}],
"games": [{"round": 1, "white": 1, "black": 2, "result": "0-1"}]}]}`,
}

// canaryFolder writes the files to a folder.
func canaryFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range canaryFiles {
		write(t, filepath.Join(folder, name), []byte(text))
	}
	t.Setenv("ARPAD_DB", filepath.Join(folder, "arpad.db"))
	t.Setenv("ARPAD_OFFICER", "suzuki")
	return folder
}

// step is a command of the life. In its words ~ stands for a space, and a word
// that starts with @ is a file of the folder.
type step struct {
	day, command string
	how
}

// how says what is expected of a step.
type how uint8

const (
	tells   how = 1 << iota // prints personal data, to somebody entitled to it
	refuses                 // is refused, or reports a problem
)

func (h how) is(what how) bool { return h&what != 0 }

func (s step) args(folder string) []string {
	var args []string
	for _, word := range strings.Fields(s.command) {
		word = strings.ReplaceAll(word, "~", " ")
		if name, ok := strings.CutPrefix(word, "@"); ok {
			word = filepath.Join(folder, name)
		}
		args = append(args, word)
	}
	return args
}

// life is the life of a bureau: its registers, two reports, a list, an inquiry,
// corrections, copies, and finally an erasure. It includes every command.
var life = []step{
	{"2022-12-21", "init --authority ncs --label 2023-01 @players.csv", 0},

	// Registers.
	{"2022-12-22", "club add name=Minato~Chess~Club representative=N00000001 reporters=Baba~Mio", 0},
	{"2022-12-22", "set contact=ratings@office.example --reason the~board~has~decided", 0},
	{"2022-12-22", "club set Minato~Chess~Club registered_from=2022-01-01", 0},
	{"2022-12-22", "club show Minato~Chess~Club", 0},
	{"2022-12-22", "club import @clubs.csv", 0},
	{"2022-12-22", "club proposed", 0},
	{"2022-12-22", "club proposed --format csv", 0},
	{"2022-12-22", "club list", 0},
	{"2022-12-22", "club export", 0},
	{"2022-12-22", "club proposed", 0},
	{"2022-12-22", "player add id=N00000011 name=Eda~Mei birth=1987-06-05 email=canary.eda@example.jp guardian=Canary~Guardian guardian_email=canary.guardian@example.jp", 0},
	{"2022-12-22", "player add id=N00000012 name=Eda~Mei birth=1987-06-05 club=Minato~Chess~Club", 0},
	{"2022-12-22", "player set N00000001 email=canary.aoki@example.jp --reason the~form", 0},
	{"2022-12-22", "player set N00000001 birth=5~June~1987~perhaps", tells | refuses}, // prints what its user typed
	{"2022-12-22", "player show N00000011", 0},
	{"2022-12-22", "player show N00000011 --private", tells},
	{"2022-12-22", "find eda", 0},
	{"2022-12-22", "find eda --format json", 0},
	{"2022-12-22", "player import @more.csv", 0},
	{"2022-12-22", "player import @broken.csv", tells | refuses},
	{"2022-12-22", "player export", 0},
	{"2022-12-22", "player export --private", tells},
	{"2022-12-22", "player fide --label 2022-12 @fide.txt", 0},
	{"2022-12-22", "player fields", 0},
	{"2022-12-22", "player links @fide.txt", 0},
	{"2022-12-22", "player links --format csv @fide.txt", 0},
	{"2022-12-22", "player duplicates", 0},
	{"2022-12-22", "player stated", 0},
	{"2022-12-22", "player merge N00000012 N00000011 --reason one~person", 0},
	{"2022-12-22", "player unmerge N00000012 --reason two", 0},
	{"2022-12-22", "player first N00000012 --rating 500 --reason a~beginner", refuses},
	{"2022-12-22", "player distinct N00000012 N00000011 --reason two", 0},
	{"2022-12-22", "member add N00000011 --from 2023-01-01 --to 2023-12-31", 0},
	{"2022-12-22", "member remove N00000011 --from 2023-01-01 --reason a~slip", 0},
	{"2022-12-22", "player remove N00000001 --reason a~slip", refuses},
	{"2022-12-22", "club remove Minato~Chess~Club --reason a~slip", refuses},
	{"2022-12-22", "member import @members.csv", 0},
	{"2022-12-22", "member list", 0},
	{"2022-12-22", "member export", 0},

	// Events and reports.
	{"2022-12-22", "announce add Minato~Open --club Minato~Chess~Club --start 2023-01-06 --rounds 3 --time-control 3600+30 --fide-event", refuses},
	{"2022-12-22", "announce set A2022-0001 --end 2023-01-07", refuses},
	{"2022-12-22", "announce set A2022-0001 --end 2023-01-06 --reason a~slip", refuses},
	{"2022-12-22", "announce dispense A2022-0001 --reason for~schools", refuses},
	{"2022-12-22", "announce list", 0},
	{"2023-01-10", "check --db @arpad.db @report.json", refuses},
	{"2023-01-10", "check --db @arpad.db --format json @report.json", refuses},
	{"2023-01-10", "report submit @report.json --from Aoki~Ren", refuses},
	{"2023-01-10", "report submit @players.csv", refuses},
	{"2023-01-10", "report submit @again.json --from Aoki~Ren", refuses},
	{"2023-01-10", "report state 2023-01-0001 --file 2 --from Aoki~Ren --venue Hall", 0},
	{"2023-01-10", "report set-aside 2023-01-0001 2 --reason by~an~older~program", 0},
	{"2023-01-10", "report assign 2023-01-0001 Minato~Chess~Club --reason by~its~letter", 0},
	{"2023-01-10", "report notice --event Other~Open --start 2023-01-07 --end 2023-01-08 --from https://chess-results.com/tnr1.aspx", 0},
	{"2023-01-10", "report list", 0},
	{"2023-01-10", "report list --format json", 0},
	{"2023-01-10", "report show 2023-01-0001", 0},
	{"2023-01-10", "report match 2023-01-0001", 0},
	{"2023-01-10", "report match 2023-01-0001 --start 4 --new", 0},
	{"2023-01-10", "report check 2023-01-0001", 0},
	{"2023-01-10", "report correct 2023-01-0001 --round 2 --white 2 --black 3 --result 1/2-1/2 --reason the~sheet", 0},
	{"2023-01-10", "report withhold 2023-01-0001 --reason to~be~asked", 0},
	{"2023-01-10", "report floor 2023-01-0002 700 --reason there~is~no~need", refuses},
	{"2023-01-10", "report return 2023-01-0002 --reason it~was~not~played", 0},
	{"2023-01-10", "report file 2023-01-0001", tells},
	{"2023-01-10", "report template --club Minato~Chess~Club -", 0},
	{"2023-01-10", "fee list", 0},
	{"2023-01-10", "fee show 2023-01-0001", 0},
	{"2023-01-10", "fee show 2023-01-0001 --format json", 0},
	{"2023-01-10", "fee paid 2023-01-0001", 0},
	{"2023-01-10", "fee overdue", 0},
	{"2023-01-10", "fide list", 0},
	{"2023-01-10", "fide list --format json", 0},
	{"2023-01-10", "fide write 2023-01-0001", tells},
	{"2023-01-10", "fide sent 2023-01-0001", 0},
	{"2023-01-10", "fide receipt 2023-01-0001 412345", 0},
	{"2023-01-10", "fide exclude 2023-01-0001 --reason shorter~games", refuses},
	{"2023-01-10", "fide include 2023-01-0001 --reason none~is~excluded", refuses},
	{"2023-01-10", "precedent add --title Snow --text They~may~play~later --by The~board", 0},
	{"2023-01-10", "precedent list", 0},
	{"2023-01-10", "precedent show P1", 0},
	{"2023-01-10", "report answer 2023-01-0001 non-member=count --reason renewed --precedent P1", 0},
	{"2023-01-10", "report admit 2023-01-0001 --reason seen --precedent P1", 0},
	{"2023-01-10", "report show 2023-01-0001 --format json", 0},
	{"2023-01-10", "announce withdraw A2022-0001 --reason snow", 0},

	// The list.
	{"2023-01-21", "period list", 0},
	{"2023-01-21", "period close 2023-02", 0},
	{"2023-01-21", "period reopen 2023-02 --reason one~more", 0},
	{"2023-01-21", "period close 2023-02", 0},
	{"2023-01-21", "period review 2023-02", 0},
	{"2023-01-21", "period review 2023-02 --format json", 0},
	{"2023-01-21", "period tick 2023-02 all --reason seen", 0},
	{"2023-01-21", "period plan 2023-02 --on 2023-01-25", refuses},
	{"2023-01-21", "schedule list", 0},
	{"2023-01-21", "schedule run overdue", 0},
	{"2023-01-21", "period plan 2023-02", 0},
	{"2023-01-21", "period show 2023-02", 0},
	{"2023-01-21", "period stop 2023-02 --reason not~yet", 0},
	{"2023-02-01", "period publish 2023-02", 0},
	{"2023-01-21", "period show 2023-02", 0},
	{"2023-01-21", "list", 0},
	{"2023-01-21", "list --index", 0},
	{"2023-01-21", "list --format csv", 0},
	{"2023-01-21", "list --format json", 0},
	{"2023-01-21", "list --format fide", 0},
	{"2023-01-21", "list --format swiss-manager", 0},
	{"2023-01-21", "list --format xlsx", 0},
	{"2023-01-21", "list --format jcf", 0},
	{"2023-01-21", "history N00000003", 0},
	{"2023-01-21", "history N00000003 --format json", 0},
	{"2023-01-21", "games N00000003", 0},
	{"2023-01-21", "games N00000003 --best --format json", 0},
	{"2023-01-21", "games Chiba --against N00000001 --format json", 0},
	{"2023-01-21", "calc what-if --player N00000003 --games N00000001:1,1500:0.5,0:1", 0},
	{"2023-01-21", "calc what-if --player Chiba --format json @report.json", 0},
	{"2023-01-21", "list --distribution --percentile 1500", 0},
	{"2023-01-21", "list --distribution --percentile 1500 --format json", 0},
	{"2023-01-21", "list --movers", 0},
	{"2023-01-21", "list --age-group U12", refuses},
	{"2023-01-21", "list --age-group U12 --private --format json", 0},
	{"2023-01-21", "list --movers --format json", 0},
	{"2023-01-21", "event 2023-01-0001", 0},
	{"2023-01-21", "event 2023-01-0001 --format json", 0},
	{"2023-01-21", "event 2023-01-0001 --format csv", 0},

	// Inquiries and corrections.
	{"2023-02-05", "inquiry add --who Complaining~Canary --contact canary.c@example.jp --what canary~words --list 2023-02 --event 2023-01-0001", 0},
	{"2023-02-05", "inquiry list", 0},
	{"2023-02-05", "inquiry show Q1", tells},
	{"2023-02-05", "correct result 2023-01-0001 --round 1 --white 1 --black 2 --result 0-1 --inquiry Q1 --reason Complaining~Canary~is~right", refuses},
	{"2023-02-05", "correct result 2023-01-0001 --round 1 --white 1 --black 2 --result 0-1 --inquiry Q1 --reason the~sheet", 0},
	{"2023-02-05", "correction accept C1 --reason seen", 0},
	{"2023-02-05", "correction show C1", 0},
	{"2023-02-05", "correct player 2023-01-0001 --start 4 --player N00000011 --reason the~sheet", 0},
	{"2023-02-05", "correct withdraw 2023-01-0001 --reason no~clocks", 0},
	{"2023-02-05", "correct late 2023-01-0002 --reason found", refuses},
	{"2023-02-05", "correct report 2023-01-0002 --reason found", refuses},
	{"2023-02-05", "correct count 2023-01-0001 --round 1 --white 1 --black 2 --reason found", refuses},
	{"2023-02-05", "correct omit 2023-01-0001 --round 1 --white 2 --black 1 --reason found", refuses},
	{"2023-02-05", "performances", 0},
	{"2023-02-05", "performances --format csv", 0},
	{"2023-02-05", "performances --format json", 0},
	{"2023-02-05", "correct rating --player N00000003 --rating 1450 --reason a~slip", 0},
	{"2023-02-05", "correction reject C3 --reason no", 0},
	{"2023-02-05", "correction undo C1 --reason the~other~sheet", 0},
	{"2023-02-05", "corrections", 0},
	{"2023-02-05", "corrections --public --format json", 0},
	{"2023-02-05", "club contact Minato~Chess~Club --email canary.club@example.jp --language ja --address Canary~Guardian,~1-2~Harbour", 0},
	{"2023-02-05", "club contact Minato~Chess~Club --language fr", refuses},
	{"2023-02-05", "club show Minato~Chess~Club", tells},
	{"2023-02-05", "inquiry close Q1 --reason corrected", 0},

	// What clubs and players ask for, and what the office asks.
	{"2023-02-05", "report ask 2023-01-0001 --round 1 --white 1 --black 2 --text who~won", 0},
	{"2023-02-05", "inquiry reply Q1 --text as~reported", refuses},
	{"2023-02-05", "ask renewal N00000002 --from 2024-01-01 --to 2024-12-31", 0},
	{"2023-02-05", "inquiry grant Q1 --reason paid", refuses},
	{"2023-02-05", "ask dispensation A2022-0001 --reason few~came", refuses},
	{"2023-02-05", "ask result 2023-01-0001 --round 1 --white 1 --black 2 --result 1/2-1/2 --reason mistyped", 0},
	{"2023-02-05", "ask count 2023-01-0001 --round 1 --white 1 --black 2 --reason played", refuses},
	{"2023-02-05", "ask omission 2023-01-0001 --round 1 --white 2 --black 1 --reason free", refuses},
	{"2023-02-05", "ask player 2023-01-0001 --start 4 --player N00000011 --reason a~namesake", 0},
	{"2023-02-05", "ask withdrawal 2023-01-0001 --reason no~clocks", 0},
	{"2023-02-05", "ask late 2023-01-0002 --reason it~was~forgotten", refuses},
	{"2023-02-05", "ask anonymisation N00000012 --reason by~letter", 0},
	{"2023-02-05", "ask erasure N00000012 --reason by~letter", 0},
	{"2023-02-05", "inquiry withdraw Q3", 0},
	{"2023-02-05", "inquiry grant Q3", refuses},
	{"2023-02-05", "club reporters Minato~Chess~Club Baba~Mio", 0},
	{"2023-02-05", "club contact Minato~Chess~Club --email= --address=", 0},
	{"2023-02-05", "player consent N00000001 --indexed", 0},
	{"2023-02-05", "account invite kei@office.example --role officer", 0},
	{"2023-02-05", "account roles kei@office.example --role treasurer --reason elected", 0},
	{"2023-02-05", "account reset kei@office.example --reason a~lost~telephone", 0},
	{"2023-02-05", "account disable kei@office.example --reason has~left", 0},
	{"2023-02-05", "account invite yano@office.example --role organiser --club Minato~Chess~Club", 0},
	{"2023-02-05", "account key yano@office.example pairing --may submit,follow --reason for~the~club", 0},
	{"2023-02-05", "account key-list yano@office.example", 0},
	{"2023-02-05", "account key-revoke yano@office.example K1 --reason lost", 0},
	{"2023-02-05", "account list", 0},
	{"2023-02-05", "list --now", 0},
	{"2023-02-05", "serve --print /en/", 0},
	{"2023-02-05", "serve --print /ja/lists/2023-02/standard", 0},
	{"2023-02-05", "serve --print /ja/players/N00000003", 0},
	{"2023-02-05", "serve --print /en/players/N00000001/why/2023-02/standard", 0},
	{"2023-02-05", "serve --print /en/players/N00000001/why/2023-02/standard.json", 0},
	{"2023-02-05", "serve --print /en/events/2023-01-0001", 0},
	{"2023-02-05", "serve --print /en/status", 0},
	{"2023-02-05", "serve --print /en/corrections", 0},
	{"2023-02-05", "serve --print /en/calculators/tournament?player=N00000001", 0},
	{"2023-02-05", "serve --print /en/lists/2023-02/standard.xlsx", 0},
	{"2023-02-05", "serve --print /en/proof/", 0},
	{"2023-02-05", "serve --print /en/proof/checkpoint.txt", 0},
	{"2023-02-05", "serve --print /en/lists/2023-02/changes", 0},
	{"2023-02-05", "serve --print /en/lists/2023-02/changes.json", 0},
	{"2023-02-05", "serve --print /en/lists/2023-02/best", 0},
	{"2023-02-05", "serve --print /en/lists/2023-02/standard.txt", 0},
	{"2023-02-05", "serve --print /en/players/N00000001/results.csv", 0},
	{"2023-02-05", "serve --print /ja/players/N00000001/why/now/standard", 0},
	{"2023-02-05", "serve --print /en/events/2023-01-0001/1.trf", 0},
	{"2023-02-05", "serve --print /en/clubs/", 0},
	{"2023-02-05", "serve --print /en/clubs/C0001", 0},
	{"2023-02-05", "serve --print /en/calendar", 0},
	{"2023-02-05", "serve --print /en/nothing", refuses},
	{"2023-02-05", "site @public", 0},
	{"2023-02-05", "site --check @public", 0},
	{"2023-02-05", "explain --db @arpad.db --player N00000003", 0},
	{"2023-02-05", "explain --db @arpad.db --player N00000003 --format json", 0},

	// What anyone can verify.
	{"2023-02-05", "proof key", 0},
	{"2023-02-05", "proof checkpoint", 0},
	{"2023-02-05", "proof leaves", 0},
	{"2023-02-05", "proof list 2023-02", 0},
	{"2023-02-05", "proof consistency @arpad.db.key.checkpoint", 0},
	{"2023-02-05", "bundle 2023-01 -", 0},
	{"2023-02-05", "bundle 2023-02 -", 0},
	{"2023-02-05", "bundle 2023-02 --revision 1 @bundle.json", 0},
	{"2023-02-05", "verify --bundle @bundle.json --key @arpad.db.key --checkpoint @arpad.db.key.checkpoint", 0},
	{"2023-02-05", "proof init", refuses},
	{"2023-02-05", "proof renew --reason the~old~one~was~seen", 0},

	// Without a bureau.
	{"2023-02-05", "explain --regulation japan --players @players.csv --player N00000001 @report.json", 0},
	{"2023-02-05", "rate --regulation japan --players @players.csv @report.json", 0},
	{"2023-02-05", "rate --regulation japan --players @players.csv --format json @report.json", 0},
	{"2023-02-05", "rate --regulation japan --players @players.csv --format csv @report.json", tells}, // the opening list of the next period
	{"2023-02-05", "check --regulation japan --players @players.csv @report.json", 0},
	{"2023-02-05", "check --regulation japan --players @players.csv --format json @report.json", 0},
	{"2023-02-05", "adopt --regulation japan --lists @2023-01.csv --lists @2023-02.csv @report.json", 0},
	{"2023-02-05", "adopt --regulation japan --all --format json --lists @2023-01.csv --lists @2023-02.csv @report.json", 0},
	{"2023-02-05", "convert --to json @report.json", tells},

	// Care.
	{"2023-02-06", "verify", 0},
	{"2023-02-06", "report close 2023-01-0002 --reason nobody~will~send~it", 0},
	{"2023-02-06", "rebuild", 0},
	{"2023-02-06", "today", 0},
	{"2023-02-06", "today --format json", 0},
	{"2023-02-06", "doctor", 0},
	{"2023-02-06", "backup @kept.db", 0},
	{"2023-02-06", "restore --db @again.db @kept.db", 0},
	{"2023-02-06", "export -", tells},
	{"2023-02-06", "export @whole.json", 0},
	{"2023-02-06", "import --db @whole.db @whole.json", 0},
	{"2023-02-06", "migrate", 0},
	{"2023-02-06", "proof key", 0},
	{"2023-02-06", "proof checkpoint", 0},
	{"2023-02-06", "proof list 2023-02", 0},
	{"2023-02-06", "proof consistency @arpad.db.key.checkpoint", 0},
	{"2023-02-06", "bundle 2023-02 @list.json", 0},
	{"2023-02-06", "bundle 2023-02 -", 0},
	{"2023-02-06", "proof renew --reason lost", 0},
	{"2023-02-06", "proof init", refuses},
	{"2023-02-06", "log", 0},
	{"2023-02-06", "log --format json", 0},
	{"2023-02-06", "person export N00000003", tells},
	{"2023-02-06", "person anonymise N00000002 --reason asked~for", 0},
	{"2023-02-06", "person erase N00000003 --yes --reason asked~for", 0},
	{"2023-02-06", "person export N00000003", 0},
	{"2023-02-06", "list", 0},
	{"2023-02-06", "history N00000003", 0},
	{"2023-02-06", "games N00000003", 0},
	{"2023-02-06", "games N00000001 --against N00000003 --format json", 0},
	{"2023-02-06", "event 2023-01-0001", 0},
	{"2023-02-06", "event 2023-01-0001 --format json", 0},
	{"2023-02-06", "serve --print /en/players/N00000003", refuses},
	{"2023-02-06", "serve --print /en/events/2023-01-0001", 0},
	{"2023-02-06", "serve --print /en/players/N00000001/why/2023-02/standard", 0},
	{"2023-02-06", "explain --db @arpad.db --player N00000003", 0},
	{"2023-02-06", "report show 2023-01-0001", 0},
	{"2023-02-06", "log", 0},
	{"2023-02-06", "verify", 0},
}

// isLast reports whether a step is the one up to which a bureau lives.
func (s step) isLast(last string) bool { return strings.HasPrefix(s.command+" ", last+" ") }

// at has a step's time be now.
func (s step) at(t *testing.T) {
	t.Helper()
	t.Setenv("ARPAD_CLOCK", s.day+"T12:00:00+09:00")
}

// liveIn has the bureau of a folder live up to a command.
func liveIn(t *testing.T, folder, last string) {
	t.Helper()
	for _, s := range life {
		s.at(t)
		must(t, s.args(folder)...)
		if s.isLast(last) {
			return
		}
	}
	t.Fatalf("nobody does %s", last)
}

// liveUpTo has a bureau live up to a command. Tests that need one of the same age share it: each has a copy.
func liveUpTo(t *testing.T, last string) {
	t.Helper()
	folder, kept := canaryFolder(t), filepath.Join(sharedFolder, "life", last)
	if _, err := os.Stat(kept); err != nil {
		liveIn(t, folder, last)
		copyBureau(t, folder, kept)
		return
	}
	copyBureau(t, kept, folder)
	life[slices.IndexFunc(life, func(s step) bool { return s.isLast(last) })].at(t)
}

// copyBureau copies the files of the bureau of a folder to another folder.
func copyBureau(t *testing.T, from, to string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(from, "arpad.db*"))
	if err = errors.Join(err, os.MkdirAll(to, 0o700)); err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err == nil {
			err = os.WriteFile(filepath.Join(to, filepath.Base(file)), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
