package adoption_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// place is a rating of a list.
type place struct {
	list civil.Date
	id   string
	kind rating.Kind
}

// bureau is an old bureau, which makes mistakes.
type bureau struct {
	*rand.Rand
	official   catalog.Regulation
	regulation catalog.Regulation // as it applies it
	roster     *roster.Roster     // as given
	knows      *roster.Roster     // as it believes
	opening    *roster.List
	reports    []*report.Report // as it has them
	given      []*report.Report // as it hands them over
	slips      map[place]func(before, r rating.Rating) rating.Rating
	round      func(before rating.Rating, exact rating.Points) rating.Rating // nil: as the regulation says
	planted    map[place]season.CauseKind
	busy       map[string]bool // players with a mistake
	book       adoption.Book
}

// newBureau returns a federation of a year.
func newBureau(t *testing.T, seed uint64, id string, country synth.Country) *bureau {
	t.Helper()
	f := synth.New(seed, synth.Size{Country: country, Players: 300})
	r, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	b := &bureau{
		Rand: rand.New(rand.NewPCG(seed, 1)), official: r, regulation: r, slips: map[place]func(before, r rating.Rating) rating.Rating{},
		planted: map[place]season.CauseKind{}, busy: map[string]bool{},
	}
	b.roster, b.opening = f.Opening()
	b.knows = b.roster.Clone()
	b.opening.From = civil.Of(2024, 1, 1)
	if b.official.Latest().About().Authority != "ncs" { // whose periods end earlier
		b.opening.From = civil.Of(2023, 12, 1)
	}
	b.reports = f.Events(f.On, f.On+360, synth.Volume{Reports: 60})
	b.given = slices.Clone(b.reports)
	return b
}

func (b *bureau) input(r catalog.Regulation, players *roster.Roster, reports []*report.Report) season.Input {
	in := season.Input{Regulation: r, Roster: players, Opening: b.opening, IDs: season.AutoID}
	for _, r := range reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: sha256.Sum256(fmt.Appendf(nil, "%s %p", r.File, r))})
	}
	return in
}

// publish makes the lists of the bureau: its slips are in the next list, too.
func (b *bureau) publish(t *testing.T) {
	t.Helper()
	in := b.input(b.regulation, b.knows, b.reports)
	in.Trace = season.TraceAll
	b.book.Add("opening.csv", b.opening.From, b.roster, b.opening)
	var published *roster.List
	in.Base = func(_ regulation.Period, before *roster.List) *roster.List {
		if published == nil {
			return before
		}
		return &roster.List{From: before.From, Standings: published.Standings, Earlier: before.Earlier}
	}
	if _, err := season.Rate(in, func(p *season.Period) error {
		list := &roster.List{From: p.List, Standings: slices.Clone(p.After.Standings)}
		if b.round != nil {
			b.rounded(p, list)
		}
		seen, bare := roster.New(), &roster.List{From: p.List}
		for n := range list.Standings {
			for _, kind := range rating.AllKinds {
				state := list.Standings[n].Of(kind)
				if slip := b.slips[place{p.List, p.Players[n].ID, kind}]; slip != nil && state.Rating.Rated() {
					before := p.Before.Standing(uint32(n))
					state.Rating = slip(before.Of(kind).Rating, state.Rating)
				}
			}
			player := roster.Player{ID: p.Players[n].ID, Name: p.Players[n].Name}
			if s := list.Standings[n]; s.Rated() {
				seen.Add(player)
				var only roster.Standing
				for _, kind := range rating.AllKinds {
					only.Of(kind).Rating = s.Of(kind).Rating
				}
				bare.Standings = append(bare.Standings, only)
			}
		}
		published = list
		b.book.Add(p.Label+".csv", p.List, seen, bare)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// rounded rounds the changes of a list in the bureau's own way.
func (b *bureau) rounded(p *season.Period, list *roster.List) {
	for _, s := range p.Trace.Steps {
		before := p.Before.Standing(s.Player)
		if s.What == regulation.Rounding && before.Of(s.List).Rating.Rated() {
			list.Standings[s.Player].Of(s.List).Rating = b.round(before.Of(s.List).Rating, s.Exact)
		}
	}
}

func (b *bureau) compare(t *testing.T) *adoption.Result {
	t.Helper()
	found, err := adoption.Compare(adoption.Input{Input: b.input(b.official, b.roster, b.given), Book: &b.book})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// edited copies a report, with its first section's games changed.
func edited(r *report.Report, edit func(s *report.Section)) *report.Report {
	c := *r
	c.Sections = slices.Clone(r.Sections)
	for i := range c.Sections {
		c.Sections[i].Games, c.Sections[i].Byes = slices.Clone(r.Sections[i].Games), slices.Clone(r.Sections[i].Byes)
		players := slices.Clone(r.Sections[i].Players)
		for j := range players {
			players[j].Points = nil
		}
		c.Sections[i].Players = players
	}
	edit(&c.Sections[0])
	return &c
}

// game chooses a game between rated players without another mistake.
func (b *bureau) game(reports []*report.Report, plant func(at, index int, list civil.Date, kind rating.Kind, ids [2]string)) {
	for range 200 {
		at := b.IntN(len(reports))
		r := reports[at]
		s := &r.Sections[0]
		if r.Type == 0 || len(s.Games) == 0 {
			continue
		}
		index := b.IntN(len(s.Games))
		g := s.Games[index]
		if !g.Result.Played() || g.Unrated {
			continue
		}
		find := report.NewIndex(s)
		ids := [2]string{s.Players[find.Of(g.White)].ID, s.Players[find.Of(g.Black)].ID}
		if b.busy[ids[0]] || b.busy[ids[1]] || !b.rated(ids[0], r.Type) || !b.rated(ids[1], r.Type) {
			continue
		}
		b.busy[ids[0]], b.busy[ids[1]] = true, true
		plant(at, index, b.official.Latest().Period(r).List, r.Type, ids)
		return
	}
}

func (b *bureau) rated(id string, kind rating.Kind) bool {
	n, ok := b.roster.ByID(id)
	if !ok {
		return false
	}
	s := b.opening.Standing(n)
	return s.Of(kind).Rating.Rated()
}

func (b *bureau) mark(what season.CauseKind, list civil.Date, kind rating.Kind, ids ...string) {
	for _, id := range ids {
		b.planted[place{list, id, kind}] = what
	}
}

// plants are the mistakes that concern some players. Each is made in its own way, not with
// the code that finds it.
var plants = []func(b *bureau){
	func(b *bureau) { // a game is left out
		b.game(b.reports, func(at, i int, list civil.Date, kind rating.Kind, ids [2]string) {
			b.mark(adoption.GameLess, list, kind, ids[:]...)
			b.reports[at] = edited(b.reports[at], func(s *report.Section) { s.Games = slices.Delete(s.Games, i, i+1) })
		})
	},
	func(b *bureau) { // a game is missing in what it hands over
		b.game(b.given, func(at, i int, list civil.Date, kind rating.Kind, ids [2]string) {
			b.mark(adoption.GameMore, list, kind, ids[:]...)
			b.given[at] = edited(b.given[at], func(s *report.Section) { s.Games = slices.Delete(s.Games, i, i+1) })
		})
	},
	func(b *bureau) { // another result
		b.game(b.reports, func(at, i int, list civil.Date, kind rating.Kind, ids [2]string) {
			b.mark(adoption.GameOtherResult, list, kind, ids[:]...)
			b.reports[at] = edited(b.reports[at], func(s *report.Section) { s.Games[i].Result = (s.Games[i].Result + 1) % 3 })
		})
	},
	func(b *bureau) { // two digits change places
		b.game(b.reports, func(_, _ int, list civil.Date, kind rating.Kind, ids [2]string) {
			b.mark(adoption.TypedDigits, list, kind, ids[0])
			b.slips[place{list, ids[0], kind}] = func(_, r rating.Rating) rating.Rating { return r/100*100 + r%10*10 + r/10%10 }
		})
	},
	func(b *bureau) { // not rated
		b.game(b.reports, func(_, _ int, list civil.Date, kind rating.Kind, ids [2]string) {
			b.mark(season.NotRated, list, kind, ids[0])
			b.slips[place{list, ids[0], kind}] = func(before, _ rating.Rating) rating.Rating { return before }
		})
	},
	func(b *bureau) { // a birth that is wrong, and so another K
		b.game(b.reports, func(_, _ int, list civil.Date, _ rating.Kind, ids [2]string) {
			n, _ := b.knows.ByID(ids[0])
			birth := &b.knows.Players[n].Birth
			if age, known := birth.AgeOn(list); known && age < 18 {
				*birth = civil.BirthOn(civil.Of(1960, 1, 1))
			} else {
				*birth = civil.BirthOn(civil.Of(2012, 1, 1))
			}
			for _, kind := range rating.AllKinds {
				for month := range 14 {
					b.mark(adoption.OtherK, b.opening.From.FirstOfMonth(month), kind, ids[0])
				}
			}
		})
	},
}

// reportPlants are the mistakes that concern a whole report.
var reportPlants = []func(b *bureau){
	func(b *bureau) { // a report is left out
		b.report(func(at int, list civil.Date, ids []string) {
			b.mark(season.NoReport, list, b.reports[at].Type, ids...)
			b.reports = slices.Delete(b.reports, at, at+1)
		})
	},
	func(b *bureau) { // a report is counted a month later
		b.report(func(at int, list civil.Date, ids []string) {
			late := *b.reports[at]
			late.Received = late.ReceivedOn().FirstOfMonth(1) + 20 // at the end of the next period
			late.Received = min(late.Received, b.official.Latest().Period(b.reports[at]).Days.To+28)
			b.mark(season.NoReport, list, late.Type, ids...)
			b.mark(adoption.ReportElsewhere, b.official.Latest().Period(&late).List, late.Type, ids...)
			b.reports[at] = &late
		})
	},
}

// report chooses a report without another mistake.
func (b *bureau) report(plant func(at int, list civil.Date, ids []string)) {
	for range 200 {
		at := b.IntN(len(b.reports))
		r := b.reports[at]
		var ids []string
		for i := range r.Sections {
			for j := range r.Sections[i].Players {
				ids = append(ids, r.Sections[i].Players[j].ID)
			}
		}
		if r.Type == 0 || slices.ContainsFunc(ids, func(id string) bool { return b.busy[id] }) {
			continue
		}
		for _, id := range ids {
			b.busy[id] = true
		}
		plant(at, b.official.Latest().Period(r).List, ids)
		return
	}
}

// under are the regulations of the old bureaus.
var under = []struct {
	regulation string
	country    synth.Country
}{{"jcf-2023", synth.Japan}, {"jcf-2023", synth.Japan}, {"chessa-2015", synth.SouthAfrica}, {"fide-2024", synth.Japan}}

// TestPlantedCausesAreNamed plants mistakes in the lists of old bureaus, and counts those
// that are named.
func TestPlantedCausesAreNamed(t *testing.T) {
	t.Parallel()
	type tally struct{ planted, named int }
	all := map[season.CauseKind]*tally{}
	for seed := range uint64(soak.Of(4, 12)) {
		at := under[seed%uint64(len(under))]
		b := newBureau(t, seed, at.regulation, at.country)
		if at.regulation == "jcf-2023" {
			for _, plant := range reportPlants {
				plant(b)
			}
		}
		for range 3 {
			for _, plant := range plants {
				plant(b)
			}
		}
		b.publish(t)
		found := b.compare(t)
		for _, p := range found.Periods {
			for _, d := range p.Differences {
				what, planted := b.planted[place{p.List, d.ID, d.Kind}]
				if !planted {
					t.Logf("seed %d %s: not planted: %+v", seed, p.List, d)
					continue
				}
				if all[what] == nil {
					all[what] = &tally{}
				}
				all[what].planted++
				if d.Because[0].What == what {
					all[what].named++
				} else {
					t.Logf("seed %d %s: %s: %+v", seed, p.List, what, d)
				}
			}
		}
		t.Log(seed, found.Ways)
	}
	planted, named := 0, 0
	for what, n := range all {
		t.Logf("%s: %d of %d", what, n.named, n.planted)
		planted, named = planted+n.planted, named+n.named
	}
	if 100*named < 95*planted || planted < 100 {
		t.Errorf("%d of %d planted causes are named", named, planted)
	}
}
