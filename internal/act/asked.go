package act

import (
	"context"
	"encoding/json"
	"errors"
	"maps"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/report"
)

// Asks asks an officer for an act. Its reason are the words of who asks.
type Asks[A any] struct {
	Act     A      `json:"act" embed:""`
	Who     string `json:"who,omitempty" help:"cli.flag-who" placeholder:"NAME"`
	Contact string `json:"contact,omitempty" help:"cli.flag-contact" placeholder:"ADDRESS"`
}

// Do implements Act.
func (a *Asks[A]) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	asks, err := wishFor(any(&a.Act).(Act))
	if err != nil {
		return nil, err
	}
	var out bureau.Outcome
	err = b.Preview(ctx, func(trial *bureau.Bureau) error {
		does, err := Wished(&correction.Inquiry{Asks: &asks.Wish}, "?") // what an officer could not do is refused at once
		if err != nil {
			return err
		}
		rule := LineOf(a).Rule
		return grant(does, func(does Act) error {
			_, err := does.Do(ctx, trial.Asking(bureau.Request{Rule: &rule}, &out))
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	q := correction.Inquiry{Player: out.Whose.Player, Club: out.Whose.Club, On: asks.Asked, Asks: &asks.Wish}
	if out.Whose.ID != q.Player {
		q.Report = out.Whose.ID
	}
	return correction.Ask(ctx, b, LineOf(a).ID, q, out.Whose, correction.Inquirer{Name: a.Who, Contact: a.Contact, Words: asks.Reason})
}

// wish is what is asked for, and apart from it what is no part of the act: the words, and the day if it was asked on paper.
type wish struct {
	correction.Wish
	Reason string     `json:"reason"`
	Asked  civil.Date `json:"asked"`
}

// wishFor returns what asks for an act.
func wishFor(a Act) (*wish, error) {
	w, fields := &wish{Wish: correction.Wish{Act: LineOf(a).ID}}, map[string]json.RawMessage{}
	said, err := json.Marshal(a)
	err = errors.Join(err, json.Unmarshal(said, w), json.Unmarshal(said, &fields))
	maps.DeleteFunc(fields, func(name string, _ json.RawMessage) bool { return name == "reason" || name == "asked" })
	if err == nil {
		w.Said, err = json.Marshal(fields)
	}
	return w, err
}

// Wished returns the act that an inquiry asks for, for the reason of an officer.
func Wished(q *correction.Inquiry, reason string) (Act, error) {
	does := Find(q.Asks.Act).New()
	said, err := json.Marshal(map[string]any{"reason": reason, "inquiry": q.Number, "asked": q.On})
	return does, errors.Join(err, json.Unmarshal(q.Asks.Said, does), json.Unmarshal(said, does))
}

// unlisted are the acts that do with a report that is in no list what others do with one that is. They have the same fields.
func unlisted(id string) string {
	return map[string]string{"correct.result": "report.correct", "correct.player": "report.match", "correct.withdraw": "report.close"}[id]
}

// grant does what is asked for, as it is done with a report in a list or with one that is in none.
func grant(does Act, do func(Act) error) error {
	err := do(does)
	var refused *finding.Refused
	if other := unlisted(LineOf(does).ID); other != "" && errors.As(err, &refused) && refused.ID == "report-not-rated" {
		data, failed := json.Marshal(does)
		does = Find(other).New()
		if failed = errors.Join(failed, json.Unmarshal(data, does)); failed != nil {
			return failed
		}
		err = do(does)
	}
	return err
}

// Granted is what became of an act that was asked for.
type Granted struct {
	Inquiry string
	Act     Act
	Value   any
}

// GrantInquiry does what an inquiry asks for.
type GrantInquiry struct {
	Because
	Number string `json:"inquiry" arg:"" help:"cli.arg-inquiry"`
}

// Do implements Act.
func (a *GrantInquiry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	var does Act
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		q, err := correction.Asking(r, a.Number)
		if err == nil {
			does, err = Wished(q, a.Reason)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	made := &Granted{Inquiry: a.Number}
	err = grant(does, func(does Act) (err error) {
		said, err := json.Marshal(does)
		if err != nil {
			return err
		}
		made.Act = does
		made.Value, err = does.Do(ctx, b.Granting(&LineOf(does).Rule, said, func(tx *bureau.Tx) error { return correction.Grant(tx, a.Number, a.Reason) }))
		return err
	})
	return made, err
}

// AskClub asks the club of a report something, with a round about one of its games.
type AskClub struct {
	Ref     string `json:"ref" arg:"" help:"cli.arg-report-ref"`
	Text    string `json:"text" required:"" help:"cli.flag-ask-text" placeholder:"TEXT"`
	Section string `json:"section,omitempty" help:"cli.flag-in-section" placeholder:"NAME"`
	Round   int    `json:"round,omitempty" help:"cli.flag-round" placeholder:"N"`
	White   int    `json:"white,omitempty" help:"cli.flag-white" placeholder:"N"`
	Black   int    `json:"black,omitempty" help:"cli.flag-black" placeholder:"N"`
}

// Do implements Act.
func (a *AskClub) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return correction.AskClub(ctx, b, a.Ref, a.Text, correction.Game{Section: a.Section, Round: a.Round, White: a.White, Black: a.Black})
}

// ReplyInquiry answers for a club what the office has asked.
type ReplyInquiry struct {
	Number string  `json:"inquiry" arg:"" help:"cli.arg-inquiry"`
	Text   string  `json:"text,omitempty" help:"cli.flag-reply-text" placeholder:"TEXT"`
	Result *Result `json:"result,omitempty" help:"cli.flag-reply-result" placeholder:"1-0"`
}

// Do implements Act.
func (a *ReplyInquiry) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return correction.Reply(ctx, b, a.Number, a.Text, (*report.Result)(a.Result))
}
