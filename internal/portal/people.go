package portal

import (
	"errors"
	"net/http"
	"slices"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/work"
)

// personShown is an account as others see it.
type personShown struct {
	Number, Name, Email string
	Roles               []string // the keys of their names
	Clubs               []string // names
	Player              string
	Way                 string // the key of how it is signed in to
	Alone               bool   // only a password, though more is wanted
	Until               string // of the invitation; empty: there is none
	Last                string // when it was last used
	Own, Disabled       bool
}

// person returns an account as others see it.
func (v *Visit) person(number string, a *bureau.Account) (one personShown, err error) {
	one = personShown{Number: number, Name: a.Name, Email: a.Email, Player: a.Player, Way: "account." + account.State(a), Own: number == v.Is.Actor.Account, Disabled: a.Disabled}
	one.Alone = a.Roles&bureau.Desk != 0 && a.Factors != nil && !a.Strong()
	for _, name := range account.NamesOf(a.Roles) {
		one.Roles = append(one.Roles, "account."+name)
	}
	if a.Invited != nil {
		one.Until = page.In(v.Lang).Date(v.Of.Day(a.Invited.Until))
	}
	if one.Clubs, err = v.clubs(a.Clubs); err != nil {
		return one, err
	}
	sessions, err := v.door.Work.Sessions(v.R.Context(), number)
	if err == nil && len(sessions) > 0 {
		one.Last = v.When(sessions[0].Seen)
	}
	return one, err
}

// peopleShown is what the page of the accounts shows.
type peopleShown struct {
	People              []personShown
	May                 bool // invite and change
	Wish                wishShown
	Name, Email, Reason string
}

// wishShown is what a form shows in which roles are chosen.
type wishShown struct {
	Whose  string // name; empty: of somebody who is invited
	Roles  []choice
	Clubs  []choice
	Player string
}

// linkShown is an invitation that was just made. It is shown once.
type linkShown struct {
	Name, Address, Until string
	Bare                 bool // others cannot reach this machine
	Sent                 bool // a letter brings it
}

func (v *Visit) showPeople() (any, error) {
	s := peopleShown{May: v.Is.Actor.Is(bureau.Administrator), Name: v.Field("name"), Email: v.Field("email"), Reason: v.Field("reason")}
	all := map[string]*bureau.Account{}
	var numbers []string
	if err := v.Looked("accounts"); err != nil {
		return nil, err
	}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		return bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
			if a.Login == "" {
				all[number] = a
				numbers = append(numbers, number)
			}
			return true, nil
		})
	})
	for _, number := range numbers {
		if err == nil {
			var one personShown
			one, err = v.person(number, all[number])
			s.People = append(s.People, one)
		}
	}
	if err == nil && s.May {
		s.Wish, err = v.wished(v.R.PostForm["role"], v.R.PostForm["club"], v.Field("player"))
	}
	return s, err
}

// wished returns the roles and clubs of a form, with those that are chosen.
func (v *Visit) wished(roles, clubs []string, player string) (w wishShown, err error) {
	p := page.In(v.Lang)
	w.Player = player
	for i, name := range account.RoleNames {
		if i == 0 { // a player comes to an account in another way
			continue
		}
		w.Roles = append(w.Roles, choice{name, p.Text("account."+name, nil), p.Text("desk.role."+name, nil), slices.Contains(roles, name)})
	}
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := register.AllClubs(r)
		for _, club := range all {
			w.Clubs = append(w.Clubs, choice{Value: club.ID, Name: club.Name, Chosen: slices.Contains(clubs, club.ID)})
		}
		return err
	})
	return w, err
}

// wish returns what a form wishes of an account.
func (v *Visit) wish() act.Wish {
	w := act.Wish{Roles: v.R.PostForm["role"], Player: v.Field("player")}
	for _, club := range v.R.PostForm["club"] {
		if club != "" {
			w.Clubs = append(w.Clubs, club)
		}
	}
	return w
}

// Looked notes that the visitor looks at how others are reached, before it is shown.
func (v *Visit) Looked(what string) error {
	return v.door.Work.Looked(v.R.Context(), bureau.Look{Account: v.Is.Actor.Account, What: what, At: v.Bureau.Clock()})
}

// sendPeople invites somebody.
func (v *Visit) sendPeople() error {
	return v.invites(&act.InviteAccount{Because: act.Because{Reason: v.Field("reason")}, Wish: v.wish(), Name: v.Field("name"), Email: v.Field("email")}, "")
}

// invites does what makes an invitation, and shows its link.
func (v *Visit) invites(a act.Act, seen string) error {
	out, err := act.Do(v.R.Context(), v.Bureau, a, act.With{Seen: seen})
	if err != nil {
		return err
	}
	if done, err := v.once(out); done || err != nil {
		return err
	}
	return v.Lead("admin", "people")
}

// once shows what was made and is shown once: an invitation, or a key of a program. done reports whether it has answered.
func (v *Visit) once(out *bureau.Outcome) (done bool, err error) {
	switch made := out.Value.(type) {
	case *account.MadeKey:
		return true, v.showKey(made, "admin/people")
	case *account.Invited:
		link := &linkShown{Name: made.Name, Address: v.at.address + "/invite?code=" + made.Token, Until: page.In(v.Lang).Date(v.Of.Day(made.Invited.Until))}
		if v.portal.Public != "" {
			link.Address = v.portal.Public + "/invite?code=" + made.Token
		}
		link.Bare = v.at.here && v.portal.Public == ""
		if v.Sends() {
			_, err = v.door.Work.Ask(v.R.Context(), work.Asked{
				Kind: "invitation", Address: made.Email, Language: v.Lang, Path: "invite", Token: made.Token, Expires: made.Invited.Until, Values: map[string]string{"name": made.Name},
			})
			if link.Sent = err == nil; errors.Is(err, work.ErrOften) {
				err = nil
			}
			if err != nil {
				return true, err
			}
		}
		return true, v.show(own, "invited", http.StatusOK, shown{Of: link})
	}
	return false, nil
}

// changeShown is what the page of an account shows.
type changeShown struct {
	personShown
	keysShown
	Wish         wishShown
	Seen, Reason string
}

// about returns the account of the page, and the digest of what is seen of it.
func (v *Visit) about() (number string, a *bureau.Account, seen string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		if number, a, err = account.Find(r, v.R.PathValue("number")); err != nil {
			return err
		}
		seen, err = bureau.SeenOf(r, account.Subject(number))
		return err
	})
	return number, a, seen, err
}

func (v *Visit) showPerson() (any, error) {
	number, a, seen, err := v.about()
	if err != nil {
		return nil, err
	}
	if err := v.Looked("account " + number); err != nil {
		return nil, err
	}
	s := changeShown{Seen: seen, Reason: v.Field("reason")}
	if s.personShown, err = v.person(number, a); err != nil {
		return nil, err
	}
	if s.keysShown, err = v.keys(number, a); err != nil {
		return nil, err
	}
	roles, clubs := account.NamesOf(a.Roles), a.Clubs
	if v.Field("do") == "roles" {
		roles, clubs = v.R.PostForm["role"], v.R.PostForm["club"]
	}
	s.Wish, err = v.wished(roles, clubs, a.Player)
	s.Wish.Whose = a.Name
	return s, err
}

// sendPerson changes an account of somebody else.
func (v *Visit) sendPerson() error {
	number, because, seen := v.R.PathValue("number"), act.Because{Reason: v.Field("reason")}, v.Field("seen")
	var a act.Act
	switch v.Field("do") {
	case "roles":
		a = &act.GiveRoles{Because: because, Wish: v.wish(), Account: number}
	case "disable", "enable":
		a = &act.DisableAccount{Because: because, Undo: act.Undo{Undo: v.Field("do") == "enable"}, Account: number}
	case "reset":
		return v.invites(&act.ResetAccount{Because: because, Account: number}, seen)
	case "key":
		a = &act.MakeKey{Because: because, Account: number, Name: v.Field("name"), May: v.R.PostForm["may"]}
		return v.invites(a, seen)
	case "revoke":
		a = &act.RevokeKey{Because: because, Account: number, Key: v.Field("key")}
	default:
		return v.Lead("admin", "people", number)
	}
	if _, err := act.Do(v.R.Context(), v.Bureau, a, act.With{Seen: seen}); err != nil {
		return err
	}
	return v.Lead("admin", "people", number)
}
