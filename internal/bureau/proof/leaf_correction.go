package proof

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
)

// AnnounceKey appends a leaf with the key that signs the tree from here on.
func AnnounceKey(ctx context.Context, b *bureau.Bureau, key KeyLeaf) error {
	return b.Do(ctx, "proof.init", key.Reason, func(tx *bureau.Tx) error {
		_, err := AppendLeaf(tx, &Leaf{At: tx.Now, Key: &key})
		tx.Note(key.Key, nil)
		return err
	})
}
