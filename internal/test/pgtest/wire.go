package pgtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Wire is a connection to a server that can be cut at any statement. Its
// methods are safe for concurrent use.
type Wire struct {
	server string // its socket
	dir    string // with this end's socket

	mu     sync.Mutex
	cut    Cut
	seen   int // statements since Cut was called
	broken bool
}

// Cut is where a wire breaks; the zero Cut is nowhere.
type Cut struct {
	At      int    // at the n-th statement from now, counting BEGIN and COMMIT
	Of      string // count only statements with this text: "commit"
	Arrives bool   // break after the server has executed it; else it is lost
	Stays   bool   // no further connection succeeds
}

// NewWire returns a wire to the shared server of the test process. It is closed
// when the test ends.
func NewWire(t testing.TB) *Wire {
	t.Helper()
	Need(t)
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "arpad-wire-") // short, because a socket path has at most 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	w := &Wire{server: filepath.Join(s.dir, socket), dir: dir}
	l, err := net.Listen("unix", filepath.Join(dir, socket))
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return // closed
			}
			go w.join(client)
		}
	}()
	t.Cleanup(func() {
		if err := errors.Join(l.Close(), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	return w
}

// Through returns the address of a database through the wire.
func (w *Wire) Through(address string) string {
	return strings.Replace(address, filepath.Dir(w.server), w.dir, 1)
}

// Cut sets where the connection breaks, replacing an earlier cut. It reports
// whether the earlier one has happened.
func (w *Wire) Cut(next Cut) (broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	broken = w.broken
	w.cut, w.seen, w.broken = next, 0, false
	return broken
}

// Statements returns the number of statements since Cut.
func (w *Wire) Statements() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

// statement counts a statement, and reports whether the wire breaks at it.
func (w *Wire) statement(message []byte) (breaks, arrives bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !bytes.Contains(message, []byte(w.cut.Of)) {
		return false, false
	}
	w.seen++
	breaks = w.seen == w.cut.At
	w.broken = w.broken || breaks
	return breaks, w.cut.Arrives
}

func (w *Wire) closed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.broken && w.cut.Stays
}

// join connects a client to the server until one of them closes or the wire is
// cut.
func (w *Wire) join(client net.Conn) {
	defer func() { _ = client.Close() }() // so that the other side notices
	if w.closed() {
		return
	}
	server, err := net.Dial("unix", w.server)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	silent := make(chan struct{}) // closed: answers are dropped
	done := make(chan struct{})
	go func() {
		defer close(done)
		answers(client, server, silent)
	}()
	w.requests(client, server, silent)
	select {
	case <-silent:
	default:
		_ = server.Close()
	}
	<-done
}

// requests forwards the client's messages to the server, up to the cut.
func (w *Wire) requests(client, server net.Conn, silent chan struct{}) {
	first, err := body(client, nil) // the first message has no type
	if err != nil {
		return
	}
	for message := first; ; {
		if _, err := server.Write(message); err != nil {
			return
		}
		var kind [1]byte
		if _, err := io.ReadFull(client, kind[:]); err != nil {
			return
		}
		if message, err = body(client, kind[:]); err != nil {
			return
		}
		if kind[0] != 'Q' && kind[0] != 'S' { // only Query and Sync end a statement
			continue
		}
		if breaks, arrives := w.statement(message); breaks {
			if arrives {
				close(silent)
				_, _ = server.Write(message) // a lost server counts as a cut
			}
			return
		}
	}
}

// answers forwards the server's messages to the client. Once silent, it drops
// them up to the server's next ReadyForQuery.
func answers(client, server net.Conn, silent chan struct{}) {
	defer func() { _ = client.Close() }() // the end of the wire
	for {
		var kind [1]byte
		if _, err := io.ReadFull(server, kind[:]); err != nil {
			return
		}
		message, err := body(server, kind[:])
		if err != nil {
			return
		}
		select {
		case <-silent:
			if kind[0] == 'Z' { // ReadyForQuery
				return
			}
		default:
			if _, err := client.Write(message); err != nil {
				return
			}
		}
	}
}

// body reads the rest of a message whose first bytes are head: its length and
// its contents.
func body(from io.Reader, head []byte) ([]byte, error) {
	message := make([]byte, len(head)+4)
	copy(message, head)
	length := message[len(head):]
	if _, err := io.ReadFull(from, length); err != nil {
		return nil, err
	}
	rest := make([]byte, binary.BigEndian.Uint32(length)-4)
	_, err := io.ReadFull(from, rest)
	return append(message, rest...), err
}
