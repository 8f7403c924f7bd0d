package portal

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
)

// A backup comes to the disk as it is read, and is tested there before anything is in place. A federation of 100,000
// players has less than 1 GB after ten years; the limit keeps a file that was chosen by mistake from filling the disk.
// Half an hour is enough for 1 GB through a tunnel.
var backupBounds = front.Bounds{Bytes: 8 << 30, Read: 30 * time.Minute}

// restoring is the way from a backup to a bureau.
type restoring struct {
	testing *underway // under way; nil: none is
	failed  error     // why the last backup cannot be restored
	tested  *tested   // what can be restored; nil: nothing
}

// tested is a backup that was tested.
type tested struct {
	arrival *office.Arrival
	Name    string
	MB      int
	Players int
	Label   string     // of the newest list
	Last    civil.Date // when something was last changed
	Sound   bool       // everything is as it was written
	Led     bool       // it has an administrator
	of      bureau.Settings
	faults  []bureau.Fault
	found   []finding.Finding // about the database and its key
}

// at returns the name of the step at which the restoring is; empty: nothing is restored.
func (r *restoring) at() string {
	switch {
	case r.testing != nil:
		return "testing"
	case r.tested != nil || r.failed != nil:
		return "backup"
	}
	return ""
}

// drop discards the backup that was tested.
func (r *restoring) drop() (err error) {
	if r.tested != nil {
		err = r.tested.arrival.Discard()
	}
	r.tested, r.failed = nil, nil
	return err
}

// backupShown is what the page of a backup shows.
type backupShown struct {
	Tested     *tested // nil: none was
	GB         int     // how large it may be
	Back       bool    // there is something to give up
	Federation string
	Faults     []string
	Found      []item
}

// shownBackup returns what a page shows of a backup; nil: there is none.
func shownBackup(p *explain.Printer, of *tested, cure func(*explain.Printer, finding.Finding) string) backupShown {
	if of == nil {
		return backupShown{}
	}
	b := backupShown{Tested: of, Federation: cmp.Or(of.of.Contact.In(p.Language).Name, p.Text("web.authority."+of.of.Authority, nil)), Found: items(p, of.found, cure)}
	for _, f := range of.faults[:min(len(of.faults), mostItems)] {
		b.Faults = append(b.Faults, faultText(p, f))
	}
	return b
}

// Faults says what is not as it was written; of many the first.
func (v *Visit) Faults(found []bureau.Fault) (all []string) {
	for _, f := range found[:min(len(found), mostErrors)] {
		all = append(all, faultText(page.In(v.Lang), f))
	}
	return all
}

// faultText says what is not as it was written.
func faultText(p *explain.Printer, f bureau.Fault) string {
	return p.Text("care.fault."+f.Why, explain.Data{"what": strings.TrimSpace(p.Text("care.kind."+f.What, nil) + " " + f.Name)})
}

func (s *Setup) showBackup(p *explain.Printer) any {
	b := shownBackup(p, s.restoring.tested, cure)
	b.GB, b.Back = int(backupBounds.Bytes>>30), s.restoring.at() != ""
	return b
}

// sendBackup takes a backup, restores the one that was tested, or gives it up.
func (s *Setup) sendBackup(v *Visit) error {
	if v.R.ParseForm() != nil { // of a form without files
		return finding.NewProblem("upload-broken")
	}
	parts, err := v.R.MultipartReader()
	if err != nil {
		if v.R.PostForm.Get("restore") != "" {
			return s.restore(v)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := s.restoring.drop(); err != nil {
			return office.Problem(err)
		}
		return v.Lead("setup", s.at())
	}
	s.work.Add(1) // what has arrived is removed before the program ends
	defer s.work.Done()
	s.mu.Lock()
	err = s.restoring.drop()
	s.mu.Unlock()
	if err != nil {
		return err
	}
	a, err := s.office.Arrive()
	if err != nil {
		return err
	}
	if err := arrive(a, parts); err != nil {
		return errors.Join(err, a.Discard())
	}
	s.test(a)
	return v.Lead("setup", "testing")
}

// arrive takes the files of a form. What comes after a file that is refused is read: else browsers show no answer.
func arrive(a *office.Arrival, parts *multipart.Reader) (refused error) {
	for {
		part, err := parts.NextPart()
		if err == nil && part.FileName() != "" && refused == nil {
			err = a.Add(path.Base(strings.ReplaceAll(part.FileName(), `\`, "/")), part.FormName() == "key", part)
		}
		var large *http.MaxBytesError
		var problem *finding.Problem
		switch {
		case err == nil:
		case errors.Is(err, io.EOF):
			return refused
		case errors.As(err, &problem):
			refused = err
		case errors.As(err, &large):
			return finding.NewProblem("upload-too-large", finding.Int("limit", int(backupBounds.Bytes>>20)))
		default:
			return finding.NewProblem("upload-broken")
		}
	}
}

// test tests a backup that has arrived. The page may be closed meanwhile.
func (s *Setup) test(a *office.Arrival) {
	ctx, stop := context.WithCancel(s.ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.job != nil || s.begun != nil || s.restoring.testing != nil { // somebody was faster
		stop()
		_ = a.Discard() // the next start clears it
		return
	}
	j := &underway{stop: stop, began: time.Now()}
	s.restoring = restoring{testing: j}
	s.work.Go(func() {
		defer stop()
		of, err := s.examine(ctx, a, j)
		if err != nil {
			err = errors.Join(err, a.Discard())
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.restoring = restoring{tested: of}
		if err != nil && ctx.Err() == nil {
			s.restoring.failed = office.Problem(err)
		}
	})
}

// examine returns what is in a backup, and whether everything is as it was written.
func (s *Setup) examine(ctx context.Context, a *office.Arrival, j *underway) (*tested, error) {
	b, err := a.Open(ctx)
	if err != nil {
		return nil, err
	}
	of := &tested{arrival: a, Name: a.Name, MB: max(1, int(a.Size>>20))}
	of.faults, err = care.Verify(ctx, b, func(done, all int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		j.done, j.of = done, all
	})
	if err == nil {
		of.found, err = office.Foreign(ctx, b)
	}
	if of.Sound = err == nil && len(of.faults)+len(of.found) == 0; of.Sound {
		err = of.read(ctx, b)
	}
	if err = errors.Join(err, office.Close(b)); err != nil {
		return nil, err
	}
	return of, nil
}

// read reads what is in a backup.
func (t *tested) read(ctx context.Context, b *bureau.Bureau) error {
	found, err := office.Examine(ctx, b)
	if err != nil {
		return err
	}
	t.found = found
	return b.View(ctx, func(r bureau.Reader, of *bureau.Settings) error {
		players, err := lists.PlayerCount(r)
		if err != nil {
			return err
		}
		all, err := lists.AllPublications(r)
		if err != nil {
			return err
		}
		administrators, err := account.Administrators(r)
		if err != nil {
			return err
		}
		t.Led = administrators > 0
		if t.Players, t.of = players, *of; len(all) > 0 {
			t.Label = all[len(all)-1].Label
		}
		head, err := bureau.Heads.Get(r, "")
		if err != nil || head == nil {
			return err
		}
		last, err := bureau.Entries.Get(r, bureau.SeqKey(head.Seq))
		if err == nil && last != nil {
			t.Last = of.Day(last.At)
		}
		return err
	})
}

// restore puts the backup that was tested in place, and opens the bureau. Then the set-up is over, unless nobody is there
// who could let others in.
func (s *Setup) restore(v *Visit) error {
	s.mu.Lock()
	of, a := s.restoring.tested, s.answers
	if of == nil || !of.Sound {
		s.mu.Unlock()
		return v.Lead("setup", "backup")
	}
	s.restoring = restoring{testing: &underway{stop: func() {}, began: time.Now()}} // nobody begins anything meanwhile
	s.mu.Unlock()
	b, err := s.place(of, a)
	s.mu.Lock()
	s.restoring = restoring{}
	s.mu.Unlock()
	if err != nil {
		return office.Problem(err)
	}
	s.GoOn(b, of.found)
	if of.Led {
		return v.Lead("login")
	}
	return v.Lead("setup", "officer")
}

// place puts a backup in place. Without an administrator the next start goes on with the first officer.
func (s *Setup) place(of *tested, a answers) (*bureau.Bureau, error) {
	if !of.Led {
		if err := s.keep(a); err != nil {
			return nil, errors.Join(err, of.arrival.Discard())
		}
	}
	if err := of.arrival.Place(); err != nil {
		return nil, err
	}
	if of.Led {
		_ = os.Remove(s.office.Database + answersFile) // they were about another federation; there may be none
	}
	return s.office.Open(s.ctx)
}

func (s *Setup) showTesting(*explain.Printer) any {
	j := s.restoring.testing
	if j == nil {
		return takingShown{}
	}
	return takingShown{Done: j.done, Of: j.of, Seconds: int(time.Since(j.began).Seconds())}
}

// sendTesting stops the test.
func (s *Setup) sendTesting(v *Visit) error {
	s.mu.Lock()
	if s.restoring.testing != nil {
		s.restoring.testing.stop()
	}
	s.mu.Unlock()
	s.work.Wait()
	return v.Lead("setup", "backup")
}
