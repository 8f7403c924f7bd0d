package privacy_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// An account that is bound to a player is theirs whatever name it has: it is in what they are told, without what
// somebody could sign in with, and goes with them.
func TestAccountOfAPlayer(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	id := f.People[0].ID
	a := &bureau.Account{
		Name: "Rook", Email: "rook@example.jp", Roles: bureau.Player, Player: id, Factors: &bureau.Factors{Password: "hash of it"},
		Keys: []bureau.Key{{Number: "K1", Name: "my program", Hash: "hash of the key"}}, Invited: &bureau.Invitation{Hash: "hash of the link"},
	}
	var number string
	d.Must(d.Do(t.Context(), "set", "why", func(tx *bureau.Tx) (err error) {
		number, err = tx.AddAccount(a)
		return err
	}))
	told, err := privacy.DossierOf(t.Context(), d.Bureau, id)
	d.Must(err)
	got := told.Accounts[number]
	if got == nil || got.Email != a.Email || got.Factors != nil || got.Invited != nil || len(got.Keys) != 1 || got.Keys[0].Hash != "" {
		t.Errorf("they are told of the account %+v", got)
	}
	_, err = privacy.Erase(t.Context(), d.Bureau, id, "asked for it")
	d.Must(err)
	if held := holding(d, "rook"); held != nil {
		t.Errorf("after the erasure there is still %q", held)
	}
}
