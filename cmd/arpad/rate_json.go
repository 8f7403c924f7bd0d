package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/season"
)

// jsonView prints schema arpad.rating/1, period by period.
type jsonView struct {
	*app
	regulation string
	periods    int
	compared   []season.Difference
	comparing  bool
}

func newJSONView(a *app, regulation string) *jsonView {
	return &jsonView{app: a, regulation: regulation}
}

type periodJSON struct {
	Period     string      `json:"period"`
	From       civil.Date  `json:"from"`
	To         civil.Date  `json:"to"`
	Regulation string      `json:"regulation"`
	Events     []eventJSON `json:"events"`
	List       []listJSON  `json:"list"`
}

type eventJSON struct {
	Report  string      `json:"report"`
	Event   string      `json:"event"`
	Section string      `json:"section"`
	Type    *string     `json:"type"`
	Rated   bool        `json:"rated"`
	Reasons []string    `json:"reasons"`
	Players []entryJSON `json:"players"`
}

type entryJSON struct {
	ID          string           `json:"id"`
	Rating      *rating.Rating   `json:"rating"`
	K           *rating.K        `json:"k"`
	Games       int              `json:"games"`
	Score       rating.Score     `json:"score"`
	Expected    *rating.Expected `json:"expected"`
	Change      *rating.Points   `json:"change"`
	Bonus       *rating.Points   `json:"bonus,omitempty"`
	Average     *int             `json:"average_opponent"`
	Percent     *int             `json:"percent"`
	Performance *rating.Rating   `json:"performance"`
	Temporary   *rating.Rating   `json:"temporary"`
	Activity    *int             `json:"activity"`
}

type listJSON struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	Standard  *ratingJSON `json:"standard"`
	Rapid     *ratingJSON `json:"rapid"`
	Blitz     *ratingJSON `json:"blitz"`
	Qualifies *bool       `json:"qualifies,omitempty"`
}

type ratingJSON struct {
	Rating     rating.Rating  `json:"rating"`
	Previous   *rating.Rating `json:"previous"`
	Change     *int           `json:"change"`
	Games      int32          `json:"games"`
	GamesTotal int32          `json:"games_total"`
	K          *rating.K      `json:"k"`
	Qualifies  *bool          `json:"qualifies,omitempty"`
	Inactive   bool           `json:"inactive,omitempty"`
}

// period prints a period: its head, and each event and each line of the list in
// a line of its own.
func (v *jsonView) period(p *season.Period) error {
	if v.periods == 0 {
		fmt.Fprintf(v.out, "{\"schema\": \"arpad.rating/1\", \"regulation\": %q, \"periods\": [", v.regulation)
	} else {
		fmt.Fprint(v.out, ",")
	}
	v.periods++
	about := p.Edition.About()
	head, err := json.Marshal(periodJSON{Period: p.Label, From: p.Days.From, To: p.Days.To, Regulation: about.ID})
	if err != nil {
		return err
	}
	fmt.Fprintf(v.out, "\n%s\"events\": [", strings.TrimSuffix(string(head), `"events":null,"list":null}`))
	if err := v.events(p, &about); err != nil {
		return err
	}
	fmt.Fprint(v.out, "],\n\"list\": [")
	if err := lines(v, listOf(p, &about)); err != nil {
		return err
	}
	fmt.Fprint(v.out, "]}")
	return nil
}

func lines[T any](v *jsonView, items iter.Seq[T]) error {
	separator := "\n"
	for item := range items {
		line, err := json.Marshal(&item)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(v.out, "%s%s", separator, line); err != nil {
			return err
		}
		separator = ",\n"
	}
	return nil
}

// events prints the events, each in a line of its own.
func (v *jsonView) events(p *season.Period, about *regulation.About) error {
	rows := make([][]regulation.Row, len(p.Batch.Sections))
	for _, row := range p.Trace.Rows() {
		rows[row.Section] = append(rows[row.Section], row)
	}
	for i := range p.Batch.Sections {
		s := &p.Batch.Sections[i]
		event := &p.Batch.Events[s.Event]
		reasons := p.Reasons(i)
		e := eventJSON{
			Report: p.Reports[event.Report].File, Event: event.Name, Section: s.Name, Rated: len(reasons) == 0,
			Reasons: append([]string{}, reasons...),
		}
		if s.Kind != 0 {
			kind := s.Kind.String()
			e.Type = &kind
		}
		if !e.Rated {
			rows[i] = nil
		}
		if i > 0 {
			fmt.Fprint(v.out, ",")
		}
		head, err := json.Marshal(&e)
		if err != nil {
			return err
		}
		fmt.Fprintf(v.out, "\n%s[", strings.TrimSuffix(string(head), "null}"))
		for j := range rows[i] {
			player, err := json.Marshal(entryOf(p, about, &rows[i][j]))
			if err != nil {
				return err
			}
			if j > 0 {
				fmt.Fprint(v.out, ",")
			}
			fmt.Fprintf(v.out, "%s", player)
		}
		if _, err := fmt.Fprint(v.out, "]}"); err != nil {
			return err
		}
	}
	return nil
}

func entryOf(p *season.Period, about *regulation.About, row *regulation.Row) entryJSON {
	e := entryJSON{
		ID: p.Players[row.Player].ID, Rating: some(row.Rating), K: some(row.K), Games: row.Games, Score: row.Score,
		Performance: some(row.Performance), Temporary: some(row.Temporary),
	}
	if row.Rating.Rated() {
		e.Change = &row.Change
		if about.Expectancy {
			e.Expected = &row.Expected
		} else {
			e.Bonus = &row.Bonus
		}
	}
	if average, ok := row.AverageOpponent(); ok {
		percent := rating.Percent(row.Score, row.Games)
		e.Average, e.Percent = &average, &percent
	}
	if row.Activity >= 0 {
		e.Activity = &row.Activity
	}
	return e
}

// some gives a pointer to a value, nil for the zero value: null in JSON.
func some[T comparable](v T) *T {
	if v == *new(T) {
		return nil
	}
	return &v
}

// listOf goes through the list, sorted by ID.
func listOf(p *season.Period, about *regulation.About) iter.Seq[listJSON] {
	order := make([]uint32, len(p.Players))
	for n := range order {
		order[n] = uint32(n)
	}
	slices.SortFunc(order, func(a, b uint32) int { return strings.Compare(p.Players[a].ID, p.Players[b].ID) })
	return func(yield func(listJSON) bool) {
		for _, n := range order {
			if !yield(lineOf(p, about, n)) {
				return
			}
		}
	}
}

// lineOf returns a player's line of the list.
func lineOf(p *season.Period, about *regulation.About, n uint32) listJSON {
	l := listJSON{ID: p.Players[n].ID, Name: p.Players[n].Name}
	l.Standard, l.Rapid, l.Blitz = ratingOf(p, about, n, rating.Standard), ratingOf(p, about, n, rating.Rapid), ratingOf(p, about, n, rating.Blitz)
	if about.Qualifying {
		qualifies := slices.ContainsFunc([]*ratingJSON{l.Standard, l.Rapid, l.Blitz}, func(r *ratingJSON) bool { return r != nil && *r.Qualifies })
		l.Qualifies = &qualifies
	}
	return l
}

func ratingOf(p *season.Period, about *regulation.About, player uint32, kind rating.Kind) *ratingJSON {
	row := p.Row(player, kind)
	if !row.State.Rating.Rated() {
		return nil
	}
	r := &ratingJSON{
		Rating: row.State.Rating, Previous: some(row.Move.Previous), Games: row.Move.Games, GamesTotal: row.State.Games, K: some(row.Move.K),
		Inactive: row.Move.Inactive,
	}
	if row.Move.Previous.Rated() {
		change := int(row.State.Rating) - int(row.Move.Previous)
		r.Change = &change
	}
	if about.Qualifying {
		r.Qualifies = &row.Move.Qualifies
	}
	return r
}

func (v *jsonView) compare(differences []season.Difference) error {
	v.compared, v.comparing = differences, true
	return nil
}

// end prints the findings and closes the document.
func (v *jsonView) end(findings []finding.Finding) error {
	if v.periods == 0 {
		fmt.Fprintf(v.out, "{\"schema\": \"arpad.rating/1\", \"regulation\": %q, \"periods\": [", v.regulation)
	}
	fmt.Fprint(v.out, "],\n")
	if v.comparing {
		fmt.Fprint(v.out, "\"compared\": [")
		if err := lines(v, slices.Values(v.differences(v.compared))); err != nil {
			return err
		}
		fmt.Fprint(v.out, "],\n")
	}
	fmt.Fprint(v.out, "\"findings\": [")
	if err := lines(v, a2json(v.app, findings)); err != nil {
		return err
	}
	_, err := fmt.Fprint(v.out, "]}\n")
	return err
}

// a2json goes through findings for JSON.
func a2json(a *app, findings []finding.Finding) iter.Seq[explain.DocumentFinding] {
	return func(yield func(explain.DocumentFinding) bool) {
		for _, f := range findings {
			if !yield(a.Finding(f)) {
				return
			}
		}
	}
}
