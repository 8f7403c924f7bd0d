package site

import (
	"cmp"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/regulation"
)

// calendar is the values of the page about what comes next.
type calendar struct {
	*agenda.Ahead
	About  regulation.About
	Events []expected
}

// expected is an announced event of which no report has come.
type expected struct {
	agenda.Expected
	By   called
	Kind string // a word; empty: it will not be rated
}

// readAhead reads what comes next.
func readAhead(v *public.Visit, _ *public.Asked) (*agenda.Ahead, error) {
	return agenda.AheadOf(v.R, v.Settings, v.Now.Day)
}

func calendarPage(v *visit, ahead *agenda.Ahead) (*calendar, error) {
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	c := &calendar{Ahead: ahead, About: rules.Latest().About()}
	for _, e := range ahead.Events {
		shown := expected{Expected: e}
		if shown.By, err = v.club(e.Club); err != nil {
			return nil, err
		}
		if e.Answer.Rated {
			shown.Kind = e.Answer.Kind.String()
		}
		c.Events = append(c.Events, shown)
	}
	return c, nil
}

// calendarICS is the calendar as a file.
var calendarICS = file{format: "ics", contentType: contentType("ics"), worded: true, write: func(v *visit, w io.Writer, found any) error {
	return writeICS(v, w, found.(*agenda.Ahead))
}}

// writeICS writes iCalendar (RFC 5545): the days on which lists come into force, the last days
// of periods, and announced events.
func writeICS(v *visit, w io.Writer, ahead *agenda.Ahead) error {
	var out strings.Builder
	line := func(name, value string) {
		text := name + ":" + value
		for len(text) > 75 {
			cut := 75
			for !utf8.RuneStart(text[cut]) {
				cut--
			}
			out.WriteString(text[:cut] + "\r\n")
			text = " " + text[cut:]
		}
		out.WriteString(text + "\r\n")
	}
	compact := func(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "") }
	add := func(id, name string, days civil.Range) {
		line("BEGIN", "VEVENT")
		line("UID", id+"@"+cmp.Or(strings.TrimPrefix(strings.TrimPrefix(v.Base, "https://"), "http://"), v.Authority))
		line("DTSTAMP", compact(v.Now.Day)+"T000000Z")
		line("DTSTART;VALUE=DATE", compact(days.From))
		line("DTEND;VALUE=DATE", compact(days.To+1))
		line("SUMMARY", strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\n", " ", "\r", " ").Replace(name))
		line("END", "VEVENT")
	}
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//Arpad//Calendar//"+strings.ToUpper(v.Language))
	for _, p := range ahead.Periods {
		add("period-"+p.Label, v.Format().Say("web.calendar.ics-period", "list", v.Format().List(p.Label, p.List)), civil.Range{From: p.Days.To, To: p.Days.To})
		if p.List != 0 {
			add("list-"+p.Label, v.Format().Say("web.list-of", "date", v.Date(p.List)), civil.Range{From: p.List, To: p.List})
		}
	}
	for _, e := range ahead.Events {
		if e.Withdrawn == "" {
			add("event-"+e.Ref, e.Name, e.Days)
		}
	}
	line("END", "VCALENDAR")
	_, err := io.WriteString(w, out.String())
	return err
}
