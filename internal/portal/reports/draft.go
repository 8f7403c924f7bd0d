package reports

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/work"
)

// at is where drafts of reports are.
const at = "portal/drafts"

// mostFiles is how many files of an event are handed in at once.
const mostFiles = 20

// begin begins the draft of a report with a file that was made here, and leads to its check.
func begin(v *portal.Visit, name string, data []byte, words statement.Words) error {
	var said map[string]any
	if err := json.Unmarshal(words.JSON(), &said); err != nil {
		return err
	}
	fields := url.Values{}
	for name, value := range said {
		fields.Set(name, fmt.Sprint(value))
	}
	return leadTo(v, fields, []work.File{{Name: name, Data: data}})
}

// leadTo begins a draft, and leads to its check.
func leadTo(v *portal.Visit, fields url.Values, files []work.File) error {
	id, err := v.Begin(at, fields, files)
	if err != nil {
		return err
	}
	return v.Lead("portal", "drafts", id)
}

// filesOf returns the files of a form. A folder that is packed is unpacked, but not a format that is one itself: a workbook, a
// saved page or the tables of SwissPerfect are read as they are.
func filesOf(form *multipart.Form) (files []work.File, err error) {
	if form == nil {
		return nil, finding.NewProblem("upload-missing")
	}
	for _, h := range form.File["files"] {
		if h.Size == 0 {
			continue
		}
		f, err := h.Open()
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		files = append(files, unpacked(work.File{Name: path.Base(strings.ReplaceAll(h.Filename, `\`, "/")), Data: data})...)
	}
	switch {
	case len(files) == 0:
		return nil, finding.NewProblem("upload-missing")
	case len(files) > mostFiles:
		return nil, portal.Said("desk.report.many-files")
	}
	return files, nil
}

// unpacked returns the files of a ZIP of exchange files, each of a section or a group; or the file itself, which is read as a whole.
func unpacked(f work.File) []work.File {
	if !strings.EqualFold(path.Ext(f.Name), ".zip") {
		return []work.File{f}
	}
	in, err := zip.NewReader(bytes.NewReader(f.Data), int64(len(f.Data)))
	if err != nil || len(in.File) > mostFiles {
		return []work.File{f}
	}
	var files []work.File
	size := 0
	for _, member := range in.File {
		ext := strings.ToLower(path.Ext(member.Name))
		if member.FileInfo().IsDir() {
			continue
		}
		if !slices.Contains([]string{".trf", ".trfx", ".txt", ".pgn", ".json"}, ext) {
			return []work.File{f}
		}
		data := read(member)
		if size += len(data); data == nil || size > mostUnpacked {
			return []work.File{f}
		}
		files = append(files, work.File{Name: path.Base(member.Name), Data: data})
	}
	if len(files) < 2 {
		return []work.File{f}
	}
	return files
}

// mostUnpacked is how large the files in a ZIP may be together.
const mostUnpacked = 16 << 20

// read returns the bytes of a file in a ZIP, nil if they cannot be read or are too many.
func read(member *zip.File) []byte {
	in, err := member.Open()
	if err != nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(in, mostUnpacked+1))
	if err = errors.Join(err, in.Close()); err != nil || len(data) > mostUnpacked {
		return nil
	}
	return data
}

// handed returns the acts by which the files of a draft are handed in, and the fields that nobody can read.
func handed(files []work.File, typed url.Values) (all []*act.SubmitReport, wrong []string) {
	for n, f := range files {
		a := &act.SubmitReport{File: act.File{Name: f.Name, Data: f.Data}, For: typed.Get("club"), Ref: typed.Get("ref"), Replaces: typed.Get("replaces") != ""}
		a.Words, wrong = casefile.Words(typed, n)
		all = append(all, a)
	}
	return all, wrong
}

// turns are the files that are read at once, beside whoever waits for it. Reading takes a processor, and much memory.
var turns = make(chan struct{}, 2)

// longestWait is how long a page waits for its turn before it says so.
var longestWait = 5 * time.Second

// queued is how many pages wait for their turn.
var queued atomic.Int32

// errBusy says that others' files are read, for longer than a page waits.
var errBusy = errors.New("reports: others are read")

// inTurn does something when it is its turn.
func inTurn(ctx context.Context, does func() error) error {
	queued.Add(1)
	select {
	case turns <- struct{}{}:
		queued.Add(-1)
		defer func() { <-turns }()
		return does()
	case <-ctx.Done():
		queued.Add(-1)
		return ctx.Err()
	case <-time.After(longestWait):
		queued.Add(-1)
		return errBusy
	}
}

// try says what the files of a draft come to.
func try(v *portal.Visit, all []*act.SubmitReport) (told []*trial.Told, err error) {
	ctx := v.R.Context()
	err = inTurn(ctx, func() error {
		told, err = (&act.Organizer{Looks: v.Looks()}).TryAll(ctx, v.Bureau, all...)
		return err
	})
	return told, err
}

// affects is try, and says what the report would do to ratings; false if it cannot be admitted as it is.
func affects(v *portal.Visit, all []*act.SubmitReport) (told []*trial.Told, changes []trial.Change, admits bool, err error) {
	ctx := v.R.Context()
	err = inTurn(ctx, func() error {
		told, changes, admits, err = (&act.Organizer{Looks: v.Looks()}).Effect(ctx, v.Bureau, all...)
		return err
	})
	return told, changes, admits, err
}

// ownClubs returns the clubs of the visitor by their IDs.
func ownClubs(v *portal.Visit) (all []casefile.Option, err error) {
	clubs, err := v.Clubs()
	for _, club := range clubs {
		all = append(all, casefile.Option{Value: club.ID, Name: club.Name})
	}
	return all, err
}
