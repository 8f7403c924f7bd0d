// Package account is the room where accounts are given and taken: invitations, roles, and how somebody
// signs in.
package account

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// invitationHolds is how long an invitation holds.
const invitationHolds = 7 * 24 * time.Hour

// RoleNames are the names of the roles, in the order of their bits.
var RoleNames = []string{"player", "organiser", "officer", "treasurer", "auditor", "administrator"}

// Roles returns the roles of some names.
func Roles(names []string) (roles bureau.Role, err error) {
	for _, name := range names {
		i := slices.Index(RoleNames, name)
		if i < 0 {
			return 0, finding.Refuse("role-unknown", finding.Text("role", name), finding.Text("roles", strings.Join(RoleNames, ", ")))
		}
		roles |= 1 << i
	}
	return roles, nil
}

// NamesOf returns the names of roles.
func NamesOf(roles bureau.Role) (names []string) {
	for i, name := range RoleNames {
		if roles&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// State returns how an account is signed in to: "invited", "disabled", "passkey", "codes" or "password".
func State(a *bureau.Account) string {
	switch {
	case a.Disabled:
		return "disabled"
	case a.Factors == nil:
		return "invited"
	case len(a.Factors.Passkeys) > 0:
		return "passkey"
	case a.Strong():
		return "codes"
	}
	return "password"
}

// Subject returns what is seen of an account by whoever changes it.
func Subject(number string) bureau.Subject {
	return bureau.Subject{ID: number, Seen: []bureau.Document{bureau.Accounts.Of(number)}}
}

// Wish is what an account is to be.
type Wish struct {
	Roles  []string
	Clubs  []string // IDs or names
	Player string   // ID
}

// apply sets the roles, clubs and player of an account.
func (wish *Wish) apply(tx *bureau.Tx, a *bureau.Account) (err error) {
	if a.Roles, err = Roles(wish.Roles); err != nil {
		return err
	}
	if a.Clubs = nil; a.Roles == 0 || a.Roles&bureau.Organiser != 0 && len(wish.Clubs) == 0 || a.Roles&bureau.Player != 0 && wish.Player == "" {
		return finding.Refuse("role-needed")
	}
	for _, name := range wish.Clubs {
		club, err := register.FindClub(tx, name)
		if err != nil {
			return err
		}
		a.Clubs = append(a.Clubs, club.ID)
	}
	if a.Player = wish.Player; a.Player != "" {
		_, err = register.Find(tx, a.Player)
	}
	return err
}

// Invited is an account with the token of its invitation, which is known to nobody else.
type Invited struct {
	Number string
	*bureau.Account
	Token string
}

// invite makes an invitation to an account, and returns its token.
func invite(tx *bureau.Tx, a *bureau.Account) (token string) {
	token = bureau.NewToken()
	a.Invited = &bureau.Invitation{Hash: bureau.TokenHash(token), Until: tx.Now.Add(invitationHolds)}
	return token
}

// Invite makes an account for somebody who accepts it by a link.
func Invite(ctx context.Context, b *bureau.Bureau, email, name string, wish Wish, reason string) (made *Invited, err error) {
	err = b.Do(ctx, "account.invite", reason, func(tx *bureau.Tx) error {
		email = strings.ToLower(strings.TrimSpace(email))
		if before, after, two := strings.Cut(email, "@"); !two || before == "" || after == "" || strings.ContainsAny(email, " \t\r\n<>,;\"") || len(email) > 254 {
			return finding.Refuse("email-form", finding.Text("email", email))
		}
		a := &bureau.Account{Name: strings.TrimSpace(name), Email: email}
		if a.Name == "" {
			a.Name = email
		}
		if err := wish.apply(tx, a); err != nil {
			return err
		}
		if err := taken(tx, a); err != nil {
			return err
		}
		token := invite(tx, a)
		number, err := tx.AddAccount(a)
		if err != nil {
			return err
		}
		made = &Invited{number, a, token}
		noted(tx, number, a)
		return nil
	})
	return made, err
}

// taken refuses the address of another account. That of a player, and nothing else, may have it: a guardian has one for each child, and
// they sign in to the later ones by the player's ID.
func taken(r bureau.Reader, a *bureau.Account) error {
	return bureau.Accounts.Scan(r, "", "", func(number string, other *bureau.Account) (bool, error) {
		if strings.EqualFold(other.Email, a.Email) && (a.Roles != bureau.Player || other.Player == a.Player) {
			return false, finding.Refuse("email-taken", finding.Text("account", number))
		}
		return true, nil
	})
}

// NameOf returns the name by which somebody signs in to an account: its address, or the player's ID if an older account has that.
func NameOf(r bureau.Reader, number string, a *bureau.Account) (string, error) {
	name := a.Email
	err := bureau.Accounts.Scan(r, "", number, func(_ string, other *bureau.Account) (bool, error) {
		if strings.EqualFold(other.Email, a.Email) && a.Player != "" {
			name = a.Player
		}
		return true, nil
	})
	return name, err
}

// noted says in the log what an account is. It names nobody.
func noted(tx *bureau.Tx, number string, a *bureau.Account) {
	tx.Note(number, map[string]any{"roles": strings.Join(NamesOf(a.Roles), ", "), "clubs": strings.Join(a.Clubs, ", ")})
}

// find returns the account of a number or an e-mail address; no number: there is none.
func find(r bureau.Reader, who string) (number string, a *bureau.Account, err error) {
	err = bureau.Accounts.Scan(r, "", "", func(n string, other *bureau.Account) (bool, error) {
		if n == who || other.Email != "" && strings.EqualFold(other.Email, who) {
			number, a = n, other
		}
		return a == nil, nil
	})
	return number, a, err
}

// Find returns the account of a number or an e-mail address.
func Find(r bureau.Reader, who string) (number string, a *bureau.Account, err error) {
	if number, a, err = find(r, strings.TrimSpace(who)); err == nil && (a == nil || a.Login != "") {
		err = finding.Refuse("no-account", finding.Text("account", who))
	}
	return number, a, err
}

// errAsIs reports that an account is already what it is to be.
var errAsIs = errors.New("the account is already so")

// change changes an account that somebody else has.
func change(ctx context.Context, b *bureau.Bureau, act, who, reason string, f func(tx *bureau.Tx, number string, a *bureau.Account) error) (number string, a *bureau.Account, err error) {
	err = b.Do(ctx, act, reason, func(tx *bureau.Tx) error {
		if strings.TrimSpace(reason) == "" {
			return finding.Refuse("reason-needed")
		}
		number, a, err = Find(tx, who)
		if err != nil {
			return err
		}
		if err := tx.About(Subject(number)); err != nil {
			return err
		}
		if number == b.Actor.Account {
			return finding.Refuse("account-own")
		}
		was := administers(a)
		err := f(tx, number, a)
		if errors.Is(err, errAsIs) {
			tx.Nothing()
			return nil
		}
		if err != nil {
			return err
		}
		err = bureau.Accounts.Put(tx, number, a)
		if err == nil && was && !administers(a) {
			err = mustAdminister(tx)
		}
		return err
	})
	return number, a, err
}

// administers reports whether an account can administer others.
func administers(a *bureau.Account) bool { return a.May() && a.Roles&bureau.Administrator != 0 }

// Administrators returns how many can administer accounts and have signed in.
func Administrators(r bureau.Reader) (n int, err error) {
	err = bureau.Accounts.Scan(r, "", "", func(_ string, a *bureau.Account) (bool, error) {
		if administers(a) && a.Factors != nil {
			n++
		}
		return true, nil
	})
	return n, err
}

// First invites the first officer, who administers the accounts, too; as often as it takes until somebody
// has accepted. Earlier invitations end.
func First(ctx context.Context, b *bureau.Bureau, email, name string) (made *Invited, err error) {
	number, others := "", []string(nil)
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		there, err := Administrators(r)
		if err == nil && there > 0 {
			err = finding.Refuse("invitation-over")
		}
		if err == nil {
			number, _, err = find(r, strings.TrimSpace(email))
		}
		if err != nil {
			return err
		}
		return bureau.Accounts.Scan(r, "", "", func(n string, a *bureau.Account) (bool, error) {
			if n != number && administers(a) { // nobody has accepted
				others = append(others, n)
			}
			return true, nil
		})
	})
	const reason = "first officer"
	switch {
	case err != nil:
		return nil, err
	case number != "":
		if _, err = Disable(ctx, b, number, true, reason); err == nil { // it may have ended before
			made, err = Reset(ctx, b, number, reason)
		}
	default:
		made, err = Invite(ctx, b, email, name, Wish{Roles: []string{"officer", "administrator"}}, "")
	}
	for _, other := range others { // under an address that was mistyped
		if err == nil {
			_, err = Disable(ctx, b, other, false, reason)
		}
	}
	return made, err
}

// mustAdminister refuses to leave a bureau without an administrator.
func mustAdminister(tx *bureau.Tx) error {
	left := false
	err := bureau.Accounts.Scan(tx, "", "", func(_ string, a *bureau.Account) (bool, error) {
		left = administers(a)
		return !left, nil
	})
	if err == nil && !left {
		err = finding.Refuse("last-administrator")
	}
	return err
}

// SetRoles sets the roles of an account. They hold at once.
func SetRoles(ctx context.Context, b *bureau.Bureau, who string, wish Wish, reason string) (*bureau.Account, error) {
	_, a, err := change(ctx, b, "account.roles", who, reason, func(tx *bureau.Tx, number string, a *bureau.Account) error {
		err := wish.apply(tx, a)
		noted(tx, number, a)
		return err
	})
	return a, err
}

// Disable ends the sessions and keys of an account and lets nobody sign in to it, or takes that back.
func Disable(ctx context.Context, b *bureau.Bureau, who string, undo bool, reason string) (*bureau.Account, error) {
	_, a, err := change(ctx, b, "account.disable", who, reason, func(tx *bureau.Tx, number string, a *bureau.Account) error {
		if a.Disabled == !undo {
			return errAsIs
		}
		noted(tx, number, a)
		a.Disabled = !undo
		a.Epoch++
		a.Invited = nil
		return nil
	})
	return a, err
}

// Reset ends the sessions and keys of an account and takes away how it is signed in to. A new invitation says anew.
func Reset(ctx context.Context, b *bureau.Bureau, who, reason string) (*Invited, error) {
	token := ""
	number, a, err := change(ctx, b, "account.reset", who, reason, func(tx *bureau.Tx, number string, a *bureau.Account) error {
		noted(tx, number, a)
		a.Factors = nil
		a.Epoch++
		token = invite(tx, a)
		return nil
	})
	if err != nil || a == nil {
		return nil, err
	}
	return &Invited{number, a, token}, nil
}

// OfInvitation returns the account that a token invites to.
func OfInvitation(r bureau.Reader, token string, now time.Time) (number string, a *bureau.Account, err error) {
	hash := bureau.TokenHash(token)
	err = bureau.Accounts.Scan(r, "", "", func(n string, other *bureau.Account) (bool, error) {
		if other.Invited != nil && other.Invited.Hash == hash && now.Before(other.Invited.Until) && other.May() {
			number, a = n, other
		}
		return true, nil
	})
	if err == nil && a == nil {
		err = finding.Refuse("invitation-over")
	}
	return number, a, err
}

// anybody is the rule of what somebody does with their own account: it is about nobody else.
func anybody(id string) *bureau.Rule { return &bureau.Rule{ID: id, Any: ^bureau.Role(0)} }

// Accept accepts an invitation: from then on the account is signed in to by these factors.
func Accept(ctx context.Context, b *bureau.Bureau, token, name string, f bureau.Factors) (number string, a *bureau.Account, err error) {
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		number, a, err = OfInvitation(r, token, b.Clock())
		return err
	})
	if err != nil {
		return "", nil, err
	}
	by := *b
	by.Actor = bureau.ActorOf(number, a, time.Time{})
	err = own(ctx, &by, "account.accept", func(tx *bureau.Tx, a *bureau.Account) error {
		if _, _, err := OfInvitation(tx, token, tx.Now); err != nil { // somebody was faster
			return err
		}
		if name = strings.TrimSpace(name); name != "" {
			a.Name = name
		}
		a.Factors, a.Invited = &f, nil
		return nil
	}, &a)
	return number, a, err
}

// Change changes how the acting account signs in, its name or its address. The log has what was changed, in a word.
func Change(ctx context.Context, b *bureau.Bureau, what string, f func(*bureau.Account) error) (a *bureau.Account, err error) {
	err = own(ctx, b, "account.set", func(tx *bureau.Tx, a *bureau.Account) error {
		tx.Note(b.Actor.Account, map[string]any{"what": what})
		return f(a)
	}, &a)
	return a, err
}

// own changes the acting account.
func own(ctx context.Context, b *bureau.Bureau, act string, f func(*bureau.Tx, *bureau.Account) error, into **bureau.Account) error {
	var out bureau.Outcome
	return b.Asking(bureau.Request{Rule: anybody(act)}, &out).Do(ctx, act, "", func(tx *bureau.Tx) error {
		number := b.Actor.Account
		a, err := bureau.Accounts.Find(tx, number, finding.Refuse("no-account", finding.Text("account", number)))
		if err != nil {
			return err
		}
		if err := f(tx, a); err != nil {
			return err
		}
		if a.Roles&bureau.Desk != 0 && !a.Strong() {
			return finding.Refuse("second-factor-needed")
		}
		*into = a
		return bureau.Accounts.Put(tx, number, a)
	})
}
