package bureau

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Role is a set of what somebody may be in a bureau. The zero value is anybody.
type Role uint8

// The roles. A treasurer reads fees and records payments; an auditor reads and changes nothing; an
// administrator keeps mail and machine and decides nothing about ratings.
const (
	Player Role = 1 << iota
	Organiser
	Officer
	Treasurer
	Auditor
	Administrator
)

// Actor is who acts. What it says of itself was proved before: by signing in, or by being at the
// machine itself.
type Actor struct {
	Account string    // its number, which the log has; empty at the machine: that of name and login
	Name    string    // as documents have it, which can be erased
	Login   string    // the system's name for who is at the machine itself, where nobody is asked for a factor or what was seen; else empty
	Roles   Role      // what it may be
	Clubs   []string  // IDs of the clubs for which it may report, 3(2)
	Player  string    // ID of the player whose account it is; empty: nobody's
	Fresh   time.Time // when it last showed a second factor
}

// AtTerminal returns who acts at the machine itself, by the system's name for them.
func AtTerminal(login string) Actor {
	return Actor{Name: login, Login: login, Roles: Officer | Treasurer | Auditor | Administrator}
}

// Is reports whether the actor has one of some roles.
func (a *Actor) Is(roles Role) bool { return a.Roles&roles != 0 }

// Confirmed reports whether the actor has shown a second factor in the last few minutes. Whoever is at
// the machine itself needs none.
func (a *Actor) Confirmed(now time.Time) bool {
	since := now.Sub(a.Fresh)
	return a.Login != "" || since >= 0 && since < factorHolds
}

// Owns reports whether something is the actor's own in one of some roles.
func (a *Actor) Owns(s *Subject, as Role) bool {
	return s.Asked != "" && s.Asked == a.Account && a.Is(as) || s.Player != "" && s.Player == a.Player && a.Is(as&Player) || s.Club != "" && slices.Contains(a.Clubs, s.Club) && a.Is(as&Organiser)
}

// Account is who stands behind a number in the log. It can be erased.
type Account struct {
	Name     string      `json:"name"`
	Login    string      `json:"login,omitempty"` // of whoever is at the machine itself, who needs no other
	Email    string      `json:"email,omitempty"` // by which they sign in; it may change
	Roles    Role        `json:"roles,omitempty"`
	Clubs    []string    `json:"clubs,omitempty"`  // IDs
	Player   string      `json:"player,omitempty"` // ID
	Disabled bool        `json:"disabled,omitempty"`
	Epoch    int         `json:"epoch,omitempty"` // a session of an earlier one has ended
	Invited  *Invitation `json:"invited,omitempty"`
	Factors  *Factors    `json:"factors,omitempty"`
	Keys     []Key       `json:"keys,omitempty"` // of programs that act for it
}

// Key is a key with which a program acts for an account. Only its hash is kept.
type Key struct {
	Number string    `json:"number"` // by which the log knows it
	Name   string    `json:"name"`   // as the account calls the program
	Hash   string    `json:"hash"`   // its SHA-256
	May    []string  `json:"may"`    // what it is for
	Made   time.Time `json:"made"`
	Epoch  int       `json:"epoch,omitempty"` // of the account when it was made; it ends with it
}

// Invitation is a link with which somebody sets how they sign in. It holds once.
type Invitation struct {
	Hash  string    `json:"hash"` // of its token
	Until time.Time `json:"until"`
}

// Factors are how somebody signs in. Nothing in them opens anything by itself.
type Factors struct {
	Password string    `json:"password,omitempty"` // Argon2id
	Codes    []byte    `json:"codes,omitempty"`    // the secret of one-time codes, sealed with the key file
	Recovery []string  `json:"recovery,omitempty"` // SHA-256 of the recovery codes
	Passkeys []Passkey `json:"passkeys,omitempty"`
}

// Passkey is a passkey of an account.
type Passkey struct {
	ID         string          `json:"id"`
	Host       string          `json:"host"` // at which alone it works
	Name       string          `json:"name"`
	Made       time.Time       `json:"made"`
	Credential json.RawMessage `json:"credential"` // its public key
}

// May reports whether the account may be signed in to.
func (a *Account) May() bool { return !a.Disabled && a.Roles != 0 }

// Strong reports whether the account has a second factor.
func (a *Account) Strong() bool {
	return a.Factors != nil && (len(a.Factors.Codes) > 0 || len(a.Factors.Passkeys) > 0)
}

// Desk are the roles that need a second factor.
const Desk = Officer | Treasurer | Auditor | Administrator

// ActorOf returns who acts with an account.
func ActorOf(number string, a *Account, fresh time.Time) Actor {
	return Actor{Account: number, Name: a.Name, Roles: a.Roles, Clubs: a.Clubs, Player: a.Player, Fresh: fresh}
}

// Accounts are the accounts by their numbers.
var Accounts = Table[Account]{"account"}

// AddAccount adds an account and returns its number.
func (tx *Tx) AddAccount(a *Account) (number string, err error) {
	n, err := tx.Count(Accounts.Kind)
	if err != nil {
		return "", err
	}
	number = fmt.Sprintf("A%04d", n)
	return number, Accounts.Put(tx, number, a)
}

// account returns the number of the actor's account. Whoever acts at the machine itself gets one by
// name and login.
func (tx *Tx) account() (string, error) {
	a := &tx.by
	if a.Account != "" || a.Login == "" {
		return a.Account, nil
	}
	err := Accounts.Scan(tx, "", "", func(number string, other *Account) (bool, error) {
		if other.Name == a.Name && other.Login == a.Login {
			a.Account = number
		}
		return a.Account == "", nil
	})
	if err != nil || a.Account != "" {
		return a.Account, err
	}
	a.Account, err = tx.AddAccount(&Account{Name: a.Name, Login: a.Login})
	return a.Account, err
}

// AccountsOf returns the accounts of a player with some IDs, or whose names and addresses mention a person, by number.
func AccountsOf(r Reader, ids []string, mentioned func(text string) bool) (map[string]*Account, error) {
	all := map[string]*Account{}
	err := Accounts.Scan(r, "", "", func(number string, a *Account) (bool, error) {
		if a.Player != "" && slices.Contains(ids, a.Player) || mentioned(a.Name) || mentioned(a.Login) || mentioned(a.Email) {
			all[number] = a
		}
		return true, nil
	})
	return all, err
}

// ForgetAccounts removes who is behind the accounts of a player with some IDs and those that a text mentions, and what else passes that
// mentions them. A key whose name does is called by its number. The log keeps the accounts' numbers, also that of the act itself.
func (tx *Tx) ForgetAccounts(ids []string, mentioned func(text string) bool) error {
	if _, err := tx.account(); err != nil {
		return err
	}
	theirs, err := AccountsOf(tx, ids, mentioned)
	if err != nil {
		return err
	}
	numbers := slices.Sorted(maps.Keys(theirs))
	renamed := map[string]*Account{}
	err = Accounts.Scan(tx, "", "", func(number string, a *Account) (bool, error) {
		if theirs[number] != nil {
			return true, nil
		}
		for i := range a.Keys {
			if k := &a.Keys[i]; mentioned(k.Name) {
				k.Name, renamed[number] = k.Number, a
			}
		}
		return true, nil
	})
	for _, number := range numbers {
		err = errors.Join(err, tx.Delete(Accounts.Kind, number))
	}
	for number, a := range renamed {
		err = errors.Join(err, Accounts.Put(tx, number, a))
	}
	if err == nil && tx.onForget != nil && !tx.trial {
		err = tx.onForget(tx.Context, mentioned, numbers)
	}
	return err
}

// AccountOf returns who the log names by a number: whose account was erased is known by that only. What
// earlier versions wrote is the name itself.
func AccountOf(r Reader, actor string) (*Account, error) {
	is, err := Accounts.Get(r, actor)
	if err != nil {
		return nil, err
	}
	if is == nil {
		return &Account{Name: actor}, nil
	}
	return &Account{Name: is.Name, Login: is.Login}, nil
}
