package portal_test

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
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// started is a set-up and its portal, which are served, and a browser without scripts.
type started struct {
	*hall.Browser
	*portal.Setup
	office *office.Office
	begun  chan *bureau.Bureau
	open   atomic.Pointer[portal.Portal]
	clock  func() time.Time
	stop   func()
}

// ServeHTTP implements http.Handler, as the program does.
func (s *started) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if open := s.open.Load(); open != nil && open.Serves(r) {
		open.ServeHTTP(w, r)
		return
	}
	s.Setup.ServeHTTP(w, r)
}

// start starts the set-up in a folder.
func start(t *testing.T, folder, lang string) *started {
	t.Helper()
	o := &office.Office{Database: filepath.Join(folder, "arpad.db"), Officer: "suzuki", Clock: func() time.Time { return time.Date(2024, 10, 10, 9, 0, 0, 0, time.UTC) }}
	s := &started{office: o, Browser: hall.NewBrowser(t, lang), begun: make(chan *bureau.Bureau, 1), clock: o.Clock}
	ctx, stop := context.WithCancel(context.Background())
	s.Setup = portal.NewSetup(ctx, o, func(b *bureau.Bureau) {
		s.open.Store(hall.Open(t, o, b, ""))
		s.begun <- b
	})
	ended := s.Served(ctx, s, s.Refuse)
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
func (s *started) upload(name, content string) hall.Answer {
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
	return s.Send(s.Lang+"/setup/file/", form.FormDataContentType(), &body)
}

// until fetches a page until it leads elsewhere.
func (s *started) until(path string) hall.Answer {
	s.Helper()
	for {
		if a := s.Get("setup/taking/"); a.Path != "/"+s.Lang+"/setup/taking/" {
			if want := "/" + s.Lang + "/" + path; a.Path != want {
				s.Fatalf("it leads to %s, not %s:\n%s", a.Path, want, a.Text())
			}
			return a
		} else if a.Response.Header.Get("Refresh") == "" {
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
			s.Wants(s.Get("/setup"), http.StatusOK, "setup/", p.Text("desk.setup.code-field", nil))
			s.Wants(s.Get("/"), http.StatusOK, "setup/")
			for _, ahead := range []string{"federation", "file", "list", "taking", "officer"} {
				s.Wants(s.Get("setup/"+ahead+"/"), http.StatusOK, "setup/")
			}
			s.Wants(s.Post("setup/", "code", strings.ToLower(strings.ReplaceAll(s.Code(), "-", " "))), http.StatusOK, "setup/federation/", p.Text("web.authority.jcf", nil))
			s.Wants(s.Get("setup/list/"), http.StatusOK, "setup/federation/")
			wrong := slices.Clone(federation)
			wrong[9] = "Asia/Edo"
			s.Wants(s.Post("setup/federation/", wrong...), http.StatusUnprocessableEntity, "setup/federation/", "Asia/Edo")
			if a := s.Get("setup/federation/"); !strings.Contains(a.Body, `value="Asia/Edo"`) || !strings.Contains(a.Body, `value="jcf" checked`) {
				t.Error("what was typed is lost")
			}
			s.Wants(s.Post("setup/federation/", federation...), http.StatusOK, "setup/file/")
			s.Wants(s.upload("list.csv", ""), http.StatusUnprocessableEntity, "setup/file/", p.Text("problem.upload-missing", nil))
			s.Wants(s.upload("list.csv", badList), http.StatusOK, "setup/list/", "18OO", p.Text("desk.setup.refused", nil))
			if a := s.Post("setup/list/", "label", "2024-10"); a.Path != "/"+lang+"/setup/list/" || a.Status != http.StatusOK {
				t.Errorf("a list with errors is taken: %d at %s", a.Status, a.Path)
			}
			a := s.upload("名簿.csv", goodList)
			s.Wants(a, http.StatusOK, "setup/list/", "名簿.csv", "青木 蓮", p.Text("desk.column.is-name_local", nil), p.Text("desk.column.is-none", nil), "1650")
			if !strings.Contains(a.Body, `value="2024-10"`) {
				t.Error("the list in force is not proposed")
			}
			s.Post("setup/list/", "label", "2024-13")
			s.Wants(s.until("setup/list/"), http.StatusUnprocessableEntity, "setup/list/", "2024-13")
			if a := s.Get("setup/list/"); !strings.Contains(a.Body, `value="2024-13"`) {
				t.Errorf("the label that was typed is lost:\n%s", a.Body)
			}
			s.Post("setup/list/", "label", "2024-10")
			s.Wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/", p.Text("desk.setup.officer-about", nil))
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
			s.Wants(s.Get("setup/federation/"), http.StatusOK, "setup/officer/")
			s.Wants(s.Post("setup/officer/", "name", "Suzuki Hana", "email", "suzuki"), http.StatusUnprocessableEntity, "setup/officer/", "suzuki")
			for _, address := range []string{"suzuki@example.jp", "susuki@example.jp"} { // the second one is mistyped
				s.Get("setup/officer/")
				s.Wants(s.Post("setup/officer/", "name", "Suzuki Hana", "email", address), http.StatusOK, "invite/", address)
			}
			mistyped := s.Another()
			mistyped.Jar.SetCookies(s.Here(), s.Jar.Cookies(s.Here()))
			s.Get("setup/officer/")
			a = s.Post("setup/officer/", "name", "Suzuki Hana", "email", "suzuki@example.jp")
			mistyped.Wants(mistyped.Get("invite/"), http.StatusNotFound, "invite/")
			s.Wants(a, http.StatusOK, "invite/", p.Text("desk.role.officer", nil), p.Text("desk.role.administrator", nil), p.Text("desk.factor.app", nil))
			s.Wants(s.Post("invite/", "name", "Suzuki Hana", "password", "short"), http.StatusUnprocessableEntity, "invite/", p.Text("desk.factor.short", nil))
			s.Wants(s.Post("invite/", "name", "Suzuki Hana", "password", hall.Password, "code", "000000"), http.StatusUnprocessableEntity, "invite/", p.Text("desk.factor.wrong-code", nil))
			secret := s.Secret()
			s.Wants(s.Post("invite/", "name", "Suzuki Hana", "password", hall.Password, "code", authenticator.Code(secret, s.clock())), http.StatusOK, "invite/", p.Text("desk.codes.title", nil))
			s.Wants(s.Get("desk/first/"), http.StatusOK, "desk/first/", p.Text("desk.first.second", nil), "Suzuki Hana")
			for _, gone := range []string{"setup/", "setup/officer/", "setup/federation/"} {
				s.Wants(s.Get(gone), http.StatusNotFound, gone)
			}
			s.Wants(s.Post("setup/officer/", "name", "Eve", "email", "eve@example.jp"), http.StatusNotFound, "setup/officer/")
		})
	}
}

// Without a list a federation begins, too; a list without ratings is taken only if that is said to be right.
func TestSetupWithoutRatings(t *testing.T) {
	s := start(t, t.TempDir(), "en")
	s.Post("setup/", "code", s.Code())
	s.Post("setup/federation/", "authority", "nscl")
	s.Wants(s.upload("list.csv", "name,Elo\nAoki Ren,1800\n"), http.StatusOK, "setup/list/", "Almost always", "numbered")
	s.Post("setup/list/", "label", "Fall")
	s.Wants(s.until("setup/list/"), http.StatusUnprocessableEntity, "setup/list/", "Nobody in this list has a rating")
	if a := s.Get("setup/list/"); !strings.Contains(a.Body, `value="Fall"`) {
		t.Errorf("the label that was typed is lost:\n%s", a.Body)
	}
	s.Wants(s.upload("", ""), http.StatusOK, "setup/list/", "without players")
	s.Post("setup/list/", "label", "Fall meet")
	s.Wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/")
	s.bureau()
}

// What the columns are is corrected on the page, by the file that was sent; what cannot be is said there.
func TestColumns(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			s, p := start(t, t.TempDir(), lang), page.In(lang)
			s.Post("setup/", "code", s.Code())
			s.Post("setup/federation/", federation...)
			standard := portal.ColumnName(p, "standard")
			taken := func(a hall.Answer, want ...string) {
				t.Helper()
				var got []string
				for _, m := range regexp.MustCompile(`<option value="([a-z_]*)" selected>`).FindAllStringSubmatch(a.Body, -1) {
					got = append(got, m[1])
				}
				if !slices.Equal(got, want) {
					t.Errorf("the columns are taken as %v, want %v", got, want)
				}
			}
			as := func(columns ...string) hall.Answer {
				t.Helper()
				return s.Send(s.Lang+"/setup/list/", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"as": {"1"}, "column": columns}.Encode()))
			}
			a := s.upload("list.csv", "number,who,Points,Points 2020,Chess club\nN00000007,Aoki Ren,1800,1700,Minato\nN00000009,Baba Mio,1650,,\n")
			s.Wants(a, http.StatusOK, "setup/list/", p.Text("desk.cure.column-missing", nil), portal.ColumnName(p, "name"), p.Text("desk.setup.refused", nil))
			taken(a, "", "", "", "", "")
			a = as("id", "name", "standard", "standard", "nothing")
			s.Wants(a, http.StatusOK, "setup/list/", p.Text("desk.cure.column-repeated", nil), standard)
			taken(a, "id", "name", "standard", "standard", "")
			a = as("id", "name", "standard", "", "club")
			s.Wants(a, http.StatusOK, "setup/list/", "1650", p.Text("desk.setup.clubs", explain.Data{"clubs": "1"}))
			taken(a, "id", "name", "standard", "", "club")
			s.Wants(as("id", "name", "club", "", "standard"), http.StatusOK, "setup/list/", standard, `"Minato"`)
			s.Wants(as("id", "name"), http.StatusOK, "setup/list/", p.Text("desk.cure.column-unknown", nil)) // of the others the headings say it
			as("id", "name", "standard", "", "club")
			s.Post("setup/list/", "label", "2024-10")
			s.Wants(s.until("setup/officer/"), http.StatusOK, "setup/officer/")
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
	s.Post("setup/", "code", s.Code())
	s.Post("setup/federation/", federation...)
	a := s.upload("list.csv", "name,"+strings.Repeat("x,", 20_000)+"\nAoki Ren\n")
	if s.Wants(a, http.StatusOK, "setup/list/"); strings.Count(a.Body, "<select") != portal.MostColumns {
		t.Errorf("%d columns are shown", strings.Count(a.Body, "<select"))
	}
}

// Nobody guesses the code: some wrong ones end it, another browser cannot use it again, and the next start has
// another one.
func TestCode(t *testing.T) {
	folder := t.TempDir()
	s := start(t, folder, "en")
	for range portal.CodeTries {
		s.Wants(s.Post("setup/", "code", "AAAA-BBBB-CCCC-DDDD"), http.StatusForbidden, "setup/")
	}
	s.Wants(s.Post("setup/", "code", s.Code()), http.StatusForbidden, "setup/", "No tries are left")
	other := start(t, folder, "en")
	if other.Code() == s.Code() || len(strings.ReplaceAll(s.Code(), "-", "")) != portal.CodeLetters {
		t.Errorf("the codes are %s and %s", s.Code(), other.Code())
	}
	other.Wants(other.Post("setup/", "code", other.Code()), http.StatusOK, "setup/federation/")
	other.Empties()
	other.Wants(other.Post("setup/", "code", other.Code()), http.StatusForbidden, "setup/", "has been used")
	other.Wants(other.Post("setup/federation/", federation...), http.StatusForbidden, "setup/")
	if other.Authority() != "" {
		t.Error("something was said without the code")
	}
}

// Pages of other sites reach nothing, under whatever name.
func TestOtherSites(t *testing.T) {
	s := start(t, t.TempDir(), "ja")
	for name, status := range map[string]int{"localhost": 200, "127.0.0.1:80": 200, "[::1]:8080": 200, "LOCALHOST:1": 200, "evil.example": 421, "localhost.evil.example": 421, "192.0.2.1": 421} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, s.Base+"/ja/setup/", http.NoBody)
		r.RequestURI, r.Host = "", name
		if a := s.Read(r); a.Status != status {
			t.Errorf("%q: got %d, want %d", name, a.Status, status)
		}
	}
	for field, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Base+"/ja/setup/", strings.NewReader("code="+url.QueryEscape(s.Code())))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set(field, value)
		if a := s.Read(r); a.Status != http.StatusForbidden || s.Entered() {
			t.Errorf("%s: %s: got %d", field, value, a.Status)
		}
	}
	for path, status := range map[string]int{"/ja/setup/nothing/": 404, "/ja/players/": 404, "/setup/x": 404, "/en/setup": 200, "/assets/desk.css": 200, "/assets/style.css": 200, "/assets/nothing.css": 404} {
		if a := s.Get(path); a.Status != status {
			t.Errorf("%s: got %d, want %d", path, a.Status, status)
		}
	}
	if a := s.Get("setup/"); !slices.Contains(a.Response.Header.Values("Cache-Control"), "no-store") {
		t.Error("the page may be kept")
	}
	s.Post("setup/", "code", s.Code())
	s.Post("setup/federation/", federation...)
	if a := s.upload("list.csv", strings.Repeat("x", portal.MaxUpload)); a.Status != http.StatusUnprocessableEntity && a.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("a file that is too large: %d", a.Status)
	}
}

// A set-up that is stopped goes on at the next start; of what was not finished nothing is left.
func TestSetupGoesOn(t *testing.T) {
	folder, p := t.TempDir(), page.In("en")
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
		s.Wants(s.Post("setup/", "code", s.Code()), http.StatusOK, "setup/"+at+"/")
		return s
	}
	s := again("federation")
	s.stop()
	left()
	s = again("federation")
	s.Post("setup/federation/", federation...)
	s.stop()
	left("arpad.db.setup")
	s = again("file")
	if a := s.Get("setup/federation/"); !strings.Contains(a.Body, "rating@example.jp") {
		t.Error("the answers are lost")
	}
	s.upload("list.csv", "id,who,standard\nN00000001,Aoki Ren,1800\n")
	s.Send("en/setup/list/", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"as": {"1"}, "column": {"id", "name", "standard"}}.Encode()))
	s.stop()
	left("arpad.db.setup")
	s = again("list")
	if a := s.Get("setup/list/"); !strings.Contains(a.Body, "list.csv") || !strings.Contains(a.Body, `<option value="name" selected>`) || strings.Contains(a.Text(), p.Text("desk.setup.refused", nil)) {
		t.Errorf("the list, or what its columns are taken as, is lost:\n%s", a.Text())
	}
	s.Post("setup/federation/", federation...)
	s.stop()
	s = again("list") // which stays when the federation is said again
	s.upload("", "")
	s.stop()
	s = again("list")
	s.Wants(s.Get("setup/list/"), http.StatusOK, "setup/list/", "without players")
	s.stop()
	var many strings.Builder
	many.WriteString("id,name,standard\n")
	for i := range 20_000 {
		fmt.Fprintf(&many, "N%08d,Aoki Ren,1800\n", i+1)
	}
	s = again("list")
	s.upload("list.csv", many.String())
	s.Wants(s.Post("setup/list/", "label", "2024-10"), http.StatusOK, "setup/taking/", "of 20000 players")
	s.stop() // in the middle
	left("arpad.db.setup")
	s = again("list")
	s.Post("setup/list/", "label", "2024-10")
	s.Wants(s.Post("setup/taking/"), http.StatusOK, "setup/list/") // stopped by the button
	left("arpad.db.setup")

	// Two programs make one bureau.
	other := again("list")
	s.upload("list.csv", goodList)
	s.Post("setup/list/", "label", "2024-10")
	s.until("setup/officer/")
	b := s.bureau()
	other.Wants(other.Get("setup/file/"), http.StatusConflict, "setup/file/")
	if err := b.View(t.Context(), func(bureau.Reader, *bureau.Settings) error { return nil }); err != nil {
		t.Error(err)
	}
}
