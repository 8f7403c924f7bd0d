package season_test

import (
	"crypto/sha256"
	"fmt"
	"iter"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/oracle"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// oracleSeasons is the number of seasons rated twice, by regulation.
var oracleSeasons = uint64(soak.Of(70, 1000))

// rareSeasons are later seasons in which a rule decides that decides in none of the first
// seventy. ARPAD_SOAK=1 tells the first season of each rule.
var rareSeasons = map[string][]uint64{
	"chessa-2015": {184}, "fide-2022": {173}, "fide-2024": {173}, "fide-2024-12": {731}, "fide-2025": {731},
}

// seeds yields the seasons that are rated twice.
func seeds(id string) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for seed := range oracleSeasons {
			if !yield(seed) {
				return
			}
		}
		for _, seed := range rareSeasons[id] {
			if seed >= oracleSeasons && !yield(seed) {
				return
			}
		}
	}
}

// TestOracle rates random seasons with the engine and with the oracle, a second
// implementation that shares no rule with it, and compares every number. It
// also fails if a rule decided nothing in all the seasons: then the seasons
// would prove less than they seem to.
func TestOracle(t *testing.T) {
	for _, id := range catalog.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			fired, first := map[string]int{}, map[string]uint64{}
			for seed := range seeds(id) {
				c := oracle.Generate(id, seed)
				want := oracle.Rate(id, c)
				for rule, n := range want.Fired {
					if fired[rule] == 0 {
						first[rule] = seed
					}
					fired[rule] += n
				}
				got := rateWithEngine(t, id, c, season.TraceAll)
				if difference := compareSeason(want, got); difference != "" {
					t.Fatalf("seed %d, options %v: %s", seed, c.Options, difference)
				}
				if seed%4 == 0 { // neither the trace nor the order of loading matters
					slices.Reverse(c.Reports)
					for i, p := range rateWithEngine(t, id, c, season.TraceNone) {
						if !reflect.DeepEqual(p.Outcome.Standings, got[i].Outcome.Standings) || !reflect.DeepEqual(p.Outcome.Moves, got[i].Outcome.Moves) {
							t.Fatalf("seed %d, options %v: period %s differs without a trace, or with the reports in another order", seed, c.Options, p.Label)
						}
					}
				}
			}
			rules := oracle.Rules(id)
			for _, rule := range rules {
				t.Logf("%8d  %s, first in season %d", fired[rule], rule, first[rule])
				if fired[rule] == 0 {
					t.Errorf("rule %q decided nothing in %d seasons", rule, oracleSeasons)
				}
				delete(fired, rule)
			}
			for rule := range fired {
				t.Errorf("rule %q is not among those that are expected to decide", rule)
			}
		})
	}
}

func rateWithEngine(t *testing.T, id string, c *oracle.Case, trace season.Trace) []*season.Period {
	t.Helper()
	regulation, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Options {
		if regulation, err = regulation.With(name, value); err != nil {
			t.Fatal(err)
		}
	}
	in := season.Input{Regulation: regulation, Roster: roster.New(), Opening: &roster.List{From: c.From, Earlier: c.Earlier}, Trace: trace, Repeats: true}
	for _, o := range c.Opening {
		in.Roster.Add(o.Player)
		in.Opening.Standings = append(in.Opening.Standings, o.Standing)
	}
	for _, r := range c.Reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: sha256.Sum256([]byte(r.File))})
	}
	var periods []*season.Period
	if _, err := season.Rate(in, func(p *season.Period) error {
		periods = append(periods, p)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return periods
}

// compareSeason describes the first difference, empty if there is none.
func compareSeason(want *oracle.Season, got []*season.Period) string {
	for i := range max(len(want.Periods), len(got)) {
		switch {
		case i >= len(want.Periods):
			return fmt.Sprintf("the engine has a period %s more", got[i].Label)
		case i >= len(got):
			return fmt.Sprintf("the engine lacks the period %s", want.Periods[i].Label)
		}
		if difference := comparePeriod(want.Periods[i], got[i]); difference != "" {
			return fmt.Sprintf("period %s: %s", want.Periods[i].Label, difference)
		}
	}
	return ""
}

func comparePeriod(want *oracle.Period, got *season.Period) string {
	frame := func(label string, from, to fmt.Stringer, edition string) string {
		return fmt.Sprint(label, " from ", from, " to ", to, " by ", edition)
	}
	w := frame(want.Label, want.From, want.To, want.Edition)
	if g := frame(got.Label, got.Days.From, got.Days.To, got.Edition.About().ID); w != g {
		return fmt.Sprintf("the oracle has %s, the engine %s", w, g)
	}
	if difference := compareSections(want, got); difference != "" {
		return difference
	}
	if len(want.Lines) != len(got.Players) {
		return fmt.Sprintf("the oracle has %d players, the engine %d", len(want.Lines), len(got.Players))
	}
	for n := range got.Players {
		id := got.Players[n].ID
		lines := want.Lines[id]
		if lines == nil {
			return fmt.Sprintf("player %s is not known to the oracle", id)
		}
		for _, kind := range rating.AllKinds {
			row := got.Row(uint32(n), kind)
			line := oracle.Line{
				Rating: int(row.State.Rating), Previous: int(row.Move.Previous), Games: int(row.Move.Games), Total: int(row.State.Games),
				K: int(row.Move.K), Qualifies: row.Move.Qualifies, Peak: int(row.State.Best()), Pool: oracle.PoolText(row.State.Pool),
				Inactive: row.Move.Inactive,
			}
			if strings.HasPrefix(want.Edition, "fide-") {
				line.Last, line.KeptK = row.State.Last, int(row.State.K)
			}
			if want.Edition == "chessa-2015" && kind == rating.Standard {
				line.KeptK = oracle.KeptK(row.State)
			}
			if difference := compareFields(lines[kind-1], line); difference != "" {
				return fmt.Sprintf("player %s, %v list, %s", id, kind, difference)
			}
		}
	}
	return ""
}

func compareSections(want *oracle.Period, got *season.Period) string {
	if len(want.Sections) != len(got.Batch.Sections) {
		return fmt.Sprintf("the oracle has %d sections, the engine %d", len(want.Sections), len(got.Batch.Sections))
	}
	rows := map[int]map[string]oracle.Row{}
	bonus := map[string]*big.Rat{}
	for _, row := range got.Trace.Rows() {
		average, _ := row.AverageOpponent()
		if rows[row.Section] == nil {
			rows[row.Section] = map[string]oracle.Row{}
		}
		rows[row.Section][got.Players[row.Player].ID] = oracle.Row{
			Rating: int(row.Rating), K: int(row.K), Games: row.Games, Score: int(row.Score), Expected: int(row.Expected),
			Change: exact(row.Change), AverageOpponent: average, Percent: rating.Percent(row.Score, row.Games),
			Performance: int(row.Performance), Temporary: int(row.Temporary), Activity: row.Activity,
		}
		if row.Bonus != 0 {
			id := got.Players[row.Player].ID
			if bonus[id] != nil {
				return fmt.Sprintf("player %s has a bonus in two rows", id)
			}
			bonus[id] = exact(row.Bonus)
		}
	}
	for id, w := range want.Bonus {
		if w.Sign() == 0 && bonus[id] == nil {
			continue
		}
		if bonus[id] == nil || bonus[id].Cmp(w) != 0 {
			return fmt.Sprintf("player %s, Bonus: the oracle has %v, the engine %v", id, w, bonus[id])
		}
	}
	for id := range bonus {
		if want.Bonus[id] == nil {
			return fmt.Sprintf("player %s, Bonus: the oracle has none, the engine %v", id, bonus[id])
		}
	}
	for i := range got.Batch.Sections {
		section := &got.Batch.Sections[i]
		file := got.Reports[got.Batch.Events[section.Event].Report].File
		n := slices.IndexFunc(want.Sections, func(s *oracle.Section) bool { return s.File == file && s.Name == section.Name })
		if n < 0 {
			return fmt.Sprintf("report %s, section %q is not known to the oracle", file, section.Name)
		}
		w, place := want.Sections[n], fmt.Sprintf("report %s, section %q", file, section.Name)
		if reasons := got.Reasons(i); w.Refused != (len(reasons) > 0) {
			return fmt.Sprintf("%s: refused is %v by the oracle, the engine has the reasons %q", place, w.Refused, reasons)
		}
		if !w.Refused && w.Kind != section.Kind {
			return fmt.Sprintf("%s: the oracle has the type %v, the engine %v", place, w.Kind, section.Kind)
		}
		if w.Refused {
			// A section refused before rating has no rows, one refused during
			// rating has empty ones.
			for id, r := range rows[i] {
				empty := oracle.Row{Rating: r.Rating, Change: new(big.Rat), Activity: r.Activity}
				if difference := compareFields(empty, r); difference != "" {
					return fmt.Sprintf("%s, refused, player %s, %s", place, id, difference)
				}
			}
			continue
		}
		if len(w.Rows) != len(rows[i]) {
			return fmt.Sprintf("%s: the oracle has %d rows, the engine %d", place, len(w.Rows), len(rows[i]))
		}
		for id, row := range w.Rows {
			r, ok := rows[i][id]
			if !ok {
				return fmt.Sprintf("%s: the engine has no row of %s", place, id)
			}
			if difference := compareFields(*row, r); difference != "" {
				return fmt.Sprintf("%s, player %s, %s", place, id, difference)
			}
		}
	}
	return ""
}

// exact returns points as a rational.
func exact(p rating.Points) *big.Rat { return big.NewRat(int64(p), int64(rating.Point)) }

// compareFields compares two structs of the same type and describes the first
// field that differs.
func compareFields(want, got any) string {
	w, g := reflect.ValueOf(want), reflect.ValueOf(got)
	for i := range w.NumField() {
		x, y := w.Field(i).Interface(), g.Field(i).Interface()
		if a, ok := x.(*big.Rat); ok {
			x, y = a.RatString(), y.(*big.Rat).RatString()
		}
		if x != y {
			return fmt.Sprintf("%s: the oracle has %v, the engine %v", w.Type().Field(i).Name, x, y)
		}
	}
	return ""
}
