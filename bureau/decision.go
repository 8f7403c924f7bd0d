package bureau

import (
	"context"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

// Decision is an officer's word on a report.
type Decision struct {
	To        State // Admitted, Withheld or Returned
	Reason    string
	Precedent string            // that it follows; empty: none
	Options   map[string]string // of the regulation, for this report alone: "late": "exclude" (Reading G10)
}

// Decide moves a report by an officer's decision, which needs a reason.
func (b *Bureau) Decide(ctx context.Context, ref string, to State, reason string) error {
	return b.Rule(ctx, ref, Decision{To: to, Reason: reason})
}

// Rule decides on a report. It stands until a new file comes.
func (b *Bureau) Rule(ctx context.Context, ref string, d Decision) error {
	return b.amend(ctx, "report."+string(d.To), ref, d.Reason, func(tx *Tx, r *Report) error {
		switch {
		case !slices.Contains([]State{Admitted, Withheld, Returned}, d.To):
			return refuse("report-move", finding.Text("ref", ref), finding.Text("state", string(r.State)))
		case d.To == Admitted && len(r.Revisions) == 0:
			return refuse("report-without-file", finding.Text("ref", ref), r.inTime())
		case d.To == Admitted && r.Current == 0:
			return refuse("report-without-record", finding.Text("ref", ref), r.inTime())
		}
		if err := tx.cite(d.Precedent); err != nil {
			return err
		}
		if d.To == Admitted {
			last, err := understoodOf(tx, r, func(u *understood) bool { return !u.Refused })
			if err != nil {
				return err
			}
			if last == nil || last.Report == nil { // each of its files was refused since
				return refuse("report-without-record", finding.Text("ref", ref), r.inTime())
			}
		}
		if err := tx.setOptions(r, d.Options); err != nil {
			return err
		}
		r.Decided = true
		r.Precedent = d.Precedent
		tx.move(r, d.To, d.Reason)
		r.History[len(r.History)-1].Precedent = d.Precedent
		tx.Note(ref, map[string]any{"options": d.Options, "precedent": d.Precedent})
		return tx.recheck(r)
	})
}

// setOptions sets options of the regulation for one report.
func (tx *Tx) setOptions(r *Report, options map[string]string) error {
	if len(options) == 0 {
		return nil
	}
	rules, err := tx.Settings.rules()
	if err != nil {
		return err
	}
	set := maps.Clone(r.Options)
	if set == nil {
		set = map[string]string{}
	}
	for name, value := range options {
		if _, err := rules.With(name, value); err != nil {
			return refuse("no-such-option", finding.Text("option", name), finding.Text("regulation", tx.Settings.Regulation))
		}
		set[name] = value
	}
	r.Options = set
	return nil
}

// with gives an edition with the options of a report.
func with(e regulation.Edition, options map[string]string) regulation.Edition {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if set, err := e.With(name, options[name]); err == nil { // else another edition took the option
			e = set
		}
	}
	return e
}

// amend lets an officer change a report that is in no published list. A draft
// that held it as it was is one no more.
func (b *Bureau) amend(ctx context.Context, action, ref, reason string, f func(*Tx, *Report) error) error {
	return b.Do(ctx, action, reason, func(tx *Tx) error {
		r, err := findReport(tx, ref)
		if err != nil {
			return err
		}
		if r.State == Rated && action != "fee.paid" { // which may come after the list
			return tx.alreadyRated(r)
		}
		if reason == "" && needsReason[action] {
			return refuse("reason-needed")
		}
		was := r.drafted()
		tx.Note(ref, nil)
		if err := f(tx, r); err != nil {
			return err
		}
		if was != r.drafted() {
			if err := tx.reopen(was.period); err != nil {
				return err
			}
		}
		return tx.keepReport(r)
	})
}

// needsReason are the actions that are an officer's judgement.
var needsReason = map[string]bool{
	"report.admitted": true, "report.withheld": true, "report.returned": true, "report.adjust": true,
}

// drafted is what a draft holds of a report.
type drafted struct {
	period  string
	current int
	in      bool
}

func (r *Report) drafted() drafted { return drafted{r.Period, r.Current, r.State == Admitted} }

// reopen opens a period whose draft has become outdated.
func (tx *Tx) reopen(label string) error {
	p, err := periods.get(tx, label)
	if err != nil || p == nil || p.State != Drafted {
		return err
	}
	p.State = Open
	if err := periods.put(tx, label, p); err != nil {
		return err
	}
	return tx.log("period.reopen", label, "", nil)
}
