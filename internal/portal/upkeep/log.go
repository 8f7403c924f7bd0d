package upkeep

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
)

// logShown is what the page of the log shows.
type logShown struct {
	Tabs            []tab
	Subject         string // of the form
	Actors          []option
	From, To        string
	Wrong           bool // a day is none
	Machine         bool // the visitor reads what is about the machine only
	Entries         []entryShown
	Earlier, Newest string // queries; empty: there are none
	Command         string
}

type option struct {
	Value, Name string
	Chosen      bool
}

// entryShown is an entry of the log.
type entryShown struct {
	Seq                             int
	At, By, With, Subject, To, Name string
	Program                         string // that acted for them; empty: they did
	What, Reason                    string
	Moves                           []moveShown
}

// moveShown is a report that was moved.
type moveShown struct{ Ref, To, State string }

// mostEntries are on a page.
const mostEntries = 100

func showLog(v *portal.Visit) (any, error) {
	asked := v.R.URL.Query()
	s := &logShown{Tabs: tabs(v, "log"), Subject: strings.TrimSpace(asked.Get("subject")), From: asked.Get("from"), To: asked.Get("to")}
	q := rows.LogSearch{Subject: s.Subject, Actor: asked.Get("actor"), Limit: mostEntries}
	q.Before, _ = strconv.Atoi(asked.Get("before")) // what is none asks for the newest
	q.From, q.To, s.Wrong = s.days(v.Of)
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		if _, err := view.For(v.Bureau.Actor).Form(r, "log", ""); err != nil {
			if _, err := view.For(v.Bureau.Actor).Form(r, "log-of-machine", ""); err != nil {
				return err
			}
			s.Machine, q.Has = true, document.OfMachine
		}
		names, err := s.actors(r, q.Actor)
		if err != nil {
			return err
		}
		found, next, err := rows.SearchLog(r, q)
		for _, e := range found {
			s.Entries = append(s.Entries, entryOf(v, names, e))
		}
		if next > 0 {
			asked.Set("before", strconv.Itoa(next))
			s.Earlier = "?" + asked.Encode()
		}
		return err
	})
	if q.Before > 0 {
		asked.Del("before")
		s.Newest = "?" + asked.Encode()
	}
	s.Command = strings.TrimSpace("arpad log " + s.Subject)
	return s, err
}

// days returns the bounds that the form's days are; wrong reports whether one of them is none.
func (s *logShown) days(of *bureau.Settings) (from, to time.Time, wrong bool) {
	begins := func(text string, later civil.Date) time.Time {
		if text == "" {
			return time.Time{}
		}
		day, err := civil.Parse(text)
		if err != nil {
			wrong = true
			return time.Time{}
		}
		year, month, first := (day + later).Split()
		zone, err := time.LoadLocation(of.Zone)
		if err != nil {
			zone = time.UTC
		}
		return time.Date(year, month, first, 0, 0, 0, 0, zone)
	}
	from, to = begins(s.From, 0), begins(s.To, 1)
	return from, to, wrong
}

// programOf is by what a program of an account has its name.
func programOf(account, key string) string { return account + " " + key }

// actors fills the field in by which somebody is chosen, and returns the names of the accounts, and of their programs.
func (s *logShown) actors(r bureau.Reader, chosen string) (map[string]string, error) {
	names := map[string]string{}
	err := bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
		names[number] = a.Name
		for _, key := range a.Keys {
			names[programOf(number, key.Number)] = key.Name
		}
		s.Actors = append(s.Actors, option{number, a.Name, number == chosen})
		return true, nil
	})
	return names, err
}

// entryOf returns an entry for a page.
func entryOf(v *portal.Visit, names map[string]string, e *bureau.Entry) entryShown {
	is := entryShown{
		Seq: e.Seq, At: v.When(e.At), By: cmp.Or(names[e.Actor], e.Actor), With: cmp.Or(names[e.With], e.With), Subject: e.Subject, To: v.PageOf(e.Act(), e.Subject),
		Name: v.Printer().TextOr("desk.acts."+strings.ReplaceAll(e.Act(), ".", "-"), e.Act(), nil), What: document.Decided(v.Printer(), e), Reason: e.Reason,
	}
	if e.Erased() {
		is.Reason = v.Printer().Text("desk.log.erased", nil)
	}
	if e.Program != "" {
		is.Program = cmp.Or(names[programOf(e.Actor, e.Program)], e.Program)
	}
	for _, m := range e.Moves {
		is.Moves = append(is.Moves, moveShown{m.Ref, v.PageOf("report.submit", m.Ref), v.Printer().Word(m.To)})
	}
	return is
}
