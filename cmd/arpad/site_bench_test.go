package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/test/large"
)

// BenchmarkSite asks a site that runs as a process of its own, over loopback, on 16
// connections: pages of all kinds in both languages, drawn by Zipf's law, and in turn a
// bare handler that sends the same bytes from memory; then once more while a period is
// closed and its list published. ARPAD_PLAYERS is the size of a large federation in place
// of the demo, with 24 lists and 20,000 events, ARPAD_ADDRESSES how many addresses.
func BenchmarkSite(b *testing.B) {
	folder := b.TempDir()
	file := filepath.Join(folder, demoFile)
	now, reportMonth := officeToAsk(b, file)
	env := "ARPAD_CLOCK=" + now.Format(time.RFC3339)
	program := binary(b)
	begun := time.Now()
	site := startProcess(b, program, env, "serve", "--db", file, "--addr", "127.0.0.1:0", "--rate", "0")
	site.get(b, "/en/")
	fmt.Fprintf(os.Stderr, "from start to the first answer: %v\n", time.Since(begun).Round(time.Millisecond))
	all := site.crawl(b, number("ARPAD_ADDRESSES", 2000))
	list := filepath.Join(folder, "addresses")
	write(b, list, []byte(site.address+"\n"+strings.Join(all, "\n")))
	plain := startProcess(b, "bare", "", list)
	for _, kind := range []struct{ name, form string }{
		{"all", ""}, {"player", `/players/\w+/?$`}, {"why", `/why/[^.]+$`}, {"list", `/lists/[\w-]+/\w+/?(\?.*)?$`}, {"event", `/events/[\w-]+/?$`}, {"search", `/search/hits`},
	} {
		form := regexp.MustCompile(kind.form)
		some := slices.DeleteFunc(slices.Clone(all), func(address string) bool { return !form.MatchString(address) })
		b.Run(kind.name, func(b *testing.B) {
			for b.Loop() {
				compareLoad(b, site, plain, some)
			}
		})
	}
	if reportMonth != nil {
		b.Run("while a list comes out", func(b *testing.B) {
			for b.Loop() {
				loadWhilePublishing(b, site, plain, all, reportMonth)
			}
		})
	}
	fmt.Fprintf(os.Stderr, "resident memory: %d MB, at most %d MB\n", site.memory(b, "VmRSS")>>10, site.memory(b, "VmHWM")>>10)
}

// officeToAsk makes the bureau whose site is asked, and returns the time at it. reportMonth
// reports the events of one more month, and returns what closes the period and publishes its
// list; nil for the demo.
func officeToAsk(b *testing.B, file string) (now time.Time, reportMonth func() (publish func() error, err error)) {
	ctx := context.Background()
	players := number("ARPAD_PLAYERS", 0)
	if players == 0 {
		d, err := buildDemoOf(&app{Printer: explain.New("en")}, file, demoPlayers)
		fatal(b, err)
		return d.now, nil
	}
	const lists, events, mostGames = 24, 20_000, 20_000
	f := large.New(players, min(players/5, mostGames))
	crowdIn(b, f, file)
	f.Meet(max(1, events/lists-len(f.Batch.Events)))
	for n := range lists {
		label, err := f.Month(ctx, n)
		fatal(b, err)
		fatal(b, f.Publish(ctx, label))
	}
	n := lists
	return f.Now, func() (func() error, error) {
		label, err := f.Month(ctx, n)
		n++
		return func() error { return f.Publish(ctx, label) }, err
	}
}

// number returns a number from the environment.
func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// compareLoad reports how fast a site is, and compared with a bare handler.
func compareLoad(b *testing.B, site, plain *process, addresses []string) {
	const turns, requests = 5, 10_000
	var faster, later []float64
	var rates, lates [2][]float64
	for range turns {
		for i, p := range []*process{site, plain} {
			rate, late := p.load(b, addresses, requests)
			rates[i], lates[i] = append(rates[i], rate), append(lates[i], late.Seconds()*1000)
		}
		faster = append(faster, rates[0][len(rates[0])-1]/rates[1][len(rates[1])-1])
		later = append(later, lates[0][len(lates[0])-1]/lates[1][len(lates[1])-1])
	}
	b.ReportMetric(middle(rates[0]), "requests/s")
	b.ReportMetric(middle(faster), "of-bare")
	b.ReportMetric(middle(lates[0]), "p99-ms")
	b.ReportMetric(middle(later), "p99-of-bare")
}

// loadWhilePublishing reports how fast a site is while a period is closed and its list is
// published, and in the first requests after that, compared with a bare handler.
func loadWhilePublishing(b *testing.B, site, plain *process, addresses []string, reportMonth func() (func() error, error)) {
	const turns, requests = 3, 2000
	var during, after, took []float64
	for range turns {
		var rates, later [2]float64
		for i, p := range []*process{site, plain} {
			publish, err := reportMonth()
			if err != nil {
				b.Fatal(err)
			}
			p.load(b, addresses, 5*requests)
			done := make(chan error, 1)
			begun := time.Now()
			go func() { done <- publish() }()
			asked := 0
			for out := false; !out; asked += requests {
				p.load(b, addresses, requests)
				select {
				case err := <-done:
					if out = true; err != nil {
						b.Fatal(err)
					}
				default:
				}
			}
			rates[i] = float64(asked) / time.Since(begun).Seconds()
			took = append(took, time.Since(begun).Seconds())
			later[i], _ = p.load(b, addresses, 5*requests)
		}
		during, after = append(during, rates[0]/rates[1]), append(after, later[0]/later[1])
	}
	b.ReportMetric(middle(during), "of-bare")
	b.ReportMetric(middle(after), "of-bare-after")
	b.ReportMetric(middle(took), "s-to-publish")
}

func middle(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/2]
}

// process is a server that runs as a process of its own.
type process struct {
	*exec.Cmd
	address string // host and port
}

// startProcess starts a server, which says its address first.
func startProcess(b testing.TB, program, env string, args ...string) *process {
	b.Helper()
	p := &process{Cmd: exec.Command(program, args...)}
	p.Env = append(os.Environ(), env)
	said, err := p.StderrPipe()
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := p.Process.Kill(); err != nil {
			b.Error(err)
		}
		_ = p.Wait() // it was killed
	})
	lines := bufio.NewScanner(said)
	for p.address == "" {
		if !lines.Scan() {
			b.Fatalf("%s does not say where it listens", program)
		}
		p.address = regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(lines.Text())
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return p
}

// memory returns a line of /proc/PID/status, in kB.
func (p *process) memory(b testing.TB, line string) int {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		b.Skip(err)
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	n, err := strconv.Atoi(strings.Fields(rest)[0])
	if err != nil {
		b.Fatal(err)
	}
	return n
}

// get returns the body of a page.
func (p *process) get(b *testing.B, address string) string {
	b.Helper()
	body, _ := p.follow(b, address)
	return body
}

// follow returns the body of a page, and the address to which its address led.
func (p *process) follow(b *testing.B, address string) (body, at string) {
	b.Helper()
	response, err := http.Get("http://" + p.address + address)
	if err != nil {
		b.Fatal(err)
	}
	data, err := io.ReadAll(response.Body)
	if err != nil || response.Body.Close() != nil || response.StatusCode != http.StatusOK {
		b.Fatal(address, response.Status, err)
	}
	return string(data), response.Request.URL.RequestURI()
}

// crawl fetches pages until it has enough addresses, and says how long the first answer of
// a page of each kind took. Searches are added.
func (p *process) crawl(b *testing.B, enough int) []string {
	next := []string{"/en/", "/ja/"}
	seen := map[string]bool{"/en/": true, "/ja/": true}
	first := map[string][]time.Duration{}
	name := regexp.MustCompile(`\d[\w-]*|[NC]\d+|\?.*`)
	shuffle := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(next) && i < enough; i++ {
		j := i + shuffle.IntN(len(next)-i)
		next[i], next[j] = next[j], next[i]
		begun := time.Now()
		body, at := p.follow(b, next[i])
		next[i] = at
		kind := name.ReplaceAllString(next[i][len("/en"):], "_")
		first[kind] = append(first[kind], time.Since(begun))
		for link := range links(body) {
			to := resolve(b, next[i], link)
			if !seen[to] && !strings.Contains(to, "/assets/") && !strings.Contains(link, "newest") {
				seen[to] = true
				next = append(next, to)
			}
		}
	}
	for _, kind := range slices.SortedFunc(maps.Keys(first), func(a, b string) int { return cmp.Compare(len(first[b]), len(first[a])) }) {
		took := first[kind]
		slices.Sort(took)
		if len(took) >= 10 {
			fmt.Fprintf(os.Stderr, "first render of %d %s: %v, 95 of 100 at most %v\n", len(took), kind, took[len(took)/2].Round(time.Microsecond), took[len(took)*95/100].Round(time.Microsecond))
		}
	}
	all := next[:min(enough, len(next))]
	for _, lang := range explain.Languages {
		for a := 'a'; a <= 'z'; a++ {
			for _, then := range "aeiou" {
				all = append(all, "/"+lang+"/search/hits/?q="+string(a)+string(then))
			}
		}
	}
	return all
}

// load sends requests on 16 connections and returns how many were answered in a second,
// and what 99 of 100 took at most.
func (p *process) load(b *testing.B, addresses []string, requests int) (rate float64, late time.Duration) {
	const connections = 16
	all := make([][]time.Duration, connections)
	var group sync.WaitGroup
	begun := time.Now()
	for n := range connections {
		group.Go(func() {
			took, err := p.ask(addresses, requests/connections, uint64(n))
			all[n] = took
			if err != nil {
				b.Error(err)
			}
		})
	}
	group.Wait()
	whole := time.Since(begun)
	took := slices.Concat(all...)
	slices.Sort(took)
	return float64(len(took)) / whole.Seconds(), took[len(took)*99/100]
}

// ask sends requests on a connection, one after the other.
func (p *process) ask(addresses []string, requests int, seed uint64) (took []time.Duration, err error) {
	const skew = 1.1
	conn, err := net.Dial("tcp", p.address)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close() }()
	dice := rand.NewZipf(rand.New(rand.NewPCG(seed, 1)), skew, 1, uint64(len(addresses)-1))
	in := bufio.NewReaderSize(conn, 1<<16)
	for range requests {
		begun := time.Now()
		if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: example.jp\r\nAccept-Encoding: gzip\r\n\r\n", addresses[dice.Uint64()]); err != nil {
			return took, err
		}
		if err := skipResponse(in); err != nil {
			return took, err
		}
		took = append(took, time.Since(begun))
	}
	return took, nil
}

// skipResponse reads a response with a length.
func skipResponse(in *bufio.Reader) error {
	length := -1
	for first := true; ; first = false {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if first && !bytes.HasPrefix(line, []byte("HTTP/1.1 200")) {
			return fmt.Errorf("%s", line)
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
		if len(bytes.TrimSpace(line)) == 0 {
			_, err := in.Discard(length)
			return err
		}
	}
}

// bare is the program that compareLoad compares with: it fetches all addresses of a file
// from the server named in the first line, and serves them from memory.
func bare() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	type answer struct {
		header http.Header
		body   []byte
	}
	all := map[string]answer{}
	lines := strings.Split(string(text), "\n")
	for _, address := range lines[1:] {
		r, err := http.NewRequest(http.MethodGet, "http://"+lines[0]+address, http.NoBody)
		if err != nil {
			panic(err)
		}
		r.Header.Set("Accept-Encoding", "gzip")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			panic(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil || response.Body.Close() != nil {
			panic(err)
		}
		response.Header.Del("Date")
		all[address] = answer{response.Header, body}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(os.Stderr, listener.Addr())
	server := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kept := all[r.RequestURI]
		for name, values := range kept.header {
			w.Header()[name] = values
		}
		_, _ = w.Write(kept.body)
	})}
	panic(server.Serve(listener))
}
