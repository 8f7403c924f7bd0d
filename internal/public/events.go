package public

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// EventChoice is which events are chosen; an empty field chooses all.
type EventChoice struct {
	Year, List string
	Club       string // one of its names, its ID, or words of a name
	Kind       string // of one of its sections
	Rated      string // yes or no
}

// Events returns the chosen events, those that ended last first.
func Events(r bureau.Reader, c EventChoice) ([]*rows.Report, error) {
	within := bureau.Range{Order: 4}
	switch {
	case c.List != "":
		within = bureau.Range{Order: 2, Is: []any{c.List}}
	case c.Year != "":
		within.From, within.To = c.Year+"-", c.Year+"~"
	case c.Rated == "yes":
		within = bureau.Range{Order: 1, Is: []any{string(check.Rated)}}
	}
	all, err := rows.Reports.Select(r, within)
	if err != nil {
		return nil, err
	}
	clubs, err := rows.Clubs.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	held := map[string]bool{report.FoldName(c.Club): true}
	for _, club := range rows.ClubsCalled(clubs, c.Club) {
		for _, name := range club.Called() {
			held[name] = true
		}
	}
	all = slices.DeleteFunc(all, func(e *rows.Report) bool {
		rated := map[bool]string{true: "yes", false: "no"}[e.State == string(check.Rated)]
		return e.State == string(check.Closed) || e.LastDay == 0 || c.Rated != "" && c.Rated != rated || c.Year != "" && fmt.Sprint(e.LastDay.Year()) != c.Year || c.Club != "" && !held[report.FoldName(e.Club)]
	})
	if c.Kind != "" {
		kinds, err := EventKinds(r, all)
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(e *rows.Report) bool {
			return !slices.ContainsFunc(kinds[e.Ref], func(kind rating.Kind) bool { return kind.String() == c.Kind })
		})
	}
	slices.SortFunc(all, CompareEvents)
	return all, nil
}

// CompareEvents orders events: the one that ended last first.
func CompareEvents(a, b *rows.Report) int {
	if a.LastDay != b.LastDay {
		return int(b.LastDay - a.LastDay)
	}
	return strings.Compare(bureau.RefKey(b.Ref), bureau.RefKey(a.Ref))
}

// EventKinds returns the kinds of ratings of the sections of events, by reference.
func EventKinds(r bureau.Reader, reports []*rows.Report) (map[string][]rating.Kind, error) {
	kinds := map[string][]rating.Kind{}
	if len(reports) == 0 {
		return kinds, nil
	}
	refs := make([]any, len(reports))
	for i, e := range reports {
		refs[i] = e.Ref
	}
	sections, err := rows.Sections.Select(r, bureau.Range{Any: refs})
	for _, s := range sections {
		if kind, err := rating.ParseKind(s.Kind); err == nil && kind != 0 && !slices.Contains(kinds[s.Ref], kind) {
			kinds[s.Ref] = append(kinds[s.Ref], kind)
			slices.Sort(kinds[s.Ref])
		}
	}
	return kinds, err
}

// EventYears returns the years in which events ended, the newest first.
func EventYears(r bureau.Reader) (years []string, err error) {
	within := bureau.Range{Order: 4, From: "1", Backward: true, Limit: 1} // not those without days
	for {
		last, err := rows.Reports.Select(r, within)
		if err != nil || len(last) == 0 {
			return years, err
		}
		year := fmt.Sprint(last[0].LastDay.Year())
		years = append(years, year)
		within.To = year
	}
}
