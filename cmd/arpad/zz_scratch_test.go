package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"context"
	"io"
	"os"
	"testing"
	"time"
	"regexp"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/office"
)

func BenchmarkZBuild(b *testing.B) {
	os.MkdirAll("/tmp/large", 0o755)
	now, _ := officeToAsk(b, "/tmp/large/demo.db")
	os.WriteFile("/tmp/large/now", []byte(now.Format(time.RFC3339)), 0o644)
}

func BenchmarkZCrawl(b *testing.B) {
	now, _ := os.ReadFile("/tmp/large/now")
	os.Setenv("ARPAD_CLOCK", string(now))
	f, err := (&office.Office{Database: "/tmp/large/demo.db"}).Open(context.Background())
	fatal(b, err)
	said, tell := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	lines := bufio.NewScanner(said)
	ended := make(chan error, 1)
	go func() {
		ended <- (&serveCommand{Addr: "127.0.0.1:0"}).serve(ctx, &app{Printer: explain.New("en"), out: io.Discard, err: tell}, f)
	}()
	lines.Scan()
	p := &process{address: regexp.MustCompile(`127\.0\.0\.1:\d+`).FindString(lines.Text())}
	go func() { for lines.Scan() {} }()
	for b.Loop() {
		scratchCrawl(b, p, number("ARPAD_ADDRESSES", 2000))
	}
	stop()
}

func scratchCrawl(b *testing.B, p *process, enough int) {
	next := []string{"/en/", "/ja/"}
	seen := map[string]bool{"/en/": true, "/ja/": true}
	first := map[string][]time.Duration{}
	name := regexp.MustCompile(`\d[\w-]*|[NC]\d+|\?.*`)
	only := regexp.MustCompile(os.Getenv("ONLY"))
	big := regexp.MustCompile(`/lists/.*\.(csv|json|txt|xlsx)`)
	shuffle := rand.New(rand.NewPCG(1, 2))
	for i := 0; i < len(next) && i < enough; i++ {
		j := i + shuffle.IntN(len(next)-i)
		next[i], next[j] = next[j], next[i]
		kind := name.ReplaceAllString(next[i][len("/en"):], "_")
		if big.MatchString(next[i]) || !only.MatchString(next[i]) && i > 300 { continue }
		begun := time.Now()
		body, at := p.follow(b, next[i])
		next[i] = at
		first[kind] = append(first[kind], time.Since(begun))
		for link := range links(body) {
			to := resolve(b, next[i], link)
			if !seen[to] && !strings.Contains(to, "/assets/") && !strings.Contains(link, "newest") {
				seen[to] = true
				next = append(next, to)
			}
		}
	}
	for kind, took := range first {
		slices.Sort(took)
		if len(took) >= 10 {
			fmt.Printf("%6d %-40s: %v, 95 of 100 at most %v\n", len(took), kind, took[len(took)/2].Round(time.Microsecond), took[len(took)*95/100].Round(time.Microsecond))
		}
	}
}
