package events

import (
	"cmp"
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Change changes the name or the days of an announcement before the first day of its event, and answers
// again how the event will be rated. What is empty stays; with another first day only, the event is as
// long as before. A cancelled event takes place again.
func Change(ctx context.Context, b *bureau.Bureau, ref, name string, days civil.Range, reason string) (kept *check.Announcement, found []finding.Finding, err error) {
	err = b.Do(ctx, "announce.set", reason, func(tx *bureau.Tx) error {
		before, err := takeAnnouncement(tx, ref)
		if err != nil {
			return err
		}
		if kept, err = changed(tx, before, name, days); err != nil {
			return err
		}
		r, err := intake.FollowedBy(tx, before)
		if err != nil {
			return err
		}
		if r != nil && r.State == check.Rated {
			return intake.AlreadyRated(tx, r, "correct.withdraw")
		}
		if found, err = answer(tx, kept); err != nil {
			return err
		}
		tx.Note(ref, &kept.Answer)
		if err := tx.Delete(intake.Announced.Kind, before.Key()); err != nil {
			return err
		}
		return keepAnnouncement(tx, kept)
	})
	return kept, found, err
}

// changed returns an announcement with another name or other days. What was announced before the first
// day counts as stated (Reading G12), so from then on it stays.
func changed(tx *bureau.Tx, before *check.Announcement, name string, days civil.Range) (*check.Announcement, error) {
	a := *before
	a.Name, a.Days.From = cmp.Or(name, a.Name), cmp.Or(days.From, a.Days.From)
	a.Days.To = cmp.Or(days.To, before.Days.To+a.Days.From-before.Days.From)
	if err := checkAnnouncement(&a); err != nil {
		return nil, err
	}
	if first := min(before.Days.From, a.Days.From); first <= tx.Today {
		return nil, bureau.WithClause(finding.Refuse("announcement-begun", finding.Text("ref", a.Ref), finding.Text("start", first.String())), "", "G12")
	}
	same, err := intake.AnnouncementOf(tx, a.Name, a.Days.From)
	if err != nil {
		return nil, err
	}
	if same != nil && same.Ref != a.Ref {
		return nil, finding.Refuse("announced-before", finding.Text("ref", same.Ref))
	}
	a.At, a.Actor, a.Withdrawn, a.WithdrawnOn = tx.Now, tx.Actor, "", 0
	if a.FIDEEvent && a.Days.From < before.Days.From { // 2(3): nobody was told of an earlier day
		a.FIDESince = tx.Today
	}
	return &a, nil
}
