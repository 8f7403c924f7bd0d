package main

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"

	"github.com/arpadchess/arpad/finding"
)

// localhost is the name of this machine. Browsers ask for it at both of its addresses, one after the other: where
// another program had one of them, it would get what is for us.
const localhost = "localhost"

// socketFile is what stands before the name of a socket in a folder.
const socketFile = "unix:"

// listen listens on the address of a flag; for localhost at both addresses of the machine itself, or not at all; for
// unix:FILE on a socket, which whoever may enter its folder may open.
func listen(ctx context.Context, flag, address string) (net.Listener, error) {
	config := &net.ListenConfig{KeepAlive: -1}
	name, port, err := net.SplitHostPort(address)
	var listener net.Listener
	switch file, isFile := strings.CutPrefix(address, socketFile); {
	case isFile:
		listener, err = listenAt(ctx, config, file)
	case err == nil && strings.EqualFold(name, localhost):
		listener, err = listenLocal(ctx, config, port)
	default:
		listener, err = config.Listen(ctx, "tcp", address)
	}
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, finding.NewProblem("address-unusable", finding.Text("address", address), finding.Text("cause", err.Error()), finding.Text("flag", flag))
	}
	return listener, nil
}

// listenAt listens on a socket. One that a killed process has left is removed.
func listenAt(ctx context.Context, config *net.ListenConfig, file string) (net.Listener, error) {
	listener, err := config.Listen(ctx, "unix", file)
	if errors.Is(err, syscall.EADDRINUSE) {
		if other, used := new(net.Dialer).DialContext(ctx, "unix", file); used == nil {
			return nil, errors.Join(err, other.Close())
		}
		if err = os.Remove(file); err == nil {
			listener, err = config.Listen(ctx, "unix", file)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(file, 0o666); err != nil { // whoever may enter its folder
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func listenLocal(ctx context.Context, config *net.ListenConfig, port string) (net.Listener, error) {
	const tries = 10 // of any port that is free at both
	for n := 0; ; n++ {
		four, err := config.Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", port))
		if err != nil {
			return nil, err
		}
		_, same, _ := net.SplitHostPort(four.Addr().String())
		six, err := config.Listen(ctx, "tcp6", net.JoinHostPort("::1", same))
		if err == nil {
			return newPair(four, six), nil
		}
		if !hasSix(ctx, config) { // nobody else has it either
			return newPair(four, nil), nil
		}
		if err = errors.Join(err, four.Close()); port != "0" || n == tries {
			return nil, err
		}
	}
}

// hasSix reports whether the machine has the address ::1.
func hasSix(ctx context.Context, config *net.ListenConfig) bool {
	l, err := config.Listen(ctx, "tcp6", "[::1]:0")
	return err == nil && l.Close() == nil
}

// reachedAt returns the host and port by which a listener is reached.
func reachedAt(l net.Listener) string {
	if _, isPair := l.(*pair); isPair {
		_, port, _ := net.SplitHostPort(l.Addr().String())
		return net.JoinHostPort(localhost, port)
	}
	if l.Addr().Network() == "unix" {
		return socketFile + l.Addr().String()
	}
	return l.Addr().String()
}

// pair listens at both addresses of localhost. Its own address is the first.
type pair struct {
	net.Listener
	other    net.Listener // nil: the machine has one
	accepted chan accepted
	closed   chan struct{}
	close    sync.Once
}

type accepted struct {
	net.Conn
	err error
}

func newPair(one, other net.Listener) *pair {
	p := &pair{Listener: one, other: other, accepted: make(chan accepted), closed: make(chan struct{})}
	for _, l := range []net.Listener{one, other} {
		if l != nil {
			go p.accept(l)
		}
	}
	return p
}

func (p *pair) accept(l net.Listener) {
	for {
		c, err := l.Accept()
		select {
		case p.accepted <- accepted{c, err}:
		case <-p.closed:
			if err == nil {
				_ = c.Close() // nobody serves it
			}
			return
		}
	}
}

// Accept implements net.Listener.
func (p *pair) Accept() (net.Conn, error) {
	select {
	case a := <-p.accepted:
		return a.Conn, a.err
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (p *pair) Close() (err error) {
	p.close.Do(func() {
		close(p.closed)
		err = p.Listener.Close()
		if p.other != nil {
			err = errors.Join(err, p.other.Close())
		}
	})
	return err
}
