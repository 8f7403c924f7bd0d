// Package post is the mail of a bureau in tests and in a demo: a mailbox of Dovecot, a mail server that keeps letters, and the way of a
// report from a mail to a published list and the letters about it. Everybody in it is invented.
package post

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
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Mailbox is a mailbox of Dovecot on this machine.
type Mailbox struct {
	Address  string // HOST:PORT
	User     string
	Password string
	Folder   string // of its mails

	dir     string
	program *exec.Cmd
	stop    func()
}

// configuration is that of a Dovecot with one mailbox, whoever starts it.
const configuration = `base_dir = %[1]s/run
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
    port = %[6]d
  }
}
service anvil {
  chroot =
}
`

// Open starts Dovecot with an empty mailbox.
func Open(ctx context.Context) (m *Mailbox, err error) {
	m = &Mailbox{User: "report", Password: "secret"}
	if m.dir, err = os.MkdirTemp("", "dovecot"); err != nil { // the names of its sockets are short
		return nil, err
	}
	m.Folder = filepath.Join(m.dir, "mail")
	owner, err := mailOwner()
	if err != nil {
		return nil, err
	}
	port, err := freePort(ctx)
	if err != nil {
		return nil, err
	}
	group, err := user.LookupGroupId(owner.Gid)
	if err != nil {
		return nil, err
	}
	conf := filepath.Join(m.dir, "conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, configuration, m.dir, owner.Username, group.Name, owner.Uid, owner.Gid, port), 0o600); err != nil {
		return nil, err
	}
	uid, _ := strconv.Atoi(owner.Uid)
	gid, _ := strconv.Atoi(owner.Gid)
	for _, name := range []string{"", "home", "mail", "run", "state"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(m.dir, name), 0o755), os.Chown(filepath.Join(m.dir, name), uid, gid)); err != nil {
			return nil, err
		}
	}
	ctx, m.stop = context.WithCancel(ctx)
	m.program = exec.CommandContext(ctx, "dovecot", "-F", "-c", conf)
	m.program.Cancel = func() error { return m.program.Process.Signal(os.Interrupt) }
	m.program.WaitDelay = 10 * time.Second
	if err := m.program.Start(); err != nil {
		return nil, err
	}
	m.Address = net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
	return m, m.answers(ctx)
}

// mailOwner returns whose the mails are: Dovecot keeps mails of nobody who may do anything.
func mailOwner() (*user.User, error) {
	me, err := user.Current()
	if err == nil && me.Uid == "0" {
		me, err = user.Lookup("nobody")
	}
	return me, err
}

// freePort returns a port that was free just now.
func freePort(ctx context.Context) (int, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

// answers waits until the server can be asked.
func (m *Mailbox) answers(ctx context.Context) error {
	for begun := time.Now(); ; {
		c, err := (&net.Dialer{}).DialContext(ctx, "tcp", m.Address)
		if err == nil {
			return c.Close()
		}
		if time.Since(begun) > time.Minute {
			return fmt.Errorf("%w\n%s", err, m.Said())
		}
	}
}

// Said returns what the server has written about itself.
func (m *Mailbox) Said() string {
	text, _ := os.ReadFile(filepath.Join(m.dir, "log")) // nothing yet, perhaps
	return string(text)
}

// Close ends the server, and removes the mailbox.
func (m *Mailbox) Close() error {
	m.stop()
	_ = m.program.Wait() // it was told to end
	return os.RemoveAll(m.dir)
}

// Client signs in to the mailbox, as its owner does.
func (m *Mailbox) Client(do func(*imapclient.Client) error) error {
	c, err := imapclient.DialInsecure(m.Address, nil)
	if err != nil {
		return err
	}
	if err = c.Login(m.User, m.Password).Wait(); err == nil {
		err = do(c)
	}
	return errors.Join(err, c.Logout().Wait())
}

// Deliver puts a mail into the mailbox, as of a time.
func (m *Mailbox) Deliver(raw []byte, at time.Time) error {
	return m.Client(func(c *imapclient.Client) error {
		put := c.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Time: at})
		_, err := put.Write(raw)
		if err = errors.Join(err, put.Close()); err == nil {
			_, err = put.Wait()
		}
		return err
	})
}
