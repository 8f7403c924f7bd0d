package reports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/url"
	"path"
	"strings"
	"sync/atomic"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/casefile"
	"github.com/arpadchess/arpad/internal/statement"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/work"
)

// desk is where files are handed in, and their drafts are: by organisers for their clubs, or by the office.
type desk struct{ under string }

var ofClub, ofOffice = desk{"portal"}, desk{"desk"}

// office reports whether it is the office that hands files in.
func (d desk) office() bool { return d == ofOffice }

// drafts is below what the drafts are.
func (d desk) drafts() string { return d.under + "/drafts" }

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
	return ofClub.leadTo(v, fields, []work.File{{Name: name, Data: data}})
}

// leadTo begins a draft, and leads to its check.
func (d desk) leadTo(v *portal.Visit, fields url.Values, files []work.File) error {
	id, err := v.Begin(d.drafts(), fields, files)
	if err != nil {
		return err
	}
	return v.Lead(d.under, "drafts", id)
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
		for _, f := range submission.Unpack(path.Base(strings.ReplaceAll(h.Filename, `\`, "/")), data) {
			files = append(files, work.File{Name: f.Name, Data: f.Data})
		}
	}
	switch {
	case len(files) == 0:
		return nil, finding.NewProblem("upload-missing")
	case len(files) > submission.MostFiles:
		return nil, portal.Said("desk.report.many-files")
	}
	return files, nil
}

// handed returns the acts by which the files of a draft are handed in, and the fields that nobody can read.
func (d desk) handed(files []work.File, typed url.Values) (all []*act.SubmitReport, wrong []string) {
	for n, f := range files {
		a := &act.SubmitReport{File: act.File{Name: f.Name, Data: f.Data}, For: typed.Get("club"), Ref: typed.Get("ref"), Replaces: typed.Get("replaces") != ""}
		if d.office() {
			a.From = strings.TrimSpace(typed.Get("from"))
		}
		a.Words, wrong = casefile.Words(typed, n)
		all = append(all, a)
	}
	return all, wrong
}

// What is done at once, beside whoever waits for it. Reading takes a processor, and much memory. Whoever hands in does not wait for the
// checks of others.
var (
	checks   = make(chan struct{}, 2)
	receipts = make(chan struct{}, 1)
)

// longestWait is how long a page waits for its turn before it says so.
var longestWait = 5 * time.Second

// queued is how many pages wait for their turn.
var queued atomic.Int32

// errBusy says that others' files are read, for longer than a page waits.
var errBusy = errors.New("reports: others are read")

// inTurn does something when it is its turn.
func inTurn(ctx context.Context, turns chan struct{}, does func() error) error {
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
func (d desk) try(v *portal.Visit, all []*act.SubmitReport) (told []*trial.Told, err error) {
	ctx := v.R.Context()
	err = inTurn(ctx, checks, func() error {
		told, err = (&act.Organizer{Looks: v.Looks(), Office: d.office()}).TryAll(ctx, v.Bureau, all...)
		return err
	})
	return told, err
}

// affects is try, and says what the report would do to ratings; false if it cannot be admitted as it is.
func (d desk) affects(v *portal.Visit, all []*act.SubmitReport) (told []*trial.Told, changes []trial.Change, admits bool, err error) {
	ctx := v.R.Context()
	err = inTurn(ctx, checks, func() error {
		told, changes, admits, err = (&act.Organizer{Looks: v.Looks(), Office: d.office()}).Effect(ctx, v.Bureau, all...)
		return err
	})
	return told, changes, admits, err
}

// clubs returns the clubs for which the visitor may hand in, by their IDs.
func (d desk) clubs(v *portal.Visit) (all []casefile.Option, err error) {
	clubs, err := v.Clubs()
	if d.office() {
		err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
			clubs, err = register.AllClubs(r)
			return err
		})
	}
	for _, club := range clubs {
		all = append(all, casefile.Option{Value: club.ID, Name: club.Name, Chosen: club.ID == v.Field("club")})
	}
	return all, err
}
