package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/work"
)

// sunday is a Sunday evening: clubs hand in their reports while others read.
type sunday struct {
	players, organisers int
	admitted            int           // reports in the open period
	span                time.Duration // in which they come
	readers             int           // a second
}

// handing is an organiser who hands a file in.
type handing struct {
	token   string // of their session
	version string // of the draft
	file    []byte
	client  *http.Client
	server  string // host and port

	ref                     string // of the report that it has become
	kept, checked, received time.Duration
	waited                  int // pages that have said their place
	err                     error
}

// On a Sunday evening nothing that is handed in is lost or doubled.
func TestSundayEvening(t *testing.T) {
	t.Parallel()
	(&sunday{players: 10_000, organisers: 10, admitted: 10, span: time.Second, readers: 20}).passes(t)
}

// BenchmarkSundayEvening says how long organisers and readers wait. Its numbers are ARPAD_PLAYERS, ARPAD_ORGANISERS,
// ARPAD_ADMITTED, ARPAD_SECONDS and ARPAD_READERS.
func BenchmarkSundayEvening(b *testing.B) {
	(&sunday{
		players: number("ARPAD_PLAYERS", 345_000), organisers: number("ARPAD_ORGANISERS", 200), admitted: number("ARPAD_ADMITTED", 200),
		span: time.Duration(number("ARPAD_SECONDS", 60)) * time.Second, readers: number("ARPAD_READERS", 50),
	}).passes(b)
	b.ReportMetric(0, "ns/op")
}

// passes fails unless each report is received once. A benchmark says how long each took.
func (e *sunday) passes(tb testing.TB) {
	const alone = 8 // files that are read before the others come
	ctx := context.Background()
	const gamesOfEvent = 360 // about
	f := large.New(e.players, e.admitted*gamesOfEvent)
	file := filepath.Join(tb.TempDir(), demoFile)
	b := crowdIn(tb, f, file)
	label, err := f.Month(ctx, 0)
	fatal(tb, err)
	f.Now = time.Date(2024, 1, 18, 9, 0, 0, 0, time.UTC)
	all := e.enrols(ctx, tb, b, f)
	s := &siege{players: e.players, label: "2024-01"}
	s.process = startProcess(tb, "arpad", "ARPAD_CLOCK="+f.Now.Format(time.RFC3339), "serve", "--db", file, "--addr", "127.0.0.1:0", "--rate", "0")
	for n := range all {
		all[n].server = s.address
	}
	all[0].keeps()
	fatal(tb, all[0].err)
	used := s.processor(tb)
	for range alone {
		all[0].keeps()
		fatal(tb, all[0].err)
	}
	used = (s.processor(tb) - used) / alone
	s.readers(2*time.Second, e.readers) // what is asked again is kept
	before, _ := s.readers(min(e.span, 20*time.Second), e.readers)
	var group sync.WaitGroup
	busy, begun := s.processor(tb), time.Now()
	for n := range all {
		group.Go(func() {
			<-time.After(e.span * time.Duration(n) / time.Duration(len(all)))
			all[n].handsIn()
		})
	}
	during, failed := s.readers(e.span, e.readers)
	group.Wait()
	took := time.Since(begun)
	busy = s.processor(tb) - busy
	e.wereReceived(ctx, tb, b, len(f.Batch.Events), all)
	of := func(what func(*handing) time.Duration) string {
		var times []time.Duration
		for n := range all {
			times = append(times, what(&all[n]))
		}
		return percentiles(times)
	}
	waited := 0
	for n := range all {
		waited += all[n].waited
	}
	fmt.Fprintf(os.Stderr, "%d players, %d reports in the open period %s, %d games: a file of 300 players to its check %.0f ms of processor time alone\n", e.players, len(f.Batch.Events), label, len(f.Batch.Games), 1000*used)
	fmt.Fprintf(os.Stderr, "%d organisers in %v, %.2f processors: kept %s, checked %s, received %s; %d pages said their place\n", len(all), took.Round(time.Millisecond), busy/took.Seconds(),
		of(func(h *handing) time.Duration { return h.kept }), of(func(h *handing) time.Duration { return h.checked }), of(func(h *handing) time.Duration { return h.received }), waited)
	fmt.Fprintf(os.Stderr, "readers: %s before, %s meanwhile, %d without a page; memory %d MB\n", percentiles(before), percentiles(during), failed, s.memory(tb, "VmHWM")>>10)
}

// percentiles says the 50th, the 95th and the last of 100.
func percentiles(all []time.Duration) string {
	slices.Sort(all)
	at := func(n int) time.Duration { return all[min(len(all)*n/100, len(all)-1)].Round(time.Millisecond / 10) }
	return fmt.Sprint(at(50), ", ", at(95), ", ", at(100))
}

// enrols makes a club for each organiser, who is signed in: the passwords of so many would take longer than what they do.
func (e *sunday) enrols(ctx context.Context, tb testing.TB, b *bureau.Bureau, f *large.Federation) []handing {
	tb.Helper()
	kept, err := work.Open(ctx, office.Database(b), f.Clock)
	fatal(tb, err)
	defer func() { fatal(tb, kept.Close()) }()
	all := make([]handing, e.organisers)
	for n := range all {
		club := fmt.Sprintf("Club %04d", n+1)
		all[n] = enrolled(ctx, tb, b, kept, club, n)
		all[n].file = bureautest.JSON(tb, f.Open(n, club))
	}
	return all
}

// enrolled makes a club, and an organiser of it who is signed in.
func enrolled(ctx context.Context, tb testing.TB, b *bureau.Bureau, kept *work.Store, club string, n int) handing {
	tb.Helper()
	_, err := register.AddClub(ctx, b, []string{"name=" + club}, "")
	fatal(tb, err)
	made, err := account.Invite(ctx, b, fmt.Sprintf("organiser%d@example.jp", n), "Organiser", account.Wish{Roles: []string{"organiser"}, Clubs: []string{club}}, "")
	fatal(tb, err)
	number, a, err := account.Accept(ctx, b, made.Token, "", bureau.Factors{Password: "of nobody"})
	fatal(tb, err)
	now := b.Clock()
	token, err := kept.Begin(ctx, work.Session{Account: number, Epoch: a.Epoch, Made: now, Expires: now.AddDate(0, 0, 1), Idle: 24 * time.Hour}, "")
	fatal(tb, err)
	from := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 100, byte(n/250), byte(n%250+1))}}
	return handing{token: token, client: &http.Client{
		Transport:     &http.Transport{DialContext: from.DialContext},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// wereReceived fails unless each file has become one report of its own, beside those that were there.
func (e *sunday) wereReceived(ctx context.Context, tb testing.TB, b *bureau.Bureau, before int, all []handing) {
	tb.Helper()
	files := map[string]string{} // their digests by the reports
	there := 0
	fatal(tb, b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
			there++
			for i := range c.Revisions {
				files[c.Ref] += c.Revisions[i].Digest
			}
			return true, nil
		})
	}))
	if there != before+len(all) {
		tb.Errorf("there are %d reports, want %d", there, before+len(all))
	}
	for n := range all {
		h := &all[n]
		if sum := sha256.Sum256(h.file); h.err != nil || files[h.ref] != hex.EncodeToString(sum[:]) {
			tb.Errorf("the file of organiser %d has become %q: %v", n, h.ref, h.err)
		}
	}
}

// asks sends a request, and returns the page, or where it leads.
func (h *handing) asks(method, path, kind string, body io.Reader) (page, to string, waits bool) {
	if h.err != nil {
		return "", "", false
	}
	r, err := http.NewRequest(method, "http://"+h.server+path, body)
	if err != nil {
		h.err = err
		return "", "", false
	}
	_, port, _ := net.SplitHostPort(h.server)
	r.Host = "localhost:" + port
	r.Header.Set("Origin", "http://"+r.Host)
	r.Header.Set("Content-Type", kind)
	r.AddCookie(&http.Cookie{Name: "arpad", Value: h.token})
	a, err := h.client.Do(r)
	if err != nil {
		h.err = err
		return "", "", false
	}
	text, err := io.ReadAll(a.Body)
	_ = a.Body.Close() // it was read
	waits = a.Header.Get("Refresh") != "" || strings.Contains(string(text), explain.New("en").Text("desk.report.busy", nil))
	if h.err = err; err == nil && a.StatusCode >= http.StatusBadRequest && !waits {
		h.err = fmt.Errorf("%s %s: %s: %s", method, path, a.Status, regexp.MustCompile(`(?s)role="alert".*?</div>`).Find(text))
	}
	if found := regexp.MustCompile(`name="draft-version" value="(\d+)"`).FindSubmatch(text); found != nil {
		h.version = string(found[1])
	}
	return string(text), a.Header.Get("Location"), waits
}

// again asks until it is not told to wait, as a browser does that fetches the page again.
func (h *handing) again(ask func() (string, string, bool)) (page, to string) {
	for {
		page, to, waits := ask()
		if !waits {
			return page, to
		}
		h.waited++
		<-time.After(3 * time.Second)
	}
}

// keeps drops the file on the page, and reads what it comes to. It returns the draft, and the account.
func (h *handing) keeps() (draft, owner string) {
	page, _, _ := h.asks(http.MethodGet, "/en/portal/submit/", "", nil)
	if found := regexp.MustCompile(`name="owner" value="([^"]*)"`).FindStringSubmatch(page); found != nil {
		owner = found[1]
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("owner", owner) // into memory
	if part, err := form.CreateFormFile("files", "report.json"); err == nil {
		_, _ = part.Write(h.file)
	}
	_ = form.Close()
	begun := time.Now()
	_, draft, _ = h.asks(http.MethodPost, "/en/portal/submit/", form.FormDataContentType(), &body)
	h.kept = time.Since(begun)
	page, _ = h.again(func() (string, string, bool) { return h.asks(http.MethodGet, draft, "", nil) })
	h.checked = time.Since(begun)
	if h.err == nil && (!strings.HasPrefix(draft, "/en/portal/drafts/") || !strings.Contains(page, `name="submit"`)) {
		h.err = fmt.Errorf("the file is not checked at %s:\n%s", draft, page)
	}
	return draft, owner
}

// handsIn drops the file, reads its check and submits it.
func (h *handing) handsIn() {
	draft, owner := h.keeps()
	begun, sent := time.Now(), ""
	for waits := true; waits; {
		form := url.Values{"owner": {owner}, "draft-version": {h.version}, "submit": {"1"}}.Encode()
		if _, sent, waits = h.asks(http.MethodPost, draft, "application/x-www-form-urlencoded", strings.NewReader(form)); waits { // the page fetches itself again, and the button is pressed again
			h.waited++
			<-time.After(3 * time.Second)
			h.again(func() (string, string, bool) { return h.asks(http.MethodGet, draft, "", nil) })
		}
	}
	h.received = time.Since(begun)
	h.asks(http.MethodGet, sent, "", nil)
	if parts := strings.Split(sent, "/"); h.err == nil && len(parts) == 7 {
		h.ref = parts[4]
	}
}
