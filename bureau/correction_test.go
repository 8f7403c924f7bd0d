package bureau_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// wrong is a mistake in the event of March, the correction of it, and what
// would have been reported without it.
type wrong struct {
	name   string
	before func(d *desk, r *report.Report) *report.Report // what came; nil: nothing
	right  func(d *desk, r *report.Report) *report.Report // what was to come
	what   func(d *desk, ref string, r *report.Report) bureau.Amendment
}

func same(_ *desk, r *report.Report) *report.Report { return r }

var wrongs = []wrong{
	{"result", same, func(_ *desk, r *report.Report) *report.Report {
		r.Sections[0].Games[0].Result = turned(r.Sections[0].Games[0].Result)
		return r
	}, func(_ *desk, ref string, r *report.Report) bureau.Amendment {
		return result(ref, r, 0, turned(r.Sections[0].Games[0].Result))
	}},
	{"player", same, func(d *desk, r *report.Report) *report.Report {
		r.Sections[0].Players[4].ID, r.Sections[0].Players[4].Name = d.id(15), "Player NoP"
		return r
	}, func(d *desk, ref string, _ *report.Report) bureau.Amendment {
		return bureau.Amendment{Kind: bureau.AmendPlayer, Report: ref, Adjustments: []bureau.Adjustment{{Start: 5, Player: d.id(15)}}}
	}},
	{"withdraw", same, func(*desk, *report.Report) *report.Report { return nil },
		func(_ *desk, ref string, _ *report.Report) bureau.Amendment {
			return bureau.Amendment{Kind: bureau.Withdraw, Report: ref}
		}},
}

// A corrected bureau stands where one stands that had the right reports from
// the beginning; every authority, on both stores.
func TestCorrectionIsAsIfReportedRight(t *testing.T) {
	for authority := range forms {
		for name, open := range everyStore {
			for _, w := range wrongs {
				t.Run(authority+"/"+name+"/"+w.name, func(t *testing.T) {
					d, oracle := settle(t, open(t), authority), settle(t, &bureau.Memory{}, authority)
					var march *report.Report
					refs := d.live(1, 5, func(month int, r *report.Report) *report.Report {
						if month == 3 {
							march = w.before(d, r)
						}
						return r
					})
					oracle.live(1, 5, func(month int, r *report.Report) *report.Report {
						if month == 3 {
							return w.right(oracle, r)
						}
						return r
					})
					d.accept(w.what(d, refs[3], march), "")
					got := d.standing()
					for label, want := range oracle.standing() {
						if diff := cmp.Diff(want, got[label]); diff != "" {
							t.Errorf("list %s: %s", label, diff)
						}
					}
					d.verified()
				})
			}
		}
	}
}

// A report that came late stands in its list as if it had come in time.
func TestLateReport(t *testing.T) {
	for authority := range forms {
		t.Run(authority, func(t *testing.T) {
			d, oracle := settle(t, &bureau.Memory{}, authority), settle(t, &bureau.Memory{}, authority)
			oracle.live(1, 4, nil)
			// In March the report came, was withheld, and the others went on.
			refs := d.live(1, 2, nil)
			d.on("2024-03-10T03:00:00Z")
			refs[3] = d.hand(d.event("Open 3", "2024-03-05"))
			ctx := context.Background()
			if err := d.Decide(ctx, refs[3], bureau.Withheld, "the fee"); err != nil {
				t.Fatal(err)
			}
			d.live(4, 4, nil)
			if err := d.Decide(ctx, refs[3], bureau.Admitted, "the fee was paid"); err != nil {
				t.Fatal(err)
			}
			var label string
			d.look(func(r bureau.Reader) error {
				found, err := d.Report(r, refs[3])
				label = found.Period
				return err
			})
			_, err := d.Close(ctx, label)
			refused(t, err, "period-behind")
			k := d.accept(bureau.Amendment{Kind: bureau.AddLate, Report: refs[3]}, "")
			if k.Label != label {
				t.Errorf("it went to %s, not to its own period %s", k.Label, label)
			}
			if diff := cmp.Diff(oracle.standing(), d.standing()); diff != "" {
				t.Error(diff)
			}
			d.verified()
			// Undone, it is as if it had never come.
			undo, err := d.Undo(ctx, k.Number, "", "it was of another year")
			if err == nil {
				_, err = d.Accept(ctx, undo.Number, "seen")
			}
			if err != nil {
				t.Fatal(err)
			}
			never := settle(t, &bureau.Memory{}, authority)
			never.live(1, 2, nil)
			never.live(4, 4, nil)
			now := d.standing()
			for list, want := range never.standing() {
				if diff := cmp.Diff(want, now[list]); diff != "" {
					t.Errorf("undone, list %s: %s", list, diff)
				}
			}
			d.verified()
		})
	}
}

// Whatever was corrected: once all of it is undone, the lists stand as before.
func TestUndo(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := settle(t, &bureau.Memory{}, "ncs")
		events := map[int]*report.Report{}
		refs := d.live(1, 4, func(month int, r *report.Report) *report.Report {
			events[month] = r
			return r
		})
		before, issued := d.standing(), d.issued()
		var done []string
		for range rapid.IntRange(1, 4).Draw(rt, "corrections") {
			month := rapid.IntRange(1, 4).Draw(rt, "month")
			what := bureau.Amendment{Kind: bureau.AmendRating, Player: d.id(rapid.IntRange(0, 15).Draw(rt, "player")), Type: rating.Standard, Rating: 1500, Label: fmt.Sprintf("2024-%02d", month+1)}
			switch rapid.IntRange(0, 3).Draw(rt, "kind") {
			case 0:
				what = wrongs[1].what(d, refs[month], nil)
			case 1:
				what = wrongs[2].what(d, refs[month], nil)
			case 2:
				game := rapid.IntRange(0, 48).Draw(rt, "game")
				what = result(refs[month], events[month], game, report.Result(rapid.IntRange(0, 2).Draw(rt, "result")))
			}
			k, err := d.Propose(context.Background(), bureau.Proposal{What: what, Reason: "a try"})
			if err != nil {
				continue // the report is withdrawn, or the player is in it
			}
			if _, err := d.Accept(context.Background(), k.Number, "seen"); err != nil {
				rt.Fatal(err)
			}
			done = append(done, k.Number)
		}
		slices.Reverse(done)
		for _, number := range done {
			k, err := d.Undo(context.Background(), number, "", "it was right")
			if err == nil {
				_, err = d.Accept(context.Background(), k.Number, "seen")
			}
			if err != nil {
				rt.Fatal(err)
			}
		}
		if diff := cmp.Diff(before, d.standing()); diff != "" {
			rt.Error(diff)
		}
		now := d.issued()
		for key, digest := range issued {
			if now[key] != digest {
				rt.Errorf("%s was changed", key)
			}
		}
		d.verified()
	})
}

// Reading J24's example: an inquiry of 15 September about the list of May.
func TestNinetyDays(t *testing.T) {
	d := settle(t, &bureau.Memory{}, "ncs")
	events := map[int]*report.Report{}
	refs := d.live(1, 8, func(month int, r *report.Report) *report.Report {
		events[month] = r
		return r
	})
	d.on("2024-09-20T03:00:00Z")
	q, err := d.Inquire(context.Background(), bureau.Inquiry{On: day("2024-09-15"), List: "2024-05", Player: d.id(2)}, bureau.Inquirer{Name: "Mori Kei"})
	if err != nil {
		t.Fatal(err)
	}
	k := d.accept(result(refs[4], events[4], 0, turned(events[4].Sections[0].Games[0].Result)), q.Number)
	got := map[string]string{}
	for _, list := range k.Impact {
		switch {
		case list.Reissue:
			got[list.Label] = "re-issued"
		case list.TooOld:
			got[list.Label] = "stands"
		}
	}
	want := map[string]string{"2024-05": "stands", "2024-06": "stands", "2024-07": "re-issued", "2024-08": "re-issued", "2024-09": "re-issued"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	issued := d.issued()
	for label, what := range want {
		if _, again := issued[label+"/2 C1"]; again != (what == "re-issued") {
			t.Errorf("list %s: a second revision is %v", label, again)
		}
	}
	// What is re-issued is the list as it stands now.
	d.look(func(r bureau.Reader) error {
		published, err := d.List(r, "2024-07", 0)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(d.standing()["2024-07"], ratingsOf(published)); diff != "" {
			t.Error(diff)
		}
		return nil
	})
	d.verified()
}

// The ninetieth day is inside, the ninety-first is not; it is the day in Tokyo
// that counts, and the later one of publication and coming into force.
func TestNinetyDaysCount(t *testing.T) {
	for _, c := range []struct {
		published, asked string
		want             bool
	}{
		{"2024-03-30T15:30:00Z", "2024-06-29", true}, // 90 days after 31 March in Tokyo
		{"2024-03-30T15:30:00Z", "2024-06-30", false},
		{"2024-02-25T03:00:00Z", "2024-05-30", true}, // 90 days after 1 March, when it came into force
		{"2024-02-25T03:00:00Z", "2024-05-31", false},
	} {
		d := settle(t, &bureau.Memory{}, "ncs")
		var march *report.Report
		refs := d.live(1, 1, func(_ int, r *report.Report) *report.Report {
			march = r
			return nil
		})
		d.on("2024-02-10T03:00:00Z")
		refs[2] = d.hand(march)
		d.on(c.published)
		d.publish("2024-03")
		d.on("2024-07-10T03:00:00Z")
		q, err := d.Inquire(context.Background(), bureau.Inquiry{On: day(c.asked)}, bureau.Inquirer{Name: "Mori Kei"})
		if err != nil {
			t.Fatal(err)
		}
		k := d.accept(result(refs[2], march, 0, turned(march.Sections[0].Games[0].Result)), q.Number)
		if got := k.Impact[0].Reissue; got != c.want {
			t.Errorf("published at %s, asked on %s: re-issued is %v", c.published, c.asked, got)
		}
	}
}

// An impact that was found out before another list or correction came into
// force is no longer true: the correction is refused.
func TestCorrectionOutdated(t *testing.T) {
	ctx := context.Background()
	d := settle(t, &bureau.Memory{}, "ncs")
	events := map[int]*report.Report{}
	keep := func(month int, r *report.Report) *report.Report {
		events[month] = r
		return r
	}
	refs := d.live(1, 2, keep)
	propose := func() string {
		k, err := d.Propose(ctx, bureau.Proposal{What: result(refs[1], events[1], 0, turned(events[1].Sections[0].Games[0].Result)), Reason: "the score sheet"})
		if err != nil {
			t.Fatal(err)
		}
		return k.Number
	}
	first, second := propose(), propose()
	refs3 := d.live(3, 3, keep)
	_, err := d.Accept(ctx, first, "seen")
	refused(t, err, "correction-outdated")
	if err := d.Reject(ctx, second, "proposed anew"); err != nil {
		t.Fatal(err)
	}
	_, err = d.Accept(ctx, second, "seen")
	refused(t, err, "correction-decided")

	third := propose()
	d.accept(result(refs3[3], events[3], 5, turned(events[3].Sections[0].Games[5].Result)), "")
	_, err = d.Accept(ctx, third, "seen")
	refused(t, err, "correction-outdated")
	d.verified()
}

// A draft that stands on what was corrected since is not published.
func TestDraftBehindCorrection(t *testing.T) {
	ctx := context.Background()
	d := settle(t, &bureau.Memory{}, "ncs")
	var january *report.Report
	refs := d.live(1, 1, func(_ int, r *report.Report) *report.Report {
		january = r
		return r
	})
	d.on("2024-02-10T03:00:00Z")
	d.hand(d.event("Open 2", "2024-02-05"))
	d.on("2024-02-25T03:00:00Z")
	if _, err := d.Close(ctx, "2024-03"); err != nil {
		t.Fatal(err)
	}
	d.accept(result(refs[1], january, 0, turned(january.Sections[0].Games[0].Result)), "")
	_, err := d.Publish(ctx, "2024-03")
	refused(t, err, "draft-outdated")
	d.publish("2024-03")
	d.verified()
}

// Promise 2: a published list never changes. A correction makes a new revision
// that names its cause.
func TestPromise2PublishedListNeverChanges(t *testing.T) {
	for authority := range forms {
		d := settle(t, &bureau.Memory{}, authority)
		events := map[int]*report.Report{}
		refs := d.live(1, 3, func(month int, r *report.Report) *report.Report {
			events[month] = r
			return r
		})
		before := d.issued()
		k := d.accept(result(refs[1], events[1], 0, turned(events[1].Sections[0].Games[0].Result)), "")
		after := d.issued()
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
			t.Errorf("%s: nothing was published anew", authority)
		}
	}
}

// Promise 3: any list can be made again out of the reports: the same bytes, on
// every store.
func TestPromise3ListsAreRecomputed(t *testing.T) {
	for authority := range forms {
		var first map[string]string
		for _, name := range slices.Sorted(maps.Keys(everyStore)) {
			d := settle(t, everyStore[name](t), authority)
			events := map[int]*report.Report{}
			refs := d.live(1, 3, func(month int, r *report.Report) *report.Report {
				events[month] = r
				return r
			})
			d.accept(result(refs[1], events[1], 0, turned(events[1].Sections[0].Games[0].Result)), "")
			d.accept(bureau.Amendment{Kind: bureau.AmendRating, Player: d.id(3), Type: rating.Standard, Rating: 1650}, "")
			d.accept(bureau.Amendment{Kind: bureau.Withdraw, Report: refs[2]}, "")
			d.verified()
			if first == nil {
				first = d.issued()
			}
			if diff := cmp.Diff(first, d.issued()); diff != "" {
				t.Errorf("%s on %s: %s", authority, name, diff)
			}
		}
	}
}

// Promise 4: every difference between two successive lists is explained by rows
// that add up.
func TestPromise4DifferencesAddUp(t *testing.T) {
	for authority := range forms {
		d := settle(t, &bureau.Memory{}, authority)
		events := map[int]*report.Report{}
		refs := d.live(1, 6, func(month int, r *report.Report) *report.Report {
			events[month] = r
			return r
		})
		d.on("2024-07-30T03:00:00Z")
		d.accept(result(refs[2], events[2], 0, turned(events[2].Sections[0].Games[0].Result)), "")
		d.accept(bureau.Amendment{Kind: bureau.AmendRating, Player: d.id(15), Type: rating.Standard, Rating: 1700}, "")
		d.accept(bureau.Amendment{Kind: bureau.Withdraw, Report: refs[4]}, "")
		d.look(func(r bureau.Reader) error {
			published, err := d.Published(r)
			corrected := 0
			for _, p := range published[1:] {
				for n := range people {
					corrected += d.addsUp(r, published, p, d.id(n))
				}
			}
			if corrected == 0 {
				t.Error("no correction is named")
			}
			return err
		})
	}
}

// addsUp follows the rows of a player's explanation from the list before to the
// new one, and gives how many corrections they name.
func (d *desk) addsUp(r bureau.Reader, published []*bureau.Publication, p *bureau.Publication, id string) (corrected int) {
	d.t.Helper()
	x, err := d.Explain(r, id, p.Label, p.Revision)
	if err != nil {
		d.t.Fatal(err)
	}
	list, err := d.List(r, p.Label, p.Revision)
	if err != nil {
		d.t.Fatal(err)
	}
	before := d.before(r, published, p)
	for _, e := range x.Ratings {
		at := before[id][e.Kind-1]
		for _, row := range e.Rows {
			if row.From != at {
				d.t.Errorf("%s/%d, %s %v: a row starts from %d, it was %d", p.Label, p.Revision, id, e.Kind, row.From, at)
			}
			if row.Cause != "" {
				corrected++
			} else {
				d.calculated(p, id, e, row)
			}
			at = row.To
		}
		if want := ratingsOf(list)[id][e.Kind-1]; at != want {
			d.t.Errorf("%s/%d, %s %v: the rows lead to %d, the list says %d", p.Label, p.Revision, id, e.Kind, at, want)
		}
	}
	return corrected
}

// before gives the ratings of the list before a publication: the newest
// revision that was out then.
func (d *desk) before(r bureau.Reader, published []*bureau.Publication, p *bureau.Publication) ratings {
	d.t.Helper()
	var labels []string
	for _, q := range published {
		if q.Revision == 1 {
			labels = append(labels, q.Label)
		}
	}
	label, revision := labels[slices.Index(labels, p.Label)-1], 0
	for _, q := range published {
		if q.Label == label && q.Seq < p.Seq {
			revision = q.Revision
		}
	}
	l, err := d.List(r, label, revision)
	if err != nil {
		d.t.Fatal(err)
	}
	return ratingsOf(l)
}

// calculated checks that a calculated row is what its steps lead to.
func (d *desk) calculated(p *bureau.Publication, id string, e bureau.Explained, row bureau.Row) {
	d.t.Helper()
	changed := row.From != row.To
	for _, s := range e.Steps {
		if s.What != regulation.Result && s.What != regulation.Conversion || s.Player == regulation.NoPlayer {
			continue
		}
		if s.From.Rated() && s.To.Rated() && s.From.Points()+s.Change != s.To.Points() {
			d.t.Errorf("%s/%d, %s: %d %v is not %d", p.Label, p.Revision, id, s.From, s.Change, s.To)
		}
		if s.To == row.To {
			changed = false
		}
	}
	if changed {
		d.t.Errorf("%s/%d, %s %v: no step leads from %d to %d", p.Label, p.Revision, id, e.Kind, row.From, row.To)
	}
}

// Who has complained stands in no log.
func TestInquirerStandsInNoLog(t *testing.T) {
	ctx := context.Background()
	d := settle(t, &bureau.Memory{}, "ncs")
	var january *report.Report
	refs := d.live(1, 1, func(_ int, r *report.Report) *report.Report {
		january = r
		return r
	})
	q, err := d.Inquire(ctx, bureau.Inquiry{List: "2024-02"}, bureau.Inquirer{Name: "Mori Kei", Contact: "kei@example.jp", Words: "My rating is wrong."})
	if err != nil {
		t.Fatal(err)
	}
	what := result(refs[1], january, 0, turned(january.Sections[0].Games[0].Result))
	_, err = d.Propose(ctx, bureau.Proposal{What: what, Inquiry: q.Number, Reason: "as MORI Kei says"})
	refused(t, err, "reason-names-inquirer")
	d.accept(what, q.Number)
	refused(t, d.CloseInquiry(ctx, q.Number, "written to kei@example.jp"), "reason-names-inquirer")
	if err := d.CloseInquiry(ctx, q.Number, "corrected by C1"); err != nil {
		t.Fatal(err)
	}
	d.look(func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			if kind == "inquirer" {
				continue
			}
			if err := r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				if strings.Contains(string(value), "Mori") || strings.Contains(string(value), "example.jp") {
					t.Errorf("%s %q names who has complained", kind, key)
				}
				return true, nil
			}); err != nil {
				return err
			}
		}
		return err
	})
}
