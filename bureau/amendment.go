package bureau

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// AmendmentKind says what a correction corrects.
type AmendmentKind string

// The kinds of amendment.
const (
	AmendResult AmendmentKind = "result"   // a result of a rated report
	AmendPlayer AmendmentKind = "player"   // who an entry of a rated report is
	Withdraw    AmendmentKind = "withdraw" // a rated report was not to be rated
	AddLate     AmendmentKind = "late"     // a report belongs to a list that is out
	AmendRating AmendmentKind = "rating"   // a rating of a list, whatever the games say
	UndoOther   AmendmentKind = "undo"     // another correction
)

// Amendment is what a correction is to change.
type Amendment struct {
	Kind        AmendmentKind `json:"kind"`
	Report      string        `json:"report,omitempty"`      // reference; but for a rating
	Adjustments []Adjustment  `json:"adjustments,omitempty"` // of a result or player
	Label       string        `json:"label,omitempty"`       // of a late report or rating; empty: the report's period, the newest list
	Player      string        `json:"player,omitempty"`      // ID, of a rating
	Type        rating.Kind   `json:"type,omitzero"`         // of a rating
	Rating      rating.Rating `json:"rating,omitempty"`      // of a rating; zero: unrated
}

// Replacement is what changes in what a list is made from.
type Replacement struct {
	Out RecordID `json:"out,omitzero"` // record that goes; zero: none
	In  RecordID `json:"in,omitzero"`  // record that comes; zero: none
	// Rating that is set after the games; nil: none.
	Override *Override `json:"override,omitempty"`
	// Number of a correction whose override goes.
	Without string `json:"without,omitempty"`
}

// amend does to the reports what a correction says, and notes which list it
// touches first and what changes in it.
func (tx *Tx) amend(k *Correction, chain []*Run) error {
	switch k.What.Kind {
	case AmendRating:
		return tx.amendRating(k, chain)
	case UndoOther:
		return tx.amendBack(k)
	case AddLate:
		return tx.amendLate(k, chain)
	}
	r, err := findReport(tx, k.What.Report)
	if err != nil {
		return err
	}
	run := runWith(chain, r.Ref)
	if r.State != Rated || run == nil {
		return refuse("report-not-rated", finding.Text("ref", r.Ref), finding.Text("state", string(r.State)))
	}
	k.Label, k.Change = run.Label, Replacement{Out: RecordID{r.Ref, r.Current}}
	if k.What.Kind == Withdraw {
		tx.holdBack(r, k)
		return tx.keepReport(r)
	}
	before := *r
	if err := tx.adjust(r, k.What.Adjustments, tx.byCorrection(k)); err != nil {
		return err
	}
	if err := tx.reconsider(&before, r, run); err != nil {
		return err
	}
	k.Change.In = RecordID{r.Ref, r.Current}
	was, err := tx.Get(recordKind, k.Change.Out.key())
	if err != nil {
		return err
	}
	is, err := tx.Get(recordKind, k.Change.In.key())
	if err != nil {
		return err
	}
	if bytes.Equal(was, is) {
		return refuse("nothing-to-correct", finding.Text("ref", r.Ref))
	}
	return tx.keepReport(r)
}

// reconsider has the regulation look at a report as it is corrected. A correction
// by which a section could not be rated any more is refused: the rest of it would
// stay in the list.
func (tx *Tx) reconsider(before, now *Report, run *Run) error {
	u, err := understoodOf(tx, now, (*understood).sound)
	if err != nil || u == nil {
		return err
	}
	was, _, err := tx.ruled(before, u.Report, run, run.Base)
	if err != nil {
		return err
	}
	is, _, err := tx.ruled(now, u.Report, run, run.Base)
	if err != nil {
		return err
	}
	for _, f := range is.Findings {
		known := slices.ContainsFunc(was.Findings, func(s finding.Finding) bool { return s.ID == f.ID && s.Place == f.Place })
		if f.Refuses && !known {
			return unrates(now, run, f)
		}
	}
	return tx.countAnew(now, u.Report, was.Rulings, is.Rulings)
}

// unrates refuses a correction by which something could not be rated, because of
// a finding.
func unrates(r *Report, run *Run, f finding.Finding) error {
	return under(refuse("correction-unrates", finding.Text("ref", r.Ref), finding.Text("label", run.Label)), f.Clause, f.Reading)
}

// ruled has the regulation look at a report as at one of the list of a run that
// is made from another list.
func (tx *Tx) ruled(r *Report, p *report.Report, run *Run, base int) (regulation.Intake, *known, error) {
	rules, err := run.rules()
	if err != nil {
		return regulation.Intake{}, nil, err
	}
	edition, found := rules.For(run.period())
	if err := wrong(found); err != nil {
		return regulation.Intake{}, nil, err
	}
	if err := dispensed(tx, p); err != nil {
		return regulation.Intake{}, nil, err
	}
	looked := *r // it waits for nobody
	edition = with(edition, r.Options)
	k, err := tx.identify(&looked, p, edition)
	if err != nil {
		return regulation.Intake{}, nil, err
	}
	if k.list, err = listOf(tx, base); err != nil {
		return regulation.Intake{}, nil, err
	}
	intake := edition.Check(r.adjusted(p), k)
	return intake, k, k.err
}

// packLate has the regulation look at a report as at one of the list of a run
// into which it comes late, and packs it so.
func (tx *Tx) packLate(k *Correction, run *Run, base int) error {
	r, err := findReport(tx, k.What.Report)
	if err == nil {
		err = tx.judgeLate(r, run, base)
	}
	if err != nil {
		return err
	}
	k.Change = Replacement{In: RecordID{r.Ref, r.Current}}
	return tx.keepReport(r)
}

func (tx *Tx) judgeLate(r *Report, run *Run, base int) error {
	u, err := understoodOf(tx, r, (*understood).sound)
	if err != nil || u == nil {
		return err
	}
	intake, k, err := tx.ruled(r, u.Report, run, base)
	if err != nil {
		return err
	}
	found := slices.Concat(report.Check(u.Report), intake.Findings, k.noted.Findings)
	r.Refused = nil
	if r.refuse(u.Report, intake.Rulings, found) {
		return unrates(r, run, found[slices.IndexFunc(found, func(f finding.Finding) bool { return f.Refuses })])
	}
	tx.goBack(r, u)
	_, err = tx.packRecord(r, u.Report, k, intake.Rulings)
	return err
}

// countAnew lets those games of a record count, or not, of which a correction has
// the regulation say otherwise: another player is a member, or none. So it does
// with the sections that are of beginners, and their type.
func (tx *Tx) countAnew(r *Report, p *report.Report, was, is []pack.Ruling) error {
	batch, err := tx.record(r)
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
		a := Adjustment{Round: int(g.Round), White: white, Black: black}
		if at := a.game(&p.Sections[n]); at >= 0 && out(was, n, at) != out(is, n, at) && g.Out == out(was, n, at) {
			g.Out = out(is, n, at)
		}
	}
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	return tx.Put(recordKind, RecordID{r.Ref, r.Current}.key(), data)
}

// holdBack takes a report out of its list: it stays out until an officer lets it
// in again.
func (tx *Tx) holdBack(r *Report, k *Correction) {
	r.Decided = true
	tx.move(r, Withheld, tx.byCorrection(k))
}

// byCorrection is the reason that a report's history gives.
func (tx *Tx) byCorrection(k *Correction) string { return byCorrection + k.Number }

const byCorrection = "correction "

// runWith gives the run that a report is in, nil if none is.
func runWith(chain []*Run, ref string) *Run {
	for _, run := range chain {
		if slices.ContainsFunc(run.Records, func(id RecordID) bool { return id.Ref == ref }) {
			return run
		}
	}
	return nil
}

func recordOf(r Reader, id RecordID) (*pack.Batch, error) {
	return played(r, []RecordID{id})
}

// amendLate puts a report into a list that is out, or, where its own period
// was passed over, that period among the lists.
func (tx *Tx) amendLate(k *Correction, chain []*Run) error {
	r, err := findReport(tx, k.What.Report)
	if err != nil {
		return err
	}
	k.Label = k.What.Label
	if k.Label == "" {
		k.Label = r.Period
	}
	p, err := findPeriod(tx, k.Label)
	if err != nil {
		return err
	}
	switch {
	case r.State == Rated:
		return tx.alreadyRated(r)
	case len(r.Revisions) == 0:
		return refuse("report-without-file", finding.Text("ref", r.Ref), r.inTime())
	case r.Current == 0:
		return refuse("report-without-record", finding.Text("ref", r.Ref), r.inTime())
	case r.State != Admitted && r.State != Withheld:
		return refuse("report-move", finding.Text("ref", r.Ref), finding.Text("state", string(r.State)))
	case p.before(chain[0]):
		return beforeZero(p, chain[0])
	case p.State != Published && !p.before(chain[len(chain)-1]):
		return refuse("period-not-out", finding.Text("label", k.Label), finding.Text("ref", r.Ref), p.due())
	}
	r.Period = k.Label
	tx.move(r, Rated, tx.byCorrection(k))
	return tx.keepReport(r)
}

// amendRating sets a rating of a list.
func (tx *Tx) amendRating(k *Correction, chain []*Run) error {
	p, err := player(tx, k.What.Player)
	if err != nil {
		return err
	}
	if k.Label = k.What.Label; k.Label == "" {
		k.Label = chain[len(chain)-1].Label
	}
	at := slices.IndexFunc(chain, func(run *Run) bool { return run.Label == k.Label && run.Base != 0 })
	if at < 0 {
		return refuse("no-list", finding.Text("label", k.Label))
	}
	if err := chain[at].mayHave(k.What.Type, k.What.Rating); err != nil {
		return err
	}
	k.Change = Replacement{Override: &Override{Player: p.Number, Kind: k.What.Type, Rating: k.What.Rating, Correction: k.Number}}
	return nil
}

// mayHave refuses a rating that the list of a run cannot have.
func (run *Run) mayHave(kind rating.Kind, r rating.Rating) error {
	rules, err := run.rules()
	if err != nil {
		return err
	}
	edition, _ := rules.For(run.period())
	about := edition.About()
	switch lowest := about.Lowest; {
	case !slices.Contains(about.Lists, kind):
		return refuse("no-list-of-type", finding.Text("type", kind.String()), finding.Text("regulation", about.ID))
	case r.Rated() && r < lowest.Rating:
		return under(refuse("rating-too-low", finding.Text("rating", r.String()), finding.Text("lowest", lowest.Rating.String())), lowest.Clause, lowest.Reading)
	}
	return nil
}

// amendBack takes a correction back: the record that went comes again, as a new
// revision of the report.
func (tx *Tx) amendBack(k *Correction) error {
	undone, err := findCorrection(tx, k.Undoes)
	if err != nil {
		return err
	}
	if err := tx.mayUndo(undone); err != nil {
		return err
	}
	undone.UndoneBy = k.Number
	if err := corrections.put(tx, numbered(undone.Number), undone); err != nil {
		return err
	}
	k.Label = undone.Label
	if undone.Change.Override != nil {
		k.Change = Replacement{Without: undone.Number}
		return nil
	}
	r, err := findReport(tx, undone.What.Report)
	if err != nil {
		return err
	}
	current := RecordID{r.Ref, r.Current}
	switch {
	case undone.Change.Out.Ref == "": // it was a late report
		k.Change = Replacement{Out: current}
		tx.holdBack(r, k)
	case undone.Change.In.Ref == "": // it was withdrawn
		if r.State == Rated { // and has come into another list since
			return tx.alreadyRated(r)
		}
		if out := undone.Change.Out; out != current { // it was changed since: what went comes back
			r.Adjustments = slices.DeleteFunc(r.Adjustments, func(a Adjustment) bool { return a.Revision > out.Revision })
			if err := tx.restore(r, undone, k); err != nil {
				return err
			}
		}
		k.Change = Replacement{In: RecordID{r.Ref, r.Current}}
		r.Period = undone.Label
		tx.move(r, Rated, tx.byCorrection(k))
	default:
		if err := tx.restore(r, undone, k); err != nil {
			return err
		}
		k.Change = Replacement{Out: current, In: RecordID{r.Ref, r.Current}}
	}
	return tx.keepReport(r)
}

// followMerges puts the players to whom merged ones lead by now in their places.
func (tx *Tx) followMerges(batch *pack.Batch) error {
	for i := range batch.Sections {
		s := &batch.Sections[i]
		for j := range s.Entries {
			id, err := idOf(tx, s.Entries[j].Player)
			if err != nil {
				return err
			}
			p, err := player(tx, id)
			switch {
			case err != nil:
				return err
			case p.Number == s.Entries[j].Player:
				continue
			case slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == p.Number }):
				return refuse("player-in-section", finding.Text("id", p.ID), finding.Text("section", s.Name))
			}
			exchange(batch, i, s.Entries[j].Player, p.Number)
		}
	}
	batch.Sort()
	return nil
}

// restore makes a new revision of a report out of the one that a correction
// replaced.
func (tx *Tx) restore(r *Report, undone, k *Correction) error {
	data, err := tx.Get(recordKind, undone.Change.Out.key())
	if err != nil {
		return err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return fmt.Errorf("record %s: %w", undone.Change.Out.key(), err)
	}
	if err := tx.followMerges(batch); err != nil {
		return err
	}
	if data, err = batch.AppendBinary(nil); err != nil {
		return err
	}
	r.Adjustments = slices.DeleteFunc(r.Adjustments, func(a Adjustment) bool { return a.Revision == undone.Change.In.Revision })
	r.Current = tx.revise(r, tx.byCorrection(k))
	return tx.Put(recordKind, RecordID{r.Ref, r.Current}.key(), data)
}
