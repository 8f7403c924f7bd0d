package main

import (
	"context"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// accountCommand handles the accounts of those who sign in.
type accountCommand struct {
	List    accountList                 `cmd:"" help:"cli.account-list"`
	Invite  command[act.InviteAccount]  `cmd:"" help:"cli.account-invite"`
	Roles   command[act.GiveRoles]      `cmd:"" help:"cli.account-roles"`
	Disable command[act.DisableAccount] `cmd:"" help:"cli.account-disable"`
	Reset   command[act.ResetAccount]   `cmd:"" help:"cli.account-reset"`

	Key       command[act.MakeKey]   `cmd:"" help:"cli.account-key"`
	KeyList   keyList                `cmd:"" help:"cli.account-key-list"`
	KeyRevoke command[act.RevokeKey] `cmd:"" help:"cli.account-key-revoke"`
}

// accountList lists the accounts.
type accountList struct{ bureauFlags }

func (c *accountList) Run(a *app, r bureau.Reader) error {
	var all []table.Row
	err := bureau.Accounts.Scan(r, "", "", func(number string, is *bureau.Account) (bool, error) {
		if is.Login == "" {
			all = append(all, a.accountRow(number, is))
		}
		return true, nil
	})
	printRows(a, all, func(row table.Row) table.Row { return row })
	return err
}

// accountRow says of an account who it is, what it may, and how it is signed in to.
func (a *app) accountRow(number string, is *bureau.Account) table.Row {
	var roles []string
	for _, role := range account.NamesOf(is.Roles) {
		roles = append(roles, a.Text("account."+role, nil))
	}
	of := append([]string{}, is.Clubs...)
	if is.Player != "" {
		of = append(of, is.Player)
	}
	return table.Row{number, is.Name, is.Email, strings.Join(roles, ", "), strings.Join(of, ", "), a.Text("account."+account.State(is), nil)}
}

// invited prints an invitation: the link is shown once.
func (a *app) invited(made *account.Invited) {
	printRows(a, []table.Row{{made.Number, made.Name, made.Email}}, func(row table.Row) table.Row { return row })
	a.say("account.link", explain.Data{"path": "/invite?code=" + made.Token, "until": made.Invited.Until.Format(time.RFC3339)})
}

// keyList lists the keys of an account.
type keyList struct {
	bureauFlags
	Account string `arg:"" help:"cli.arg-account"`
}

func (c *keyList) Run(ctx context.Context, a *app, b *bureau.Bureau) error {
	return b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		number, is, err := account.Find(r, c.Account)
		if err != nil {
			return err
		}
		used := map[string]time.Time{}
		err = office.Database(b).IfWork(ctx, func(w *store.Work) (err error) {
			used, err = work.Usage(ctx, w, number)
			return err
		})
		printRows(a, account.Keys(is), func(k bureau.Key) table.Row {
			last := a.Text("account.key-unused", nil)
			if at, is := used[k.Number]; is {
				last = a.Text("account.key-used", explain.Data{"at": clock(s, at)})
			}
			return table.Row{k.Number, k.Name, strings.Join(k.May, ", "), clock(s, k.Made), last}
		})
		return err
	})
}

// madeKey prints a key: it is shown once.
func (a *app) madeKey(made *account.MadeKey) {
	printRows(a, []bureau.Key{made.Key}, func(k bureau.Key) table.Row { return table.Row{k.Number, k.Name, strings.Join(k.May, ", ")} })
	a.say("account.key-made", explain.Data{"key": made.Token})
}
