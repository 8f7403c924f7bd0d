//go:build unix

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

// Wire is a way to a server that can be cut at any statement. Its methods can be
// called while it is used.
type Wire struct {
	server string // its socket
	dir    string // with the socket of this end

	mu     sync.Mutex
	cut    Cut
	seen   int // statements since the cut was asked for
	broken bool
}

// Cut says where a wire breaks; its zero value nowhere.
type Cut struct {
	At      int    // the n-th statement from now; BEGIN and COMMIT are statements, too
	Of      string // not of all, but of those that are sent as this text: "commit"
	Arrives bool   // the server gets it, and the break comes when it is done; else it is lost
	Stays   bool   // nobody gets through any more
}

// NewWire lays a way to the server that all tests of a process share. It is gone
// when the test is over.
func NewWire(t testing.TB) *Wire {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "arpad-wire-") // short: a socket's path has at most 107 bytes
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
				return // it was closed
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

// Through returns the address of a database by way of the wire.
func (w *Wire) Through(address string) string {
	return strings.Replace(address, filepath.Dir(w.server), w.dir, 1)
}

// Cut has the connection break; what was to break it until now does not any
// more. It says whether the connection was broken so.
func (w *Wire) Cut(next Cut) (broken bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	broken = w.broken
	w.cut, w.seen, w.broken = next, 0, false
	return broken
}

// Statements returns how many statements have come since Cut.
func (w *Wire) Statements() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.seen
}

// statement counts a statement, and says whether the wire breaks at it.
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

// join joins a client to the server until one of them goes, or the wire is cut.
func (w *Wire) join(client net.Conn) {
	defer func() { _ = client.Close() }() // who is still there notices
	if w.closed() {
		return
	}
	server, err := net.Dial("unix", w.server)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	silent := make(chan struct{}) // closed: answers get lost
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

// requests brings what the client says to the server, up to the cut.
func (w *Wire) requests(client, server net.Conn, silent chan struct{}) {
	first, err := body(client, nil) // it has no type
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
		if kind[0] != 'Q' && kind[0] != 'S' { // the last message of a statement: Query or Sync
			continue
		}
		if breaks, arrives := w.statement(message); breaks {
			if arrives {
				close(silent)
				_, _ = server.Write(message) // the server has gone: that is a cut, too
			}
			return
		}
	}
}

// answers brings what the server says to the client; once it is to be silent, up
// to where the server is ready for more.
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

// body reads the rest of a message of which the beginning is at hand: its length
// and what follows.
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
