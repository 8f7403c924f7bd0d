package bureau

import (
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Stranger is an entry of a report of whom nobody knows who it is, and who it
// may be. It is for officers only; nobody is ever matched by name alone.
type Stranger struct {
	Section    string
	Entry      *report.Player
	Candidates []Candidate // the most similar first
}

// Candidate is somebody in the register who may be an entry, and what speaks for
// it.
type Candidate struct {
	Player *Player
	Name   bool     // the names differ by no more than spelling
	Birth  Likeness // of the birth
	Club   Likeness
	ID     bool // the reported ID is this one but for one digit, or two that are exchanged
	Plays  bool // another entry of the report is this player: it cannot be him
}

// Likeness is what comparing two words comes to.
type Likeness string

// The likenesses. One of the two not being known is none.
const (
	Same      Likeness = "same"
	Different Likeness = "different"
)

func compare[T comparable](a, b T) Likeness {
	var none T
	switch {
	case a == none || b == none:
		return ""
	case a == b:
		return Same
	default:
		return Different
	}
}

const maxCandidates = 5

// Strangers gives the entries of whom a report waits to hear who they are.
func (b *Bureau) Strangers(rd Reader, r *Report) ([]Stranger, error) {
	u, err := understoodOf(rd, r, func(u *understood) bool { return u.Report != nil })
	if err != nil || u == nil {
		return nil, err
	}
	var all []Stranger
	var names *roster.Roster
	for _, w := range r.Waits {
		if w.What != waitPlayer {
			continue
		}
		p := entryOf(u.Report, w.Section, w.Start)
		if p == nil {
			continue
		}
		if names == nil {
			if names, err = nameRoster(rd); err != nil {
				return nil, err
			}
		}
		s := Stranger{Section: w.Section, Entry: p}
		if s.Candidates, err = candidates(rd, names, u.Report, p); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// entryOf finds an entry of a report by section and start number.
func entryOf(p *report.Report, section string, start int) *report.Player {
	for i := range p.Sections {
		s := &p.Sections[i]
		if s.Name != section {
			continue
		}
		if n := report.NewIndex(s).Of(start); n >= 0 {
			return &s.Players[n]
		}
	}
	return nil
}

// nameRoster gives the names of the register, each under its ID, to be compared.
func nameRoster(rd Reader) (*roster.Roster, error) {
	names := &roster.Roster{}
	err := playerNames.scan(rd, "", "", func(key string, h *Hit) (bool, error) {
		name, _, _ := strings.Cut(key, "\x00")
		names.Players = append(names.Players, roster.Player{ID: h.ID, Name: name})
		return true, nil
	})
	return names, err
}

// candidates gives who an entry may be.
func candidates(rd Reader, names *roster.Roster, p *report.Report, entry *report.Player) ([]Candidate, error) {
	var ids []string
	for _, name := range []string{entry.Name, entry.NameLocal} {
		if name == "" {
			continue
		}
		for _, n := range names.Closest(name, maxCandidates) {
			ids = append(ids, names.Players[n].ID)
		}
	}
	if entry.ID != "" {
		for _, id := range likeIDs(entry.ID) {
			if found, err := players.get(rd, id); err != nil {
				return nil, err
			} else if found != nil && roster.SameName(found.Name, entry.Name) {
				ids = append(ids, id)
			}
		}
	}
	var all []Candidate
	seen := map[string]bool{}
	for _, id := range ids {
		found, err := player(rd, id)
		if err != nil {
			return nil, err
		}
		if seen[found.ID] {
			continue
		}
		seen[found.ID] = true
		person, err := personOf(rd, found.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, Candidate{
			Player: found, Name: roster.SameName(found.Name, entry.Name), Birth: compare(person.Birth, entry.Birth),
			Club: compare(foldName(found.Club), foldName(entry.Club)), ID: slices.Contains(likeIDs(entry.ID), found.ID), Plays: plays(p, found.ID),
		})
	}
	return all[:min(len(all), maxCandidates)], nil
}

// plays says whether an ID stands in a report.
func plays(p *report.Report, id string) bool {
	for i := range p.Sections {
		if slices.ContainsFunc(p.Sections[i].Players, func(e report.Player) bool { return e.ID == id }) {
			return true
		}
	}
	return false
}

// likeIDs gives the IDs that a slip of the pen makes of one: two neighbouring
// digits exchanged, or one digit another.
func likeIDs(id string) []string {
	var like []string
	for i := range len(id) {
		if id[i] < '0' || id[i] > '9' {
			continue
		}
		if i+1 < len(id) && id[i+1] != id[i] {
			like = append(like, id[:i]+id[i+1:i+2]+id[i:i+1]+id[i+2:])
		}
		for digit := byte('0'); digit <= '9'; digit++ {
			if digit != id[i] {
				like = append(like, id[:i]+string(digit)+id[i+1:])
			}
		}
	}
	return like
}

// Match says who an entry of a report is, and checks the report anew.
func (b *Bureau) Match(ctx context.Context, ref, section string, start int, id string) error {
	return b.amend(ctx, "report.match", ref, "", func(tx *Tx, r *Report) error {
		u, _, err := tx.stranger(r, section, start)
		if err != nil {
			return err
		}
		p, err := player(tx, id)
		if err != nil {
			return err
		}
		if err := tx.notIn(r, u, section, start, p); err != nil {
			return err
		}
		return tx.match(r, Match{Section: section, Start: start, Player: p.ID})
	})
}

// notIn refuses a player who is another entry of a section.
func (tx *Tx) notIn(r *Report, u *report.Report, section string, start int, p *Player) error {
	rules, err := tx.Settings.rules()
	if err != nil {
		return err
	}
	for i := range u.Sections {
		s := &u.Sections[i]
		if s.Name != section {
			continue
		}
		row, err := tx.whoIs(r, s, rules.Latest().About().Federation)
		if err != nil {
			return err
		}
		for j, other := range row {
			if other != nil && other.ID == p.ID && s.Players[j].StartNumber != start {
				return refuse("player-in-section", finding.Text("id", p.ID), finding.Text("section", section))
			}
		}
	}
	return nil
}

// MatchNew registers an entry of a report as a new player, from what the report
// says of him (4(5)), and gives the ID.
func (b *Bureau) MatchNew(ctx context.Context, ref, section string, start int) (id string, err error) {
	err = b.amend(ctx, "report.match", ref, "", func(tx *Tx, r *Report) error {
		u, e, err := tx.stranger(r, section, start)
		if err != nil {
			return err
		}
		if e.Name == "" {
			return refuse("entry-without-name", finding.Int("player", start), finding.Text("section", section))
		}
		birth := e.Birth
		if !report.PlausibleBirth(birth, u.FirstDay()) { // Reading G8
			birth = 0
		}
		p := Player{
			Name:      romanName(e.Name),
			NameLocal: e.NameLocal, Sex: e.Sex, Club: e.Club, Federation: e.Federation, Title: e.Title, FideID: e.FideID, EnteredUnrated: true,
		}
		if id, err = tx.register(p, Person{Birth: birth, Email: e.Email}); err != nil { // 4(5)
			return err
		}
		if _, err := tx.count(registersCounter); err != nil {
			return err
		}
		return tx.match(r, Match{Section: section, Start: start, Player: id})
	})
	return id, err
}

// stranger gives an entry that an officer may say who it is.
func (tx *Tx) stranger(r *Report, section string, start int) (*report.Report, *report.Player, error) {
	u, err := understoodOf(tx, r, (*understood).sound)
	if err != nil {
		return nil, nil, err
	}
	if u == nil {
		return nil, nil, refuse("report-without-record", finding.Text("ref", r.Ref), r.inTime())
	}
	e := entryOf(u.Report, section, start)
	if e == nil {
		return nil, nil, refuse("no-entry", finding.Int("player", start), finding.Text("section", section))
	}
	return u.Report, e, nil
}

// match keeps an officer's word in the place of an earlier one.
func (tx *Tx) match(r *Report, m Match) error {
	r.Matches = slices.DeleteFunc(r.Matches, func(old Match) bool { return old.Section == m.Section && old.Start == m.Start })
	r.Matches = append(r.Matches, m)
	r.Adjustments = slices.DeleteFunc(r.Adjustments, func(a Adjustment) bool { return a.Player != "" && a.Section == m.Section && a.Start == m.Start })
	tx.Note(r.Ref, m)
	return tx.recheck(r)
}
