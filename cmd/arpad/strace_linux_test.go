package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/need"
)

// changing are the system calls that change a file or sync it; those after a
// question mark do not exist on some machines.
const changing = "write,pwrite64,?pwritev,?pwritev2,fsync,fdatasync,?sync_file_range,?msync,?truncate,ftruncate,?fallocate," +
	"?rename,renameat,?renameat2,?unlink,unlinkat,?link,?linkat"

// desksFiles are the files of a fixture that commands change.
var desksFiles = []string{
	".", "arpad.db", "arpad.db-wal", "arpad.db-shm", "arpad.db-journal",
	officeKey, officeKey + office.CheckpointFile, officeKey + office.CheckpointFile + ".arpad-part", "kept.db", "kept.db.arpad-part", "kept.db.arpad-part-journal", "kept.db.arpad-part-wal", "kept.db.sha256", "kept.db.sha256.arpad-part",
	"arpad.db.work", "arpad.db.work-wal", "arpad.db.work-shm", "backup", nightly, nightly + ".arpad-part", nightly + ".arpad-part-journal", nightly + ".arpad-part-wal", nightly + ".sha256", nightly + ".sha256.arpad-part",
	nightly + ".work", nightly + ".work.arpad-part", nightly + ".work.arpad-part-journal", nightly + ".work.arpad-part-wal",
}

// nightly is the backup that the clock makes in a fixture.
const nightly = "backup/20240122T000000Z-clock.arpad"

// traced is what a command did under strace.
type traced struct {
	calls  []string // on the fixture's files, in order: "pwrite64"
	hits   int      // number of calls made to fail
	behind []string // calls after the last of these
	out    string   // the output
	err    error    // how it ended
	log    []byte   // the log of strace
}

var callLine = regexp.MustCompile(`(?m)^\d+ +(\w+)\(.*$`)

// trace runs a command under strace, which interferes with calls that change
// the fixture's files: "inject=fsync:error=EIO:when=2".
func (d *fixture) trace(t *testing.T, inject string, args ...string) (got traced) {
	t.Helper()
	need.Program(t, "strace")
	log := filepath.Join(t.TempDir(), "calls")
	options := []string{"strace", "-f", "-y", "--quiet=all", "-s", "0", "-o", log, "-e", "signal=none", "-e", "trace=" + changing}
	for _, name := range desksFiles {
		options = append(options, "-P", name, "-P", d.path(name))
	}
	if inject != "" {
		options = append(options, "-e", inject)
	}
	c := d.under(t.Context(), options, args...)
	c.Env = append(c.Env, oneThread)
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	got.err = c.Run()
	got.out = out.String()
	var err error
	if got.log, err = os.ReadFile(log); err != nil {
		t.Fatalf("strace has written nothing: %v (%v)", err, got.err)
	}
	for _, line := range callLine.FindAllSubmatch(got.log, -1) {
		got.calls, got.behind = append(got.calls, string(line[1])), append(got.behind, string(line[1]))
		if bytes.Contains(line[0], []byte("(INJECTED)")) {
			got.hits++
			got.behind = nil
		}
	}
	return got
}
