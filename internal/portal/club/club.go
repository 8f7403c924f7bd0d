package club

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
)

// ownRoutes are the pages about a club itself.
var ownRoutes = []portal.Route{
	own("portal/members", "members", showMembers, sendMembers, "ask.renewal", "inquiry.withdraw"),
	own("portal/members/{id}", "member", showMember, sendMember, "inquiry.add"),
	own("portal/club", "club", showClub, sendClub, "club.reporters", "club.contact"),
	own("portal/fees", "fees", showFees, nil),
	own("portal/fees/{ref}", "invoice", showInvoice, nil),
}

// chosenClub is the club that a page is about.
type chosenClub struct {
	*register.Club
	Called string // in the language of the page
	Others []link // to the same page of the clubs of the account, if it has several
	Tabs   []link // to the pages of the club
	Done   string // the key of what is said was done; empty: nothing is
	Seen   string // of the club
}

// link leads to a page.
type link struct {
	Name, To string
	Here     bool
}

// doneWithClub is what a page may say was done.
var doneWithClub = map[string]string{"asked": "desk.members.is-asked", "told": "desk.member.is-told", "withdrawn": "desk.members.is-withdrawn", "reporters": "desk.club.reporters-saved", "contact": "desk.club.contact-saved"}

// clubOf returns the club that is asked for, the first one of the account if none is. Another's is not there.
func clubOf(v *portal.Visit, here string) (*chosenClub, error) {
	ids := v.Is.Actor.Clubs
	id := v.R.FormValue("club")
	if id == "" && len(ids) > 0 {
		id = ids[0]
	}
	if !slices.Contains(ids, id) { // an officer has no club here, either
		return nil, finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	seen, err := v.Seen("club-card", id) // before it is read
	if err != nil {
		return nil, err
	}
	c := &chosenClub{Seen: seen, Done: doneWithClub[v.R.URL.Query().Get("done")]}
	clubs, err := v.Clubs()
	if err != nil {
		return nil, err
	}
	for _, is := range clubs {
		if is.ID == id {
			c.Club, c.Called = is, calledClub(v.Lang, is)
		}
		c.Others = append(c.Others, link{calledClub(v.Lang, is), "/" + v.Lang + "/portal/" + cmp.Or(here, "members") + "/?club=" + url.QueryEscape(is.ID), is.ID == id})
	}
	if len(ids) == 1 {
		c.Others = nil
	}
	for _, at := range portal.ClubPages {
		c.Tabs = append(c.Tabs, link{v.Printer().Text("desk."+at+".tab", nil), c.to(v, "", "portal", at), at == here})
	}
	return c, nil
}

// calledClub returns the name of a club in a language.
func calledClub(lang string, c *register.Club) string {
	if lang == "ja" {
		return cmp.Or(c.NameLocal, c.Name)
	}
	return c.Name
}

// to returns the address of a page of the club; done is what is said there was done.
func (c *chosenClub) to(v *portal.Visit, done string, parts ...any) string {
	query := url.Values{}
	if len(v.Is.Actor.Clubs) > 1 {
		query.Set("club", c.ID)
	}
	if done != "" {
		query.Set("done", done)
	}
	to := "/" + v.Lang + "/" + page.Escaped(parts...)
	if len(query) > 0 {
		to += "?" + query.Encode()
	}
	return to
}

// person is a player as pages of a club name them.
type person struct {
	ID, Name string
	Other    string // in the other script; empty: unknown
	Known    bool   // they have a public page
}

// personOf returns a player by their names.
func personOf(lang string, p *register.Player) person {
	one := person{p.ID, p.Name, p.NameLocal, true}
	if lang == "ja" && p.NameLocal != "" {
		one.Name, one.Other = p.NameLocal, p.Name
	}
	return one
}

// reporterShown is somebody who may report for a club.
type reporterShown struct {
	person
	Value  string // as the club has them
	Member string // the key of whether they are a member; empty: the club is not told
	Ended  bool
}

// clubShown is what the page of a club shows.
type clubShown struct {
	*chosenClub
	Representative *reporterShown // nil: nobody is
	Reporters      []reporterShown
	May            bool // the visitor is the representative
	Choice         []option
	Contact        register.ClubContact
	ContactSeen    string
	Languages      []option
	Commands       []string
}

func showClub(v *portal.Visit) (any, error) {
	c, err := clubOf(v, "club")
	if err != nil {
		return nil, err
	}
	s := &clubShown{chosenClub: c, May: represents(v, c.Club)}
	members, err := membersOf(v, c.ID)
	if err != nil {
		return nil, err
	}
	if err := s.reporters(v, members); err != nil {
		return nil, err
	}
	if s.ContactSeen, err = v.Seen("club-contact", c.ID); err != nil {
		return nil, err
	}
	read, err := v.Read("club-contact", c.ID)
	if err != nil {
		return nil, err
	}
	contact, err := as[*register.ClubContact](read)
	if err != nil {
		return nil, err
	}
	if s.Contact = *contact; v.Field("do") == "contact" {
		s.Contact = register.ClubContact{Email: v.Field("email"), Language: v.Field("language"), Address: v.Field("address")}
	}
	s.Languages = []option{{"", v.Printer().Text("desk.club.language-any", nil), s.Contact.Language == ""}}
	for _, lang := range explain.Languages {
		s.Languages = append(s.Languages, option{lang, v.Printer().Text("web.language-"+lang, nil), s.Contact.Language == lang})
	}
	s.Commands = []string{command(&act.NameReporters{Club: c.ID, Reporters: []string{"NAME"}}), command(&act.ContactClub{Club: c.ID, Email: new("ADDRESS"), Language: new(v.Lang), Address: new("TEXT")})}
	return s, nil
}

// represents reports whether the visitor is the representative of a club.
func represents(v *portal.Visit, c *register.Club) bool {
	a := &v.Is.Actor
	return a.Is(bureau.Player) && a.Player != "" && a.Player == c.Representative
}

// reporters fills in who may report, and whom the representative may name.
func (s *clubShown) reporters(v *portal.Visit, members []memberShown) error {
	of := func(r bureau.Reader, who string) (one reporterShown, err error) {
		one = reporterShown{person: person{Name: who}, Value: who}
		p, err := register.Players.Get(r, who)
		if err == nil && p != nil {
			one.person = personOf(v.Lang, p)
		}
		if i := slices.IndexFunc(members, func(m memberShown) bool { return m.ID == who || m.Name == who || m.Other == who }); i >= 0 {
			one.person, one.Ended = members[i].person, !members[i].Member
			one.Member = members[i].State()
		}
		return one, err
	}
	return v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		if s.Club.Representative != "" {
			one, err := of(r, s.Club.Representative)
			if s.Representative = &one; err != nil {
				return err
			}
		}
		for _, who := range s.Club.Reporters {
			one, err := of(r, who)
			if err != nil {
				return err
			}
			s.Reporters = append(s.Reporters, one)
		}
		for _, m := range members {
			if m.ID != s.Club.Representative && !slices.Contains(s.Club.Reporters, m.ID) {
				s.Choice = append(s.Choice, option{m.ID, m.Name, m.ID == v.Field("add")})
			}
		}
		slices.SortFunc(s.Choice, func(a, b option) int { return strings.Compare(a.Name, b.Name) })
		return nil
	})
}

func sendClub(v *portal.Visit) error {
	c, err := clubOf(v, "club")
	if err != nil {
		return err
	}
	with := act.With{Seen: v.Field("seen")}
	switch done := v.Field("do"); done {
	case "reporters":
		v.Bureau.Actor.Roles = v.Is.Actor.Roles & bureau.Player // it is the representative's act, not the club's
		var named []string
		for _, who := range append(v.R.PostForm["reporter"], v.R.PostForm["add"]...) {
			if who = strings.TrimSpace(who); who != "" && !slices.Contains(named, who) {
				named = append(named, who)
			}
		}
		_, err = act.Do(v.R.Context(), v.Bureau, &act.NameReporters{Club: c.ID, Reporters: named}, with)
	case "contact":
		_, err = act.Do(v.R.Context(), v.Bureau, &act.ContactClub{Club: c.ID, Email: new(v.Field("email")), Language: new(v.Field("language")), Address: new(v.Field("address"))}, with)
	default:
		return v.LeadTo(c.to(v, "", "portal", "club"))
	}
	v.Bureau.Actor.Roles = v.Is.Actor.Roles & bureau.Organiser
	if err != nil {
		return err
	}
	return v.LeadTo(c.to(v, v.Field("do"), "portal", "club"))
}

// today returns the day on which the page is shown.
func today(v *portal.Visit) civil.Date { return v.Bureau.Today(v.Of) }
