package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/office"
)

// A server answers until it is told to stop; then it ends without an error.
func TestServeAnswersUntilStopped(t *testing.T) {
	liveUpTo(t, "period publish")
	c := &serveCommand{Addr: "127.0.0.1:0"}
	b, err := (&office.Office{Database: os.Getenv("ARPAD_DB")}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	}()
	said, tell := io.Pipe()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.serve(ctx, &app{Printer: explain.New("en"), out: io.Discard, err: tell}, b) }()
	first := make([]byte, 200)
	n, err := said.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(first[:n]), "http://")
	address, _, _ := strings.Cut(rest, "/")
	for path, want := range map[string]int{
		"/healthz": http.StatusOK, "/readyz": http.StatusOK, "/": http.StatusOK, "/ja/": http.StatusOK, "/en/players/N00000001": http.StatusOK, "/en/nothing": http.StatusNotFound,
	} {
		got := fetch(t, http.MethodGet, "http://"+address+path, nil)
		if got.status != want || len(got.body) == 0 {
			t.Errorf("%s: %d, want %d", path, got.status, want)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		} {
			if got := got.header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
	page := "http://" + address + "/en/status"
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
	if got := fetch(t, http.MethodGet, "http://"+address+"/", http.Header{"Accept-Language": {"ja-JP,ja;q=0.9,en;q=0.5"}}); got.path != "/ja/" {
		t.Errorf("who reads Japanese is led to %s, want /ja/", got.path)
	}
	stop()
	if err := <-ended; err != nil {
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
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return fetched{response.StatusCode, response.Header, response.Request.URL.Path, body}
}

// An address that cannot be listened on is a problem with a cure.
func TestServeWithoutAnAddress(t *testing.T) {
	liveUpTo(t, "period publish")
	if said, exit := status("serve", "--addr", "127.0.0.1:99999"); exit != exitFailed || !strings.Contains(said, "--addr") {
		t.Errorf("%d %s", exit, said)
	}
}
