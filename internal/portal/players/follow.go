package players

import (
	"errors"
	"net/http"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// followShown is what the page shows on which somebody asks for letters about something public.
type followShown struct {
	Of, Name string // as followers have it; a name
	Email    string
}

// follow returns what is followed: of the address, or of the form that was sent. What is not there is refused.
func follow(v *portal.Visit) (*followShown, error) {
	s := &followShown{Of: v.R.FormValue("of"), Email: v.Field("email")}
	return s, view(v, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		s.Of, s.Name, err = followed(r, v.Lang, s.Of)
		return err
	})
}

// followed returns a subject as followers have it, and its name.
func followed(r bureau.Reader, lang, of string) (subject, name string, err error) {
	what, id, _ := strings.Cut(of, " ")
	switch what {
	case "player":
		p, err := register.Find(r, id)
		if err != nil {
			return "", "", err
		}
		name, _ = called(lang, p.Name, p.NameLocal)
		return "player " + p.ID, name, nil
	case "club":
		club, err := register.FindClub(r, id)
		if err != nil {
			return "", "", err
		}
		name, _ = called(lang, club.Name, club.NameLocal)
		return "club " + club.ID, name, nil
	case "event":
		c, err := intake.Find(r, id)
		if err != nil {
			return "", "", err
		}
		return "event " + c.Ref, c.Event, nil
	}
	return "", "", finding.Refuse("no-address", finding.Text("address", of))
}

func showFollow(v *portal.Visit) (any, error) { return follow(v) }

// sendFollow sends the letter by which somebody confirms that they want others.
func sendFollow(v *portal.Visit) error {
	s, err := follow(v)
	switch {
	case err != nil:
		return err
	case !goodAddress(s.Email):
		return portal.Said("desk.follow.no-email")
	}
	_, err = v.Work().Ask(v.R.Context(), work.Asked{Kind: toBeTold, Address: s.Email, Language: v.Lang, Path: "follow/confirm", Subject: s.Of, Values: map[string]string{"about": s.Name}})
	if err != nil && !errors.Is(err, work.ErrOften) {
		return err
	}
	return v.Show("waits", http.StatusOK, waitsShown{s.Email, "desk.follow.waits-days"})
}

// toBeTold is the kind of the letter by which somebody confirms that they want others.
const toBeTold = "confirm-follow"

func showToldOf(v *portal.Visit) (any, error) {
	a, err := asked(v, toBeTold)
	if err != nil {
		return nil, err
	}
	return followShown{Of: a.Subject, Name: a.Values["about"], Email: a.Address}, nil
}

// sendToldOf has an address told from now on.
func sendToldOf(v *portal.Visit) error {
	if _, err := asked(v, toBeTold); err != nil {
		return err
	}
	a, err := v.Work().Confirm(v.R.Context(), toBeTold, v.Code())
	if err == nil {
		err = v.Work().Follow(v.R.Context(), work.Follower{Address: a.Address, Language: a.Language, Subject: a.Subject})
	}
	if err != nil {
		return err
	}
	return v.Show("followed", http.StatusOK, followShown{Name: a.Values["about"], Email: a.Address})
}
