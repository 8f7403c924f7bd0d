package mail

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/work"
)

const remindCursor = "reminders"

// Remind notes of which announced events a club has to be reminded, under a lease and each once, and queues the letters. It returns what
// was not noted before. Like Collect it tells nobody when it is called for the first time, or after the restore of a backup.
func (o *Office) Remind(ctx context.Context, lease string, fence int, all []work.Reminder) ([]work.Reminder, error) {
	known, err := o.known(ctx)
	if err != nil {
		return nil, err
	}
	at, began, err := o.Work.Cursor(ctx, remindCursor)
	if err != nil {
		return nil, err
	}
	var end work.Mark
	same := false
	err = o.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		if end, same, err = goesOn(r, at); err != nil {
			return err
		}
		for i := range all {
			is, err := register.LookUpClub(r, all[i].Club)
			if err != nil {
				return err
			}
			if is == nil {
				continue
			}
			w := &writer{r: r, e: &bureau.Entry{}, known: known}
			if err := w.club(all[i].What, is.ID); err != nil {
				return err
			}
			all[i].Tells = w.receivers()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.Work.Remind(ctx, lease, fence, remindCursor, end, !began || !same, all)
}

// Raise notes which alarms are raised, under a lease, and queues letters about those that were not before. It returns these. Accounts with a
// confirmed address are told.
func (o *Office) Raise(ctx context.Context, lease string, fence int, alarms []finding.Finding) ([]work.Reminder, error) {
	known, err := o.known(ctx)
	if err != nil {
		return nil, err
	}
	var all []work.Reminder
	err = o.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		for _, f := range alarms {
			roles, _ := Raised(f.ID)
			if roles == 0 {
				continue
			}
			w := &writer{r: r, e: &bureau.Entry{}, known: known}
			told, err := w.accounts(func(_ string, a *bureau.Account) bool {
				return a.Roles&roles != 0 && known.Confirmed[work.Folded(a.Email)]
			})
			if err != nil {
				return err
			}
			w.add(Alarm, told...)
			all = append(all, work.Reminder{What: Alarm, Subject: aboutWhat(&f), Tells: w.receivers()})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return o.Work.Raise(ctx, lease, fence, Alarm, all)
}

// aboutWhat returns an alarm and the routine or the list that it is about: what else it mentions may change while it is raised.
func aboutWhat(f *finding.Finding) string {
	for _, v := range f.Values {
		if v.Name == "routine" || v.Name == "label" {
			return f.ID + " " + v.Text
		}
	}
	return f.ID
}

// receivers returns who gets the letters.
func (w *writer) receivers() (all []string) {
	for _, l := range w.all {
		all = append(all, l.Receiver)
	}
	return all
}

// noticed reads what a letter about something that the clock has noticed is about.
func (o *Office) noticed(ctx context.Context, rd *reader) (err error) {
	switch rd.l.Kind {
	case ReportMissing, ReportDue:
		rd.reminded, err = o.Work.Reminded(ctx, rd.l)
	case Alarm:
		if o.Alarms != nil {
			rd.alarms, err = o.Alarms(ctx, o.Bureau)
		}
	}
	return err
}

// unreported returns the events of a club whose reports have not come yet.
func (rd *reader) unreported() (*Facts, error) {
	clubs, err := rd.clubs()
	if err != nil {
		return nil, err
	}
	all, err := agenda.ExpectedOf(rd.r, rd.s, rd.b.Today(rd.s))
	f := &Facts{}
	for _, e := range all {
		if !slices.Contains(rd.reminded, e.Ref) || e.Withdrawn != "" || e.Late() {
			continue
		}
		is, err := register.LookUpClub(rd.r, e.Club)
		if err != nil {
			return nil, err
		}
		if is == nil || !slices.Contains(clubs, is.ID) {
			continue
		}
		of := About{Data: explain.Data{"ref": e.Ref, "event": e.Name, "day": rd.Date(e.Days.To), "until": ""}}
		if e.Deadline != 0 {
			of.Data["until"] = rd.Date(e.Deadline)
		}
		if f.About = append(f.About, of); len(f.About) == 1 {
			f.Path = rd.path("portal/events/" + e.Ref)
		} else {
			f.Path = rd.path("portal")
		}
	}
	if err != nil || len(f.About) == 0 {
		return nil, err
	}
	return f, nil
}

// alarm returns the alarms that are raised and told the receiver.
func (rd *reader) alarm() (*Facts, error) {
	_, id := cut(rd.l.Receiver)
	a, err := bureau.Accounts.Get(rd.r, id)
	if err != nil || a == nil {
		return nil, err
	}
	of := About{Data: explain.Data{"day": rd.Date(rd.b.Today(rd.s))}}
	for _, f := range rd.alarms {
		if roles, _ := Raised(f.ID); a.Roles&roles != 0 {
			of.Items = append(of.Items, rd.Message(f)+" "+rd.CureInWords(f))
		}
	}
	if len(of.Items) == 0 {
		return nil, nil
	}
	return &Facts{[]About{of}, rd.path("admin/schedule")}, nil
}
