package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/site"
)

// served is a server in the bureau of a test.
type served struct {
	said  *bufio.Scanner // what it says on standard error
	stop  func()
	ended chan error
}

// startServe starts a server, which ends with the test at the latest.
func startServe(t *testing.T, c *serveCommand) *served {
	t.Helper()
	b, err := (&office.Office{Database: os.Getenv("ARPAD_DB")}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	said, tell := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	s := &served{bufio.NewScanner(said), stop, make(chan error, 1)}
	go func() {
		s.ended <- errors.Join(c.serve(ctx, &app{Printer: explain.New("en"), out: io.Discard, err: tell}, b), office.Close(b), tell.Close())
	}()
	return s
}

// address reads the next address that the server says.
func (s *served) address(t *testing.T) string {
	t.Helper()
	if !s.said.Scan() {
		t.Fatal("the server has ended: ", <-s.ended)
	}
	return regexp.MustCompile(`https?://[0-9.:]+`).FindString(s.said.Text())
}

// lastAddress reads the next address that the server says, and then all that it says more.
func (s *served) lastAddress(t *testing.T) string {
	t.Helper()
	address := s.address(t)
	go func() {
		for s.said.Scan() {
		}
	}()
	return address
}

// A server answers until it is told to stop; then it ends without an error.
func TestServeAnswersUntilStopped(t *testing.T) {
	liveUpTo(t, "period publish")
	s := startServe(t, &serveCommand{Addr: "127.0.0.1:0"})
	address := s.address(t)
	for path, want := range map[string]int{
		"/healthz": http.StatusOK, "/readyz": http.StatusOK, "/": http.StatusOK, "/ja/": http.StatusOK, "/en/players/N00000001": http.StatusOK, "/en/nothing": http.StatusNotFound,
	} {
		got := fetch(t, http.MethodGet, address+path, nil)
		if got.status != want || len(got.body) == 0 {
			t.Errorf("%s: %d, want %d", path, got.status, want)
		}
		if sheet := regexp.MustCompile(`<link rel="stylesheet" href="([^"]*)"`).FindSubmatch(got.body); sheet != nil && got.header.Get("Link") != "<"+string(sheet[1])+">; rel=preload; as=style" {
			t.Errorf("%s has its style sheet at %s, and says so before the page as %q", path, sheet[1], got.header.Get("Link"))
		}
	}
	page := address + "/en/status"
	tag := fetch(t, http.MethodGet, page, nil).header.Get("ETag")
	if again := fetch(t, http.MethodGet, page, http.Header{"If-None-Match": {tag}}); again.status != http.StatusNotModified || len(again.body) != 0 {
		t.Errorf("a page that is known: %d with %d bytes, want 304 with none", again.status, len(again.body))
	}
	if head := fetch(t, http.MethodHead, page, nil); head.status != http.StatusOK || len(head.body) != 0 || head.header.Get("ETag") != tag {
		t.Errorf("HEAD: %+v", head)
	}
	if post := fetch(t, http.MethodPost, page, nil); post.status != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d, want 405", post.status)
	}
	if got := fetch(t, http.MethodGet, address+"/", http.Header{"Accept-Language": {"ja-JP,ja;q=0.9,en;q=0.5"}}); got.path != "/ja/" {
		t.Errorf("who reads Japanese is led to %s, want /ja/", got.path)
	}
	packed := fetch(t, http.MethodGet, page, http.Header{"Accept-Encoding": {"br, gzip"}})
	unpacked, err := gzip.NewReader(bytes.NewReader(packed.body))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if whole := fetch(t, http.MethodGet, page, http.Header{"Accept-Encoding": {"gzip;q=0, *"}}); err != nil || !bytes.Equal(text, whole.body) || len(packed.body) > len(text)/2 || whole.header.Get("ETag") != tag {
		t.Errorf("packed %d bytes, unpacked %d, whole %d: %v", len(packed.body), len(text), len(whole.body), err)
	}
	if h := packed.header; h.Get("Content-Encoding") != "gzip" || h.Get("Vary") != "Accept-Encoding" || h.Get("ETag") == tag {
		t.Errorf("packed: %v", h)
	}
	for name, want := range map[string]int{tag: http.StatusOK, packed.header.Get("ETag"): http.StatusNotModified} {
		if got := fetch(t, http.MethodGet, page, http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {name}}); got.status != want || got.header.Get("Vary") == "" {
			t.Errorf("packed, if it is not %s: %d, want %d", name, got.status, want)
		}
	}
	s.stop()
	if err := <-s.ended; err != nil {
		t.Errorf("stopped: %v", err)
	}
}

// Every answer has the fields that keep a browser from doing more with it than it is for, whoever
// answers: site, API, or what stands before them.
func TestEveryAnswerIsProtected(t *testing.T) {
	liveUpTo(t, "period publish")
	s := startServe(t, &serveCommand{Addr: "127.0.0.1:0", Rate: 20, Base: "https://ratings.example.jp"})
	address := s.lastAddress(t)
	const pages = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
	policies := map[string]string{"/en/proof/2023-01/": strings.Replace(pages, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)}
	if !site.HasEngine() {
		policies = nil
	}
	check := func(method, path string, got fetched) {
		for name, want := range map[string]string{
			"Content-Security-Policy": cmp.Or(policies[path], pages) + "; frame-ancestors 'none'", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		} {
			if got := got.header.Get(name); got != want {
				t.Errorf("%s %s: %s is %q, want %q", method, path, name, got, want)
			}
		}
		if got.header.Get("Cache-Control") == "" {
			t.Errorf("%s %s: no Cache-Control", method, path)
		}
	}
	for _, c := range []struct {
		method, path string
		status       int
		cache        string
	}{
		{http.MethodGet, "/healthz", http.StatusOK, "no-store"}, {http.MethodGet, "/readyz", http.StatusOK, "no-store"}, {http.MethodGet, "/robots.txt", http.StatusOK, "no-cache"},
		{http.MethodGet, "/sitemap.xml", http.StatusOK, "no-cache"}, {http.MethodGet, "/en/players/N00000001/", http.StatusOK, "no-cache"}, {http.MethodGet, "/en/lists/2023-01/standard.csv", http.StatusOK, "no-cache"},
		{http.MethodGet, "/en/proof/2023-01/", http.StatusOK, "no-cache"}, {http.MethodGet, "/en/nothing/", http.StatusNotFound, "no-cache"}, {http.MethodPost, "/en/", http.StatusMethodNotAllowed, "no-cache"},
		{http.MethodGet, "/api/v1/lists", http.StatusOK, "no-cache"}, {http.MethodGet, "/api/v1/openapi.json", http.StatusOK, "no-cache"}, {http.MethodGet, "/api/v1/feeds/en/publications.atom", http.StatusOK, "no-cache"},
		{http.MethodGet, "/api/v1/lists?unknown=1", http.StatusBadRequest, "no-store"}, {http.MethodGet, "/api/v1/players/nobody", http.StatusNotFound, "no-store"}, {http.MethodGet, "/api/v1/lookups", http.StatusMethodNotAllowed, "no-store"},
		{http.MethodOptions, "/api/v1/lookups", http.StatusNoContent, "no-cache"}, {http.MethodOptions, "/en/", http.StatusMethodNotAllowed, "no-cache"},
	} {
		got := fetch(t, c.method, address+c.path, nil)
		if check(c.method, c.path, got); got.status != c.status || got.header.Get("Cache-Control") != c.cache {
			t.Errorf("%s %s: %d, %s, want %d, %s", c.method, c.path, got.status, got.header.Get("Cache-Control"), c.status, c.cache)
		}
	}
	for _, path := range []string{"/en/", "/api/v1/lists"} {
		elsewhere := fetch(t, http.MethodPost, address+path, http.Header{"Sec-Fetch-Site": {"cross-site"}})
		if check("POST of another site", path, elsewhere); elsewhere.status != http.StatusForbidden {
			t.Errorf("POST of another site: %d", elsewhere.status)
		}
	}
	for _, path := range []string{"/en/", "/api/v1/lists"} {
		often := fetched{}
		for n := 0; n < 5000 && often.status != http.StatusTooManyRequests; n++ {
			often = fetch(t, http.MethodGet, address+path, nil)
		}
		if check("too often", path, often); often.status != http.StatusTooManyRequests {
			t.Errorf("too often: %d", often.status)
		}
	}
	for range 200 { // whoever else shares the address
		if got := fetch(t, http.MethodGet, address+"/healthz", nil); got.status != http.StatusOK {
			t.Fatalf("health: %d", got.status)
		}
	}
}

// An answer outside a language depends on who asks; and a slash in a part of an address is no
// other address.
func TestAddressesOutsideALanguage(t *testing.T) {
	liveUpTo(t, "period publish")
	address := startServe(t, &serveCommand{Addr: "127.0.0.1:0"}).address(t)
	japanese := http.Header{"Accept-Language": {"ja"}}
	for path, want := range map[string]struct {
		status int
		lang   string
		varies bool
	}{
		"/nothing": {http.StatusNotFound, "ja", true}, "/en/nothing/": {http.StatusNotFound, "en", false}, "/en/players/N00000001%2fwhy": {http.StatusNotFound, "en", false},
		"/en/players/N00000001%2Fwhy/": {http.StatusNotFound, "en", false},
	} {
		got := fetch(t, http.MethodGet, address+path, japanese)
		if varies := slices.ContainsFunc(got.header.Values("Vary"), func(v string) bool { return strings.Contains(v, "Accept-Language") }); got.status != want.status || varies != want.varies || !bytes.Contains(got.body, []byte(`lang="`+want.lang+`"`)) {
			t.Errorf("%s: %d, Vary %q: %.100s", path, got.status, got.header.Values("Vary"), got.body)
		}
	}
}

// The flags of a public server: TLS, metrics on an address of their own, a limit by address.
func TestServeInPublic(t *testing.T) {
	liveUpTo(t, "period publish")
	secure := httptest.NewTLSServer(http.NotFoundHandler()) // has a certificate for example.com
	defer secure.Close()
	folder := t.TempDir()
	c := &serveCommand{Addr: "127.0.0.1:0", Metrics: "127.0.0.1:0", HSTS: "subdomains", Rate: 1, Cert: filepath.Join(folder, "cert"), Secret: filepath.Join(folder, "key")}
	key, err := x509.MarshalPKCS8PrivateKey(secure.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	write(t, c.Cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}))
	write(t, c.Secret, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}))
	s := startServe(t, c)
	counted, address := s.address(t), s.lastAddress(t)
	refused := 0
	for n := 0; n < 200 && refused < 2; n++ { // the slower, the more are allowed
		response, err := secure.Client().Get(address + "/ja/players/N00000001")
		if err != nil {
			t.Fatal(err)
		}
		if told := response.Header.Get("Strict-Transport-Security"); told != "max-age=31536000; includeSubDomains" {
			t.Errorf("%s: %q", response.Status, told)
		}
		if response.StatusCode == http.StatusTooManyRequests {
			text, err := io.ReadAll(response.Body)
			if refused++; err != nil || response.Header.Get("Retry-After") == "" || !strings.Contains(string(text), "Please wait a moment") {
				t.Errorf("%v %s", response.Header, text)
			}
		}
		_ = response.Body.Close()
	}
	if refused < 2 {
		t.Errorf("only %d of 200 requests were refused", refused)
	}
	var response *http.Response
	var text []byte
	for n := 0; n < 200 && (n == 0 || response.StatusCode == http.StatusOK); n++ {
		if response, err = secure.Client().Get(address + "/api/v1/players/N00000001"); err != nil {
			t.Fatal(err)
		}
		text, err = io.ReadAll(response.Body)
		err = errors.Join(err, response.Body.Close())
	}
	if err != nil || response.StatusCode != http.StatusTooManyRequests || response.Header.Get("Retry-After") == "" || !strings.Contains(string(text), `"id": "too-many-requests"`) {
		t.Errorf("a program that asks too often: %v %v %s", err, response.Header, text)
	}
	refused++
	said := string(fetch(t, http.MethodGet, counted+"/metrics", nil).body)
	for _, want := range []string{`arpad_requests_total{page="/ja/players/{id}/",status="200"} `, fmt.Sprintf(`arpad_requests_total{page="refused",status="429"} %d`, refused), `arpad_pages_total{from="bureau"} `, `arpad_pages_total{from="memory"} `} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is missing in\n%s", want, said)
		}
	}
	s.stop()
	if err := <-s.ended; err != nil {
		t.Errorf("stopped: %v", err)
	}
}

// fetched is what an address has answered.
type fetched struct {
	status int
	header http.Header
	path   string // where it was, in the end
	body   []byte
}

// asIs is a client that takes bodies as they come.
var asIs = &http.Client{Transport: &http.Transport{DisableCompression: true}}

// fetch fetches an address, and follows where it leads.
func fetch(t *testing.T, method, address string, header http.Header) fetched {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if header != nil {
		r.Header = header
	}
	response, err := asIs.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return fetched{response.StatusCode, response.Header, response.Request.URL.Path, body}
}

// What cannot be listened on, or is no certificate, is a problem with a cure.
func TestServeWithoutAnAddress(t *testing.T) {
	liveUpTo(t, "period publish")
	for args, want := range map[string]string{
		"--addr 127.0.0.1:99999": "with --addr", "--addr 127.0.0.1:0 --metrics 127.0.0.1:99999": "with --metrics", "--cert none --key none": "PEM",
	} {
		if said, exit := status(append([]string{"serve"}, strings.Fields(args)...)...); exit != exitFailed || !strings.Contains(said, want) {
			t.Errorf("%s: %d %s", args, exit, said)
		}
	}
}

// localhost is both addresses of this machine, or nothing: whoever has one of them does not get what is for us.
func TestLocalhostIsBothAddresses(t *testing.T) {
	liveUpTo(t, "period publish")
	s := startServe(t, &serveCommand{Addr: "localhost:0"})
	if !s.said.Scan() {
		t.Fatal(<-s.ended)
	}
	port := regexp.MustCompile(`http://localhost:(\d+)/`).FindStringSubmatch(s.said.Text())[1]
	go func() {
		for s.said.Scan() {
		}
	}()
	for _, host := range []string{"127.0.0.1", "[::1]", "localhost"} {
		if got := fetch(t, http.MethodGet, "http://"+host+":"+port+"/healthz", nil); got.status != http.StatusOK {
			t.Errorf("%s answers %d", host, got.status)
		}
	}
	if l, err := listen(t.Context(), "--addr", "localhost:"+port); err == nil {
		t.Errorf("another one listens at %s", l.Addr())
	}
	s.stop()
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	one, err := listen(t.Context(), "--addr", "[::1]:"+port)
	if err != nil {
		t.Fatal(err)
	}
	if both, err := listen(t.Context(), "--addr", "localhost:"+port); err == nil {
		t.Errorf("half of localhost is enough: %s", both.Addr())
	}
	if err := one.Close(); err != nil {
		t.Error(err)
	}
}

// A server that is told to stop before it listens ends without an error, whether there is a bureau or none yet.
func TestServeIsStoppedBeforeItListens(t *testing.T) {
	liveUpTo(t, "period publish")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, db := range []string{os.Getenv("ARPAD_DB"), filepath.Join(t.TempDir(), "none.db")} {
		c := &serveCommand{Addr: "localhost:0"}
		c.DB = db
		if err := c.until(ctx, &app{Printer: explain.New("en"), out: io.Discard, err: io.Discard}); err != nil {
			t.Errorf("%s: %v", db, err)
		}
	}
}
