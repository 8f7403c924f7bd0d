package bureau

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// check looks at what a report says: whether it holds together, to which period
// it belongs, who its players are, and what the regulation says of it. It packs
// the record of the revision, says what is due for it, and admits the report if
// nothing stands against it. What it finds it adds to what was understood.
func (tx *Tx) check(r *Report, u *understood) error {
	p := u.Report
	p.Received = tx.Settings.day(r.Received)
	rules, err := tx.Settings.rules()
	if err != nil {
		return err
	}
	period, err := tx.place(r, p, rules)
	if err != nil {
		return err
	}
	edition, about := rules.For(period)
	found := slices.Concat(u.Read, report.Check(p), about)
	r.Waits, r.Refused = nil, nil
	r.describe(p, edition)
	if edition == nil || slices.ContainsFunc(found, whole) {
		return tx.turnDown(r, u, found)
	}
	edition = with(edition, r.Options)
	if err := dispensed(tx, p); err != nil {
		return err
	}
	restore, err := tx.renumber(r, u)
	if err != nil {
		return err
	}
	k, err := tx.identify(r, p, edition)
	if err != nil {
		return err
	}
	if r.word() == Returned {
		err = tx.waive(r)
	} else {
		err = tx.charge(r, k, edition.About().Fee, period)
	}
	if err != nil {
		return err
	}
	k.fee = r.Fee
	intake := edition.Check(r.adjusted(p), k)
	found = slices.Concat(found, intake.Findings, k.noted.Findings)
	slices.SortFunc(found, finding.Compare)
	refused := r.refuse(p, intake.Rulings, found)
	if k.err != nil {
		return k.err
	}
	if refused {
		restore()
		return tx.turnDown(r, u, found)
	}
	lapsed, err := tx.packRecord(r, p, k, intake.Rulings)
	if err != nil {
		return err
	}
	found = append(found, lapsed...)
	if r.Checked, err = tx.basis(); err != nil {
		return err
	}
	r.Checked.List = k.askedList
	tx.settle(r, found)
	u.Findings, u.Refused = bounded(found), false
	return tx.keepUnderstood(r, u)
}

// bounded returns of findings as many as are kept with a report.
func bounded(found []finding.Finding) []finding.Finding {
	if len(found) <= finding.Most {
		return found
	}
	var kept []finding.Finding
	about := map[string]*finding.Collector{}
	for _, f := range found {
		c := about[f.Report]
		if c == nil {
			c = &finding.Collector{File: f.Report}
			about[f.Report] = c
		}
		c.Note(f)
	}
	for _, file := range slices.Sorted(maps.Keys(about)) {
		kept = append(kept, about[file].Findings...)
	}
	return kept
}

// whole says whether a finding keeps the whole report from being rated.
func whole(f finding.Finding) bool { return f.Refuses && !f.InSection }

// turnDown returns a report of which nothing can be rated.
func (tx *Tx) turnDown(r *Report, u *understood, found []finding.Finding) error {
	because := []string{"refused"}
	for _, f := range found {
		if f.Refuses {
			because = append(because, f.ID)
		}
	}
	r.Refused = because[1:]
	r.Waits = nil // it waits for nobody but its organiser
	tx.moveFor(r, Returned, "refused")
	if err := tx.waive(r); err != nil {
		return err
	}
	last, err := understoodOf(tx, r, (*understood).sound)
	if err != nil {
		return err
	}
	u.Findings, u.Refused = bounded(found), true
	if err := tx.keepUnderstood(r, u); err != nil || last == nil || last.revision != u.revision {
		return err
	}
	earlier, err := understoodOf(tx, r, (*understood).sound) // the file of which something can be rated now
	if err == nil && earlier != nil {
		return tx.follows(r, last, earlier.Report)
	}
	return err
}

// place gives the period to which a report belongs: that of its receipt. If the
// list of that one is out, it is the one of the day.
func (tx *Tx) place(r *Report, p *report.Report, rules catalog.Regulation) (regulation.Period, error) {
	choose := func(day civil.Date) (regulation.Period, *Period, error) {
		received := *p
		received.Received = day
		period := rules.Latest().Period(&received)
		if period.Meet {
			var err error
			if period, err = tx.ofItsOwn(r, period); err != nil {
				return period, nil, err
			}
		}
		have, err := periods.get(tx, period.Label)
		return period, have, err
	}
	period, have, err := choose(cmp.Or(r.Counted, p.Received)) // Readings J16, C21
	if err == nil && have != nil && have.State == Published && !period.Meet {
		r.Counted = tx.Today
		period, have, err = choose(tx.Today)
	}
	if err != nil {
		return period, err
	}
	if period.Label == r.Period && have != nil && (have.State != Published || period.Meet) {
		return period, have.move(tx, period)
	}
	if err := tx.leave(r); err != nil {
		return period, err
	}
	r.Period = period.Label
	return period, tx.openPeriod(period)
}

// describe takes from what was understood what the desk shows of a report.
func (r *Report) describe(p *report.Report, edition regulation.Edition) {
	r.Event, r.Days, r.Club = p.Name, civil.Range{From: p.FirstDay(), To: p.LastDay()}, p.Organizer
	r.FirstPlayed, r.LastPlayed = 0, 0
	for i := range p.Sections {
		for j := range p.Sections[i].Games {
			day := cmp.Or(p.Sections[i].Games[j].Date, r.Days.To)
			r.FirstPlayed = min(cmp.Or(r.FirstPlayed, day), day)
			r.LastPlayed = max(r.LastPlayed, day)
		}
	}
	r.Deadline = 0
	if edition != nil {
		about := edition.About()
		r.Deadline = about.Deadline.Last(cmp.Or(r.FirstPlayed, r.Days.To))
	}
}

// refuse keeps sections in which something refuses from being rated, and says
// whether nothing is left.
func (r *Report) refuse(p *report.Report, rulings []pack.Ruling, found []finding.Finding) bool {
	left := len(p.Sections)
	for i := range p.Sections {
		for _, f := range found {
			if f.Refuses && (!f.InSection || f.Section == p.Sections[i].Name) {
				rulings[i].Refused = true
				r.Refused = append(r.Refused, f.ID)
			}
		}
		if rulings[i].Refused {
			left--
		}
	}
	return left == 0
}

// What a report may wait for beside findings.
const (
	waitPlayer  = "player"      // to hear who an entry is
	waitFee     = "fee"         // to be paid for
	waitFile    = "file"        // a notice came alone
	waitOverdue = "fee-overdue" // it was not paid in time: an officer decides
)

// fromOrganizer are the errors that the organiser can cure by sending more.
var fromOrganizer = map[string]bool{"exchange-file-missing": true}

// forOfficer are the warnings on which an officer has to decide: late games
// (Reading G10), and what a later file lacks or has otherwise.
var forOfficer = map[string]bool{
	"late": true, "games-gone": true, "sections-gone": true, "section-renamed": true, "adjustment-lapsed": true,
}

// settle moves a report that was checked to where it belongs: an officer has to
// decide on it, or it waits for somebody, or it is admitted. An officer's word
// stands.
func (tx *Tx) settle(r *Report, found []finding.Finding) {
	r.waitFor(found, tx.Settings.Options)
	if r.Fee.overdue(tx.Today) {
		r.Waits = append(r.Waits, Wait{What: waitOverdue, Clause: r.Fee.Unpaid, Officer: true}) // 3(5), Reading J15
	} else if r.Fee.Due() > 0 {
		r.Waits = append(r.Waits, Wait{What: waitFee, Clause: r.Fee.Clause}) // 3(4)
	}
	if word := r.word(); word != "" {
		if r.State != word { // what was refused since is so no more
			tx.moveFor(r, word, byWord)
		}
		if word == Admitted {
			r.Waits = slices.DeleteFunc(r.Waits, func(w Wait) bool { return w.Officer })
		}
		return
	}
	to, because := Admitted, []string{}
	for _, w := range r.Waits {
		because = append(because, w.What)
		if w.Officer {
			to = Withheld
		} else if to == Admitted {
			to = Waiting
		}
	}
	if to == Waiting && r.State == Admitted && r.waitsForPlayersOnly() && slices.Contains(r.History[len(r.History)-1].Because, closing) {
		return // its period has closed
	}
	tx.moveFor(r, to, because...)
}

// byWord is why a report is again where an officer has put it.
const byWord = "standing"

// closing is why a report goes in that waits for players alone: its period
// closes.
const closing = "closing"

func (r *Report) waitsForPlayersOnly() bool {
	return !slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What != waitPlayer })
}

// waitFor adds what a report waits for because of findings. Errors that do not
// refuse are for an officer; so are late games, unless an option says what
// becomes of them.
func (r *Report) waitFor(found []finding.Finding, options map[string]string) {
	seen := map[string]bool{}
	for _, f := range found {
		grave := f.Severity == finding.Error && !f.Refuses
		if !grave && !forOfficer[f.ID] || seen[f.ID] || options[f.ID] != "" || r.Options[f.ID] != "" {
			continue
		}
		seen[f.ID] = true
		r.Waits = append(r.Waits, Wait{What: f.ID, Clause: f.Clause, Officer: !fromOrganizer[f.ID]})
	}
}

// known is who the entries of a report are; it answers what the regulation asks
// of them.
type known struct {
	c         *Tx
	fee       *Fee // what is due; nil: nothing
	p         *report.Report
	list      *roster.List // nil until it is asked for
	askedList bool
	kept      map[string]bool // the registers that are kept at all, by kind
	players   [][]*Player     // by section and entry; nil: nobody knows
	noted     finding.Collector
	err       error // the first one of the store
}

// identify finds the players of a report by their IDs, or by what an officer has
// said; never by name.
func (tx *Tx) identify(r *Report, p *report.Report, edition regulation.Edition) (*known, error) {
	federation := edition.About().Federation
	k := &known{c: tx, p: p, kept: map[string]bool{}, noted: finding.Collector{File: p.File}}
	for i := range p.Sections {
		s := &p.Sections[i]
		row, err := tx.whoIs(r, s, federation)
		if err != nil {
			return nil, err
		}
		seen := map[string]int{}
		for j := range s.Players {
			if row[j] == nil {
				unknown := k.note("player-unknown", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name))
				r.Waits = append(r.Waits, Wait{What: waitPlayer, Clause: unknown.Clause, Section: s.Name, Start: s.Players[j].StartNumber})
				continue
			}
			if first, twice := seen[row[j].ID]; twice {
				f := finding.Refusal("same-player-twice", s.Players[j].At, finding.Int("player", s.Players[j].StartNumber),
					finding.Int("other", s.Players[first].StartNumber), finding.Text("id", row[j].ID)).In(s.Name)
				f.Report = p.File
				k.noted.Findings = append(k.noted.Findings, f)
			}
			seen[row[j].ID] = j
			if have := row[j].Name; !r.identified(s.Name, s.Players[j].StartNumber) && s.Players[j].Name != "" && have != "" && !roster.SameName(have, s.Players[j].Name) {
				k.note("name-mismatch", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name),
					finding.Text("id", row[j].ID), finding.Text("listed", have))
			}
		}
		k.players = append(k.players, row)
	}
	return k, nil
}

// identified says whether an officer has said who an entry is: of that the sender
// learns nothing.
func (r *Report) identified(section string, start int) bool {
	return slices.ContainsFunc(r.Matches, func(m Match) bool { return m.Section == section && m.Start == start }) ||
		slices.ContainsFunc(r.Adjustments, func(a Adjustment) bool { return a.Player != "" && a.Section == section && a.Start == start })
}

// note adds a warning about an entry, and gives it. Of too many the first ones are
// kept.
func (k *known) note(id string, s *report.Section, entry int, values ...finding.Value) finding.Finding {
	f := k.c.Settings.under(finding.New(id, finding.Warning, s.Players[entry].At, values...), k.c.Today).In(s.Name)
	k.noted.Note(f)
	return f
}

// whoIs gives the players that the entries of a section are, nil where nobody
// knows. What an officer has corrected counts for more than all that was said
// before; it lapses where another entry is that player.
func (tx *Tx) whoIs(r *Report, s *report.Section, federation string) ([]*Player, error) {
	row := make([]*Player, len(s.Players))
	for j := range s.Players {
		var err error
		if row[j], err = tx.entry(r, s, &s.Players[j], federation); err != nil {
			return nil, err
		}
	}
	index := report.NewIndex(s)
	for _, a := range r.Adjustments {
		n := index.Of(a.Start)
		if a.Player == "" || a.Section != s.Name || n < 0 {
			continue
		}
		p, err := player(tx, a.Player)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(row, func(other *Player) bool { return other != nil && other.ID == p.ID })
		if at >= 0 && a.Exchange {
			row[at] = row[n]
		}
		if at < 0 || at == n || a.Exchange {
			row[n] = p
		}
	}
	return row, nil
}

// entry gives the player that an entry is by the file, or by an officer's match;
// nil if nobody knows.
func (tx *Tx) entry(r *Report, s *report.Section, p *report.Player, federation string) (*Player, error) {
	for _, m := range r.Matches {
		if m.Section == s.Name && m.Start == p.StartNumber {
			return player(tx, m.Player)
		}
	}
	ids := []string{p.ID}
	for _, n := range p.National {
		if n.Federation == federation || federation == "" && len(p.National) == 1 {
			ids = append(ids, n.Number)
		}
	}
	if p.FideID != "" {
		id, err := byFideID(tx, p.FideID)
		if err != nil {
			return nil, err
		}
		if id != nil {
			ids = append(ids, *id)
		}
		ids = append(ids, p.FideID) // clubs write the national ID there
	}
	for _, id := range ids {
		if id == "" {
			continue
		}
		if found, err := players.get(tx, id); err != nil || found != nil {
			if err != nil || found.MergedInto == "" {
				return found, err
			}
			return player(tx, found.ID)
		}
	}
	return nil, nil
}

// packRecord keeps the packed record of a report: without the entries of whom
// nobody knows who they are, and without their games. What an officer has
// corrected holds on. A record never changes: another one is of a new revision.
func (tx *Tx) packRecord(r *Report, p *report.Report, k *known, rulings []pack.Ruling) ([]finding.Finding, error) {
	packed, numbers := *p, make([][]uint32, len(p.Sections))
	packed.Sections = slices.Clone(p.Sections)
	r.Players, r.Games, r.Section = 0, 0, nil
	for i := range packed.Sections {
		s := &packed.Sections[i]
		r.Section = append(r.Section, s.Name)
		stranger := map[int]bool{} // by start number
		var players []report.Player
		for j, known := range k.players[i] {
			if known == nil {
				stranger[s.Players[j].StartNumber] = true
				continue
			}
			players = append(players, s.Players[j])
			numbers[i] = append(numbers[i], known.Number)
		}
		s.Rounds, s.Players = s.PlannedRounds(), players
		s.Games, rulings[i].Out = withoutStrangers(s.Games, rulings[i].Out, stranger)
		s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(b report.Bye) bool { return stranger[b.Player] })
		r.Players += len(players)
		r.Games += len(s.Games)
	}
	batch := &pack.Batch{}
	batch.Add(0, &packed, numbers, rulings)
	lapsed, err := tx.correct(r, p, batch)
	if err != nil {
		return nil, err
	}
	batch.Sort()
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return lapsed, tx.keepRecord(r, data)
}

// correct applies to a record what an officer has corrected, and says which
// corrections lapse because what they are about is gone.
func (tx *Tx) correct(r *Report, p *report.Report, batch *pack.Batch) ([]finding.Finding, error) {
	var lapsed []finding.Finding
	scoring := p.PointSystem()
	for i := range r.Adjustments {
		a := &r.Adjustments[i]
		if n := sectionIn(batch, a.Section); n >= 0 && batch.Sections[n].Refused {
			continue // its games come back when it can be rated again
		}
		err := tx.adjustOne(batch, a, &scoring)
		var refused *finding.Refused
		switch {
		case err == nil:
		case !errors.As(err, &refused):
			return nil, err
		case a.Player != "" || a.in(p) != nil: // else a game of somebody who is not known yet
			f := finding.New("adjustment-lapsed", finding.Warning, finding.At{}, finding.Int("revision", a.Revision)).In(a.Section)
			f.Report = p.File
			lapsed = append(lapsed, f)
		}
	}
	return lapsed, nil
}

// keepRecord keeps the record of the newest revision, or of another one if it
// has one already that is not the same.
func (tx *Tx) keepRecord(r *Report, data []byte) error {
	newest := r.newest()
	have, err := tx.Get(recordKind, newest.key())
	if err != nil {
		return err
	}
	if have != nil && !bytes.Equal(have, data) {
		newest.Revision++
		r.Revisions = append(r.Revisions, Revision{Number: newest.Revision, At: tx.Now, Actor: tx.Actor})
	}
	r.Current = newest.Revision
	if bytes.Equal(have, data) {
		return nil
	}
	return tx.Put(recordKind, newest.key(), data)
}

func withoutStrangers(games []report.Game, out []pack.Out, stranger map[int]bool) ([]report.Game, []pack.Out) {
	var kept []report.Game
	var keptOut []pack.Out
	for i, g := range games {
		if stranger[g.White] || stranger[g.Black] {
			continue
		}
		kept = append(kept, g)
		if out != nil {
			keptOut = append(keptOut, out[i])
		}
	}
	return kept, keptOut
}
