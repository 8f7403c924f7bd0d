// Package hall opens the portal of a bureau with an account of each role, for browsers without scripts.
package hall

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/rooms"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/work"
)

// Password is that of all accounts.
const Password = "four words of nobody"

// Browser is a browser without scripts. It sends the hidden fields of the page that it was last shown.
type Browser struct {
	*testing.T
	*http.Client
	Base, Lang string
	Last       string // the page
	Agent      string

	shown int // pages
}

// NewBrowser returns a browser that speaks a language.
func NewBrowser(t *testing.T, lang string) *Browser {
	t.Helper()
	b := &Browser{T: t, Lang: lang}
	b.Empties()
	return b
}

// Empties takes all cookies away.
func (b *Browser) Empties() {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Client, b.Last = &http.Client{Jar: jar}, ""
}

// Another returns another browser at the same place.
func (b *Browser) Another() *Browser {
	other := NewBrowser(b.T, b.Lang)
	other.Base = b.Base
	return other
}

// Served has a handler answer until the context ends, and returns what waits for its end.
func (b *Browser) Served(ctx context.Context, h http.Handler, refuse func(http.ResponseWriter, *http.Request, int)) (ended func()) {
	listener := httptest.NewUnstartedServer(nil)
	served := make(chan error, 1)
	f := &front.Front{Handler: h, Refuse: refuse, Policy: page.ContentPolicy, Log: failing{b.T}, Limits: front.Usual(), Bounds: portal.Bounds(rooms.All...)}
	go func() { served <- f.Serve(ctx, listener.Listener) }()
	b.Base = "http://" + strings.Replace(listener.Listener.Addr().String(), "127.0.0.1", "localhost", 1)
	return func() {
		if err := <-served; err != nil {
			b.Error(err)
		}
		served <- nil
	}
}

// Failing fails a test when a server panics.
type failing struct{ *testing.T }

func (t failing) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "panic") {
		t.Errorf("%s", line)
	}
	return len(line), nil
}

// Open returns the portal of a bureau.
func Open(t *testing.T, o *office.Office, b *bureau.Bureau, public string) *portal.Portal {
	kept, err := work.Open(context.Background(), office.Database(b), b.Clock)
	keys, unread := o.Sealing()
	sealer, failed := signin.NewSealer(keys...)
	if err != nil || unread != nil || failed != nil {
		t.Error(err, unread, failed)
		return nil
	}
	if len(keys) > 0 {
		kept.Sealer = sealer
	}
	ctx, stop := context.WithCancel(context.Background())
	jobs := job.New(ctx, kept)
	t.Cleanup(func() {
		stop()
		jobs.Wait()
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	p := &portal.Portal{Use: func(f func(*bureau.Bureau) error) error { return f(b) }, Jobs: jobs, Clock: &clockwork.Clock{Work: kept, Jobs: jobs, Office: o}, Public: public, Office: o, Rooms: rooms.All, Failed: func(address string, why error) { t.Errorf("%s: %v", address, why) }, Door: &signin.Door{Work: kept, Throttle: signin.NewThrottle(kept, sealer), Sealer: sealer}}
	return p.Open()
}

// Answer is an answer.
type Answer struct {
	Status   int
	Path     string
	Body     string
	Response *http.Response
}

// Text returns what people read of a page.
func (a Answer) Text() string {
	main := regexp.MustCompile(`(?s)<main.*</main>`).FindString(a.Body)
	main = regexp.MustCompile(`<option value="[a-z_]*">[^<]*</option>`).ReplaceAllString(main, "") // not chosen
	return html.UnescapeString(strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(main, " ")), " "))
}

func (b *Browser) Read(r *http.Request) Answer {
	b.Helper()
	if b.Agent != "" {
		r.Header.Set("User-Agent", b.Agent)
	}
	response, err := b.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }() // it was read
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.Fatal(err)
	}
	if b.Last = string(body); strings.Contains(b.Last, "U+000D") {
		b.Errorf("%s shows how browsers end lines", response.Request.URL.Path)
	}
	b.keeps(response.Request.URL.Path)
	return Answer{response.StatusCode, response.Request.URL.Path, string(body), response}
}

// keeps writes the page that was last shown into the folder ARPAD_SHOTS, for whoever looks at it beside the assets.
func (b *Browser) keeps(path string) {
	b.Helper()
	folder := os.Getenv("ARPAD_SHOTS")
	if folder == "" {
		return
	}
	b.shown++
	name := fmt.Sprintf("%s-%03d%s.html", b.Name(), b.shown, path)
	page := regexp.MustCompile(`(href|src)="[./]*assets/`).ReplaceAllString(b.Last, `$1="/assets/`)
	if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, "/", "-")), []byte(page), 0o600); err != nil {
		b.Error(err)
	}
}

// Reads fails unless a page has no form that changes something.
func (b *Browser) Reads(a Answer) {
	b.Helper()
	main := regexp.MustCompile(`(?s)<main.*</main>`).FindString(a.Body)
	if strings.Contains(main, `method="post"`) || strings.Contains(main, "desk/do/") {
		b.Errorf("%s has a form for who only reads", a.Path)
	}
}

// Get fetches a page below the language, or from the root on.
func (b *Browser) Get(to string) Answer {
	b.Helper()
	if !strings.HasPrefix(to, "/") {
		to = "/" + b.Lang + "/" + to
	}
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, b.Base+to, http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Accept-Language", b.Lang)
	return b.Read(r)
}

// Here returns where the browser is, for its cookies.
func (b *Browser) Here() *url.URL {
	u, err := url.Parse(b.Base)
	if err != nil {
		b.Fatal(err)
	}
	return u
}

// Hidden returns a hidden field of the page that was last shown.
func (b *Browser) Hidden(name string) string {
	found := regexp.MustCompile(`<input type="hidden" name="` + name + `" value="([^"]*)"`).FindStringSubmatch(b.Last)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

// Post sends a form with the hidden fields that are the page's.
func (b *Browser) Post(to string, fields ...string) Answer {
	b.Helper()
	form := url.Values{}
	for _, name := range []string{"owner", "next", "ticket", "secret", "seen"} {
		if value := b.Hidden(name); value != "" {
			form.Set(name, value)
		}
	}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], lines(fields[i+1]))
	}
	return b.Send(b.Lang+"/"+to, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

// lines returns the text of a field as browsers send it.
func lines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
}

// Send sends a body to an address.
func (b *Browser) Send(to, kind string, body io.Reader) Answer {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, b.Base+"/"+to, body)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Origin", b.Base)
	return b.Read(r)
}

// Wants fails unless an answer has a status and an address, and says something.
func (b *Browser) Wants(a Answer, status int, path string, says ...string) {
	b.Helper()
	if want := "/" + b.Lang + "/" + path; a.Status != status || a.Path != want {
		b.Fatalf("got %d at %s, want %d at %s\n%s", a.Status, a.Path, status, want, a.Text())
	}
	for _, text := range says {
		if !strings.Contains(a.Body, html.EscapeString(text)) && !strings.Contains(a.Text(), text) {
			b.Errorf("%s does not say %q:\n%s", a.Path, text, a.Text())
		}
	}
	if h := a.Response.Header; h.Get("Cache-Control") != "no-store" || h.Get("X-Robots-Tag") != "noindex" || h.Get("Cross-Origin-Opener-Policy") != "same-origin" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		b.Errorf("%s may be kept or found: %v", a.Path, h)
	}
	if found := regexp.MustCompile(`<script[^>]*>[^<]|\son\w+=|style="|desk\.[a-z]+\.|web\.[a-z-]+\.`).FindString(a.Body); found != "" {
		b.Errorf("%s has %q: a script, a style or the key of a text", a.Path, found)
	}
}

// Secret returns the secret of one-time codes on the page that was last shown.
func (b *Browser) Secret() []byte {
	b.Helper()
	secret := authenticator.Secret(b.Last)
	if secret == nil {
		b.Fatal("the page has no secret")
	}
	return secret
}

// File is a file that a form sends.
type File struct{ Field, Name, Content string }

// Upload sends a form with files, and the hidden fields that are the page's.
func (b *Browser) Upload(to string, files []File, fields ...string) Answer {
	b.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, name := range []string{"owner", "ref", "club"} {
		if value := b.Hidden(name); value != "" {
			fields = append([]string{name, value}, fields...)
		}
	}
	for i := 0; i < len(fields); i += 2 {
		if err := form.WriteField(fields[i], lines(fields[i+1])); err != nil {
			b.Fatal(err)
		}
	}
	for _, f := range files {
		part, err := form.CreateFormFile(f.Field, f.Name)
		if err == nil {
			_, err = io.WriteString(part, f.Content)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		b.Fatal(err)
	}
	return b.Send(b.Lang+"/"+to, form.FormDataContentType(), &body)
}

// Form returns the fields of the form with a text, of the page that was last shown, as a browser without scripts would send them.
func (b *Browser) Form(with string) (fields []string) {
	page := ""
	for _, form := range regexp.MustCompile(`(?s)<form.*?</form>`).FindAllString(b.Last, -1) {
		if page == "" && strings.Contains(form, with) {
			page = form
		}
	}
	attribute := func(tag, name string) (string, bool) {
		found := regexp.MustCompile(`\s` + name + `(?:="([^"]*)")?`).FindStringSubmatch(tag)
		if found == nil {
			return "", false
		}
		return html.UnescapeString(found[1]), true
	}
	for _, tag := range regexp.MustCompile(`<input [^>]*>`).FindAllString(page, -1) {
		name, _ := attribute(tag, "name")
		value, _ := attribute(tag, "value")
		kind, _ := attribute(tag, "type")
		_, chosen := attribute(tag, "checked")
		if name != "" && kind != "file" && (chosen || kind != "radio" && kind != "checkbox") {
			fields = append(fields, name, value)
		}
	}
	for _, m := range regexp.MustCompile(`(?s)<textarea [^>]*name="([^"]*)"[^>]*>(.*?)</textarea>`).FindAllStringSubmatch(page, -1) {
		fields = append(fields, m[1], html.UnescapeString(m[2]))
	}
	for _, m := range regexp.MustCompile(`(?s)<select [^>]*name="([^"]*)".*?</select>`).FindAllStringSubmatch(page, -1) {
		if chosen := regexp.MustCompile(`value="([^"]*)" selected`).FindStringSubmatch(m[0]); chosen != nil {
			fields = append(fields, m[1], html.UnescapeString(chosen[1]))
		} else {
			fields = append(fields, m[1], "")
		}
	}
	return fields
}
