package cases

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// caseShown is what the page of a report shows.
type caseShown struct {
	Ref, Event, Club         string
	For                      string // the club for which it came; empty: for none
	State                    string // the key of its name
	Waits, Rated, Officer    bool   // it waits for somebody; is in a list; the visitor decides
	Received                 string
	Days                     civil.Range
	Deadline                 civil.Date
	Day, Of                  int // how many days after the last game it came, and in how many it is in time
	Types                    []string
	Players, Games, Counting int
	Period, Notice           string
	Fee                      *check.Fee
	Announced                *document.Announcement
	Opened                   []string // who has it open, too
	Before, After            string   // of the list of those that need an officer
	Place, Among             int      // Place is 0 where it needs no officer

	Births    bool // whether they agree is shown
	Who       []who
	Certain   int
	Accept    *portal.Form
	Decisions []decision
	Cards     []*card
	Found     []found // that nobody is asked about
	Hidden    bool    // something of it is about births
	Open      int

	Sections []casefile.Section
	Decided  []decided
	Files    []file
	Stated   []string // beside the files
	Rulings  []*portal.Form
	More     []*portal.Form
	Pay      *portal.Form
	Reasons  []string // of the precedents
	History  []event
	Thread   []letter
	Effect   *effect // on ratings; nil: it was not asked for
	Command  []string

	v      *portal.Visit
	seen   string
	c      *check.Case
	status document.ReportStatus
	all    *report.Report // nil: nothing of it is read, or the visitor does not read it
}

// file is a file that came.
type file struct {
	Number, KB      int
	Name, At, By    string
	Aside, Replaced bool
	Set             *portal.Form // sets it aside
}

func showCase(v *portal.Visit) (any, error) {
	ref := v.R.PathValue("ref")
	read, err := v.Read("report-status", ref)
	if err != nil {
		return nil, err
	}
	s := &caseShown{v: v, Ref: ref, Officer: isOfficer(v), Births: v.R.URL.Query().Has("births") && isOfficer(v)}
	s.status = read.(document.ReportStatus)
	if s.seen, err = v.Seen("report-status", ref); err != nil {
		return nil, err
	}
	if s.Births {
		if err := v.Looked("births of " + ref); err != nil {
			return nil, err
		}
	}
	if s.Opened, err = v.Opened("report " + ref); err != nil {
		return nil, err
	}
	understood, err := v.Read("report", ref)
	if err != nil {
		return nil, err
	}
	s.all, _ = understood.(*report.Report)
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		if s.c, err = intake.Find(r, ref); err != nil {
			return err
		}
		if err := s.head(r, of); err != nil {
			return err
		}
		if err := s.beside(r, understood); err != nil {
			return err
		}
		unknown, err := s.unknown(r)
		if err != nil {
			return err
		}
		if err := s.questions(r, unknown); err != nil {
			return err
		}
		return s.told(r)
	})
	if err == nil && v.R.URL.Query().Has("effect") && !s.Rated {
		err = s.affects()
	}
	if err == nil {
		err = s.acts()
	}
	return s, err
}

// form returns the form of an act on the report, nil if the visitor decides nothing.
func (s *caseShown) form(a act.Act, may ...string) (*portal.Form, error) {
	if !s.Officer {
		return nil, nil
	}
	f, err := s.v.Form(a, s.seen)
	if err == nil {
		f.With(may...).Lesser()
	}
	return f, err
}

// head reads what stands on top of the page.
func (s *caseShown) head(r bureau.Reader, of *bureau.Settings) error {
	c, v := s.c, s.v
	s.Event, s.Club, s.State, s.Received, s.Days, s.Deadline = c.Event, c.Club, stateKey(c.State), v.When(c.Received), c.Days, c.Deadline
	s.Waits, s.Rated = check.Pending(c.State), c.State == check.Rated
	s.Players, s.Games, s.Counting, s.Period, s.Notice, s.Fee, s.Announced = c.Players, c.Games, c.Counting, c.Period, c.Notice, c.Fee, s.status.Announced
	if c.Deadline != 0 && c.Days.To != 0 {
		s.Day, s.Of = int(of.Day(c.Received)-c.Days.To), int(c.Deadline-c.Days.To)
	}
	club, err := register.Clubs.Get(r, cmp.Or(c.For.Club, "-"))
	if err != nil {
		return err
	}
	if club != nil {
		s.For = club.Name
	}
	waiting, err := agenda.Waiting(r)
	if err != nil {
		return err
	}
	waiting = slices.DeleteFunc(waiting, func(row *rows.Report) bool { return !row.Officer })
	s.Among = len(waiting)
	s.Place = 1 + slices.IndexFunc(waiting, func(row *rows.Report) bool { return row.Ref == c.Ref })
	after := s.Place
	if s.Place == 0 { // it needs nobody: the next one is that which came after it, or else the oldest
		came := of.Day(c.Received)
		after = max(0, slices.IndexFunc(waiting, func(row *rows.Report) bool { return row.Received >= came && row.Ref > c.Ref }))
	}
	if s.Place > 1 {
		s.Before = waiting[s.Place-2].Ref
	}
	if after < len(waiting) && (s.Place > 0 || s.Officer) {
		s.After = waiting[after].Ref
	}
	for _, m := range c.Revisions {
		if m.Digest == "" {
			continue
		}
		f := file{Number: m.Number, Name: m.File, KB: (m.Size + 1023) / 1024, At: v.When(m.At), Aside: c.IsAside(m.Number), Replaced: slices.ContainsFunc(c.Revisions, func(later check.Revision) bool {
			return slices.ContainsFunc(later.Replaces, func(p check.Part) bool { return p.File == m.Number })
		})}
		if f.By, err = name(r, m.Actor); err != nil {
			return err
		}
		s.Files = append(s.Files, f)
	}
	return nil
}

// name returns the name of who acted.
func name(r bureau.Reader, actor string) (string, error) {
	is, err := bureau.AccountOf(r, actor)
	if err != nil {
		return "", err
	}
	return cmp.Or(is.Name, actor), nil
}

// beside puts the entries of the files beside who they are.
func (s *caseShown) beside(r bureau.Reader, understood any) error {
	record, err := intake.Record(r, s.c)
	if err != nil {
		return err
	}
	add := func(section string, entries []casefile.Entry) error {
		n := slices.IndexFunc(record.Sections, func(of pack.Section) bool { return of.Name == section })
		for i := range entries {
			e := &entries[i]
			e.Asks = slices.ContainsFunc(s.c.OpenSince(), func(q check.Question) bool { return q.Section == section && q.Start == e.Start && asksWho(q.What) })
			if n < 0 || e.Asks {
				continue
			}
			if err := settle(r, e, &record.Sections[n]); err != nil {
				return err
			}
		}
		s.Sections = append(s.Sections, casefile.Section{Name: section, Entries: entries, Desk: true})
		return nil
	}
	for i := range record.Sections {
		if kind := "word." + record.Sections[i].Kind.String(); record.Sections[i].Kind != 0 && !slices.Contains(s.Types, kind) {
			s.Types = append(s.Types, kind)
		}
	}
	switch all := understood.(type) {
	case *report.Report:
		for i := range sectionsOf(all) {
			of := &all.Sections[i]
			var entries []casefile.Entry
			for n := range of.Players {
				e := &of.Players[n]
				entries = append(entries, casefile.Entry{Start: e.StartNumber, ID: cmp.Or(e.Numbers()...), Name: e.Name, Local: e.NameLocal, Rating: int(e.Rating)})
			}
			if err := add(of.Name, entries); err != nil {
				return err
			}
		}
	case document.Understood:
		for _, of := range all.Sections {
			var entries []casefile.Entry
			for _, e := range of.Entries {
				entries = append(entries, casefile.Entry{Start: e.Start, ID: e.ID, Name: e.Name})
			}
			if err := add(of.Section, entries); err != nil {
				return err
			}
		}
	}
	return nil
}

// sectionsOf returns the sections of a report, none if there is no report.
func sectionsOf(p *report.Report) []report.Section {
	if p == nil {
		return nil
	}
	return p.Sections
}

// settle says who an entry is by the record of its section.
func settle(r bureau.Reader, e *casefile.Entry, of *pack.Section) error {
	n := slices.IndexFunc(of.Entries, func(is pack.Entry) bool { return int(is.Start) == e.Start })
	if n < 0 || of.Entries[n].Player == pack.Nobody {
		e.Asks = true
		return nil
	}
	number := of.Entries[n].Player
	id, err := lists.IDOf(r, number)
	if err != nil {
		return err
	}
	p, err := register.Find(r, id)
	if err != nil {
		return err
	}
	standing, err := lists.NewestStanding(r, number)
	if err != nil {
		return err
	}
	e.Player = &document.EntryPlayer{ID: p.ID, Name: p.Name, Local: p.NameLocal, Club: p.Club}
	if of.Kind != 0 {
		if now := standing.Of(of.Kind).Rating; now.Rated() {
			e.Player.Rating = &now
			e.Differs = e.Rating != 0 && int(now) != e.Rating
		}
	}
	e.Other = e.ID != "" && e.ID != p.ID && e.ID != p.FideID
	return nil
}

// acts makes the forms that are about the report as a whole.
func (s *caseShown) acts() error {
	if s.Command = []string{"arpad report show " + s.Ref}; !s.Officer {
		return nil
	}
	c := s.c
	put := func(to *[]*portal.Form, a act.Act, may ...string) error {
		f, err := s.form(a, may...)
		*to = append(*to, f)
		return err
	}
	decided := act.Ruling{Decided: act.Decided{Ref: c.Ref}}
	if !s.Rated {
		for _, a := range []act.Act{&act.AdmitReport{Ruling: decided}, &act.WithholdReport{Ruling: decided}, &act.ReturnReport{Ruling: decided}, &act.CloseReport{Ruling: decided}} {
			if err := put(&s.Rulings, a); err != nil {
				return err
			}
		}
		if err := put(&s.More, &act.CheckReport{Ref: c.Ref}); err != nil {
			return err
		}
		if err := put(&s.More, &act.CorrectReport{Ref: c.Ref, Section: s.only()}, "section", "result"); err != nil {
			return err
		}
	}
	if err := put(&s.More, &act.AssignReport{Ref: c.Ref}); err != nil {
		return err
	}
	if err := put(&s.More, &act.StateReport{Ref: c.Ref}, "event", "start", "end", "organizer", "responsible", "venue", "time", "time-control", "rounds", "meeting", "fide-event", "qualifying", "qualified"); err != nil {
		return err
	}
	if len(s.Files) > 1 {
		for i := range s.Files {
			f := &s.Files[i]
			if f.Aside || s.Rated && !c.CameLater(f.Number) {
				continue
			}
			var err error
			if f.Set, err = s.form(&act.SetFileAside{Ref: c.Ref, File: f.Number}); err != nil {
				return err
			}
		}
	}
	if c.Fee.Due() > 0 {
		var err error
		if s.Pay, err = s.form(&act.PayFee{Ref: c.Ref}, "amount"); err != nil {
			return err
		}
	}
	s.Command = append(s.Command, "arpad report file "+s.Ref, "arpad report match "+s.Ref)
	for _, d := range s.Decisions {
		for _, asked := range d.Cards {
			if asked.Answer != nil {
				s.Command = append(s.Command, "arpad report answer "+s.Ref+" "+asked.What+"=count --reason TEXT")
			}
		}
	}
	return nil
}

// only returns the section of a report that has one only.
func (s *caseShown) only() string {
	if len(s.Sections) == 1 {
		return s.Sections[0].Name
	}
	return ""
}

// asksWho reports whether a question is who an entry is.
func asksWho(what string) bool { return what == check.WaitPlayer || what == "entry-contradicts" }

// unknown returns the entries of which nobody knows who they are, for who may see what speaks for whom.
func (s *caseShown) unknown(r bureau.Reader) ([]desk.UnknownEntry, error) {
	if !s.Officer {
		return nil, nil
	}
	return desk.UnknownEntries(r, s.c)
}

// words joins texts of a line.
func words(texts ...string) string {
	return strings.Join(strings.Fields(strings.Join(texts, " ")), " ")
}
