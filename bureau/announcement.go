package bureau

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Announcement is an event that is going to take place, as its organiser
// announces it.
type Announcement struct {
	Ref          string               `json:"ref"` // "A2026-0012": year of receipt and number
	Name         string               `json:"name"`
	Club         string               `json:"club,omitempty"` // organiser
	Days         civil.Range          `json:"days"`
	Type         rating.Kind          `json:"type,omitempty"` // as the organiser declares it
	TimeControl  []report.TimeControl `json:"time_control,omitempty"`
	Group        report.Group         `json:"group,omitempty"`
	Rounds       int                  `json:"rounds"`
	FIDEEvent    bool                 `json:"fide_event,omitempty"`
	Team         bool                 `json:"team,omitempty"`
	Braille      bool                 `json:"braille,omitempty"`
	At           time.Time            `json:"at"`
	Actor        string               `json:"actor"`
	FIDESince    civil.Date           `json:"fide_since,omitempty"` // the day on which it was announced as a FIDE event
	Dispensation *Dispensation        `json:"dispensation,omitempty"`
	Answer       Answer               `json:"answer"`
	Withdrawn    string               `json:"withdrawn,omitempty"` // the reason; empty: it takes place
}

// Dispensation is the leave to play fewer rounds than the regulation asks for.
type Dispensation struct {
	Reason string     `json:"reason"`
	Asked  civil.Date `json:"asked"` // the day on which the organiser asked for it
	At     time.Time  `json:"at"`
	Actor  string     `json:"actor"`
}

// Answer is what the regulation says of an announced event.
type Answer struct {
	Edition string      `json:"edition"`
	Kind    rating.Kind `json:"kind,omitempty"`
	Rated   bool        `json:"rated"`
	Clause  string      `json:"clause,omitempty"` // that decides the type, or keeps the event from being rated
	Reading string      `json:"reading,omitempty"`
}

// The documents of announcements.
var (
	announcements = table[Announcement]{"announcement"} // by reference
	announced     = table[string]{"announcement-event"} // reference by event
)

// report gives an announcement as a report in which nothing has been played.
func (a *Announcement) report() *report.Report {
	r := &report.Report{
		Name: a.Name, Organizer: a.Club, Start: a.Days.From, End: a.Days.To, Received: a.Days.To, Type: a.Type, TimeControl: a.TimeControl,
		FIDEEvent: a.FIDEEvent, Team: a.Team, Braille: a.Braille,
		Sections: []report.Section{{Group: a.Group, Rounds: a.Rounds}},
	}
	if a.Dispensation != nil {
		r.Dispensation = a.Dispensation.Reason
	}
	return r
}

// key gives by what a report of the event is known again.
func (a *Announcement) key() string { return eventKey(a.Name, a.Days.From) }

// Announce keeps an announcement and answers whether, and as what, the event
// will be rated. An event that was announced before, by name and first day, is
// changed.
func (b *Bureau) Announce(ctx context.Context, a Announcement) (kept *Announcement, found []finding.Finding, err error) {
	err = b.Do(ctx, "event.announce", "", func(tx *Tx) error {
		kept = &a
		if err := tx.checkAnnouncement(kept); err != nil {
			return err
		}
		if err := tx.announcedBefore(kept); err != nil {
			return err
		}
		if found, err = tx.answer(kept); err != nil {
			return err
		}
		tx.Note(kept.Ref, &kept.Answer)
		return tx.keepAnnouncement(kept)
	})
	return kept, found, err
}

func (tx *Tx) checkAnnouncement(a *Announcement) error {
	switch {
	case a.Name == "":
		return refuse("name-needed")
	case a.Days.From == 0 || a.Days.To == 0:
		return refuse("event-days")
	case a.Days.To < a.Days.From:
		return refuse("days-reversed", finding.Text("start", a.Days.From.String()), finding.Text("end", a.Days.To.String()))
	}
	return readable(a.Name, a.Club)
}

// readable refuses texts in which something hides, or that are too long.
func readable(texts ...string) error {
	for _, text := range texts {
		if finding.Disguised(text) {
			return refuse("control-character", finding.Quoted("text", text))
		}
		if finding.TooLong(text) {
			return refuse("text-too-long", finding.Int("limit", finding.MaxText), finding.Text("text", text))
		}
	}
	return nil
}

// announcedBefore keeps what stays of an earlier announcement of the event.
func (tx *Tx) announcedBefore(a *Announcement) error {
	ref, err := announced.get(tx, a.key())
	if err != nil {
		return err
	}
	a.At, a.Actor = tx.Now, tx.Actor
	if ref == nil {
		year := tx.Today.String()[:len("2006")]
		n, err := tx.count("announcement-" + year)
		if err != nil {
			return err
		}
		a.Ref = fmt.Sprintf("A%s-%04d", year, n)
	} else {
		before, err := announcements.get(tx, *ref)
		if err != nil {
			return err
		}
		a.Ref, a.Dispensation = before.Ref, before.Dispensation
		if a.FIDEEvent && before.FIDEEvent {
			a.FIDESince = before.FIDESince
		}
	}
	if a.FIDEEvent && a.FIDESince == 0 {
		a.FIDESince = tx.Today
	}
	return nil
}

func (tx *Tx) keepAnnouncement(a *Announcement) error {
	if err := announced.put(tx, a.key(), &a.Ref); err != nil {
		return err
	}
	return announcements.put(tx, a.Ref, a)
}

// ofPlans are the findings that can be made before anybody has played; what
// they say about players and files comes with the report.
var ofPlans = map[string]bool{
	"type-differs": true, "type-missing": true, "type-assumed": true, "no-list-for-type": true, "too-few-rounds": true,
	"organizer-not-registered": true,
}

// answer asks the edition that will be in force what it says of an event.
func (tx *Tx) answer(a *Announcement) ([]finding.Finding, error) {
	edition, err := tx.editionFor(a)
	if err != nil {
		return nil, err
	}
	about, facts := edition.About(), &planned{c: tx, days: a.Days}
	intake := edition.Check(a.report(), facts)
	if facts.err != nil {
		return nil, facts.err
	}
	found := slices.DeleteFunc(intake.Findings, func(f finding.Finding) bool { return !ofPlans[f.ID] })
	ruling := intake.Rulings[0]
	a.Answer = Answer{Edition: about.ID, Kind: ruling.Kind, Rated: true, Clause: ruling.Clause, Reading: ruling.Reading}
	for _, f := range found {
		if f.Refuses && a.Answer.Rated {
			a.Answer.Rated, a.Answer.Clause, a.Answer.Reading = false, f.Clause, f.Reading
		}
	}
	if until := about.Fewer.Until(a.Days.From); a.Answer.Clause == about.Fewer.Clause && !a.Answer.Rated && tx.Today <= until { // 50% Rule 1
		found = append(found, finding.New("dispensation-open", finding.Info, finding.At{}, finding.Text("until", until.String()),
			finding.Text("ref", a.Ref)).Under(about.Fewer.Clause, ""))
	}
	if until := about.FIDENotice.Until(a.Days.From); a.FIDEEvent && about.FIDENotice.Clause != "" && a.FIDESince > until { // 2(3)
		found = append(found, finding.New("fide-notice-late", finding.Error, finding.At{}, finding.Text("until", until.String()),
			finding.Text("announced", a.FIDESince.String()), finding.Text("earliest", about.FIDENotice.Earliest(a.FIDESince).String())).Under(about.FIDENotice.Clause, ""))
	}
	for i := range found {
		found[i].Report = a.Ref
	}
	return found, nil
}

// editionFor gives the edition in force for an announced event.
func (tx *Tx) editionFor(a *Announcement) (regulation.Edition, error) {
	rules, err := tx.Settings.rules()
	if err != nil {
		return nil, err
	}
	edition, found := rules.For(rules.Latest().Period(a.report()))
	return edition, wrong(found)
}

// planned answers what a regulation asks about an event of which no more is
// known than the plan.
type planned struct {
	c    *Tx
	days civil.Range
	err  error
}

func (p *planned) Player(int, int) (*roster.Player, roster.Standing) {
	return &roster.Player{}, roster.Standing{}
}
func (p *planned) Known(int, int) bool                                { return true }
func (p *planned) Member(int, int, civil.Range) regulation.Answer     { return regulation.NotKnown }
func (p *planned) AnnualMember(string, civil.Range) regulation.Answer { return regulation.NotKnown }
func (p *planned) MayReport(string, string) regulation.Answer         { return regulation.NotKnown }
func (p *planned) FeePaid() (regulation.Answer, civil.Date)           { return regulation.NotKnown, 0 }

func (p *planned) Registered(organizer string) regulation.Answer {
	some, err := anyone(p.c, clubs.kind)
	if err == nil && some {
		var found *Club
		if found, err = club(p.c, organizer); err == nil {
			if found != nil && found.on(p.days) {
				return regulation.Yes
			}
			return regulation.No
		}
	}
	p.err = err
	return regulation.NotKnown
}

// Dispense keeps the leave to play fewer rounds, for which the organiser must
// have asked in time, with a reason.
func (b *Bureau) Dispense(ctx context.Context, ref, reason string, asked civil.Date) (kept *Announcement, err error) {
	err = b.Do(ctx, "event.dispense", reason, func(tx *Tx) error {
		a, err := findAnnouncement(tx, ref)
		if err != nil {
			return err
		}
		edition, err := tx.editionFor(a)
		if err != nil {
			return err
		}
		if asked == 0 || asked > tx.Today {
			asked = tx.Today
		}
		fewer := edition.About().Fewer
		until := fewer.Until(a.Days.From)
		switch {
		case reason == "":
			return refuse("reason-needed")
		case fewer.Clause == "" || a.Answer.Rated && a.Dispensation == nil:
			return under(refuse("dispensation-needless", finding.Text("ref", ref), finding.Int("rounds", a.Rounds)), fewer.Clause, "")
		case asked > until: // 50% Rule 1
			return under(refuse("dispensation-late", finding.Text("ref", ref), finding.Text("until", until.String()),
				finding.Text("asked", asked.String()), finding.Text("earliest", fewer.Earliest(asked).String())), fewer.Clause, "")
		}
		a.Dispensation = &Dispensation{Reason: reason, Asked: asked, At: tx.Now, Actor: tx.Actor}
		if _, err := tx.answer(a); err != nil {
			return err
		}
		kept = a
		tx.Note(ref, &a.Answer)
		return tx.keepAnnouncement(a)
	})
	return kept, err
}

// Withdraw keeps that an announced event does not take place.
func (b *Bureau) Withdraw(ctx context.Context, ref, reason string) error {
	return b.Do(ctx, "event.withdraw", reason, func(tx *Tx) error {
		a, err := findAnnouncement(tx, ref)
		if err != nil {
			return err
		}
		if reason == "" {
			return refuse("reason-needed")
		}
		a.Withdrawn = reason
		tx.Note(ref, nil)
		return tx.keepAnnouncement(a)
	})
}

func findAnnouncement(r Reader, ref string) (*Announcement, error) {
	a, err := announcements.get(r, ref)
	if err == nil && a == nil {
		err = refuse("no-announcement", finding.Text("ref", ref))
	}
	return a, err
}

// dispensed says in a report what was dispensed of its event.
func dispensed(r Reader, p *report.Report) error {
	ref, err := announced.get(r, eventKey(p.Name, p.FirstDay()))
	if err != nil || ref == nil || p.Dispensation != "" {
		return err
	}
	a, err := announcements.get(r, *ref)
	if err == nil && a.Dispensation != nil {
		p.Dispensation = a.Dispensation.Reason
	}
	return err
}

// Announced is an announcement and the report that followed it.
type Announced struct {
	*Announcement
	Report *Report // nil: none has come
}

// Announcements gives the announced events by their days, each with its report.
func (b *Bureau) Announcements(r Reader) ([]Announced, error) {
	all, err := announcements.all(r, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(x, y *Announcement) int { return int(x.Days.From - y.Days.From) })
	found := make([]Announced, len(all))
	for i, a := range all {
		found[i].Announcement = a
		ref, err := reportEvents.get(r, a.key())
		if err != nil {
			return nil, err
		}
		if ref == nil {
			continue
		}
		if found[i].Report, err = findReport(r, *ref); err != nil {
			return nil, err
		}
	}
	return found, nil
}
