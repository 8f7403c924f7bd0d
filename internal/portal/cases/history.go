package cases

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/statement"
)

// event is a line of the history of a report.
type event struct {
	At, By, What, Reason string
	To                   string // the key of the state to which the report went; empty: it stayed
	Because              string // what led there by rule
}

// letter is what the office and the club have said to each other.
type letter struct {
	Number         string
	On             civil.Date
	Asked          bool   // the office asks
	By, Words      string // empty: the visitor does not read them
	Reply, Answer  string
	Replied, Open  bool
	Close, Granted string // addresses of forms
}

// told shows what was done with the report, who did it, when and why, and what was said.
func (s *caseShown) told(r bureau.Reader) error {
	if err := s.taken(r); err != nil {
		return err
	}
	if s.Officer {
		err := intake.EachStatement(r, s.c, func(_ *check.Statement, words *statement.Words) { s.Stated = append(s.Stated, words.String()) })
		if err != nil {
			return err
		}
	}
	log, err := rows.LogOf(r, s.Ref)
	if err != nil {
		return err
	}
	p := s.v.Printer()
	moves := slices.Clone(s.c.History)
	for _, e := range log {
		one := event{At: s.v.When(e.At), What: document.Decided(p, e), Reason: e.Reason}
		if one.By, err = name(r, e.Actor); err != nil {
			return err
		}
		var rest []check.Move
		for _, m := range moves {
			if !m.At.Equal(e.At) {
				rest = append(rest, m)
				continue
			}
			one.To, one.Because = stateKey(m.To), p.Because(m.Because)
		}
		moves = rest
		s.History = append(s.History, one)
	}
	for _, m := range moves { // by what was done with something else
		one := event{At: s.v.When(m.At), To: stateKey(m.To), Reason: m.Reason, Because: p.Because(m.Because)}
		if one.By, err = name(r, m.Actor); err != nil {
			return err
		}
		s.History = append(s.History, one)
	}
	return s.letters(r)
}

// letters shows what the office and the club have said to each other.
func (s *caseShown) letters(r bureau.Reader) error {
	all, err := correction.Inquiries(r)
	if err != nil {
		return err
	}
	door := view.For(s.v.Is.Actor)
	for _, q := range all {
		if q.Report != s.Ref {
			continue
		}
		form, err := door.Form(r, "inquiry", q.Number)
		if err != nil {
			return err
		}
		l := letter{Number: q.Number, On: q.On, Asked: q.Asked, Replied: q.Replied != nil, Open: q.Closed == nil}
		if q.Closed != nil {
			l.Answer = q.Closed.Reason
		}
		if form == view.Whole {
			_, who, err := correction.FindInquiry(r, q.Number)
			if err != nil {
				return err
			}
			if who != nil {
				l.By, l.Words, l.Reply = who.Name, who.Words, who.Reply
			}
		}
		if s.Officer && l.Open {
			l.Close = s.v.DoLink(&act.CloseInquiry{Number: q.Number})
			if q.Asks != nil {
				l.Granted = s.v.DoLink(&act.GrantInquiry{Number: q.Number})
			}
		}
		s.Thread = append(s.Thread, l)
	}
	return nil
}

func number(n int) string { return fmt.Sprint(n) }

// entry returns an entry as the file has it.
func (s *caseShown) entry(section string, start int) string {
	for i := range s.Sections {
		for _, e := range s.Sections[i].Entries {
			if s.Sections[i].Name == section && e.Start == start {
				return words(e.Name, e.Local, e.ID)
			}
		}
	}
	return ""
}

// result returns how a game ended as reported.
func (s *caseShown) result(a *check.Adjustment) string {
	for i := range sectionsOf(s.all) {
		of := &s.all.Sections[i]
		for n := range of.Games {
			if g := &of.Games[n]; of.Name == a.Section && g.Round == a.Round && g.White == a.White && g.Black == a.Black {
				return g.Result.String()
			}
		}
	}
	return ""
}
