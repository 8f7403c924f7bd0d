package post

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"slices"
	"strings"
	"sync"

	"github.com/emersion/go-smtp"
)

// Letters is a mail server that keeps what is sent, and refuses addresses.
type Letters struct {
	mu      sync.Mutex
	came    []string
	refuses map[string]int // codes by address
	news    chan struct{}  // closed when something comes
}

// NewLetters returns a mail server that refuses some addresses, with a code.
func NewLetters(refuses map[string]int) *Letters {
	return &Letters{refuses: refuses, news: make(chan struct{})}
}

// NewSession implements smtp.Backend.
func (l *Letters) NewSession(*smtp.Conn) (smtp.Session, error) { return session{l}, nil }

type session struct{ *Letters }

func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) Reset()                               {}
func (session) Logout() error                        { return nil }

func (s session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if code := s.refuses[to]; code != 0 {
		return &smtp.SMTPError{Code: code, Message: "not here"}
	}
	return nil
}

func (s session) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came = append(s.came, string(text))
	close(s.news)
	s.news = make(chan struct{})
	return nil
}

// Accept has the server refuse an address no more.
func (l *Letters) Accept(address string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.refuses, address)
}

// All returns what has come, in its order.
func (l *Letters) All() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.came)
}

// Serve has the server listen until it is closed, and returns its port.
func (l *Letters) Serve(ctx context.Context) (port int, end func() error, err error) {
	s := smtp.NewServer(l)
	s.Domain = "mail.example.jp"
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, err
	}
	go func() { _ = s.Serve(listener) }() // until it is closed
	return listener.Addr().(*net.TCPAddr).Port, s.Close, nil
}

// Await waits until so many letters have come, and returns the last of these.
func (l *Letters) Await(ctx context.Context, n int) (*Letter, error) {
	for {
		l.mu.Lock()
		came, news := len(l.came), l.news
		l.mu.Unlock()
		if came >= n {
			return Read(l.All()[n-1])
		}
		select {
		case <-news:
		case <-ctx.Done():
			return nil, fmt.Errorf("%d letters have come, not %d: %w", came, n, ctx.Err())
		}
	}
}

// Letter is a letter as its receiver reads it.
type Letter struct {
	mail.Header
	To, Subject string
	Text        string
}

// Read reads a letter.
func Read(raw string) (*Letter, error) {
	m, err := mail.ReadMessage(strings.NewReader(raw))
	if err != nil {
		return nil, err
	}
	l := &Letter{Header: m.Header}
	to, err := m.Header.AddressList("To")
	if err != nil || len(to) != 1 {
		return nil, errors.Join(err, fmt.Errorf("to %q", to))
	}
	l.To = to[0].Address
	if l.Subject, err = new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil {
		return nil, err
	}
	_, of, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return nil, err
	}
	part, err := multipart.NewReader(m.Body, of["boundary"]).NextRawPart() // the text stands before the page
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(quotedprintable.NewReader(part))
	l.Text = strings.ReplaceAll(string(text), "\r\n", "\n")
	return l, err
}

// Link returns the first address in a letter that begins so, empty if there is none.
func (l *Letter) Link(begin string) string {
	for line := range strings.Lines(l.Text) {
		if strings.HasPrefix(line, begin) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
