package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
)

// todayCommand prints what an officer finds in the morning.
type todayCommand struct{ showFlags }

func (c *todayCommand) Run(a *app, b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) error {
	t, err := agenda.TodayOf(b, r, s, 0)
	return show(a, c.Format, t, err, a.today, func(t *agenda.Today) document.Today { return document.NewToday(a.Printer, t) })
}

// today prints counts, what waits for whom, and the periods that can be closed.
func (a *app) today(t *agenda.Today) {
	a.say("today.title", explain.Data{"date": a.Date(t.Day)})
	counts := a.columns()
	for _, count := range t.States {
		counts.AppendRow(table.Row{"  " + a.Word(string(count.State)), count.Reports})
	}
	a.print(counts)
	officer := false
	for i := range t.Reports {
		p := &t.Reports[i]
		if i == 0 || officer != p.Officer {
			officer = p.Officer
			fmt.Fprintln(a.out)
			a.say(map[bool]string{true: "today.officer", false: "today.others"}[officer], nil)
		}
		line := a.Text("today.report", explain.Data{"ref": p.Ref, "event": eventName(p.Case), "age": strconv.Itoa(p.Age)})
		if p.Due {
			line += "  " + a.Text(map[bool]string{true: "today.over", false: "today.left"}[p.Left < 0], explain.Data{"days": strconv.Itoa(max(p.Left, -p.Left))})
		}
		fmt.Fprintln(a.out, line)
		for _, wait := range document.WaitsFor(a.Printer, p.Case) {
			fmt.Fprintf(a.out, "    %s\n", wait)
		}
	}
	for i := range t.Periods {
		p := &t.Periods[i]
		if i == 0 {
			fmt.Fprintln(a.out)
		}
		a.say("today.period", explain.Data{"label": p.Label, "last": a.Date(p.Days.To), "state": a.periodState(&p.Period), "list": a.dayOf(p.List)})
		a.since(p.Label, &p.Since)
	}
	for i, r := range t.Behind {
		if i == 0 {
			fmt.Fprintln(a.out)
		}
		a.say("today.behind", explain.Data{"ref": r.Ref, "event": r.Event, "label": r.Period})
	}
	for i, e := range t.FIDE {
		if i == 0 {
			fmt.Fprintln(a.out)
			a.say("today.fide", nil)
		}
		a.say("today.fide-"+e.FIDE, explain.Data{"ref": e.Ref, "event": e.Event, "age": strconv.Itoa(int(t.Day - e.LastDay))})
	}
	for i, q := range t.Asked {
		if i == 0 {
			fmt.Fprintln(a.out)
		}
		a.say("today.asked", explain.Data{"inquiry": q.Number, "state": a.inquiryState(q), "subject": cmp.Or(q.Report, q.Player), "age": strconv.Itoa(int(t.Day - q.On))})
	}
	for i, pair := range t.Twice {
		if i == 0 {
			fmt.Fprintln(a.out)
		}
		a.say("today.twice", explain.Data{"ref": pair[0].Ref, "event": pair[0].Name, "other": pair[1].Ref, "name": pair[1].Name})
	}
	if t.Stated > 0 {
		fmt.Fprintln(a.out)
		a.say("today.stated", explain.Data{"facts": strconv.Itoa(t.Stated)})
	}
	for _, c := range t.Contradicting {
		a.say("today.contradicting", explain.Data{"name": c.Name, "account": c.Account, "entries": strconv.Itoa(c.Entries)})
	}
	if t.Alone {
		a.say("today.contact", nil)
	}
	if len(t.Reports)+len(t.Periods)+len(t.Behind)+len(t.FIDE)+len(t.Twice)+len(t.Asked)+len(t.Contradicting)+t.Stated == 0 {
		a.say("today.nothing", nil)
	}
}
