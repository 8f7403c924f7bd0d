package account_test

import (
	"context"
	"errors"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
)

// ending is a store of a process that ends after so many transactions.
type ending struct {
	bureau.Store
	left int
}

var errEnded = errors.New("the process has ended")

func (s *ending) Update(ctx context.Context, f func(bureau.Writer) error) error {
	if s.left == 0 {
		return errEnded
	}
	s.left--
	return s.Store.Update(ctx, f)
}

// The set-up goes on however often it was broken off while the first officer was invited, for the first time, again, or under another address: one
// account administers, and the set-up is over when its holder has accepted, in that transaction.
func TestFirstOfficerIsInvitedWhole(t *testing.T) {
	for name, before := range map[string]string{"nobody before": "", "again": "hana@example.jp", "an address that was mistyped": "hanna@example.jp"} {
		t.Run(name, func(t *testing.T) {
			for transactions, whole := 0, false; !whole; transactions++ {
				d, _ := office(t)
				if before != "" {
					_, err := account.First(t.Context(), d.Bureau, before, "Suzuki Hana")
					d.Must(err)
				}
				broken := *d.Bureau
				broken.Store = &ending{d.Store, transactions}
				_, err := account.First(t.Context(), &broken, "hana@example.jp", "Suzuki Hana")
				if whole = err == nil; !whole && !errors.Is(err, errEnded) {
					t.Fatal(err)
				}
				made, err := account.First(t.Context(), d.Bureau, "hana@example.jp", "Suzuki Hana")
				d.Must(err)
				var there int
				administrators := func(r bureau.Reader) (err error) {
					there, err = account.Administrators(r)
					return err
				}
				if d.Look(administrators); there != 0 {
					t.Errorf("after %d transactions: %d have signed in before somebody has accepted", transactions, there)
				}
				_, _, err = account.Accept(t.Context(), d.Bureau, made.Token, "Suzuki Hana", strong)
				d.Must(err)
				if d.Look(administrators); there != 1 {
					t.Errorf("after %d transactions: %d administer", transactions, there)
				}
				d.Look(func(r bureau.Reader) error {
					return bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
						if a.May() && a.Email != "hana@example.jp" {
							t.Errorf("after %d transactions: %s may sign in, too", transactions, number)
						}
						return true, nil
					})
				})
				if _, err := account.First(t.Context(), d.Bureau, "other@example.jp", "Other"); refusal(err) != "invitation-over" {
					t.Errorf("after %d transactions: another one is invited: %v", transactions, err)
				}
			}
		})
	}
}
