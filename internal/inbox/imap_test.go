package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/test/mails"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/work"
)

// dovecot is a mail server on this machine with one mailbox.
type dovecot struct {
	testing.TB
	box    *inbox.Box
	folder string // of the mailbox
}

// serve starts a mail server, which ends with the test.
func serve(t *testing.T) *dovecot {
	t.Helper()
	need.Program(t, "dovecot")
	dir, err := os.MkdirTemp("", "dovecot") // the names of its sockets are short
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	me, err := user.Current()
	must(t, err)
	if me.Uid == "0" { // it keeps mails of nobody who may do anything
		me, err = user.Lookup("nobody")
		must(t, err)
	}
	free, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	address := free.Addr().String()
	must(t, free.Close())
	_, port, _ := net.SplitHostPort(address)
	group, err := user.LookupGroupId(me.Gid)
	must(t, err)
	conf := fmt.Sprintf(`base_dir = %[1]s/run
state_dir = %[1]s/state
log_path = %[1]s/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:%[1]s/mail
default_internal_user = %[2]s
default_internal_group = %[3]s
default_login_user = %[2]s
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=%[4]s gid=%[5]s home=%[1]s/home
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[6]s
  }
}
service anvil {
  chroot =
}
`, dir, me.Username, group.Name, me.Uid, me.Gid, port)
	must(t, os.WriteFile(filepath.Join(dir, "conf"), []byte(conf), 0o600))
	uid, _ := strconv.Atoi(me.Uid)
	gid, _ := strconv.Atoi(me.Gid)
	for _, name := range []string{"", "home", "mail", "run", "state"} {
		must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		must(t, os.Chown(filepath.Join(dir, name), uid, gid))
	}
	ctx, stop := context.WithCancel(context.Background())
	program := exec.CommandContext(ctx, "dovecot", "-F", "-c", filepath.Join(dir, "conf"))
	program.Cancel = func() error { return program.Process.Signal(os.Interrupt) }
	program.WaitDelay = 10 * time.Second
	must(t, program.Start())
	t.Cleanup(func() {
		stop()
		_ = program.Wait() // it was told to end
		if log, err := os.ReadFile(filepath.Join(dir, "log")); err == nil && t.Failed() {
			t.Log(string(log))
		}
	})
	d := &dovecot{t, &inbox.Box{Address: address, User: "report", Password: "secret", Server: server}, filepath.Join(dir, "mail")}
	for began := time.Now(); ; {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		if err == nil {
			must(t, conn.Close())
			return d
		}
		if time.Since(began) > time.Minute {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("%v\n%s", err, log)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// client signs in to the mailbox, as its owner does.
func (d *dovecot) client(do func(*imapclient.Client)) {
	d.Helper()
	c, err := imapclient.DialInsecure(d.box.Address, nil)
	must(d, err)
	must(d, c.Login(d.box.User, d.box.Password).Wait())
	do(c)
	must(d, c.Logout().Wait())
}

// deliver puts a mail into the mailbox.
func (d *dovecot) deliver(raw []byte, at time.Time) {
	d.Helper()
	d.client(func(c *imapclient.Client) {
		put := c.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Time: at})
		_, err := put.Write(raw)
		must(d, errors.Join(err, put.Close()))
		must(d, second(put.Wait()))
	})
}

// seen returns how many mails are marked as read, and the number of the mailbox.
func (d *dovecot) seen() (n int, validity uint32) {
	d.Helper()
	d.client(func(c *imapclient.Client) {
		selected, err := c.Select("INBOX", nil).Wait()
		must(d, err)
		found, err := c.UIDSearch(&imap.SearchCriteria{Flag: []imap.Flag{imap.FlagSeen}}, nil).Wait()
		must(d, err)
		n, validity = len(found.AllUIDs()), selected.UIDValidity
	})
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
	list := filepath.Join(s.folder, "dovecot-uidlist")
	text, err := os.ReadFile(list)
	d.Must(err)
	d.Must(os.WriteFile(list, []byte(strings.Replace(string(text), fmt.Sprintf("V%d", before), fmt.Sprintf("V%d", before+1), 1)), 0o644))
	for _, name := range []string{"dovecot.index", "dovecot.index.log", "dovecot.index.cache"} {
		_ = os.Remove(filepath.Join(s.folder, name))
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
