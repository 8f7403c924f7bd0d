package main

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/mail/smtp"
)

// mailFlags say how letters are sent.
type mailFlags struct {
	SMTP     string `name:"smtp" help:"cli.flag-smtp" placeholder:"HOST:PORT" and:"mail"`
	From     string `name:"mail-from" help:"cli.flag-mail-from" placeholder:"ADDRESS" and:"mail"`
	User     string `name:"mail-user" help:"cli.flag-mail-user" placeholder:"NAME"`
	Password string `name:"mail-password-file" help:"cli.flag-mail-password" placeholder:"FILE"`
	DKIM     string `name:"dkim-key" help:"cli.flag-dkim-key" placeholder:"FILE"`
	Selector string `name:"dkim-selector" default:"arpad" help:"cli.flag-dkim-selector" placeholder:"NAME"`
}

// lettersEvery is how often the log is read for letters.
const lettersEvery = 5 * time.Second

// server returns the mail server by which letters are sent; nil: there is none, and they wait to be copied.
func (f *mailFlags) server(base string) (*smtp.Server, error) {
	if f.SMTP == "" {
		return nil, nil
	}
	wrong := func(flag string, why error) error {
		return finding.NewProblem("mail-unusable", finding.Text("flag", flag), finding.Text("cause", why.Error()))
	}
	s := &smtp.Server{User: f.User, From: f.From, Selector: f.Selector, Password: os.Getenv("ARPAD_MAIL_PASSWORD")}
	if err := s.At(f.SMTP); err != nil {
		return nil, wrong("--smtp", err)
	}
	if name, domain, ok := strings.Cut(f.From, "@"); !ok || name == "" || domain == "" || strings.ContainsAny(f.From, " <>,;\r\n") {
		return nil, wrong("--mail-from", errors.New(f.From))
	}
	if base == "" {
		return nil, wrong("--smtp", errors.New("no address of the site"))
	}
	if f.Password != "" {
		text, err := os.ReadFile(f.Password)
		if err != nil {
			return nil, wrong("--mail-password-file", err)
		}
		s.Password = string(bytes.TrimRight(text, "\r\n"))
	}
	if f.DKIM != "" {
		text, err := os.ReadFile(f.DKIM)
		if err == nil {
			err = s.ReadKey(text)
		}
		if err != nil {
			return nil, wrong("--dkim-key", err)
		}
	}
	return s, nil
}
