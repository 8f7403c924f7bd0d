package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/post"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/strace"
	"github.com/arpadchess/arpad/internal/work"
)

// outward are the system calls by which a server changes a file or speaks to somebody.
const outward = "write,writev,pwrite64,fsync,fdatasync,ftruncate,unlink,unlinkat,connect,sendto,sendmsg"

// mailed is a bureau with a mailbox, in which a report waits, and a mail server. Its letters are made of what comes from now on.
type mailed struct {
	*fixture
	*post.Story
}

// mailed returns a copy of the bureau with a mailbox and a mail server of its own.
func (d *fixture) mailed(t *testing.T) *mailed {
	t.Helper()
	box, err := post.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = box.Close() })
	report, err := os.ReadFile("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	letters := post.NewLetters(nil)
	port, closes, err := letters.Serve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = closes() })
	m := &mailed{d.clone(t), &post.Story{Mailbox: box, Letters: letters, Port: port, Report: report}}
	m.Secret = post.SecretIn(m.path("password"))
	if err := m.Sends(report); err != nil {
		t.Fatal(err)
	}
	return m
}

// letter returns the letter about the report, nil if there is none yet.
func (m *mailed) letter(t *testing.T) (is *work.Letter) {
	t.Helper()
	of, err := store.Open(t.Context(), m.at())
	if err != nil {
		t.Fatal(err)
	}
	kept, err := work.Open(t.Context(), of, time.Now)
	if err == nil {
		err = kept.Letters(t.Context(), "", "", func(l *work.Letter) bool {
			is = l
			return false
		})
		err = errors.Join(err, kept.Close())
	}
	if err := errors.Join(err, of.Close()); err != nil {
		t.Fatal(err)
	}
	return is
}

// settled reports whether the letter about the report is no longer to be sent.
func (m *mailed) settled(t *testing.T) bool {
	is := m.letter(t)
	return is != nil && is.State != work.Waits && is.State != work.Unconfirmed
}

// serve serves the bureau, wrapped in another program, until the letter is settled, the server has been killed or the patience is over. It
// reports whether it was killed.
func (m *mailed) serve(t *testing.T, other ...string) (dead bool) {
	t.Helper()
	flags, err := m.Flags()
	if err != nil {
		t.Fatal(err)
	}
	c := m.under(t.Context(), other, append([]string{"serve", "--addr", "127.0.0.1:0", "--without-clock"}, flags...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // strace passes no signal on
	said, err := c.StderrPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	listens, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		var all strings.Builder
		up := false
		for lines := bufio.NewScanner(said); lines.Scan(); fmt.Fprintln(&all, lines.Text()) {
			if !up && strings.Contains(lines.Text(), "http://127.0.0.1:") {
				up = true
				close(listens)
			}
		}
		err := c.Wait()
		if err != nil && !killed(err) {
			t.Errorf("the server ends with %v\n%s", err, &all)
		}
		ended <- err
	}()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	for up := false; ctx.Err() == nil && !(up && m.settled(t)); {
		select {
		case err := <-ended:
			return err != nil
		case <-listens:
			up, listens = true, nil
		case <-look.C:
		}
	}
	_ = syscall.Kill(-c.Process.Pid, syscall.SIGTERM) // it may have been killed
	return <-ended != nil
}

// A server is killed at system calls while it reads a mail, makes a report of it, and sends the letter that answers it. The next ones make one
// report of the mail, and one letter has come, or it is said that nobody knows.
func TestServerIsKilledWhileMailGoes(t *testing.T) {
	t.Parallel()
	need.Program(t, "strace")
	need.Program(t, "dovecot")
	from := &fixture{t: t, folder: t.TempDir(), db: "arpad.db"}
	opening, err := filepath.Abs("../../demo/japan/opening.csv")
	if err != nil {
		t.Fatal(err)
	}
	begins := &post.Story{Command: func(clock string, args ...string) error {
		from.clock = clock
		from.do(args...)
		return nil
	}}
	if err := begins.Begin(opening); err != nil {
		t.Fatal(err)
	}
	from.serves(t)

	log := filepath.Join(t.TempDir(), "calls")
	options := []string{"strace", "-f", "--quiet=all", "-s", "0", "-e", "signal=none", "-e", "trace=" + outward, "-o"}
	quiet := from.mailed(t)
	if dead := quiet.serve(t, append(slices.Clone(options), log)...); dead || len(quiet.All()) != 1 {
		t.Fatalf("killed: %v, %d letters came", dead, len(quiet.All()))
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	strikes := strace.Kills(text)
	all := len(strikes)
	step := max(1, all/soak.Of(2, 60))
	var kills, once, unknown atomic.Int64
	t.Run("killed", func(t *testing.T) {
		for n := step / 2; n < all; n += step {
			t.Run(strikes[n], func(t *testing.T) {
				t.Parallel()
				m := from.mailed(t)
				if m.serve(t, append(slices.Clone(options), os.DevNull, "-e", strikes[n])...) {
					kills.Add(1)
				}
				for _, later := range []string{"2024-01-10T12:30:00+09:00", "2024-01-10T13:00:00+09:00"} { // whoever was killed has nothing claimed any more
					if m.clock = later; !m.settled(t) {
						m.serve(t)
					}
				}
				is, came, refs := m.letter(t), len(m.All()), m.handedIn(t)
				switch {
				case len(refs) != 1 || is == nil:
					t.Errorf("%s: the reports %v, the letter %+v", strikes[n], refs, is)
				case is.State == work.Sent && came == 1:
					once.Add(1)
				case is.State == work.Handed && came <= 1:
					unknown.Add(1)
				default:
					t.Errorf("%s: the letter is %s, and came %d times", strikes[n], is.State, came)
				}
				m.look()
			})
		}
	})
	t.Logf("%d calls: killed %d times; %d letters came once, and of %d nobody knows", all, kills.Load(), once.Load(), unknown.Load())
	if kills.Load() == 0 || once.Load() == 0 {
		t.Error("nothing was killed, or nothing was sent after it")
	}
}
