package smtp

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/post"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/strace"
	"github.com/arpadchess/arpad/internal/work"
)

// outward are the system calls by which a sender changes a file or speaks to a server.
const outward = "write,writev,pwrite64,pwritev,fsync,fdatasync,ftruncate,unlink,unlinkat,connect,sendto,sendmsg,shutdown,close"

// struck has a process that sends what is due run under strace, which kills it at a call if there is an injection. It returns the calls that
// it has made, as strace logs them, and whether it was killed.
func (p *place) struck(t *testing.T, port int, inject string) (calls []byte, killed bool) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "calls")
	args := []string{"-f", "--quiet=all", "-s", "0", "-o", log, "-e", "signal=none", "-e", "trace=" + outward}
	if inject != "" {
		args = append(args, "-e", inject)
	}
	c := exec.CommandContext(t.Context(), "strace", append(args, os.Args[0])...)
	c.Env = p.sends(port)
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL) {
		t.Fatal(err)
	}
	calls, failed := os.ReadFile(log)
	if failed != nil {
		t.Fatal(failed)
	}
	return calls, err != nil
}

// Killed at any system call by which it writes or speaks, a sender leaves a letter that came once, or not at all: what is not known is
// said, and sent by nobody again.
func TestKilledAtEverySystemCall(t *testing.T) {
	need.Program(t, "strace")
	p, m := newPlace(t), post.NewLetters(nil)
	port := serves(t, m)
	p.asks(t, "first@example.jp")
	calls, killed := p.struck(t, port, "")
	if came := len(m.All()); killed || came != 1 {
		t.Fatalf("killed: %v, came %d times", killed, came)
	}
	strikes := strace.Kills(calls)
	all := len(strikes)
	if !soak.Full() {
		var some []string
		for n := 0; n < all; n += max(1, all/8) {
			some = append(some, strikes[n])
		}
		strikes = some
	}
	kills, again, unknown := 0, 0, 0
	for n, strike := range strikes {
		before := len(m.All())
		p.now = p.now.Add(30 * time.Minute)
		is := p.asks(t, fmt.Sprintf("yano%d@example.jp", n))
		_, killed := p.struck(t, port, strike)
		if killed {
			kills++
		}
		for range 3 { // whoever comes later
			p.now = p.now.Add(10 * time.Minute)
			if err := (&Server{Host: "127.0.0.1", Port: port, From: "rating@example.jp"}).Send(t.Context(), p.Office); err != nil {
				t.Fatal(strike, err)
			}
		}
		now, err := p.Work.Letter(t.Context(), is.ID)
		if err != nil {
			t.Fatal(err)
		}
		switch came := len(m.All()) - before; {
		case came > 1:
			t.Errorf("%s: it came %d times", strike, came)
		case now.State == work.Sent && came == 1:
			again++
		case now.State == work.Handed && killed:
			unknown++
		default:
			t.Errorf("%s: it is %s, and came %d times", strike, now.State, came)
		}
	}
	t.Logf("%d calls: killed %d times; %d letters came once, and of %d nobody knows", all, kills, again, unknown)
	if kills == 0 || again == 0 {
		t.Error("nothing was killed, or nothing was sent after it")
	}
}
