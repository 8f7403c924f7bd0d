// Package signin lets people in: by passkey, or by password and a second factor. It knows no pages.
package signin

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/work"
)

// ErrWrong is the one answer to all that is wrong: nobody learns whether there is an account.
var ErrWrong = errors.New("name, password or code is wrong")

// ErrBare reports that somebody who works in the office would sign in where others can read it on the way.
var ErrBare = errors.New("nobody signs in to the office without TLS")

// ErrOften reports that somebody has tried too often; see Throttle.
var ErrOften = errors.New("there were too many tries")

// wrong is ErrWrong with what was wrong, for the log.
func wrong(err error) error { return fmt.Errorf("%w: %w", ErrWrong, err) }

// Door is where people sign in to a bureau.
type Door struct {
	View     func(ctx context.Context, f func(bureau.Reader) error) error // of the bureau
	Work     *work.Store
	Throttle *Throttle
	Sealer   *Sealer
	Bare     bool // what is sent can be read on the way: nobody who works in the office is let in

	host string
	keys *webauthn.WebAuthn
}

// At returns the door at an address. Passkeys need a name there, and TLS or this machine itself.
func (d *Door) At(site, address string) (*Door, error) {
	at := *d
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	at.host, at.keys = "", nil
	if _, figures := netip.ParseAddr(u.Hostname()); figures == nil || u.Scheme != "https" && u.Hostname() != "localhost" {
		return &at, nil
	}
	at.host = u.Hostname()
	at.keys, err = passkeys(site, u)
	return &at, err
}

// Passkeys reports whether passkeys work at the door's address.
func (d *Door) Passkeys() bool { return d.keys != nil }

// account returns an account, nil if there is none.
func (d *Door) account(ctx context.Context, number string) (a *bureau.Account, err error) {
	err = d.View(ctx, func(r bureau.Reader) (err error) {
		a, err = bureau.Accounts.Get(r, number)
		return err
	})
	return a, err
}

// named returns the account of a name, which may be nobody's: it takes as long. The name is an e-mail address, of the oldest account that
// has it, or the ID of the player whose account it is: those of siblings may have one address.
func (d *Door) named(ctx context.Context, name string) (number string, a *bureau.Account, err error) {
	a = &bureau.Account{}
	err = d.View(ctx, func(r bureau.Reader) error {
		return bureau.Accounts.Scan(r, "", "", func(n string, other *bureau.Account) (bool, error) {
			is := other.Email != "" && strings.EqualFold(other.Email, name) || other.Player != "" && strings.EqualFold(other.Player, name)
			if number == "" && is && other.May() {
				number, a = n, other
			}
			return true, nil
		})
	})
	if a.Factors == nil {
		a.Factors = &bureau.Factors{}
	}
	return number, a, err
}

// Try is somebody who tries to sign in.
type Try struct {
	Name, Password string
	Known          string     // token of the browser; empty: it has none
	From           netip.Addr // where it comes from
	Browser        string     // as it calls itself
}

// Entered is how a browser goes on.
type Entered struct {
	Session string // token of the session; empty: a code is asked for
	Ticket  string // with which the code is sent; empty: none is asked for
	Known   string // token by which the browser is known again; empty: not yet
	Actor   bureau.Actor
}

// Password signs in by name and password. Whoever has a second factor gets a ticket for it.
func (d *Door) Password(ctx context.Context, t Try) (*Entered, error) {
	name := strings.ToLower(strings.TrimSpace(t.Name))
	number, a, err := d.named(ctx, name)
	if err != nil {
		return nil, err
	}
	succeeded, err := d.try(ctx, name, number, &t)
	if err != nil {
		return nil, err
	}
	right, err := checkPassword(ctx, a.Factors.Password, t.Password)
	switch {
	case errors.Is(err, ErrBusy):
		if err := succeeded(); err != nil {
			return nil, err
		}
		return nil, err
	case err != nil:
		return nil, err
	case !right:
		return nil, ErrWrong
	}
	if err := succeeded(); err != nil {
		return nil, err
	}
	if d.bars(a) {
		return nil, ErrBare
	}
	if a.Strong() {
		ticket, err := d.Work.Hold(ctx, forCode, number, nil, ceremonyHolds)
		return &Entered{Ticket: ticket}, err
	}
	return d.remember(ctx, number, a, false, &t)
}

// try takes a try at a name. Unknown names are looked for as known ones are.
func (d *Door) try(ctx context.Context, name, number string, t *Try) (succeeded func() error, err error) {
	known, err := d.Work.Knows(ctx, number, t.Known)
	if err != nil {
		return nil, err
	}
	browser := ""
	if known {
		browser = bureau.TokenHash(t.Known)
	}
	succeeded, ok, err := d.Throttle.try(ctx, name, t.From, browser)
	if err == nil && !ok {
		err = ErrOften
	}
	return succeeded, err
}

// Code signs in by a code, of the moment or for recovery, after the password was right. Whoever sends a
// wrong one gets another ticket.
func (d *Door) Code(ctx context.Context, ticket, code string, t Try) (*Entered, error) {
	var none any
	number, err := d.Work.Take(ctx, forCode, ticket, &none)
	if errors.Is(err, work.ErrGone) {
		return nil, wrong(err)
	}
	if err != nil {
		return nil, err
	}
	a, err := d.account(ctx, number)
	if err != nil {
		return nil, err
	}
	if a == nil || !a.May() {
		return nil, ErrWrong
	}
	succeeded, err := d.try(ctx, "code "+strings.ToLower(a.Email), number, &t)
	right := false
	if err == nil {
		right, err = d.code(ctx, number, a, code)
	}
	if err == nil && !right {
		err = ErrWrong
	}
	if err != nil {
		again, failed := d.Work.Hold(ctx, forCode, number, nil, ceremonyHolds)
		return &Entered{Ticket: again}, errors.Join(err, failed)
	}
	if err := succeeded(); err != nil {
		return nil, err
	}
	return d.remember(ctx, number, a, true, &t)
}

// code uses a code of an account, and reports whether it was right and not used before.
func (d *Door) code(ctx context.Context, number string, a *bureau.Account, code string) (bool, error) {
	if a.Factors == nil {
		return false, nil
	}
	if code = strings.TrimSpace(code); len(a.Factors.Codes) > 0 && len(code) == 6 {
		secret, err := d.Sealer.Open(a.Factors.Codes, number)
		if err != nil {
			return false, err
		}
		at := stepOf(secret, code, d.Work.Now())
		if at == 0 {
			return false, nil
		}
		return d.Work.Step(ctx, number, at)
	}
	kept := recovery(code)
	for _, one := range a.Factors.Recovery {
		if one == kept {
			return d.Work.Spend(ctx, number, kept)
		}
	}
	return false, nil
}

// bars reports whether an account may not be signed in to here.
func (d *Door) bars(a *bureau.Account) bool { return d.Bare && a.Roles&bureau.Desk != 0 }

// Enter lets in who has just said how they sign in, with a second factor or without.
func (d *Door) Enter(ctx context.Context, number string, a *bureau.Account, factor bool, t Try) (*Entered, error) {
	return d.remember(ctx, number, a, factor, &t)
}

// remember enters, and notes that the account was signed in to from this browser.
func (d *Door) remember(ctx context.Context, number string, a *bureau.Account, factor bool, t *Try) (*Entered, error) {
	entered, err := d.enter(ctx, number, a, factor, t.Browser)
	if err != nil {
		return nil, err
	}
	if entered.Known = t.Known; entered.Known == "" {
		entered.Known = bureau.NewToken()
	}
	return entered, d.Work.Remember(ctx, number, entered.Known)
}

// How long sessions hold.
const (
	deskHolds  = 12 * time.Hour
	othersIdle = 30 * 24 * time.Hour
	othersHold = 365 * 24 * time.Hour
)

// enter begins a session.
func (d *Door) enter(ctx context.Context, number string, a *bureau.Account, factor bool, browser string) (*Entered, error) {
	now := d.Work.Now()
	s := work.Session{Account: number, Epoch: a.Epoch, Made: now, Expires: now.Add(othersHold), Idle: othersIdle, Browser: browser}
	if a.Roles&bureau.Desk != 0 {
		s.Expires, s.Idle = now.Add(deskHolds), deskHolds
	}
	if factor {
		s.Factor = now
	}
	token, err := d.Work.Begin(ctx, s, "")
	return &Entered{Session: token, Actor: actor(number, a, &s)}, err
}

// actor returns who acts in a session. Without a second factor nobody is at the desk.
func actor(number string, a *bureau.Account, s *work.Session) bureau.Actor {
	shown := s.Factor
	if !a.Strong() {
		shown = time.Time{} // it was the password only
	}
	is := bureau.ActorOf(number, a, shown)
	if shown.IsZero() {
		is.Roles &^= bureau.Desk
	}
	return is
}

// Signed is who is signed in.
type Signed struct {
	*work.Session
	Account *bureau.Account
	Actor   bureau.Actor
}

// Signed returns who is signed in by the token of a session, nil if nobody is. Roles are those of now.
func (d *Door) Signed(ctx context.Context, token string) (*Signed, error) {
	if token == "" {
		return nil, nil
	}
	s, err := d.Work.Session(ctx, token)
	if err != nil || s == nil {
		return nil, err
	}
	a, err := d.account(ctx, s.Account)
	if err != nil || a == nil || !a.May() || a.Epoch != s.Epoch || d.bars(a) {
		return nil, err
	}
	is := &Signed{s, a, actor(s.Account, a, s)}
	if is.Actor.Is(bureau.Desk) && d.Work.Now().Sub(s.Made) >= deskHolds { // they had no such role when they signed in
		return nil, nil
	}
	return is, nil
}

// Confirm goes on with a session after who it is was shown again: by password, and code where they have a
// second factor. It returns the token of the session from then on.
func (d *Door) Confirm(ctx context.Context, is *Signed, password, code string, t Try) (token string, err error) {
	number := is.Session.Account
	succeeded, err := d.try(ctx, "code "+strings.ToLower(is.Account.Email), number, &t)
	if err != nil {
		return "", err
	}
	kept := ""
	if is.Account.Factors != nil {
		kept = is.Account.Factors.Password
	}
	right, err := checkPassword(ctx, kept, password)
	if err == nil && right && is.Account.Strong() {
		right, err = d.code(ctx, number, is.Account, code)
	}
	if err == nil && !right {
		err = ErrWrong
	}
	if err != nil {
		return "", err
	}
	if err := succeeded(); err != nil {
		return "", err
	}
	return d.Renew(ctx, is)
}

// ConfirmPasskey is Confirm by a passkey.
func (d *Door) ConfirmPasskey(ctx context.Context, is *Signed, ceremony string, answer []byte) (token string, err error) {
	if _, _, err := d.shown(ctx, toConfirm, is.Session.Account, ceremony, answer); err != nil {
		return "", err
	}
	return d.Renew(ctx, is)
}

// Renew returns another token for a session, after who it is was shown again or a factor was set. Its end stays.
func (d *Door) Renew(ctx context.Context, is *Signed) (token string, err error) {
	s := *is.Session
	s.Factor = d.Work.Now()
	return d.Work.Begin(ctx, s, s.Hash)
}
