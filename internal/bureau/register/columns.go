package register

import (
	"context"
	"maps"

	"github.com/arpadchess/arpad/internal/bureau"
)

// ColumnsOf returns what the headers of a club's lists of games are, as somebody has
// confirmed before; nil if the club is not registered.
func ColumnsOf(r bureau.Reader, club string) (map[string]string, error) {
	c, err := LookUpClub(r, club)
	if err != nil || c == nil {
		return nil, err
	}
	return c.Columns, nil
}

// KeepColumns keeps what the headers of a club's lists of games are, besides those that
// are known. Of a club that is not registered nothing is kept.
func KeepColumns(ctx context.Context, b *bureau.Bureau, club string, columns map[string]string) error {
	known := true
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := LookUpClub(r, club)
		known = err == nil && (c == nil || maps.Equal(c.Columns, with(c.Columns, columns)))
		return err
	})
	if err != nil || known {
		return err
	}
	return b.Do(ctx, "club.columns", "", func(tx *bureau.Tx) error {
		c, err := FindClub(tx, club)
		if err != nil {
			return err
		}
		now := *c
		now.Columns = with(c.Columns, columns)
		tx.Note(c.ID, nil)
		return Clubs.Put(tx, c.ID, &now)
	})
}

// with returns columns with others, which have the last word.
func with(columns, others map[string]string) map[string]string {
	all := maps.Clone(columns)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, others)
	return all
}
