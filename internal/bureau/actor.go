package bureau

import (
	"errors"
	"fmt"
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

// Owns reports whether something is the actor's own in one of some roles.
func (a *Actor) Owns(s *Subject, as Role) bool {
	return s.Player != "" && s.Player == a.Player && a.Is(as&Player) || s.Club != "" && slices.Contains(a.Clubs, s.Club) && a.Is(as&Organiser)
}

// Account is who stands behind a number in the log. It can be erased.
type Account struct {
	Name  string `json:"name"`
	Login string `json:"login,omitempty"` // of whoever is at the machine itself
}

// Accounts are the accounts by their numbers.
var Accounts = Table[Account]{"account"}

// account returns the number of the actor's account. Whoever acts at the machine itself gets one by
// name and login.
func (tx *Tx) account() (string, error) {
	a := &tx.by
	if a.Account != "" || a.Login == "" {
		return a.Account, nil
	}
	is := Account{a.Name, a.Login}
	err := Accounts.Scan(tx, "", "", func(number string, other *Account) (bool, error) {
		if *other == is {
			a.Account = number
		}
		return a.Account == "", nil
	})
	if err != nil || a.Account != "" {
		return a.Account, err
	}
	n, err := tx.Count(Accounts.Kind)
	if err != nil {
		return "", err
	}
	a.Account = fmt.Sprintf("A%04d", n)
	return a.Account, Accounts.Put(tx, a.Account, &is)
}

// ForgetAccounts removes who is behind the accounts that a text mentions, and what else passes that
// mentions them. The log keeps the accounts' numbers, also that of the act itself.
func (tx *Tx) ForgetAccounts(mentioned func(text string) bool) error {
	if _, err := tx.account(); err != nil {
		return err
	}
	var numbers []string
	err := Accounts.Scan(tx, "", "", func(number string, a *Account) (bool, error) {
		if mentioned(a.Name) || mentioned(a.Login) {
			numbers = append(numbers, number)
		}
		return true, nil
	})
	for _, number := range numbers {
		err = errors.Join(err, tx.Delete(Accounts.Kind, number))
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
	if err == nil && is == nil {
		is = &Account{Name: actor}
	}
	return is, err
}
