package work

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"github.com/arpadchess/arpad/internal/store"
)

// Mail is a mail that has come to the mailbox, and what became of it.
type Mail struct {
	ID      string
	Arrived time.Time
	Kept    time.Time
	State   string
	Why     string // of a mail that waits or is left
	Ref     string // of the report that it became, or of several with a space between
	Entry   int    // of the log, by which it did
	Account string // of whoever is certain to have sent it; empty: none
	Decided string // the account of the officer who decided; empty: nobody had to
	About   []byte // as it is kept: sealed
	Data    []byte // sealed; empty: it is not needed any more
	Size    int    // of what was sealed
}

// The states of mails.
const (
	MailNew     = "new" // nobody has looked at it
	MailReport  = "report"
	MailNotice  = "notice"
	MailWaits   = "waits" // for an officer
	MailLeft    = "left"  // there is nothing to do with it
	MailNothing = "nothing"
)

// mailsKept is for how long mails are kept.
const mailsKept = 90 * day

// mostMail is how many bytes of mails may wait for an officer.
const mostMail = 256 << 20

// ErrMailFull reports that too many mails wait for an officer.
var ErrMailFull = errors.New("too many mails wait")

// ErrDecided reports that a mail has become something meanwhile.
var ErrDecided = errors.New("the mail has become something else")

// KeepMail keeps a mail that has come, unless it is there; then it returns what became of it.
func (s *Store) KeepMail(ctx context.Context, m *Mail) (now *Mail, err error) {
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		waiting := 0
		if _, err := tx.Row([]any{&waiting}, "SELECT coalesce(sum(size), 0) FROM work.mail WHERE data <> ''"); err != nil {
			return err
		}
		there := false
		if now, there, err = mailOf(tx.Row, m.ID); err != nil || there {
			return err
		}
		if waiting+m.Size > mostMail {
			return ErrMailFull
		}
		_, err := tx.Exec("INSERT INTO work.mail (id, arrived, kept, state, about, data, size) VALUES ($1, $2, $3, $4, $5, $6, $7)",
			m.ID, m.Arrived.Unix(), s.Now().Unix(), MailNew, base64.StdEncoding.EncodeToString(m.About), base64.StdEncoding.EncodeToString(m.Data), m.Size)
		now = m
		now.State = MailNew
		return err
	})
	return now, err
}

// BecameMail notes what a mail has become, from a state. What is in it is kept only as long as somebody may need it.
func (s *Store) BecameMail(ctx context.Context, m *Mail, from string) error {
	n, err := s.db.Exec(ctx, `UPDATE work.mail SET state = $1, why = $2, ref = $3, entry = $4, decided = $5, about = $6,
		data = CASE WHEN $7 = 1 THEN '' ELSE data END, account = $10 WHERE id = $8 AND state = $9`,
		m.State, m.Why, m.Ref, m.Entry, m.Decided, base64.StdEncoding.EncodeToString(m.About), flag(m.State != MailWaits && m.State != MailNothing), m.ID, from, m.Account)
	if err == nil && n == 0 {
		err = ErrDecided
	}
	return err
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

const mailColumns = "id, arrived, kept, state, why, ref, entry, account, decided, about, size"

func (m *Mail) read(scan func(...any) error, more ...any) error {
	var arrived, kept int64
	var about string
	err := scan(append([]any{&m.ID, &arrived, &kept, &m.State, &m.Why, &m.Ref, &m.Entry, &m.Account, &m.Decided, &about, &m.Size}, more...)...)
	m.Arrived, m.Kept = time.Unix(arrived, 0).UTC(), time.Unix(kept, 0).UTC()
	if err == nil {
		m.About, err = base64.StdEncoding.DecodeString(about)
	}
	return err
}

// mailOf returns a mail with what is in it.
func mailOf(row func([]any, string, ...any) (bool, error), id string) (m *Mail, found bool, err error) {
	m = &Mail{}
	data := ""
	err = m.read(func(into ...any) (err error) {
		found, err = row(into, "SELECT "+mailColumns+", data FROM work.mail WHERE id = $1", id)
		return err
	}, &data)
	if err == nil && found {
		m.Data, err = base64.StdEncoding.DecodeString(data)
	}
	return m, found, err
}

// Mail returns a mail with what is in it, nil if there is none.
func (s *Store) Mail(ctx context.Context, id string) (*Mail, error) {
	m, found, err := mailOf(func(into []any, query string, arguments ...any) (bool, error) {
		return s.db.Row(ctx, into, query, arguments...)
	}, id)
	if err != nil || !found {
		return nil, err
	}
	return m, nil
}

// MailOf returns the mail that has become something by an entry of the log, without what is in it; nil: none has.
func (s *Store) MailOf(ctx context.Context, entry int) (*Mail, error) {
	m, found := &Mail{}, false
	err := m.read(func(into ...any) (err error) {
		found, err = s.db.Row(ctx, into, "SELECT "+mailColumns+" FROM work.mail WHERE entry = $1 AND entry > 0", entry)
		return err
	})
	if err != nil || !found {
		return nil, err
	}
	return m, nil
}

// Mails calls each for the mails of a state, without what is in them, the newest first, until it returns false. No state means all.
func (s *Store) Mails(ctx context.Context, state string, each func(*Mail) bool) error {
	return s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		m := &Mail{}
		err := m.read(scan)
		return err == nil && each(m), err
	}, "SELECT "+mailColumns+" FROM work.mail WHERE $1 = '' OR state = $1 ORDER BY arrived DESC, id", state)
}

// Mailbox is up to where a mailbox was read.
type Mailbox struct {
	Name     string
	Validity uint32    // of its numbers
	UID      uint32    // of the last mail
	Asked    time.Time // when it was last asked; zero: never
}

// Mailbox returns up to where a mailbox was read.
func (s *Store) Mailbox(ctx context.Context, name string) (Mailbox, error) {
	var validity, uid, asked int64
	found, err := s.db.Row(ctx, []any{&validity, &uid, &asked}, "SELECT validity, uid, asked FROM work.mailbox WHERE name = $1", name)
	m := Mailbox{Name: name, Validity: uint32(validity), UID: uint32(uid)}
	if found {
		m.Asked = time.Unix(asked, 0).UTC()
	}
	return m, err
}

// ReadMailbox notes up to where a mailbox was read, now.
func (s *Store) ReadMailbox(ctx context.Context, m Mailbox) error {
	_, err := s.db.Exec(ctx, `INSERT INTO work.mailbox (name, validity, uid, asked) VALUES ($1, $2, $3, $4)
		ON CONFLICT (name) DO UPDATE SET validity = excluded.validity, uid = excluded.uid, asked = excluded.asked`, m.Name, int64(m.Validity), int64(m.UID), s.Now().Unix())
	return err
}

// LastMailbox returns the mailbox that was asked last; nil: none ever was.
func (s *Store) LastMailbox(ctx context.Context) (*Mailbox, error) {
	var name string
	found, err := s.db.Row(ctx, []any{&name}, "SELECT name FROM work.mailbox ORDER BY asked DESC, name LIMIT 1")
	if err != nil || !found {
		return nil, err
	}
	m, err := s.Mailbox(ctx, name)
	return &m, err
}
