package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/rating"
)

// eventLine is an event among others.
type eventLine struct {
	*rows.Report
	By    called   // the organiser
	Kinds []string // of its sections, as words
	Types string   // the same, for a script
	Rated bool
	State string // as a word
}

// eventLines returns events as pages list them.
func (v *visit) eventLines(reports []*rows.Report) ([]eventLine, error) {
	kinds, err := public.EventKinds(v.R, reports)
	if err != nil {
		return nil, err
	}
	lines := make([]eventLine, len(reports))
	for i, e := range reports {
		lines[i] = eventLine{Report: e, Rated: e.State == string(check.Rated), State: v.Word(e.State)}
		for _, kind := range kinds[e.Ref] {
			lines[i].Kinds = append(lines[i].Kinds, v.Word(kind.String()))
			lines[i].Types += " " + kind.String()
		}
		if lines[i].By, err = v.club(e.Club); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// events is the values of the page of the events of a year.
type events struct {
	Year, List string
	Years      []string // the newest first
	Clubs      []called
	Kinds      []rating.Kind
	Lines      []eventLine
	Total      int
	First      int // number of the first line, from 1
	Last       int
	Pages      []pageLink
}

// eventParameters select events.
var eventParameters = []string{"year", "list", "club", "type", "rated", "page"}

func readEvents(v *visit) (*events, error) {
	years, err := public.EventYears(v.R)
	if err != nil {
		return nil, err
	}
	e := &events{Years: years, List: v.Get("list"), Year: cmp.Or(v.Value("year"), v.Get("year")), Kinds: rating.AllKinds[:]}
	if e.Year == "" && len(years) > 0 && e.List == "" {
		e.Year = years[0]
	}
	all, err := public.Events(v.R, public.EventChoice{Year: e.Year, List: e.List, Club: v.Get("club"), Kind: v.Get("type"), Rated: v.Get("rated")})
	if err != nil {
		return nil, err
	}
	page, _ := strconv.Atoi(cmp.Or(v.Value("page"), v.Get("page")))
	e.Total, page = len(all), max(1, min(page, 1<<20))
	from := min((page-1)*linesOfPage, len(all))
	some := all[from:min(from+linesOfPage, len(all))]
	e.First, e.Last = from+1, from+len(some)
	e.Pages = v.pagesOf([]any{"events", e.Year}, page, e.Total)
	if e.Lines, err = v.eventLines(some); err != nil {
		return nil, err
	}
	e.Clubs, err = v.clubChoice()
	return e, err
}

// clubChoice returns the clubs among which a form lets choose, by name. Of very many it lets type.
func (v *visit) clubChoice() (all []called, err error) {
	const most = 300
	clubs, err := rows.Clubs.Select(v.R, bureau.Range{})
	if err != nil || len(clubs) > most {
		return nil, err
	}
	chosen := rows.ClubsCalled(clubs, v.Get("club"))
	for _, c := range clubs {
		if c.RegisteredTo == 0 || c.RegisteredTo >= v.Newest.InForce || slices.Contains(chosen, c) {
			all = append(all, called{c.ID, v.clubName(c), len(chosen) == 1 && chosen[0] == c, strings.Join(c.Called(), "|")})
		}
	}
	slices.SortFunc(all, func(a, b called) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// eachYear is for the events of a year, and eachYearPage for the further pages of these.
func eachYear(c *census, f func(subject)) {
	for year := range c.eventYears() {
		f(subject{values: []string{fmt.Sprint(year)}})
	}
}

func eachYearPage(c *census, f func(subject)) {
	for year, events := range c.eventYears() {
		for page := 2; (page-1)*linesOfPage < events; page++ {
			f(subject{values: []string{fmt.Sprint(year), strconv.Itoa(page)}})
		}
	}
}

// eventYears returns how many events ended in each year.
func (c *census) eventYears() map[int]int {
	years := map[int]int{}
	for _, r := range c.reports {
		if r.LastDay != 0 && r.State != string(check.Closed) {
			years[r.LastDay.Year()]++
		}
	}
	return years
}
