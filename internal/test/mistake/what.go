package mistake

import (
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// The mistakes about results, dates and rules.

// addHalfPoint adds half a point to a player's points.
func (p *planter) addHalfPoint() bool {
	e := p.Choose(func(e *report.Player) bool { return e.Points != nil })
	if e == nil {
		return false
	}
	is := *e.Points + rating.Draw
	p.Says(*e.Points, is)
	e.Points = &is
	return true
}

// copyStartNumber sets a player's start number to that of the previous player.
func (p *planter) copyStartNumber() bool {
	s := p.section()
	if len(s.Players) < 2 {
		return false
	}
	i := p.upTo(len(s.Players) - 1)
	p.Player = s.Players[i-1].StartNumber
	p.Says(s.Players[i].StartNumber, p.Player)
	s.Players[i].StartNumber = p.Player
	return true
}

// loseStartNumber sets a start number in a game to one that is not in the list.
func (p *planter) loseStartNumber() bool {
	s, g := p.game()
	p.Player = len(s.Players) + p.upTo(9)
	p.Says(g.Black, p.Player)
	g.Black = p.Player
	return true
}

// doubleGame repeats a game.
func (p *planter) doubleGame() bool {
	s, g := p.game()
	p.Player = g.White
	p.Says("", fmt.Sprintf("round %d: %d-%d", g.Round, g.White, g.Black))
	s.Games = append(s.Games, *g)
	for i := range s.Players {
		s.Players[i].Points = nil
	}
	return true
}

// misdateGame sets the date of a game a month too early.
func (p *planter) misdateGame() bool {
	_, g := p.game()
	return p.changeDate(&g.Date, p.Report.FirstDay()-30)
}

// reverseDates exchanges the first and last day of the event.
func (p *planter) reverseDates() bool {
	return p.changeDate(&p.Report.End, p.Report.Start-civil.Date(p.upTo(20)))
}

// receiveEarly sets the day of receipt before the end of the event.
func (p *planter) receiveEarly() bool {
	return p.changeDate(&p.Report.Received, p.Report.LastDay()-civil.Date(p.upTo(5)))
}

// declareOtherType declares standard events as rapid, and vice versa.
func (p *planter) declareOtherType() bool {
	r := p.Report
	is := rating.Rapid
	if r.Type == rating.Rapid {
		is = rating.Standard
	}
	p.Says(r.Type, is)
	r.Type = is
	for i := range r.Sections {
		if s := &r.Sections[i]; s.Type != 0 {
			s.Type = is
		}
	}
	return true
}

// playBlitz sets a blitz time control.
func (p *planter) playBlitz() bool {
	is := report.TimeControl("180+2")
	if p.f.Country() != synth.Japan {
		return false
	}
	p.Says(p.Report.TimeControl[0], is)
	p.Report.TimeControl = []report.TimeControl{is}
	return true
}

// dropResponsible removes the person in charge.
func (p *planter) dropResponsible() bool {
	p.Report.ChiefArbiter = ""
	return p.changeTo(&p.Report.Responsible, "")
}

// repeat reports the event again, a day later and with another result of a
// game. The second report is consistent in itself.
func (p *planter) repeat() bool {
	s, g := p.game()
	was := g.Result
	g.Result = report.WhiteWon
	if was == report.WhiteWon {
		g.Result = report.BlackWon
	}
	p.Player = g.White
	p.Says(was, g.Result)
	recount(p.Report, s)
	p.Report.File += "-again"
	p.Report.Received++
	return true
}
