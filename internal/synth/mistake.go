package synth

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Mistake is a mistake that occurs in reports.
type Mistake string

// The mistakes of the demo, each with what happened. Tests have more.
const (
	UnknownID Mistake = "unknown-id" // a digit of an ID is wrong, and nobody has that ID
	OthersID  Mistake = "others-id"  // an ID belongs to an unrelated person
	Lapsed    Mistake = "lapsed"     // a player's membership had ended
	Late      Mistake = "late"       // the report arrived after more than 90 days
)

// mistakes say how each is made: it returns false if the report has no occasion for it. A number
// stays with its mistake, or the demo is another one.
var mistakes = map[Mistake]struct {
	number uint64
	plant  func(*Planter) bool
}{
	UnknownID: {1, (*Planter).mistypeID},
	OthersID:  {2, (*Planter).takeOthersID},
	Lapsed:    {10, (*Planter).enterLapsed},
	Late:      {18, (*Planter).receiveLate},
}

// Planted is a mistake in a report.
type Planted struct {
	Report  *report.Report // with the mistake
	Section string         // its section; empty: the whole report
	Player  int            // start number; zero: not about a player
	Was, Is string         // the right and the wrong text
}

// Plant makes a mistake in a copy of a report returned by Events. It returns
// false if the report has no occasion for it. The same seed chooses the same
// place.
func (f *Federation) Plant(seed uint64, m Mistake, r *report.Report) (Planted, bool) {
	how, known := mistakes[m]
	if !known {
		return Planted{}, false
	}
	p := f.Planter(seed, how.number, r)
	made := how.plant(p)
	return p.Planted, made
}

// Planter returns what makes a mistake, by its number, in a copy of a report.
func (f *Federation) Planter(seed, number uint64, r *report.Report) *Planter {
	return &Planter{newDice(seed, streamMistakes, number), f, Planted{Report: copied(r)}}
}

// copied returns a copy of everything that a mistake may change.
func copied(r *report.Report) *report.Report {
	c := *r
	c.TimeControl = slices.Clone(r.TimeControl)
	c.Sections = slices.Clone(r.Sections)
	for i := range c.Sections {
		s := &c.Sections[i]
		s.TimeControl = slices.Clone(s.TimeControl)
		s.Players, s.Games, s.Byes = slices.Clone(s.Players), slices.Clone(s.Games), slices.Clone(s.Byes)
		for j := range s.Players {
			if points := s.Players[j].Points; points != nil {
				own := *points
				s.Players[j].Points = &own
			}
		}
	}
	return &c
}

// Planter makes one mistake.
type Planter struct {
	*dice
	f *Federation
	Planted
}

// Below returns a number from 0 to n-1.
func (p *Planter) Below(n int) int { return p.below(n) }

// Choose chooses a player for whom the mistake is possible, nil if there is
// none.
func (p *Planter) Choose(possible func(*report.Player) bool) *report.Player {
	sections := p.Report.Sections
	first := p.below(len(sections))
	for i := range sections {
		s := &sections[(first+i)%len(sections)]
		from := p.below(len(s.Players))
		for j := range s.Players {
			if e := &s.Players[(from+j)%len(s.Players)]; possible(e) {
				p.Section, p.Player = s.Name, e.StartNumber
				return e
			}
		}
	}
	return nil
}

// Member chooses a player with an ID, nil if there is none.
func (p *Planter) Member() *report.Player {
	return p.Choose(func(e *report.Player) bool { return e.ID != "" })
}

// Says records the right and the wrong text.
func (p *Planter) Says(was, is any) { p.Was, p.Is = fmt.Sprint(was), fmt.Sprint(is) }

// changeID changes an ID and records it.
func (p *Planter) changeID(e *report.Player, id string) bool {
	p.Says(e.ID, id)
	e.ID = id
	return true
}

// mistypeID changes a digit of an ID such that nobody has it.
func (p *Planter) mistypeID() bool {
	e := p.Member()
	if e == nil {
		return false
	}
	for {
		id := []byte(e.ID)
		id[1+p.below(len(id)-1)] = byte('0' + p.below(10))
		if _, taken := p.f.ByID(string(id)); !taken && string(id) != e.ID {
			return p.changeID(e, string(id))
		}
	}
}

// takeOthersID sets a player's ID to that of a member who did not play and has
// an unrelated name.
func (p *Planter) takeOthersID() bool {
	e := p.Member()
	if e == nil {
		return false
	}
	other := p.absentee(func(o *Person) bool { return !roster.SameName(o.Name, e.Name) })
	return other != nil && p.changeID(e, other.ID)
}

// absentee returns a suitable member of the opening list who is not in the
// report.
func (p *Planter) absentee(suits func(*Person) bool) *Person {
	from := p.below(p.f.members)
	for i := range p.f.members {
		other := &p.f.People[(from+i)%p.f.members]
		if suits(other) && !p.plays(other.ID) {
			return other
		}
	}
	return nil
}

func (p *Planter) plays(id string) bool {
	for i := range p.Report.Sections {
		for _, e := range p.Report.Sections[i].Players {
			if e.ID == id {
				return true
			}
		}
	}
	return false
}

// enterLapsed replaces a player by a person, not older, whose membership ended
// before the event.
func (p *Planter) enterLapsed() bool {
	e := p.Member()
	if e == nil {
		return false
	}
	one, _ := p.f.ByID(e.ID)
	other := p.absentee(func(o *Person) bool { return o.Born >= one.Born && o.Member.To < p.Report.FirstDay() })
	if other == nil {
		return false
	}
	p.Says(e.ID, other.ID)
	e.ID, e.Name, e.NameLocal, e.Sex, e.Birth = other.ID, other.Name, "", "", 0
	e.Club, e.FideID, e.Title, e.Rating = other.Club, "", "", other.Standing.Of(p.Report.Type).Rating
	return true
}

// receiveLate sets the day of receipt too late.
func (p *Planter) receiveLate() bool {
	is := p.Report.LastDay() + civil.Date(p.between(91, 200))
	p.Says(p.Report.Received, is)
	p.Report.Received = is
	return true
}
