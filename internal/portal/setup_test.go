package portal

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/authenticator"
)

// started is a set-up and its portal, which are served, and a browser without scripts.
type started struct {
	*browser
	*Setup
	begun  chan *bureau.Bureau
	portal atomic.Pointer[Portal]
	clock  func() time.Time
	stop   func()
}

// ServeHTTP implements http.Handler, as the program does.
func (s *started) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if portal := s.portal.Load(); portal != nil && portal.Serves(r) {
		portal.ServeHTTP(w, r)
		return
	}
	s.Setup.ServeHTTP(w, r)
}

// start starts the set-up in a folder.
func start(t *testing.T, folder, lang string) *started {
	t.Helper()
	o := &office.Office{Database: filepath.Join(folder, "arpad.db"), Officer: "suzuki", Clock: func() time.Time { return time.Date(2024, 10, 10, 9, 0, 0, 0, time.UTC) }}
	s := &started{browser: newBrowser(t, lang), begun: make(chan *bureau.Bureau, 1), clock: o.Clock}
	ctx, stop := context.WithCancel(context.Background())
	s.Setup = NewSetup(ctx, o, func(b *bureau.Bureau) {
		s.portal.Store(opened(t, o, b, ""))
		s.begun <- b
	})
	ended := s.serves(ctx, s, s.Refuse)
	s.stop = func() {
		stop()
		s.CloseIdleConnections()
		ended()
		s.Wait()
	}
	t.Cleanup(s.stop)
	return s
}

// upload sends a list; without a name it begins without one.
func (s *started) upload(name, content string) shows {
	s.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if name == "" {
		if err := form.WriteField("without", "1"); err != nil {
			s.Fatal(err)
		}
	} else if part, err := form.CreateFormFile("list", name); err != nil {
		s.Fatal(err)
	} else if _, err := io.WriteString(part, content); err != nil {
		s.Fatal(err)
	}
	if err := form.Close(); err != nil {
		s.Fatal(err)
	}
	return s.send(s.lang+"/setup/file/", form.FormDataContentType(), &body)
}

// until fetches a page until it leads elsewhere.
func (s *started) until(path string) shows {
	s.Helper()
	for {
		if a := s.get("setup/taking/"); a.path != "/"+s.lang+"/setup/taking/" {
			if want := "/" + s.lang + "/" + path; a.path != want {
				s.Fatalf("it leads to %s, not %s:\n%s", a.path, want, a.text())
			}
			return a
		} else if a.response.Header.Get("Refresh") == "" {
			s.Fatal("the page of the work does not look again")
		}
	}
}

// bureau returns the bureau that has begun, until the test ends.
func (s *started) bureau() *bureau.Bureau {
	s.Helper()
	b := <-s.begun
	s.Cleanup(func() {
		if err := office.Close(b); err != nil {
			s.Error(err)
		}
	})
	return b
}

const (
	goodList = "会員名簿 2024年10月,,,,,\n会員番号,氏名,ローマ字,スタンダード,局数,備考\nN00000001,青木 蓮,Aoki Ren,1800,44,役員\nN00000002,馬場 澪,Baba Mio,1650,12,\n"
	badList  = "id,name,standard\nN00000001,Aoki Ren,18OO\nN00000002,Baba Mio,1650\n"
)

var federation = []string{"authority", "jcf", "federation", "Example Chess Federation", "federation_local", "例示チェス連盟", "contact", "rating@example.jp", "zone", "Asia/Tokyo", "site", "https://ratings.example.jp/"}

// The whole way, in both languages, without a script: a bureau runs at its end, and whoever has not entered the
// code sees nothing of it.
func TestSetup(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			s := start(t, t.TempDir(), lang)
			p := page.In(lang)
			s.wants(s.get("/setup"), http.StatusOK, "setup/", p.Text("desk.setup.code-field", nil))
			s.wants(s.get("/"), http.StatusOK, "setup/")
			for _, ahead := range []string{"federation", "file", "list", "taking", "officer"} {
				s.wants(s.get("setup/"+ahead+"/"), http.StatusOK, "setup/")
			}
			s.wants(s.post("setup/", "code", strings.ToLower(strings.ReplaceAll(s.Code(), "-", " "))), http.StatusOK, "setup/federation/", p.Text("web.authority.jcf", nil))
			s.wants(s.get("setup/list/"), http.StatusOK, "setup/federation/")
			wrong := slices.Clone(federation)
			wrong[9] = "Asia/Edo"
			s.wants(s.post("setup/federation/", wrong...), http.StatusUnprocessableEntity, "setup/federation/", "Asia/Edo")
			if a := s.get("setup/federation/"); !strings.Contains(a.body, `value="Asia/Edo"`) || !strings.Contains(a.body, `value="jcf" checked`) {
				t.Error("what was typed is lost")
			}
			s.wants(s.post("setup/federation/", federation...), http.StatusOK, "setup/file/")
			s.wants(s.upload("list.csv", ""), http.StatusUnprocessableEntity, "setup/file/", p.Text("problem.upload-missing", nil))
			s.wants(s.upload("list.csv", badList), http.StatusOK, "setup/list/", "18OO", p.Text("desk.setup.refused", nil))
			if a := s.post("setup/list/", "label", "2024-10"); a.path != "/"+lang+"/setup/list/" || a.status != http.StatusOK {
				t.Errorf("a list with errors is taken: %d at %s", a.status, a.path)
			}
			a := s.upload("名簿.csv", goodList)
			s.wants(a, http.StatusOK, "setup/list/", "名簿.csv", "青木 蓮", p.Text("desk.column.is-name_local", nil), p.Text("desk.column.is-none", nil), "1650")
			if !strings.Contains(a.body, `value="2024-10"`) {
				t.Error("the list in force is not proposed")
			}
			s.post("setup/list/", "label", "2024-13")
			s.wants(s.until("setup/list/"), http.StatusUnprocessableEntity, "setup/list/", "2024-13")
			s.post("setup/list/", "label", "2024-10")
			s.wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/", p.Text("desk.setup.officer-about", nil))
			b := s.bureau()
			err := b.View(t.Context(), func(r bureau.Reader, of *bureau.Settings) error {
				n, err := lists.PlayerCount(r)
				if n != 2 || of.Authority != "jcf" || of.ListZero != "2024-10" || of.Contact.Email != "rating@example.jp" || of.Contact.Site != "https://ratings.example.jp" || of.Contact.NameLocal != "例示チェス連盟" {
					t.Errorf("%d players, %+v", n, of)
				}
				return err
			})
			if err != nil || office.Guard(b) == nil {
				t.Errorf("the bureau cannot be read, or signs nothing: %v", err)
			}
			s.wants(s.get("setup/federation/"), http.StatusOK, "setup/officer/")
			s.wants(s.post("setup/officer/", "name", "Suzuki Hana", "email", "suzuki"), http.StatusUnprocessableEntity, "setup/officer/", "suzuki")
			for _, address := range []string{"suzuki@example.jp", "susuki@example.jp"} { // the second one is mistyped
				s.get("setup/officer/")
				s.wants(s.post("setup/officer/", "name", "Suzuki Hana", "email", address), http.StatusOK, "invite/", address)
			}
			mistyped := s.another()
			mistyped.Jar.SetCookies(s.here(), s.Jar.Cookies(s.here()))
			s.get("setup/officer/")
			a = s.post("setup/officer/", "name", "Suzuki Hana", "email", "suzuki@example.jp")
			mistyped.wants(mistyped.get("invite/"), http.StatusNotFound, "invite/")
			s.wants(a, http.StatusOK, "invite/", p.Text("desk.role.officer", nil), p.Text("desk.role.administrator", nil), p.Text("desk.factor.app", nil))
			s.wants(s.post("invite/", "name", "Suzuki Hana", "password", "short"), http.StatusUnprocessableEntity, "invite/", p.Text("desk.factor.short", nil))
			s.wants(s.post("invite/", "name", "Suzuki Hana", "password", goodPassword, "code", "000000"), http.StatusUnprocessableEntity, "invite/", p.Text("desk.factor.wrong-code", nil))
			secret := s.secret()
			s.wants(s.post("invite/", "name", "Suzuki Hana", "password", goodPassword, "code", authenticator.Code(secret, s.clock())), http.StatusOK, "invite/", p.Text("desk.codes.title", nil))
			s.wants(s.get("desk/"), http.StatusOK, "desk/", p.Text("desk.first.second", nil), "Suzuki Hana")
			for _, gone := range []string{"setup/", "setup/officer/", "setup/federation/"} {
				s.wants(s.get(gone), http.StatusNotFound, gone)
			}
			s.wants(s.post("setup/officer/", "name", "Eve", "email", "eve@example.jp"), http.StatusNotFound, "setup/officer/")
		})
	}
}

// Without a list a federation begins, too; a list without ratings is taken only if that is said to be right.
func TestSetupWithoutRatings(t *testing.T) {
	s := start(t, t.TempDir(), "en")
	s.post("setup/", "code", s.Code())
	s.post("setup/federation/", "authority", "nscl")
	s.wants(s.upload("list.csv", "name,Elo\nAoki Ren,1800\n"), http.StatusOK, "setup/list/", "Almost always", "numbered")
	s.post("setup/list/", "label", "Fall")
	s.wants(s.until("setup/list/"), http.StatusUnprocessableEntity, "setup/list/", "Nobody in this list has a rating")
	s.wants(s.upload("", ""), http.StatusOK, "setup/list/", "without players")
	s.post("setup/list/", "label", "Fall meet")
	s.wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/")
	s.bureau()
}

// What the columns are is corrected on the page, by the file that was sent; what cannot be is said there.
func TestColumns(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			s, p := start(t, t.TempDir(), lang), page.In(lang)
			s.post("setup/", "code", s.Code())
			s.post("setup/federation/", federation...)
			standard := columnName(p, "standard")
			taken := func(a shows, want ...string) {
				t.Helper()
				var got []string
				for _, m := range regexp.MustCompile(`<option value="([a-z_]*)" selected>`).FindAllStringSubmatch(a.body, -1) {
					got = append(got, m[1])
				}
				if !slices.Equal(got, want) {
					t.Errorf("the columns are taken as %v, want %v", got, want)
				}
			}
			as := func(columns ...string) shows {
				t.Helper()
				return s.send(s.lang+"/setup/list/", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"as": {"1"}, "column": columns}.Encode()))
			}
			a := s.upload("list.csv", "number,who,Points,Points 2020,Chess club\nN00000007,Aoki Ren,1800,1700,Minato\nN00000009,Baba Mio,1650,,\n")
			s.wants(a, http.StatusOK, "setup/list/", p.Text("desk.cure.column-missing", nil), columnName(p, "name"), p.Text("desk.setup.refused", nil))
			taken(a, "", "", "", "", "")
			a = as("id", "name", "standard", "standard", "nothing")
			s.wants(a, http.StatusOK, "setup/list/", p.Text("desk.cure.column-repeated", nil), standard)
			taken(a, "id", "name", "standard", "standard", "")
			a = as("id", "name", "standard", "", "club")
			s.wants(a, http.StatusOK, "setup/list/", "1650", p.Text("desk.setup.clubs", explain.Data{"clubs": "1"}))
			taken(a, "id", "name", "standard", "", "club")
			s.wants(as("id", "name", "club", "", "standard"), http.StatusOK, "setup/list/", standard, `"Minato"`)
			s.wants(as("id", "name"), http.StatusOK, "setup/list/", p.Text("desk.cure.column-unknown", nil)) // of the others the headings say it
			as("id", "name", "standard", "", "club")
			s.post("setup/list/", "label", "2024-10")
			s.wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/")
			err := s.bureau().View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
				n, err := lists.PlayerCount(r)
				if n != 2 {
					t.Errorf("there are %d players", n)
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// A table of very many columns has a page of some.
func TestManyColumns(t *testing.T) {
	s := start(t, t.TempDir(), "en")
	s.post("setup/", "code", s.Code())
	s.post("setup/federation/", federation...)
	a := s.upload("list.csv", "name,"+strings.Repeat("x,", 20_000)+"\nAoki Ren\n")
	if s.wants(a, http.StatusOK, "setup/list/"); strings.Count(a.body, "<select") != mostColumns {
		t.Errorf("%d columns are shown", strings.Count(a.body, "<select"))
	}
}

// Nobody guesses the code: some wrong ones end it, another browser cannot use it again, and the next start has
// another one.
func TestCode(t *testing.T) {
	folder := t.TempDir()
	s := start(t, folder, "en")
	for range codeTries {
		s.wants(s.post("setup/", "code", "AAAA-BBBB-CCCC-DDDD"), http.StatusForbidden, "setup/")
	}
	s.wants(s.post("setup/", "code", s.Code()), http.StatusForbidden, "setup/", "No tries are left")
	other := start(t, folder, "en")
	if other.Code() == s.Code() || len(strings.ReplaceAll(s.Code(), "-", "")) != codeLetters {
		t.Errorf("the codes are %s and %s", s.Code(), other.Code())
	}
	other.wants(other.post("setup/", "code", other.Code()), http.StatusOK, "setup/federation/")
	other.empties()
	other.wants(other.post("setup/", "code", other.Code()), http.StatusForbidden, "setup/", "has been used")
	other.wants(other.post("setup/federation/", federation...), http.StatusForbidden, "setup/")
	if other.answers.Authority != "" {
		t.Error("something was said without the code")
	}
}

// Pages of other sites reach nothing, under whatever name.
func TestOtherSites(t *testing.T) {
	s := start(t, t.TempDir(), "ja")
	for name, status := range map[string]int{"localhost": 200, "127.0.0.1:80": 200, "[::1]:8080": 200, "LOCALHOST:1": 200, "evil.example": 421, "localhost.evil.example": 421, "192.0.2.1": 421} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.base+"/ja/setup/", http.NoBody)
		r.RequestURI, r.Host = "", name
		if a := s.read(r); a.status != status {
			t.Errorf("%q: got %d, want %d", name, a.status, status)
		}
	}
	for field, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+"/ja/setup/", strings.NewReader("code="+url.QueryEscape(s.Code())))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set(field, value)
		if a := s.read(r); a.status != http.StatusForbidden || s.code.session != "" {
			t.Errorf("%s: %s: got %d", field, value, a.status)
		}
	}
	for path, status := range map[string]int{"/ja/setup/nothing/": 404, "/ja/players/": 404, "/setup/x": 404, "/en/setup": 200, "/assets/desk.css": 200, "/assets/style.css": 200, "/assets/nothing.css": 404} {
		if a := s.get(path); a.status != status {
			t.Errorf("%s: got %d, want %d", path, a.status, status)
		}
	}
	if a := s.get("setup/"); !slices.Contains(a.response.Header.Values("Cache-Control"), "no-store") {
		t.Error("the page may be kept")
	}
	s.post("setup/", "code", s.Code())
	s.post("setup/federation/", federation...)
	if a := s.upload("list.csv", strings.Repeat("x", maxUpload)); a.status != http.StatusUnprocessableEntity && a.status != http.StatusRequestEntityTooLarge {
		t.Errorf("a file that is too large: %d", a.status)
	}
}

// A set-up that is stopped goes on at the next start; of what was not finished nothing is left.
func TestSetupGoesOn(t *testing.T) {
	folder := t.TempDir()
	left := func(want ...string) {
		t.Helper()
		var names []string
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if !slices.Equal(names, want) {
			t.Errorf("the folder has %v, want %v", names, want)
		}
	}
	again := func(at string) *started {
		t.Helper()
		s := start(t, folder, "en")
		s.wants(s.post("setup/", "code", s.Code()), http.StatusOK, "setup/"+at+"/")
		return s
	}
	s := again("federation")
	s.stop()
	left()
	s = again("federation")
	s.post("setup/federation/", federation...)
	s.stop()
	left("arpad.db.setup")
	s = again("file")
	if a := s.get("setup/federation/"); !strings.Contains(a.body, "rating@example.jp") {
		t.Error("the answers are lost")
	}
	s.upload("list.csv", goodList)
	s.stop()
	left("arpad.db.setup")
	var many strings.Builder
	many.WriteString("id,name,standard\n")
	for i := range 20_000 {
		fmt.Fprintf(&many, "N%08d,Aoki Ren,1800\n", i+1)
	}
	s = again("file")
	s.upload("list.csv", many.String())
	s.wants(s.post("setup/list/", "label", "2024-10"), http.StatusOK, "setup/taking/", "of 20000 players")
	s.stop() // in the middle
	left("arpad.db.setup")
	s = again("file")
	s.upload("list.csv", many.String())
	s.post("setup/list/", "label", "2024-10")
	s.wants(s.post("setup/taking/"), http.StatusOK, "setup/list/") // stopped by the button
	left("arpad.db.setup")

	// Two programs make one bureau.
	other := again("file")
	s.upload("list.csv", goodList)
	s.post("setup/list/", "label", "2024-10")
	s.until("setup/officer/")
	b := s.bureau()
	other.wants(other.get("setup/file/"), http.StatusConflict, "setup/file/")
	if err := b.View(t.Context(), func(bureau.Reader, *bureau.Settings) error { return nil }); err != nil {
		t.Error(err)
	}
}
