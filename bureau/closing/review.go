package closing

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/events"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
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
	Run     int               `json:"run"`
	Edition string            `json:"regulation"`
	Options map[string]string `json:"options,omitempty"`
	Kinds   []KindReview      `json:"kinds"`
	Left    []lists.Omitted   `json:"left"`        // reports that are not in the list
	Out     []NotCounted      `json:"not_counted"` // games of the reports in the list
	Missing []string          `json:"missing"`     // announced events of which no report came
	Checks  []Check           `json:"checks"`
	Warned  []Warned          `json:"-"` // the admitted reports that have open warnings
}

// Warned is an admitted report with its open warnings.
type Warned struct {
	Report   *intake.Case
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
	Why     string `json:"why"` // "unrated", "late", "non-member", "unfit", "forfeit", "refused"
	Games   int    `json:"games"`
}

// Check is something in a draft that can hardly be true. An officer ticks it
// with a reason before the list is published.
type Check struct {
	Key     string          `json:"key"` // ID and what it is about: "big-change:N00000001:rapid"
	Finding finding.Finding `json:"-"`
	Ticked  bool            `json:"ticked"`
	Reason  string          `json:"reason,omitempty"`
}

// Open returns the checks that nobody has ticked.
func (v *Review) Open() []Check {
	return slices.DeleteFunc(slices.Clone(v.Checks), func(c Check) bool { return c.Ticked })
}

// The limits beyond which a check asks.
const (
	gamesADay        = 9   // more in one day
	bigChange        = 100 // points, more in one period
	performanceOff   = 400 // points between a performance and the rating, more
	performanceGames = 5   // fewer say nothing of a performance
	youngest         = 5   // age in years in the period, less
	oldest           = 100 // more
	topMovers        = 10
)

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
	w := &reviewer{Reader: r, run: run, trace: regulation.NewTrace(in.Batch), base: in.Base, earlier: earlier}
	if w.Made, err = run.Make(in, w.trace); err != nil {
		return nil, err
	}
	v := &Review{Label: run.Label, Run: run.ID, Edition: run.Edition, Options: run.Options, Left: run.Left, Out: w.out()}
	for _, kind := range w.Edition.About().Lists {
		v.Kinds = append(v.Kinds, w.kind(kind))
	}
	for _, check := range []func(){w.days, w.performances, w.ages, w.held} {
		check()
	}
	slices.SortFunc(w.checks, func(a, b Check) int { return strings.Compare(a.Key, b.Key) })
	v.Checks = slices.CompactFunc(w.checks, func(a, b Check) bool { return a.Key == b.Key })
	answered, err := ticksOf(r, p)
	if err != nil {
		return nil, err
	}
	for i := range v.Checks {
		v.Checks[i].Reason = answered.Reasons[v.Checks[i].Key]
		v.Checks[i].Ticked = v.Checks[i].Reason != ""
	}
	return v, w.err
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
	err     error // the first one of the store
}

// who returns a player.
func (w *reviewer) who(number uint32) *register.Player {
	var p *register.Player
	id, err := lists.IDOf(w, number)
	if err == nil {
		p, err = register.Players.Get(w, id)
	}
	if w.err = cmp.Or(w.err, err); p == nil {
		p = &register.Player{ID: id}
	}
	return p
}

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

// kind counts what became of the ratings of one kind.
func (w *reviewer) kind(kind rating.Kind) KindReview {
	type mover struct {
		player   uint32
		from, to rating.Rating
	}
	var movers []mover
	k := KindReview{Kind: kind}
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
	for _, m := range movers[:min(len(movers), topMovers)] {
		p := w.who(m.player)
		k.Movers = append(k.Movers, Mover{p.ID, p.Name, m.from, m.to})
	}
	return k
}

// bucket returns the bucket of a change that is not zero.
func bucket(change int) int {
	if tens := change / 10 * 10; tens != 0 {
		return tens
	}
	return min(max(change, -1), 1)
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

// out counts the games of the list's reports that do not count, by reason.
func (w *reviewer) out() []NotCounted {
	counts := map[NotCounted]int{}
	name := func(section int, why string) NotCounted {
		s := &w.Batch.Sections[section]
		return NotCounted{Ref: w.run.Records[w.Batch.Events[s.Event].Report].Ref, Section: s.Name, Why: why}
	}
	for i := range w.Batch.Games {
		switch g := &w.Batch.Games[i]; {
		case g.Out != pack.In:
			counts[name(int(g.Section), g.Out.String())]++
		case !g.Counts():
			counts[name(int(g.Section), "forfeit")]++
		}
	}
	for i := range w.Batch.Sections {
		if _, refused := w.Outcome.Refused[i]; refused || w.Batch.Sections[i].Refused {
			counts[name(i, "refused")] = 0 // the games of a section that is not rated are not in the record
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

// answers is what was answered to the checks of a draft.
type answers struct {
	Run     int               `json:"run"`   // the draft
	Asked   []string          `json:"asked"` // the keys of all its checks; nil: nobody has answered one
	Reasons map[string]string `json:"reasons"`
}

// open returns the keys of the checks that nobody has ticked.
func (a *answers) open() []string {
	return slices.DeleteFunc(slices.Clone(a.Asked), func(key string) bool { return a.Reasons[key] != "" })
}

// openChecks returns the keys of the checks of a draft that nobody has ticked.
func openChecks(r bureau.Reader, p *lists.Period, run *lists.Run) ([]string, error) {
	answered, err := ticksOf(r, p)
	if err != nil {
		return nil, err
	}
	if answered.Asked != nil {
		return answered.open(), nil
	}
	review, err := reviewOf(r, p, run)
	if err != nil {
		return nil, err
	}
	return review.keys(), nil // none is ticked
}

// keys returns the keys of the checks.
func (v *Review) keys() []string {
	keys := make([]string, len(v.Checks))
	for i := range keys {
		keys[i] = v.Checks[i].Key
	}
	return keys
}

var ticks = bureau.Table[answers]{Kind: "period-ticks"} // by label

// ticksOf returns what was answered to the checks of the period's draft.
func ticksOf(r bureau.Reader, p *lists.Period) (*answers, error) {
	a, err := ticks.Get(r, p.Label)
	if err == nil && (a == nil || a.Run != p.Run) {
		a = &answers{Run: p.Run, Reasons: map[string]string{}}
	}
	return a, err
}

// Tick answers checks of a draft's review with a reason: one by its key, all of
// one kind by its id, or every one that is open by "all".
func Tick(ctx context.Context, b *bureau.Bureau, label, check, reason string) (ticked int, err error) {
	err = b.Do(ctx, "period.tick", reason, func(tx *bureau.Tx) error {
		ticked = 0
		p, err := lists.FindPeriod(tx, label)
		if err != nil {
			return err
		}
		if err := lists.DraftNeeded(tx, p); err != nil {
			return err
		}
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		run, err := lists.FindRun(tx, p.Run)
		if err != nil {
			return err
		}
		review, err := reviewOf(tx, p, run)
		if err != nil {
			return err
		}
		answered, err := ticksOf(tx, p)
		if err != nil {
			return err
		}
		answered.Asked = review.keys()
		for _, open := range answered.open() {
			if check == "all" || open == check || strings.HasPrefix(open, check+":") {
				answered.Reasons[open] = reason
				ticked++
			}
		}
		if ticked == 0 && check != "all" {
			return finding.Refuse("no-check", finding.Text("label", label), finding.Text("check", check))
		}
		tx.Note(label, map[string]any{"check": check, "ticked": ticked})
		return ticks.Put(tx, label, answered)
	})
	return ticked, err
}
