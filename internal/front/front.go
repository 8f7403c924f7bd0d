// Package front stands between the network and a site: it limits what one visitor
// may cost, ends connections that take too long, speaks TLS, counts requests, and
// keeps visitors out of the log.
package front

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"math"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"slices"
	"strconv"
	"time"

	"github.com/arpadchess/arpad/internal/response"
)

// Front serves a handler.
type Front struct {
	Handler http.Handler
	// Refuse answers a request that does not reach the handler, or on which it panics.
	Refuse func(w http.ResponseWriter, r *http.Request, status int)
	// Open are patterns of requests that pages of other sites may send though they have a
	// body: nothing changes by them, or they need what no browser adds by itself.
	Open []string
	// Health are paths that are answered however much a visitor has asked for.
	Health  []string
	Policy  string         // the content security policy, where an answer has none of its own
	Secure  string         // what browsers are told over TLS: the field Strict-Transport-Security; empty: nothing
	Proxies []netip.Prefix // whose X-Forwarded headers are believed
	Rate    float64        // requests per second from one address; zero: any number
	Cert    string         // file of the TLS certificates; empty: no TLS, but for that of Obtains
	Key     string         // file of their key
	Obtains *tls.Config    // of certificates that are obtained, where there is no file of them; nil: none are
	Metrics *Metrics       // nil: nothing is counted
	Log     io.Writer
	Limits  Limits
	Bounds  map[string]Bounds // what bodies of requests may take that a pattern matches; of others Limits says it
}

// Bounds are what the body of a request may take.
type Bounds struct {
	Bytes int64
	Read  time.Duration
}

// Limits are what a connection may take.
type Limits struct {
	Header, Read, Write, Idle time.Duration
	Refusal                   time.Duration // before a request is refused that came too early, or a connection
	Turnover                  time.Duration // from one connection that takes the place of another of its address to the next
	Stop                      time.Duration // for the requests under way when the server stops
	HeaderBytes               int
	BodyBytes                 int64
	Addresses                 int // whose rate is remembered
	Connections               int // at once; fewer where the process may have few files open
	Each                      int // connections of one address
}

// Usual returns limits that suit a public site.
func Usual() Limits {
	return Limits{
		Header: 5 * time.Second, Read: 10 * time.Second, Write: 30 * time.Second, Idle: 2 * time.Minute, Refusal: time.Second, Turnover: time.Second / 10, Stop: 10 * time.Second,
		HeaderBytes: 16 << 10, BodyBytes: 64 << 10, Addresses: 1 << 15, Connections: 4096, Each: 64,
	}
}

// Serve serves until the context ends. Requests under way are then answered.
func (f *Front) Serve(ctx context.Context, listener net.Listener) error {
	refused := &journal{log: func(line string) { f.logger().Print(line) }, every: time.Minute, now: time.Now}
	defer refused.end()
	server := f.server(f.guarded(time.Now, refused))
	if f.Cert != "" {
		c := &certificate{cert: f.Cert, key: f.Key, failed: func(err error) { server.ErrorLog.Print(err) }}
		if err := c.load(); err != nil {
			return errors.Join(err, listener.Close())
		}
		server.TLSConfig = &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: c.get}
	} else if f.Obtains != nil {
		server.TLSConfig = f.Obtains
	}
	most := descriptors()
	g := &gate{
		Listener: listener, most: max(1, min(f.Limits.Connections, max(most-reserve, most/2))), every: f.Limits.Turnover, wait: f.Limits.Refusal, now: time.Now,
		trusts: f.trusts, refused: func() { refused.count("connections") }, of: map[netip.Prefix]*crowd{},
	}
	if f.Rate > 0 {
		g.each = f.Limits.Each
	}
	server.ConnState = changed
	return run(ctx, server, g, f.Limits.Stop)
}

// reserve is how many files the process needs beside connections: the database, and large
// answers; usualDescriptors how many it may have open where the system does not say.
const (
	reserve          = 256
	usualDescriptors = 1024
)

// ServeMetrics serves /metrics until the context ends.
func (f *Front) ServeMetrics(ctx context.Context, listener net.Listener) error {
	return run(ctx, f.server(f.Metrics.handler()), listener, f.Limits.Stop)
}

func (f *Front) server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, DisableGeneralOptionsHandler: true, ReadHeaderTimeout: f.Limits.Header, ReadTimeout: f.Limits.Read, WriteTimeout: f.Limits.Write, IdleTimeout: f.Limits.Idle,
		MaxHeaderBytes: f.Limits.HeaderBytes, ErrorLog: f.logger(),
		HTTP2: &http.HTTP2Config{MaxConcurrentStreams: mostUnderway, MaxReceiveBufferPerConnection: 64 << 10, MaxReceiveBufferPerStream: 64 << 10},
	}
}

// run runs a server until the context ends.
func run(ctx context.Context, server *http.Server, listener net.Listener, patience time.Duration) error {
	stopped := make(chan error, 1)
	ended := context.AfterFunc(ctx, func() {
		last, done := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer done()
		err := server.Shutdown(last)
		if errors.Is(err, context.DeadlineExceeded) {
			err = server.Close()
		}
		stopped <- err
	})
	serve := server.Serve
	if server.TLSConfig != nil {
		serve = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	if err := serve(listener); !errors.Is(err, http.ErrServerClosed) {
		ended()
		return err
	}
	return <-stopped
}

// guarded returns the handler with everything that stands before it.
func (f *Front) guarded(now func() time.Time, refused *journal) http.Handler {
	const secondsOfBurst = 5
	limits := &limiter{each: time.Duration(float64(time.Second) / max(f.Rate, 1e-6)), most: f.Limits.Addresses, now: now}
	limits.burst = limits.each * time.Duration(math.Ceil(f.Rate*secondsOfBurst))
	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { f.Refuse(w, r, http.StatusForbidden) }))
	for _, pattern := range f.Open {
		protection.AddInsecureBypassPattern(pattern)
	}
	protected := protection.Handler(f.Handler)
	bounded := http.NewServeMux()
	for pattern := range f.Bounds {
		bounded.Handle(pattern, protected)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		a := &answer{ResponseWriter: w, patience: f.Limits.Write, ready: func() {}}
		defer func() {
			f.Metrics.count(r, a.status, time.Since(begun))
			if slices.Contains(attempts, a.status) {
				refused.count(strconv.Itoa(a.status))
			}
		}()
		visitor := f.visitor(r)
		r = from(r, visitor.address)
		f.protect(w.Header(), visitor.https)
		if f.Rate > 0 && !slices.Contains(f.Health, r.URL.Path) {
			v, wait := limits.begin(visitor.address)
			if wait > 0 {
				if v != nil { // who asks on and on does so slowly
					select {
					case <-time.After(min(wait, f.Limits.Refusal)):
					case <-r.Context().Done():
					}
					v.end(0, 0)
				}
				w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
				f.Refuse(a, r, http.StatusTooManyRequests)
				return
			}
			metered, spent := response.Metered(r.Context(), v.owed)
			defer func() { v.end(a.bytes, spent()) }()
			if a.ready = v.turn(metered); a.ready == nil {
				return
			}
			defer a.ready()
			r = r.WithContext(metered)
		}
		defer f.recovered(a, r)
		most := f.Limits.BodyBytes
		if _, pattern := bounded.Handler(r); pattern != "" {
			most = f.Bounds[pattern].Bytes
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(f.Bounds[pattern].Read)) // where there is none, nothing waits
		}
		r.Body = http.MaxBytesReader(w, r.Body, most)
		protected.ServeHTTP(a, r)
	})
}

// attempts are the statuses of requests that tried what is not allowed.
var attempts = []int{http.StatusBadRequest, http.StatusForbidden, http.StatusRequestEntityTooLarge, http.StatusTooManyRequests}

// protect sets the fields that every answer has. An answer may have other ones in their place.
func (f *Front) protect(h http.Header, https bool) {
	h.Set("Content-Security-Policy", f.Policy+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()")
	h.Set("Cache-Control", "no-cache")
	if https && f.Secure != "" {
		h.Set("Strict-Transport-Security", f.Secure)
	}
}

// recovered answers a request on which the handler panicked, and logs the panic.
func (f *Front) recovered(w http.ResponseWriter, r *http.Request) {
	why := recover()
	switch {
	case why == nil:
		return
	case why == http.ErrAbortHandler: //nolint:errorlint // net/http compares it so
		panic(why)
	}
	f.logger().Printf("panic: %v\n%s", why, debug.Stack())
	f.Refuse(w, r, http.StatusInternalServerError)
}

// logger returns a logger that does not name visitors.
func (f *Front) logger() *log.Logger { return log.New(discreet{f.Log}, "", log.LstdFlags|log.LUTC) }
