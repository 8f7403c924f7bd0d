package upkeep

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

// healthShown is whether everything is in order, as far as somebody has looked.
type healthShown struct {
	Tabs   []tab
	Checks []point
	Due    int           // checks that are not in order
	Now    string        // when the page was made
	Found  []portal.Item // about the key, the files and the database
	Doctor string        // when everything was last looked at; empty: not in the last month
	Faults []string      // what was found then of what is stored
	More   []portal.Item // and beside it
	May    doings
	Mend   *portal.Form // nil: the visitor does not
	Write  *portal.Form // all rows again
}

// doings are what the visitor may begin.
type doings struct{ Verify, Backup bool }

// point is something that is looked at.
type point struct {
	OK          bool
	Says, About string
	To          string // where more stands; empty: nowhere
}

// state is what stands on the pages of health and of backups.
type state struct {
	*portal.Visit
	copies []office.Copy
	jobs   []*work.Job
}

func stateOf(v *portal.Visit) (s *state, err error) {
	s = &state{Visit: v}
	if s.copies, err = v.Office().Copies(); err != nil {
		return nil, office.Problem(err)
	}
	s.jobs, err = v.Jobs()
	return s, err
}

// last returns the newest job of some kinds that was done and whose result can be read; nil: there is none.
func (s *state) last(into any, kinds ...string) *work.Job {
	for _, j := range s.jobs {
		if slices.Contains(kinds, j.What) && portal.Result(j, into) {
			return j
		}
	}
	return nil
}

func (s *state) say(key string, values ...any) string { return say(s.Visit, key, values...) }

// say returns a text of the room, given the names and values that it mentions.
func say(v *portal.Visit, key string, values ...any) string {
	return page.Format{Printer: v.Printer()}.Say("desk.upkeep."+key, values...)
}

func (s *state) may() doings {
	return doings{s.Is.Actor.Is(bureau.Officer | bureau.Administrator), s.Is.Actor.Is(bureau.Administrator)}
}

// week is how old the newest backup may be.
const week = 7 * 24 * time.Hour

func (s *state) backup() point {
	if len(s.copies) == 0 {
		return point{Says: s.Printer().Text("desk.health.no-backup", nil), About: s.Printer().Text("desk.health.elsewhere", nil)}
	}
	newest := s.copies[0]
	return point{
		OK: s.Bureau.Clock().Sub(newest.Made) <= week, Says: s.say("backup-age", "ago", ago(s.Visit, newest.Made)),
		About: s.say("backup-about", "when", s.When(newest.Made), "size", size(s.Visit, newest.Size), "kept", len(s.copies)) + " " + s.Printer().Text("desk.health.elsewhere", nil),
		To:    "/" + s.Lang + "/desk/health/backups/",
	}
}

func (s *state) trial() point {
	var of office.Tried
	j := s.last(&of, "try")
	if j == nil {
		return point{Says: s.say("not-tried"), About: s.say("try-about")}
	}
	c := point{OK: len(of.Faults) == 0, Says: s.say("tried", "ago", ago(s.Visit, j.Ended)), About: s.say("tried-about", "file", of.Name, "players", of.Players, "lists", of.Lists, "entries", of.Entries)}
	if !c.OK {
		c.Says, c.About = s.say("tried-badly", "ago", ago(s.Visit, j.Ended)), s.say("tried-faults", "file", of.Name, "faults", len(of.Faults))
	}
	return c
}

// keyLook is what somebody has looked at who has copied the key file.
const keyLook = "key "

func (s *state) key() (*point, error) {
	guard := office.Guard(s.Bureau)
	if guard == nil { // it is found to have none
		return nil, nil
	}
	var copied *bureau.Look
	err := s.Looks().Looks(s.R.Context(), time.Time{}, func(l bureau.Look) bool {
		if l.What == keyLook+guard.Key.Public {
			copied = &l
		}
		return copied == nil
	})
	if err != nil {
		return nil, err
	}
	c := &point{Says: s.say("key-not-copied"), About: s.say("key-about", "file", s.Office().KeyFile()), To: "/" + s.Lang + "/desk/health/backups/#key"}
	if copied != nil {
		by, err := name(s.Visit, copied.Account)
		if err != nil {
			return nil, err
		}
		c.OK, c.Says, c.About = true, s.say("key-copied", "ago", ago(s.Visit, copied.At)), s.say("key-by", "who", by)
	}
	return c, nil
}

// name returns the name of who has an account.
func name(v *portal.Visit, number string) (name string, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		a, err := bureau.AccountOf(r, number)
		if err == nil {
			name = a.Name
		}
		return err
	})
	return name, err
}

func (s *state) verified() point {
	var faults []bureau.Fault
	var all office.Diagnosis
	j := s.last(&faults, "verify")
	if d := s.last(&all, "doctor"); d != nil && (j == nil || d.Ended.After(j.Ended)) {
		j, faults = d, all.Faults
	}
	about := s.Printer().Text("desk.health.verify-about", nil)
	switch {
	case j == nil:
		return point{Says: s.Printer().Text("desk.health.not-verified", nil), About: about}
	case len(faults) > 0:
		return point{Says: s.say("verified-badly", "ago", ago(s.Visit, j.Ended), "faults", len(faults)), About: strings.Join(s.Faults(faults[:1]), " "), To: "/" + s.Lang + "/desk/jobs/" + j.ID + "/"}
	}
	return point{OK: true, Says: s.say("verified", "ago", ago(s.Visit, j.Ended)), About: about}
}

// checkpoint says what was last signed. What is wrong with it is found.
func (s *state) checkpoint(wrong bool) *point {
	guard := office.Guard(s.Bureau)
	if guard == nil {
		return nil
	}
	last, err := guard.Last()
	if err != nil || wrong {
		return &point{Says: s.say("checkpoint-wrong"), About: s.say("checkpoint-below")}
	}
	return &point{OK: true, Says: s.say("checkpoint", "leaves", int(last.Size)), About: s.say("checkpoint-about", "file", guard.File)}
}

func (s *state) disk() (*point, error) {
	free, used, known, err := office.Room(s.Bureau)
	if err != nil || !known {
		return nil, office.Problem(err)
	}
	return &point{OK: free >= 2*used, Says: s.say("disk", "free", size(s.Visit, free)), About: s.say("disk-about", "size", size(s.Visit, used))}, nil
}

func (s *state) queue() point {
	c := point{OK: true, Says: s.say("queue-empty"), About: s.say("queue-about")}
	for _, j := range s.jobs {
		if j.Ended.IsZero() {
			c.Says, c.To = s.say("queue", "what", s.Printer().TextOr("desk.job.what-"+j.What, "desk.job.what", nil)), "/"+s.Lang+"/desk/jobs/"+j.ID+"/"
		}
	}
	return c
}

// size says how large a file is.
func size(v *portal.Visit, bytes int64) string {
	unit, n := "kb", (bytes+1<<10-1)>>10
	switch {
	case bytes >= 10<<30:
		unit, n = "gb", bytes>>30
	case bytes >= 10<<20:
		unit, n = "mb", bytes>>20
	}
	return say(v, "size-"+unit, "n", int(n))
}

func showHealth(v *portal.Visit) (any, error) {
	of, err := stateOf(v)
	if err != nil {
		return nil, err
	}
	s := &healthShown{Tabs: tabs(v, "health"), Now: v.When(v.Bureau.Clock()), May: of.may()}
	signed, err := office.Examine(v.R.Context(), v.Bureau)
	if err != nil {
		return nil, err
	}
	alarms, err := v.Alarms()
	if err != nil {
		return nil, err
	}
	s.Due += len(alarms)
	s.Found = slices.Concat(alarms, v.Items(slices.Concat(signed, office.Exposed(v.Bureau), office.Unfinished(v.Bureau))))
	key, err := of.key()
	if err != nil {
		return nil, err
	}
	disk, err := of.disk()
	if err != nil {
		return nil, err
	}
	backup, trial, verified, queue := of.backup(), of.trial(), of.verified(), of.queue()
	for _, c := range []*point{&backup, &trial, key, &verified, of.checkpoint(len(signed) > 0), disk, &queue} {
		if c == nil {
			continue
		}
		if !c.OK {
			s.Due++
		}
		s.Checks = append(s.Checks, *c)
	}
	var d office.Diagnosis
	if j := of.last(&d, "doctor"); j != nil {
		s.Doctor, s.Faults, s.More = v.When(j.Ended), v.Faults(d.Faults), v.Items(d.Found)
	}
	if v.Is.Actor.Is(bureau.Administrator) {
		if s.Mend, err = v.Form(&act.MendDerived{}, ""); err == nil {
			s.Write, err = v.Form(&act.RebuildRows{}, "")
		}
		if err != nil {
			return nil, err
		}
		s.Mend.Lesser()
		s.Write.Lesser()
	}
	return s, nil
}

// sendHealth begins what takes long, and leads to how far it is.
func sendHealth(v *portal.Visit) error {
	officers, administrators := bureau.Officer|bureau.Administrator, bureau.Administrator
	type job = func(ctx context.Context, b *bureau.Bureau) (any, error)
	of, o := v.Office(), v.Field("do")
	does, known := map[string]struct {
		who bureau.Role
		job job
	}{
		"verify": {officers, func(ctx context.Context, b *bureau.Bureau) (any, error) { return care.Verify(ctx, b, b.Progress) }},
		"doctor": {officers, func(ctx context.Context, b *bureau.Bureau) (any, error) { return office.Diagnose(ctx, b, b.Progress) }},
		"backup": {administrators, func(ctx context.Context, b *bureau.Bureau) (any, error) { return of.MakeCopy(ctx, b, false) }},
		"try":    {administrators, func(ctx context.Context, b *bureau.Bureau) (any, error) { return of.TryCopy(ctx, b.Progress) }},
		"key":    {who: administrators},
	}[o]
	switch {
	case !known:
		return v.Lead("desk", "health")
	case !v.Is.Actor.Is(does.who):
		return finding.Refuse("act-not-allowed", finding.Text("act", o))
	case does.job != nil:
		id, err := v.Begins(o, does.job)
		if err != nil {
			return err
		}
		return v.Lead("desk", "jobs", id)
	}
	if guard := office.Guard(v.Bureau); guard != nil {
		if err := v.Looked(keyLook + guard.Key.Public); err != nil {
			return err
		}
	}
	return v.Lead("desk", "health")
}

// verified says what a job has found that has verified everything.
func verified(v *portal.Visit, j *work.Job) []string {
	var found []bureau.Fault
	if portal.Result(j, &found) && len(found) == 0 {
		return []string{v.Printer().Text("desk.health.sound", nil)}
	}
	return v.Faults(found)
}

// diagnosed says what a job has found that has looked at everything.
func diagnosed(v *portal.Visit, j *work.Job) []string {
	var d office.Diagnosis
	if !portal.Result(j, &d) {
		return nil
	}
	all := v.Faults(d.Faults)
	for _, item := range v.Items(d.Found) {
		all = append(all, item.What)
	}
	if len(all) == 0 {
		all = []string{v.Printer().Text("desk.health.sound", nil)}
	}
	return all
}

// backedUp says which backup a job has made.
func backedUp(v *portal.Visit, j *work.Job) []string {
	var made office.Copy
	if !portal.Result(j, &made) {
		return nil
	}
	return []string{v.Printer().Text("desk.health.made", explain.Data{"file": v.Office().CopyFolder() + "/" + made.Name}), v.Printer().Text("desk.health.key", nil)}
}

// tried says what a trial of a backup has come to.
func tried(v *portal.Visit, j *work.Job) []string {
	var of office.Tried
	if !portal.Result(j, &of) {
		return nil
	}
	if len(of.Faults) > 0 {
		return v.Faults(of.Faults)
	}
	return []string{say(v, "tried-about", "file", of.Name, "players", of.Players, "lists", of.Lists, "entries", of.Entries), say(v, "tried-gone")}
}
