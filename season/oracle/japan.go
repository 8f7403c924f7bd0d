package oracle

import (
	"math/big"
	"sort"
	"strconv"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// japanEdition is what the two Japanese editions differ in, with the options.
type japanEdition struct {
	id           string
	sharedK      bool // Reading J1
	standardOnly bool // for qualification, Reading J14
}

var japanEditions = []struct {
	inForce civil.Date
	japanEdition
}{
	{civil.Of(2022, 9, 1), japanEdition{"ncs-2022", true, true}},
	{civil.Of(2023, 8, 1), japanEdition{"jcf-2023", false, false}},
}

// japanKinds are the lists that are issued (1(3)).
var japanKinds = []rating.Kind{rating.Standard, rating.Rapid}

// standardOrRapid minus one of the two kinds is the other.
const standardOrRapid = rating.Standard + rating.Rapid

// japan rates a period.
type japan struct {
	*bureau
	options map[string]string
	edition japanEdition
	*group
	starts map[string]*[rating.Kinds]int // 6(1), 6(2): what each plays with
}

func (b *bureau) japan(regulation string, options map[string]string, events []*event) {
	// 3(3), Reading J16: by receipt, from the 21st to the 20th.
	for _, g := range grouped(events, func(e *event) (from, to civil.Date) {
		_, _, day := e.received.Split()
		before := 0
		if day <= 20 {
			before = -1
		}
		first, _ := month(e.received, before)
		next, _ := month(e.received, before+1)
		if day == 20 || day == 21 {
			b.fire("3(3) first or last day of the period")
		}
		return first + 20, next + 19
	}) {
		j := &japan{bureau: b, options: options, group: g, starts: map[string]*[rating.Kinds]int{}}
		if !j.choose(regulation) {
			b.fire("G9 no edition")
			continue
		}
		switch options["k_scope"] {
		case "shared":
			j.edition.sharedK = true
		case "per-list":
			j.edition.sharedK = false
		}
		j.period()
	}
}

// choose finds the edition in force on the period's first day (Reading G9).
func (j *japan) choose(regulation string) bool {
	found := false
	for _, e := range japanEditions {
		if e.id == regulation || regulation == "japan" && e.inForce <= j.from {
			j.edition, found = e.japanEdition, true
		}
	}
	if found && regulation == "japan" {
		j.fire("G9 " + j.edition.id)
	}
	return found
}

func (j *japan) period() {
	j.welcome(j.events)
	after, _ := month(j.to, 1)
	p := &Period{Label: label(after), From: j.from, To: j.to, Edition: j.edition.id, Lines: map[string]*[rating.Kinds]Line{}}
	for id, who := range j.players {
		j.starts[id] = j.start(who)
		lines := &[rating.Kinds]Line{}
		for i := range lines {
			lines[i].Previous = who.lists[i].rating
		}
		p.Lines[id] = lines
	}

	var games []game
	for _, e := range j.events {
		for _, s := range e.sections {
			s.Kind = j.kind(s)
			s.Refused = s.Kind == rating.Blitz
			p.Sections = append(p.Sections, s.Section)
			if s.Refused {
				j.fire("G6 no list for blitz")
				continue
			}
			for _, id := range s.ids {
				s.Rows[id] = newRow(j.starts[id][s.Kind-1])
			}
			for _, g := range s.games {
				if j.counts(&g) {
					games = append(games, g)
				}
			}
		}
	}
	sortGames(games)

	j.changes(p, games)
	j.firsts(p, games)
	j.performances(games)

	for id, who := range j.players {
		for _, k := range rating.AllKinds {
			l, line := who.list(k), &p.Lines[id][k-1]
			line.Qualifies = k != rating.Blitz && j.qualifies(who, k)
			line.Rating, line.Total, line.Peak, line.Pool = l.rating, l.games, l.best(), poolText(l.pool)
		}
	}
	j.finish(p)
}

// start gives what a player plays with in each list: the rating there, else the
// one of the other list (6(1), Reading J22), else FIDE's (6(2), Reading J23);
// 0 for an unrated player.
func (j *japan) start(who *player) *[rating.Kinds]int {
	starts := &[rating.Kinds]int{}
	for _, k := range japanKinds {
		own := who.list(k).rating
		if own == 0 {
			own = who.list(standardOrRapid - k).rating
		}
		for _, fide := range who.Fide {
			if own == 0 {
				own = int(fide)
			}
		}
		starts[k-1] = own
	}
	return starts
}

// kind decides the type (Reading G6) by the definitions.
func (j *japan) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := j.fastest(s)
	if !known {
		if said == 0 {
			j.fire("J13 no type: standard") // 4(7)
			return rating.Standard
		}
		return said
	}
	decided := rating.Blitz
	switch {
	case time >= 60*60:
		decided = rating.Standard
		if time == 60*60 {
			j.fire("4(6) exactly 60 minutes")
		}
	case time >= 45*60:
		decided = rating.Rapid
		switch {
		case s.event.report.FIDEEvent:
			j.fire("J19 45 minutes, FIDE event")
		case said == rating.Standard:
			j.fire("J19 45 minutes, declared standard")
			decided = rating.Standard
		case said == 0:
			j.fire("J19 45 minutes, nothing declared")
			decided = rating.Standard
		default:
			j.fire("J19 45 minutes, declared otherwise")
		}
	case time >= 10*60:
		decided = rating.Rapid
		if time == 10*60 {
			j.fire("J18 exactly 10 minutes")
		}
	}
	if said != 0 && said != decided {
		j.fire("G6 declared type disagrees")
	}
	return decided
}

// counts says whether a game is counted at all.
func (j *japan) counts(g *game) bool {
	if !g.played() {
		switch {
		case !g.unrated:
			j.fire("5(3) forfeit")
		default:
			j.fire("G7 game for points only")
		}
		return false
	}
	e := g.section.event
	if late := e.received - g.date; late > 90 {
		if j.options["late"] == "exclude" {
			j.fire("J24 late game excluded")
			return false
		}
		j.fire("J24 late game counted")
	} else if late == 90 {
		j.fire("J24 reported on the 90th day")
	}
	for _, id := range []string{g.white, g.black} {
		member := j.players[id].Member
		if member.From == 0 && member.To == 0 {
			continue // not known
		}
		if e.first < member.From || member.To != 0 && member.To < e.last {
			if j.options["non_members"] == "exclude" {
				j.fire("J15 non-member excluded")
				return false
			}
			j.fire("J15 non-member counted")
		}
	}
	return true
}

// sortGames puts games into playing order (Reading G5): by date, event start,
// end, name, section, round, White's start number.
func sortGames(games []game) {
	sort.Slice(games, func(i, j int) bool {
		x, y := &games[i], &games[j]
		switch {
		case x.date != y.date:
			return x.date < y.date
		case x.section.event.first != y.section.event.first:
			return x.section.event.first < y.section.event.first
		case x.section.event.last != y.section.event.last:
			return x.section.event.last < y.section.event.last
		case x.section.event.report.Name != y.section.event.report.Name:
			return x.section.event.report.Name < y.section.event.report.Name
		case x.section.Name != y.section.Name:
			return x.section.Name < y.section.Name
		case x.round != y.round:
			return x.round < y.round
		}
		return x.start < y.start
	})
}

// changes rates the players with a rating, game by game.
func (j *japan) changes(p *Period, games []game) {
	type move struct {
		sum *big.Rat
		ks  []int
	}
	moves := map[string]*[rating.Kinds]move{}
	rowKs := map[*Row][]int{}
	for i := range games {
		g := &games[i]
		kind := g.section.Kind
		for _, s := range g.seats() {
			own, opponent := j.starts[s.id][kind-1], j.starts[s.opponent][kind-1]
			if own == 0 {
				continue
			}
			if opponent == 0 {
				j.fire("J6 rated against unrated")
				continue
			}
			if moves[s.id] == nil {
				moves[s.id] = &[rating.Kinds]move{}
			}
			m := &moves[s.id][kind-1]
			if m.sum == nil {
				m.sum = new(big.Rat)
			}
			k := j.k(s.id, g, own, moves[s.id][0].ks, moves[s.id][1].ks)
			d := own - opponent
			if d > 400 || d < -400 { // 5(4), Reading J17
				j.fire("5(4) difference capped")
				d = max(-400, min(400, d))
			}
			pd := expected(d)
			c := points(50*s.score-pd, k)
			m.sum.Add(m.sum, c)
			m.ks = append(m.ks, k)

			row := g.section.Rows[s.id]
			row.Games++
			row.Score += s.score
			row.Expected += pd
			row.Change.Add(row.Change, c)
			rowKs[row] = append(rowKs[row], k)
			row.K = kept(rowKs[row])
		}
	}
	for id, m := range moves {
		for _, kind := range japanKinds {
			if m[kind-1].sum == nil {
				continue
			}
			l, line := j.players[id].list(kind), &p.Lines[id][kind-1]
			own := j.starts[id][kind-1]
			if l.rating == 0 {
				line.Previous = own
				if j.players[id].list(standardOrRapid-kind).rating != 0 {
					j.fire("6(1) inherited from the other list")
				} else {
					j.fire("6(2) inherited from FIDE")
				}
			}
			line.Games = len(m[kind-1].ks)
			line.K = kept(m[kind-1].ks)
			if line.K == 0 {
				j.fire("J2 several K in a period")
			}
		}
	}
	// New ratings only now: a start is looked up in the list before (J22).
	for id, m := range moves {
		for _, kind := range japanKinds {
			if m[kind-1].sum == nil {
				continue
			}
			l := j.players[id].list(kind)
			own := j.starts[id][kind-1]
			l.peak = max(l.best(), own)
			l.rating = own + j.halfAway(m[kind-1].sum) // 5(2)
			if l.rating < 400 {
				j.fire("J11 floor")
				l.rating = 400 // 5(5)
			}
			l.peak = l.best()
			l.games += len(m[kind-1].ks)
		}
	}
}

// k chooses the K of a game (5(1), Readings J2, J21). The last two are the Ks of
// the player's games so far in the period, by list.
func (j *japan) k(id string, g *game, own int, standard, rapid []int) int {
	who := j.players[id]
	kind := g.section.Kind
	this := who.list(kind)
	peak, before := max(own, this.best()), this.games
	if kind == rating.Standard {
		before += len(standard)
	} else {
		before += len(rapid)
	}
	alone, few := peak, before
	if j.edition.sharedK { // Reading J1
		peak = max(peak, who.lists[0].best(), who.lists[1].best())
		before = who.lists[0].games + who.lists[1].games + len(standard) + len(rapid)
	}
	if peak >= 2400 {
		if own < 2400 {
			j.fire("5(1) once 2400")
		}
		if alone < 2400 {
			j.fire("J1 2400 in the other list")
		}
		return 10
	}
	if born, known := j.born(who, g.section.event.first); known {
		newYear := civil.Of(g.date.Year(), 1, 1)
		age := born.age(newYear) // Reading J20
		if age < 18 {
			if born.age(g.date) >= 18 {
				j.fire("J20 18 in the year of the game")
			}
			if own < 2300 {
				j.fire("5(1) junior")
				return 40
			}
			j.fire("J21 junior of 2300")
		} else if age == 18 && born.month == 1 && born.day == 1 {
			j.fire("J20 18 on 1 January")
		}
	}
	if before < 18 {
		if who.EnteredUnrated { // Reading J3
			if this.rating == 0 {
				j.fire("J3 first 18 games after an inherited start")
			}
			j.fire("J3 first 18 games")
			if before == 17 {
				j.fire("J2 the 18th game")
			}
			return 40
		}
		if j.options["k40_for_inherited"] == "true" {
			j.fire("J4 K=40 for an inherited rating")
			return 40
		}
		j.fire("J4 K=20 for an inherited rating")
	} else if few < 18 && who.EnteredUnrated {
		j.fire("J1 18 games with those of the other list")
	}
	return 20
}

// firsts pools the games of unrated players, and makes first ratings.
func (j *japan) firsts(p *Period, games []game) {
	type found struct {
		event *event
		pool  pooledEvent
		rows  []*Row
	}
	pools := map[string]*[rating.Kinds][]*found{}
	for i := range games {
		g := &games[i]
		kind, e := g.section.Kind, g.section.event
		for _, s := range g.seats() {
			if j.starts[s.id][kind-1] != 0 {
				continue
			}
			if pools[s.id] == nil {
				pools[s.id] = &[rating.Kinds][]*found{}
			}
			var in *found
			for _, f := range pools[s.id][kind-1] {
				if f.event == e {
					in = f
				}
			}
			if in == nil {
				in = &found{event: e, pool: pooledEvent{end: e.last}}
				pools[s.id][kind-1] = append(pools[s.id][kind-1], in)
			}
			pooled := pooledGame{opponent: j.starts[s.opponent][kind-1], score: s.score}
			if pooled.opponent == 0 { // 6(4), Reading J5
				j.fire("J5 unrated against unrated")
				pooled.opponent, pooled.uncounted = 1000, true
			}
			in.pool.games = append(in.pool.games, pooled)
			row := g.section.Rows[s.id]
			row.Games++
			row.Score += s.score
			in.rows = append(in.rows, row)
		}
	}
	for id, kinds := range pools {
		who := j.players[id]
		for _, kind := range japanKinds {
			l := who.list(kind)
			for _, e := range j.events { // by end, start, name (Reading G5)
				for _, f := range kinds[kind-1] {
					if f.event != e {
						continue
					}
					score := 0
					for _, g := range f.pool.games {
						score += g.score
					}
					if l.pool == nil && l.games == 0 && score == 0 {
						j.fire("J8 first event without a point")
						f.pool = pooledEvent{end: e.last, disregarded: true}
						for _, row := range f.rows {
							row.Games, row.Score = 0, 0
						}
					}
					l.pool = append(l.pool, f.pool)
				}
			}
			if len(kinds[kind-1]) > 0 {
				j.forget(l)
				j.first(l, &p.Lines[id][kind-1])
			}
		}
		if who.lists[0].rating != 0 || who.lists[1].rating != 0 { // Reading J7
			if who.lists[0].rating != 0 && who.lists[1].rating != 0 {
				j.fire("J7 two first ratings in a period")
			}
			for _, kind := range japanKinds {
				l := who.list(kind)
				if l.pool != nil && l.rating == 0 {
					j.fire("J7 pool lapsed")
				}
				l.pool = nil
			}
		}
	}
}

// forget drops what is older than the option allows (Reading J7): the months of
// the calendar end with the one in which the period ends. That there was a
// first event is remembered.
func (j *japan) forget(l *list) {
	months, err := strconv.Atoi(j.options["pool_months"])
	if err != nil || months == 0 {
		return
	}
	since, _ := month(j.to, 1-months)
	var kept []pooledEvent
	for _, e := range l.pool {
		if e.end < since && len(e.games) > 0 {
			j.fire("J7 pooled games too old")
			e = pooledEvent{end: e.end, disregarded: true}
		}
		kept = append(kept, e)
	}
	l.pool = kept
}

// first makes a first rating if the pool is large enough (6(3), 6(4)).
func (j *japan) first(l *list, line *Line) {
	var opponents []int
	counted, score := 0, 0
	for _, e := range l.pool {
		for _, g := range e.games {
			opponents = append(opponents, g.opponent)
			score += g.score
			if !g.uncounted {
				counted++
			}
		}
	}
	if counted < 4 {
		if len(opponents) >= 4 {
			j.fire("J5 four games, but not four that count")
		}
		return
	}
	if score == 0 {
		j.fire("J8 still without a point")
		return
	}
	n := len(opponents)
	if n > counted {
		j.fire("J5 uncounted games in a first rating")
	}
	rc := average(opponents) // Reading J10
	sum := 0
	for _, o := range opponents {
		sum += o
	}
	if 2*(sum%n) == n {
		j.fire("J10 half a point in the average")
	}
	h := score - n // half points above 50 %, Reading J9
	switch {
	case h > 0:
		j.fire("J9 above 50 %")
		l.rating = rc + 20*h
	case h == 0:
		j.fire("J9 at 50 %")
		l.rating = rc
	default:
		j.fire("J9 below 50 %")
		l.rating = rc + dp(percentage(score, n))
	}
	if l.rating < 400 {
		j.fire("J11 floor of a first rating")
		l.rating = 400
	}
	l.games += counted
	l.peak = l.best()
	line.Games = counted
}

// performances gives each row its average, percentage and performance by table
// 8.1.1, over the games that count for it.
func (j *japan) performances(games []game) {
	opponents := map[*Row][]int{}
	for i := range games {
		g := &games[i]
		for _, s := range g.seats() {
			row := g.section.Rows[s.id]
			opponent := j.starts[s.opponent][g.section.Kind-1]
			switch {
			case opponent == 0 && row.Rating != 0:
				continue
			case opponent == 0:
				opponent = 1000
			}
			opponents[row] = append(opponents[row], opponent)
		}
	}
	for row, list := range opponents {
		if row.Games == 0 {
			continue // of a first event that is disregarded
		}
		row.AverageOpponent = average(list)
		row.Percent = percentage(row.Score, row.Games)
		row.Performance = row.AverageOpponent + dp(row.Percent)
	}
}

// qualifies says whether a rating may serve for qualification (6(3), Reading
// J14).
func (j *japan) qualifies(who *player, kind rating.Kind) bool {
	l := who.list(kind)
	if l.rating == 0 {
		return false
	}
	if l.games == 18 || l.games == 19 {
		j.fire("J14 18 or 19 games")
	}
	if j.edition.standardOnly {
		return kind == rating.Standard && l.games > 18
	}
	if l.games <= 18 && !who.EnteredUnrated {
		j.fire("J14 few games, but did not enter unrated")
	}
	return l.games > 18 || !who.EnteredUnrated
}
