package portal

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
)

// firstShown is what a new office has done, and has to do.
type firstShown struct {
	Players, Clubs int
	Due            string // the day on which the next list comes into force; empty: none is expected
	Label          string
	Administrators int
	Reporters      int  // clubs that have named theirs
	Reports        bool // there are some
	Site           bool // the site has a public address
	Codes          bool // the visitor has recovery codes left
	Copies         bool // a backup was made from a page
	Administrator  bool // the visitor is one
}

func (v *Visit) showFirst() (any, error) {
	s, err := v.first()
	if err != nil {
		return nil, err
	}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) error {
		ahead, err := agenda.AheadOf(r, of, v.Bureau.Today(of))
		if err == nil && len(ahead.Periods) > 0 {
			s.Label, s.Due = ahead.Periods[0].Label, page.In(v.Lang).Date(ahead.Periods[0].List)
		}
		return err
	})
	return s, err
}

// Steps returns how many of the first steps of a new office are left.
func (v *Visit) Steps() (left int, err error) {
	s, err := v.first()
	for _, done := range []bool{s.Codes, s.Administrators > 1, s.Copies, s.Clubs > 0, s.Reporters > 0, s.Reports, s.Site} {
		if !done {
			left++
		}
	}
	return left, err
}

// first returns what a new office has done.
func (v *Visit) first() (firstShown, error) {
	s := firstShown{Site: v.Of.Contact.Site != "", Administrator: v.Is.Actor.Is(bureau.Administrator)}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if s.Players, err = lists.PlayerCount(r); err != nil {
			return err
		}
		clubs, err := register.AllClubs(r)
		if err != nil {
			return err
		}
		for _, club := range clubs {
			if s.Clubs++; len(club.Reporters) > 0 {
				s.Reporters++
			}
		}
		err = intake.Cases.Scan(r, "", "", func(string, *check.Case) (bool, error) {
			s.Reports = true
			return false, nil
		})
		if err != nil {
			return err
		}
		s.Administrators, err = account.Administrators(r)
		return err
	})
	if err != nil {
		return s, err
	}
	copies, err := v.portal.Office.Copies()
	if err != nil {
		return s, office.Problem(err)
	}
	s.Copies = len(copies) > 0
	if f := v.Is.Account.Factors; f != nil {
		spent, err := v.door.Work.Spent(v.R.Context(), v.Is.Session.Account, f.Recovery)
		if err != nil {
			return s, err
		}
		s.Codes = len(f.Recovery) > spent
	}
	return s, nil
}

// frame returns what stands around a page.
func (v *Visit) frame() *frame {
	f := &frame{Bare: v.at != nil && !v.at.tls && !v.at.here, Kept: v.kept, Version: v.version, Done: v.did}
	if v.Is == nil {
		return f
	}
	f.Name, f.Email, f.Owner = v.Is.Account.Name, v.Is.Account.Email, v.Is.Session.Account
	f.Keys = v.Is.Actor.Is(bureau.Officer | bureau.Auditor)
	at, best := strings.TrimPrefix(v.R.URL.Path, "/"+v.Lang+"/"), 0
	for _, t := range tabs {
		if !v.Is.Actor.Is(t.who) {
			continue
		}
		of := tab{Key: "desk.nav." + t.name, To: "/" + v.Lang + "/" + t.to + "/"}
		for _, under := range append(t.under, t.to) {
			if strings.HasPrefix(at, under+"/") && len(under) > best {
				for i := range f.Tabs {
					f.Tabs[i].Here = false
				}
				of.Here, best = true, len(under)
			}
		}
		f.Tabs = append(f.Tabs, of)
	}
	return f
}

// ClubPages are the pages of a club, in the order of their tabs.
var ClubPages = []string{"members", "club", "fees", "letters"}

// tabs lead to the parts of the portal. A page belongs to the one whose address, or one that is under it, is most of its own.
var tabs = []struct {
	name, to string
	under    []string
	who      bureau.Role
}{
	{"club", "portal", nil, bureau.Organiser},
	{"announce", "portal/events/new", []string{"portal/events", "portal/terms"}, bureau.Organiser},
	{"entries", "portal/entries", nil, bureau.Organiser},
	{"report", "portal/submit", []string{"portal/reports", "portal/drafts", "portal/notice", "portal/type", "portal/form"}, bureau.Organiser},
	{"members", "portal/members", []string{"portal/club", "portal/fees", "portal/letters"}, bureau.Organiser},
	{"desk", "desk", []string{"desk/do"}, bureau.Desk &^ bureau.Treasurer},
	{"cases", "desk/cases", []string{"desk/certain", "desk/submit", "desk/drafts", "desk/events", "desk/precedents"}, bureau.Officer | bureau.Auditor},
	{"month", "desk/periods", []string{"desk/fide", "desk/waiting"}, bureau.Officer | bureau.Auditor},
	{"registers", "desk/players", []string{"desk/duplicates", "desk/clubs", "desk/members", "desk/import"}, bureau.Officer | bureau.Auditor},
	{"inquiries", "desk/inquiries", []string{"desk/correct", "desk/corrections"}, bureau.Officer | bureau.Auditor},
	{"fees", "desk/fees", nil, bureau.Officer | bureau.Treasurer | bureau.Auditor},
	{"health", "desk/health", []string{"admin/settings", "admin/letters", "desk/letters", "desk/log", "desk/looks", "desk/persons"}, bureau.Officer | bureau.Auditor | bureau.Administrator},
	{"me", "account/me", nil, bureau.Player},
	{"asked", "account/inquiries", []string{"inquiry"}, bureau.Player},
	{"people", "admin/people", nil, bureau.Administrator | bureau.Officer | bureau.Auditor},
}

// pages are the pages about what acts are done with, by the first words of the acts.
var pages = map[string]string{
	"report": "desk/cases", "fee": "desk/fees", "fide": "desk/cases", "period": "desk/periods", "player": "desk/players", "member": "desk/players", "person": "desk/persons", "club": "desk/clubs",
	"inquiry": "desk/inquiries", "ask": "desk/inquiries", "correct": "desk/corrections", "correction": "desk/corrections", "announce": "desk/events", "account": "admin/people", "precedent": "desk/precedents",
}

// PageOf returns the address of the page about what an act was done with, empty if there is none for the visitor.
func (v *Visit) PageOf(act, subject string) string {
	first, _, _ := strings.Cut(act, ".")
	if act == "report.ask" { // which makes an inquiry
		first = "inquiry"
	}
	under := pages[first]
	if subject == "" || under == "" {
		return ""
	}
	serves := func(rt Route) bool {
		rest, is := strings.CutPrefix(rt.Path, under+"/{")
		return is && !strings.Contains(rest, "/") && v.Is.Actor.Is(rt.Who)
	}
	if !slices.ContainsFunc(Pages(v.portal.Rooms...), serves) {
		return ""
	}
	return "/" + v.Lang + "/" + under + "/" + page.Escaped(subject)
}
