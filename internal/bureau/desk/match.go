package desk

import (
	"context"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Match records which player an entry of a report is, and rechecks the report.
func Match(ctx context.Context, b *bureau.Bureau, ref, section string, start int, id string) error {
	_, err := MatchEntry(ctx, b, ref, check.Match{Section: section, Start: start, Player: id})
	return err
}

// MatchEntry is Match, and returns what it has recorded: of two entries that have exchanged IDs, both.
func MatchEntry(ctx context.Context, b *bureau.Bureau, ref string, m check.Match) ([]Matched, error) {
	return matchRows(ctx, b, "", []tickedRow{{ref: ref, Match: m}})
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
	_, found, err := intake.Latest(tx, r.Whole())
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
		var same []*register.Card
		if birth != 0 {
			if same, err = register.Namesakes(tx, e.Name, e.NameLocal, birth); err != nil {
				return err
			}
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
		m := check.Match{Section: section, Start: start, Player: id}
		if err := keepMatch(tx, r, m, 0); err != nil {
			return err
		}
		tx.Note(r.Ref, m)
		return intake.Hear(tx, r)
	})
	return id, err
}

// unknownEntry returns the joined files of a report and an entry to be matched.
func unknownEntry(tx *bureau.Tx, r *check.Case, section string, start int) (*report.Report, *report.Player, error) {
	u, err := intake.ReadingOf(tx, r.Whole(), (*check.Reading).Sound)
	if err != nil {
		return nil, nil, err
	}
	if u == nil {
		return nil, nil, finding.Refuse("report-without-record", finding.Text("ref", r.Ref), r.InTime())
	}
	e := u.Joined().Entry(section, start)
	if e == nil {
		return nil, nil, finding.Refuse("no-entry", finding.Int("player", start), finding.Text("section", section))
	}
	return u.Joined(), e, nil
}

// matchOne records who an entry is, following merges, and who the other one is that has exchanged
// numbers with it.
func matchOne(tx *bureau.Tx, r *check.Case, m *check.Match) error {
	u, _, err := unknownEntry(tx, r, m.Section, m.Start)
	if err != nil {
		return err
	}
	p, err := register.Find(tx, m.Player)
	if err != nil {
		return err
	}
	other, err := exchanged(tx, r, u, m.Section, m.Start, p)
	if err != nil {
		return err
	}
	with := 0
	if other != nil {
		if err := keepMatch(tx, r, *other, 0); err != nil {
			return err
		}
		with = len(r.Decisions)
	}
	m.Player = p.ID
	return keepMatch(tx, r, *m, with)
}

// hasEntry reports whether a record has an entry.
func hasEntry(batch *pack.Batch, section string, start int) bool {
	return slices.ContainsFunc(batch.Sections, func(s pack.Section) bool {
		return s.Name == section && slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return int(e.Start) == start })
	})
}

// keepMatch records an officer's match. Who an entry is that a list has is a correction. with is the
// number of the match with which it makes an exchange, zero: of none.
func keepMatch(tx *bureau.Tx, r *check.Case, m check.Match, with int) error {
	if r.State == check.Rated {
		batch, err := intake.Record(tx, r)
		if err != nil {
			return err
		}
		if hasEntry(batch, m.Section, m.Start) {
			return intake.AlreadyRated(tx, r, CorrectedBy("report.match"))
		}
	}
	anchors, err := intake.Anchors(tx, r)
	if err != nil {
		return err
	}
	if all := anchors(m.Section, m.Start); len(all) > 0 {
		m.Of = all[0]
	}
	if !slices.ContainsFunc(r.Standing(), func(d *check.Decision) bool { return d.Match != nil && d.Match.Same(m) && d.Match.Player == m.Player }) {
		r.Decide(tx.Moment, check.Decision{Match: &m, With: with})
	}
	return nil
}
