package question

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document/answer"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Type asks for the type of a tournament by its time control.
type Type struct {
	Control  string      // in words or in FIDE's coding
	Declared rating.Kind // by the organiser; zero: none
	FIDE     bool        // it is a FIDE event
}

// Answer returns the type as the check of a report determines it.
func (q *Type) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	control := strings.TrimSpace(q.Control)
	if words := report.ReadTimeWords(control); words.Control == "" && words.Type == 0 {
		return nil, finding.NewProblem("time-control-unread", finding.Text("text", control))
	}
	r := game(0)
	r.TimeControlText, r.Type, r.FIDEEvent = control, q.Declared, q.FIDE
	found := r.ReadWords()
	checked := e.Check(r, unknown{})
	ruling := checked.Rulings[0]
	a := &Answer{About: e.About(), Clause: ruling.Clause, Reading: ruling.Reading}
	if ruling.Kind != 0 {
		a.Figure = p.Word(ruling.Kind.String())
	}
	for _, f := range append(found, checked.Findings...) {
		switch {
		case strings.HasPrefix(f.ID, "type-"), strings.HasPrefix(f.ID, "time-control-"), f.ID == "no-list-for-type":
			a.Sentences = append(a.Sentences, p.Message(f))
		}
	}
	a.Document = answer.NewType(ruling.Kind, a.rest())
	return a, nil
}

// Deadline asks until when a game must be reported, and in which list it counts.
type Deadline struct {
	Played   civil.Date
	Received civil.Date // zero: not yet
}

// Answer returns the last day, and for a report that was received the list.
func (q *Deadline) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	if q.Played == 0 {
		return nil, finding.NewProblem("day-needed")
	}
	if q.Received != 0 && q.Received < q.Played {
		return nil, finding.NewProblem("received-before-played")
	}
	about := e.About()
	a := &Answer{About: about, Clause: about.Deadline.Clause, Reading: about.Deadline.Reading}
	last := about.Deadline.Last(q.Played)
	if last != 0 {
		a.Figure = p.Date(last)
		a.Sentences = append(a.Sentences, p.Text("calc.deadline", explain.Data{"played": p.Date(q.Played), "days": fmt.Sprint(about.Deadline.Days), "last": a.Figure}))
	} else {
		a.Sentences = append(a.Sentences, p.Text("calc.no-deadline", nil))
	}
	if q.Received == 0 {
		a.Document = answer.NewDeadline(last, 0, a.rest())
		return a, nil
	}
	r := game(q.Played)
	r.Received = q.Received
	for _, f := range e.Check(r, unknown{}).Findings {
		if f.ID == "late" {
			a.Sentences = append(a.Sentences, p.Message(f))
		}
	}
	period := e.Period(r)
	if period.List != 0 {
		a.Sentences = append(a.Sentences, p.Text("calc.counts-for", explain.Data{
			"received": p.Date(q.Received), "list": p.Date(period.List), "from": p.Date(period.Days.From), "to": p.Date(period.Days.To),
		}))
	}
	a.Document = answer.NewDeadline(last, period.List, a.rest())
	return a, nil
}

// Fee asks what a report costs.
type Fee struct {
	Players  int
	Received civil.Date // zero: not yet
}

// Answer returns the fee, and for a report that was received the last day to pay it.
func (q *Fee) Answer(p *explain.Printer, e regulation.Edition) (*Answer, error) {
	if q.Players < 1 || q.Players > mostGames {
		return nil, finding.NewProblem("players-impossible")
	}
	about := e.About()
	fee := about.Fee
	a := &Answer{About: about, Clause: fee.Clause, Reading: fee.Reading}
	if fee.Each == 0 {
		a.Sentences = []string{p.Text("calc.no-fee", nil)}
		a.Document = answer.NewFee(0, "", 0, a.rest())
		return a, nil
	}
	a.Figure = p.Amount(fmt.Sprint(fee.Amount(q.Players)), fee.Currency)
	a.Sentences = []string{p.Text("calc.fee", explain.Data{"players": fmt.Sprint(q.Players), "each": p.Amount(fmt.Sprint(fee.Each), fee.Currency), "amount": a.Figure})}
	if fee.MeetingsOnce {
		a.Sentences = append(a.Sentences, p.Text("calc.fee-meetings", nil))
	}
	until := civil.Date(0)
	if q.Received != 0 {
		r := game(q.Received)
		r.Received = q.Received
		until = fee.Until(e.Period(r))
		a.Sentences = append(a.Sentences, p.Text("calc.fee-until", explain.Data{"received": p.Date(q.Received), "until": p.Date(until)}))
	}
	a.Document = answer.NewFee(fee.Amount(q.Players), fee.Currency, until, a.rest())
	return a, nil
}

// game returns a report of one game played on a day.
func game(day civil.Date) *report.Report {
	return &report.Report{Start: day, End: day, Sections: []report.Section{{
		Rounds: 1, Group: report.Open, Players: []report.Player{{StartNumber: 1}, {StartNumber: 2}},
		Games: []report.Game{{Round: 1, White: 1, Black: 2, Date: day, Result: report.Drawn}},
	}}}
}

// unknown knows no facts.
type unknown struct{}

func (unknown) Player(int, int) (*roster.Player, roster.Standing) {
	return &roster.Player{}, roster.Standing{}
}
func (unknown) Known(int, int) bool                            { return true }
func (unknown) Member(int, int, civil.Range) regulation.Answer { return regulation.NotKnown }
func (unknown) AnnualMember(string, civil.Range) regulation.Answer {
	return regulation.NotKnown
}
func (unknown) Registered(string) regulation.Answer        { return regulation.NotKnown }
func (unknown) MayReport(string, string) regulation.Answer { return regulation.NotKnown }
func (unknown) FloorAssigned(int) regulation.Answer        { return regulation.NotKnown }

// Rulings returns how an edition takes the sections of a report, as far as that needs no register: of which type each is, and by which
// clause.
func Rulings(e regulation.Edition, r *report.Report) []pack.Ruling {
	return e.Check(r, unknown{}).Rulings
}
