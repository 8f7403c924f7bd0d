package synth

import (
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// The mistakes about players.

// swapSiblings exchanges the IDs of two players of a family whose given names
// differ by more than a typing error.
func (p *planter) swapSiblings() bool {
	var other *report.Player
	one := p.player(func(e *report.Player) bool {
		other = p.sibling(e)
		return other != nil
	})
	if one == nil {
		return false
	}
	p.says(one.ID, other.ID)
	one.ID, other.ID = other.ID, one.ID
	return true
}

// sibling returns another player of the section with the same family name but
// another name, nil if there is none.
func (p *planter) sibling(of *report.Player) *report.Player {
	one := p.listed(of.ID)
	if one == nil {
		return nil
	}
	for i := range p.Report.Sections {
		s := &p.Report.Sections[i]
		if !holds(s, of) {
			continue
		}
		for j := range s.Players {
			other := p.listed(s.Players[j].ID)
			if other != nil && other.family == one.family && !roster.SameName(one.Name, other.Name) {
				return &s.Players[j]
			}
		}
	}
	return nil
}

// listed returns the person of the opening list with an ID, nil if there is
// none.
func (p *planter) listed(id string) *Person {
	if n, ok := p.f.byID[id]; ok && n < p.f.members {
		return &p.f.People[n]
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

// mistypeID changes a digit of an ID such that nobody has it.
func (p *planter) mistypeID() bool {
	e := p.member()
	if e == nil {
		return false
	}
	for {
		id := []byte(e.ID)
		id[1+p.below(len(id)-1)] = byte('0' + p.below(10))
		if _, taken := p.f.ByID(string(id)); !taken && string(id) != e.ID {
			return p.changeTo(&e.ID, string(id))
		}
	}
}

// takeOthersID sets a player's ID to that of a member who did not play and has
// an unrelated name.
func (p *planter) takeOthersID() bool {
	e := p.member()
	if e == nil {
		return false
	}
	other := p.absentee(func(o *Person) bool { return !roster.SameName(o.Name, e.Name) })
	return other != nil && p.changeTo(&e.ID, other.ID)
}

// absentee returns a suitable member of the opening list who is not in the
// report.
func (p *planter) absentee(suits func(*Person) bool) *Person {
	from := p.below(p.f.members)
	for i := range p.f.members {
		other := &p.f.People[(from+i)%p.f.members]
		if suits(other) && !p.plays(other.ID) {
			return other
		}
	}
	return nil
}

func (p *planter) plays(id string) bool {
	for i := range p.Report.Sections {
		for _, e := range p.Report.Sections[i].Players {
			if e.ID == id {
				return true
			}
		}
	}
	return false
}

// dropID removes the ID of a player.
func (p *planter) dropID() bool {
	e := p.member()
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
	i := p.between(1, len(s.Players)-1)
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
	e := p.player(func(e *report.Player) bool { return e.ID != "" && e.Name[len(e.Name)-1] < utf8.RuneSelf })
	return e != nil && p.changeTo(&e.Name, e.Name+e.Name[len(e.Name)-1:])
}

// addComma writes a name with a comma, like foreign programs.
func (p *planter) addComma() bool {
	e := p.player(func(*report.Player) bool { return true })
	i := strings.LastIndexByte(e.Name, ' ')
	return p.changeTo(&e.Name, e.Name[:i]+","+e.Name[i:])
}

// disguise adds a change of writing direction to a name.
func (p *planter) disguise() bool {
	e := p.player(func(*report.Player) bool { return true })
	return p.changeTo(&e.Name, e.Name+"\u202e")
}

// bareFirstTimer leaves only the name of a newcomer without an ID.
func (p *planter) bareFirstTimer() bool {
	e := p.player(func(e *report.Player) bool { return e.ID == "" && e.Email != "" })
	if e == nil {
		return false
	}
	p.says(e.Email, "")
	e.NameLocal, e.Sex, e.Email, e.Birth = "", "", "", 0
	return true
}

// rejuvenate sets a birth to the year of the event.
func (p *planter) rejuvenate() bool {
	e := p.player(func(*report.Player) bool { return true })
	is := civil.BirthIn(p.Report.FirstDay().Year())
	p.says(e.Birth, is)
	e.Birth = is
	return true
}

// enterLapsed replaces a player by a person, not older, whose membership ended
// before the event.
func (p *planter) enterLapsed() bool {
	e := p.member()
	if e == nil {
		return false
	}
	one, _ := p.f.ByID(e.ID)
	other := p.absentee(func(o *Person) bool { return o.Born >= one.Born && o.Member.To < p.Report.FirstDay() })
	if other == nil {
		return false
	}
	p.says(e.ID, other.ID)
	e.ID, e.Name, e.NameLocal, e.Sex, e.Birth = other.ID, other.Name, "", "", 0
	e.Club, e.FideID, e.Title, e.Rating = other.Club, "", "", other.Standing.Of(p.Report.Type).Rating
	return true
}
