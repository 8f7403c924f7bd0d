package players

import (
	"errors"
	"net/http"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// toBind is the kind of the letter by which a player gets an account.
const toBind = "bind"

// bindShown is what the page shows on which a player asks for an account.
type bindShown struct {
	ID         string
	Who, Email string // who asks, and where they are reached if the register does not know it
	Sent       bool
}

func bindForm(v *portal.Visit) bindShown {
	return bindShown{ID: v.Field("id"), Who: v.Field("who"), Email: v.Field("email")}
}

func showBind(v *portal.Visit) (any, error) { return bindForm(v), nil }

// sendBind sends a letter to the address that the register has for a player. To one that whoever asks has written themselves another one
// goes, by which they ask an officer, who looks who they are; it has none of their words. They read the same whether there is a player with
// that ID, an address, or an account.
func sendBind(v *portal.Visit) error {
	s := bindForm(v)
	s.Sent = true
	switch {
	case s.ID == "":
		return portal.Said("desk.bind.no-id")
	case len(s.ID)+len(s.Who) > mostName:
		return portal.Said("desk.wrong.long")
	case s.Email != "" && (s.Who == "" || !goodAddress(s.Email)):
		return portal.Said("desk.wrong.no-email")
	}
	if s.Email != "" {
		p := v.Printer()
		says := p.Text("desk.bind.says", explain.Data{"id": s.ID})
		_, err := v.Work().Ask(v.R.Context(), work.Asked{
			Kind: toConfirm, Address: s.Email, Language: v.Lang, Path: "inquiry/confirm", Subject: "account " + s.ID,
			Values: map[string]string{"about": p.Text("desk.bind.title", nil), "who": s.Who, "what": says, "player": s.ID, "account": "yes"},
		})
		if err != nil && !errors.Is(err, work.ErrOften) {
			return err
		}
	}
	is, err := registered(v, s.ID)
	if err == nil {
		_, err = v.Work().Ask(v.R.Context(), work.Asked{Kind: toBind, Address: is.address, Language: v.Lang, Path: "account/bind", Subject: "player " + is.id, Values: map[string]string{"about": is.id, "player": is.id}})
	}
	if err != nil && !errors.Is(err, work.ErrOften) {
		return err
	}
	return v.Show("bind", http.StatusOK, s)
}

// reached is where the register reaches a player who has no account yet.
type reached struct {
	id, name string // of the player; of who answers at the address
	address  string // empty: an officer has to look
	invited  string // the account to which they were invited and which they have not accepted; empty: none
}

// registered returns where the register reaches a player.
func registered(v *portal.Visit, id string) (is reached, err error) {
	err = view(v, func(r bureau.Reader, s *bureau.Settings) error {
		is, err = reachedIn(r, v.Bureau.Today(s), id)
		return err
	})
	return is, err
}

// reachedIn returns where the register reaches a player. If they are a minor, or their age is not known, that is the guardian.
// It reads as much whether there is such a player, an address or an account.
func reachedIn(r bureau.Reader, today civil.Date, id string) (is reached, err error) {
	p, err := register.Players.Get(r, id)
	for range mostMerged {
		if err == nil && p != nil && p.MergedInto != "" {
			p, err = register.Players.Get(r, p.MergedInto)
		}
	}
	if err != nil {
		return is, err
	}
	if p == nil {
		p = &register.Player{ID: id}
	}
	person, err := register.PersonOf(r, p.ID)
	if err != nil {
		return is, err
	}
	is = reached{id: p.ID, address: person.GuardianEmail, name: person.Guardian}
	if adult(person.Birth, today) {
		is.address, is.name = person.Email, p.Name
	}
	err = bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
		switch {
		case a.Player != p.ID || !a.May():
		case a.Roles == bureau.Player && a.Factors == nil && work.Folded(a.Email) == work.Folded(is.address):
			is.invited = number
		default:
			is.address = ""
		}
		return true, nil
	})
	return is, err
}

// mostMerged is how many numbers of a player are followed that were merged one after the other.
const mostMerged = 10

// adult reports whether somebody is known to be eighteen.
func adult(birth civil.Birth, today civil.Date) bool {
	const ofAge = 18
	age, known := birth.AgeOn(today)
	return known && age >= ofAge
}

func showBound(v *portal.Visit) (any, error) {
	a, err := asked(v, toBind)
	if err != nil {
		return nil, err
	}
	return bindShown{ID: a.Values["player"]}, nil
}

// sendBound invites whoever has opened the link to the account of the player. From then on it goes on as with each invitation.
func sendBound(v *portal.Visit) error {
	a, err := asked(v, toBind)
	if err != nil {
		return err
	}
	is, err := registered(v, a.Values["player"])
	if err == nil && (is.address == "" || work.Folded(is.address) != a.Address) { // the register has another one by now, or there is an account
		err = portal.Said("desk.wrong.gone")
	}
	if err != nil {
		return err
	}
	v.Bureau.Actor = bureau.Actor{Name: visitors.Name, Login: visitors.Login, Roles: bureau.Administrator} // the register says who may
	does := act.Act(&act.InviteAccount{Wish: act.Wish{Roles: account.NamesOf(bureau.Player), Player: is.id}, Name: is.name, Email: is.address})
	if is.invited != "" {
		does = &act.ResetAccount{Because: act.Because{Reason: v.Printer().Text("desk.bind.again", nil)}, Account: is.invited}
	}
	out, err := act.Do(v.R.Context(), v.Bureau, does, act.With{Key: "bind " + bureau.TokenHash(v.Code())})
	if err != nil {
		return err
	}
	made, fresh := out.Value.(*account.Invited)
	if !fresh {
		return portal.Said("desk.wrong.gone")
	}
	if _, err := v.Work().Confirm(v.R.Context(), toBind, v.Code()); err != nil && !errors.Is(err, work.ErrGone) {
		return err
	}
	return v.LeadTo("/" + v.Lang + "/invite?code=" + made.Token)
}
