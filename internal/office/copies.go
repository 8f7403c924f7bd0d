package office

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Copy is a backup in the folder of the bureau's own.
type Copy struct {
	Name string
	Made time.Time
	Size int64
}

// CopyFile is the suffix of a backup in that folder.
const CopyFile = ".arpad"

// CopyFolder returns the folder for the bureau's own backups: beside the database; of one on a server the current one.
func (o *Office) CopyFolder() string {
	if strings.Contains(o.Database, "://") {
		return "backup"
	}
	return filepath.Join(filepath.Dir(o.Database), "backup")
}

// MakeCopy backs a bureau up into its folder, under the time of its clock.
func (o *Office) MakeCopy(ctx context.Context, b *bureau.Bureau) (*Copy, error) {
	name := b.Clock().UTC().Format("20060102T150405Z") + CopyFile
	file := filepath.Join(o.CopyFolder(), name)
	if err := os.MkdirAll(o.CopyFolder(), 0o700); err != nil {
		return nil, Problem(err)
	}
	if _, err := Database(b).Backup(ctx, file); err != nil {
		return nil, problem(Problem(err), file)
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, Problem(err)
	}
	return &Copy{name, b.Clock(), info.Size()}, nil
}

// Copies returns the backups in the bureau's folder, the newest first.
func (o *Office) Copies() (all []Copy, err error) {
	entries, err := os.ReadDir(o.CopyFolder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range slices.Backward(entries) {
		made, notOne := time.Parse("20060102T150405Z"+CopyFile, e.Name())
		info, gone := e.Info()
		if notOne == nil && gone == nil && info.Mode().IsRegular() {
			all = append(all, Copy{e.Name(), made, info.Size()})
		}
	}
	return all, err
}
