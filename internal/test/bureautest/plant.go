package bureautest

import (
	"context"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Plant stores the events of a batch as admitted reports of a period, as if
// they had been submitted and checked, which rests on nothing.
func Plant(ctx context.Context, b *bureau.Bureau, period regulation.Period, batch *pack.Batch) error {
	return b.Do(ctx, "period.plant", "", func(tx *bureau.Tx) error {
		if err := lists.OpenPeriod(tx, period); err != nil {
			return err
		}
		for i := range batch.Events {
			r := &check.Case{
				Ref: bureau.RefOf(period.Label, i+1), Received: tx.Now, Revisions: []check.Revision{{Number: 1, At: tx.Now, Actor: tx.Actor}},
				Outcome: check.Outcome{State: check.Admitted, Period: period.Label, Event: batch.Events[i].Name, Current: 1},
			}
			if err := errors.Join(intake.Keep(tx, r), intake.Bases.Put(tx, bureau.RefKey(r.Ref), &intake.Basis{})); err != nil {
				return err
			}
			one := only(batch, i)
			data, err := one.AppendBinary(nil)
			if err != nil {
				return err
			}
			if err := lists.PutRecord(tx, r.RecordID(r.Current), one, data); err != nil {
				return err
			}
		}
		n := len(batch.Events)
		tx.Note(period.Label, nil)
		return bureau.Counters.Put(tx, "report-"+period.Label, &n)
	})
}

// only returns one event of a batch.
func only(batch *pack.Batch, event int) *pack.Batch {
	one := &pack.Batch{Events: batch.Events[event : event+1]}
	at := map[uint32]uint32{}
	for i, s := range batch.Sections {
		if s.Event == event {
			at[uint32(i)] = uint32(len(one.Sections))
			s.Event = 0
			one.Sections = append(one.Sections, s)
		}
	}
	for _, g := range batch.Games {
		if section, ok := at[g.Section]; ok {
			g.Section = section
			one.Games = append(one.Games, g)
		}
	}
	return one
}

// Shift returns a batch as it would be a number of days later.
func Shift(batch *pack.Batch, days civil.Date) *pack.Batch {
	later := &pack.Batch{Events: slices.Clone(batch.Events), Sections: batch.Sections, Games: slices.Clone(batch.Games)}
	for i := range later.Events {
		e := &later.Events[i]
		e.Start, e.End, e.Received, e.AgeYear = e.Start+days, e.End+days, e.Received+days, 0
	}
	for i := range later.Games {
		later.Games[i].Date += days
	}
	return later
}

// RecordOf returns the packed record in force of a report, nil if there is
// none.
func RecordOf(r bureau.Reader, c *check.Case) (*pack.Batch, []byte, error) {
	data, err := r.Get(lists.RecordKind, lists.RecordID{Ref: c.Ref, Revision: c.Current}.Key())
	if err != nil || data == nil {
		return nil, nil, err
	}
	batch := &pack.Batch{}
	_, err = batch.Unpack(data, 0)
	return batch, data, err
}

// RecordAt returns the bytes of the packed record of a revision.
func RecordAt(r bureau.Reader, ref string, revision int) ([]byte, error) {
	return r.Get(lists.RecordKind, lists.RecordID{Ref: ref, Revision: revision}.Key())
}

// KeepClub stores a club.
func KeepClub(b *bureau.Bureau, club *register.Club) error {
	return b.Do(context.Background(), "club.add", "", func(tx *bureau.Tx) error {
		if err := register.ClubNames.Put(tx, report.FoldName(club.Name), &club.ID); err != nil {
			return err
		}
		tx.Note(club.ID, nil)
		return register.Clubs.Put(tx, club.ID, club)
	})
}

// Received returns the bytes of a report's revision as submitted; nil if there
// were none or they were destroyed.
func Received(r bureau.Reader, ref string, revision int) ([]byte, error) {
	found, err := intake.Find(r, ref)
	if err != nil {
		return nil, err
	}
	return vault.Unseal(r, vault.Bytes, found.RecordID(revision))
}
