package document

import (
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"io"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/rating"
)

// Changes are the ratings of a published list that differ from those in the list published
// before: schema arpad.changes/1.
type Changes struct {
	Schema   string        `json:"schema"`
	Label    string        `json:"label"`
	Revision int           `json:"revision"`
	Previous *string       `json:"previous"` // label of the list before; null: there is none
	Kinds    []KindChanges `json:"types"`
}

// KindChanges are the changes of the ratings of one kind.
type KindChanges struct {
	Type    rating.Kind    `json:"type"`
	Same    int            `json:"same"` // players with the same rating in both lists
	Changes []RatingChange `json:"changes"`
}

// RatingChange is a rating that differs.
type RatingChange struct {
	What        Movement       `json:"what"`
	ID          string         `json:"id"`
	Name        string         `json:"name"`        // empty: withheld
	Local       string         `json:"name_local"`  // in kanji or the like; empty: unknown, or withheld
	Before      *rating.Rating `json:"before"`      // null: none
	Now         *rating.Rating `json:"now"`         // null: none
	Games       int            `json:"games"`       // counted in the period
	Corrections []string       `json:"corrections"` // numbers of the corrections by which it changed, if without a game
}

// Movement is how a rating changed from one list to the next.
type Movement string

// The movements.
const (
	Created Movement = "created" // a first rating
	Dropped Movement = "dropped" // no rating any more
	Rose    Movement = "rose"
	Fell    Movement = "fell"
)

// NewChanges reads the document of the changes in a list.
func NewChanges(r bureau.Reader, b *ranking.Board) (*Changes, error) {
	d := &Changes{Schema: "arpad.changes/1", Label: b.Publication.Label, Revision: b.Publication.Revision, Kinds: []KindChanges{}}
	for _, kind := range b.About.Lists {
		c, err := b.Changes(r, kind, 0)
		if err != nil {
			return nil, err
		}
		k := KindChanges{Type: kind, Same: c.Same, Changes: []RatingChange{}}
		if c.Previous == nil {
			d.Kinds = append(d.Kinds, k)
			continue
		}
		d.Previous = &c.Previous.Label
		moved, err := b.Movers(r, ranking.Selection{Kind: kind, Limit: 0})
		if err != nil {
			return nil, err
		}
		why := map[string][]string{}
		for i := range c.Unplayed {
			why[c.Unplayed[i].ID] = c.Unplayed[i].Corrections
		}
		for _, some := range []struct {
			what  Movement
			lines []rows.Line
		}{{Created, c.Created}, {Dropped, c.Dropped}, {Rose, moved.Gains}, {Fell, moved.Losses}} {
			for i := range some.lines {
				line := &some.lines[i]
				change := RatingChange{
					What: some.what, ID: line.ID, Before: orNull(line.Of(kind).Before), Now: orNull(line.Of(kind).Rating), Games: line.Of(kind).Played,
					Corrections: array(why[line.ID]),
				}
				if !line.Withheld {
					change.Name, change.Local = line.Name, line.NameLocal
				}
				k.Changes = append(k.Changes, change)
			}
		}
		d.Kinds = append(d.Kinds, k)
	}
	return d, nil
}

// WriteChangesCSV writes changes as CSV.
func WriteChangesCSV(to io.Writer, d *Changes) error {
	rows := [][]string{{"type", "what", "id", "name", "name_local", "before", "now", "games", "corrections"}}
	for _, k := range d.Kinds {
		for _, c := range k.Changes {
			rows = append(rows, []string{
				k.Type.String(), string(c.What), c.ID, c.Name, c.Local, ratingCell(value(c.Before)), ratingCell(value(c.Now)), strconv.Itoa(c.Games), strings.Join(c.Corrections, " "),
			})
		}
	}
	return sheet.NewWriter(to).WriteAll(rows)
}

// value returns a rating, zero for none.
func value(r *rating.Rating) rating.Rating {
	if r == nil {
		return 0
	}
	return *r
}
