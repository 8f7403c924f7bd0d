package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report/pack"
)

// Merge is an officer's decision that two IDs belong to the same person, who
// keeps the second. It changes reports that are not rated yet. Only corrections
// change published lists, so a player with a rating or in a rated report is
// merged only after these are corrected.
type Merge struct {
	Old    string        `json:"old"`
	Into   string        `json:"into"`
	At     time.Time     `json:"at"`
	Actor  string        `json:"actor"`
	Reason string        `json:"reason"`
	Moved  []check.Match `json:"moved,omitempty"` // entries of the old ID; Match.Player is empty
	Refs   []string      `json:"refs,omitempty"`  // the reports of Moved, index by index
	First  bool          `json:"first,omitempty"` // the first rating that the old ID had been given is now the second's
}

var merges = bureau.Table[Merge]{Kind: "merge"} // by the old ID

// MergePlayers merges an ID into another one.
func MergePlayers(ctx context.Context, b *bureau.Bureau, old, into, reason string) (made *Merge, err error) {
	err = b.Do(ctx, "player.merge", reason, func(tx *bureau.Tx) error {
		m, err := newMerge(tx, old, into, reason)
		if err != nil {
			return err
		}
		made = m
		from, err := register.Players.Get(tx, old)
		if err != nil {
			return err
		}
		to, err := register.Players.Get(tx, into)
		if err != nil {
			return err
		}
		if err := tx.About(from.Subject().And(to.Subject())); err != nil {
			return err
		}
		if err := mayMerge(tx, from, to); err != nil {
			return err
		}
		if err := entriesOf(tx, m, from); err != nil {
			return err
		}
		from.MergedInto = to.ID
		to.Merged = append(to.Merged, from.ID)
		if err := keepBoth(tx, from, to); err != nil {
			return err
		}
		if err := errors.Join(m.moveFirst(tx, from, to), recheckAll(tx, m.Refs)); err != nil {
			return err
		}
		tx.Note(old, map[string]any{"into": into, "entries": len(m.Moved)})
		return merges.Put(tx, old, m)
	})
	return made, err
}

// newMerge checks that both players exist and are not merged into others.
func newMerge(tx *bureau.Tx, old, into, reason string) (*Merge, error) {
	if reason == "" {
		return nil, finding.Refuse("reason-needed")
	}
	if old == into {
		return nil, finding.Refuse("merge-of-one", finding.Text("id", old))
	}
	for _, id := range []string{old, into} {
		if p, err := register.Find(tx, id); err != nil || p.ID != id {
			if err == nil {
				err = finding.Refuse("player-merged", finding.Text("id", id), finding.Text("into", p.ID))
			}
			return nil, err
		}
	}
	if two, err := register.DistinctPairs.Get(tx, register.DistinctKey(old, into)); err != nil || two != nil {
		if err == nil {
			err = finding.Refuse("merge-of-distinct", finding.Text("id", old), finding.Text("into", into), finding.Text("reason", two.Reason))
		}
		return nil, err
	}
	return &Merge{Old: old, Into: into, At: tx.Now, Actor: tx.Actor, Reason: reason}, nil
}

// keepBoth stores both players of a merge.
func keepBoth(tx *bureau.Tx, from, to *register.Player) error {
	for _, p := range []*register.Player{from, to} {
		if err := register.Players.Put(tx, p.ID, p); err != nil {
			return err
		}
		if err := register.KeepKeys(tx, p); err != nil {
			return err
		}
	}
	return nil
}

// mayMerge refuses to merge players declared distinct, or a player with a
// standing in a list.
func mayMerge(tx *bureau.Tx, from, to *register.Player) error {
	if err := notMet(tx, from, to); err != nil {
		return err
	}
	standing, err := lists.NewestStanding(tx, from.Number)
	if err != nil {
		return err
	}
	if !lists.IsEmpty(&standing) {
		return finding.Refuse("merge-of-rated", finding.Text("id", from.ID), finding.Text("into", to.ID))
	}
	return nil
}

// notMet refuses to merge two players who were entries of the same section, or
// a player of a rated one.
func notMet(tx *bureau.Tx, from, to *register.Player) error {
	return recordsOf(tx, from.Number, func(r *check.Case, batch *pack.Batch) error {
		for i := range batch.Sections {
			s := &batch.Sections[i]
			if lists.Enters(s, from.Number) && lists.Enters(s, to.Number) {
				return finding.Refuse("merge-of-two", finding.Text("id", from.ID), finding.Text("into", to.ID), finding.Text("ref", r.Ref),
					finding.Text("event", r.Event), finding.Text("section", s.Name))
			}
			if lists.Enters(s, from.Number) && r.State == check.Rated {
				return finding.Refuse("merge-in-list", finding.Text("id", from.ID), finding.Text("into", to.ID), finding.Text("ref", r.Ref),
					finding.Text("label", r.Period))
			}
		}
		return nil
	})
}

// entriesOf records the entries of a player in reports that are not rated yet.
func entriesOf(tx *bureau.Tx, m *Merge, from *register.Player) error {
	return recordsOf(tx, from.Number, func(r *check.Case, batch *pack.Batch) error {
		for i := range batch.Sections {
			for _, e := range batch.Sections[i].Entries {
				if e.Player == from.Number {
					m.Refs = append(m.Refs, r.Ref)
					m.Moved = append(m.Moved, check.Match{Section: batch.Sections[i].Name, Start: int(e.Start)})
				}
			}
		}
		return nil
	})
}

// moveFirst moves the first rating that somebody was given to another ID, unless that has one (Reading N13).
func (m *Merge) moveFirst(tx *bureau.Tx, from, to *register.Player) error {
	first, err := lists.FirstRatings.Get(tx, lists.NumberKey(from.Number))
	if err != nil || first == nil {
		return err
	}
	key := lists.NumberKey(to.Number)
	if other, err := lists.FirstRatings.Get(tx, key); err != nil || other != nil {
		return err
	}
	m.First, first.Player = true, to.Number
	return errors.Join(tx.Delete(lists.FirstRatings.Kind, lists.NumberKey(from.Number)), lists.FirstRatings.Put(tx, key, first))
}

// recheckAll rechecks reports whose players have changed.
func recheckAll(tx *bureau.Tx, refs []string) error {
	for _, ref := range slices.Compact(slices.Clone(refs)) {
		r, err := intake.Find(tx, ref)
		if err != nil {
			return err
		}
		if err := intake.Recheck(tx, r); err != nil {
			return err
		}
		if err := intake.Keep(tx, r); err != nil {
			return err
		}
	}
	return nil
}

// UnmergePlayers takes a merge back: the old ID is a player again, with the
// entries that the merge moved and those reported under it since, except
// entries rated in the meantime. It returns the references of the reports with
// these, which need a correction.
func UnmergePlayers(ctx context.Context, b *bureau.Bureau, old, reason string) (rated []string, err error) {
	err = b.Do(ctx, "player.unmerge", reason, func(tx *bureau.Tx) error {
		rated = nil
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		m, err := merges.Get(tx, old)
		if err != nil {
			return err
		}
		if m == nil {
			return finding.Refuse("no-merge", finding.Text("id", old))
		}
		from, err := register.Players.Get(tx, old)
		if err != nil {
			return err
		}
		to, err := register.Players.Get(tx, m.Into)
		if err != nil {
			return err
		}
		if err := tx.About(from.Subject().And(to.Subject())); err != nil {
			return err
		}
		from.MergedInto = ""
		to.Merged = slices.DeleteFunc(to.Merged, func(id string) bool { return id == old })
		if err := keepBoth(tx, from, to); err != nil {
			return err
		}
		if m.First {
			if err := m.moveFirst(tx, to, from); err != nil {
				return err
			}
		}
		if rated, err = returnEntries(tx, m, from); err != nil {
			return err
		}
		tx.Note(old, map[string]any{"from": m.Into, "rated": rated})
		return tx.Delete(merges.Kind, old)
	})
	return rated, err
}

// returnEntries returns the entries of a merge to the old ID, and those
// reported under it since.
func returnEntries(tx *bureau.Tx, m *Merge, from *register.Player) (rated []string, err error) {
	holder, err := register.Find(tx, m.Into)
	if err != nil {
		return nil, err
	}
	again := m.Refs
	err = recordsOf(tx, holder.Number, func(r *check.Case, _ *pack.Batch) error {
		if r.State != check.Rated {
			again = append(again, r.Ref)
			return nil
		}
		named, err := names(tx, r, from)
		if named {
			rated = append(rated, r.Ref)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(again)
	return rated, recheckAll(tx, again)
}

// names reports whether a readable report names a player by an ID.
func names(tx *bureau.Tx, r *check.Case, p *register.Player) (bool, error) {
	u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound)
	if err != nil || u == nil {
		return false, err
	}
	for i := range u.Joined().Sections {
		for j := range u.Joined().Sections[i].Players {
			if u.Joined().Sections[i].Players[j].HasNumber(p.ID, p.FideID) {
				return true, nil
			}
		}
	}
	return false, nil
}

// recordsOf calls each with every report in whose record in force a player is, and with the
// record. They are those at the beginning of the transaction.
func recordsOf(tx *bureau.Tx, player uint32, each func(*check.Case, *pack.Batch) error) error {
	entries, err := rows.Entries.Select(tx, bureau.Range{Order: 1, Is: []any{int64(player)}})
	if err != nil {
		return err
	}
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = bureau.RefKey(e.Ref)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		r, err := intake.Cases.Get(tx, key)
		if err != nil {
			return err
		}
		batch, err := intake.Record(tx, r)
		if err != nil {
			return err
		}
		if err := each(r, batch); err != nil {
			return err
		}
	}
	return nil
}

// Merges returns the merges that stand.
func Merges(r bureau.Reader) ([]*Merge, error) { return merges.All(r, "") }
