package submission

import (
	"context"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// Members says which of some players, by ID, are members: those who play in an own event, reported or announced, on its days,
// by its reference; those of an own club today, by its ID. Of anybody else nobody learns it.
func (o *Organizer) Members(ctx context.Context, b *bureau.Bureau, of string, ids ...string) (are []bool, err error) {
	if err := o.looked(ctx, b, "member.look "+of+" "+strings.Join(ids, " ")); err != nil {
		return nil, err
	}
	return are, b.View(ctx, func(r bureau.Reader, s *bureau.Settings) error {
		event, days, own, err := plays(b, r, s, of)
		for _, id := range ids {
			var p *register.Player
			if err == nil {
				p, err = register.Players.Get(r, id)
			}
			if err == nil && (p == nil || !own(p)) {
				err = finding.Refuse("not-yours", finding.Text("subject", id))
			}
			if err != nil {
				return err
			}
			all, err := register.AllMemberships(r, p)
			if err != nil {
				return err
			}
			are = append(are, register.Cover(all, days, false, event))
		}
		return err
	})
}

// plays returns who plays in an own event, or is of an own club.
func plays(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings, of string) (event string, days civil.Range, own func(*register.Player) bool, err error) {
	own = func(*register.Player) bool { return false }
	c, err := intake.Cases.Get(r, bureau.RefKey(of))
	if err != nil {
		return "", days, own, err
	}
	if c != nil && b.Actor.Owns(&bureau.Subject{Club: c.For.Club}) {
		p, _, err := intake.Latest(r, c)
		return c.Event, c.Days, func(is *register.Player) bool {
			return p != nil && slices.ContainsFunc(p.Sections, func(s report.Section) bool {
				return slices.ContainsFunc(s.Players, func(e report.Player) bool { return slices.Contains(e.Numbers(), is.ID) })
			})
		}, err
	}
	a, err := intake.Announcements.Get(r, of)
	if err == nil && a != nil && !a.Cancelled() {
		club, err := register.LookUpClub(r, a.Club)
		mine := club != nil && b.Actor.Owns(&bureau.Subject{Club: club.ID})
		return a.Name, a.Days, func(*register.Player) bool { return mine }, err
	}
	club, err := register.Clubs.Get(r, of)
	if err == nil && club != nil && b.Actor.Owns(&bureau.Subject{Club: club.ID}) {
		own = func(is *register.Player) bool {
			return is.Club == club.ID || report.FoldName(is.Club) == report.FoldName(club.Name)
		}
	}
	today := b.Today(s)
	return "", civil.Range{From: today, To: today}, own, err
}
