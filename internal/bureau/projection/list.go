package projection

import (
	"errors"

	"github.com/arpadchess/arpad/internal/async"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// periods writes the rows of periods, by label.
func (p *projecting) periods(labels []string) error {
	made := batchOf(p, rows.Periods)
	return each(p, lists.Periods, labels, made, func(label string, period *lists.Period) error {
		if period == nil {
			return forget(p, rows.Periods, bureau.Row{label})
		}
		return made.add(rows.Period{
			Label: label, State: string(period.State), FirstDay: period.Days.From, LastDay: period.Days.To, InForce: period.List, Meet: period.Meet,
		})
	})
}

// corrections writes the rows of corrections, by their keys.
func (p *projecting) corrections(keys []string) error {
	made := batchOf(p, rows.Corrections)
	settings, err := bureau.ReadSettings(p)
	if err != nil {
		return err
	}
	return each(p, correction.Corrections, keys, made, func(_ string, k *correction.Correction) error {
		if k == nil {
			return nil
		}
		row := rows.Correction{Number: k.Number, State: string(k.State), Label: k.Label, Asked: k.Asked, Reason: k.Reason}
		if k.Decided != nil {
			row.Decided = settings.Day(k.Decided.At)
		}
		return made.add(row)
	})
}

// results writes the current list of each label, and what its run made of the entries of
// its reports, unless its publication did.
func (p *projecting) results(labels []string) error {
	made := batchOf(p, rows.Lists)
	return each(p, lists.CurrentRuns, labels, made, func(label string, id *int) error {
		if id == nil {
			return nil
		}
		run, err := lists.FindRun(p, *id)
		if err != nil {
			return err
		}
		err = made.add(rows.List{Label: label, InForce: run.List, Edition: run.Edition, Run: run.ID, Cause: run.Cause})
		if err == nil && !p.done[run.ID] {
			err = p.remake(run)
		}
		return err
	})
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
	return errors.Join(p.refused(run, m.Batch, of), p.writeEntries(of...))
}

// refused adds the points of the entries of sections that are not rated.
func (p *projecting) refused(run *lists.Run, batch *pack.Batch, of []map[uint32]*rows.Entry) error {
	for i := range batch.Sections {
		s := &batch.Sections[i]
		if !s.Refused {
			continue
		}
		id := run.Records[batch.Events[s.Event].Report]
		r, err := intake.Find(p, id.Ref)
		if err != nil {
			return err
		}
		record, err := lists.StoredRecord(p, id)
		if err != nil {
			return err
		}
		if err := intake.AddRefused(p, r, record); err != nil {
			return err
		}
		for _, e := range record.Sections[s.Number].Entries {
			of[i][e.Player].Points = int(e.Points)
		}
	}
	return nil
}
