package site

import (
	"html/template"
	"net/http"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// best is the values of the page of the best of the newest list.
type best struct {
	*rows.Publication
	Base   []any // the address of the list, as parts
	Groups []bestGroup
}

// bestGroup is the best by something: women, improvers, active players.
type bestGroup struct {
	Name  string // a word of the locale files
	Kinds []bestOf
}

// bestOf is the best of a kind of rating. Of each line either the change or the games are there.
type bestOf struct {
	Kind  rating.Kind
	Lines []tableLine
}

// How many players of a kind the pages show.
const (
	bestWomen   = 50
	bestOthers  = 20
	mostRecords = 10
)

// bestGroups are the groups.
var bestGroups = []struct {
	name string
	of   func(*ranking.Best) []ranking.BestLine
}{
	{"overall", func(b *ranking.Best) []ranking.BestLine { return b.Overall }},
	{"titled", func(b *ranking.Best) []ranking.BestLine { return b.Titled }},
	{"women", func(b *ranking.Best) []ranking.BestLine { return b.Women }},
	{"improvers", func(b *ranking.Best) []ranking.BestLine { return b.Improvers }},
	{"active", func(b *ranking.Best) []ranking.BestLine { return b.Active }},
}

// readFormerBest leads from where the best of a list were to the rankings.
func readFormerBest(_ *public.Visit, a *public.Asked) (*best, error) {
	from := "/lists/" + a.Value("label")
	if text := a.Value("revision"); text != "" {
		from += "/" + text
	}
	return nil, &public.Moved{Status: http.StatusMovedPermanently, From: from + "/best", To: "/rankings"}
}

func readRankings(v *visit) (*best, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	b := &best{Publication: board.Publication, Base: []any{"lists", v.Newest.Label}}
	groups := make([]bestGroup, len(bestGroups))
	for _, kind := range board.About.Lists {
		best, err := board.Best(v.R, kind, bestWomen, bestOthers)
		if err != nil {
			return nil, err
		}
		for i, g := range bestGroups {
			lines, err := v.bestLines(board.Publication, kind, g.of(best), g.name == "active")
			if err != nil {
				return nil, err
			}
			if len(lines) > 0 {
				groups[i].Name, groups[i].Kinds = g.name, append(groups[i].Kinds, bestOf{kind, lines})
			}
		}
	}
	b.Groups = slices.DeleteFunc(groups, func(g bestGroup) bool { return len(g.Kinds) == 0 })
	return b, nil
}

// bestLines returns lines, whose figures are games or changes.
func (v *visit) bestLines(in *rows.Publication, kind rating.Kind, best []ranking.BestLine, games bool) ([]tableLine, error) {
	lines := make([]rows.Line, len(best))
	for i := range best {
		lines[i] = best[i].Line
	}
	all, err := v.tableLines(in, kind, lines)
	for i := range all {
		if all[i].Change, all[i].Games = page.ChangeBy(best[i].Figure), ""; games {
			all[i].Change, all[i].Games = page.Change{}, v.Format().Say("web.player.games", "games", best[i].Figure)
		}
	}
	return all, err
}

// records is a part of the page of records: those of one sort.
type records struct {
	Name  string // a word of the locale files
	Kinds []recordsOf
}

// recordsOf are the records of a kind.
type recordsOf struct {
	Kind  rating.Kind
	Lines []record
}

// record is a record, with the list or the event in which it was set.
type record struct {
	Who    person
	Figure string
	Day    string
	In     template.HTML
	To     template.URL
}

func readRecords(v *visit) ([]records, error) {
	board, err := v.NewestBoard()
	if err != nil {
		return nil, err
	}
	all := []records{{Name: "rating"}, {Name: "rise"}, {Name: "performance"}, {Name: "games"}}
	for _, kind := range board.About.Lists {
		found, err := board.Records(v.R, kind, mostRecords)
		if err != nil {
			return nil, err
		}
		for i, some := range [][]ranking.Record{found.Ratings, found.Rises, found.Performances} {
			all[i].add(kind, v.recordLines(some, kind, all[i].Name == "rise"))
		}
		played, err := board.Page(v.R, ranking.Selection{Kind: kind, Sort: ranking.ByGames, Limit: mostRecords})
		if err != nil {
			return nil, err
		}
		var lines []record
		for i := range played.Lines {
			lines = append(lines, record{Who: v.lineOf(&played.Lines[i]), Figure: strconv.Itoa(played.Lines[i].Of(kind).Games)})
		}
		all[3].add(kind, lines)
	}
	return slices.DeleteFunc(all, func(r records) bool { return len(r.Kinds) == 0 }), nil
}

// add adds the lines of a kind, if there are any.
func (r *records) add(kind rating.Kind, lines []record) {
	if len(lines) > 0 {
		r.Kinds = append(r.Kinds, recordsOf{kind, lines})
	}
}

func (v *visit) recordLines(some []ranking.Record, kind rating.Kind, rise bool) (lines []record) {
	f := v.Format()
	for i := range some {
		of := &some[i]
		line := record{Who: v.lineOf(&of.Line), Figure: strconv.Itoa(of.Figure)}
		if rise {
			line.Figure = "+" + line.Figure
		}
		if of.Event != nil {
			line.Day, line.In, line.To = f.Day(of.Event.LastDay), page.Event(of.Event.Event), v.Way("events", of.Event.Ref)
		} else {
			line.In, line.To = template.HTML(template.HTMLEscapeString(f.Say("web.list-of", "date", f.List(of.List.Label, of.List.InForce)))), v.Way("lists", of.List.Label, kind)
		}
		lines = append(lines, line)
	}
	return lines
}
