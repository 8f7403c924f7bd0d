package settle

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// text returns a function that writes words to a file.
func text(words string) func(*os.File) error {
	return func(f *os.File) error {
		_, err := f.WriteString(words)
		return err
	}
}

// has checks that a folder has exactly these files, "NAME=CONTENT".
func has(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Name()+"="+string(data))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folder has %q, want %q", got, want)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "list")
	if err := Write(path, false, text("first")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("mode %v, want 0600 (%v)", info.Mode(), err)
	}
	if err := Write(path, false, text("second")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path+":") {
		t.Errorf("what is there was written over: %v", err)
	}
	has(t, folder, "list=first")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, true, text("second")); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("replaced, the mode is %v, want 0600 (%v)", info.Mode(), err)
	}
	has(t, folder, "list=second")
}

// A write that fails or comes too late leaves the old file and no leftovers.
func TestWriteFails(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "list")
	broken := errors.New("broken")
	fill := func(f *os.File) error { return errors.Join(text("half")(f), broken) }
	for _, replace := range []bool{false, true} {
		if err := Write(path, replace, fill); !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	has(t, folder)
	late := func(f *os.File) error {
		return errors.Join(text("mine")(f), os.WriteFile(path, []byte("theirs"), 0o600))
	}
	if err := Write(path, false, late); !errors.Is(err, fs.ErrExist) {
		t.Errorf("somebody else's file came meanwhile: %v", err)
	}
	has(t, folder, "list=theirs")
	if err := Write(filepath.Join(folder, "no", "list"), true, text("")); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), partFile) {
		t.Error(err)
	}
}

// The leftover of a killed process is removed; a file that it links to is left
// alone.
func TestWriteRemovesLeftovers(t *testing.T) {
	for name, leave := range map[string]func(part, other string) error{
		"a file":    func(part, _ string) error { return os.WriteFile(part, []byte("half of it"), 0o644) },
		"hard link": func(part, other string) error { return os.Link(other, part) },
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			path, other := filepath.Join(folder, "list"), filepath.Join(folder, "key")
			if err := errors.Join(os.WriteFile(other, []byte("secret"), 0o600), leave(path+partFile, other)); err != nil {
				t.Fatal(err)
			}
			if err := Write(path, false, text("all")); err != nil {
				t.Error(err)
			}
			has(t, folder, "key=secret", "list=all")
		})
	}
	folder := t.TempDir()
	path, other := filepath.Join(folder, "list"), filepath.Join(folder, "key")
	if err := errors.Join(os.WriteFile(other, []byte("secret"), 0o600), os.Symlink(other, path+partFile)); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, true, text("all")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), partFile) {
		t.Errorf("a symbolic link was followed, or taken away: %v", err)
	}
	has(t, folder, "key=secret", "list"+partFile+"=secret")
}

// Of concurrent writers of a file, each writes it whole or gets ErrBusy.
func TestWriteAtOnce(t *testing.T) {
	const writers, times = 8, 40
	for _, replace := range []bool{false, true} {
		for range times {
			path := filepath.Join(t.TempDir(), "list")
			var mu sync.Mutex
			written := map[string]bool{}
			var group sync.WaitGroup
			for i := range writers {
				group.Go(func() {
					whole := strings.Repeat(fmt.Sprint(i), 10_000)
					err := Write(path, replace, func(f *os.File) error {
						_, err := f.WriteString(whole[:5_000])
						if err == nil {
							_, err = f.WriteString(whole[5_000:])
						}
						return err
					})
					mu.Lock()
					defer mu.Unlock()
					switch {
					case err == nil:
						written[whole] = true
					case !errors.Is(err, ErrBusy) && !errors.Is(err, fs.ErrExist):
						t.Error(err)
					}
				})
			}
			group.Wait()
			data, err := os.ReadFile(path)
			if err != nil || !written[string(data)] || !replace && len(written) > 1 {
				t.Fatalf("%d wrote it, %d bytes are there (%v)", len(written), len(data), err)
			}
			if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 1 {
				t.Fatal(left, err)
			}
		}
	}
}
