package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/large"
)

// siege is a site that is read and attacked, each by addresses of their own.
type siege struct {
	*process
	label   string
	players int
}

// BenchmarkSiege has readers ask a site, each from an address of its own, while attackers do what
// costs most: in each kind as many addresses. It fails if the site uses more memory than it says. The first five
// seconds, in which all come at once to a server that has just begun, are reported apart.
// Readers a second, attackers, seconds and players are ARPAD_READERS, ARPAD_ATTACKERS, ARPAD_SECONDS and
// ARPAD_PLAYERS.
func BenchmarkSiege(b *testing.B) {
	players := number("ARPAD_PLAYERS", 50_000)
	file := filepath.Join(b.TempDir(), demoFile)
	f := large.New(players, players/10)
	crowdIn(b, f, file)
	s := siege{players: players}
	for n := range 2 {
		label, err := f.Month(context.Background(), n)
		fatal(b, err)
		fatal(b, f.Publish(context.Background(), label))
		s.label = label
	}
	program := binary(b)
	kinds := []struct {
		name   string
		attack func(context.Context, string, *rand.Rand) error
	}{
		{"nobody", nil}, {"lists in every spelling", s.spellings}, {"connections that say nothing", s.silence}, {"slow readers of whole lists", s.slow}, {"new questions", s.questions},
	}
	for n := range len(kinds) + 1 {
		name, some := "all", kinds[1:]
		if n < len(kinds) {
			name, some = kinds[n].name, kinds[n:n+1]
		}
		b.Run(name, func(b *testing.B) {
			s.process = startProcess(b, program, "ARPAD_CLOCK="+f.Now.Format(time.RFC3339), "serve", "--db", file, "--addr", "127.0.0.1:0")
			ctx, stop := context.WithCancel(context.Background())
			var attackers sync.WaitGroup
			for a := range number("ARPAD_ATTACKERS", 20) {
				if of := some[a%len(some)]; of.attack != nil {
					for line := range 100 {
						attackers.Go(func() {
							dice := rand.New(rand.NewPCG(uint64(a), uint64(line)))
							for ctx.Err() == nil {
								_ = of.attack(ctx, fmt.Sprintf("127.200.0.%d", a+1), dice) // it is refused, and tries again
							}
						})
					}
				}
			}
			used := s.processor(b)
			own := ownProcessor()
			begun := time.Now()
			const start = 5 * time.Second // in which all is asked for the first time
			first, lost := s.readers(start, number("ARPAD_READERS", 500))
			took, failed := s.readers(time.Duration(number("ARPAD_SECONDS", 30))*time.Second-start, number("ARPAD_READERS", 500))
			span := time.Since(begun).Seconds()
			used, own = s.processor(b)-used, ownProcessor()-own
			stop()
			attackers.Wait()
			slices.Sort(first)
			slices.Sort(took)
			most := s.memory(b, "VmHWM") >> 10
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
			b.ReportMetric(float64(first[len(first)*99/100].Microseconds())/1000, "p99-of-the-start-ms")
			b.ReportMetric(float64(len(first)+len(took))/span, "readers/s")
			b.ReportMetric(float64(lost+failed), "failed")
			b.ReportMetric(float64(most), "MB")
			b.ReportMetric(used/span, "cores")
			b.ReportMetric(own/span, "cores-of-the-test")
			b.ReportMetric(0, "ns/op")
			if limit := usualMemory + players*memoryForPlayer>>20; most > limit {
				b.Errorf("the site has used %d MB, of %d", most, limit)
			}
		})
	}
}

// processor returns how many seconds of processor a process has used.
func (s *siege) processor(b testing.TB) float64 {
	const beforeUser, ticks = 11, 100
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.Process.Pid))
	fatal(b, err)
	_, rest, _ := strings.Cut(string(text), ") ")
	var user, system float64
	_, err = fmt.Sscan(strings.Join(strings.Fields(rest)[beforeUser:beforeUser+2], " "), &user, &system)
	fatal(b, err)
	return (user + system) / ticks
}

func ownProcessor() float64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// readers has so many readers a second come for a time, however long the others wait, and returns how long the
// page of each took, and how many got none.
func (s *siege) readers(span time.Duration, many int) (took []time.Duration, failed int64) {
	var mu sync.Mutex
	var group sync.WaitGroup
	var none atomic.Int64
	dice := rand.New(rand.NewPCG(1, 2))
	some := rand.NewZipf(dice, 1.1, 1, uint64(s.players-1))
	tick := time.NewTicker(time.Second / time.Duration(many))
	defer tick.Stop()
	for n, begun := 0, time.Now(); time.Since(begun) < span; n++ {
		<-tick.C
		from := fmt.Sprintf("127.%d.%d.%d", 1+n>>16&63, n>>8&255, n&255)
		lang, id := []string{"en", "ja"}[n%2], fmt.Sprintf("N%08d", 1+some.Uint64())
		path := "/" + lang + "/" + []string{"", "lists/" + s.label + "/standard/", "players/" + id + "/", "players/" + id + "/results/", "players/" + id + "/why/" + s.label + "/standard/"}[dice.IntN(5)]
		group.Go(func() {
			asked := time.Now()
			if err := s.page(from, path); err != nil {
				if none.Add(1) == 1 {
					fmt.Fprintln(os.Stderr, err)
				}
				return
			}
			mu.Lock()
			took = append(took, time.Since(asked))
			mu.Unlock()
		})
	}
	group.Wait()
	return took, none.Load()
}

// page reads a page.
func (s *siege) page(from, path string) error {
	conn, err := s.ask(from, path, "gzip")
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, got.Body)
	if got.StatusCode >= http.StatusInternalServerError || got.StatusCode == http.StatusTooManyRequests {
		err = fmt.Errorf("%s: %s", path, got.Status)
	}
	return errors.Join(err, got.Body.Close())
}

// ask connects from an address, and asks for a path.
func (s *siege) ask(from, path, encoding string) (net.Conn, error) {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: time.Minute}).Dial("tcp", s.address)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: example.jp\r\nAccept-Encoding: %s\r\n\r\n", path, encoding)
	return conn, err
}

// taken asks, and reads as slowly as is said.
func (s *siege) taken(ctx context.Context, from, path, encoding string, bytes int64, each time.Duration) error {
	conn, err := s.ask(from, path, encoding)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	for err == nil {
		if _, err = io.CopyN(io.Discard, conn, bytes); err == nil && each > 0 {
			select {
			case <-time.After(each):
			case <-ctx.Done():
			}
		}
	}
	return nil
}

// spellings asks for a whole list, spelled and filtered in a new way each time.
func (s *siege) spellings(ctx context.Context, from string, dice *rand.Rand) error {
	path := fmt.Sprintf("/api/v1/lists/%s/standard?%smin=%d&%%6cang=en", s.label, strings.Repeat("&", dice.IntN(50)), dice.IntN(5000))
	return s.taken(ctx, from, path, "gzip", 64<<10, 0)
}

// silence holds a connection: it says nothing, or half a header, or asks for one page only.
func (s *siege) silence(ctx context.Context, from string, dice *rand.Rand) error {
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext(ctx, "tcp", s.address)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	defer func() { _ = conn.Close() }()
	_, _ = io.WriteString(conn, []string{"", "GET / HTTP/1.1\r\nHost: exam", "GET /healthz HTTP/1.1\r\nHost: example.jp\r\n\r\n"}[dice.IntN(3)])
	_, err = io.Copy(io.Discard, conn) // until the server closes it
	return err
}

// slow takes a whole list, not packed, 2 kB a second.
func (s *siege) slow(ctx context.Context, from string, _ *rand.Rand) error {
	return s.taken(ctx, from, "/en/lists/"+s.label+"/standard.json", "identity", 2<<10, time.Second)
}

// questions asks what nobody has asked before.
func (s *siege) questions(ctx context.Context, from string, dice *rand.Rand) error {
	n := dice.IntN(1 << 30)
	path := []string{
		fmt.Sprintf("/en/search/hits/?q=%c%c%d", 'a'+n%26, 'a'+n/26%26, n%97), fmt.Sprintf("/api/v1/lists/%s/standard/distribution?rating=%d&min=%d", s.label, n%5000, n/5000%5000),
		fmt.Sprintf("/ja/lists/%s/standard/?club=%d&page=%d", s.label, n, n%99999), fmt.Sprintf("/en/players/N%08d/?q=%d", n%s.players, n), fmt.Sprintf("/nothing/%d", n),
	}[dice.IntN(5)]
	return s.taken(ctx, from, path, "gzip", 64<<10, 0)
}
