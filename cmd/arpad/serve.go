package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/web"
)

// serveCommand serves the public site until it is told to stop.
type serveCommand struct {
	bureauFlags
	Addr  string `default:"127.0.0.1:8080" help:"cli.flag-addr" placeholder:"HOST:PORT"`
	Print string `help:"cli.flag-print" placeholder:"/en/..."`
}

// How long a connection may take.
const (
	headerTime = 5 * time.Second
	readTime   = 10 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = 2 * time.Minute
	stopTime   = 10 * time.Second // for the requests that are under way when the server stops
)

// siteFresh is for how long the site shows the bureau as it was.
const siteFresh = time.Second

func (c *serveCommand) Run(a *app) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	b, err := c.office(a).Open(ctx)
	if err != nil {
		return err
	}
	return a.with(ctx, b, func(ctx context.Context, b *bureau.Bureau) error {
		if c.Print != "" {
			return c.print(ctx, a, web.New(b))
		}
		return c.serve(ctx, a, b)
	})
}

// print prints one page, or where it is.
func (c *serveCommand) print(ctx context.Context, a *app, site *web.Site) error {
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
	site := web.New(b)
	site.Fresh = siteFresh
	site.Failed = func(address string, why error) {
		fmt.Fprintf(a.err, "%s %s: %s\n", time.Now().UTC().Format(time.RFC3339), address, office.Cause(why))
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Addr)
	if err != nil {
		return finding.NewProblem("address-unusable", finding.Text("address", c.Addr), finding.Text("cause", err.Error()))
	}
	server := &http.Server{
		Handler: site, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, WriteTimeout: writeTime, IdleTimeout: idleTime, MaxHeaderBytes: 1 << 14,
	}
	fmt.Fprintln(a.err, a.Text("serve.listening", explain.Data{"address": "http://" + listener.Addr().String() + "/"}))
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, done := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer done()
		stopped <- server.Shutdown(last)
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
