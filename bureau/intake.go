package bureau

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// check looks at what a report says: whether it holds together, to which period
// it belongs, who its players are, and what the regulation says of it. It packs
// the record of the revision, and admits the report if nothing stands against
// it.
func (c *change) check(r *Report, p *report.Report, found []finding.Finding) ([]finding.Finding, error) {
	p.Received = c.settings.day(r.Received)
	rules, err := c.settings.rules()
	if err != nil {
		return nil, err
	}
	period := rules.Latest().Period(p)
	r.Event, r.Days, r.Club = p.Name, civil.Range{From: p.FirstDay(), To: p.LastDay()}, p.Organizer
	r.Period, r.Refused, r.Waits = period.Label, nil, nil
	key := eventKey(p)
	if err := reportEvents.put(c, key, &r.Ref); err != nil {
		return nil, err
	}
	if err := c.openPeriod(period); err != nil {
		return nil, err
	}
	found = append(found, report.Check(p)...)
	edition, about := rules.For(period)
	found = append(found, about...)
	if edition == nil || slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses && !f.InSection }) {
		c.move(r, Returned, "")
		return found, c.keepUnderstood(r, p, found)
	}
	known, err := c.identify(r, p, edition.About().Federation)
	if err != nil {
		return nil, err
	}
	intake := edition.Check(p, known)
	found = append(found, intake.Findings...)
	found = append(found, known.found...)
	slices.SortFunc(found, finding.Compare)
	for i := range p.Sections {
		for _, f := range found {
			if f.Refuses && (!f.InSection || f.Section == p.Sections[i].Name) {
				intake.Rulings[i].Refused = true
				r.Refused = append(r.Refused, f.ID)
			}
		}
	}
	if known.err != nil {
		return nil, known.err
	}
	if err := c.packRecord(r, p, known, intake.Rulings); err != nil {
		return nil, err
	}
	if err := c.keepUnderstood(r, p, found); err != nil {
		return nil, err
	}
	c.settle(r)
	return found, nil
}

// settle moves a report that was checked to where it belongs.
func (c *change) settle(r *Report) {
	if len(r.Waits) > 0 && !r.Decided {
		c.move(r, Waiting, "")
		return
	}
	c.move(r, Admitted, "")
}

// entries is who the entries of a report are; it answers what the regulation
// asks of them.
type known struct {
	c       *change
	p       *report.Report
	list    *roster.List
	players [][]*Player // by section and entry; nil: nobody knows
	found   []finding.Finding
	err     error // the first one of the store
}

// identify finds the players of a report by their IDs, or by what an officer has
// said; never by name.
func (c *change) identify(r *Report, p *report.Report, federation string) (*known, error) {
	id, err := latestRun.get(c, "")
	if err != nil {
		return nil, err
	}
	list, err := listOf(c, *id)
	if err != nil {
		return nil, err
	}
	k := &known{c: c, p: p, list: list}
	for i := range p.Sections {
		s := &p.Sections[i]
		row := make([]*Player, len(s.Players))
		seen := map[string]int{}
		for j := range s.Players {
			if row[j], err = c.entry(r, s, &s.Players[j], federation); err != nil {
				return nil, err
			}
			if row[j] == nil {
				r.Waits = append(r.Waits, Wait{What: "player", Section: s.Name, Start: s.Players[j].StartNumber})
				k.note("player-unknown", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name))
				continue
			}
			if first, twice := seen[row[j].ID]; twice {
				f := finding.Refusal("same-player-twice", s.Players[j].At, finding.Int("player", s.Players[j].StartNumber),
					finding.Int("other", s.Players[first].StartNumber), finding.Text("id", row[j].ID)).In(s.Name)
				f.Report = p.File
				k.found = append(k.found, f)
			}
			seen[row[j].ID] = j
			if have := row[j].Name; s.Players[j].Name != "" && have != "" && !roster.SameName(have, s.Players[j].Name) {
				k.note("name-mismatch", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name),
					finding.Text("id", row[j].ID), finding.Text("listed", have))
			}
		}
		k.players = append(k.players, row)
	}
	return k, nil
}

func (k *known) note(id string, s *report.Section, entry int, values ...finding.Value) {
	f := finding.New(id, finding.Warning, s.Players[entry].At, values...).In(s.Name)
	f.Report = k.p.File
	k.found = append(k.found, f)
}

// entry gives the player that an entry is, nil if nobody knows.
func (c *change) entry(r *Report, s *report.Section, p *report.Player, federation string) (*Player, error) {
	for _, m := range r.Matches {
		if m.Section == s.Name && m.Start == p.StartNumber {
			return player(c, m.Player)
		}
	}
	ids := []string{p.ID}
	for _, n := range p.National {
		if n.Federation == federation || federation == "" && len(p.National) == 1 {
			ids = append(ids, n.Number)
		}
	}
	if p.FideID != "" {
		id, err := playerFideIDs.get(c, p.FideID)
		if err != nil {
			return nil, err
		}
		if id != nil {
			ids = append(ids, *id)
		}
		ids = append(ids, p.FideID) // clubs write the national ID there
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		if found, err := players.get(c, id); err != nil || found != nil {
			if err != nil || found.MergedInto == "" {
				return found, err
			}
			return player(c, found.ID)
		}
	}
	return nil, nil
}

// packRecord keeps the packed record of a report: without the entries of whom
// nobody knows who they are, and without their games.
func (c *change) packRecord(r *Report, p *report.Report, k *known, rulings []pack.Ruling) error {
	packed, numbers := *p, make([][]uint32, len(p.Sections))
	packed.Sections = slices.Clone(p.Sections)
	r.Players, r.Games, r.Section = 0, 0, nil
	for i := range packed.Sections {
		s := &packed.Sections[i]
		r.Section = append(r.Section, s.Name)
		stranger := map[int]bool{} // by start number
		var players []report.Player
		for j, known := range k.players[i] {
			if known == nil {
				stranger[s.Players[j].StartNumber] = true
				continue
			}
			players = append(players, s.Players[j])
			numbers[i] = append(numbers[i], known.Number)
		}
		s.Rounds, s.Players = s.PlannedRounds(), players
		s.Games, rulings[i].Out = withoutStrangers(s.Games, rulings[i].Out, stranger)
		s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(b report.Bye) bool { return stranger[b.Player] })
		r.Players += len(players)
		r.Games += len(s.Games)
	}
	batch := &pack.Batch{}
	batch.Add(0, &packed, numbers, rulings)
	batch.Sort()
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	return c.Put(recordKind, RecordID{r.Ref, r.Current}.key(), data)
}

func withoutStrangers(games []report.Game, out []pack.Out, stranger map[int]bool) ([]report.Game, []pack.Out) {
	var kept []report.Game
	var keptOut []pack.Out
	for i, g := range games {
		if stranger[g.White] || stranger[g.Black] {
			continue
		}
		kept = append(kept, g)
		if out != nil {
			keptOut = append(keptOut, out[i])
		}
	}
	return kept, keptOut
}

// known answers regulation.Facts from the registers.

func (k *known) Player(section, entry int) (*roster.Player, roster.Standing) {
	p := k.players[section][entry]
	if p == nil {
		return &roster.Player{}, roster.Standing{}
	}
	person, err := personOf(k.c, p.ID)
	k.fail(err)
	if person == nil {
		person = &Person{}
	}
	return &roster.Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Birth: person.Birth, Federation: p.Federation, Club: p.Club,
		FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, k.list.Standing(p.Number)
}

func (k *known) fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

func (k *known) Known(section, entry int) bool { return k.players[section][entry] != nil }

func (k *known) answer(kind string, yes func() (bool, error)) regulation.Answer {
	if some, err := anyone(k.c, kind); err != nil || !some {
		k.fail(err)
		return regulation.NotKnown
	}
	is, err := yes()
	k.fail(err)
	if is {
		return regulation.Yes
	}
	return regulation.No
}

func (k *known) Member(section, entry int, days civil.Range) regulation.Answer {
	p := k.players[section][entry]
	if p == nil {
		return regulation.NotKnown
	}
	return k.answer(memberships.kind, func() (bool, error) { return member(k.c, p.ID, days, false, k.p.Name) })
}

func (k *known) AnnualMember(name string, days civil.Range) regulation.Answer {
	return k.answer(memberships.kind, func() (bool, error) {
		is := false
		err := playerNames.scan(k.c, foldName(name)+"\x00", foldName(name)+"\x01", func(_ string, id *string) (bool, error) {
			found, err := member(k.c, *id, days, true, "")
			is = is || found
			return !is, err
		})
		return is, err
	})
}

func (k *known) Registered(organizer string) regulation.Answer {
	return k.answer(clubs.kind, func() (bool, error) {
		found, err := club(k.c, organizer)
		if err != nil || found == nil {
			return false, err
		}
		return found.Registered == civil.Range{} || found.Registered.Covers(civil.Range{From: k.p.FirstDay(), To: k.p.LastDay()}), nil
	})
}

func (k *known) MayReport(name, organizer string) regulation.Answer {
	return k.answer(clubs.kind, func() (bool, error) {
		found, err := club(k.c, organizer)
		if err != nil || found == nil {
			return false, err
		}
		return len(found.Reporters) == 0 || slices.ContainsFunc(found.Reporters, func(who string) bool { return foldName(who) == foldName(name) }), nil
	})
}

func (k *known) FeePaid() regulation.Answer { return regulation.NotKnown }
