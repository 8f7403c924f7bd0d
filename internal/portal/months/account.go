package months

import (
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
)

// accountLine is somebody who asks for an account as a player, beside what the register has of that player.
type accountLine struct {
	*inquiryLine
	By      *correction.Inquirer // nil: an auditor reads it, or it is forgotten
	Club    string               // of the player; empty: none
	Has     string               // number of the account that the player has; empty: none
	Invite  string               // address of the form that invites them; empty: the visitor may not
	Command string               // that does; empty: there is nobody to invite
}

// accountOf returns what is said of an inquiry for an account.
func accountOf(v *portal.Visit, r bureau.Reader, line *inquiryLine, by *correction.Inquirer) (*accountLine, error) {
	l := &accountLine{inquiryLine: line, By: by}
	p, err := register.Players.Get(r, line.Player)
	if err != nil {
		return nil, err
	}
	if p != nil {
		l.Club = p.Club
	}
	err = bureau.Accounts.Scan(r, "", "", func(number string, a *bureau.Account) (bool, error) {
		if a.Player == line.Player && a.May() {
			l.Has = number
		}
		return l.Has == "", nil
	})
	if by == nil || err != nil {
		return l, err
	}
	does := &act.InviteAccount{Wish: act.Wish{Roles: account.NamesOf(bureau.Player), Player: line.Player}, Name: by.Name, Email: by.Contact}
	l.Command = command(does)
	if v.Is.Actor.Is(bureau.Administrator) {
		l.Invite = v.DoLink(does)
	}
	return l, nil
}
