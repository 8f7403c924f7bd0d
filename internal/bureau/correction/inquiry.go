package correction

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Inquiry is a question about a published number, an act that somebody asks for, or a question of the office to
// a club: when it arrived, what it is about, and its outcome. The person and their words are in a separate document
// (Inquirer), so that this one can be shown.
type Inquiry struct {
	Number string     `json:"number"` // "Q1"
	On     civil.Date `json:"on"`     // the day of arrival; the 90 days of NCS 3(7) count from it
	At     time.Time  `json:"at"`     // when it was recorded
	Actor  string     `json:"actor"`
	List   string     `json:"list,omitempty"`   // label of the list in question
	Player string     `json:"player,omitempty"` // ID
	Report string     `json:"report,omitempty"` // reference of the event
	Closed *Verdict   `json:"closed,omitempty"` // nil: open

	Club      string     `json:"club,omitempty"`      // ID of the club that asks or is asked
	Asks      *Wish      `json:"asks,omitempty"`      // for which act; nil: for none
	Granted   bool       `json:"granted,omitempty"`   // it was closed by doing that
	Withdrawn bool       `json:"withdrawn,omitempty"` // it was closed by whoever asked
	Account   bool       `json:"account,omitempty"`   // the player asks for an account
	Asked     bool       `json:"asked,omitempty"`     // the office asks the club
	Game      *Game      `json:"game,omitempty"`      // about which it asks; nil: about no game
	Replied   *time.Time `json:"replied,omitempty"`   // nil: the club has not answered
	Heard     []Heard    `json:"heard,omitempty"`     // what others say of the result that it asks to change
}

// Inquirer is the person asking, and their words. It is never public and never
// logged.
type Inquirer struct {
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
	Words   string `json:"words,omitempty"`
	Reply   string `json:"reply,omitempty"` // of a club that the office has asked
}

// Verdict is a decision, with the officer and the reason.
type Verdict struct {
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Reason string    `json:"reason"`
}

var (
	// ByNumber are the inquiries, by Key.
	ByNumber = bureau.Table[Inquiry]{Kind: "inquiry"}
	// Inquirers are the persons who asked, by Key.
	Inquirers = bureau.Table[Inquirer]{Kind: "inquirer"}
)

// Key returns the sortable form of a number: C000012 for C12.
func Key(number string) string {
	var n int
	if len(number) < 2 {
		return number
	}
	if _, err := fmt.Sscanf(number[1:], "%d", &n); err != nil {
		return number
	}
	return fmt.Sprintf("%s%06d", number[:1], n)
}

// Inquire records an inquiry and returns it with its number. A zero day means
// today.
func Inquire(ctx context.Context, b *bureau.Bureau, q Inquiry, who Inquirer) (noted *Inquiry, err error) {
	err = b.Do(ctx, "inquiry.add", "", func(tx *bureau.Tx) error {
		if strings.TrimSpace(who.Name) == "" {
			return finding.Refuse("inquirer-needed")
		}
		if err := concerns(tx, &q); err != nil {
			return err
		}
		noted = &q
		return note(tx, noted, who)
	})
	return noted, err
}

// concerns refuses an inquiry about something that does not exist.
func concerns(tx *bureau.Tx, q *Inquiry) error {
	if q.Player != "" {
		p, err := register.Find(tx, q.Player)
		if err != nil {
			return err
		}
		q.Player = p.ID
	}
	if q.Report != "" {
		if _, err := intake.Find(tx, q.Report); err != nil {
			return err
		}
	}
	if q.List == "" {
		return nil
	}
	p, err := lists.Publications.Last(tx, q.List+"\x00")
	if err == nil && p == nil {
		err = finding.Refuse("no-list", finding.Text("label", q.List))
	}
	return err
}

// Inquiries returns all inquiries in the order in which they were recorded.
func Inquiries(r bureau.Reader) ([]*Inquiry, error) { return ByNumber.All(r, "") }

// FindInquiry returns an inquiry and the inquirer, nil once forgotten.
func FindInquiry(r bureau.Reader, number string) (*Inquiry, *Inquirer, error) {
	q, err := findInquiry(r, number)
	if err != nil {
		return nil, nil, err
	}
	who, err := Inquirers.Get(r, Key(number))
	return q, who, err
}

func findInquiry(r bureau.Reader, number string) (*Inquiry, error) {
	return ByNumber.Find(r, Key(number), finding.Refuse("no-inquiry", finding.Text("inquiry", number)))
}

// CloseInquiry closes an inquiry with the answer given.
func CloseInquiry(ctx context.Context, b *bureau.Bureau, number, answer string) error {
	return b.Do(ctx, "inquiry.close", answer, func(tx *bureau.Tx) error {
		q, err := inquired(tx, number, "")
		if err != nil {
			return err
		}
		if err := checkReason(tx, answer); err != nil {
			return err
		}
		q.Closed = &Verdict{tx.Now, tx.Actor, answer}
		tx.Note(q.Number, nil)
		return ByNumber.Put(tx, Key(number), q)
	})
}

// WithdrawInquiry closes an inquiry for whoever asked.
func WithdrawInquiry(ctx context.Context, b *bureau.Bureau, number string) error {
	return b.Do(ctx, "inquiry.withdraw", "", func(tx *bureau.Tx) error {
		by, err := AskedBy(tx, number)
		if err != nil {
			return err
		}
		q, err := inquired(tx, number, by)
		if err != nil {
			return err
		}
		q.Closed, q.Withdrawn = &Verdict{At: tx.Now, Actor: tx.Actor}, true
		tx.Note(q.Number, nil)
		return ByNumber.Put(tx, Key(number), q)
	})
}

// AskedBy returns the number of the account that asked, empty if there is no such inquiry.
func AskedBy(r bureau.Reader, number string) (string, error) {
	log, err := rows.LogOf(r, number)
	if err != nil || len(log) == 0 {
		return "", err
	}
	return log[0].Actor, nil
}

// For returns the club for which an account has asked; empty: none, as for what somebody asks for themselves.
func (q *Inquiry) For(by *bureau.Account) string {
	if by == nil || by.Player != "" && by.Player == q.Player || !slices.Contains(by.Clubs, q.Club) {
		return ""
	}
	return q.Club
}

// Until returns the last day on which an inquiry like this one leads to a new revision of the list that it is about, and the label of
// that list; zero: there is no such day, or the list is not published.
func (q *Inquiry) Until(r bureau.Reader, s *bureau.Settings) (label string, day civil.Date, err error) {
	if label = q.List; label == "" && q.Report != "" {
		c, err := intake.Cases.Get(r, bureau.RefKey(q.Report))
		if err != nil || c == nil {
			return "", 0, err
		}
		label = c.Period
	}
	p, err := lists.Periods.Get(r, label)
	if err != nil || p == nil || p.State != lists.Published {
		return "", 0, err
	}
	day, err = lists.ReissuedUntil(r, s, p.Label, p.List)
	return label, day, err
}

// checkReason refuses a reason that is missing or must not be public.
func checkReason(tx *bureau.Tx, reason string) error {
	if strings.TrimSpace(reason) == "" {
		return finding.Refuse("reason-needed")
	}
	return CheckPublic(tx, reason)
}

// CheckPublic refuses a public reason that names somebody who has asked.
func CheckPublic(r bureau.Reader, reason string) error {
	return Inquirers.Scan(r, "", "", func(key string, who *Inquirer) (bool, error) {
		m := &register.Mentions{}
		m.Name(who.Name)
		m.Number(who.Contact)
		if !m.In(reason) {
			return true, nil
		}
		q, err := ByNumber.Get(r, key)
		if err == nil {
			err = finding.Refuse("reason-names-inquirer", finding.Text("inquiry", q.Number))
		}
		return false, err
	})
}
