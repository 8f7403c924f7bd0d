package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
	"golang.org/x/sys/unix"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/office"
)

// hostile is what everybody types into everything: a title and a clear for the terminal, a text
// turned round, control characters of both kinds, and a line of their own.
const hostile = "\x1b]0;x\a\x1b[2J\u202e\u2066\u009b\u0085\u2028\r\nFAKE"

// typed are the inputs that a bureau stores or quotes.
var typed = []string{
	"event", "organizer", "section", "entry", "file", "from", "as", "reason", "title", "text", "by", "clause", "who", "contact", "what", "club", "player", "announced",
	"notice", "unknown",
}

// typing are the commands, in the order of a life; «x» is the hostile input x. Some are
// refused, and quote it.
var typing = []string{
	"init --authority ncs --label 2024-01 --set non_members=count --set late=count --reason «reason» opening.csv",
	"player add name=«player» birth=1990 sex=w", "player set N00000001 club=«club»", "player remove «unknown» --reason «reason»", "player show N00000001", "player show «unknown»",
	"player distinct N00000001 N00000002 --reason «reason»", "player duplicates", "player stated", "player export", "player fields",
	"player import players.csv --reason «reason»", "player links players.csv", "player fide --label 2024-01 fide.txt",
	"player merge N00000011 «unknown» --reason «reason»", "player unmerge N00000011 --reason «reason»", "player first N00000001 --rating 500 --reason «reason»",
	"club add name=«club» representative=«player» reporters=«from»", "club set «club» region=«unknown»", "set federation=«unknown» --reason «reason»", "club remove «club» --reason «reason»", "club show «club»", "club list", "club proposed",
	"club import clubs.csv", "club export", "member add N00000001 --from 2024-01-01 --to 2024-12-31 --event «event»", "member list", "member export",
	"member import members.csv", "member remove N00000001 --from 2024-01-01 --event «event» --reason «reason»",
	"announce add «announced» --club «club» --start 2024-02-10 --rounds 3 --time-control 3600", "announce set A2024-0001 --name «announced» --end 2024-02-11 --reason «reason»", "announce set «unknown»", "announce dispense A2024-0001 --reason «reason»",
	"announce list", "announce withdraw A2024-0001 --reason «reason»", "announce list",
	"report notice --event «notice» --start 2024-01-03 --end 2024-01-04 --from https://example.jp/«notice» --as «as»", "check «file».json",
	"check winter-open.json", "convert --to json «file».json", "convert --to trf16 winter-open.json", "rate --regulation ncs-2022 «file».json",
	"adopt --regulation japan --lists opening.csv «file».json", "explain --regulation ncs-2022 --player «unknown» «file».json",
	"report submit «file».json --from «from»", "report submit winter-open.json --from club", "report submit new-year-rapid.trf --from «from»",
	"report submit «file»-2.json --from «from»", "report list", "report show 2024-01-0001", "report show 2024-01-0002", "report show 2024-01-0003",
	"event 2024-01-0003", "report show «unknown»", "report match 2024-01-0001 --section «section» --start 1 --player «player»",
	"report check 2024-01-0001", "report file 2024-01-0001 --out «file».out",
	"report correct 2024-01-0001 --section «section» --round 1 --white 1 --black 2 --result 1-0 --reason «reason»",
	"report floor 2024-01-0001 5 --reason «reason»", "report answer 2024-01-0001 «unknown»=count --reason «reason»",
	"report state 2024-01-0001 --event «event»", "report assign 2024-01-0001 «club» --reason «reason»", "report set-aside 2024-01-0001 1 --reason «reason»", "report withhold 2024-01-0001 --reason «reason» --as «as»",
	"report admit 2024-01-0001 --reason «reason» --as «as»", "report return 2024-01-0001 --reason «reason» --as «as»",
	"report close 2024-01-0001 --reason «reason» --as «as»", "report admit 2024-01-0001 --reason «reason» --as «as» --precedent «unknown»",
	"report template «file».xlsx", "report show 2024-01-0001", "event 2024-01-0001", "today",
	"precedent add --title «title» --text «text» --by «by» --clause «clause» --as «as»", "precedent list", "precedent show P1",
	"report withhold 2024-01-0002 --reason «reason» --as «as»", "today", "report admit 2024-01-0002 --reason «reason» --as «as» --precedent P1",
	"report list", "report show 2024-01-0002", "precedent show P1", "fee list", "fee show 2024-01-0002", "fee paid 2024-01-0002", "fee overdue",
	"fide list", "fide write 2024-01-0002 --section «section»", "fide sent 2024-01-0002 --section «section»", "fide receipt 2024-01-0002 «unknown»",
	"fide exclude 2024-01-0002 --section «section» --reason «reason»", "fide include 2024-01-0002 --section «section» --reason «reason»",
	"fide list", "period list", "period close 2024-02 --as «as»", "period review 2024-02", "period tick 2024-02 «unknown» --reason «reason»",
	"period tick 2024-02 all --reason «reason»", "period reopen 2024-02 --reason «reason»", "period close 2024-02",
	"period tick 2024-02 all --reason «reason»", "schedule list", "schedule run remind", "period plan 2024-02 --as «as»", "period stop 2024-02 --reason «reason»", "period show 2024-02", "period publish 2024-02 --reason «reason» --force --as «as»",
	"period show 2024-02", "period list", "list", "list --index", "list --movers", "list --distribution", "list --format csv", "history N00000001",
	"games N00000001", "games N00000001 --against «unknown»", "event 2024-01-0002", "performances", "explain N00000001", "find «unknown»",
	"find N00000001", "calc what-if --player N00000001 --games «unknown»", "explain «unknown»",
	"inquiry add --who «who» --contact «contact» --what «what» --list 2024-02 --player N00000001 --as «as»", "inquiry list", "inquiry show Q1",
	"inquiry close Q1 --reason «reason»", "inquiry show Q1", "inquiry list",
	"report assign 2024-01-0002 C0001 --reason «reason»", "report ask 2024-01-0002 --section «section» --round 1 --white 1 --black 2 --text «text»", "inquiry reply Q2 --text «text»", "inquiry show Q2",
	"ask renewal N00000001 --from 2024-01-01 --to 2024-12-31 --event «event» --reason «reason» --who «who» --contact «contact»", "inquiry show Q3", "inquiry grant Q3 --reason «reason»", "inquiry list",
	"ask dispensation «unknown» --reason «reason»", "ask result «unknown» --section «section» --round 1 --white 1 --black 2 --result 1-0 --reason «reason»",
	"ask count «unknown» --section «section» --round 1 --white 1 --black 2 --reason «reason»", "ask omission «unknown» --section «section» --round 1 --white 1 --black 2 --reason «reason»",
	"ask player «unknown» --section «section» --start 1 --player «player» --reason «reason»", "ask withdrawal «unknown» --reason «reason»", "ask late «unknown» --label «unknown» --reason «reason»", "ask anonymisation «unknown» --reason «reason»", "ask erasure «unknown» --reason «reason»", "inquiry withdraw Q1", "inquiry withdraw «unknown»",
	"club reporters «club» «from»", "club contact «club» --address «from» --email «unknown»", "player consent «unknown» --indexed", "account invite «unknown» --role «unknown»", "account invite kei@example.jp --role officer --name «who»", "account list",
	"account roles «unknown» --role «unknown» --reason «reason»", "account disable «unknown» --reason «reason»", "account reset «unknown» --reason «reason»",
	"account invite yano@example.jp --role organiser --club «club»", "account key yano@example.jp «who» --may submit --reason «reason»", "account key yano@example.jp «who» --may «unknown» --reason «reason»", "account key-list yano@example.jp", "account key-list «unknown»",
	"account key-revoke yano@example.jp «unknown» --reason «reason»", "account key-revoke yano@example.jp K1 --reason «reason»", "today",
	"correct result 2024-01-0002 --round 1 --white 1 --black 2 --result 1/2-1/2 --reason «reason» --as «as»", "correction show C1",
	"correction reject C1 --reason «reason» --as «as»", "correct rating --player N00000001 --rating 1990 --reason «reason» --as «as»",
	"correction accept C2 --reason «reason» --as «as»", "correction show C2", "correction undo C2 --reason «reason»",
	"correct count 2024-01-0002 --round 1 --white 1 --black 2 --reason «reason»",
	"correct omit 2024-01-0002 --round 1 --white 1 --black 2 --reason «reason»",
	"correct player 2024-01-0002 --start 1 --player N00000012 --reason «reason»", "correct withdraw 2024-01-0002 --reason «reason»",
	"correct late «unknown» --reason «reason»", "correct report «unknown» --reason «reason»", "corrections", "corrections --public", "explain N00000001", "history N00000001", "list", "log",
	"log --format json", "person export N00000001", "person anonymise N00000002 --reason «reason»", "person erase N00000003 --yes --reason «reason»",
	"doctor", "verify", "rebuild", "migrate", "backup «file».db", "backup kept.db", "restore «file».db", "export «file».jsonl", "export -",
	"import «file».jsonl", "proof key", "proof checkpoint", "proof leaves", "proof list", "proof consistency «file».txt", "proof init --reason «reason»",
	"proof renew --reason «reason»", "bundle 2024-02 «file».bundle.json", "verify --bundle «file».bundle.json --key «unknown»",
	"witness «unknown» «file».txt --key «unknown»", "serve --print /en/events/2024-01-0002/", "site «file».site", "site public", "regulations show «unknown»",
	"regulations example «unknown»", "today", "nonsense «unknown»", "list --«unknown»", "list --limit «unknown»",
}

// Commands that print nothing that anybody stores.
var untyped = []string{"calc change", "calc first", "calc performance", "calc tournament", "regulations list", "demo", "start", "signer"}

// Whatever everybody types into everything, a terminal shows it in place of obeying it, and no
// line is theirs: each input, crossed with each command.
func TestTypedIsShownOnATerminal(t *testing.T) {
	t.Parallel()
	d := &fixture{t: t, folder: t.TempDir(), db: "arpad.db", clock: "2024-01-10T09:00:00+09:00"}
	var values []string
	for i, name := range typed {
		values = append(values, "«"+name+"»", fmt.Sprintf("zq%02d%s zq%02d", i, hostile, i))
	}
	fill := strings.NewReplacer(values...)
	d.typedFiles(fill)
	shown := map[string]bool{}
	for _, line := range typing {
		var args []string
		for _, arg := range strings.Fields(line) {
			args = append(args, fill.Replace(arg))
		}
		if strings.HasPrefix(line, "period close") {
			d.clock = "2024-01-22T09:00:00+09:00"
		}
		out := d.onTerminal(args...)
		if i := strings.IndexFunc(out, finding.Harms); i >= 0 || !utf8.ValidString(out) {
			t.Errorf("arpad %s prints %q", line, out[max(0, i-40):min(len(out), max(0, i)+40)])
		}
		for _, printed := range strings.Split(out, "\n") {
			if strings.HasPrefix(strings.TrimLeft(printed, " -"), "FAKE") && !mayBeTheirs(line, printed) {
				t.Errorf("arpad %s prints the line %q", line, printed)
			}
		}
		for i, name := range typed {
			shown[name] = shown[name] || strings.Contains(out, fmt.Sprintf("zq%02d", i))
		}
	}
	for _, name := range typed {
		if !shown[name] {
			t.Errorf("no command prints %s", name)
		}
	}
	everyCommandOf(t, slices.Concat(typing, untyped))
	d.typedOnPages()
}

// typedOnPages checks that pages and feeds show what was typed, too, and send none of it.
func (d *fixture) typedOnPages() {
	d.t.Helper()
	shown := map[string]int{}
	look := func(kind, name string, text []byte) {
		if i := bytes.IndexFunc(text, finding.Harms); i >= 0 || !utf8.Valid(text) {
			d.t.Errorf("%s holds %q", name, text[max(0, i-40):min(len(text), max(0, i)+40)])
		}
		if bytes.Contains(text, []byte("FAKE zq")) {
			shown[kind]++
		}
	}
	err := filepath.WalkDir(d.path("public"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		text, err := os.ReadFile(path)
		look("page", path, text)
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	b, err := (&office.Office{Database: d.at(), Key: d.path(officeKey)}).Open(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = office.Close(b) }() // it was only read
	site := siteOf(b)
	for _, name := range []string{"publications", "corrections"} {
		answer := httptest.NewRecorder()
		(&public{site, api.New(site.Public)}).ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.Root+"/feeds/en/"+name+".atom", nil))
		look("feed", name, answer.Body.Bytes())
	}
	site.Wait()
	if shown["page"] < 3 || shown["feed"] == 0 {
		d.t.Errorf("what was typed is on %v", shown)
	}
}

// mayBeTheirs reports whether a command may print a line of what was typed: a decision has lines,
// which are indented, and a page is no list of lines.
func mayBeTheirs(command, line string) bool {
	return strings.HasPrefix(command, "precedent show") && strings.HasPrefix(line, "    ") || strings.HasPrefix(command, "serve")
}

// everyCommandOf fails if no line of a table begins with some command.
func everyCommandOf(t *testing.T, lines []string) {
	t.Helper()
	parser, err := kong.New(&commands{}, variables("en"))
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(false) {
		name := leaf.Name
		if leaf.Parent != nil && leaf.Parent.Type == kong.CommandNode {
			name = leaf.Parent.Name + " " + name
		}
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line+" ", name+" ") }) {
			t.Errorf("the table has no arpad %s", name)
		}
	}
}

// typedFiles writes the files of which the commands speak.
func (d *fixture) typedFiles(fill *strings.Replacer) {
	d.t.Helper()
	for name, from := range map[string]string{"opening.csv": "opening.csv", "winter-open.json": "reports/winter-open.json", "new-year-rapid.trf": "reports/new-year-rapid.trf", "players.csv": "opening.csv"} {
		data, err := os.ReadFile(filepath.Join("../../demo/japan", from))
		if err != nil {
			d.t.Fatal(err)
		}
		write(d.t, d.path(name), data)
	}
	quoted := func(name string) string {
		data, err := json.Marshal(fill.Replace("«"+name+"»") + "\x00") // which no argument can hold
		if err != nil {
			d.t.Fatal(err)
		}
		return string(data)
	}
	report := strings.NewReplacer(`"Minato Winter Open"`, quoted("event"), `"Minato Chess Club"`, quoted("organizer"), `"Aoki Ren"`, quoted("entry"), `"name": ""`, `"name": `+quoted("section"))
	data, err := os.ReadFile("../../demo/japan/reports/winter-open.json")
	if err != nil {
		d.t.Fatal(err)
	}
	write(d.t, d.path(fill.Replace("«file».json")), []byte(report.Replace(string(data))))
	write(d.t, d.path(fill.Replace("«file»-2.json")), []byte(fill.Replace("<html>«event»")))
	for name, text := range map[string]string{"clubs.csv": "id,name\nC0009,«club»\n", "members.csv": "player,from,to,event\nN00000001,2024-01-01,2024-12-31,«event»\n", "fide.txt": "«player»\n"} {
		write(d.t, d.path(name), []byte(fill.Replace(text)))
	}
}

// onTerminal runs a command on a terminal, and returns what the terminal gets.
func (d *fixture) onTerminal(args ...string) string {
	d.t.Helper()
	must := func(err error) {
		d.t.Helper()
		if err != nil {
			d.t.Fatal(err)
		}
	}
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	must(err)
	defer func() { _ = master.Close() }() // it was only read
	must(unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0))
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	must(err)
	slave, err := os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|unix.O_NOCTTY, 0)
	must(err)
	modes, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS)
	must(err)
	modes.Oflag &^= unix.OPOST // lines end as they are written
	must(unix.IoctlSetTermios(int(slave.Fd()), unix.TCSETS, modes))
	c := d.command(d.t.Context(), args...)
	c.Stdout, c.Stderr = slave, slave
	must(c.Start())
	must(slave.Close())
	out, _ := io.ReadAll(master) // it ends with an error, when the command does
	_ = c.Wait()                 // many are refused
	return string(out)
}
