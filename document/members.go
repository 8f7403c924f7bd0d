package document

import (
	"errors"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Member says of somebody whether they are a member. Of an ID that nobody has it says no.
type Member struct {
	ID     string `json:"id"`
	Member bool   `json:"member"`
	Ends   bool   `json:"ends,omitempty"` // they are a member today, but not on all of the next 60 days
}

// soon is how many days from today a membership must run not to be one that ends soon.
const soon = 60

func (w *wished) card() (any, error) {
	switch w.form {
	case view.Audited:
		return register.Find(w.r, w.Key)
	case view.OfClub:
		p, err := register.Find(w.r, w.Key)
		if err != nil {
			return nil, err
		}
		return w.whoIsMember(civil.Range{}, "", p.ID)
	}
	return register.CardOf(w.r, w.Key)
}

func (w *wished) clubContact() (any, error) {
	club, err := register.FindClub(w.r, w.Key)
	if err != nil {
		return nil, err
	}
	return register.ContactOfClub(w.r, club.ID)
}

func (w *wished) members() (any, error) {
	club, err := rows.Clubs.One(w.r, w.Key)
	if err != nil {
		return nil, err
	}
	if club == nil {
		_, err = register.FindClub(w.r, w.Key)
		return nil, err
	}
	all, err := rows.OfClub(w.r, club, 0)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, p := range all {
		ids = append(ids, p.ID)
	}
	return w.whoIsMember(civil.Range{}, "", ids...)
}

func (w *wished) announcedMembers() (any, error) {
	a, err := intake.Announcements.Find(w.r, w.Key, finding.Refuse("no-announcement", finding.Text("ref", w.Key)))
	if err != nil {
		return nil, err
	}
	return w.whoIsMember(a.Days, a.Name, w.IDs...)
}

func (w *wished) enteredMembers(r *check.Case) (any, error) {
	p, _, err := intake.Latest(w.r, r)
	if err != nil || p == nil {
		return []Member{}, err
	}
	var ids []string
	for _, s := range p.Sections {
		for i := range s.Players {
			ids = append(ids, s.Players[i].ID)
		}
	}
	return w.whoIsMember(r.Days, r.Event, ids...)
}

// looked keeps what an organiser looks at, before they are shown it.
func (w *wished) looked(what ...string) error {
	if w.form != view.OfClub {
		return nil
	}
	if w.Looks == nil {
		return errors.New("document: nobody keeps who looks")
	}
	return w.Looks.Looked(w.ctx, bureau.Look{Account: w.b.Actor.Account, What: strings.Join(what, " "), At: w.b.Clock()})
}

// whoIsMember says who is a member on all days of an event, else today, and whose membership ends soon; before an organiser is told, that they look is kept.
func (w *wished) whoIsMember(days civil.Range, event string, ids ...string) (any, error) {
	if err := w.looked(append([]string{w.Document, w.Key}, w.IDs...)...); err != nil {
		return nil, err
	}
	now := days.From == 0
	if now {
		days.From, days.To = w.b.Today(w.s), w.b.Today(w.s)
	}
	all := []Member{}
	for _, id := range ids {
		if id == "" {
			continue // nobody
		}
		is, err := w.isMember(id, days, event)
		goesOn := is
		if err == nil && is && now {
			goesOn, err = w.isMember(id, civil.Range{From: days.From, To: days.From + soon}, event)
		}
		if err != nil {
			return nil, err
		}
		all = append(all, Member{id, is, is && !goesOn})
	}
	return all, nil
}

// isMember reports whether somebody is a member on all of some days, or of an event; nobody is not.
func (w *wished) isMember(id string, days civil.Range, event string) (bool, error) {
	has, err := register.MembershipsOf(w.r, id, 0)
	if err != nil && !refused(err) {
		return false, err
	}
	return register.Cover(has, days, false, event), nil
}
