package simulation

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report/pack"
)

// chain is the lists as they stand now: which reports each holds, and which
// games.
type chain struct {
	all   map[int]*lists.Run    // that ever stood, by number
	runs  map[string]*lists.Run // that stand now, by label
	last  *lists.Run
	holds map[string]string  // label by reference
	games map[string]string  // reference by game
	real  map[string][]rated // the games that were played, by reference
	of    map[string][]string

	drafted string // the list that was published just now as it was drafted, though something had come since
}

func newChain() *chain {
	return &chain{all: map[int]*lists.Run{}, runs: map[string]*lists.Run{}, holds: map[string]string{}, games: map[string]string{}, of: map[string][]string{}, real: map[string][]rated{}}
}

// passed reports whether lists behind a period are out.
func (c *chain) passed(p *lists.Period) bool {
	return p.List < c.last.List || p.List == c.last.List && p.Days.To < c.last.Days.To
}

// relist reads the lists that a deed has made, and sees that each report is
// rated once.
func (l *Life) relist(d *deed, changed changes) {
	if !d.rates && d.action != "init" {
		l.fail("lists are made by publications and corrections", "%v was made by %s", changed["run-current"], d.action)
	}
	held := maps.Clone(l.chain.holds)
	l.view(func(r bureau.Reader) error {
		for _, label := range changed["run-current"] {
			run, err := lists.FindNow(r, label)
			if err != nil {
				return err
			}
			l.chain.forget(l.chain.runs[label])
			l.chain.runs[label], l.chain.all[run.ID] = run, run
		}
		newest, err := lists.FindNow(r, "")
		if err != nil {
			return err
		}
		l.chain.last = newest
		for _, label := range changed["run-current"] {
			if err := cmp.Or(l.hold(r, l.chain.runs[label]), l.judge(r, l.chain.runs[label], held)); err != nil {
				return err
			}
		}
		return nil
	})
	l.once(changed["run-current"])
	l.linked()
	l.onceRated()
	l.published(changed)
}

// forget forgets what a list held, nil: nothing.
func (c *chain) forget(run *lists.Run) {
	if run == nil {
		return
	}
	for _, id := range run.Records {
		if c.holds[id.Ref] == run.Label {
			delete(c.holds, id.Ref)
		}
		for _, game := range c.of[id.Ref] {
			delete(c.games, game)
		}
		delete(c.of, id.Ref)
		delete(c.real, id.Ref)
	}
}

// hold notes what a list holds.
func (l *Life) hold(r bureau.Reader, run *lists.Run) error {
	for _, id := range run.Records {
		if other := l.chain.holds[id.Ref]; other != "" {
			l.fail("each report is rated once", "report %s is in the lists %s and %s", id.Ref, other, run.Label)
		}
		l.chain.holds[id.Ref] = run.Label
		if now := l.known.reports[id.Ref]; now.Current != id.Revision || now.State != check.Rated || now.Period != run.Label {
			l.fail("a list holds what is in force", "list %s holds revision %d of report %s, which is %s with %d in %s", run.Label, id.Revision,
				id.Ref, now.State, now.Current, now.Period)
		}
		l.inTime(run, l.known.reports[id.Ref])
		if err := l.play(r, id.Ref); err != nil {
			return err
		}
	}
	return nil
}

// inTime sees that a report is in the list of its day, unless a correction has
// put it elsewhere.
func (l *Life) inTime(run *lists.Run, r *check.Case) {
	for _, m := range r.History {
		if m.To == check.Rated && strings.HasPrefix(m.Reason, "correction ") {
			return
		}
	}
	day := cmp.Or(r.Counted, l.settings.Day(r.Received))
	if run.Meet && run.Days != r.Days || !run.Meet && !run.Days.Contains(day) {
		l.fail("a report belongs to the period of its day", "report %s of %v, counted on %s, is in list %s of %v", r.Ref, r.Days, day, run.Label, run.Days)
	}
}

// play notes the games of a rated report: none is in another one.
func (l *Life) play(r bureau.Reader, ref string) error {
	e, err := view.FindEvent(r, ref)
	if err != nil {
		return err
	}
	l.truly(e)
	for i := range e.Batch.Sections {
		seen := map[uint32]bool{}
		for _, entry := range e.Batch.Sections[i].Entries {
			if seen[entry.Player] && !e.Batch.Sections[i].Refused {
				l.fail("nobody stands twice in a section", "player %d in section %q of report %s", entry.Player, e.Batch.Sections[i].Name, ref)
			}
			seen[entry.Player] = true
		}
	}
	for i := range e.Batch.Games {
		g := &e.Batch.Games[i]
		if g.Out == pack.Refused {
			continue
		}
		event := &e.Batch.Events[0]
		game := fmt.Sprint(event.Name, event.Start, e.Report.Club, g.Round, min(g.White, g.Black), max(g.White, g.Black)) // whatever its section is called
		if other := l.chain.games[game]; other != "" && (other != ref || !counted(e.Report, settles...)) {
			l.fail("no game is rated twice", "a game of round %d is in the reports %s and %s", g.Round, other, ref)
		}
		l.chain.games[game] = ref
		l.chain.of[ref] = append(l.chain.of[ref], game)
	}
	return nil
}

// linked sees that the lists are one chain, from list zero to the newest, in
// their order.
func (l *Life) linked() {
	byID := map[int]*lists.Run{}
	for _, run := range l.chain.runs {
		byID[run.ID] = run
	}
	n := 0
	for run := l.chain.last; run != nil; run = byID[run.Base] {
		n++
		if before := byID[run.Base]; before == nil && run.Base != 0 {
			l.fail("the lists are one chain", "list %s was made from run %d, on which no list stands", run.Label, run.Base)
		} else if before != nil && run.List < before.List {
			l.fail("the lists are one chain", "list %s was made from list %s, which is later", run.Label, before.Label)
		}
	}
	if n != len(l.chain.runs) {
		l.fail("the lists are one chain", "%d of %d lists are behind the newest", n, len(l.chain.runs))
	}
	for _, p := range l.known.periods {
		if (p.State == lists.Published) != (l.chain.runs[p.Label] != nil) {
			l.fail("the lists are one chain", "period %s is %s", p.Label, p.State)
		}
	}
}

// onceRated sees that exactly the reports of the lists are rated, each on a day
// of its period.
func (l *Life) onceRated() {
	for _, ref := range l.known.refs {
		r, label := l.known.reports[ref], l.chain.holds[ref]
		if (r.State == check.Rated) != (label != "") {
			l.fail("each report is rated once", "report %s is %s, and in list %q", ref, r.State, label)
		}
	}
}

// published looks at the lists that a deed has published.
func (l *Life) published(changed changes) {
	for _, key := range changed["publication"] {
		label, _, _ := strings.Cut(key, "\x00")
		if l.chain.runs[label] == nil {
			l.fail("a list is out with its run", "list %s", label)
		}
		l.reasoned(label)
	}
	if l.Failure == nil && len(changed["publication"]) > 0 && l.chain.last.Base != 0 {
		l.sums(changed["publication"])
	}
}
