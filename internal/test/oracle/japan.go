package oracle

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// japanEdition holds the differences between the two Japanese editions, and the
// options.
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

// isJapanese reports whether a regulation is one of the editions, or their family.
func isJapanese(regulation string) bool {
	for _, e := range japanEditions {
		if e.id == regulation {
			return true
		}
	}
	return regulation == "japan"
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
	starts map[string]*[rating.Kinds]int // 6(1), 6(2): starting ratings
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

// choose selects the edition in force on the period's first day (Reading G9).
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

// start returns a player's starting rating in each list: the rating there, else
// that of the other list (6(1), Reading J22), else FIDE's (6(2), Reading J23);
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
