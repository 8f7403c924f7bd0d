package front

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// gate is a listener that bounds the connections at once. If there are too many, it closes the one
// that has been idle for longest; if none is idle, the oldest one of the network with the most.
type gate struct {
	net.Listener
	most    int // of all
	each    int // of one network; zero: any number
	trusts  func(netip.Addr) bool
	refused func() // called when one is closed for another, or at once

	mu  sync.Mutex // guards what follows
	all list.List  // of *connection: the one whose state has not changed for longest comes first
	of  map[netip.Prefix]int
}

// connection is a connection that counts.
type connection struct {
	net.Conn
	gate  *gate
	from  netip.Prefix
	idle  bool          // it has no request, or none yet
	place *list.Element // nil: it counts no more
}

// Accept implements net.Listener.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		admitted := &connection{Conn: c, gate: g, idle: true}
		leaves := g.admit(admitted)
		if leaves != nil {
			g.refused()
			_ = leaves.Conn.Close()
		}
		if leaves != admitted {
			return admitted, nil
		}
	}
}

// admit counts a connection, and returns the one that has to leave for it, which may be itself.
func (g *gate) admit(c *connection) (leaves *connection) {
	peer, err := netip.ParseAddrPort(c.RemoteAddr().String())
	address := plain(peer.Addr())
	bound := g.each > 0 && err == nil && !g.trusts(address)
	all := networks(address)
	c.from = all[len(all)-1]
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case bound && g.of[c.from] >= g.each:
		leaves = g.first(func(other *connection) bool { return other.idle && other.from == c.from })
		if leaves == nil {
			return c
		}
	case g.all.Len() >= g.most:
		busiest := g.busiest()
		leaves = g.first(func(other *connection) bool { return other.idle })
		if leaves == nil {
			leaves = g.first(func(other *connection) bool { return other.from == busiest })
		}
	}
	if leaves != nil {
		g.remove(leaves)
	}
	c.place = g.all.PushBack(c)
	g.of[c.from]++
	return leaves
}

// first returns the first connection of which something holds, nil if there is none.
func (g *gate) first(is func(*connection) bool) *connection {
	for e := g.all.Front(); e != nil; e = e.Next() {
		if c := e.Value.(*connection); is(c) {
			return c
		}
	}
	return nil
}

// busiest returns the network that has most connections.
func (g *gate) busiest() (most netip.Prefix) {
	for from, n := range g.of {
		if n > g.of[most] {
			most = from
		}
	}
	return most
}

func (g *gate) remove(c *connection) {
	if c.place == nil {
		return
	}
	g.all.Remove(c.place)
	c.place = nil
	if g.of[c.from]--; g.of[c.from] == 0 {
		delete(g.of, c.from)
	}
}

// Close implements net.Conn.
func (c *connection) Close() error {
	c.gate.mu.Lock()
	c.gate.remove(c)
	c.gate.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite tells the visitor that nothing more comes, so that they read what came (net/http).
func (c *connection) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// changed is told of the states of connections (http.Server.ConnState).
func changed(of net.Conn, state http.ConnState) {
	if encrypted, ok := of.(*tls.Conn); ok {
		of = encrypted.NetConn()
	}
	c, ok := of.(*connection)
	if !ok || state != http.StateActive && state != http.StateIdle {
		return
	}
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	if c.idle = state == http.StateIdle; c.place != nil {
		c.gate.all.MoveToBack(c.place)
	}
}
