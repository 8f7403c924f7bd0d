package bureau

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// growCorrection appends the leaf of a correction that was accepted, and keeps
// the correction.
func (tx *Tx) growCorrection(k *Correction) (err error) {
	if k.Leaf, err = tx.grow(correctionLeaf(k)); err != nil {
		return err
	}
	return corrections.put(tx, numbered(k.Number), k)
}

// correctionLeaf gives the leaf of an accepted correction: not who has asked for
// it, nor the reason, which an officer has written.
func correctionLeaf(k *Correction) *Leaf {
	l := &CorrectionLeaf{Number: k.Number, Kind: k.What.Kind, Report: k.What.Report, Player: k.What.Player, Undoes: k.Undoes}
	for i := range k.Impact {
		list := &k.Impact[i]
		digest := sha256.New()
		for _, m := range list.Moves {
			fmt.Fprintf(digest, "%s,%s,%d,%d\n", m.Player, m.Kind, m.From, m.To)
		}
		l.Lists = append(l.Lists, ChangedList{
			Label: list.Label, InForce: list.List, From: list.Days.From, To: list.Days.To, Reissue: list.Reissue, Ratings: len(list.Moves),
			Digest: hex.EncodeToString(digest.Sum(nil)), Standings: list.Standings,
		})
	}
	return &Leaf{At: k.Decided.At, Correction: l}
}

// AnnounceKey appends a leaf that says with which key the tree is signed from
// here on, and why.
func (b *Bureau) AnnounceKey(ctx context.Context, key KeyLeaf) error {
	return b.Do(ctx, "proof.key", key.Reason, func(tx *Tx) error {
		_, err := tx.grow(&Leaf{At: tx.Now, Key: &key})
		tx.Note(key.Key, nil)
		return err
	})
}
