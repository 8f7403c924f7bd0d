// Command demo shows a report on its way from a mail to a published list and the letters about it: with the program, Dovecot and a
// mail server on this machine. Then it serves the site until it is told to stop.
//
//	demo bin/arpad bin/demo-mail demo/japan
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"github.com/arpadchess/arpad/internal/test/post"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := show(ctx, os.Args[1], os.Args[2], os.Args[3])
	stopped := ctx.Err() != nil
	stop()
	if err != nil && !stopped {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// bureau is the program in a folder.
type bureau struct {
	program, folder string
}

// command returns a run of the program.
func (b *bureau) command(ctx context.Context, clock string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, b.program, args...)
	c.Dir = b.folder
	c.Env = append(os.Environ(), "ARPAD_DB=arpad.db", "ARPAD_KEY_FILE=arpad.key", "ARPAD_OFFICER=suzuki", "ARPAD_LANG=en", "ARPAD_CLOCK="+clock)
	return c
}

// serve starts a server, and returns its address and what ends it.
func (b *bureau) serve(ctx context.Context, clock string, flags ...string) (address string, end func() error, err error) {
	c := b.command(ctx, clock, append([]string{"serve", "--addr", "localhost:8080"}, flags...)...)
	c.Cancel = func() error { return c.Process.Signal(syscall.SIGTERM) }
	said, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return "", nil, err
	}
	lines := bufio.NewScanner(said)
	var all strings.Builder
	for address == "" && lines.Scan() {
		all.WriteString(lines.Text() + "\n")
		address = regexp.MustCompile(`http://[a-z0-9.]+:[0-9]+`).FindString(lines.Text())
	}
	if address == "" {
		return "", nil, errors.Join(c.Wait(), errors.New(all.String()))
	}
	go func() {
		for lines.Scan() {
			fmt.Println("  " + lines.Text())
		}
	}()
	return address, func() error {
		_ = c.Process.Signal(syscall.SIGTERM) // it may have ended
		return c.Wait()
	}, nil
}

// show shows all in a folder, and serves the site until the context ends.
func show(ctx context.Context, program, folder, samples string) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	if samples, err = filepath.Abs(samples); err != nil {
		return err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return err
	}
	report, err := os.ReadFile(filepath.Join(samples, "reports", "new-year-rapid.trf"))
	if err = errors.Join(err, os.MkdirAll(filepath.Join(folder, "letters"), 0o755)); err != nil {
		return err
	}
	box, err := post.Open(ctx)
	if err != nil {
		return err
	}
	letters := post.NewLetters(nil)
	port, closes, err := letters.Serve(ctx)
	if err != nil {
		return errors.Join(err, box.Close())
	}
	b := &bureau{program, folder}
	s := &post.Story{
		Mailbox: box, Letters: letters, Port: port, Report: report, Secret: post.SecretIn(filepath.Join(folder, "password")),
		Tell: func(what string) { fmt.Println("* " + what) },
		Command: func(clock string, args ...string) error {
			fmt.Println("  $ arpad " + strings.Join(args, " "))
			said, err := b.command(ctx, clock, args...).CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w\n%s", err, said)
			}
			return err
		},
		Serve: func(clock string, flags ...string) (string, func() error, error) {
			return b.serve(ctx, clock, flags...)
		},
	}
	if err = s.Begin(filepath.Join(samples, "opening.csv")); err == nil {
		err = b.goOn(ctx, s)
	}
	return errors.Join(err, closes(), box.Close())
}

// goOn goes the way of the report, and says what there is to see.
func (b *bureau) goOn(ctx context.Context, s *post.Story) error {
	_, end, err := s.Run(ctx)
	if err != nil {
		return err
	}
	invited, err := b.command(ctx, post.Published, "account", "invite", "officer@example.jp", "--role", "officer", "--name", "Suzuki").CombinedOutput()
	if err != nil {
		return errors.Join(fmt.Errorf("%w\n%s", err, invited), end())
	}
	for n, text := range s.All() {
		if err := os.WriteFile(filepath.Join(b.folder, "letters", fmt.Sprintf("%02d.eml", n+1)), []byte(text), 0o600); err != nil {
			return errors.Join(err, end())
		}
	}
	fmt.Printf(`
To open, until Ctrl-C:
  http://localhost:8080/en/lists/%s/rapid/                the list; http://localhost:8080/en/events/%s/ the event
  http://localhost:8080%s   an officer's invitation; then
  http://localhost:8080/en/desk/mail/                     what came by mail, and what it became
  http://localhost:8080/en/desk/letters/                  the letters, and what became of them
  %s   the letters as a mail program opens them
A mail that is put into %s is read within a minute.
`, post.Label, post.Ref, regexp.MustCompile(`/invite\?code=\w+`).Find(invited), filepath.Join(b.folder, "letters"), filepath.Join(s.Folder, "new"))
	<-ctx.Done()
	return end()
}
