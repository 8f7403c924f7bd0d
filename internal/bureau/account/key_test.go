package account_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// organiser returns an office, and the office as somebody acts in it who reports for a club.
func organiser(t *testing.T) (d *bureautest.Bureau, own *bureau.Bureau, number string) {
	t.Helper()
	d, _ = office(t)
	d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C0001", Name: "Minato Chess Club"}))
	made, err := account.Invite(t.Context(), d.Bureau, "yano@example.jp", "Yano Kei", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"C0001"}}, "")
	d.Must(err)
	by := *d.Bureau
	by.Actor = bureau.ActorOf(made.Number, made.Account, time.Time{})
	return d, &by, made.Number
}

// holder returns whose a key is, empty if it holds no more.
func holder(d *bureautest.Bureau, token string) (number string, clubs []string) {
	d.T.Helper()
	d.Must(d.View(d.T.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		of, a, key, err := account.OfKey(r, token)
		if number = of; key != nil {
			actor := account.ActorOf(of, a)
			if actor.Roles != bureau.Organiser || actor.Player != "" || !actor.Fresh.IsZero() {
				d.T.Errorf("a program acts as %+v", actor)
			}
			clubs = actor.Clubs
		}
		return err
	}))
	return number, clubs
}

// A key holds until it is revoked, and ends with the account: when it is disabled, when it is reset, and while it is no organiser's.
func TestKeyEnds(t *testing.T) {
	for what, end := range map[string]func(d *bureautest.Bureau, own *bureau.Bureau, number, key string) error{
		"revoked": func(d *bureautest.Bureau, own *bureau.Bureau, _, key string) error {
			return account.RevokeKey(d.T.Context(), own, key)
		},
		"revoked by an administrator": func(d *bureautest.Bureau, _ *bureau.Bureau, number, key string) error {
			return account.RevokeKeyOf(d.T.Context(), d.Bureau, number, key, "it has leaked")
		},
		"disabled and enabled": func(d *bureautest.Bureau, _ *bureau.Bureau, number, _ string) error {
			_, err := account.Disable(d.T.Context(), d.Bureau, number, false, "why")
			if d.Must(err); err == nil {
				_, err = account.Disable(d.T.Context(), d.Bureau, number, true, "why")
			}
			return err
		},
		"reset": func(d *bureautest.Bureau, _ *bureau.Bureau, number, _ string) error {
			_, err := account.Reset(d.T.Context(), d.Bureau, number, "why")
			return err
		},
		"given another role": func(d *bureautest.Bureau, _ *bureau.Bureau, number, _ string) error {
			_, err := account.SetRoles(d.T.Context(), d.Bureau, number, account.Wish{Roles: []string{"auditor"}}, "why")
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			d, own, number := organiser(t)
			made, err := account.MakeKey(t.Context(), own, " pairing ", []string{"read", "submit", "read"})
			d.Must(err)
			if !regexp.MustCompile(`^arpad_`+number+`_[A-Z2-7]{26}$`).MatchString(made.Token) || made.Name != "pairing" || !slices.Equal(made.May, []string{"submit", "read"}) {
				t.Errorf("made %+v", made)
			}
			if of, clubs := holder(d, made.Token); of != number || !slices.Equal(clubs, []string{"C0001"}) {
				t.Fatalf("it is the key of %q, of %q", of, clubs)
			}
			for _, wrong := range []string{"", "arpad_", made.Token + "A", made.Token[:len(made.Token)-1], strings.ToLower(made.Token), made.Hash, "arpad_A0099_" + made.Token[len(made.Token)-26:], "arpad__"} {
				if of, _ := holder(d, wrong); of != "" {
					t.Errorf("%q is a key of %s", wrong, of)
				}
			}
			d.Must(end(d, own, number, made.Number))
			if of, _ := holder(d, made.Token); of != "" {
				t.Error("it holds still")
			}
			if log := said(d); strings.Contains(log, "pairing") || strings.Contains(log, made.Hash) || strings.Contains(log, made.Token) || !strings.Contains(log, `"key":"`+made.Number+`"`) {
				t.Errorf("the log says %s", log)
			}
			d.Verified()
		})
	}
}

// said returns what the log says.
func said(d *bureautest.Bureau) (all string) {
	d.T.Helper()
	d.Must(d.View(d.T.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
			all += fmt.Sprintf("%s %s %s %s %s\n", e.Actor, e.Action, e.Subject, e.Reason, e.Data)
			return true, nil
		})
	}))
	return all
}

// Neither what is stored nor a backup has a key that can be used, and who is forgotten is not the name of one.
func TestNoKeyIsStored(t *testing.T) {
	d, own, _ := organiser(t)
	made, err := account.MakeKey(t.Context(), own, "Aoki's laptop", []string{"submit"})
	d.Must(err)
	secret := made.Token[len(made.Token)-26:]
	for name, text := range d.Documents() {
		if strings.Contains(fmt.Sprint(text), secret) {
			t.Errorf("%s has the key", name)
		}
	}
	d.Must(d.Do(t.Context(), "set", "why", func(tx *bureau.Tx) error {
		return tx.ForgetAccounts(nil, func(text string) bool { return strings.Contains(text, "Aoki") })
	}))
	for name, text := range d.Documents() {
		if strings.Contains(fmt.Sprint(text), "laptop") {
			t.Errorf("%s has the name of the key", name)
		}
	}
	if of, _ := holder(d, made.Token); of == "" {
		t.Error("the key has ended with its name")
	}
}

// What is wrong with a key is refused.
func TestKeysAreRefused(t *testing.T) {
	d, own, number := organiser(t)
	officer := invite(t, d, "shimizu@example.jp", "officer")
	mine := func(name string, may ...string) error {
		_, err := account.MakeKey(t.Context(), own, name, may)
		return err
	}
	for _, c := range []struct {
		want string
		err  error
	}{
		{"name-needed", mine(" ", "submit")},
		{"control-character", mine("a\x1b[31m", "submit")},
		{"text-too-long", mine(strings.Repeat("a", 201), "submit")},
		{"scope-unknown", mine("a")},
		{"scope-unknown", mine("a", "submit", "admit")},
		{"no-key", account.RevokeKey(t.Context(), own, "K99")},
		{"no-key", account.RevokeKeyOf(t.Context(), d.Bureau, officer.Number, "K1", "why")},
		{"reason-needed", account.RevokeKeyOf(t.Context(), d.Bureau, number, "K1", " ")},
		{"key-of-nobody", func() error {
			_, err := account.MakeKeyFor(t.Context(), d.Bureau, officer.Number, "a", []string{"submit"}, "why")
			return err
		}()},
	} {
		if refusal(c.err) != c.want {
			t.Errorf("want %s: %v", c.want, c.err)
		}
	}
	for range account.MostKeys {
		d.Must(mine("a", "submit"))
	}
	if err := mine("a", "submit"); refusal(err) != "keys-many" {
		t.Errorf("one more: %v", err)
	}
	d.Must(account.RevokeKey(t.Context(), own, "K7"))
	d.Must(mine("a", "submit"))
	_, err := account.Reset(t.Context(), d.Bureau, number, "why") // those of before do not count
	d.Must(err)
	d.Must(mine("a", "submit"))
}
