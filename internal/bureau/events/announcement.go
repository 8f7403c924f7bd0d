// Package events keeps announced events and notices of results.
package events

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Announce stores an announcement and answers whether the event will be rated,
// and in which lists. An event that was announced before, with the same name
// and first day, is updated.
func Announce(ctx context.Context, b *bureau.Bureau, a check.Announcement) (kept *check.Announcement, found []finding.Finding, err error) {
	err = b.Do(ctx, "announce.add", "", func(tx *bureau.Tx) error {
		kept = &a
		if err := checkAnnouncement(kept); err != nil {
			return err
		}
		if err := carryOver(tx, kept); err != nil {
			return err
		}
		if err := about(tx, kept); err != nil {
			return err
		}
		if found, err = answer(tx, kept); err != nil {
			return err
		}
		tx.Note(kept.Ref, &kept.Answer)
		return keepAnnouncement(tx, kept)
	})
	return kept, found, err
}

func checkAnnouncement(a *check.Announcement) error {
	switch {
	case a.Name == "":
		return finding.Refuse("name-needed")
	case a.Days.From == 0 || a.Days.To == 0:
		return finding.Refuse("event-days")
	case a.Days.To < a.Days.From:
		return finding.Refuse("days-reversed", finding.Text("start", a.Days.From.String()), finding.Text("end", a.Days.To.String()))
	}
	return finding.Readable(a.Name, a.Club)
}

// carryOver carries over what an earlier announcement of the event
// settled.
func carryOver(tx *bureau.Tx, a *check.Announcement) error {
	before, err := intake.AnnouncementOf(tx, a.Name, a.Days.From)
	if err != nil {
		return err
	}
	a.At, a.Actor = tx.Now, tx.Actor
	if before == nil || before.Binds(tx.Settings) && !a.Binds(tx.Settings) { // it is kept as late, Reading G12
		year := tx.Today.String()[:len("2006")]
		n, err := tx.Count("announcement-" + year)
		if err != nil {
			return err
		}
		a.Ref = fmt.Sprintf("A%s-%04d", year, n)
	} else {
		if err := about(tx, before); err != nil {
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

// keepAnnouncement keeps an announcement. A late one does not take the place of one that binds.
func keepAnnouncement(tx *bureau.Tx, a *check.Announcement) error {
	have, err := intake.AnnouncementOf(tx, a.Name, a.Days.From)
	if err == nil && (have == nil || have.Ref == a.Ref || !have.Binds(tx.Settings)) {
		err = intake.Announced.Put(tx, a.Key(), &a.Ref)
	}
	if err != nil {
		return err
	}
	return intake.Announcements.Put(tx, a.Ref, a)
}

// ofPlans are the findings that can be made before the event. Findings about
// players and files need the report.
var ofPlans = map[string]bool{
	"type-differs": true, "type-missing": true, "type-assumed": true, "no-list-for-type": true, "too-few-rounds": true,
	"organizer-not-registered": true,
}

// answer asks the edition that will be in force about an event.
func answer(tx *bureau.Tx, a *check.Announcement) ([]finding.Finding, error) {
	edition, err := editionFor(tx.Settings, a)
	if err != nil {
		return nil, err
	}
	about, facts := edition.About(), &planned{c: tx, days: a.Days}
	ruled := edition.Check(reportOf(a), facts)
	if facts.err != nil {
		return nil, facts.err
	}
	found := slices.DeleteFunc(ruled.Findings, func(f finding.Finding) bool { return !ofPlans[f.ID] })
	if about.Authority == "ncs" && a.Club == "" && facts.kept {
		found = append(found, finding.New("club-needed", finding.Error, finding.At{}).Under(tx.Settings.Number("2(1)", tx.Today), "J28"))
	}
	ruling := ruled.Rulings[0]
	a.Answer = check.Answer{Edition: about.ID, Kind: ruling.Kind, Rated: true, Clause: ruling.Clause, Reading: ruling.Reading}
	for _, f := range found {
		if f.Refuses && a.Answer.Rated {
			a.Answer.Rated, a.Answer.Clause, a.Answer.Reading = false, f.Clause, f.Reading
		}
	}
	if d := a.Dispensation; d != nil {
		d.Late = d.Asked > about.Fewer.Until(a.Days.From)
	}
	if until := about.Fewer.Until(a.Days.From); a.Answer.Clause == about.Fewer.Clause && !a.Answer.Rated && tx.Today <= until { // 50% Rule 1
		found = append(found, finding.New("dispensation-open", finding.Info, finding.At{}, finding.Text("until", until.String()),
			finding.Text("ref", a.Ref)).Under(about.Fewer.Clause, ""))
	}
	if until := about.FIDENotice.Until(a.Days.From); a.FIDEEvent && about.FIDENotice.Clause != "" && a.FIDESince > until { // 2(3)
		late := finding.New("fide-notice-late", finding.Error, finding.At{}, finding.Text("until", until.String()), finding.Text("announced", a.FIDESince.String()))
		if a.Days.From > tx.Today { // else it cannot be postponed any more
			late.Values = append(late.Values, finding.Text("earliest", about.FIDENotice.Earliest(a.FIDESince).String()))
		}
		found = append(found, late.Under(about.FIDENotice.Clause, ""))
	}
	if !a.Binds(tx.Settings) && a.Withdrawn == "" {
		found = append(found, finding.New("announcement-late", finding.Warning, finding.At{}, finding.Text("start", a.Days.From.String())).Under("", "G12"))
	}
	twice, err := Twice(tx, a)
	for _, other := range twice {
		found = append(found, finding.New("announced-twice", finding.Warning, finding.At{}, finding.Text("ref", other.Ref), finding.Text("event", other.Name),
			finding.Text("from", other.Days.From.String()), finding.Text("to", other.Days.To.String())).Under("", "G12"))
	}
	for i := range found {
		if found[i].ID == "organizer-not-registered" {
			near, err := register.NearClubs(tx, a.Club)
			if err != nil {
				return nil, err
			}
			found[i].Values = append(found[i].Values, finding.Text("near", strings.Join(near, ", ")))
		}
		found[i].Report = a.Ref
	}
	return found, err
}

// Twice returns the other announcements that may be of the same event, and of which no report
// has come.
func Twice(r bureau.Reader, a *check.Announcement) ([]*check.Announcement, error) {
	near, err := intake.NearAnnouncements(r, a.Name, a.Club, a.Days)
	return slices.DeleteFunc(near, func(other *check.Announcement) bool {
		followed, failed := intake.FollowedBy(r, other)
		err = errors.Join(err, failed)
		return followed != nil || other.Ref == a.Ref
	}), err
}

// editionFor returns the edition in force for an announced event.
func editionFor(s *bureau.Settings, a *check.Announcement) (regulation.Edition, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	edition, found := rules.For(rules.Latest().Period(reportOf(a)))
	return edition, bureau.FirstRefusal(found)
}

// planned answers the regulation's questions about an event that is only
// planned.
type planned struct {
	c    *bureau.Tx
	days civil.Range
	kept bool // the register of clubs
	err  error
}

func (p *planned) Player(int, int) (*roster.Player, roster.Standing) {
	return &roster.Player{}, roster.Standing{}
}

func (p *planned) Known(int, int) bool { return true }

func (p *planned) Member(int, int, civil.Range) regulation.Answer { return regulation.NotKnown }

func (p *planned) AnnualMember(string, civil.Range) regulation.Answer { return regulation.NotKnown }

func (p *planned) MayReport(string, string) regulation.Answer { return regulation.NotKnown }

func (p *planned) FloorAssigned(int) regulation.Answer { return regulation.NotKnown }

func (p *planned) Registered(organizer string) regulation.Answer {
	if p.kept, p.err = register.IsKept(p.c, register.Clubs.Kind); p.err != nil || !p.kept || organizer == "" {
		return regulation.NotKnown
	}
	var found *register.Club
	if found, p.err = register.Organizer(p.c, organizer); found != nil && found.On(p.days) {
		return regulation.Yes
	}
	return regulation.No
}

// Dispense grants a dispensation to play fewer rounds, with a reason. Whether one that was
// asked for too late is granted is the officer's choice (Reading C31).
func Dispense(ctx context.Context, b *bureau.Bureau, ref, reason string, asked civil.Date) (kept *check.Announcement, err error) {
	err = b.Do(ctx, "announce.dispense", reason, func(tx *bureau.Tx) error {
		a, err := takeAnnouncement(tx, ref)
		if err != nil {
			return err
		}
		edition, err := editionFor(tx.Settings, a)
		if err != nil {
			return err
		}
		if asked == 0 || asked > tx.Today {
			asked = tx.Today
		}
		fewer := edition.About().Fewer
		switch {
		case reason == "":
			return finding.Refuse("reason-needed")
		case fewer.Clause == "" || a.Answer.Rated && a.Dispensation == nil:
			return bureau.WithClause(finding.Refuse("dispensation-needless", finding.Text("ref", ref), finding.Int("rounds", a.Rounds)), fewer.Clause, "")
		}
		a.Dispensation = &check.Dispensation{Reason: reason, Asked: asked, At: tx.Now, Actor: tx.Actor}
		if _, err := answer(tx, a); err != nil {
			return err
		}
		kept = a
		tx.Note(ref, &a.Answer)
		if err := keepAnnouncement(tx, a); err != nil {
			return err
		}
		return checkFollower(tx, a)
	})
	return kept, err
}

// TakeBack takes back that an event was dispensed, or else withdrawn. A dispensation under which a
// list counts the event stays.
func TakeBack(ctx context.Context, b *bureau.Bureau, ref, reason string, dispensed bool) (kept *check.Announcement, err error) {
	act := "announce.withdraw"
	if dispensed {
		act = "announce.dispense"
	}
	err = b.Do(ctx, act, reason, func(tx *bureau.Tx) error {
		if kept, err = takeAnnouncement(tx, ref); err != nil {
			return err
		}
		r, err := intake.FollowedBy(tx, kept)
		switch {
		case err != nil:
			return err
		case reason == "":
			return finding.Refuse("reason-needed")
		case dispensed && kept.Dispensation != nil && r != nil && r.State == check.Rated:
			return intake.AlreadyRated(tx, r, "correct.withdraw")
		case dispensed && kept.Dispensation != nil:
			kept.Dispensation = nil
		case !dispensed && kept.Withdrawn != "":
			kept.Withdrawn, kept.WithdrawnOn = "", 0
		default:
			return finding.Refuse("not-decided", finding.Text("ref", ref))
		}
		tx.Note(ref, map[string]any{"undoes": act})
		if _, err := answer(tx, kept); err != nil {
			return err
		}
		if err := keepAnnouncement(tx, kept); err != nil {
			return err
		}
		return checkFollower(tx, kept)
	})
	return kept, err
}

// checkFollower checks the report again that follows an announcement.
func checkFollower(tx *bureau.Tx, a *check.Announcement) error {
	r, err := intake.FollowedBy(tx, a)
	if err != nil || r == nil {
		return err
	}
	if err := intake.Recheck(tx, r); err != nil {
		return err
	}
	return intake.Keep(tx, r)
}

// Withdraw records that an announced event is cancelled.
func Withdraw(ctx context.Context, b *bureau.Bureau, ref, reason string) error {
	return b.Do(ctx, "announce.withdraw", reason, func(tx *bureau.Tx) error {
		a, err := takeAnnouncement(tx, ref)
		if err != nil {
			return err
		}
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		a.Withdrawn, a.WithdrawnOn = reason, tx.Today
		tx.Note(ref, nil)
		return keepAnnouncement(tx, a)
	})
}

// takeAnnouncement returns an announcement for an act on it.
func takeAnnouncement(tx *bureau.Tx, ref string) (*check.Announcement, error) {
	a, err := intake.Announcements.Find(tx, ref, finding.Refuse("no-announcement", finding.Text("ref", ref)))
	if err == nil {
		err = about(tx, a)
	}
	return a, err
}

func about(tx *bureau.Tx, a *check.Announcement) error {
	s, err := Subject(tx, a)
	return cmp.Or(err, tx.About(s))
}

// Subject returns an announcement as something is done with it: it is its club's.
func Subject(r bureau.Reader, a *check.Announcement) (bureau.Subject, error) {
	s := bureau.Subject{ID: a.Ref, Seen: []bureau.Document{intake.Announcements.Of(a.Ref)}}
	club, err := register.LookUpClub(r, a.Club)
	if club != nil {
		s.Club = club.ID
	}
	return s, err
}

// Announced is an announcement and the report that followed it.
type Announced struct {
	*check.Announcement
	Report *check.Case // nil: none yet
}

// Announcements returns the announced events by date, each with its report.
func Announcements(r bureau.Reader) ([]Announced, error) {
	all, err := intake.Announcements.All(r, "")
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(all, func(x, y *check.Announcement) int { return int(x.Days.From - y.Days.From) })
	found := make([]Announced, len(all))
	for i, a := range all {
		found[i].Announcement = a
		if found[i].Report, err = intake.FollowedBy(r, a); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// reportOf returns an announcement as a report in which nothing has been played.
func reportOf(a *check.Announcement) *report.Report {
	r := &report.Report{
		Name: a.Name, Organizer: a.Club, Start: a.Days.From, End: a.Days.To, Received: a.Days.To, Type: a.Type, TimeControl: a.TimeControl,
		FIDEEvent: a.FIDEEvent, Team: a.Team, Braille: a.Braille, Qualifying: a.Qualifying,
		Sections: []report.Section{{Group: a.Group, Rounds: a.Rounds}},
	}
	if a.Dispensation != nil {
		r.Dispensation = a.Dispensation.Reason
	}
	return r
}
