package main

import (
	"bytes"
	"context"
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
		response, body := get(t, "http://"+address+path, nil)
		if response.StatusCode != want || len(body) == 0 {
			t.Errorf("%s: %d, want %d", path, response.StatusCode, want)
		}
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
	}
	response, _ := get(t, "http://"+address+"/en/status", nil)
	again, body := get(t, "http://"+address+"/en/status", http.Header{"If-None-Match": {response.Header.Get("ETag")}})
	if again.StatusCode != http.StatusNotModified || len(body) != 0 {
		t.Errorf("a page that is known: %d with %d bytes, want 304 with none", again.StatusCode, len(body))
	}
	if post, err := http.Post("http://"+address+"/en/status", "text/plain", strings.NewReader("x")); err != nil || post.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %v %v, want 405", post, err)
	} else if err := post.Body.Close(); err != nil {
		t.Error(err)
	}
	japanese, _ := get(t, "http://"+address+"/", http.Header{"Accept-Language": {"ja-JP,ja;q=0.9,en;q=0.5"}})
	if got := japanese.Request.URL.Path; got != "/ja/" {
		t.Errorf("who reads Japanese is led to %s, want /ja/", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stopped: %v", err)
	}
}

// get fetches an address, and follows where it leads.
func get(t *testing.T, address string, header http.Header) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	if header == nil {
		r.Header = http.Header{}
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(response.Body); err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response, body.Bytes()
}

// An address that cannot be listened on is a problem with a cure.
func TestServeWithoutAnAddress(t *testing.T) {
	liveUpTo(t, "period publish")
	if said, exit := status("serve", "--addr", "127.0.0.1:99999"); exit != exitFailed || !strings.Contains(said, "--addr") {
		t.Errorf("%d %s", exit, said)
	}
}
