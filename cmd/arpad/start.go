package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/mail/smtp"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/rooms"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/work"
)

// startCommand is serve for a desktop: it opens the browser.
type startCommand struct {
	bureauFlags
	Addr string `default:"localhost:8080" help:"cli.flag-addr" placeholder:"HOST:PORT"`
}

func (c *startCommand) Run(a *app) error {
	const usualRate = 50
	return (&serveCommand{bureauFlags: c.bureauFlags, Addr: c.Addr, Rate: usualRate, listening: browse}).Run(a)
}

// browse opens the browser at an address, which is printed, too.
func browse(address string) {
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		if os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		command = []string{"xdg-open"}
	}
	opening := exec.Command(command[0], append(command[1:], address)...)
	if opening.Start() == nil {
		go func() { _ = opening.Wait() }()
	}
}

// nothing reports whether there is no database yet where one would be in a file.
func (c *serveCommand) nothing() bool {
	_, err := os.Lstat(c.DB)
	return errors.Is(err, fs.ErrNotExist) && !strings.Contains(c.DB, "://")
}

// here reports whether only this machine reaches the address at which is served.
func (c *serveCommand) here() bool {
	name, _, err := net.SplitHostPort(c.Addr)
	ip := net.ParseIP(name)
	return err != nil || strings.EqualFold(name, localhost) || ip != nil && ip.IsLoopback() // what is no address is refused where it is listened at
}

// house is what is served: the public site and the portal of a bureau, and before it the set-up.
type house struct {
	*portal.Setup // nil: there is nothing to set up
	open          atomic.Pointer[serving]
}

// serving is what is served of a bureau.
type serving struct {
	*public
	acting *portal.Portal // nil: nobody can sign in
}

// door returns who answers a request.
func (h *house) door(r *http.Request) door {
	switch open := h.open.Load(); {
	case open == nil || h.Setup != nil && h.Serves(r):
		return h.Setup
	case open.acting != nil && open.acting.Serves(r):
		return open.acting
	default:
		return open.public
	}
}

// ServeHTTP implements http.Handler.
func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.door(r).ServeHTTP(w, r) }

// Refuse answers a request that comes to none of them.
func (h *house) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	h.door(r).Refuse(w, r, status)
}

// serving returns what is served of a bureau, and the memory that is for it. The portal keeps its work until the context
// ends.
func (c *serveCommand) serving(ctx context.Context, a *app, b *bureau.Bureau) (*serving, int64, error) {
	shown, memory, err := c.public(ctx, a, b)
	if err != nil {
		return nil, 0, err
	}
	server, err := c.server(shown.site.Base)
	if err != nil {
		return nil, 0, err
	}
	in := &serving{public: shown}
	box, err := c.IMAP.box(ctx, b)
	if err != nil {
		return nil, 0, err
	}
	if in.acting, err = c.portal(ctx, a, b, shown, server, box); err != nil {
		fmt.Fprintln(a.err, a.Text("serve.nobody", explain.Data{"cause": office.Cause(err)}))
	}
	return in, memory, nil
}

// portal returns the portal of a bureau.
func (c *serveCommand) portal(ctx context.Context, a *app, b *bureau.Bureau, shown *public, server *smtp.Server, box *inbox.Box) (*portal.Portal, error) {
	keys, err := c.office(a).Sealing()
	if err != nil {
		return nil, err
	}
	sealer, err := signin.NewSealer(keys...)
	if err != nil {
		return nil, err
	}
	kept, err := work.Open(ctx, office.Database(b), b.Clock)
	if err != nil {
		return nil, err
	}
	if len(keys) > 0 {
		kept.Sealer = sealer
	}
	jobs := job.New(ctx, kept)
	jobs.Failed = func(what string, why error) {
		fmt.Fprintf(a.err, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), what, office.Cause(why))
	}
	mails := &inbox.Inbox{Work: kept, Sealer: sealer}
	within := &clockwork.Clock{Work: kept, Jobs: jobs, Office: c.office(a), Use: shown.site.Use, Failed: jobs.Failed, Sends: c.SMTP != "", Reads: box != nil}
	if c.Cert != "" {
		within.Certificate = c.lastDay
	}
	letters := &mail.Office{Bureau: b, Work: kept, Base: shown.site.Base, Thread: mails.Thread, Alarms: within.Alarms}
	if err := letters.Collect(ctx); err != nil { // before anything comes, of which somebody is to be told
		jobs.Failed("letters", err)
	}
	var beside sync.WaitGroup
	beside.Go(func() { server.Run(ctx, letters, shown.site.Use, lettersEvery) })
	c.working.Go(func() {
		if !c.NoClock {
			beside.Go(func() { within.Run(ctx) })
		}
		if box != nil {
			beside.Go(func() {
				mails.Watch(ctx, box, imapEvery, shown.site.Use, func(why error) { jobs.Failed("imap", why) })
			})
		}
		sweep(ctx, a, kept)
		beside.Wait()
		jobs.Wait()
		if err := kept.Close(); err != nil {
			fmt.Fprintln(a.err, office.Cause(err))
		}
	})
	door := &signin.Door{Work: kept, Throttle: signin.NewThrottle(kept, sealer), Sealer: sealer}
	shown.api.Admit(programs(kept, door.Throttle))
	return (&portal.Portal{Use: shown.site.Use, Door: door, Jobs: jobs, Clock: within, Office: c.office(a), Failed: shown.site.Failed, Public: shown.site.Base, Bare: c.Bare, Rooms: rooms.All, Sends: c.SMTP != ""}).Open(), nil
}

// sweep removes what has had its time, now and then, until the context ends.
func sweep(ctx context.Context, a *app, kept *work.Store) {
	every := time.NewTicker(time.Hour)
	defer every.Stop()
	for {
		if err := kept.Sweep(ctx); err != nil && ctx.Err() == nil {
			fmt.Fprintln(a.err, office.Cause(err))
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// setUp serves the first start, and then the bureau that has begun; one that has begun before, whose first officer has not
// signed in yet, if b is not nil.
func (c *serveCommand) setUp(ctx context.Context, a *app, b *bureau.Bureau) error {
	if _, err := baseAddress(c.Base); err != nil {
		return err
	}
	if !c.here() {
		return finding.NewProblem("setup-not-local", finding.Text("file", c.DB), finding.Text("address", c.Addr))
	}
	_, port, _ := net.SplitHostPort(c.Addr)
	c.Addr = net.JoinHostPort(localhost, port)
	listener, err := c.listen(ctx)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	h := &house{}
	var begun *bureau.Bureau
	h.Setup = portal.NewSetup(ctx, c.office(a), func(b *bureau.Bureau) {
		begun = b
		in, _, err := c.serving(ctx, a, b)
		if err != nil { // it can be served by the next start
			fmt.Fprintln(a.err, office.Cause(err))
			return
		}
		h.open.Store(in)
	})
	if b != nil {
		h.GoOn(b, nil)
	}
	f := c.front(a, h)
	if open := c.listening; open != nil {
		c.listening = func(address string) { open(address + "setup") }
	}
	err = c.answer(ctx, a, f, listener, front.NewMetrics(), func(_ context.Context, address string) {
		key := "serve.setup"
		if b != nil {
			key = "serve.setup-on"
		}
		fmt.Fprintln(a.err, a.Text(key, explain.Data{"address": address + "setup", "code": h.Code()}))
	})
	stop()
	h.Wait()
	c.working.Wait()
	if in := h.open.Load(); in != nil {
		in.site.Wait()
	}
	if b == nil && begun != nil {
		err = errors.Join(err, office.Close(begun))
	}
	return err
}
