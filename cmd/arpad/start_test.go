package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/test/authenticator"
)

// founder is a browser in which somebody sets up a federation.
type founder struct {
	*http.Client
	t    *testing.T
	base string // address of the server, with a slash
	code string
}

// newFounder returns the browser of somebody who reads what the server says.
func newFounder(t *testing.T, said io.Reader) *founder {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	f := &founder{Client: &http.Client{Jar: jar}, t: t}
	lines := bufio.NewScanner(said)
	for f.code == "" && lines.Scan() {
		if found := regexp.MustCompile(`http://localhost:\d+/`).FindString(lines.Text()); found != "" {
			f.base = found
		}
		f.code = regexp.MustCompile(`([A-Z2-7]{4}-){3}[A-Z2-7]{4}`).FindString(lines.Text())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return f
}

// at returns the step to which an answer leads.
func (f *founder) at(answer *http.Response, err error) string {
	f.t.Helper()
	if err != nil || answer.StatusCode != http.StatusOK {
		f.t.Fatal(answer, err)
	}
	_ = answer.Body.Close() // nobody reads it
	return answer.Request.URL.Path
}

// begin enters the code.
func (f *founder) begin() string {
	f.t.Helper()
	return f.at(f.PostForm(f.base+"en/setup/", url.Values{"code": {f.code}}))
}

// says tells which federation it is.
func (f *founder) says() string {
	f.t.Helper()
	return f.at(f.PostForm(f.base+"en/setup/federation/", url.Values{"authority": {"ncs"}, "federation": {"Example Federation"}, "contact": {"rating@example.jp"}, "site": {"https://ratings.example.jp"}}))
}

// shows sends a list.
func (f *founder) shows(list string) string {
	f.t.Helper()
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	to, err := parts.CreateFormFile("list", "list.csv")
	if err == nil {
		_, err = io.WriteString(to, list)
	}
	if err := errors.Join(err, parts.Close()); err != nil {
		f.t.Fatal(err)
	}
	return f.at(f.Post(f.base+"en/setup/file/", parts.FormDataContentType(), &form))
}

// brings sends a backup, and returns the step at which its test begins.
func (f *founder) brings(files map[string][]byte) string {
	f.t.Helper()
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to, err := parts.CreateFormFile("backup", name)
		if err == nil {
			_, err = to.Write(files[name])
		}
		if err != nil {
			f.t.Fatal(err)
		}
	}
	if err := parts.Close(); err != nil {
		f.t.Fatal(err)
	}
	return f.at(f.Post(f.base+"en/setup/backup/", parts.FormDataContentType(), &form))
}

// drops discards the backup that was tested.
func (f *founder) drops() string {
	f.t.Helper()
	return f.at(f.PostForm(f.base+"en/setup/backup/", nil))
}

// takes has the list taken, and returns the step at which that begins.
func (f *founder) takes() string {
	f.t.Helper()
	return f.at(f.PostForm(f.base+"en/setup/list/", url.Values{"label": {"2024-01"}}))
}

// waits returns when the list is taken, or the backup tested.
func (f *founder) waits() string {
	f.t.Helper()
	for {
		if at := f.at(f.Get(f.base + "en/setup/taking/")); at != "/en/setup/taking/" && at != "/en/setup/testing/" {
			return at
		}
	}
}

// invites says who the first officer is.
func (f *founder) invites() string {
	f.t.Helper()
	return f.at(f.PostForm(f.base+"en/setup/officer/", url.Values{"name": {"Suzuki Hana"}, "email": {"suzuki@example.jp"}}))
}

// accepts says how the first officer signs in, and returns what the page shows then.
func (f *founder) accepts(now time.Time) string {
	f.t.Helper()
	page := f.page(f.Get(f.base + "en/invite/"))
	sealed := regexp.MustCompile(`name="secret" value="([^"]+)"`).FindStringSubmatch(page)
	if sealed == nil {
		f.t.Fatalf("the invitation has no secret:\n%s", page)
	}
	code := authenticator.Code(authenticator.Secret(page), now)
	return f.page(f.PostForm(f.base+"en/invite/", url.Values{"name": {"Suzuki Hana"}, "password": {"four words of nobody"}, "code": {code}, "secret": {sealed[1]}}))
}

// page returns what an answer shows.
func (f *founder) page(answer *http.Response, err error) string {
	f.t.Helper()
	if err != nil || answer.StatusCode != http.StatusOK {
		f.t.Fatal(answer, err)
	}
	body, err := io.ReadAll(answer.Body)
	if err := errors.Join(err, answer.Body.Close()); err != nil {
		f.t.Fatal(err)
	}
	return string(body)
}

const smallList = "id,name,standard\nN00000001,Aoki Ren,1800\n"

// Where there is no database, the set-up answers, on this machine only; the same process serves the bureau that
// has begun.
func TestServeSetsUp(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80"} {
		if said, exit := status("serve", "--db", "new.db", "--addr", address); exit != exitFailed || !strings.Contains(said, "ssh -L") {
			t.Errorf("%s: %d %s", address, exit, said)
		}
	}
	if said, exit := status("serve", "--db", "new.db", "--print", "/en/"); exit != exitFailed || !strings.Contains(said, "new.db") {
		t.Errorf("--print without a database: %d %s", exit, said)
	}
	f, stop := settingUp(t, "new.db")
	f.says()
	f.shows(smallList)
	f.takes()
	if at := f.waits(); at != "/en/setup/officer/" {
		t.Fatalf("it goes on at %s", at)
	}
	if at := f.invites(); at != "/en/invite/" {
		t.Fatalf("the first officer comes to %s", at)
	}
	if got := f.accepts(time.Now()); strings.Count(got, "<li>") < 10 {
		t.Fatalf("there are no recovery codes:\n%s", got)
	}
	for page, want := range map[string]string{"en/desk/": "Suzuki Hana", "en/account/": "suzuki@example.jp"} {
		if got := f.page(f.Get(f.base + page)); !strings.Contains(got, want) {
			t.Errorf("%s does not say %q", page, want)
		}
	}
	for _, page := range []string{"en/", "en/players/N00000001", "api/v1/lists", "en/lists/2024-01"} { // what is public knows nobody
		signed, err := f.Get(f.base + page)
		if got := f.page(signed, err); got != string(fetch(t, http.MethodGet, f.base+page, nil).body) || signed.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s differs for who is signed in", page)
		}
	}
	if got := string(fetch(t, http.MethodGet, f.base+"en/", nil).body); !strings.Contains(got, "Example Federation") || !strings.Contains(got, `href="https://ratings.example.jp/en/"`) || strings.Contains(got, "desk.css") {
		t.Errorf("the public site is not there:\n%s", got)
	}
	for path, want := range map[string]int{"en/setup/officer/": http.StatusNotFound, "setup": http.StatusNotFound, "assets/desk.css": http.StatusOK, "assets/passkey.js": http.StatusOK, "en/login": http.StatusOK, "readyz": http.StatusOK, "api/v1/lists": http.StatusOK} {
		if got := fetch(t, http.MethodGet, f.base+path, nil); got.status != want {
			t.Errorf("%s: got %d, want %d", path, got.status, want)
		}
	}
	stop()
}

// settingUp serves the set-up of a database, to whoever has entered the code.
func settingUp(t *testing.T, database string) (f *founder, stop func()) {
	t.Helper()
	said, tell := io.Pipe()
	ctx, stopped := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	c := &serveCommand{bureauFlags: bureauFlags{DB: database}, Addr: "127.0.0.1:0"}
	go func() {
		ended <- errors.Join(c.setUp(ctx, &app{Printer: explain.New("en"), out: io.Discard, err: tell}, nil), tell.Close())
	}()
	f = newFounder(t, said)
	f.begin()
	return f, func() {
		t.Helper()
		stopped()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// keptBy returns the files of a backup of the database that a version left.
func keptBy(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	data := unzipped(t, folder+"/sqlite.db.gz")
	files := map[string][]byte{"kept": data, "kept.sha256": fmt.Appendf(nil, "%x  kept\n", sha256.Sum256(data))}
	for from, name := range map[string]string{"/sqlite.key": "arpad.db.key", "/sqlite.key.checkpoint": "arpad.db.key.checkpoint"} {
		var err error
		if files[name], err = os.ReadFile(folder + from); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// A backup of an earlier version is restored and upgraded, with its key, and the same process serves it.
func TestServeRestores(t *testing.T) {
	eachVersion(t, func(t *testing.T, folder string) {
		files := keptBy(t, folder)
		t.Chdir(t.TempDir())
		f, stop := settingUp(t, "new.db")
		f.brings(files)
		if at := f.waits(); at != "/en/setup/backup/" {
			t.Fatalf("it ends at %s", at)
		}
		if at := f.at(f.PostForm(f.base+"en/setup/backup/", url.Values{"restore": {"1"}})); at != "/en/setup/officer/" {
			t.Fatalf("it ends at %s", at)
		}
		if got := fetch(t, http.MethodGet, f.base+"en/", nil); got.status != http.StatusOK || strings.Contains(string(got.body), "desk.css") {
			t.Errorf("the public site is not there: %d\n%s", got.status, got.body)
		}
		stop()
		if said, exit := status("verify", "--db", "new.db", "--lang", "en"); exit != exitFine {
			t.Error(said)
		}
		for _, name := range []string{"new.db.restoring", "new.db-wal"} {
			if _, err := os.Lstat(name); err == nil {
				t.Errorf("%s is left", name)
			}
		}
	})
}

// Killed at any step, the next start goes on there, and a bureau is there whole or not at all.
func TestSetupIsKilled(t *testing.T) {
	folder := t.TempDir()
	var many strings.Builder
	many.WriteString("id,name,standard\n")
	for i := range 30_000 {
		fmt.Fprintf(&many, "N%08d,Aoki Ren,1800\n", i+1)
	}
	backup := keptBy(t, versions+"/v0.1.0")
	start := func() (f *founder, kill func() (left []string)) {
		t.Helper()
		server := exec.CommandContext(t.Context(), "arpad", "serve", "--addr", "localhost:0", "--rate", "0")
		server.Dir, server.Env = folder, append(os.Environ(), "ARPAD_DB=arpad.db", "ARPAD_CLOCK=2024-01-10T12:00:00+09:00")
		said, err := server.StderrPipe()
		if err == nil {
			err = server.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		f = newFounder(t, said)
		return f, func() (left []string) {
			t.Helper()
			if err := server.Process.Kill(); err != nil {
				t.Error(err)
			}
			_ = server.Wait() // it was killed
			f.CloseIdleConnections()
			entries, err := os.ReadDir(folder)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				left = append(left, e.Name())
			}
			return left
		}
	}
	brings := func(f *founder) string { return f.brings(backup) }
	steps := []struct {
		does func(*founder) string
		next string // where the next start begins
	}{
		{(*founder).begin, "federation"}, {(*founder).says, "file"},
		{brings, "file"}, {func(f *founder) string { brings(f); return f.waits() }, "file"}, {func(f *founder) string { brings(f); f.waits(); return f.drops() }, "file"},
		{func(f *founder) string { return f.shows(many.String()) }, "list"}, {(*founder).takes, "list"},
	}
	for i := range steps {
		f, kill := start()
		if at, want := f.begin(), "/en/setup/"+steps[max(i-1, 0)].next+"/"; at != want {
			t.Errorf("step %d begins at %s, not %s", i, at, want)
		}
		steps[i].does(f)
		if left := kill(); slices.Contains(left, "arpad.db") || slices.Contains(left, "arpad.db.key") {
			t.Errorf("step %d leaves %v", i, left)
		}
	}
	f, kill := start()
	if at := f.begin(); at != "/en/setup/list/" {
		t.Errorf("it goes on at %s", at)
	}
	if got := f.page(f.Get(f.base + "en/setup/list/")); !strings.Contains(got, "30000") {
		t.Errorf("the list is lost:\n%s", got)
	}
	f.takes()
	if at := f.waits(); at != "/en/setup/officer/" {
		t.Errorf("it goes on at %s", at)
	}
	for _, last := range []func(){func() {}, func() { f.invites() }} { // of the first officer nothing is left but an invitation
		last()
		if left := kill(); !slices.Contains(left, "arpad.db") || !slices.Contains(left, "arpad.db.key") || !slices.Contains(left, "arpad.db.setup") || slices.Contains(left, "arpad.db.arpad-part") {
			t.Errorf("the folder has %v", left)
		}
		f, kill = start()
		if at := f.begin(); at != "/en/setup/officer/" {
			t.Errorf("it goes on at %s", at)
		}
	}
	f.invites()
	f.accepts(time.Date(2024, 1, 10, 3, 0, 0, 0, time.UTC))
	if got := fetch(t, http.MethodGet, f.base+"en/setup/", nil); got.status != http.StatusNotFound {
		t.Errorf("the set-up goes on: %d", got.status)
	}
	if left := kill(); slices.Contains(left, "arpad.db.setup") || slices.Contains(left, "arpad.db.restoring") {
		t.Errorf("the folder has %v", left)
	}
}
