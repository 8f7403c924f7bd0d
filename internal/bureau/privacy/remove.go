package privacy

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
)

// Remove takes back that a player was registered. It is refused as long as something refers to them.
// The entry is emptied, and its ID is not given again.
func Remove(ctx context.Context, b *bureau.Bureau, id, reason string) error {
	return b.Do(ctx, "player.remove", reason, func(tx *bureau.Tx) error {
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		who, err := PersonIDsOf(tx, id)
		if err != nil {
			return err
		}
		switch {
		case who.IDs[0] != id:
			return finding.Refuse("player-merged", finding.Text("id", id), finding.Text("into", who.IDs[0]))
		case who.Forgotten():
			return register.Unknown(tx, id)
		}
		if err := tx.About(who.Players[0].Subject()); err != nil {
			return err
		}
		by, err := who.referredBy(tx)
		if err != nil {
			return err
		}
		tx.Note(id, nil)
		return errors.Join(refuseReferred(id, by), forgetSalt(tx, who), who.empty(tx))
	})
}

// refuseReferred refuses to remove what something refers to.
func refuseReferred(id string, by []string) error {
	if len(by) == 0 {
		return nil
	}
	slices.Sort(by)
	return finding.Refuse("referred", finding.Text("id", id), finding.Text("by", strings.Join(slices.Compact(by), ", ")))
}

// referredBy returns what refers to a person: reports, players, clubs, corrections, memberships and
// ratings, by reference or ID.
func (who *PersonIDs) referredBy(r bureau.Reader) ([]string, error) {
	p, by := who.Players[0], []string(nil)
	refs, err := who.refs(r)
	entries, failed := rows.Entries.Select(r, bureau.Range{Order: 1, Is: []any{int64(p.Number)}})
	for _, ref := range refs { // an older record may have them still
		stated, wrong := register.StatedNumbers.Get(r, bureau.RefKey(ref))
		entered := slices.ContainsFunc(entries, func(e *rows.Entry) bool { return e.Ref == ref })
		if err = errors.Join(err, failed, wrong); entered || stated != nil && slices.ContainsFunc(stated.Numbers, func(n string) bool { return n == p.ID || n == p.FideID }) {
			by = append(by, ref)
		}
	}
	if err != nil {
		return nil, err
	}
	is := func(id string) bool { return slices.Contains(who.IDs, id) }
	members, err := register.AllMemberships(r, p)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		by = append(by, "member "+m.Days.From.String())
	}
	standing, err := lists.NewestStanding(r, p.Number)
	if err != nil {
		return nil, err
	}
	first, err := lists.FirstRatings.Get(r, lists.NumberKey(p.Number))
	if err != nil {
		return nil, err
	}
	if !lists.IsEmpty(&standing) {
		by = append(by, "list")
	}
	if first != nil {
		by = append(by, "first "+first.Rating.String())
	}
	err = errors.Join(register.Clubs.Scan(r, "", "", func(_ string, c *register.Club) (bool, error) {
		if is(c.Representative) || slices.ContainsFunc(c.Reporters, is) {
			by = append(by, c.ID)
		}
		return true, nil
	}), register.DistinctPairs.Scan(r, "", "", func(key string, _ *register.Distinct) (bool, error) {
		if one, other, _ := strings.Cut(key, "\x00"); is(one) || is(other) {
			by = append(by, one, other)
		}
		return true, nil
	}), correction.Corrections.Scan(r, "", "", func(_ string, k *correction.Correction) (bool, error) {
		if is(k.What.Player) || slices.ContainsFunc(k.What.Adjustments, func(a check.Adjustment) bool { return is(a.Player) }) {
			by = append(by, k.Number)
		}
		return true, nil
	}))
	return append(slices.DeleteFunc(by, is), who.IDs[1:]...), err
}

// RemoveClub takes back that a club was registered. It is refused as long as reports, announcements or
// players name it.
func RemoveClub(ctx context.Context, b *bureau.Bureau, name, reason string) error {
	return b.Do(ctx, "club.remove", reason, func(tx *bureau.Tx) error {
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		club, err := register.FindClub(tx, name)
		if err != nil {
			return err
		}
		if err := tx.About(club.Subject()); err != nil {
			return err
		}
		var by []string
		is := func(name string) bool { return name == club.ID || report.FoldName(name) == report.FoldName(club.Name) }
		all, err := intake.Cases.All(tx, "")
		if err != nil {
			return err
		}
		for _, c := range all {
			if is(c.Club) || is(c.For.Club) {
				by = append(by, c.Ref)
			}
		}
		err = errors.Join(intake.Announcements.Scan(tx, "", "", func(ref string, a *check.Announcement) (bool, error) {
			if is(a.Club) {
				by = append(by, ref)
			}
			return true, nil
		}), register.Players.Scan(tx, "", "", func(id string, p *register.Player) (bool, error) {
			if is(p.Club) {
				by = append(by, id)
			}
			return len(by) < maxReferred, nil
		}))
		tx.Note(club.ID, nil)
		return errors.Join(err, refuseReferred(club.ID, by), register.DropClubNames(tx, club), tx.Delete(register.Clubs.Kind, club.ID), tx.Delete(register.ClubContacts.Kind, club.ID))
	})
}

// maxReferred is how many players are named who refer to something.
const maxReferred = 10
