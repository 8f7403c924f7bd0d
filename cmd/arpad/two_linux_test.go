package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/work"
)

// balancer returns the configuration of HAProxy in docs/deploy.md with a port of its own and those of two servers. At the socket it tells
// what it knows of them.
func balancer(t *testing.T, socket string, ports []int) []byte {
	t.Helper()
	page, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "```haproxy\n")
	text, _, _ = strings.Cut(text, "```")
	for here, there := range map[string]string{
		"/run/haproxy/admin.sock": socket, "bind :80": fmt.Sprintf("bind 127.0.0.1:%d", ports[0]),
		"10.0.0.1:8080": fmt.Sprintf("127.0.0.1:%d", ports[1]), "10.0.0.2:8080": fmt.Sprintf("127.0.0.1:%d", ports[2]),
	} {
		if strings.Count(text, here) != 1 {
			t.Fatalf("%q is not in the configuration once:\n%s", here, text)
		}
		text = strings.Replace(text, here, there, 1)
	}
	return []byte(text)
}

// twin is one of two servers, with a key and a checkpoint of its own.
type twin struct {
	*fixture
	port    int
	base    string // the address of both
	process *exec.Cmd
}

// starts has the server begin.
func (w *twin) starts() error {
	w.process = w.under(w.t.Context(), nil, "serve", "--addr", fmt.Sprintf("127.0.0.1:%d", w.port), "--rate", "0", "--proxy", "127.0.0.0/8", "--base", w.base)
	return w.process.Start()
}

// ends kills the server.
func (w *twin) ends() error {
	err := w.process.Process.Kill()
	_ = w.process.Wait() // it was killed
	return err
}

// answers waits until the server can be asked.
func (w *twin) answers() error {
	for begun := time.Now(); ; {
		a, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/readyz", w.port))
		if err == nil {
			_ = a.Body.Close() // it is not read
			if a.StatusCode == http.StatusOK {
				return nil
			}
			err = errors.New(a.Status)
		}
		if time.Since(begun) > time.Minute {
			return err
		}
	}
}

// bothAreUp waits until HAProxy knows that both servers answer.
func bothAreUp(socket string) error {
	for begun := time.Now(); ; {
		c, err := net.Dial("unix", socket)
		if err != nil {
			return err
		}
		_, err = io.WriteString(c, "show stat\n")
		said, failed := io.ReadAll(c)
		if err := errors.Join(err, failed, c.Close()); err != nil {
			return err
		}
		if len(regexp.MustCompile(`(?m)^servers,(one|two),.*,UP,`).FindAll(said, -1)) == 2 {
			return nil
		}
		if time.Since(begun) > time.Minute {
			return fmt.Errorf("they are not both up:\n%s", said)
		}
	}
}

// persists does something until it succeeds: whoever gets no answer asks again.
func (h *handing) persists(does func()) (failed int64) {
	for begun := time.Now(); ; failed++ {
		h.err = nil
		if does(); h.err == nil || time.Since(begun) > time.Minute {
			return failed
		}
	}
}

// Two servers with one PostgreSQL behind HAProxy, each with its own copy of key and checkpoint: one after the other is killed
// while organisers hand in and others read. Nothing is lost or doubled, and nobody has to sign in again.
func TestTwoServers(t *testing.T) {
	t.Parallel()
	need.Program(t, "haproxy")
	organisers, readers, kills, lost := 10, 4, 4, int64(5) // pages of a hundred, while other tests take the machine
	if soak.Full() {
		organisers, readers, kills, lost = 50, 20, 30, 1
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	d := newOffice(t, pgtest.Database(t))
	now, err := time.Parse(time.RFC3339, d.clock)
	must(err)
	clock := func() time.Time { return now }
	b, err := (&office.Office{Database: d.at(), Key: d.path(officeKey), Officer: "suzuki", Clock: clock}).Open(t.Context())
	must(err)
	kept, err := work.Open(t.Context(), office.Database(b), clock)
	must(err)
	all := make([]handing, organisers)
	for n := range all {
		all[n] = enrolled(t.Context(), t, b, kept, fmt.Sprintf("Club %02d", n), n)
		all[n].file = []byte(strings.ReplaceAll(small, "Winter Open", fmt.Sprintf("Open %02d", n)))
	}
	must(errors.Join(kept.Close(), office.Close(b)))

	free := ports(t, 3)
	other := &fixture{t: t, folder: t.TempDir(), db: d.db, clock: d.clock}
	for _, name := range []string{officeKey, filepath.Base(d.checkpoint())} {
		data, err := os.ReadFile(d.path(name))
		must(err)
		write(t, other.path(name), data)
	}
	base := fmt.Sprintf("http://localhost:%d", free[0])
	servers := []*twin{{fixture: d, port: free[1], base: base}, {fixture: other, port: free[2], base: base}}
	for _, w := range servers {
		must(w.starts())
		t.Cleanup(func() { _ = w.ends() })
	}
	for _, w := range servers {
		must(w.answers())
	}
	write(t, d.path("haproxy.cfg"), balancer(t, d.path("socket"), free))
	proxy := exec.CommandContext(t.Context(), "haproxy", "-f", d.path("haproxy.cfg"))
	must(proxy.Start())
	front := &twin{fixture: d, port: free[0], process: proxy}
	t.Cleanup(func() { _ = front.ends() })
	must(front.answers())

	var again, read, unread atomic.Int64
	done := make(chan struct{})
	var reading, handingIn sync.WaitGroup
	for range readers {
		reading.Go(func() {
			each := time.NewTicker(40 * time.Millisecond)
			defer each.Stop()
			for {
				select {
				case <-done:
					return
				case <-each.C:
				}
				a, err := http.Get(fmt.Sprintf("http://127.0.0.1:%d/en/players/N00000001/", free[0]))
				if err == nil {
					_, err = io.Copy(io.Discard, a.Body)
					_ = a.Body.Close() // it was read
				}
				if read.Add(1); err != nil || a.StatusCode != http.StatusOK {
					unread.Add(1)
				}
			}
		})
	}
	hands := func(h *handing) {
		draft, owner := "", ""
		again.Add(h.persists(func() { draft, owner = h.keeps() }))
		again.Add(h.persists(func() {
			_, sent, _ := h.asks(http.MethodPost, draft, "application/x-www-form-urlencoded", strings.NewReader(url.Values{"owner": {owner}, "draft-version": {h.version}, "submit": {"1"}}.Encode()))
			if parts := strings.Split(sent, "/"); h.err == nil && len(parts) == 7 {
				h.ref = parts[4]
			} else if h.err == nil {
				h.err = fmt.Errorf("it leads to %q", sent)
			}
		}))
	}
	for n := range kills { // while somebody is handing a report in
		w := servers[n%2]
		must(bothAreUp(d.path("socket")))
		for i := n * organisers / kills; i < (n+1)*organisers/kills; i++ {
			all[i].server = fmt.Sprintf("127.0.0.1:%d", free[0])
			handingIn.Go(func() { hands(&all[i]) })
		}
		must(errors.Join(pgtest.AwaitWriter(t.Context(), d.db), w.ends(), w.starts()))
		must(w.answers())
	}
	handingIn.Wait()
	close(done)
	reading.Wait()
	t.Logf("%d servers were killed: %d requests of %d organisers were sent again; %d of %d pages did not come", kills, again.Load(), organisers, unread.Load(), read.Load())
	if unread.Load()*100 > read.Load()*lost {
		t.Errorf("of a hundred pages more than %d did not come", lost)
	}
	s, err := store.Open(t.Context(), d.at())
	must(err)
	digests := map[string][]string{}
	must((&bureau.Bureau{Store: s, Clock: clock}).View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
			for i := range c.Revisions {
				digests[c.Ref] = append(digests[c.Ref], c.Revisions[i].Digest)
			}
			return true, nil
		})
	}))
	must(s.Close())
	for n := range all {
		h := &all[n]
		if sum := sha256.Sum256(h.file); h.err != nil || len(digests[h.ref]) != 1 || digests[h.ref][0] != hex.EncodeToString(sum[:]) {
			t.Errorf("the file of organiser %d has become %q: %v, %v", n, h.ref, digests[h.ref], h.err)
		}
	}
	if len(digests) != organisers {
		t.Errorf("of %d reports %d are there", organisers, len(digests))
	}
	d.do("verify")
}
