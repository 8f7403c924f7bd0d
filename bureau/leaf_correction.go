package bureau

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// growCorrection appends the leaf of a correction that was accepted, and keeps
// the correction.
func (c *change) growCorrection(k *Correction) (err error) {
	if k.Leaf, err = c.grow(correctionLeaf(k)); err != nil {
		return err
	}
	return corrections.put(c, numbered(k.Number), k)
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
		l.Lists = append(l.Lists, ChangedList{list.Label, list.Reissue, len(list.Moves), hex.EncodeToString(digest.Sum(nil))})
	}
	return &Leaf{At: k.Decided.At, Correction: l}
}

// growOlder sees to it that there is a first leaf: it appends those of what was
// published before there were any, the lists in their order, then the
// corrections.
func (c *change) growOlder() error {
	if n, err := LeafCount(c); err != nil || n > 0 {
		return err
	}
	ids, err := rollOf(c)
	if err != nil {
		return err
	}
	older, err := published(c)
	for _, p := range older {
		if err == nil {
			err = c.growList(p, ids)
		}
	}
	if err != nil {
		return err
	}
	all, err := corrections.all(c, "")
	for _, k := range all {
		if err == nil && k.State == Accepted {
			err = c.growCorrection(k)
		}
	}
	return err
}

// AnnounceKey appends a leaf that says with which key the tree is signed from
// here on, and why. Where there are no leaves yet, those of what was published
// come first.
func (b *Bureau) AnnounceKey(ctx context.Context, key KeyLeaf) error {
	return b.act(ctx, "proof.key", key.Reason, func(c *change) (string, any, error) {
		if err := c.growOlder(); err != nil {
			return "", nil, err
		}
		_, err := c.grow(&Leaf{At: c.now, Key: &key})
		return key.Key, nil, err
	})
}
