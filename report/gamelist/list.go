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
	date         civil.Date
	text         string // the day as written, if its order matters
	kind         rating.Kind
	white, black side
	result       report.Result
	at           finding.At
}

// side is a player as a row names them.
type side struct {
	id, fideID, name, local, title string
	rating                         rating.Rating
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
		p.rated(&p.section.Players[start-1], s, at)
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
		StartNumber: start, ID: s.id, FideID: s.fideID, Name: s.name, NameLocal: s.local, Title: s.title, Rating: s.rating, At: at,
	})
	return start
}

// day reads the day of a row, and returns false for a text that is none. What it means is found out
// when all rows are known.
func (r *row) day(text string) bool {
	text = civil.WithoutTime(text)
	w, _ := civil.Read(text)
	days := w.Days()
	if len(days) == 1 {
		r.date = days[0]
	}
	if len(days) > 1 || len(days) == 1 && len(w.Orders()) < len(civil.Orders) {
		r.text = text
	}
	return len(days) > 0
}

// in returns the days of the rows as written in an order, and false if they are not.
func (l *list) in(o civil.Order) (days []civil.Date, fits bool) {
	fits = true
	for i := range l.rows {
		day, ok := l.rows[i].date, true
		if l.rows[i].text != "" {
			w, _ := civil.Read(l.rows[i].text)
			day, ok = w.Day(o)
		}
		days, fits = append(days, day), fits && ok
	}
	return days, fits
}

// settle finds out which days the rows mean: by those that have one order only, then by the order
// that the caller knows. It never guesses: what stays open is asked.
func (l *list) settle(known civil.Order) {
	open := slices.IndexFunc(l.rows, func(r row) bool { return r.text != "" && r.date == 0 })
	if open < 0 {
		return
	}
	because, orders, ways := "by-dates", []civil.Order{}, [][]civil.Date{}
	for _, o := range civil.Orders {
		if days, fits := l.in(o); fits && !slices.ContainsFunc(ways, func(w []civil.Date) bool { return slices.Equal(w, days) }) {
			orders, ways = append(orders, o), append(ways, days)
		}
	}
	if n := slices.Index(orders, known); n >= 0 && len(ways) > 1 {
		because, orders, ways = "by-option", orders[n:n+1], ways[n:n+1]
	}
	switch at := l.rows[open].at; len(ways) {
	case 0:
		l.Add(finding.Refusal("value-impossible", at, finding.Quoted("text", l.rows[open].text), finding.Text("form", "date")))
	case 1:
		l.Add(finding.New("date-order", finding.Info, at, finding.Text("order", orders[0].String()), finding.Text("because", because)))
		for i := range l.rows {
			l.rows[i].date = ways[0][i]
		}
	default:
		l.unclear(ways, false)
		l.unclear(ways, true)
		for i := range l.rows {
			l.rows[i].date = 0
		}
	}
}

// unclear notes what the first or last day may be.
func (l *list) unclear(ways [][]civil.Date, end bool) {
	for _, days := range ways {
		n := -1
		for i, day := range days {
			if day != 0 && (n < 0 || !end && day < days[n] || end && day > days[n]) {
				n = i
			}
		}
		u := report.Unclear{End: end, Text: cmp.Or(l.rows[n].text, days[n].String()), At: l.rows[n].at}
		for _, other := range ways {
			if !slices.Contains(u.Days, other[n]) {
				u.Days = append(u.Days, other[n])
			}
		}
		if !slices.ContainsFunc(l.report.Unclear, func(o report.Unclear) bool { return o.End == end && o.Text == u.Text }) {
			l.report.Unclear = append(l.report.Unclear, u)
		}
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
		if r.date != 0 {
			if to.Start == 0 || r.date < to.Start {
				to.Start = r.date
			}
			to.End = max(to.End, r.date)
		}
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
