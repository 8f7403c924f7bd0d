package clockwork

import (
	"context"
	"strconv"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/work"
)

// Facts are what alarms are about. What is zero is not known, or there is nothing of it.
type Facts struct {
	Now         time.Time
	Today       civil.Date
	At          func(time.Time) string // says a moment in the authority's zone
	Backup      time.Time              // the newest one
	Turns       map[string]work.Turn   // the last one of each routine
	Report      string                 // the reference of the one that has waited for an officer for the longest
	Days        int                    // for how long
	Letter      time.Time              // since when the oldest letter waits to be sent
	Mailbox     time.Time              // when it was last read
	Certificate time.Time              // its last moment
	Free, Used  int64                  // bytes of the disk, and of the database
	Plans       []*lists.Period        // that are to be published by themselves
}

// When something needs somebody.
const (
	backupOld      = 26 * time.Hour
	reportOld      = 7 // days
	letterOld      = time.Hour
	mailboxOld     = 15 * time.Minute
	certificateEnd = 14 * 24 * time.Hour
	clockAhead     = time.Minute
)

// AlarmIDs are the IDs of all alarms.
var AlarmIDs = []string{
	"plan-stale", "routine-failed", "backup-old", "trial-faulty", "verify-faulty", "disk-short", "certificate-ends", "turn-ahead", "letter-waits", "mailbox-silent", "report-waits",
}

// Alarms returns what needs somebody, the gravest first.
func Alarms(f *Facts) (all []finding.Finding) {
	note := func(when bool, f finding.Finding) {
		if when {
			all = append(all, f)
		}
	}
	since := func(t time.Time) finding.Value { return finding.Text("at", f.At(t)) }
	old := func(t time.Time, by time.Duration) bool { return !t.IsZero() && f.Now.Sub(t) > by }
	for _, p := range f.Plans {
		if p.Stale() {
			all = append(all, closing.Stale(p).Finding)
		}
	}
	for _, r := range bureau.Routines {
		note(f.Turns[r.ID].Outcome.State == work.Failed, finding.New("routine-failed", finding.Warning, finding.At{}, finding.Text("routine", r.ID), since(f.Turns[r.ID].Due)))
	}
	if f.Backup.IsZero() {
		note(old(f.Turns["backup"].Due, backupOld), finding.New("backup-old", finding.Warning, finding.At{}, finding.Text("at", "")))
	} else {
		note(old(f.Backup, backupOld), finding.New("backup-old", finding.Warning, finding.At{}, since(f.Backup)))
	}
	n := ResultOf(f.Turns["try"].Outcome).Faults
	note(n > 0, finding.New("trial-faulty", finding.Warning, finding.At{}, finding.Int("faults", n)))
	n = ResultOf(f.Turns["verify"].Outcome).Faults
	note(n > 0, finding.New("verify-faulty", finding.Warning, finding.At{}, finding.Int("faults", n)))
	note(f.Used > 0 && f.Free < 2*f.Used, finding.New("disk-short", finding.Warning, finding.At{}, finding.Text("free", strconv.FormatInt(f.Free>>20, 10))))
	note(!f.Certificate.IsZero() && f.Certificate.Sub(f.Now) < certificateEnd, finding.New("certificate-ends", finding.Warning, finding.At{}, since(f.Certificate)))
	for _, r := range bureau.Routines {
		if due := f.Turns[r.ID].Due; due.Sub(f.Now) > clockAhead {
			note(true, finding.New("turn-ahead", finding.Warning, finding.At{}, finding.Text("routine", r.ID), since(due)))
			break
		}
	}
	note(old(f.Letter, letterOld), finding.New("letter-waits", finding.Warning, finding.At{}, since(f.Letter)))
	note(old(f.Mailbox, mailboxOld), finding.New("mailbox-silent", finding.Warning, finding.At{}, since(f.Mailbox)))
	note(f.Days > reportOld, finding.New("report-waits", finding.Warning, finding.At{}, finding.Text("ref", f.Report), finding.Int("days", f.Days)))
	return all
}

// Alarms returns what needs somebody now.
func (c *Clock) Alarms(ctx context.Context, b *bureau.Bureau) ([]finding.Finding, error) {
	f := &Facts{Now: b.Clock()}
	var err error
	if f.Turns, err = c.Work.LastTurns(ctx); err != nil {
		return nil, err
	}
	if c.Sends {
		if f.Letter, err = c.Work.OldestLetter(ctx); err != nil {
			return nil, err
		}
	}
	if c.Reads {
		if f.Mailbox, err = c.Work.MailboxAsked(ctx); err != nil {
			return nil, err
		}
	}
	copies, err := c.Office.Copies()
	if err != nil {
		return nil, office.Problem(err)
	}
	if len(copies) > 0 {
		f.Backup = copies[0].Made
	}
	free, used, known, err := office.Room(b)
	if err != nil {
		return nil, office.Problem(err)
	}
	if known {
		f.Free, f.Used = free, used
	}
	if c.Certificate != nil {
		f.Certificate = c.Certificate()
	}
	err = b.View(ctx, func(r bureau.Reader, s *bureau.Settings) (err error) {
		f.Today = b.Today(s)
		f.At = func(t time.Time) string { return s.Local(t).Format("2006-01-02 15:04") }
		waiting, err := agenda.Waiting(r)
		if err != nil {
			return err
		}
		for _, row := range waiting {
			if row.Officer {
				f.Report, f.Days = row.Ref, int(f.Today-row.Received)
				break
			}
		}
		f.Plans, err = lists.AllPeriods(r)
		return err
	})
	if err != nil {
		return nil, err
	}
	return Alarms(f), nil
}
