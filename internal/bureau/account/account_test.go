package account_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// office returns a bureau, whose clock a test sets.
func office(t *testing.T) (*bureautest.Bureau, *time.Time) {
	t.Helper()
	d := bureautest.With(t, "ncs", nil, &roster.List{})
	now := time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)
	d.Clock = func() time.Time { return now }
	return d, &now
}

func refusal(err error) string {
	var refused *finding.Refused
	if errors.As(err, &refused) {
		return refused.ID
	}
	return ""
}

var strong = bureau.Factors{Password: "hash", Codes: []byte("sealed")}

// invite invites somebody and returns the invitation.
func invite(t *testing.T, d *bureautest.Bureau, email string, roles ...string) *account.Invited {
	t.Helper()
	made, err := account.Invite(t.Context(), d.Bureau, email, "", account.Wish{Roles: roles}, "")
	d.Must(err)
	return made
}

// An invitation holds once, for seven days, and a new one ends it. Whoever works in the office sets a second factor with it.
func TestInvitation(t *testing.T) {
	d, now := office(t)
	made := invite(t, d, " Shimizu@Example.JP", "officer", "administrator")
	if made.Email != "shimizu@example.jp" || made.Roles != bureau.Officer|bureau.Administrator {
		t.Fatalf("invited %+v", made.Account)
	}
	accept := func(token string, f bureau.Factors) error {
		_, _, err := account.Accept(t.Context(), d.Bureau, token, "Shimizu Toshihiko", f)
		return err
	}
	if err := accept(made.Token, bureau.Factors{Password: "hash"}); refusal(err) != "second-factor-needed" {
		t.Errorf("an officer with a password only: %v", err)
	}
	start := *now
	*now = start.Add(7 * 24 * time.Hour)
	if err := accept(made.Token, strong); refusal(err) != "invitation-over" {
		t.Errorf("after seven days: %v", err)
	}
	*now = start.Add(7*24*time.Hour - time.Second)
	if err := accept("another", strong); refusal(err) != "invitation-over" {
		t.Errorf("another token: %v", err)
	}
	d.Must(accept(made.Token, strong))
	if err := accept(made.Token, strong); refusal(err) != "invitation-over" {
		t.Errorf("it works twice: %v", err)
	}
	again, err := account.Reset(t.Context(), d.Bureau, "shimizu@example.jp", "the device is lost")
	d.Must(err)
	if again.Number != made.Number || again.Factors != nil || again.Epoch != 1 || again.Name != "Shimizu Toshihiko" {
		t.Errorf("reset to %+v", again.Account)
	}
	d.Must(accept(again.Token, strong))
}

// A guardian has an account for each child with one address. They sign in to the second one by its ID; nobody else gets the address.
func TestSiblingsShareAnAddress(t *testing.T) {
	ids := []string{"N00000001", "N00000002", "N00000003"}
	var children []roster.Player
	for _, id := range ids {
		children = append(children, roster.Player{ID: id, Name: "Chiba " + id})
	}
	list := &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, len(children))}
	for n := range list.Standings {
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
	}
	d := bureautest.With(t, "ncs", children, list)
	child := func(id string) account.Wish { return account.Wish{Roles: []string{"player"}, Player: id} }
	first, err := account.Invite(t.Context(), d.Bureau, "ken@example.jp", "Chiba Ken", child(ids[0]), "")
	d.Must(err)
	second, err := account.Invite(t.Context(), d.Bureau, "KEN@example.jp", "Chiba Ken", child(ids[1]), "")
	d.Must(err)
	for name, wish := range map[string]account.Wish{"the same player": child(ids[0]), "an officer": {Roles: []string{"officer"}}, "more than a player": {Roles: []string{"player", "officer"}, Player: ids[2]}} {
		if _, err := account.Invite(t.Context(), d.Bureau, "ken@example.jp", "", wish, ""); refusal(err) != "email-taken" {
			t.Errorf("%s: %v", name, err)
		}
	}
	d.Must(d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for of, want := range map[*account.Invited]string{first: "ken@example.jp", second: ids[1]} {
			if name, err := account.NameOf(r, of.Number, of.Account); err != nil || name != want {
				t.Errorf("%s signs in as %s, %v", of.Number, name, err)
			}
		}
		return nil
	}))
}

// What is wrong with an account is refused.
func TestAccountsAreRefused(t *testing.T) {
	d, _ := office(t)
	made := invite(t, d, "shimizu@example.jp", "administrator")
	d.Must(func() error {
		_, _, err := account.Accept(t.Context(), d.Bureau, made.Token, "", strong)
		return err
	}())
	by := *d.Bureau
	by.Actor = bureau.Actor{Account: made.Number, Roles: bureau.Administrator, Fresh: d.Clock()}
	wish := func(roles ...string) account.Wish { return account.Wish{Roles: roles} }
	for want, do := range map[string]func() error{
		"email-form": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "shimizu", "", wish("officer"), "")
			return err
		},
		"email-taken": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "SHIMIZU@example.jp", "", wish("officer"), "")
			return err
		},
		"role-unknown": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "a@example.jp", "", wish("king"), "")
			return err
		},
		"role-needed": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "a@example.jp", "", wish("organiser"), "")
			return err
		},
		"no-club": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "a@example.jp", "", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"C9999"}}, "")
			return err
		},
		"unknown-player": func() error {
			_, err := account.Invite(t.Context(), d.Bureau, "a@example.jp", "", account.Wish{Roles: []string{"player"}, Player: "N00000099"}, "")
			return err
		},
		"no-account":         func() error { _, err := account.Reset(t.Context(), d.Bureau, "A0099", "why"); return err },
		"reason-needed":      func() error { _, err := account.Reset(t.Context(), d.Bureau, made.Number, " "); return err },
		"last-administrator": func() error { _, err := account.Disable(t.Context(), d.Bureau, made.Number, false, "why"); return err },
	} {
		if err := do(); refusal(err) != want {
			t.Errorf("want %s: %v", want, err)
		}
	}
	if _, err := account.SetRoles(t.Context(), d.Bureau, made.Number, wish("officer"), "why"); refusal(err) != "last-administrator" {
		t.Errorf("the last administrator loses the role: %v", err)
	}
	own := bureau.Request{Rule: &bureau.Rule{ID: "account.roles", Any: bureau.Administrator}}
	if _, err := account.SetRoles(t.Context(), by.Asking(own, &bureau.Outcome{}), made.Number, wish("officer", "administrator"), "why"); refusal(err) != "account-own" {
		t.Errorf("roles for oneself: %v", err)
	}
	other := invite(t, d, "seki@example.jp", "administrator")
	if _, err := account.Disable(t.Context(), d.Bureau, made.Number, false, "has left"); err != nil {
		t.Errorf("with another administrator: %v", err)
	}
	_, err := account.Disable(t.Context(), d.Bureau, made.Number, true, "is back")
	d.Must(err)
	a, err := account.SetRoles(t.Context(), d.Bureau, other.Number, wish("auditor"), "elected")
	if err != nil || a.Roles != bureau.Auditor {
		t.Errorf("%+v, %v", a, err)
	}
}

// Somebody changes their own account and no other. The log names nobody.
func TestOwnAccount(t *testing.T) {
	d, _ := office(t)
	made := invite(t, d, "shimizu@example.jp", "officer")
	d.Must(func() error {
		_, _, err := account.Accept(t.Context(), d.Bureau, made.Token, "Shimizu", strong)
		return err
	}())
	by := *d.Bureau
	by.Actor = bureau.ActorOf(made.Number, made.Account, time.Time{})
	a, err := account.Change(t.Context(), &by, "recovery codes", func(a *bureau.Account) error { a.Factors.Recovery = []string{"x"}; return nil })
	if err != nil || !slices.Equal(a.Factors.Recovery, []string{"x"}) {
		t.Errorf("%+v, %v", a, err)
	}
	if _, err := account.Change(t.Context(), &by, "codes", func(a *bureau.Account) error { a.Factors.Codes = nil; return nil }); refusal(err) != "second-factor-needed" {
		t.Errorf("an officer takes the last second factor away: %v", err)
	}
	d.Must(d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
			if e.Action == "account.set" && (e.Actor != made.Number || e.Subject != made.Number) {
				t.Errorf("the log has %+v", e)
			}
			return true, nil
		})
	}))
}

// Whoever disables an account twice changes nothing the second time, and nothing is written without the log.
func TestDisabledTwice(t *testing.T) {
	d, _ := office(t)
	made := invite(t, d, "shimizu@example.jp", "officer")
	for n := range 2 {
		a, err := account.Disable(t.Context(), d.Bureau, made.Number, false, "has left")
		if d.Must(err); !a.Disabled || a.Epoch != 1 {
			t.Errorf("%d: %+v", n, a)
		}
		d.Verified()
	}
}
