package months

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
)

// inquiryLine is an inquiry as officers read it, without words.
type inquiryLine struct {
	*correction.Inquiry
	Is    string     // the key of where it stands
	About string     // the act that is asked for, in words; empty: none
	Event string     // name; empty: it is about no report
	Who   person     // whom it is about; without an ID: nobody
	Until civil.Date // the last day on which it leads to a new revision of its list; zero: there is none
}

// Open reports whether it waits for an officer.
func (l *inquiryLine) Open() bool { return l.Closed == nil && !l.Waits() }

// inquiriesShown is what the page of all inquiries shows.
type inquiriesShown struct {
	Open, Waits, Closed []*inquiryLine
	Accounts            []*accountLine // players who ask for one
	Paper               []paper
}

// paper leads to the form of a request that came on paper.
type paper struct{ Key, To string }

// onPaper are the requests that an officer records for whoever asked.
var onPaper = []act.Act{
	&act.AddInquiry{}, &act.Asks[act.ProposeResult]{}, &act.Asks[act.ProposeCount]{}, &act.Asks[act.ProposeOmission]{}, &act.Asks[act.ProposePlayer]{},
	&act.Asks[act.ProposeWithdrawal]{}, &act.Asks[act.ProposeLate]{}, &act.Asks[act.AddMember]{}, &act.Asks[act.DispenseEvent]{}, &act.Asks[act.AnonymisePerson]{}, &act.Asks[act.ErasePerson]{},
}

func showInquiries(v *portal.Visit) (any, error) {
	s := &inquiriesShown{}
	read, err := as[[]any](v, "inquiries", "")
	if err != nil {
		return nil, err
	}
	err = view(v, func(r bureau.Reader, settings *bureau.Settings) error {
		for _, of := range read {
			q, by, err := inquired(of)
			if err != nil {
				return err
			}
			line, err := lineOf(r, settings, q)
			if err != nil {
				return err
			}
			switch {
			case q.Account && q.Closed == nil:
				who, err := accountOf(v, r, line, by)
				if err != nil {
					return err
				}
				s.Accounts = append(s.Accounts, who)
			case q.Closed != nil:
				s.Closed = append(s.Closed, line)
			case q.Waits():
				s.Waits = append(s.Waits, line)
			default:
				s.Open = append(s.Open, line)
			}
		}
		return nil
	})
	slices.SortStableFunc(s.Open, func(a, b *inquiryLine) int { return int(a.On - b.On) })
	slices.Reverse(s.Closed)
	if acts(v) {
		for _, a := range onPaper {
			s.Paper = append(s.Paper, paper{actKey(act.LineOf(a).ID), v.DoLink(a)})
		}
	}
	return s, err
}

// actKey returns the key of the name of an act.
func actKey(id string) string { return "desk.acts." + strings.ReplaceAll(id, ".", "-") }

// inquired returns an inquiry that was read, and who asked; nil: an auditor reads it, or it is forgotten.
func inquired(read any) (*correction.Inquiry, *correction.Inquirer, error) {
	switch is := read.(type) {
	case *correction.Inquiry:
		return is, nil, nil
	case document.Inquiry:
		return is.Inquiry, is.By, nil
	}
	return nil, nil, errors.New("months: an inquiry is something else")
}

// lineOf returns what is said of an inquiry.
func lineOf(r bureau.Reader, s *bureau.Settings, q *correction.Inquiry) (*inquiryLine, error) {
	l := &inquiryLine{Inquiry: q, Is: "inquiry.open"}
	switch {
	case q.Granted:
		l.Is = "inquiry.granted"
	case q.Withdrawn:
		l.Is = "inquiry.withdrawn"
	case q.Closed != nil:
		l.Is = "inquiry.closed"
	case q.Waits():
		l.Is = "inquiry.waits"
	}
	if q.Asks != nil {
		l.About = actKey(q.Asks.Act)
	}
	if q.Account {
		l.About = "desk.inquiries.account"
	}
	if q.Player != "" {
		p, err := register.Find(r, q.Player)
		if err != nil {
			return nil, err
		}
		l.Who = person{p.ID, p.Name, p.NameLocal}
	}
	if c, err := intake.Cases.Get(r, bureau.RefKey(q.Report)); err != nil {
		return nil, err
	} else if c != nil && q.Report != "" {
		l.Event = c.Event
	}
	var err error
	_, l.Until, err = q.Until(r, s)
	return l, err
}

// inquiryShown is what the page of an inquiry shows.
type inquiryShown struct {
	*inquiryLine
	By      *correction.Inquirer // nil: an auditor reads it, or it is forgotten
	Game    *sheetGame           // about which it is; nil: about none
	Command string               // of what is asked for; empty: nothing is
	Others  []witness            // who knows the result that it asks to change
	Asking  *accountLine         // for an account; nil: they do not
	Led     []*correction.Correction
	Fields  []portal.FormField // of what is asked for
	When    func(time.Time) string
	Late    bool          // it came too late for a new revision of its list
	Forms   *inquiryForms // nil: the visitor only reads, or it is closed
}

func showInquiry(v *portal.Visit) (any, error) {
	read, err := v.Read("inquiry", v.R.PathValue("q"))
	if err != nil {
		return nil, err
	}
	q, by, err := inquired(read)
	if err != nil {
		return nil, err
	}
	s := &inquiryShown{By: by, When: v.When}
	err = view(v, func(r bureau.Reader, settings *bureau.Settings) error {
		if s.inquiryLine, err = lineOf(r, settings, q); err != nil {
			return err
		}
		s.Late = s.Until != 0 && q.On > s.Until
		if q.Asks != nil {
			does, err := act.Wished(q, "")
			if err != nil {
				return err
			}
			f, err := v.Form(does, "")
			if err != nil {
				return err
			}
			s.Command, s.Fields = f.Command, f.Hidden
		}
		if s.Game, err = gameOf(r, q); err != nil {
			return err
		}
		if s.Others, err = witnessesOf(v, r, q); err != nil {
			return err
		}
		if q.Account && q.Closed == nil {
			if s.Asking, err = accountOf(v, r, s.inquiryLine, by); err != nil {
				return err
			}
		}
		all, err := correction.All(r)
		for _, k := range all {
			if k.Inquiry == q.Number {
				s.Led = append(s.Led, k)
			}
		}
		return err
	})
	if err == nil {
		err = s.forms(v)
	}
	return s, err
}

// CorrectAt returns where a correction is chosen that answers the inquiry.
func (s *inquiryShown) CorrectAt(lang string) string {
	about := url.Values{"inquiry": {s.Number}}
	if s.Report != "" {
		about.Set("ref", s.Report)
	}
	if s.Player != "" {
		about.Set("player", s.Player)
	}
	return "/" + lang + "/desk/correct/?" + about.Encode()
}

// gameOf returns the game that an inquiry is about, nil if it is about none.
func gameOf(r bureau.Reader, q *correction.Inquiry) (*sheetGame, error) {
	g := q.Game
	if g == nil && q.Asks != nil {
		if does, err := act.Wished(q, ""); err != nil {
			return nil, err
		} else if of := gameIn(does); of != nil {
			g = &correction.Game{Section: of.Section, Round: of.Round, White: of.White, Black: of.Black}
		}
	}
	if g == nil || q.Report == "" {
		return nil, nil
	}
	c, err := intake.Find(r, q.Report)
	var refused *finding.Refused
	if errors.As(err, &refused) { // it is about an announcement
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	played, err := sheetOf(r, c.RecordID(c.Current))
	if err != nil {
		return nil, err
	}
	return played.Game(g.Section, g.Round, g.White, g.Black), nil
}

// gameIn returns the game that an act corrects, nil if it corrects something else.
func gameIn(a act.Act) *act.Game {
	switch is := a.(type) {
	case *act.ProposeResult:
		return &is.Game
	case *act.ProposeCount:
		return &is.Game
	case *act.ProposeOmission:
		return &is.Game
	}
	return nil
}
