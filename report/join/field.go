package join

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// fields returns a report without sections: what one of the files states stays, and
// what they state differently is a difference.
func fields(e *Event, files []*File) *report.Report {
	decideDays(files)
	r := *files[0].Report
	r.Sections = nil
	differ := func(what string, stated ...string) {
		if len(stated) > 1 {
			e.Differences = append(e.Differences, Difference{What: what, Stated: stated})
		}
	}
	words := []struct {
		what string
		of   func(*report.Report) *string
	}{
		{"organizer", func(r *report.Report) *string { return &r.Organizer }},
		{"responsible", func(r *report.Report) *string { return &r.Responsible }},
		{"submitted_by", func(r *report.Report) *string { return &r.SubmittedBy }},
		{"", func(r *report.Report) *string { return &r.Name }},
		{"", func(r *report.Report) *string { return &r.Venue }},
		{"", func(r *report.Report) *string { return &r.City }},
		{"", func(r *report.Report) *string { return &r.Federation }},
		{"", func(r *report.Report) *string { return &r.Time }},
		{"", func(r *report.Report) *string { return &r.Dispensation }},
		{"", func(r *report.Report) *string { return &r.TypeText }},
		{"", func(r *report.Report) *string { return &r.TypeCode }},
		{"", func(r *report.Report) *string { return &r.TimeControlText }},
		{"", func(r *report.Report) *string { return &r.ChiefArbiter }},
	}
	for _, w := range words {
		first, all := stated(files, func(r *report.Report) (string, bool) { return *w.of(r), *w.of(r) != "" }, report.FoldName)
		*w.of(&r) = first
		if w.what != "" {
			differ(w.what, all...)
		}
	}
	for _, flag := range report.Flags {
		first, all := stated(files, func(r *report.Report) (bool, bool) { return *flag.Of(r), *flag.Of(r) || r.Stated.Has(flag.Stated) }, show[bool])
		*flag.Of(&r) = first
		differ(flag.Name, all...)
	}
	var all []string
	r.System, all = stated(files, func(r *report.Report) (report.System, bool) {
		return r.System, r.System != report.Swiss || r.Stated.Has(report.StatedSystem)
	}, show[report.System])
	differ("system", all...)
	r.AgeYear, all = stated(files, func(r *report.Report) (int, bool) { return r.AgeYear, r.AgeYear != 0 }, show[int])
	differ("age_year", all...)
	for _, f := range files[1:] {
		add(&r, f.Report)
	}
	return &r
}

// decideDays decides days that a file states in several ways by the files whose days it goes on
// with, or has too.
func decideDays(files []*File) {
	for _, f := range files {
		if !f.Report.LacksDays() {
			continue
		}
		p := *f.Report
		f.Found = slices.Concat(f.Found, p.DecideDays(report.Evidence{Because: "by-files", Allows: func(days civil.Range) bool {
			return slices.ContainsFunc(files, func(other *File) bool {
				o := other.Report
				return !o.LacksDays() && cmp.Or(days.From, days.To) <= o.LastDay()+1 && cmp.Or(days.To, days.From) >= o.FirstDay()-1
			})
		}}))
		f.Report = &p
	}
}

// add takes from another file what a report does not have: its days, and lists.
func add(r, other *report.Report) {
	r.ExchangeFile = r.ExchangeFile || other.ExchangeFile
	r.OwnFile = r.OwnFile || other.OwnFile
	r.NoTime = r.NoTime && other.NoTime
	r.Unclear = append(r.StillUnclear(), other.StillUnclear()...)
	r.Start, r.End = min(cmp.Or(r.FirstDay(), other.FirstDay()), cmp.Or(other.FirstDay(), r.FirstDay())), max(r.LastDay(), other.LastDay())
	if len(r.Unclear) > 0 {
		r.Start, r.End = 0, 0
	}
	r.Stated |= other.Stated
	r.Type = cmp.Or(r.Type, other.Type)
	if len(r.TimeControl) == 0 {
		r.TimeControl = other.TimeControl
	}
	for _, name := range other.Qualified {
		if !slices.Contains(r.Qualified, name) {
			r.Qualified = append(slices.Clip(r.Qualified), name)
		}
	}
	slices.Sort(r.Qualified)
	if len(r.Deputies) == 0 {
		r.Deputies = other.Deputies
	}
	for i, day := range other.RoundDates {
		switch {
		case i >= len(r.RoundDates):
			r.RoundDates = append(slices.Clip(r.RoundDates), day)
		case r.RoundDates[i] == 0:
			r.RoundDates = slices.Clone(r.RoundDates)
			r.RoundDates[i] = day
		}
	}
	if r.Scoring == nil {
		r.Scoring = other.Scoring
	}
}

// stated returns the first value that files state, and those that they state, each
// once as it was stated first: folded they are the same.
func stated[T any](files []*File, of func(*report.Report) (T, bool), fold func(T) string) (first T, all []string) {
	var seen []string
	for _, f := range files {
		value, is := of(f.Report)
		if !is {
			continue
		}
		if len(all) == 0 {
			first = value
		}
		folded := fold(value)
		if slices.Contains(seen, folded) {
			continue
		}
		text := folded
		if raw, is := any(value).(string); is {
			text = raw
		}
		seen, all = append(seen, folded), append(all, text)
	}
	return first, all
}

func show[T any](value T) string { return fmt.Sprint(value) }

// about puts together what the parts state of a section beside its entries and games.
func (e *Event) about(s *report.Section, parts []part) {
	files := make([]*File, len(parts)) // each with nothing but its section
	for i, p := range parts {
		r := *p.file.Report
		r.Sections = []report.Section{*p.section}
		files[i] = &File{Report: &r}
	}
	of := func(r *report.Report) *report.Section { return &r.Sections[0] }
	differ := func(what string, stated []string) {
		if len(stated) > 1 {
			e.Differences = append(e.Differences, Difference{What: what, Section: s.Name, InSection: true, Stated: stated})
		}
	}
	kind, all := stated(files, func(r *report.Report) (rating.Kind, bool) {
		k := cmp.Or(of(r).Type, r.Type)
		return k, k != 0
	}, show[rating.Kind])
	differ("type", all)
	if s.Type = kind; kind == e.Report.Type {
		s.Type = 0
	}
	control, all := stated(files, func(r *report.Report) ([]report.TimeControl, bool) {
		t := of(r).TimeControl
		if len(t) == 0 {
			t = r.TimeControl
		}
		return t, len(t) > 0
	}, func(t []report.TimeControl) string { return strings.Join(texts(t), ", ") })
	differ("time_control", all)
	if s.TimeControl = control; slices.Equal(control, e.Report.TimeControl) {
		s.TimeControl = nil
	}
	s.TimeControlText, _ = stated(files, func(r *report.Report) (string, bool) { return of(r).TimeControlText, of(r).TimeControlText != "" }, report.FoldName)
	s.Group, all = stated(files, func(r *report.Report) (report.Group, bool) {
		return of(r).Group, of(r).Group != report.Open || of(r).Stated.Has(report.StatedGroup)
	}, show[report.Group])
	differ("group", all)
	s.Rounds, all = stated(files, func(r *report.Report) (int, bool) { return of(r).Rounds, of(r).Rounds != 0 }, show[int])
	differ("rounds", all)
	s.UnratedFloor, all = stated(files, func(r *report.Report) (rating.Rating, bool) { return of(r).UnratedFloor, of(r).UnratedFloor != 0 }, show[rating.Rating])
	differ("unrated_floor", all)
	for _, f := range files {
		s.Stated |= of(f.Report).Stated
	}
	e.days(files, differ)
}

// days compares the days of the event in files that have its first or last round of a
// section.
func (e *Event) days(files []*File, differ func(what string, stated []string)) {
	first, last := make([]int, len(files)), make([]int, len(files)) // rounds
	for i, f := range files {
		for _, g := range f.Report.Sections[0].Games {
			first[i], last[i] = min(cmp.Or(first[i], g.Round), g.Round), max(last[i], g.Round)
		}
	}
	played := slices.DeleteFunc(slices.Clone(first), func(round int) bool { return round == 0 })
	if len(played) == 0 {
		return
	}
	var starts, ends []*File
	for i, f := range files {
		if first[i] == slices.Min(played) {
			starts = append(starts, f)
		}
		if last[i] == slices.Max(last) {
			ends = append(ends, f)
		}
	}
	day := func(of func(*report.Report) civil.Date) func(*report.Report) (civil.Date, bool) {
		return func(r *report.Report) (civil.Date, bool) { return of(r), of(r) != 0 }
	}
	_, all := stated(starts, day((*report.Report).FirstDay), show[civil.Date])
	differ("start", all)
	_, all = stated(ends, day((*report.Report).LastDay), show[civil.Date])
	differ("end", all)
}

func texts(controls []report.TimeControl) []string {
	all := make([]string, len(controls))
	for i := range controls {
		all[i] = string(controls[i])
	}
	return all
}
