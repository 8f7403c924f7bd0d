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

// Explain returns the derivation of a player's rating of a kind (0: of all
// kinds), a list for each period that concerns the player.
// explain.Printer.Write renders them. The periods must have been rated with
// traces. The error is a finding.Problem if nobody has the ID.
func (r *Rated) Explain(id string, kind rating.Kind) ([]*explain.List, error) {
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
