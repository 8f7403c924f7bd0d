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

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/store"
)

// Copy is a backup in the folder of the bureau's own.
type Copy struct {
	Name     string
	Made     time.Time
	Size     int64
	ByItself bool // the clock has made it, and removes it when it is old
}

// CopyFile is the suffix of a backup in that folder.
const CopyFile = ".arpad"

// How a backup in that folder is called, by its moment: one that somebody has made, and one of the clock.
const (
	copyName      = "20060102T150405Z" + CopyFile
	clockCopyName = "20060102T150405Z-clock" + CopyFile
)

// CopyFolder returns the folder for the bureau's own backups. Unless it is set, that is the folder backup beside the database, of a
// database on a server beside the key file.
func (o *Office) CopyFolder() string {
	if o.Backups != "" {
		return o.Backups
	}
	beside := o.Database
	if strings.Contains(o.Database, "://") {
		beside = o.KeyFile() // without one: in the current folder
	}
	return filepath.Join(filepath.Dir(beside), "backup")
}

// MakeCopy backs a bureau up into its folder, under the time of its clock. byItself says that nobody has asked for it.
func (o *Office) MakeCopy(ctx context.Context, b *bureau.Bureau, byItself bool) (*Copy, error) {
	called := copyName
	if byItself {
		called = clockCopyName
	}
	if err := os.MkdirAll(o.CopyFolder(), 0o700); err != nil {
		return nil, Problem(err)
	}
	at := b.Clock().UTC().Truncate(time.Second)
	name, file := "", ""
	for ; ; at = at.Add(time.Second) { // another one may have been made at this moment
		name = at.Format(called)
		file = filepath.Join(o.CopyFolder(), name)
		if _, err := os.Lstat(file); err != nil {
			break
		}
	}
	if _, err := Database(b).Backup(ctx, file); err != nil {
		return nil, problem(Problem(err), file)
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, Problem(err)
	}
	return &Copy{name, at, info.Size(), byItself}, nil
}

// Copies returns the backups in the bureau's folder, the newest first.
func (o *Office) Copies() (all []Copy, err error) {
	entries, err := os.ReadDir(o.CopyFolder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range slices.Backward(entries) {
		made, notOne := time.Parse(copyName, e.Name())
		byItself := notOne != nil
		if byItself {
			made, notOne = time.Parse(clockCopyName, e.Name())
		}
		info, gone := e.Info()
		if notOne == nil && gone == nil && info.Mode().IsRegular() {
			all = append(all, Copy{e.Name(), made, info.Size(), byItself})
		}
	}
	return all, err
}

// DropCopies removes the backups that the clock has made in the bureau's folder but the newest ones, and returns their names.
func (o *Office) DropCopies(keep int) (dropped []string, err error) {
	if err := o.clearCopies(); err != nil {
		return nil, Problem(err)
	}
	all, err := o.Copies()
	all = slices.DeleteFunc(all, func(c Copy) bool { return !c.ByItself })
	for _, c := range all[min(keep, len(all)):] {
		file := filepath.Join(o.CopyFolder(), c.Name)
		for _, suffix := range []string{store.SumFile, store.WorkFile, ""} {
			if gone := os.Remove(file + suffix); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
				err = errors.Join(err, Problem(gone))
			}
		}
		dropped = append(dropped, c.Name)
	}
	return dropped, err
}

// clearCopies removes what a killed program has left of backups by the clock.
func (o *Office) clearCopies() error {
	entries, err := os.ReadDir(o.CopyFolder())
	for _, e := range entries {
		name, rest, isOne := strings.Cut(e.Name(), CopyFile)
		_, notOne := time.Parse(clockCopyName, name+CopyFile)
		if !isOne || notOne != nil || rest == "" {
			continue
		}
		_, gone := os.Lstat(filepath.Join(o.CopyFolder(), name+CopyFile))
		if rest != store.SumFile && rest != store.WorkFile || errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, os.Remove(filepath.Join(o.CopyFolder(), e.Name())))
		}
	}
	return err
}

// Tried is a backup that was restored in a folder of its own, and verified there.
type Tried struct {
	Name    string         `json:"name"`
	Players int            `json:"players"`
	Lists   int            `json:"lists"`   // published ones, with their revisions
	Entries int            `json:"entries"` // of the audit log
	Faults  []bureau.Fault `json:"faults,omitempty"`
}

// tryingFolder is where a backup is restored to be tried. What a killed program leaves of it, the next trial removes.
const tryingFolder = "trying"

// TryCopy restores the newest backup in a folder of its own, verifies it there, and removes the folder. The bureau itself
// is neither read nor changed. progress may be nil.
func (o *Office) TryCopy(ctx context.Context, progress func(done, all int)) (tried *Tried, err error) {
	copies, err := o.Copies()
	if err != nil {
		return nil, Problem(err)
	}
	if len(copies) == 0 {
		return nil, finding.NewProblem("file-missing", finding.Text("file", o.CopyFolder()))
	}
	name, folder := copies[0].Name, filepath.Join(o.CopyFolder(), tryingFolder)
	err = os.RemoveAll(folder)
	if err == nil {
		err = os.Mkdir(folder, 0o700)
	}
	if err != nil {
		return nil, Problem(err)
	}
	defer func() { err = errors.Join(err, Problem(os.RemoveAll(folder))) }()
	inside := &Office{Database: filepath.Join(folder, restoredFile), Clock: o.Clock, Officer: o.Officer} // without the key: nothing is written
	if err := inside.Restore(ctx, filepath.Join(o.CopyFolder(), name)); err != nil {
		return nil, err
	}
	b, err := inside.Open(ctx)
	if err != nil {
		return nil, err
	}
	tried = &Tried{Name: name}
	if tried.Faults, err = care.Verify(ctx, b, progress); err == nil && len(tried.Faults) == 0 {
		err = tried.read(ctx, b)
	}
	return tried, errors.Join(err, Close(b))
}

// read reads what is in a bureau.
func (t *Tried) read(ctx context.Context, b *bureau.Bureau) error {
	return b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		if t.Players, err = lists.PlayerCount(r); err != nil {
			return err
		}
		all, err := lists.AllPublications(r)
		if err != nil {
			return err
		}
		t.Lists = len(all)
		head, err := bureau.Heads.Get(r, "")
		if err == nil && head != nil {
			t.Entries = head.Seq
		}
		return err
	})
}
