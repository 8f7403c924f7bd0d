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
func (v *visit) invited() (number string, a *bureau.Account, err error) {
	err = v.bureau.View(v.r.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		number, a, err = account.OfInvitation(r, v.cookie(ofInvitation), v.bureau.Clock())
		return err
	})
	return number, a, err
}

// invitationShown is what an invitation shows.
type invitationShown struct {
	Name, Email string
	Roles       []string // the keys of their names
	Clubs       []string
	Until       string
	*factorsShown
}

func (v *visit) showInvitation() (any, error) {
	number, a, err := v.invited()
	if err != nil {
		return nil, err
	}
	i := invitationShown{Name: a.Name, Email: a.Email, Until: page.In(v.lang).Date(v.of.Day(a.Invited.Until))}
	if v.r.PostForm.Has("name") {
		i.Name = v.field("name")
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

// clubs returns the names of clubs.
func (v *visit) clubs(ids []string) (names []string, err error) {
	err = v.bureau.View(v.r.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for _, id := range ids {
			club, err := register.FindClub(r, id)
			if err != nil {
				return err
			}
			names = append(names, club.Name)
		}
		return nil
	})
	return names, err
}

func (v *visit) sendInvitation() error {
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
	number, a, err = account.Accept(v.r.Context(), v.bureau, v.cookie(ofInvitation), v.field("name"), f)
	if err != nil {
		return err
	}
	v.setCookie(ofInvitation, "", 0)
	v.leaveOther()
	in, err := v.door.Enter(v.r.Context(), number, a, strong, v.try())
	if err != nil {
		return err
	}
	v.entered(in)
	if codes == nil {
		return v.home(in)
	}
	return v.showRecovery(codes, "desk")
}
