package office

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/settle"
	"github.com/arpadchess/arpad/internal/store"
)

// Arrival is a backup that comes from elsewhere, file by file. It is restored in a folder beside the database to be,
// where it can be looked at, and then put in place, whole or not at all.
//
// What a killed program leaves of it, Clear removes.
type Arrival struct {
	office *Office
	folder string
	held   *os.File // the folder; nobody else clears it
	Name   string   // of the backup, as it came
	Size   int64    // of the backup
	key    string   // name of the key file, as it came
}

// arrivalFolder is the suffix of the folder of an arrival. In it are the files as they came, and the bureau as it was
// restored from them. placingFile is there from when that is put in place.
const (
	arrivalFolder = ".restoring"
	arrivedFile   = "backup"
	restoredFile  = "restored"
	keySuffix     = ".key"
	placingFile   = "placing"
)

// smallFile is how many bytes the files beside a backup may have that hold a few lines: sums, key and checkpoint.
const smallFile = 64 << 10

// Arrive returns an empty arrival. There is one at a time.
func (o *Office) Arrive() (*Arrival, error) {
	a := &Arrival{office: o, folder: o.Database + arrivalFolder}
	if err := o.Clear(); err != nil {
		return nil, err
	}
	err := os.Mkdir(a.folder, 0o700)
	if err == nil {
		a.held, err = hold(a.folder)
	}
	if err != nil {
		return nil, Problem(err)
	}
	return a, nil
}

// hold holds a folder until it is closed.
func hold(folder string) (*os.File, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := settle.Hold(f); err != nil {
		return nil, errors.Join(finding.NewProblem("output-busy", finding.Text("file", folder)), f.Close())
	}
	return f, nil
}

// Clear removes what a killed program has left of an arrival, also what it had put in place already, unless the
// database was.
func (o *Office) Clear() error {
	folder := o.Database + arrivalFolder
	held, err := hold(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(held.Close(), o.clear(folder))
}

func (o *Office) clear(folder string) error {
	if _, err := os.Lstat(o.Database); errors.Is(err, fs.ErrNotExist) {
		placed, _ := os.ReadFile(filepath.Join(folder, placingFile)) // if it had come so far
		for _, p := range o.places() {
			if bytes.Contains(placed, []byte(p.name+"\n")) {
				if err := removed(p.to); err != nil {
					return err
				}
			}
		}
	}
	return os.RemoveAll(folder)
}

// place is where a file of a restored bureau belongs.
type place struct{ name, to string }

// places returns the places in the order in which they are filled: with the last one the bureau is there.
func (o *Office) places() []place {
	return []place{
		{restoredFile + keySuffix, o.KeyFile()}, {restoredFile + keySuffix + CheckpointFile, o.KeyFile() + CheckpointFile},
		{restoredFile + store.WorkFile, o.Database + store.WorkFile}, {restoredFile, o.Database},
	}
}

// Add takes a file of the backup. What it is, its name says as Backup wrote it, or that it is in the field of the key.
func (a *Arrival) Add(name string, ofKey bool, from io.Reader) error {
	suffix := func(s string) bool { return strings.HasSuffix(strings.ToLower(name), s) }
	as, most := arrivedFile, int64(smallFile)
	switch {
	case suffix(CheckpointFile):
		as = restoredFile + keySuffix + CheckpointFile
	case ofKey || suffix(keySuffix):
		as, a.key = restoredFile+keySuffix, name
	case suffix(store.SumFile):
		as += store.SumFile
	case suffix(store.WorkFile):
		as, most = as+store.WorkFile, -1
	default:
		most, a.Name = -1, name
	}
	to, err := os.OpenFile(filepath.Join(a.folder, as), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return finding.NewProblem("upload-twice", finding.Text("file", name))
	}
	if err != nil {
		return Problem(err)
	}
	if most >= 0 {
		from = io.LimitReader(from, most+1)
	}
	n, err := io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		return Problem(err)
	}
	if most >= 0 && n > most {
		return finding.NewProblem("upload-not-backup", finding.Text("file", name))
	}
	if as == arrivedFile {
		a.Size = n
	}
	return nil
}

// Open restores the backup in its folder, if its sum is right, and opens it there, upgraded if need be. The caller
// closes it before Place or Discard.
func (a *Arrival) Open(ctx context.Context) (*bureau.Bureau, error) {
	if a.Name == "" {
		return nil, finding.NewProblem("upload-missing")
	}
	inside := &Office{Database: filepath.Join(a.folder, restoredFile), Clock: a.office.Clock, Officer: a.office.Officer}
	if err := a.keysInPlace(inside); err != nil {
		return nil, err
	}
	arrived := filepath.Join(a.folder, arrivedFile)
	if err := readable(arrived); err != nil {
		return nil, a.named(err)
	}
	if _, err := os.Lstat(arrived + store.SumFile); errors.Is(err, fs.ErrNotExist) {
		return nil, finding.NewProblem("upload-incomplete", finding.Text("file", a.Name+store.SumFile))
	}
	if err := inside.Restore(ctx, arrived); err != nil {
		return nil, a.named(err)
	}
	for _, suffix := range []string{"", store.SumFile, store.WorkFile} { // they take as much space again
		if err := removed(arrived + suffix); err != nil {
			return nil, Problem(err)
		}
	}
	b, err := inside.Open(ctx)
	if err != nil {
		return nil, a.named(err)
	}
	return b, nil
}

// keysInPlace has a key that is in place already count, and refuses another one.
func (a *Arrival) keysInPlace(inside *Office) error {
	for _, p := range a.office.places()[:2] {
		there, err := os.ReadFile(p.to)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		came, unsent := os.ReadFile(filepath.Join(a.folder, p.name))
		switch {
		case err != nil:
			return Problem(err)
		case unsent == nil && !bytes.Equal(there, came):
			return finding.NewProblem("file-in-the-way", finding.Text("file", p.to))
		case p.to == a.office.KeyFile():
			inside.Key = p.to
		}
		if err := removed(filepath.Join(a.folder, p.name)); err != nil {
			return Problem(err)
		}
	}
	return nil
}

// readable refuses what is no database at all, whatever its sum.
func readable(path string) error {
	const mark = "SQLite format 3\x00"
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	begins := make([]byte, len(mark))
	_, err = io.ReadFull(f, begins)
	if err != nil || string(begins) != mark {
		err = finding.NewProblem("upload-not-backup", finding.Text("file", path))
	}
	return errors.Join(err, f.Close())
}

// named returns an error of the restored bureau with the name of the file that came.
func (a *Arrival) named(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return finding.NewProblem("upload-incomplete", finding.Text("file", a.Name+store.WorkFile))
	}
	err = Problem(err)
	var problem *finding.Problem
	if !errors.As(err, &problem) {
		return err
	}
	name := a.Name
	switch problem.ID {
	case "no-database":
		problem.ID = "upload-not-backup"
	case "key-unreadable":
		name = a.key
	}
	for i, v := range problem.Values {
		if v.Name == "file" {
			problem.Values[i].Text = name
		}
	}
	return err
}

// Place puts the restored bureau in place, whole or not at all.
func (a *Arrival) Place() error {
	return errors.Join(a.place(a.office.places()), a.Discard())
}

// place fills some places, in their order.
func (a *Arrival) place(some []place) error {
	var all []place
	var names strings.Builder
	for _, p := range some {
		if _, err := os.Lstat(filepath.Join(a.folder, p.name)); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		for _, beside := range []string{"", "-wal", "-journal"} { // a log would be applied to it
			if _, err := os.Lstat(p.to + beside); err == nil {
				return finding.NewProblem("file-in-the-way", finding.Text("file", p.to+beside))
			}
		}
		all = append(all, p)
		names.WriteString(p.name + "\n")
	}
	if err := settle.Replace(filepath.Join(a.folder, placingFile), []byte(names.String())); err != nil {
		return Problem(err)
	}
	for _, p := range all {
		if err := settle.Claim(filepath.Join(a.folder, p.name), p.to); err != nil {
			return Problem(problem(err, a.office.Database))
		}
	}
	return nil
}

// Discard removes what there is of the arrival, but not what has been put in place.
func (a *Arrival) Discard() error {
	return errors.Join(a.held.Close(), a.office.clear(a.folder))
}
