package simulation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
)

// What the lists hold is compared with what was played in the world: the bureau sees
// files alone.

// played is a game that was played: in which event, in which round, by whom. Who had no
// ID is known by the name, with "=" before it.
type played struct {
	event        *event
	round        int
	white, black string
	result       report.Result
}

// games returns the games of a truth.
func (l *Life) games(e *event, truth *report.Report) map[played]bool {
	if all := l.known.played[truth]; all != nil {
		return all
	}
	all := map[played]bool{}
	for i := range truth.Sections {
		s := &truth.Sections[i]
		who := map[int]string{}
		for _, p := range s.Players {
			if who[p.StartNumber] = p.ID; p.ID == "" {
				who[p.StartNumber] = "=" + p.Name
			}
		}
		for _, g := range s.Games {
			all[played{e, g.Round, who[g.White], who[g.Black], g.Result}] = true
		}
	}
	l.known.played[truth] = all
	return all
}

// goesBy returns the IDs and names under which the player of an ID may have played.
func (l *Life) goesBy(id string) []string {
	all := []string{id}
	for i := 0; i < len(all); i++ {
		for _, other := range l.known.alias[all[i]] {
			if !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
		if p, found := l.world.ByID(all[i]); found && !slices.Contains(all, "="+p.Name) {
			all = append(all, "="+p.Name)
		}
	}
	return all
}

// also notes that two IDs may be of one player.
func (l *Life) also(one, other string) {
	l.known.alias[one] = append(l.known.alias[one], other)
	l.known.alias[other] = append(l.known.alias[other], one)
}

// happened returns the game of the events of a report that a game of its record is; not
// ok if there is none.
func (l *Life) happened(events []*event, round int, white, black string, result report.Result) (game played, ok bool) {
	for _, e := range events {
		for _, truth := range e.truths() {
			all := l.games(e, truth)
			for _, w := range l.goesBy(white) {
				for _, b := range l.goesBy(black) {
					if game = (played{e, round, w, b, result}); all[game] {
						return game, true
					}
				}
			}
		}
	}
	return played{}, false
}

// settles are the questions to which an officer's answer may have let count what was not
// so.
var settles = []string{"entry-contradicts", "entry-differs", "games-differ", "games-missing", "field-differs", "section-renamed", "sections-alike"}

// truly notes which of the games that were played a report has in its list, and sees that
// the others were put into it by officers.
func (l *Life) truly(e *view.Event) {
	r := e.Report
	l.chain.real[r.Ref] = nil
	events := l.eventsOf(r.Ref)
	if len(events) == 0 {
		return
	}
	for i := range e.Batch.Games {
		g := &e.Batch.Games[i]
		if !g.Counts() || e.Batch.Sections[g.Section].Refused {
			continue
		}
		white, _ := e.Names(g.White)
		black, _ := e.Names(g.Black)
		game, ok := l.happened(events, int(g.Round), white, black, g.Result)
		switch {
		case ok:
			l.chain.real[r.Ref] = append(l.chain.real[r.Ref], rated{game, g.Section})
			l.Tally.count("checked", "rated games against those that were played")
		case l.known.forgotten[white] || l.known.forgotten[black]: // no name contradicts
		case !corrected(r) && !l.known.misled[r.Ref] && !counted(r, settles...):
			l.fail("what is rated was played", "report %s (%s): round %d, %s against %s: %v was not", r.Ref, l.has(r.Ref), g.Round, white, black, g.Result)
		}
	}
}

// rated is a game of a list that was played, and its section in the record.
type rated struct {
	played
	section uint32
}

// once sees that no game is in the lists twice: in a report of them, or in two.
func (l *Life) once(changed []string) {
	for _, label := range changed {
		for _, id := range l.chain.runs[label].Records {
			here := map[played]uint32{}
			for _, g := range l.chain.real[id.Ref] {
				if _, again := here[g.played]; again && !counted(l.known.reports[id.Ref], settles...) {
					l.fail("no game is rated twice", "report %s (%s) has one of round %d twice, %s against %s", id.Ref, l.has(id.Ref), g.round, g.white, g.black)
				}
				here[g.played] = g.section
			}
			for _, other := range l.twinsOf(id.Ref) {
				l.apart(id.Ref, other, here)
			}
		}
	}
}

// twinsOf returns the rated reports that have files of the same events.
func (l *Life) twinsOf(ref string) []string {
	var all []string
	for _, e := range l.eventsOf(ref) {
		for _, other := range l.known.of[e] {
			if other != ref && l.chain.holds[other] != "" && !slices.Contains(all, other) {
				all = append(all, other)
			}
		}
	}
	return all
}

// apart sees that two reports of one event do not both have its games, but so few that
// nobody can tell, or unless an officer lets them count.
func (l *Life) apart(one, other string, games map[played]uint32) {
	a, b := l.known.reports[one], l.known.reports[other]
	shared := map[[2]uint32]int{} // by the sections
	size := map[[2]uint32]int{}   // of the sections: which of the two, and which
	for _, section := range games {
		size[[2]uint32{0, section}]++
	}
	for _, g := range l.chain.real[other] {
		size[[2]uint32{1, g.section}]++
		if section, again := games[g.played]; again {
			shared[[2]uint32{section, g.section}]++
		}
	}
	apart := farBetween(a.Days, b.Days)
	for pair, n := range shared {
		smaller := min(size[[2]uint32{0, pair[0]}], size[[2]uint32{1, pair[1]}])
		enough := n >= 5 && 5*n >= 4*smaller && apart <= 100 || apart == 0 && n >= 3 && 2*n >= smaller
		if enough && !counted(a, "games-twice") && !counted(b, "games-twice") && !corrected(a) && !corrected(b) {
			l.fail("no game is rated twice", "%d games of one section are in the reports %s (%s) and %s (%s)", n, one, l.has(one), other, l.has(other))
		}
	}
	l.Tally.count("checked", "reports of one event against each other")
}

// farBetween returns how many days lie between two ranges of days.
func farBetween(a, b civil.Range) int { return max(0, int(a.From-b.To), int(b.From-a.To)) }

// notLost sees that a report goes into its list with the games of its only file, as the
// sender means it, if nothing in it was asked.
func (l *Life) notLost(e *view.Event) {
	r, letters := e.Report, l.inForceOf(e.Report)
	if r.Listed != nil { // more has come since its list
		return
	}
	decided := slices.ContainsFunc(r.Standing(), func(d *check.Decision) bool { return d.Reply != nil || d.Match != nil || d.Adjustment != nil })
	if len(letters) != 1 || len(l.known.letters[r.Ref]) != 1 || decided || len(r.Held())+len(r.Refused()) > 0 {
		return
	}
	type meeting struct {
		round        int
		white, black string
	}
	have := map[meeting]bool{}
	for _, g := range e.Batch.Games {
		white, _ := e.Names(g.White)
		black, _ := e.Names(g.Black)
		have[meeting{int(g.Round), white, black}] = true
	}
	for _, s := range letters[0].said.Sections {
		id := map[int]string{}
		for _, p := range s.Players {
			id[p.StartNumber] = p.ID
		}
		for _, g := range s.Games {
			white, black := id[g.White], id[g.Black]
			if l.known.players[white] && l.known.players[black] && g.Result.Played() && !have[meeting{g.Round, white, black}] {
				l.fail("games are lost by nobody", "report %s (%s), section %q: round %d, %s against %s is not in its record, and nothing was asked", r.Ref, l.has(r.Ref), s.Name, g.Round, white, black)
			}
		}
	}
	l.Tally.count("checked", "records against what was meant")
}

// renewed reports whether it is asked once more, since a report for which the games were left
// out is on its way no more.
func renewed(w check.Question) bool { return !strings.Contains(w.About, "/ ") }

// twinOf names the report whose games a question of a report is about; empty: it is another
// question.
func twinOf(w check.Question) string {
	if w.What != "games-twice" {
		return ""
	}
	ref, _, _ := strings.Cut(w.About, "/")
	return ref
}

// names reports whether one of some questions is about the games of a report.
func names(waits []check.Question, ref string) bool {
	return slices.ContainsFunc(waits, func(w check.Question) bool { return twinOf(w) == ref })
}

// inTurn sees that of two reports with the same games it is the later one that is asked
// about the other, unless that one has been in a list or its games were left out for it.
func (l *Life) inTurn(r *check.Case) {
	for _, w := range r.Open() {
		other := l.known.reports[twinOf(w)]
		if other == nil {
			continue
		}
		listed := slices.ContainsFunc(other.History, func(m check.Move) bool { return m.To == check.Rated })
		if !listed && !renewed(w) && l.cameBefore(r, other) {
			l.fail("of games that came twice the first count", "report %s (%s) is asked about those of %s, which came later", r.Ref, l.has(r.Ref), other.Ref)
		}
		l.Tally.count("checked", "questions about games that another report has")
	}
}

// cameBefore reports whether a report came before another by the bureau's clock.
func (l *Life) cameBefore(r, other *check.Case) bool {
	if r.Received.Equal(other.Received) {
		return slices.Index(l.known.refs, r.Ref) < slices.Index(l.known.refs, other.Ref)
	}
	return r.Received.Before(other.Received)
}

// leftOut sees that a report that goes into a list without the games that another one has
// leaves them to a report that is in one or on its way, and does not leave them to this one;
// or that somebody was asked what becomes of them.
func (l *Life) leftOut(run *lists.Run, r *check.Case) {
	for _, w := range r.Held() {
		other := l.known.reports[twinOf(w)]
		if other == nil {
			continue
		}
		l.Tally.count("checked", "reports whose games another one has")
		what := fmt.Sprintf("list %s leaves those of report %s (%s) out, and %s (%s, %s) has them", run.Label, r.Ref, l.has(r.Ref), other.Ref, l.has(other.Ref), other.State)
		decided := w.Answer != 0
		goes := other.State == check.Rated || other.State == check.Admitted || other.Ruling() == nil && (other.State == check.Waiting || other.State == check.Withheld)
		if decided && !renewed(w) && !goes {
			l.fail("of games that came twice the first count", "%s, which is on its way into no list, and nobody was asked again", what)
		}
		back := other.LeftOut()
		if other.State == check.Rated {
			back = other.Held()
		}
		if (decided || other.State == check.Rated) && names(back, r.Ref) {
			l.fail("of games that came twice the first count", "%s, and leaves them to this one", what)
		}
	}
}

// corrected reports whether officers have corrected a report.
func corrected(r *check.Case) bool {
	return slices.ContainsFunc(r.Standing(), func(d *check.Decision) bool { return d.Adjustment != nil })
}
