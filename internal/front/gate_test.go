package front

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// line is a connection from an address.
type line struct {
	net.Conn
	from   string
	closed bool
}

func (l *line) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.ParseIP(l.from), Port: 1} }
func (l *line) Close() error         { l.closed = true; return nil }

// lines is a listener to which connections come.
type lines struct {
	net.Listener
	come []*line
}

func (l *lines) Accept() (net.Conn, error) {
	if len(l.come) == 0 {
		return nil, io.EOF
	}
	next := l.come[0]
	l.come = l.come[1:]
	return next, nil
}

// The connections of one address are bounded, and so are all of them. The one that has been idle
// for longest is closed first, then the oldest one of the address with the most. IPv6 counts by /48.
func TestConnectionsAreBounded(t *testing.T) {
	for name, c := range map[string]struct {
		do   string // + an address connects, * the connection of a number has a request, - has none any more, x ends
		want string // that were closed by the gate, by their numbers
	}{
		"few":                                    {"+a +a +a +b +b +b", ""},
		"too many of one address, all new":       {"+a +a +a +a", "1"},
		"the one that was idle for longest":      {"+a +a +a *1 -1 +a", "2"},
		"the one that is idle":                   {"+a +a +a *1 *2 +a", "3"},
		"all busy":                               {"+a +a +a *1 *2 *3 +a", "4"},
		"one has ended":                          {"+a +a +a *1 *2 *3 x2 +a", "2"},
		"too many":                               {"+a +a +b +b +c +c +d", "1"},
		"too many, some are busy":                {"+a +a +b +b +c +c *1 *2 *3 +d", "4"},
		"too many, all busy":                     {"+a +a +a +b +b +c *1 *2 *3 *4 *5 *6 +d", "1"},
		"too many, all busy, of the busiest one": {"+a +b +b +b +c +c *1 *2 *3 *4 *5 *6 +d", "2"},
		"a proxy":                                {"+p +p +p +p +p +p", ""},
		"too many of a customer":                 {"+2001:db8:1:1::1 +2001:db8:1:2::1 +2001:db8:1:3::1 +2001:db8:1:4::1", "1"},
	} {
		var all []*line
		come := &lines{}
		refused := 0
		g := &gate{
			Listener: come, most: 6, each: 3, of: map[netip.Prefix]*crowd{}, now: time.Now, refused: func() { refused++ },
			trusts: func(a netip.Addr) bool { return a == netip.MustParseAddr("198.51.100.1") },
		}
		accepted := map[*line]net.Conn{}
		for _, step := range strings.Fields(c.do) {
			if from := step[1:]; step[0] == '+' {
				if i := strings.Index("abcd", from); i >= 0 {
					from = "203.0.113." + string(rune('1'+i))
				} else if from == "p" {
					from = "198.51.100.1"
				}
				all = append(all, &line{from: from})
				come.come = all[len(all)-1:]
				if got, err := g.Accept(); err == nil {
					accepted[all[len(all)-1]] = got
				}
				continue
			}
			of := accepted[all[step[1]-'1']]
			switch step[0] {
			case '*':
				changed(of, http.StateActive)
			case '-':
				changed(of, http.StateIdle)
			case 'x':
				if err := of.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		closed := ""
		for n, l := range all {
			if l.closed {
				closed += string(rune('1' + n))
			}
		}
		if ended := strings.Contains(c.do, "x"); closed != c.want || refused != len(closed) && !ended {
			t.Errorf("%s: the connections %q are closed, want %q; %d are counted", name, closed, c.want, refused)
		}
	}
}

// Whoever opens a connection for each one that is closed gets a new one at the pace that is said; as many
// as they may have are held meanwhile, and the others are closed at once. Somebody else does not wait.
func TestConnectionsThatPushOthersOutComeSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		come := &lines{}
		g := &gate{
			Listener: come, most: 100, each: 3, every: time.Second, wait: 5 * time.Second, now: time.Now, refused: func() {},
			trusts: func(netip.Addr) bool { return false }, of: map[netip.Prefix]*crowd{},
		}
		var all []*line
		closed := func() (n int) {
			for _, l := range all {
				if l.closed {
					n++
				}
			}
			return n
		}
		arrive := func(from string) (admitted bool) {
			all = append(all, &line{from: from})
			come.come = all[len(all)-1:]
			_, err := g.Accept()
			return err == nil
		}
		for range 3 {
			if !arrive("203.0.113.1") {
				t.Fatal("a connection is not admitted")
			}
		}
		time.Sleep(time.Minute)
		for n, want := range []struct {
			admitted bool
			closed   int
		}{{true, 1}, {false, 1}, {false, 1}, {false, 1}, {false, 2}} {
			if got := arrive("203.0.113.1"); got != want.admitted || closed() != want.closed {
				t.Errorf("connection %d: admitted %t, %d closed; want %t, %d", 4+n, got, closed(), want.admitted, want.closed)
			}
		}
		if !arrive("203.0.113.2") {
			t.Error("somebody else is not admitted")
		}
		time.Sleep(time.Second)
		if !arrive("203.0.113.1") || closed() != 3 {
			t.Errorf("a second later: %d are closed", closed())
		}
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if closed() != 6 || g.held != 0 || g.of[netip.MustParsePrefix("203.0.113.1/32")].held != 0 {
			t.Errorf("in the end %d are closed, %d are held", closed(), g.held)
		}
	})
}

// connect connects from an address.
func connect(t *testing.T, from, to string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext(t.Context(), "tcp", to)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// ask sends a request.
func ask(t *testing.T, conn net.Conn, path string) {
	t.Helper()
	if _, err := io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: example.jp\r\n\r\n"); err != nil {
		t.Error(err)
	}
}

// Who connects and says nothing does not keep others away, over TLS neither.
func TestSilentConnections(t *testing.T) {
	t.Parallel()
	f := fronted(fine)
	f.Rate, f.Limits.Each, f.Limits.Connections = 1000, 3, 6
	address := serve(t, f)
	var silent []net.Conn
	for range 20 {
		silent = append(silent, connect(t, "127.0.0.3", address))
	}
	for n := range 20 {
		conn := connect(t, "127.0.0."+string(rune('4'+n%3)), address)
		ask(t, conn, "/")
		got, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = got.Body.Close()
	}
	if _, err := silent[0].Read(make([]byte, 1)); err == nil {
		t.Error("a silent connection is kept")
	}
}

// timed is a writer with a deadline, of which it remembers the times that it was set.
type timed struct {
	httptest.ResponseRecorder
	deadlines []time.Time
	writes    []int
}

func (w *timed) SetWriteDeadline(at time.Time) error {
	w.deadlines = append(w.deadlines, at)
	return nil
}

func (w *timed) Write(p []byte) (int, error) {
	w.writes = append(w.writes, len(p))
	return len(p), nil
}

// A line that is slow has time as long as it moves: for its head and each piece of an answer anew.
func TestSlowLinesAreServed(t *testing.T) {
	w := &timed{}
	a := &answer{ResponseWriter: w, patience: time.Hour, ready: func() {}}
	if n, err := a.Write(make([]byte, 2*piece+1)); n != 2*piece+1 || err != nil {
		t.Error(n, err)
	}
	if !slices.Equal(w.writes, []int{piece, piece, 1}) || len(w.deadlines) != 1+3 || time.Until(w.deadlines[0]) < time.Hour/2 {
		t.Errorf("pieces %v, deadlines %v", w.writes, w.deadlines)
	}
	if a.bytes != 2*piece+1 || a.status != http.StatusOK {
		t.Errorf("%d bytes, status %d", a.bytes, a.status)
	}
}
