// Package smtp sends letters by a mail server: each once, or it is said that nobody knows.
package smtp

import (
	"bytes"
	"context"
	"crypto"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"
	gomail "github.com/wneessen/go-mail"
	gosmtp "github.com/wneessen/go-mail/smtp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/work"
)

// Server is a mail server by which letters are sent.
type Server struct {
	Host     string
	Port     int
	User     string // empty: it asks nobody who they are
	Password string
	From     string // address of the office
	Key      crypto.Signer
	Selector string // under which the domain of From has the key for DKIM
}

// How long a server has for one letter: well below the time for which a letter is claimed.
const (
	patience = 30 * time.Second
	whole    = 2 * time.Minute
)

// securePort is where a server expects TLS at once.
const securePort = 465

// pauses are how long a letter waits after it was tried so often. After the last it is refused.
var pauses = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

// At sets the server's address: HOST or HOST:PORT.
func (s *Server) At(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		s.Host, s.Port = address, 587
		if address == "" || strings.ContainsAny(address, ":/ ") {
			return errors.New("no HOST:PORT")
		}
		return nil
	}
	s.Host = host
	s.Port, err = strconv.Atoi(port)
	return err
}

// ReadKey reads a key for DKIM from PEM: RSA or Ed25519.
func (s *Server) ReadKey(text []byte) error {
	block, _ := pem.Decode(text)
	if block == nil {
		return errors.New("no PEM")
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		if key, err = x509.ParsePKCS1PrivateKey(block.Bytes); err != nil {
			return err
		}
	}
	is, ok := key.(crypto.Signer)
	if !ok {
		return errors.New("no key that signs")
	}
	s.Key = is
	return nil
}

// Run collects and sends letters of the bureau as it is open until the context ends. No server collects only. What goes wrong
// is told by the letters: how often each was tried, and what was answered.
func (s *Server) Run(ctx context.Context, office *mail.Office, use func(func(*bureau.Bureau) error) error, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		_ = use(func(b *bureau.Bureau) error {
			of := *office
			of.Bureau = b
			if err := of.Collect(ctx); err != nil || s == nil {
				return err
			}
			return s.Send(ctx, &of)
		})
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// Send sends the letters that are due. It returns why a server could not be asked, after it has noted when each is tried next.
func (s *Server) Send(ctx context.Context, office *mail.Office) error {
	var trouble error
	for ctx.Err() == nil {
		l, err := office.Work.Claim(ctx)
		if err != nil || l == nil {
			return errors.Join(trouble, err)
		}
		m, may, err := office.Read(ctx, l)
		switch {
		case err != nil:
			trouble = err // it is tried again
			err = s.later(ctx, office, l, nil)
		case m == nil:
			err = office.Work.Becomes(ctx, l, work.Void, office.Work.Now(), 0)
		case !may:
			err = office.Work.Becomes(ctx, l, work.Unconfirmed, office.Work.Now(), 0)
		default:
			var failed error
			failed, err = s.send(ctx, office, l, m)
			trouble = errors.Join(trouble, failed)
		}
		if err != nil && !errors.Is(err, work.ErrGone) { // somebody has decided meanwhile
			return errors.Join(trouble, err)
		}
	}
	return trouble
}

// send sends a letter, and notes what became of it. Before the server may take it, it is noted that it was handed over: if the
// answer does not come, it stays so, and nobody sends it again but by a decision.
func (s *Server) send(ctx context.Context, office *mail.Office, l *work.Letter, m *mail.Message) (failed, err error) {
	text, err := s.write(m, l.Made)
	if err != nil {
		return err, s.later(ctx, office, l, nil)
	}
	ctx, stop := context.WithTimeout(ctx, whole)
	defer stop()
	client, failed := s.dial(ctx)
	if failed != nil {
		return failed, s.later(ctx, office, l, nil) // also whoever may not sign in: that is not the letter's fault
	}
	defer func() { _ = client.Close() }() // hard: anything else would end a text that is not whole
	body, failed := s.offer(client, m.Address, text)
	if failed != nil {
		return failed, s.later(ctx, office, l, failed)
	}
	if err := office.Work.Becomes(ctx, l, work.Handed, l.Due, 0); err != nil {
		return nil, err // the text is not ended, and the server drops it
	}
	failed = body.Close()
	if said := (*textproto.Error)(nil); failed != nil && !errors.As(failed, &said) {
		return failed, nil // it stays handed over
	}
	if failed != nil {
		return failed, s.later(ctx, office, l, failed)
	}
	return nil, office.Work.Becomes(context.WithoutCancel(ctx), l, work.Sent, office.Work.Now(), 0)
}

// offer says from whom and to whom, and sends the text but for its end.
func (s *Server) offer(client *gosmtp.Client, to string, text []byte) (body io.WriteCloser, err error) {
	if err = client.Mail(s.From); err == nil {
		err = client.Rcpt(to)
	}
	if err == nil {
		body, err = client.Data()
	}
	if err == nil {
		_, err = body.Write(text)
	}
	return body, err
}

// later notes that a letter is tried again later, or never if a server has refused it for good or has been asked often enough.
func (s *Server) later(ctx context.Context, office *mail.Office, l *work.Letter, why error) error {
	state, due, code := work.Waits, office.Work.Now(), 0
	if said := (*textproto.Error)(nil); errors.As(why, &said) {
		code = said.Code
	}
	if code >= 500 || l.Tries > len(pauses) {
		state = work.Refused
	} else {
		due = due.Add(pauses[max(l.Tries, 1)-1])
	}
	return office.Work.Becomes(context.WithoutCancel(ctx), l, state, due, code)
}

// dial connects to the server. Beside this machine itself it must have TLS.
func (s *Server) dial(ctx context.Context) (*gosmtp.Client, error) {
	options := []gomail.Option{gomail.WithPort(s.Port), gomail.WithTimeout(patience)}
	here := s.Host == "localhost" || net.ParseIP(s.Host).IsLoopback()
	switch {
	case s.Port == securePort:
		options = append(options, gomail.WithSSL())
	case here:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(s.User), gomail.WithPassword(s.Password))
	}
	client, err := gomail.NewClient(s.Host, options...)
	if err != nil {
		return nil, err
	}
	return client.DialToSMTPClientWithContext(ctx)
}

// domain returns the domain of the office's address.
func (s *Server) domain() string {
	_, domain, _ := strings.Cut(s.From, "@")
	return domain
}

// write returns a letter as it is sent. Its Message-ID is always the same, so that a letter that arrives twice is known again.
func (s *Server) write(m *mail.Message, at time.Time) ([]byte, error) {
	msg := gomail.NewMsg()
	if err := errors.Join(msg.From(s.From), msg.To(m.Address)); err != nil {
		return nil, err
	}
	html, err := m.HTML()
	if err != nil {
		return nil, err
	}
	msg.Subject(m.Subject)
	msg.SetMessageIDWithValue(m.ID + "@" + s.domain())
	msg.SetDateWithValue(at)
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	msg.SetGenHeader("X-Arpad", "letter") // by which a mailbox knows it again: two bureaus do not answer each other
	msg.SetGenHeader("Content-Language", m.Language)
	if t := m.Answers; t != nil && len(t.IDs) > 0 {
		msg.SetGenHeader("In-Reply-To", t.IDs[len(t.IDs)-1])
		msg.SetGenHeader("References", strings.Join(t.IDs, " "))
		msg.SetGenHeader("Auto-Submitted", "auto-replied")
	}
	if strings.HasPrefix(m.End, "https://") {
		if err := msg.SetListUnsubscribeOneClick(m.End); err != nil {
			return nil, err
		}
	} else if m.End != "" {
		msg.SetListUnsubscribe(m.End)
	}
	msg.SetBodyString(gomail.TypeTextPlain, m.Text())
	msg.AddAlternativeString(gomail.TypeTextHTML, html)
	var text bytes.Buffer
	if _, err := msg.WriteTo(&text); err != nil || s.Key == nil {
		return text.Bytes(), err
	}
	var signed bytes.Buffer
	err = dkim.Sign(&signed, &text, &dkim.SignOptions{
		Domain: s.domain(), Selector: s.Selector, Signer: s.Key, HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
		HeaderKeys: []string{"From", "To", "Subject", "Date", "Message-ID", "List-Unsubscribe", "List-Unsubscribe-Post", "Mime-Version", "Content-Type"},
	})
	return signed.Bytes(), err
}
