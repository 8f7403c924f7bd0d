package front

import (
	"container/list"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// gate is a listener that bounds the connections at once. If there are too many, it closes the one
// that has been idle for longest; if none is idle, the oldest one of the network with the most.
// A network that has all it may have gets new ones in place of its idle ones at a slow pace only;
// those that come faster are held for a while, unheard, so that whoever opens a connection for
// each one that is closed does not keep the gate busy.
type gate struct {
	net.Listener
	most    int           // of all
	each    int           // of one network; zero: any number
	every   time.Duration // from one that takes the place of another of its network to the next
	wait    time.Duration // for which others are held
	now     func() time.Time
	trusts  func(netip.Addr) bool
	refused func() // called when one is closed for another, or at once

	mu   sync.Mutex // guards what follows
	all  list.List  // of *connection: the one whose state has not changed for longest comes first
	held int
	of   map[netip.Prefix]*crowd
}

// sent is how many bytes of an answer the system holds for a line that is slow; without a bound
// they are some MB.
const sent = 64 << 10

// crowd is what a network has.
type crowd struct {
	connections, held int
	replaced          time.Time // when one took the place of another
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
		if buffered, ok := c.(interface{ SetWriteBuffer(bytes int) error }); ok {
			_ = buffered.SetWriteBuffer(sent) // else the system takes what it thinks good
		}
		admitted := &connection{Conn: c, gate: g, idle: true}
		leaves := g.admit(admitted)
		if leaves != nil {
			g.refused()
		}
		switch {
		case leaves == nil:
			return admitted, nil
		case leaves != admitted:
			_ = leaves.Conn.Close()
			return admitted, nil
		case g.hold(admitted):
			time.AfterFunc(g.wait, func() {
				_ = c.Close()
				g.mu.Lock()
				defer g.mu.Unlock()
				g.held--
				g.count(admitted, 0, -1)
			})
		default:
			_ = c.Close()
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
	switch of := g.of[c.from]; {
	case bound && of != nil && of.connections >= g.each:
		if g.now().Sub(of.replaced) >= g.every {
			leaves = g.first(func(other *connection) bool { return other.idle && other.from == c.from })
		}
		if leaves == nil {
			return c
		}
		of.replaced = g.now()
	case g.all.Len()+g.held >= g.most:
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
	g.count(c, 1, 0)
	return leaves
}

// hold counts a connection that is not admitted as one that is held, if there may be one more.
func (g *gate) hold(c *connection) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if of := g.of[c.from]; g.wait <= 0 || of == nil || of.held >= g.each || g.all.Len()+g.held >= g.most {
		return false
	}
	g.held++
	g.count(c, 0, 1)
	return true
}

// count counts what the network of a connection has more or less.
func (g *gate) count(c *connection, connections, held int) {
	of := g.of[c.from]
	if of == nil {
		of = &crowd{}
		g.of[c.from] = of
	}
	of.connections += connections
	of.held += held
	if of.connections+of.held == 0 {
		delete(g.of, c.from)
	}
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
	more := 0
	for from, of := range g.of {
		if of.connections > more {
			most, more = from, of.connections
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
	g.count(c, -1, 0)
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
