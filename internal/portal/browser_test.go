package portal

import (
	"context"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/work"
)

const goodPassword = "four words of nobody"

// browser is a browser without scripts. It sends the hidden fields of the page that it was last shown.
type browser struct {
	*testing.T
	*http.Client
	base, lang string
	last       string // the page
	agent      string
}

func newBrowser(t *testing.T, lang string) *browser {
	t.Helper()
	b := &browser{T: t, lang: lang}
	b.empties()
	return b
}

// empties takes all cookies away.
func (b *browser) empties() {
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.Fatal(err)
	}
	b.Client, b.last = &http.Client{Jar: jar}, ""
}

// another returns another browser at the same place.
func (b *browser) another() *browser {
	other := newBrowser(b.T, b.lang)
	other.base = b.base
	return other
}

// serves has a handler answer until the context ends, and returns what waits for its end.
func (b *browser) serves(ctx context.Context, h http.Handler, refuse func(http.ResponseWriter, *http.Request, int)) (ended func()) {
	listener := httptest.NewUnstartedServer(nil)
	served := make(chan error, 1)
	f := &front.Front{Handler: h, Refuse: refuse, Policy: page.ContentPolicy, Log: failing{b.T}, Limits: front.Usual(), Bounds: Bounds()}
	go func() { served <- f.Serve(ctx, listener.Listener) }()
	b.base = "http://" + strings.Replace(listener.Listener.Addr().String(), "127.0.0.1", "localhost", 1)
	return func() {
		if err := <-served; err != nil {
			b.Error(err)
		}
		served <- nil
	}
}

// failing fails a test when a server panics.
type failing struct{ *testing.T }

func (t failing) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "panic") {
		t.Errorf("%s", line)
	}
	return len(line), nil
}

// opened returns the portal of a bureau.
func opened(t *testing.T, o *office.Office, b *bureau.Bureau, public string) *Portal {
	kept, err := work.Open(context.Background(), office.Database(b), b.Clock)
	keys, unread := o.Sealing()
	sealer, failed := signin.NewSealer(keys...)
	if err != nil || unread != nil || failed != nil {
		t.Error(err, unread, failed)
		return nil
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
	p := &Portal{Use: func(f func(*bureau.Bureau) error) error { return f(b) }, Jobs: jobs, Public: public, Office: o, Failed: func(address string, why error) { t.Errorf("%s: %v", address, why) }, Door: &signin.Door{Work: kept, Throttle: signin.NewThrottle(b.Clock), Sealer: sealer}}
	return p.Open()
}

// shows is an answer.
type shows struct {
	status   int
	path     string
	body     string
	response *http.Response
}

// text returns what people read of a page.
func (a shows) text() string {
	main := regexp.MustCompile(`(?s)<main.*</main>`).FindString(a.body)
	main = regexp.MustCompile(`<option value="[a-z_]*">[^<]*</option>`).ReplaceAllString(main, "") // not chosen
	return html.UnescapeString(strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(main, " ")), " "))
}

func (b *browser) read(r *http.Request) shows {
	b.Helper()
	if b.agent != "" {
		r.Header.Set("User-Agent", b.agent)
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
	b.last = string(body)
	return shows{response.StatusCode, response.Request.URL.Path, string(body), response}
}

// get fetches a page below the language, or from the root on.
func (b *browser) get(to string) shows {
	b.Helper()
	if !strings.HasPrefix(to, "/") {
		to = "/" + b.lang + "/" + to
	}
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, b.base+to, http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Accept-Language", b.lang)
	return b.read(r)
}

// here returns where the browser is, for its cookies.
func (b *browser) here() *url.URL {
	u, err := url.Parse(b.base)
	if err != nil {
		b.Fatal(err)
	}
	return u
}

// hidden returns a hidden field of the page that was last shown.
func (b *browser) hidden(name string) string {
	found := regexp.MustCompile(`<input type="hidden" name="` + name + `" value="([^"]*)"`).FindStringSubmatch(b.last)
	if found == nil {
		return ""
	}
	return html.UnescapeString(found[1])
}

// post sends a form with the hidden fields that are the page's.
func (b *browser) post(to string, fields ...string) shows {
	b.Helper()
	form := url.Values{}
	for _, name := range []string{"owner", "next", "ticket", "secret", "seen"} {
		if value := b.hidden(name); value != "" {
			form.Set(name, value)
		}
	}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	return b.send(b.lang+"/"+to, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func (b *browser) send(to, kind string, body io.Reader) shows {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), http.MethodPost, b.base+"/"+to, body)
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Origin", b.base)
	return b.read(r)
}

// wants fails unless an answer has a status and an address, and says something.
func (b *browser) wants(a shows, status int, path string, says ...string) {
	b.Helper()
	if want := "/" + b.lang + "/" + path; a.status != status || a.path != want {
		b.Fatalf("got %d at %s, want %d at %s\n%s", a.status, a.path, status, want, a.text())
	}
	for _, text := range says {
		if !strings.Contains(a.body, html.EscapeString(text)) && !strings.Contains(a.text(), text) {
			b.Errorf("%s does not say %q:\n%s", a.path, text, a.text())
		}
	}
	if h := a.response.Header; h.Get("Cache-Control") != "no-store" || h.Get("X-Robots-Tag") != "noindex" || !strings.Contains(h.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		b.Errorf("%s may be kept or found: %v", a.path, h)
	}
	if found := regexp.MustCompile(`<script[^>]*>[^<]|\son\w+=|style="|desk\.[a-z]+\.|web\.[a-z-]+\.`).FindString(a.body); found != "" {
		b.Errorf("%s has %q: a script, a style or the key of a text", a.path, found)
	}
}

// secret returns the secret of one-time codes on the page that was last shown.
func (b *browser) secret() []byte {
	b.Helper()
	secret := authenticator.Secret(b.last)
	if secret == nil {
		b.Fatal("the page has no secret")
	}
	return secret
}
