package portal

import (
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
	s := firstShown{Site: v.Of.Contact.Site != "", Administrator: v.Is.Actor.Is(bureau.Administrator)}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, of *bureau.Settings) (err error) {
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
		if s.Administrators, err = account.Administrators(r); err != nil {
			return err
		}
		ahead, err := agenda.AheadOf(r, of, v.Bureau.Today(of))
		if err == nil && len(ahead.Periods) > 0 {
			s.Label, s.Due = ahead.Periods[0].Label, page.In(v.Lang).Date(ahead.Periods[0].List)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	copies, err := v.portal.Office.Copies()
	if err != nil {
		return nil, office.Problem(err)
	}
	s.Copies = len(copies) > 0
	if f := v.Is.Account.Factors; f != nil {
		spent, err := v.door.Work.Spent(v.R.Context(), v.Is.Session.Account, f.Recovery)
		if err != nil {
			return nil, err
		}
		s.Codes = len(f.Recovery) > spent
	}
	return s, nil
}

// frame returns what stands around a page.
func (v *Visit) frame() *frame {
	f := &frame{Bare: v.at != nil && !v.at.tls && !v.at.here, Kept: v.kept, Version: v.version}
	if v.Is == nil {
		return f
	}
	f.Name, f.Email, f.Owner = v.Is.Account.Name, v.Is.Account.Email, v.Is.Session.Account
	for _, t := range []struct {
		key, to string
		who     bureau.Role
	}{{"desk.nav.desk", "desk", bureau.Desk}, {"desk.nav.health", "desk/health", bureau.Officer | bureau.Auditor | bureau.Administrator}, {"desk.nav.people", "admin/people", bureau.Administrator | bureau.Officer | bureau.Auditor}} {
		if v.Is.Actor.Is(t.who) {
			f.Tabs = append(f.Tabs, tab{t.key, "/" + v.Lang + "/" + t.to + "/", strings.HasPrefix(v.R.URL.Path, "/"+v.Lang+"/"+t.to+"/")})
		}
	}
	return f
}
