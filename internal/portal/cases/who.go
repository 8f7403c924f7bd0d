package cases

import (
	"crypto/rand"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/portal"
)

// who is the question who an entry is, with whom it may be.
type who struct {
	Section              string
	Start                int
	Name, Local, Club    string // in the file
	ID, Near             string
	Rating               string
	Clause               string
	Contradicts, Certain bool
	Alone                bool // its section is the only one
	Said                 []found
	May                  []candidate
	Form                 *portal.Form // says who; nil: the visitor only reads
	New                  *portal.Form // registers somebody new
}

// candidate is somebody whom an entry may be.
type candidate struct {
	ID, Name, Local, Club, Rating string
	Evidence                      []evidence
	Plays, Chosen                 bool
}

// evidence is what speaks for somebody, or against them.
type evidence struct {
	Text     string
	Yes, Not bool
}

// candidateOf returns a candidate. Whether births agree is said only if the visitor has asked for it.
func candidateOf(p *explain.Printer, of *desk.Candidate, births bool) candidate {
	c := candidate{ID: of.Player.ID, Name: of.Player.Name, Local: of.Player.NameLocal, Club: of.Player.Club, Plays: of.Plays}
	if of.Rating.Rated() {
		c.Rating = of.Rating.String()
	}
	for _, e := range of.Evidence {
		if births || !strings.HasPrefix(e.What, "birth") {
			c.Evidence = append(c.Evidence, evidence{p.Text("register.evidence-"+e.What, nil), e.Points > 0, e.Points < 0})
		}
	}
	return c
}

// asksFor adds the question who an entry is.
func (s *caseShown) asksFor(q *check.Question, unknown []desk.UnknownEntry, said []document.Finding) (err error) {
	w := who{Section: q.Section, Start: q.Start, Near: q.Near, Clause: q.Clause, Contradicts: q.What != check.WaitPlayer}
	for i := range unknown {
		u := &unknown[i]
		if u.Section != q.Section || u.Entry.StartNumber != q.Start {
			continue
		}
		w.Certain = u.Certain
		for n := range u.Candidates {
			c := candidateOf(s.v.Printer(), &u.Candidates[n], s.Births)
			c.Chosen = n == 0 && u.Certain
			w.May = append(w.May, c)
		}
	}
	for i := range s.Sections {
		for _, e := range s.Sections[i].Entries {
			if s.Sections[i].Name == q.Section && e.Start == q.Start {
				w.Name, w.Local, w.ID = e.Name, e.Local, e.ID
			}
		}
	}
	w.Alone = len(s.Sections) < 2
	if s.Births && w.Contradicts { // it says whether the birth does
		w.Said = s.foundOf(slices.DeleteFunc(said, func(f document.Finding) bool { return !strings.Contains(f.Message, w.Name) }))
	}
	if w.Certain {
		s.Certain++
	}
	of := act.MatchEntry{Ref: s.Ref, Section: q.Section, Start: q.Start}
	if w.Form, err = s.form(&of); err == nil {
		of.New = true
		w.New, err = s.form(&of)
	}
	s.Who = append(s.Who, w)
	return err
}

// accept returns the form that accepts all that are certain.
func accept(v *portal.Visit, ref, seen string) (*portal.Form, error) {
	certain := "certain"
	return v.Form(&act.MatchEntry{Ref: ref, Accept: &certain}, seen)
}

// certainShown is what the page of the certain identities shows.
type certainShown struct {
	Births  bool
	Reports []certainOf
	Entries int
	Left    int    // reports that were not looked at
	Once    string // by which the form that accepts all is known again
}

// certainOf is a report with entries that are certain.
type certainOf struct {
	Ref, Event string
	Who        []who
	Others     int // entries that are not
	Form       *portal.Form
}

// mostCertain is in how many reports identities are looked for at once.
const mostCertain = 25

func showCertain(v *portal.Visit) (any, error) {
	s := &certainShown{Births: v.R.URL.Query().Has("births"), Once: rand.Text()}
	if s.Births {
		if err := v.Looked("births of those who are certain"); err != nil {
			return nil, err
		}
	}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		waiting, err := agenda.Waiting(r)
		looked := 0
		for _, row := range waiting {
			if err != nil {
				return err
			}
			if row.Open == 0 {
				continue
			}
			var c *check.Case
			if c, err = intake.Find(r, row.Ref); err != nil || !c.Waits(check.WaitPlayer) {
				continue
			}
			if looked++; looked > mostCertain {
				s.Left++
				continue
			}
			var all []desk.UnknownEntry
			if all, err = desk.UnknownEntries(r, c); err == nil {
				s.add(v, c, all)
			}
		}
		return err
	})
	for i := range s.Reports {
		of := &s.Reports[i]
		if err != nil {
			return nil, err
		}
		var seen string
		if seen, err = v.Seen("report-status", of.Ref); err == nil {
			if of.Form, err = accept(v, of.Ref, seen); err == nil {
				of.Form.Lesser()
			}
		}
	}
	return s, err
}

// sendCertain accepts what is certain in the reports that the page has shown, by an act for each. If one has changed since, those
// before it stay accepted.
func sendCertain(v *portal.Visit) error {
	refs := v.R.PostForm["ref"]
	if len(refs) == 0 || len(refs) > mostCertain {
		return portal.Said("desk.certain.nothing")
	}
	for _, ref := range refs {
		certain := "certain"
		if _, err := act.Do(v.R.Context(), v.Bureau, &act.MatchEntry{Ref: ref, Accept: &certain}, act.With{Seen: v.Field("seen." + ref), Key: v.Field("once") + ref}); err != nil {
			return err
		}
	}
	return v.DoneAll(v.Printer().Text("desk.certain.accepted", explain.Data{"reports": strconv.Itoa(len(refs))}), "/"+v.Lang+"/desk/")
}

// add adds the certain entries of a report.
func (s *certainShown) add(v *portal.Visit, c *check.Case, all []desk.UnknownEntry) {
	of := certainOf{Ref: c.Ref, Event: c.Event}
	for i := range all {
		u := &all[i]
		if !u.Certain {
			of.Others++
			continue
		}
		w := who{Section: u.Section, Start: u.Entry.StartNumber, Name: u.Entry.Name, Local: u.Entry.NameLocal, Club: u.Entry.Club}
		w.May = []candidate{candidateOf(v.Printer(), &u.Candidates[0], s.Births)}
		of.Who = append(of.Who, w)
	}
	if len(of.Who) > 0 {
		s.Reports = append(s.Reports, of)
		s.Entries += len(of.Who)
	}
}
