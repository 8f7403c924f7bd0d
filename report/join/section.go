package join

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// section adds a section to the event, out of its parts in the files.
func (e *Event) section(group []part, known Known) {
	at := len(e.Report.Sections)
	base := e.base(group)
	s := *base.section
	s.Name = e.called(s.Name, s.At)
	s.Players = slices.Clone(s.Players)
	base.start = map[int]int{}
	for i := range s.Players {
		base.start[s.Players[i].StartNumber] = s.Players[i].StartNumber
	}
	broken := func(p part) bool { return e.broken[p.file][p.section.Name] }
	whole := broken(base) // it is refused as it is
	var parts, unused []part
	for _, p := range group {
		if p.section == base.section {
			p = base
		} else {
			p.start = e.entries(&s, p.section, known, !whole && !broken(p))
		}
		p.at = at
		e.parts = append(e.parts, p)
		switch {
		case !e.useless(p, group):
			parts = append(parts, p)
		case !broken(p): // whose games are in another one
		case !whole:
			unused = append(unused, p)
		}
	}
	if !whole {
		e.disputed(&s, parts)
	}
	e.Report.Sections = append(e.Report.Sections, s)
	if !whole && len(parts) > 1 {
		e.about(&e.Report.Sections[at], parts)
		e.games(&e.Report.Sections[at], parts)
	}
	for _, p := range unused {
		told := finding.New("section-unused", finding.Warning, p.section.At, finding.Text("file", p.file.Report.File))
		if e.has(p) < len(p.section.Games) {
			told = finding.New("section-refused", finding.Warning, p.section.At, told.Values...)
		}
		e.add(told.In(s.Name))
	}
}

// disputed tells of the games about which a sound file contradicts itself, as of those about
// which files do: they are disputed no more. The points of their players cannot be compared.
func (e *Event) disputed(s *report.Section, parts []part) {
	s.Disputed = nil
	for _, p := range parts {
		for _, d := range p.section.Disputed {
			d.White, d.Black = p.start[d.White], p.start[d.Black]
			for i := range p.section.Games {
				g := &p.section.Games[i]
				white, black := p.start[g.White], p.start[g.Black]
				if of := (GameRef{g.Round, white, black}); g.Round == d.Round && (white == d.White || black == d.White || d.Black != 0 && (white == d.Black || black == d.Black)) {
					other := *g
					other.White, other.Black = white, black
					e.Differences = append(e.Differences, Difference{What: "result", Section: s.Name, InSection: true, Game: of, Stated: []string{score(&other), score(&d)}})
				}
			}
			for i := range s.Players {
				if n := s.Players[i].StartNumber; n == d.White || n == d.Black {
					s.Players[i].Points = nil
				}
			}
		}
	}
}

// base returns the part whose start numbers are those of the section: the first one
// that holds together, if there is one. One that does not adds nothing to others.
func (e *Event) base(group []part) part {
	sound := slices.IndexFunc(group, func(p part) bool { return !e.useless(p, group) })
	return group[max(sound, 0)]
}

// useless reports whether a part adds no games: it does not hold together, or tells no rounds and
// another one does.
func (e *Event) useless(p part, group []part) bool {
	return e.broken[p.file][p.section.Name] || p.section.NoRounds && slices.ContainsFunc(group, func(o part) bool {
		return !o.section.NoRounds && !e.broken[o.file][o.section.Name] && len(o.section.Games) >= len(p.section.Games)
	})
}

// called returns a name for a section that no other has: programs export each group
// of an event without a name.
func (e *Event) called(name string, at finding.At) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(e.Report.Sections, func(s report.Section) bool { return report.FoldName(s.Name) == report.FoldName(name) })
	}
	if !taken(name) {
		return name
	}
	called := name
	for n := 2; taken(called); n++ {
		called = strings.TrimSpace(fmt.Sprintf("%s %d", name, n))
	}
	e.add(finding.New("section-renamed", finding.Warning, at, finding.Text("called", cmp.Or(name, "-"))).In(called))
	return called
}

// entries finds the entries of a part in a section, and fills in what the section does
// not say of them. With add, entries that the section lacks are added to it. It
// returns the start numbers in the section by those in the part.
func (e *Event) entries(s, from *report.Section, known Known, add bool) map[int]int {
	stage := newStage(s, from, known)
	start := map[int]int{}
	used, last := map[int]bool{}, 0
	for i := range s.Players {
		n := s.Players[i].StartNumber
		used[n], last = true, max(last, n)
		if there := stage.Start[n]; there != 0 && start[there] == 0 {
			start[there] = n
		}
	}
	index := report.NewIndex(s)
	for i := range from.Players {
		p := from.Players[i]
		if n := start[p.StartNumber]; n != 0 {
			if add {
				e.fill(s, &s.Players[index.Of(n)], &p)
			}
			continue
		}
		if !add {
			continue
		}
		n := p.StartNumber
		if used[n] {
			last++
			n = last
		}
		used[n], last = true, max(last, n)
		start[p.StartNumber], p.StartNumber = n, n
		s.Players = append(s.Players, p)
	}
	return start
}

// fill takes from another file what an entry does not say, but for its points and rank:
// they are those of that file's games.
func (e *Event) fill(s *report.Section, to, from *report.Player) {
	for _, id := range []struct{ what, have, other string }{{"id", e.id(to), e.id(from)}, {"fide_id", fideID(to), fideID(from)}} {
		if id.have != "" && id.other != "" && id.have != id.other {
			e.Differences = append(e.Differences, Difference{What: id.what, Section: s.Name, InSection: true, Start: to.StartNumber, Stated: []string{id.have, id.other}})
		}
	}
	for field, value := range map[*string]string{
		&to.ID: from.ID, &to.Name: from.Name, &to.NameLocal: from.NameLocal, &to.Sex: from.Sex, &to.Title: from.Title, &to.Federation: from.Federation,
		&to.Club: from.Club, &to.Email: from.Email, &to.FideID: from.FideID,
	} {
		*field = cmp.Or(*field, value)
	}
	to.Birth, to.Rating = cmp.Or(to.Birth, from.Birth), cmp.Or(to.Rating, from.Rating)
	for _, n := range from.National {
		if !slices.ContainsFunc(to.National, func(have report.National) bool { return have.Federation == n.Federation }) {
			to.National = append(slices.Clip(to.National), n)
		}
	}
}

// id returns the ID that an entry states, be it as a number of its federation or in FIDE's field,
// where it is told by its letters.
func (e *Event) id(p *report.Player) string {
	if p.ID != "" {
		return p.ID
	}
	if p.FideID != fideID(p) {
		return p.FideID
	}
	for _, n := range p.National {
		if n.Federation == e.federation || e.federation == "" && len(p.National) == 1 {
			return n.Number
		}
	}
	return ""
}

// fideID returns the FIDE ID that an entry states, which has digits only.
func fideID(p *report.Player) string {
	if strings.Trim(p.FideID, "0123456789") != "" {
		return ""
	}
	return p.FideID
}

// version is a game as a file has it, in the start numbers of the section.
type version struct {
	part int
	game report.Game
}

// games puts the games and byes of the parts together.
func (e *Event) games(s *report.Section, parts []part) {
	versions := map[meeting][]version{}
	var order []meeting
	rounds := make([]map[int]bool, len(parts)) // that each part has
	for n, p := range parts {
		rounds[n] = map[int]bool{}
		for _, g := range p.section.Games {
			rounds[n][g.Round] = true
			g.White, g.Black = p.start[g.White], p.start[g.Black]
			key := meet(g.Round, g.White, g.Black)
			if versions[key] == nil {
				order = append(order, key)
			}
			versions[key] = append(versions[key], version{n, g})
		}
	}
	type place struct{ round, start int }
	busy := map[place]bool{}
	had := len(s.Games)
	s.Games = nil
	for _, key := range order {
		all := versions[key]
		g := all[0].game
		ref := GameRef{g.Round, g.White, g.Black}
		differ := func(what string, stated ...string) {
			e.Differences = append(e.Differences, Difference{What: what, Section: s.Name, InSection: true, Game: ref, Stated: stated})
		}
		for n := range parts {
			if rounds[n][key.round] && !slices.ContainsFunc(all, func(v version) bool { return v.part == n }) {
				differ("missing", parts[n].file.Report.File)
			}
		}
		for _, v := range all[1:] {
			other := v.game
			if other.White != g.White || other.Result != g.Result {
				differ("result", score(&g), score(&other))
			}
			if g.Date != 0 && other.Date != 0 && g.Date != other.Date {
				differ("date", g.Date.String(), other.Date.String())
			}
			g.Date, g.Unrated = cmp.Or(g.Date, other.Date), g.Unrated || other.Unrated
		}
		white, black := place{g.Round, g.White}, place{g.Round, g.Black}
		if busy[white] || busy[black] {
			continue // one has another opponent in another file: that game is missing here, this one there
		}
		busy[white], busy[black] = true, true
		s.Games = append(s.Games, g)
	}
	s.Byes = nil
	for _, p := range parts {
		for _, b := range p.section.Byes {
			b.Player = p.start[b.Player]
			if at := (place{b.Round, b.Player}); !busy[at] {
				busy[at] = true
				s.Byes = append(s.Byes, b)
			}
		}
	}
	if len(s.Games) != had { // what the files count is not of all rounds
		for i := range s.Players {
			s.Players[i].Points, s.Players[i].Rank = nil, 0
		}
	}
}

// received notes on which day the round of each game was first reported, by whatever
// file: one that another took the place of has it in time, too.
func (e *Event) received() {
	type round struct{ section, round int }
	days := map[round]civil.Date{}
	for _, p := range e.parts {
		for i := range p.section.Games {
			at := round{p.at, p.section.Games[i].Round}
			if day := days[at]; day == 0 || p.file.Day < day {
				days[at] = p.file.Day
			}
		}
	}
	for i := range e.Report.Sections {
		games := slices.Clone(e.Report.Sections[i].Games)
		for j := range games {
			games[j].Received = days[round{i, games[j].Round}]
		}
		e.Report.Sections[i].Games = games
	}
}

// score writes a game as it is told apart: its colours and result.
func score(g *report.Game) string { return fmt.Sprintf("%d–%d %s", g.White, g.Black, g.Result) }
