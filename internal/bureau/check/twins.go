package check

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report/pack"
)

// askTwins asks about sections whose games another report has, under whatever name, and
// notes the reports with which they share some.
func (c *checking) askTwins(o *Result) {
	c.Alike = nil
	for i := range c.known.Sharing {
		c.askTwin(o, &c.known.Sharing[i], c.known.Games)
	}
}

// askTwin asks about sections whose games a report has that goes before this one, or did when
// they were left out for it. Else the other one is checked anew if it was not asked.
func (c *checking) askTwin(o *Result, with *Other, sections []twin.Section) {
	other, ref, unasked := with.Case, with.Case.Ref, false
	for i := range sections {
		for j, theirs := range twin.Sections(with.Batch) {
			verdict := twin.Compare(sections[i], theirs)
			switch {
			case !verdict.Some:
			case other.standsBefore(c.Case):
				if !slices.Contains(c.Alike, ref) {
					c.Alike = append(c.Alike, ref)
				}
			default:
				unasked = unasked || other.onItsWay() && !slices.Contains(other.Alike, c.Ref) // it is the other one that names this
			}
			if !verdict.Same || other.leaves(with.Batch, j, c.Ref) {
				continue
			}
			f := finding.New("games-twice", finding.Warning, c.p.Sections[i].At, finding.Text("ref", ref), finding.Int("games", verdict.Shared)).In(c.p.Sections[i].Name)
			f.Report = c.p.File
			w, _ := c.questionFor(&f, c.who)
			a := c.answerTo(&w)
			left := a != nil && !a.Reply.Count
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
	if word := c.OfficerDecision(); unasked && (word == "" || word == Admitted) {
		o.Others = append(o.Others, ref)
	}
}

// standsBefore reports whether the games of a report go before those of another that
// has the same: it is in a list, or came first and is on its way into one.
func (r *Case) standsBefore(other *Case) bool {
	first := r.Received.Before(other.Received) || r.Received.Equal(other.Received) && bureau.RefKey(r.Ref) < bureau.RefKey(other.Ref)
	return r.State == Rated || first && r.onItsWay()
}

// onItsWay reports whether a report goes into a list, or will when nothing is open any more.
func (r *Case) onItsWay() bool { return r.State == Admitted || r.IsPending() }

// leaves reports whether a section is out because another report has its games, for good.
func (r *Case) leaves(batch *pack.Batch, section int, ref string) bool {
	about := func(w Question) bool { return w.isTwin(ref) && w.Section == batch.Sections[section].Name }
	counts := func(g pack.Game) bool { return int(g.Section) == section && g.Counts() }
	out := slices.ContainsFunc(r.LeftOut(), about) || r.State == Rated && slices.ContainsFunc(r.Open(), about)
	return out && !slices.ContainsFunc(batch.Games, counts)
}

// wasAsked reports whether a report was asked about the games that another one has, too:
// they are out, or count by the answer.
func (r *Case) wasAsked(ref string) bool {
	return r.CountsBeside(ref) || slices.ContainsFunc(r.Held(), func(w Question) bool { return w.isTwin(ref) })
}

// CountsBeside reports whether an officer has let games count that another report has, too.
func (r *Case) CountsBeside(ref string) bool {
	return slices.ContainsFunc(r.Standing(), func(d *Decision) bool {
		return d.Counts(WaitTwin) && strings.HasPrefix(d.Reply.About, ref+"/ ")
	})
}
