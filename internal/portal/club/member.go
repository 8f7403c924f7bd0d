package club

import (
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
)

// memberPage is what the page of a player shows to their club.
type memberPage struct {
	*chosenClub
	Who     *memberShown
	Kinds   []string
	Reports string // the key of whether they may report
	May     bool
	Asked   []askedShown
	renewal
	Tells     []option // what the office is told
	Details   string
	TellsSelf string // the command that does it
}

// tells are what a club tells the office of a player.
var tells = []string{"left", "name", "twice"}

// memberOf returns a player of one of the visitor's clubs, and the club.
func memberOf(v *portal.Visit) (*chosenClub, *memberShown, error) {
	read, err := v.Read("card", v.R.PathValue("id"))
	if err != nil {
		return nil, nil, err
	}
	told, err := as[[]document.Member](read)
	if err != nil {
		return nil, nil, err
	}
	all, err := namedMembers(v, told)
	if err == nil && len(all) != 1 {
		err = finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	if err != nil {
		return nil, nil, err
	}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		p, err := register.Find(r, all[0].ID)
		if err != nil {
			return err
		}
		club, err := register.LookUpClub(r, p.Club)
		if err == nil && club != nil {
			v.R.Form.Set("club", club.ID)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	c, err := clubOf(v, "members")
	return c, &all[0], err
}

func showMember(v *portal.Visit) (any, error) {
	if err := v.R.ParseForm(); err != nil {
		return nil, err
	}
	c, m, err := memberOf(v)
	if err != nil {
		return nil, err
	}
	s := &memberPage{chosenClub: c, Who: m, renewal: renewalOf(v, m.ID), Details: v.Field("details")}
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	for _, kind := range kinds {
		s.Kinds = append(s.Kinds, v.Printer().Word(kind.String()))
	}
	named := slices.Contains(c.Reporters, m.ID) || slices.Contains(c.Reporters, m.Name) || slices.Contains(c.Reporters, m.Other)
	switch {
	case m.ID == c.Representative:
		s.Reports, s.May = "desk.member.represents", true
	case named && m.Member:
		s.Reports, s.May = "desk.member.reports", true
	case named:
		s.Reports = "desk.member.reports-no-more"
	default:
		s.Reports = "desk.member.not-named"
	}
	for _, what := range tells {
		s.Tells = append(s.Tells, option{what, v.Printer().Text("desk.member.tell-"+what, nil), what == v.Field("tell")})
	}
	s.TellsSelf = command(&act.AddInquiry{Who: "NAME", What: "TEXT", Player: m.ID})
	s.Asked, err = askedAbout(v, []memberShown{*m})
	return s, err
}

func sendMember(v *portal.Visit) error {
	c, m, err := memberOf(v)
	if err != nil {
		return err
	}
	page := []any{"portal", "members", m.ID}
	if number := v.Field("withdraw"); number != "" {
		return withdraws(v, number, c.to(v, "withdrawn", page...))
	}
	if v.Field("do") != "tell" {
		if err := asksRenewal(v, m.ID); err != nil {
			return err
		}
		return v.LeadTo(c.to(v, "asked", page...))
	}
	if !slices.Contains(tells, v.Field("tell")) {
		return v.LeadTo(c.to(v, "", page...))
	}
	what := v.Printer().Text("desk.member.tell-"+v.Field("tell"), nil)
	if more := v.Field("details"); more != "" {
		what += ": " + more
	}
	a := v.Is.Account
	_, err = act.Do(v.R.Context(), v.Bureau, &act.AddInquiry{Who: a.Name, Contact: a.Email, What: what, Player: m.ID}, act.With{Key: v.Field("key")})
	if err != nil {
		return err
	}
	return v.LeadTo(c.to(v, "told", page...))
}
