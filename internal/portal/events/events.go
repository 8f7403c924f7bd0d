package events

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

// The states of an announced event, those first that somebody does something about.
const (
	asks      = "asks" // for a dispensation
	late      = "late" // no report has come, and the last day to report all its games is over
	missing   = "missing"
	ahead     = "ahead"
	reported  = "reported"
	withdrawn = "withdrawn"
)

var states = []string{asks, late, missing, ahead, reported, withdrawn}

// eventShown is an announced event.
type eventShown struct {
	Ref, Event, Club string
	ClubTo           string // the page of its club; empty: there is none
	Days             civil.Range
	State            string
	Until            civil.Date // the last day to report all its games in time; zero: none
	Left             int        // days until then; negative: over
	Report, ReportTo string
	Inquiry          string // that asks for a dispensation
	FIDELate         bool   // announced too late as a FIDE event
	Clause, Edition  string // by which it is not rated; empty: it is
	Dispensed        bool
}

// Mine reports whether somebody does something about it.
func (e *eventShown) Mine() bool { return e.State == asks || e.State == late || e.State == missing }

// eventsShown is what the page of the announced events shows.
type eventsShown struct {
	Tabs   []tab
	Events []*eventShown
	Counts []countShown
	All    bool // also those that ended long ago
	Add    string
	Notice string // the pages of the forms; empty: the visitor has none
}

// countShown is how many events are in a state.
type countShown struct {
	State string
	N     int
}

// recent is for how many days after its first day an event is shown by itself.
const recent = 400

func showEvents(v *portal.Visit) (any, error) {
	s := &eventsShown{Tabs: tabs(v, "events"), All: v.R.URL.Query().Has("all")}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		within := bureau.Range{Order: 1}
		if !s.All {
			within.From = (v.Bureau.Today(of) - recent).String()
		}
		announced, err := rows.Announced.Select(r, within)
		if err != nil {
			return err
		}
		asking, err := dispensationsAsked(r)
		if err != nil {
			return err
		}
		for _, row := range announced {
			a, err := intake.Announcements.Get(r, row.Ref)
			if err != nil {
				return err
			}
			if a == nil {
				continue
			}
			e, err := eventOf(v, r, a, asking[a.Ref])
			if err != nil {
				return err
			}
			s.Events = append(s.Events, e)
		}
		return nil
	})
	slices.SortStableFunc(s.Events, func(a, b *eventShown) int {
		return cmp.Compare(slices.Index(states, a.State), slices.Index(states, b.State))
	})
	for _, state := range states {
		n := 0
		for _, e := range s.Events {
			if e.State == state {
				n++
			}
		}
		if n > 0 {
			s.Counts = append(s.Counts, countShown{state, n})
		}
	}
	if v.Is.Actor.Is(bureau.Officer) {
		s.Add, s.Notice = v.DoLink(&act.AnnounceEvent{}), v.DoLink(&act.NoticeReport{})
	}
	return s, err
}

// dispensationsAsked returns the open inquiries that ask for a dispensation, by the events that they are about.
func dispensationsAsked(r bureau.Reader) (map[string]*correction.Inquiry, error) {
	all, err := correction.Pending(r)
	by := map[string]*correction.Inquiry{}
	for _, q := range all {
		if q.Asks != nil && q.Asks.Act == "announce.dispense" {
			by[q.Report] = q
		}
	}
	return by, err
}

// eventOf returns an announced event for a page.
func eventOf(v *portal.Visit, r bureau.Reader, a *check.Announcement, asked *correction.Inquiry) (*eventShown, error) {
	terms, err := events.TermsOf(v.Of, a)
	if err != nil {
		return nil, err
	}
	followed, err := intake.FollowedBy(r, a)
	if err != nil {
		return nil, err
	}
	today := v.Bureau.Today(v.Of)
	e := &eventShown{
		Ref: a.Ref, Event: a.Name, Club: a.Club, Days: a.Days, Until: terms.Report, Left: int(terms.Report - today), Dispensed: a.Dispensation != nil,
		FIDELate: a.FIDEEvent && terms.FIDE != 0 && a.FIDESince > terms.FIDE,
	}
	if !a.Answer.Rated {
		e.Clause, e.Edition = a.Answer.Clause, a.Answer.Edition
	}
	club, err := register.LookUpClub(r, a.Club)
	if err != nil {
		return nil, err
	}
	if club != nil {
		e.ClubTo = v.PageOf("club.set", club.ID)
	}
	if followed != nil {
		e.Report, e.ReportTo = followed.Ref, v.PageOf("report.submit", followed.Ref)
	}
	switch {
	case a.Withdrawn != "":
		e.State = withdrawn
	case asked != nil:
		e.State, e.Inquiry = asks, asked.Number
	case followed != nil:
		e.State = reported
	case a.Days.To >= today:
		e.State = ahead
	case e.Until != 0 && e.Left < 0:
		e.State = late
	default:
		e.State = missing
	}
	return e, nil
}

// announcedShown is what the page of an announced event shows.
type announcedShown struct {
	Tabs []tab
	*eventShown
	Rounds       int
	Kind         string // how it is rated; empty: it is not
	Why          string // the title of the clause that decides it
	Dispensation *check.Dispensation
	GrantedBy    string
	GrantedOn    civil.Date
	Withdrawn    string // why
	Words        string // of the club that asks for a dispensation
	AskUntil     civil.Date
	AskLate      bool
	At           civil.Date
	Log          string

	Grant, Refuse, Dispense, Back *portal.Form // about a dispensation; nil: there is none to decide
	Set, Withdraw, Notice         *portal.Form
	Begun                         bool
}

func showEvent(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	s := &announcedShown{Tabs: tabs(v, "events"), Log: "/" + v.Lang + "/desk/log/?subject=" + ref}
	var a *check.Announcement
	var asked *correction.Inquiry
	var seen, asks string
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if a, err = intake.Announcements.Find(r, ref, finding.Refuse("no-announcement", finding.Text("ref", ref))); err != nil {
			return err
		}
		asking, err := dispensationsAsked(r)
		if err != nil {
			return err
		}
		asked = asking[ref]
		if s.eventShown, err = eventOf(v, r, a, asked); err != nil {
			return err
		}
		if asked != nil {
			if err := s.words(r, asked); err != nil {
				return err
			}
			if asks, err = bureau.SeenOf(r, correction.Subject(asked)); err != nil {
				return err
			}
		}
		if d := a.Dispensation; d != nil {
			s.Dispensation, s.GrantedOn, s.GrantedBy = d, v.Of.Day(d.At), d.Actor
		}
		of, err := events.Subject(r, a)
		if err == nil {
			seen, err = bureau.SeenOf(r, of)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	terms, err := events.TermsOf(v.Of, a)
	if err != nil {
		return nil, err
	}
	p, today := v.Printer(), v.Bureau.Today(v.Of)
	s.Rounds, s.Withdrawn, s.At, s.Begun, s.Why = a.Rounds, a.Withdrawn, v.Of.Day(a.At), a.Days.From <= today, p.Clause(&terms.About, a.Answer.Clause)
	s.AskUntil, s.AskLate = terms.Fewer, terms.Fewer != 0 && terms.Fewer < today
	if a.Answer.Rated {
		s.Kind = p.Word(a.Answer.Kind.String())
	}
	if !v.Is.Actor.Is(bureau.Officer) {
		return s, nil
	}
	return s, s.forms(v, a, asked, seen, asks)
}

// words reads what the club says that asks for a dispensation.
func (s *announcedShown) words(r bureau.Reader, q *correction.Inquiry) error {
	_, who, err := correction.FindInquiry(r, q.Number)
	if err == nil && who != nil {
		s.Words = who.Words
	}
	return err
}

// forms makes the forms of the acts that can be done with the event as it is.
func (s *announcedShown) forms(v *portal.Visit, a *check.Announcement, asked *correction.Inquiry, seen, asks string) (err error) {
	form := func(into **portal.Form, of act.Act, seen, button string) {
		if err == nil {
			if *into, err = v.Form(of, seen); err == nil {
				(*into).As("desk.announced." + button)
			}
		}
	}
	undo := act.Undo{Undo: true}
	switch {
	case asked != nil:
		form(&s.Grant, &act.GrantInquiry{Number: asked.Number}, seen, "grant") // it is decided about the event
		form(&s.Refuse, &act.CloseInquiry{Number: asked.Number}, asks, "refuse")
	case s.Dispensation != nil:
		form(&s.Back, &act.DispenseEvent{Ref: a.Ref, Undo: undo}, seen, "take-back")
	case s.AskUntil != 0 && a.Withdrawn == "":
		form(&s.Dispense, &act.DispenseEvent{Ref: a.Ref}, seen, "grant")
	}
	if s.Report == "" {
		if !s.Begun {
			form(&s.Set, &act.SetEvent{Ref: a.Ref, Name: a.Name, Start: a.Days.From, End: a.Days.To}, seen, "change")
		}
		if a.Withdrawn == "" && s.Begun {
			form(&s.Notice, &act.NoticeReport{Event: a.Name, Start: a.Days.From, End: a.Days.To, For: a.Club}, "", "notice")
		}
		button := "withdraw"
		if a.Withdrawn != "" {
			button = "again"
		}
		form(&s.Withdraw, &act.WithdrawEvent{Ref: a.Ref, Undo: act.Undo{Undo: a.Withdrawn != ""}}, seen, button)
	}
	if err != nil {
		return err
	}
	if s.Grant != nil {
		s.Grant.With("reason")
		s.Refuse.Lesser()
	}
	if s.Dispense != nil {
		s.Dispense.With("asked")
	}
	if s.Set != nil {
		s.Set.With("name", "start", "end").Lesser()
	}
	for _, f := range []*portal.Form{s.Back, s.Withdraw, s.Notice} {
		if f != nil {
			f.Lesser()
		}
	}
	return nil
}
