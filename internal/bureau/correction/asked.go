package correction

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/report"
)

// Wish is an act that somebody asks an officer for. Its fields have no words: these are the inquirer's.
type Wish struct {
	Act  string          `json:"act"`
	Said json.RawMessage `json:"said"`
}

// Game is a game of a report about which the office asks.
type Game struct {
	Section string `json:"section,omitempty"`
	Round   int    `json:"round"`
	White   int    `json:"white"`
	Black   int    `json:"black"`
}

// Ask records an inquiry that asks for an act with a subject. Of what came on paper an officer says the day.
func Ask(ctx context.Context, b *bureau.Bureau, act string, q Inquiry, with bureau.Subject, who Inquirer) (*Inquiry, error) {
	return &q, b.Do(ctx, act, "", func(tx *bureau.Tx) error {
		if err := tx.About(with); err != nil {
			return err
		}
		if act == "ask.dispensation" && strings.TrimSpace(who.Words) == "" { // an officer decides by nothing else
			return finding.Refuse("reason-needed")
		}
		if tx.Own() != nil {
			who.Name, q.On = cmp.Or(who.Name, tx.Actor), 0
		}
		return note(tx, &q, who)
	})
}

// AskClub records what the office asks the club of a report; with a round, of one of its games.
func AskClub(ctx context.Context, b *bureau.Bureau, ref, words string, game Game) (noted *Inquiry, err error) {
	err = b.Do(ctx, "report.ask", "", func(tx *bureau.Tx) error {
		r, err := intake.Take(tx, ref)
		switch {
		case err != nil:
			return err
		case r.For.Club == "":
			return finding.Refuse("club-unassigned", finding.Text("ref", ref))
		case strings.TrimSpace(words) == "":
			return finding.Refuse("reason-needed")
		}
		noted = &Inquiry{Report: r.Ref, Club: r.For.Club, Asked: true}
		if game.Round != 0 {
			if noted.Game, err = gameIn(tx, r, game); err != nil {
				return err
			}
		}
		return note(tx, noted, Inquirer{Words: words})
	})
	return noted, err
}

// gameIn returns a game of a report with the name of its section; no name stands for the only one. A game that the report does not have
// is refused.
func gameIn(rd bureau.Reader, r *check.Case, g Game) (*Game, error) {
	u, err := intake.ReadingOf(rd, r, (*check.Reading).Sound)
	switch {
	case err != nil:
		return nil, err
	case u == nil:
		return nil, finding.Refuse("report-without-record", finding.Text("ref", r.Ref), r.InTime())
	}
	p := r.Adjusted(u.Joined())
	if g.Section == "" && len(p.Sections) == 1 {
		g.Section = p.Sections[0].Name
	}
	return &g, (&check.Adjustment{Section: g.Section, Round: g.Round, White: g.White, Black: g.Black}).In(p)
}

// Reply records what a club answers the office; the result of a game asks for its correction. Of a result that somebody else asks to
// change, it records which one whoever played the game, or the club that reported it, says that it had.
func Reply(ctx context.Context, b *bureau.Bureau, number, words string, result *report.Result) (q *Inquiry, err error) {
	err = b.Do(ctx, "inquiry.reply", "", func(tx *bureau.Tx) error {
		if tx.Own() != nil {
			if q, err = hear(tx, number, words, result); err != nil || q != nil {
				return err
			}
		}
		if q, err = inquired(tx, number, ""); err != nil {
			return err
		}
		who, err := Inquirers.Get(tx, Key(q.Number))
		switch {
		case err != nil:
			return err
		case !q.Asked || q.Replied != nil || result != nil && q.Game == nil:
			return finding.Refuse("inquiry-not-asked", finding.Text("inquiry", number))
		case strings.TrimSpace(words) == "" && result == nil:
			return finding.Refuse("reason-needed")
		case who == nil:
			who = &Inquirer{}
		}
		who.Reply, q.Replied = words, &tx.Now
		if result != nil {
			said, err := json.Marshal(struct {
				Ref string `json:"ref"`
				Game
				Result string `json:"result"`
			}{q.Report, *q.Game, result.String()})
			if err != nil {
				return err
			}
			q.Asks = &Wish{"correct.result", said}
		}
		tx.Note(q.Number, nil)
		if err := Inquirers.Put(tx, Key(q.Number), who); err != nil {
			return err
		}
		return ByNumber.Put(tx, Key(q.Number), q)
	})
	return q, err
}

// Subject returns an inquiry as something is done with it.
func Subject(q *Inquiry) bureau.Subject {
	return bureau.Subject{ID: q.Number, Seen: []bureau.Document{ByNumber.Of(Key(q.Number))}}
}

// inquired returns an open inquiry for an act on it. The act is for the account asked, if there is one, and otherwise for
// the club and the player of the inquiry.
func inquired(tx *bureau.Tx, number, asked string) (*Inquiry, error) {
	q, err := findInquiry(tx, number)
	if err != nil {
		if tx.Own() != nil { // whether there is one is no business of who may act on their own only
			return nil, tx.About(bureau.Subject{ID: number})
		}
		return nil, err
	}
	s := Subject(q)
	if s.Asked = asked; asked == "" {
		s.Club, s.Player = q.Club, q.Player
	}
	if err := tx.About(s); err != nil {
		return nil, err
	}
	if q.Closed != nil {
		return nil, finding.Refuse("inquiry-closed", finding.Text("inquiry", number))
	}
	return q, nil
}

// Asking returns an inquiry that asks for an act.
func Asking(r bureau.Reader, number string) (*Inquiry, error) {
	q, err := findInquiry(r, number)
	if err == nil && q.Asks == nil {
		err = finding.Refuse("inquiry-asks-nothing", finding.Text("inquiry", number))
	}
	return q, err
}

// Grant closes an inquiry in the transaction that does what it asks for.
func Grant(tx *bureau.Tx, number, reason string) error {
	q, err := findInquiry(tx, number)
	switch {
	case err != nil:
		return err
	case q.Closed != nil:
		return finding.Refuse("inquiry-closed", finding.Text("inquiry", number))
	}
	q.Closed, q.Granted = &Verdict{tx.Now, tx.Actor, reason}, true
	if err := ByNumber.Put(tx, Key(number), q); err != nil {
		return err
	}
	return tx.Log("inquiry.grant", q.Number, "", map[string]any{"act": q.Asks.Act})
}

// note keeps a new inquiry of today, or of the day that it says.
func note(tx *bureau.Tx, q *Inquiry, who Inquirer) error {
	if q.On > tx.Today {
		return finding.Refuse("inquiry-in-future", finding.Text("day", q.On.String()))
	}
	n, err := tx.Count("inquiry")
	if err != nil {
		return err
	}
	q.Number, q.At, q.Actor = fmt.Sprintf("Q%d", n), tx.Now, tx.Actor
	if q.On == 0 {
		q.On = tx.Today
	}
	if err := Inquirers.Put(tx, Key(q.Number), &who); err != nil {
		return err
	}
	tx.Note(q.Number, map[string]any{"on": q.On})
	return ByNumber.Put(tx, Key(q.Number), q)
}

// Waits reports whether an inquiry waits for the club that the office has asked.
func (q *Inquiry) Waits() bool { return q.Closed == nil && q.Asked && q.Replied == nil }

// Pending returns the open inquiries that wait for an officer.
func Pending(r bureau.Reader) (all []*Inquiry, err error) {
	err = ByNumber.Scan(r, "", "", func(_ string, q *Inquiry) (bool, error) {
		if q.Closed == nil && !q.Waits() {
			all = append(all, q)
		}
		return true, nil
	})
	return all, err
}
