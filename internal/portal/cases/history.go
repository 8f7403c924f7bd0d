package cases

import (
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
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
	moves := s.c.History
	for i, e := range log {
		for ; len(moves) > 0 && moves[0].At.Before(e.At); moves = moves[1:] { // by what was done with something else
			if err := s.moved(r, &moves[0]); err != nil {
				return err
			}
		}
		one := event{At: s.v.When(e.At), What: document.Decided(s.v.Printer(), e), Reason: e.Reason}
		if one.By, err = name(r, e.Actor); err != nil {
			return err
		}
		to, there := leads(e, s.Ref), false
		for ; len(moves) > 0 && moves[0].At.Equal(e.At); moves = moves[1:] {
			m := &moves[0]
			if stays := m.From == m.To && m.Reason == e.Reason; i+1 < len(log) && log[i+1].At.Equal(e.At) && (there || to == "" && !stays) {
				break // the next act of the same second has led there
			}
			one.To, one.Because, there = stateKey(m.To), s.v.Printer().Because(m.Because), m.To == to
		}
		s.History = append(s.History, one)
	}
	for i := range moves {
		if err := s.moved(r, &moves[i]); err != nil {
			return err
		}
	}
	return s.letters(r)
}

// moved shows a change of state to which no act on the report has led.
func (s *caseShown) moved(r bureau.Reader, m *check.Move) error {
	by, err := name(r, m.Actor)
	s.History = append(s.History, event{At: s.v.When(m.At), By: by, To: stateKey(m.To), Reason: m.Reason, Because: s.v.Printer().Because(m.Because)})
	return err
}

// leads returns the state to which an act has led a report; empty: it stayed as it was.
func leads(e *bureau.Entry, ref string) lists.State {
	for _, m := range e.Moves {
		if m.Ref == ref {
			return lists.State(m.To)
		}
	}
	return ""
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
