package site_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkFolder writes the public site as a folder: at first, again without a change, and
// after a publication. It prints the time that passed and that of the processors. The yardstick
// is a copy of all files by as many writers: a disk may take most of the time.
func BenchmarkFolder(b *testing.B) {
	for _, size := range []struct{ players, events int }{{1_000, 100}, {3_000, 300}, {10_000, 1_000}, {30_000, 3_000}} {
		b.Run(fmt.Sprint(size.players), func(b *testing.B) { folders(b, size.players, size.events) })
	}
}

func folders(b *testing.B, players, events int) {
	const published = 24
	defer debug.SetGCPercent(debug.SetGCPercent(site.FolderGarbage))
	ctx := context.Background()
	c := crowd.Of(b, storetest.File(b), players, players/15)
	c.Meet(max(1, events/published-len(c.Batch.Events)))
	folder := b.TempDir()
	write := func(what string) {
		begun, worked := time.Now(), processorTime(b)
		done, err := site.New(c.Bureau).Write(ctx, folder)
		bureautest.Must(b, err)
		fmt.Fprintf(os.Stderr, "%d players, %s: %+v in %v, processors %v\n", players, what, *done, time.Since(begun), processorTime(b)-worked)
	}
	for n := range published + 1 {
		label := c.Month(b, n)
		if n == published {
			write("at first")
			write("without a change")
		}
		bureautest.Must(b, c.Publish(ctx, label))
	}
	write("after a publication")
	begun, worked := time.Now(), processorTime(b)
	bureautest.Must(b, copied(filepath.Join(b.TempDir(), "copy"), folder))
	fmt.Fprintf(os.Stderr, "%d players, a copy of all files: %v, processors %v\n", players, time.Since(begun), processorTime(b)-worked)
}

// copied copies a folder, with as many writers as there are processors.
func copied(to, from string) error {
	files, failed := make(chan string), make(chan error, runtime.GOMAXPROCS(0))
	for range cap(failed) {
		go func() {
			var all error
			for name := range files {
				data, err := os.ReadFile(filepath.Join(from, name))
				if err == nil {
					err = os.WriteFile(filepath.Join(to, name), data, 0o600)
				}
				all = errors.Join(all, err)
			}
			failed <- all
		}()
	}
	err := filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		name, outside := filepath.Rel(from, path)
		switch {
		case err != nil || outside != nil:
			return errors.Join(err, outside)
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(to, name), 0o700)
		}
		files <- name
		return nil
	})
	close(files)
	for range cap(failed) {
		err = errors.Join(err, <-failed)
	}
	return err
}

// processorTime returns how long the processors have worked for the process.
func processorTime(b *testing.B) time.Duration {
	var of syscall.Rusage
	bureautest.Must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &of))
	return time.Duration(of.Utime.Nano() + of.Stime.Nano())
}
