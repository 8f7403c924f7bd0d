// Package closing closes calculation periods, reviews their drafts and publishes their lists.
package closing

import (
	"context"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Init makes an installation out of an empty store: it serves one authority,
// and starts from a list that exists ("list zero"), whose label is that of the
// list in force.
func Init(ctx context.Context, b *bureau.Bureau, wanted bureau.Settings, players []roster.Player, list *roster.List) error {
	s, ok := bureau.NewSettings(wanted.Authority)
	if !ok {
		return finding.Refuse("authority-unknown", finding.Text("authority", wanted.Authority), finding.Text("authorities", strings.Join(bureau.AuthorityNames(), ", ")))
	}
	var err error
	if s.Options, err = register.Begin(&s, wanted.Options); err != nil {
		return err
	}
	s.OtherFiles, s.Reason, s.ListZero, s.Unrated = wanted.OtherFiles, wanted.Reason, wanted.ListZero, wanted.Unrated
	if wanted.Zone != "" {
		s.Zone = wanted.Zone
	}
	if wanted.IDs != "" {
		s.IDs = wanted.IDs
	}
	if _, err := time.LoadLocation(s.Zone); err != nil {
		return finding.Refuse("zone-unknown", finding.Text("zone", s.Zone))
	}
	decides := s.OtherFiles != "" && s.OtherFiles != bureau.WarnOfFiles
	for option := range s.Options {
		decides = decides || check.DecidesQuestions(option)
	}
	if decides && strings.TrimSpace(s.Reason) == "" {
		return finding.Refuse("reason-needed")
	}
	if err := mayBegin(&s, b.Today(&s)); err != nil {
		return err
	}
	if len(players) > 0 && !s.Unrated && !anybodyRated(players, list) {
		return finding.Refuse("list-without-ratings", finding.Int("players", len(players)))
	}
	return b.Update(ctx, func(w bureau.Writer) error {
		if old, err := bureau.AllSettings.Get(w, ""); err != nil || old != nil {
			if err == nil {
				err = finding.Refuse("already-initialised", finding.Text("authority", old.Authority))
			}
			return err
		}
		if err := bureau.AllSettings.Put(w, "", &s); err != nil {
			return err
		}
		tx, err := b.Begin(ctx, w)
		if err != nil {
			return err
		}
		all, zero := players, list
		players, list = nil, nil // of hundreds of thousands of players: not to be held until the end
		if err := listZero(tx, all, zero, b.Progress); err != nil {
			return err
		}
		return tx.Log("init", s.Authority, s.Reason, &s)
	})
}

// anybodyRated reports whether somebody has a rating, of the list or of FIDE.
func anybodyRated(players []roster.Player, list *roster.List) bool {
	for i := range players {
		standing := list.Standing(uint32(i))
		if standing.Rated() || players[i].Fide != [rating.Kinds]rating.Rating{} {
			return true
		}
	}
	return false
}

// listZero keeps the players of the opening list, each without an ID under the next one of
// the bureau's form, and the list as the one from
// which the first period starts.
func listZero(tx *bureau.Tx, players []roster.Player, list *roster.List, progress func(done, of int)) error {
	reg, pattern := register.NewBatch(tx), tx.Settings.IDPattern()
	for i := range players {
		p := &players[i]
		if progress != nil {
			progress(i, len(players))
		}
		if p.ID == "" {
			p.ID = tx.Settings.NewID(i + 1)
		}
		if !pattern.MatchString(p.ID) {
			return finding.Refuse("id-form", finding.Text("id", p.ID), finding.Text("pattern", tx.Settings.IDs))
		}
		if err := reg.Add(register.FromRoster(p)); err != nil {
			return err
		}
		if p.Member == (civil.Range{}) {
			continue
		}
		if err := register.Memberships.Put(tx, p.ID, &[]register.Membership{{Player: p.ID, Days: p.Member}}); err != nil {
			return err
		}
	}
	if err := reg.Close(); err != nil {
		return err
	}
	run := &lists.Run{Label: tx.Settings.ListZero, List: list.From, At: tx.Now, Actor: tx.Actor}
	if err := lists.KeepRun(tx, run, list.Standings, nil); err != nil {
		return err
	}
	if _, err := PublishRun(tx, run, lists.CauseZero); err != nil {
		return err
	}
	return lists.Follow(tx, run)
}
