package document

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// Entries is who the entries of an organiser's list are. It rests on numbers, names and clubs only.
type Entries struct {
	List    string      `json:"list"` // label of the list in force on the first day, of which the ratings are
	Type    rating.Kind `json:"type"`
	Days    civil.Range `json:"days"`
	Event   string      `json:"event"`   // the announced event; empty: none was named
	Members bool        `json:"members"` // whether the federation keeps memberships
	Entries []Entry     `json:"entries"`

	of *entry.List
}

// Entry is who an entry is.
type Entry struct {
	Text    string        `json:"text"` // as it is written
	Key     string        `json:"key"`  // by which a choice for it is known
	State   EntryState    `json:"state"`
	Player  *EntryPlayer  `json:"player"`  // null: it is not clear
	Players []EntryPlayer `json:"players"` // to choose from
	More    bool          `json:"more"`    // whether there are others
	Notes   []EntryNote   `json:"notes"`   // what to look at
	Member  *bool         `json:"member"`  // on all days; null: it is not told
}

// EntryState is how sure it is who an entry is.
type EntryState string

// The states of an entry.
const (
	EntrySettled EntryState = "settled"
	EntryTaken   EntryState = "taken" // for somebody, which should be looked at
	EntryOpen    EntryState = "open"  // one of several has to be chosen
	EntryUnknown EntryState = "unknown"
	EntryLeftOut EntryState = "left-out"
)

// EntryPlayer is somebody whom an entry may be.
type EntryPlayer struct {
	ID     string         `json:"id"`
	Name   string         `json:"name"`
	Local  string         `json:"name_local"`
	Club   string         `json:"club"`
	Rating *rating.Rating `json:"rating"` // of the type; null: none
}

// EntryNote is something to be looked at.
type EntryNote struct {
	What string `json:"what"`
	Text string `json:"text"` // a number, a name or a club
	N    int    `json:"n"`    // how many, or which line
}

// mostShown is how many players an organiser is shown in a day of 24 hours whom their lists name or may name: nobody copies the
// register by entry lists.
const mostShown = 2000

// entries makes the document. An organiser is told who is a member of their own clubs, and of all who enter an announced event of theirs.
func (w *wished) entries() (any, error) {
	asked, event := w.Entries, ""
	asked.Clubs = w.b.Actor.Clubs
	if w.Key != "" {
		if _, err := w.door.Form(w.r, "announced-members", w.Key); err != nil {
			return nil, err
		}
		a, err := intake.Announcements.Find(w.r, w.Key, finding.Refuse("no-announcement", finding.Text("ref", w.Key)))
		if err != nil {
			return nil, err
		}
		asked.Days, asked.Kind, event = a.Days, cmp.Or(a.Type, a.Answer.Kind, asked.Kind), a.Name
	}
	if asked.Days.From == 0 {
		asked.Days.From = w.b.Today(w.s)
	}
	asked.Days.To = max(asked.Days.From, asked.Days.To)
	list, err := entry.Find(w.r, asked)
	if err != nil {
		return nil, err
	}
	if err := w.looksAtEntries(list.Shown()); err != nil {
		return nil, err
	}
	d := &Entries{List: list.Publication.Label, Type: list.Kind, Days: asked.Days, Event: w.Key, Entries: []Entry{}, of: list}
	if d.Members, err = register.IsKept(w.r, register.Memberships.Kind); err != nil {
		return nil, err
	}
	for i := range list.Entries {
		f := &list.Entries[i]
		e := newEntry(f, list.Kind)
		if f.Is != nil && d.Members && (w.form == view.Whole || f.Is.Own || w.Key != "") {
			is, err := w.isMember(f.Is.ID, asked.Days, event)
			if err != nil {
				return nil, err
			}
			e.Member = &is
		}
		d.Entries = append(d.Entries, e)
	}
	return d, nil
}

func newEntry(f *entry.Found, kind rating.Kind) Entry {
	states := [...]EntryState{entry.Settled: EntrySettled, entry.Taken: EntryTaken, entry.Open: EntryOpen, entry.Unknown: EntryUnknown, entry.LeftOut: EntryLeftOut}
	player := func(p *entry.Player) EntryPlayer {
		return EntryPlayer{p.ID, p.Name, p.NameLocal, p.Club, orNull(p.Standing.Of(kind).Rating)}
	}
	e := Entry{Text: f.Text, Key: f.Key, State: states[f.State], Players: []EntryPlayer{}, More: f.More, Notes: []EntryNote{}}
	if f.Is != nil {
		is := player(f.Is)
		e.Player = &is
	}
	for i := range f.May {
		e.Players = append(e.Players, player(&f.May[i]))
	}
	for _, n := range f.Notes {
		e.Notes = append(e.Notes, EntryNote(n))
	}
	return e
}

// looksAtEntries keeps that an organiser is shown players. Those whom they have been shown already cost nothing. It looks again
// after it has kept them, for whoever asks several times at once.
func (w *wished) looksAtEntries(shown []string) error {
	if w.form != view.OfClub {
		return nil
	}
	past, ok := w.Looks.(bureau.Remembered)
	if !ok {
		return errors.New("document: nobody remembers who looks")
	}
	if err := w.mayLook(past, shown); err != nil {
		return err
	}
	if err := w.looked(append([]string{w.Document, cmp.Or(w.Key, "-")}, shown...)...); err != nil {
		return err
	}
	return w.mayLook(past, nil)
}

func (w *wished) mayLook(past bureau.Remembered, more []string) error {
	seen := map[string]bool{}
	for _, id := range more {
		seen[id] = true
	}
	err := past.Looks(w.ctx, w.b.Clock().Add(-24*time.Hour), func(l bureau.Look) bool {
		if what := strings.Fields(l.What); l.Account == w.b.Actor.Account && what[0] == w.Document {
			for _, id := range what[min(2, len(what)):] {
				seen[id] = true
			}
		}
		return true
	})
	if err == nil && len(seen) > mostShown {
		err = finding.Refuse("entries-enough", finding.Int("most", mostShown))
	}
	return err
}

// Ready returns how many players the files of a list have.
func (d *Entries) Ready() (n int) {
	for i := range d.Entries {
		if d.Entries[i].ready() {
			n++
		}
	}
	return n
}

// ready reports whether an entry is in the files: whoever is clear, once.
func (e *Entry) ready() bool {
	return e.Player != nil && (e.State == EntrySettled || e.State == EntryTaken)
}

// EntryFormats are the formats in which programs that pair read whoever is entered.
func EntryFormats() []ListFormat {
	return []ListFormat{
		{"swiss-manager", "csv", "text/csv; charset=utf-8", Marked(WriteListSwissManager)},
		{"trf", "trf", "text/plain; charset=utf-8", WriteListTRF},
		{"csv", "csv", "text/csv; charset=utf-8", Marked(WriteListCSV)},
		{"xlsx", "xlsx", XLSXType, WriteListXLSX},
	}
}

// Write writes whoever is clear in a format, by rating.
func (d *Entries) Write(to io.Writer, f *ListFormat) error {
	l := &ranking.List{Publication: d.of.Publication, About: d.of.About, Kind: d.of.Kind}
	for i := range d.Entries {
		if !d.Entries[i].ready() {
			continue
		}
		is := d.of.Entries[i].Is
		line := rows.Line{ID: is.ID, Name: is.Name, NameLocal: is.NameLocal, Club: is.Club, Federation: is.Federation, Title: is.Title}
		for _, kind := range rating.AllKinds {
			*line.Of(kind) = rows.Figure{Rating: is.Standing.Of(kind).Rating, Games: int(is.Standing.Of(kind).Games)}
		}
		l.Lines = append(l.Lines, line)
	}
	slices.SortStableFunc(l.Lines, func(a, b rows.Line) int {
		return cmp.Or(cmp.Compare(b.Of(l.Kind).Rating, a.Of(l.Kind).Rating), cmp.Compare(a.Name, b.Name))
	})
	l.Total = len(l.Lines)
	return f.Write(to, l)
}
