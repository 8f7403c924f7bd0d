package bureau

import (
	"context"
	"io"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Membership is a player's membership: of a year, or for one tournament.
type Membership struct {
	Player string      `json:"player"` // ID
	Days   civil.Range `json:"days"`
	Event  string      `json:"event,omitempty"` // of a membership for one tournament, its name
}

var memberships = table[Membership]{"membership"} // by player, first day and event

func membershipKey(m *Membership) string {
	return m.Player + "\x00" + m.Days.From.String() + "\x00" + foldName(m.Event)
}

// memberSheet is the columns of a membership.
var memberSheet = memberColumns()

func memberColumns() sheet[Membership] {
	text := func(name string, field func(*Membership) *string) column[Membership] {
		return column[Membership]{name: name, form: "text", public: true,
			read:  func(m *Membership, s string) error { *field(m) = s; return nil },
			write: func(m *Membership) string { return *field(m) }}
	}
	day := func(name string, field func(*Membership) *civil.Date) column[Membership] {
		return column[Membership]{name: name, form: "date", public: true,
			read:  func(m *Membership, s string) error { return field(m).UnmarshalText([]byte(s)) },
			write: func(m *Membership) string { return field(m).String() }}
	}
	return sheet[Membership]{
		text("player", func(m *Membership) *string { return &m.Player }),
		day("from", func(m *Membership) *civil.Date { return &m.Days.From }),
		day("to", func(m *Membership) *civil.Date { return &m.Days.To }),
		text("event", func(m *Membership) *string { return &m.Event }),
	}
}

// membershipsOf gives the memberships of a person, also under IDs that were
// merged into this one, by their first day.
func membershipsOf(r Reader, id string) ([]*Membership, error) {
	all, err := ids(r, id)
	if err != nil {
		return nil, err
	}
	var found []*Membership
	for _, id := range all {
		own, err := memberships.all(r, id+"\x00")
		if err != nil {
			return nil, err
		}
		found = append(found, own...)
	}
	slices.SortStableFunc(found, func(a, b *Membership) int { return int(a.Days.From - b.Days.From) })
	return found, nil
}

// member says whether a player was a member on all these days, through the last
// one: annual, or, unless that is asked for, for the event.
func member(r Reader, id string, days civil.Range, annual bool, event string) (bool, error) {
	all, err := membershipsOf(r, id)
	if err != nil {
		return false, err
	}
	day := days.From // the first that is not covered yet
	for _, m := range all {
		if m.Event != "" && (annual || foldName(m.Event) != foldName(event)) || !m.Days.Contains(day) {
			continue
		}
		if m.Days.To == 0 || m.Days.To >= days.To {
			return true, nil
		}
		day = m.Days.To + 1
	}
	return false, nil
}

// Memberships gives the memberships of a player, of all players if the ID is
// empty, that contain a day, on whatever day if it is zero.
func (b *Bureau) Memberships(r Reader, id string, day civil.Date) ([]*Membership, error) {
	var found []*Membership
	var err error
	if id == "" {
		found, err = memberships.all(r, "")
	} else {
		p, findErr := player(r, id)
		if findErr != nil {
			return nil, findErr
		}
		found, err = membershipsOf(r, p.ID)
	}
	return slices.DeleteFunc(found, func(m *Membership) bool { return day != 0 && !m.Days.Contains(day) }), err
}

// Enrolled is what became of a membership.
type Enrolled struct {
	Membership
	Joined  bool // it overlapped another one, and is one with it now
	Covered bool // it was there already; nothing has changed
}

// Enrol adds a membership. One that overlaps another of the same sort becomes
// one with it: nobody is a member twice on a day.
func (b *Bureau) Enrol(ctx context.Context, m Membership, reason string) (made *Enrolled, err error) {
	err = b.Do(ctx, "member.add", reason, func(tx *Tx) error {
		made, err = tx.enrol(m)
		if err != nil {
			return err
		}
		tx.Note(made.Player, map[string]any{"from": made.Days.From.String(), "to": made.Days.To.String(), "event": made.Event})
		return nil
	})
	return made, err
}

func (tx *Tx) enrol(m Membership) (*Enrolled, error) {
	switch {
	case m.Days.From == 0 || m.Days.To == 0:
		return nil, refuse("membership-days")
	case m.Days.To < m.Days.From:
		return nil, refuse("days-reversed", finding.Text("start", m.Days.From.String()), finding.Text("end", m.Days.To.String()))
	}
	p, err := player(tx, m.Player)
	if err != nil {
		return nil, err
	}
	m.Player = p.ID
	all, err := memberships.all(tx, p.ID+"\x00")
	if err != nil {
		return nil, err
	}
	made := &Enrolled{Membership: m}
	for _, old := range all {
		switch {
		case foldName(old.Event) != foldName(m.Event) || !overlap(old.Days, made.Days):
			continue
		case old.Days.Covers(m.Days):
			return &Enrolled{Membership: *old, Covered: true}, nil
		}
		made.Joined, made.Days = true, union(old.Days, made.Days)
		if err := tx.Delete(memberships.kind, membershipKey(old)); err != nil {
			return nil, err
		}
	}
	return made, memberships.put(tx, membershipKey(&made.Membership), &made.Membership)
}

// overlap says whether two ranges have a day in common.
func overlap(a, b civil.Range) bool {
	return (a.To == 0 || b.From <= a.To) && (b.To == 0 || a.From <= b.To)
}

// union gives the days of two ranges that overlap.
func union(a, b civil.Range) civil.Range {
	days := civil.Range{From: min(a.From, b.From), To: max(a.To, b.To)}
	if a.To == 0 || b.To == 0 {
		days.To = 0
	}
	return days
}

// Resign takes back a membership that was entered by mistake: the one that
// begins on a day.
func (b *Bureau) Resign(ctx context.Context, m Membership, reason string) error {
	return b.Do(ctx, "member.remove", reason, func(tx *Tx) error {
		if reason == "" {
			return refuse("reason-needed")
		}
		old, err := memberships.get(tx, membershipKey(&m))
		if err != nil {
			return err
		}
		if old == nil {
			return refuse("no-membership", finding.Text("id", m.Player), finding.Text("start", m.Days.From.String()))
		}
		tx.Note(m.Player, map[string]any{"from": old.Days.From.String(), "to": old.Days.To.String(), "event": old.Event})
		return tx.Delete(memberships.kind, membershipKey(old))
	})
}

// ImportMembers takes a CSV of memberships. All lines are taken, or none.
func (b *Bureau) ImportMembers(ctx context.Context, in io.Reader, file, reason string) (*Imported, error) {
	needed := []string{"player", "from", "to"}
	return importRows(ctx, b, "member", memberSheet, in, file, reason, needed, func(tx *Tx) (func(*row[Membership]) (did, []finding.Finding, error), func() error) {
		return tx.takeMember, func() error { return nil }
	})
}

func (tx *Tx) takeMember(line *row[Membership]) (did, []finding.Finding, error) {
	m := Membership{}
	found := line.fill(&m)
	if refuses(found) {
		return same, found, nil
	}
	made, err := tx.enrol(m)
	switch {
	case err != nil || made.Covered:
		return same, found, err
	case made.Joined:
		joined := finding.New("membership-joined", finding.Warning, line.at, finding.Text("id", made.Player),
			finding.Text("start", made.Days.From.String()), finding.Text("end", made.Days.To.String()))
		return changed, append(found, joined), nil
	}
	return added, found, nil
}

// ExportMembers writes the memberships as a CSV that ImportMembers takes.
func (b *Bureau) ExportMembers(r Reader, w io.Writer) error {
	return memberSheet.writeAll(w, func(write func(*Membership) error) error {
		return memberships.scan(r, "", "", func(_ string, m *Membership) (bool, error) { return true, write(m) })
	})
}
