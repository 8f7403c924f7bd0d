package front

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

// text is what a server has logged.
type text struct {
	mu sync.Mutex
	bytes.Buffer
}

func (t *text) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Buffer.Write(p)
}

func (t *text) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.Buffer.String()
}

// fronted returns a front of a handler, on loopback.
func fronted(h http.HandlerFunc) *Front {
	limits := Usual()
	limits.Refusal = time.Millisecond
	return &Front{
		Handler: h, Limits: limits, Log: &text{}, Secure: "max-age=60", Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")},
		Refuse: func(w http.ResponseWriter, _ *http.Request, status int) { http.Error(w, "refused", status) },
	}
}

// serve serves a front until the test ends, and returns its address.
func serve(t *testing.T, f *Front) string {
	t.Helper()
	listener := listen(t)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// client returns a client that comes from an address.
func client(from string) *http.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	return &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}}
}

// received is what a server has answered.
type received struct {
	*http.Response
	said string
}

// do sends a request.
func do(t *testing.T, c *http.Client, method, address string, header http.Header, body io.Reader) received {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		r.Header[name] = values
	}
	response, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return received{response, string(all)}
}

func fine(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "fine") }

// Who sends half a header, or half a body, is not waited for.
func TestSlowVisitorsAreDisconnected(t *testing.T) {
	t.Parallel()
	const short, long = 50 * time.Millisecond, time.Minute
	read := make(chan error, 1)
	f := fronted(func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		read <- err
	})
	for name, c := range map[string]struct {
		set  func(*Limits)
		sent string
	}{
		"half a header": {func(l *Limits) { l.Header = short }, "GET / HTTP/1.1\r\nHost: example.jp\r\nX-Sl"},
		"half a body":   {func(l *Limits) { l.Read = short }, "POST / HTTP/1.1\r\nHost: example.jp\r\nContent-Length: 100\r\n\r\nhal"},
		"nothing more":  {func(l *Limits) { l.Idle = short }, "GET / HTTP/1.1\r\nHost: example.jp\r\n\r\n"},
	} {
		front := *f
		front.Limits = Limits{Header: long, Read: long, Write: long, Idle: long, Stop: long, HeaderBytes: 1 << 12, BodyBytes: 1 << 12, Addresses: 1}
		c.set(&front.Limits)
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", serve(t, &front))
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.SetDeadline(time.Now().Add(long / 4)); err != nil { // only a server that never hangs up comes to this
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, c.sent); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(conn); err != nil {
			t.Errorf("%s: the server has not hung up: %v", name, err)
		}
		switch name {
		case "half a body":
			if err := <-read; err == nil {
				t.Errorf("%s: the handler has read it all", name)
			}
		case "nothing more":
			if err := <-read; err != nil {
				t.Error(err)
			}
		}
		_ = conn.Close()
	}
}

// Who takes no answer is not waited for either.
func TestVisitorWhoDoesNotRead(t *testing.T) {
	t.Parallel()
	failed := make(chan error, 1)
	f := fronted(func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				failed <- err
				return
			}
		}
	})
	f.Limits.Write = 50 * time.Millisecond
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", serve(t, f))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: example.jp\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	var late net.Error
	if err := <-failed; !errors.As(err, &late) || !late.Timeout() {
		t.Errorf("writing has failed with %v, want a timeout", err)
	}
	_ = conn.Close()
}

// Headers and bodies are bounded.
func TestBounds(t *testing.T) {
	t.Parallel()
	f := fronted(func(w http.ResponseWriter, r *http.Request) {
		var large *http.MaxBytesError
		if _, err := io.ReadAll(r.Body); errors.As(err, &large) {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
		}
	})
	address := "http://" + serve(t, f)
	for bytes, want := range map[int64]int{f.Limits.BodyBytes: http.StatusOK, f.Limits.BodyBytes + 1: http.StatusRequestEntityTooLarge} {
		if got := do(t, http.DefaultClient, http.MethodPost, address, nil, bytesOf(int(bytes))); got.StatusCode != want {
			t.Errorf("a body of %d bytes: %s, want %d", bytes, got.Status, want)
		}
	}
	large := http.Header{"X-Large": {strings.Repeat("x", 2*f.Limits.HeaderBytes)}}
	if got := do(t, http.DefaultClient, http.MethodGet, address, large, nil); got.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("a large header: %s", got.Status)
	}
}

func bytesOf(n int) io.Reader { return bytes.NewReader(make([]byte, n)) }

// A route may have bounds of its own: a larger body, for which there is more time. The request before it, which
// has no more time than others, is cut first.
func TestBoundsOfARoute(t *testing.T) {
	t.Parallel()
	const reports = "POST /reports/{name}"
	took := make(chan int)
	f := fronted(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			body = nil
		}
		took <- len(body)
	})
	f.Limits.Read = 50 * time.Millisecond
	f.Bounds = map[string]Bounds{reports: {400 << 10, time.Minute}}
	address := serve(t, f)
	begin := func(path string, bytes int) net.Conn {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		if _, err := fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: example.jp\r\nContent-Length: %d\r\n\r\n001", path, bytes); err != nil {
			t.Fatal(err)
		}
		return conn
	}
	const players400 = 72_148 // bytes of a TRF of 400 players
	slow := begin("/reports/spring.trf", players400)
	begin("/other", players400)
	if got := <-took; got != 0 {
		t.Errorf("%d bytes of a slow body were read", got)
	}
	if _, err := slow.Write(make([]byte, players400-len("001"))); err != nil {
		t.Fatal(err)
	}
	if got := <-took; got != players400 {
		t.Errorf("%d bytes of the report were read", got)
	}
	begin("/reports/large.trf", 500<<10).Write(make([]byte, 500<<10)) //nolint:errcheck // it is cut
	if got := <-took; got != 0 {
		t.Errorf("%d bytes were read", got)
	}
}

// Whoever was slow to send a body, as its route allows, is answered, also without a body: they are sent elsewhere.
func TestSlowBodyIsAnswered(t *testing.T) {
	t.Parallel()
	f := fronted(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err == nil {
			w.Header().Set("Location", "/done")
			w.WriteHeader(http.StatusSeeOther)
		}
	})
	f.Limits.Write = 50 * time.Millisecond
	f.Bounds = map[string]Bounds{"POST /reports": {400 << 10, time.Minute}}
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", serve(t, f))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprint(conn, "POST /reports HTTP/1.1\r\nHost: example.jp\r\nContent-Length: 4\r\n\r\n001")
	<-time.After(2 * f.Limits.Write)
	if _, more := fmt.Fprint(conn, "1"); err != nil || more != nil {
		t.Fatal(err, more)
	}
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := got.Body.Close(); err != nil || got.StatusCode != http.StatusSeeOther {
		t.Error(got.Status, err)
	}
}

// Forms of other sites are not taken.
func TestCrossOrigin(t *testing.T) {
	t.Parallel()
	address := "http://" + serve(t, fronted(fine))
	for _, c := range []struct {
		method, site string
		want         int
	}{
		{http.MethodPost, "cross-site", http.StatusForbidden}, {http.MethodPost, "same-origin", http.StatusOK}, {http.MethodGet, "cross-site", http.StatusOK},
	} {
		got := do(t, http.DefaultClient, c.method, address, http.Header{"Sec-Fetch-Site": {c.site}}, nil)
		if got.StatusCode != c.want || (c.want == http.StatusForbidden) != strings.Contains(got.said, "refused") {
			t.Errorf("%s from %s: %s %q, want %d", c.method, c.site, got.Status, got.said, c.want)
		}
	}
}

// When the server stops, requests under way are answered, and no others.
func TestStopIsGraceful(t *testing.T) {
	t.Parallel()
	begun, stopping := make(chan bool), make(chan bool)
	f := fronted(func(w http.ResponseWriter, _ *http.Request) {
		begun <- true
		<-stopping
		fmt.Fprint(w, "answered")
	})
	ctx, stop := context.WithCancel(t.Context())
	listener := listen(t)
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, listener) }()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: example.jp\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-begun
	stop()
	for { // until it no longer listens
		other, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
		if err != nil {
			break
		}
		_ = other.Close()
	}
	close(stopping)
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if said, err := io.ReadAll(answer.Body); string(said) != "answered" || err != nil {
		t.Errorf("%q %v", said, err)
	}
	_ = answer.Body.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A server that is told to stop does not wait for ever.
func TestStopIsBounded(t *testing.T) {
	t.Parallel()
	begun := make(chan bool)
	f := fronted(func(_ http.ResponseWriter, r *http.Request) {
		begun <- true
		<-r.Context().Done() // when the connection is closed
	})
	f.Limits.Stop = time.Millisecond
	ctx, stop := context.WithCancel(t.Context())
	listener := listen(t)
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, listener) }()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: example.jp\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	_ = conn.Close()
}

// A panic is an answer and a line in the log, which does not name the visitor.
func TestPanicIsAnswered(t *testing.T) {
	t.Parallel()
	f := fronted(func(_ http.ResponseWriter, r *http.Request) { panic("broken for " + r.RemoteAddr) })
	said := &text{}
	f.Log = said
	if got := do(t, http.DefaultClient, http.MethodGet, "http://"+serve(t, f)+"/?q=secret", nil, nil); got.StatusCode != http.StatusInternalServerError {
		t.Error(got.Status)
	}
	if logged := said.String(); !strings.Contains(logged, "panic: broken for [visitor]") || strings.Contains(logged, "127.0.0.1") || strings.Contains(logged, "secret") {
		t.Error(logged)
	}
}

// Who is told that it does not work now is told when to ask again.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	f := fronted(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	if got := do(t, http.DefaultClient, http.MethodGet, "http://"+serve(t, f), nil, nil); got.Header.Get("Retry-After") != "2" {
		t.Error(got.Header)
	}
}

// The log of net/http itself does not name visitors.
func TestLogNamesNobody(t *testing.T) {
	for said, want := range map[string]string{
		"http: TLS handshake error from 203.0.113.7:51234: EOF":               "http: TLS handshake error from [visitor]: EOF",
		"http: TLS handshake error from [2001:db8::1%eth0]:443: i/o timeout":  "http: TLS handshake error from [visitor]: i/o timeout",
		"2026/11/23 14:00:00 http: Accept error: too many open files; 1.5 ms": "2026/11/23 14:00:00 http: Accept error: too many open files; 1.5 ms",
	} {
		var out bytes.Buffer
		if n, err := (discreet{&out}).Write([]byte(said)); n != len(said) || err != nil || out.String() != want {
			t.Errorf("%d %v %q, want %q", n, err, out.String(), want)
		}
	}
}
