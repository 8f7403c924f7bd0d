// Package large makes large invented federations that play the same in each month, for
// benchmarks.
package large

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Federation is a large invented federation, and its bureau once it has one.
type Federation struct {
	*bureau.Bureau
	Players []roster.Player
	List    *roster.List // list zero
	Batch   *pack.Batch  // the reports of the first month
	Now     time.Time    // what the bureau's clock is to return
}

// New returns a federation that has no bureau yet, with about so many games a month.
func New(players, games int) *Federation {
	f := &Federation{Now: time.Date(2023, 12, 21, 0, 0, 0, 0, time.UTC)}
	f.Players, f.List, f.Batch = workload.Period(1, players, games)
	for n := range f.Players {
		f.Players[n].ID = fmt.Sprintf("N%08d", n+1)
	}
	f.List.From = civil.Of(2024, 1, 1)
	return f
}

// Clock returns the time of the federation.
func (f *Federation) Clock() time.Time { return f.Now }

// Found has a bureau take over the federation.
func (f *Federation) Found(ctx context.Context, b *bureau.Bureau) error {
	f.Bureau = b
	return closing.Init(ctx, b, bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, f.Players, f.List)
}

// Meet adds small reports to each month: rounds of four players, some of them new in it.
func (f *Federation) Meet(evenings int) {
	for i := range evenings {
		day := civil.Of(2023, 12, 21) + civil.Date(i%30)
		event, section := len(f.Batch.Events), len(f.Batch.Sections)
		f.Batch.Events = append(f.Batch.Events, pack.Event{Report: event, Name: fmt.Sprintf("Evening %04d", i), Start: day, End: day, Received: day, AgeYear: 2023})
		of := pack.Section{Event: event, Name: "A", Kind: rating.Standard, Rounds: 3}
		for start := range 4 {
			of.Entries = append(of.Entries, pack.Entry{Player: uint32((i*4 + start) * 7 % len(f.Players)), Start: int32(start + 1)})
		}
		f.Batch.Sections = append(f.Batch.Sections, of)
		for round, pairs := range [][4]int{{0, 3, 1, 2}, {3, 2, 0, 1}, {1, 3, 2, 0}} {
			for at := 0; at < len(pairs); at += 2 {
				white, black := &of.Entries[pairs[at]], &of.Entries[pairs[at+1]]
				white.Points++
				black.Points++
				f.Batch.Games = append(f.Batch.Games, pack.Game{
					White: white.Player, Black: black.Player, Section: uint32(section), Date: day, Round: uint8(round + 1), Result: report.Drawn, Kind: rating.Standard,
				})
			}
		}
	}
	f.Batch.Sort()
}

// Month stores the reports of the n-th period after list zero, and returns its label. The
// clock is at the day of its list.
func (f *Federation) Month(ctx context.Context, n int) (string, error) {
	list := civil.Of(2024, 2, 1).FirstOfMonth(n)
	from, to := list.FirstOfMonth(-2)+20, list.FirstOfMonth(-1)+19
	p := regulation.Period{Label: list.String()[:7], Days: civil.Range{From: from, To: to}, List: list}
	err := bureautest.Plant(ctx, f.Bureau, p, bureautest.Shift(f.Batch, from-civil.Of(2023, 12, 21)))
	f.Now = time.Date(2024, time.Month(2+n), 1, 0, 0, 0, 0, time.UTC)
	return p.Label, err
}

// Close closes a period, and answers what its draft asks.
func (f *Federation) Close(ctx context.Context, label string) error {
	_, err := closing.Close(ctx, f.Bureau, label)
	if err == nil {
		_, err = closing.Tick(ctx, f.Bureau, label, "all", "looked at")
	}
	return err
}

// Publish closes a period and publishes its list.
func (f *Federation) Publish(ctx context.Context, label string) error {
	err := f.Close(ctx, label)
	if err == nil {
		_, err = closing.Publish(ctx, f.Bureau, label, "a benchmark")
	}
	return err
}

// Open returns a club's open of 9 rounds with 300 players in the first month, which differs by number.
func (f *Federation) Open(number int, club string) *report.Report {
	const players = 300
	dice := rand.New(rand.NewPCG(uint64(number), 0))
	r := &report.Report{
		Name: fmt.Sprint("Open ", number), Organizer: club, Venue: "Hall", Time: "10:00", Responsible: f.Players[0].Name, Start: civil.Of(2024, 1, 8), End: civil.Of(2024, 1, 16),
		Sections: []report.Section{{Rounds: 9}},
	}
	s := &r.Sections[0]
	for _, n := range dice.Perm(len(f.Players)) {
		p := &f.Players[n]
		if len(s.Players) == players {
			break
		}
		if p.Member.Contains(r.Start) && p.Member.Contains(r.End) && f.List.Standings[n].Of(rating.Standard).Rating.Rated() {
			s.Players = append(s.Players, report.Player{StartNumber: len(s.Players) + 1, ID: p.ID, Name: p.Name, Birth: p.Birth})
		}
	}
	for round := 1; round <= s.Rounds; round++ {
		for i := range players / 2 {
			s.Games = append(s.Games, report.Game{Round: round, White: i + 1, Black: players/2 + (i+round)%(players/2) + 1, Date: r.Start + civil.Date(round-1), Result: report.Result(dice.IntN(3))})
		}
	}
	return r
}
