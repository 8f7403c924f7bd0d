package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"aead.dev/minisign"
)

// An archive can be read to its end, and is the same when it is made again.
func TestArchiveIsWhole(t *testing.T) {
	r := &release{when: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	files := []file{{"a/arpad", 0o755, []byte("program")}, {"a/README.md", 0o644, bytes.Repeat([]byte("read "), 1000)}}
	first, err := r.tar(files)
	again, err2 := r.tar(files)
	if err := errors.Join(err, err2); err != nil || !bytes.Equal(packed(first), packed(again)) || len(first)%512 != 0 {
		t.Fatalf("%d and %d bytes (%v)", len(first), len(again), err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed(first)))
	if err != nil {
		t.Fatal(err)
	}
	in := tar.NewReader(unpacked)
	for _, f := range files {
		h, err := in.Next()
		if err != nil || h.Name != f.name || h.Mode != f.mode {
			t.Fatalf("%v (%v)", h, err)
		}
		if data, err := io.ReadAll(in); err != nil || !bytes.Equal(data, f.data) {
			t.Errorf("%s: %d bytes (%v)", f.name, len(data), err)
		}
	}
	if _, err := in.Next(); err != io.EOF {
		t.Error(err)
	}
	if end := first[len(first)-1024:]; strings.Trim(string(end), "\x00") != "" {
		t.Error("the archive has no end")
	}
}

// Checksums are signed with the key that is named, and without one they are not.
func TestSumsAreSigned(t *testing.T) {
	t.Chdir(t.TempDir())
	public, private, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	locked, err := minisign.EncryptKey("secret", private)
	if err := errors.Join(err, os.MkdirAll(out, 0o700), os.WriteFile("key", locked, 0o600), os.WriteFile(out+"/arpad.tar.gz", []byte("archive"), 0o600)); err != nil {
		t.Fatal(err)
	}
	r := &release{version: "v0.1.0", when: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	t.Setenv("MINISIGN_KEY", "")
	if err := r.sums(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(out + "/SHA256SUMS.minisig"); err == nil {
		t.Error("signed without a key")
	}
	t.Setenv("MINISIGN_KEY", "key")
	t.Setenv("MINISIGN_PASSWORD", "secret")
	if err := r.sums(); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(out + "/SHA256SUMS")
	signature, err2 := os.ReadFile(out + "/SHA256SUMS.minisig")
	if err := errors.Join(err, err2); err != nil || !minisign.Verify(public, sums, signature) || !strings.Contains(string(sums), "  arpad.tar.gz\n") {
		t.Errorf("%s (%v)", sums, err)
	}
}
