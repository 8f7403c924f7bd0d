package desk

import (
	"context"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
)

// GiveFirst sets the first rating of an unrated player and replaces an earlier one; zero removes it.
// It counts from the player's next meet (Reading N13).
func GiveFirst(ctx context.Context, b *bureau.Bureau, id string, to rating.Rating, reason string) (given *register.Player, err error) {
	err = b.Do(ctx, "player.first", reason, func(tx *bureau.Tx) error {
		if given, err = register.Find(tx, id); err != nil {
			return err
		}
		if err := tx.About(given.Subject()); err != nil {
			return err
		}
		rules, err := tx.Settings.Rules()
		if err != nil {
			return err
		}
		about := rules.Editions[len(rules.Editions)-1].About()
		now, err := lists.NewestStanding(tx, given.Number)
		if err != nil {
			return err
		}
		key := lists.NumberKey(given.Number)
		before, err := lists.FirstRatings.Get(tx, key)
		if err != nil {
			return err
		}
		switch {
		case about.FirstGiven == "":
			return finding.Refuse("first-rating-made", finding.Text("regulation", about.ID))
		case now.Rated():
			return bureau.WithClause(finding.Refuse("first-rating-stands", finding.Text("id", given.ID)), "", about.FirstGiven)
		case to == 0 && before == nil:
			return finding.Refuse("no-first-rating", finding.Text("id", given.ID))
		case reason == "":
			return finding.Refuse("reason-needed")
		}
		tx.Note(given.ID, map[string]any{"rating": to})
		if to == 0 {
			return tx.Delete(lists.FirstRatings.Kind, key)
		}
		if err := lists.HighEnough(&about, to); err != nil {
			return err
		}
		return lists.FirstRatings.Put(tx, key, &lists.FirstRating{Player: given.Number, Rating: to, Reason: reason})
	})
	return given, err
}
