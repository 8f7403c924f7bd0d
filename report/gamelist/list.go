// Package gamelist reads lists of games, a row for each: a plain table of White, result
// and Black, the game table of the Japanese results database, and the tags of PGN. Who
// plays is known by ID, or by name; start numbers are given in order of appearance.
package gamelist

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// row is a game of a list.
type row struct {
	event        string
	round        int // 0: not stated
	told         report.Told
	date         civil.Date // that it means; zero: none is told, or its order is not known
	kind         rating.Kind
	white, black side
	result       report.Result
	at           finding.At
}

// side is a player as a row names them.
type side struct {
	id, fideID, name, local, title, federation string
	rating                                     rating.Rating
}

// known returns the number by which a player is known, empty if there is none.
func (s *side) known() string { return cmp.Or(s.id, s.fideID) }

// list puts rows together.
type list struct {
	*finding.Collector
	room    report.Room
	report  *report.Report
	rows    []row
	counted bool // rounds were counted
	full    bool // there is no room for more players
}

// over reports whether reading must end.
func (l *list) over() bool { return l.full || l.Full() }

func newList(file string) *list {
	return &list{Collector: &finding.Collector{File: file}, report: &report.Report{File: file, NoTime: true}}
}

// add adds a row, and returns false when there is no more room.
func (l *list) add(r row) bool {
	if full := l.room.Take(report.Games, 1, r.at); full != nil {
		l.Add(*full)
		return false
	}
	l.rows = append(l.rows, r)
	return !l.Full()
}

// people finds out who is who in the rows of a section.
type people struct {
	*list
	section *report.Section
	byID    map[string]int // start numbers
	byName  map[string]int
}

// several is where a name leads that players with different IDs have.
const several = -1

// note adds the players that have an ID.
func (p *people) note(s *side, at finding.At) {
	id := s.known()
	if id == "" {
		return
	}
	name := report.FoldName(s.name)
	start, known := p.byID[id]
	if !known {
		start = p.enter(s, at)
		p.byID[id] = start
		if other, taken := p.byName[name]; taken && name != "" && other != start {
			start = several
		}
		p.byName[name] = start
		return
	}
	entry := &p.section.Players[start-1]
	p.rated(entry, s, at)
	switch {
	case name == "" || report.FoldName(entry.Name) == name:
		entry.NameLocal = cmp.Or(entry.NameLocal, s.local)
		entry.Rating = cmp.Or(entry.Rating, s.rating)
	case entry.Name == "":
		entry.Name = s.name
		p.byName[name] = start
	default:
		p.Add(finding.Refusal("list-id-of-two", at, finding.Text("id", id), finding.Text("name", entry.Name), finding.Text("other", s.name)))
	}
}

// rated notes that a player has another rating than before.
func (p *people) rated(entry *report.Player, s *side, at finding.At) {
	if entry.Rating != 0 && s.rating != 0 && entry.Rating != s.rating {
		p.Add(finding.New("list-ratings-differ", finding.Warning, at, finding.Text("name", s.name), finding.Text("rating", entry.Rating.String()), finding.Text("other", s.rating.String())))
	}
}

// start returns the start number of a side of a game.
func (p *people) start(s *side, at finding.At) int {
	if start := p.byID[s.known()]; start != 0 {
		return start
	}
	name := report.FoldName(s.name)
	start, known := p.byName[name]
	switch {
	case start == several:
		p.Add(finding.Refusal("list-name-of-two", at, finding.Text("name", s.name)))
		return 0
	case !known:
		start = p.enter(s, at)
		p.byName[name] = start
	default:
		entry := &p.section.Players[start-1]
		p.rated(entry, s, at)
		entry.Rating, entry.Title, entry.Federation = cmp.Or(entry.Rating, s.rating), cmp.Or(entry.Title, s.title), cmp.Or(entry.Federation, s.federation)
	}
	return start
}

// enter adds a player, and returns their start number.
func (p *people) enter(s *side, at finding.At) int {
	if full := p.room.Take(report.Players, 1, at); full != nil {
		p.Add(*full)
		p.full = true
		return 0
	}
	start := len(p.section.Players) + 1
	p.section.Players = append(p.section.Players, report.Player{
		StartNumber: start, ID: s.id, FideID: s.fideID, Name: s.name, NameLocal: s.local, Title: s.title, Federation: s.federation, Rating: s.rating, At: at,
	})
	return start
}

// day reads the day of a row, and returns false for a text that is none. What it means is found out
// when all rows are known.
func (r *row) day(text string) bool {
	r.told = report.Tell(text, r.at)
	return len(r.told.Days()) > 0
}

// settle finds out which days the rows mean.
func (l *list) settle(known civil.Order) {
	told := make([]report.Told, len(l.rows))
	for i := range l.rows {
		told[i] = l.rows[i].told
	}
	days, found := report.SettleDays(l.report, told, known)
	for _, f := range found {
		l.Add(f)
	}
	for i := range l.rows {
		l.rows[i].date = days[i]
	}
}

// finish makes a report of the rows: a section for each type. The order of the days may be known.
func (l *list) finish(known civil.Order) (*report.Report, []finding.Finding) {
	to := l.report
	l.settle(known)
	events := map[string]bool{}
	var kinds []rating.Kind
	for i := range l.rows {
		r := &l.rows[i]
		if key := report.FoldName(r.event); r.event != "" && !events[key] {
			if events[key] = true; len(events) > 1 {
				l.Add(finding.Refusal("list-several-events", r.at, finding.Text("name", to.Name), finding.Text("other", r.event)))
				return to, l.Findings
			}
			to.Name = r.event
		}
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
	}
	if undated := slices.IndexFunc(l.rows, func(r row) bool { return r.date == 0 }); undated >= 0 && to.Start != 0 {
		r := &l.rows[undated]
		l.Add(finding.New("list-date-missing", finding.Info, r.at, finding.Text("white", cmp.Or(r.white.name, r.white.id)), finding.Text("black", cmp.Or(r.black.name, r.black.id))))
	}
	slices.Sort(kinds)
	for _, kind := range kinds {
		to.Sections = append(to.Sections, report.Section{})
		s := &to.Sections[len(to.Sections)-1]
		if len(kinds) > 1 {
			if s.Type = kind; kind != 0 {
				s.Name = strings.ToUpper(kind.String()[:1]) + kind.String()[1:]
			}
		} else if kind != 0 {
			to.Type = kind
		}
		l.section(s, kind)
	}
	if l.counted {
		l.Add(finding.New("rounds-counted", finding.Info, finding.At{}))
	}
	for _, f := range to.ReadWords() {
		l.Add(f)
	}
	return to, l.Findings
}

// section fills a section with the rows of a type.
func (l *list) section(s *report.Section, kind rating.Kind) {
	p := &people{l, s, map[string]int{}, map[string]int{}}
	for i := range l.rows {
		if r := &l.rows[i]; r.kind == kind && !l.over() {
			p.note(&r.white, r.at)
			p.note(&r.black, r.at)
		}
	}
	last := map[int]int{} // round of each player
	for i := range l.rows {
		r := &l.rows[i]
		if r.kind != kind || l.over() {
			continue
		}
		g := report.Game{Round: r.round, White: p.start(&r.white, r.at), Black: p.start(&r.black, r.at), Date: r.date, Result: r.result, At: r.at}
		if g.White == 0 || g.Black == 0 {
			continue
		}
		if g.Round == 0 {
			g.Round = max(last[g.White], last[g.Black]) + 1
			l.counted = true
		}
		last[g.White], last[g.Black] = max(last[g.White], g.Round), max(last[g.Black], g.Round)
		s.Games = append(s.Games, g)
	}
}
