package join

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// tell adds the findings about what the files state differently, in the order of the
// event: one for each field, and of each section one for its entries and its games.
func (e *Event) tell() {
	e.index()
	told := map[[2]string]bool{}
	for i := range e.Differences {
		d := &e.Differences[i]
		value := finding.Text("stated", strings.Join(d.Stated, " / "))
		key := [2]string{d.id(), d.Section}
		if !d.InSection {
			e.add(finding.New("field-differs", finding.Warning, finding.At{}, finding.Text("field", d.What), value))
			continue
		}
		var f finding.Finding
		switch key[0] {
		case "field-differs":
			f = finding.New("field-differs", finding.Warning, finding.At{}, finding.Text("field", d.What), value)
		case "entry-differs":
			f = finding.New("entry-differs", finding.Warning, finding.At{}, finding.Int("player", d.Start), value)
		case "games-differ":
			games := e.holds[key].order
			f = finding.New("games-differ", finding.Warning, finding.At{}, finding.Int("games", len(games)), finding.Text("list", list(games)))
		case "games-missing":
			games := e.holds[key].order
			f = finding.New("games-missing", finding.Warning, finding.At{}, finding.Int("games", len(games)), finding.Text("list", list(games)))
		}
		if each := key[0] == "field-differs" || key[0] == "entry-differs"; each || !told[key] {
			told[key] = true
			e.add(f.In(d.Section))
		}
	}
}

// id returns the finding that tells of a difference. Each holds what it is about until
// the organiser sends a file in the place of another, or an officer decides.
func (d *Difference) id() string {
	switch {
	case d.Game == GameRef{} && d.Start == 0:
		return "field-differs"
	case d.Start != 0:
		return "entry-differs"
	case d.What == "missing":
		return "games-missing"
	default:
		return "games-differ"
	}
}

// hold is what a finding of a section holds.
type hold struct {
	all     bool // a field of the section differs
	entries map[int]bool
	games   map[meeting]bool
	order   []GameRef // of the games, each once
}

// index sorts the differences by the findings that tell of them.
func (e *Event) index() {
	e.holds = map[[2]string]*hold{}
	for i := range e.Differences {
		d := &e.Differences[i]
		if !d.InSection {
			continue
		}
		key := [2]string{d.id(), d.Section}
		h := e.holds[key]
		if h == nil {
			h = &hold{entries: map[int]bool{}, games: map[meeting]bool{}}
			e.holds[key] = h
		}
		switch at := meet(d.Game.Round, d.Game.White, d.Game.Black); {
		case d.Start != 0:
			h.entries[d.Start] = true
		case d.Game == GameRef{}:
			h.all = true
		case !h.games[at]:
			h.games[at] = true
			h.order = append(h.order, d.Game)
		}
	}
}

// list names games for a reader, the first few of many.
func list(games []GameRef) string {
	const most = 10
	var words []string
	for _, g := range games[:min(len(games), most)] {
		words = append(words, fmt.Sprintf("%d: %d–%d", g.Round, g.White, g.Black))
	}
	if len(games) > most {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

// Holds reports whether a finding about a difference holds a game of a section.
func (e *Event) Holds(id, section string, g *report.Game) bool {
	h := e.holds[[2]string{id, section}]
	return h != nil && (h.all || h.entries[g.White] || h.entries[g.Black] || h.games[meet(g.Round, g.White, g.Black)])
}
