package simulation

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// How often, in steps, is looked at what takes long.
const (
	oftenLooked  = 150
	seldomLooked = 900
)

// inspect looks at what must always hold.
func (l *Life) inspect() {
	if l.step%oftenLooked == 0 {
		l.must(l.unchanged())
		l.foresee()
		l.audit()
		l.sealed()
		l.recheck()
		l.examine()
	}
	if l.step%seldomLooked == 0 {
		l.verify()
	}
}

// end looks at everything once more.
func (l *Life) end() {
	if l.Failure != nil {
		return
	}
	l.must(l.unchanged())
	l.audit()
	l.sealed()
	l.recheck()
	l.compare()
	l.examine()
	l.verify()
	l.oracle()
	l.waiting()
	l.Tally.add("lived", "steps", l.step)
	l.Tally.add("lived", "reports", len(l.known.refs))
	l.Tally.add("lived", "lists as they stand", len(l.chain.runs))
	l.Tally.add("lived", "runs", len(l.chain.all))
	l.Tally.count("lived", "bureaus of "+l.Plan.Authority)
}

// waiting sees that what is admitted still can be rated: its period is to come.
func (l *Life) waiting() {
	for _, ref := range l.known.refs {
		r := l.known.reports[ref]
		for _, p := range l.known.periods {
			if r.State == check.Admitted && p.Label == r.Period && p.State == lists.Published && !p.Meet {
				l.fail("what is admitted can be rated", "report %s is admitted into the list %s, which is out", ref, p.Label)
			}
		}
	}
}

// audit looks at who did what when.
func (l *Life) audit() {
	l.view(func(r bureau.Reader) error {
		log, err := bureau.Entries.All(r, "")
		if len(log) != len(l.known.log) {
			l.fail("every change is in the log", "there were %d changes, and there are %d entries", len(l.known.log), len(log))
			return err
		}
		for i, e := range log {
			by, err := bureau.AccountOf(r, e.Actor)
			if err != nil {
				return err
			}
			if want := l.known.log[i]; by.Name != want.actor || e.At.Format("2006-01-02T15:04:05Z") != want.at || e.Action == "" {
				l.fail("every change is in the log", "entry %d says %s, %s, %s, and it was %v", e.Seq, e.At, by.Name, e.Action, want)
			}
		}
		l.Tally.add("checked", "entries of the log", len(log))
		return err
	})
}

// sealed looks at the bytes of some reports: they are as they came, unless they
// were destroyed.
func (l *Life) sealed() {
	const some = 20
	l.view(func(r bureau.Reader) error {
		for range min(some, len(l.known.refs)) {
			ref := pick(l.dice, l.known.refs...)
			for _, revision := range l.known.reports[ref].Revisions {
				if revision.Digest == "" {
					continue
				}
				want := l.known.files[ref][revision.Number]
				kept, err := bureautest.Received(r, ref, revision.Number)
				switch {
				case err != nil:
					return err
				case revision.Destroyed && kept != nil:
					l.fail("destroyed bytes are gone", "those of report %s/%d can be read", ref, revision.Number)
				case !revision.Destroyed && (want == nil || !bytes.Equal(kept, want)):
					l.fail("bytes are kept as they came", "those of report %s/%d are others", ref, revision.Number)
				}
				l.Tally.count("checked", "bytes received")
			}
		}
		return nil
	})
}

// recheck checks some reports twice, to try: the second check changes nothing.
func (l *Life) recheck() {
	const some = 20
	l.view(func(r bureau.Reader) error {
		for range min(some, len(l.known.refs)) {
			ref := pick(l.dice, l.known.refs...)
			once := bureau.NewOverlay(r)
			held, err := l.checkIn(once, ref)
			if err != nil {
				continue // its period takes no reports
			}
			if held && l.isOpen(r, ref) { // what is left in a list that is out moves when somebody touches it
				l.changesNothing("what a check rests on holds", ref, r, once)
			}
			twice := bureau.NewOverlay(once)
			_, err = l.checkIn(twice, ref)
			l.must(err)
			l.changesNothing("a second check changes nothing", ref, once, twice)
			l.Tally.count("checked", "reports, twice")
		}
		return nil
	})
}

// changesNothing fails if the check of a report in an overlay has changed something.
func (l *Life) changesNothing(rule, ref string, before bureau.Reader, checked *bureau.Overlay) {
	log := []string{"audit", "audit-head", "audit-writes", "leaf", "leaf-edge", "counter", intake.Bases.Kind} // the first act of a day adds a leaf
	for kind, documents := range checked.Written {
		if slices.Contains(log, kind) {
			continue
		}
		for key, now := range documents {
			if was, err := before.Get(kind, key); err != nil || !bytes.Equal(was, now) {
				l.fail(rule, "the check of report %s makes of %s %q %s: %s", ref, kind, key, was, now)
			}
		}
	}
}

// isOpen reports whether the period of a report takes reports.
func (l *Life) isOpen(rd bureau.Reader, ref string) bool {
	r, err := intake.Find(rd, ref)
	l.must(err)
	p, err := lists.Periods.Get(rd, r.Period)
	l.must(err)
	return p != nil && p.State == lists.Open
}

// checkIn checks a report in an overlay. It reports whether the last check of it still held.
func (l *Life) checkIn(overlay *bureau.Overlay, ref string) (held bool, err error) {
	tx, err := l.desk.Begin(l.ctx, overlay)
	if err != nil {
		return false, err
	}
	if held, err = intake.Holds(tx, ref); err != nil {
		return false, err
	}
	r, err := intake.Find(tx, ref)
	if err != nil {
		return false, err
	}
	if err := intake.Recheck(tx, r); err != nil {
		return false, err
	}
	return held, intake.Keep(tx, r)
}

// examine asks the doctor: what is derived must agree.
func (l *Life) examine() {
	found, err := care.Examine(l.ctx, l.desk)
	l.must(err)
	if i := slices.IndexFunc(found, func(f finding.Finding) bool { return f.ID == "derived-disagrees" }); i >= 0 {
		l.fail("what is derived agrees", "%v", found[i].Values)
	}
}

// compare sees that the rows are those that follow from the documents.
func (l *Life) compare() {
	l.view(func(r bureau.Reader) error {
		faults, err := projection.Compare(r)
		if err == nil && len(faults) > 0 {
			l.fail("rows agree with documents", "%+v", faults[0])
		}
		l.Tally.count("checked", "rows")
		return err
	})
}

// foresee makes the list as it would be now.
func (l *Life) foresee() {
	l.must(l.desk.View(l.ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		_, _, err := closing.Ahead(l.ctx, l.desk, r)
		l.Tally.count("checked", "unofficial lists")
		return err
	}))
}

// verify makes every list again.
func (l *Life) verify() {
	faults, err := care.Verify(l.ctx, l.desk, nil)
	l.must(err)
	if len(faults) > 0 {
		l.fail("every list can be made again", "%v", faults)
	}
	l.Tally.count("checked", "verifications")
	l.explain()
}

// explain explains the newest list to everybody in it: each explanation leads to the
// rating of the list.
func (l *Life) explain() {
	l.must(l.desk.View(l.ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		return register.Players.Scan(r, "", "", func(id string, _ *register.Player) (bool, error) {
			x, err := view.Explain(nil, r, id, "", 0)
			if refused := (*finding.Refused)(nil); errors.As(err, &refused) {
				return true, nil
			}
			if err != nil {
				return false, fmt.Errorf("%s: %w", id, err)
			}
			list, err := lists.ListOf(r, x.Run.ID)
			if err != nil {
				return false, err
			}
			listed := list.Standing(x.Player.Number)
			for _, e := range x.Ratings {
				if got, want := e.Rows[len(e.Rows)-1].To, listed.Of(e.Kind).Rating; got != want {
					l.fail("an explanation leads to the rating", "%s: %s, not %s", id, got, want)
				}
			}
			l.Tally.count("checked", "explanations")
			return true, nil
		})
	}))
}

// look reads what everybody may see, and what officers do.
func (l *Life) look() *deed {
	id, ref := l.anyoneEver(), ""
	if len(l.known.refs) > 0 {
		ref = pick(l.dice, l.known.refs...)
	}
	n := l.dice.IntN(6)
	return &deed{about: []string{"players", "history", "duplicates", "announcements", "dossier", "event"}[n], do: func(ctx context.Context) error {
		if n == 4 {
			_, err := privacy.DossierOf(ctx, l.desk, id)
			return err
		}
		return l.desk.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return l.read(r, n, id, ref) })
	}}
}

// read reads.
func (l *Life) read(r bureau.Reader, n int, id, ref string) error {
	var err error
	switch n {
	case 0:
		var text strings.Builder
		if err = register.ExportPlayers(r, &text, false); err == nil {
			if word := l.sings(text.String()); word != "" {
				l.fail("nothing public is personal", "the players as everybody sees them hold %q", word)
			}
		}
	case 1:
		_, err = view.PlayerHistory(r, id)
	case 2:
		_, err = register.Duplicates(r)
	case 3:
		_, err = events.Announcements(r)
	case 5:
		if ref != "" {
			_, err = view.FindEvent(r, ref)
		}
	}
	return err
}
