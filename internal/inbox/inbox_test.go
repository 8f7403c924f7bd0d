package inbox_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/mailbox"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/test/mails"
	"github.com/arpadchess/arpad/internal/work"
)

const players = "id,name,birth,sex,standard,standard_games\nN00000001,Aoki Ren,1984-05-02,m,2010,60\nN00000002,Baba Mio,1991-09-14,f,1875,60\n"

var server = mailbox.Server{Name: mails.Server, Own: []string{mails.Box}}

// desk is a bureau with a mailbox.
type desk struct {
	*hall.Hall
	*inbox.Inbox
}

// opened returns a bureau in which the reporter of the mails reports for one club.
func opened(t *testing.T) *desk {
	t.Helper()
	h := hall.Opening(t, "en", "", players)
	_, err := account.Invite(t.Context(), h.Bureau, mails.Reporter, "Aoki Ren", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru"}}, "")
	h.Must(err)
	return &desk{h, &inbox.Inbox{Work: h.Door.Work, Sealer: h.Door.Sealer}}
}

// take takes a mail.
func (d *desk) take(raw []byte) *inbox.Mail {
	d.Helper()
	m, err := d.Take(d.Context(), d.Bureau, server, raw, time.Time{})
	d.Must(err)
	return m
}

// cases returns the reports of the bureau by their references.
func (d *desk) cases() map[string]*check.Case {
	d.Helper()
	all := map[string]*check.Case{}
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
			all[c.Ref] = c
			return true, nil
		})
	}))
	return all
}

// What becomes of each of sixty mails, for a person to read; and each becomes it once.
func TestMailsBecome(t *testing.T) {
	d := opened(t)
	var out strings.Builder
	for _, m := range mails.All() {
		before := len(d.cases())
		is := d.take(m.Raw)
		fmt.Fprintf(&out, "%s\n\t%s", m.Name, is.State)
		for _, why := range []string{is.Why, is.Refusal} {
			if why != "" {
				out.WriteString(", " + why)
			}
		}
		for ref := range strings.FieldsSeq(is.Ref) {
			c := d.cases()[ref]
			fmt.Fprintf(&out, ": %s %s, %d files, for %s, received %s", c.Event, c.State, len(c.Revisions), c.For.Club, c.Received.Format(time.DateTime))
			if len(d.cases()) == before {
				out.WriteString(", was there")
			}
		}
		out.WriteString("\n")
		now := len(d.cases())
		if again := d.take(m.Raw); again.State != is.State || again.Ref != is.Ref || len(d.cases()) != now {
			t.Errorf("%s, again: %s %s", m.Name, again.State, again.Ref)
		}
		if kept := is.State == work.MailWaits; kept != (len(d.mail(is.ID).Data) > 0) {
			t.Errorf("%s: %s, and %d bytes are kept", m.Name, is.State, len(d.mail(is.ID).Data))
		}
	}
	golden(t, "testdata/mails.txt", out.String())
}

func (d *desk) mail(id string) *inbox.Mail {
	d.Helper()
	m, err := d.Mail(d.Context(), id)
	d.Must(err)
	return m
}

func golden(t *testing.T, name, text string) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s differs:\n%s", name, text)
	}
}

// named returns a mail of the sixty.
func named(t *testing.T, name string) []byte {
	t.Helper()
	for _, m := range mails.All() {
		if m.Name == name {
			return m.Raw
		}
	}
	t.Fatalf("there is no mail %q", name)
	return nil
}

// Whoever has sent a report by mail is answered below it, once their server has vouched for their address, with the number and
// what is asked; a mail that comes again is answered no second time.
func TestSenderIsAnswered(t *testing.T) {
	d := opened(t)
	letters := &mail.Office{Bureau: d.Bureau, Work: d.Work, Base: "https://ratings.example.jp", Thread: d.Thread}
	d.Must(letters.Collect(d.Context())) // begins at the head of the log
	for range 2 {
		is := d.take(named(t, "Outlook, one file"))
		d.Must(letters.Collect(d.Context()))
		var all []*work.Letter
		d.Must(d.Work.Letters(d.Context(), "", "", func(l *work.Letter) bool {
			all = append(all, l)
			return true
		}))
		if len(all) != 1 {
			t.Fatalf("there are %d letters: %+v", len(all), all)
		}
		m, may, err := letters.Read(d.Context(), all[0])
		d.Must(err)
		if !may || m.Address != mails.Reporter || m.Answers == nil || !slices.Equal(m.Answers.IDs, []string{is.Message}) || !strings.Contains(m.Subject, is.Ref) {
			t.Errorf("the letter is %+v, may go: %t", m, may)
		}
	}
}

// A report that was received stays as it is, whoever calls themself its reporter.
func TestForgedMailReplacesNothing(t *testing.T) {
	d := opened(t)
	honest := d.take(named(t, "The reporter by SPF"))
	if honest.State != work.MailReport {
		t.Fatalf("%+v", honest.About)
	}
	before := d.cases()[honest.Ref]
	for _, m := range mails.FromOthers() {
		if strings.HasPrefix(m.Name, "The reporter by") {
			continue
		}
		forged := bytes.ReplaceAll(m.Raw, []byte("1 m    Aoki"), []byte("1 w    Aoki"))
		if is := d.take(forged); is.State == work.MailReport {
			t.Errorf("%s: %s", m.Name, is.Ref)
		}
	}
	if now := d.cases(); len(now) != 1 || len(now[honest.Ref].Revisions) != len(before.Revisions) || now[honest.Ref].State != before.State {
		t.Errorf("there are %d reports, the first with %d files", len(now), len(now[honest.Ref].Revisions))
	}
}

// An officer says for whom a mail came: it is received on the day on which it came, once, and what they say is theirs.
func TestOfficerSaysWhoSentIt(t *testing.T) {
	d := opened(t)
	is := d.take(named(t, "A stranger, verified"))
	if is.State != work.MailWaits || is.Why != inbox.Unknown {
		t.Fatalf("%s, %s", is.State, is.Why)
	}
	number, officer := d.Find(hall.Email("officer"))
	acting := *d.Bureau
	acting.Actor = bureau.ActorOf(number, officer, time.Time{})
	if _, err := d.HandIn(t.Context(), &acting, is.ID, "nobody"); err == nil {
		t.Error("it was handed in for nobody")
	}
	done, err := d.HandIn(t.Context(), &acting, is.ID, "Kawagoe Tsuru")
	d.Must(err)
	c := d.cases()[done.Ref]
	if c == nil || c.For.Club == "" || c.Received.Format(time.DateTime) != "2024-10-20 10:02:11" {
		t.Fatalf("%+v", c)
	}
	if kept := d.mail(is.ID); kept.State != work.MailReport || kept.Decided != number || len(kept.Data) > 0 || kept.Entry == 0 {
		t.Errorf("%+v", kept.Mail)
	}
	if _, err := d.HandIn(t.Context(), &acting, is.ID, "Kawagoe Tsuru"); !errors.Is(err, inbox.ErrGone) {
		t.Errorf("again: %v", err)
	}
	if of, err := d.Of(t.Context(), done.Entry); err != nil || of == nil || of.From != mails.Stranger || of.Message != "<o1@example.com>" {
		t.Errorf("the answer: %+v, %v", of, err)
	}
	photo := d.take(named(t, "A photo and nothing else"))
	if _, err := d.HandIn(t.Context(), &acting, photo.ID, "Kawagoe Tsuru"); !errors.Is(err, inbox.ErrUnread) {
		t.Errorf("a photo: %v", err)
	}
	d.Must(d.Nothing(t.Context(), &acting, photo.ID, false))
	if m := d.mail(photo.ID); m.State != work.MailNothing || m.Decided != number {
		t.Errorf("%+v", m.Mail)
	}
	d.Must(d.Nothing(t.Context(), &acting, photo.ID, true))
	notice := d.take(named(t, "Results on Chess-Results"))
	day := d.Bureau.Today(&bureau.Settings{Authority: "jcf"}) - 10
	told, err := d.Notify(t.Context(), &acting, notice.ID, act.NoticeReport{Event: notice.Subject, Start: day, End: day, For: notice.Club, From: notice.Links[0]})
	d.Must(err)
	if c := d.cases()[told.Ref]; c == nil || c.Notice != notice.Links[0] || c.Received.Format(time.DateTime) != "2024-10-20 10:02:11" {
		t.Errorf("%+v", c)
	}
}

// Who reports for several clubs is asked about by the officer; whose account is closed is nobody; the address of a club is a hint.
func TestSenders(t *testing.T) {
	d := opened(t)
	_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato"}, "")
	d.Must(err)
	d.Must(second(register.SetClubContact(t.Context(), d.Bureau, "Minato", []string{"email=" + mails.Stranger}, "")))
	if is := d.take(named(t, "A stranger, verified")); is.Why != inbox.Unknown || is.Club == "" {
		t.Errorf("%s, of %q", is.Why, is.Club)
	}
	d.Must(second(account.SetRoles(t.Context(), d.Bureau, mails.Reporter, account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru", "Minato"}}, "moved")))
	if is := d.take(named(t, "Outlook, one file")); is.State != work.MailWaits || is.Why != inbox.Clubs {
		t.Errorf("%s, %s", is.State, is.Why)
	}
	d.Must(second(account.Disable(t.Context(), d.Bureau, mails.Reporter, false, "left")))
	if is := d.take(named(t, "Gmail, one file")); is.State != work.MailWaits || is.Why != inbox.Unknown {
		t.Errorf("%s, %s", is.State, is.Why)
	}
}

func second[T any](_ T, err error) error { return err }

// What was kept when the program ended is done when it is read again.
func TestTakenAgainAfterAnEnd(t *testing.T) {
	d := opened(t)
	raw := named(t, "Outlook, one file")
	is := d.take(raw)
	d.Must(d.Door.Work.Sweep(t.Context()))
	m := mailbox.Read(raw, server)
	if m.ID != "<p1@example.org>" || is.State != work.MailReport {
		t.Fatalf("%s, %s", m.ID, is.State)
	}
	d.Now = d.Now.Add(91 * 24 * time.Hour)
	d.Must(d.Door.Work.Sweep(t.Context()))
	if d.mail(is.ID) != nil {
		t.Error("it is kept for more than 90 days")
	}
	if again := d.take(raw); len(d.cases()) != 1 || again.Ref != is.Ref { // whatever is known of it, the bureau knows its bytes
		t.Errorf("it has become %s %s", again.State, again.Ref)
	}
}
