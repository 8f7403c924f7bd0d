package register

import (
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
func KeepColumns(tx *bureau.Tx, club string, columns map[string]string) error {
	if len(columns) == 0 {
		return nil
	}
	c, err := LookUpClub(tx, club)
	if err != nil || c == nil || maps.Equal(c.Columns, with(c.Columns, columns)) {
		return err
	}
	now := *c
	now.Columns = with(c.Columns, columns)
	return Clubs.Put(tx, c.ID, &now)
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
