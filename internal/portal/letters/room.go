// Package letters has the pages about letters: what was sent, what waits to be copied, what each letter says, and the links in
// letters by which an address is confirmed and letters end.
package letters

import (
	"embed"
	"net/url"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

//go:embed template
var templates embed.FS

const (
	readers  = bureau.Officer | bureau.Auditor | bureau.Administrator
	everyone = ^bureau.Role(0)
)

// Room has the pages.
var Room = &portal.Room{Templates: templates, Routes: []portal.Route{
	{Path: "letters/end", Template: "end", Show: showEnd, Send: sendEnd},
	{Path: "letters/confirm", Template: "confirmed", Show: showConfirm, Send: sendConfirm},
	{Path: "account/letters", Template: "wishes", Who: everyone, Show: showWishes, Send: sendWishes},
	{Path: "portal/letters", Template: "club", Who: bureau.Organiser, Own: true, Show: showClub},
	{Path: "desk/letters", Template: "desk", Who: readers, Show: showDesk},
	{Path: "desk/letters/{id}", Template: "letter", Who: readers, Show: showLetter, Send: sendLetter},
	{Path: "admin/letters", Template: "texts", Who: readers, Show: showTexts},
}}

// office returns who writes letters.
func office(v *portal.Visit) *mail.Office {
	return &mail.Office{Bureau: v.Bureau, Work: v.Work(), Base: v.Base()}
}

// row is a letter in a table.
type row struct {
	ID, When, Name, Subject, State, To string
	Code                               string // what a server has said
	Bad                                bool
	Tries                              int
}

const mostRows = 200

// rowsOf returns letters for a page, the newest first.
func rowsOf(v *portal.Visit, all []*work.Letter) (rows []row, err error) {
	slices.SortStableFunc(all, func(a, b *work.Letter) int { return b.Made.Compare(a.Made) })
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for _, l := range all[:min(len(all), mostRows)] {
			is := row{ID: l.ID, When: v.When(l.Made), Name: "letter." + l.Kind + ".name", State: "desk.letters.state-" + l.State, Tries: l.Tries, Code: l.Answered()}
			is.Bad = slices.Contains([]string{work.Refused, work.Handed, work.Unconfirmed, work.Back}, l.State)
			if l.Entry > 0 {
				e, err := bureau.Entries.Get(r, bureau.SeqKey(l.Entry))
				if err != nil {
					return err
				}
				if e != nil {
					is.Subject = e.Subject
				}
			}
			if is.To, err = called(r, l.Receiver); err != nil {
				return err
			}
			rows = append(rows, is)
		}
		return nil
	})
	return rows, err
}

// called returns how a receiver is called, empty if nobody knows.
func called(r bureau.Reader, receiver string) (string, error) {
	what, id, _ := strings.Cut(receiver, " ")
	switch what + " " {
	case work.OfAccount:
		a, err := bureau.AccountOf(r, id)
		if err != nil {
			return "", err
		}
		return a.Name, nil
	case work.OfClub:
		c, err := register.Clubs.Get(r, id)
		if err != nil || c == nil {
			return id, err
		}
		return c.Name, nil
	case work.OfInquirer:
		return id, nil
	}
	return "", nil
}

// table is a table of letters.
type table struct {
	Rows  []row
	Links string // to their pages begin with it; empty: there are none
}

// clubShown is what organisers see of letters to them.
type clubShown struct {
	Tabs      []tabShown // to the pages of the club
	Letters   table
	Addresses []addressShown
	Sends     bool
}

// addressShown is an address, and whether it is confirmed.
type addressShown struct {
	Address, Whose string
	Confirmed      bool
}

func showClub(v *portal.Visit) (any, error) {
	ctx, s := v.R.Context(), &clubShown{Sends: v.Sends()}
	if err := office(v).Collect(ctx); err != nil {
		return nil, err
	}
	club := ""
	if id := v.R.FormValue("club"); len(v.Is.Actor.Clubs) > 1 && slices.Contains(v.Is.Actor.Clubs, id) {
		club = "?club=" + url.QueryEscape(id)
	}
	for _, at := range portal.ClubPages {
		s.Tabs = append(s.Tabs, tabShown{Key: "desk." + at + ".tab", To: "/" + v.Lang + "/portal/" + at + "/" + club, Here: at == "letters"})
	}
	receivers := []string{work.OfAccount + v.Is.Actor.Account}
	for _, id := range v.Is.Actor.Clubs {
		receivers = append(receivers, work.OfClub+id)
	}
	var all []*work.Letter
	for _, receiver := range receivers {
		err := v.Work().Letters(ctx, "", receiver, func(l *work.Letter) bool {
			all = append(all, l)
			return len(all) < mostRows
		})
		if err != nil {
			return nil, err
		}
	}
	var err error
	if s.Letters.Rows, err = rowsOf(v, all); err != nil {
		return nil, err
	}
	s.Addresses, err = addresses(v)
	return s, err
}

// addresses returns the addresses of the visitor and of their clubs.
func addresses(v *portal.Visit) (all []addressShown, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		if a := v.Is.Account; a.Email != "" {
			all = append(all, addressShown{Address: a.Email, Whose: a.Name})
		}
		if !v.Is.Actor.Is(bureau.Organiser) {
			return nil
		}
		for _, id := range v.Is.Actor.Clubs {
			contact, err := register.ContactOfClub(r, id)
			if err != nil {
				return err
			}
			c, err := register.Clubs.Get(r, id)
			if err != nil {
				return err
			}
			if c != nil && contact.Email != "" && !slices.ContainsFunc(all, func(a addressShown) bool { return work.Folded(a.Address) == work.Folded(contact.Email) }) {
				all = append(all, addressShown{Address: contact.Email, Whose: c.Name})
			}
		}
		return nil
	})
	for i := range all {
		if err == nil {
			all[i].Confirmed, err = v.Work().IsConfirmed(v.R.Context(), all[i].Address)
		}
	}
	return all, err
}

// deskShown is what officers see of all letters.
type deskShown struct {
	Sends   bool
	Tabs    []tabShown
	Letters table
	State   string
}

type tabShown struct {
	Key, To string
	N       int
	Here    bool
}

// groups are the letters that are shown together, those that somebody has to look at first.
var groups = []struct {
	name   string
	states []string
}{
	{"waits", []string{work.Waits}},
	{"trouble", []string{work.Unconfirmed, work.Handed, work.Refused, work.Back}},
	{"sent", []string{work.Sent, work.ByHand}},
	{"void", []string{work.Void}},
}

func showDesk(v *portal.Visit) (any, error) {
	ctx, s := v.R.Context(), &deskShown{Sends: v.Sends()}
	if err := office(v).Collect(ctx); err != nil {
		return nil, err
	}
	asked := v.R.URL.Query().Get("show")
	if !slices.ContainsFunc(groups, func(g struct {
		name   string
		states []string
	}) bool {
		return g.name == asked
	}) {
		asked = groups[0].name
	}
	s.State = "desk.letters.none-" + asked
	var shown []*work.Letter
	for _, g := range groups {
		t := tabShown{Key: "desk.letters.show-" + g.name, To: "?show=" + g.name, Here: g.name == asked}
		for _, state := range g.states {
			err := v.Work().Letters(ctx, state, "", func(l *work.Letter) bool {
				t.N++
				if t.Here && len(shown) < mostRows {
					shown = append(shown, l)
				}
				return true
			})
			if err != nil {
				return nil, err
			}
		}
		s.Tabs = append(s.Tabs, t)
	}
	var err error
	s.Letters.Links = "/" + v.Lang + "/desk/letters/"
	s.Letters.Rows, err = rowsOf(v, shown)
	return s, err
}

// letterShown is a letter to copy.
type letterShown struct {
	row
	Address, Title, Text string // empty: there is nothing to say any more
	Confirmed            bool
	Secret               bool // it has a link that is nobody's but the receiver's, and is sent
	Acts                 []string
	Void                 bool
}

func showLetter(v *portal.Visit) (any, error) {
	ctx := v.R.Context()
	l, err := letterOf(v)
	if err != nil {
		return nil, err
	}
	all, err := rowsOf(v, []*work.Letter{l})
	if err != nil {
		return nil, err
	}
	s := &letterShown{row: all[0], Secret: strings.HasPrefix(l.Receiver, work.OfAsk) && (v.Sends() || !v.Is.Actor.Is(bureau.Officer|bureau.Administrator))}
	m, may, err := office(v).Read(ctx, l)
	if err != nil {
		return nil, err
	}
	if m != nil {
		s.Address, s.Title, s.Confirmed = m.Address, m.Subject, may
		if !s.Secret {
			s.Text = m.Text()
		}
	}
	if v.Is.Actor.Is(bureau.Officer) && !slices.Contains([]string{work.Sent}, l.State) {
		s.Acts = actsOf(l, m != nil, may, v.Sends())
	}
	return s, nil
}

// actsOf returns what an officer may do with a letter.
func actsOf(l *work.Letter, says, may, sends bool) (acts []string) {
	if says && l.State != work.ByHand {
		acts = append(acts, work.ByHand)
	}
	if says && may && sends && l.State != work.Waits {
		acts = append(acts, work.Waits)
	}
	if l.State != work.Void && l.State != work.ByHand {
		acts = append(acts, work.Void)
	}
	return acts
}

func letterOf(v *portal.Visit) (*work.Letter, error) {
	l, err := v.Work().Letter(v.R.Context(), v.R.PathValue("id"))
	if err == nil && l == nil {
		err = finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	return l, err
}

func sendLetter(v *portal.Visit) error {
	l, err := letterOf(v)
	if err != nil {
		return err
	}
	to := v.Field("do")
	if !v.Is.Actor.Is(bureau.Officer) || !slices.Contains([]string{work.ByHand, work.Waits, work.Void}, to) {
		return finding.Refuse("no-address", finding.Text("address", v.R.URL.Path))
	}
	if err := v.Work().Decide(v.R.Context(), l.ID, to); err != nil {
		return portal.Said("desk.letters.gone")
	}
	return v.Lead("desk", "letters")
}

// textsShown are the texts of all letters.
type textsShown struct {
	Kinds  []string // the keys of their names
	Chosen string
	Said   []textShown
}

type textShown struct{ Lang, Title, Text string }
