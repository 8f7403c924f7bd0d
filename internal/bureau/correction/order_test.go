package correction_test

import (
	"context"
	"fmt"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Late or reordered actions have the same result as timely ones.

// A skipped period is inserted among the lists, and all later ones are made
// again.
func TestLateReportOfASkippedPeriod(t *testing.T) {
	t.Parallel()
	for last := 3; last <= 8; last++ {
		if (last == 4 || last == 7) && !soak.Full() { // between others that are alike
			continue
		}
		t.Run(fmt.Sprint(last), func(t *testing.T) {
			t.Parallel()
			d, inTime := bureautest.Sixteen(t, "ncs"), bureautest.Sixteen(t, "ncs")
			inTime.Lived(1, last)
			d.Lived(1, 1)
			d.On("2024-02-10T03:00:00Z")
			ref := d.Submit(d.Event("Open 2", "2024-02-05"))
			d.Must(desk.Decide(context.Background(), d.Bureau, ref, check.Withheld, "a protest"))
			d.Lived(3, last)
			k := d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-03"}, "")
			if first := k.Impact[0]; !first.First || first.TooOld != (last > 5) || k.Impact[1].First {
				t.Errorf("%+v", k.Impact)
			}
			want := inTime.Standing()
			if last > 5 { // older than 90 days, 3(7), not reissued
				delete(want, "2024-03")
			}
			if diff := cmp.Diff(want, d.Standing()); diff != "" {
				t.Error(diff)
			}
			d.Verified()
		})
	}
}

// A Beginner section is defined by its players and by the list at the beginning
// of its month, whenever it is corrected or submitted. So are its type and
// whether its rated players' games count (Readings C9, C10, C23).
func TestBeginnersByTheListOfTheirMonth(t *testing.T) {
	t.Parallel()
	beginners := func(sixth int) func(*bureautest.Bureau, int, *report.Report) *report.Report {
		return func(d *bureautest.Bureau, month int, r *report.Report) *report.Report {
			if month != 2 {
				return r
			}
			r.TimeControl, r.Type = []report.TimeControl{"2400"}, 0
			all := r.Sections[0]
			r.Sections = nil
			for n, name := range []string{"Beginners", "Others"} {
				s := report.Section{Name: name, Rounds: all.Rounds, Group: all.Group, UnratedFloor: 600}
				in := func(start int) bool { return (start < 4 || start > 12) == (n == 0) }
				for _, p := range all.Players {
					if p.StartNumber == 3 {
						p.ID, p.Name = d.ID(sixth), ""
					}
					if in(p.StartNumber) {
						s.Players = append(s.Players, p)
					}
				}
				for _, g := range all.Games {
					if in(g.White) && in(g.Black) {
						s.Games = append(s.Games, g)
					}
				}
				r.Sections = append(r.Sections, s)
			}
			return r
		}
	}
	const rated, unrated = 2, bureautest.People
	settled := func() *bureautest.Bureau {
		d := bureautest.Sixteen(t, "chessa")
		_, err := register.Register(context.Background(), d.Bureau, register.Player{ID: d.ID(unrated), Name: "Player NoQ", EnteredUnrated: true}, register.Person{}, "")
		d.Must(err)
		return d
	}
	alter := func(d *bureautest.Bureau, how func(*bureautest.Bureau, int, *report.Report) *report.Report) func(int, *report.Report) *report.Report {
		return func(month int, r *report.Report) *report.Report { return how(d, month, r) }
	}
	for _, way := range [][2]int{{rated, unrated}, {unrated, rated}} {
		d, asRight := settled(), settled()
		refs := d.Live(1, 4, alter(d, beginners(way[0])))
		asRight.Live(1, 4, alter(asRight, beginners(way[1])))
		d.Accept(correction.Amendment{Kind: correction.AmendPlayer, Report: refs[2], Adjustments: []check.Adjustment{{Section: "Beginners", Start: 3, Player: d.ID(way[1])}}}, "")
		if diff := cmp.Diff(asRight.Standing(), d.Standing()); diff != "" {
			t.Error(diff)
		}
		d.Verified()
	}

	d, inTime := settled(), settled()
	inTime.Live(1, 4, alter(inTime, beginners(unrated)))
	d.Live(1, 1, nil)
	d.On("2024-02-10T03:00:00Z")
	ref := d.Submit(beginners(unrated)(d, 2, d.Event("Open 2", "2024-02-05")))
	ctx := context.Background()
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, "the fee"))
	d.Live(3, 4, nil)
	d.Must(desk.Check(ctx, d.Bureau, ref)) // with the current list
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-03"}, "")
	if diff := cmp.Diff(inTime.Standing(), d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Verified()
}

// A player has played under a second ID. The officer withdraws the report,
// merges the two (which report and list then allow) and undoes the withdrawal:
// the games are those of the remaining ID.
func TestUndoneWithdrawalAfterMerge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	second := func(d *bureautest.Bureau) {
		_, err := register.Register(ctx, d.Bureau, register.Player{ID: d.ID(bureautest.People), Name: "Player NoO", EnteredUnrated: true}, register.Person{}, "")
		d.Must(err)
	}
	d, asRight := bureautest.Sixteen(t, "ncs"), bureautest.Sixteen(t, "ncs")
	second(d)
	second(asRight)
	asRight.Live(1, 3, nil)
	refs := d.Live(1, 3, func(month int, r *report.Report) *report.Report {
		if month == 2 {
			r.Sections[0].Players[4].ID = d.ID(bureautest.People) // of player 5 (index 4)
			r.Sections[0].Players[4].Name = ""
		}
		return r
	})
	_, err := desk.MergePlayers(ctx, d.Bureau, d.ID(bureautest.People), d.ID(4), "one person")
	bureautest.Refused(t, err, "merge-in-list")
	k := d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	_, err = desk.MergePlayers(ctx, d.Bureau, d.ID(bureautest.People), d.ID(4), "one person")
	d.Must(err)
	d.Undo(k.Number)
	if diff := cmp.Diff(asRight.Standing(), d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Verified()
}

// The same after a correction of the player: corrected, merged, undone.
func TestUndonePlayerAfterMerge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	_, err := register.Register(ctx, d.Bureau, register.Player{ID: d.ID(bureautest.People), Name: "Player NoO", EnteredUnrated: true}, register.Person{}, "")
	d.Must(err)
	refs := d.Live(1, 3, func(month int, r *report.Report) *report.Report {
		if month == 2 {
			r.Sections[0].Players[4].ID, r.Sections[0].Players[4].Name = d.ID(bureautest.People), ""
		}
		return r
	})
	k := d.Accept(correction.Amendment{Kind: correction.AmendPlayer, Report: refs[2], Adjustments: []check.Adjustment{{Start: 5, Player: d.ID(4)}}}, "")
	_, err = desk.MergePlayers(ctx, d.Bureau, d.ID(bureautest.People), d.ID(4), "one person")
	d.Must(err)
	before := d.Standing()
	d.Undo(k.Number)
	if diff := cmp.Diff(before, d.Standing()); diff != "" { // the two are now merged
		t.Error(diff)
	}
	d.Verified()
}

// A rating is set lower than it was calculated. The replaced rating was never
// published (TestWrongRatingIsNoPeak), so the K of its group does not apply
// either, K-Factor 3 and 4.1 (Reading C18: it moves when a rating is
// published).
func TestReplacedRatingSetsNoK(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "chessa")
	const who = 0
	set := func(label string, to rating.Rating) {
		d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: d.ID(who), Type: rating.Standard, Rating: to, Label: label}, "")
	}
	state := func(label string) (s rating.Rating, k rating.K, peak rating.Rating) {
		d.Look(func(r bureau.Reader) error {
			run, err := lists.RunNow(r, label)
			if err != nil {
				return err
			}
			l, err := lists.ListOf(r, run)
			if err != nil {
				return err
			}
			p, err := register.Find(r, d.ID(who))
			if err != nil {
				return err
			}
			x := l.Standing(p.Number)
			s, k, peak = x.Of(rating.Standard).Rating, x.Of(rating.Standard).K, x.Of(rating.Standard).Peak
			return nil
		})
		return
	}
	d.Live(1, 1, nil)
	set("2024-02", 1990)
	d.Live(2, 2, func(_ int, r *report.Report) *report.Report { // player 2 wins all games
		for i := range r.Sections[0].Games {
			switch g := &r.Sections[0].Games[i]; who + 1 {
			case g.White:
				g.Result = report.WhiteWon
			case g.Black:
				g.Result = report.BlackWon
			}
		}
		return r
	})
	if r, k, _ := state("2024-03"); r < 2000 || k != 15 {
		t.Fatal("calculated", r, k)
	}
	set("2024-03", 1985)
	r, k, peak := state("2024-03")
	if r != 1985 || peak != 1990 {
		t.Fatal("set", r, peak)
	}
	if k != 20 {
		t.Errorf("who never had more than 1990 has K %d", k)
	}
}

// A meet of the league was reported with a wrong day, and its list is
// published. It is withdrawn, submitted with the right day and added again:
// meets are rated in their order, each from the ratings before it, Rating Rules
// 5.
func TestMeetWithAWrongDay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, asRight := bureautest.Sixteen(t, "nscl"), bureautest.Sixteen(t, "nscl")
	moved := func(d *bureautest.Bureau, on string) *report.Report { // the games of 5 January
		r := d.Event("Meet", "2024-01-05")
		shift := bureautest.Day(on) - r.End
		r.Start, r.End = r.Start+shift, r.End+shift
		for i := range r.Sections[0].Games {
			r.Sections[0].Games[i].Date += shift
		}
		return r
	}
	asRight.On("2024-01-10T03:00:00Z")
	label := asRight.Report(asRight.Submit(moved(asRight, "2024-01-05"))).Period
	asRight.Publish(label)
	asRight.Live(2, 2, nil)
	want := asRight.Standing()["Open 2"]

	d.Live(2, 2, nil)
	d.On("2024-05-10T03:00:00Z")
	ref := d.Submit(moved(d, "2024-05-05")) // of 5 January
	d.Publish(d.Report(ref).Period)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: ref}, "")
	good := moved(d, "2024-01-05")
	_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "x", Data: fmt.Append(nil, "right"), Parsed: good, Ref: ref, From: "club", Replaces: true})
	d.Must(err)
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref}, "")
	if diff := cmp.Diff(want, d.Standing()["Open 2"]); diff != "" {
		t.Error(diff)
	}
	d.Verified()
}

// A meet that takes over the name of another one, which went into an earlier list, has its own days.
func TestMeetThatTakesAName(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-01-10T03:00:00Z")
	d.Submit(d.Event("Winter Open", "2024-01-05"))
	d.Publish("Winter Open")
	d.On("2024-02-10T03:00:00Z")
	first, second := d.Submit(d.Event("Meet", "2024-02-01")), d.Submit(d.Event("Meet", "2024-02-05"))
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: first, Label: "Winter Open"}, "")
	for range 2 {
		d.Must(desk.Check(t.Context(), d.Bureau, second))
		d.Look(func(rd bureau.Reader) error {
			r := d.Report(second)
			p, err := lists.FindPeriod(rd, r.Period)
			if r.Period != "Meet" || p.Days != r.Days {
				t.Errorf("%s has the days %v, not %v", r.Period, p.Days, r.Days)
			}
			return err
		})
	}
}

// A dispensation to play fewer rounds, requested in time, is entered only after
// publication. The report is withdrawn and added late: its short section is
// rated, as if the dispensation had been entered at once, 50% Rule 1 (Reading
// C26).
func TestDispensationAfterTheList(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	var listed []map[string]bureautest.Ratings
	for _, inTime := range []bool{true, false} {
		d := bureautest.Sixteen(t, "chessa")
		a, _, err := events.Announce(ctx, d.Bureau, check.Announcement{Name: "Open", Days: civil.Range{From: bureautest.Day("2024-01-04"), To: bureautest.Day("2024-01-05")}, Rounds: 4, Type: rating.Standard})
		d.Must(err)
		dispense := func() {
			_, err := events.Dispense(ctx, d.Bureau, a.Ref, "a hall for one day", bureautest.Day("2023-12-22"))
			d.Must(err)
		}
		if inTime {
			dispense()
		}
		d.On("2024-01-10T03:00:00Z")
		r := d.Event("Open", "2024-01-05")
		all := r.Sections[0]
		one := report.Section{Name: "A", Rounds: 6, Group: all.Group, Players: all.Players[:8]}
		two := report.Section{Name: "B", Rounds: 4, Group: all.Group, Players: all.Players[8:]}
		for _, g := range all.Games {
			switch {
			case g.White <= 8 && g.Black <= 8:
				one.Games = append(one.Games, g)
			case g.White > 8 && g.Black > 8 && g.Round <= 4:
				two.Games = append(two.Games, g)
			}
		}
		r.Sections = []report.Section{one, two}
		receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: r.Name, Data: []byte("x"), Parsed: r, From: "club"})
		d.Must(err)
		if short := slices.ContainsFunc(receipt.Findings, func(f finding.Finding) bool { return f.ID == "too-few-rounds" }); short == inTime {
			t.Errorf("%v", receipt.Findings)
		}
		ref := receipt.Report.Ref
		d.Must(desk.Answer(ctx, d.Bureau, ref, "section A has six", "", desk.Reply{Question: "announced-differs", Count: true})) // Reading G12
		d.On("2024-02-01T03:00:00Z")
		d.Publish("2024-02")
		if !inTime {
			dispense()
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: ref}, "")
			d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-02"}, "")
		}
		listed = append(listed, d.Standing())
	}
	if diff := cmp.Diff(listed[0], listed[1]); diff != "" {
		t.Error(diff)
	}
}
