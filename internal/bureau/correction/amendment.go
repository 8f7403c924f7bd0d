package correction

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/season"
)

// The kinds of amendment.
const (
	AmendResult proof.AmendmentKind = "result"   // changes a result of a rated report
	AmendPlayer proof.AmendmentKind = "player"   // changes the player of an entry of a rated report
	Withdraw    proof.AmendmentKind = "withdraw" // removes a rated report
	AddLate     proof.AmendmentKind = "late"     // adds a report to a published list
	AmendReport proof.AmendmentKind = "report"   // brings in what came of a rated report after its list
	AmendRating proof.AmendmentKind = "rating"   // sets a rating in a list, regardless of the games
	UndoOther   proof.AmendmentKind = "undo"     // undoes another correction
)

// Amendment is what a correction changes.
type Amendment struct {
	Kind        proof.AmendmentKind `json:"kind"`
	Listed      *check.Extent       `json:"listed,omitempty"`      // for AmendReport and Withdraw: what its list knew of it; nil: all that had come
	Report      string              `json:"report,omitempty"`      // reference; empty for AmendRating
	Adjustments []check.Adjustment  `json:"adjustments,omitempty"` // for AmendResult and AmendPlayer
	Label       string              `json:"label,omitempty"`       // for AddLate and AmendRating; empty: the report's period, the newest list
	Player      string              `json:"player,omitempty"`      // ID, for AmendRating
	Type        rating.Kind         `json:"type,omitzero"`         // for AmendRating
	Rating      rating.Rating       `json:"rating,omitempty"`      // for AmendRating; zero: unrated
}

// act returns the act that proposes it.
func (a *Amendment) act() string {
	if a.Kind == AmendResult && len(a.Adjustments) == 1 && a.Adjustments[0].Out != nil {
		if *a.Adjustments[0].Out == pack.In {
			return "correct.count"
		}
		return "correct.omit"
	}
	return "correct." + string(a.Kind)
}

// Replacement is the change to a list's input.
type Replacement struct {
	Out lists.RecordID `json:"out,omitzero"` // removed record; zero: none
	In  lists.RecordID `json:"in,omitzero"`  // added record; zero: none
	// A rating set after the games; nil: none.
	Override *lists.Override `json:"override,omitempty"`
	// Number of a correction whose override is removed.
	Without string `json:"without,omitempty"`
}

// amend applies a correction to the reports, and records the first list that it
// touches and the change there.
func amend(tx *bureau.Tx, k *Correction, chain []*lists.Run) error {
	switch k.What.Kind {
	case AmendRating:
		return amendRating(tx, k, chain)
	case UndoOther:
		return amendBack(tx, k)
	case AddLate:
		return amendLate(tx, k, chain)
	}
	r, err := intake.Find(tx, k.What.Report)
	if err != nil {
		return err
	}
	run := runWith(chain, r.Ref)
	if r.State != check.Rated || run == nil {
		return finding.Refuse("report-not-rated", finding.Text("ref", r.Ref), finding.Text("state", string(r.State)))
	}
	k.Label, k.Change = run.Label, Replacement{Out: r.RecordID(r.Current)}
	switch k.What.Kind {
	case AmendReport:
		return amendReport(tx, k, r)
	case Withdraw:
		k.What.Listed = r.Listed
		return intake.LeaveList(tx, r, byCorrection(k))
	}
	before := *r
	if err := desk.AdjustRated(tx, r, k.What.Adjustments, byCorrection(k)); err != nil {
		return err
	}
	if err := reconsider(tx, &before, r, run); err != nil {
		return err
	}
	k.Change.In = r.RecordID(r.Current)
	return keepOther(tx, k, r)
}

// keepOther keeps a report whose record takes the place of another one, which it must differ from.
func keepOther(tx *bureau.Tx, k *Correction, r *check.Case) error {
	was, err := tx.Get(lists.RecordKind, k.Change.Out.Key())
	if err != nil {
		return err
	}
	is, err := tx.Get(lists.RecordKind, k.Change.In.Key())
	if err != nil {
		return err
	}
	if bytes.Equal(was, is) {
		return finding.Refuse("nothing-to-correct", finding.Text("ref", r.Ref))
	}
	return intake.Keep(tx, r)
}

// reconsider has the regulation assess a corrected report. A correction that
// makes a section unratable is refused, because the rest of the section would
// stay in the list.
func reconsider(tx *bureau.Tx, before, now *check.Case, run *lists.Run) error {
	u, err := intake.ReadingOf(tx, now, (*check.Reading).Sound)
	if err != nil || u == nil {
		return err
	}
	was, _, err := ruled(tx, before, u.Joined(), run, run.Base)
	if err != nil {
		return err
	}
	is, _, err := ruled(tx, now, u.Joined(), run, run.Base)
	if err != nil {
		return err
	}
	for _, f := range is.Findings {
		known := slices.ContainsFunc(was.Findings, func(s finding.Finding) bool { return s.ID == f.ID && s.Place == f.Place })
		if f.Refuses && !known {
			return unrates(now, run, f)
		}
	}
	return recount(tx, now, u.Joined(), was.Rulings, is.Rulings)
}

// unrates refuses a correction because of a finding that makes something
// unratable.
func unrates(r *check.Case, run *lists.Run, f finding.Finding) error {
	return bureau.WithClause(finding.Refuse("correction-unrates", finding.Text("ref", r.Ref), finding.Text("label", run.Label)), f.Clause, f.Reading)
}

// ruled assesses a report for the list of a run, made from the given base list.
func ruled(tx *bureau.Tx, r *check.Case, p *report.Report, run *lists.Run, base int) (*season.Assessment, *check.CaseFacts, error) {
	rules, err := run.Rules()
	if err != nil {
		return nil, nil, err
	}
	edition, found := rules.For(run.Period())
	if err := bureau.FirstRefusal(found); err != nil {
		return nil, nil, err
	}
	if err := intake.Dispensed(tx, p); err != nil {
		return nil, nil, err
	}
	looked := *r // a rated report has no open questions
	k, err := intake.Identify(tx, &looked, p, edition, base)
	if err != nil {
		return nil, nil, err
	}
	return check.Assess(r, p, slices.Concat(report.Check(p), k.Noted.Findings), edition, k), k, nil
}

// packLate has the regulation assess a late report for the list of a run, and
// packs it.
func packLate(tx *bureau.Tx, k *Correction, run *lists.Run, base int) error {
	r, err := intake.Find(tx, k.What.Report)
	if err != nil || r.State != check.Rated {
		return err
	}
	if err := judgeLate(tx, r, run, base); err != nil {
		return err
	}
	k.Change.In = r.RecordID(r.Current)
	return keepOther(tx, k, r)
}

func judgeLate(tx *bureau.Tx, r *check.Case, run *lists.Run, base int) error {
	u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound)
	if err != nil || u == nil {
		return err
	}
	ruled, k, err := ruled(tx, r, u.Joined(), run, base)
	if err != nil {
		return err
	}
	if !ruled.Rated() {
		return unrates(r, run, ruled.All[slices.IndexFunc(ruled.All, func(f finding.Finding) bool { return f.Refuses })])
	}
	batch, err := intake.Record(tx, r)
	if err != nil {
		return err
	}
	keepHeld(batch, u.Joined(), ruled.Rulings)
	counted := r.Counting
	err = intake.PackLate(tx, r, u.Joined(), k, ruled.Rulings, slices.Concat(ruled.Refused...)...)
	if err == nil && r.Counting < counted { // the registers have changed since it was checked, and nobody was asked
		err = finding.Refuse("report-unchecked", finding.Text("ref", r.Ref), finding.Int("games", counted-r.Counting))
	}
	return err
}

// recount changes which games of a record count where a correction changes the
// regulation's ruling, for instance because another player is a member. It does
// the same for the beginner sections and the types.
func recount(tx *bureau.Tx, r *check.Case, p *report.Report, was, is []pack.Ruling) error {
	batch, err := intake.Record(tx, r)
	if err != nil {
		return err
	}
	out := func(rulings []pack.Ruling, section, game int) pack.Out {
		if all := rulings[section].Out; all != nil {
			return all[game]
		}
		return pack.In
	}
	start := map[[2]uint32]int{} // by section and player
	for i := range batch.Sections {
		s := &batch.Sections[i]
		for _, e := range s.Entries {
			start[[2]uint32{uint32(i), e.Player}] = int(e.Start)
		}
		if is := is[s.Number]; is.Unrated != was[s.Number].Unrated {
			s.Kind, s.Unrated = is.Kind, is.Unrated
		}
	}
	for i := range batch.Games {
		g := &batch.Games[i]
		n := batch.Sections[g.Section].Number
		g.Kind = batch.Sections[g.Section].Kind
		white, black := start[[2]uint32{g.Section, g.White}], start[[2]uint32{g.Section, g.Black}]
		a := check.Adjustment{Round: int(g.Round), White: white, Black: black}
		if at := a.Game(&p.Sections[n]); at >= 0 && out(was, n, at) != out(is, n, at) && g.Out == out(was, n, at) {
			g.Out = out(is, n, at)
		}
	}
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	return lists.PutRecord(tx, r.RecordID(r.Current), batch, data)
}

// byCorrection returns the reason for a report's history.
func byCorrection(k *Correction) string { return ByCorrection + k.Number }

// ByCorrection is the prefix of the reason for a move made by a correction.
const ByCorrection = "correction "

// runWith returns the run that includes a report, nil if there is none.
func runWith(chain []*lists.Run, ref string) *lists.Run {
	for _, run := range chain {
		if slices.ContainsFunc(run.Records, func(id lists.RecordID) bool { return id.Ref == ref }) {
			return run
		}
	}
	return nil
}

// amendLate adds a report to a published list. If its own period was skipped,
// that period is inserted.
func amendLate(tx *bureau.Tx, k *Correction, chain []*lists.Run) error {
	r, err := intake.Find(tx, k.What.Report)
	if err != nil {
		return err
	}
	k.Label = k.What.Label
	if k.Label == "" {
		k.Label = r.Period
	}
	p, err := lists.FindPeriod(tx, k.Label)
	if err != nil {
		return err
	}
	switch {
	case r.State == check.Rated:
		return intake.AlreadyRated(tx, r, intake.AnyCorrection)
	case len(r.Revisions) == 0:
		return finding.Refuse("report-without-file", finding.Text("ref", r.Ref), r.InTime())
	case r.Current == 0:
		return finding.Refuse("report-without-record", finding.Text("ref", r.Ref), r.InTime())
	case r.State != check.Admitted && r.State != check.Withheld:
		return finding.Refuse("report-move", finding.Text("ref", r.Ref), finding.Text("state", string(r.State)))
	case p.Before(chain[0]):
		return lists.BeforeZero(p, chain[0])
	case p.State != lists.Published && !p.Before(chain[len(chain)-1]):
		return finding.Refuse("period-not-out", finding.Text("label", k.Label), finding.Text("ref", r.Ref), p.Due())
	}
	if err := r.MayGo(tx.Settings.Text(), check.HoldsReport); err != nil {
		return err
	}
	return intake.EnterList(tx, r, k.Label, byCorrection(k))
}

// amendReport checks a report anew with all that came after its list, and brings it in. The list
// then has it as it would have it now, with other games, sections and players, or no longer.
func amendReport(tx *bureau.Tx, k *Correction, r *check.Case) error {
	k.What.Listed = r.Listed
	out := r.TakenOut()
	if err := intake.CheckListed(tx, r); err != nil {
		return err
	}
	if out {
		return intake.Keep(tx, r)
	}
	if err := r.MayGo(tx.Settings.Text(), check.HoldsReport); err != nil {
		return err
	}
	if r.State == check.Returned || r.State == check.Closed {
		return finding.Refuse("report-without-record", finding.Text("ref", r.Ref), r.InTime())
	}
	return intake.EnterList(tx, r, k.Label, byCorrection(k))
}

// askedOn returns the day of the first thing that came of a report after its list: that is an
// inquiry (Reading J33).
func askedOn(tx *bureau.Tx, ref string) (civil.Date, error) {
	r, err := intake.Find(tx, ref)
	if err != nil || r.Listed == nil {
		return tx.Today, err
	}
	first := tx.Now
	earlier := func(at time.Time) {
		if at.Before(first) {
			first = at
		}
	}
	for i := r.Listed.Revisions; i < len(r.Revisions); i++ {
		earlier(r.Revisions[i].At)
	}
	for i := r.Listed.Stated; i < len(r.Stated); i++ {
		earlier(r.Stated[i].At)
	}
	for i := r.Listed.Decisions; i < len(r.Decisions); i++ {
		earlier(r.Decisions[i].At)
	}
	return tx.Settings.Day(first), nil
}

// amendRating sets a rating in a list.
func amendRating(tx *bureau.Tx, k *Correction, chain []*lists.Run) error {
	p, err := register.Find(tx, k.What.Player)
	if err != nil {
		return err
	}
	if k.Label = k.What.Label; k.Label == "" {
		k.Label = chain[len(chain)-1].Label
	}
	at := slices.IndexFunc(chain, func(run *lists.Run) bool { return run.Label == k.Label && run.Base != 0 })
	if at < 0 {
		return finding.Refuse("no-list", finding.Text("label", k.Label))
	}
	if err := mayHave(chain[at], k.What.Type, k.What.Rating); err != nil {
		return err
	}
	k.Change = Replacement{Override: &lists.Override{Player: p.Number, Kind: k.What.Type, Rating: k.What.Rating, Correction: k.Number}}
	return nil
}

// mayHave refuses a rating that the list of a run cannot contain.
func mayHave(run *lists.Run, kind rating.Kind, r rating.Rating) error {
	rules, err := run.Rules()
	if err != nil {
		return err
	}
	edition, _ := rules.For(run.Period())
	about := edition.About()
	if !slices.Contains(about.Lists, kind) {
		return finding.Refuse("no-list-of-type", finding.Text("type", kind.String()), finding.Text("regulation", about.ID))
	}
	return lists.HighEnough(&about, r)
}

// amendBack undoes a correction: the removed record is restored as a new
// revision of the report.
func amendBack(tx *bureau.Tx, k *Correction) error {
	undone, err := Find(tx, k.Undoes)
	if err != nil {
		return err
	}
	if err := mayUndo(tx, undone); err != nil {
		return err
	}
	undone.UndoneBy = k.Number
	if err := Corrections.Put(tx, Key(undone.Number), undone); err != nil {
		return err
	}
	k.Label = undone.Label
	if undone.Change.Override != nil {
		k.Change = Replacement{Without: undone.Number}
		return nil
	}
	r, err := intake.Find(tx, undone.What.Report)
	if err != nil {
		return err
	}
	current := r.RecordID(r.Current)
	switch {
	case undone.Change.Out.Ref == "": // it added a late report
		k.Change = Replacement{Out: current}
		return intake.LeaveList(tx, r, byCorrection(k))
	case undone.Change.In.Ref == "": // it removed the report
		if r.State == check.Rated { // and the report was added to another list since
			return intake.AlreadyRated(tx, r, intake.AnyCorrection)
		}
		if out := undone.Change.Out; out != current { // it was changed since: restore the removed record
			r.TakeBack(tx.Moment, byCorrection(k), func(d *check.Decision) bool { return d.Adjustment != nil && d.Adjustment.Revision > out.Revision })
			if err := restore(tx, r, undone, k); err != nil {
				return err
			}
		}
		k.Change = Replacement{In: r.RecordID(r.Current)}
		if undone.What.Listed == nil {
			return intake.EnterList(tx, r, undone.Label, byCorrection(k))
		}
		if err := intake.TakeListed(tx, r, undone.What.Listed, k.Change.In, undone.Label); err != nil {
			return err
		}
		if err := intake.EnterList(tx, r, undone.Label, byCorrection(k)); err != nil {
			return err
		}
		return errors.Join(intake.Hear(tx, r), intake.Keep(tx, r))
	default:
		if err := restore(tx, r, undone, k); err != nil {
			return err
		}
		k.Change = Replacement{Out: current, In: r.RecordID(r.Current)}
		if undone.What.Kind == AmendReport {
			if err := intake.TakeListed(tx, r, undone.What.Listed, k.Change.In, undone.Label); err != nil {
				return err
			}
		}
	}
	return intake.Keep(tx, r)
}

// followMerges replaces merged players by those they were merged into.
func followMerges(tx *bureau.Tx, batch *pack.Batch) error {
	for i := range batch.Sections {
		s := &batch.Sections[i]
		for j := range s.Entries {
			id, err := lists.IDOf(tx, s.Entries[j].Player)
			if err != nil {
				return err
			}
			p, err := register.Find(tx, id)
			switch {
			case err != nil:
				return err
			case p.Number == s.Entries[j].Player:
				continue
			case slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == p.Number }):
				return finding.Refuse("player-in-section", finding.Text("id", p.ID), finding.Text("section", s.Name))
			}
			batch.Exchange(i, s.Entries[j].Player, p.Number)
		}
	}
	batch.Sort()
	return nil
}

// restore makes a new revision of a report from the one that a correction
// replaced.
func restore(tx *bureau.Tx, r *check.Case, undone, k *Correction) error {
	batch, err := lists.RecordOf(tx, undone.Change.Out)
	if err != nil {
		return err
	}
	if err := followMerges(tx, batch); err != nil {
		return err
	}
	r.TakeBack(tx.Moment, byCorrection(k), func(d *check.Decision) bool {
		return d.Adjustment != nil && d.Adjustment.Revision == undone.Change.In.Revision
	})
	return intake.Revise(tx, r, batch, byCorrection(k))
}
