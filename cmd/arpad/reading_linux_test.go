package main

import (
	"bufio"
	"database/sql"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// onlyRead are the commands that only read the bureau that readSteps makes; elsewhere is a
// folder on another disk.
var onlyRead = []string{
	"list", "list --index", "list --movers", "list --distribution", "list --unofficial", "list --format csv", "list --format xlsx", "history N00000001", "games N00000001", "event 2024-01-0001",
	"performances", "find aoki", "explain N00000001", "explain --unofficial N00000001", "corrections", "correction show C1", "calc what-if --player N00000001 --games 1500:1",
	"check --db arpad.db elsewhere/winter-open.json", "player show N00000001", "player export", "player duplicates", "player stated", "club list", "club show C0001", "club export", "club proposed",
	"member list", "member export", "announce list", "today", "report list", "report show 2024-01-0001", "report file 2024-01-0001", "report template elsewhere/template.xlsx",
	"fee list", "fee show 2024-01-0001", "fide list", "precedent list", "precedent show P1", "period list", "period show 2024-02", "period review 2024-02", "inquiry list", "inquiry show Q1", "account list", "account key-list A0002",
	"schedule list", "log", "doctor", "verify", "person export N00000001", "proof key", "proof checkpoint", "proof leaves", "proof list 2024-02", "proof consistency elsewhere/kept.checkpoint",
	"bundle 2024-02 elsewhere/bundle.json", "export elsewhere/whole.jsonl", "backup elsewhere/kept.db", "site elsewhere/public",
	"serve --print /en/", "serve --print /en/players/N00000001/", "serve --print /en/players/N00000001/why/2024-02/standard/", "serve --print /en/status/",
}

// The commands that write to a bureau or need none.
var notRead = []string{
	"rate", "adopt", "convert", "calc change", "calc first", "calc performance", "calc tournament", "regulations example", "regulations list", "regulations show", "start", "init", "set",
	"player add", "player set", "player remove", "player import", "player fide", "player links", "player fields", "player distinct", "player merge", "player unmerge", "player first", "club add", "club set", "club remove", "club import",
	"member add", "member remove", "member import", "announce add", "announce set", "announce dispense", "announce withdraw", "report submit", "report state", "report notice", "report match", "report check", "report correct",
	"report floor", "report answer", "report assign", "report set-aside", "report admit", "report withhold", "report return", "report close", "fee paid", "fee overdue", "fide write", "fide sent", "fide receipt", "fide exclude", "fide include",
	"precedent add", "period close", "period reopen", "period tick", "period plan", "period stop", "schedule run", "period publish", "restore", "import", "migrate", "rebuild", "person anonymise", "person erase", "proof init", "proof renew",
	"witness", "signer", "demo", "inquiry add", "inquiry close", "correct result", "correct count", "correct omit", "correct player", "correct withdraw", "correct late", "correct report", "correct rating", "correction accept", "correction reject",
	"correction undo", "ask renewal", "ask dispensation", "ask result", "ask count", "ask omission", "ask player", "ask withdrawal", "ask late", "ask anonymisation", "ask erasure", "inquiry withdraw", "report ask", "inquiry reply", "inquiry grant",
	"club reporters", "club contact", "player consent", "account invite", "account roles", "account disable", "account reset", "account key", "account key-revoke",
}

// readSteps makes a bureau of which there is something to read.
func readSteps(t *testing.T) [][]string {
	t.Helper()
	report, err := filepath.Abs("../../demo/japan/reports/winter-open.json")
	if err != nil {
		t.Fatal(err)
	}
	return [][]string{
		{"club", "add", "name=Minato Chess Club", "representative=N00000001", "reporters=N00000001"},
		{"report", "submit", "--from", "Aoki Ren", report},
		{"precedent", "add", "--title", "Late?", "--text", "No.", "--by", "the board"},
		{"announce", "add", "Spring Cup", "--club", "Minato Chess Club", "--start", "2024-03-10", "--rounds", "5", "--time-control", "5400"},
		{"period", "close", "2024-02"}, {"period", "tick", "2024-02", "all", "--reason", "seen"}, {"period", "publish", "2024-02", "--reason", "before its day"},
		{"account", "invite", "yano@example.jp", "--role", "organiser", "--club", "C0001"},
		{"inquiry", "add", "--who", "Mori Kei", "--what", "Why?", "--player", "N00000001"},
		{"correct", "withdraw", "2024-01-0001", "--reason", "a friendly match"},
	}
}

// reads runs every command that only reads, and serves.
func (d *fixture) reads(t *testing.T) {
	t.Helper()
	everyCommandOf(t, slices.Concat(onlyRead, notRead))
	elsewhere := t.TempDir()
	copyTo(t, "../../demo/japan/reports/winter-open.json", filepath.Join(elsewhere, "winter-open.json"))
	copyTo(t, d.checkpoint(), filepath.Join(elsewhere, "kept.checkpoint"))
	for _, line := range onlyRead {
		args := strings.Fields(strings.ReplaceAll(line, "elsewhere", elsewhere))
		out, err := d.command(t.Context(), args...).CombinedOutput()
		if said := string(out); err != nil && !(line == "doctor" && strings.Contains(said, "MB are free")) {
			t.Errorf("%s: %v: %s", line, err, said)
		}
	}
	d.serves(t)
}

// What a killed writer has acknowledged is read from its log, on a disk that has become
// read-only since.
func TestReadOnlyDiskHasALog(t *testing.T) {
	t.Parallel()
	mayMount(t)
	d := newOffice(t, "arpad.db")
	d.onSmallDisk(t)
	server, _, _ := d.server(t) // who reads keeps the log from being emptied
	d.do("precedent", "add", "--title", "Late?", "--text", "No.", "--by", "the board")
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed
	if log, err := os.Stat(d.path("arpad.db-wal")); err != nil || log.Size() == 0 {
		t.Fatal("there is no log", err)
	}
	if err := syscall.Mount("", d.folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if out, err := d.command(t.Context(), "precedent", "list").CombinedOutput(); err != nil || !strings.Contains(string(out), "Late?") {
		t.Errorf("%v: %s", err, out)
	}
	d.do("verify")
}

// A database of another version on a disk that is read-only is told who may upgrade it.
func TestReadOnlyDiskHasAnotherVersion(t *testing.T) {
	t.Parallel()
	mayMount(t)
	d := newOffice(t, "arpad.db")
	d.onSmallDisk(t)
	db, err := sql.Open("sqlite", d.path("arpad.db"))
	if err == nil {
		_, err = db.Exec("UPDATE row_table SET digest = 'of another version'")
	}
	if err == nil {
		err = db.Close()
	}
	if err == nil {
		err = syscall.Mount("", d.folder, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := d.command(t.Context(), "list").CombinedOutput(); err == nil || !strings.Contains(string(out), "as a user who may write to it: arpad migrate") {
		t.Errorf("%v: %s", err, out)
	}
}

// server starts a server, and returns its address and what it says after that.
func (d *fixture) server(t *testing.T, flags ...string) (*exec.Cmd, string, *bufio.Scanner) {
	t.Helper()
	return d.serverUnder(t, nil, flags...)
}

// serverUnder is server, wrapped in another program.
func (d *fixture) serverUnder(t *testing.T, other []string, flags ...string) (*exec.Cmd, string, *bufio.Scanner) {
	t.Helper()
	server := d.under(t.Context(), other, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	lines, address := bufio.NewScanner(said), ""
	for address == "" && lines.Scan() {
		address = regexp.MustCompile(`http://[0-9.:]+`).FindString(lines.Text())
	}
	return server, address, lines
}

// serves starts a server, and fetches a page from it.
func (d *fixture) serves(t *testing.T) {
	t.Helper()
	server, address, lines := d.server(t)
	if page := fetch(t, http.MethodGet, address+"/en/players/N00000001/", nil); page.status != http.StatusOK {
		t.Errorf("it answers with status %d", page.status)
	}
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	for lines.Scan() { // what it says until it ends
		t.Log(lines.Text())
	}
	if err := server.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

func copyTo(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, data)
}
