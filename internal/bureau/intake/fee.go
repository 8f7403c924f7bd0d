package intake

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
)

// feeCharges is the reference of the report that bears the fee of a player, by period,
// club and player: at a club's regular meetings a player pays once, 3(4).
var feeCharges = bureau.Table[string]{Kind: "fee-charge"}

// keepBearer keeps whose fees a report bears in an account. Whoever's fee it bears no more is
// borne by another meeting of the club from now on.
func keepBearer(tx *bureau.Tx, ref string, before, now []string, key func(id string) string) (err error) {
	for _, id := range before {
		if !slices.Contains(now, id) {
			err = errors.Join(err, tx.Delete(feeCharges.Kind, key(id)))
		}
	}
	for _, id := range now {
		if !slices.Contains(before, id) {
			err = errors.Join(err, feeCharges.Put(tx, key(id), &ref))
		}
	}
	return err
}

func chargeKey(period, club, id string) string {
	return period + "\x00" + report.FoldName(club) + "\x00" + id
}
