package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A bureau goes on when its key is given to a signer, as docs/deploy.md says; told to stop, the signer stops.
func TestKeyWithAnotherProcess(t *testing.T) {
	t.Parallel()
	folder, err := os.MkdirTemp("", "s") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) }) // a temporary one
	d, key := newOffice(t, "arpad.db"), filepath.Join(folder, "key")
	if err := os.Rename(d.path(officeKey), key); err != nil {
		t.Fatal(err)
	}
	if out, err := d.command(t.Context(), "club", "add", "name=Minato Chess Club").CombinedOutput(); err == nil {
		t.Errorf("something is written without a key: %s", out)
	}
	signer := d.command(t.Context(), "signer", "--key", key, "--listen", "unix:"+filepath.Join(folder, "socket"))
	said, err := signer.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := signer.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(said)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, key+".server") {
		t.Fatalf("the signer says %q, %v", line, err)
	}
	copyTo(t, key+".server", d.path(officeKey))
	d.do("club", "add", "name=Minato Chess Club")
	d.do("proof", "checkpoint")
	d.do("bundle", "2024-01", "list.json")
	public, err := d.run("proof", "key")
	if err != nil {
		t.Fatal(err)
	}
	d.do("verify", "--bundle", "list.json", "--key", strings.TrimSpace(public))
	d.do("verify")
	err = signer.Process.Signal(syscall.SIGTERM)
	rest, unread := io.ReadAll(lines)
	if err := errors.Join(err, unread, signer.Wait()); err != nil {
		t.Errorf("the signer ends with %v: %s", err, rest)
	}
	if out, err := d.run("club", "add", "name=Kita Chess Club"); err != nil {
		t.Errorf("without a signer nothing is kept: %v: %s", err, out)
	}
}
