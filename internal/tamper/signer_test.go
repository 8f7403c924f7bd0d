package tamper_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// away is a key that is with a signer, which can be stopped and started.
type away struct {
	t           testing.TB
	folder      string
	file        string // what a server has in place of the key
	stop        func()
	known, sock string
}

func newAway(t testing.TB) *away {
	t.Helper()
	folder, err := os.MkdirTemp("", "s") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	w := &away{t: t, folder: folder, file: filepath.Join(folder, "server"), known: filepath.Join(folder, "leaves"), sock: filepath.Join(folder, "socket"), stop: func() {}}
	t.Cleanup(func() {
		w.stop()
		_ = os.RemoveAll(folder) // a temporary one
	})
	key, err := tamper.NewKey("arpad/ncs")
	if err == nil {
		err = key.Save(filepath.Join(folder, "key"))
	}
	if err != nil {
		t.Fatal(err)
	}
	w.start()
	return w
}

// start starts the signer.
func (w *away) start() {
	w.t.Helper()
	key, err := tamper.OpenKey(filepath.Join(w.folder, "key"))
	if err != nil {
		w.t.Fatal(err)
	}
	signer, err := tamper.OpenSigner(key, w.known)
	if err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.file, signer.Away(w.sock), 0o600); err != nil {
		w.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", w.sock)
	if err != nil {
		w.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- errors.Join(signer.Serve(ctx, listener), signer.Close()) }()
	w.stop = func() {
		stop()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
		w.stop = func() {}
	}
}

// key returns the key as a server has it.
func (w *away) key() *tamper.Key {
	w.t.Helper()
	key, err := tamper.OpenKey(w.file)
	if err != nil {
		w.t.Fatal(err)
	}
	return key
}

// japan returns a bureau whose key is with the signer.
func (w *away) japan(t *testing.T) *fixture {
	t.Helper()
	guard := guarded(t, &memory.Store{}, "ncs")
	guard.Key = w.key()
	guard.Failed = nil
	return &fixture{office: bureautest.Demo(t, guard), guard: guard}
}

// A bureau whose key is with a signer lives as any other: its checkpoints and bundles are signed, also after the signer has been
// killed while it wrote, and what could not be signed meanwhile is signed by the next change.
func TestSignerSigns(t *testing.T) {
	t.Parallel()
	w := newAway(t)
	if data, err := os.ReadFile(w.file); err != nil || bytes.Contains(data, []byte("PRIVATE")) {
		t.Fatalf("a server has %q, %v", data, err)
	}
	d := w.japan(t)
	signed := func() int64 {
		t.Helper()
		last, err := d.guard.Sign(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tamper.OpenCheckpoint(last.Signed, d.guard.Key.Public); err != nil {
			t.Error(err)
		}
		return last.Size
	}
	d.submitDemo("japan/reports/new-year-rapid.trf")
	before := signed()
	w.stop()
	f, err := os.OpenFile(w.known, os.O_WRONLY|os.O_APPEND, 0)
	if err == nil {
		_, err = f.WriteString("half a leaf")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	d.guard.Failed = func(error) { failed++ }
	d.submitDemo("japan/reports/winter-open.json")
	d.PublishAll(1)
	if failed == 0 {
		t.Error("nothing failed without a signer")
	}
	w.start()
	if after := signed(); after <= before {
		t.Errorf("%d leaves are signed, before it was %d", after, before)
	}
	bundle, err := tamper.New(t.Context(), d.Bureau, d.guard, "2024-01", 0) // of an earlier list
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bundle.Verify(d.guard.Key.Public); err != nil {
		t.Error(err)
	}
}

// A signer signs nothing that contradicts what it was shown, even for whoever has all that a server has.
func TestSignerSignsOneHistory(t *testing.T) {
	t.Parallel()
	w := newAway(t)
	if _, err := w.japan(t).guard.Sign(t.Context()); err != nil {
		t.Fatal(err)
	}
	_, err := w.japan(t).guard.Sign(t.Context()) // other salts, and so other leaves
	if err == nil || !strings.Contains(err.Error(), "another history") {
		t.Errorf("another history is signed, or refused for another reason: %v", err)
	}
}

// Only one signer has the leaves.
func TestOneSigner(t *testing.T) {
	t.Parallel()
	w := newAway(t)
	key, err := tamper.OpenKey(filepath.Join(w.folder, "key"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tamper.OpenSigner(key, w.known); err == nil {
		t.Error("a second signer has the same file")
	}
	if _, err := tamper.OpenSigner(w.key(), filepath.Join(t.TempDir(), "leaves")); err == nil {
		t.Error("a signer has no key")
	}
}

// Keys of a server that are none.
func TestAwayKeysThatAreNone(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "key")
	public := newAway(t).key().Public
	for _, text := range []string{"unix:", "unix:s\n" + public + "\n", "unix:\n" + public + "\nsecret\n", "unix:s\npublic\nsecret\n", "unix:s\n" + public + "\n\n"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if key, err := tamper.OpenKey(file); err == nil {
			t.Errorf("%q is a key: %v", text, key)
		}
	}
}

// BenchmarkSign is a signature by the process itself, and by a signer.
func BenchmarkSign(b *testing.B) {
	local, err := tamper.NewKey("arpad/ncs")
	if err != nil {
		b.Fatal(err)
	}
	leaves := &tamper.Tree{}
	for n := range 1000 {
		if err := leaves.Add([32]byte{byte(n), byte(n >> 8)}); err != nil {
			b.Fatal(err)
		}
	}
	for name, key := range map[string]*tamper.Key{"here": local, "signer": newAway(b).key()} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := key.Sign(leaves); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
