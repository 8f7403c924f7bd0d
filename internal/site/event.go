package site

import (
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/report/trf"
)

// event is the values of an event's page.
type event struct {
	*check.Case
	State    string
	Rated    bool // it is in a list
	List     *rows.Publication
	Received string
	Waits    []string
	ClubID   string // empty: no registered club
	Sections []section
	NotRated []notRated
	Files    []exchange
}

// exchange is a section of an event as a file.
type exchange struct{ Name, File string }

// section is a crosstable.
type section struct {
	Name    string
	Kind    rating.Kind
	Rounds  []int
	Rated   bool
	Entries []entry
}

// entry is a line of a crosstable. The change and the performance are empty where the
// calculation does not have the player.
type entry struct {
	Start       string
	Who         person
	Rating      string
	Why         template.URL // the calculation; empty: there is none
	Rounds      []cell
	Points      string
	Whole       bool // points without a half
	Change      string
	Performance string
}

// cell is a round of a player.
type cell struct {
	Opponent string // start number; empty: none
	White    bool
	Result   string
	Lost     bool
	Out      bool   // it does not count
	Bye      string // a word; empty: none
}

func eventPage(v *visit, found *view.Event) (*event, error) {
	c := found.Report
	var err error
	e := &event{Case: c, State: v.Word(string(c.State)), Rated: c.State == check.Rated, Received: v.Date(v.Settings.Day(c.Received))}
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
	if e.ClubID, err = v.clubID(c.Club); err != nil {
		return nil, err
	}
	rules := ""
	if e.List != nil {
		rules = e.List.Edition
	}
	e.NotRated = v.notRated(found, rules)
	if found.Batch == nil {
		return e, nil
	}
	for i := range found.Batch.Sections {
		s := &found.Batch.Sections[i]
		if exchanged(found, i) {
			e.Files = append(e.Files, exchange{s.Name, strconv.Itoa(i+1) + ".trf"})
		}
	}
	about, err := lists.AboutEdition(v.R, rules)
	if err != nil {
		return nil, err
	}
	entries, err := rows.Entries.Select(v.R, bureau.Range{Is: []any{c.Ref}})
	if err != nil {
		return nil, err
	}
	for i := range found.Batch.Sections {
		e.Sections = append(e.Sections, v.crosstable(found, i, e.List, &about, entries))
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
	made, err := found.Exchanged(v.R)
	if err != nil {
		return err
	}
	return trf.Write(w, made, section-1, trf.TRF16)
}

// exchanged reports whether a section of an event, counted from zero, can be had as a TRF.
func exchanged(e *view.Event, section int) bool {
	c := e.Report
	return (c.State == check.Rated || c.State == check.Admitted) && e.Batch != nil && section >= 0 && section < len(e.Batch.Sections) && !e.Batch.Sections[section].Refused
}

// crosstable returns the crosstable of a section, given the list that the event is in, if
// there is one, and what the calculation made of its entries.
func (v *visit) crosstable(e *view.Event, number int, in *rows.Publication, about *regulation.About, known []*rows.Entry) section {
	s, f := &e.Batch.Sections[number], v.Format()
	shown := section{Name: s.Name, Kind: s.Kind, Rated: !s.Refused}
	for round := 1; round <= s.Rounds; round++ {
		shown.Rounds = append(shown.Rounds, round)
	}
	at := map[uint32]int{} // entries by player
	for i, of := range s.Entries {
		at[of.Player] = i
		id, name := e.Names(of.Player)
		shown.Entries = append(shown.Entries, entry{
			Start: start(of), Who: v.person(id, name, e.Local(of.Player)), Rating: f.Rating(0), Points: glyph.Score(of.Points), Whole: page.Whole(of.Points), Rounds: make([]cell, s.Rounds),
		})
	}
	for _, k := range known {
		i, ok := at[k.Player]
		if !ok || k.Section != number || !k.InList {
			continue
		}
		line := &shown.Entries[i]
		line.Rating = f.Rating(rating.Rating(k.Rating))
		if k.Rating != 0 {
			line.Change = glyph.Signed(rating.Points(k.Change))
			if in != nil {
				line.Why = v.Way("players", line.Who.ID, "why", in.Label, s.Kind)
			}
		}
		if performance := rating.Rating(k.Performance); performance.Rated() {
			line.Performance = glyph.Typeset(v.Printer.Performance(about, performance, rating.Score(k.Score), k.Games))
		}
	}
	for i := range e.Batch.Games {
		g := &e.Batch.Games[i]
		if int(g.Section) != number || int(g.Round) < 1 || int(g.Round) > s.Rounds {
			continue
		}
		white, black := &shown.Entries[at[g.White]], &shown.Entries[at[g.Black]]
		white.Rounds[g.Round-1] = cellOf(g, black.Start, true)
		black.Rounds[g.Round-1] = cellOf(g, white.Start, false)
	}
	for _, b := range s.Byes {
		if i, ok := at[b.Player]; ok && int(b.Round) <= s.Rounds && b.Kind != report.ZeroBye {
			shown.Entries[i].Rounds[b.Round-1] = cell{Bye: v.Text("web.event.bye-"+b.Kind.String(), nil)}
		}
	}
	return shown
}

// start returns the start number of an entry.
func start(of pack.Entry) string { return strconv.Itoa(int(of.Start)) }

// cellOf returns the cell of a game for one of its sides.
func cellOf(g *pack.Game, opponent string, white bool) cell {
	c := cell{Opponent: opponent, White: white, Out: !g.Counts()}
	mine, theirs := sides(g.Result)
	c.Result = mine
	if !white {
		c.Result = theirs
	}
	c.Lost = c.Result == "0" || c.Result == "−"
	return c
}

// sides returns a result as seen by White and by Black.
func sides(r report.Result) (white, black string) {
	separator := "-"
	if !r.Played() {
		separator = "/"
	}
	white, black, _ = strings.Cut(strings.ReplaceAll(r.String(), "1/2", "½"), separator)
	if !r.Played() {
		white, black = strings.ReplaceAll(white, "-", "−"), strings.ReplaceAll(black, "-", "−")
	}
	return white, black
}

// status is the values of the board that shows where reports stand.
type status struct {
	*agenda.Status
	Calendar *agenda.Calendar
	Waiting  int // reports that wait for somebody
	Reports  []underway
}

// underway is a report that is in no list yet.
type underway struct {
	agenda.Pending
	State string
	Waits []string
}

func readStatus(v *visit) (*status, error) {
	all, err := v.Visit.Status()
	if err != nil {
		return nil, err
	}
	s := &status{Status: all}
	for i := range all.Underway {
		p := &all.Underway[i]
		u := underway{Pending: *p, State: v.Word(string(p.Case.State)), Waits: document.PublicWaits(v.Printer, p.Case)}
		if len(u.Waits) > 0 {
			s.Waiting++
		}
		s.Reports = append(s.Reports, u)
	}
	s.Calendar, err = agenda.CalendarOf(v.R, v.Settings, v.Now.Day)
	return s, err
}
