package events

import (
	"errors"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// mailShown is a mail.
type mailShown struct {
	ID, When            string
	From, Name, Subject string
	Verified            string // empty: nobody is certain
	State, Why, Refusal string
	Files, Links        []string
	Club                string   // ID
	Refs                []string // of the reports that it became
	HandIn, Notice      bool     // what an officer may say of it
}

// mailsShown is what the page of the mails shows.
type mailsShown struct {
	Tabs    []tab
	Box     string // the address of the mailbox; empty: none was ever read
	Asked   string // when it was last
	Waits   []*mailShown
	Came    []*mailShown
	Clubs   []clubShown
	Answers int // reports and notices of the last 30 days
}

type clubShown struct{ ID, Name string }

// mostMails is how many mails of each kind are shown.
const mostMails = 100

func showMail(v *portal.Visit) (any, error) {
	s, ctx, box := &mailsShown{Tabs: tabs(v, "mail")}, v.R.Context(), v.Inbox()
	at, err := box.Work.LastMailbox(ctx)
	if err != nil {
		return nil, err
	}
	if at != nil {
		s.Box, _, _ = strings.Cut(at.Name, " ")
		s.Asked = v.When(at.Asked)
	}
	waits, err := box.Mails(ctx, work.MailWaits, mostMails)
	if err != nil {
		return nil, err
	}
	all, err := box.Mails(ctx, "", mostMails)
	if err != nil {
		return nil, err
	}
	for _, m := range waits {
		s.Waits = append(s.Waits, mailOf(v, m))
	}
	for _, m := range all {
		if m.State == work.MailWaits {
			continue
		}
		s.Came = append(s.Came, mailOf(v, m))
		if m.Ref != "" && v.Bureau.Clock().Sub(m.Arrived) < 30*24*time.Hour {
			s.Answers++
		}
	}
	return s, v.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		clubs, err := register.AllClubs(r)
		for _, c := range clubs {
			s.Clubs = append(s.Clubs, clubShown{c.ID, c.Name})
		}
		return err
	})
}

// mailOf returns a mail as it is shown.
func mailOf(v *portal.Visit, m *inbox.Mail) *mailShown {
	s := &mailShown{ID: m.ID, When: v.When(m.Arrived), From: m.From, Name: m.Name, Subject: m.Subject, Verified: m.Verified,
		State: m.State, Why: m.Why, Refusal: m.Refusal, Files: m.Files, Links: m.Links, Club: m.Club, Refs: strings.Fields(m.Ref)}
	s.Notice = len(m.Links) > 0 && len(m.Files) == 0
	s.HandIn = len(m.Files) > 0 && m.Why != inbox.Unread
	return s
}

// sendMail does what an officer says of a mail.
func sendMail(v *portal.Visit) (err error) {
	id, box, ctx := v.Field("mail"), v.Inbox(), v.R.Context()
	switch v.Field("do") {
	case "hand-in":
		_, err = box.HandIn(ctx, v.Bureau, id, v.Field("club"))
	case "notice":
		a := act.NoticeReport{Event: v.Field("event"), For: v.Field("club"), From: v.Field("link")}
		if a.Start, err = civil.Parse(v.Field("start")); err != nil {
			return portal.Said("desk.mail.days")
		}
		if a.End, err = civil.Parse(v.Field("end")); err != nil {
			return portal.Said("desk.mail.days")
		}
		_, err = box.Notify(ctx, v.Bureau, id, a)
	case "nothing", "again":
		err = box.Nothing(ctx, v.Bureau, id, v.Field("do") == "again")
	}
	switch {
	case errors.Is(err, inbox.ErrGone):
		return portal.Said("desk.mail.gone")
	case errors.Is(err, inbox.ErrUnread):
		return portal.Said("desk.mail.unread")
	case err != nil:
		return err
	}
	return v.Lead("desk", "mail")
}
