package proof

import (
	"context"

	"github.com/arpadchess/arpad/bureau"
)

// AnnounceKey appends a leaf that says with which key the tree is signed from
// here on, and why.
func AnnounceKey(ctx context.Context, b *bureau.Bureau, key KeyLeaf) error {
	return b.Do(ctx, "proof.key", key.Reason, func(tx *bureau.Tx) error {
		_, err := AppendLeaf(tx, &Leaf{At: tx.Now, Key: &key})
		tx.Note(key.Key, nil)
		return err
	})
}
