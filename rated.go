package arpad

import (
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Rated is the result of rating reports: their periods in order, and what was found.
type Rated struct {
	Periods  []*season.Period
	Findings []finding.Finding
}

// Rating is a player's rating of a kind after the last period.
type Rating struct {
	ID, Name       string
	Kind           rating.Kind
	Before, Rating rating.Rating // in the opening list, and now; zero: unrated
	Games          int           // counted in the periods
}

// Ratings returns the ratings after the last period of all players who have one, or had
// one in the opening list, by player in the order of the list, and by kind.
func (r *Rated) Ratings() []Rating {
	if len(r.Periods) == 0 {
		return nil
	}
	var all []Rating
	first, last := r.Periods[0], r.Periods[len(r.Periods)-1]
	for n := range last.Players {
		before := first.Before.Standing(uint32(n))
		for _, kind := range last.Edition.About().Lists {
			was, is := before.Of(kind), last.Row(uint32(n), kind).State
			if was.Rating.Rated() || is.Rating.Rated() {
				all = append(all, Rating{last.Players[n].ID, last.Players[n].Name, kind, was.Rating, is.Rating, int(is.Games - was.Games)})
			}
		}
	}
	return all
}

// Rating returns a player's rating of a kind after the last period; ok is false if there
// is no such player, or they have none.
func (r *Rated) Rating(id string, kind rating.Kind) (is Rating, ok bool) {
	key := r.key(id)
	all := r.Ratings()
	i := slices.IndexFunc(all, func(of Rating) bool { return of.ID == key && of.Kind == kind })
	if i < 0 || !all[i].Rating.Rated() {
		return Rating{}, false
	}
	return all[i], true
}

// key returns the ID under which a player is rated. Without an opening list that is a
// start number, and the ID may be that of the report.
func (r *Rated) key(id string) string {
	if len(r.Periods) == 0 {
		return id
	}
	last := r.Periods[len(r.Periods)-1]
	if playerOf(last, id) >= 0 {
		return id
	}
	for _, p := range r.Periods {
		for _, s := range p.Batch.Sections {
			of := p.Reports[p.Batch.Events[s.Event].Report].Sections[s.Number]
			for _, e := range s.Entries {
				entry := slices.IndexFunc(of.Players, func(p report.Player) bool { return p.StartNumber == int(e.Start) })
				if entry >= 0 && slices.Contains([]string{of.Players[entry].ID, of.Players[entry].FideID}, id) {
					return p.Players[e.Player].ID
				}
			}
		}
	}
	return id
}

// Explain returns the derivation of a player's rating of a kind (0: of all kinds), a list
// for each period that concerns the player; explain.Printer.Write renders them. Without an
// opening list the ID is a start number or the ID in the report. The error is a
// finding.Problem if nobody has the ID.
func (r *Rated) Explain(id string, kind rating.Kind) ([]*explain.List, error) {
	id = r.key(id)
	if len(r.Periods) == 0 || playerOf(r.Periods[len(r.Periods)-1], id) < 0 {
		return nil, finding.NewProblem("unknown-player", finding.Text("id", id))
	}
	var lists []*explain.List
	for i, p := range r.Periods {
		for _, l := range listsOf(p, id, i == 0) {
			if kind != 0 && l.Kind != kind {
				continue
			}
			l.Refused, l.Left = refusals(p, l, r.Findings)
			if len(l.Steps) == 0 {
				l.Last = lastPlayed(r.Periods[:i], id, l.Kind)
			}
			if len(l.Steps) > 0 || len(l.Refused) > 0 || l.New.Rated() {
				lists = append(lists, l)
			}
		}
	}
	return lists, nil
}

// playerOf returns the number of the player with an ID, -1 if there is none.
func playerOf(p *season.Period, id string) int {
	return slices.IndexFunc(p.Players, func(player roster.Player) bool { return player.ID == id })
}

// listsOf returns a player's explanations of one period, one for each kind of
// list.
func listsOf(p *season.Period, id string, opening bool) []*explain.List {
	n := playerOf(p, id)
	if n < 0 {
		return nil
	}
	about := p.Edition.About()
	var listed []*explain.List
	for _, kind := range about.Lists {
		row := p.Row(uint32(n), kind)
		var steps []regulation.Step
		played := p.Trace.Of(uint32(n), kind)
		sections := map[int32]bool{}
		for _, s := range played {
			if s.Player == uint32(n) {
				sections[s.Section] = true
			}
		}
		for _, s := range played {
			if s.Player == uint32(n) || sections[s.Section] {
				steps = append(steps, s)
			}
		}
		var pool *explain.Pool
		before := p.Before.Standing(uint32(n))
		if sum := before.Of(kind).Pool.Sum(); sum.Counted < about.FirstGames {
			pool = &explain.Pool{Games: sum.Counted, Needed: about.FirstGames}
		}
		listed = append(listed, &explain.List{
			Regulation: about, Period: p.Period, Opening: opening, Kind: kind, PlayerID: id, Player: p.Players[n].Name,
			Local:      p.Players[n].NameLocal,
			Names:      func(player uint32) string { return p.Players[player].Name },
			LocalNames: func(player uint32) string { return p.Players[player].NameLocal },
			IDs:        func(player uint32) string { return p.Players[player].ID },
			Batch:      p.Batch, Previous: row.Move.Previous, New: row.State.Rating, Steps: steps, Pool: pool,
			NotRated: p.Outcome.Refused,
		})
	}
	return listed
}

// lastPlayed returns the last event in some periods with a rated game of a
// player, nil if there is none.
func lastPlayed(periods []*season.Period, id string, kind rating.Kind) *explain.LastEvent {
	for _, p := range slices.Backward(periods) {
		n := uint32(playerOf(p, id))
		for i := range slices.Backward(p.Batch.Games) { // in playing order
			if g := &p.Batch.Games[i]; g.Kind == kind && g.Counts() && (g.White == n || g.Black == n) {
				return &explain.LastEvent{Event: p.Batch.Events[p.Batch.Sections[g.Section].Event].Name, Day: g.Date}
			}
		}
	}
	return nil
}

// refusals returns the findings that refused sections of the player of a list,
// together and by section.
func refusals(p *season.Period, l *explain.List, findings []finding.Finding) (refused []finding.Finding, left []explain.Left) {
	for i := range p.Batch.Sections {
		s := &p.Batch.Sections[i]
		r := p.Reports[p.Batch.Events[s.Event].Report]
		if len(p.Reasons(i)) == 0 || l.Kind != s.Kind && s.Kind != 0 || !standsIn(p, s, r, l.PlayerID) {
			continue
		}
		out := explain.Left{Event: r.Name, Section: s.Name}
		for _, f := range findings {
			if f.Refuses && f.Report == r.File && (f.Section == s.Name || !f.InSection) {
				out.Findings = append(out.Findings, f)
			}
		}
		refused, left = append(refused, out.Findings...), append(left, out)
	}
	return refused, left
}

// standsIn reports whether a player is an entry of a section: as identified or,
// in a section where nobody was, as reported.
func standsIn(p *season.Period, s *pack.Section, r *report.Report, id string) bool {
	return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return p.Players[e.Player].ID == id }) ||
		slices.ContainsFunc(r.Sections[s.Number].Players, func(e report.Player) bool { return e.ID == id })
}
