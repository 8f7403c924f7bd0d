package act

import (
	"context"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
)

// Wish is what an account is to be.
type Wish struct {
	Roles  []string `json:"roles" name:"role" help:"cli.flag-role" placeholder:"ROLE"`
	Clubs  []string `json:"clubs,omitempty" name:"club" sep:"none" help:"cli.flag-account-club" placeholder:"NAME"`
	Player string   `json:"player,omitempty" help:"cli.flag-account-player" placeholder:"ID"`
}

func (w *Wish) wish() account.Wish {
	return account.Wish{Roles: w.Roles, Clubs: w.Clubs, Player: w.Player}
}

// InviteAccount makes an account for somebody who accepts it by a link.
type InviteAccount struct {
	Because
	Wish
	Name  string `json:"name,omitempty" help:"cli.flag-account-name" placeholder:"NAME"`
	Email string `json:"email" arg:"" help:"cli.arg-email"`
}

// Do implements Act.
func (a *InviteAccount) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return account.Invite(ctx, b, a.Email, a.Name, a.wish(), a.Reason)
}

// GiveRoles sets the roles of an account.
type GiveRoles struct {
	Because
	Wish
	Account string `json:"account" arg:"" help:"cli.arg-account"`
}

// Do implements Act.
func (a *GiveRoles) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return account.SetRoles(ctx, b, a.Account, a.wish(), a.Reason)
}

// DisableAccount lets nobody sign in to an account.
type DisableAccount struct {
	Because
	Undo
	Account string `json:"account" arg:"" help:"cli.arg-account"`
}

// Do implements Act.
func (a *DisableAccount) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return account.Disable(ctx, b, a.Account, a.Undo.Undo, a.Reason)
}

// ResetAccount takes away how an account is signed in to, and invites anew.
type ResetAccount struct {
	Because
	Account string `json:"account" arg:"" help:"cli.arg-account"`
}

// Do implements Act.
func (a *ResetAccount) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return account.Reset(ctx, b, a.Account, a.Reason)
}

// MakeKey makes a key with which a program acts for an account.
type MakeKey struct {
	Because
	Account string   `json:"account" arg:"" help:"cli.arg-account"`
	Name    string   `json:"name" arg:"" help:"cli.arg-key-name"`
	May     []string `json:"may" required:"" help:"cli.flag-key-may" placeholder:"SCOPE"`
}

// Do implements Act.
func (a *MakeKey) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return account.MakeKeyFor(ctx, b, a.Account, a.Name, a.May, a.Reason)
}

// RevokeKey ends a key of an account.
type RevokeKey struct {
	Because
	Account string `json:"account" arg:"" help:"cli.arg-account"`
	Key     string `json:"key" arg:"" help:"cli.arg-key"`
}

// Do implements Act.
func (a *RevokeKey) Do(ctx context.Context, b *bureau.Bureau) (any, error) {
	return nil, account.RevokeKeyOf(ctx, b, a.Account, a.Key, a.Reason)
}
