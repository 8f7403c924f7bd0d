package main

import (
	"bufio"
	bytesOf "encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// wire stands between the program and a PostgreSQL server, and is cut at a
// statement: before the server gets it, or when it has answered and before the
// answer arrives. Who connects later gets through, unless it stays cut.
type wire struct {
	t        *testing.T
	listener net.Listener
	server   string // the server's socket

	at       int  // the statement at which it is cut, from 1; zero: never
	answered bool // the server has got it and has answered
	stays    bool // cut

	mu         sync.Mutex
	statements []string // that went over it: the text of simple ones, else ""
	cut        bool
}

// newWire lays a wire to the server of an address, and gives the address at its
// other end.
func newWire(t *testing.T, w *wire, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "wire") // short, as a socket's path has to be
	if err != nil {
		t.Fatal(err)
	}
	const socket = ".s.PGSQL.5432"
	query := u.Query()
	w.t, w.server = t, filepath.Join(query.Get("host"), socket)
	if w.listener, err = net.Listen("unix", filepath.Join(folder, socket)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(w.listener.Close(), os.RemoveAll(folder)); err != nil {
			t.Error(err)
		}
	})
	go w.listen()
	query.Set("host", folder)
	u.RawQuery = query.Encode()
	return u.String()
}

func (w *wire) listen() {
	for {
		client, err := w.listener.Accept()
		if err != nil {
			return // the test is over
		}
		if w.stays && w.wasCut() {
			_ = client.Close() // that it fails is what is wanted
			continue
		}
		server, err := net.Dial("unix", w.server)
		if err != nil {
			_ = client.Close() // the server is away
			continue
		}
		go w.connect(client, server)
	}
}

func (w *wire) wasCut() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cut
}

// connect carries messages both ways until somebody hangs up, or it is cut.
func (w *wire) connect(client, server net.Conn) {
	hangUp := func() { _, _ = client.Close(), server.Close() } // both are over
	last := make(chan struct{})                                // closed: the next answer is lost
	go func() {
		defer hangUp()
		in := bufio.NewReader(server)
		for {
			kind, message, err := receive(in, true)
			if err != nil {
				return
			}
			select {
			case <-last:
				if kind == 'Z' { // it is ready for the next statement
					return
				}
				continue
			default:
			}
			if _, err := client.Write(message); err != nil {
				return
			}
		}
	}()
	in := bufio.NewReader(client)
	for first := true; ; first = false {
		kind, message, err := receive(in, !first)
		if err != nil {
			hangUp()
			return
		}
		cut := !first && w.cuts(kind, message)
		if cut && !w.answered {
			hangUp()
			return
		}
		if cut {
			close(last)
		}
		if _, err := server.Write(message); err != nil || cut {
			return // the other direction hangs up
		}
	}
}

// cuts counts a message if it ends a statement, and says whether the wire is to
// be cut at it.
func (w *wire) cuts(kind byte, message []byte) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := ""
	switch kind {
	case 'Q': // simple
		text = strings.TrimRight(string(message[5:]), "\x00")
	case 'S': // prepared
	default:
		return false
	}
	w.statements = append(w.statements, text)
	if len(w.statements) == w.at {
		w.cut = true
		return true
	}
	return false
}

// receive reads a message: its kind, if it is not the first one of a client, and
// all of its bytes.
func receive(in *bufio.Reader, hasKind bool) (kind byte, message []byte, err error) {
	head := make([]byte, 4, 5)
	if hasKind {
		head = head[:5]
	}
	if _, err := io.ReadFull(in, head); err != nil {
		return 0, nil, err
	}
	if hasKind {
		kind = head[0]
	}
	length := bytesOf.BigEndian.Uint32(head[len(head)-4:])
	message = slices.Concat(head, make([]byte, length-4))
	_, err = io.ReadFull(in, message[len(head):])
	return kind, message, err
}
