package projection

import (
	"errors"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// keptWhole is of how many publications one keeps the whole order; the others keep what they
// changed in it.
const keptWhole = 12

// band is the players of a list whose ratings are in a band.
type band struct {
	players int
	changed []rows.Place
}

// rankings writes the order of a published list by the ratings of each kind, given the list
// published before.
func (p *projecting) rankings(published *lists.Publication, list, before *roster.List) error {
	counts, changes := batchOf(p, rows.Bands), batchOf(p, rows.Rankings)
	for _, kind := range rating.AllKinds {
		last, err := rows.Bands.Select(p, bureau.Range{Is: []any{int64(published.Seq) - 1, kind.String()}, Limit: 1})
		if err != nil {
			return err
		}
		since := published.Seq
		if len(last) > 0 && published.Seq-last[0].Since < keptWhole {
			since = last[0].Since
		}
		was := before
		if since == published.Seq {
			was = &roster.List{}
		}
		for n, b := range bandsOf(list, was, kind) {
			first := n * rows.BandWidth
			if b.players > 0 {
				if err := counts.add(rows.RatingBand{Publication: published.Seq, Kind: kind.String(), First: first, Players: b.players, Since: since}); err != nil {
					return err
				}
			}
			if len(b.changed) > 0 {
				row := rows.Ranking{Kind: kind.String(), First: first, Publication: published.Seq}
				row.Pack(b.changed)
				if err := changes.add(row); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(counts.write(), changes.write())
}

// bandsOf returns the bands of a list, and what changed in them since another one.
func bandsOf(list, before *roster.List, kind rating.Kind) []band {
	var bands []band
	at := func(r rating.Rating) *band {
		if more := int(r)/rows.BandWidth + 1 - len(bands); more > 0 {
			bands = append(bands, make([]band, more)...)
		}
		return &bands[r/rows.BandWidth]
	}
	for n := range uint32(max(len(list.Standings), len(before.Standings))) {
		is, had := list.Standing(n), before.Standing(n)
		now, was := is.Of(kind).Rating, had.Of(kind).Rating
		if now.Rated() {
			at(now).players++
		}
		if now == was {
			continue
		}
		if was.Rated() && (!now.Rated() || was/rows.BandWidth != now/rows.BandWidth) {
			of := at(was)
			of.changed = append(of.changed, rows.Place{Player: n})
		}
		if now.Rated() {
			of := at(now)
			of.changed = append(of.changed, rows.Place{Player: n, Rating: now})
		}
	}
	return bands
}

// movements writes how a published list differs from the list published before, given the list
// from which it was made.
func (p *projecting) movements(published *lists.Publication, list, before, base *roster.List) error {
	if published.Seq == 1 {
		return nil
	}
	made := batchOf(p, rows.Movements)
	for _, kind := range rating.AllKinds {
		row := rows.Movement{Kind: kind.String(), Publication: published.Seq}
		if row.Pack(movedIn(list, before, base, kind)); row.Players == "" {
			continue
		}
		if err := made.add(row); err != nil {
			return err
		}
	}
	return made.write()
}

// movedIn returns who moved in a list.
func movedIn(list, before, base *roster.List, kind rating.Kind) []rows.Moved {
	var all []rows.Moved
	for n := range uint32(max(len(list.Standings), len(before.Standings))) {
		is, had, from := list.Standing(n), before.Standing(n), base.Standing(n)
		now, was := is.Of(kind), had.Of(kind)
		m := rows.Moved{Player: n, Before: was.Rating, After: now.Rating, Games: now.Games - was.Games, Played: now.Games > from.Of(kind).Games}
		if m.Before != m.After || m.Games != 0 || m.Played {
			all = append(all, m)
		}
	}
	return all
}
