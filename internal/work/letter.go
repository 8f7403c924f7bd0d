package work

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Letter is a letter that is to be sent, or what became of it.
type Letter struct {
	ID       string
	Entry    int    // number of the entry of the log from which it follows; 0: of none
	From     string // what its ID is made of beside receiver and kind: the hash of that entry; it is not kept
	Receiver string // "account A0007", "club C0004", ...
	Kind     string
	Made     time.Time
	State    string
	Tries    int
	Due      time.Time // not before then it is tried
	Changed  time.Time
	Code     int // with which a server has refused it, or why it came back (Status); 0: it has not said

	holder string
}

// What receivers begin with.
const (
	OfAccount  = "account "
	OfClub     = "club "
	OfFollower = "follower "
	OfInquirer = "inquirer "
	OfAsk      = "ask "
)

// The states of letters.
const (
	Waits       = "waits"       // to be sent
	Unconfirmed = "unconfirmed" // nobody has said that the address is theirs
	Handed      = "handed"      // it was handed to a server that has not said whether it took it
	Sent        = "sent"        // a server has taken it
	ByHand      = "by-hand"     // somebody says that they have sent it
	Refused     = "refused"     // a server never takes it
	Back        = "back"        // a server had taken it, and could not deliver it
	Void        = "void"        // there is nothing to say any more, or nobody to whom
)

// holds is how long whoever is about to send a letter has it for themselves.
const holds = 5 * time.Minute

// addLetter adds a letter unless it is there.
func addLetter(tx *store.WorkTx, now time.Time, l *Letter) error {
	sum := sha256.Sum256([]byte(l.From + "\x00" + l.Receiver + "\x00" + l.Kind))
	_, err := tx.Exec("INSERT INTO work.letter (id, entry, receiver, kind, made, state, due, changed) VALUES ($1, $2, $3, $4, $5, $6, $5, $5) ON CONFLICT (id) DO NOTHING",
		base64.RawURLEncoding.EncodeToString(sum[:18]), l.Entry, l.Receiver, l.Kind, now.Unix(), Waits)
	return err
}

// Mark is a place in the log.
type Mark struct {
	Entry int
	Hash  string // of that entry
}

// Cursor returns up to where letters were made of the log; false: none ever were.
func (s *Store) Cursor(ctx context.Context, name string) (at Mark, found bool, err error) {
	found, err = s.db.Row(ctx, []any{&at.Entry, &at.Hash}, "SELECT entry, hash FROM work.cursor WHERE name = $1", name)
	return at, found, err
}

// Queue adds letters, and goes on behind a place in the log. It changes nothing, and returns false, if another has gone on
// from there; a nil from is nowhere.
func (s *Store) Queue(ctx context.Context, name string, from *Mark, to Mark, letters []Letter) (done bool, err error) {
	err = s.db.Write(ctx, func(tx *store.WorkTx) (err error) {
		var n int64
		if from == nil {
			n, err = tx.Exec("INSERT INTO work.cursor VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING", name, to.Entry, to.Hash)
		} else {
			n, err = tx.Exec("UPDATE work.cursor SET entry = $1, hash = $2 WHERE name = $3 AND entry = $4 AND hash = $5", to.Entry, to.Hash, name, from.Entry, from.Hash)
		}
		if done = n == 1; !done {
			return err
		}
		for i := range letters {
			if err = addLetter(tx, s.Now(), &letters[i]); err != nil {
				break
			}
		}
		return err
	})
	return done, err
}

const letterColumns = "id, entry, receiver, kind, made, state, tries, due, changed, code, holder"

func (l *Letter) read(scan func(...any) error) error {
	var made, due, changed int64
	err := scan(&l.ID, &l.Entry, &l.Receiver, &l.Kind, &made, &l.State, &l.Tries, &due, &changed, &l.Code, &l.holder)
	l.Made, l.Due, l.Changed = time.Unix(made, 0).UTC(), time.Unix(due, 0).UTC(), time.Unix(changed, 0).UTC()
	return err
}

// Claim returns a letter that is due, for its caller alone for a few minutes; nil: none is.
func (s *Store) Claim(ctx context.Context) (*Letter, error) {
	now, l, found := s.Now(), &Letter{}, false
	err := s.db.Write(ctx, func(tx *store.WorkTx) error {
		return l.read(func(into ...any) (err error) {
			found, err = tx.Row(into, "UPDATE work.letter SET holder = $1, due = $2, tries = tries + 1 WHERE state = $3 AND due <= $4 AND id = (SELECT id FROM work.letter WHERE state = $3 AND due <= $4 ORDER BY due, id LIMIT 1) RETURNING "+letterColumns,
				bureau.NewToken(), now.Add(holds).Unix(), Waits, now.Unix())
			return err
		})
	})
	if err != nil || !found {
		return nil, err
	}
	return l, nil
}

// Becomes notes what a claimed letter becomes; a letter that waits again is tried at a time. It returns ErrGone if it is
// no more its caller's, or another has decided on it.
func (s *Store) Becomes(ctx context.Context, l *Letter, state string, due time.Time, code int) error {
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		holder := ""
		if state == Handed { // it is still its caller's
			holder = l.holder
		}
		n, err := tx.Exec("UPDATE work.letter SET state = $1, due = $2, code = $3, changed = $4, holder = $5 WHERE id = $6 AND holder = $7 AND state IN ($8, $9)",
			state, due.Unix(), code, s.Now().Unix(), holder, l.ID, l.holder, Waits, Handed)
		if err == nil && n == 0 {
			err = ErrGone
		}
		if err == nil && state == Sent && len(l.Receiver) > len(OfAsk) && l.Entry == 0 {
			_, err = tx.Exec("UPDATE work.ask SET token = '' WHERE $1 = 'ask ' || hash", l.Receiver)
		}
		return err
	})
}

// Decide notes what an officer says of a letter: that it was sent by hand, is to be sent again, or is void. A letter that was
// sent stays so, and one that is just being sent is nobody else's.
func (s *Store) Decide(ctx context.Context, id, state string) error {
	n, err := s.db.Exec(ctx, "UPDATE work.letter SET state = $1, due = $2, changed = $2, holder = '', tries = 0, code = 0 WHERE id = $3 AND state <> $4 AND (holder = '' OR due <= $2)",
		state, s.Now().Unix(), id, Sent)
	if err == nil && n == 0 {
		err = ErrGone
	}
	return err
}

// CameBack notes that a letter that was sent could not be delivered, for a status of RFC 3463 ("5.1.1"), and that its address is nobody's
// until somebody confirms it again. Whoever has confirmed it since the letter was made has it still.
func (s *Store) CameBack(ctx context.Context, l *Letter, status, address string) error {
	code := 0
	for part := range strings.SplitSeq(status, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 999 {
			return errors.New("work: no status of a delivery: " + status)
		}
		code = 1000*code + n
	}
	return s.db.Write(ctx, func(tx *store.WorkTx) error {
		n, err := tx.Exec("UPDATE work.letter SET state = $1, code = $2, changed = $3 WHERE id = $4 AND state IN ($5, $6)", Back, code, s.Now().Unix(), l.ID, Sent, Handed)
		if err == nil && n == 1 {
			_, err = tx.Exec("DELETE FROM work.address WHERE address = $1 AND confirmed <= $2", Folded(address), l.Made.Unix())
		}
		return err
	})
}

// Answered returns what a server has said of a letter: a code of SMTP, or why it came back; empty: nothing.
func (l *Letter) Answered() string {
	switch {
	case l.Code == 0:
		return ""
	case l.State == Back:
		return fmt.Sprintf("%d.%d.%d", l.Code/1_000_000, l.Code/1000%1000, l.Code%1000)
	}
	return strconv.Itoa(l.Code)
}

// Letters calls each for the letters of a state, or to receivers, the newest first, until it returns false. No state means
// all, and no receivers anybody.
func (s *Store) Letters(ctx context.Context, state, receiver string, each func(*Letter) bool) error {
	return s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		l := &Letter{}
		err := l.read(scan)
		return err == nil && each(l), err
	}, "SELECT "+letterColumns+" FROM work.letter WHERE ($1 = '' OR state = $1) AND ($2 = '' OR receiver = $2) ORDER BY made DESC, id", state, receiver)
}

// Letter returns a letter, nil if there is none.
func (s *Store) Letter(ctx context.Context, id string) (*Letter, error) {
	l, found := &Letter{}, false
	err := l.read(func(into ...any) (err error) {
		found, err = s.db.Row(ctx, into, "SELECT "+letterColumns+" FROM work.letter WHERE id = $1", id)
		return err
	})
	if err != nil || !found {
		return nil, err
	}
	return l, nil
}

// AskOf returns what a letter of no entry asks, nil if that is over.
func (s *Store) AskOf(ctx context.Context, l *Letter) (*Asked, error) {
	return s.asked(ctx, l.Receiver[len(OfAsk):])
}

// Wishes returns what all receivers wish, by receiver and name.
func (s *Store) Wishes(ctx context.Context) (map[[2]string]string, error) {
	all := map[[2]string]string{}
	return all, s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var receiver, name, value string
		err := scan(&receiver, &name, &value)
		all[[2]string{receiver, name}] = value
		return true, err
	}, "SELECT receiver, name, value FROM work.wish")
}

// Wish notes what a receiver wishes; an empty value is no wish.
func (s *Store) Wish(ctx context.Context, receiver, name, value string) error {
	if value == "" {
		_, err := s.db.Exec(ctx, "DELETE FROM work.wish WHERE receiver = $1 AND name = $2", receiver, name)
		return err
	}
	_, err := s.db.Exec(ctx, "INSERT INTO work.wish VALUES ($1, $2, $3) ON CONFLICT (receiver, name) DO UPDATE SET value = excluded.value", receiver, name, value)
	return err
}

// Mac returns a text by which a link in a letter is known to be ours, without anything kept of it.
func (s *Store) Mac(ctx context.Context, text string) (string, error) {
	const name, read = "letters", "SELECT value FROM work.secret WHERE name = $1"
	secret := ""
	found, err := s.db.Row(ctx, []any{&secret}, read, name)
	if err == nil && !found {
		_, err = s.db.Exec(ctx, "INSERT INTO work.secret VALUES ($1, $2) ON CONFLICT (name) DO NOTHING", name, bureau.NewToken())
		if err == nil {
			_, err = s.db.Row(ctx, []any{&secret}, read, name)
		}
	}
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18]), nil
}
