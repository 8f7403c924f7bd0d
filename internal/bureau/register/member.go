package register

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/sheet"
	"github.com/arpadchess/arpad/report"
)

// Membership is a player's membership, annual or for one tournament.
type Membership struct {
	Player string      `json:"player"` // ID
	Days   civil.Range `json:"days"`
	Event  string      `json:"event,omitempty"` // name of the tournament; empty: annual
}

// Memberships are the memberships of each player, by ID, the earliest first. Who has none has no document.
var Memberships = bureau.Table[[]Membership]{Kind: "membership"}

// ownMemberships returns the memberships under an ID.
func ownMemberships(r bureau.Reader, id string) ([]Membership, error) {
	all, err := Memberships.Get(r, id)
	if err != nil || all == nil {
		return nil, err
	}
	return *all, nil
}

// putMemberships replaces the memberships under an ID.
func putMemberships(w bureau.Writer, id string, all []Membership) error {
	if len(all) == 0 {
		return w.Delete(Memberships.Kind, id)
	}
	slices.SortFunc(all, func(a, b Membership) int {
		return cmp.Or(cmp.Compare(a.Days.From, b.Days.From), strings.Compare(a.event(), b.event()))
	})
	return Memberships.Put(w, id, &all)
}

// event returns the tournament, as names are compared.
func (m *Membership) event() string { return report.FoldName(m.Event) }

// memberSheet returns the columns of a membership.
func memberSheet() sheet.Sheet[Membership] {
	text, day := sheet.Text[Membership], sheet.Day[Membership]
	return sheet.Sheet[Membership]{
		text("player", func(m *Membership) *string { return &m.Player }),
		day("from", func(m *Membership) *civil.Date { return &m.Days.From }),
		day("to", func(m *Membership) *civil.Date { return &m.Days.To }),
		text("event", func(m *Membership) *string { return &m.Event }),
	}
}

// AllMemberships returns the memberships of a player, including those under
// merged IDs, sorted by first day.
func AllMemberships(r bureau.Reader, p *Player) ([]Membership, error) {
	all, err := p.ids(r)
	if err != nil {
		return nil, err
	}
	var found []Membership
	for _, id := range all {
		own, err := ownMemberships(r, id)
		if err != nil {
			return nil, err
		}
		found = append(found, own...)
	}
	slices.SortStableFunc(found, func(a, b Membership) int { return int(a.Days.From - b.Days.From) })
	return found, nil
}

// Cover reports whether memberships, sorted by first day, cover all of these days. One
// for the event counts unless annual is set.
func Cover(all []Membership, days civil.Range, annual bool, event string) bool {
	day := days.From // the first day not yet covered
	for _, m := range all {
		if m.Event != "" && (annual || m.event() != report.FoldName(event)) || !m.Days.Contains(day) {
			continue
		}
		if m.Days.To == 0 || m.Days.To >= days.To {
			return true
		}
		day = m.Days.To + 1
	}
	return false
}

// MembershipsOf returns the memberships that contain a day. An empty ID means
// all players, a zero day any day.
func MembershipsOf(r bureau.Reader, id string, day civil.Date) ([]Membership, error) {
	var found []Membership
	var err error
	if id == "" {
		err = Memberships.Scan(r, "", "", func(_ string, own *[]Membership) (bool, error) {
			found = append(found, *own...)
			return true, nil
		})
	} else {
		p, findErr := Find(r, id)
		if findErr != nil {
			return nil, findErr
		}
		found, err = AllMemberships(r, p)
	}
	return slices.DeleteFunc(found, func(m Membership) bool { return day != 0 && !m.Days.Contains(day) }), err
}

// Enrolled is the result of adding a membership.
type Enrolled struct {
	Membership
	Joined  bool // it was joined to an overlapping one
	Covered bool // an existing one covers it; nothing has changed
}

// Enrol adds a membership. It is joined to an overlapping one of the same kind,
// so that nobody is a member twice on a day.
func Enrol(ctx context.Context, b *bureau.Bureau, m Membership, reason string) (made *Enrolled, err error) {
	err = b.Do(ctx, "member.add", reason, func(tx *bureau.Tx) error {
		made, err = enrol(tx, m)
		if err != nil {
			return err
		}
		tx.Note(made.Player, map[string]any{"from": made.Days.From.String(), "to": made.Days.To.String(), "event": made.Event})
		return nil
	})
	return made, err
}

func enrol(tx *bureau.Tx, m Membership) (*Enrolled, error) {
	switch {
	case m.Days.From == 0 || m.Days.To == 0:
		return nil, finding.Refuse("membership-days")
	case m.Days.To < m.Days.From:
		return nil, finding.Refuse("days-reversed", finding.Text("start", m.Days.From.String()), finding.Text("end", m.Days.To.String()))
	}
	if err := finding.Readable(m.Event); err != nil {
		return nil, err
	}
	p, err := Find(tx, m.Player)
	if err != nil {
		return nil, err
	}
	m.Player = p.ID
	s := p.Subject()
	if tx.Own() != nil { // a club asks for its players
		club, err := LookUpClub(tx, p.Club)
		if err != nil {
			return nil, err
		}
		if club != nil {
			s.Club = club.ID
		}
	}
	if err := tx.About(s); err != nil {
		return nil, err
	}
	all, err := ownMemberships(tx, p.ID)
	if err != nil {
		return nil, err
	}
	made := &Enrolled{Membership: m}
	var others []Membership
	for _, old := range all {
		switch {
		case old.event() != m.event() || !overlap(old.Days, made.Days):
			others = append(others, old)
			continue
		case old.Days.Covers(m.Days):
			return &Enrolled{Membership: old, Covered: true}, nil
		}
		made.Joined, made.Days = true, union(old.Days, made.Days)
	}
	return made, putMemberships(tx, p.ID, append(others, made.Membership))
}

// overlap reports whether two ranges have a day in common.
func overlap(a, b civil.Range) bool {
	return (a.To == 0 || b.From <= a.To) && (b.To == 0 || a.From <= b.To)
}

// union returns the days of two ranges that overlap.
func union(a, b civil.Range) civil.Range {
	days := civil.Range{From: min(a.From, b.From), To: max(a.To, b.To)}
	if a.To == 0 || b.To == 0 {
		days.To = 0
	}
	return days
}

// Resign deletes a membership that was entered by mistake, found by its first
// day.
func Resign(ctx context.Context, b *bureau.Bureau, m Membership, reason string) error {
	return b.Do(ctx, "member.remove", reason, func(tx *bureau.Tx) error {
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		if err := tx.About((&Player{ID: m.Player}).Subject()); err != nil {
			return err
		}
		all, err := ownMemberships(tx, m.Player)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(old Membership) bool { return old.Days.From == m.Days.From && old.event() == m.event() })
		if at < 0 {
			return finding.Refuse("no-membership", finding.Text("id", m.Player), finding.Text("start", m.Days.From.String()))
		}
		old := all[at]
		tx.Note(m.Player, map[string]any{"from": old.Days.From.String(), "to": old.Days.To.String(), "event": old.Event})
		return putMemberships(tx, m.Player, slices.Delete(all, at, at+1))
	})
}

// ImportMembers imports a CSV of memberships. Either all lines are imported or
// none.
func ImportMembers(ctx context.Context, b *bureau.Bureau, in io.Reader, file, reason string) (*Imported, error) {
	needed := []string{"player", "from", "to"}
	return importRows(ctx, b, "member", memberSheet(), in, file, reason, needed, func(tx *bureau.Tx, made *Imported) (func(*sheet.Row[Membership]) (effect, []finding.Finding, error), func() error) {
		return func(line *sheet.Row[Membership]) (effect, []finding.Finding, error) {
			return takeMember(tx, made, line)
		}, func() error { return nil }
	})
}

func takeMember(tx *bureau.Tx, to *Imported, line *sheet.Row[Membership]) (effect, []finding.Finding, error) {
	m := Membership{}
	found := line.Fill(&m)
	if bureau.AnyRefusal(found) {
		return same, found, nil
	}
	outcome, said, err := enrolAt(tx, to, m, line.At)
	return outcome, append(found, said...), err
}

// enrolAt adds the membership of an imported line.
func enrolAt(tx *bureau.Tx, to *Imported, m Membership, at finding.At) (effect, []finding.Finding, error) {
	made, err := enrol(tx, m)
	if err == nil && !made.Covered {
		to.noteMember(tx, at.Line, made)
	}
	switch {
	case err != nil || made.Covered:
		return same, nil, err
	case made.Joined:
		return changed, []finding.Finding{finding.New("membership-joined", finding.Warning, at, finding.Text("id", made.Player),
			finding.Text("start", made.Days.From.String()), finding.Text("end", made.Days.To.String()))}, nil
	}
	return added, nil, nil
}

// noteMember notes that a line has added a membership, or made one longer.
func (i *Imported) noteMember(r bureau.Reader, line int32, made *Enrolled) {
	if len(i.Changes) == mostChanges {
		return
	}
	name := ""
	if p, err := Players.Get(r, made.Player); err == nil && p != nil {
		name = p.Name
	}
	i.Changes = append(i.Changes, Change{Line: line, ID: made.Player, Name: name, Field: "member", After: made.Days.From.String() + " – " + made.Days.To.String()})
}

// ExportMembers writes the memberships as a CSV that ImportMembers reads.
func ExportMembers(r bureau.Reader, w io.Writer) error {
	return memberSheet().WriteCSV(w, func(write func(*Membership) error) error {
		return Memberships.Scan(r, "", "", func(_ string, all *[]Membership) (bool, error) {
			for i := range *all {
				if err := write(&(*all)[i]); err != nil {
					return false, err
				}
			}
			return true, nil
		})
	})
}
