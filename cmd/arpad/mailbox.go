package main

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/inbox"
	"github.com/arpadchess/arpad/internal/mailbox"
)

// imapEvery is how often the mailbox is read.
const imapEvery = time.Minute

// imapFlags are the mailbox to which reports are sent.
type imapFlags struct {
	Address  string `name:"imap" help:"cli.flag-imap" placeholder:"HOST:PORT" and:"imap"`
	User     string `name:"imap-user" help:"cli.flag-imap-user" placeholder:"NAME" and:"imap"`
	Password string `name:"imap-password-file" help:"cli.flag-imap-password" placeholder:"FILE" and:"imap"`
	Server   string `name:"imap-server" help:"cli.flag-imap-server" placeholder:"NAME"`
}

// box returns the mailbox, nil if none is read. Mails from its own address, or from that of the federation, are letters of ours.
func (f *imapFlags) box(ctx context.Context, b *bureau.Bureau) (*inbox.Box, error) {
	if f.Address == "" {
		return nil, nil
	}
	password, err := os.ReadFile(f.Password)
	if err != nil {
		return nil, err
	}
	own := []string{strings.ToLower(f.User)}
	err = b.View(ctx, func(_ bureau.Reader, s *bureau.Settings) error {
		own = append(own, strings.ToLower(s.Contact.Email))
		return nil
	})
	own = slices.DeleteFunc(own, func(address string) bool { return !strings.Contains(address, "@") })
	return &inbox.Box{Address: f.Address, User: f.User, Password: strings.TrimRight(string(password), "\r\n"), Server: mailbox.Server{Name: f.Server, Own: own}}, err
}
