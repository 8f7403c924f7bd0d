// Package privacy answers persons: what is stored about them, and how it is made anonymous or erased.
package privacy

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/proof"
)

// forgetSalt destroys the salts of a person: nobody can open the commitments any
// more.
func forgetSalt(tx *bureau.Tx, who *PersonIDs) error {
	for _, id := range who.IDs {
		if err := tx.Delete(proof.Salts.Kind, id); err != nil {
			return err
		}
	}
	return nil
}
