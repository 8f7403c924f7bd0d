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
	"sync/atomic"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/portal"
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

// house is what is served at the first start: the set-up, and the public site as soon as there is one.
type house struct {
	*portal.Setup
	public atomic.Pointer[public]
}

// door returns who answers a request.
func (h *house) door(r *http.Request) door {
	if public := h.public.Load(); public != nil && !h.Serves(r) {
		return public
	}
	return h.Setup
}

// ServeHTTP implements http.Handler.
func (h *house) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.door(r).ServeHTTP(w, r) }

// Refuse answers a request that comes to neither.
func (h *house) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	h.door(r).Refuse(w, r, status)
}

// setUp serves the first start, and then the bureau that has begun.
func (c *serveCommand) setUp(ctx context.Context, a *app) error {
	if _, err := baseAddress(c.Base); err != nil {
		return err
	}
	name, port, err := net.SplitHostPort(c.Addr)
	if ip := net.ParseIP(name); err == nil && !strings.EqualFold(name, localhost) && (ip == nil || !ip.IsLoopback()) {
		return finding.NewProblem("setup-not-local", finding.Text("file", c.DB), finding.Text("address", c.Addr))
	}
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
		shown, _, err := c.public(ctx, a, b)
		if err != nil { // it can be served by the next start
			fmt.Fprintln(a.err, office.Cause(err))
			return
		}
		h.public.Store(shown)
	})
	f := c.front(a, h)
	f.Bounds = portal.Bounds()
	if open := c.listening; open != nil {
		c.listening = func(address string) { open(address + "setup") }
	}
	err = c.answer(ctx, a, f, listener, front.NewMetrics(), func(_ context.Context, address string) {
		fmt.Fprintln(a.err, a.Text("serve.setup", explain.Data{"address": address + "setup", "code": h.Code()}))
	})
	stop()
	h.Wait()
	if shown := h.public.Load(); shown != nil {
		shown.site.Wait()
	}
	if begun != nil {
		err = errors.Join(err, office.Close(begun))
	}
	return err
}
