package view

import (
	"slices"
	"sync"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Explanation is how a list arrived at a player's ratings.
type Explanation struct {
	Publication *lists.Publication // nil: the current list, or a draft
	Draft       bool
	Run         *lists.Run
	About       regulation.About
	Batch       *pack.Batch
	Player      *register.Player
	Asked       string     // ID that was asked for, if it was merged into the player
	Opening     bool       // the base list is list zero
	From        civil.Date // date of the base list
	Names       func(player uint32) (id, name string)
	Local       func(player uint32) string // name in the local script, empty if unknown
	Ratings     []Explained                // by kind
	Refused     map[int]finding.Finding    // why sections of the batch were not rated, by index
	Left        []LeftOut                  // events of the player that are not in the list
	Held        map[int]Held               // games of the player that questions hold, by index in the batch
	Unknown     []UnknownGame              // games of the player against unidentified entries
	Corrected   map[string]*Corrected      // what the corrections of the rows changed, by number
	BirthFrom   *[]string                  // the reports that state the birth that was used; nil: it is the register's

	part *part // of the run, that led to the rating
	last func() ([rating.Kinds]*LastPlayed, error)
}

// Explained is the derivation of one rating. Rows lead from the rating in the
// previously published list to the new one: the To of each is the From of the
// next.
type Explained struct {
	Kind rating.Kind
	Rows []Row
	// Revised leads from the rating in the previous revision to the one in this
	// revision; for a current list, from the newest revision. It is empty if
	// there is none or the two agree.
	Revised []Row
	Steps   []regulation.Step // of the calculation: the row without a cause
	Pool    roster.Sum        // the results towards a first rating in the base list
}

// Row is one reason why a rating differs between two successive lists.
type Row struct {
	Cause    string // number of a correction; empty: the calculation
	From, To rating.Rating
}

// Explain makes a list again with a trace and returns the derivation of a
// player's ratings. Revision zero means the newest revision, an empty label the
// newest list.
func Explain(_ *bureau.Bureau, r bureau.Reader, id, label string, revision int) (*Explanation, error) {
	p, run, err := lists.FindListRun(r, label, revision)
	if err != nil {
		return nil, err
	}
	return explanation(r, id, p, run)
}

// ExplainNow is like Explain, for a current list.
func ExplainNow(r bureau.Reader, id, label string) (*Explanation, error) {
	run, err := lists.FindNow(r, label)
	if err != nil {
		return nil, err
	}
	return explanation(r, id, nil, run)
}

// ExplainDraft is like Explain, for the draft of a period; an empty label means
// the first draft. It is for officers.
func ExplainDraft(r bureau.Reader, id, label string) (*Explanation, error) {
	p, err := draftedPeriod(r, label)
	if err != nil {
		return nil, err
	}
	run, err := lists.FindRun(r, p.Run)
	if err != nil {
		return nil, err
	}
	x, err := explanation(r, id, nil, run)
	if err == nil {
		x.Draft = true
	}
	return x, err
}

// draftedPeriod returns a period with a draft, the first one if the label is
// empty.
func draftedPeriod(r bureau.Reader, label string) (*lists.Period, error) {
	if label != "" {
		p, err := lists.FindPeriod(r, label)
		if err == nil && p.State != lists.Drafted {
			err = lists.NoDraft(p)
		}
		return p, err
	}
	all, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	if n := slices.IndexFunc(all, func(p *lists.Period) bool { return p.State == lists.Drafted }); n >= 0 {
		return all[n], nil
	}
	return nil, finding.Refuse("no-drafts")
}

func explanation(r bureau.Reader, id string, published *lists.Publication, run *lists.Run) (*Explanation, error) {
	if run.Base == 0 {
		return nil, finding.Refuse("list-zero", finding.Text("label", run.Label))
	}
	p, err := playerOf(r, id, run)
	if err != nil {
		return nil, err
	}
	base, err := lists.FindRun(r, run.Base)
	if err != nil {
		return nil, err
	}
	d, err := derive(r, run, base, p.Number)
	if err != nil {
		return nil, err
	}
	if err := nameEvents(r, run, d.batch.Events); err != nil {
		return nil, err
	}
	names, err := namesOf(r, d.opponents())
	if err != nil {
		return nil, err
	}
	x := &Explanation{
		Publication: published, Run: run, About: d.about, Batch: d.batch, Player: p, Names: names.names, Local: names.local,
		Opening: base.Base == 0, From: base.List, Refused: d.refused, part: d.part,
	}
	if p.ID != id {
		x.Asked = id
	}
	if x.Left, err = leftOut(r, x); err != nil {
		return nil, err
	}
	if x.Held, err = heldGames(r, x); err != nil {
		return nil, err
	}
	if x.Unknown, err = unknownGames(r, x); err != nil {
		return nil, err
	}
	if x.BirthFrom, err = birthFrom(r, d.part, p.ID); err != nil {
		return nil, err
	}
	x.last = sync.OnceValues(func() ([rating.Kinds]*LastPlayed, error) { return lastPlayed(r, base.Label, p.Number) })
	for _, kind := range x.About.Lists {
		var rows []Row
		if published != nil {
			if rows, err = CorrectionsBefore(r, published.Seq, base, p.Number, kind); err != nil {
				return nil, err
			}
		}
		e := Explained{Kind: kind, Rows: append(rows, d.rows(kind)...), Steps: d.of(kind)}
		if e.Revised, err = revised(r, published, run, p.Number, kind); err != nil {
			return nil, err
		}
		e.Pool = d.before.Of(kind).Pool.Sum()
		x.Ratings = append(x.Ratings, e)
	}
	x.Corrected, err = correctedBy(r, x)
	return x, err
}

// birthFrom returns the reports that state the birth with which a player was rated; nil if it is the register's.
func birthFrom(r bureau.Reader, rated *part, id string) (*[]string, error) {
	if !slices.ContainsFunc(rated.in.Facts, func(f lists.PlayerFact) bool { return int(f.Player) == rated.own && f.Reported }) {
		return nil, nil
	}
	stated, err := lists.Stated(r, []string{id})
	refs := []string{}
	for _, s := range stated[id] {
		if s.Counts && s.Birth != 0 {
			refs = append(refs, s.Ref)
		}
	}
	return &refs, err
}

// LastPlayed returns the last rated event with a game of the player before the list, for a
// derivation without a game; nil if there is none. It reads the bureau.
func (x *Explanation) LastPlayed(e *Explained) (*LastPlayed, error) {
	if e.played(x.Player.Number) {
		return nil, nil
	}
	last, err := x.last()
	return last[e.Kind-1], err
}

// played reports whether the calculation has a step about a player in an event.
func (e *Explained) played(player uint32) bool {
	return slices.ContainsFunc(e.Steps, func(s regulation.Step) bool { return s.Player == player && s.Section != 0 })
}

// playerOf returns the player with an ID. A merged player is returned as such
// for a list in which they have a rating.
func playerOf(r bureau.Reader, id string, run *lists.Run) (*register.Player, error) {
	p, err := register.Players.Get(r, id)
	if err != nil || p == nil || p.MergedInto == "" {
		return register.Find(r, id)
	}
	if s, err := lists.StandingIn(r, run.ID, p.Number); err != nil || s.Rated() {
		return p, err
	}
	return register.Find(r, id)
}

// revised returns what corrections did to a rating between the previous
// revision of a list and this one, or between the newest revision and the
// current list.
func revised(r bureau.Reader, published *lists.Publication, run *lists.Run, player uint32, kind rating.Kind) ([]Row, error) {
	before, err := lists.Publications.Last(r, run.Label+"\x00")
	if published != nil {
		before, err = lists.Publications.Get(r, lists.RevisionKey(published.Label, published.Revision-1))
	}
	if err != nil || before == nil {
		return nil, err
	}
	return correctedBetween(r, run.Label, before.Run, run.ID, player, kind)
}

// CorrectionsBefore returns what corrections did to a rating between the newest
// revision of a list published before publication seq and a run of that list. A
// list that was inserted and never published counts as a correction itself.
func CorrectionsBefore(r bureau.Reader, seq int, base *lists.Run, player uint32, kind rating.Kind) ([]Row, error) {
	out, err := lists.NewestBefore(r, base.Label, seq)
	if err != nil {
		return nil, err
	}
	if out != nil {
		return correctedBetween(r, base.Label, out.Run, base.ID, player, kind)
	}
	earlier, err := lists.FindRun(r, base.Base)
	if err != nil {
		return nil, err
	}
	rows, err := CorrectionsBefore(r, seq, earlier, player, kind)
	if err != nil {
		return nil, err
	}
	from, err := lists.StandingIn(r, earlier.ID, player)
	if err != nil {
		return nil, err
	}
	to, err := lists.StandingIn(r, base.ID, player)
	if before, after := from.Of(kind).Rating, to.Of(kind).Rating; before != after {
		rows = append(rows, Row{base.Cause, before, after})
	}
	return rows, err
}

// correctedBetween returns what corrections did to a player's rating in a list
// between two of its runs, without those that did nothing.
func correctedBetween(r bureau.Reader, label string, from, to int, player uint32, kind rating.Kind) ([]Row, error) {
	if from == to {
		return nil, nil
	}
	var rows []Row
	last, err := lists.StandingIn(r, from, player)
	if err != nil {
		return nil, err
	}
	err = lists.Runs.Scan(r, bureau.SeqKey(from+1), bureau.SeqKey(to+1), func(_ string, run *lists.Run) (bool, error) {
		if run.Label != label || run.Cause == "" {
			return true, nil
		}
		now, err := lists.StandingIn(r, run.ID, player)
		if before, after := last.Of(kind).Rating, now.Of(kind).Rating; before != after {
			rows = append(rows, Row{run.Cause, before, after})
		}
		last = now
		return true, err
	})
	return rows, err
}

// nameEvents gives the events of a run the names that they have now: those of the records
// stay when somebody is erased after whom an event was named.
func nameEvents(r bureau.Reader, run *lists.Run, events []pack.Event) error {
	for i := range events {
		row, err := rows.Reports.One(r, run.Records[events[i].Report].Ref)
		if err != nil {
			return err
		}
		if row != nil && row.Event != "" {
			events[i].Name = row.Event
		}
	}
	return nil
}
