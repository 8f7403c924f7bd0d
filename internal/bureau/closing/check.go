package closing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
)

// Check is something in a draft that can hardly be true. An officer ticks it
// with a reason before the list is published.
type Check struct {
	Key     string          `json:"key"` // ID and what it is about: "big-change:N00000001:rapid"
	Finding finding.Finding `json:"-"`
	Ticked  bool            `json:"ticked"`
	Reason  string          `json:"reason,omitempty"`
}

// The limits beyond which a check asks.
const (
	gamesADay        = 9   // more in one day
	bigChange        = 100 // points, more in one period
	performanceOff   = 400 // points between a performance and the rating, more
	performanceGames = 5   // fewer say nothing of a performance
	youngest         = 5   // age in years in the period, less
	oldest           = 100 // more
)

// named says whom a check is about, by ID and name.
func named(p *register.Player) finding.Value {
	return finding.Text("player", strings.TrimSpace(p.ID+" "+p.Name))
}

// check asks about something; what it is about makes the key.
func (w *reviewer) check(about []string, f finding.Finding) {
	w.checks = append(w.checks, Check{Key: strings.Join(append([]string{f.ID}, about...), ":"), Finding: f})
}

func warn(id string, values ...finding.Value) finding.Finding {
	return finding.New(id, finding.Warning, finding.At{}, values...)
}

// jumps looks at how far a rating and its K went.
func (w *reviewer) jumps(n uint32, kind rating.Kind, from, to rating.Rating) {
	note := func(id string, from, to int) {
		p, word := w.who(n), kind.String()
		f := finding.New(id, finding.Warning, finding.At{}, named(p), finding.Text("type", word), finding.Int("from", from), finding.Int("to", to))
		w.check([]string{p.ID, word}, f)
	}
	if change := int(to) - int(from); from.Rated() && to.Rated() && max(change, -change) > bigChange {
		note("big-change", int(from), int(to))
	}
	if int(n) >= len(w.earlier) {
		return
	}
	if before, now := w.earlier[n][kind-1], w.Outcome.Moves[n][kind-1].K; before != 0 && now > before {
		note("k-jump", int(before), int(now))
	}
}

// days looks at what somebody played on one day. Games of which no more is
// known than the end of their event say nothing of a day.
func (w *reviewer) days() {
	type day struct {
		player uint32
		on     civil.Date
	}
	games, held := map[day]int{}, map[day][]int{}
	dated := w.dated()
	for i := range w.Batch.Games {
		g := &w.Batch.Games[i]
		if !g.Counts() || !dated[g.Section] {
			continue
		}
		for _, player := range []uint32{g.White, g.Black} {
			d, event := day{player, g.Date}, w.Batch.Sections[g.Section].Event
			games[d]++
			if !slices.Contains(held[d], event) {
				held[d] = append(held[d], event)
			}
		}
	}
	for d, n := range games {
		if n <= gamesADay && len(held[d]) < 2 {
			continue
		}
		p := w.who(d.player)
		about, player, on := []string{p.ID, d.on.String()}, named(p), finding.Text("day", d.on.String())
		if n > gamesADay {
			w.check(about, warn("games-a-day", player, on, finding.Int("games", n)))
		}
		if at := held[d]; len(at) > 1 {
			slices.Sort(at)
			w.check(about, warn("two-events-a-day", player, on,
				finding.Text("event", w.Batch.Events[at[0]].Name), finding.Text("other", w.Batch.Events[at[1]].Name)))
		}
	}
}

// dated says of each section whether the days of its games are known.
func (w *reviewer) dated() []bool {
	dated := make([]bool, len(w.Batch.Sections))
	for i := range dated {
		event := &w.Batch.Events[w.Batch.Sections[i].Event]
		dated[i] = event.Start == event.End
	}
	for i := range w.Batch.Games {
		g := &w.Batch.Games[i]
		if g.Date != w.Batch.Events[w.Batch.Sections[g.Section].Event].End {
			dated[g.Section] = true
		}
	}
	return dated
}

// performances looks for players who were far from their ratings.
func (w *reviewer) performances() {
	for _, row := range w.trace.Rows() {
		off := int(row.Performance) - int(row.Rating)
		if row.Performance == 0 || !row.Rating.Rated() || row.Games < performanceGames || max(off, -off) <= performanceOff {
			continue
		}
		s := &w.Batch.Sections[row.Section]
		event := &w.Batch.Events[s.Event]
		p := w.who(row.Player)
		w.check([]string{p.ID, w.run.Records[event.Report].Ref, strconv.Itoa(s.Number + 1)}, warn("performance-off",
			named(p), finding.Text("event", event.Name),
			finding.Int("rating", int(row.Rating)), finding.Int("performance", int(row.Performance))))
	}
}

// ages looks for players whose birth can hardly be true.
func (w *reviewer) ages() {
	for i := range w.Batch.Sections {
		for _, e := range w.Batch.Sections[i].Entries {
			if int(e.Player) >= len(w.Players) {
				continue
			}
			birth := w.Players[e.Player].Birth
			if age := w.run.Days.To.Year() - birth.Year(); birth != 0 && (age < youngest || age > oldest) {
				p := w.who(e.Player)
				w.check([]string{p.ID}, warn("age-unlikely", named(p)))
			}
		}
	}
}

// held asks about the reports of which games are not in the list because somebody has
// to decide on them, and about those that share games with another one.
func (w *reviewer) held() {
	for _, id := range w.run.Records {
		r, err := intake.Find(w, id.Ref)
		if w.err = cmp.Or(w.err, err); err != nil {
			return
		}
		var questions []string
		for i := range r.Waits {
			if wait := &r.Waits[i]; wait.HoldsGames() && !slices.Contains(questions, wait.What) {
				questions = append(questions, wait.What)
			}
		}
		ref, event := finding.Text("ref", r.Ref), finding.Text("event", r.Event)
		if len(questions) > 0 {
			w.check([]string{r.Ref}, warn("held-games", ref, event, finding.Text("questions", strings.Join(questions, ", "))))
		}
		for _, other := range r.Alike {
			w.check([]string{r.Ref, other}, warn("games-alike", ref, event, finding.Text("other", other)))
		}
	}
}
