package bureau

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

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
	Label string      `json:"label"`
	Days  civil.Range `json:"days"`
	List  civil.Date  `json:"list"` // the day from which its list is in force
	Meet  bool        `json:"meet,omitempty"`
	State PeriodState `json:"state"`
	Run   int         `json:"run,omitempty"` // of the draft or the list
}

var periods = table[Period]{"period"} // by label

func (p *Period) period() regulation.Period {
	return regulation.Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet}
}

// inOrder says which of two periods is rated first: the one whose list is in
// force first, else the one that ended first.
func inOrder(a, b regulation.Period) int {
	return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Days.To, b.Days.To), cmp.Compare(a.Days.From, b.Days.From), cmp.Compare(a.Label, b.Label))
}

// openPeriod makes sure that the period of a report is there and open.
func (tx *Tx) openPeriod(p regulation.Period) error {
	have, err := periods.get(tx, p.Label)
	if err != nil {
		return err
	}
	if have == nil && p.Label != tx.Settings.ListZero {
		return periods.put(tx, p.Label, &Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, State: Open})
	}
	if have == nil {
		have = &Period{Label: p.Label, State: Published}
	}
	return have.open()
}

// open refuses a report for a period that takes none.
func (p *Period) open() error {
	switch {
	case p.State == Open:
		return nil
	case p.State == Published: // the clock is behind: what comes after a list belongs to a later one
		return refuse("period-out", finding.Text("label", p.Label))
	}
	return refuse("period-closed", finding.Text("label", p.Label), p.due())
}

// due gives the day from which the list of a period is to be in force.
func (p *Period) due() finding.Value { return finding.Text("until", p.List.String()) }

// draftNeeded refuses what is done with a draft where there is none, or none any
// more.
func (tx *Tx) draftNeeded(p *Period) error {
	switch p.State {
	case Drafted:
		return nil
	case Published:
		return tx.listOut(p, refuse("list-out", finding.Text("label", p.Label)))
	}
	return noDraft(p)
}

// noDraft is the refusal where nothing has been drafted yet.
func noDraft(p *Period) error {
	return refuse("no-draft", finding.Text("label", p.Label), finding.Text("state", string(p.State)),
		finding.Text("closes", (p.Days.To+1).String()), p.due())
}

// listOut is a refusal of what only a correction can do, because a period's list
// is out: it says until when an inquiry has the list published anew.
func (tx *Tx) listOut(p *Period, refused *finding.Refused) error {
	until, err := reissuedUntil(tx, tx.Settings, p.Label, p.List)
	if err != nil {
		return err
	}
	refused.Values = append(refused.Values, finding.Text("until", until.String()))
	return refused
}

// Periods gives all periods in the order in which they are rated.
func (b *Bureau) Periods(r Reader) ([]*Period, error) { return allPeriods(r) }

func allPeriods(r Reader) ([]*Period, error) {
	all, err := periods.all(r, "")
	slices.SortFunc(all, func(a, b *Period) int { return inOrder(a.period(), b.period()) })
	return all, err
}

// Period gives a period by its label; one that is not there is refused.
func (b *Bureau) Period(r Reader, label string) (*Period, error) { return findPeriod(r, label) }

func findPeriod(r Reader, label string) (*Period, error) {
	p, err := periods.get(r, label)
	if err == nil && p == nil {
		err = refuse("no-period", finding.Text("label", label))
	}
	return p, err
}

// Close closes a period and rates it: the draft of its list, from the reports
// that are admitted. A draft is made anew by closing again. Periods are closed
// in their order, after their last civil day.
func (b *Bureau) Close(ctx context.Context, label string) (run *Run, err error) {
	err = b.Do(ctx, "period.close", "", func(tx *Tx) error {
		p, err := findPeriod(tx, label)
		if err != nil {
			return err
		}
		if p.State == Published {
			return tx.draftNeeded(p)
		}
		all, err := tx.ready(label, true)
		if err != nil {
			return err
		}
		if p, err = findPeriod(tx, label); err != nil { // a meet may have other days now
			return err
		}
		if tx.Today <= p.Days.To {
			return refuse("period-runs", finding.Text("label", label), finding.Text("until", p.Days.To.String()))
		}
		if err := tx.itsTurn(p); err != nil {
			return err
		}
		if run, err = tx.draft(p, all); err != nil {
			return err
		}
		p.State, p.Run = Drafted, run.ID
		tx.Note(label, map[string]any{"run": run.ID, "digest": run.Digest, "records": len(run.Records)})
		return periods.put(tx, label, p)
	})
	return run, err
}

// itsTurn refuses a period while one before it is to be rated, and one that
// comes before a list which is out.
func (tx *Tx) itsTurn(p *Period) error {
	all, err := allPeriods(tx)
	if err != nil {
		return err
	}
	zero, err := findRun(tx, 1)
	if err != nil {
		return err
	}
	if p.before(zero) {
		return beforeZero(p, zero)
	}
	for _, before := range all {
		if before.State == Published || before.before(zero) || inOrder(before.period(), p.period()) >= 0 {
			continue
		}
		admitted, err := tx.admitted(before.Label)
		if err != nil {
			return err
		}
		if before.State == Drafted || len(admitted) > 0 {
			return refuse("period-order", finding.Text("label", p.Label), finding.Text("before", before.Label), finding.Int("reports", len(admitted)), before.due())
		}
	}
	last, err := tx.newest()
	if err != nil {
		return err
	}
	if p.before(last) {
		return tx.listOut(p, refuse("period-behind", finding.Text("label", p.Label), finding.Text("last", last.Label)))
	}
	return nil
}

// before says whether a period comes before the list of a run.
func (p *Period) before(run *Run) bool { return inOrder(p.period(), run.period()) < 0 }

// beforeZero refuses a period before list zero: there is no list from which it
// could be rated.
func beforeZero(p *Period, zero *Run) error {
	return refuse("period-before-zero", finding.Text("label", p.Label), finding.Text("last", zero.Label))
}

// admitted gives the records of a period's admitted reports.
func (tx *Tx) admitted(label string) ([]RecordID, error) {
	all, err := reportsOf(tx, label)
	return admittedOf(all), err
}

func admittedOf(all []*Report) []RecordID {
	var records []RecordID
	for _, r := range all {
		if r.State == Admitted {
			records = append(records, RecordID{r.Ref, r.Current})
		}
	}
	return records
}

// draft rates a period from the newest list.
func (tx *Tx) draft(p *Period, all []*Report) (*Run, error) {
	base, err := latestRun.get(tx, "")
	if err != nil {
		return nil, err
	}
	run := &Run{
		Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Base: *base, Regulation: tx.Settings.Regulation, Options: tx.Settings.Options,
		At: tx.Now, Actor: tx.Actor, Records: admittedOf(all), Left: leftOf(all),
	}
	return run, tx.rate(run)
}

// leftOf gives the reports that a list leaves out.
func leftOf(all []*Report) []LeftOut {
	var left []LeftOut
	for _, r := range all {
		if r.State == Admitted || r.State == Rated {
			continue
		}
		out := LeftOut{Ref: r.Ref, State: r.State}
		for _, w := range r.Waits {
			out.Waits = append(out.Waits, w.What)
		}
		slices.Sort(out.Waits)
		out.Waits = slices.Compact(out.Waits)
		left = append(left, out)
	}
	return left
}

// rate makes the list of a new run and keeps it.
func (tx *Tx) rate(run *Run) error {
	in, err := gather(tx, run)
	if err != nil {
		return err
	}
	return tx.keepMade(run, in)
}

// keepMade makes the list of a run and keeps it, with the facts.
func (tx *Tx) keepMade(run *Run, in *input) error {
	m, err := run.make(in, nil)
	if err != nil {
		return err
	}
	run.Edition, run.Games = m.edition.About().ID, 0
	for i := range m.batch.Games {
		if m.batch.Games[i].Counts() {
			run.Games++
		}
	}
	return tx.keepRun(run, m.outcome.Standings, packFacts(in.facts, in.players))
}

// Reopen throws the draft of a period away: reports go in again.
func (b *Bureau) Reopen(ctx context.Context, label, reason string) error {
	return b.Do(ctx, "period.reopen", reason, func(tx *Tx) error {
		p, err := findPeriod(tx, label)
		if err != nil {
			return err
		}
		if err := tx.draftNeeded(p); err != nil {
			return err
		}
		if reason == "" {
			return refuse("reason-needed")
		}
		p.State, p.Run = Open, 0
		tx.Note(label, nil)
		return periods.put(tx, label, p)
	})
}

// Publish publishes the draft of a period. It is refused if the draft is no
// longer what the period came to, or if its review asks something that nobody
// has answered.
func (b *Bureau) Publish(ctx context.Context, label string) (p *Publication, err error) {
	err = b.Do(ctx, "list.publish", "", func(tx *Tx) error {
		period, err := findPeriod(tx, label)
		if err != nil {
			return err
		}
		if err := tx.draftNeeded(period); err != nil {
			return err
		}
		run, err := runs.get(tx, seqKey(period.Run))
		if err != nil {
			return err
		}
		if err := tx.mayPublish(period, run); err != nil {
			return err
		}
		if p, err = tx.publish(run, causePeriod); err != nil {
			return err
		}
		if err := tx.follow(run); err != nil {
			return err
		}
		period.State = Published
		if err := periods.put(tx, label, period); err != nil {
			return err
		}
		tx.Note(label, map[string]any{"revision": p.Revision, "digest": p.Digest})
		return tx.markRated(run)
	})
	return p, err
}

// mayPublish says why a draft cannot be published, if it cannot.
func (tx *Tx) mayPublish(p *Period, run *Run) error {
	latest, err := tx.newest()
	if err != nil {
		return err
	}
	if run.Base != latest.ID {
		return refuse("draft-outdated", finding.Text("label", p.Label), p.due())
	}
	all, err := tx.ready(p.Label, false)
	if err != nil {
		return err
	}
	if !slices.Equal(admittedOf(all), run.Records) {
		return refuse("draft-reports", finding.Text("label", p.Label), p.due())
	}
	same, err := tx.comesOut(run)
	if err == nil && !same {
		err = refuse("draft-registers", finding.Text("label", p.Label), p.due())
	}
	if err != nil {
		return err
	}
	open, err := openChecks(tx, p, run)
	if err == nil && len(open) > 0 {
		err = refuse("review-open", finding.Text("label", p.Label), finding.Int("checks", len(open)), finding.Text("check", open[0]), p.due())
	}
	return err
}

// comesOut says whether the list of a run comes out the same by what the register
// knows of its players now.
func (tx *Tx) comesOut(run *Run) (bool, error) {
	kept, err := tx.Get(factsOfRun, seqKey(run.ID))
	if err != nil {
		return false, err
	}
	now, err := gather(tx, run)
	if err != nil {
		return false, err
	}
	if _, now.players, err = unpackFacts(kept); err != nil || bytes.Equal(kept, packFacts(now.facts, now.players)) {
		return true, err
	}
	m, err := run.make(now, nil)
	if err != nil {
		return false, err
	}
	_, digest := packStandings(m.outcome.Standings)
	return digest == run.Digest, nil
}

// markRated says of the reports of a run that they are in a list.
func (tx *Tx) markRated(run *Run) error {
	for _, id := range run.Records {
		r, err := findReport(tx, id.Ref)
		if err != nil {
			return err
		}
		tx.move(r, Rated, fmt.Sprintf("list %s", run.Label))
		if err := tx.keepReport(r); err != nil {
			return err
		}
	}
	return nil
}

// RunState is what became of a run.
type RunState string

// The states of a run.
const (
	RunDraft     RunState = "draft"      // of a period that is to be reviewed
	RunStands    RunState = "stands"     // the list as it stands now
	RunReplaced  RunState = "replaced"   // by a correction
	RunDiscarded RunState = "thrown-out" // a draft that was made anew or thrown away
)

// LoggedRun is a run with what became of it.
type LoggedRun struct {
	*Run
	State    RunState
	Revision int // of the published list that it is; zero: none
}

// Runs gives the runs of a period in the order in which they were made.
func (b *Bureau) Runs(r Reader, p *Period) ([]LoggedRun, error) {
	revisions, err := publications.all(r, p.Label+"\x00")
	if err != nil {
		return nil, err
	}
	current, err := currentRuns.get(r, p.Label)
	if err != nil {
		return nil, err
	}
	var all []LoggedRun
	err = runs.scan(r, "", "", func(_ string, run *Run) (bool, error) {
		if run.Label != p.Label {
			return true, nil
		}
		logged := LoggedRun{Run: run, State: RunDiscarded}
		for _, published := range revisions {
			if published.Run == run.ID {
				logged.Revision = published.Revision
			}
		}
		switch {
		case current != nil && *current == run.ID:
			logged.State = RunStands
		case p.State == Drafted && p.Run == run.ID:
			logged.State = RunDraft
		case run.Cause != "" || logged.Revision > 0:
			logged.State = RunReplaced
		}
		all = append(all, logged)
		return true, nil
	})
	return all, err
}
