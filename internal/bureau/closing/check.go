package closing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
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
		word := kind.String()
		w.about(n, func(p *register.Player) {
			w.check([]string{p.ID, word}, warn(id, named(p), finding.Text("type", word), finding.Int("from", from), finding.Int("to", to)))
		})
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
	type played struct {
		player uint32
		event  uint32
	}
	dated := w.dated()
	var of []played // the day
	for games := range regulation.Runs(w.Batch.Games, func(g pack.Game) civil.Date { return g.Date }) {
		of = of[:0]
		for i := range games {
			if g := &games[i]; g.Counts() && dated[g.Section] {
				event := uint32(w.Batch.Sections[g.Section].Event)
				of = append(of, played{g.White, event}, played{g.Black, event})
			}
		}
		slices.SortFunc(of, func(a, b played) int { return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.event, b.event)) })
		for own := range regulation.Runs(of, func(p played) uint32 { return p.player }) {
			w.day(games[0].Date, own[0].player, len(own), own[0].event, own[slices.IndexFunc(own[1:], func(p played) bool { return p != own[0] })+1].event)
		}
	}
}

// day asks about the games of a player on a day, in an event and another one, which may be the same.
func (w *reviewer) day(day civil.Date, player uint32, games int, event, other uint32) {
	if games <= gamesADay && event == other {
		return
	}
	w.about(player, func(p *register.Player) {
		about, on := []string{p.ID, day.String()}, finding.Text("day", day.String())
		if games > gamesADay {
			w.check(about, warn("games-a-day", named(p), on, finding.Int("games", games)))
		}
		if event != other {
			w.check(about, warn("two-events-a-day", named(p), on,
				finding.Text("event", w.Batch.Events[event].Name), finding.Text("other", w.Batch.Events[other].Name)))
		}
	})
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
		w.about(row.Player, func(p *register.Player) {
			w.check([]string{p.ID, w.run.Records[event.Report].Ref, strconv.Itoa(s.Number + 1)}, warn("performance-off",
				named(p), finding.Text("event", event.Name),
				finding.Int("rating", int(row.Rating)), finding.Int("performance", int(row.Performance))))
		})
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
				w.about(e.Player, func(p *register.Player) { w.check([]string{p.ID}, warn("age-unlikely", named(p))) })
			}
		}
	}
}

// disputed asks about players for whom reports state different births. None of these counts (Reading G13).
func (w *reviewer) disputed(facts []lists.PlayerFact) {
	for i := range facts {
		if facts[i].Disputed {
			w.about(facts[i].Player, func(p *register.Player) {
				w.check([]string{p.ID}, warn("births-differ", finding.Text("id", p.ID), finding.Text("name", p.Name)))
			})
		}
	}
}

// contradicted asks about players whose sex or FIDE ID differs between a report of the list and the
// register. The register counts.
func (w *reviewer) contradicted() {
	in := map[string]bool{}
	for _, id := range w.run.Records {
		in[id.Ref] = true
	}
	err := lists.Statements.Scan(w, "", "", func(id string, all *[]lists.Statement) (bool, error) {
		for _, s := range *all {
			if !in[s.Ref] || s.Sex+s.FideID == "" {
				continue
			}
			p, err := register.Find(w, id)
			if err != nil {
				return false, err
			}
			if fields := s.Differs(p.Sex, p.FideID); fields != "" {
				w.check([]string{p.ID}, warn("facts-differ", finding.Text("id", p.ID), finding.Text("name", p.Name), finding.Text("differs", fields)))
			}
		}
		return true, nil
	})
	w.err = cmp.Or(w.err, err)
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
		for _, wait := range r.Open() {
			if wait.Holds == check.HoldsGames && !slices.Contains(questions, wait.What) {
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
