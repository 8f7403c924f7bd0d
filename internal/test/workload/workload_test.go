package workload_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
)

func TestPeriod(t *testing.T) {
	const all = 60_000
	players, list, batch := workload.Period(1, 6_000, all)
	within(t, "period", "players", len(players), 6_000, 6_000)
	within(t, "period", "standings", len(list.Standings), 6_000, 6_000)
	within(t, "period", "games", len(batch.Games), all, all)
	var forfeits, rapids, before, far, unrated int
	newYear := civil.Of(2024, 1, 1)
	for i := range batch.Games {
		g := &batch.Games[i]
		s := &batch.Sections[g.Section]
		e := &batch.Events[s.Event]
		if g.White == g.Black || g.Kind != s.Kind || g.Date < e.Start || g.Date > e.End || int(g.Round) > s.Rounds {
			t.Fatalf("%+v of %+v of %+v", *g, s.Rounds, *e)
		}
		count(&forfeits, !g.Result.Played())
		count(&rapids, g.Kind == rating.Rapid)
		count(&before, g.Date < newYear)
		white, black := list.Standings[g.White].Of(g.Kind).Rating, list.Standings[g.Black].Of(g.Kind).Rating
		count(&far, white.Rated() && black.Rated() && (white > black+400 || black > white+400))
		count(&unrated, !list.Standings[g.White].Rated() || !list.Standings[g.Black].Rated())
	}
	within(t, "period", "forfeits", forfeits, all/200, all/60)
	within(t, "period", "rapid games", rapids, all/8, all/3)
	within(t, "period", "games before New Year", before, all/4, all/2)
	within(t, "period", "games of more than 400 points", far, all/20, all/3)
	within(t, "period", "games with an unrated player", unrated, all/50, all/6)
	none := 0
	for i := range players {
		count(&none, !list.Standings[i].Rated())
	}
	within(t, "period", "unrated players", none, 120, 260)
}

// The batch is the one that reports would result in: points match the games and
// byes, and it is sorted.
func TestPeriodIsPacked(t *testing.T) {
	_, _, batch := workload.Period(2, 300, 3_000)
	again := pack.Batch{Events: slices.Clone(batch.Events), Sections: slices.Clone(batch.Sections), Games: slices.Clone(batch.Games)}
	again.Sort()
	if !slices.Equal(again.Games, batch.Games) {
		t.Error("the batch is not sorted")
	}
	for i, games := range batch.BySection() {
		s := &batch.Sections[i]
		points, start := map[uint32]int{}, map[uint32]int32{}
		for _, e := range s.Entries {
			points[e.Player] -= int(e.Points)
			start[e.Player] = e.Start
		}
		for k, n := range games {
			g := &batch.Games[n]
			switch g.Result.String() {
			case "1-0", "+/-":
				points[g.White] += 2
			case "0-1", "-/+":
				points[g.Black] += 2
			case "1/2-1/2":
				points[g.White]++
				points[g.Black]++
			}
			if start[g.White] == 0 || start[g.Black] == 0 {
				t.Fatalf("a player of %+v is not entered", *g)
			}
			if k > 0 {
				last := &batch.Games[games[k-1]]
				if last.Round > g.Round || last.Round == g.Round && start[last.White] > start[g.White] {
					t.Fatalf("%+v stands before %+v", *last, *g)
				}
			}
		}
		for _, b := range s.Byes {
			switch b.Kind.String() {
			case "pairing":
				points[b.Player] += 2
			case "half":
				points[b.Player]++
			}
		}
		for player, left := range points {
			if left != 0 {
				t.Fatalf("the points of %d in section %d are %d half points off", player, i, left)
			}
		}
	}
}

func BenchmarkPeriod(b *testing.B) {
	for b.Loop() {
		workload.Period(1, 100_000, 1_000_000)
	}
}

// The year of the benchmarks has the stated volume.
func TestYear(t *testing.T) {
	f, reports := workload.Year(1)
	players, _ := f.Opening()
	within(t, "year", "players", len(players.Players), 30_000, 30_000)
	within(t, "year", "reports", len(reports), 3_000, 3_000)
	var periods [12]int
	games := 0
	type event struct {
		name, section string
		start, end    civil.Date
	}
	held := map[event]bool{}
	for _, r := range reports {
		periods[(r.Received-20).Months()-f.On.Months()]++ // a period begins on the 21st
		for i := range r.Sections {
			games += len(r.Sections[i].Games)
			e := event{r.Name, r.Sections[i].Name, r.Start, r.End}
			if held[e] {
				t.Errorf("%+v was held twice", e)
			}
			held[e] = true
		}
	}
	within(t, "year", "games", games, 99_000, 101_000)
	for i, n := range periods {
		within(t, i, "reports of the period", n, 150, 350)
	}
}

func BenchmarkYear(b *testing.B) {
	for b.Loop() {
		workload.Year(1)
	}
}

func count(n *int, yes bool) {
	if yes {
		*n++
	}
}

func within(t *testing.T, where any, what string, got, low, high int) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%v: %s %d, want %d to %d", where, what, got, low, high)
	}
}
