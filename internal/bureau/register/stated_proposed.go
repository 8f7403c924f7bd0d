package register

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// StatedFideID returns the FIDE ID that an entry states of the player.
func (p *Player) StatedFideID(entry *report.Player) string {
	return season.StatedFideID(entry, append([]string{p.ID}, p.Merged...)...)
}

// Adds returns what an entry states that the register does not know of the player, or knows otherwise.
func (p *Player) Adds(entry *report.Player, born civil.Birth, on civil.Date) lists.Statement {
	var s lists.Statement
	if season.AddsBirth(entry.Birth, born) && report.PlausibleBirth(entry.Birth, on) { // Reading G8
		s.Birth = entry.Birth
	}
	for _, f := range []struct {
		to            *string
		stated, known string
	}{
		{&s.Federation, entry.Federation, p.Federation}, {&s.Club, entry.Club, p.Club},
	} {
		if f.known == "" {
			*f.to = f.stated
		}
	}
	if entry.Sex != p.Sex {
		s.Sex = entry.Sex
	}
	if fideID := p.StatedFideID(entry); fideID != roster.WithoutZeros(p.FideID) {
		s.FideID = fideID
	}
	return s
}

// ProposedFact is what reports in force state about a player and the register does not know.
type ProposedFact struct {
	Player   *Player
	Field    string   // of the card
	Text     string   // as the register would have it; of a disputed one what was stated first
	Refs     []string // the reports that state something of it
	Disputed bool     // they contradict each other, or it is another player's
}

// ProposedFacts returns what reports state that the register does not know, by player; all reports if a
// reference is empty.
func ProposedFacts(r bureau.Reader, refs ...string) ([]ProposedFact, error) {
	var ids []string
	for _, ref := range refs {
		about, err := statedAbout(r, ref)
		if err != nil {
			return nil, err
		}
		ids = append(ids, about...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	stated, err := lists.Stated(r, ids)
	var all []ProposedFact
	for _, id := range ids {
		if err != nil {
			return nil, err
		}
		card, failed := CardOf(r, id)
		if err = failed; err != nil || card.Erased {
			continue
		}
		for _, p := range card.proposed(stated[id]) {
			if !slices.ContainsFunc(refs, func(ref string) bool { return ref == "" || slices.Contains(p.Refs, ref) }) {
				continue
			}
			if p.Field == "fide_id" && !p.Disputed {
				other, failed := ByFideID(r, p.Text)
				p.Disputed, err = other != nil, errors.Join(err, failed)
			}
			all = append(all, p)
		}
	}
	for i := range all { // two of one FIDE ID
		all[i].Disputed = all[i].Disputed || all[i].Field == "fide_id" && slices.ContainsFunc(all, func(o ProposedFact) bool {
			return o.Field == "fide_id" && o.Text == all[i].Text && o.Player.ID != all[i].Player.ID
		})
	}
	return all, err
}

// statedAbout returns the IDs of those about whom a report states something, or any report.
func statedAbout(r bureau.Reader, ref string) (ids []string, err error) {
	if ref == "" {
		err = lists.Statements.Scan(r, "", "", func(id string, _ *[]lists.Statement) (bool, error) {
			ids = append(ids, id)
			return true, nil
		})
		return ids, err
	}
	stated, err := StatedNumbers.Get(r, bureau.RefKey(ref))
	if stated != nil {
		ids = stated.About
	}
	return ids, err
}

// proposed returns what reports in force state that the card lacks.
func (c *Card) proposed(stated []lists.Statement) (all []ProposedFact) {
	add := func(field, known string, of func(*lists.Statement) string) {
		p := ProposedFact{Player: &c.Player, Field: field}
		for i := range stated {
			text := of(&stated[i])
			if !stated[i].Counts || text == "" {
				continue
			}
			p.Refs, p.Disputed, p.Text = append(p.Refs, stated[i].Ref), p.Disputed || p.Text != "" && p.Text != text, cmp.Or(p.Text, text)
		}
		if known == "" && len(p.Refs) > 0 {
			all = append(all, p)
		}
	}
	add("birth", "", func(s *lists.Statement) string {
		if season.AddsBirth(s.Birth, c.Birth) {
			return s.Birth.String()
		}
		return ""
	})
	if birth, from := lists.BirthBy(c.Birth, stated); len(all) > 0 {
		if all[0].Disputed = from == season.Disputed; !all[0].Disputed { // a year and a day in it agree
			all[0].Text = birth.String()
		}
	}
	add("sex", c.Sex, func(s *lists.Statement) string { return s.Sex })
	add("federation", c.Federation, func(s *lists.Statement) string { return s.Federation })
	add("club", c.Club, func(s *lists.Statement) string { return s.Club })
	add("fide_id", c.FideID, func(s *lists.Statement) string { return s.FideID })
	return all
}

// statedFideIDs returns the FIDE IDs that reports state of players who have none, by ID, as far as
// nothing contradicts them.
func statedFideIDs(r bureau.Reader) (map[string]string, error) {
	all, err := ProposedFacts(r, "")
	ids := map[string]string{}
	for _, p := range all {
		if p.Field == "fide_id" && !p.Disputed {
			ids[p.Player.ID] = p.Text
		}
	}
	return ids, err
}

// AcceptFacts takes what a report states into the register, where it does not know it and nothing
// contradicts it, all in one act, and returns it.
func AcceptFacts(ctx context.Context, b *bureau.Bureau, ref string) (accepted []ProposedFact, err error) {
	err = b.Do(ctx, "player.stated", "", func(tx *bureau.Tx) error {
		accepted = nil
		all, err := ProposedFacts(tx, ref)
		if err != nil {
			return err
		}
		reg := NewBatch(tx)
		for _, p := range all {
			if p.Disputed {
				continue
			}
			if err := reg.complete(&p); err != nil {
				return err
			}
			accepted = append(accepted, p)
		}
		tx.Note(ref, map[string]any{"accepted": len(accepted)})
		return reg.Close()
	})
	return accepted, err
}

// complete writes a fact into the card of its player.
func (r *Batch) complete(p *ProposedFact) error {
	card, err := CardOf(r, p.Player.ID)
	if err != nil {
		return err
	}
	before := card.Player
	row, err := cards().Fields([]string{p.Field + "=" + p.Text})
	if err == nil {
		err = cmp.Or(bureau.FirstRefusal(row.Fill(card)), plausible(r.Tx, card))
	}
	if err != nil {
		return err
	}
	return r.put(&before, &card.Player, &card.Person)
}
