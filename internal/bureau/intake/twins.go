package intake

import (
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// askTwins asks about sections whose games another report has, under whatever name, and
// notes the reports with which they share some.
func (c *checking) askTwins() error {
	c.Alike = nil
	sections := make([]twin.Section, len(c.p.Sections))
	for i := range c.p.Sections {
		sections[i] = c.twinSection(i)
	}
	refs, err := c.sharing(sections)
	for i := 0; err == nil && i < len(refs); i++ {
		err = c.askTwin(refs[i], sections)
	}
	return err
}

// askTwin asks about sections whose games a report has that goes before this one, or did when
// they were left out for it. Else the other one is checked anew if it was not asked.
func (c *checking) askTwin(ref string, sections []twin.Section) error {
	other, err := Find(c.tx, ref)
	if err != nil {
		return err
	}
	batch, err := Record(c.tx, other)
	if err != nil {
		return err
	}
	unasked := false
	for i := range sections {
		for j, theirs := range twin.Sections(batch) {
			verdict := twin.Compare(sections[i], theirs)
			if verdict.Some && other.standsBefore(c.Case) && !slices.Contains(c.Alike, ref) {
				c.Alike = append(c.Alike, ref)
			}
			if !verdict.Same || other.leaves(batch, j, c.Ref) {
				continue
			}
			f := finding.New("games-twice", finding.Warning, c.p.Sections[i].At, finding.Text("ref", ref), finding.Int("games", verdict.Shared)).In(c.p.Sections[i].Name)
			f.Report = c.p.File
			w, _ := c.waitFor(&f, c.who)
			a := c.answerTo(&w)
			left := a != nil && !a.Count
			switch {
			case other.standsBefore(c.Case), left && other.onItsWay():
				c.found = append(c.found, f)
			case left:
				f.Values = append(f.Values, finding.Text("state", string(other.State)))
				c.found = append(c.found, f)
			default:
				unasked = unasked || other.onItsWay() && !other.wasAsked(c.Ref)
			}
		}
	}
	if word := c.officerDecision(); unasked && (word == "" || word == Admitted) {
		_, err = c.tx.Count(bureau.RegistersCounter)
	}
	return err
}

// twinSection returns a section as it is compared with those of others.
func (c *checking) twinSection(section int) twin.Section {
	s, row := &c.p.Sections[section], c.who.players[section]
	index := report.NewIndex(s)
	t := twin.Section{Days: c.Days}
	for i := range s.Games {
		g := &s.Games[i]
		white, black := index.Of(g.White), index.Of(g.Black)
		if white < 0 || black < 0 || row[white] == nil || row[black] == nil {
			continue
		}
		t.Games = append(t.Games, twin.Game{White: row[white].Number, Black: row[black].Number, Round: g.Round, Result: g.Result})
	}
	return t
}

// Events whose last days are this far from an event are looked at for its games.
const (
	daysBefore = twin.FarthestApart
	daysAfter  = twin.FarthestApart + 400 // an event may last that long
)

// sharing returns the other reports of about the same days that have one of the games of
// some sections, in order.
func (c *checking) sharing(sections []twin.Section) ([]string, error) {
	marks, shared := twin.MarkedOf(sections), map[string]bool{}
	from, to := c.Days.From-daysBefore, c.Days.To+daysAfter
	each := func(ref string, theirs []byte) {
		if ref != c.Ref && marks.Any(theirs) {
			shared[ref] = true
		}
	}
	err := lists.PlayedBy(c.tx, sections, from, to, each)
	return slices.SortedFunc(maps.Keys(shared), func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) }), err
}

// standsBefore reports whether the games of a report go before those of another that
// has the same: it is in a list, or came first and is on its way into one.
func (r *Case) standsBefore(other *Case) bool {
	first := r.Received.Before(other.Received) || r.Received.Equal(other.Received) && bureau.RefKey(r.Ref) < bureau.RefKey(other.Ref)
	return r.State == Rated || first && r.onItsWay()
}

// onItsWay reports whether a report goes into a list, or will when nothing is open any more.
func (r *Case) onItsWay() bool { return r.State == Admitted || r.pending() }

// leaves reports whether a section is out because another report has its games, for good.
func (r *Case) leaves(batch *pack.Batch, section int, ref string) bool {
	about := func(w Wait) bool { return w.isTwin(ref) && w.Section == batch.Sections[section].Name }
	counts := func(g pack.Game) bool { return int(g.Section) == section && g.Counts() }
	out := slices.ContainsFunc(r.Excluded, about) || r.State == Rated && slices.ContainsFunc(r.Waits, about)
	return out && !slices.ContainsFunc(batch.Games, counts)
}

// wasAsked reports whether a report was asked about the games that another one has, too:
// they are out, or count by the answer.
func (r *Case) wasAsked(ref string) bool {
	return r.CountsBeside(ref) || slices.ContainsFunc(slices.Concat(r.Waits, r.Excluded), func(w Wait) bool { return w.isTwin(ref) })
}

// CountsBeside reports whether an officer has let games count that another report has, too.
func (r *Case) CountsBeside(ref string) bool {
	return slices.ContainsFunc(r.Replies, func(a Reply) bool { return a.Count && a.What == WaitTwin && strings.HasPrefix(a.About, ref+"/ ") })
}

// isTwin reports whether a wait is about the games that a certain report has, too.
func (w *Wait) isTwin(ref string) bool {
	return w.What == WaitTwin && strings.HasPrefix(w.About, ref+"/")
}
