package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Today is what waits for whom, and which lists are due: schema arpad.today/1. It is what
// arpad today prints, for officers.
type Today struct {
	Schema  string              `json:"schema"`
	Day     civil.Date          `json:"day"`
	States  map[lists.State]int `json:"states"`          // reports by state, without those in a list
	Reports []TodayReport       `json:"reports"`         // that wait for somebody: first those that need an officer, the oldest first
	Need    int                 `json:"need_officer"`    // reports that need an officer
	Periods []TodayPeriod       `json:"periods"`         // that are over and whose lists are not out
	Behind  []TodayBehind       `json:"lists_behind"`    // events in a list which what has come since would change
	Twice   []TodayTwice        `json:"announced_twice"` // announcements that may be of one event, and have no report
	Alone   bool                `json:"contact_missing"` // the public can ask nobody: no contact is set
	Stated  int                 `json:"stated"`          // facts about players that reports for the next lists state, and the register does not know
	Asked   []TodayAsked        `json:"asked,omitempty"` // inquiries that wait for an officer
	FIDE    []TodayFIDE         `json:"fide"`            // events of which something is to be sent to FIDE, those that ended first

	Contradicting []agenda.Contradicting `json:"contradicting"` // accounts whose files have contradicted the register more often this month than by a slip
}

// TodayAsked is an inquiry that waits for an officer.
type TodayAsked struct {
	Inquiry string     `json:"inquiry"`
	On      civil.Date `json:"on"`
	Act     string     `json:"act"`    // asked for; empty: none
	Report  string     `json:"report"` // or an announcement; empty: see the player
	Player  string     `json:"player"`
}

// TodayTwice is two announcements that may be of one event, by their references.
type TodayTwice struct {
	Ref   string `json:"ref"`
	Other string `json:"other"`
}

// TodayBehind is an event in a list which what has come since would change: a correction brings it in.
type TodayBehind struct {
	Ref   string `json:"ref"`
	Event string `json:"event"`
	Label string `json:"label"` // of the list
}

// TodayFIDE is an event of which something is to be sent to FIDE.
type TodayFIDE struct {
	Ref     string           `json:"ref"`
	Event   string           `json:"event"`
	LastDay civil.Date       `json:"last_day"` // empty: not known
	State   fidereport.State `json:"state"`    // of its most urgent section
}

// TodayReport is a report that waits for somebody.
type TodayReport struct {
	Ref      string      `json:"ref"`
	State    lists.State `json:"state"`
	Event    string      `json:"event"`
	Club     string      `json:"club"`
	Officer  bool        `json:"needs_officer"`
	Age      int         `json:"age"`       // days since it was received
	Left     *int        `json:"days_left"` // to report in time, or to pay; negative: over; null: no last day
	WaitsFor []string    `json:"waits_for"` // in sentences, with commands
	Waits    []Wait      `json:"waits"`
}

// TodayPeriod is a period whose list is due.
type TodayPeriod struct {
	Label   string            `json:"label"`
	State   lists.PeriodState `json:"state"`
	LastDay civil.Date        `json:"last_day"`
	InForce *civil.Date       `json:"in_force"` // the day of its list; null: unknown
	DraftBehind
}

// DraftBehind is what has come since a draft was made, and is not in it.
type DraftBehind struct {
	Behind    []string `json:"behind"`            // references of reports
	Registers bool     `json:"registers_changed"` // the registers say something else of its players, and the list would come out otherwise
}

func newDraftBehind(s *closing.Since) DraftBehind { return DraftBehind{array(s.Reports), s.Registers} }

// NewToday returns the document of a morning.
func NewToday(p *explain.Printer, t *agenda.Today) Today {
	d := Today{Schema: "arpad.today/1", Day: t.Day, States: map[lists.State]int{}, Reports: []TodayReport{}, Need: t.Need, Periods: []TodayPeriod{}, Behind: []TodayBehind{}, Twice: []TodayTwice{}, Alone: t.Alone, Stated: t.Stated, FIDE: []TodayFIDE{}, Contradicting: array(t.Contradicting)}
	for _, count := range t.States {
		d.States[count.State] = count.Reports
	}
	for i := range t.Reports {
		r := &t.Reports[i]
		line := TodayReport{r.Ref, lists.State(r.State), r.Event, r.Club, r.Officer, r.Age, nil, array(WaitsFor(p, r.Case)), array(newWaits(p, r.Case))}
		if r.Due {
			line.Left = &r.Left
		}
		d.Reports = append(d.Reports, line)
	}
	for i := range t.Periods {
		p := &t.Periods[i]
		d.Periods = append(d.Periods, TodayPeriod{p.Label, p.State, p.Days.To, orNull(p.List), newDraftBehind(&p.Since)})
	}
	for _, r := range t.Behind {
		d.Behind = append(d.Behind, TodayBehind{r.Ref, r.Event, r.Period})
	}
	for _, q := range t.Asked {
		is := TodayAsked{Inquiry: q.Number, On: q.On, Report: q.Report, Player: q.Player}
		if q.Asks != nil {
			is.Act = q.Asks.Act
		}
		if q.Account {
			is.Act = "account.invite"
		}
		d.Asked = append(d.Asked, is)
	}
	for _, pair := range t.Twice {
		d.Twice = append(d.Twice, TodayTwice{pair[0].Ref, pair[1].Ref})
	}
	for _, e := range t.FIDE {
		d.FIDE = append(d.FIDE, TodayFIDE{e.Ref, e.Event, e.LastDay, fidereport.State(e.FIDE)})
	}
	return d
}
