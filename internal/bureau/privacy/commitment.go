// Package privacy answers personal data requests: what is stored about a
// person, and how to anonymise or erase it.
package privacy

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// forgetSalt destroys the salts of a person, so that the commitments can no
// longer be opened.
func forgetSalt(tx *bureau.Tx, who *PersonIDs) error {
	for _, id := range who.IDs {
		if err := tx.Delete(proof.Salts.Kind, id); err != nil {
			return err
		}
	}
	return nil
}
