package fide

import (
	"cmp"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Rate rates the games of a calculation period: sections 7 and 8 of the text.
func (e *Edition) Rate(month regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) regulation.Outcome {
	p := e.open(month, past, played, trace)
	p.play()
	p.lookAtUnrated()
	p.playApart()
	p.chooseK()
	if trace != nil {
		p.traceGames()
	}
	p.publish()
	p.firstRatings()
	p.close()
	if trace != nil {
		p.tracePerformances()
	}
	return p.outcome
}

// list is a list of one kind that was in force when events of the period began.
type list struct {
	*roster.Ratings
	kind    rating.Kind
	plain   []rating.Rating // by player; not positive: games need a closer look
	tallies []tally         // by player
}

// tally is the games of a player under one list.
type tally struct {
	sum   int32 // 8.3.2: scores less expected scores, in hundredths
	games int32 // counted
}

// period is the calculation of one period.
type period struct {
	*Edition
	month    regulation.Period
	past     regulation.Past
	played   *pack.Batch
	trace    *regulation.Trace
	outcome  regulation.Outcome
	latest   roster.Ratings
	expected *elo.Lookup // by the difference
	usual    *elo.Lookup // by the difference before it is capped, if every difference is
	lists    []*list
	used     []*list                // by section; nil if it is refused
	events   []uint32               // by section
	orders   []string               // of the events
	unrated  []int                  // indices of the games with an unrated player
	apart    []int                  // indices of other games that need a closer look
	parts    []part                 // of the players in these games; without a trace, only those that decide something
	beyond   []beyond               // games with a difference beyond the cap, of which each event caps one
	upgraded []upgrade              // those that are capped, for a trace
	changes  [rating.Kinds][]change // by kind and player
}

// open creates the list of each section: the one in force when its event began.
func (e *Edition) open(month regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) *period {
	p := &period{
		Edition: e, month: month, past: past, played: played, trace: trace, outcome: regulation.NewOutcome(past),
		latest: past.List.Ratings(), expected: e.Table.Lookup(func(difference int) int { return difference }), usual: e.Table.Lookup(e.usually),
		used: make([]*list, len(played.Sections)),
	}
	for i := range played.Sections {
		section := &played.Sections[i]
		p.events = append(p.events, uint32(section.Event))
		if section.Refused {
			continue
		}
		ratings := &p.latest
		if earlier := past.List.On(played.Events[section.Event].Start); earlier != nil && e.ListAtStart { // 7.1.1, Reading F2
			ratings = earlier
		}
		p.used[i] = p.list(ratings, section.Kind)
	}
	return p
}

// special returns the rating from which a difference beyond the cap may count
// differently.
func (e *Edition) special() rating.Rating {
	if e.ApartAbove == 0 {
		return rating.Max + 1
	}
	return min(e.ApartAbove, cmp.Or(e.CapBelow, e.ApartAbove)) // RB 7.3.1, Reading F11; 8.3.1, Reading F7
}

// list returns a list of a kind. The rating of a player who was unrated then or
// is now is zero in it, and that of one whose differences may count differently
// is negative.
func (p *period) list(ratings *roster.Ratings, kind rating.Kind) *list {
	for _, l := range p.lists {
		if l.Ratings == ratings && l.kind == kind {
			return l
		}
	}
	l := &list{ratings, kind, make([]rating.Rating, len(p.past.Players)), make([]tally, len(p.past.Players))}
	p.lists = append(p.lists, l)
	special := p.special()
	for n := range l.plain {
		if then := p.rated(ratings, uint32(n), kind); then.Rated() && p.now(uint32(n), kind).Rated() {
			l.plain[n] = then
			if then >= special {
				l.plain[n] = -then
			}
		}
	}
	return l
}

// rated returns the rating that a player uses under a list.
func (e *Edition) rated(list *roster.Ratings, player uint32, kind rating.Kind) rating.Rating {
	own := list.Of(player, kind)
	if !own.Rated() && e.FromStandard { // RB 7.2.1, Reading F4
		return list.Of(player, rating.Standard)
	}
	return own
}

// now returns the rating that a player would use under the latest list.
func (p *period) now(player uint32, kind rating.Kind) rating.Rating {
	return p.rated(&p.latest, player, kind)
}

// own returns the rating for a player's own games in a section; zero for an
// unrated player.
func (p *period) own(l *list, player uint32) rating.Rating {
	if both := l.plain[player]; both > 0 {
		return both
	}
	now := p.now(player, l.kind)
	then := p.rated(l.Ratings, player, l.kind)
	if !now.Rated() { // 7.2.1, Reading F10: includes players who were rated then
		return 0
	}
	if !then.Rated() && p.SincePublished { // 8.2.4, Reading F9
		return now
	}
	return then
}

// against returns a player's rating for the opponents in a section; zero for an
// unrated player.
func (p *period) against(l *list, player uint32) rating.Rating {
	if both := l.plain[player]; both > 0 {
		return both
	}
	return p.rated(l.Ratings, player, l.kind)
}

// play adds up the changes by games of players who were rated when the event
// began and still are, unless a rule needs a closer look.
func (p *period) play() {
	games, value, usual := p.played.Games, &p.Value, p.usual
	section := ^uint32(0)
	var plain []rating.Rating
	var tallies []tally
	for i := range games {
		g := &games[i]
		if !g.Counts() { // 5.1
			if p.Unplayed {
				p.apart = append(p.apart, i)
			}
			continue
		}
		if g.Section != section {
			l := p.used[g.Section]
			section, plain, tallies = g.Section, l.plain, l.tallies
		}
		white, black := plain[g.White], plain[g.Black]
		if white <= 0 || black <= 0 {
			p.setAside(i, white, black)
			continue
		}
		difference := int(white) - int(black) // 8.3.1
		if p.CapOnce && abs(difference) > p.Cap {
			p.goesBeyond(i, g, difference)
		}
		delta := value[g.Result] - int32(usual.Of(difference)) // 8.3.2 a, b
		tallies[g.White].add(delta)                            // 8.3.2 c
		tallies[g.Black].add(-delta)                           // 8.3.2 c: both scores add up to 1, and so do the expected ones
	}
}

func (t *tally) add(delta int32) {
	t.sum += delta
	t.games++
}

// setAside keeps a game for a closer look.
func (p *period) setAside(game int, white, black rating.Rating) {
	if white == 0 || black == 0 { // 7.1.4
		p.unrated = append(p.unrated, game)
	} else {
		p.apart = append(p.apart, game)
	}
}

// change is the change of a player in a kind of list.
type change struct {
	sum   int32 // 8.3.2 c, in hundredths
	games int32
	k     rating.K // 8.3.3
}

// chooseK adds up the games counted under different lists and determines K.
func (p *period) chooseK() {
	for _, l := range p.lists {
		if p.changes[l.kind-1] == nil {
			p.changes[l.kind-1] = make([]change, len(l.tallies))
		}
		changes := p.changes[l.kind-1]
		for n, t := range l.tallies {
			changes[n].sum += t.sum
			changes[n].games += t.games
		}
	}
	for i, kind := range rating.AllKinds {
		for n := range p.changes[i] {
			if c := &p.changes[i][n]; c.games > 0 {
				k, _ := p.chosenK(uint32(n), kind)
				c.k = p.K.limited(k, c.games)
			}
		}
	}
}

// The cases of K.
const (
	noteListed regulation.Note = "listed"
	noteMaster regulation.Note = "master"
	noteYoung  regulation.Note = "young"
	noteNew    regulation.Note = "new"
	noteUsual  regulation.Note = "usual"
	noteLimit  regulation.Note = "limit"
)

// chosenK returns the K of a player, before the limit, and why.
func (p *period) chosenK(player uint32, kind rating.Kind) (rating.K, regulation.Note) {
	return p.kOf(p.past.Players[player].Birth, p.outcome.Standings[player].Of(kind), p.best(player, kind), p.month.Days.From.Year())
}

// kOf returns the K of a player in a year, by the highest rating ever.
func (e *Edition) kOf(birth civil.Birth, state *roster.State, best rating.Rating, year int) (rating.K, regulation.Note) {
	switch k := e.K; {
	case state.K != 0: // Reading F3
		return state.K, noteListed
	case best >= k.MasterFrom: // 8.3.3
		return k.Master, noteMaster
	case birth != 0 && year-birth.Year() <= k.YoungAge && best < k.YoungBelow: // 8.3.3
		return k.Young, noteYoung
	case state.Games < k.NewGames: // 8.3.3
		return k.New, noteNew
	default: // 8.3.3
		return k.Usual, noteUsual
	}
}

// best returns a player's highest rating ever in a kind of list, including one
// taken over from Standard.
func (p *period) best(player uint32, kind rating.Kind) rating.Rating {
	return max(p.outcome.Standings[player].Of(kind).Best(), p.now(player, kind)) // Reading F3
}

// Births returns the first birth that is young in the year of the period.
func (e *Edition) Births(month regulation.Period, _ *pack.Batch) []civil.Birth {
	return []civil.Birth{civil.BirthOn(civil.Of(month.Days.From.Year()-e.K.YoungAge, time.January, 1))} // 8.3.3
}

// limited returns the K for a number of games: K times the games must not
// exceed the limit.
func (d *development) limited(k rating.K, games int32) rating.K {
	if d.Limit > 0 && int(k)*int(games) > d.Limit { // 8.3.3
		return rating.K(d.Limit / int(games))
	}
	return k
}

// publish sets the new ratings of all players with a counted game.
func (p *period) publish() {
	for i, kind := range rating.AllKinds {
		for n := range p.changes[i] {
			if c := &p.changes[i][n]; c.games > 0 {
				p.publishOne(uint32(n), kind, c)
			}
		}
	}
}

func (p *period) publishOne(player uint32, kind rating.Kind, c *change) {
	state, start := p.outcome.Standings[player].Of(kind), p.now(player, kind) // Reading F2: added to the latest
	sum := rating.Points(c.k) * rating.Points(c.sum) * (rating.Point / 100)   // 8.3.2 d
	rounded := p.Round(sum)                                                   // 8.3.4
	changed := start + rating.Rating(rounded)
	published := changed
	if changed < p.Floor && !p.BelowFloor { // 7.2.1, Reading F10
		published = 0
	}
	*state = roster.State{
		Rating: published, Peak: max(state.Peak, start, published), Games: state.Games + c.games, K: state.K, Last: p.month.Days.To,
	}
	p.outcome.Moves[player][kind-1] = regulation.Move{Previous: start, Games: c.games, K: c.k}
	if p.trace != nil {
		p.tracePublished(player, kind, c, sum, rounded, changed, published)
	}
}

// close marks the inactive players, and drops the K of the opening list, which
// is for the first period only.
func (p *period) close() {
	since := p.month.List.FirstOfMonth(-p.InactiveMonths)
	for n := range p.outcome.Standings {
		for i := range rating.AllKinds {
			state := &p.outcome.Standings[n][i]
			state.K = 0                                                        // Reading F3
			if state.Rating.Rated() && state.Last != 0 && state.Last < since { // 7.2.2
				p.outcome.Moves[n][i].Inactive = true
			}
		}
	}
}

// part is a player's part in a game that needs a closer look.
type part struct {
	game          uint32
	player        uint32
	event         uint32
	kind          rating.Kind
	seen          seen
	own, opponent rating.Rating
	score         rating.Score
	countsAs      int // the counted difference, if the game counts
}

// seen is what a game means for a player.
type seen uint8

const (
	counted       seen = iota
	pooled             // an unrated player's, against a rated one
	againstNobody      // the opponent is unrated
	tooFarApart        // RB 7.3.1
)

// lookAtUnrated takes a closer look at the games with an unrated player.
func (p *period) lookAtUnrated() {
	p.parts = slices.Grow(p.parts, len(p.unrated)+2*len(p.apart))
	for _, i := range p.unrated {
		p.look(i)
	}
}

// playApart takes a closer look at the other games, and adds up everything that
// counts.
func (p *period) playApart() {
	for _, i := range p.apart {
		p.look(i)
	}
	for i := range p.parts {
		s := &p.parts[i]
		if s.seen != counted {
			continue
		}
		l := p.used[p.played.Games[s.game].Section]
		l.tallies[s.player].add(p.Value[s.score] - int32(p.expected.Of(s.countsAs))) // 8.3.2
		if p.CapOnce && abs(s.countsAs) > p.Cap {
			p.beyond = append(p.beyond, beyond{p.played.Games[s.game].Section, s.game, [2]uint32{s.player, pack.Nobody}, int32(s.countsAs)})
		}
	}
	upgrades(p.beyond, p.events, len(p.past.Players), func(u upgrade) {
		p.used[u.section].tallies[u.player].sum += int32(p.expected.Of(u.difference)) - int32(p.expected.Of(p.cut(u.difference))) // 8.3.1
		if p.trace != nil {
			p.upgraded = append(p.upgraded, u)
		}
	})
}

// look returns both sides of a game.
func (p *period) look(game int) {
	g := &p.played.Games[game]
	white, black, ok := p.scores(g)
	if !ok {
		return
	}
	for _, s := range [2]part{p.part(game, g.White, g.Black, white), p.part(game, g.Black, g.White, black)} {
		if s.seen != againstNobody || p.trace != nil {
			p.parts = append(p.parts, s)
		}
	}
}

// scores returns the scores of both players in a game, and false if it does not
// count.
func (p *period) scores(g *pack.Game) (white, black rating.Score, ok bool) {
	switch {
	case g.Counts():
		return rating.Score(g.Result), rating.Win - rating.Score(g.Result), true
	case g.Out == pack.In && p.Unplayed && g.Result == report.WhiteByForfeit:
		return rating.Win, rating.Loss, true
	case g.Out == pack.In && p.Unplayed && g.Result == report.BlackByForfeit:
		return rating.Loss, rating.Win, true
	}
	return 0, 0, false // 5.1
}

// part returns one side of a game.
func (p *period) part(game int, player, opponent uint32, score rating.Score) part {
	g := &p.played.Games[game]
	l := p.used[g.Section]
	s := part{
		game: uint32(game), player: player, event: p.events[g.Section], kind: g.Kind,
		own: p.own(l, player), opponent: p.against(l, opponent), score: score,
	}
	switch {
	case !s.opponent.Rated(): // 8.3.1, 7.1.4
		s.seen = againstNobody
	case !s.own.Rated(): // 7.1.4
		s.seen = pooled
	case p.tooFarApart(l.kind, s.own, s.opponent): // RB 7.3.1
		s.seen = tooFarApart
	default:
		s.countsAs = p.countsAs(l.kind, s.own, s.difference()) // 8.3.1
	}
	return s
}

// tooFarApart reports whether a game between two players is not rated.
func (e *Edition) tooFarApart(kind rating.Kind, own, opponent rating.Rating) bool {
	high, low := max(own, opponent), min(own, opponent)
	return e.ApartAbove != 0 && kind != rating.Standard && high > e.ApartAbove && int(high-low) >= e.ApartBy // RB 7.3.1, Reading F11
}

// countsAs returns a player's difference with the cap applied.
func (e *Edition) countsAs(kind rating.Kind, own rating.Rating, difference int) int {
	if e.CapBelow != 0 && own >= e.CapBelow && kind == rating.Standard { // 8.3.1, Reading F7
		return difference
	}
	return e.usually(difference)
}

// usually returns a difference with the cap that applies to almost everybody.
func (e *Edition) usually(difference int) int {
	if e.CapOnce { // 8.3.1, Reading F5: except for one game of an event
		return difference
	}
	return e.cut(difference)
}

// cut caps a difference.
func (e *Edition) cut(difference int) int {
	return max(-e.Cap, min(e.Cap, difference)) // 8.3.1
}

// difference returns D: the player's own rating minus the opponent's (8.3.1).
func (s *part) difference() int { return int(s.own) - int(s.opponent) }

func abs(n int) int { return max(n, -n) }
