package portal

import (
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/signin"
)

// invitationKnown is how long a browser knows the token of an invitation.
const invitationKnown = time.Hour

// invited returns the account to which a visitor is invited.
func (v *Visit) invited() (number string, a *bureau.Account, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		number, a, err = account.OfInvitation(r, v.cookie(ofInvitation), v.Bureau.Clock())
		return err
	})
	return number, a, err
}

// invitationShown is what an invitation shows.
type invitationShown struct {
	Name, As string   // what they are called, and by which name they sign in
	Roles    []string // the keys of their names
	Clubs    []string
	Until    string
	*factorsShown
}

func (v *Visit) showInvitation() (any, error) {
	number, a, err := v.invited()
	if err != nil {
		return nil, err
	}
	i := invitationShown{Name: a.Name, Until: page.In(v.Lang).Date(v.Of.Day(a.Invited.Until))}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		i.As, err = account.NameOf(r, number, a)
		return err
	})
	if err != nil {
		return nil, err
	}
	if v.R.PostForm.Has("name") {
		i.Name = v.Field("name")
	}
	for _, name := range account.NamesOf(a.Roles) {
		i.Roles = append(i.Roles, "desk.role."+name)
	}
	if i.Clubs, err = v.clubs(a.Clubs); err != nil {
		return nil, err
	}
	i.factorsShown, err = v.factors(number, a)
	return i, err
}

// Clubs returns the clubs of the visitor, in the order of their account.
func (v *Visit) Clubs() ([]*register.Club, error) { return v.clubsOf(v.Is.Actor.Clubs) }

func (v *Visit) clubsOf(ids []string) (all []*register.Club, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for _, id := range ids {
			club, err := register.FindClub(r, id)
			if err != nil {
				return err
			}
			all = append(all, club)
		}
		return nil
	})
	return all, err
}

// clubs returns the names of clubs.
func (v *Visit) clubs(ids []string) (names []string, err error) {
	all, err := v.clubsOf(ids)
	for _, club := range all {
		names = append(names, club.Name)
	}
	return names, err
}

func (v *Visit) sendInvitation() error {
	number, a, err := v.invited()
	if err != nil {
		return err
	}
	f, err := v.chosen(number, a)
	if err != nil {
		return err
	}
	var codes []string
	strong := len(f.Codes)+len(f.Passkeys) > 0
	if strong {
		codes, f.Recovery = signin.NewRecovery()
	}
	number, a, err = account.Accept(v.R.Context(), v.Bureau, v.cookie(ofInvitation), v.Field("name"), f)
	if err != nil {
		return err
	}
	v.setCookie(ofInvitation, "", 0)
	v.leaveOther()
	in, err := v.door.Enter(v.R.Context(), number, a, strong, v.try())
	if err != nil {
		return err
	}
	v.entered(in)
	if codes == nil {
		return v.home(in)
	}
	return v.showRecovery(codes, "desk/first")
}
