package bureau

import (
	"context"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

// PeriodState is where a calculation period stands.
type PeriodState string

// The states of a period.
const (
	Open      PeriodState = "open"      // reports go in
	Drafted   PeriodState = "drafted"   // closed and rated: a draft is to be reviewed
	Published PeriodState = "published" // its list is out
)

// Period is a calculation period.
type Period struct {
	Label string            `json:"label"`
	Days  civil.Range       `json:"days"`
	List  civil.Date        `json:"list"` // the day from which its list is in force
	Meet  bool              `json:"meet,omitempty"`
	State PeriodState       `json:"state"`
	Run   int               `json:"run,omitempty"`   // of the draft or the list
	Ticks map[string]string `json:"ticks,omitempty"` // reasons for what the review asked, by its key
}

var periods = table[Period]{"period"} // by label

// openPeriod makes sure that the period of a report is there and open.
func (c *change) openPeriod(p regulation.Period) error {
	have, err := periods.get(c, p.Label)
	if err != nil {
		return err
	}
	if have == nil {
		return periods.put(c, p.Label, &Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, State: Open})
	}
	if have.State != Open {
		return refuse("period-closed", finding.Text("label", p.Label), finding.Text("state", string(have.State)))
	}
	return nil
}

// Periods gives all periods, by label.
func (b *Bureau) Periods(r Reader) ([]*Period, error) { return periods.all(r, "") }

func findPeriod(r Reader, label string) (*Period, error) {
	p, err := periods.get(r, label)
	if err == nil && p == nil {
		err = refuse("no-period", finding.Text("label", label))
	}
	return p, err
}

// Close closes a period and rates it: the draft of its list, from the reports
// that are admitted. A draft is made anew by closing again.
func (b *Bureau) Close(ctx context.Context, label string) (run *Run, err error) {
	err = b.act(ctx, "period.close", "", func(c *change) (string, any, error) {
		p, err := findPeriod(c, label)
		if err != nil {
			return "", nil, err
		}
		if p.State == Published {
			return "", nil, refuse("period-closed", finding.Text("label", label), finding.Text("state", string(p.State)))
		}
		if c.today <= p.Days.To {
			return "", nil, refuse("period-runs", finding.Text("label", label), finding.Text("until", p.Days.To.String()))
		}
		if run, err = c.draft(p); err != nil {
			return "", nil, err
		}
		p.State, p.Run, p.Ticks = Drafted, run.ID, nil
		return label, map[string]any{"run": run.ID, "digest": run.Digest, "records": len(run.Records)}, periods.put(c, label, p)
	})
	return run, err
}

// draft rates a period from the newest list.
func (c *change) draft(p *Period) (*Run, error) {
	admitted, err := c.ready(p.Label, true)
	if err != nil {
		return nil, err
	}
	base, err := latestRun.get(c, "")
	if err != nil {
		return nil, err
	}
	run := &Run{
		Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Base: *base, Regulation: c.settings.Regulation, Options: c.settings.Options,
		At: c.now, Actor: c.actor,
	}
	for _, r := range admitted {
		if r.State == Admitted {
			run.Records = append(run.Records, RecordID{r.Ref, r.Current})
		}
	}
	return run, c.rate(run)
}

// rate makes the list of a new run and keeps it.
func (c *change) rate(run *Run) error {
	list, err := listOf(c, run.Base)
	if err != nil {
		return err
	}
	in := &input{base: list}
	if in.batch, err = played(c, run.Records); err != nil {
		return err
	}
	if in.facts, in.players, err = factsFor(c, in.batch); err != nil {
		return err
	}
	m, err := run.make(in, nil)
	if err != nil {
		return err
	}
	run.Edition = m.edition.About().ID
	for i := range m.batch.Games {
		if m.batch.Games[i].Counts() {
			run.Games++
		}
	}
	return c.keepRun(run, m.outcome.Standings, packFacts(in.facts, in.players))
}

// Publish publishes the draft of a period. It is refused if another list was
// published since the draft was made.
func (b *Bureau) Publish(ctx context.Context, label string) (p *Publication, err error) {
	err = b.act(ctx, "list.publish", "", func(c *change) (string, any, error) {
		period, err := findPeriod(c, label)
		if err != nil {
			return "", nil, err
		}
		if period.State != Drafted {
			return "", nil, refuse("nothing-to-publish", finding.Text("label", label), finding.Text("state", string(period.State)))
		}
		run, err := runs.get(c, seqKey(period.Run))
		if err != nil {
			return "", nil, err
		}
		latest, err := latestRun.get(c, "")
		if err != nil {
			return "", nil, err
		}
		if run.Base != *latest {
			return "", nil, refuse("draft-outdated", finding.Text("label", label))
		}
		if err := c.publish(run, "period"); err != nil {
			return "", nil, err
		}
		period.State = Published
		if err := periods.put(c, label, period); err != nil {
			return "", nil, err
		}
		if err := c.markRated(run); err != nil {
			return "", nil, err
		}
		p, err = publications.last(c, label+"\x00")
		return label, map[string]any{"revision": p.Revision, "digest": p.Digest}, err
	})
	return p, err
}

// markRated says of the reports of a run that they are in a list.
func (c *change) markRated(run *Run) error {
	for _, id := range run.Records {
		r, err := findReport(c, id.Ref)
		if err != nil {
			return err
		}
		c.move(r, Rated, fmt.Sprintf("list %s", run.Label))
		if err := c.keepReport(r); err != nil {
			return err
		}
	}
	return nil
}
