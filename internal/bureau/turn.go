package bureau

import (
	"context"
	"errors"
)

// ErrLate is that the clock does something that is another process's turn by now.
var ErrLate = errors.New("bureau: another process has the turn of the clock")

// fenced is the fence of the last turn of the clock that has changed something.
type fenced struct {
	Fence int `json:"fence"`
}

var turns = Table[fenced]{"turn"} // under the empty key

// InTurn returns the bureau for what is done in a turn of the clock, which has the lease with a fence. Whoever has had it before, and
// comes late, is refused when they change something.
func (b *Bureau) InTurn(fence int) *Bureau {
	other := *b
	other.Actor = Actor{Account: ByItself, Name: ByItself, Login: ByItself, Roles: Officer | Administrator}
	other.fence = fence
	return &other
}

// ByItself is who the log says has done what nobody has.
const ByItself = "clock"

// Fence returns the fence of the last turn of the clock that has changed something.
func (b *Bureau) Fence(ctx context.Context) (fence int, err error) {
	err = b.View(ctx, func(r Reader, _ *Settings) error {
		last, err := turns.Get(r, "")
		if last != nil {
			fence = last.Fence
		}
		return err
	})
	return fence, err
}

// inTurn refuses who comes late.
func (tx *Tx) inTurn() error {
	if tx.fence == 0 {
		return nil
	}
	last, err := turns.Get(tx, "")
	if err == nil && last != nil && last.Fence > tx.fence {
		err = ErrLate
	}
	return err
}

// hadTurn notes whose turn it is that changes something.
func (tx *Tx) hadTurn() error {
	if tx.fence == 0 {
		return nil
	}
	return turns.Put(tx, "", &fenced{tx.fence})
}
