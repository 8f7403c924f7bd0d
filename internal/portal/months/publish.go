package months

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/portal"
)

// publishShown is what the page of a publication shows.
type publishShown struct {
	*document.Review
	Day      civil.Date // of the list
	Early    civil.Date // the first day on which it is published without a reason, if that is still ahead; else zero
	Unpaid   []string   // references of reports whose fee can still be paid in time
	Open     int        // questions
	Games    int
	Digest   string
	Same     bool // made again from the reports, the draft is the same
	Waits    *waits
	Period   *lists.Period
	Two      bool // a second officer has to want it, too
	Lists    []*lists.Publication
	Drafted  bool // else the list is out
	Answered []document.ReviewCheck
	Next     string        // label of the period that is over and comes next; empty: none is
	Forms    *publishForms // nil: the visitor only reads, or something hinders it
}

// Way returns how far the list has come.
func (s *publishShown) Way() way { return wayAt(map[bool]int{true: 2, false: 3}[s.Drafted]) }

// Behind reports whether something has come since the draft was made.
func (s *publishShown) Behind() bool { return len(s.DraftBehind.Behind) > 0 || s.Registers }

func showPublish(v *portal.Visit) (any, error) {
	label := v.R.PathValue("label")
	read, led, err := reviewed(v, label)
	if err != nil || led {
		return nil, err
	}
	s := &publishShown{Review: &read, Day: read.List, Two: v.Of.TwoOfficers, Drafted: read.State == lists.Drafted}
	for _, c := range read.Checks {
		if !c.Ticked {
			s.Open++
		} else {
			s.Answered = append(s.Answered, c)
		}
	}
	err = view(v, func(r bureau.Reader, settings *bureau.Settings) error {
		run, err := lists.FindRun(r, read.Run)
		if err != nil {
			return err
		}
		s.Games, s.Digest = run.Games, run.Digest
		in, err := lists.InputOf(r, run)
		if err != nil {
			return err
		}
		made, err := run.Make(in, nil)
		if err != nil {
			return err
		}
		s.Same = lists.StandingsDigest(made.Outcome.Standings) == run.Digest
		today, last := v.Bureau.Today(settings), s.Day-1
		cases, err := intake.OfPeriod(r, label)
		if err != nil {
			return err
		}
		for _, c := range cases {
			if c.FeeRuns(today) && c.State != check.Closed {
				s.Unpaid, last = append(s.Unpaid, c.Ref), max(last, c.Fee.Until)
			}
		}
		if today <= last {
			s.Early = last + 1
		}
		if s.Period, err = lists.FindPeriod(r, label); err != nil {
			return err
		}
		periods, err := periodsOf(r, settings, today)
		if err != nil {
			return err
		}
		s.Next = nextDue(periods, label, today)
		s.Lists, err = lists.Publications.All(r, label+"\x00")
		return err
	})
	if err != nil {
		return nil, err
	}
	all, err := waiting(v)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(w *waits) bool { return periodOf(w.Does) == label }); i >= 0 {
		s.Waits = all[i]
	}
	return s, s.forms(v)
}

// On returns how many players have a rating of a kind in the list.
func (s *publishShown) On(kind int) int {
	k := &s.Kinds[kind]
	return k.Created + k.Unchanged + k.Changed
}

// waits is something that waits for a second officer.
type waits struct {
	Act     string // its word in the log
	Does    act.Act
	Command string
	By      string // name
	Own     bool   // the visitor was the first
	At      string
	Until   civil.Date // the last day on which it waits
	Do      string     // address of the form with which it is done
	Of      string     // the period or the correction that it is about; empty: something else
	To      []any      // the page on which one sees what it leads to, as parts; nil: there is none
	Confirm *portal.Form
}

// Name returns the name of the act as the keys of texts have it.
func (w *waits) Name() string { return strings.ReplaceAll(w.Act, ".", "-") }

// holds is for how many days something waits for a second officer.
const holds = 30

// waiting returns what waits for a second officer, as officers read it.
func waiting(v *portal.Visit) (all []*waits, err error) {
	if !acts(v) {
		return nil, nil
	}
	read, err := as[[]*bureau.Wanted](v, "waiting", "")
	if err != nil {
		return nil, err
	}
	err = view(v, func(r bureau.Reader, s *bureau.Settings) error {
		for _, w := range read {
			line := act.Find(w.Act)
			if line == nil { // of another version
				continue
			}
			one := &waits{Act: w.Act, Does: line.New(), Own: w.By == v.Is.Actor.Account, At: v.When(w.At), Until: s.Day(w.At) + holds - 1}
			if err := json.Unmarshal(w.Said, one.Does); err != nil {
				return err
			}
			by, err := bureau.AccountOf(r, w.By)
			if err != nil {
				return err
			}
			one.By, one.Command, one.Do = by.Name, command(one.Does), v.DoLink(one.Does)
			if stands, err := one.stands(r, w.At); err != nil || !stands {
				if err != nil {
					return err
				}
				continue
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}

// stands reports whether what was wanted then can still be done as it was seen, and finds the page of it.
func (w *waits) stands(r bureau.Reader, then time.Time) (bool, error) {
	if label := periodOf(w.Does); label != "" {
		w.Of, w.To = label, []any{"desk", "periods", label, "publish"}
		p, err := lists.Periods.Get(r, label)
		if err != nil || p == nil || p.State != lists.Drafted {
			return false, err
		}
		run, err := lists.FindRun(r, p.Run)
		return err == nil && !run.At.After(then), err
	}
	if is, ok := w.Does.(*act.AcceptCorrection); ok {
		w.Of, w.To = is.Number, []any{"desk", "corrections", is.Number}
		k, err := correction.Find(r, is.Number)
		return err == nil && k.State == correction.Proposed, err
	}
	return true, nil
}

// periodOf returns the label of the period whose draft an act publishes, now or on a day; empty: of none.
func periodOf(does act.Act) string {
	switch is := does.(type) {
	case *act.PublishPeriod:
		return is.Label
	case *act.PlanPeriod:
		return is.Label
	}
	return ""
}

// waitingShown is what the page of what waits for a second officer shows.
type waitingShown struct{ All []*waits }

func showWaiting(v *portal.Visit) (any, error) {
	all, err := waiting(v)
	return &waitingShown{all}, err
}
