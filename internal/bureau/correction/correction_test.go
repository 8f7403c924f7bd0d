package correction_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/draw"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// wrong is a mistake in the event of March, its correction, and what should
// have been reported.
type wrong struct {
	name   string
	before func(d *bureautest.Bureau, r *report.Report) *report.Report // what was reported; nil: nothing
	right  func(d *bureautest.Bureau, r *report.Report) *report.Report // what should have been reported
	what   func(d *bureautest.Bureau, ref string, r *report.Report) correction.Amendment
}

func TestMain(m *testing.M) {
	draw.Cases(soak.Of(15, 100))
	os.Exit(m.Run())
}

func same(_ *bureautest.Bureau, r *report.Report) *report.Report { return r }

var wrongs = []wrong{
	{"result", same, func(_ *bureautest.Bureau, r *report.Report) *report.Report {
		r.Sections[0].Games[0].Result = bureautest.Turned(r.Sections[0].Games[0].Result)
		return r
	}, func(_ *bureautest.Bureau, ref string, r *report.Report) correction.Amendment {
		return bureautest.Turn(ref, r, 0)
	}},
	{"player", same, func(d *bureautest.Bureau, r *report.Report) *report.Report {
		r.Sections[0].Players[4].ID, r.Sections[0].Players[4].Name = d.ID(15), "Player NoP"
		return r
	}, func(d *bureautest.Bureau, ref string, _ *report.Report) correction.Amendment {
		return correction.Amendment{Kind: correction.AmendPlayer, Report: ref, Adjustments: []check.Adjustment{{Start: 5, Player: d.ID(15)}}}
	}},
	{"withdraw", same, func(*bureautest.Bureau, *report.Report) *report.Report { return nil },
		func(_ *bureautest.Bureau, ref string, _ *report.Report) correction.Amendment {
			return correction.Amendment{Kind: correction.Withdraw, Report: ref}
		}},
	{"game that should not count", same, func(_ *bureautest.Bureau, r *report.Report) *report.Report {
		r.Sections[0].Games[0].Result = report.WhiteByForfeit
		return r
	}, func(_ *bureautest.Bureau, ref string, r *report.Report) correction.Amendment {
		g := &r.Sections[0].Games[0]
		return correction.Amendment{Kind: correction.AmendResult, Report: ref, Adjustments: []check.Adjustment{{
			Round: g.Round, White: g.White, Black: g.Black, Out: new(pack.Held),
		}}}
	}},
}

// onSQLite has the mistake that is corrected on SQLite for an authority by default; the others
// are corrected in memory only. On PostgreSQL there is TestPromise3ListsAreRecomputed.
var onSQLite = map[string]string{"ncs": "result", "chessa": "player", "nscl": "withdraw"}

// A corrected bureau equals one that had the right reports from the beginning,
// for every authority and on all stores.
func TestCorrectionIsAsIfReportedRight(t *testing.T) {
	t.Parallel()
	for _, authority := range bureautest.Authorities() {
		for name, open := range storetest.Stores {
			for _, w := range wrongs {
				if byDefault := name == "memory" || name == "SQLite" && onSQLite[authority] == w.name; !byDefault && !soak.Full() {
					continue
				}
				t.Run(authority+"/"+name+"/"+w.name, func(t *testing.T) {
					t.Parallel()
					d, oracle := bureautest.SixteenOn(t, open(t), authority), bureautest.Sixteen(t, authority)
					var march *report.Report
					refs := d.Live(1, 5, func(month int, r *report.Report) *report.Report {
						if month == 3 {
							march = w.before(d, r)
						}
						return r
					})
					oracle.Live(1, 5, func(month int, r *report.Report) *report.Report {
						if month == 3 {
							return w.right(oracle, r)
						}
						return r
					})
					d.Accept(w.what(d, refs[3], march), "")
					got := d.Standing()
					for label, want := range oracle.Standing() {
						if diff := cmp.Diff(want, got[label]); diff != "" {
							t.Errorf("list %s: %s", label, diff)
						}
					}
					d.Verified()
				})
			}
		}
	}
}

// A late report is in its list as if it had come in time.
func TestLateReport(t *testing.T) {
	t.Parallel()
	for _, authority := range bureautest.Authorities() {
		t.Run(authority, func(t *testing.T) {
			d, oracle := bureautest.Sixteen(t, authority), bureautest.Sixteen(t, authority)
			oracle.Live(1, 4, nil)
			// In March the report was withheld; the others went on.
			refs := d.Live(1, 2, nil)
			d.On("2024-03-10T03:00:00Z")
			refs[3] = d.Submit(d.Event("Open 3", "2024-03-05"))
			ctx := context.Background()
			if err := desk.Decide(ctx, d.Bureau, refs[3], check.Withheld, "the fee"); err != nil {
				t.Fatal(err)
			}
			d.Live(4, 4, nil)
			if err := desk.Decide(ctx, d.Bureau, refs[3], check.Admitted, "the fee was paid"); err != nil {
				t.Fatal(err)
			}
			var label string
			d.Look(func(r bureau.Reader) error {
				found, err := intake.Find(r, refs[3])
				label = found.Period
				return err
			})
			_, err := closing.Close(ctx, d.Bureau, label)
			bureautest.Refused(t, err, "period-behind")
			k := d.Accept(correction.Amendment{Kind: correction.AddLate, Report: refs[3]}, "")
			if k.Label != label {
				t.Errorf("it went to %s, not to its own period %s", k.Label, label)
			}
			if diff := cmp.Diff(oracle.Standing(), d.Standing()); diff != "" {
				t.Error(diff)
			}
			d.Verified()
			// Undone, it is as if it had never been reported.
			d.Undo(k.Number)
			never := bureautest.Sixteen(t, authority)
			never.Live(1, 2, nil)
			never.Live(4, 4, nil)
			now := d.Standing()
			for list, want := range never.Standing() {
				if diff := cmp.Diff(want, now[list]); diff != "" {
					t.Errorf("undone, list %s: %s", list, diff)
				}
			}
			d.Verified()
		})
	}
}

// Once all corrections are undone, the lists are as before.
func TestUndo(t *testing.T) {
	t.Parallel()
	lived := bureautest.Sixteen(t, "ncs")
	refs, held := lived.Lived(1, 4)
	before, issued := lived.Standing(), lived.Issued()
	rapid.Check(t, func(rt *rapid.T) {
		d := lived.Clone(t)
		var done []string
		for range rapid.IntRange(1, 4).Draw(rt, "corrections") {
			month := rapid.IntRange(1, 4).Draw(rt, "month")
			what := correction.Amendment{Kind: correction.AmendRating, Player: d.ID(rapid.IntRange(0, 15).Draw(rt, "player")), Type: rating.Standard, Rating: 1500, Label: fmt.Sprintf("2024-%02d", month+1)}
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				what = wrongs[1].what(d, refs[month], nil)
			case 1:
				what = wrongs[2].what(d, refs[month], nil)
			case 2:
				game := rapid.IntRange(0, 48).Draw(rt, "game")
				what = bureautest.Result(refs[month], held[month], game, report.Result(rapid.IntRange(0, 2).Draw(rt, "result")))
			}
			k, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Reason: "a try"})
			if err != nil {
				continue // the report was withdrawn, or already has the player
			}
			if _, err := correction.Accept(context.Background(), d.Bureau, k.Number, "seen"); err != nil {
				rt.Fatal(err)
			}
			done = append(done, k.Number)
		}
		slices.Reverse(done)
		for _, number := range done {
			d.Undo(number)
		}
		if diff := cmp.Diff(before, d.Standing()); diff != "" {
			rt.Error(diff)
		}
		now := d.Issued()
		for key, digest := range issued {
			if now[key] != digest {
				rt.Errorf("%s was changed", key)
			}
		}
		d.Verified()
	})
}

// A correction whose impact was calculated before another list or correction
// came into force is refused.
func TestCorrectionOutdated(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 2)
	propose := func() string {
		k, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: bureautest.Turn(refs[1], held[1], 0), Reason: "the score sheet"})
		if err != nil {
			t.Fatal(err)
		}
		return k.Number
	}
	first, second := propose(), propose()
	later, march := d.Lived(3, 3)
	_, err := correction.Accept(ctx, d.Bureau, first, "seen")
	bureautest.Refused(t, err, "correction-outdated")
	if err := correction.Reject(ctx, d.Bureau, second, "proposed anew"); err != nil {
		t.Fatal(err)
	}
	_, err = correction.Accept(ctx, d.Bureau, second, "seen")
	bureautest.Refused(t, err, "correction-decided")

	third := propose()
	d.Accept(bureautest.Turn(later[3], march[3], 5), "")
	_, err = correction.Accept(ctx, d.Bureau, third, "seen")
	bureautest.Refused(t, err, "correction-outdated")
	d.Verified()
}

// A draft based on something corrected since is not published.
func TestDraftBeforeCorrectionIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 1)
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open 2", "2024-02-05"))
	d.On("2024-02-25T03:00:00Z")
	if _, err := closing.Close(ctx, d.Bureau, "2024-03"); err != nil {
		t.Fatal(err)
	}
	d.Accept(bureautest.Turn(refs[1], held[1], 0), "")
	_, err := closing.Publish(ctx, d.Bureau, "2024-03", "")
	bureautest.Refused(t, err, "draft-outdated")
	d.Publish("2024-03")
	d.Verified()
}

// Promise 2: a published list never changes. A correction makes a new revision
// that names its cause.
func TestPromise2PublishedListNeverChanges(t *testing.T) {
	t.Parallel()
	for _, authority := range bureautest.Authorities() {
		d := bureautest.Sixteen(t, authority)
		refs, held := d.Lived(1, 3)
		before := d.Issued()
		k := d.Accept(bureautest.Turn(refs[1], held[1], 0), "")
		after := d.Issued()
		for key, digest := range before {
			if after[key] != digest {
				t.Errorf("%s: %s was changed", authority, key)
			}
		}
		anew := 0
		for key := range after {
			if before[key] == "" {
				anew++
				if !strings.HasSuffix(key, "/2 "+k.Number) {
					t.Errorf("%s: %s does not name its cause", authority, key)
				}
			}
		}
		if anew == 0 {
			t.Errorf("%s: nothing was reissued", authority)
		}
	}
}

// Promise 3: any list can be made again from the reports, with the same bytes,
// on every store.
func TestPromise3ListsAreRecomputed(t *testing.T) {
	t.Parallel()
	for _, authority := range bureautest.Authorities() {
		t.Run(authority, func(t *testing.T) {
			t.Parallel()
			var first map[string]string
			for _, name := range slices.Sorted(maps.Keys(storetest.Stores)) {
				if name != "memory" && authority != "ncs" && !soak.Full() {
					continue
				}
				d := bureautest.SixteenOn(t, storetest.Stores[name](t), authority)
				refs, held := d.Lived(1, 3)
				d.Accept(bureautest.Turn(refs[1], held[1], 0), "")
				d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: d.ID(3), Type: rating.Standard, Rating: 1650}, "")
				d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
				d.Verified()
				if first == nil {
					first = d.Issued()
				}
				if diff := cmp.Diff(first, d.Issued()); diff != "" {
					t.Errorf("on %s: %s", name, diff)
				}
			}
		})
	}
}

// Correcting the player of an entry has the same result as the right report: if
// games of non-members are left out, those of a member count, 3(5).
func TestCorrectedPlayerIsAMember(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, map[string]string{"non_members": "exclude"})
	const stranger = "N00009999"
	_, err := register.Register(ctx, d.Bureau, register.Player{ID: stranger, Name: "Mori Kei", EnteredUnrated: true}, register.Person{}, "came")
	d.Must(err)
	for n := range 4 {
		_, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: f.People[n].ID, Days: civil.Range{From: civil.Of(2023, 1, 1), To: civil.Of(2024, 12, 31)}}, "")
		d.Must(err)
	}
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID = stranger
	ref := d.Send(r).Report.Ref
	d.Now = d.Now.AddDate(0, 1, 1)
	d.Publish(d.Report(ref).Period)
	counted := func() (n int) {
		d.Look(func(rd bureau.Reader) error {
			batch, _, err := bureautest.RecordOf(rd, d.Report(ref))
			for i := range batch.Games {
				if batch.Games[i].Counts() {
					n++
				}
			}
			return err
		})
		return n
	}
	if n := counted(); n != 1 {
		t.Fatalf("with a stranger %d games count", n)
	}
	k := d.Accept(correction.Amendment{Kind: correction.AmendPlayer, Report: ref, Adjustments: []check.Adjustment{{Start: 4, Player: f.People[3].ID}}}, "")
	if n := counted(); n != 2 {
		t.Errorf("with a member %d games count", n)
	}
	d.Undo(k.Number)
	if n := counted(); n != 1 {
		t.Errorf("with the stranger again %d games count", n)
	}
	d.Verified()
}

// A corrected result counts with the event's points: the winner of an event
// with 3, 1 and 0 points does not lose by a win, and the others get the result
// of the right report (South Africa, Winners).
func TestCorrectedResultCountsTheEventsPoints(t *testing.T) {
	t.Parallel()
	give := func(r *report.Report, right bool) *report.Report {
		r.Scoring = &report.Scoring{Win: 6, Draw: 2, PairingBye: 6} // half points
		nth := map[int]int{}
		score := func(g *report.Game, player int, won bool) {
			if g.Result = report.BlackWon; won == (g.White == player) {
				g.Result = report.WhiteWon
			}
		}
		for i := range r.Sections[0].Games {
			g := &r.Sections[0].Games[i]
			g.Result = report.Drawn
			for _, player := range []int{1, 10} {
				if g.White != player && g.Black != player {
					continue
				}
				switch nth[player]++; {
				case player == 1: // four of seven: 12 points
					score(g, 1, nth[1] <= 4)
				case nth[10] != 4: // three of seven and a draw: 10 points; correctly four and a draw: 13
					score(g, 10, nth[10] <= 3 || right && nth[10] == 7)
				}
			}
		}
		return r
	}
	d, asRight := bureautest.Sixteen(t, "chessa"), bureautest.Sixteen(t, "chessa")
	var was, is *report.Report
	refs := d.Live(1, 1, func(_ int, r *report.Report) *report.Report { was = give(r, false); return was })
	asRight.Live(1, 1, func(_ int, r *report.Report) *report.Report { is = give(r, true); return is })
	corrected := 0
	for i, g := range is.Sections[0].Games {
		if g.Result != was.Sections[0].Games[i].Result {
			d.Accept(bureautest.Result(refs[1], was, i, g.Result), "")
			corrected++
		}
	}
	if corrected != 1 {
		t.Fatalf("%d results were corrected", corrected)
	}
	if diff := cmp.Diff(asRight.Standing(), d.Standing()); diff != "" {
		t.Error(diff)
	}
}

// Undoing the withdrawal of a report restores the withdrawn record, even if the
// report has changed since.
func TestUndoneWithdrawalRestoresTheRecord(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 3)
	before := d.Standing()
	k := d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	d.Must(desk.Adjust(context.Background(), d.Bureau, refs[2], "the sheet", bureautest.Turn(refs[2], held[2], 0).Adjustments...))
	d.Undo(k.Number)
	if diff := cmp.Diff(before, d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Verified()
}

// A wrong rating that was corrected is no peak: K 10 is for players who have
// once had 2400, 5(1).
func TestWrongRatingIsNoPeak(t *testing.T) {
	t.Parallel()
	var listed []map[string]bureautest.Ratings
	for _, slips := range []bool{false, true} {
		d := bureautest.Sixteen(t, "ncs")
		d.Lived(1, 1)
		set := func(to rating.Rating) {
			d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: d.ID(0), Type: rating.Standard, Rating: to, Label: "2024-02"}, "")
		}
		if slips {
			set(2450)
		}
		set(1900)
		d.Lived(2, 2)
		d.Verified()
		listed = append(listed, d.Standing())
	}
	if diff := cmp.Diff(listed[0], listed[1]); diff != "" {
		t.Error(diff)
	}
}

// Two siblings whose IDs were exchanged are exchanged back, and again.
func TestTransposedIDsAreExchanged(t *testing.T) {
	t.Parallel()
	transposed := func(month int, r *report.Report) *report.Report {
		if p := r.Sections[0].Players; month == 1 {
			p[4].ID, p[5].ID = p[5].ID, p[4].ID
			p[4].Name, p[5].Name = "", "" // a name would contradict
		}
		return r
	}
	d, asRight := bureautest.Sixteen(t, "ncs"), bureautest.Sixteen(t, "ncs")
	refs := d.Live(1, 2, transposed)
	asRight.Lived(1, 2)
	before := d.Standing()
	what := correction.Amendment{Kind: correction.AmendPlayer, Report: refs[1], Adjustments: []check.Adjustment{{Start: 5, Player: d.ID(4)}}}
	_, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Reason: "transposed"})
	bureautest.Refused(t, err, "player-in-section")
	what.Adjustments[0].Exchange = true
	d.Accept(what, "")
	if diff := cmp.Diff(asRight.Standing(), d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[1]}, "")
	d.Must(desk.Check(context.Background(), d.Bureau, refs[1])) // the correction persists
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: refs[1], Label: "2024-02"}, "")
	if diff := cmp.Diff(asRight.Standing(), d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Verified()

	d = bureautest.Sixteen(t, "ncs")
	refs = d.Live(1, 2, transposed)
	what.Report = refs[1]
	d.Undo(d.Accept(what, "").Number)
	if diff := cmp.Diff(before, d.Standing()); diff != "" {
		t.Error(diff)
	}
}
