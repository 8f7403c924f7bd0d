package club

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/portal"
)

// eventShown is what the page of an announced event shows.
type eventShown struct {
	Is         *answer
	Done       string // the key of what is said was done; empty: nothing is
	Key, Seen  string
	Do         string // which form was sent; empty: none
	Event      string // of the forms
	Start, End string
	Reason     string
	Control    string               // the time control, in words
	Left       daysLeft             // until its report is late
	At, Since  civil.Date           // when it was announced, or last changed, and since when as a FIDE event
	Change     *answer              // as it would be changed; nil: no change was looked at
	Wrong      string               // why it cannot be changed so; empty: it can
	Asked      *document.OwnInquiry // for a dispensation; nil: nobody has
	Commands   map[string]string
}

// MayChange reports whether its name and its days may still be changed.
func (s *eventShown) MayChange() bool { return !s.Is.Begun && !s.Is.Reported }

// MayWithdraw reports whether it may still be cancelled.
func (s *eventShown) MayWithdraw() bool { return s.Is.Withdrawn == "" && !s.Is.Reported }

// MayAsk reports whether the club may ask for a dispensation.
func (s *eventShown) MayAsk() bool {
	return s.Is.AskUntil != nil && !s.Is.Dispensed && s.Is.Withdrawn == "" && !s.Is.Reported && (s.Asked == nil || s.Asked.Answer != "" || s.Asked.Withdrawn)
}

// done are what may be said was done.
var done = map[string]string{"announced": "desk.event.announced", "changed": "desk.event.changed", "withdrawn": "desk.event.withdrawn", "again": "desk.event.again", "asked": "desk.event.asked"}

func showEvent(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	own, err := announced(v, ref)
	if err != nil {
		return nil, err
	}
	s := &eventShown{
		Is: answerOf(v, own, nil), Done: done[v.R.URL.Query().Get("done")], Key: newKey(), Do: v.Field("do"),
		Event: own.Event, Start: own.Days.From.String(), End: own.Days.To.String(), Reason: v.Field("reason"),
		Control: controlIn(v.Printer(), own.TimeControl), At: v.Of.Day(own.At), Since: orZero(own.FIDESince),
	}
	s.Left = daysLeft(s.Is.DeadlineDay() - today(v))
	if s.Seen, err = seen(v, ref); err != nil {
		return nil, err
	}
	if s.Asked, err = askedFor(v, ref); err != nil {
		return nil, err
	}
	if s.MayChange() && own.Withdrawn == "" { // what is found of it stands nowhere: it is what a change of nothing leads to
		as, err := look(v, &act.SetEvent{Ref: ref})
		if err != nil && !refused(err) {
			return nil, err
		}
		if as != nil {
			s.Is.Found = as.Found
		}
	}
	if s.Do == "look" || s.Do == "change" {
		s.Event, s.Start, s.End = v.Field("event"), v.Field("start"), v.Field("end")
		does, err := changeOf(v)
		if err == nil {
			s.Change, err = look(v, does)
		}
		if s.Wrong, err = wrong(v, err); err != nil {
			return nil, err
		}
	}
	because := act.Because{Reason: v.Printer().Text("desk.event.reason-example", nil)}
	s.Commands = map[string]string{
		"withdraw": command(&act.WithdrawEvent{Ref: ref, Because: because}),
		"again":    command(&act.WithdrawEvent{Ref: ref, Because: because, Undo: act.Undo{Undo: true}}),
		"change":   command(&act.SetEvent{Ref: ref, Start: own.Days.From, End: own.Days.To}),
		"ask":      command(&act.Asks[act.DispenseEvent]{Act: act.DispenseEvent{Ref: ref, Because: because}}),
	}
	return s, nil
}

// askedFor returns the newest inquiry that asks for a dispensation for an announced event, nil if there is none.
func askedFor(v *portal.Visit, ref string) (newest *document.OwnInquiry, err error) {
	all, err := each[document.OwnInquiry](v, "inquiries")
	for i := range all {
		if all[i].Report == ref && !all[i].Asked {
			newest = &all[i]
		}
	}
	return newest, err
}

// changeOf returns the act that sets the name and the days of the event to those of the form.
func changeOf(v *portal.Visit) (*act.SetEvent, error) {
	does := &act.SetEvent{Ref: v.R.PathValue("ref"), Name: v.Field("event"), Because: act.Because{Reason: v.Field("reason")}}
	days, err := daysOf(v)
	does.Start, does.End = days.From, days.To
	return does, err
}

// daysOf returns the days of the form.
func daysOf(v *portal.Visit) (days civil.Range, err error) {
	if days.From, err = day(v, "start"); err != nil {
		return days, err
	}
	days.To, err = day(v, "end")
	return days, err
}

func sendEvent(v *portal.Visit) error {
	ref, because := v.R.PathValue("ref"), act.Because{Reason: v.Field("reason")}
	if _, err := announced(v, ref); err != nil { // what is another club's is not there
		return err
	}
	var does act.Act
	said := ""
	switch v.Field("do") {
	case "look", "change":
		change, err := changeOf(v)
		if err != nil {
			return err
		}
		if v.Field("do") == "look" {
			if _, err := look(v, change); err != nil {
				return err
			}
			return again(v, "event", showEvent)
		}
		if err := looked(v, change); err != nil {
			return err
		}
		does, said = change, "changed"
	case "withdraw":
		does, said = &act.WithdrawEvent{Ref: ref, Because: because}, "withdrawn"
	case "again":
		does, said = &act.WithdrawEvent{Ref: ref, Because: because, Undo: act.Undo{Undo: true}}, "again"
	case "ask":
		does, said = &act.Asks[act.DispenseEvent]{Act: act.DispenseEvent{Ref: ref, Because: because}}, "asked"
	default:
		return v.Lead("portal", "events", ref)
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Seen: v.Field("seen"), Key: v.Field("key")}); err != nil {
		return err
	}
	return v.LeadTo("/" + v.Lang + "/portal/events/" + ref + "/?done=" + said)
}
