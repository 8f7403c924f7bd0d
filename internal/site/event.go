package site

import (
	"io"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/report/trf"
)

// event is the values of an event's page.
type event struct {
	*check.Case
	State    string
	Now      bool // its numbers are provisional
	Rated    bool // it is in a list
	List     *rows.Publication
	Comes    string // the list in which it will be; empty: that is not known
	Received string
	Waits    []string
	By       called // the organiser
	Sections []section
	NotRated []notRated
	Files    []exchange
	Listed   []view.Listed // of a report without standings
}

// exchange is a section of an event as a file.
type exchange struct {
	Name, File string
	Refused    bool // nothing of it is rated; the file marks its games so
}

func eventPage(v *visit, found *view.Event) (*event, error) {
	c := found.Report
	var err error
	e := &event{Case: c, State: v.Word(string(c.State)), Rated: c.State == check.Rated, Now: found.Provisional, Received: v.Date(v.Settings.Day(c.Received))}
	e.Waits = document.PublicWaits(v.Printer, c)
	if e.Rated {
		published, err := rows.Publications.Select(v.R, bureau.Range{Order: 1, Is: []any{c.Period}, Backward: true, Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(published) > 0 {
			e.List = published[0]
		}
	}
	if c.State == check.Admitted {
		if p, err := lists.Periods.Get(v.R, c.Period); err != nil {
			return nil, err
		} else if p != nil {
			e.Comes = v.Format().List(p.Label, p.List)
		}
	}
	if e.By, err = v.club(c.Club); err != nil {
		return nil, err
	}
	rules := ""
	if e.List != nil {
		rules = e.List.Edition
	}
	e.NotRated = v.notRated(found, rules)
	if found.Batch == nil {
		e.Listed = found.Listed
		return e, nil
	}
	for i := range found.Batch.Sections {
		s := &found.Batch.Sections[i]
		if exchanged(found, i) {
			e.Files = append(e.Files, exchange{s.Name, strconv.Itoa(i+1) + ".trf", s.Refused})
		}
	}
	for i := range found.Batch.Sections {
		e.Sections = append(e.Sections, v.standings(found, i, e.List))
	}
	return e, nil
}

// writeExchange writes a section of an event as a TRF.
func writeExchange(v *visit, w io.Writer) error {
	found, err := view.FindEvent(v.R, v.Value("ref"))
	if err != nil {
		return err
	}
	section, err := strconv.Atoi(v.Value("section"))
	if err != nil || !exchanged(found, section-1) {
		return errNoPage
	}
	found.NameSections(public.Section)
	return trf.Write(w, found.Exchanged(), section-1, trf.TRF16)
}

// exchanged reports whether a section of an event, counted from zero, can be had as a TRF.
func exchanged(e *view.Event, section int) bool {
	if c := e.Report; c.State != check.Rated && c.State != check.Admitted || e.Batch == nil || section < 0 || section >= len(e.Batch.Sections) {
		return false
	}
	return !e.Batch.Sections[section].Refused || slices.ContainsFunc(e.Batch.Games, func(g pack.Game) bool { return int(g.Section) == section })
}
