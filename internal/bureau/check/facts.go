package check

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// What is known of what a regulation asks (regulation.Facts).

// Player returns the player that an entry is, and their standing in the list that counts.
func (k *CaseFacts) Player(section, entry int) (*roster.Player, roster.Standing) {
	p := k.players[section][entry]
	if p == nil {
		return &roster.Player{}, roster.Standing{}
	}
	person := k.known.People[p.ID]
	return &roster.Player{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Birth: k.births[p.ID], Federation: p.Federation, Club: p.Club,
		FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
	}, person.Standing
}

// Known reports whether an entry is in the register.
func (k *CaseFacts) Known(section, entry int) bool { return k.players[section][entry] != nil }

// answer is that of a register; who keeps none cannot tell who is not in it.
func (k *CaseFacts) answer(kind string, is bool) regulation.Answer {
	switch {
	case !k.known.Keeps[kind]:
		return regulation.NotKnown
	case is:
		return regulation.Yes
	}
	return regulation.No
}

// Member reports whether an entry was a member on these days.
func (k *CaseFacts) Member(section, entry int, days civil.Range) regulation.Answer {
	p := k.players[section][entry]
	if p == nil || p.Erased { // their memberships are erased, too
		return regulation.NotKnown
	}
	return k.answer(register.Memberships.Kind, register.Cover(k.known.People[p.ID].Memberships, days, false, k.p.Name))
}

// AnnualMember reports whether anybody of a name was a member for a year; of
// nobody, and of somebody whom the register does not know by that text, it is not known.
func (k *CaseFacts) AnnualMember(name string, days civil.Range) regulation.Answer {
	if len(k.known.Named[name]) == 0 {
		return regulation.NotKnown
	}
	return k.anyMember(name, days, true)
}

func (k *CaseFacts) anyMember(name string, days civil.Range, annual bool) regulation.Answer {
	return k.answer(register.Memberships.Kind, slices.ContainsFunc(k.known.Named[name], func(p *Person) bool {
		return p.Erased || register.Cover(p.Memberships, days, annual, "") // the memberships went with the person
	}))
}

// Registered reports whether an organiser was registered on the days of the event;
// of one that is not named it is not known.
func (k *CaseFacts) Registered(organizer string) regulation.Answer {
	if organizer == "" {
		return regulation.NotKnown
	}
	club := k.known.Club
	return k.answer(register.Clubs.Kind, club != nil && club.On(civil.Range{From: k.p.FirstDay(), To: k.p.LastDay()}))
}

// MayReport reports whether somebody represents the organiser or was approved by
// its representative, 3(2): their club's account has sent it, or an officer has said who they are.
// Where the register names neither, it is not known.
func (k *CaseFacts) MayReport(name, organizer string) regulation.Answer {
	if k.r.For.Account != "" { // no name that was typed; another club's account is asked about (organizer-not-sender)
		if organizer != "" && k.known.Sends() {
			return regulation.Yes
		}
		return regulation.NotKnown
	}
	if name == "" || organizer == "" || len(k.known.Represents)+len(k.known.Approved) == 0 {
		return regulation.NotKnown
	}
	return k.answer(register.Clubs.Kind, k.isOf(name, k.known.Represents) || k.isOf(name, k.known.Approved))
}

// isOf reports whether somebody is one of those who have some names and IDs.
func (k *CaseFacts) isOf(name string, some []string) bool {
	return slices.Contains(some, report.FoldName(name)) || slices.ContainsFunc(k.known.Named[name], func(p *Person) bool {
		return slices.Contains(some, report.FoldName(p.ID))
	})
}

// FloorAssigned reports whether an officer has assigned the floor of a section.
func (k *CaseFacts) FloorAssigned(section int) regulation.Answer {
	if slices.ContainsFunc(k.r.Standing(), func(d *Decision) bool { return d.AssignsFloor(k.p.Sections[section].Name) }) {
		return regulation.Yes
	}
	return regulation.No
}
