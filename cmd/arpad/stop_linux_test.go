package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Whatever a command is doing, it ends when told to. Here it reads an endless
// file, which does not watch a context.
func TestCommandStopsWhatItIsDoing(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	old := len(d.look())
	endless := d.path("endless")
	if err := syscall.Mkfifo(endless, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"report", "submit", endless},
		{"player", "import", endless},
		{"player", "fide", "--label", "2024-01", endless},
		{"check", "--regulation", "jcf-2023", endless},
		{"rate", "--regulation", "jcf-2023", endless},
		{"explain", "--regulation", "jcf-2023", "--player", "1", endless},
		{"convert", "--to", "json", endless},
		{"import", "--db", "imported.db", endless},
		{"init", "--db", "made.db", "--authority", "ncs", "--label", "2024-01", endless},
	} {
		var said bytes.Buffer
		c := d.command(t.Context(), args...)
		c.Stdout, c.Stderr = &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(endless, os.O_WRONLY, 0) // waits until the command reads
		err = errors.Join(err, c.Process.Signal(syscall.SIGTERM))
		if err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := c.Wait(); !errors.As(err, &exit) || exit.Exited() && exit.ExitCode() != exitFailed {
			t.Errorf("%v: %v: %s", args, err, said.String())
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if now := d.look(); len(now) != old {
		t.Errorf("the log goes on with %v", now[old:])
	}
}

// A server that is told to stop while it opens the bureau, before it listens, has done what it was told.
func TestServerIsStoppedBeforeItListens(t *testing.T) {
	t.Parallel()
	d := newOffice(t, "arpad.db")
	for range 5 {
		var said bytes.Buffer
		c := d.command(t.Context(), "serve", "--addr", "127.0.0.1:0")
		c.Stdout, c.Stderr = &said, &said
		if err := errors.Join(c.Start(), d.awaitAll(t, []*exec.Cmd{c}), c.Process.Signal(syscall.SIGTERM)); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("%v: %s", err, said.String())
		}
	}
}
