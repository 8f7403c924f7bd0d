package post

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Site is the address of the site in letters.
const Site = "https://ratings.example.jp"

// The people of the story, and what they write about.
const (
	Secretary = "yano@example.org"
	Follower  = "mori@example.com"
	Club      = "Minato Chess Club"
	Ref       = "2024-01-0001"
	Label     = "2024-02"
)

// The days of the story: a report arrives, its period has ended, its list is published.
const (
	arrives   = "2024-01-10T12:00:00+09:00"
	ended     = "2024-01-21T12:00:00+09:00"
	Published = "2024-02-01T12:00:00+09:00"
)

// arrival is when the mails arrive: arrives.
var arrival = time.Date(2024, 1, 10, 12, 0, 0, 0, time.FixedZone("", 9*60*60))

// Story is the way of a report from a mail to a published list, and of the letters about it, by a program that is what is looked at:
// it is started, told what officers type, and asked for pages, and nothing else.
type Story struct {
	*Mailbox
	*Letters
	Port   int    // of the mail server
	Report []byte // whole; the first mail has it without an ID

	Command func(clock string, args ...string) error                                          // runs a command of the program, as an officer
	Serve   func(clock string, flags ...string) (address string, end func() error, err error) // starts its server
	Secret  func(password string) (file string, err error)                                    // writes a password into a file
	Tell    func(what string)                                                                 // what happens next

	letters int // that have come
}

// Flags are those of a server with a mailbox and a mail server.
func (s *Story) Flags() ([]string, error) {
	file, err := s.Secret(s.Password)
	return []string{
		"--base", Site, "--smtp", net.JoinHostPort("127.0.0.1", strconv.Itoa(s.Port)), "--mail-from", "rating@example.jp",
		"--imap", s.Address, "--imap-user", s.User, "--imap-password-file", file, "--imap-server", "mail.example.jp",
	}, err
}

// Begin sets up a bureau with a club, the secretary who reports for it, and nothing else.
func (s *Story) Begin(opening string) error {
	for _, args := range [][]string{
		{"init", "--authority", "ncs", "--label", "2024-01", "--set", "non_members=count", "--reason", "as the board has decided", opening},
		{"set", "contact=office@example.jp", "--reason", "for the site"},
		{"club", "add", "name=" + Club},
		{"club", "contact", Club, "--language", "en"},
		{"account", "invite", Secretary, "--role", "organiser", "--club", Club, "--name", "Yano Sohei"},
	} {
		if err := s.Command(arrives, args...); err != nil {
			return fmt.Errorf("%v: %w", args, err)
		}
	}
	return nil
}

// Tells is what the story comes to.
type Tells struct {
	Confirm  *Letter // asks whether an address is a follower's
	Receipt  *Letter // answers the first mail, and asks who somebody is
	Returned *Letter // asks for a better file
	Question *Letter // answers the second mail: who held the event?
	Admitted *Letter
	Rated    *Letter // to the club: the event is in the list
	Followed *Letter // to the follower: new numbers
	List     string  // the published list, as CSV
}

// First and Second are the mails of the secretary.
const (
	First  = "<winter-1@example.org>"
	Second = "<winter-2@example.org>"
)

// next waits for the next letter.
func (s *Story) next(ctx context.Context) (*Letter, error) {
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	s.letters++
	return s.Await(ctx, s.letters)
}

// Run goes the whole way. The server of the last day goes on; it ends by what is returned.
func (s *Story) Run(ctx context.Context) (got *Tells, end func() error, err error) {
	got = &Tells{}
	if err := s.arrives(ctx, got); err != nil {
		return nil, nil, err
	}
	if err := s.mends(ctx, got); err != nil {
		return nil, nil, err
	}
	end, err = s.publishes(ctx, got)
	return got, end, err
}

// serve starts the server of a day.
func (s *Story) serve(clock string) (address string, end func() error, err error) {
	flags, err := s.Flags()
	if err != nil {
		return "", nil, err
	}
	return s.Serve(clock, flags...)
}

// arrives is the day on which somebody follows a player, and a report comes by mail in which an ID is missing. It is sent back.
func (s *Story) arrives(ctx context.Context, got *Tells) error {
	address, end, err := s.serve(arrives)
	if err != nil {
		return err
	}
	err = s.follows(ctx, address, got)
	if err = errors.Join(err, end()); err != nil {
		return err
	}
	s.Tell("The secretary of a club sends a report, attached to a mail. In it a player has no ID.")
	without := bytes.Replace(s.Report, []byte("N00000002 1991/09/14"), []byte("                    "), 1)
	if err := s.Sends(without); err != nil {
		return err
	}
	if _, end, err = s.serve(arrives); err != nil {
		return err
	}
	if got.Receipt, err = s.next(ctx); err == nil {
		s.Tell("The receipt answers that mail: " + got.Receipt.Subject)
		if err = s.Command(arrives, "report", "return", Ref, "--reason", "the ID of a player is missing"); err == nil {
			got.Returned, err = s.next(ctx)
		}
	}
	return errors.Join(err, end())
}

// Sends has the secretary send a report by mail.
func (s *Story) Sends(report []byte) error {
	return s.Deliver(mailWith(First, "", "Results of the New Year rapid", "Dear office,\nattached are our results.\nYano\n", report), arrival)
}

// follows has a visitor of the site follow a player: they ask, get a letter, open its link and press its button.
func (s *Story) follows(ctx context.Context, address string, got *Tells) error {
	s.Tell("A visitor of the site asks to be told of a player, and confirms their address by the link of a letter.")
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	visitor := &http.Client{Jar: jar}
	if _, err = ask(ctx, visitor, http.MethodPost, address+"/en/follow/", url.Values{"of": {"player N00000001"}, "email": {Follower}}); err != nil {
		return err
	}
	if got.Confirm, err = s.next(ctx); err != nil {
		return err
	}
	link := got.Confirm.Link(Site)
	if _, err = ask(ctx, visitor, http.MethodGet, address+strings.TrimPrefix(link, Site), nil); err == nil {
		_, err = ask(ctx, visitor, http.MethodPost, address+"/en/follow/confirm/", url.Values{})
	}
	return err
}

// mends is when the whole file comes as an answer to the letter that asked for it. An officer admits it.
func (s *Story) mends(ctx context.Context, got *Tells) error {
	s.Tell("The secretary answers with the whole file.")
	if err := s.Deliver(mailWith(Second, got.Returned.Get("Message-ID"), "Re: "+got.Returned.Subject, "Sorry. Here it is.\n", s.Report), arrival); err != nil {
		return err
	}
	_, end, err := s.serve(arrives)
	if err != nil {
		return err
	}
	if got.Question, err = s.next(ctx); err == nil {
		s.Tell("An officer admits the report.")
		if err = s.Command(arrives, "report", "admit", Ref, "--reason", "the club held it in its own rooms"); err == nil {
			got.Admitted, err = s.next(ctx)
		}
	}
	return errors.Join(err, end())
}

// publishes is when the period is closed, looked at and published.
func (s *Story) publishes(ctx context.Context, got *Tells) (end func() error, err error) {
	s.Tell("The period is closed, its draft is reviewed, and on its day the list is published.")
	for _, step := range [][]string{{ended, "period", "close", Label}, {ended, "period", "review", Label}, {Published, "period", "publish", Label}} {
		if err := s.Command(step[0], step[1:]...); err != nil {
			return nil, fmt.Errorf("%v: %w", step, err)
		}
	}
	address, end, err := s.serve(Published)
	if err != nil {
		return nil, err
	}
	for range 2 {
		l, err := s.next(ctx)
		if err != nil {
			return nil, errors.Join(err, end())
		}
		s.Tell("A letter to " + l.To + ": " + l.Subject)
		if l.To == Follower {
			got.Followed = l
		} else {
			got.Rated = l
		}
	}
	if got.List, err = ask(ctx, http.DefaultClient, http.MethodGet, address+"/en/lists/"+Label+"/rapid.csv", nil); err != nil {
		return nil, errors.Join(err, end())
	}
	return end, nil
}

// ask asks for a page, and returns it. A form is sent as a browser sends it.
func ask(ctx context.Context, visitor *http.Client, method, address string, form url.Values) (page string, err error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", r.URL.Scheme+"://"+r.URL.Host)
	}
	a, err := visitor.Do(r)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(a.Body)
	_ = a.Body.Close() // it was read
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s", method, address, a.Status)
	}
	return string(text), err
}

// mailWith returns a mail of the secretary as the server of the mailbox has delivered it, with a file attached. It is certain who sent it.
func mailWith(id, answers, subject, words string, file []byte) []byte {
	const border = "=_of-the-parts"
	var b strings.Builder
	line := func(text string) { b.WriteString(text + "\r\n") }
	line("Return-Path: <" + Secretary + ">")
	line("Received: from mx.example.org (mx.example.org [192.0.2.7]) by mail.example.jp with ESMTPS id 4TCbXy; " + arrival.Format(time.RFC1123Z))
	line("Authentication-Results: mail.example.jp; dmarc=pass (p=none dis=none) header.from=example.org")
	line("From: Yano Sohei <" + Secretary + ">")
	line("To: report@example.jp")
	line("Subject: " + subject)
	line("Date: " + arrival.Format(time.RFC1123Z))
	line("Message-ID: " + id)
	if answers != "" {
		line("In-Reply-To: " + answers)
		line("References: " + answers)
	}
	line("MIME-Version: 1.0")
	line(`Content-Type: multipart/mixed; boundary="` + border + `"`)
	line("")
	line("--" + border)
	line("Content-Type: text/plain; charset=utf-8")
	line("")
	line(strings.ReplaceAll(words, "\n", "\r\n"))
	line("--" + border)
	line(`Content-Type: application/octet-stream; name="new-year-rapid.trf"`)
	line(`Content-Disposition: attachment; filename="new-year-rapid.trf"`)
	line("Content-Transfer-Encoding: base64")
	line("")
	for text := base64.StdEncoding.EncodeToString(file); text != ""; {
		n := min(76, len(text))
		line(text[:n])
		text = text[n:]
	}
	line("--" + border + "--")
	return []byte(b.String())
}

// SecretIn returns what writes a password into a file.
func SecretIn(file string) func(string) (string, error) {
	return func(password string) (string, error) { return file, os.WriteFile(file, []byte(password), 0o600) }
}
