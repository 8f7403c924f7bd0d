package inbox

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/mailbox"
	"github.com/arpadchess/arpad/internal/work"
)

// Box is a mailbox on a server.
type Box struct {
	Address  string // HOST:PORT; at port 993 TLS comes first, elsewhere it is begun, but for this machine itself
	User     string
	Password string
	Folder   string // empty: INBOX
	Server   mailbox.Server
}

const (
	looksBack = 60 * 24 * time.Hour // how far it is read back where nothing is known of it: less than mails are kept
	longest   = 10 * time.Minute    // for which it is read at once
)

// ErrPlain reports that a server would be sent a password that others can read.
var ErrPlain = errors.New("the server offers no TLS")

// dial connects to the server, and signs in.
func (box *Box) dial(ctx context.Context) (*imapclient.Client, error) {
	host, port, err := net.SplitHostPort(box.Address)
	if err != nil {
		return nil, err
	}
	conn, err := (&net.Dialer{Timeout: 30 * time.Second}).DialContext(ctx, "tcp", box.Address)
	if err != nil {
		return nil, err
	}
	options := &imapclient.Options{TLSConfig: &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, NextProtos: []string{"imap"}}}
	var c *imapclient.Client
	switch at, _ := conn.RemoteAddr().(*net.TCPAddr); {
	case port == "993":
		c = imapclient.New(tls.Client(conn, options.TLSConfig), options)
	case at != nil && at.IP.IsLoopback():
		c = imapclient.New(conn, options)
	default:
		if c, err = imapclient.NewStartTLS(conn, options); err != nil {
			return nil, errors.Join(ErrPlain, err, conn.Close())
		}
	}
	if err := c.Login(box.User, box.Password).Wait(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// Fetch takes what has come to a mailbox since it was last read. Each mail is kept before it is marked as read, and marked before it is
// passed: whenever it ends in between, the next time goes on there.
func (x *Inbox) Fetch(ctx context.Context, box *Box, use func(func(*bureau.Bureau) error) error) (err error) {
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	c, err := box.dial(ctx)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	defer func() {
		if err == nil {
			err = c.Logout().Wait()
		}
		_ = c.Close() // it has said good-bye, or nobody listens
	}()
	folder := cmp.Or(box.Folder, "INBOX")
	selected, err := c.Select(folder, nil).Wait()
	if err != nil {
		return err
	}
	at, err := x.Work.Mailbox(ctx, box.User+" "+folder+" "+box.Address)
	if err != nil {
		return err
	}
	wanted := &imap.SearchCriteria{Since: x.Work.Now().Add(-looksBack)}
	if at.Validity == selected.UIDValidity && at.UID > 0 {
		wanted = &imap.SearchCriteria{UID: []imap.UIDSet{{imap.UIDRange{Start: imap.UID(at.UID) + 1, Stop: 0}}}}
	} else {
		at.Validity, at.UID = selected.UIDValidity, 0
	}
	found, err := c.UIDSearch(wanted, nil).Wait()
	if err != nil {
		return err
	}
	all := found.AllUIDs()
	slices.Sort(all)
	for _, uid := range all {
		if uint32(uid) <= at.UID { // a server always has one in "from here to the last"
			continue
		}
		var m *Mail
		err := use(func(b *bureau.Bureau) (err error) {
			m, err = x.fetch(ctx, c, b, box, uid)
			return err
		})
		if err != nil {
			return err
		}
		if m != nil && m.settled() {
			if err := c.Store(imap.UIDSetNum(uid), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close(); err != nil {
				return err
			}
		}
		at.UID = uint32(uid)
		if err := x.Work.ReadMailbox(ctx, at); err != nil {
			return err
		}
	}
	return x.Work.ReadMailbox(ctx, at)
}

// settled reports whether nobody has to look at a mail in the mailbox itself.
func (m *Mail) settled() bool {
	return m.State != work.MailLeft || m.Class == mailbox.Automatic || m.Class == mailbox.Bounce || m.Class == mailbox.Loop
}

// fetch takes a mail; nil: it is gone.
func (x *Inbox) fetch(ctx context.Context, c *imapclient.Client, b *bureau.Bureau, box *Box, uid imap.UID) (*Mail, error) {
	known, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, RFC822Size: true, InternalDate: true}).Collect()
	if err != nil || len(known) == 0 {
		return nil, err
	}
	section := &imap.FetchItemBodySection{Peek: true}
	read := mailbox.Read
	if known[0].RFC822Size > mailbox.MaxBytes {
		section.Partial = &imap.SectionPartial{Size: mailbox.Beginning}
		read = mailbox.ReadLarge
	}
	got, err := c.Fetch(imap.UIDSetNum(uid), &imap.FetchOptions{UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	if err != nil || len(got) == 0 || len(got[0].BodySection) == 0 {
		return nil, err
	}
	raw := got[0].BodySection[0].Bytes
	return x.take(ctx, b, read(raw, box.Server), raw, known[0].InternalDate)
}

// Watch fetches what comes to a mailbox, again and again until the context ends. failed is told why it could not, once for each
// reason in a row.
func (x *Inbox) Watch(ctx context.Context, box *Box, every time.Duration, use func(func(*bureau.Bureau) error) error, failed func(error)) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	last := ""
	for {
		why := ""
		if err := x.Fetch(ctx, box, use); err != nil && ctx.Err() == nil {
			if why = err.Error(); why != last {
				failed(err)
			}
		}
		last = why
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
