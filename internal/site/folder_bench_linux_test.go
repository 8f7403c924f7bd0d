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
	"github.com/arpadchess/arpad/report/pack"
)

// BenchmarkFolder writes the public site as a folder: at first, again without a change, and
// after a publication. It prints the files, their bytes, the time that passed and that of the
// processors. The yardstick is a copy of all files by as many writers: a disk may take most of
// the time. Each month others play: in 120 months all do, for 120 games each.
func BenchmarkFolder(b *testing.B) {
	for _, size := range []struct{ players, published int }{{500, 24}, {500, 120}, {5_000, 4}, {5_000, 120}} {
		b.Run(fmt.Sprint(size.players, "x", size.published), func(b *testing.B) { folders(b, size.players, size.published) })
	}
}

func folders(b *testing.B, players, published int) {
	defer debug.SetGCPercent(debug.SetGCPercent(site.FolderGarbage))
	ctx := context.Background()
	c := crowd.Of(b, storetest.File(b), players, players/2)
	c.Meet(players / 150)
	folder := b.TempDir()
	write := func(what string) {
		begun, worked := time.Now(), processorTime(b)
		done, err := site.New(c.Bureau).Write(ctx, folder)
		bureautest.Must(b, err)
		fmt.Fprintf(os.Stderr, "%d players, %s: %+v, %d bytes in %v, processors %v\n", players, what, *done, sizeOf(b, folder), time.Since(begun), processorTime(b)-worked)
	}
	for n := range published + 1 {
		label := c.Month(b, n)
		if n == published {
			write("at first")
			write("without a change")
		}
		bureautest.Must(b, c.Publish(ctx, label))
		turn(c.Batch, uint32(players))
	}
	write("after a publication")
	begun, worked := time.Now(), processorTime(b)
	bureautest.Must(b, copied(filepath.Join(b.TempDir(), "copy"), folder))
	fmt.Fprintf(os.Stderr, "%d players, a copy of all files: %v, processors %v\n", players, time.Since(begun), processorTime(b)-worked)
}

// turn has others play the games of a batch.
func turn(batch *pack.Batch, players uint32) {
	next := func(player *uint32) { *player = (*player + players/7) % players }
	for i := range batch.Sections {
		for j := range batch.Sections[i].Entries {
			next(&batch.Sections[i].Entries[j].Player)
		}
		for j := range batch.Sections[i].Byes {
			next(&batch.Sections[i].Byes[j].Player)
		}
	}
	for i := range batch.Games {
		next(&batch.Games[i].White)
		next(&batch.Games[i].Black)
	}
	batch.Sort()
}

// sizeOf returns the bytes of the files of a folder.
func sizeOf(b *testing.B, folder string) (size int64) {
	bureautest.Must(b, filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			size += info.Size()
		}
		return err
	}))
	return size
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
