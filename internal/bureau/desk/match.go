package desk

import (
	"context"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// UnknownEntry is a report entry that matches no registered player, with the
// candidates it might be. It is for officers only; nobody is ever matched by
// name alone.
type UnknownEntry struct {
	Section    string
	Entry      *report.Player
	Candidates []Candidate // the most similar first
}

// Candidate is a registered player who may be the entry, with the evidence.
type Candidate struct {
	Player *register.Player
	Name   bool     // the names differ only in spelling
	Birth  Likeness // of the dates of birth
	Club   Likeness
	ID     bool // the reported ID differs from this one in one digit or two exchanged ones
	Plays  bool // excluded, because another entry of the report is this player
}

// Likeness is the result of comparing two values.
type Likeness string

// The likenesses; empty if one of the values is unknown.
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

// UnknownEntries returns the entries that are not identified yet or whose ID is
// contradicted, with the players that they may be.
func UnknownEntries(rd bureau.Reader, r *check.Case) ([]UnknownEntry, error) {
	u, err := intake.ReadingOf(rd, r, (*check.Reading).Readable)
	if err != nil || u == nil {
		return nil, err
	}
	var all []UnknownEntry
	for _, w := range r.Waits {
		if w.What != check.WaitPlayer && w.What != "entry-contradicts" {
			continue
		}
		p := check.EntryOf(u.Joined(), w.Section, w.Start)
		if p == nil {
			continue
		}
		s := UnknownEntry{Section: w.Section, Entry: p}
		names, err := likeNames(rd, p)
		if err != nil {
			return nil, err
		}
		if s.Candidates, err = candidates(rd, names, u.Joined(), p); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// mostAlike is how many of those are compared with an entry whose names begin like a word of it.
const mostAlike = 2000

// likeNames returns a roster of those registered names that may be like those of an entry: with
// the same sound or birth, and with a word that begins alike.
func likeNames(rd bureau.Reader, entry *report.Player) (*roster.Roster, error) {
	numbers, err := register.Alike(rd, &rows.Person{Name: entry.Name, NameLocal: entry.NameLocal, Birth: entry.Birth})
	if err != nil {
		return nil, err
	}
	for _, word := range namekey.Keys(entry.Name, entry.NameLocal) {
		const letters = 3 // which are rarely misspelt
		runes := []rune(word.Text)
		start := string(runes[:min(letters, len(runes))])
		found, err := rows.NameKeys.Select(rd, bureau.Range{From: start, To: start + "\U0010FFFF", Limit: mostAlike})
		if err != nil {
			return nil, err
		}
		for _, key := range found {
			numbers = append(numbers, int64(key.Player))
		}
	}
	names := &roster.Roster{}
	if len(numbers) == 0 {
		return names, nil
	}
	people, err := rows.Persons.Select(rd, bureau.Range{Any: numbers})
	if err != nil {
		return nil, err
	}
	for _, person := range people {
		id, err := lists.IDOf(rd, person.Number)
		if err != nil {
			return nil, err
		}
		for _, name := range person.Names() {
			if name != "" {
				names.Players = append(names.Players, roster.Player{ID: id, Name: report.FoldName(name)})
			}
		}
	}
	return names, nil
}

// candidates returns the players that an entry may be.
func candidates(rd bureau.Reader, names *roster.Roster, p *report.Report, entry *report.Player) ([]Candidate, error) {
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
			if found, err := register.Players.Get(rd, id); err != nil {
				return nil, err
			} else if found != nil && roster.SameName(found.Name, entry.Name) {
				ids = append(ids, id)
			}
		}
	}
	var all []Candidate
	seen := map[string]bool{}
	for _, id := range ids {
		found, err := register.Find(rd, id)
		if err != nil {
			return nil, err
		}
		if seen[found.ID] {
			continue
		}
		seen[found.ID] = true
		person, err := register.PersonOf(rd, found.ID)
		if err != nil {
			return nil, err
		}
		all = append(all, Candidate{
			Player: found, Name: roster.SameName(found.Name, entry.Name), Birth: compare(person.Birth, entry.Birth),
			Club: compare(report.FoldName(found.Club), report.FoldName(entry.Club)), ID: slices.Contains(likeIDs(entry.ID), found.ID), Plays: plays(p, found.ID),
		})
	}
	return all[:min(len(all), maxCandidates)], nil
}

// plays reports whether a report has an entry with the ID.
func plays(p *report.Report, id string) bool {
	for i := range p.Sections {
		if slices.ContainsFunc(p.Sections[i].Players, func(e report.Player) bool { return e.ID == id }) {
			return true
		}
	}
	return false
}

// likeIDs returns the IDs that differ from one by a typing error: two
// neighbouring digits exchanged, or one digit changed.
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

// Match records which player an entry of a report is, and rechecks the report.
func Match(ctx context.Context, b *bureau.Bureau, ref, section string, start int, id string) error {
	return amend(ctx, b, "report.match", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		u, _, err := unknownEntry(tx, r, section, start)
		if err != nil {
			return err
		}
		p, err := register.Find(tx, id)
		if err != nil {
			return err
		}
		other, err := exchanged(tx, r, u, section, start, p)
		if err != nil {
			return err
		}
		if other != nil {
			if err := keepMatch(tx, r, *other); err != nil {
				return err
			}
		}
		return match(tx, r, check.Match{Section: section, Start: start, Player: p.ID})
	})
}

// exchanged refuses a player who is another entry of the section, unless the
// two entries have each other's IDs: then it returns the match of the other
// one.
func exchanged(tx *bureau.Tx, r *check.Case, u *report.Report, section string, start int, p *register.Player) (*check.Match, error) {
	rules, err := tx.Settings.Rules()
	if err != nil {
		return nil, err
	}
	partner, err := exchangedWith(tx, r, section, start)
	if err != nil {
		return nil, err
	}
	for i := range u.Sections {
		s := &u.Sections[i]
		if s.Name != section {
			continue
		}
		row, err := intake.WhoIs(tx, r, s, rules.Latest().About().Federation)
		if err != nil {
			return nil, err
		}
		is := slices.IndexFunc(s.Players, func(e report.Player) bool { return e.StartNumber == start })
		for j, other := range row {
			switch {
			case other == nil || other.ID != p.ID || j == is:
			case s.Players[j].StartNumber == partner && row[is] != nil:
				return &check.Match{Section: section, Start: partner, Player: row[is].ID}, nil
			default:
				return nil, finding.Refuse("player-in-section", finding.Text("id", p.ID), finding.Text("section", section))
			}
		}
	}
	return nil, nil
}

// notIn refuses a player who is another entry of a section.
func notIn(tx *bureau.Tx, r *check.Case, u *report.Report, section string, start int, p *register.Player) error {
	other, err := exchanged(tx, r, u, section, start, p)
	if err == nil && other != nil {
		err = finding.Refuse("player-in-section", finding.Text("id", p.ID), finding.Text("section", section))
	}
	return err
}

// exchangedWith returns the start number of the entry that seems to have
// exchanged IDs with this one, zero if there is none.
func exchangedWith(tx *bureau.Tx, r *check.Case, section string, start int) (int, error) {
	_, found, err := intake.Latest(tx, r)
	for _, f := range found {
		if f.ID != "ids-exchanged" || f.Section != section {
			continue
		}
		pair := []string{f.Value("player"), f.Value("other")}
		if i := slices.Index(pair, strconv.Itoa(start)); i >= 0 {
			return strconv.Atoi(pair[1-i])
		}
	}
	return 0, err
}

// MatchNew registers an entry of a report as a new player, with the data that
// the report states (4(5)), and returns the ID.
func MatchNew(ctx context.Context, b *bureau.Bureau, ref, section string, start int) (id string, err error) {
	err = amend(ctx, b, "report.match", ref, "", func(tx *bureau.Tx, r *check.Case) error {
		u, e, err := unknownEntry(tx, r, section, start)
		if err != nil {
			return err
		}
		if e.Name == "" {
			return finding.Refuse("entry-without-name", finding.Int("player", start), finding.Text("section", section))
		}
		birth := e.Birth
		if !report.PlausibleBirth(birth, u.FirstDay()) { // Reading G8
			birth = 0
		}
		same, err := register.SameNameAndBirth(tx, e.Name, e.NameLocal, birth)
		if err != nil {
			return err
		}
		if len(same) > 0 { // a returning player is not new, 4(5)
			return finding.Refuse("perhaps-not-new", finding.Int("player", start), finding.Text("name", e.Name), finding.Text("id", same[0].ID), finding.Text("listed", same[0].Name))
		}
		p := register.Player{
			Name:      register.RomanName(e.Name),
			NameLocal: e.NameLocal, Sex: e.Sex, Club: e.Club, Federation: e.Federation, Title: e.Title, FideID: e.FideID, EnteredUnrated: true,
		}
		if id, err = register.Add(tx, p, register.Person{Birth: birth, Email: e.Email}); err != nil { // 4(5)
			return err
		}
		if _, err := tx.Count(bureau.RegistersCounter); err != nil {
			return err
		}
		return match(tx, r, check.Match{Section: section, Start: start, Player: id})
	})
	return id, err
}

// unknownEntry returns the joined files of a report and an entry to be matched.
func unknownEntry(tx *bureau.Tx, r *check.Case, section string, start int) (*report.Report, *report.Player, error) {
	u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound)
	if err != nil {
		return nil, nil, err
	}
	if u == nil {
		return nil, nil, finding.Refuse("report-without-record", finding.Text("ref", r.Ref), r.InTime())
	}
	e := check.EntryOf(u.Joined(), section, start)
	if e == nil {
		return nil, nil, finding.Refuse("no-entry", finding.Int("player", start), finding.Text("section", section))
	}
	return u.Joined(), e, nil
}

// match records an officer's match and rechecks the report.
func match(tx *bureau.Tx, r *check.Case, m check.Match) error {
	if err := keepMatch(tx, r, m); err != nil {
		return err
	}
	tx.Note(r.Ref, m)
	return intake.Recheck(tx, r)
}

// keepMatch records an officer's match in place of what was said of the entry before.
func keepMatch(tx *bureau.Tx, r *check.Case, m check.Match) error {
	anchors, err := intake.Anchors(tx, r)
	if err != nil {
		return err
	}
	if all := anchors(m.Section, m.Start); len(all) > 0 {
		m.Of = all[0]
	}
	r.TakeBack(tx.Moment, "", func(d *check.Decision) bool { return r.About(d, m.Section, m.Start) })
	r.Decide(tx.Moment, check.Decision{Match: &m})
	return nil
}
