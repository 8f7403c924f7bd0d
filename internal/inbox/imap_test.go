package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/test/mails"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/post"
	"github.com/arpadchess/arpad/internal/work"
)

// dovecot is a mailbox on this machine, which a test reads.
type dovecot struct {
	testing.TB
	*post.Mailbox
	box *inbox.Box
}

// serve starts a mail server, which ends with the test.
func serve(t *testing.T) *dovecot {
	t.Helper()
	need.Program(t, "dovecot")
	m, err := post.Open(context.Background())
	must(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(m.Said())
		}
		must(t, m.Close())
	})
	return &dovecot{t, m, &inbox.Box{Address: m.Address, User: m.User, Password: m.Password, Server: server}}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// deliver puts a mail into the mailbox.
func (d *dovecot) deliver(raw []byte, at time.Time) {
	d.Helper()
	must(d, d.Deliver(raw, at))
}

// seen returns how many mails are marked as read, and the number of the mailbox.
func (d *dovecot) seen() (n int, validity uint32) {
	d.Helper()
	must(d, d.Client(func(c *imapclient.Client) error {
		selected, err := c.Select("INBOX", nil).Wait()
		if err != nil {
			return err
		}
		found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
		if err == nil {
			n, validity = len(found.AllUIDs()), selected.UIDValidity
		}
		return err
	}))
	return n, validity
}

// fetch reads the mailbox.
func (d *desk) fetch(box *inbox.Box) {
	d.Helper()
	d.Must(d.Fetch(d.Context(), box, d.use))
}

func (d *desk) use(f func(*bureau.Bureau) error) error { return f(d.Bureau) }

// Whenever the program ends, and whatever the server numbers anew, each mail becomes one report, and is marked as read after that.
func TestMailbox(t *testing.T) {
	s, d := serve(t), opened(t)
	s.deliver(named(t, "Outlook, one file"), d.Now)
	s.deliver(named(t, "A question and no file"), d.Now)
	s.deliver(named(t, "Out of office"), d.Now)

	ended := errors.New("the program has ended")
	if err := d.Fetch(t.Context(), s.box, func(func(*bureau.Bureau) error) error { return ended }); !errors.Is(err, ended) {
		t.Fatal(err)
	}
	if n, _ := s.seen(); n != 0 {
		t.Errorf("%d mails are marked before they are kept", n)
	}
	err := d.Fetch(t.Context(), s.box, func(f func(*bureau.Bureau) error) error { return errors.Join(f(d.Bureau), ended) }) // kept, not marked
	if n, _ := s.seen(); n != 0 || !errors.Is(err, ended) || len(d.cases()) != 1 {
		t.Errorf("%v; %d mails are marked, there are %d reports", err, n, len(d.cases()))
	}
	for range 2 {
		d.fetch(s.box)
		if n, _ := s.seen(); n != 3 || len(d.cases()) != 1 {
			t.Errorf("%d mails are marked, there are %d reports", n, len(d.cases()))
		}
	}

	s.deliver(named(t, "Gmail, one file"), d.Now)
	d.fetch(s.box)
	if len(d.cases()) != 2 {
		t.Errorf("there are %d reports, want 2", len(d.cases()))
	}

	_, before := s.seen()
	list := filepath.Join(s.Folder, "dovecot-uidlist")
	text, err := os.ReadFile(list)
	d.Must(err)
	d.Must(os.WriteFile(list, []byte(strings.Replace(string(text), fmt.Sprintf("V%d", before), fmt.Sprintf("V%d", before+1), 1)), 0o644))
	for _, name := range []string{"dovecot.index", "dovecot.index.log", "dovecot.index.cache"} {
		_ = os.Remove(filepath.Join(s.Folder, name))
	}
	if _, now := s.seen(); now == before {
		t.Fatal("the mailbox has the number that it had")
	}
	d.fetch(s.box)
	waits, err := d.Mails(t.Context(), "", 100)
	if err != nil || len(waits) != 4 || len(d.cases()) != 2 {
		t.Errorf("%d mails are kept and %d reports: %v", len(waits), len(d.cases()), err)
	}
	if at, err := d.Door.Work.LastMailbox(t.Context()); err != nil || at == nil || at.Validity == before {
		t.Errorf("%+v, %v", at, err)
	}
}

// A mail of more than 30 MB is not fetched, and waits for an officer.
func TestMailboxWithLargeMail(t *testing.T) {
	s, d := serve(t), opened(t)
	s.deliver(mails.Large(), d.Now)
	s.deliver(named(t, "Outlook, one file"), d.Now)
	d.fetch(s.box)
	waits, err := d.Mails(t.Context(), work.MailWaits, 100)
	if err != nil || len(waits) != 1 || waits[0].Why != "large" || waits[0].From != mails.Reporter || len(d.cases()) != 1 {
		t.Errorf("%d wait, %d reports: %v", len(waits), len(d.cases()), err)
	}
}

// A wrong password is said, and nothing is kept.
func TestMailboxRefuses(t *testing.T) {
	s, d := serve(t), opened(t)
	s.box.Password = "wrong"
	ctx, stop := context.WithCancel(t.Context())
	told := make(chan error, 1)
	go d.Watch(ctx, s.box, time.Millisecond, d.use, func(err error) { told <- err; stop() })
	if err := <-told; err == nil {
		t.Error("it was let in")
	}
}
