package cases

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
)

// card is a question, with what answers it.
type card struct {
	What, Section string
	Holds         string // games, report or fee
	Text, Clause  string
	Said          []found      // of which it asks
	State         *portal.Form // states what is missing, or assigns what an officer has to; nil: it needs neither
	Assigns       bool         // without that nothing counts
	Answer        *portal.Form // whether what it is about counts; nil: that does not answer it
	Precedents    []casefile.Option
	Forms         []*portal.Form // that answer it otherwise
	Links         []link
	Files         bool // one of the files may be set aside
}

// link leads to the form of an act.
type link struct{ Key, Address string }

// decision is one of the three decisions, each by itself.
type decision struct {
	Name  string // late, member, fee
	Cards []*card
	Taken []decided
}

// decisions are the questions of the three decisions.
var decisions = []struct {
	name string
	what []string
}{
	{"late", []string{"late"}},
	{"member", []string{"non-member"}},
	{"fee", []string{check.WaitFee, check.WaitOverdue, check.WaitBearer, "meeting-doubtful"}},
}

// decisionOf returns which of the decisions a question is part of, -1 for none.
func decisionOf(what string) int {
	for n := range decisions {
		if slices.Contains(decisions[n].what, what) {
			return n
		}
	}
	return -1
}

// questions shows what is asked: who entries are, the three decisions, and the rest. What was found beside that is shown, too.
func (s *caseShown) questions(r bureau.Reader, unknown []desk.UnknownEntry) (err error) {
	precedents, err := desk.Precedents(s.v.Bureau, r)
	if err != nil {
		return err
	}
	var cited []casefile.Option
	for _, p := range precedents {
		cited = append(cited, casefile.Option{Value: p.Name(), Name: p.Name() + " " + p.Title})
	}
	for _, d := range decisions {
		s.Decisions = append(s.Decisions, decision{Name: d.name})
	}
	told := map[int]bool{} // findings that stand with a question
	type place struct {
		what, section string
		start         int
	}
	asked := map[place]bool{}
	open := s.c.OpenSince()
	for i := range open {
		q := &open[i]
		var said []document.Finding
		for n := range s.status.Findings {
			if f := &s.status.Findings[n]; saysOf(f, q) {
				told[n] = true
				said = append(said, *f)
			}
		}
		if asksWho(q.What) {
			if err = s.asksFor(q, unknown, said); err != nil {
				return err
			}
			continue
		}
		at := place{q.What, q.Section, q.Start}
		if asked[at] { // one answer answers all
			continue
		}
		asked[at] = true
		c, err := s.card(q, s.foundOf(said), cited)
		if err != nil {
			return err
		}
		if n := decisionOf(q.What); n >= 0 {
			s.Decisions[n].Cards = append(s.Decisions[n].Cards, c)
		} else {
			s.Cards = append(s.Cards, c)
		}
	}
	s.Open = len(s.Who) + len(asked)
	var rest []document.Finding
	for n, f := range s.status.Findings {
		switch {
		case told[n] || entryFindings[f.ID]:
		case finding.TellsBirth(f.ID) && !s.Births:
			s.Hidden = s.Officer
		default:
			rest = append(rest, f)
		}
	}
	s.Found = s.foundOf(rest)
	if s.Certain > 0 {
		if s.Accept, err = accept(s.v, s.Ref, s.seen); err != nil {
			return err
		}
	}
	return nil
}

// entryFindings say what the questions who entries are say, too.
var entryFindings = map[string]bool{"entry-doubted": true, "id-missing": true, "player-not-unique": true, "player-unknown": true}

// saysOf reports whether a finding is what a question asks about.
func saysOf(f *document.Finding, q *check.Question) bool {
	return f.ID == q.What && (q.Section == "" || f.Section == nil || *f.Section == q.Section)
}

// card returns a question with what answers it.
func (s *caseShown) card(q *check.Question, said []found, cited []casefile.Option) (*card, error) {
	c := &card{What: q.What, Section: q.Section, Holds: string(q.Holds), Text: document.WaitInWords(s.v.Printer(), s.c, q), Clause: q.Clause, Said: said, Precedents: cited}
	if !s.Officer {
		return c, nil
	}
	add := func(a act.Act, may ...string) error {
		f, err := s.form(a, may...)
		c.Forms = append(c.Forms, f)
		return err
	}
	var err error
	if q.MayAnswer() && q.What != check.WaitFee && q.What != check.WaitFile {
		answers := act.AnswerReport{Decided: act.Decided{Ref: s.Ref}, Start: q.Start}
		if q.Section != "" {
			answers.Section = &q.Section
		}
		if c.Answer, err = s.form(&answers); err != nil {
			return nil, err
		}
	}
	if fields := fieldsFor(q.What); len(fields) > 0 {
		if c.State, err = s.form(&act.StateReport{Ref: s.Ref}, fields...); err != nil {
			return nil, err
		}
		c.State.As("desk.case.state")
	}
	for _, does := range view.Actions(s.c, q) {
		switch does.ID {
		case "report.answer", "report.match", "report.state", "report.admit", "report.return", "report.withhold", "report.close", "report.submit", "report.show", "fee.show", "fee.paid":
		case "report.set-aside":
			c.Files = len(s.Files) > 1
		case "report.floor":
			floor := &act.AssignFloor{Ref: s.Ref, Section: q.Section}
			if c.Assigns = q.NeedsAssignment(); c.Assigns {
				c.State, err = s.form(floor, "floor")
			} else {
				err = add(floor, "floor")
			}
		case "report.assign":
			err = add(&act.AssignReport{Ref: s.Ref})
		case "report.correct":
			err = add(&act.CorrectReport{Ref: s.Ref, Section: q.Section}, "result")
		default:
			if line := act.Find(does.ID); line != nil && s.v.Is.Actor.May(&line.Rule) == nil && !line.TakesFile() {
				c.Links = append(c.Links, link{"desk.acts." + strings.ReplaceAll(does.ID, ".", "-"), s.v.DoLink(line.New())})
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// fieldsFor returns the fields of a statement that resolve a question.
func fieldsFor(what string) (fields []string) {
	f := finding.Finding{ID: what}
	for _, name := range casefile.Lacked(&f) {
		switch name {
		case "name":
			name = "event"
		case "time_control_text":
			name = "time-control"
		}
		fields = append(fields, strings.ReplaceAll(name, "_", "-"))
	}
	return fields
}

// decided is a decision that stands.
type decided struct {
	What, Was, Reason, Precedent string
	By, At                       string
	Back                         *portal.Form // takes it back; nil: it is not taken back here
}

// taken shows what was decided, beside what was reported, and the way back.
func (s *caseShown) taken(r bureau.Reader) error {
	for _, d := range s.c.Standing() {
		one := decided{Reason: d.Reason, Precedent: d.Precedent, At: s.v.When(d.At)}
		var does act.Act
		var err error
		if one.What, one.Was, does = s.inWords(d); does == nil {
			continue
		}
		if one.By, err = name(r, d.Actor); err != nil {
			return err
		}
		if back := act.TakenBack(does); back != nil && (!s.Rated || d.Payment != nil || d.Number > s.listed()) {
			if one.Back, err = s.form(back); err != nil {
				return err
			}
			if one.Back != nil {
				one.Back.As("desk.do.back")
			}
		}
		if d.Reply != nil && decisionOf(d.Reply.What) >= 0 {
			to := &s.Decisions[decisionOf(d.Reply.What)]
			to.Taken = append(to.Taken, one)
			continue
		}
		s.Decided = append(s.Decided, one)
	}
	return nil
}

// listed returns how many decisions the list of the report knows.
func (s *caseShown) listed() int {
	if s.c.Listed == nil {
		return 0
	}
	return s.c.Listed.Decisions
}

// inWords returns what a decision says, what was reported instead, and the act by which it was made; nil for what is not one of
// an officer.
func (s *caseShown) inWords(d *check.Decision) (what, was string, does act.Act) {
	p := s.v.Printer()
	of := act.Decided{Ref: s.Ref}
	switch {
	case d.Reply != nil:
		key := "desk.case.left-out"
		if d.Reply.Count {
			key = "desk.case.counts"
		}
		answers := &act.AnswerReport{Decided: of, Answers: []string{d.Reply.What}}
		if d.Reply.Section != "" {
			answers.Section = &d.Reply.Section
		}
		return p.Text(key, explain.Data{"what": p.Because([]string{d.Reply.What}), "section": document.SectionOf(p, s.c, d.Reply.Section)}), "", answers
	case d.Match != nil:
		m := d.Match
		return p.Text("report.matched", explain.Data{"section": document.SectionOf(p, s.c, m.Section), "start": number(m.Start), "player": m.Player}), s.entry(m.Section, m.Start), &act.MatchEntry{Ref: s.Ref, Section: m.Section, Start: m.Start, Player: m.Player}
	case d.Adjustment != nil && d.Adjustment.Result != nil:
		a := d.Adjustment
		data := explain.Data{"section": document.SectionOf(p, s.c, a.Section), "round": number(a.Round), "white": number(a.White), "black": number(a.Black), "result": a.Result.String()}
		return p.Text("report.adjusted-result", data), s.result(a), &act.CorrectReport{Ref: s.Ref, Section: a.Section, Round: a.Round, White: a.White, Black: a.Black, Result: act.Result(*a.Result)}
	case d.Adjustment != nil && d.Adjustment.Floor.Rated():
		a := d.Adjustment
		return p.Text("report.adjusted-floor", explain.Data{"section": document.SectionOf(p, s.c, a.Section), "floor": a.Floor.String()}), "", &act.AssignFloor{Ref: s.Ref, Section: a.Section, Floor: a.Floor}
	case d.Aside != 0:
		return p.Text("desk.case.aside", explain.Data{"file": number(d.Aside)}), "", &act.SetFileAside{Ref: s.Ref, File: d.Aside}
	case d.Payment != nil:
		return p.Text("desk.case.paid", explain.Data{"amount": number(d.Payment.Amount), "day": p.Date(d.Payment.Day)}), "", &act.PayFee{Ref: s.Ref, Amount: d.Payment.Amount}
	case d.Ruling != nil:
		by := act.Ruling{Decided: of}
		does = map[string]act.Act{"admitted": &act.AdmitReport{Ruling: by}, "withheld": &act.WithholdReport{Ruling: by}, "returned": &act.ReturnReport{Ruling: by}, "closed": &act.CloseReport{Ruling: by}}[string(d.Ruling.To)]
		return p.Text("desk.case.ruled", explain.Data{"state": p.Text(stateKey(d.Ruling.To), nil)}), "", does
	}
	return "", "", nil
}
