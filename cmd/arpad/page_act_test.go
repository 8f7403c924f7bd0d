package main

import (
	"bytes"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
)

// typedAct returns the act that a command does, nil if it does none.
func typedAct(args []string) act.Act {
	parser, err := kong.New(grammar(args), variables("en"))
	if err != nil {
		return nil
	}
	ctx, err := parser.Parse(args)
	if err != nil || ctx.Selected() == nil {
		return nil
	}
	target := ctx.Selected().Target
	if paid, is := target.Addr().Interface().(*paidCommand); is && len(paid.Refs) == 1 { // does one act for each report
		return &act.PayFee{Undo: paid.Undo, Ref: paid.Refs[0], Amount: paid.Amount}
	}
	of := actOf(target.Type())
	if of == nil {
		return nil
	}
	return actIn(target, reflect.TypeOf(of).Elem()).Addr().Interface().(act.Act)
}

// acting opens the bureau of a folder at the moment of a clock.
func acting(t *testing.T, folder, clock string) (*office.Office, *bureau.Bureau) {
	t.Helper()
	now, err := time.Parse(time.RFC3339, clock)
	if err != nil {
		t.Fatal(err)
	}
	o := &office.Office{Database: filepath.Join(folder, "arpad.db"), Officer: "suzuki", Clock: func() time.Time { return now }}
	b, err := o.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return o, b
}

// lastOf returns the last entry of a bureau's log.
func lastOf(t *testing.T, b *bureau.Bureau) (last *bureau.Entry) {
	t.Helper()
	err := b.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		last, err = bureau.Entries.Last(r, "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return last
}

// onPage does an act by the form of a page, with a copy of the bureau of a folder, and returns the last entry of its log, what the
// answer says, and the command that the form shows.
func onPage(t *testing.T, folder, clock, number string, a act.Act) (last *bureau.Entry, said, command string) {
	t.Helper()
	other := t.TempDir()
	copyBureau(t, folder, other)
	o, b := acting(t, other, clock)
	t.Run(act.LineOf(a).ID, func(t *testing.T) {
		p := hall.Open(t, o, b, "https://office.example")
		now := b.Clock()
		token, err := p.Door.Work.Begin(t.Context(), work.Session{Account: number, Made: now, Expires: now.Add(time.Hour), Idle: time.Hour, Factor: now}, "")
		if err != nil {
			t.Fatal(err)
		}
		fields, to := url.Values{}, "/en/desk/do/"+act.LineOf(a).ID+"/"
		for _, field := range act.FieldsOf(a) {
			fields[field.Name] = field.Values()
		}
		ask := func(method, to string, body string) *httptest.ResponseRecorder {
			r := httptest.NewRequestWithContext(t.Context(), method, to, strings.NewReader(body))
			r.Host = "office.example"
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.AddCookie(&http.Cookie{Name: "__Host-arpad", Value: token})
			w := httptest.NewRecorder()
			p.ServeHTTP(w, r)
			return w
		}
		page := ask(http.MethodGet, to+"?"+fields.Encode(), "").Body.String()
		if found := regexp.MustCompile(`(?s)<details class="cmd">.*?<pre>(.*?)</pre>`).FindStringSubmatch(page); found != nil {
			command = html.UnescapeString(found[1])
		}
		for _, name := range []string{"owner", "once", "seen"} {
			if found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(page); found != nil {
				fields.Set(name, found[1])
			}
		}
		fields.Set("looked", "1")
		if p, is := a.(*act.ErasePerson); is {
			fields.Set("typed", p.Player)
		}
		sent := ask(http.MethodPost, to, fields.Encode())
		last, said = lastOf(t, b), hall.Answer{Body: sent.Body.String()}.Text()
		if shown := sent.Code == http.StatusOK && strings.HasPrefix(act.LineOf(a).ID, "account."); !shown && sent.Code != http.StatusSeeOther && sent.Code != http.StatusUnprocessableEntity { // a link or a key is shown once
			t.Errorf("%s answers %d: %s", to, sent.Code, said)
		}
	})
	if err := office.Close(b); err != nil {
		t.Error(err)
	}
	return last, said, command
}

// turn is a command at a time.
type turn struct {
	clock string
	args  []string
}

// turnsOf returns the commands of a script that change something, in a folder with its files.
func turnsOf(t *testing.T, script string) (turns []turn) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", script+".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	demo, err := filepath.Abs("../../demo")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, f := range archive.Files {
		write(t, f.Name, f.Data)
	}
	clock := ""
	for line := range strings.Lines(string(archive.Comment)) {
		words := shellWords(strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(line), "$DEMO", demo), "! "))
		if len(words) < 2 {
			continue
		}
		for _, word := range words[1:] {
			if is, set := strings.CutPrefix(word, "ARPAD_CLOCK="); set && words[0] == "env" {
				clock = is
			}
		}
		switch args := words[2:]; {
		case words[0] == "cp" && words[1] != "stdout":
			data, err := os.ReadFile(words[1])
			if err != nil {
				t.Fatal(err)
			}
			write(t, words[2], data)
		case words[0] == "exec" && words[1] == "arpad" && (args[0] == "init" || typedAct(args) != nil):
			turns = append(turns, turn{clock, args})
		}
	}
	t.Setenv("ARPAD_DB", "arpad.db")
	t.Setenv("ARPAD_OFFICER", "suzuki")
	return turns
}

// What is done by the form of a page leaves the same in the log as the command that the page shows, but for who did it: in the whole
// life of a bureau, in months of South Africa with floors and dispensations, in meets of a school league, and wherever else something
// is done that these lack. Nothing that an account may do is left out but what stands in neverDone.
func TestPageDoesWhatItsCommandDoes(t *testing.T) {
	all := map[string]bool{}
	alike := func(t *testing.T, folder string, turns []turn, least int) {
		t.Helper()
		for id := range doAlike(t, folder, turns, least) {
			all[id] = true
		}
	}
	t.Run("life", func(t *testing.T) {
		folder := canaryFolder(t)
		var turns []turn
		for _, s := range life {
			if args := s.args(folder); args[0] == "init" || typedAct(args) != nil { // others change nothing
				turns = append(turns, turn{s.day + "T12:00:00+09:00", args})
			}
		}
		alike(t, folder, turns, 60)
	})
	for script, least := range map[string]int{
		"report-south-africa": 15, "announce-dispense": 2, "report-nscl": 4, "school-league": 6, "taking-back": 20, "report-fide": 5, "report-sender": 5, "sentences": 1, "correction-nscl": 10,
	} {
		t.Run(script, func(t *testing.T) {
			turns := turnsOf(t, script)
			if script == "announce-dispense" || script == "correction-nscl" { // nobody asks for anything there
				turns = askedFor(turns)
			}
			alike(t, ".", turns, least)
		})
	}
	for i := range act.Table {
		if line := &act.Table[i]; !line.TakesFile() && all[line.ID] == slices.Contains(neverDone, line.ID) {
			t.Errorf("%s: it is %t that it is done on a page", line.ID, all[line.ID])
		}
	}
}

// neverDone are the acts for which these bureaus have no occasion: games that an officer has left out, files that came after the list,
// and rows that differ.
var neverDone = []string{"ask.count", "ask.omission", "correct.count", "correct.omit", "correct.report", "doctor"}

// askedFor returns turns in which somebody asks for what an officer then does.
func askedFor(turns []turn) (all []turn) {
	asks := map[string]string{"announce.dispense": "dispensation", "correct.late": "late"}
	for _, s := range turns {
		if of := asks[s.args[0]+"."+s.args[1]]; of != "" {
			all = append(all, turn{s.clock, append([]string{"ask", of}, s.args[2:]...)})
		}
		all = append(all, s)
	}
	return all
}

// doAlike does what commands do, each on a page and by the command that the page shows, at least so often, and returns the acts of
// which the log has an entry.
func doAlike(t *testing.T, folder string, turns []turn, least int) (logged map[string]bool) {
	t.Helper()
	number, done, last := "", 0, 0
	logged = map[string]bool{}
	for _, s := range turns {
		t.Setenv("ARPAD_CLOCK", s.clock)
		args := s.args
		a := typedAct(args)
		if a != nil && act.LineOf(a).TakesFile() {
			a = nil // it has a page of its own
		}
		var got *bureau.Entry
		said := ""
		if a != nil {
			command := ""
			got, said, command = onPage(t, folder, s.clock, number, a)
			words := shellWords(command)
			if len(words) < 2 || words[0] != "arpad" {
				t.Fatalf("%s shows the command %q", act.LineOf(a).ID, command)
			}
			if args = words[1:]; act.LineOf(a).ID == "person.erase" || act.LineOf(a).ID == "inquiry.grant" { // nobody is there to be asked again
				args = append(args, "--yes")
			}
		}
		var out, problems bytes.Buffer
		run(args, &out, &problems)
		_, b := acting(t, folder, s.clock)
		want := lastOf(t, b)
		if number == "" {
			made, err := account.Invite(t.Context(), b, "everybody@office.example", "Everybody", account.Wish{Roles: []string{"officer", "treasurer", "administrator"}}, "")
			if err == nil {
				_, _, err = account.Accept(t.Context(), b, made.Token, "", bureau.Factors{Password: "unused", Codes: []byte("unused")})
			}
			if err != nil {
				t.Fatal(err)
			}
			number = made.Number
		}
		if err := office.Close(b); err != nil {
			t.Fatal(err)
		}
		if a == nil {
			continue
		}
		done++
		if got.Seq > last {
			logged[act.LineOf(a).ID] = true
		}
		last = max(last, want.Seq)
		if diff := gocmp.Diff(want, got, cmpopts.IgnoreFields(bureau.Entry{}, "Actor", "Hash", "Nonce", "Because", "Writes", "Prev")); diff != "" {
			t.Errorf("%q: the log differs (-command +page): %s\n%s\n%s", args, diff, problems.String(), said)
		}
	}
	if done < least {
		t.Errorf("only %d acts were done on pages", done)
	}
	return logged
}
