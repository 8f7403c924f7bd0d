package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// What a report may wait for beside findings, and a finding that names another report.
const (
	WaitPlayer  = "player"                 // to hear who an entry is
	WaitFee     = "fee"                    // to be paid for
	WaitBearer  = "fee-elsewhere"          // the report that bears the fee of its players is not paid for
	WaitFile    = "file"                   // a notice came alone
	WaitOverdue = "fee-overdue"            // it was not paid in time: an officer decides
	WaitChanged = "changed-after-decision" // it is no longer what an officer has admitted
	WaitTwin    = "games-twice"            // another report has the same games
)

// question is what somebody has to answer before a report, or the games that it is
// about, can go into a list.
type question struct {
	what      string // a finding, or one of the above
	games     bool   // it holds games only: what else there is goes on without them
	may       bool   // the text says that games may not be counted: nothing but its own answer settles it
	organizer bool   // the organiser can cure it by sending more
	entries   bool   // it is asked for each entry, not by a finding
	assigned  bool   // it is settled by what an officer assigns: without that nothing counts
	option    string // of the regulation, that decides it for all reports
}

// questions are the questions to a report. An error of a regulation that is not in the
// table is a question about the whole report.
var questions = []question{
	{what: WaitPlayer, games: true, entries: true, organizer: true},
	{what: WaitFee, organizer: true},
	{what: WaitFile, organizer: true},
	{what: WaitBearer, may: true, organizer: true},                      // 3(5), Reading J15
	{what: WaitOverdue, may: true},                                      // 3(5), Reading J15
	{what: "late", games: true, may: true, option: "late"},              // 3(6), Reading G10
	{what: "non-member", games: true, may: true, option: "non_members"}, // 3(5), Reading G10
	{what: "date-ambiguous", organizer: true},
	{what: "field-differs"},
	{what: "entry-differs", games: true}, {what: "games-differ", games: true}, {what: "games-missing", games: true},
	{what: "points-differ", games: true, organizer: true},
	{what: WaitTwin, games: true},
	{what: "entry-contradicts", games: true, entries: true},
	{what: "floor-claimed", games: true},
	{what: "floor-unassigned", games: true, assigned: true},
	{what: "rounds-unplayed", games: true},
	{what: "section-renamed"}, {what: "sections-alike"}, {what: "adjustment-lapsed"},
	{what: WaitChanged},
	{what: "exchange-file-missing", organizer: true},
	{what: "organizer-missing", organizer: true}, {what: "responsible-missing", organizer: true},
	{what: "reporter-missing", organizer: true}, {what: "qualifiers-missing", organizer: true},
	{what: "event-running", organizer: true}, // until its last day
}

// questionOf returns the question that a finding or a wait is.
func questionOf(what string) (question, bool) {
	i := slices.IndexFunc(questions, func(q question) bool { return q.what == what })
	if i < 0 {
		return question{what: what}, false
	}
	return questions[i], true
}

// AskedOfOrganizer reports whether the organiser can answer a question by sending more.
func AskedOfOrganizer(what string) bool {
	q, _ := questionOf(what)
	return q.organizer
}

// WaitsForFloor reports whether a section waits for an officer to assign its floor, or
// got its floor from one.
func (r *Case) WaitsForFloor(section string) bool {
	asked := func(w Wait) bool {
		return (w.What == "floor-unassigned" || w.What == "floor-claimed") && w.Section == section
	}
	assigned := func(a Adjustment) bool { return a.Floor.Rated() && a.Section == section }
	return slices.ContainsFunc(r.Waits, asked) || slices.ContainsFunc(r.Excluded, asked) || slices.ContainsFunc(r.Adjustments(), assigned)
}

// DecidesQuestions reports whether an option of the regulation, set for the installation,
// answers a question for all reports.
func DecidesQuestions(option string) bool {
	return slices.ContainsFunc(questions, func(q question) bool { return q.option == option && option != "" })
}

// HoldsGames reports whether the wait holds some games only.
func (w *Wait) HoldsGames() bool {
	q, _ := questionOf(w.What)
	return q.games || w.What == "field-differs" && w.InSection
}

// NeedsAnswer reports whether nothing but an answer of its own settles the wait: the
// text says that games may not be counted.
func (w *Wait) NeedsAnswer() bool {
	q, _ := questionOf(w.What)
	return q.may
}

// NeedsAssignment reports whether an officer has to assign something before what the
// wait is about can count.
func (w *Wait) NeedsAssignment() bool {
	q, _ := questionOf(w.What)
	return q.assigned
}

// answers reports whether an answer is to a wait.
func (a *Reply) answers(w *Wait) bool {
	return a.What == w.What && a.Section == w.Section && a.About == w.About
}

// answerTo returns the newest answer to a wait, nil if there is none.
func (r *Case) answerTo(w *Wait) *Reply {
	for _, d := range slices.Backward(r.Standing()) {
		if d.Reply != nil && d.Reply.answers(w) {
			return d.Reply
		}
	}
	return nil
}

// personal are the values of findings that name a person. A case holds no personal data.
var personal = []string{"name", "listed", "stated", "reason"}

// about returns by what a question about a finding is known again: another one of the
// kind has to be answered anew. It names nobody: an entry is known by the ID of its
// player, other words about people by the files that say them.
func (r *Case) about(f *finding.Finding, who *CaseFacts) string {
	var words []string
	named, id := false, ""
	if player := f.Value("player"); player != "" && who != nil {
		id = who.idOf(f.Section, player)
	}
	for _, v := range f.Values {
		switch {
		case v.Name == "treatment", v.Name == "player" && id != "":
		case slices.Contains(personal, v.Name):
			named = true
		default:
			words = append(words, v.Name+"="+v.Text)
		}
	}
	if words = append(words, id); named && id == "" {
		words = append(words, r.digests()...)
	}
	if f.ID == WaitTwin {
		return f.Value("ref") + "/" + f.Value("state") + " " + fingerprint(words) // a state only if it does not stand any more
	}
	return fingerprint(words)
}

// digests returns the digests of the files of a report that are not set aside.
func (r *Case) digests() []string {
	var all []string
	for i := range r.Revisions {
		if v := &r.Revisions[i]; v.Digest != "" && !r.IsAside(v.Number) {
			all = append(all, v.Digest, v.Sidecar)
		}
	}
	return all
}

// idOf returns the ID of the player that an entry is; empty if nobody knows.
func (k *CaseFacts) idOf(section, start string) string {
	for i := range k.p.Sections {
		s := &k.p.Sections[i]
		n, err := strconv.Atoi(start)
		if s.Name != section || err != nil {
			continue
		}
		if at := report.NewIndex(s).Of(n); at >= 0 && i < len(k.players) && k.players[i][at] != nil {
			return k.players[i][at].ID
		}
	}
	return ""
}

// fingerprint returns by what a list of words is known again.
func fingerprint(words []string) string {
	sum := sha256.Sum256([]byte(strings.Join(words, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// waitFor returns the wait that a finding is, none if nobody has to answer it.
func (r *Case) waitFor(f *finding.Finding, who *CaseFacts) (Wait, bool) {
	q, asked := questionOf(f.ID)
	if grave := f.Severity == finding.Error && !f.Refuses; !grave && !asked || q.entries {
		return Wait{}, false
	}
	return Wait{What: f.ID, Clause: f.Clause, Officer: !q.organizer, Section: f.Section, InSection: f.InSection, About: r.about(f, who)}, true
}

// decidedBy reports whether an option was set, for all reports or for this one.
func (r *Case) decidedBy(set *bureau.Settings, option string) bool {
	return set.Options[option] != "" || r.Options()[option] != ""
}

// countedBy returns the options that are set by answers to what was found.
func (r *Case) countedBy(found []finding.Finding, who *CaseFacts) map[string]string {
	open, options := map[string]bool{}, map[string]string{}
	for i := range found {
		q, _ := questionOf(found[i].ID)
		if q.option == "" || r.decidedBy(who.known.Settings, q.option) {
			continue
		}
		w, _ := r.waitFor(&found[i], who)
		if a := r.answerTo(&w); a == nil || !a.Count {
			open[q.option] = true
		} else {
			options[q.option] = string(regulation.Count)
		}
	}
	maps.DeleteFunc(options, func(option, _ string) bool { return open[option] })
	return options
}

// ask notes what the report waits for: unknown entries, what was found, and the fee.
func (c *checking) ask() {
	for _, w := range c.who.open {
		c.wait(w)
	}
	for i := range c.found {
		q, _ := questionOf(c.found[i].ID)
		if q.option == "" || !c.decidedBy(c.known.Settings, q.option) {
			c.askAbout(c.found[i])
		}
	}
	switch f := c.Fee; {
	case f.Overdue(c.known.Today):
		c.wait(Wait{What: WaitOverdue, Clause: f.Unpaid, Officer: true, About: f.Until.String()}) // 3(5), Reading J15
	case f.Due() > 0:
		c.wait(Wait{What: WaitFee, Clause: f.Clause}) // 3(4)
	}
	c.askBearers()
}

// askAbout notes that the report waits for an answer about a finding, if it does.
func (c *checking) askAbout(f finding.Finding) {
	if w, asked := c.waitFor(&f, c.who); asked {
		c.wait(w)
	}
}

// wait notes what the report waits for, unless it was answered.
func (c *checking) wait(w Wait) {
	a := c.answerTo(&w)
	switch same := func(other Wait) bool { return other == w }; {
	case a != nil && a.Count, slices.ContainsFunc(c.Waits, same), slices.ContainsFunc(c.Excluded, same):
	case a != nil:
		c.Excluded = append(c.Excluded, w)
	default:
		c.Waits = append(c.Waits, w)
	}
}

// hold keeps the games out that open questions hold, or that an officer has left out.
func (c *checking) hold() {
	for _, w := range slices.Concat(c.Waits, c.Excluded) {
		if !w.HoldsGames() {
			continue
		}
		for i := range c.p.Sections {
			s := &c.p.Sections[i]
			if s.Name != w.Section {
				continue
			}
			for j := range s.Games {
				if c.holds(&w, s, &s.Games[j]) {
					out := &c.assessed.Rulings[i].Out
					if *out == nil {
						*out = make([]pack.Out, len(s.Games))
					}
					(*out)[j] = cmp.Or((*out)[j], pack.Held)
				}
			}
		}
	}
}

// holds reports whether a question holds a game of its section.
func (c *checking) holds(w *Wait, s *report.Section, g *report.Game) bool {
	switch w.What {
	case "field-differs", "entry-differs", "games-differ", "games-missing":
		return c.event.Holds(w.What, s.Name, g)
	case "points-differ":
		return slices.ContainsFunc(c.found, func(f finding.Finding) bool {
			return f.ID == w.What && f.Section == s.Name && c.about(&f, c.who) == w.About && report.Contests(&f, g)
		})
	case WaitTwin, "floor-claimed", "floor-unassigned", "rounds-unplayed":
		return true
	}
	return w.Start != 0 && (g.White == w.Start || g.Black == w.Start)
}

// move brings a report that was checked to where it belongs: an officer has to
// decide on it, or it waits for somebody, or it is admitted. An officer's decision on
// the whole report stands, but it answers no question of which the text says that games
// may not be counted.
func (c *checking) move(seen string) {
	r, word := c.Case, c.OfficerDecision()
	if on := r.DecidedOn(); word == Admitted && on != "" && on != seen {
		r.Waits, word = append(r.Waits, Wait{What: WaitChanged, Officer: true, About: on}), ""
	}
	if word == Admitted {
		r.Waits = slices.DeleteFunc(r.Waits, func(w Wait) bool { return w.Officer && !w.HoldsGames() && !w.NeedsAnswer() })
		if slices.ContainsFunc(r.Waits, func(w Wait) bool {
			return w.NeedsAnswer() && !w.HoldsGames() || w.NeedsAssignment() && c.Counting == 0
		}) {
			word = ""
		}
	}
	if word != "" {
		if r.State != word { // what was refused since is so no more
			MoveByRule(c.known.Moment, r, word, becauseStanding)
		}
		return
	}
	to, because := Admitted, []string{}
	for _, w := range r.Waits {
		because = append(because, w.What)
		if w.Officer {
			to = Withheld
		} else if to == Admitted {
			to = Waiting
		}
	}
	for _, w := range r.Excluded {
		if !w.HoldsGames() { // an officer has left the whole report out
			to, because = Withheld, append(because, w.What)
		}
	}
	if to != Admitted && r.State == Admitted && r.GoesInPart() && slices.Contains(r.History[len(r.History)-1].Because, BecauseClosing) {
		return // its period has closed
	}
	MoveByRule(c.known.Moment, r, to, because...)
}

// seen returns by what it is known that the report is still what an officer has admitted: who
// played whom, how it ended and under what conditions.
func (c *checking) seen() string {
	var lines []string
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		lines = append(lines, fmt.Sprintln(s.Group, cmp.Or(s.Type, c.p.Type), s.TimeControl, c.p.TimeControl))
		name := map[int]string{}
		for j := range s.Players {
			name[s.Players[j].StartNumber] = cmp.Or(s.Players[j].ID, s.Players[j].FideID, fmt.Sprint("?", s.Players[j].StartNumber))
		}
		for j := range s.Games {
			g := &s.Games[j]
			lines = append(lines, fmt.Sprintln(g.Round, g.Date, name[g.White], name[g.Black], g.Result, g.Unrated))
		}
	}
	slices.Sort(lines)
	return fingerprint(lines)
}

// becauseStanding is why a report is again where an officer has put it.
const becauseStanding = "standing"

// BecauseClosing is why a report is admitted whose open questions hold some of its
// games only: its period closes.
const BecauseClosing = "closing"

// GoesInPart reports whether a report can go into its list without what it waits for.
func (r *Case) GoesInPart() bool {
	whole := func(w Wait) bool { return !w.HoldsGames() }
	return r.Current > 0 && (r.Counting > 0 || r.Games == 0) && !slices.ContainsFunc(r.Waits, whole) && !slices.ContainsFunc(r.Excluded, whole)
}
