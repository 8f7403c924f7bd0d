// Package season rates reports: it sorts them into the calculation periods of a
// regulation, selects the edition in force for each, identifies the players,
// and rates one period after the other, each from the list of the previous one.
// Both the command line and the bureau use it.
package season

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Input is what a season is rated from.
type Input struct {
	Regulation catalog.Regulation
	Roster     *roster.Roster // the players of the opening list
	Opening    *roster.List
	Reports    []Source
	IDs        Identity
	Trace      Trace
	OnlyRows   bool   // the traces keep only the rows of the event tables
	About      string // ID of the only player to trace; empty: all
	// Supposed rates what has not been played to its end: a section counts although a
	// check of the regulation refuses it.
	Supposed bool
	// Repeats lets games count that another report has, too: of events that were made up.
	Repeats bool
	// Base, if set, returns the list from which a period starts, given the one before: of
	// a bureau that publishes other numbers than ours. Its players are numbered as in
	// Roster.
	Base func(p regulation.Period, before *roster.List) *roster.List
	// Progress, if set, is called after each report with the number of reports
	// done.
	Progress func(done, all int)
}

// Source is a report and the digest of its bytes.
type Source struct {
	Report *report.Report
	Digest [sha256.Size]byte
}

// Trace selects the periods to trace.
type Trace uint8

// The values of Trace.
const (
	TraceNone Trace = iota
	TraceLast
	TraceAll
)

// Period is a rated period.
type Period struct {
	regulation.Period
	Edition regulation.Edition
	Last    bool
	Players []roster.Player
	Reports []*report.Report // by Event.Report of the batch
	Batch   *pack.Batch
	Before  *roster.List
	After   *roster.List
	Outcome regulation.Outcome
	Trace   *regulation.Trace // nil if not requested
	refused map[int][]string  // by section: ids of the refusals
}

// Reasons returns the ids of the findings that prevented rating a section of
// the batch.
func (p *Period) Reasons(section int) []string { return p.refused[section] }

// Rate rates the reports and calls each with every period as soon as it is
// rated. It returns all findings. It stops when each returns an error.
func Rate(in Input, each func(*Period) error) ([]finding.Finding, error) {
	s := &season{Input: in, found: map[string]*finding.Collector{}}
	s.Roster = in.Roster.Clone() // new players are added
	var joined []finding.Finding
	s.Reports, joined = Parts(in.Reports)
	s.add(joined...)
	reports := s.admit()
	s.births, s.byName = s.statedBirths(reports), map[string][]uint32{}
	periods := s.periods(reports)
	opening := in.Opening
	if len(periods) > 0 && opening.From == 0 {
		opening = &roster.List{From: periods[0][0].period.Days.From, Standings: opening.Standings, Earlier: opening.Earlier}
	}
	s.chain = NewChain(in.Regulation, opening)
	for i, group := range periods {
		if err := each(s.rate(group, i == len(periods)-1)); err != nil {
			return s.findings(), err
		}
	}
	return s.findings(), nil
}

type season struct {
	Input
	found  map[string]*finding.Collector // by report
	byName map[string][]uint32           // players by what a name shares with equal ones, as far as named
	named  int                           // players in byName
	births map[string][]civil.Birth      // that the reports state, by the player's ID
	seen   seen
	chain  *Chain
	done   int
}

// collector returns the collector of the findings about a report.
func (s *season) collector(report string) *finding.Collector {
	if s.found[report] == nil {
		s.found[report] = &finding.Collector{File: report}
	}
	return s.found[report]
}

func (s *season) add(findings ...finding.Finding) {
	for _, f := range findings {
		s.collector(f.Report).Note(f)
	}
}

// findings returns all findings, sorted.
func (s *season) findings() []finding.Finding {
	var all []finding.Finding
	for _, report := range slices.Sorted(maps.Keys(s.found)) {
		all = append(all, s.found[report].Findings...)
	}
	slices.SortFunc(all, finding.Compare)
	return all
}

// trace returns a trace as requested, or nil.
func (s *season) trace() *regulation.Trace {
	switch {
	case s.OnlyRows:
		return regulation.TraceRows()
	case s.About != "":
		return regulation.TraceAbout(s.number())
	}
	return &regulation.Trace{}
}

// number returns the number of the player to trace, or that of nobody if the
// player is not known yet.
func (s *season) number() uint32 {
	if n, ok := s.Roster.ByID(s.About); ok {
		return n
	}
	return regulation.NoPlayer
}

// admitted is a consistent report, except for some sections.
type admitted struct {
	report *report.Report
	found  []finding.Finding // by report.Check
	period regulation.Period
}

// admit makes the checks that do not depend on other periods.
func (s *season) admit() []admitted {
	var in []admitted
	for _, source := range s.distinct() {
		r := source.Report
		found := report.Check(r)
		if r.Name == "" {
			found = append(found, finding.New("event-unnamed", finding.Info, finding.At{}).Of(r.File))
		}
		s.add(found...)
		if slices.ContainsFunc(found, finding.Finding.RefusesAll) {
			s.finished()
			continue
		}
		in = append(in, admitted{r, found, s.Regulation.Latest().Period(r)})
	}
	return in
}

// periods groups the reports by period, the earliest first.
func (s *season) periods(in []admitted) [][]admitted {
	slices.SortFunc(in, func(a, b admitted) int {
		return cmp.Or(
			a.period.Compare(b.period),
			cmp.Compare(a.report.LastDay(), b.report.LastDay()), cmp.Compare(a.report.FirstDay(), b.report.FirstDay()),
			cmp.Compare(a.report.Name, b.report.Name), cmp.Compare(a.report.File, b.report.File),
		)
	})
	var groups [][]admitted
	for i, a := range in {
		if i == 0 || a.period.Meet || a.period != in[i-1].period {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], a)
	}
	return slices.DeleteFunc(groups, func(group []admitted) bool {
		if _, found := s.Regulation.For(group[0].period); slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses }) {
			for _, a := range group {
				s.add(found[0].Of(a.report.File))
				s.finished()
			}
			return true
		}
		return false
	})
}

// rate rates the reports of one period.
func (s *season) rate(group []admitted, last bool) *Period {
	p := &Period{Period: group[0].period, Last: last, Batch: &pack.Batch{}, refused: map[int][]string{}}
	edition, found := s.Regulation.For(p.Period)
	p.Edition = edition
	for _, f := range found {
		s.add(f.Of(group[0].report.File))
	}
	if s.Trace == TraceAll || s.Trace == TraceLast && last {
		p.Trace = s.trace()
	}
	if s.Base != nil {
		s.chain.Rebase(s.Base(p.Period, s.chain.List))
	}
	p.Before = s.chain.Open(p.Period, p.Trace)
	about := edition.About()
	refused := make([][][]string, len(group)) // by report and section
	var unknown []uint32                      // players with an impossible birth
	for i, a := range group {
		bound, sameTwice := s.identify(a, &about)
		sections := s.twinsOf(a.report, bound.players)
		sameTwice = append(sameTwice, s.twice(a.report, sections)...)
		unknown = append(unknown, s.doubtBirths(bound)...)
		assessed := Assess(a.report, slices.Concat(a.found, sameTwice), edition, &facts{roster: s.Roster, list: p.Before, binding: bound})
		if s.Supposed {
			assessed.suppose(slices.Concat(a.found, sameTwice))
		}
		assessed.contest(a.report)
		s.add(assessed.Findings...)
		s.add(sameTwice...)
		for _, ids := range assessed.Refused {
			refused[i] = append(refused[i], distinctIDs(ids))
		}
		s.remember(a.report, sections, assessed.Refused)
		p.Batch.Add(i, a.report, bound.players, assessed.Rulings)
		p.Reports = append(p.Reports, a.report)
		s.finished()
	}
	if p.Trace != nil && s.About != "" {
		p.Trace.Tell(s.number()) // the player may have come with a report of this period
	}
	p.Batch.Sort()
	p.Players = s.Roster.Players
	if len(unknown) > 0 {
		p.Players = slices.Clone(p.Players)
		for _, n := range unknown {
			p.Players[n].Birth = 0 // Reading G8
		}
	}
	p.Outcome = s.chain.Close(p.Period, edition, p.Players, p.Batch, p.Trace)
	p.After = s.chain.List
	for i := range p.Batch.Sections {
		section := &p.Batch.Sections[i]
		source := p.Batch.Events[section.Event].Report
		p.refused[i] = refused[source][section.Number]
		if f, ok := p.Outcome.Refused[i]; ok {
			s.add(f.Of(p.Reports[source].File))
			p.refused[i] = append(p.refused[i], f.ID)
		}
	}
	s.add(p.Outcome.Findings...)
	return p
}

// distinctIDs returns each id once, sorted.
func distinctIDs(ids []string) []string { return slices.Compact(slices.Sorted(slices.Values(ids))) }

func (s *season) finished() {
	s.done++
	if s.Progress != nil {
		s.Progress(s.done, len(s.Reports))
	}
}

// Row is a player's line in a list.
type Row struct {
	State roster.State
	Move  regulation.Move
}

// Row returns a player's line in the list that the period made.
func (p *Period) Row(player uint32, kind rating.Kind) Row {
	return Row{*p.Outcome.Standings[player].Of(kind), p.Outcome.Moves[player][kind-1]}
}
