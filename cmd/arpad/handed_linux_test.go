package main

import (
	"bufio"
	"errors"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/strace"
	"github.com/arpadchess/arpad/internal/work"
)

// small is a file that is handed in.
const small = "012 Winter Open\n042 2024/01/14\n052 2024/01/14\n" +
	"001    1      Aoki, Ren                                                          1.0          2 w 1\n" +
	"001    2      Baba, Mio                                                          0.0          1 b 0\n"

// portalOf is the server of a fixture, and an organiser at it.
type portalOf struct {
	*handing
	*exec.Cmd
	said *bufio.Scanner
}

// opens starts the server, under another program if there is one. It has no address if it is killed before.
func (d *fixture) opens(t *testing.T, of handing, under ...string) *portalOf {
	t.Helper()
	p := &portalOf{handing: &of}
	address := ""
	p.Cmd, address, p.said = d.serverUnder(t, under, "--rate", "0", "--without-clock")
	p.server = strings.TrimPrefix(address, "http://")
	return p
}

// closes has the server end, unless it was killed, and reports whether it was.
func (p *portalOf) closes(t *testing.T) bool {
	t.Helper()
	p.client.CloseIdleConnections()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
	for p.said.Scan() {
	}
	err := p.Wait()
	if err != nil && !killed(err) {
		t.Errorf("the server ends with %v", err)
	}
	return err != nil
}

// drafts returns the drafts that the page of files shows.
func (p *portalOf) drafts() (all []string) {
	page, _, _ := p.asks(http.MethodGet, "/en/portal/submit/", "", nil)
	for _, found := range regexp.MustCompile(`portal/drafts/(\w+)/"`).FindAllStringSubmatch(page, -1) {
		all = append(all, "/en/portal/drafts/"+found[1]+"/")
	}
	return all
}

// submits presses the button of a draft, with something said beside the file, and returns the report to which it leads.
func (p *portalOf) submits(draft, owner, venue string) (ref string) {
	form := url.Values{"owner": {owner}, "venue": {venue}, "submit": {"1"}}.Encode()
	_, to, _ := p.asks(http.MethodPost, draft, "application/x-www-form-urlencoded", strings.NewReader(form))
	if parts := strings.Split(to, "/"); len(parts) == 7 {
		return parts[4]
	}
	return ""
}

// handedIn returns the reports, each as often as it was handed in.
func (d *fixture) handedIn(t *testing.T) (refs []string) {
	t.Helper()
	s, err := store.Open(t.Context(), d.at())
	if err == nil {
		err = (&bureau.Bureau{Store: s, Clock: time.Now}).View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
				for range c.Revisions {
					refs = append(refs, c.Ref)
				}
				return true, nil
			})
		})
		err = errors.Join(err, s.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return refs
}

// withOrganiser returns a bureau and an organiser who is signed in.
func withOrganiser(t *testing.T) (*fixture, handing) {
	t.Helper()
	d := newOffice(t, "arpad.db")
	now, err := time.Parse(time.RFC3339, d.clock)
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return now }
	o := &office.Office{Database: d.at(), Key: d.path(officeKey), Officer: "suzuki", Clock: clock}
	b, err := o.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	kept, err := work.Open(t.Context(), office.Database(b), clock)
	if err != nil {
		t.Fatal(err)
	}
	of := enrolled(t.Context(), t, b, kept, "Minato Chess Club", 0)
	of.file = []byte(small)
	if err := errors.Join(kept.Close(), office.Close(b)); err != nil {
		t.Fatal(err)
	}
	p := d.opens(t, of) // from now on letters are made of what comes
	p.asks(http.MethodGet, "/en/portal/submit/", "", nil)
	if p.closes(t) || p.err != nil {
		t.Fatal(p.err)
	}
	return d, of
}

// striking has strace kill a server at a call that changes one of its databases: the n-th of a kind in a thread.
func striking(log, inject string, d *fixture) (under []string) {
	under = []string{"strace", "-D", "-f", "-y", "--quiet=all", "-s", "0", "-o", log, "-e", "signal=none", "-e", "trace=" + changing}
	for _, name := range []string{"arpad.db", "arpad.db-wal", "arpad.db.work", "arpad.db.work-wal", "arpad.db-journal", "arpad.db.work-journal"} {
		under = append(under, "-P", name, "-P", d.path(name))
	}
	if inject != "" {
		under = append(under, "-e", inject)
	}
	return under
}

// struck returns an injection for each call that a server makes while something is done with it.
func struck(t *testing.T, from *fixture, of handing, does func(*portalOf)) []string {
	t.Helper()
	d := from.clone(t)
	log := d.path("calls")
	p := d.opens(t, of, striking(log, "", d)...)
	before, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	does(p)
	after, err := os.ReadFile(log)
	if err != nil || p.err != nil || p.closes(t) {
		t.Fatal(err, p.err)
	}
	if len(before) > 0 {
		t.Fatalf("it changes its databases before it is asked to:\n%s", before)
	}
	return strace.Kills(after, "pwrite64", "fsync")
}

// someOf returns all of a sweep, or three from all over it: each starts three servers.
func someOf(all []string) []string {
	if soak.Full() {
		return all
	}
	return []string{all[0], all[len(all)/2], all[len(all)-1]}
}

// Killed at every call by which a file is kept or a report received, a server has done it or not: a draft has its file and what
// was said with it, nothing that was acknowledged is lost, and sent again the report is received once.
func TestKilledWhileHandingIn(t *testing.T) {
	t.Parallel()
	need.Program(t, "strace")
	from, of := withOrganiser(t)
	uploads, before, after := struck(t, from, of, func(p *portalOf) { p.keeps() }), 0, 0
	for _, strike := range someOf(uploads) {
		d := from.clone(t)
		p := d.opens(t, of, striking(d.path("calls"), strike, d)...)
		kept, _ := p.keeps()
		p.closes(t) // in another thread it may have made fewer calls, and lives
		p = d.opens(t, of)
		drafts := p.drafts()
		switch {
		case len(drafts) > 1, kept != "" && !slices.Contains(drafts, kept):
			t.Errorf("%s: %q was acknowledged, and there are %q", strike, kept, drafts)
		case len(drafts) == 0:
			before++
		default:
			after++
			page, _, _ := p.asks(http.MethodGet, drafts[0], "", nil)
			if !strings.Contains(page, "Winter Open") || !strings.Contains(page, "report.json") {
				t.Errorf("%s: the draft is not whole:\n%s", strike, page)
			}
		}
		draft, owner := p.keeps()
		ref := p.submits(draft, owner, "Hall")
		p.closes(t)
		if got := d.handedIn(t); p.err != nil || !slices.Equal(got, []string{ref}) {
			t.Errorf("%s: there are %q, want %q: %v", strike, got, ref, p.err)
		}
	}
	if before == 0 {
		t.Error("nothing was killed before a file was kept")
	}
	p := from.opens(t, of)
	draft, owner := p.keeps()
	if p.err != nil || p.closes(t) {
		t.Fatal(p.err)
	}
	submits := struck(t, from, of, func(p *portalOf) { p.submits(draft, owner, "Hall") })
	t.Logf("%d calls of an upload, %d of a submission; killed %d times before a file was kept, and %d times behind", len(uploads), len(submits), before, after)
	before, after = 0, 0
	for n, strike := range someOf(submits) {
		d := from.clone(t)
		p := d.opens(t, of, striking(d.path("calls"), strike, d)...)
		acknowledged := p.submits(draft, owner, "Hall")
		p.closes(t) // in another thread it may have made fewer calls, and lives
		if there := d.handedIn(t); len(there) == 0 && acknowledged == "" {
			before++
		} else {
			after++
		}
		p = d.opens(t, of)
		page, to, _ := p.asks(http.MethodGet, draft, "", nil)
		if to == "" && !strings.Contains(page, "Winter Open") {
			t.Errorf("%s: the draft is gone:\n%s", strike, page)
		}
		ref := p.submits(draft, owner, []string{"Hall", "Another hall"}[n%2])
		p.closes(t)
		if got := d.handedIn(t); p.err != nil || !slices.Equal(got, []string{ref}) || acknowledged != "" && acknowledged != ref {
			t.Errorf("%s: there are %q, want %q, acknowledged %q: %v", strike, got, ref, acknowledged, p.err)
		}
	}
	t.Logf("killed %d times before the report was received, and %d times behind", before, after)
	if before == 0 {
		t.Error("nothing was killed before a report was received")
	}
}
