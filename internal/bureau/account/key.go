package account

import (
	"context"
	"crypto/subtle"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// What a key of a program may be for.
const (
	Submit = "submit" // to do what organisers do with what is their club's
	Follow = "follow" // to read where the club's reports, announcements and questions stand
	Read   = "read"   // to read of the club itself
)

// Scopes are all that a key may be for.
var Scopes = []string{Submit, Follow, Read}

// MostKeys is how many keys an account may have.
const MostKeys = 20

// keyPrefix is how every key begins, so that whoever looks for leaked secrets finds it. The number of
// the account follows, which tells whose it is, and then the secret.
const keyPrefix = "arpad_"

// MadeKey is a key of a program with its token, which is known to nobody else.
type MadeKey struct {
	bureau.Key
	Token string
}

// Keys returns the keys of an account that hold.
func Keys(a *bureau.Account) []bureau.Key {
	return slices.DeleteFunc(slices.Clone(a.Keys), func(k bureau.Key) bool { return k.Epoch != a.Epoch })
}

// MakeKey makes a key with which a program acts for the acting account.
func MakeKey(ctx context.Context, b *bureau.Bureau, name string, may []string) (made *MadeKey, err error) {
	var a *bureau.Account
	err = own(ctx, b, "account.key", func(tx *bureau.Tx, a *bureau.Account) (err error) {
		made, err = makeKey(tx, b.Actor.Account, a, name, may)
		return err
	}, &a)
	return made, err
}

// RevokeKey ends a key of the acting account.
func RevokeKey(ctx context.Context, b *bureau.Bureau, key string) error {
	var a *bureau.Account
	return own(ctx, b, "account.key-revoke", func(tx *bureau.Tx, a *bureau.Account) error {
		return revokeKey(tx, b.Actor.Account, a, key)
	}, &a)
}

// MakeKeyFor makes a key with which a program acts for an account that somebody else has.
func MakeKeyFor(ctx context.Context, b *bureau.Bureau, who, name string, may []string, reason string) (made *MadeKey, err error) {
	_, _, err = change(ctx, b, "account.key", who, reason, func(tx *bureau.Tx, number string, a *bureau.Account) (err error) {
		made, err = makeKey(tx, number, a, name, may)
		return err
	})
	return made, err
}

// RevokeKeyOf ends a key of an account that somebody else has.
func RevokeKeyOf(ctx context.Context, b *bureau.Bureau, who, key, reason string) error {
	_, _, err := change(ctx, b, "account.key-revoke", who, reason, func(tx *bureau.Tx, number string, a *bureau.Account) error {
		return revokeKey(tx, number, a, key)
	})
	return err
}

// makeKey adds a key to an account. The log has its number and what it is for.
func makeKey(tx *bureau.Tx, number string, a *bureau.Account, name string, may []string) (*MadeKey, error) {
	name = strings.TrimSpace(name)
	unknown := func(scope string) bool { return !slices.Contains(Scopes, scope) }
	switch i := slices.IndexFunc(may, unknown); {
	case a.Roles&bureau.Organiser == 0:
		return nil, finding.Refuse("key-of-nobody", finding.Text("account", number))
	case name == "":
		return nil, finding.Refuse("name-needed")
	case i >= 0:
		return nil, finding.Refuse("scope-unknown", finding.Text("scope", may[i]), finding.Text("scopes", strings.Join(Scopes, ", ")))
	case len(may) == 0:
		return nil, finding.Refuse("scope-unknown", finding.Text("scope", ""), finding.Text("scopes", strings.Join(Scopes, ", ")))
	}
	if err := finding.Readable(name); err != nil {
		return nil, err
	}
	if a.Keys = Keys(a); len(a.Keys) >= MostKeys {
		return nil, finding.Refuse("keys-many", finding.Int("most", MostKeys))
	}
	n, err := tx.Count("key")
	if err != nil {
		return nil, err
	}
	made := &MadeKey{Token: keyPrefix + number + "_" + bureau.NewToken()}
	made.Key = bureau.Key{Number: "K" + strconv.Itoa(n), Name: name, Hash: bureau.TokenHash(made.Token), Made: tx.Now, Epoch: a.Epoch}
	for _, scope := range Scopes {
		if slices.Contains(may, scope) {
			made.May = append(made.May, scope)
		}
	}
	a.Keys = append(a.Keys, made.Key)
	tx.Note(number, map[string]any{"key": made.Number, "may": strings.Join(made.May, ", ")})
	return made, nil
}

// revokeKey removes a key from an account.
func revokeKey(tx *bureau.Tx, number string, a *bureau.Account, key string) error {
	i := slices.IndexFunc(a.Keys, func(k bureau.Key) bool { return k.Number == key })
	if i < 0 {
		return finding.Refuse("no-key", finding.Text("key", key), finding.Text("account", number))
	}
	a.Keys = slices.Delete(a.Keys, i, i+1)
	tx.Note(number, map[string]any{"key": key})
	return nil
}

// OfKey returns the key of a token, and whose it is; nil: nobody's, or it holds no more.
func OfKey(r bureau.Reader, token string) (number string, a *bureau.Account, key *bureau.Key, err error) {
	rest, ours := strings.CutPrefix(token, keyPrefix)
	number, _, two := strings.Cut(rest, "_")
	if !ours || !two {
		return "", nil, nil, nil
	}
	a, err = bureau.Accounts.Get(r, number)
	if err != nil || a == nil || !a.May() || a.Roles&bureau.Organiser == 0 {
		return "", nil, nil, err
	}
	hash := []byte(bureau.TokenHash(token))
	for _, k := range Keys(a) {
		if subtle.ConstantTimeCompare([]byte(k.Hash), hash) == 1 {
			return number, a, &k, nil
		}
	}
	return "", nil, nil, nil
}

// ActorOf returns who acts with a key: an organiser of the account's clubs, whatever else the account may be.
func ActorOf(number string, a *bureau.Account) bureau.Actor {
	return bureau.Actor{Account: number, Name: a.Name, Roles: a.Roles & bureau.Organiser, Clubs: a.Clubs}
}
