package projection

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/internal/async"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// periods writes the rows of periods, by label.
func (p *projecting) periods(labels []string) error {
	made := batchOf(p, rows.Periods)
	for _, label := range labels {
		period, err := lists.Periods.Get(p, label)
		if err == nil && period == nil {
			err = forget(p, rows.Periods, bureau.Row{label})
		} else if err == nil {
			err = made.add(rows.Period{
				Label: label, State: string(period.State), FirstDay: period.Days.From, LastDay: period.Days.To, InForce: period.List, Meet: period.Meet,
			})
		}
		if err != nil {
			return err
		}
	}
	return made.write()
}

// corrections writes the rows of corrections, by their keys.
func (p *projecting) corrections(keys []string) error {
	made := batchOf(p, rows.Corrections)
	settings, err := bureau.ReadSettings(p)
	if err != nil {
		return err
	}
	for _, key := range keys {
		k, err := correction.Corrections.Get(p, key)
		if err != nil {
			return err
		}
		if k == nil {
			continue
		}
		row := rows.Correction{Number: k.Number, State: string(k.State), Label: k.Label, Asked: k.Asked, Reason: k.Reason}
		if k.Decided != nil {
			row.Decided = settings.Day(k.Decided.At)
		}
		if err := made.add(row); err != nil {
			return err
		}
	}
	return made.write()
}

// results writes the current list of each label, and what its run made of the entries of
// its reports, unless its publication did.
func (p *projecting) results(labels []string) error {
	made := batchOf(p, rows.Lists)
	for _, label := range labels {
		id, err := lists.CurrentRuns.Get(p, label)
		if err != nil {
			return err
		}
		if id == nil {
			continue
		}
		run, err := lists.FindRun(p, *id)
		if err != nil {
			return err
		}
		err = made.add(rows.List{Label: label, InForce: run.List, Edition: run.Edition, Run: run.ID, Cause: run.Cause})
		if err == nil && !p.done[run.ID] {
			err = p.remake(run)
		}
		if err != nil {
			return err
		}
	}
	return made.write()
}

// remake makes the list of a run again, and writes what it made of the entries of its reports.
func (p *projecting) remake(run *lists.Run) error {
	if run.Base == 0 {
		return nil
	}
	base, err := lists.ReadList(p, run.Base)
	if err != nil {
		return err
	}
	made, err := p.remaking(run, base)
	if err != nil {
		return err
	}
	_, err = p.remade(run, made)
	return err
}

// remaking is a run that is being made again.
type remaking struct {
	trace  *regulation.Trace
	played []uint32                    // numbers of those in its reports, sorted
	made   func() (*lists.Made, error) // waits for it
}

// remaking begins to make the list of a run again, from its base list. The opening list has no
// calculation.
func (p *projecting) remaking(run *lists.Run, base func() (*roster.List, error)) (*remaking, error) {
	m := &remaking{trace: regulation.TraceRows(), made: func() (*lists.Made, error) { return &lists.Made{}, nil }}
	if run.Base == 0 {
		return m, nil
	}
	in, err := lists.InputFrom(p, run, nil)
	if err != nil {
		return nil, err
	}
	m.played = in.Batch.Players()
	m.made = async.Start(func() (made *lists.Made, err error) {
		if in.Base, err = base(); err != nil {
			return nil, err
		}
		return run.Make(in, m.trace)
	})
	return m, nil
}

// remade returns what a run made, and writes what it made of the entries of its reports if it
// is the current one of its label.
func (p *projecting) remade(run *lists.Run, again *remaking) (*lists.Made, error) {
	m, err := again.made()
	if err != nil || run.Base == 0 {
		return m, err
	}
	current, err := lists.CurrentRuns.Get(p, run.Label)
	if err != nil || current == nil || *current != run.ID {
		return m, err
	}
	if p.done == nil {
		p.done = map[int]bool{}
	}
	p.done[run.ID] = true
	return m, p.entries(run, m, again.trace.Rows())
}

// entries writes what a run made of the entries of its reports.
func (p *projecting) entries(run *lists.Run, m *lists.Made, results []regulation.Row) error {
	of := entryRows(m.Batch, func(event int) string { return run.Records[m.Batch.Events[event].Report].Ref })
	for _, section := range of {
		for _, e := range section {
			e.InList = true
		}
	}
	for i := range results {
		row := &results[i]
		e := of[row.Section][row.Player]
		e.Rating, e.Performance, e.K, e.Change = int(row.Rating), int(row.Performance), int(row.K), int(row.Change+row.Bonus)
		e.Activity = max(0, row.Activity)
	}
	return p.writeEntries(of...)
}

// seat is a player in the list of a kind.
type seat struct {
	player uint32
	kind   rating.Kind
}

// publications writes the rows of publications, by seq, and the ratings that each
// changed.
func (p *projecting) publications(seqs []string) error {
	if p.fresh {
		p.open = map[seat]rows.State{}
	}
	made := batchOf(p, rows.Publications)
	for _, seq := range seqs {
		key, err := lists.BySeq.Get(p, seq)
		if err != nil {
			return err
		}
		if key == nil {
			continue
		}
		published, err := lists.Publications.Get(p, *key)
		if err != nil {
			return err
		}
		if published == nil { // verify names it
			continue
		}
		run, err := lists.FindRun(p, published.Run)
		if err != nil {
			return err
		}
		if err := p.list(published, run); err != nil {
			return err
		}
		err = made.add(rows.Publication{
			Seq: published.Seq, Label: published.Label, Revision: published.Revision, InForce: run.List, At: published.At.UTC().Format(time.RFC3339),
			Edition: run.Edition, Cause: published.Cause, Run: run.ID, Digest: published.Digest,
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(made.write(), p.stillOpen())
}

// list writes what a publication changed in the ratings and in their order. The list is made
// again beside what can be done without it.
func (p *projecting) list(published *lists.Publication, run *lists.Run) error {
	read, err := lists.ReadList(p, run.ID)
	if err != nil {
		return err
	}
	out, before, err := p.listBefore(published.Seq)
	if err != nil {
		return err
	}
	base := before
	if run.Base != out && run.Base != 0 {
		if base, err = lists.ReadList(p, run.Base); err != nil {
			return err
		}
	}
	again, err := p.remaking(run, base)
	if err != nil {
		return err
	}
	now, err := read()
	if err != nil {
		return err
	}
	was, err := before()
	if err != nil {
		return err
	}
	from, err := base()
	if err != nil {
		return err
	}
	err = errors.Join(p.rankings(published, now, was), p.movements(published, now, was, from), p.openStates(now, was, again.played))
	if err != nil {
		return err
	}
	m, err := p.remade(run, again)
	if err != nil {
		return err
	}
	return p.states(published, m, now, was)
}

// states writes the ratings that a publication changed, given what its run made and the list
// published before.
func (p *projecting) states(published *lists.Publication, m *lists.Made, list, before *roster.List) error {
	var changed []seat
	for n := range max(len(list.Standings), len(before.Standings)) {
		now, was := list.Standing(uint32(n)), before.Standing(uint32(n))
		for _, kind := range rating.AllKinds {
			a, b := now.Of(kind), was.Of(kind)
			if a.Rating != b.Rating || a.Games != b.Games || m.MoveOf(uint32(n), kind).K != 0 {
				changed = append(changed, seat{uint32(n), kind})
			}
		}
	}
	made := batchOf(p, rows.States)
	for _, at := range changed {
		standing := list.Standing(at.player)
		state := standing.Of(at.kind)
		if last, ok := p.open[at]; ok {
			last.Until = published.Seq
			if err := made.add(last); err != nil {
				return err
			}
		}
		next := rows.State{
			Player: at.player, Kind: at.kind.String(), Since: published.Seq, Rating: int(state.Rating), Games: int(state.Games), K: int(m.MoveOf(at.player, at.kind).K),
		}
		p.open[at] = next
		if !p.fresh {
			if err := made.add(next); err != nil {
				return err
			}
		}
	}
	return made.write()
}

// listBefore reads the list that was published before publication seq, of whatever label, and
// returns its run; an empty list and zero if there is none.
func (p *projecting) listBefore(seq int) (run int, list func() (*roster.List, error), err error) {
	none := func() (*roster.List, error) { return &roster.List{}, nil }
	if seq <= 1 {
		return 0, none, nil
	}
	key, err := lists.BySeq.Get(p, bureau.SeqKey(seq-1))
	if err != nil || key == nil {
		return 0, none, err
	}
	published, err := lists.Publications.Get(p, *key)
	if err != nil || published == nil { // verify names it
		return 0, none, err
	}
	list, err = lists.ReadList(p, published.Run)
	return published.Run, list, err
}

// openStates reads the rows of ratings that hold until now, of those who played and of those
// whose standings differ between two lists.
func (p *projecting) openStates(list, before *roster.List, played []uint32) error {
	if p.fresh {
		return nil
	}
	p.open = map[seat]rows.State{}
	var players []any
	for n := range uint32(max(len(list.Standings), len(before.Standings))) {
		now, was := list.Standing(n), before.Standing(n)
		_, plays := slices.BinarySearch(played, n)
		for k := range now {
			if plays || now[k].Rating != was[k].Rating || now[k].Games != was[k].Games {
				players = append(players, int64(n))
				break
			}
		}
	}
	for some := range slices.Chunk(players, batchSize) {
		found, err := rows.States.Select(p, bureau.Range{Any: some, Held: rows.StatesNow})
		if err != nil {
			return err
		}
		for _, s := range found {
			kind, err := rating.ParseKind(s.Kind)
			if err != nil {
				return err
			}
			p.open[seat{s.Player, kind}] = *s
		}
	}
	return nil
}

// stillOpen writes the rows of ratings that hold until now, if all are written anew.
func (p *projecting) stillOpen() error {
	if !p.fresh {
		return nil
	}
	all := slices.SortedFunc(maps.Keys(p.open), func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.player, b.player), strings.Compare(a.kind.String(), b.kind.String()))
	})
	made := batchOf(p, rows.States)
	for _, at := range all {
		if err := made.add(p.open[at]); err != nil {
			return err
		}
	}
	return made.write()
}
