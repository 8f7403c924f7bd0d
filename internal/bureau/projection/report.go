package projection

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// reports writes the rows of reports, by their keys.
func (p *projecting) reports(keys []string) error {
	settings, err := bureau.ReadSettings(p)
	if err != nil {
		return err
	}
	made := batchOf(p, rows.Reports)
	return each(p, intake.Cases, keys, made, func(key string, r *check.Case) error {
		if r == nil {
			return nil
		}
		open := r.Open()
		row := rows.Report{
			Ref: r.Ref, State: string(r.State), Event: r.Event, Club: r.Club, FirstDay: r.Days.From, LastDay: r.Days.To, Period: r.Period,
			Received: settings.Day(r.Received), Deadline: r.Deadline, Revision: r.Current, Players: r.Players, Games: r.Games, Counting: r.Counting,
			FeeDue: r.Fee.Due(), Open: len(open), Behind: r.Behind,
		}
		if row.LastDay != 0 {
			row.Days = int(row.Received - row.LastDay)
		}
		for _, q := range open {
			row.Officer = row.Officer || q.Officer
		}
		e, err := intake.FIDE(p, r)
		if err != nil {
			return err
		}
		state, err := e.StateOf(p, r.RecordID(r.Current))
		if err != nil {
			return err
		}
		if row.FIDE = string(state); r.State == check.Closed && state == fidereport.Unsent { // nobody sends it again
			row.FIDE = ""
		}
		if p.fresh {
			if err := intake.KeepKeys(p, nil, r); err != nil {
				return err
			}
		}
		var before *rows.Report
		if !p.fresh {
			if before, err = rows.Reports.One(p, r.Ref); err != nil {
				return err
			}
		}
		if err := errors.Join(p.record(r, before, &row), p.eventKeys(before, &row)); err != nil {
			return err
		}
		return errors.Join(made.add(row), p.payments(r), p.stated(r, key))
	})
}

// payments writes what was paid of the fee of a report.
func (p *projecting) payments(r *check.Case) error {
	if err := forget(p, rows.Payments, bureau.Row{r.Ref}); err != nil {
		return err
	}
	made := batchOf(p, rows.Payments)
	for _, d := range r.Standing() {
		if d.Payment == nil {
			continue
		}
		if err := made.add(rows.Payment{Ref: r.Ref, Number: d.Number, Day: d.Payment.Day, Amount: d.Payment.Amount, Currency: r.Fee.Currency}); err != nil {
			return err
		}
	}
	return made.write()
}

// stated writes the IDs of those who are in a report, but not in its record in force.
func (p *projecting) stated(r *check.Case, key string) error {
	numbers := map[string]bool{}
	said, err := register.StatedNumbers.Get(p, key)
	if err != nil {
		return err
	}
	if said != nil {
		for _, number := range said.Numbers {
			numbers[number] = true
		}
	}
	gone, err := p.noLonger(r)
	if err != nil {
		return err
	}
	for _, number := range gone {
		id, err := lists.FindID(p, number)
		if err != nil {
			return err
		}
		if id != "" {
			numbers[id] = true
		}
	}
	now := slices.Sorted(maps.Keys(numbers))
	if !p.fresh {
		have, err := rows.Stated.Select(p, bureau.Range{Is: []any{r.Ref}})
		if err != nil {
			return err
		}
		if slices.EqualFunc(have, now, func(row *rows.StatedNumber, number string) bool { return row.Number == number }) {
			return nil
		}
	}
	if err := forget(p, rows.Stated, bureau.Row{r.Ref}); err != nil {
		return err
	}
	made := batchOf(p, rows.Stated)
	for _, number := range now {
		if err := made.add(rows.StatedNumber{Ref: r.Ref, Number: number}); err != nil {
			return err
		}
	}
	return made.write()
}

// knows writes the rows of what checks rest on, where there are none: later ones are written with
// the check.
func (p *projecting) knows(keys []string) error {
	if !p.fresh {
		return nil
	}
	return each(p, intake.Bases, keys, batchOf(p, rows.Knows), func(key string, b *intake.Basis) error {
		return intake.KeepKnows(p, bureau.KeyRef(key), b)
	})
}

// noLonger returns the numbers of the players whom earlier records of a report have, and the one
// in force has not.
func (p *projecting) noLonger(r *check.Case) ([]uint32, error) {
	gone, now := map[uint32]bool{}, map[uint32]bool{}
	for i := range r.Revisions {
		revision := r.Revisions[i].Number
		if len(r.Revisions) == 1 && revision == r.Current {
			return nil, nil
		}
		record, err := lists.StoredRecord(p, r.RecordID(revision))
		if err != nil || record == nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		in := gone
		if revision == r.Current {
			in = now
		}
		for i := range record.Sections {
			for _, e := range record.Sections[i].Entries {
				in[e.Player] = true
			}
		}
	}
	maps.DeleteFunc(gone, func(number uint32, _ bool) bool { return now[number] })
	return slices.Sorted(maps.Keys(gone)), nil
}

// eventKeys writes the rows by which an event is found, before it as it was; nil: it was not.
func (p *projecting) eventKeys(before, now *rows.Report) error {
	if before != nil && before.Event == now.Event && before.Club == now.Club {
		return nil
	}
	if before != nil {
		var gone []bureau.Row
		for _, key := range before.Keys() {
			gone = append(gone, bureau.Row{key.Text, before.Ref})
		}
		if err := forget(p, rows.EventKeys, gone...); err != nil {
			return err
		}
	}
	var keys []*rows.EventKey
	for _, key := range now.Keys() {
		if len(keys) == 0 || keys[len(keys)-1].Key != key.Text { // one text may begin and continue words
			keys = append(keys, &rows.EventKey{Key: key.Text, Ref: now.Ref})
		}
	}
	return rows.EventKeys.PutAll(p, keys...)
}

// record writes the rows of the record of a report, unless they are there. before is the report as
// it was; nil: it was not.
func (p *projecting) record(r *check.Case, before, now *rows.Report) error {
	if before != nil && before.Revision == now.Revision && lists.State(before.State).Counts() == r.State.Counts() {
		return nil
	}
	of := bureau.Row{r.Ref}
	err := errors.Join(forget(p, rows.Sections, of), forget(p, rows.Entries, of), forget(p, rows.Games, of))
	if err != nil || r.Current == 0 {
		return err
	}
	record, err := lists.StoredRecord(p, r.RecordID(r.Current))
	if err != nil || record == nil {
		return err
	}
	if p.fresh {
		if err := lists.KeepPlayed(p, r.Ref, record); err != nil {
			return err
		}
	}
	if err := intake.AddRefused(p, r, record); err != nil {
		return err
	}
	sections, games := batchOf(p, rows.Sections), batchOf(p, rows.Games)
	played := make([]int, len(record.Sections))
	for i := range record.Games {
		g := &record.Games[i]
		played[g.Section]++
		if !r.State.Counts() {
			continue
		}
		err := games.add(rows.Game{
			Ref: r.Ref, Number: i, Section: record.Sections[g.Section].Number, Day: g.Date, Round: int(g.Round), White: g.White, Black: g.Black,
			Result: g.Result.String(), Counts: g.Counts(), Out: g.Out.String(),
		})
		if err != nil {
			return err
		}
	}
	var inSection []map[uint32]*rows.Entry
	if !p.fresh || r.State != check.Rated { // what a list made of them is written with it
		inSection = entryRows(record, func(int) string { return r.Ref })
	}
	for i := range record.Sections {
		s := &record.Sections[i]
		err := sections.add(rows.Section{
			Ref: r.Ref, Section: s.Number, Name: s.Name, Kind: s.Kind.String(), Players: len(s.Entries), Games: played[i], Refused: s.Refused,
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(sections.write(), p.writeEntries(inSection...), games.write())
}

// writeEntries writes the rows of entries in the order of their keys, which is faster.
func (p *projecting) writeEntries(bySection ...map[uint32]*rows.Entry) error {
	var all []*rows.Entry
	for _, section := range bySection {
		all = slices.AppendSeq(all, maps.Values(section))
	}
	slices.SortFunc(all, func(a, b *rows.Entry) int {
		return cmp.Or(strings.Compare(a.Ref, b.Ref), cmp.Compare(a.Section, b.Section), cmp.Compare(a.Player, b.Player))
	})
	for some := range slices.Chunk(all, batchSize) {
		if err := rows.Entries.PutAll(p, some...); err != nil {
			return err
		}
	}
	return nil
}

// entryRows returns the rows of the entries of a record, by section and player. ref
// returns the reference of an event.
func entryRows(record *pack.Batch, ref func(event int) string) []map[uint32]*rows.Entry {
	all := make([]map[uint32]*rows.Entry, len(record.Sections))
	for i := range record.Sections {
		s := &record.Sections[i]
		all[i] = make(map[uint32]*rows.Entry, len(s.Entries))
		for _, e := range s.Entries {
			all[i][e.Player] = &rows.Entry{Ref: ref(s.Event), Section: s.Number, Start: int(e.Start), Player: e.Player, Points: int(e.Points)}
		}
	}
	for i := range record.Games {
		g := &record.Games[i]
		if !g.Counts() {
			continue
		}
		score := halfScores[g.Result]
		for side, player := range []uint32{g.White, g.Black} {
			e := all[g.Section][player]
			e.Games++
			e.Score += score[side]
		}
	}
	return all
}

// halfScores are the half points of White and Black by the result of a played game.
var halfScores = map[report.Result][2]int{report.WhiteWon: {2, 0}, report.Drawn: {1, 1}, report.BlackWon: {0, 2}}
