package view

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// derivation is how a run arrived at a player's ratings: the calculation of what they
// depend on, once more.
type derivation struct {
	about         regulation.About
	batch         *pack.Batch // at least all reports with the player
	refused       map[int]finding.Finding
	before, after roster.Standing
	replaced      []replaced
	steps         []regulation.Step // about the player, and about sections as a whole
	player        uint32
	part          *part // that was rated
}

// of returns the steps about a kind of rating.
func (d *derivation) of(kind rating.Kind) []regulation.Step {
	var steps []regulation.Step
	for _, s := range d.steps {
		if s.List == kind && (s.Player == d.player || s.Section == 0 || lists.Enters(&d.batch.Sections[s.Section-1], d.player)) {
			steps = append(steps, s)
		}
	}
	return steps
}

// opponents returns those whom the player's steps name.
func (d *derivation) opponents() []uint32 {
	named := map[uint32]bool{}
	for _, s := range d.steps {
		if s.Player == d.player && s.Game != 0 {
			named[s.Opponent] = true
		}
	}
	delete(named, regulation.NoPlayer)
	return slices.Sorted(maps.Keys(named))
}

// rows returns what the run did to a rating: the calculation, and then the overrides.
func (d *derivation) rows(kind rating.Kind) []Row {
	row := Row{From: d.before.Of(kind).Rating, To: d.after.Of(kind).Rating}
	all := []Row{row}
	for _, o := range d.replaced {
		if o.Kind != kind {
			continue
		}
		if len(all) == 1 {
			all[0].To = o.calculated
		}
		all = append(all, Row{o.Correction, o.calculated, o.Rating})
	}
	return all
}

// replaced is a rating that a correction has replaced.
type replaced struct {
	lists.Override
	calculated rating.Rating
}

// derive returns how a run, from a base, arrived at a player's ratings. It rates those reports only on
// which they depend. What it arrives at is compared with the list.
func derive(r bureau.Reader, run *lists.Run, from *lists.Run, player uint32) (*derivation, error) {
	listed, err := run.Standings(r).Of(player)
	if err != nil {
		return nil, err
	}
	base := from.Standings(r)
	some, err := reportsOf(r, run, base, player)
	if err != nil {
		return nil, err
	}
	d, err := rateSome(r, run, base, player, some)
	if err != nil || same(&d.after, &listed[0]) {
		return d, err
	}
	// The rows are those of another run.
	if d, err = rateAll(r, run, base, player); err == nil && !same(&d.after, &listed[0]) {
		err = fmt.Errorf("run %d: its calculation leads to another rating than its list has", run.ID)
	}
	return d, err
}

func same(a, b *roster.Standing) bool {
	return bytes.Equal(roster.AppendStandings(nil, []roster.Standing{*a}), roster.AppendStandings(nil, []roster.Standing{*b}))
}

// lastDay is later than all events.
var lastDay = civil.Of(9999, 12, 31)

// reportsOf returns the reports of a run on which a player's ratings depend, as indexes of
// its records: those with the player, and where results count for later events of the
// period, earlier ones of the others in them.
func reportsOf(r bureau.Reader, run *lists.Run, base *lists.Standings, player uint32) ([]int, error) {
	about, err := lists.AboutOf(r, run)
	if err != nil {
		return nil, err
	}
	index := make(map[string]int, len(run.Records))
	for i, id := range run.Records {
		index[id.Ref] = i
	}
	found := map[int]bool{}
	until := map[uint32]civil.Date{player: lastDay} // ends of the events that count, by player
	for queue := []uint32{player}; len(queue) > 0; queue = queue[1:] {
		entries, err := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(queue[0])}})
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			i, in := index[e.Ref]
			if !in || found[i] {
				continue
			}
			batch, err := lists.RecordOf(r, run.Records[i])
			if err != nil {
				return nil, err
			}
			end := batch.Events[0].End
			if end > until[queue[0]] {
				continue
			}
			found[i] = true
			others, err := carrying(batch, base, about.Carries)
			if err != nil {
				return nil, err
			}
			for _, n := range others {
				if until[n] < end {
					until[n] = end
					queue = append(queue, n)
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// carrying returns the players of a report whose results in earlier events of the period
// count in it.
func carrying(batch *pack.Batch, base *lists.Standings, what regulation.Carried) ([]uint32, error) {
	if what == regulation.CarriesNothing {
		return nil, nil
	}
	var all []uint32
	for i := range batch.Sections {
		s := &batch.Sections[i]
		if s.Kind == 0 { // nobody has said what it is: it waits
			continue
		}
		numbers := make([]uint32, len(s.Entries))
		for i := range s.Entries {
			numbers[i] = s.Entries[i].Player
		}
		listed, err := base.Of(numbers...)
		if err != nil {
			return nil, err
		}
		for i, n := range numbers {
			if n != pack.Nobody && (what == regulation.CarriesAll || !listed[i].Of(s.Kind).Rating.Rated()) {
				all = append(all, n)
			}
		}
	}
	return all, nil
}

// part is some reports of a run with the players that are needed to rate them, who are
// numbered from 0 on.
type part struct {
	run     *lists.Run
	in      *lists.Input
	batch   *pack.Batch // all games of the reports, with the players' own numbers
	games   []int       // those that are rated, if not all are, as indexes of the batch
	numbers []uint32    // of the players, sorted
	own     int         // index of the player whom it is about
}

// partOf reads some reports of a run, by the indexes of its records: all that was played in
// them, or the player's own games.
func partOf(r bureau.Reader, run *lists.Run, base *lists.Standings, player uint32, some []int, all bool) (*part, error) {
	records := make([]lists.RecordID, len(some))
	for i, n := range some {
		records[i] = run.Records[n]
	}
	batch, err := lists.Played(r, records)
	if err != nil {
		return nil, err
	}
	for i := range batch.Events {
		batch.Events[i].Report = some[batch.Events[i].Report]
	}
	// Only these players are rated, as players 0, 1, and so on. Player 0 is always among them:
	// a step without an opponent has that one.
	p := &part{batch: batch}
	rated := batch
	if !all {
		rated, p.games = batch.GamesOf(player)
	}
	p.numbers = rated.Players(0, player)
	p.own, _ = slices.BinarySearch(p.numbers, player)
	p.run = run.Only(p.numbers)
	p.in = &lists.Input{Batch: rated.Renumbered(p.numbers), Players: len(p.numbers)}
	if p.in.Base, err = base.Only(p.numbers); err != nil {
		return nil, err
	}
	p.in.Facts, err = lists.FactsOf(r, run, p.numbers)
	return p, err
}

// rateAll rates all reports of a run, and returns what they did to a player.
func rateAll(r bureau.Reader, run *lists.Run, base *lists.Standings, player uint32) (*derivation, error) {
	all := make([]int, len(run.Records))
	for i := range all {
		all[i] = i
	}
	p, err := partOf(r, run, base, player, all, true)
	if err != nil {
		return nil, err
	}
	return p.rate(player)
}

// rateSome rates what it has to of some reports of a run, by the indexes of its records, and
// returns what they did to a player.
func rateSome(r bureau.Reader, run *lists.Run, base *lists.Standings, player uint32, some []int) (*derivation, error) {
	about, err := lists.AboutOf(r, run)
	if err != nil {
		return nil, err
	}
	p, err := partOf(r, run, base, player, some, !about.OwnGames)
	if err != nil {
		return nil, err
	}
	return p.rate(player)
}

// rate returns what the part did to a player.
func (p *part) rate(player uint32) (*derivation, error) {
	trace := regulation.TraceAbout(uint32(p.own))
	m, err := p.run.Make(p.in, trace)
	if err != nil {
		return nil, err
	}
	d := &derivation{
		about: m.Edition.About(), batch: p.batch, refused: m.Outcome.Refused, player: player,
		before: p.in.Base.Standings[p.own], after: m.Outcome.Standings[p.own], steps: trace.Steps, part: p,
	}
	for i := range d.steps {
		s := &d.steps[i]
		if s.Game != 0 && p.games != nil {
			s.Game = int32(p.games[s.Game-1]) + 1
		}
		for _, n := range []*uint32{&s.Player, &s.Opponent} {
			if *n != regulation.NoPlayer {
				*n = p.numbers[*n]
			}
		}
	}
	for i, o := range p.run.Overrides {
		if int(o.Player) == p.own {
			d.replaced = append(d.replaced, replaced{o, m.Replaced[i]})
		}
	}
	return d, nil
}
