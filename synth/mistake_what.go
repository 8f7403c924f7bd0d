package synth

import (
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The mistakes about what was played, when and how.

// addHalfPoint states half a point too many.
func (p *planter) addHalfPoint() bool {
	e := p.player(func(e *report.Player) bool { return e.Points != nil })
	if e == nil {
		return false
	}
	is := *e.Points + rating.Draw
	p.says(*e.Points, is)
	e.Points = &is
	return true
}

// copyStartNumber returns a player the start number of the one before him.
func (p *planter) copyStartNumber() bool {
	s := p.section()
	if len(s.Players) < 2 {
		return false
	}
	i := p.between(1, len(s.Players)-1)
	p.Player = s.Players[i-1].StartNumber
	p.says(s.Players[i].StartNumber, p.Player)
	s.Players[i].StartNumber = p.Player
	return true
}

// loseStartNumber lets a game name somebody who is not in the list.
func (p *planter) loseStartNumber() bool {
	s, g := p.game()
	p.Player = len(s.Players) + p.between(1, 9)
	p.says(g.Black, p.Player)
	g.Black = p.Player
	return true
}

// doubleGame enters a game twice.
func (p *planter) doubleGame() bool {
	s, g := p.game()
	p.Player = g.White
	p.says("", fmt.Sprintf("round %d: %d-%d", g.Round, g.White, g.Black))
	s.Games = append(s.Games, *g)
	for i := range s.Players {
		s.Players[i].Points = nil
	}
	return true
}

// misdateGame dates a game a month too early.
func (p *planter) misdateGame() bool {
	_, g := p.game()
	return p.changeDate(&g.Date, p.Report.FirstDay()-30)
}

// reverseDates lets the event end before it begins.
func (p *planter) reverseDates() bool {
	return p.changeDate(&p.Report.End, p.Report.Start-civil.Date(p.between(1, 20)))
}

// receiveEarly lets the report come before the event is over.
func (p *planter) receiveEarly() bool {
	return p.changeDate(&p.Report.Received, p.Report.LastDay()-civil.Date(p.between(1, 5)))
}

// receiveLate lets the report come too late.
func (p *planter) receiveLate() bool {
	return p.changeDate(&p.Report.Received, p.Report.LastDay()+civil.Date(p.between(91, 200)))
}

// declareOtherType declares rapid what is standard, and the other way round.
func (p *planter) declareOtherType() bool {
	r := p.Report
	is := rating.Rapid
	if r.Type == rating.Rapid {
		is = rating.Standard
	}
	p.says(r.Type, is)
	r.Type = is
	for i := range r.Sections {
		if s := &r.Sections[i]; s.Type != 0 {
			s.Type = is
		}
	}
	return true
}

// playBlitz returns the event the time control of blitz.
func (p *planter) playBlitz() bool {
	is := report.TimeControl("180+2")
	if p.f.issues(rating.Blitz) {
		return false
	}
	p.says(p.Report.TimeControl[0], is)
	p.Report.TimeControl = []report.TimeControl{is}
	return true
}

// dropResponsible names nobody who was in charge.
func (p *planter) dropResponsible() bool {
	p.Report.ChiefArbiter = ""
	return p.changeTo(&p.Report.Responsible, "")
}

// repeat reports the event once more, a day later and with another result of
// a game; in itself the second report holds together.
func (p *planter) repeat() bool {
	s, g := p.game()
	was := g.Result
	g.Result = report.WhiteWon
	if was == report.WhiteWon {
		g.Result = report.BlackWon
	}
	p.Player = g.White
	p.says(was, g.Result)
	recount(p.Report, s)
	p.Report.File += "-again"
	p.Report.Received++
	return true
}
