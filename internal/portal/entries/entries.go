// Package entries has the page on which an organiser checks an entry list: who everybody is, whether they are members, and the
// file for the program that pairs.
package entries

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/entrylist/entryfile"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/rating"
)

//go:embed template
var templates embed.FS

// Room has the page.
var Room = &portal.Room{
	Templates: templates,
	Routes: []portal.Route{
		{Path: "portal/entries", Template: "entries", Who: bureau.Organiser, Own: true, Files: true, Show: show, Send: send},
	},
}

// form is what the page shows: the form as it is filled in, and what was found.
type form struct {
	Text, From, To string
	Events, Types  []choice
	Formats        []choice
	Most           int
	Found          *found // nil: nothing was asked
}

// choice is an option of a field.
type choice struct {
	Value, Name string
	Chosen      bool
}

// found is who the entries are.
type found struct {
	List     string // its label
	Days     string
	Event    string // what it is called; empty: none was chosen
	Members  bool   // memberships are kept
	Lines    int
	Sure     int // there is nothing to look at
	Look     int
	Lacking  int // are not members
	Hidden   int // whose membership is not told
	Ready    int // are in the file
	Out      []string
	Rows     []*row
	Settle   bool       // something is to be settled, or was
	Choices  bool       // by a choice
	Searched string     // for the command
	Day      civil.Date // the first one
}

// OutLines are the lines that are left out of the file.
func (f *found) OutLines() string { return strings.Join(f.Out, ", ") }

// row is an entry.
type row struct {
	N       int
	Text    string
	Radio   string // name of the field of the choice
	Look    bool
	LeftOut bool
	Who     *player
	May     []player
	More    bool   // there are others
	Else    bool   // nobody of these is chosen
	Member  string // key of what is said; empty: nothing
	Lacks   bool   // is not a member
	Notes   []string
}

// Settle reports whether somebody has something to look at or to choose.
func (r *row) Settle() bool { return r.Look || len(r.May) > 0 || len(r.Notes) > 0 }

// player is somebody whom an entry may be.
type player struct {
	*document.EntryPlayer
	Called, Also string // the name that readers of the page know, and the other one
	Chosen       bool
}

func playerOf(lang string, is *document.EntryPlayer) player {
	p := player{EntryPlayer: is, Called: is.Name, Also: is.Local}
	if lang == "ja" && is.Local != "" || is.Name == "" {
		p.Called, p.Also = is.Local, is.Name
	}
	p.Called = cmp.Or(p.Called, is.ID)
	return p
}

func show(v *portal.Visit) (any, error) { return filled(v, v.Field("list")) }

// filled returns the form as it is filled in.
func filled(v *portal.Visit, text string) (*form, error) {
	f := &form{Text: text, From: v.Field("from"), To: v.Field("to"), Most: entry.Most}
	chosen := v.Field("event")
	if v.R.Method == http.MethodGet {
		chosen = v.R.URL.Query().Get("event")
	}
	all, err := announced(v)
	if err != nil {
		return nil, err
	}
	p := v.Printer()
	today := v.Bureau.Today(v.Of)
	f.Events = append(f.Events, choice{"", p.Text("desk.entries.no-event", nil), chosen == ""})
	for _, a := range all {
		if a.Ref == chosen || a.Withdrawn == "" && a.Days.To >= today {
			f.Events = append(f.Events, choice{a.Ref, a.Event + " · " + days(p, a.Days), a.Ref == chosen})
		}
	}
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		f.Types = append(f.Types, choice{kind.String(), p.Word(kind.String()), kind.String() == v.Field("type")})
	}
	for _, format := range document.EntryFormats() {
		f.Formats = append(f.Formats, choice{format.Name, p.Text("desk.entries.format-"+format.Name, nil), format.Name == v.Field("format")})
	}
	return f, nil
}

// announced returns the events of the visitor's clubs, the next one first; of all clubs to whoever is an officer, too.
func announced(v *portal.Visit) (events []*document.OwnAnnouncement, err error) {
	made, err := v.Read("announcements", "")
	if err != nil {
		return nil, err
	}
	all, _ := made.([]any)
	for _, one := range all {
		own, is := one.(*document.OwnAnnouncement)
		if whole, officer := one.(*check.Announcement); officer {
			if own, err = document.NewOwnAnnouncement(v.Of, whole); err != nil {
				return nil, err
			}
		} else if !is {
			return nil, errors.New("entries: other announcements were read")
		}
		events = append(events, own)
	}
	slices.SortStableFunc(events, func(a, b *document.OwnAnnouncement) int { return cmp.Compare(a.Days.From, b.Days.From) })
	return events, nil
}

// kindsOf returns the kinds of ratings that are issued.
func kindsOf(v *portal.Visit) ([]rating.Kind, error) {
	rules, err := v.Of.Rules()
	if err != nil {
		return nil, err
	}
	about := rules.Latest().About()
	return about.Lists, nil
}

// days returns the days of an event.
func days(p *explain.Printer, of civil.Range) string {
	if of.From == of.To {
		return p.Date(of.From)
	}
	return p.Text("desk.entries.days", explain.Data{"from": p.Date(of.From), "to": p.Date(of.To)})
}

// send finds out who the entries are: a page, or a file for the program that pairs.
func send(v *portal.Visit) error {
	lines, text, err := listed(v)
	if err != nil {
		return err
	}
	asked := entry.Asked{Lines: lines, Chosen: map[string]string{}}
	for name, values := range v.R.PostForm {
		if key, is := strings.CutPrefix(name, "who-"); is {
			asked.Chosen[key] = values[0]
		}
	}
	for name, day := range map[string]*civil.Date{"from": &asked.Days.From, "to": &asked.Days.To} {
		if day.UnmarshalText([]byte(v.Field(name))) != nil {
			return portal.Said("desk.entries.day-unread")
		}
	}
	for _, kind := range rating.AllKinds {
		if kind.String() == v.Field("type") {
			asked.Kind = kind
		}
	}
	made, err := document.Read(v.R.Context(), v.Bureau, v.Printer(), document.Wish{Document: "entries", Key: v.Field("event"), Entries: asked, Looks: v.Looks()})
	if err != nil {
		return err
	}
	d, ok := made.(*document.Entries)
	if !ok {
		return errors.New("entries: another document was read")
	}
	if v.Field("do") == "file" {
		return download(v, d)
	}
	f, err := filled(v, text)
	if err != nil {
		return err
	}
	f.Found = told(v, f, d)
	return v.Show("entries", http.StatusOK, f)
}

// listed returns the entries that were pasted and those of a file, and all of them as they can be pasted.
func listed(v *portal.Visit) ([]entrylist.Line, string, error) {
	text := strings.TrimRight(v.R.PostFormValue("list"), " \r\n")
	lines := entrylist.Pasted(text)
	if file, head, err := v.R.FormFile("file"); err == nil {
		data, err := io.ReadAll(file)
		if err := errors.Join(err, file.Close()); err != nil {
			return nil, "", portal.Said("desk.entries.file-unread")
		}
		if len(data) > 0 {
			of, found := entryfile.File(data, head.Filename)
			if len(of) == 0 {
				return nil, "", cmp.Or(bureau.FirstRefusal(found), error(portal.Said("desk.entries.file-unread")))
			}
			for i := range of {
				lines = append(lines, of[i])
				text = strings.TrimPrefix(text+"\n"+of[i].Written(), "\n")
			}
			if of = entrylist.Pasted(text); len(of) == len(lines) {
				lines = of // what is found now is found again when the text is sent
			}
		}
	}
	if len(lines) == 0 {
		return nil, "", portal.Said("desk.entries.empty")
	}
	return lines, text, nil
}

// told returns what was found as the page shows it.
func told(v *portal.Visit, f *form, d *document.Entries) *found {
	p := v.Printer()
	out := &found{List: d.List, Days: days(p, d.Days), Members: d.Members, Lines: len(d.Entries), Ready: d.Ready(), Day: d.Days.From}
	for _, e := range f.Events {
		if e.Chosen && e.Value != "" {
			out.Event = e.Name
		}
	}
	for i := range d.Entries {
		r := rowOf(p, i+1, &d.Entries[i])
		switch {
		case r.Lacks:
			out.Lacking++
		case d.Members && r.Who != nil && r.Member == "":
			out.Hidden++
		}
		if r.Look || r.Lacks {
			out.Look++
		} else {
			out.Sure++
		}
		if r.LeftOut {
			out.Out = append(out.Out, strconv.Itoa(r.N))
		}
		out.Rows = append(out.Rows, r)
		out.Settle, out.Choices = out.Settle || r.Settle(), out.Choices || len(r.May) > 0
		if out.Searched == "" && r.Who != nil {
			out.Searched = r.Who.ID
		}
	}
	return out
}

// rowOf returns an entry as the page shows it.
func rowOf(p *explain.Printer, n int, e *document.Entry) *row {
	r := &row{N: n, Text: e.Text, Radio: "who-" + e.Key, Look: e.State != document.EntrySettled, LeftOut: e.Player == nil || e.State == document.EntryLeftOut, More: e.More}
	if e.Player != nil {
		is := playerOf(p.Language, e.Player)
		r.Who = &is
	}
	for i := range e.Players {
		may := playerOf(p.Language, &e.Players[i])
		may.Chosen = e.Player != nil && e.Player.ID == may.ID
		r.May = append(r.May, may)
	}
	r.Else = e.State == document.EntryLeftOut && e.Player == nil
	if r.Else {
		r.Look = false
	}
	if e.Member != nil {
		r.Member = "desk.entries.member"
		if r.Lacks = !*e.Member; r.Lacks {
			r.Member = "desk.entries.no-member"
		}
	}
	for _, note := range e.Notes {
		if e.State == document.EntrySettled && note.What != "club-differs" && len(e.Players) > 0 {
			continue // it was chosen
		}
		r.Notes = append(r.Notes, page.Format{Printer: p}.Say("desk.entries.note-"+note.What, "text", note.Text, "n", strconv.Itoa(note.N)))
	}
	return r
}

// download sends the file for a program that pairs.
func download(v *portal.Visit, d *document.Entries) error {
	if d.Ready() == 0 {
		return portal.Said("desk.entries.nobody")
	}
	for _, f := range document.EntryFormats() {
		if f.Name != v.Field("format") {
			continue
		}
		var body bytes.Buffer
		if err := d.Write(&body, &f); err != nil {
			return err
		}
		v.W.Header().Set("Content-Disposition", `attachment; filename="entries-`+d.Days.From.String()+"."+f.Ending+`"`)
		v.Send(response.New(http.StatusOK, f.Type, body.Bytes()))
		return nil
	}
	return portal.Said("desk.entries.no-format")
}
