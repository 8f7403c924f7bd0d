package smtp

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"net"
	netmail "net/mail"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/post"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/roster"
)

// A process that is to be killed sends what is due, and ends.
func TestMain(m *testing.M) {
	if database := os.Getenv("ARPAD_TEST_SENDS"); database != "" {
		port, _ := strconv.Atoi(os.Getenv("ARPAD_TEST_PORT"))
		at, _ := strconv.ParseInt(os.Getenv("ARPAD_TEST_AT"), 10, 64)
		o := &office.Office{Database: database, Officer: "root", Clock: func() time.Time { return time.Unix(at, 0) }}
		b, err := o.Open(context.Background())
		if err == nil {
			var s *work.Store
			if s, err = work.Open(context.Background(), office.Database(b), b.Clock); err == nil {
				err = (&Server{Host: "127.0.0.1", Port: port, From: "rating@example.jp"}).Send(context.Background(), &mail.Office{Bureau: b, Work: s, Base: "https://ratings.example.jp"})
			}
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// serves has a mail server listen until the test ends, and returns its port.
func serves(t *testing.T, m *post.Letters) int {
	t.Helper()
	port, end, err := m.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = end() })
	return port
}

// line cuts the connections to a server before it passes on a line.
type line struct {
	mu     sync.Mutex
	passed int
	cut    int // before which line
	before func()
}

// through listens in front of a port, and returns its own.
func (l *line) through(t *testing.T, port int) int {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
			if err != nil {
				return
			}
			both := func() { _, _ = client.Close(), server.Close() }
			go l.pass(client, server, both)
			go l.pass(server, client, both)
		}
	}()
	return listener.Addr().(*net.TCPAddr).Port
}

func (l *line) pass(from, to net.Conn, ends func()) {
	defer ends()
	for lines := bufio.NewReader(from); ; {
		text, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		l.mu.Lock()
		l.passed++
		cut := l.passed == l.cut
		l.mu.Unlock()
		if cut {
			if l.before != nil {
				l.before()
			}
			return
		}
		if _, err := io.WriteString(to, text); err != nil {
			return
		}
	}
}

// bureauOf opens a bureau, whose clock a test sets.
type place struct {
	*mail.Office
	database string
	now      time.Time
}

func newPlace(t *testing.T) *place {
	p := &place{database: filepath.Join(t.TempDir(), "arpad.db"), now: time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)}
	o := &office.Office{Database: p.database, Officer: "root", Clock: func() time.Time { return p.now }}
	players, list, _ := roster.Read(strings.NewReader("id,name\n"), "list.csv")
	b, _, err := o.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, players.Players, &list)
	if err != nil {
		t.Fatal(err)
	}
	s, err := work.Open(t.Context(), office.Database(b), b.Clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if s.Close() != nil || office.Close(b) != nil {
			t.Error("it cannot be closed")
		}
	})
	p.Office = &mail.Office{Bureau: b, Work: s, Base: "https://ratings.example.jp"}
	return p
}

// asks queues a letter to an address.
func (p *place) asks(t *testing.T, address string) *work.Letter {
	t.Helper()
	if _, err := p.Work.Ask(t.Context(), work.Asked{Kind: "confirm", Address: address, Language: "ja", Path: "letters/confirm"}); err != nil {
		t.Fatal(err)
	}
	return p.last(t)
}

// last returns the newest letter.
func (p *place) last(t *testing.T) (found *work.Letter) {
	t.Helper()
	if err := p.Work.Letters(t.Context(), "", "", func(l *work.Letter) bool { found = l; return false }); err != nil || found == nil {
		t.Fatal(found, err)
	}
	return found
}

// A line that is cut before any of its lines, of the client or of the server, leaves a letter that came once, or not at all:
// what is not known is said, and sent by nobody again.
func TestCutAtEveryLine(t *testing.T) { everyLine(t, false) }

// sends is the environment of a process that sends what is due.
func (p *place) sends(port int) []string {
	return append(os.Environ(), "ARPAD_TEST_SENDS="+p.database, "ARPAD_TEST_PORT="+strconv.Itoa(port), "ARPAD_TEST_AT="+strconv.FormatInt(p.now.Unix(), 10))
}

// The same holds if the process is killed at that moment.
func TestKilledAtEveryLine(t *testing.T) { everyLine(t, true) }

func everyLine(t *testing.T, kills bool) {
	p, unknown, again := newPlace(t), 0, 0
	step := 1
	if kills && !soak.Full() {
		step = 7 // a process takes its time; the lines of the body are alike
	}
	for cut := 1; ; cut += step {
		m, l := post.NewLetters(nil), &line{cut: cut}
		s := &Server{Host: "127.0.0.1", Port: l.through(t, serves(t, m)), From: "rating@example.jp"}
		p.now = p.now.Add(30 * time.Minute)
		is := p.asks(t, fmt.Sprintf("yano%d@example.jp", cut))
		if kills {
			c := exec.Command(os.Args[0])
			c.Env = p.sends(s.Port)
			l.before = func() { _ = c.Process.Kill() }
			_ = c.Run()
		} else {
			_ = s.Send(t.Context(), p.Office)
		}
		was := l.passed >= cut
		l.cut = 0
		for range 3 { // whoever comes later
			p.now = p.now.Add(10 * time.Minute)
			if err := s.Send(t.Context(), p.Office); err != nil {
				t.Fatal(err)
			}
		}
		now, err := p.Work.Letter(t.Context(), is.ID)
		if err != nil {
			t.Fatal(err)
		}
		came := m.All()
		switch {
		case len(came) > 1:
			t.Fatalf("cut before line %d: it came %d times", cut, len(came))
		case now.State == work.Sent && len(came) == 1:
			if was {
				again++
			}
		case now.State == work.Handed && was:
			unknown++
		default:
			t.Fatalf("cut before line %d: it is %s, and came %d times", cut, now.State, len(came))
		}
		if !was {
			break
		}
	}
	if unknown == 0 || again == 0 { // before the text went out it is known that it did not arrive
		t.Errorf("%d were sent again, and of %d nobody knows what became of them", again, unknown)
	}
}

// Two who send at the same time send each letter once.
func TestTwoSendOne(t *testing.T) {
	p, m := newPlace(t), post.NewLetters(nil)
	s := &Server{Host: "127.0.0.1", Port: serves(t, m), From: "rating@example.jp"}
	const letters = 12
	for n := range letters {
		p.asks(t, fmt.Sprintf("yano%d@example.jp", n))
	}
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			if err := s.Send(t.Context(), p.Office); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if came := m.All(); len(came) != letters {
		t.Errorf("%d came, want %d", len(came), letters)
	}
}

// An address that is refused for good is refused; one that is refused for now is tried again, at growing pauses.
func TestRefusals(t *testing.T) {
	p, m := newPlace(t), post.NewLetters(map[string]int{"nobody@example.jp": 550, "busy@example.jp": 451})
	s := &Server{Host: "127.0.0.1", Port: serves(t, m), From: "rating@example.jp"}
	never := p.asks(t, "nobody@example.jp")
	p.now = p.now.Add(time.Second)
	later := p.asks(t, "busy@example.jp")
	var due []time.Duration
	for range 3 {
		_ = s.Send(t.Context(), p.Office)
		l, err := p.Work.Letter(t.Context(), later.ID)
		if err != nil || l.State != work.Waits || l.Code != 451 {
			t.Fatal(l, err)
		}
		due = append(due, l.Due.Sub(p.now))
		p.now = l.Due
	}
	if due[0] >= due[1] || due[1] >= due[2] {
		t.Errorf("the pauses are %v", due)
	}
	m.Accept("busy@example.jp")
	if err := s.Send(t.Context(), p.Office); err != nil {
		t.Error(err)
	}
	if l, err := p.Work.Letter(t.Context(), never.ID); err != nil || l.State != work.Refused || l.Code != 550 || l.Tries != 1 {
		t.Error(l, err)
	}
	if l, err := p.Work.Letter(t.Context(), later.ID); err != nil || l.State != work.Sent || len(m.All()) != 1 {
		t.Error(l, err)
	}
}

// A server that does not answer delays letters, and loses none.
func TestServerIsAway(t *testing.T) {
	p := newPlace(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	_ = listener.Close()
	is := p.asks(t, "yano@example.jp")
	if err := (&Server{Host: "127.0.0.1", Port: port, From: "rating@example.jp"}).Send(t.Context(), p.Office); err == nil {
		t.Error("it does not say so")
	}
	m := post.NewLetters(nil)
	p.now = p.now.Add(time.Hour)
	if err := (&Server{Host: "127.0.0.1", Port: serves(t, m), From: "rating@example.jp"}).Send(t.Context(), p.Office); err != nil || len(m.All()) != 1 {
		t.Error(err, m.All())
	}
	if l, err := p.Work.Letter(t.Context(), is.ID); err != nil || l.State != work.Sent {
		t.Error(l, err)
	}
}

// A mail has one Message-ID whenever it is sent, a text and a page that say the same, and a signature that others can check.
func TestMail(t *testing.T) {
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p, m := newPlace(t), post.NewLetters(nil)
	s := &Server{Host: "127.0.0.1", Port: serves(t, m), From: "rating@example.jp", Key: private, Selector: "arpad"}
	answer, err := s.write(&mail.Message{ID: "x", Address: "yano@example.jp", Answers: &mail.Thread{IDs: []string{"<first@example.jp>", "<second@example.jp>"}}}, p.now)
	if got, failed := netmail.ReadMessage(bytes.NewReader(answer)); err != nil || failed != nil || got.Header.Get("In-Reply-To") != "<second@example.jp>" ||
		got.Header.Get("References") != "<first@example.jp> <second@example.jp>" || got.Header.Get("Auto-Submitted") != "auto-replied" {
		t.Errorf("the answer is %s: %v, %v", answer, err, failed)
	}
	is := p.asks(t, "yano@example.jp")
	if err := s.Send(t.Context(), p.Office); err != nil {
		t.Fatal(err)
	}
	text := m.All()[0]
	read, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(read.Header.Get("Subject"))
	if err != nil || subject != "メールアドレスのご確認" || read.Header.Get("Message-ID") != "<"+is.ID+"@example.jp>" || read.Header.Get("Auto-Submitted") != "auto-generated" || read.Header.Get("X-Arpad") == "" {
		t.Error(subject, read.Header, err)
	}
	checked, err := dkim.VerifyWithOptions(bytes.NewBufferString(text), &dkim.VerifyOptions{LookupTXT: func(domain string) ([]string, error) {
		if domain != "arpad._domainkey.example.jp" {
			t.Errorf("the key is asked for at %s", domain)
		}
		return []string{"v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}, nil
	}})
	if err != nil || len(checked) != 1 || checked[0].Err != nil {
		t.Error(checked, err)
	}
	if a, err := p.Work.AskOf(t.Context(), is); err != nil || a.Token != "" {
		t.Error("the token is kept after the letter was sent", a, err)
	}
}

// Nobody is written to whose address they have not confirmed, and who is erased gets nothing.
func TestOnlyConfirmed(t *testing.T) {
	p, m := newPlace(t), post.NewLetters(nil)
	s := &Server{Host: "127.0.0.1", Port: serves(t, m), From: "rating@example.jp"}
	if err := p.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	made, err := account.Invite(t.Context(), p.Bureau, "yui@example.jp", "Ando Yui", account.Wish{Roles: []string{"auditor"}}, "")
	if err == nil {
		_, err = account.SetRoles(t.Context(), p.Bureau, made.Number, account.Wish{Roles: []string{"officer"}}, "elected")
	}
	if err == nil {
		err = p.Collect(t.Context())
	}
	if err == nil {
		err = s.Send(t.Context(), p.Office)
	}
	if l := p.last(t); err != nil || l.State != work.Unconfirmed || l.Receiver != work.OfAccount+made.Number || len(m.All()) != 0 {
		t.Fatal(l, err, m.All())
	}
	token, err := p.Work.Ask(t.Context(), work.Asked{Kind: "confirm", Address: "yui@example.jp", Language: "en", Path: "letters/confirm"})
	if err == nil {
		_, err = p.Work.Confirm(t.Context(), "confirm", token)
	}
	if err == nil {
		_, err = account.SetRoles(t.Context(), p.Bureau, made.Number, account.Wish{Roles: []string{"officer", "treasurer"}}, "elected")
	}
	for range 2 { // the same is collected once
		if err == nil {
			err = p.Collect(t.Context())
		}
		if err == nil {
			err = s.Send(t.Context(), p.Office)
		}
	}
	if err != nil || len(m.All()) != 1 || !strings.Contains(m.All()[0], "yui@example.jp") {
		t.Fatal(err, m.All())
	}
	if _, err = account.SetRoles(t.Context(), p.Bureau, made.Number, account.Wish{Roles: []string{"officer"}}, "again"); err != nil {
		t.Fatal(err)
	}
	err = p.Collect(t.Context())
	if err == nil {
		err = p.Bureau.OnForget(t.Context(), func(text string) bool { return strings.Contains(text, "yui@") }, []string{made.Number})
	}
	left := 0
	if err == nil {
		err = p.Work.Letters(t.Context(), "", work.OfAccount+made.Number, func(*work.Letter) bool { left++; return true })
	}
	if err == nil {
		err = s.Send(t.Context(), p.Office)
	}
	if is, failed := p.Work.IsConfirmed(t.Context(), "yui@example.jp"); err != nil || failed != nil || is || left != 0 || len(m.All()) != 1 {
		t.Error(err, failed, is, left, m.All())
	}
}
