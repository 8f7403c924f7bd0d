package intake

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// What the registers answer of what a regulation asks (regulation.Facts).

// Player returns the player that an entry is, and their standing in the newest list.
func (k *CaseFacts) Player(section, entry int) (*roster.Player, roster.Standing) {
	k.askedList = true
	p := k.players[section][entry]
	if p == nil {
		return &roster.Player{}, roster.Standing{}
	}
	person, err := register.PersonOf(k.c, p.ID)
	k.fail(err)
	if person == nil {
		person = &register.Person{}
	}
	return &roster.Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Birth: person.Birth, Federation: p.Federation, Club: p.Club,
		FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, k.standing(p.Number)
}

// standing returns a player's standing in the list that is asked for: the newest one, unless
// there is another.
func (k *CaseFacts) standing(player uint32) roster.Standing {
	if k.List != nil {
		return k.List.Standing(player)
	}
	if k.newest == nil {
		k.newest = &lists.Standings{}
		id, err := lists.LatestRun.Get(k.c, "")
		k.fail(err)
		if id != nil {
			k.newest, err = lists.StandingsOf(k.c, *id)
			k.fail(err)
		}
	}
	if k.newest.None() {
		return roster.Standing{}
	}
	some, err := k.newest.Of(player)
	if k.fail(err); err != nil {
		return roster.Standing{}
	}
	return some[0]
}

func (k *CaseFacts) fail(err error) {
	if k.Err == nil {
		k.Err = err
	}
}

// Known reports whether an entry is in the register.
func (k *CaseFacts) Known(section, entry int) bool { return k.players[section][entry] != nil }

// answer asks a register; who keeps none cannot tell who is not in it.
func (k *CaseFacts) answer(kind string, yes func() (bool, error)) regulation.Answer {
	kept, asked := k.kept[kind]
	if !asked {
		some, err := register.IsKept(k.c, kind)
		k.fail(err)
		kept = some
		k.kept[kind] = kept
	}
	if !kept {
		return regulation.NotKnown
	}
	is, err := yes()
	k.fail(err)
	if is {
		return regulation.Yes
	}
	return regulation.No
}

// Member reports whether an entry was a member on these days.
func (k *CaseFacts) Member(section, entry int, days civil.Range) regulation.Answer {
	p := k.players[section][entry]
	if p == nil || p.Erased { // his memberships went with him
		return regulation.NotKnown
	}
	return k.answer(register.Memberships.Kind, func() (bool, error) { return register.IsMember(k.c, p, days, false, k.p.Name) })
}

// AnnualMember reports whether anybody of a name was a member for a year; of
// nobody, and of somebody whom the register does not know by that text, it is not known.
func (k *CaseFacts) AnnualMember(name string, days civil.Range) regulation.Answer {
	if name == "" {
		return regulation.NotKnown
	}
	all, err := named(k.c, name)
	if k.fail(err); len(all) == 0 {
		return regulation.NotKnown
	}
	return k.answer(register.Memberships.Kind, func() (bool, error) { return k.anyMember(name, days, true) })
}

func (k *CaseFacts) anyMember(name string, days civil.Range, annual bool) (bool, error) {
	all, err := named(k.c, name)
	for _, p := range all {
		if p.Erased { // the memberships went with the person
			return true, nil
		}
		is, err := register.IsMember(k.c, p, days, annual, "")
		if err != nil || is {
			return is, err
		}
	}
	return false, err
}

// Registered reports whether an organiser was registered on the days of the event;
// of one that is not named it is not known.
func (k *CaseFacts) Registered(organizer string) regulation.Answer {
	if organizer == "" {
		return regulation.NotKnown
	}
	if slices.Contains(k.c.Settings.Names(), report.FoldName(organizer)) { // the federation itself
		return regulation.Yes
	}
	return k.answer(register.Clubs.Kind, func() (bool, error) {
		found, err := register.LookUpClub(k.c, organizer)
		if err != nil || found == nil {
			return false, err
		}
		return found.Registered == civil.Range{} || found.Registered.Covers(civil.Range{From: k.p.FirstDay(), To: k.p.LastDay()}), nil
	})
}

// MayReport reports whether somebody represents the organiser or was approved by
// its representative, and is a member, 3(2). Where the register names neither,
// it is not known.
func (k *CaseFacts) MayReport(name, organizer string) regulation.Answer {
	if name == "" || organizer == "" {
		return regulation.NotKnown
	}
	found, err := register.LookUpClub(k.c, organizer)
	k.fail(err)
	if found == nil || found.Representative == "" && len(found.Reporters) == 0 {
		return regulation.NotKnown
	}
	return k.answer(register.Clubs.Kind, func() (bool, error) {
		if found.Representative != "" {
			p, err := register.Players.Get(k.c, found.Representative)
			if err == nil && p != nil {
				p, err = register.Find(k.c, p.ID)
			}
			if err != nil {
				return false, err
			}
			if p != nil && (name == p.ID || report.FoldName(name) == report.FoldName(p.Name)) {
				return true, nil
			}
		}
		if may, err := found.MayReport(k.c, name); err != nil || !may {
			return false, err
		}
		on := civil.Range{From: k.p.Received, To: k.p.Received}
		return k.answer(register.Memberships.Kind, func() (bool, error) { return k.anyMember(name, on, false) }) != regulation.No, nil
	})
}

// FloorAssigned reports whether an officer has assigned the floor of a section.
func (k *CaseFacts) FloorAssigned(section int) regulation.Answer {
	if slices.ContainsFunc(k.r.Adjustments, func(a Adjustment) bool { return a.Floor.Rated() && a.Section == k.p.Sections[section].Name }) {
		return regulation.Yes
	}
	return regulation.No
}

// FeePaid reports whether what is due for the report was paid, and until when it is
// to be.
func (k *CaseFacts) FeePaid() (regulation.Answer, civil.Date) {
	switch {
	case k.fee == nil:
		return regulation.NotKnown, 0
	case k.fee.Due() > 0:
		return regulation.No, k.fee.Until
	default:
		return regulation.Yes, k.fee.Until
	}
}
