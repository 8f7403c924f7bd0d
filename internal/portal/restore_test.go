package portal_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/roster"
)

// backup returns the files of the backup of a federation with two players.
func backup(t *testing.T) map[string][]byte {
	t.Helper()
	o := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Clock: func() time.Time { return time.Date(2024, 10, 8, 9, 0, 0, 0, time.UTC) }}
	players, list, _ := roster.Read(strings.NewReader(goodList[strings.IndexByte(goodList, '\n')+1:]), "list.csv")
	b, _, err := o.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, players.Players, &list)
	if err != nil {
		t.Fatal(err)
	}
	files := backupOf(t, o, b)
	if err := office.Close(b); err != nil {
		t.Fatal(err)
	}
	return files
}

// backupOf returns the files of a backup of a bureau.
func backupOf(t *testing.T, o *office.Office, b *bureau.Bureau) map[string][]byte {
	t.Helper()
	kept, files := filepath.Join(t.TempDir(), "kept"), map[string][]byte{}
	if _, err := office.Database(b).Backup(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"kept": kept, "kept.sha256": kept + store.SumFile, "kept.work": kept + store.WorkFile, "arpad.db.key": o.KeyFile(), "arpad.db.key.checkpoint": o.KeyFile() + office.CheckpointFile} {
		data, err := os.ReadFile(path)
		if files[name] = data; err != nil && name != "kept.work" { // it may have none
			t.Fatal(err)
		}
	}
	return files
}

// sends chooses files of a backup, and sends them.
func (s *started) sends(files map[string][]byte, names ...string) hall.Answer {
	s.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, name := range names {
		field := "backup"
		if strings.HasPrefix(name, "arpad.db.key") {
			field = "key"
		}
		part, err := form.CreateFormFile(field, name)
		if err != nil {
			s.Fatal(err)
		}
		if _, err := part.Write(files[name]); err != nil {
			s.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		s.Fatal(err)
	}
	return s.Send(s.Lang+"/setup/backup/", form.FormDataContentType(), &body)
}

// tests fetches the page of the test until it leads elsewhere.
func (s *started) tests() hall.Answer {
	s.Helper()
	for {
		if a := s.Get("setup/testing/"); a.Path != "/"+s.Lang+"/setup/testing/" {
			return a
		} else if a.Response.Header.Get("Refresh") == "" {
			s.Fatal("the page of the test does not look again")
		}
	}
}

// in returns the names in the folder of the database.
func (s *started) in() (names []string) {
	s.Helper()
	entries, err := os.ReadDir(filepath.Dir(s.office.Database))
	if err != nil {
		s.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

var whole = []string{"kept", "kept.sha256", "arpad.db.key", "arpad.db.key.checkpoint"}

// The whole way from a backup to a bureau, in both languages, without a script. Its officers sign in, and nobody gets in
// by the code any more.
func TestRestore(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			files := backupOf(t, h.Office, h.Bureau)
			whole := append([]string{"kept.work"}, whole...)
			s, p := start(t, t.TempDir(), lang), page.In(lang)
			s.Wants(s.sends(files, whole...), http.StatusOK, "setup/")
			s.Post("setup/", "code", s.Code())
			s.Wants(s.Get("setup/federation/"), http.StatusOK, "setup/federation/", p.Text("desk.setup.backup", nil))
			s.Wants(s.Get("setup/backup/"), http.StatusOK, "setup/backup/", p.Text("desk.setup.backup-field", nil), "8 GB")
			s.sends(files, whole...)
			s.Wants(s.tests(), http.StatusOK, "setup/backup/", "kept", p.Text("web.authority.jcf", nil), p.Text("desk.setup.restore", nil), p.Text("desk.setup.will-sign-in", nil), page.Format{Printer: p}.Label("2024-10"))
			if got := s.in(); !slices.Equal(got, []string{"arpad.db.restoring"}) {
				t.Errorf("before it is restored there are %v", got)
			}
			s.Wants(s.Get("setup/federation/"), http.StatusOK, "setup/backup/")
			s.Wants(s.Post("setup/backup/"), http.StatusOK, "setup/federation/") // given up
			if got := s.in(); len(got) > 0 {
				t.Errorf("given up it leaves %v", got)
			}
			s.Post("setup/federation/", federation...)
			s.sends(files, whole...)
			s.tests()
			s.Wants(s.Post("setup/backup/", "restore", "1"), http.StatusOK, "login/")
			if got := s.in(); slices.Contains(got, "arpad.db.restoring") || slices.Contains(got, "arpad.db.setup") || !slices.Contains(got, "arpad.db.key.checkpoint") {
				t.Errorf("restored there are %v", got)
			}
			if b := s.bureau(); office.Guard(b) == nil {
				t.Error("the bureau signs nothing")
			}
			for _, over := range []string{"", "federation/", "backup/", "officer/"} {
				s.Wants(s.Get("setup/"+over), http.StatusNotFound, "setup/"+over)
			}
			s.Wants(s.Another().Post("setup/", "code", s.Code()), http.StatusNotFound, "setup/")
			s.Get("login/")
			h.Now = s.clock() // of their authenticator app
			h.Enters(s.Browser, "administrator")
			s.Wants(s.Get("desk/first/"), http.StatusOK, "desk/first/", p.Text("desk.first.title", nil))
		})
	}
}

// A federation that had no accounts yet goes on with its first officer, also after a stop.
func TestRestoreWithoutAccounts(t *testing.T) {
	folder, p := t.TempDir(), page.In("en")
	s := start(t, folder, "en")
	s.Post("setup/", "code", s.Code())
	s.sends(backup(t), whole...)
	s.Wants(s.tests(), http.StatusOK, "setup/backup/", p.Text("desk.setup.will-lead", nil), p.Text("desk.setup.players", nil)+" 2")
	s.Wants(s.Post("setup/backup/", "restore", "1"), http.StatusOK, "setup/officer/")
	b := s.bureau()
	err := b.View(t.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		n, err := lists.PlayerCount(r)
		if n != 2 || of.Authority != "jcf" {
			t.Errorf("%d players, %+v", n, of)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if unfinished, err := portal.Unfinished(t.Context(), s.office, b); !unfinished || err != nil {
		t.Errorf("the next start does not go on: %v", err)
	}
	for _, back := range []string{"backup", "federation", "testing", "list"} {
		s.Wants(s.Get("setup/"+back+"/"), http.StatusOK, "setup/officer/")
	}
	s.Wants(s.Post("setup/officer/", "name", "Suzuki Hana", "email", "suzuki@example.jp"), http.StatusOK, "invite/")
}

// What cannot be restored is refused in words, and nothing of it is left.
func TestRestoreRefused(t *testing.T) {
	files := backup(t)
	damaged := bytes.Clone(files["kept"])
	damaged[len(damaged)/2] ^= 1
	s, p := start(t, t.TempDir(), "en"), page.In("en")
	s.Post("setup/", "code", s.Code())
	s.Wants(s.sends(files, "kept", "kept.sha256", "kept.sha256"), http.StatusUnprocessableEntity, "setup/backup/", "second file of its kind")
	s.Wants(s.Get("setup/federation/"), http.StatusOK, "setup/federation/")
	for name, c := range map[string]struct {
		files map[string][]byte
		names []string
		says  string
	}{
		"nothing":     {nil, nil, p.Text("problem.upload-missing", nil)},
		"the key":     {files, whole[2:], p.Text("problem.upload-missing", nil)},
		"without sum": {files, whole[:1], "kept.sha256 belongs to the backup"},
		"damaged":     {map[string][]byte{"kept": damaged, "kept.sha256": files["kept.sha256"]}, whole[:2], "kept is damaged"},
		"no database": {map[string][]byte{"kept": []byte(goodList), "kept.sha256": files["kept.sha256"]}, whole[:2], "kept is no part of a backup"},
	} {
		s.sends(c.files, c.names...)
		a := s.tests()
		s.Wants(a, http.StatusUnprocessableEntity, "setup/backup/", c.says)
		if strings.Contains(a.Text(), "restoring") {
			t.Errorf("%s: the page has the name of our folder: %s", name, a.Text())
		}
		if got := s.in(); len(got) > 0 {
			t.Errorf("%s leaves %v", name, got)
		}
		s.Wants(s.Post("setup/backup/", "restore", "1"), http.StatusUnprocessableEntity, "setup/backup/", c.says)
		s.Wants(s.Post("setup/backup/"), http.StatusOK, "setup/federation/")
	}
	s.sends(files, whole[:2]...) // without its key
	s.Wants(s.tests(), http.StatusOK, "setup/backup/", p.Text("desk.cure.proof-no-key", nil), p.Text("desk.setup.restore", nil))
	s.stop()
	if got := s.in(); len(got) > 0 {
		t.Errorf("stopped it leaves %v", got)
	}
}

// A line that breaks in the middle of a backup leaves nothing.
func TestRestoreBreaksOff(t *testing.T) {
	s := start(t, t.TempDir(), "en")
	s.Post("setup/", "code", s.Code())
	out, in := io.Pipe()
	form := multipart.NewWriter(in)
	sent := make(chan error, 1)
	go func() {
		part, err := form.CreateFormFile("backup", "kept")
		if err == nil {
			_, err = part.Write(make([]byte, 1<<20))
		}
		sent <- err
		_ = in.CloseWithError(io.ErrUnexpectedEOF) // nobody sends the rest
	}()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Base+"/en/setup/backup/", out)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Origin", s.Base)
	if answer, err := s.Do(r); err == nil {
		_ = answer.Body.Close() // there is none
		t.Error("it is answered")
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	s.stop()
	if got := s.in(); len(got) > 0 {
		t.Errorf("it leaves %v", got)
	}
}

// zeros are as many as are asked for.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A backup goes to the disk as it comes, not through memory.
func TestBackupIsNotHeld(t *testing.T) {
	const large, most = 64 << 20, 4 << 20
	o := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db")}
	a, err := o.Arrive()
	if err != nil {
		t.Fatal(err)
	}
	const boundary = "XXXX"
	form := io.MultiReader(strings.NewReader("--"+boundary+"\r\nContent-Disposition: form-data; name=\"backup\"; filename=\"kept\"\r\n\r\n"), io.LimitReader(zeros{}, large), strings.NewReader("\r\n--"+boundary+"--\r\n"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err = portal.Arrive(a, multipart.NewReader(form, boundary))
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err != nil || a.Size != large || took > most {
		t.Errorf("%d bytes took %d bytes of memory: %v", a.Size, took, err)
	}
	if err := a.Discard(); err != nil {
		t.Error(err)
	}
}
