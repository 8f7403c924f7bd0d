package season_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/draw"
	"github.com/arpadchess/arpad/internal/test/mistake"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

func TestMain(m *testing.M) {
	draw.Cases(soak.Of(10, 100))
	os.Exit(m.Run())
}

// rated is the result of a season as text, for comparison regardless of the
// order of calculation.
type rated struct {
	periods  []string
	findings []string
	last     *season.Period
}

func rate(t *rapid.T, id string, players *roster.Roster, list *roster.List, reports []*report.Report) rated {
	regulation, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	in := season.Input{Regulation: regulation, Roster: players, Opening: list, IDs: season.AutoID, Trace: season.TraceAll}
	for _, r := range reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: sha256.Sum256([]byte(r.File))})
	}
	var out rated
	found, err := season.Rate(in, func(p *season.Period) error {
		out.periods = append(out.periods, periodText(p))
		out.last = p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		f.At = finding.At{}
		out.findings = append(out.findings, fmt.Sprintf("%+v", f))
	}
	slices.Sort(out.findings)
	return out
}

func periodText(p *season.Period) string {
	lines := []string{fmt.Sprintf("= %s %v %s", p.Label, p.Days, p.Edition.About().ID)}
	for i := range p.Batch.Sections {
		s := &p.Batch.Sections[i]
		lines = append(lines, fmt.Sprintf("section %s/%s %s %v", p.Batch.Events[s.Event].Name, s.Name, s.Kind, p.Reasons(i)))
	}
	for _, row := range p.Trace.Rows() {
		average, _ := row.AverageOpponent()
		s := &p.Batch.Sections[row.Section]
		lines = append(lines, fmt.Sprintf("row %s/%s %s r=%v k=%v n=%d s=%v e=%v c=%v b=%v p=%v t=%v a=%d avg=%d", p.Batch.Events[s.Event].Name, s.Name,
			p.Players[row.Player].ID, row.Rating, row.K, row.Games, row.Score, row.Expected, row.Change, row.Bonus, row.Performance, row.Temporary, row.Activity, average))
	}
	for n := range p.Players {
		for _, kind := range rating.AllKinds {
			row := p.Row(uint32(n), kind)
			lines = append(lines, fmt.Sprintf("list %s %s %v/%v n=%d k=%d pool=%s %+v", p.Players[n].ID, kind, row.State.Rating, row.State.Peak, row.State.Games, row.State.K, row.State.Pool, row.Move))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// federation draws a small federation, its reports of some months, and a
// description of the changes made to them.
func federation(t *rapid.T, id string) (*synth.Federation, []*report.Report) {
	size := synth.Size{Country: synth.Japan, Players: 60, Clubs: 4}
	if id == "chessa-2015" {
		size.Country = synth.SouthAfrica
	}
	f := synth.New(rapid.Uint64().Draw(t, "seed"), size)
	reports := f.Events(f.On, f.On+120, synth.Volume{Reports: 12, Games: 400})
	for i := range reports {
		if rapid.IntRange(0, 4).Draw(t, "mistake") == 0 {
			which := rapid.SampledFrom(mistake.All()).Draw(t, "which")
			if planted, ok := mistake.Plant(f, uint64(i), which, reports[i]); ok && which != mistake.Repeated {
				reports[i] = planted.Report
			}
		}
	}
	return f, reports
}

// The order of reports, games and players does not matter.
func TestOrderDoesNotMatter(t *testing.T) {
	t.Parallel()
	for _, id := range catalog.IDs() {
		t.Run(id, rapid.MakeCheck(func(t *rapid.T) {
			f, reports := federation(t, id)
			players, list := f.Opening()
			straight := rate(t, id, players, list, reports)

			shuffle := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
			var mixed []*report.Report
			for _, r := range reports {
				copied := *r
				copied.Sections = slices.Clone(r.Sections)
				for i := range copied.Sections {
					s := &copied.Sections[i]
					s.Players, s.Games, s.Byes = slices.Clone(s.Players), slices.Clone(s.Games), slices.Clone(s.Byes)
					shuffle.Shuffle(len(s.Players), func(i, j int) { s.Players[i], s.Players[j] = s.Players[j], s.Players[i] })
					shuffle.Shuffle(len(s.Games), func(i, j int) { s.Games[i], s.Games[j] = s.Games[j], s.Games[i] })
					shuffle.Shuffle(len(s.Byes), func(i, j int) { s.Byes[i], s.Byes[j] = s.Byes[j], s.Byes[i] })
				}
				shuffle.Shuffle(len(copied.Sections), func(i, j int) {
					copied.Sections[i], copied.Sections[j] = copied.Sections[j], copied.Sections[i]
				})
				mixed = append(mixed, &copied)
			}
			shuffle.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			players, list = shuffled(f, shuffle)
			again := rate(t, id, players, list, mixed)
			if diff := cmp.Diff(straight.periods, again.periods); diff != "" {
				t.Fatalf("the periods differ:\n%s", diff)
			}
			if diff := cmp.Diff(straight.findings, again.findings); diff != "" {
				t.Fatalf("the findings differ:\n%s", diff)
			}
		}))
	}
}

// shuffled returns the opening list in another order.
func shuffled(f *synth.Federation, shuffle *rand.Rand) (*roster.Roster, *roster.List) {
	players, list := f.Opening()
	mixed, standings := roster.New(), &roster.List{}
	for _, n := range shuffle.Perm(len(players.Players)) {
		mixed.Add(players.Players[n])
		standings.Standings = append(standings.Standings, list.Standings[n])
	}
	return mixed, standings
}

// Rating in two runs, with the opening list written by the first one, equals
// rating in one run.
func TestTwoRunsAreOne(t *testing.T) {
	t.Parallel()
	for _, id := range catalog.IDs() {
		t.Run(id, rapid.MakeCheck(func(t *rapid.T) {
			f, reports := federation(t, id)
			players, list := f.Opening()
			whole := rate(t, id, players, list, reports)

			cut := rapid.IntRange(1, 4).Draw(t, "cut")
			first, second := split(id, reports, cut)
			players, list = f.Opening()
			if len(first) > 0 {
				one := rate(t, id, players, list, first)
				if one.last == nil {
					return // nothing could be rated
				}
				var file bytes.Buffer
				if err := roster.Write(&file, one.last.Players, one.last.After); err != nil {
					t.Fatal(err)
				}
				again, listed, findings := roster.Read(&file, "list.csv")
				for _, finding := range findings {
					if finding.Refuses {
						t.Fatalf("our own list is refused: %v", finding)
					}
				}
				players, list = again, &listed
			}
			two := rate(t, id, players, list, second)
			if diff := cmp.Diff(whole.periods[len(whole.periods)-len(two.periods):], two.periods, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("the second run differs:\n%s", diff)
			}
		}))
	}
}

// split divides the reports at the end of a period.
func split(id string, reports []*report.Report, periods int) (first, second []*report.Report) {
	regulation, _ := catalog.Find(id)
	edition := regulation.Latest()
	var ends []civil.Date
	for _, r := range reports {
		ends = append(ends, edition.Period(r).Days.To)
	}
	slices.Sort(ends)
	ends = slices.Compact(ends)
	end := ends[min(periods, len(ends))-1]
	for _, r := range reports {
		if edition.Period(r).Days.To <= end {
			first = append(first, r)
		} else {
			second = append(second, r)
		}
	}
	return first, second
}
