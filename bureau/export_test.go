package bureau

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// Plant keeps the events of a batch as admitted reports of a period, as if they
// had been submitted.
func (b *Bureau) Plant(ctx context.Context, period regulation.Period, batch *pack.Batch) error {
	return b.Do(ctx, "period.plant", "", func(tx *Tx) error { // which leaves the registers as they are
		if err := tx.openPeriod(period); err != nil {
			return err
		}
		checked, err := tx.basis()
		if err != nil {
			return err
		}
		for i := range batch.Events {
			r := &Report{Ref: refOf(period.Label, i+1), State: Admitted, Period: period.Label, Event: batch.Events[i].Name, Received: tx.Now, Current: 1, Checked: checked}
			r.Revisions = []Revision{{Number: 1, At: tx.Now, Actor: tx.Actor}}
			if err := tx.keepReport(r); err != nil {
				return err
			}
			one := only(batch, i)
			data, err := one.AppendBinary(nil)
			if err != nil {
				return err
			}
			if err := tx.Put(recordKind, RecordID{r.Ref, 1}.key(), data); err != nil {
				return err
			}
		}
		n := len(batch.Events)
		tx.Note(period.Label, nil)
		return counters.put(tx, "report-"+period.Label, &n)
	})
}

// only gives one event of a batch.
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

// Shift gives a batch as it would be so many days later.
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

// RecordOf gives the packed record of a report that is in force, nil if there is
// none.
func RecordOf(rd Reader, r *Report) (*pack.Batch, []byte, error) {
	data, err := rd.Get(recordKind, RecordID{r.Ref, r.Current}.key())
	if err != nil || data == nil {
		return nil, nil, err
	}
	batch := &pack.Batch{}
	_, err = batch.Unpack(data, 0)
	return batch, data, err
}

// RecordAt gives the bytes of the packed record of a revision.
func RecordAt(rd Reader, ref string, revision int) ([]byte, error) {
	return rd.Get(recordKind, RecordID{ref, revision}.key())
}

// KeepClub keeps a club.
func KeepClub(b *Bureau, club *Club) error {
	return b.Do(context.Background(), "club.register", "", func(tx *Tx) error {
		if err := clubNames.put(tx, foldName(club.Name), &club.ID); err != nil {
			return err
		}
		tx.Note(club.ID, nil)
		return clubs.put(tx, club.ID, club)
	})
}

// Forge writes as the bureau does, with checksums, but whatever it is told.
func Forge(b *Bureau, f func(Writer) error) error { return b.update(context.Background(), f) }
