package join

import (
	"fmt"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// The findings about differences. Each holds what it is about until the organiser
// sends a file in the place of another, or an officer decides.
const (
	FieldDiffers = "field-differs" // a field of the report or a section
	EntryDiffers = "entry-differs" // who an entry is
	GamesDiffer  = "games-differ"  // results, colours or days
	GamesMissing = "games-missing" // games of a round that another file has without them
	FileRefused  = "file-refused"  // a file that cannot be rated, and whose games no other file has
)

// tell adds the findings about what the files state differently, in the order of the
// event: one for each field, and of each section one for its entries and its games.
func (e *Event) tell() {
	e.index()
	told := map[string]bool{}
	for _, d := range e.Differences {
		id, value := d.id(), finding.Text("stated", strings.Join(d.Stated, " / "))
		var f finding.Finding
		switch {
		case !d.InSection:
			e.add(finding.New(id, finding.Warning, finding.At{}, finding.Text("field", d.What), value))
			continue
		case id == FieldDiffers:
			f = finding.New(id, finding.Warning, finding.At{}, finding.Text("field", d.What), value)
		case told[id+"\x00"+d.Section]:
			continue
		case id == EntryDiffers:
			f = finding.New(id, finding.Warning, finding.At{}, finding.Int("player", d.Start), value)
		default:
			games := e.holds[[2]string{id, d.Section}].order
			f = finding.New(id, finding.Warning, finding.At{}, finding.Int("games", len(games)), finding.Text("list", list(games)))
		}
		told[id+"\x00"+d.Section] = true
		e.add(f.In(d.Section))
	}
}

// id returns the finding that tells of a difference.
func (d *Difference) id() string {
	switch {
	case d.Game == GameRef{} && d.Start == 0:
		return FieldDiffers
	case d.Start != 0:
		return EntryDiffers
	case d.What == "missing":
		return GamesMissing
	default:
		return GamesDiffer
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
