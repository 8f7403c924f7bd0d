package work

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Asked is what a letter with a link asks whoever has an address.
type Asked struct {
	Kind     string
	Address  string
	Language string
	Path     string            // of the page to which the link leads, below the language
	Subject  string            // what is confirmed: the ID of a draft, "player N00000001"
	Values   map[string]string // what the letter mentions besides
	Token    string            // in the link; empty once the letter was sent
	Expires  time.Time
}

// ErrOften reports that an address was asked too often.
var ErrOften = errors.New("the address was asked too often")

// What one address is asked at most, so that nobody is flooded, and for how long a link holds.
const (
	mostAsked = 5
	askHolds  = 3 * day
)

// Folded returns an address as it is compared.
func Folded(address string) string { return strings.ToLower(strings.TrimSpace(address)) }

// Ask keeps a letter with a link until it is sent. Without a token it makes one; a zero Expires is in three days. For no address, and for
// one that was asked too often, it keeps nothing after the same statements: how long it takes tells nobody whether a letter goes out.
func (s *Store) Ask(ctx context.Context, a Asked) (token string, err error) {
	text, err := json.Marshal(a.Values)
	if err != nil {
		return "", err
	}
	now := s.Now()
	token = cmp.Or(a.Token, bureau.NewToken())
	if a.Expires.IsZero() {
		a.Expires = now.Add(askHolds)
	}
	hash, address, often := bureau.TokenHash(token), Folded(a.Address), false
	err = s.db.Write(ctx, func(tx *store.WorkTx) error {
		n := 0
		if _, err := tx.Row([]any{&n}, "SELECT count(*) FROM work.ask WHERE address = $1 AND made > $2", address, now.Add(-day).Unix()); err != nil {
			return err
		}
		gone := ""
		if address == "" || n >= mostAsked {
			gone = hash
		}
		_, err := tx.Exec("INSERT INTO work.ask VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
			hash, token, a.Kind, address, a.Language, a.Path, a.Subject, string(text), now.Unix(), a.Expires.Unix())
		if err == nil {
			err = addLetter(tx, now, &Letter{Receiver: OfAsk + hash, Kind: a.Kind})
		}
		if err == nil {
			_, err = tx.Exec("DELETE FROM work.letter WHERE receiver = $1", OfAsk+gone)
		}
		if err == nil {
			_, err = tx.Exec("DELETE FROM work.ask WHERE hash = $1", gone)
		}
		often = gone != "" && address != ""
		return err
	})
	if err == nil && often {
		err = ErrOften
	}
	return token, err
}

const askColumns = "kind, address, language, path, subject, fields, token, expires"

// asked reads what is asked by its hash, nil if it is no more.
func (s *Store) asked(ctx context.Context, hash string) (*Asked, error) {
	var a Asked
	var fields string
	var expires int64
	found, err := s.db.Row(ctx, []any{&a.Kind, &a.Address, &a.Language, &a.Path, &a.Subject, &fields, &a.Token, &expires},
		"SELECT "+askColumns+" FROM work.ask WHERE hash = $1 AND expires > $2", hash, s.Now().Unix())
	if err != nil || !found {
		return nil, err
	}
	a.Expires = time.Unix(expires, 0).UTC()
	return &a, json.Unmarshal([]byte(fields), &a.Values)
}

// Asked returns what the link of a token asks, and changes nothing: programs that look into mails open links, too.
func (s *Store) Asked(ctx context.Context, kind, token string) (*Asked, error) {
	a, err := s.asked(ctx, bureau.TokenHash(token))
	if err == nil && (a == nil || a.Kind != kind) {
		return nil, ErrGone
	}
	return a, err
}

// Confirm notes that whoever has an address says that it is theirs, by the token in the link that was sent there,
// which holds once. It returns what was asked.
func (s *Store) Confirm(ctx context.Context, kind, token string) (*Asked, error) {
	a, err := s.Asked(ctx, kind, token)
	if err != nil {
		return nil, err
	}
	return a, s.db.Write(ctx, func(tx *store.WorkTx) error {
		hash := bureau.TokenHash(token)
		n, err := tx.Exec("DELETE FROM work.ask WHERE hash = $1", hash)
		if err == nil && n == 0 {
			err = ErrGone
		}
		if err == nil { // it has arrived, whatever was known of it
			_, err = tx.Exec("UPDATE work.letter SET state = $1, changed = $2 WHERE receiver = $3", Sent, s.Now().Unix(), OfAsk+hash)
		}
		if err == nil {
			_, err = tx.Exec("INSERT INTO work.address VALUES ($1, $2) ON CONFLICT (address) DO UPDATE SET confirmed = excluded.confirmed", a.Address, s.Now().Unix())
		}
		return err
	})
}

// Shown notes that an address was shown to be its owner's: a mail came from it for which its server vouches.
func (s *Store) Shown(ctx context.Context, address string) error {
	_, err := s.db.Exec(ctx, "INSERT INTO work.address VALUES ($1, $2) ON CONFLICT (address) DO NOTHING", Folded(address), s.Now().Unix())
	return err
}

// IsConfirmed reports whether the owner of an address has said that it is theirs.
func (s *Store) IsConfirmed(ctx context.Context, address string) (bool, error) {
	one := 0
	return s.db.Row(ctx, []any{&one}, "SELECT 1 FROM work.address WHERE address = $1", Folded(address))
}

// Confirmed returns all addresses whose owners have said that they are theirs.
func (s *Store) Confirmed(ctx context.Context) (map[string]bool, error) {
	all := map[string]bool{}
	return all, s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		address := ""
		err := scan(&address)
		all[address] = true
		return true, err
	}, "SELECT address FROM work.address")
}

// Follower is an address that is told of something public.
type Follower struct {
	ID       string
	Address  string
	Language string
	Subject  string // "player N00000001", "club C0004", "event 2024-10-0006"
}

// Follow has an address told of a subject from now on. It must be confirmed.
func (s *Store) Follow(ctx context.Context, f Follower) error {
	is, err := s.IsConfirmed(ctx, f.Address)
	if err == nil && !is {
		err = errors.New("work: the address is not confirmed")
	}
	if err == nil {
		_, err = s.db.Exec(ctx, "INSERT INTO work.follower VALUES ($1, $2, $3, $4, $5) ON CONFLICT (address, subject) DO UPDATE SET language = excluded.language",
			bureau.NewToken(), Folded(f.Address), f.Language, f.Subject, s.Now().Unix())
	}
	return err
}

// Followers returns who follows a subject; an empty one means all.
func (s *Store) Followers(ctx context.Context, subject string) (all []Follower, err error) {
	err = s.db.Rows(ctx, func(scan func(...any) error) (bool, error) {
		var f Follower
		err := scan(&f.ID, &f.Address, &f.Language, &f.Subject)
		all = append(all, f)
		return true, err
	}, "SELECT id, address, language, subject FROM work.follower WHERE $1 = '' OR subject = $1 ORDER BY id", subject)
	return all, err
}

// Unfollow ends that somebody is told of a subject, by the ID of it.
func (s *Store) Unfollow(ctx context.Context, id string) error {
	_, err := s.db.Exec(ctx, "DELETE FROM work.follower WHERE id = $1", id)
	return err
}
