package simulation

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// registry is what is known of a bureau's reports, periods and the rest: as it
// was read after the last change, and what must be true of the next one.
type registry struct {
	reports     map[string]*check.Case // by reference
	refs        []string               // in the order in which they came
	periods     []*lists.Period        // in the order in which they are rated
	corrections map[string]*correction.Correction
	numbers     []string // of the corrections, as keys
	inquiries   []*correction.Inquiry
	precedents  int
	players     map[string]bool          // by ID: nobody has merged or erased him
	ids         []string                 // of all players
	entered     map[string]roster.Player // what rating depends on, as they came
	merged      []string                 // IDs that lead to others
	leads       map[string]bool          // IDs to which merged ones have ever led
	paid        map[string]int           // by reference
	files       map[string]map[int][]byte
	letters     map[string][]*letter // by reference
	of          map[*event][]string  // references by event, each once
	alias       map[string][]string  // other IDs of the player of one, by what was ever said
	forgotten   map[string]bool      // IDs of those whose name the bureau has not any more
	sent        map[string]bool      // digests of the files that the bureau has acknowledged
	misled      map[string]bool      // reports of which an officer has said wrongly who somebody is
	played      map[*report.Report]map[played]bool
	admitted    []string // references of the reports that the deed has admitted, or told more of
	log         []line   // what the log must hold
}

// line is what an entry of the log must say.
type line struct {
	at    string
	actor string
}

func newRegistry() *registry {
	return &registry{
		reports: map[string]*check.Case{}, corrections: map[string]*correction.Correction{}, players: map[string]bool{}, leads: map[string]bool{}, paid: map[string]int{},
		files: map[string]map[int][]byte{}, letters: map[string][]*letter{}, of: map[*event][]string{}, alias: map[string][]string{},
		misled: map[string]bool{}, forgotten: map[string]bool{}, sent: map[string]bool{}, played: map[*report.Report]map[played]bool{}, entered: map[string]roster.Player{},
	}
}

// learn reads what a deed has changed, and sees whether it may have.
func (l *Life) learn(d *deed, changed changes) {
	for range changed["audit"] {
		l.known.log = append(l.known.log, line{l.desk.Clock().UTC().Format("2006-01-02T15:04:05Z"), l.desk.Actor.Name})
	}
	l.view(func(r bureau.Reader) (err error) {
		for _, key := range changed["player"] {
			if _, known := l.known.entered[key]; !known {
				if err := l.enter(r, key); err != nil {
					return err
				}
			}
		}
		for _, ref := range changed["report"] {
			after, err := intake.Find(r, ref)
			if err != nil {
				return err
			}
			l.moved(d, changed["report"], l.known.reports[ref], after)
			if l.known.reports[ref] == nil {
				l.known.refs = append(l.known.refs, ref)
			}
			l.known.reports[ref] = after
		}
		for _, key := range changed["correction"] {
			if l.known.corrections[key] == nil {
				l.known.numbers = append(l.known.numbers, key)
			}
			if l.known.corrections[key], err = correction.Find(r, key); err != nil {
				return err
			}
		}
		if len(changed["period"]) > 0 {
			if l.known.periods, err = lists.AllPeriods(r); err != nil {
				return err
			}
		}
		if len(changed["inquiry"]) > 0 {
			l.known.inquiries, err = correction.Inquiries(r)
		}
		return err
	})
	for _, ref := range changed["report"] {
		l.inTurn(l.known.reports[ref])
	}
	l.known.precedents += len(changed["precedent"])
	l.secret(changed)
	if len(changed["run-current"]) > 0 {
		l.relist(d, changed)
	}
}

// enter notes a new player.
func (l *Life) enter(r bureau.Reader, id string) error {
	card, err := register.CardOf(r, id)
	if err != nil {
		return err
	}
	l.known.ids = append(l.known.ids, id)
	l.known.players[id] = true
	l.known.entered[id] = roster.Player{ID: id, Birth: card.Birth, EnteredUnrated: card.EnteredUnrated, Fide: card.Fide}
	return nil
}

// moved sees whether a deed may have done to a report what it has done. before
// is nil if it is new.
func (l *Life) moved(d *deed, changed []string, before, after *check.Case) {
	if before == nil {
		before = &check.Case{Ref: after.Ref}
		if d.reach != reachNew && d.reach != reachOne {
			l.fail("reports move as they may", "report %s came by %s", after.Ref, d.action)
		}
	} else if !d.reaches(before) && d.reach != reachNew && !(len(changed) > 1 && sameOrSettled(before, after)) {
		l.fail("reports move as they may", "report %s was changed", after.Ref)
	}
	if !d.rates && (before.State == check.Rated || after.State == check.Rated) && !sameRated(before, after) {
		l.fail("a rated report changes by corrections alone", "report %s: from %s/%d in %s to %s/%d in %s", after.Ref,
			before.State, before.Current, before.Period, after.State, after.Current, after.Period)
	}
	if after.State == check.Admitted && before.State != check.Admitted || d.reach == reachNew && after.State != check.Returned {
		l.known.admitted = append(l.known.admitted, after.Ref)
	}
	n := len(before.History)
	forgets := d.action == "anonymise" || d.action == "erase"
	sameMove := func(a, b check.Move) bool {
		return a.From == b.From && a.To == b.To && a.At.Equal(b.At) && (a.Actor == b.Actor || forgets && b.Actor == "") && a.Reason == b.Reason && slices.Equal(a.Because, b.Because)
	}
	if len(after.History) < n || !slices.EqualFunc(before.History, after.History[:n], sameMove) {
		l.fail("what happened to a report stays written", "the history of report %s was %v, and is %v", after.Ref, before.History, after.History)
	}
	if len(after.Revisions) < len(before.Revisions) {
		l.fail("what happened to a report stays written", "report %s had %d revisions, and has %d", after.Ref, len(before.Revisions), len(after.Revisions))
	}
	for i, r := range before.Revisions {
		if now := after.Revisions[i]; now.Number != r.Number || now.Digest != r.Digest || now.Sidecar != r.Sidecar || !now.At.Equal(r.At) || r.Destroyed && !now.Destroyed {
			l.fail("what happened to a report stays written", "revision %d of report %s was changed", r.Number, after.Ref)
		}
	}
	if d.reach != reachNew && !d.matches && after.Listed == nil && after.Games < before.Games && after.State != check.Returned && fileOf(before) == fileOf(after) {
		l.fail("games are lost by nobody", "report %s had %d games, and has %d", after.Ref, before.Games, after.Games)
	}
	paid := 0
	if after.Fee != nil {
		paid = after.Fee.Paid
	}
	if d.action != paying && paid != l.known.paid[after.Ref] {
		l.fail("what was paid stays noted", "for report %s %d was paid, and it notes %d", after.Ref, l.known.paid[after.Ref], paid)
	}
	l.known.paid[after.Ref] = paid
}

// sameRated reports whether a report is in a list as it was.
func sameRated(a, b *check.Case) bool {
	return a.State == b.State && a.Current == b.Current && a.Period == b.Period && a.Event == b.Event && a.Days == b.Days && a.Games == b.Games && a.Counting == b.Counting
}

// sameOrSettled reports whether nothing has come of a report and nobody has decided on it: what is
// due for it, or who bears it, may be otherwise in the account of its club.
func sameOrSettled(before, after *check.Case) bool {
	files := func(r *check.Case) int {
		return len(slices.DeleteFunc(slices.Clone(r.Revisions), func(v check.Revision) bool { return v.Digest == "" }))
	}
	return before.Charge != nil && files(before) == files(after) && len(before.Decisions) == len(after.Decisions)
}

// fileOf returns the revision of whose file the record in force was made.
func fileOf(r *check.Case) int {
	n := r.Current
	for n > 1 && r.Revisions[n-1].Digest == "" {
		n--
	}
	return n
}

// recent draws one of the last reports that is as wanted, the later the
// likelier; nil if there is none.
func (l *Life) recent(wanted func(*check.Case) bool) *check.Case {
	var found []*check.Case
	const enough = 12
	for i := len(l.known.refs) - 1; i >= 0 && len(found) < enough; i-- {
		if r := l.known.reports[l.known.refs[i]]; wanted(r) {
			found = append(found, r)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return found[l.dice.IntN(1+l.dice.IntN(len(found)))]
}
