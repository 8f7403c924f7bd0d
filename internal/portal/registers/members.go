package registers

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
)

const (
	mostMembers = 50
	lately      = 92 // days in which a membership has ended, as the page shows it
)

// endedShown is somebody whose membership has ended.
type endedShown struct {
	person
	On civil.Date
}

// withoutShown is a report in which somebody played who was no member.
type withoutShown struct {
	*rows.Report
	Persons int // who were no members
}

// renewalShown is a renewal that a club has asked for.
type renewalShown struct {
	person
	Number, Paid string
	On, From, To civil.Date
	Grant        string // leads to the form that grants it
}

// membersShown is what the page of the memberships shows.
type membersShown struct {
	desktop
	Players, Valid int
	Renewals       []renewalShown
	Ended          []endedShown
	EndedAll       int
	Without        []withoutShown
	Add            *portal.Form
}

func showMembers(v *portal.Visit) (any, error) {
	s := &membersShown{desktop: deskOf(v, "members", "arpad member list")}
	all, err := read[[]register.Membership](v, "memberships", "")
	if err != nil {
		return nil, err
	}
	last := map[string][]register.Membership{}
	for _, m := range all {
		last[m.Player] = append(last[m.Player], m)
	}
	var ended []endedShown
	for id, own := range last {
		switch m := membershipOf(own, today(v)); {
		case m.Valid:
			s.Valid++
		case m.Until != 0 && today(v)-m.Until <= lately:
			ended = append(ended, endedShown{person{ID: id}, m.Until})
		}
	}
	slices.SortFunc(ended, func(a, b endedShown) int { return cmp.Or(cmp.Compare(b.On, a.On), strings.Compare(a.ID, b.ID)) })
	s.EndedAll = len(ended)
	err = view(v, func(r bureau.Reader) error {
		if s.Players, err = lists.PlayerCount(r); err != nil {
			return err
		}
		for _, one := range ended[:min(len(ended), mostMembers)] {
			p, err := register.Find(r, one.ID)
			if err != nil {
				return err
			}
			one.person = personOf(v.Lang, p.ID, p.Name, p.NameLocal, p.Club)
			s.Ended = append(s.Ended, one)
		}
		if s.Without, err = playedWithout(r); err != nil || !s.May {
			return err
		}
		return s.asked(v, r)
	})
	f := forms{v: v}
	if s.May {
		s.Add = f.member(&act.AddMember{}, "")
	}
	return s, errors.Join(err, f.err)
}

// playedWithout returns the open reports in which somebody played who was no member, the oldest first.
func playedWithout(r bureau.Reader) (all []withoutShown, err error) {
	for _, state := range []string{"waiting", "withheld"} {
		some, err := rows.Reports.Select(r, bureau.Range{Order: 1, Is: []any{state}})
		if err != nil {
			return nil, err
		}
		for _, one := range some {
			if one.Open == 0 {
				continue
			}
			c, err := intake.Find(r, one.Ref)
			if err != nil {
				return nil, err
			}
			n := 0
			for i := range c.Questions {
				if c.Questions[i].What == "non-member" && c.Questions[i].Answer == 0 {
					n++
				}
			}
			if n > 0 {
				all = append(all, withoutShown{one, n})
			}
		}
	}
	slices.SortFunc(all, func(a, b withoutShown) int {
		return cmp.Or(cmp.Compare(a.LastDay, b.LastDay), strings.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
	})
	return all, nil
}

// asked fills in the renewals that clubs and players have asked for.
func (s *membersShown) asked(v *portal.Visit, r bureau.Reader) error {
	open, err := correction.Pending(r)
	if err != nil {
		return err
	}
	for _, q := range open {
		if q.Asks == nil || q.Asks.Act != "member.add" {
			continue
		}
		does, err := act.Wished(q, "")
		if err != nil {
			return err
		}
		a, ok := does.(*act.AddMember)
		if !ok {
			continue
		}
		p, err := register.Find(r, a.Player)
		if err != nil {
			return err
		}
		_, who, err := correction.FindInquiry(r, q.Number)
		if err != nil {
			return err
		}
		one := renewalShown{person: personOf(v.Lang, p.ID, p.Name, p.NameLocal, p.Club), Number: q.Number, On: q.On, From: a.From, To: a.To, Grant: v.DoLink(&act.GrantInquiry{Number: q.Number})}
		if who != nil {
			one.Paid = who.Words
		}
		s.Renewals = append(s.Renewals, one)
	}
	return nil
}
