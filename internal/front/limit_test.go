package front

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"testing"
	"time"
)

// Who asks too often is told when to come back; others are not affected, and what a
// stranger says about itself counts for nothing.
func TestRateLimit(t *testing.T) {
	t.Parallel()
	f := fronted(fine)
	f.Rate = 0.001 // no more while the test runs, but one
	address := "http://" + serve(t, f)
	forwarded := func(by string) http.Header { return http.Header{"X-Forwarded-For": {by}} }
	for i, c := range []struct {
		from   string
		header http.Header
		want   int
	}{
		{"127.0.0.3", nil, http.StatusOK},
		{"127.0.0.3", nil, http.StatusTooManyRequests},
		{"127.0.0.3", forwarded("203.0.113.1"), http.StatusTooManyRequests}, // no proxy that is trusted
		{"127.0.0.4", nil, http.StatusOK},
		{"127.0.0.2", forwarded("203.0.113.1"), http.StatusOK},
		{"127.0.0.2", forwarded("203.0.113.2"), http.StatusOK},
		{"127.0.0.2", forwarded("203.0.113.2"), http.StatusTooManyRequests},
		{"127.0.0.2", forwarded("198.51.100.9, 203.0.113.2"), http.StatusTooManyRequests}, // the visitor has written the first
		{"127.0.0.2", forwarded("203.0.113.2, 127.0.0.2"), http.StatusTooManyRequests},    // two proxies
		{"127.0.0.2", forwarded("2001:db8:1:2::1"), http.StatusOK},
		{"127.0.0.2", forwarded("2001:db8:1:2:ffff::2"), http.StatusTooManyRequests}, // the same household
		{"127.0.0.2", forwarded("2001:db8:1:3::1"), http.StatusOK},
		{"127.0.0.2", forwarded("unknown"), http.StatusOK}, // the proxy itself
		{"127.0.0.2", nil, http.StatusTooManyRequests},
	} {
		got := do(t, client(c.from), http.MethodGet, address, c.header, nil)
		if got.StatusCode != c.want {
			t.Errorf("request %d from %s %v: %s, want %d", i, c.from, c.header, got.Status, c.want)
		}
		after, err := strconv.Atoi(got.Header.Get("Retry-After"))
		if c.want == http.StatusTooManyRequests && (err != nil || after < 900 || after > 1000) {
			t.Errorf("request %d: Retry-After is %q, want about 1000", i, got.Header.Get("Retry-After"))
		}
	}
}

// A limit ends by itself.
func TestRateRecovers(t *testing.T) {
	now := time.Unix(0, 0)
	l := &limiter{each: 2, burst: 3, most: 10, now: func() time.Time { return now }}
	a := netip.MustParseAddr("203.0.113.1")
	for i := range 3 {
		if wait := l.wait(a); wait != 0 {
			t.Errorf("request %d has to wait %v", i, wait)
		}
	}
	for range 5 { // refused requests are not counted
		if wait := l.wait(a); wait != time.Second/2 {
			t.Errorf("it has to wait %v, want 500ms", wait)
		}
	}
	now = now.Add(time.Second / 2)
	if wait := l.wait(a); wait != 0 {
		t.Errorf("after it has waited: %v", wait)
	}
}

// However many addresses ask, a bounded number is remembered: those that asked last.
func TestRememberedAddressesAreBounded(t *testing.T) {
	l := &limiter{each: 1, burst: 1, most: 100, now: func() time.Time { return time.Unix(0, 0) }}
	busy := netip.MustParseAddr("203.0.113.1")
	l.wait(busy)
	for i := range 100_000 {
		l.wait(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}))
		if l.wait(busy) == 0 {
			t.Fatalf("after %d others the limit was forgotten", i)
		}
	}
	if n := len(l.young) + len(l.old); n > 200 {
		t.Errorf("%d addresses are remembered", n)
	}
}

// Only over TLS is a browser told to stay with it; a trusted proxy may say so.
func TestTransportSecurity(t *testing.T) {
	f := fronted(fine)
	for _, c := range []struct {
		from, proto string
		want        bool
	}{{"127.0.0.2:1", "https", true}, {"127.0.0.2:1", "http", false}, {"127.0.0.3:1", "https", false}} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", http.NoBody)
		r.RemoteAddr = c.from
		r.Header.Set("X-Forwarded-Proto", c.proto)
		w := httptest.NewRecorder()
		f.guarded(time.Now).ServeHTTP(w, r)
		if got := w.Header().Get("Strict-Transport-Security") != ""; got != c.want {
			t.Errorf("%s, %s: %v", c.from, c.proto, got)
		}
	}
}
