package club

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

// memberShown is somebody who plays for a club.
type memberShown struct {
	person
	Ratings []rating.Rating // of the kinds of list
	Member  bool            // today
	Ends    bool            // soon
	Chosen  bool            // for a renewal
	Asked   *askedShown     // the last that was asked for them; nil: nothing was
}

// State returns the key of whether they are a member.
func (m *memberShown) State() string {
	switch {
	case m.Ends:
		return "desk.members.ends"
	case m.Member:
		return "desk.members.valid"
	}
	return "desk.members.no-member"
}

// askedShown is what a club has asked the office.
type askedShown struct {
	*document.OwnInquiry
	Name     string // whom it is about
	State    string // the key of where it stands
	Waits    bool
	Withdraw string // the digest with which it is withdrawn; empty: nobody does
}

// membersShown is what the page of the players of a club shows.
type membersShown struct {
	*chosenClub
	Kinds            []string // of list, named
	Members          []memberShown
	Valid, NotMember int
	Ending           int // memberships that end soon
	Due              int // of these without a renewal that waits
	Asked            []askedShown
	renewal
}

// renewal is a renewal as it stands in its form.
type renewal struct {
	Key, From, To, Paid string
	Command             string
}

// renewalOf returns the renewal of the form that was sent: by itself it is from today on for a year.
func renewalOf(v *portal.Visit, player string) renewal {
	from := today(v)
	year, month, first := from.Split()
	n := renewal{Key: newKey(), From: cmp.Or(v.Field("from"), from.String()), To: cmp.Or(v.Field("to"), (civil.Of(year+1, month, first) - 1).String()), Paid: v.Field("paid")}
	asks := &act.Asks[act.AddMember]{Act: act.AddMember{Player: player, From: from, To: civil.Of(year+1, month, first) - 1}}
	asks.Act.Reason = "TEXT"
	n.Command = command(asks)
	return n
}

// membersOf returns who plays for a club, the best first. That the visitor looks is kept first.
func membersOf(v *portal.Visit, club string) ([]memberShown, error) {
	read, err := v.Read("members", club)
	if err != nil {
		return nil, err
	}
	told, err := as[[]document.Member](read)
	if err != nil {
		return nil, err
	}
	return namedMembers(v, told)
}

// namedMembers returns the players whose membership the visitor may know, with what is public about them.
func namedMembers(v *portal.Visit, told []document.Member) (all []memberShown, err error) {
	kinds, err := kindsOf(v)
	if err != nil {
		return nil, err
	}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for _, m := range told {
			p, err := register.Find(r, m.ID)
			if err != nil {
				return err
			}
			standing, err := lists.NewestStanding(r, p.Number)
			if err != nil {
				return err
			}
			one := memberShown{person: personOf(v.Lang, p), Member: m.Member, Ends: m.Ends, Chosen: slices.Contains(v.R.PostForm["player"], p.ID)}
			for _, kind := range kinds {
				one.Ratings = append(one.Ratings, standing.Of(kind).Rating)
			}
			all = append(all, one)
		}
		return nil
	})
	slices.SortStableFunc(all, func(a, b memberShown) int {
		return cmp.Or(slices.Compare(b.Ratings, a.Ratings), strings.Compare(a.ID, b.ID))
	})
	return all, err
}

// kindsOf returns the kinds of list that there are.
func kindsOf(v *portal.Visit) ([]rating.Kind, error) {
	rules, err := v.Of.Rules()
	if err != nil {
		return nil, err
	}
	return rules.Latest().About().Lists, nil
}

// askedFor returns what the club has asked about some of its players, the last first.
func askedAbout(v *portal.Visit, members []memberShown) (all []askedShown, err error) {
	inquiries, err := each[document.OwnInquiry](v, "inquiries")
	if err != nil {
		return nil, err
	}
	for i := len(inquiries) - 1; i >= 0; i-- {
		q := &inquiries[i]
		at := slices.IndexFunc(members, func(m memberShown) bool { return m.ID == q.Player })
		if at < 0 || q.Report != "" {
			continue
		}
		one := askedShown{OwnInquiry: q, Name: members[at].Name, State: "desk.members.waits"}
		switch {
		case q.Withdrawn:
			one.State = "desk.members.withdrawn"
		case q.Granted:
			one.State = "desk.members.granted"
		case q.Answer != "" && q.Asks != "":
			one.State = "desk.members.refused"
		case q.Answer != "":
			one.State = "desk.members.answered"
		default:
			one.Waits = true
			if one.Withdraw, err = v.Seen("inquiry", q.Number); err != nil {
				return nil, err
			}
		}
		all = append(all, one)
		if members[at].Asked == nil && q.Asks == "member.add" {
			members[at].Asked = &one
		}
	}
	return all, nil
}

func showMembers(v *portal.Visit) (any, error) {
	c, err := clubOf(v, "members")
	if err != nil {
		return nil, err
	}
	s := &membersShown{chosenClub: c, renewal: renewalOf(v, "ID")}
	if s.Members, err = membersOf(v, c.ID); err != nil {
		return nil, err
	}
	for i := range s.Members {
		switch m := &s.Members[i]; {
		case m.Ends:
			s.Ending++
		case m.Member:
			s.Valid++
		default:
			s.NotMember++
		}
	}
	kinds, err := kindsOf(v)
	for _, kind := range kinds {
		s.Kinds = append(s.Kinds, v.Printer().Word(kind.String()))
	}
	if err == nil {
		s.Asked, err = askedAbout(v, s.Members)
	}
	s.Due = len(due(s.Members))
	return s, err
}

// due returns the IDs of those whose membership ends soon and for whom no renewal waits.
func due(members []memberShown) (ids []string) {
	for i := range members {
		if m := &members[i]; m.Ends && (m.Asked == nil || !m.Asked.Waits) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

func sendMembers(v *portal.Visit) error {
	c, err := clubOf(v, "members")
	if err != nil {
		return err
	}
	if number := v.Field("withdraw"); number != "" {
		return withdraws(v, number, c.to(v, "withdrawn", "portal", "members"))
	}
	players := v.R.PostForm["player"]
	if v.Field("all") != "" {
		members, err := membersOf(v, c.ID)
		if err == nil {
			_, err = askedAbout(v, members)
		}
		if err != nil {
			return err
		}
		players = due(members)
	}
	if err := asksRenewal(v, players...); err != nil {
		return err
	}
	return v.LeadTo(c.to(v, "asked", "portal", "members"))
}

// withdraws takes back what was asked.
func withdraws(v *portal.Visit, number, to string) error {
	_, err := act.Do(v.R.Context(), v.Bureau, &act.WithdrawInquiry{Number: number}, act.With{Seen: v.Field("seen-" + number)})
	if err != nil {
		return err
	}
	return v.LeadTo(to)
}

// asksRenewal asks for the renewals of the form that was sent. What an officer could not do for one of them is asked for none.
func asksRenewal(v *portal.Visit, players ...string) error {
	from, err := day(v, "from")
	if err != nil {
		return err
	}
	to, err := day(v, "to")
	switch {
	case err != nil:
		return err
	case len(players) == 0:
		return portal.Said("desk.members.nobody")
	case v.Field("paid") == "":
		return portal.Said("desk.members.unpaid")
	}
	of := func(player string) act.Act {
		asks := &act.Asks[act.AddMember]{Act: act.AddMember{Player: player, From: from, To: to}}
		asks.Act.Reason = v.Field("paid")
		return asks
	}
	for _, player := range players {
		if _, err := act.Look(v.R.Context(), v.Bureau, of(player), act.With{}); err != nil {
			return err
		}
	}
	for _, player := range players {
		if _, err := act.Do(v.R.Context(), v.Bureau, of(player), act.With{Key: v.Field("key") + " " + player}); err != nil {
			return err
		}
	}
	return nil
}
