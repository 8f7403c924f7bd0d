package check

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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

// questionFor returns the question that a finding is, none if nobody has to answer it.
func (r *Case) questionFor(f *finding.Finding, who *CaseFacts) (Question, bool) {
	q := askOf(who.known.claims(), who.known.Settings.Text(), f.ID, f.Value("field"))
	if q == nil || q.entries || q.check != nil && f.Severity < finding.Error {
		return Question{}, false
	}
	return Question{What: f.ID, Clause: f.Clause, Officer: !q.sender, Section: f.Section, InSection: f.InSection, About: r.about(f, who)}, true
}

// decidedBy reports whether an option was set, for all reports or for this one.
func (r *Case) decidedBy(set *bureau.Settings, option string) bool {
	return set.Options[option] != "" || r.Options()[option] != ""
}

// answered returns what an option would be if the answers were to the questions that are asked now.
func (r *Case) answered(option string) regulation.Treatment {
	if slices.ContainsFunc(r.Standing(), func(d *Decision) bool {
		return d.Reply != nil && d.Reply.Count && questionOf(d.Reply.What).option == option
	}) {
		return regulation.Count
	}
	return regulation.Exclude
}

// countedBy returns what open options are by the answers to what was found: games count if each
// question about them is answered so.
func (r *Case) countedBy(found []finding.Finding, open map[string]string, who *CaseFacts) map[string]string {
	asked, excluded := map[string]bool{}, map[string]bool{}
	for i := range found {
		option := questionOf(found[i].ID).option
		if open[option] == "" {
			continue
		}
		w, _ := r.questionFor(&found[i], who)
		a := r.answerTo(&w)
		asked[option], excluded[option] = true, excluded[option] || a == nil || !a.Reply.Count
	}
	counted := maps.Clone(open)
	for option := range open {
		if counted[option] = string(regulation.Exclude); asked[option] && !excluded[option] {
			counted[option] = string(regulation.Count)
		}
	}
	return counted
}

// ask notes what the report waits for: unknown entries, what was found, and the fee.
func (c *checking) ask() {
	for i := range c.found {
		if c.found[i].ID == WaitTwin {
			c.askAbout(c.found[i])
		}
	}
	for _, w := range c.who.open {
		if !c.isDouble(w.Section) {
			c.pose(w)
		}
	}
	for i := range c.found {
		f := &c.found[i]
		option := questionOf(f.ID).option
		if f.ID != WaitTwin && (option == "" || !c.decidedBy(c.known.Settings, option)) && !(f.InSection && c.isDouble(f.Section)) {
			c.askAbout(*f)
		}
	}
	c.askFee()
}

// askAbout notes that the report waits for an answer about a finding, if it does.
func (c *checking) askAbout(f finding.Finding) {
	if q, asked := c.questionFor(&f, c.who); asked {
		c.pose(q)
	}
}

// pose notes a question of the claims, with its answer.
func (c *checking) pose(q Question) {
	text := c.known.Settings.Text()
	if askOf(c.known.claims(), text, q.What, "") == nil {
		return
	}
	q.Holds = heldBy(text, q.What, q.InSection)
	if d := c.answerTo(&q); d != nil {
		if q.Answer = d.Number; text == "nscl" {
			q.Holds = HeldBy(q.What, q.InSection) // what was not played is left out, Reading N12
		}
	}
	if !slices.Contains(c.Questions, q) {
		c.Questions = append(c.Questions, q)
	}
}

// Refuse notes the findings for which the report, or a section, cannot be rated now.
func (r *Case) Refuse(ids ...string) {
	r.Questions = slices.DeleteFunc(r.Questions, func(q Question) bool { return q.Holds == Refuses })
	for _, id := range ids {
		r.Questions = append(r.Questions, Question{What: id, Holds: Refuses})
	}
}

// hold keeps the games out that open questions hold, or that an officer has left out.
func (c *checking) hold() {
	for _, w := range c.Held() {
		if w.Holds != HoldsGames && !c.under("nscl") { // Reading N12
			continue
		}
		all := w.What == WaitPlayer && slices.ContainsFunc(c.found, func(f finding.Finding) bool { return f.ID == "section-unidentified" && f.Section == w.Section })
		for i := range c.p.Sections {
			s := &c.p.Sections[i]
			if s.Name != w.Section {
				continue
			}
			for j := range s.Games {
				if all || c.holds(&w, s, &s.Games[j]) {
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
func (c *checking) holds(w *Question, s *report.Section, g *report.Game) bool {
	switch w.What {
	case "field-differs", "entry-differs", "games-differ", "games-missing":
		return c.event.Holds(w.What, s.Name, g)
	case "points-differ":
		return slices.ContainsFunc(c.found, func(f finding.Finding) bool {
			return f.ID == w.What && f.Section == s.Name && c.about(&f, c.who) == w.About && report.Contests(&f, g)
		})
	case WaitTwin, "announced-differs", "floor-claimed", "floor-unassigned", "rounds-unplayed", "rounds-fewer",
		"group-doubtful", "age-year-next", "braille-claimed", "team-claimed", "type-missing", "type-unclear", "crosstable-without-rounds", "age-year-impossible":
		return true
	case "pairing-byes":
		return slices.ContainsFunc(c.found, func(f finding.Finding) bool {
			player, _ := strconv.Atoi(f.Value("player"))
			return f.ID == w.What && f.Section == s.Name && c.about(&f, c.who) == w.About && (g.White == player || g.Black == player)
		})
	}
	return w.Start != 0 && (g.White == w.Start || g.Black == w.Start)
}

// personal are the values of findings that name a person. A case holds no personal data.
var personal = []string{"name", "listed", "stated", "reason"}

// aside are the values of findings that are shown, and are not what is asked.
var aside = []string{"treatment", "near", "asked", "due", "unplayed"}

// Answers reports whether an answer is to a question.
func (a *Reply) Answers(q *Question) bool {
	return a.What == q.What && a.Section == q.Section && a.About == q.About
}

// answerTo returns the newest answer to a question, nil if there is none.
func (r *Case) answerTo(q *Question) *Decision {
	for _, d := range slices.Backward(r.Standing()) {
		if d.Reply != nil && d.Reply.Answers(q) {
			return d
		}
	}
	return nil
}

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
		case slices.Contains(aside, v.Name), v.Name == "player" && id != "":
		case slices.Contains(personal, v.Name):
			named = true
		default:
			words = append(words, v.Name+"="+v.Text)
		}
	}
	if words = append(words, id); named && id == "" {
		words = append(words, r.digests()...)
	}
	switch f.ID {
	case "announcement-near":
		return f.Value("ref")
	case WaitTwin:
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
