// Package inbox makes submissions of the mails in a mailbox. A mail is kept before anything is done with it, and what is done
// with it is done once, whenever the program ends. Whoever is certain to be a reporter of one club hands in for it;
// of all others an officer says who they are, or that it is nothing.
package inbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/mailbox"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/work"
)

// Sealer keeps what is kept unreadable for whoever has the database only.
type Sealer interface {
	Seal(plain []byte, of string) ([]byte, error)
	Open(sealed []byte, of string) ([]byte, error)
}

// Inbox is where mails wait until they are something.
type Inbox struct {
	Work   *work.Store
	Sealer Sealer
}

// Why a mail waits for an officer, or is left; beside the classes of mails.
const (
	Unverified = "unverified" // nobody is certain who sent it
	Unknown    = "unknown"    // whoever sent it reports for no club
	Clubs      = "clubs"      // they report for several
	Event      = "event"      // a notice: which event is it, and when was it?
	Unread     = "unread"     // no file in it can be read
	Refused    = "refused"    // the bureau has refused it
)

// About is what is known of a mail.
type About struct {
	From     string        `json:"from"`
	Name     string        `json:"name,omitempty"`
	Verified string        `json:"verified,omitempty"`
	Subject  string        `json:"subject,omitempty"`
	Class    mailbox.Class `json:"class"`
	Files    []string      `json:"files,omitempty"`
	Links    []string      `json:"links,omitempty"`
	Club     string        `json:"club,omitempty"`    // ID, if whoever sent it may report for it, or it is the club's address
	Refusal  string        `json:"refusal,omitempty"` // ID of the finding by which the bureau refused it

	// What an answer needs: it goes to From unless Silent, below the message and those before it.
	Silent  bool     `json:"silent,omitempty"`
	Message string   `json:"message"`
	Thread  []string `json:"thread,omitempty"`
}

// Mail is a mail with what is known of it.
type Mail struct {
	*work.Mail
	About
}

// seals names what the data of a mail is sealed for.
func seals(id string) string { return "mail " + id }

// open returns a kept mail with what is known of it.
func (x *Inbox) open(m *work.Mail) (*Mail, error) {
	plain, err := x.Sealer.Open(m.About, seals(m.ID))
	if err != nil {
		return nil, err
	}
	is := &Mail{Mail: m}
	return is, json.Unmarshal(plain, &is.About)
}

// seal returns what is known of a mail as it is kept.
func (x *Inbox) seal(id string, about *About) ([]byte, error) {
	plain, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	return x.Sealer.Seal(plain, seals(id))
}

// Mails returns the mails of a state, the newest first, at most so many. No state means all.
func (x *Inbox) Mails(ctx context.Context, state string, most int) (all []*Mail, err error) {
	var wrong error
	err = x.Work.Mails(ctx, state, func(m *work.Mail) bool {
		is, err := x.open(m)
		wrong = errors.Join(wrong, err)
		if err == nil {
			all = append(all, is)
		}
		return len(all) < most
	})
	if len(all) > 0 { // those of an earlier key nobody can open any more
		wrong = nil
	}
	return all, errors.Join(err, wrong)
}

// Mail returns a mail, nil if there is none.
func (x *Inbox) Mail(ctx context.Context, id string) (*Mail, error) {
	m, err := x.Work.Mail(ctx, id)
	if err != nil || m == nil {
		return nil, err
	}
	return x.open(m)
}

// Of returns the mail that has become something by an entry of the log, for its answer; nil: none has.
func (x *Inbox) Of(ctx context.Context, entry int) (*Mail, error) {
	m, err := x.Work.MailOf(ctx, entry)
	if err != nil || m == nil {
		return nil, err
	}
	return x.open(m)
}

// Thread returns the mail that has become something by an entry of the log, for whoever answers it; nil: none has, or its sender is
// not to be answered below it.
func (x *Inbox) Thread(ctx context.Context, entry int) (*mail.Thread, error) {
	m, err := x.Of(ctx, entry)
	if err != nil || m == nil || m.Silent || !strings.HasPrefix(m.Message, "<") {
		return nil, err
	}
	return &mail.Thread{Address: m.From, IDs: append(slices.Clone(m.Thread), m.Message)}, nil
}

// read reads what is in a mail again.
func (x *Inbox) read(m *Mail) (*mailbox.Mail, error) {
	raw, err := x.Sealer.Open(m.Data, seals(m.ID))
	if err != nil {
		return nil, err
	}
	return mailbox.Read(raw, mailbox.Server{}), nil
}

// Take keeps a mail and does with it what is to be done. The same mail is taken once, also if it comes again or the program
// ended in between. came is when the server has it from, if it says nothing better itself.
func (x *Inbox) Take(ctx context.Context, b *bureau.Bureau, server mailbox.Server, raw []byte, came time.Time) (*Mail, error) {
	return x.take(ctx, b, mailbox.Read(raw, server), raw, came)
}

func (x *Inbox) take(ctx context.Context, b *bureau.Bureau, m *mailbox.Mail, raw []byte, came time.Time) (*Mail, error) {
	sum := sha256.Sum256([]byte(m.ID + "\x00" + map[bool]string{true: m.From}[m.Verified != ""])) // a forged one is another one
	id := hex.EncodeToString(sum[:16])
	about := About{From: m.From, Name: m.Name, Verified: m.Verified, Subject: m.Subject, Class: m.Class, Links: m.Links, Silent: m.Silent, Message: m.ID, Thread: m.Thread}
	for _, f := range m.Files {
		about.Files = append(about.Files, f.Name)
	}
	kept := &work.Mail{ID: id, Arrived: b.Clock()}
	for _, at := range []time.Time{came, m.Received} {
		if !at.IsZero() && at.Before(b.Clock()) {
			kept.Arrived = at.UTC().Truncate(time.Second)
		}
	}
	var err error
	if kept.About, err = x.seal(id, &about); err != nil {
		return nil, err
	}
	if m.Class != mailbox.Large {
		if kept.Data, err = x.Sealer.Seal(raw, seals(id)); err != nil {
			return nil, err
		}
		kept.Size = len(raw)
	}
	if kept, err = x.Work.KeepMail(ctx, kept); err != nil {
		return nil, err
	}
	is, err := x.open(kept)
	if err != nil || is.State != work.MailNew {
		return is, err
	}
	if err := x.decide(ctx, b, is, m); err != nil {
		return nil, err
	}
	if err = x.becomes(ctx, is, work.MailNew); errors.Is(err, work.ErrDecided) { // another server did the same
		return x.Mail(ctx, id)
	}
	return is, err
}

// becomes keeps what a mail has become.
func (x *Inbox) becomes(ctx context.Context, m *Mail, from string) (err error) {
	if m.Mail.About, err = x.seal(m.ID, &m.About); err != nil {
		return err
	}
	return x.Work.BecameMail(ctx, m.Mail, from)
}

// decide does with a mail what is to be done.
func (x *Inbox) decide(ctx context.Context, b *bureau.Bureau, m *Mail, in *mailbox.Mail) error {
	var by *bureau.Actor
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if m.Verified != "" {
			if by, m.Club, err = sender(r, m.From); by != nil {
				m.Account = by.Account
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	if by != nil {
		if err := x.Work.Shown(ctx, m.From); err != nil {
			return err
		}
	}
	files := readable(in)
	m.State, m.Why = work.MailWaits, string(m.Class)
	switch {
	case m.Class == mailbox.Bounce:
		m.State = work.MailLeft
		return x.cameBack(ctx, b, in.Returned)
	case m.Class == mailbox.Automatic, m.Class == mailbox.Loop:
		m.State = work.MailLeft
	case len(files) == 0 && m.Class != mailbox.Notice:
		if by == nil { // whoever sends everybody everything
			m.State = work.MailLeft
		}
		if m.Class == mailbox.Report {
			m.Why = Unread
		}
	case m.Verified == "":
		m.Why = Unverified
	case by == nil:
		m.Why = Unknown
	case len(by.Clubs) > 1:
		m.Why = Clubs
	case m.Class == mailbox.Notice:
		m.Why = Event
	default:
		acting := *b
		acting.Actor = *by
		return m.refused(x.handIn(ctx, &acting, m, files, "", ""))
	}
	return nil
}

// cameBack notes that a letter of ours could not be delivered. Whoever says so knows the ID of that letter: the server to which
// it went, or whoever got it.
func (x *Inbox) cameBack(ctx context.Context, b *bureau.Bureau, r mailbox.Returned) error {
	id, _, _ := strings.Cut(strings.TrimPrefix(r.ID, "<"), "@")
	l, err := x.Work.Letter(ctx, id)
	if err != nil || l == nil {
		return err
	}
	address, err := (&mail.Office{Bureau: b, Work: x.Work}).AddressOf(ctx, l)
	if err != nil {
		return err
	}
	return x.Work.CameBack(ctx, l, r.Status, address)
}

// sender returns who reports from an address, nil if nobody does, and the club for which they do or whose address it is; empty: none.
func sender(r bureau.Reader, address string) (by *bureau.Actor, club string, err error) {
	err = bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
		if a.May() && a.Roles&bureau.Organiser != 0 && len(a.Clubs) > 0 && strings.EqualFold(a.Email, address) {
			actor := bureau.ActorOf(number, a, time.Time{})
			actor.Roles, actor.Player, by = bureau.Organiser, a.Player, &actor // whatever else they are, a mail proves less than signing in
		}
		return by == nil, nil
	})
	if err != nil || by != nil {
		if by != nil {
			club = by.Clubs[0]
		}
		return by, club, err
	}
	err = register.ClubContacts.Scan(r, "", "", func(id string, c *register.ClubContact) (bool, error) {
		if strings.EqualFold(c.Email, address) {
			club = id
		}
		return club == "", nil
	})
	return nil, club, err
}

// readable returns the files of a mail that can be read as reports.
func readable(m *mailbox.Mail) (files []submission.Part) {
	for _, f := range m.Files {
		for _, part := range submission.Unpack(f.Name, f.Data) {
			if p, _ := submission.Read(part.Data, nil, part.Name, statement.As{}); p != nil && len(files) < submission.MostFiles {
				files = append(files, part)
			}
		}
	}
	return files
}

// handIn hands the files of a mail in: for a club, by an officer's word of who sent them, or by whoever reports. Each finds the report of
// its event, as if it had come alone.
func (x *Inbox) handIn(ctx context.Context, b *bureau.Bureau, m *Mail, files []submission.Part, club, from string) error {
	in := *b
	in.Came = m.Arrived
	var refs []string
	for n, f := range files {
		a := &act.SubmitReport{File: act.File{Name: f.Name, Data: f.Data}, For: club, From: from}
		out, err := act.Do(ctx, &in, a, act.With{Key: "mail/" + m.ID + "/" + strconv.Itoa(n)})
		if err != nil {
			return err
		}
		if !slices.Contains(refs, out.Subject) {
			refs = append(refs, out.Subject)
		}
		m.Ref, m.Entry = strings.Join(refs, " "), out.Seq
	}
	m.State, m.Why, m.Refusal = work.MailReport, "", ""
	return nil
}

// refused notes that the bureau has refused a mail, which waits for an officer then.
func (m *Mail) refused(err error) error {
	refused := (*finding.Refused)(nil)
	if !errors.As(err, &refused) {
		return err
	}
	m.State, m.Why, m.Refusal = work.MailWaits, Refused, refused.ID
	return nil
}
