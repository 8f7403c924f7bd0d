package closing

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Review is what an officer looks at before a draft is published. It is for
// officers; even so it holds no birth and no age.
type Review struct {
	Label   string            `json:"label"`
	State   lists.PeriodState `json:"-"` // of the period
	List    civil.Date        `json:"-"` // the day from which the list is to be in force
	Run     int               `json:"run"`
	Edition string            `json:"regulation"`
	Options map[string]string `json:"options,omitempty"`
	Kinds   []KindReview      `json:"kinds"`
	Left    []lists.Omitted   `json:"left"`        // reports that are not in the list
	Out     []NotCounted      `json:"not_counted"` // games of the reports in the list
	Missing []string          `json:"missing"`     // announced events of which no report came
	Checks  []Check           `json:"checks"`
	Warned  []Warned          `json:"-"` // the admitted reports that have open warnings
	Since   Since             `json:"-"` // what has come since the draft was made
}

// Warned is an admitted report with its open warnings.
type Warned struct {
	Report   *check.Case
	Warnings []finding.Finding
}

// KindReview is what a draft does to the ratings of one kind.
type KindReview struct {
	Kind      rating.Kind `json:"type"`
	Created   int         `json:"created"` // players with a first rating
	Unchanged int         `json:"unchanged"`
	Changed   int         `json:"changed"`
	Dropped   int         `json:"dropped"` // players who have lost their rating
	Buckets   []Bucket    `json:"buckets"` // of the changes, the lowest first
	Movers    []Mover     `json:"movers"`  // the biggest changes, up to ten
}

// Bucket is how many players changed by From to From + 9 points, as far as
// From is positive, else by From to From - 9.
type Bucket struct {
	From    int `json:"from"` // ..., -10, -1, 1, 10, 20, ...
	Players int `json:"players"`
}

// Mover is a player whose rating changed.
type Mover struct {
	Player string        `json:"player"` // ID
	Name   string        `json:"name"`   // empty: withheld
	From   rating.Rating `json:"from"`
	To     rating.Rating `json:"to"`
}

// NotCounted is how many games of a section do not count for one reason.
type NotCounted struct {
	Ref     string `json:"ref"`
	Section string `json:"section"`
	Why     Reason `json:"why"`
	Games   int    `json:"games"` // 0 in a section that is not rated: the record has none
}

// Reason is why games of a list's reports do not count: a pack.Out, or one of these.
type Reason string

// The reasons beside those of package pack.
const (
	Forfeited Reason = "forfeit" // not played
	Refused   Reason = "refused" // the section is not rated
)

// Open returns the checks that nobody has ticked.
func (v *Review) Open() []Check {
	return slices.DeleteFunc(slices.Clone(v.Checks), func(c Check) bool { return c.Ticked })
}

// topMovers is how many of the biggest changes are shown.
const topMovers = 10

// ReviewOf returns the review of a period that was rated.
func ReviewOf(b *bureau.Bureau, r bureau.Reader, label string) (*Review, error) {
	p, err := lists.FindPeriod(r, label)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Run == 0 && p.State == lists.Published: // it was put among the lists, and never drafted
		return nil, finding.Refuse("no-list", finding.Text("label", label))
	case p.Run == 0:
		return nil, lists.NoDraft(p)
	}
	run, err := lists.FindRun(r, p.Run)
	if err != nil {
		return nil, err
	}
	v, err := reviewOf(r, p, run)
	if err == nil {
		v.State = p.State
		v.Missing, err = unreported(b, r, run.Days)
	}
	if err == nil {
		v.Warned, err = warned(r, run)
	}
	if err != nil {
		return v, err
	}
	since, err := SinceDraft(b, r, p)
	if err == nil {
		v.Since = *since
	}
	return v, err
}

// warned returns the reports of a draft that have open warnings.
func warned(r bureau.Reader, run *lists.Run) ([]Warned, error) {
	var all []Warned
	for _, id := range run.Records {
		report, err := intake.Find(r, id.Ref)
		if err != nil {
			return nil, err
		}
		warnings, err := intake.OpenWarnings(r, report)
		if err != nil {
			return nil, err
		}
		if len(warnings) > 0 {
			all = append(all, Warned{report, warnings})
		}
	}
	return all, nil
}

func reviewOf(r bureau.Reader, p *lists.Period, run *lists.Run) (*Review, error) {
	earlier, err := factorsOf(r, run.Base)
	if err != nil {
		return nil, err
	}
	in, err := lists.InputOf(r, run)
	if err != nil {
		return nil, err
	}
	w := &reviewer{Reader: r, run: run, trace: regulation.TraceRows(), base: in.Base, earlier: earlier}
	if w.Made, err = run.Make(in, w.trace); err != nil {
		return nil, err
	}
	kinds := w.Edition.About().Lists
	v := &Review{Label: run.Label, List: run.List, Run: run.ID, Edition: run.Edition, Options: run.Options, Left: run.Left, Out: w.out(), Kinds: make([]KindReview, len(kinds))}
	for i, kind := range kinds {
		v.Kinds[i].Kind = kind
		w.kind(&v.Kinds[i])
	}
	w.disputed(in.Facts)
	for _, check := range []func(){w.days, w.performances, w.ages, w.contradicted, w.held} {
		check()
	}
	if err := errors.Join(w.err, w.tell()); err != nil {
		return nil, err
	}
	slices.SortFunc(w.checks, func(a, b Check) int { return strings.Compare(a.Key, b.Key) })
	v.Checks = slices.CompactFunc(w.checks, func(a, b Check) bool { return a.Key == b.Key })
	answered, err := ticksOf(r, p)
	if err != nil {
		return nil, err
	}
	for i := range v.Checks {
		v.Checks[i].Reason = answered.to(&v.Checks[i], run.ID)
		v.Checks[i].Ticked = v.Checks[i].Reason != ""
	}
	return v, nil
}

// unreported returns the announced events that ended on some days, and of which no
// report came.
func unreported(_ *bureau.Bureau, r bureau.Reader, days civil.Range) ([]string, error) {
	all, err := events.Announcements(r)
	var missing []string
	for _, a := range all {
		if a.Report == nil && a.Withdrawn == "" && days.Contains(a.Days.To) {
			missing = append(missing, a.Ref+" "+a.Name)
		}
	}
	return missing, err
}

// factorsOf returns the K of each player in a run, nothing for list zero.
func factorsOf(r bureau.Reader, id int) ([][rating.Kinds]rating.K, error) {
	run, err := lists.FindRun(r, id)
	if err != nil || run.Base == 0 {
		return nil, err
	}
	in, err := lists.InputOf(r, run)
	if err != nil {
		return nil, err
	}
	m, err := run.Make(in, nil)
	if err != nil {
		return nil, err
	}
	factors := make([][rating.Kinds]rating.K, len(m.Outcome.Moves))
	for n := range factors {
		for k := range factors[n] {
			factors[n][k] = m.Outcome.Moves[n][k].K
		}
	}
	return factors, nil
}

// reviewer goes through what a run made.
type reviewer struct {
	bureau.Reader
	*lists.Made
	run     *lists.Run
	base    *roster.List
	trace   *regulation.Trace
	earlier [][rating.Kinds]rating.K // in the run before
	checks  []Check
	untold  []untold
	err     error // the first one of the store
}

// untold is something about a player, by number, who has not been read yet.
type untold struct {
	player uint32
	tell   func(p *register.Player)
}

// about has tell called with a player once all checks are through.
func (w *reviewer) about(player uint32, tell func(p *register.Player)) {
	w.untold = append(w.untold, untold{player, tell})
}

// mostAtOnce is how many players are read at once.
const mostAtOnce = 1000

// tell reads the players whom something is about, each once.
func (w *reviewer) tell() error {
	slices.SortStableFunc(w.untold, func(a, b untold) int { return cmp.Compare(a.player, b.player) })
	var numbers []uint32
	for _, u := range w.untold {
		numbers = append(numbers, u.player)
	}
	next := 0
	for some := range slices.Chunk(slices.Compact(numbers), mostAtOnce) {
		ids, err := lists.IDsOf(w, some)
		if err == nil {
			err = bureau.Gather(w, register.Players.Kind, slices.Collect(maps.Values(ids)))
		}
		if err != nil {
			return err
		}
		for _, n := range some {
			id, known := ids[n]
			if !known {
				return fmt.Errorf("player %d is missing", n)
			}
			p, err := register.Players.Get(w, id)
			if err != nil {
				return err
			}
			if p == nil {
				p = &register.Player{ID: id}
			}
			for ; next < len(w.untold) && w.untold[next].player == n; next++ {
				w.untold[next].tell(p)
			}
		}
	}
	return nil
}

// kind counts what became of the ratings of one kind.
func (w *reviewer) kind(k *KindReview) {
	type mover struct {
		player   uint32
		from, to rating.Rating
	}
	kind := k.Kind
	var movers []mover
	buckets := map[int]int{}
	for n := range w.Outcome.Standings {
		before := w.base.Standing(uint32(n))
		from, to := before.Of(kind).Rating, w.Outcome.Standings[n].Of(kind).Rating
		switch {
		case !from.Rated() && !to.Rated():
			continue
		case !from.Rated():
			k.Created++
		case !to.Rated():
			k.Dropped++
		case from == to:
			k.Unchanged++
		default:
			k.Changed++
			buckets[bucket(int(to)-int(from))]++
			movers = append(movers, mover{uint32(n), from, to})
		}
		w.jumps(uint32(n), kind, from, to)
	}
	for _, from := range slices.Sorted(maps.Keys(buckets)) {
		k.Buckets = append(k.Buckets, Bucket{from, buckets[from]})
	}
	size := func(m mover) int { return max(int(m.to)-int(m.from), int(m.from)-int(m.to)) }
	slices.SortFunc(movers, func(a, b mover) int { return cmp.Or(cmp.Compare(size(b), size(a)), cmp.Compare(a.player, b.player)) })
	movers = movers[:min(len(movers), topMovers)]
	if len(movers) > 0 {
		k.Movers = make([]Mover, len(movers))
	}
	for i, m := range movers {
		w.about(m.player, func(p *register.Player) { k.Movers[i] = Mover{p.ID, p.Name, m.from, m.to} })
	}
}

// bucket returns the bucket of a change that is not zero.
func bucket(change int) int {
	if tens := change / 10 * 10; tens != 0 {
		return tens
	}
	return min(max(change, -1), 1)
}

// out counts the games of the list's reports that do not count, by reason.
func (w *reviewer) out() []NotCounted {
	counts := map[NotCounted]int{}
	name := func(section int, why Reason) NotCounted {
		s := &w.Batch.Sections[section]
		return NotCounted{Ref: w.run.Records[w.Batch.Events[s.Event].Report].Ref, Section: s.Name, Why: why}
	}
	for i := range w.Batch.Games {
		switch g := &w.Batch.Games[i]; {
		case g.Out != pack.In:
			counts[name(int(g.Section), Reason(g.Out.String()))]++
		case !g.Counts():
			counts[name(int(g.Section), Forfeited)]++
		}
	}
	for i := range w.Batch.Sections {
		if _, refused := w.Outcome.Refused[i]; refused || w.Batch.Sections[i].Refused {
			counts[name(i, Refused)] = 0 // the games of a section that is not rated are not in the record
		}
	}
	var out []NotCounted
	for n, games := range counts {
		n.Games = games
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b NotCounted) int {
		return cmp.Or(cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Why, b.Why))
	})
	return out
}
