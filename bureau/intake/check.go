package intake

import (
	"bytes"
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// check looks at what a report says: whether it holds together, to which period
// it belongs, who its players are, and what the regulation says of it. It packs
// the record of the revision, says what is due for it, and admits the report if
// nothing stands against it. What it finds it adds to what was understood.
func check(tx *bureau.Tx, r *Case, u *Reading) error {
	p := u.Report
	p.Received = tx.Settings.Day(r.Received)
	rules, err := tx.Settings.Rules()
	if err != nil {
		return err
	}
	period, err := Place(tx, r, p, rules)
	if err != nil {
		return err
	}
	edition, about := rules.For(period)
	found := slices.Concat(u.Read, report.Check(p), about)
	r.Waits, r.Refused = nil, nil
	r.Describe(p, edition)
	if edition == nil || slices.ContainsFunc(found, finding.Finding.RefusesAll) {
		return turnDown(tx, r, u, found)
	}
	edition = WithOptions(edition, r.Options)
	if err := Dispensed(tx, p); err != nil {
		return err
	}
	restore, err := renumber(tx, r, u)
	if err != nil {
		return err
	}
	k, err := Identify(tx, r, p, edition)
	if err != nil {
		return err
	}
	if r.officerDecision() == Returned {
		err = waive(tx, r)
	} else {
		err = charge(tx, r, k, edition.About().Fee, period)
	}
	if err != nil {
		return err
	}
	k.fee = r.Fee
	assessed := season.Assess(r.Adjusted(p), slices.Concat(found, k.Noted.Findings), edition, k)
	found, r.Refused = assessed.All, slices.Concat(assessed.Refused...)
	if k.Err != nil {
		return k.Err
	}
	if !assessed.Rated() {
		restore()
		return turnDown(tx, r, u, found)
	}
	lapsed, err := PackRecord(tx, r, p, k, assessed.Rulings)
	if err != nil {
		return err
	}
	found = append(found, lapsed...)
	if r.Checked, err = CurrentBasis(tx); err != nil {
		return err
	}
	r.Checked.List = k.askedList
	settle(tx, r, found)
	u.Findings, u.Refused = bounded(found), false
	return keepReading(tx, r, u)
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

// turnDown returns a report of which nothing can be rated.
func turnDown(tx *bureau.Tx, r *Case, u *Reading, found []finding.Finding) error {
	because := []string{"refused"}
	for _, f := range found {
		if f.Refuses {
			because = append(because, f.ID)
		}
	}
	r.Refused = because[1:]
	r.Waits = nil // it waits for nobody but its organiser
	MoveByRule(tx, r, Returned, "refused")
	if err := waive(tx, r); err != nil {
		return err
	}
	last, err := ReadingOf(tx, r, (*Reading).Sound)
	if err != nil {
		return err
	}
	u.Findings, u.Refused = bounded(found), true
	if err := keepReading(tx, r, u); err != nil || last == nil || last.Revision != u.Revision {
		return err
	}
	earlier, err := ReadingOf(tx, r, (*Reading).Sound) // the file of which something can be rated now
	if err == nil && earlier != nil {
		return follows(tx, r, last, earlier.Report)
	}
	return err
}

// Place returns the period to which a report belongs: that of its receipt. If the
// list of that one is out, it is the one of the day.
func Place(tx *bureau.Tx, r *Case, p *report.Report, rules catalog.Regulation) (regulation.Period, error) {
	choose := func(day civil.Date) (regulation.Period, *lists.Period, error) {
		received := *p
		received.Received = day
		period := rules.Latest().Period(&received)
		if period.Meet {
			var err error
			if period, err = ofItsOwn(tx, r, period); err != nil {
				return period, nil, err
			}
		}
		have, err := lists.Periods.Get(tx, period.Label)
		return period, have, err
	}
	period, have, err := choose(cmp.Or(r.Counted, p.Received)) // Readings J16, C21
	if err == nil && have != nil && have.State == lists.Published && !period.Meet {
		r.Counted = tx.Today
		period, have, err = choose(tx.Today)
	}
	if err != nil {
		return period, err
	}
	if period.Label == r.Period && have != nil && (have.State != lists.Published || period.Meet) {
		return period, have.Move(tx, period)
	}
	if err := leave(tx, r); err != nil {
		return period, err
	}
	r.Period = period.Label
	return period, lists.OpenPeriod(tx, period)
}

// Describe takes from what was understood what the desk shows of a report.
func (r *Case) Describe(p *report.Report, edition regulation.Edition) {
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

// What a report may wait for beside findings.
const (
	WaitPlayer  = "player"      // to hear who an entry is
	WaitFee     = "fee"         // to be paid for
	WaitFile    = "file"        // a notice came alone
	WaitOverdue = "fee-overdue" // it was not paid in time: an officer decides
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
func settle(tx *bureau.Tx, r *Case, found []finding.Finding) {
	r.waitFor(found, tx.Settings.Options)
	if r.Fee.Overdue(tx.Today) {
		r.Waits = append(r.Waits, Wait{What: WaitOverdue, Clause: r.Fee.Unpaid, Officer: true}) // 3(5), Reading J15
	} else if r.Fee.Due() > 0 {
		r.Waits = append(r.Waits, Wait{What: WaitFee, Clause: r.Fee.Clause}) // 3(4)
	}
	if word := r.officerDecision(); word != "" {
		if r.State != word { // what was refused since is so no more
			MoveByRule(tx, r, word, becauseStanding)
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
	if to == Waiting && r.State == Admitted && r.waitsForPlayersOnly() && slices.Contains(r.History[len(r.History)-1].Because, becauseClosing) {
		return // its period has closed
	}
	MoveByRule(tx, r, to, because...)
}

// becauseStanding is why a report is again where an officer has put it.
const becauseStanding = "standing"

// becauseClosing is why a report is admitted whose only open question is who some
// players are: its period closes.
const becauseClosing = "closing"

func (r *Case) waitsForPlayersOnly() bool {
	return !slices.ContainsFunc(r.Waits, func(w Wait) bool { return w.What != WaitPlayer })
}

// waitFor adds what a report waits for because of findings. Errors that do not
// refuse are for an officer; so are late games, unless an option says what
// becomes of them.
func (r *Case) waitFor(found []finding.Finding, options map[string]string) {
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

// CaseFacts is who the entries of a report are; it answers what the regulation asks
// of them.
type CaseFacts struct {
	c         *bureau.Tx
	fee       *Fee // what is due; nil: nothing
	p         *report.Report
	List      *roster.List // nil until it is asked for
	askedList bool
	kept      map[string]bool      // the registers that are kept at all, by kind
	players   [][]*register.Player // by section and entry; nil: nobody knows
	Noted     finding.Collector
	Err       error // the first one of the store
}

// Identify finds the players of a report by their IDs, or by what an officer has
// said; never by name.
func Identify(tx *bureau.Tx, r *Case, p *report.Report, edition regulation.Edition) (*CaseFacts, error) {
	federation := edition.About().Federation
	k := &CaseFacts{c: tx, p: p, kept: map[string]bool{}, Noted: finding.Collector{File: p.File}}
	for i := range p.Sections {
		s := &p.Sections[i]
		row, err := WhoIs(tx, r, s, federation)
		if err != nil {
			return nil, err
		}
		for j := range s.Players {
			if row[j] == nil {
				unknown := k.note("player-unknown", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name))
				r.Waits = append(r.Waits, Wait{What: WaitPlayer, Clause: unknown.Clause, Section: s.Name, Start: s.Players[j].StartNumber})
				continue
			}
			if have := row[j].Name; !r.identified(s.Name, s.Players[j].StartNumber) && s.Players[j].Name != "" && have != "" && !roster.SameName(have, s.Players[j].Name) {
				k.note("name-mismatch", s, j, finding.Int("player", s.Players[j].StartNumber), finding.Text("name", s.Players[j].Name),
					finding.Text("id", row[j].ID), finding.Text("listed", have))
			}
		}
		k.Noted.Findings = append(k.Noted.Findings, season.SamePlayerTwice(p, s, func(j int) string {
			if row[j] == nil {
				return ""
			}
			return row[j].ID
		})...)
		k.players = append(k.players, row)
	}
	return k, nil
}

// identified reports whether an officer has said who an entry is: of that the sender
// learns nothing.
func (r *Case) identified(section string, start int) bool {
	return slices.ContainsFunc(r.Matches, func(m Match) bool { return m.Section == section && m.Start == start }) ||
		slices.ContainsFunc(r.Adjustments, func(a Adjustment) bool { return a.Player != "" && a.Section == section && a.Start == start })
}

// note adds a warning about an entry, and gives it. Of too many the first ones are
// kept.
func (k *CaseFacts) note(id string, s *report.Section, entry int, values ...finding.Value) finding.Finding {
	f := k.c.Settings.Cite(finding.New(id, finding.Warning, s.Players[entry].At, values...), k.c.Today).In(s.Name)
	k.Noted.Note(f)
	return f
}

// WhoIs returns the players that the entries of a section are, nil where nobody
// knows. What an officer has corrected counts for more than all that was said
// before; it lapses where another entry is that player.
func WhoIs(tx *bureau.Tx, r *Case, s *report.Section, federation string) ([]*register.Player, error) {
	row := make([]*register.Player, len(s.Players))
	for j := range s.Players {
		var err error
		if row[j], err = Entry(tx, r, s, &s.Players[j], federation); err != nil {
			return nil, err
		}
	}
	index := report.NewIndex(s)
	for _, a := range r.Adjustments {
		n := index.Of(a.Start)
		if a.Player == "" || a.Section != s.Name || n < 0 {
			continue
		}
		p, err := register.Find(tx, a.Player)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(row, func(other *register.Player) bool { return other != nil && other.ID == p.ID })
		if at >= 0 && a.Exchange {
			row[at] = row[n]
		}
		if at < 0 || at == n || a.Exchange {
			row[n] = p
		}
	}
	return row, nil
}

// Entry returns the player that an entry is by the file, or by an officer's match;
// nil if nobody knows.
func Entry(tx *bureau.Tx, r *Case, s *report.Section, p *report.Player, federation string) (*register.Player, error) {
	for _, m := range r.Matches {
		if m.Section == s.Name && m.Start == p.StartNumber {
			return register.Find(tx, m.Player)
		}
	}
	ids := []string{p.ID}
	for _, n := range p.National {
		if n.Federation == federation || federation == "" && len(p.National) == 1 {
			ids = append(ids, n.Number)
		}
	}
	if p.FideID != "" {
		id, err := register.ByFideID(tx, p.FideID)
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
		if found, err := register.Players.Get(tx, id); err != nil || found != nil {
			if err != nil || found.MergedInto == "" {
				return found, err
			}
			return register.Find(tx, found.ID)
		}
	}
	return nil, nil
}

// PackRecord keeps the packed record of a report: without the entries of whom
// nobody knows who they are, and without their games. What an officer has
// corrected holds on. A record never changes: another one is of a new revision.
func PackRecord(tx *bureau.Tx, r *Case, p *report.Report, k *CaseFacts, rulings []pack.Ruling) ([]finding.Finding, error) {
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
	lapsed, err := correct(tx, r, p, batch)
	if err != nil {
		return nil, err
	}
	batch.Sort()
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return lapsed, keepRecord(tx, r, data)
}

// correct applies to a record what an officer has corrected, and says which
// corrections lapse because what they are about is gone.
func correct(tx *bureau.Tx, r *Case, p *report.Report, batch *pack.Batch) ([]finding.Finding, error) {
	var lapsed []finding.Finding
	scoring := p.PointSystem()
	for i := range r.Adjustments {
		a := &r.Adjustments[i]
		if n := sectionIn(batch, a.Section); n >= 0 && batch.Sections[n].Refused {
			continue // its games come back when it can be rated again
		}
		err := AdjustOne(tx, batch, a, &scoring)
		var refused *finding.Refused
		switch {
		case err == nil:
		case !errors.As(err, &refused):
			return nil, err
		case a.Player != "" || a.In(p) != nil: // else a game of somebody who is not known yet
			f := finding.New("adjustment-lapsed", finding.Warning, finding.At{}, finding.Int("revision", a.Revision)).In(a.Section)
			f.Report = p.File
			lapsed = append(lapsed, f)
		}
	}
	return lapsed, nil
}

// keepRecord keeps the record of the newest revision, or of another one if it
// has one already that is not the same.
func keepRecord(tx *bureau.Tx, r *Case, data []byte) error {
	newest := r.newest()
	have, err := tx.Get(lists.RecordKind, newest.Key())
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
	return tx.Put(lists.RecordKind, newest.Key(), data)
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
