package front

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
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
		if c.want == http.StatusTooManyRequests && (err != nil || after < 900 || after > 1001) {
			t.Errorf("request %d: Retry-After is %q, want about 1000", i, got.Header.Get("Retry-After"))
		}
	}
}

// wait lets a request in that ends at once, or returns for how long it has to wait.
func (l *limiter) wait(address netip.Addr) time.Duration {
	v, wait := l.begin(address)
	if v != nil {
		v.end(0, 0)
	}
	return wait
}

// A limit ends by itself.
func TestRateRecovers(t *testing.T) {
	now := time.Unix(0, 0)
	l := &limiter{each: time.Second / 2, burst: 3 * time.Second / 2, most: 10, now: func() time.Time { return now }}
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

// What is large, or takes long to make, counts as several requests.
func TestCostCounts(t *testing.T) {
	now := time.Unix(0, 0)
	for _, c := range []struct {
		bytes int64
		made  time.Duration
		want  time.Duration // until one more is let in
	}{
		{0, 0, 0}, {640 << 10, 0, time.Second}, {0, 100 * time.Millisecond, time.Second}, {16 << 20, 500 * time.Millisecond, 30600 * time.Millisecond},
	} {
		l := &limiter{each: time.Second / 10, burst: time.Second / 5, most: 10, now: func() time.Time { return now }}
		a := netip.MustParseAddr("203.0.113.1")
		v, _ := l.begin(a)
		v.end(c.bytes, c.made)
		if got := l.wait(a); got != c.want {
			t.Errorf("after %d bytes and %v of making it has to wait %v, want %v", c.bytes, c.made, got, c.want)
		}
	}
}

// A household has one rate however many addresses it has; a larger customer, whose prefix has
// 65,536 households, that of 16.
func TestNetworksOfIPv6(t *testing.T) {
	l := &limiter{each: time.Second, burst: 2 * time.Second, most: 1000, now: func() time.Time { return time.Unix(0, 0) }}
	from := func(household, host int) bool {
		return l.wait(netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::%x", household, host))) == 0
	}
	if !from(1, 1) || !from(1, 2) || from(1, 3) {
		t.Error("a household has not one rate")
	}
	served := 2
	for household := 2; household < 200; household++ {
		if from(household, 1) {
			served++
		}
	}
	if served != 32 {
		t.Errorf("%d requests of 198 households of one customer were served, want 32", served)
	}
	if l.wait(netip.MustParseAddr("2001:db8:2::1")) != 0 {
		t.Error("another customer has to wait")
	}
}

// Of one address few requests are answered at once, and not many are under way.
func TestRequestsAtOnce(t *testing.T) {
	l := &limiter{each: time.Second, burst: time.Hour, most: 10, now: func() time.Time { return time.Unix(0, 0) }}
	a := netip.MustParseAddr("203.0.113.1")
	var all []*visit
	for range mostUnderway {
		v, wait := l.begin(a)
		if wait > 0 {
			t.Fatalf("request %d has to wait %v", len(all), wait)
		}
		all = append(all, v)
	}
	if v, wait := l.begin(a); v != nil || wait != time.Second {
		t.Errorf("one more has to wait %v", wait)
	}
	if wait := l.wait(netip.MustParseAddr("203.0.113.2")); wait > 0 {
		t.Errorf("another address has to wait %v", wait)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	var ready func()
	for n := range mostMade {
		if ready = all[n].turn(t.Context()); ready == nil {
			t.Fatalf("request %d is not answered", n)
		}
	}
	if all[mostMade].turn(gone) != nil {
		t.Error("too many are answered at once")
	}
	ready()
	if all[mostMade].turn(t.Context()) == nil {
		t.Error("the next one is not answered")
	}
	for _, v := range all {
		v.end(0, 0)
	}
	if wait := l.wait(a); wait != 0 {
		t.Errorf("when all are answered one more has to wait %v", wait)
	}
}

// A request waits for its turn until an answer begins to be sent; those of other addresses do not.
func TestTurnsByAddress(t *testing.T) {
	t.Parallel()
	begun, sending, leave := make(chan string, mostUnderway), make(chan bool), make(chan bool)
	f := fronted(func(w http.ResponseWriter, r *http.Request) {
		begun <- r.URL.Path
		<-sending
		w.WriteHeader(http.StatusOK)
		<-leave
	})
	f.Rate = 1000
	address := serve(t, f)
	for range 2 * mostMade {
		ask(t, connect(t, "127.0.0.3", address), "/one")
	}
	for range mostMade {
		<-begun
	}
	ask(t, connect(t, "127.0.0.4", address), "/other")
	if path := <-begun; path != "/other" {
		t.Errorf("%s was answered in place of another address", path)
	}
	close(sending)
	for range mostMade { // while the first are sent
		<-begun
	}
	close(leave)
}

// However many addresses ask, a bounded number is remembered: those that asked last.
func TestRememberedAddressesAreBounded(t *testing.T) {
	l := &limiter{each: time.Second, burst: time.Second, most: 100, now: func() time.Time { return time.Unix(0, 0) }}
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

// What is refused is logged, in one line in a while, and at the end.
func TestRefusalsAreLogged(t *testing.T) {
	now := time.Unix(0, 0)
	var lines []string
	j := &journal{log: func(line string) { lines = append(lines, line) }, every: time.Minute, now: func() time.Time { return now }}
	for range 1000 {
		j.count("429")
		now = now.Add(time.Second / 10)
	}
	j.count("403")
	j.end()
	j.end()
	want := []string{"refused: 429 1 times", "refused: 429 600 times", "refused: 403 1 times, 429 399 times"}
	if !slices.Equal(lines, want) {
		t.Errorf("%q, want %q", lines, want)
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
		f.guarded(time.Now, &journal{now: time.Now}).ServeHTTP(w, r)
		if got := w.Header().Get("Strict-Transport-Security") != ""; got != c.want {
			t.Errorf("%s, %s: %v", c.from, c.proto, got)
		}
	}
}
