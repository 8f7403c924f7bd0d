package mistake

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// The mistakes about players.

// swapSiblings exchanges the IDs of two players of a family whose given names
// differ by more than a typing error.
func (p *planter) swapSiblings() bool {
	players, _ := p.f.Opening()
	members := p.f.People[:len(players.Players)]
	var other *report.Player
	one := p.Choose(func(e *report.Player) bool {
		other = p.sibling(members, e)
		return other != nil
	})
	if one == nil {
		return false
	}
	p.Says(one.ID, other.ID)
	one.ID, other.ID = other.ID, one.ID
	return true
}

// sibling returns another player of the section with the same family name but
// another name, nil if there is none.
func (p *planter) sibling(members []synth.Person, of *report.Player) *report.Player {
	one := listed(members, of.ID)
	if one == nil {
		return nil
	}
	for i := range p.Report.Sections {
		s := &p.Report.Sections[i]
		if !holds(s, of) {
			continue
		}
		for j := range s.Players {
			other := listed(members, s.Players[j].ID)
			if other != nil && one.Kin(other) && !roster.SameName(one.Name, other.Name) {
				return &s.Players[j]
			}
		}
	}
	return nil
}

// listed returns the person of the opening list with an ID, nil if there is
// none.
func listed(members []synth.Person, id string) *synth.Person {
	if i := slices.IndexFunc(members, func(p synth.Person) bool { return id != "" && p.ID == id }); i >= 0 {
		return &members[i]
	}
	return nil
}

func holds(s *report.Section, e *report.Player) bool {
	for i := range s.Players {
		if &s.Players[i] == e {
			return true
		}
	}
	return false
}

// dropID removes the ID of a player.
func (p *planter) dropID() bool {
	e := p.Member()
	if e != nil {
		e.FideID = ""
	}
	return e != nil && p.changeTo(&e.ID, "")
}

// copyID sets a player's ID to that of the previous player in the list.
func (p *planter) copyID() bool {
	s := p.section()
	if len(s.Players) < 2 {
		return false
	}
	i := p.upTo(len(s.Players) - 1)
	for s.Players[i-1].ID == "" {
		if i++; i == len(s.Players) {
			return false
		}
	}
	p.Player = s.Players[i].StartNumber
	return p.changeTo(&s.Players[i].ID, s.Players[i-1].ID)
}

// misspell repeats the last letter of a name.
func (p *planter) misspell() bool {
	e := p.Choose(func(e *report.Player) bool { return e.ID != "" && e.Name[len(e.Name)-1] < utf8.RuneSelf })
	return e != nil && p.changeTo(&e.Name, e.Name+e.Name[len(e.Name)-1:])
}

// addComma writes a name with a comma, like foreign programs.
func (p *planter) addComma() bool {
	e := p.Choose(func(*report.Player) bool { return true })
	i := strings.LastIndexByte(e.Name, ' ')
	return p.changeTo(&e.Name, e.Name[:i]+","+e.Name[i:])
}

// disguise adds a change of writing direction to a name.
func (p *planter) disguise() bool {
	e := p.Choose(func(*report.Player) bool { return true })
	return p.changeTo(&e.Name, e.Name+"\u202e")
}

// bareFirstTimer leaves only the name of a newcomer without an ID.
func (p *planter) bareFirstTimer() bool {
	e := p.Choose(func(e *report.Player) bool { return e.ID == "" && e.Email != "" })
	if e == nil {
		return false
	}
	p.Says(e.Email, "")
	e.NameLocal, e.Sex, e.Email, e.Birth = "", "", "", 0
	return true
}

// rejuvenate sets a birth to the year of the event.
func (p *planter) rejuvenate() bool {
	e := p.Choose(func(*report.Player) bool { return true })
	is := civil.BirthIn(p.Report.FirstDay().Year())
	p.Says(e.Birth, is)
	e.Birth = is
	return true
}
