package intake

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Known is everything that the check of a report may know. It is read before: the check
// itself reads nothing.
type Known struct {
	bureau.Moment
	Rules catalog.Regulation

	Case   *Case       // with what officers have decided where it is in the event now
	Event  *join.Event // what all files say together
	Kept   *Reading    // what was understood of the newest revision; nil: nothing, or it has no file
	Record []byte      // of the newest revision; nil: it has none
	Basis  Basis

	Period  regulation.Period // to which the report belongs
	Counted civil.Date        // the day that chose it, if not that of receipt

	Rows      [][]*register.Player        // by section and entry; nil: nobody knows
	People    map[string]*Person          // those of the rows, and whoever was merged into them, by ID
	Named     map[string][]*Person        // whom a text of the report names
	Corrected map[string]*register.Player // whom officers have put in the place of others, by the ID that they gave

	Club           *register.Club   // the organiser; nil: not registered
	Reporting      []string         // who may submit for it, folded
	Representative *register.Player // of the club; nil: none in the register
	Keeps          map[string]bool  // the registers that are kept at all, by kind
	Announced      *Announcement    // nil: it was not

	Bearers map[string]*Case // the reports that bear the fee of players in the account of the report's, by ID
	Sharing []Other          // reports that have games of this one, by reference
}

// Person is what the registers know of a player.
type Person struct {
	*register.Player
	Birth       civil.Birth
	Memberships []register.Membership // of all their IDs, if the register is kept
	Standing    roster.Standing       // in the list that counts
}

// Other is another report and its record.
type Other struct {
	Case  *Case
	Batch *pack.Batch
}

// Read reads what the check of a report may know; nil if it has no file that can be read.
// fresh is what was read of a file just now, and is not kept yet; it may be nil.
func Read(rd bureau.Reader, at bureau.Moment, r *Case, fresh *Reading) (*Known, error) {
	k := &Known{Moment: at, Case: r.copied()}
	var err error
	if k.Rules, err = at.Settings.Rules(); err != nil {
		return nil, err
	}
	event, who, err := joined(rd, &at, k.Case, fresh)
	if err != nil || event == nil || event.Report == nil {
		return nil, err
	}
	if k.Event = event; fresh == nil || fresh.Revision != len(r.Revisions) {
		if fresh, err = readingOf(rd, r, len(r.Revisions)); err != nil {
			return nil, err
		}
	}
	k.Kept = fresh
	if k.Record, err = rd.Get(lists.RecordKind, r.newest().Key()); err != nil {
		return nil, err
	}
	k.Rows = who.rows(event)
	run, err := lists.LatestRun.Get(rd, "")
	if err != nil {
		return nil, err
	}
	if run == nil {
		run = new(int)
	}
	if err := k.readFacts(rd, event.Report, *run); err != nil {
		return nil, err
	}
	for _, read := range []func(bureau.Reader) error{k.readPeriod, k.readAnnouncement, k.readSharing, k.readBearers} {
		if err := read(rd); err != nil {
			return nil, err
		}
	}
	k.Basis, err = CurrentBasis(rd)
	return k, err
}

// copied returns a copy of a report, of which each part can be changed.
func (r *Case) copied() *Case {
	c := *r
	c.Revisions, c.History = slices.Clone(r.Revisions), slices.Clone(r.History)
	c.Matches, c.Adjustments = slices.Clone(r.Matches), slices.Clone(r.Adjustments)
	if r.Fee != nil {
		c.Fee = new(*r.Fee)
	}
	return &c
}

// readFacts reads what a regulation may ask of a report: who its players are now, their
// standings in the list of a run, and who reports it. Run 0 is an empty list.
func (k *Known) readFacts(rd bureau.Reader, p *report.Report, run int) error {
	k.Keeps = map[string]bool{}
	for _, kind := range []string{register.Clubs.Kind, register.Memberships.Kind} {
		var err error
		if k.Keeps[kind], err = register.IsKept(rd, kind); err != nil {
			return err
		}
	}
	if err := k.readPeople(rd, p); err != nil {
		return err
	}
	if err := k.readStandings(rd, run); err != nil {
		return err
	}
	if err := k.readNamed(rd, p.Responsible, p.ChiefArbiter, p.SubmittedBy); err != nil {
		return err
	}
	return k.readClub(rd, p.Organizer)
}

// corrected returns the players whom officers have put in the place of others, by the ID
// that they gave.
func (r *Case) corrected(rd bureau.Reader) (map[string]*register.Player, error) {
	found := map[string]*register.Player{}
	for _, a := range r.Adjustments {
		if a.Player == "" {
			continue
		}
		var err error
		if found[a.Player], err = register.Find(rd, a.Player); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (k *Known) readPeople(rd bureau.Reader, p *report.Report) (err error) {
	if k.Corrected, err = k.Case.corrected(rd); err != nil {
		return err
	}
	for i := range p.Sections {
		k.Case.adjustRow(k.Corrected, &p.Sections[i], k.Rows[i])
	}
	k.People = map[string]*Person{}
	for _, p := range slices.Concat(k.Rows...) {
		if err := k.readPerson(rd, p); err != nil {
			return err
		}
	}
	return nil
}

// readPerson reads what the registers know of a player, nil for nobody, and of those who
// were merged into them.
func (k *Known) readPerson(rd bureau.Reader, p *register.Player) error {
	if p == nil || k.People[p.ID] != nil {
		return nil
	}
	person, err := k.person(rd, p)
	if err != nil {
		return err
	}
	k.People[p.ID] = person
	for _, id := range p.Merged {
		old, err := register.Players.Get(rd, id)
		if err == nil {
			err = k.readPerson(rd, old)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (k *Known) person(rd bureau.Reader, p *register.Player) (*Person, error) {
	private, err := register.PersonOf(rd, p.ID)
	if err != nil {
		return nil, err
	}
	person := &Person{Player: p, Birth: private.Birth}
	if k.Keeps[register.Memberships.Kind] {
		person.Memberships, err = register.AllMemberships(rd, p)
	}
	return person, err
}

func (k *Known) readStandings(rd bureau.Reader, run int) error {
	var numbers []uint32
	for _, p := range k.People {
		numbers = append(numbers, p.Number)
	}
	if run == 0 {
		return nil
	}
	list, err := lists.StandingsOf(rd, run)
	if err != nil || list.None() {
		return err
	}
	slices.Sort(numbers)
	some, err := list.Of(numbers...)
	if err != nil {
		return err
	}
	for _, p := range k.People {
		n, _ := slices.BinarySearch(numbers, p.Number)
		p.Standing = some[n]
	}
	return nil
}

// readNamed reads whom some texts name.
func (k *Known) readNamed(rd bureau.Reader, texts ...string) error {
	k.Named = map[string][]*Person{}
	for _, text := range texts {
		if text == "" {
			continue
		}
		all, err := named(rd, text)
		if err != nil {
			return err
		}
		k.Named[text] = nil
		for _, p := range all {
			person, err := k.person(rd, p)
			if err != nil {
				return err
			}
			k.Named[text] = append(k.Named[text], person)
		}
	}
	return nil
}

// readClub reads a club and who may submit for it.
func (k *Known) readClub(rd bureau.Reader, name string) (err error) {
	if k.Club, err = register.LookUpClub(rd, name); err != nil || k.Club == nil {
		return err
	}
	if k.Reporting, err = k.Club.Reporting(rd); err != nil {
		return err
	}
	p, err := register.Players.Get(rd, k.Club.Representative)
	if err == nil && p != nil {
		k.Representative, err = register.Find(rd, p.ID)
	}
	return err
}

func (k *Known) readPeriod(rd bureau.Reader) error {
	p := *k.Event.Report
	p.Received = k.Settings.Day(k.Case.Received)
	var err error
	k.Period, k.Counted, err = placeOf(rd, &k.Moment, k.Case, &p, k.Rules)
	return err
}

func (k *Known) readAnnouncement(rd bureau.Reader) error {
	ref, err := Announced.Get(rd, EventKey(k.Event.Report.Name, k.Event.Report.FirstDay()))
	if err == nil && ref != nil {
		k.Announced, err = Announcements.Get(rd, *ref)
	}
	return err
}

// readSharing reads the reports that have games of this one.
func (k *Known) readSharing(rd bureau.Reader) error {
	refs, err := sharing(rd, k.Case.Ref, k.twinSections())
	for _, ref := range refs {
		if err != nil {
			return err
		}
		other := Other{}
		if other.Case, err = Find(rd, ref); err == nil {
			other.Batch, err = Record(rd, other.Case)
		}
		k.Sharing = append(k.Sharing, other)
	}
	return err
}

// readBearers reads which reports bear the fees of the players in the account of this one.
func (k *Known) readBearers(rd bureau.Reader) error {
	k.Bearers = map[string]*Case{}
	if edition, _ := k.Rules.For(k.Period); k.Case.Fee == nil && (edition == nil || edition.About().Fee.Each == 0) {
		return nil
	}
	cases := map[string]*Case{k.Case.Ref: k.Case}
	prefix := chargeKey(k.account(), k.Event.Report.Organizer, "")
	return feeCharges.Scan(rd, prefix, bureau.KeyAfter(prefix), func(key string, ref *string) (bool, error) {
		id := key[len(prefix):]
		if *ref != k.Case.Ref && k.People[id] == nil {
			return true, nil
		}
		if cases[*ref] == nil {
			bearer, err := Find(rd, *ref)
			if err != nil {
				return false, err
			}
			cases[*ref] = bearer
		}
		k.Bearers[id] = cases[*ref]
		return true, nil
	})
}

// account returns the period in which the report's fee became due.
func (k *Known) account() string {
	if f := k.Case.Fee; f != nil && f.Players+f.Earlier > 0 {
		return f.Period
	}
	return k.Period.Label
}
