package intake

import (
	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// SenderOf returns who sends something for a club, by its ID or name; empty: for the only one of the
// account, or as an officer for none. Of an account, from and reporter say who it is.
func SenderOf(tx *bureau.Tx, club string, from, reporter *string) (s check.Sender, err error) {
	if own := bySender(tx, from, reporter); own != nil {
		if s.Account = own.Account; club == "" && len(own.Clubs) == 1 {
			club = own.Clubs[0]
		}
		if club == "" {
			return s, finding.Refuse("sender-club-needed")
		}
	}
	if club == "" {
		return s, nil
	}
	of, err := register.FindClub(tx, club)
	if err != nil {
		return s, err
	}
	s.Club = of.ID
	return s, tx.About(bureau.Subject{ID: of.ID, Club: of.ID})
}

// bySender has an account say who it is, whatever name was typed; nil: it is an officer's word.
func bySender(tx *bureau.Tx, from, reporter *string) *bureau.Actor {
	own := tx.Own()
	if own != nil {
		*from, *reporter = cmp.Or(own.Player, own.Name), ""
	}
	return own
}

// Contradictions is the counter of the entries in files of an account that contradict the register, by month.
func Contradictions(on civil.Date, account string) string {
	return "contradictions-" + on.String()[:len("2006-01")] + "-" + account
}

// contradicted counts them: the state of a report tells its sender that there are some, and who guesses has many.
func contradicted(tx *bureau.Tx, found []finding.Finding) error {
	own := tx.Own()
	for _, f := range found {
		if own == nil || f.ID != "entry-contradicts" {
			continue
		}
		if _, err := tx.Count(Contradictions(tx.Today, own.Account)); err != nil {
			return err
		}
	}
	return nil
}
