package proof

import (
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau"
)

// AppendDayLeaf appends a leaf over all that was written before, if the last leaf is of
// another civil day: it runs before the first change of a day. So who keeps a
// checkpoint holds the bureau to everything on its desk, too. A bureau without leaves
// stays without.
func AppendDayLeaf(tx *bureau.Tx) error {
	n, err := LeafCount(tx)
	if err != nil || n == 0 {
		return err
	}
	last, err := AllLeaves.Get(tx, bureau.SeqKey(n))
	if err != nil || last == nil || tx.Settings.Day(last.At) == tx.Today {
		return err
	}
	if n, err = AppendLeaf(tx, &Leaf{At: tx.Now}); err != nil {
		return err
	}
	return tx.Log("leaf.day", strconv.Itoa(n), "", nil)
}
