package correction

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// appendLeaf appends the leaf of an accepted correction, and stores the
// correction.
func appendLeaf(tx *bureau.Tx, k *Correction) (err error) {
	if k.Leaf, err = proof.AppendLeaf(tx, LeafOf(k)); err != nil {
		return err
	}
	return Corrections.Put(tx, Key(k.Number), k)
}

// LeafOf returns the leaf of an accepted correction. It omits the inquirer and
// the officer's reason.
func LeafOf(k *Correction) *proof.Leaf {
	l := &proof.CorrectionLeaf{Number: k.Number, Kind: k.What.Kind, Report: k.What.Report, Player: k.What.Player, Undoes: k.Undoes}
	for i := range k.Impact {
		list := &k.Impact[i]
		digest := sha256.New()
		for _, m := range list.Moves {
			fmt.Fprintf(digest, "%s,%s,%d,%d\n", m.Player, m.Kind, m.From, m.To)
		}
		l.Lists = append(l.Lists, proof.ChangedList{
			Label: list.Label, InForce: list.List, From: list.Days.From, To: list.Days.To, Reissue: list.Reissue, Ratings: len(list.Moves),
			Digest: hex.EncodeToString(digest.Sum(nil)), Standings: list.Standings,
		})
	}
	return &proof.Leaf{At: k.Decided.At, Correction: l}
}
