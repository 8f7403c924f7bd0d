package bureau

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// What the registers answer of what a regulation asks (regulation.Facts).

// Player gives who an entry is, and his standing in the newest list.
func (k *known) Player(section, entry int) (*roster.Player, roster.Standing) {
	k.askedList = true
	p := k.players[section][entry]
	if p == nil {
		return &roster.Player{}, roster.Standing{}
	}
	if k.list == nil {
		k.load()
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

// load reads the newest list.
func (k *known) load() {
	k.list = &roster.List{}
	id, err := latestRun.get(k.c, "")
	k.fail(err)
	if id == nil {
		return
	}
	list, err := listOf(k.c, *id)
	k.fail(err)
	if list != nil {
		k.list = list
	}
}

func (k *known) fail(err error) {
	if k.err == nil {
		k.err = err
	}
}

// Known says whether an entry is in the register.
func (k *known) Known(section, entry int) bool { return k.players[section][entry] != nil }

// answer asks a register; who keeps none cannot tell who is not in it.
func (k *known) answer(kind string, yes func() (bool, error)) regulation.Answer {
	kept, asked := k.kept[kind]
	if !asked {
		some, err := anyone(k.c, kind)
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

// Member says whether an entry was a member on these days.
func (k *known) Member(section, entry int, days civil.Range) regulation.Answer {
	p := k.players[section][entry]
	if p == nil || p.Erased { // his memberships went with him
		return regulation.NotKnown
	}
	return k.answer(memberships.kind, func() (bool, error) { return member(k.c, p.ID, days, false, k.p.Name) })
}

// AnnualMember says whether anybody of a name was a member for a year; of
// nobody it is not known.
func (k *known) AnnualMember(name string, days civil.Range) regulation.Answer {
	if name == "" {
		return regulation.NotKnown
	}
	return k.answer(memberships.kind, func() (bool, error) { return k.anyMember(name, days, true) })
}

func (k *known) anyMember(name string, days civil.Range, annual bool) (bool, error) {
	if p, err := players.get(k.c, name); err != nil || p != nil {
		if err != nil {
			return false, err
		}
		if p.Erased { // his memberships went with him
			return true, nil
		}
		return member(k.c, p.ID, days, annual, "")
	}
	is := false
	err := playerNames.scan(k.c, foldName(name)+"\x00", foldName(name)+"\x01", func(_ string, h *Hit) (bool, error) {
		found, err := member(k.c, h.ID, days, annual, "")
		is = is || found
		return !is, err
	})
	return is, err
}

// Registered says whether an organiser was registered on the days of the event;
// of one that is not named it is not known.
func (k *known) Registered(organizer string) regulation.Answer {
	if organizer == "" {
		return regulation.NotKnown
	}
	return k.answer(clubs.kind, func() (bool, error) {
		found, err := club(k.c, organizer)
		if err != nil || found == nil {
			return false, err
		}
		return found.Registered == civil.Range{} || found.Registered.Covers(civil.Range{From: k.p.FirstDay(), To: k.p.LastDay()}), nil
	})
}

// MayReport says whether somebody represents the organiser or was approved by
// its representative, and is a member, 3(2). Where the register names neither,
// it is not known.
func (k *known) MayReport(name, organizer string) regulation.Answer {
	if name == "" || organizer == "" {
		return regulation.NotKnown
	}
	found, err := club(k.c, organizer)
	k.fail(err)
	if found == nil || found.Representative == "" && len(found.Reporters) == 0 {
		return regulation.NotKnown
	}
	return k.answer(clubs.kind, func() (bool, error) {
		if found.Representative != "" {
			p, err := players.get(k.c, found.Representative)
			if err == nil && p != nil {
				p, err = player(k.c, p.ID)
			}
			if err != nil {
				return false, err
			}
			if p != nil && (name == p.ID || foldName(name) == foldName(p.Name)) {
				return true, nil
			}
		}
		if may, err := found.mayReport(k.c, name); err != nil || !may {
			return false, err
		}
		on := civil.Range{From: k.p.Received, To: k.p.Received}
		return k.answer(memberships.kind, func() (bool, error) { return k.anyMember(name, on, false) }) != regulation.No, nil
	})
}

// FeePaid says whether what is due for the report was paid, and until when it is
// to be.
func (k *known) FeePaid() (regulation.Answer, civil.Date) {
	switch {
	case k.fee == nil:
		return regulation.NotKnown, 0
	case k.fee.Due() > 0:
		return regulation.No, k.fee.Until
	default:
		return regulation.Yes, k.fee.Until
	}
}
