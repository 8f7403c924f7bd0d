package reports

import (
	"crypto/rand"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
)

// reportShown is what the page of a report shows to its club.
type reportShown struct {
	Ref, Event, Club       string
	State                  string // the key of its name
	Days                   civil.Range
	Received               string
	Players, Games         int
	Period                 string
	Deadline               civil.Date
	Waits                  []string
	Moves                  []moveShown
	Next                   string          // the key of what comes next
	Fee                    *portal.Invoice // nil: there is none
	Returned               *moveShown      // how it was sent back; nil: it was not
	Cards                  []card
	Fields, Was            []*casefile.Field
	Errors, Questions      int
	Thread                 []document.OwnInquiry
	Open, Rated, Withdrawn bool
	Seen, Key              string
	Text                   string // a message that was not sent
}

// moveShown is a change of a report's state.
type moveShown struct{ When, What, Reason string }

// nextOf is what comes after a state of a report: the key desk.report.next-STATE.
var nextOf = []string{"received", "waiting", "admitted", "withheld", "returned", "closed", "rated"}

func showReport(v *portal.Visit) (any, error) {
	p, ref := v.Printer(), v.R.PathValue("ref")
	seen, err := v.Seen("report-status", ref)
	if err != nil {
		return nil, err
	}
	read, err := v.Read("report-status", ref)
	if err != nil {
		return nil, err
	}
	of, is := read.(document.OwnReport)
	if !is { // an officer reads it elsewhere
		return nil, finding.Refuse("no-report", finding.Text("ref", ref))
	}
	told := of.Told
	c := told.Case
	s := &reportShown{Ref: c.Ref, Event: c.Event, Club: c.Club, State: "desk.report.state-" + string(of.State), Days: c.Days, Received: v.When(c.Received), Players: c.Players, Games: c.Games, Period: c.Period, Deadline: c.Deadline, Waits: of.Waits, Seen: seen, Key: rand.Text(), Text: v.Field("text")}
	s.Rated, s.Open = of.State == check.Rated, !slices.Contains([]string{"rated", "closed"}, string(of.State))
	for _, m := range of.Moves {
		s.Moves = append(s.Moves, moveShown{v.When(m.At), "desk.report.state-" + string(m.To), m.Reason})
	}
	if of.State == check.Returned && len(s.Moves) > 0 {
		s.Returned = &s.Moves[len(s.Moves)-1]
	}
	if of.Fee != nil {
		if s.Fee, err = v.Invoice(document.Invoice{Ref: c.Ref, Fee: of.Fee}); err != nil {
			return nil, err
		}
	}
	if slices.Contains(nextOf, string(of.State)) {
		s.Next = "desk.report.next-" + string(of.State)
	}
	fields := casefile.Fields(p, v.R.PostForm, told.Report, nil)
	made := &page{Printer: p, fields: fields, asked: map[string]bool{}, may: map[string]*entryFound{}, typed: v.R.PostForm.Get, leave: "desk.report.leave"}
	if err := s.asks(v, made, told); err != nil {
		return nil, err
	}
	s.Cards = slices.DeleteFunc(append(made.cards(told, 0, false), s.Cards...), func(c card) bool { return c.Severity == "desk.report.severity-info" && c.Fields == nil })
	slices.SortStableFunc(s.Cards, func(a, b card) int { return rank(&a) - rank(&b) })
	linked(s.Cards)
	for i := range s.Cards {
		if s.Cards[i].Bad {
			s.Errors++
		} else if s.Cards[i].Asks {
			s.Questions++
		}
	}
	for _, one := range casefile.Said {
		f := fields[one.Name]
		s.Was = append(s.Was, f)
		if one.Always && !made.asked[one.Name] && f.Was == "" && one.Kind != casefile.Tick && one.Kind != casefile.List && (one.Name != "type" || fields["time_control_text"].Was == "") {
			s.Fields = append(s.Fields, f)
		}
	}
	return s, s.threads(v)
}

// asks adds the questions who an entry is.
func (s *reportShown) asks(v *portal.Visit, made *page, told *trial.Told) error {
	if told.Report == nil {
		return nil
	}
	s.Players, s.Games = 0, 0
	for i := range told.Report.Sections {
		section := &told.Report.Sections[i]
		s.Players += len(section.Players)
		s.Games += len(section.Games)
		asked := map[int]bool{}
		for _, q := range told.Case.Open() {
			if q.What == "player" && !q.Officer && q.Section == section.Name {
				asked[q.Start] = true
			}
		}
		if len(asked) == 0 {
			continue
		}
		found, err := understood(v, told.Report, section)
		if err != nil {
			return err
		}
		for n := range section.Players {
			if e := &section.Players[n]; asked[e.StartNumber] {
				is := &entryFound{&document.Entry{}, true}
				if n < len(found) {
					is.Entry = &found[n]
				}
				made.may[entryName(0, section, e.StartNumber)] = is
			}
		}
		s.Cards = append(s.Cards, made.unclear(0, section)...)
	}
	return nil
}

// threads adds what was asked about the report.
func (s *reportShown) threads(v *portal.Visit) error {
	read, err := v.Read("inquiries", "")
	if err != nil {
		return err
	}
	all, _ := read.([]any)
	for _, one := range all {
		if q, is := one.(document.OwnInquiry); is && q.Report == s.Ref {
			s.Thread = append(s.Thread, q)
		}
	}
	return nil
}

// sendReport answers what is asked about a report, or asks for something.
func sendReport(v *portal.Visit) error {
	ref, with := v.R.PathValue("ref"), act.With{}
	var does act.Act
	switch v.Field("do") {
	case "reply":
		with.Key = v.Field("key")
		does = &act.ReplyInquiry{Number: v.Field("inquiry"), Text: v.Field("text")}
	case "write":
		with.Key = v.Field("key")
		does = &act.AddInquiry{Who: v.Is.Account.Name, Contact: v.Is.Account.Email, What: v.Field("text"), Event: ref}
	case "withdraw":
		with.Key = v.Field("key")
		asks := &act.Asks[act.ProposeWithdrawal]{Who: v.Is.Account.Name, Contact: v.Is.Account.Email}
		asks.Act.Ref, asks.Act.Reason = ref, v.Field("reason")
		does = asks
	default:
		words, wrong := casefile.Words(v.R.PostForm, 0)
		if len(wrong) > 0 {
			return portal.Said("desk.report.wrong")
		}
		with.Seen = v.Field("seen")
		does = &act.StateReport{Ref: ref, Words: words}
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, does, with); err != nil {
		return err
	}
	return v.Lead("portal", "reports", ref)
}
