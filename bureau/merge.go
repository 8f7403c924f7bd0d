package bureau

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Merge is an officer's decision that two IDs are one person: the old one leads
// to the other from then on. It changes reports that are not rated yet; what
// stands in published lists is changed by corrections alone, so a player in a
// rated report, or with a rating, is not merged before those are corrected.
type Merge struct {
	Old    string    `json:"old"`
	Into   string    `json:"into"`
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Reason string    `json:"reason"`
	Moved  []Match   `json:"moved,omitempty"` // entries that were the old ID's; Match.Player is empty
	Refs   []string  `json:"refs,omitempty"`  // the reports of Moved, one for each
}

var merges = table[Merge]{"merge"} // by the old ID

// Merge makes an ID lead to another one.
func (b *Bureau) Merge(ctx context.Context, old, into, reason string) (made *Merge, err error) {
	err = b.Do(ctx, "player.merge", reason, func(tx *Tx) error {
		m, err := tx.newMerge(old, into, reason)
		if err != nil {
			return err
		}
		made = m
		from, err := players.get(tx, old)
		if err != nil {
			return err
		}
		to, err := players.get(tx, into)
		if err != nil {
			return err
		}
		if err := tx.mayMerge(from, to); err != nil {
			return err
		}
		if err := tx.entriesOf(m, from); err != nil {
			return err
		}
		from.MergedInto = to.ID
		to.Merged = append(to.Merged, from.ID)
		if err := tx.keepBoth(from, to); err != nil {
			return err
		}
		if err := tx.checkAnew(m.Refs); err != nil {
			return err
		}
		tx.Note(old, map[string]any{"into": into, "entries": len(m.Moved)})
		return merges.put(tx, old, m)
	})
	return made, err
}

// newMerge sees that both players are there and go on under their own IDs.
func (tx *Tx) newMerge(old, into, reason string) (*Merge, error) {
	if reason == "" {
		return nil, refuse("reason-needed")
	}
	if old == into {
		return nil, refuse("merge-of-one", finding.Text("id", old))
	}
	for _, id := range []string{old, into} {
		if p, err := player(tx, id); err != nil || p.ID != id {
			if err == nil {
				err = refuse("player-merged", finding.Text("id", id), finding.Text("into", p.ID))
			}
			return nil, err
		}
	}
	if two, err := distinct.get(tx, distinctKey(old, into)); err != nil || two != nil {
		if err == nil {
			err = refuse("merge-of-distinct", finding.Text("id", old), finding.Text("into", into), finding.Text("reason", two.Reason))
		}
		return nil, err
	}
	return &Merge{Old: old, Into: into, At: tx.Now, Actor: tx.Actor, Reason: reason}, nil
}

// keepBoth keeps two players of whom one leads to the other.
func (tx *Tx) keepBoth(from, to *Player) error {
	for _, p := range []*Player{from, to} {
		if err := players.put(tx, p.ID, p); err != nil {
			return err
		}
		if err := tx.keepKeys(p); err != nil {
			return err
		}
	}
	return nil
}

// mayMerge refuses a merge of two who are two, and of one who has something in a
// list.
func (tx *Tx) mayMerge(from, to *Player) error {
	if err := tx.notMet(from, to); err != nil {
		return err
	}
	list, err := newestList(tx)
	if err != nil {
		return err
	}
	if standing := list.Standing(from.Number); !empty(&standing) {
		return refuse("merge-of-rated", finding.Text("id", from.ID), finding.Text("into", to.ID))
	}
	return nil
}

// notMet refuses a merge of two who sat in one section, and of one who sat in a
// rated one.
func (tx *Tx) notMet(from, to *Player) error {
	return tx.records(func(r *Report, batch *pack.Batch) error {
		for i := range batch.Sections {
			s := &batch.Sections[i]
			if enters(s, from.Number) && enters(s, to.Number) {
				return refuse("merge-of-two", finding.Text("id", from.ID), finding.Text("into", to.ID), finding.Text("ref", r.Ref),
					finding.Text("event", r.Event), finding.Text("section", s.Name))
			}
			if enters(s, from.Number) && r.State == Rated {
				return refuse("merge-in-list", finding.Text("id", from.ID), finding.Text("into", to.ID), finding.Text("ref", r.Ref),
					finding.Text("label", r.Period))
			}
		}
		return nil
	})
}

// records calls each with every report and its record in force.
func (tx *Tx) records(each func(*Report, *pack.Batch) error) error {
	all, err := reports.all(tx, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.Current == 0 {
			continue
		}
		batch, err := tx.record(r)
		if err != nil {
			return err
		}
		if err := each(r, batch); err != nil {
			return err
		}
	}
	return nil
}

// record gives the packed record of a report in force; an empty one, if nothing
// of the report could be packed.
func (tx *Tx) record(r *Report) (*pack.Batch, error) {
	data, err := tx.Get(recordKind, RecordID{r.Ref, r.Current}.key())
	if err != nil || data == nil {
		return &pack.Batch{}, err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return nil, fmt.Errorf("record %s: %w", RecordID{r.Ref, r.Current}.key(), err)
	}
	return batch, nil
}

// entriesOf notes the entries of a player in the reports that are not rated yet.
func (tx *Tx) entriesOf(m *Merge, from *Player) error {
	return tx.records(func(r *Report, batch *pack.Batch) error {
		for i := range batch.Sections {
			for _, e := range batch.Sections[i].Entries {
				if e.Player == from.Number {
					m.Refs = append(m.Refs, r.Ref)
					m.Moved = append(m.Moved, Match{Section: batch.Sections[i].Name, Start: int(e.Start)})
				}
			}
		}
		return nil
	})
}

// checkAnew checks reports anew: who their players are has changed. A draft that
// held one otherwise is one no more.
func (tx *Tx) checkAnew(refs []string) error {
	for _, ref := range slices.Compact(slices.Clone(refs)) {
		r, err := findReport(tx, ref)
		if err != nil {
			return err
		}
		was := r.drafted()
		if err := tx.recheck(r); err != nil {
			return err
		}
		if was != r.drafted() {
			if err := tx.reopen(was.period); err != nil {
				return err
			}
		}
		if err := tx.keepReport(r); err != nil {
			return err
		}
	}
	return nil
}

// Unmerge takes a merge back: the old ID is a player again, and has again the
// entries that the merge took, and those that have come under it since, but for
// those that were rated meanwhile. It gives the references of the reports of
// these: they need a correction.
func (b *Bureau) Unmerge(ctx context.Context, old, reason string) (rated []string, err error) {
	err = b.Do(ctx, "player.unmerge", reason, func(tx *Tx) error {
		rated = nil
		if reason == "" {
			return refuse("reason-needed")
		}
		m, err := merges.get(tx, old)
		if err != nil {
			return err
		}
		if m == nil {
			return refuse("no-merge", finding.Text("id", old))
		}
		from, err := players.get(tx, old)
		if err != nil {
			return err
		}
		to, err := players.get(tx, m.Into)
		if err != nil {
			return err
		}
		from.MergedInto = ""
		to.Merged = slices.DeleteFunc(to.Merged, func(id string) bool { return id == old })
		if err := tx.keepBoth(from, to); err != nil {
			return err
		}
		if rated, err = tx.returnEntries(m, from); err != nil {
			return err
		}
		tx.Note(old, map[string]any{"from": m.Into, "rated": rated})
		return tx.Delete(merges.kind, old)
	})
	return rated, err
}

// returnEntries gives back the entries that a merge took, and those that have come
// under the old ID since.
func (tx *Tx) returnEntries(m *Merge, from *Player) (rated []string, err error) {
	holder, err := player(tx, m.Into)
	if err != nil {
		return nil, err
	}
	again := m.Refs
	err = tx.records(func(r *Report, batch *pack.Batch) error {
		theirs := slices.ContainsFunc(batch.Sections, func(s pack.Section) bool {
			return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == holder.Number })
		})
		if !theirs {
			return nil
		}
		if r.State != Rated {
			again = append(again, r.Ref)
			return nil
		}
		named, err := tx.names(r, from)
		if named {
			rated = append(rated, r.Ref)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(again)
	return rated, tx.checkAnew(again)
}

// names says whether a report that can be read names a player by an ID.
func (tx *Tx) names(r *Report, p *Player) (bool, error) {
	u, err := understoodOf(tx, r, (*understood).sound)
	if err != nil || u == nil {
		return false, err
	}
	who, found := &self{players: []*Player{p}}, false
	who.in(u.Report, nil, func(*report.Section, *report.Player) { found = true })
	return found, nil
}

// ids gives the IDs of a person: the one that goes on and those that lead to it.
func ids(r Reader, id string) ([]string, error) {
	all := []string{id}
	for i := 0; i < len(all); i++ {
		p, err := players.get(r, all[i])
		if err != nil {
			return nil, err
		}
		if p != nil {
			all = append(all, p.Merged...)
		}
	}
	return all, nil
}

// enters says whether a player is in a section.
func enters(s *pack.Section, number uint32) bool {
	return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == number })
}

// empty says that a player has nothing in a list: no rating, and no games
// towards one.
func empty(s *roster.Standing) bool {
	for i := range s {
		if s[i].Rating.Rated() || s[i].Games != 0 || s[i].Pool != nil {
			return false
		}
	}
	return true
}
