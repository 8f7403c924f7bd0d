package trial_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// What the register may be about a fact.
const (
	knows       = "knows"
	knowsNot    = "does not know"
	contradicts = "contradicts"
)

// factCase is a fact about Aoki Ren, rated 1500 after 60 games, who beats somebody with 1500 in an
// event: what the register, which is the opening list of rate, and the report say of it.
type factCase struct {
	fact, register string
	listed         func(*roster.Player, *roster.State)
	stated         func(*report.Player)
	other          func(*report.Player) // in another report, of an event that changes no rating; nil: there is none

	rate, office rating.Rating // what becomes of the 1500; the dry run has that of the office
	warns, asks  []string      // findings by which rate and the office tell that they differ, or whence a fact is
	why          string        // rate and the office differ
}

// held is why they differ about an entry that may be somebody else's: rate asks nobody and takes the ID, the
// office asks, and the games of the entry wait.
const held = "Qo[P]"

// The days of the births.
const (
	junior = civil.Birth(20100105)
	adult  = civil.Birth(19750203)
)

// K is 20: 1510. For a junior it is 40: 1520. Who beats nobody keeps 1500.
var factCases = []factCase{
	{"birth", knows, born(junior), bornBy(junior), nil, 1520, 1520, nil, nil, ""},
	{"birth", knows, born(junior), nil, nil, 1520, 1520, nil, nil, ""},
	{"birth", knowsNot, nil, bornBy(junior), nil, 1520, 1520, []string{"birth-from-report"}, []string{"birth-from-report"}, ""},
	{"birth", knowsNot, nil, nil, bornBy(junior), 1520, 1520, []string{"birth-from-report"}, nil, ""},
	{"birth", knowsNot, nil, bornBy(junior), bornBy(civil.BirthIn(2010)), 1520, 1520, []string{"birth-from-report"}, []string{"birth-from-report"}, ""},
	{"birth", knowsNot, nil, bornBy(junior), bornBy(adult), 1510, 1510, []string{"births-differ"}, []string{"births-differ"}, ""},
	{"birth", knowsNot, nil, bornBy(adult), bornBy(junior), 1510, 1510, []string{"births-differ"}, []string{"births-differ"}, ""},
	{"birth", knowsNot, nil, bornBy(20221105), nil, 1510, 1510, []string{"birth-implausible"}, []string{"birth-implausible"}, ""},
	{"birth", "knows the year", born(civil.BirthIn(2006)), nil, nil, 1520, 1520, nil, nil, ""},
	{"birth", "knows the year", born(civil.BirthIn(2006)), bornBy(20060101), nil, 1510, 1510, []string{"birth-from-report"}, []string{"birth-from-report"}, ""},
	{"birth", contradicts, born(adult), bornBy(junior), nil, 1510, 1500, []string{"birth-differs"}, []string{"entry-contradicts"}, held},
	{"birth", contradicts, born(adult), nil, bornBy(junior), 1510, 1510, []string{"birth-differs"}, nil, ""},

	{"birth", "knows an impossible one", born(20221105), nil, nil, 1510, 1510, []string{"birth-implausible"}, []string{"birth-implausible"}, ""},
	{"birth", "knows an impossible year", born(civil.BirthIn(2021)), nil, nil, 1510, 1510, []string{"birth-implausible"}, []string{"birth-implausible"}, ""},

	// These decide no number; what contradicts the register is asked and holds nothing.
	{"sex", knows, man, func(p *report.Player) { p.Sex = "m" }, nil, 1510, 1510, nil, nil, ""},
	{"sex", knowsNot, nil, func(p *report.Player) { p.Sex = "m" }, nil, 1510, 1510, nil, nil, ""},
	{"sex", contradicts, man, func(p *report.Player) { p.Sex = "w" }, nil, 1510, 1510, []string{"facts-differ"}, []string{"facts-differ"}, ""},
	{"federation", knows, home, func(p *report.Player) { p.Federation = "JPN" }, nil, 1510, 1510, nil, nil, ""},
	{"federation", knowsNot, nil, func(p *report.Player) { p.Federation = "JPN" }, nil, 1510, 1510, nil, nil, ""},
	{"federation", contradicts, home, func(p *report.Player) { p.Federation = "KOR" }, nil, 1510, 1510, nil, nil, ""},
	{"club", knows, home, func(p *report.Player) { p.Club = "Minato Chess Club" }, nil, 1510, 1510, nil, nil, ""},
	{"club", knowsNot, nil, func(p *report.Player) { p.Club = "Minato Chess Club" }, nil, 1510, 1510, nil, nil, ""},
	{"club", contradicts, home, func(p *report.Player) { p.Club = "Sakura Chess Club" }, nil, 1510, 1510, nil, nil, ""},
	{"FIDE ID", knows, linked, func(p *report.Player) { p.FideID = "099900017" }, nil, 1510, 1510, nil, nil, ""},
	{"FIDE ID", knowsNot, nil, func(p *report.Player) { p.FideID = "99900017" }, nil, 1510, 1510, nil, nil, ""},
	{"FIDE ID", contradicts, linked, func(p *report.Player) { p.FideID = "99900041" }, nil, 1510, 1510, []string{"facts-differ"}, []string{"facts-differ"}, ""},
	// Of two persons the office asks whose games they are; rate takes the ID, and warns.
	{"FIDE ID", "has it of another", nil, func(p *report.Player) { p.FideID = othersFideID }, nil, 1510, 1500, []string{"facts-differ"}, []string{"entry-contradicts"}, held},

	// The office never takes these from a report, and rate has the list.
	{"national rating", knows, nil, nil, nil, 1510, 1510, nil, nil, ""},
	{"national rating", knowsNot, unrated, func(p *report.Player) { p.Rating = 1700 }, nil, 0, 0, nil, nil, ""}, // one game is too few for a first rating
	{"national rating", contradicts, nil, func(p *report.Player) { p.Rating = 1700 }, nil, 1510, 1510, nil, nil, ""},
	{"FIDE rating", knows, func(p *roster.Player, s *roster.State) { unrated(p, s); p.EnteredUnrated, p.Fide[0] = false, 1500 }, nil, nil, 1510, 1510, nil, nil, ""}, // 6(2)
	{"FIDE rating", knowsNot, unrated, func(p *report.Player) { p.FideID, p.Rating = "99900017", 1500 }, nil, 0, 0, nil, nil, ""},
	{"peak", knows, func(_ *roster.Player, s *roster.State) { s.Peak = 2400 }, nil, nil, 1505, 1505, nil, nil, ""}, // K is 10
	{"peak", knowsNot, func(_ *roster.Player, s *roster.State) { s.Peak = 0 }, nil, nil, 1510, 1510, nil, nil, ""},
	{"games", knowsNot, func(p *roster.Player, s *roster.State) { p.EnteredUnrated, s.Games = true, 0 }, nil, nil, 1520, 1520, nil, nil, ""},
	{"entered as UR", knows, func(p *roster.Player, s *roster.State) { p.EnteredUnrated, s.Games = true, 17 }, nil, nil, 1520, 1520, nil, nil, ""},
	{"entered as UR", knowsNot, func(_ *roster.Player, s *roster.State) { s.Games = 17 }, nil, nil, 1510, 1510, nil, nil, ""},

	{"who it is", knows, nil, func(p *report.Player) { p.Name = "REN AOKI" }, nil, 1510, 1510, nil, nil, ""},
	{"who it is", knowsNot, nil, func(p *report.Player) { p.ID = "N00000099" }, nil, 1500, 1500, []string{"id-unknown"}, []string{"player-unknown"}, ""},
	{"who it is", contradicts, nil, func(p *report.Player) { p.Name = "Chiba Sota" }, nil, 1510, 1500, []string{"name-mismatch"}, []string{"entry-contradicts"}, held},
}

// othersFideID is the FIDE ID of another player.
const othersFideID = "99900033"

func home(p *roster.Player, _ *roster.State)   { p.Club, p.Federation = "Minato Chess Club", "JPN" }
func man(p *roster.Player, _ *roster.State)    { p.Sex = "m" }
func linked(p *roster.Player, _ *roster.State) { p.FideID = "99900017" }

// unrated takes the rating of somebody who entered as UR.
func unrated(p *roster.Player, s *roster.State) { p.EnteredUnrated, *s = true, roster.State{} }

// born says what the register has, bornBy what a report states.
func born(b civil.Birth) func(*roster.Player, *roster.State) {
	return func(p *roster.Player, _ *roster.State) { p.Birth = b }
}

func bornBy(b civil.Birth) func(*report.Player) { return func(p *report.Player) { p.Birth = b } }

// A rating is the same by arpad rate, in a dry run and in the office, but where an officer is asked:
// there rate warns. No value depends on the order of the reports.
func TestFactsAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	for _, c := range factCases {
		if (c.rate != c.office) != (c.why != "") {
			t.Errorf("%s, the register %s: rate and the office have %v and %v because of %q", c.fact, c.register, c.rate, c.office, c.why)
		}
		players, list := c.opening()
		for _, turned := range []bool{false, true} {
			reports := c.reports()
			if turned {
				slices.Reverse(reports)
			}
			got, found := rated(t, players, list, reports)
			if got != c.rate || !slices.Equal(about(found), c.warns) {
				t.Errorf("%s, the register %s: rate says %v, %v; want %v, %v", c.fact, c.register, got, about(found), c.rate, c.warns)
			}
		}
		d := bureautest.With(t, "ncs", players, list)
		d.On("2024-02-10")
		var dry rating.Rating
		var asked []string
		for i, r := range slices.Backward(c.reports()) { // the one that it is about is the last
			if i == 0 {
				dry = c.dry(d, r)
			}
			asked = about(d.Send(r).Findings)
		}
		for _, id := range []string{"births-differ", "facts-differ"} {
			if asks := reviewAsks(d, id+":"+factID(0)); asks != slices.Contains(c.asks, id) {
				t.Errorf("%s, the register %s: the review asks %s: %v", c.fact, c.register, id, asks)
			}
		}
		if office := listed(d); dry != c.office || office != c.office || !slices.Equal(asked, c.asks) {
			t.Errorf("%s, the register %s: the dry run says %v, the office %v, %v; want %v, %v", c.fact, c.register, dry, office, asked, c.office, c.asks)
		}
	}
}

// opening returns three players of the same rating, and what is known of the first.
func (c *factCase) opening() ([]roster.Player, *roster.List) {
	players, list := make([]roster.Player, 3), &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 3)}
	for n, name := range []string{"Aoki Ren", "Baba Mio", "Chiba Sota"} {
		players[n] = roster.Player{ID: factID(n), Name: name, Birth: adult + civil.Birth(n)}
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
	}
	players[2].FideID = othersFideID
	if players[0].Birth = 0; c.listed != nil {
		c.listed(&players[0], list.Standings[0].Of(rating.Standard))
	}
	return players, list
}

func factID(n int) string { return []string{"N00000001", "N00000002", "N00000003"}[n] }

// reports returns the report, and the other one if there is one.
func (c *factCase) reports() []*report.Report {
	event := func(name string, day civil.Date, opponent int, result report.Result, names string, stated func(*report.Player)) *report.Report {
		r := bureautest.Meeting(name, day, factID(0), factID(opponent))
		entries := r.Sections[0].Players
		r.File, r.Sections[0].Games[0].Result, entries[0].Name, entries[1].Name = name+".json", result, "Aoki Ren", names
		if stated != nil {
			stated(&entries[0])
		}
		return r
	}
	all := []*report.Report{event("Winter Cup", civil.Of(2024, 2, 4), 1, report.WhiteWon, "Baba Mio", c.stated)}
	if c.other != nil {
		all = append(all, event("Snow Cup", civil.Of(2024, 2, 3), 2, report.Drawn, "Chiba Sota", c.other))
	}
	return all
}

// about returns the ids of the findings about facts, each once.
func about(found []finding.Finding) []string {
	var ids []string
	for _, f := range found {
		switch f.ID {
		case "birth-from-report", "birth-differs", "births-differ", "facts-differ", "birth-implausible", "entry-contradicts", "non-member", "name-mismatch", "id-unknown", "player-unknown":
			ids = append(ids, f.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// rated returns the rating of the first player by arpad rate, and what it finds.
func rated(t *testing.T, players []roster.Player, list *roster.List, reports []*report.Report) (is rating.Rating, found []finding.Finding) {
	rules, err := catalog.Find("ncs-2022")
	bureautest.Must(t, err)
	in := season.Input{Regulation: rules, Roster: roster.New(), Opening: list, IDs: season.AutoID}
	for _, p := range players {
		in.Roster.Add(p)
	}
	for i, r := range reports {
		in.Reports = append(in.Reports, season.Source{Report: r, Digest: [32]byte{byte(i)}})
	}
	found, err = season.Rate(in, func(p *season.Period) error {
		is = p.Row(0, rating.Standard).State.Rating
		return nil
	})
	bureautest.Must(t, err)
	return is, found
}

// dry returns the rating of the first player by a dry run.
func (c *factCase) dry(d *bureautest.Bureau, r *report.Report) (is rating.Rating) {
	_, list := c.opening()
	is = list.Standings[0].Of(rating.Standard).Rating
	d.Must(d.Preview(context.Background(), func(preview *bureau.Bureau) error {
		shown, err := trial.Of(context.Background(), preview, func() (*intake.Receipt, error) {
			return intake.Submit(context.Background(), preview, bureautest.Submission(bureautest.JSON(d.T, r)))
		})
		if err == nil {
			for _, change := range shown.Changes {
				if change.ID == factID(0) {
					is = change.To
				}
			}
		}
		return err
	}))
	return is
}

// reviewAsks reports whether the review of the draft has a question.
func reviewAsks(d *bureautest.Bureau, key string) (asks bool) {
	d.On("2024-02-21")
	d.Must(d.Close("2024-03"))
	d.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(d.Bureau, r, "2024-03")
		if err == nil {
			asks = slices.ContainsFunc(v.Open(), func(c closing.Check) bool { return c.Key == key })
		}
		return err
	})
	return asks
}

// listed returns the rating of the first player in the list that the office publishes.
func listed(d *bureautest.Bureau) (is rating.Rating) {
	d.On("2024-02-25")
	p := d.Publish("2024-03")
	d.Verified()
	d.Look(func(r bureau.Reader) error {
		standing, err := lists.StandingIn(r, p.Run, 0)
		is = standing.Of(rating.Standard).Rating
		return err
	})
	return is
}

// A FIDE ID that only a report states is used for 6(2) if FIDE's list has it of that name and year.
func TestStatedFideIDNeedsFidesWord(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		year int
		want rating.Rating
	}{{"Aoki, Ren", 1975, 1510}, {"Chiba, Sota", 1975, 0}, {"Aoki, Ren", 1976, 0}, {"Aoki, Ren", 0, 0}} {
		fact := factCase{
			listed: func(p *roster.Player, s *roster.State) { unrated(p, s); p.Birth = adult },
			stated: func(p *report.Player) { p.FideID = "99900017" },
		}
		players, list := fact.opening()
		d := bureautest.With(t, "ncs", players, list)
		d.On("2024-02-10")
		d.Send(fact.reports()[0])
		fide, entry := roster.New(), roster.Player{ID: "99900017", FideID: "99900017", Name: c.name}
		if c.year != 0 {
			entry.Birth = civil.BirthIn(c.year)
		}
		entry.Fide[rating.Standard-1] = 1500
		fide.Add(entry)
		made, err := register.UpdateFide(t.Context(), d.Bureau, fide, "2024-02")
		d.Must(err)
		if got := bureautest.Finds(made.Findings, "fide-id-from-report"); got != (c.want != 0) {
			t.Errorf("%s, %d: it is told: %v", c.name, c.year, got)
		}
		d.On("2024-02-21")
		d.Draft("2024-03")
		if got := listed(d); got != c.want {
			t.Errorf("%s, %d: the list has %v, want %v", c.name, c.year, got, c.want)
		}
	}
}

// Membership is known from the register only: by arpad rate games of non-members count with a warning,
// and an officer is asked (Reading G10). Who is not on record counts where no register is kept.
func TestMembershipIsOfTheRegister(t *testing.T) {
	t.Parallel()
	year := civil.Range{From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}
	before := civil.Range{From: civil.Of(2022, 1, 1), To: civil.Of(2022, 12, 31)}
	for _, c := range []struct {
		register     string
		days         civil.Range
		rate, office rating.Rating
		both         []string
	}{
		{knows, year, 1510, 1510, nil},
		{knowsNot, civil.Range{}, 1510, 1510, nil},
		{contradicts, before, 1510, 1500, []string{"non-member"}},
	} {
		fact := factCase{}
		players, list := fact.opening()
		players[0].Member = c.days
		if got, found := rated(t, players, list, fact.reports()); got != c.rate || !slices.Equal(about(found), c.both) {
			t.Errorf("the register %s: rate says %v, %v", c.register, got, about(found))
		}
		d := bureautest.With(t, "ncs", players, list)
		d.On("2024-02-10")
		for _, n := range []int{0, 1} {
			days := year
			if n == 0 {
				days = c.days
			}
			if c.days == (civil.Range{}) { // no register is kept
				break
			}
			_, err := register.Enrol(t.Context(), d.Bureau, register.Membership{Player: factID(n), Days: days}, "")
			d.Must(err)
		}
		r := fact.reports()[0]
		r.Responsible = "Baba Mio"
		dry := fact.dry(d, r)
		asked := about(d.Send(r).Findings)
		if office := listed(d); dry != c.office || office != c.office || !slices.Equal(asked, c.both) {
			t.Errorf("the register %s: the dry run says %v, the office %v, %v", c.register, dry, office, asked)
		}
	}
}

// What reports state and the register does not know is proposed, and taken over in one act, but for
// what they contradict each other about. The list stays what it was.
func TestStatedFactsAreProposed(t *testing.T) {
	t.Parallel()
	c := factCase{
		stated: func(p *report.Player) {
			p.Birth, p.Club, p.Sex, p.Federation, p.FideID = junior, "Minato Chess Club", "m", "JPN", "99900017"
		},
		other: func(p *report.Player) { p.Birth, p.Club = civil.BirthIn(2010), "Sakura Chess Club" },
	}
	players, list := c.opening()
	d := bureautest.With(t, "ncs", players, list)
	d.On("2024-02-10")
	var refs []string
	for _, r := range c.reports() {
		refs = append(refs, d.Send(r).Report.Ref)
	}
	proposed := func(ref string) (all []string) {
		d.Look(func(r bureau.Reader) error {
			found, err := register.ProposedFacts(r, ref)
			for _, p := range found {
				text := p.Text
				if p.Disputed {
					text = "disputed"
				}
				all = append(all, p.Player.ID+" "+p.Field+" "+text+" "+strings.Join(p.Refs, " "))
			}
			return err
		})
		return all
	}
	one, both := refs[0], refs[0]+" "+refs[1]
	want := []string{
		"N00000001 birth 2010-01-05 " + both, "N00000001 sex m " + one, "N00000001 federation JPN " + one,
		"N00000001 club disputed " + both, "N00000001 fide_id 99900017 " + one,
	}
	if got := proposed(refs[0]); !slices.Equal(got, want) {
		t.Errorf("proposed of the report: %q, want %q", got, want)
	}
	if got := proposed(""); !slices.Equal(got, want) {
		t.Errorf("proposed of all reports: %q, want %q", got, want)
	}
	d.On("2024-02-21")
	d.Draft("2024-03")
	accepted, err := register.AcceptFacts(t.Context(), d.Bureau, refs[0])
	d.Must(err)
	if got := proposed(""); len(accepted) != 4 || !slices.Equal(got, want[3:4]) {
		t.Errorf("%d were accepted, and there are still %q", len(accepted), got)
	}
	d.Look(func(r bureau.Reader) error {
		card, err := register.CardOf(r, factID(0))
		if card.Birth != junior || card.FideID != "99900017" || card.Sex != "m" || card.Federation != "JPN" || card.Club != "" {
			t.Errorf("the register has %+v", card)
		}
		return err
	})
	if got := listed(d); got != 1520 {
		t.Errorf("the list has %v, want 1520", got)
	}
}
