package public

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/arpadchess/arpad/internal/response"
)

// Whoever owes least goes first, whenever they came; who has left has no turn.
func TestWhoOwesLeastGoesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := turns{free: 1}
		end, err := turns.await(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		wait := func(name string, owes, patience time.Duration) {
			go func() {
				owing, _ := response.Metered(t.Context(), owes)
				ctx, stop := context.WithTimeout(owing, patience)
				defer stop()
				end, err := turns.await(ctx)
				if err != nil {
					name += " in vain"
				}
				order = append(order, name)
				if err == nil {
					end()
				}
			}()
			synctest.Wait()
		}
		wait("attacker", 5*time.Second, time.Hour)
		wait("hurried", 0, time.Second)
		wait("reader", 20*time.Millisecond, time.Hour)
		wait("second reader", 20*time.Millisecond, time.Hour)
		wait("nobody counts", 0, time.Hour)
		time.Sleep(2 * time.Second)
		end()
		synctest.Wait()
		if want := []string{"hurried in vain", "nobody counts", "reader", "second reader", "attacker"}; !slices.Equal(order, want) {
			t.Errorf("%q, want %q", order, want)
		}
		if turns.free != 1 || len(turns.waiting) != 0 {
			t.Errorf("%d turns are free, %d wait", turns.free, len(turns.waiting))
		}
	})
}
