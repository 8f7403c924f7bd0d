package intake

import (
	"cmp"
	"errors"
	"maps"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// reader reads what the check of a report may know.
type reader struct {
	rd    bureau.Reader
	reads Subjects // what was read, and may change
	*check.Known
}

// Read reads what the check of a report may know. fresh is what was read of a file just now, or
// what a notice tells, and is not kept yet; it may be nil.
func Read(rd bureau.Reader, at bureau.Moment, r *check.Case, fresh *check.Reading) (*check.Known, error) {
	k, err := read(rd, at, r, fresh)
	if err != nil {
		return nil, err
	}
	return k.Known, nil
}

func read(rd bureau.Reader, at bureau.Moment, r *check.Case, fresh *check.Reading) (k *reader, err error) {
	k = &reader{rd, Subjects{}, &check.Known{Moment: at, Case: r.Copied()}}
	if k.Rules, err = at.Settings.Rules(); err != nil {
		return nil, err
	}
	event, who, err := joined(rd, &at, k.Case, fresh)
	if err != nil || event == nil || event.Report == nil {
		if err == nil && fresh != nil {
			k.Told = fresh.Report
			err = k.readPeriod(k.Told)
		}
		return k, err
	}
	if k.Event = event; fresh == nil || fresh.Revision != len(r.Revisions) {
		if fresh, err = readingOf(rd, r, len(r.Revisions)); err != nil {
			return nil, err
		}
	}
	k.Kept = fresh
	if k.Record, err = rd.Get(lists.RecordKind, r.Newest().Key()); err != nil {
		return nil, err
	}
	k.Rows = who.rows(event)
	maps.Copy(k.reads, who.reads)
	if err := k.readPeriod(event.Report); err != nil {
		return nil, err
	}
	run := new(int)
	edition, _ := k.Rules.For(k.Period)
	asks := edition != nil && edition.About().Standings
	if asks {
		k.reads.Add(ofList, "")
		newest, err := lists.LatestRun.Get(rd, "")
		if err != nil {
			return nil, err
		}
		run = cmp.Or(newest, run)
	}
	if err := errors.Join(k.readAnnouncement(), k.readFacts(event.Report, *run)); err != nil {
		return nil, err
	}
	if err := k.readNew(); err != nil {
		return nil, err
	}
	for id := range k.People {
		if asks { // for ages, too
			k.reads.Add(ofStated, id)
		}
	}
	for _, read := range []func() error{k.readSharing, k.readMeets, k.readAccount} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// readFacts reads what a regulation may ask of a report: who its players are now, their
// standings in the list of a run, and who reports it. Run 0 is an empty list.
func (k *reader) readFacts(p *report.Report, run int) error {
	k.Keeps = map[string]bool{}
	for _, kind := range []string{register.Clubs.Kind, register.Memberships.Kind} {
		var err error
		if k.Keeps[kind], err = register.IsKept(k.rd, kind); err != nil {
			return err
		}
		k.reads.Add(ofRegister, whether(kind, k.Keeps[kind]))
	}
	for _, read := range []func(*report.Report) error{k.readPeople, k.readTaken, k.readNear} {
		if err := read(p); err != nil {
			return err
		}
	}
	if err := k.readStandings(run); err != nil {
		return err
	}
	if err := k.readNamed(p.Responsible, p.ChiefArbiter, p.SubmittedBy); err != nil {
		return err
	}
	organizer := p.Organizer
	if k.Announced != nil && organizer == "" && k.Announced.Binds(k.Settings) {
		organizer = k.Announced.Club // Reading G12
	}
	return errors.Join(k.readClub(organizer), k.readSender(p))
}

// readNamed reads whom some texts name.
func (k *reader) readNamed(texts ...string) error {
	k.Named = map[string][]*check.Person{}
	for _, text := range texts {
		if text == "" {
			continue
		}
		name, ids := identity.PersonNamed(text)
		all, err := named(k.rd, text)
		if err != nil {
			return err
		}
		k.reads.AddName(text)
		k.reads.AddName(name)
		for _, id := range append(ids, text) {
			k.reads.AddNumber(id)
		}
		k.Named[text] = nil
		for _, p := range all {
			k.reads.AddNumber(p.ID)
			person, err := k.person(p)
			if err != nil {
				return err
			}
			k.Named[text] = append(k.Named[text], person)
		}
	}
	return nil
}

// readClub reads the organiser and who may submit for it.
func (k *reader) readClub(name string) (err error) {
	k.reads.Add(ofClub, name)
	k.reads.Add(ofClub, report.FoldName(name))
	if k.Club, err = register.Organizer(k.rd, name); err != nil {
		return err
	}
	if k.Club == nil {
		k.NearClubs, err = register.NearClubs(k.rd, name)
		return err
	}
	k.reads.Add(ofClub, k.Club.ID)
	for _, who := range append(k.Club.Reporters, k.Club.Representative) {
		k.reads.AddNumber(who)
	}
	if k.Represents, err = register.NamesOf(k.rd, k.Club.Representative); err != nil {
		return err
	}
	k.Approved, err = register.NamesOf(k.rd, k.Club.Reporters...)
	return err
}

// readSender reads the club for which a report was sent and, if nobody says who holds the event, what
// others have sent of it.
func (k *reader) readSender(p *report.Report) (err error) {
	of := k.Case.For.Club
	if of == "" {
		return nil
	}
	k.reads.Add(ofClub, of)
	if k.Sender, err = register.Clubs.Get(k.rd, of); err != nil || p.Organizer != "" || p.LacksDays() {
		return err
	}
	all, err := foundBy(k.rd, byEvent, check.EventKey(p.Name, p.FirstDay()))
	for _, r := range all {
		if r.For.Club != of {
			k.reads.Add(ofReport, bureau.RefKey(r.Ref))
			k.Earlier = append(k.Earlier, r)
		}
	}
	return err
}

func (k *reader) readPeriod(said *report.Report) (err error) {
	p := *said
	p.Received = k.Settings.Day(k.Case.Received)
	k.Period, k.Counted, err = placeOf(k.rd, &k.Moment, k.Case, &p, k.Rules)
	return err
}

// readAnnouncement reads the announcement of the event, or else those that may be of it and that
// no other report follows.
func (k *reader) readAnnouncement() (err error) {
	p := k.Event.Report
	if p.LacksDays() {
		return nil
	}
	k.reads.Add(ofEvent, check.EventKey(p.Name, p.FirstDay()))
	if k.Announced, err = AnnouncementOf(k.rd, p.Name, p.FirstDay()); err != nil || k.Announced != nil {
		return err
	}
	k.reads.AddEvent(p.Name, civil.Range{From: p.FirstDay(), To: p.LastDay()})
	near, err := NearAnnouncements(k.rd, p.Name, p.Organizer, civil.Range{From: p.FirstDay(), To: p.LastDay()})
	for _, a := range near {
		k.reads.Add(ofFollower, rowKey(byAnnouncement, a.Ref))
		k.reads.Add(ofFollower, rowKey(byEvent, a.Key()))
		followed, failed := FollowedBy(k.rd, a)
		err = errors.Join(err, failed)
		if followed != nil && followed.Ref != k.Case.Ref {
			k.reads.Add(ofReport, bureau.RefKey(followed.Ref))
		} else if a.Binds(k.Settings) {
			k.Nearly = append(k.Nearly, a)
		}
	}
	return err
}

// readSharing reads the reports that have games of this one.
func (k *reader) readSharing() error {
	k.readGames()
	refs, err := sharing(k.rd, k.Case.Ref, k.Games)
	for _, ref := range refs {
		if err != nil {
			return err
		}
		k.reads.Add(ofReport, bureau.RefKey(ref))
		other := check.Other{}
		if other.Case, err = Find(k.rd, ref); err == nil {
			other.Batch, err = Record(k.rd, other.Case)
		}
		k.Sharing = append(k.Sharing, other)
	}
	return err
}

// readMeets reads the reports of the same organiser on days of this one, where a report is a meet.
func (k *reader) readMeets() error {
	p := k.Event.Report
	if !k.Period.Meet || p.Organizer == "" || p.LacksDays() {
		return nil
	}
	all, err := rows.Reports.Select(k.rd, bureau.Range{Order: 3, Is: []any{p.Organizer}})
	for _, row := range all {
		if err != nil {
			return err
		}
		if row.Ref != k.Case.Ref && row.FirstDay <= p.LastDay() && row.LastDay >= p.FirstDay() {
			var other *check.Case
			other, err = Find(k.rd, row.Ref)
			k.reads.Add(ofReport, bureau.RefKey(row.Ref))
			k.Meets = append(k.Meets, other)
		}
	}
	return err
}

// readAccount reads the other reports of the account.
func (k *reader) readAccount() error {
	edition, _ := k.Rules.For(k.Period)
	if k.Case.Charge == nil && (edition == nil || edition.About().Fee.Each == 0) {
		return nil
	}
	var err error
	k.Account, err = inAccount(k.rd, k.AccountKey(), k.Case.Ref)
	return err
}
