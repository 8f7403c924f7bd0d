package site

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// parameter is a number or a choice of an edition.
type parameter struct {
	Name    string // a key of web.rules.param-, or the name of an option
	Option  bool
	Value   string
	Clause  string // empty: of the edition as a whole
	Reading string
}

// parameters returns the parameters of an edition. An option stands at the clauses that its
// reading interprets, unless the reading leaves several options open.
func (v *visit) parameters(a *regulation.About) []parameter {
	f := v.Format()
	all := []parameter{{Name: "lists", Value: v.kinds(a.Lists)}}
	add := func(known bool, name, value, clause, reading string) {
		if known {
			all = append(all, parameter{Name: name, Value: value, Clause: clause, Reading: reading})
		}
	}
	add(a.Fee.Each > 0, "fee", v.Amount(strconv.Itoa(a.Fee.Each), a.Fee.Currency), a.Fee.Clause, a.Fee.Reading)
	add(a.Deadline.Days > 0, "deadline", f.Say("web.rules.days", "days", a.Deadline.Days), a.Deadline.Clause, a.Deadline.Reading)
	add(a.FIDENotice.Clause != "", "fide-notice", notice(f, a.FIDENotice), a.FIDENotice.Clause, "")
	add(a.Fewer.Clause != "", "fewer", notice(f, a.Fewer), a.Fewer.Clause, "")
	add(a.Lowest.Rating.Rated(), "lowest", a.Lowest.Rating.String(), a.Lowest.Clause, a.Lowest.Reading)
	add(a.FirstGames > 0, "first-games", strconv.Itoa(a.FirstGames), "", "")
	add(a.Qualifying.Decides(), "qualifying", f.Say("web.rules.qualifying", "lists", v.kinds(a.Qualifying.Lists), "games", int(a.Qualifying.Games)), "", "")
	add(a.OwnFile, "own-file", v.Text("web.rules.yes", nil), "", "")
	for _, o := range a.Options {
		p := parameter{Name: o.Name, Option: true, Value: f.Option(o.Value), Reading: o.Reading}
		for _, c := range a.Clauses {
			if slices.Contains(a.ReadingsOf(c.ID), o.Reading) && optionsOf(a, o.Reading) == 1 {
				p.Clause = c.ID
				all = append(all, p)
			}
		}
		if p.Clause == "" {
			all = append(all, p)
		}
	}
	return all
}

// optionsOf returns how many options a reading leaves open.
func optionsOf(a *regulation.About, reading string) (n int) {
	for _, o := range a.Options {
		if o.Reading == reading {
			n++
		}
	}
	return n
}

// kinds returns the words for types.
func (v *visit) kinds(kinds []rating.Kind) string {
	var words []string
	for _, k := range kinds {
		words = append(words, v.Word(k.String()))
	}
	return strings.Join(words, v.Text("web.comma", nil))
}

// notice formats how long before an event something must be notified.
func notice(f page.Format, n regulation.Notice) string {
	if n.Months > 0 {
		return f.Say("web.rules.months", "months", n.Months)
	}
	return f.Say("web.rules.days", "days", n.Days)
}

// at returns the parameters of a clause.
func at(all []parameter, clause string) []parameter {
	return slices.DeleteFunc(slices.Clone(all), func(p parameter) bool { return p.Clause != clause })
}

// comparison is the values of the page that compares two editions.
type comparison struct {
	Sides [2]*side
	Whole [2][]parameter // what differs in the editions as a whole
	Rows  []compared
	Same  int // clauses without a difference
}

// side is an edition that is compared.
type side struct {
	regulation.About
	Name  string
	all   []parameter
	first map[string]string // clauses by their number in the authority's first text
}

// compared is a clause in two editions.
type compared [2]sideClause

// sideClause is a clause as one of the editions has it.
type sideClause struct {
	clause
	Edition    string
	Missing    bool
	Parameters []parameter // those that differ
}

func readComparison(v *visit) (*comparison, error) {
	all, err := v.editions()
	if err != nil {
		return nil, err
	}
	c := &comparison{}
	for i, name := range []string{"one", "other"} {
		n := slices.IndexFunc(all, func(a regulation.About) bool { return a.ID == v.Value(name) })
		if n < 0 {
			return nil, errNoPage
		}
		c.Sides[i] = &side{About: all[n], Name: glyph.Typeset(v.Printer, v.Text("regulation."+all[n].ID, nil)), all: v.parameters(&all[n]), first: firstNumbers(&all[n])}
	}
	if c.Sides[0].ID == c.Sides[1].ID {
		return nil, errNoPage
	}
	c.Whole[0], c.Whole[1] = differing(at(c.Sides[0].all, ""), at(c.Sides[1].all, ""))
	for _, first := range c.clauses() {
		row, differs := v.compare(c.Sides, first)
		if differs {
			c.Rows = append(c.Rows, row)
		} else {
			c.Same++
		}
	}
	return c, nil
}

// firstNumbers returns the clauses of an edition by their number in the authority's first
// text; a clause that it lacks by its own.
func firstNumbers(a *regulation.About) map[string]string {
	first := map[string]string{}
	for _, c := range a.Clauses {
		key, known := a.FirstNumber(c.ID)
		if !known {
			key = a.ID + " " + c.ID
		}
		first[key] = c.ID
	}
	return first
}

// clauses returns the clauses of both editions by their first numbers: those of the first
// in its order, each of the second only behind the one that it follows there.
func (c *comparison) clauses() []string {
	order := func(s *side) []string {
		return slices.SortedFunc(maps.Keys(s.first), func(a, b string) int { return s.place(a) - s.place(b) })
	}
	all := order(c.Sides[0])
	before := -1
	for _, first := range order(c.Sides[1]) {
		n := slices.Index(all, first)
		if n < 0 {
			n = before + 1
			all = slices.Insert(all, n, first)
		}
		before = n
	}
	return all
}

// place returns the place of a clause in the edition.
func (s *side) place(first string) int {
	return slices.IndexFunc(s.Clauses, func(c regulation.Clause) bool { return c.ID == s.first[first] })
}

// compare returns a clause in two editions, and whether it differs.
func (v *visit) compare(sides [2]*side, first string) (row compared, differs bool) {
	var parameters [2][]parameter
	var status [2]regulation.Status
	var readings [2][]string
	for i, s := range sides {
		id, there := s.first[first]
		if !there {
			row[i], differs = sideClause{Missing: true}, true
			continue
		}
		n := s.place(first)
		row[i] = sideClause{Edition: s.ID, clause: clause{ID: id, Title: v.Clause(&s.About, id), Status: s.Clauses[n].Status}}
		status[i], readings[i], parameters[i] = s.Clauses[n].Status, s.ReadingsOf(id), at(s.all, id)
	}
	if !differs {
		parameters[0], parameters[1] = differing(parameters[0], parameters[1])
		differs = status[0] != status[1] || len(parameters[0])+len(parameters[1]) > 0 || !slices.Equal(readings[0], readings[1])
	}
	for i := range row {
		row[i].Parameters = parameters[i]
		for _, id := range readings[i] {
			if differs && !slices.Contains(readings[1-i], id) {
				row[i].Readings = append(row[i].Readings, reading{ID: id, Text: v.Reading(id)})
			}
		}
	}
	return row, differs
}

// differing returns the parameters that two editions do not have alike.
func differing(a, b []parameter) (onlyA, onlyB []parameter) {
	lacks := func(all []parameter) func(parameter) bool {
		return func(p parameter) bool {
			return slices.ContainsFunc(all, func(o parameter) bool { return o.Name == p.Name && o.Value == p.Value })
		}
	}
	return slices.DeleteFunc(slices.Clone(a), lacks(b)), slices.DeleteFunc(slices.Clone(b), lacks(a))
}
