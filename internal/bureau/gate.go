package bureau

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
)

// Rule is what the gate asks of whoever does something: a line of the table of acts.
type Rule struct {
	ID  string // the log's word: "report.answer"
	Any Role   // who may do it with everything
	Own Role   // who may do it with what is theirs only
	Ask Ask
}

// Ask is what is asked for before something is done.
type Ask uint8

// What is asked for. Whoever is at the machine itself is asked for reasons only.
const (
	Reason  Ask = 1 << iota // in words
	Seen                    // the digest of the state that was looked at
	Factor                  // a second factor, shown in the last few minutes
	Another                 // a second officer, if the settings want one, who does the same
)

const (
	factorHolds = 5 * time.Minute     // how long a second factor holds
	keyHolds    = 30 * 24 * time.Hour // how long a request is known again, and may wait for a second officer
)

// Request is what comes to the gate with what is to be done.
type Request struct {
	Rule *Rule
	Seen string // what SeenOf said of its subject, when somebody looked at it
	Key  string // by which the same request is known again; empty: it never is
	Said []byte // all of it, as JSON: a key stands for no other request, and two officers do the same

	out   *Outcome
	first func(*Tx) error // is done first; may be nil
}

// Subject is what something is done with: whose it is, and what somebody saw of it who decided.
type Subject struct {
	ID     string     // as in the log: a reference, an ID, a label
	Player string     // ID of the player whose it is
	Club   string     // ID of the club whose it is: of the account that sent it, never what a file claims
	Asked  string     // number of the account whose inquiry it is, if only it may do this with it
	Seen   []Document // none: nothing of it can change
}

// And returns what is done with two: the first is the log's, and both are seen.
func (s Subject) And(other Subject) Subject {
	s.Seen = slices.Concat(s.Seen, other.Seen)
	return s
}

// Document names a document.
type Document struct{ Kind, Key string }

// Outcome is what became of a request.
type Outcome struct {
	Seq     int     `json:"seq"` // of the entry in the log
	Subject string  `json:"subject,omitempty"`
	Moves   []Moved `json:"moves,omitempty"`
	Again   bool    `json:"again,omitempty"` // it was granted before, and nothing has changed
	Waits   bool    `json:"waits,omitempty"` // for a second officer
	Value   any     `json:"-"`               // of the room; nil if Waits, or Again by its key
	Whose   Subject `json:"-"`               // the first thing that it was done with
}

// granted is a request that was granted, by actor and key.
type granted struct {
	Seq  int       `json:"seq"`
	Said string    `json:"said"` // its digest
	At   time.Time `json:"at"`
}

// Wanted is what an officer wants and another one has to want, too, of the same state.
type Wanted struct {
	Act    string          `json:"act"`
	Said   json.RawMessage `json:"said"`
	By     string          `json:"by"` // number of the account
	Player string          `json:"player,omitempty"`
	At     time.Time       `json:"at"`
}

var (
	requests = Table[granted]{"request"}
	wanted   = Table[Wanted]{"wanted"} // by act, and digest of what was said and seen
)

// Waiting returns what waits for a second officer.
func (b *Bureau) Waiting(r Reader) ([]*Wanted, error) {
	all, err := wanted.All(r, "")
	return slices.DeleteFunc(all, func(w *Wanted) bool { return b.Clock().Sub(w.At) >= keyHolds }), err
}

// Asking returns the bureau for one request, whose answer is in out.
func (b *Bureau) Asking(q Request, out *Outcome) *Bureau {
	other := *b
	q.out = out
	other.request = &q
	return &other
}

// Granting returns the bureau for the act that a request asks to have done in its place, by the rule of that act, after
// something else. Two officers do the same whether they grant it or do it.
func (b *Bureau) Granting(rule *Rule, said []byte, first func(*Tx) error) *Bureau {
	other, q := *b, *b.request
	q.Rule, q.Said, q.first = rule, said, first
	other.request = &q
	return &other
}

// errAnswered ends a request that was answered without doing it.
var errAnswered = errors.New("bureau: it was done before, or waits for a second officer")

// Answered reports whether an error says that a request was answered without doing it: it was done
// before, or waits for a second officer.
func Answered(err error) bool { return errors.Is(err, errAnswered) }

// Do is the only way to change something. It lets f do it in a transaction if the actor may, and
// records it in the audit log with the subject and data that f notes, and every move of a report. If
// it is refused, nothing is kept. Without a request only whoever is at the machine itself may.
func (b *Bureau) Do(ctx context.Context, act, reason string, f func(*Tx) error) error {
	q := b.request
	if q == nil {
		q = &Request{Rule: &Rule{ID: act}, out: &Outcome{}}
		if b.Actor.Login != "" {
			q.Rule.Any = b.Actor.Roles
		}
	}
	if q.out.Seq > 0 {
		return errors.New("bureau: " + q.Rule.ID + " is more than one transaction")
	}
	if does := f; q.first != nil {
		f = func(tx *Tx) error {
			if err := q.first(tx); err != nil {
				return err
			}
			return does(tx)
		}
	}
	answered := false
	err := b.change(ctx, func(w Writer) error {
		answered, *q.out = false, Outcome{}
		tx, err := b.Begin(ctx, w)
		if err != nil {
			return err
		}
		tx.request = q
		if err := errors.Join(tx.by.May(q.Rule), tx.inTurn()); err != nil {
			return err
		}
		if answered, err = tx.sameBefore(); err != nil || answered {
			return err
		}
		if err := tx.asked(reason); err != nil {
			return err
		}
		if answered, err = tx.waits(f); err != nil {
			return err
		}
		if answered {
			q.out.Waits = true
			return tx.logged(q.Rule.ID+".want", reason)
		}
		if err := errors.Join(f(tx), tx.said()); err != nil {
			return err
		}
		if tx.nothing {
			q.out.Subject, q.out.Again = tx.subject, true
			return nil
		}
		if b.OnReason != nil && reason != "" {
			if err := b.OnReason(tx, reason); err != nil {
				return err
			}
		}
		return tx.logged(q.Rule.ID, reason)
	})
	if err == nil && answered {
		err = errAnswered
	}
	return err
}

// May refuses who may not do something at all.
func (a *Actor) May(rule *Rule) error {
	switch {
	case a.Roles == 0:
		return finding.Refuse("sign-in-needed")
	case !a.Is(rule.Any | rule.Own):
		return finding.Refuse("act-not-allowed", finding.Text("act", rule.ID))
	}
	return nil
}

// asked refuses a request that lacks what is asked for.
func (tx *Tx) asked(reason string) error {
	q := tx.request
	switch {
	case q.Rule.Ask&Reason != 0 && strings.TrimSpace(reason) == "":
		return finding.Refuse("reason-needed")
	case tx.by.Login != "" || tx.trial:
		return nil
	case q.Rule.Ask&Factor != 0 && !tx.by.Confirmed(tx.Now):
		return finding.Refuse("factor-needed")
	case q.Rule.Ask&Seen != 0 && q.Seen == "":
		return finding.Refuse("seen-needed")
	}
	return nil
}

// About says what something is done with: each room does, as soon as it has it. It refuses what is
// not the actor's own, and what is no longer as it was seen. Of several, the first is the log's.
func (tx *Tx) About(s Subject) error {
	tx.subject = cmp.Or(tx.subject, s.ID)
	q := tx.request
	if q == nil {
		return nil
	}
	if q.out.Whose.ID == "" {
		q.out.Whose = s
	}
	if !tx.by.Is(q.Rule.Any) {
		if !tx.by.Owns(&s, q.Rule.Own) {
			return finding.Refuse("not-yours", finding.Text("subject", s.ID))
		}
		tx.owned = true
	}
	if len(s.Seen) == 0 {
		return nil
	}
	tx.looked = true
	if q.Seen == "" {
		return nil
	}
	now, err := SeenOf(tx, s)
	if err == nil && q.Seen != now {
		err = finding.Refuse("changed-since", finding.Text("subject", s.ID))
	}
	return err
}

// Own returns who acts if they may do this with what is their own only; nil: they may with everything.
func (tx *Tx) Own() *Actor {
	if tx.request == nil || tx.by.Is(tx.request.Rule.Any) {
		return nil
	}
	return &tx.by
}

// said is an error if a room has not said with what something was done: nothing is kept.
func (tx *Tx) said() error {
	rule := tx.request.Rule
	switch {
	case tx.nothing:
		return nil
	case !tx.by.Is(rule.Any) && !tx.owned:
		return errors.New("bureau: " + rule.ID + " has not said whose it is")
	case rule.Ask&Seen != 0 && !tx.looked:
		return errors.New("bureau: " + rule.ID + " has not said what was to be seen")
	}
	return nil
}

// SeenOf returns the digest of what is seen of a subject, as pages and documents carry it. It tells
// nothing of what was seen: stored documents have a secret salt.
func SeenOf(r Reader, s Subject) (string, error) {
	stored, err := storedOf(r)
	if err != nil {
		return "", err
	}
	var all [][]byte
	for _, d := range s.Seen {
		data, err := stored.Get(d.Kind, d.Key)
		if err != nil {
			return "", err
		}
		all = append(all, data)
	}
	return digestOf(all...), nil
}

// storedOf returns what a Reader of a bureau reads, with its checksums.
func storedOf(r Reader) (Reader, error) {
	checked, ok := As[interface{ stored() Reader }](r)
	if !ok {
		return nil, errors.New("bureau: it is not read from a bureau")
	}
	return checked.stored(), nil
}

func (c checkedReader) stored() Reader { return c.Reader }

// digestOf returns the digest of some texts.
func digestOf(texts ...[]byte) string {
	sum := sha256.New()
	for _, text := range texts {
		sum.Write(text)
		sum.Write([]byte{0})
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

// sameBefore reports whether the same request was granted before, and what became of it. It forgets
// those that are not known again.
func (tx *Tx) sameBefore() (bool, error) {
	q := tx.request
	if q.Key == "" {
		return false, nil
	}
	account, err := tx.account()
	if err != nil {
		return false, err
	}
	var old []string
	var done *granted
	err = requests.Scan(tx, account+"\x00", account+"\x01", func(key string, g *granted) (bool, error) {
		if tx.Now.Sub(g.At) >= keyHolds {
			old = append(old, key)
		} else if key == account+"\x00"+q.Key {
			done = g
		}
		return true, nil
	})
	for _, key := range old {
		err = errors.Join(err, tx.Delete(requests.Kind, key))
	}
	if err != nil || done == nil {
		return false, err
	}
	if done.Said != digestOf(q.Said) {
		return false, finding.Refuse("key-used")
	}
	e, err := Entries.Get(tx, SeqKey(done.Seq))
	if err == nil {
		*q.out = Outcome{Seq: e.Seq, Subject: e.Subject, Moves: e.Moves, Again: true, Waits: strings.HasSuffix(e.Action, ".want")}
	}
	return true, err
}

// waits reports whether it waits for another officer to do the same. What the first would be refused,
// is refused at once.
func (tx *Tx) waits(f func(*Tx) error) (bool, error) {
	q := tx.request
	if q.Rule.Ask&Another == 0 || !tx.Settings.TwoOfficers || tx.trial {
		return false, nil
	}
	key := q.Rule.ID + "\x00" + digestOf(q.Said, []byte(q.Seen))
	first, err := wanted.Get(tx, key)
	if err != nil {
		return false, err
	}
	account, err := tx.account()
	switch {
	case err != nil:
		return false, err
	case first == nil || tx.Now.Sub(first.At) >= keyHolds:
		trial := *tx
		stored, err := storedOf(tx)
		if err != nil {
			return false, err
		}
		trial.Writer = CheckedWriter(NewOverlay(stored))
		trial.follow = nil
		if err := errors.Join(f(&trial), trial.said()); err != nil {
			return false, err
		}
		tx.subject = trial.subject
		return true, wanted.Put(tx, key, &Wanted{q.Rule.ID, q.Said, account, tx.by.Player, tx.Now})
	case first.By == account || first.Player != "" && first.Player == tx.by.Player:
		return false, finding.Refuse("second-is-first")
	}
	tx.with = first.By
	return false, tx.Delete(wanted.Kind, key)
}

// logged records what was done, and that the request was granted.
func (tx *Tx) logged(act, reason string) error {
	q := tx.request
	if err := tx.hadTurn(); err != nil {
		return err
	}
	for _, e := range tx.before {
		if err := tx.Log(e.Action, tx.subject, e.Reason, e.Data); err != nil {
			return err
		}
	}
	seq := 1
	head, err := Heads.Get(tx, "")
	if head != nil {
		seq = head.Seq + 1
	}
	if err == nil && q.Key != "" {
		err = requests.Put(tx, tx.by.Account+"\x00"+q.Key, &granted{seq, digestOf(q.Said), tx.Now})
	}
	if err != nil {
		return err
	}
	q.out.Seq, q.out.Subject, q.out.Moves = seq, tx.subject, tx.moves
	return tx.log(Entry{Action: act, Subject: tx.subject, Reason: reason, With: tx.with, Program: tx.by.Program, Moves: tx.moves}, tx.data)
}
