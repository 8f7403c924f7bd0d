package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/rooms"
	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/tamper"
)

// serveCommand serves the public site until it is told to stop.
type serveCommand struct {
	bureauFlags
	Addr    string         `default:"localhost:8080" help:"cli.flag-addr" placeholder:"HOST:PORT"`
	Cert    string         `help:"cli.flag-tls-cert" placeholder:"FILE" and:"tls" xor:"acme"`
	Secret  string         `name:"key" help:"cli.flag-tls-key" placeholder:"FILE" and:"tls"`
	ACME    string         `name:"acme" help:"cli.flag-acme" placeholder:"FOLDER" xor:"acme"`
	Issuer  string         `name:"acme-directory" default:"https://acme-v02.api.letsencrypt.org/directory" help:"cli.flag-acme-directory" placeholder:"URL"`
	Proxy   []netip.Prefix `help:"cli.flag-proxy" placeholder:"CIDR"`
	HSTS    string         `name:"hsts" default:"subdomains" enum:"subdomains,host,none" help:"cli.flag-hsts"`
	Rate    int            `default:"50" help:"cli.flag-rate" placeholder:"NUMBER"`
	Memory  int            `default:"256" help:"cli.flag-memory" placeholder:"MB"`
	Metrics string         `help:"cli.flag-metrics" placeholder:"HOST:PORT"`
	Base    string         `help:"cli.flag-base" placeholder:"https://HOST"`
	Bare    bool           `name:"office-without-tls" help:"cli.flag-bare"`
	NoClock bool           `name:"without-clock" help:"cli.flag-without-clock"`
	backupsFlag
	mailFlags
	IMAP  imapFlags `embed:""`
	Print string    `help:"cli.flag-print" placeholder:"/en/..."`

	listening func(address string) // called before the first request is answered; nil: nobody is
	working   sync.WaitGroup       // what is done beside the requests
}

// office is bureauFlags.office, with the folder for backups.
func (c *serveCommand) office(a *app) *office.Office {
	of := c.bureauFlags.office(a)
	of.Backups = c.Backups
	return of
}

// siteFresh is for how long the site shows the bureau as it was.
const siteFresh = time.Second

func (c *serveCommand) Run(a *app) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.until(ctx, a)
}

// until serves until the context ends. That it ends before there is a listener is no fault either.
func (c *serveCommand) until(ctx context.Context, a *app) error {
	err := c.run(ctx, a)
	if c.Print == "" && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return nil
	}
	return err
}

func (c *serveCommand) run(ctx context.Context, a *app) error {
	_ = c.office(a).Clear() // what a killed set-up has left of a backup
	b, err := c.office(a).Open(ctx)
	if err != nil && c.Print == "" && c.nothing() {
		return c.setUp(ctx, a, nil)
	}
	if err != nil {
		return err
	}
	return a.with(ctx, b, func(ctx context.Context, b *bureau.Bureau) error {
		a.warn(office.Exposed(b))
		if c.Print != "" {
			return c.print(ctx, a, b)
		}
		if unfinished, err := portal.Unfinished(ctx, c.office(a), b); err == nil && unfinished && c.here() {
			return c.setUp(ctx, a, b)
		}
		return c.serve(ctx, a, b)
	})
}

// baseAddress returns the address of the site from outside, without a slash at its end.
func baseAddress(text string) (string, error) {
	address, err := register.SiteAddress(text)
	if err != nil {
		return "", finding.NewProblem("base-address", finding.Text("address", text))
	}
	return address, nil
}

// site returns the site of a bureau at its address.
func (c *serveCommand) site(ctx context.Context, b *bureau.Bureau) (*site.Site, error) {
	site := siteOf(b)
	base, err := baseAddress(c.Base)
	if err == nil {
		err = b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
			site.Base = cmp.Or(base, s.Contact.Site)
			return nil
		})
	}
	site.Feeds = true
	return site, err
}

// siteOf returns the site of a bureau, with its log if it signs one.
func siteOf(b *bureau.Bureau) *site.Site {
	site := site.New(b)
	site.Program = version()
	if guard := office.Guard(b); guard != nil {
		site.Log = signedLog{guard}
	}
	return site
}

// public is what the public may see: the site for people, and the API for programs.
type public struct {
	site *site.Site
	api  *api.API
}

// ServeHTTP answers a request.
func (p *public) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if api.Serves(r) {
		p.api.ServeHTTP(w, r)
		return
	}
	p.site.ServeHTTP(w, r)
}

// Refuse answers a request that comes to neither.
func (p *public) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	if api.Serves(r) {
		p.api.Refuse(w, r, status)
		return
	}
	p.site.Refuse(w, r, status)
}

// signedLog is the log that a guard signs.
type signedLog struct{ *tamper.Guard }

// Checkpoint implements site.Log.
func (l signedLog) Checkpoint() (signed []byte, public string, err error) {
	last, err := l.Last()
	if err != nil || last.Size == 0 {
		return nil, "", err
	}
	return last.Signed, l.Key.Public, nil
}

// Bundle implements site.Log.
func (l signedLog) Bundle(r bureau.Reader, label string, revision int) (write func(io.Writer) error, err error) {
	p, err := lists.FindList(r, label, revision)
	if err != nil {
		return nil, err
	}
	bundle, err := tamper.Of(r, l.Guard, p)
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error { return tamper.Write(w, bundle) }, nil
}

// print prints one page, or where it is.
func (c *serveCommand) print(ctx context.Context, a *app, b *bureau.Bureau) error {
	site, err := c.site(ctx, b)
	if err != nil {
		return err
	}
	response, err := site.Page(ctx, c.Print)
	if err != nil {
		return err
	}
	if response.Location != "" {
		fmt.Fprintln(a.out, response.Location)
	}
	if response.Status >= http.StatusBadRequest {
		a.atLeast(exitRefused)
	}
	_, err = a.out.Write(response.Body)
	return err
}

// serve serves the site of a bureau until the context ends.
func (c *serveCommand) serve(ctx context.Context, a *app, b *bureau.Bureau) error {
	ctx, stop := context.WithCancel(ctx)
	defer func() {
		stop()
		c.working.Wait()
	}()
	in, memory, err := c.serving(ctx, a, b)
	if err != nil {
		return err
	}
	noContact := []finding.Finding(nil)
	err = b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		noContact = register.NoContact(s)
		return nil
	})
	if err != nil {
		return err
	}
	listener, err := c.listen(ctx)
	if err != nil {
		return err
	}
	defer watch(ctx, b)()
	if len(noContact) > 0 && !local(listener) {
		return errors.Join(finding.NewProblem("contact-needed", finding.Text("address", c.Addr)), listener.Close())
	}
	a.warn(noContact)
	h := &house{}
	h.open.Store(in)
	f := c.front(a, h)
	f.Limits.Connections = int(memory / forConnection)
	err = c.answer(ctx, a, f, listener, c.metrics(ctx, in), func(ctx context.Context, address string) {
		in.site.Prepare(ctx) // before anybody comes: it takes a processor
		fmt.Fprintln(a.err, a.Text("serve.listening", explain.Data{"address": address}))
	})
	in.site.Wait()
	return err
}

// public returns what the public may see of a bureau, and the memory that is for it.
func (c *serveCommand) public(ctx context.Context, a *app, b *bureau.Bureau) (shown *public, memory int64, err error) {
	site, err := c.site(ctx, b)
	if err != nil {
		return nil, 0, err
	}
	players := 0
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		players, err = lists.PlayerCount(r)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	memory = int64(cmp.Or(c.Memory, usualMemory))<<20 + int64(memoryForPlayer*players)
	setMemoryLimit(memory - memory/programPart)
	site.Hold(memory / keptPart)
	site.Fresh = siteFresh
	site.Reopen = func(ctx context.Context, why error) (*bureau.Bureau, error) {
		if !store.HasMoved(why) {
			return nil, why
		}
		return c.office(a).Open(ctx)
	}
	site.Leave = func(b *bureau.Bureau) { _ = office.Close(b) } // it was only read
	site.Failed = func(address string, why error) {
		fmt.Fprintf(a.err, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), address, office.Cause(why))
	}
	return &public{site, api.New(site.Public)}, memory, nil
}

// door is what answers requests behind the front.
type door interface {
	http.Handler
	Refuse(w http.ResponseWriter, r *http.Request, status int)
}

// front returns the front of a door.
func (c *serveCommand) front(a *app, d door) *front.Front {
	bounds := portal.Bounds(rooms.All...)
	maps.Copy(bounds, api.Bounds())
	f := &front.Front{
		Handler: d, Refuse: d.Refuse, Open: api.Open(), Bounds: bounds, Health: []string{"/healthz", "/readyz"}, Policy: page.ContentPolicy,
		Secure:  map[string]string{"subdomains": "max-age=31536000; includeSubDomains", "host": "max-age=31536000"}[c.HSTS],
		Proxies: c.Proxy, Rate: float64(c.Rate), Cert: c.Cert, Key: c.Secret, Log: a.err, Limits: front.Usual(),
	}
	if c.ACME != "" {
		f.Obtains = front.Obtained(c.host(), c.ACME, c.Issuer)
	}
	return f
}

// host returns the host of --base, empty if there is none.
func (c *serveCommand) host() string {
	u, err := url.Parse(c.Base)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// listen listens at the address; the certificates can be used.
func (c *serveCommand) listen(ctx context.Context) (net.Listener, error) {
	if c.Cert != "" {
		if _, err := tls.LoadX509KeyPair(c.Cert, c.Secret); err != nil {
			return nil, finding.NewProblem("certificate-unusable", finding.Text("file", c.Cert), finding.Text("cause", err.Error()))
		}
	}
	if c.ACME != "" && c.host() == "" {
		return nil, finding.NewProblem("acme-host")
	}
	return listen(ctx, "--addr", c.Addr)
}

// answer answers requests until the context ends. It calls ready with the address before the first one.
func (c *serveCommand) answer(ctx context.Context, a *app, f *front.Front, listener net.Listener, counted *front.Metrics, ready func(context.Context, string)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 1)
	if c.Metrics == "" {
		ended <- nil
	} else {
		at, err := listen(ctx, "--metrics", c.Metrics)
		if err != nil {
			return errors.Join(err, listener.Close())
		}
		f.Metrics = counted
		go func() { ended <- f.ServeMetrics(ctx, at) }()
		fmt.Fprintln(a.err, a.Text("serve.metrics", explain.Data{"address": "http://" + reachedAt(at) + "/metrics"}))
	}
	address := reachedAt(listener)
	switch {
	case strings.HasPrefix(address, socketFile):
	case c.Cert != "" || c.ACME != "":
		address = "https://" + address + "/"
	default:
		address = "http://" + address + "/"
	}
	if c.listening != nil {
		c.listening(address)
	}
	ready(ctx, address)
	if _, err := daemon.SdNotify(false, daemon.SdNotifyReady); err != nil { // systemd waits for it; elsewhere nothing is done
		return errors.Join(err, listener.Close())
	}
	err := f.Serve(ctx, listener)
	stop()
	return errors.Join(err, <-ended)
}

// watch tells the watchdog of systemd that the bureau can still be asked something, whatever it answers, until the context ends.
// What is hung is started again by it. It returns what waits for the end.
func watch(ctx context.Context, b *bureau.Bureau) (wait func()) {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every == 0 {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	group.Go(func() {
		again := time.NewTicker(every / 3)
		defer again.Stop()
		for {
			_ = b.View(ctx, func(bureau.Reader, *bureau.Settings) error { return nil }) // that the database is away no restart mends
			_, _ = daemon.SdNotify(false, daemon.SdNotifyWatchdog)                      // whoever does not hear it starts us again
			select {
			case <-ctx.Done():
				return
			case <-again.C:
			}
		}
	})
	return func() {
		stop()
		group.Wait()
	}
}

// lastDay returns the last moment of the certificate, as it is in its file now; zero: it cannot be read, which is said elsewhere.
func (c *serveCommand) lastDay() time.Time {
	pair, err := tls.LoadX509KeyPair(c.Cert, c.Secret)
	if err != nil {
		return time.Time{}
	}
	return pair.Leaf.NotAfter
}

// local reports whether only visitors of the same machine reach what listens.
func local(listener net.Listener) bool {
	address, isTCP := listener.Addr().(*net.TCPAddr)
	return isTCP && address.IP.IsLoopback()
}

// metrics returns what is counted of what is served, and what needs somebody.
func (c *serveCommand) metrics(ctx context.Context, in *serving) *front.Metrics {
	site, m := in.site, front.NewMetrics()
	if in.acting != nil {
		m.Signs("arpad_alarm", "Whether something needs somebody: 1 if it does.", "alarm", clockwork.AlarmIDs, func() (on []string) {
			_ = site.Use(func(b *bureau.Bureau) error { // what cannot be read is said by the clock
				found, err := in.acting.Clock.Alarms(ctx, b)
				for _, f := range found {
					on = append(on, f.ID)
				}
				return err
			})
			return on
		})
	}
	const name, help = "arpad_pages_total", "Pages by whether they were kept from before or rendered."
	m.Count(name, help, map[string]string{"from": "memory"}, site.Kept.Load)
	m.Count(name, help, map[string]string{"from": "bureau"}, site.Rendered.Load)
	return m
}
