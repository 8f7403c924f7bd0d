package oracle

import (
	"fmt"
	"math/big"
	"sort"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// fideEdition is what FIDE's editions differ in.
type fideEdition struct {
	id           string
	inForce      civil.Date
	floor        int
	hypothetical bool // a first rating with two drawn games against 1800, at most 2200
	onceCapped   bool // the 400-point rule helps once in an event (Reading F5)
	shutOut      bool // games with 600 points between, above 2600 (Reading F11)
	realFrom2650 bool // the difference of the strongest is not capped (Reading F7)
	shortBlitz   bool // blitz needs more than three minutes
}

var fideEditions = []fideEdition{
	{id: "fide-2022", inForce: civil.Of(2022, 1, 1), floor: 1000, onceCapped: true},
	{id: "fide-2024", inForce: civil.Of(2024, 3, 1), floor: 1400, hypothetical: true, shortBlitz: true},
	{id: "fide-2024-12", inForce: civil.Of(2024, 12, 1), floor: 1400, hypothetical: true, shortBlitz: true, shutOut: true},
	{id: "fide-2025", inForce: civil.Of(2025, 10, 1), floor: 1400, hypothetical: true, shortBlitz: true, shutOut: true, realFrom2650: true},
}

// conversionDay is that of the list that was the first with converted ratings
// (Reading F6).
var conversionDay = civil.Of(2024, 3, 1)

// ratingList is the ratings of a list that was in force once, by player.
type ratingList struct {
	from civil.Date
	by   map[string][rating.Kinds]int
}

// effective gives what a player plays with under a list: in rapid and blitz
// without a rating there, the one of standard (Reading F4).
func (l *ratingList) effective(id string, kind rating.Kind) int {
	own := l.by[id][kind-1]
	if own == 0 {
		own = l.by[id][rating.Standard-1]
	}
	return own
}

// fideBureau is the state of a season under FIDE's rules.
type fideBureau struct {
	*bureau
	family bool
	strict bool          // what is unfit is left out (Reading F12)
	lists  []*ratingList // all that are remembered, the oldest first; the last is the latest
	passed civil.Date    // the day up to which the conversion is decided
}

func (b *bureau) fide(regulation string, c *Case, events []*event) {
	f := &fideBureau{bureau: b, family: regulation == "fide", strict: c.Options["unfit"] == "exclude"}
	var periods []*fidePeriod
	// Reading F1: the calendar month of the event's last day.
	for _, g := range grouped(events, func(e *event) (from, to civil.Date) { return month(e.last, 0) }) {
		edition, found := f.edition(regulation, g.from)
		if !found {
			b.fire("G9 no edition")
			continue
		}
		periods = append(periods, &fidePeriod{fideBureau: f, group: g, edition: edition})
	}
	if len(periods) == 0 {
		return
	}
	f.open(c, periods[0].from)
	for i, p := range periods {
		p.rate(i == 0)
	}
}

// edition finds the edition in force on a period's first day (Reading G9).
func (f *fideBureau) edition(regulation string, day civil.Date) (fideEdition, bool) {
	var in fideEdition
	found := false
	for _, e := range fideEditions {
		if e.id == regulation || f.family && e.inForce <= day {
			in, found = e, true
		}
	}
	if found && f.family {
		f.fire("G9 " + in.id)
	}
	return in, found
}

// open takes the opening list and those before it.
func (f *fideBureau) open(c *Case, first civil.Date) {
	for i := range c.Earlier {
		l := &ratingList{from: c.Earlier[i].From, by: map[string][rating.Kinds]int{}}
		for n, o := range c.Opening {
			var ratings [rating.Kinds]int
			for k, kind := range rating.AllKinds {
				ratings[k] = int(c.Earlier[i].Of(uint32(n), kind))
			}
			l.by[o.Player.ID] = ratings
		}
		f.lists = append(f.lists, l)
	}
	from := c.From
	if from == 0 {
		from = first
	}
	f.passed = from
	f.lists = append(f.lists, f.current(from))
}

// current gives the ratings as they stand.
func (f *fideBureau) current(from civil.Date) *ratingList {
	l := &ratingList{from: from, by: map[string][rating.Kinds]int{}}
	for id, who := range f.players {
		var ratings [rating.Kinds]int
		for k := range who.lists {
			ratings[k] = who.lists[k].rating
		}
		l.by[id] = ratings
	}
	return l
}

func (f *fideBureau) latest() *ratingList { return f.lists[len(f.lists)-1] }

// publish makes the ratings as they stand the latest list. Two years are
// remembered: a list is not needed when the one after it is older.
func (f *fideBureau) publish(from civil.Date) {
	old, _ := month(from, -24)
	for len(f.lists) > 1 && f.lists[1].from <= old {
		f.fire("a list of more than two years ago forgotten")
		f.lists = f.lists[1:]
	}
	f.lists = append(f.lists, f.current(from))
}

// inForce gives the list in force on a day (Reading F2), of which the oldest
// known stands for all before.
func (f *fideBureau) inForce(day civil.Date) *ratingList {
	for i := len(f.lists) - 1; i >= 0; i-- {
		if f.lists[i].from <= day {
			return f.lists[i]
		}
	}
	return f.lists[0]
}

// convert takes the step of March 2024, if it is passed on the way to a day
// (Reading F6).
func (f *fideBureau) convert(day civil.Date) {
	due := f.family && f.passed < conversionDay && conversionDay <= day
	f.passed = max(f.passed, day)
	if !due {
		return
	}
	for _, who := range f.players {
		for k := range who.lists {
			l := &who.lists[k]
			if l.rating == 0 || l.rating >= 2000 {
				continue
			}
			f.fire("F6 rating converted")
			before := l.best()
			l.rating = halfUp(new(big.Rat).Add(whole(l.rating), points(40, 2000-l.rating)))
			l.peak = l.best()
			if l.peak > before {
				f.fire("F6 peak raised")
			}
		}
	}
	if f.latest().from < conversionDay {
		f.fire("F6 no list of March 2024 but the converted one")
		f.publish(conversionDay)
		return
	}
	f.lists[len(f.lists)-1] = f.current(f.latest().from)
}

// fidePeriod rates a month.
type fidePeriod struct {
	*fideBureau
	*group
	edition   fideEdition
	published *ratingList // the latest when the period comes, before a conversion on the way
	in        map[string]*[rating.Kinds]fideMonth
}

// fideMonth is what a player's month was in one kind of list.
type fideMonth struct {
	start  int // the rating to which the changes are added; 0: unrated
	rated  []fideGame
	pooled []fideGame
}

// fideGame is a game as it is calculated for one of its players.
type fideGame struct {
	*game
	row           *Row
	own, opponent int
	score         int
	capped        bool // the difference counts as 400
}

func (g *fideGame) difference() int { return g.own - g.opponent }

// gap gives the difference without its sign.
func (g *fideGame) gap() int { return max(g.difference(), -g.difference()) }

func (p *fidePeriod) rate(first bool) {
	p.welcome(p.events)
	p.published = p.latest()
	p.convert(p.from)
	list, _ := month(p.from, 1)
	out := &Period{Label: label(list), From: p.from, To: p.to, Edition: p.edition.id, Lines: map[string]*[rating.Kinds]Line{}}
	p.in = map[string]*[rating.Kinds]fideMonth{}
	for id := range p.players {
		in, lines := &[rating.Kinds]fideMonth{}, &[rating.Kinds]Line{}
		for k, kind := range rating.AllKinds {
			in[k].start = p.latest().effective(id, kind)
			lines[k].Previous = p.latest().by[id][k]
			if own := p.published.by[id][k]; own != 0 {
				lines[k].Previous = own
			}
		}
		p.in[id], out.Lines[id] = in, lines
	}
	for _, e := range p.events {
		for _, s := range e.sections {
			p.section(s)
			out.Sections = append(out.Sections, s.Section)
		}
	}
	for id, in := range p.in {
		p.cap400(in)
		for _, kind := range rating.AllKinds {
			m, line := &in[kind-1], &out.Lines[id][kind-1]
			switch {
			case len(m.rated) > 0:
				p.changes(id, kind, m, line, first)
			case len(m.pooled) > 0:
				p.pool(id, kind, m, line)
			}
		}
	}
	for _, s := range out.Sections {
		for _, row := range s.Rows {
			if row.Games > 0 {
				row.Percent = percentage(row.Score, row.Games)
				row.Performance = row.AverageOpponent + calculator(row.Score, row.Games) // Reading F13
			}
		}
	}
	p.publish(list)
	p.convert(list)
	p.write(out, list)
}

// write fills the lines of the list and ends the period.
func (p *fidePeriod) write(out *Period, list civil.Date) {
	yearAgo, _ := month(list, -12)
	monthBefore, _ := month(list, -13)
	for id, who := range p.players {
		for k := range who.lists {
			l, line := &who.lists[k], &out.Lines[id][k]
			l.k = 0 // Reading F3: only the first period has it
			line.Rating, line.Total, line.Peak = l.rating, l.games, l.best()
			line.Pool, line.Last = poolText(l.pool), l.last
			if l.rating == 0 || l.last == 0 {
				continue
			}
			switch { // 7.2.2
			case l.last < yearAgo:
				line.Inactive = true
				if l.last >= monthBefore {
					p.fire("7.2.2 no game for a year")
				}
			case l.last == yearAgo:
				p.fire("7.2.2 just not inactive")
			}
		}
	}
	p.finish(out)
}

// section sorts a section's games out: for each of the two players a game is
// rated, goes to the pool, or neither.
func (p *fidePeriod) section(s *section) {
	s.Kind = p.kind(s)
	if s.Kind == 0 {
		p.fire("G6 no type")
		s.Refused = true
		return
	}
	used := p.inForce(s.event.first)
	if used != p.latest() {
		p.fire("F2 an earlier list")
		if p.family && used.from < conversionDay && conversionDay <= p.latest().from {
			p.fire("F6 an event under a list of before the conversion")
		}
	}
	for _, id := range s.ids {
		s.Rows[id] = newRow(p.own(id, s.Kind, used))
	}
	opponents := map[*Row][]int{}
	for i := range s.games {
		g := &s.games[i]
		if !p.counts(g) {
			continue
		}
		for _, seat := range g.seats() {
			row := s.Rows[seat.id]
			if p.seat(g, seat, used, row) {
				opponents[row] = append(opponents[row], used.effective(seat.opponent, s.Kind))
			}
		}
	}
	for row, met := range opponents {
		row.AverageOpponent = average(met)
	}
}

// own gives the rating with which a player's own games are calculated; 0: they
// go to the pool (Readings F2, F9, F10).
func (p *fidePeriod) own(id string, kind rating.Kind, used *ratingList) int {
	then, now := used.effective(id, kind), p.in[id][kind-1].start
	switch {
	case now == 0 && then != 0:
		p.fire("F10 rated in the list used, unrated now")
		return 0
	case now != 0 && then == 0:
		p.fire("F9 unrated in the list used, rated now")
		return now
	case now == 0:
		return 0
	}
	return then
}

// seat takes a game for one of its players, and says whether it counts for him.
func (p *fidePeriod) seat(g *game, s seat, used *ratingList, row *Row) bool {
	kind := g.section.Kind
	m := &p.in[s.id][kind-1]
	taken := fideGame{game: g, row: row, own: row.Rating, opponent: used.effective(s.opponent, kind), score: s.score}
	if taken.opponent == 0 {
		switch {
		case taken.own == 0:
			p.fire("8.3.1 unrated against unrated")
		case p.in[s.opponent][kind-1].start != 0:
			p.fire("F9 opponent unrated in the list used")
		default:
			p.fire("8.3.1 rated against unrated")
		}
		return false
	}
	if p.in[s.opponent][kind-1].start == 0 {
		p.fire("F10 opponent rated in the list used")
	}
	if taken.own == 0 {
		m.pooled = append(m.pooled, taken)
	} else {
		if p.excluded(&taken, kind) {
			return false
		}
		m.rated = append(m.rated, taken)
	}
	row.Games++
	row.Score += s.score
	return true
}

// excluded says whether a game of rapid or blitz is not rated because of what
// lies between the players (Reading F11).
func (p *fidePeriod) excluded(g *fideGame, kind rating.Kind) bool {
	if !p.edition.shutOut || kind == rating.Standard {
		return false
	}
	higher := max(g.own, g.opponent)
	if g.gap() < 600 || higher <= 2600 {
		if g.gap() == 599 && higher > 2600 || g.gap() >= 600 && higher == 2600 {
			p.fire("F11 nearly excluded")
		}
		return false
	}
	if g.gap() == 600 {
		p.fire("F11 600 points")
	}
	p.fire("F11 excluded")
	return true
}

// kind decides the type by the definitions (Reading G6); 0: none.
func (p *fidePeriod) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := p.fastest(s)
	if !known {
		return said
	}
	s.seconds = time
	decided := rating.Rapid
	switch {
	case time >= 60*60:
		decided = rating.Standard
		if time == 60*60 {
			p.fire("exactly 60 minutes")
		}
	case time <= 10*60:
		decided = rating.Blitz
		if time == 10*60 {
			p.fire("exactly 10 minutes")
		}
	}
	if said != 0 && said != decided {
		p.fire("G6 declared type disagrees")
	}
	return decided
}

// unfit gives the condition that a game does not meet (Reading F12), nothing if
// it meets them.
func (p *fidePeriod) unfit(g *game) string {
	s := g.section
	timed := s.seconds != 0
	white, black := p.latest().effective(g.white, s.Kind), p.latest().effective(g.black, s.Kind)
	need := 60
	switch strongest := max(white, black); {
	case strongest >= 2400:
		need = 120
	case strongest >= 1800:
		need = 90
	}
	switch {
	case timed && s.Kind == rating.Standard && s.seconds < need*60: // 1.1
		return fmt.Sprintf("less than %d minutes", need)
	case timed && s.Kind == rating.Blitz && p.edition.shortBlitz && s.seconds <= 3*60:
		return "blitz of 3 minutes"
	case s.Kind != rating.Standard && s.unequal():
		return "unequal times"
	case len(s.ids) == 2 && (white == 0) != (black == 0): // 6.1
		return "a match of an unrated player"
	}
	return ""
}

// controls gives the time controls that count for a section (Reading G6).
func (s *section) controls() []string {
	own := s.report.TimeControl
	if len(own) == 0 {
		own = s.event.report.TimeControl
	}
	var controls []string
	for _, c := range own {
		controls = append(controls, string(c))
	}
	return controls
}

// unequal says that the two colours have not the same time.
func (s *section) unequal() bool {
	for _, c := range s.controls() {
		if white, black, both := strings.Cut(c, "-"); both && white[1:] != black[1:] {
			return true
		}
	}
	return false
}

// counts says whether a game is counted at all.
func (p *fidePeriod) counts(g *game) bool {
	if !g.played() {
		if g.unrated {
			p.fire("G7 game for points only")
		} else {
			p.fire("G7 forfeit")
		}
		return false
	}
	switch unfit := p.unfit(g); {
	case unfit == "":
	case p.strict:
		p.fire("F12 excluded: " + unfit)
		return false
	default:
		p.fire("F12 counted: " + unfit)
	}
	return true
}

// changes rates a player's month in one kind of list.
func (p *fidePeriod) changes(id string, kind rating.Kind, m *fideMonth, line *Line, first bool) {
	who := p.players[id]
	l := who.list(kind)
	if l.rating == 0 {
		p.fire("F4 inherited from standard")
		line.Previous = m.start
	}
	k := p.k(who, kind, m, first)
	hundredths := 0
	for _, g := range m.rated {
		d := g.difference()
		if g.capped {
			d = max(-400, min(400, d))
		}
		pd := expected(d)
		hundredths += 50*g.score - pd
		g.row.K = k
		g.row.Expected += pd
		g.row.Change.Add(g.row.Change, points(50*g.score-pd, k))
	}
	l.peak = max(l.best(), m.start)
	l.rating = m.start + p.halfAway(points(hundredths, k)) // Reading G2
	l.games += len(m.rated)
	l.last = p.to
	l.pool = nil
	if l.rating < p.edition.floor { // Reading F10
		p.fire(fmt.Sprintf("F10 below %d", p.edition.floor))
		l.rating = 0
	}
	l.peak = l.best()
	line.Games, line.K = len(m.rated), k
}

// cap400 says which differences of a player's month count as 400.
func (p *fidePeriod) cap400(in *[rating.Kinds]fideMonth) {
	if !p.edition.onceCapped {
		for _, kind := range rating.AllKinds {
			p.capEach(in[kind-1].rated, kind)
		}
		return
	}
	byEvent := map[*event][]*fideGame{}
	for k := range in {
		for i := range in[k].rated {
			g := &in[k].rated[i]
			byEvent[g.section.event] = append(byEvent[g.section.event], g)
		}
	}
	for _, played := range byEvent {
		p.capOnce(played)
	}
}

// capEach caps each difference, but for those from 2650 (Reading F7).
func (p *fidePeriod) capEach(games []fideGame, kind rating.Kind) {
	for i := range games {
		g := &games[i]
		switch {
		case g.gap() <= 400:
		case p.edition.realFrom2650 && kind == rating.Standard && g.own >= 2650: // Reading F7
			p.fire("F7 the real difference")
			if g.own == 2650 {
				p.fire("F7 2650")
			}
		default:
			if p.edition.realFrom2650 && g.opponent >= 2650 {
				p.fire("F7 capped for the lower-rated or in another list")
			}
			p.fire("8.3.1 difference capped")
			g.capped = true
		}
	}
}

// capOnce caps the largest difference of an event (Reading F5), of equal ones
// the earliest in the order of Reading G5.
func (p *fidePeriod) capOnce(games []*fideGame) {
	sort.Slice(games, func(i, j int) bool {
		x, y := games[i], games[j]
		switch {
		case x.date != y.date:
			return x.date < y.date
		case x.section.Name != y.section.Name:
			return x.section.Name < y.section.Name
		case x.round != y.round:
			return x.round < y.round
		}
		return x.start < y.start
	})
	var largest *fideGame
	for _, g := range games {
		if g.gap() > 400 && (largest == nil || g.gap() > largest.gap()) {
			largest = g
		}
	}
	if largest == nil {
		return
	}
	largest.capped = true
	p.fire("F5 the largest difference capped")
	for _, g := range games {
		switch {
		case g == largest || g.gap() <= 400:
		case g.gap() == largest.gap():
			p.fire("F5 an equal difference in full")
			if g.section != largest.section {
				p.fire("F5 an equal difference in another section")
			}
		default:
			p.fire("F5 a smaller difference in full")
		}
	}
}

// k gives the K of a player's month, with the cap of 700 (Reading F3).
func (p *fidePeriod) k(who *player, kind rating.Kind, m *fideMonth, first bool) int {
	l, n := who.list(kind), len(m.rated)
	k := p.kByRule(who, l, m.start)
	switch {
	case first && l.k != 0:
		p.fire("F3 K of the opening list")
		k = l.k
	case l.k != 0:
		panic("oracle: a K of the opening list after the first period")
	}
	if k*n > 700 {
		p.fire("8.3.3 K times games above 700")
		return 700 / n
	}
	if k*n == 700 {
		p.fire("8.3.3 K times games is 700")
	}
	return k
}

func (p *fidePeriod) kByRule(who *player, l *list, start int) int {
	best := max(l.best(), start)
	if best >= 2400 {
		if start < 2400 {
			p.fire("K 10: once 2400")
		}
		if l.best() < 2400 {
			p.fire("K 10: the inherited start")
		}
		return 10
	}
	if year, known := p.birthYear(who); known {
		age := p.from.Year() - year
		switch {
		case age > 18:
			if age == 19 {
				p.fire("K: the year after the 18th birthday")
			}
		case best < 2300:
			if age == 18 {
				p.fire("K 40: the year of the 18th birthday")
			}
			p.fire("K 40: junior")
			return 40
		default:
			p.fire("K: junior once 2300")
		}
	}
	if l.games < 30 {
		if l.games == 29 {
			p.fire("K 40: 29 games")
		}
		p.fire("K 40: few games")
		return 40
	}
	if l.games == 30 {
		p.fire("K 20: 30 games")
	}
	p.fire("K 20")
	return 20
}

// birthYear gives the year of birth, if it can be true on all events of the
// period in which the player is entered (Reading G8).
func (p *fidePeriod) birthYear(who *player) (int, bool) {
	year := 0
	for _, e := range p.events {
		for _, s := range e.sections {
			for _, id := range s.ids {
				if id != who.ID {
					continue
				}
				born, known := p.born(who, e.first)
				if !known {
					return 0, false
				}
				year = born.year
			}
		}
	}
	return year, year != 0
}

// calculator gives what FIDE's calculator adds to the average: 20 for each half
// point above one half, below it by table 8.1.1.
func calculator(halfPoints, games int) int {
	switch above := halfPoints - games; {
	case above > 0:
		return 20 * above
	case above == 0:
		return 0
	default:
		return dp(percentage(halfPoints, games))
	}
}
