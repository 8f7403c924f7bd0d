package desk_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/draw"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

func TestMain(m *testing.M) {
	draw.Cases(soak.Of(30, 100))
	os.Exit(m.Run())
}

// handIn submits a report, in whatever state it will be.
func handIn(d *bureautest.Bureau, r *report.Report) {
	d.T.Helper()
	_, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: r.Name, Data: []byte(r.Name), Parsed: r})
	d.Must(err)
}

// A merge and its reversal restore everything except the revisions of the
// reports, whose entries are the old player's again. The keys are consistent
// throughout.
func TestMergeThenUnmergeRestores(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "ncs")
	ito := d.Enter("name=Ito Shinichi", "birth=1990-03-12", "fide_id=90000001")
	double := d.Enter("name=Itoh Sinichi", "birth=1990-03-21", "name_local=伊藤 新一")
	rival := d.Enter("name=Kato Mei")
	if _, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: double, Days: civil.Range{From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}}, ""); err != nil {
		t.Fatal(err)
	}
	handIn(d, bureautest.Meeting("Club evening", civil.Of(2024, 1, 30), double, rival))
	before := d.Documents()
	m, err := desk.MergePlayers(ctx, d.Bureau, double, ito, "one person")
	if err != nil || len(m.Moved) != 1 {
		t.Fatal(m, err)
	}
	d.Sound()
	d.Look(func(r bureau.Reader) error {
		if p, err := register.Find(r, double); err != nil || p.ID != ito || !slices.Contains(p.Merged, double) {
			t.Error(p, err)
		}
		search, err := finder.New(r)
		if err != nil {
			return err
		}
		for _, text := range []string{double, "伊藤", "itoh", "90000001"} {
			if found, err := search.Find(r, text, 5); err != nil || len(found.Players) != 1 || found.Players[0].ID != ito {
				t.Errorf("%s finds %v, %v", text, found, err)
			}
		}
		if all, err := register.MembershipsOf(r, ito, civil.Of(2024, 5, 1)); err != nil || len(all) != 1 {
			t.Error("the membership does not count:", all, err)
		}
		return nil
	})
	if _, err := desk.MergePlayers(ctx, d.Bureau, double, rival, "again"); bureautest.Refusal(err) != "player-merged" {
		t.Error(err)
	}
	if rated, err := desk.UnmergePlayers(ctx, d.Bureau, double, "two persons after all"); err != nil || len(rated) > 0 {
		t.Fatal(rated, err)
	}
	d.Sound()
	after := d.Documents()
	for key, data := range before {
		if now := after[key]; now != data && !strings.HasPrefix(key, "report ") {
			t.Errorf("%s was %s and is %s", key, data, now)
		}
	}
	d.Look(func(r bureau.Reader) error {
		first, err := r.Get("record", "2024-02-0001/0001")
		if err != nil {
			return err
		}
		last, err := r.Get("record", "2024-02-0001/0003")
		if err == nil && !bytes.Equal(first, last) {
			t.Error("the entries are not as they were")
		}
		return err
	})
	if _, err := desk.UnmergePlayers(ctx, d.Bureau, double, "twice"); bureautest.Refusal(err) != "no-merge" {
		t.Error(err)
	}
}

// A first rating that an officer gave stays with the person: it moves with a merge, and back (Reading N13).
func TestFirstRatingFollowsAMerge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "nscl")
	double, cal := d.Enter("name=Cobb Cal"), d.Enter("name=Cobb Calvin")
	if _, err := desk.GiveFirst(ctx, d.Bureau, double, 600, "third year of school chess"); err != nil {
		t.Fatal(err)
	}
	given := func() (numbers []uint32) {
		d.Look(func(r bureau.Reader) error {
			return lists.FirstRatings.Scan(r, "", "", func(key string, f *lists.FirstRating) (bool, error) {
				if key != lists.NumberKey(f.Player) {
					t.Error(key, f)
				}
				numbers = append(numbers, f.Player)
				return true, nil
			})
		})
		return numbers
	}
	if _, err := desk.MergePlayers(ctx, d.Bureau, double, cal, "one person"); err != nil {
		t.Fatal(err)
	}
	if ids := given(); !slices.Equal(ids, []uint32{1}) {
		t.Errorf("the first rating is that of %v", ids)
	}
	if _, err := desk.UnmergePlayers(ctx, d.Bureau, double, "two persons after all"); err != nil {
		t.Fatal(err)
	}
	if ids := given(); !slices.Equal(ids, []uint32{0}) {
		t.Errorf("the first rating is that of %v", ids)
	}
}

// Merges in any order, reversed in any order, restore the players and their
// keys.
func TestMergesAreReversible(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		ctx := context.Background()
		d := bureautest.Empty(t, "nscl")
		var ids []string
		for i := range 6 {
			ids = append(ids, d.Enter(fmt.Sprintf("name=Doe Player%d", i)))
		}
		before := d.Documents()
		var merged []string
		for range rapid.IntRange(1, 8).Draw(rt, "merges") {
			old, into := rapid.SampledFrom(ids).Draw(rt, "old"), rapid.SampledFrom(ids).Draw(rt, "into")
			if _, err := desk.MergePlayers(ctx, d.Bureau, old, into, "test"); err == nil {
				merged = append(merged, old)
			} else if id := bureautest.Refusal(err); id != "player-merged" && id != "merge-of-one" {
				rt.Fatal(err)
			}
			d.Sound()
		}
		for _, old := range rapid.Permutation(merged).Draw(rt, "back") {
			if _, err := desk.UnmergePlayers(ctx, d.Bureau, old, "test"); err != nil {
				rt.Fatal(err)
			}
			d.Sound()
		}
		if !maps.Equal(d.Documents(), before) {
			rt.Fatal("something is left over")
		}
	})
}

// Players who met are not merged, nor is a player with a standing in a list.
func TestMergeIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	players := []roster.Player{{ID: "N00000001", Name: "Aoki Ren"}, {ID: "N00000002", Name: "Aoki Len"}, {ID: "N00000003", Name: "Baba Mio"}}
	list := &roster.List{Standings: make([]roster.Standing, 3)}
	list.Standings[0].Of(rating.Standard).Rating = 1500
	d := bureautest.With(t, "ncs", players, list)
	handIn(d, bureautest.Meeting("Winter Cup", civil.Of(2024, 1, 30), "N00000002", "N00000003"))
	for _, test := range []struct{ old, into, reason, refused string }{
		{"N00000002", "N00000003", "same", "merge-of-two"},
		{"N00000003", "N00000002", "same", "merge-of-two"},
		{"N00000001", "N00000002", "same", "merge-of-rated"},
		{"N00000001", "N00000001", "same", "merge-of-one"},
		{"N00000009", "N00000001", "same", "unknown-player"},
		{"N00000002", "N00000001", "", "reason-needed"},
		{"N00000002", "N00000001", "same", "<nil>"},
	} {
		if _, err := desk.MergePlayers(ctx, d.Bureau, test.old, test.into, test.reason); bureautest.Refusal(err) != test.refused {
			t.Errorf("%s into %s: %v, want %s", test.old, test.into, err, test.refused)
		}
	}
}

// A draft made before a merge moved its entries is not published, but must be
// made again.
func TestDraftIsBehindAMerge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "ncs")
	one, double, rival := d.Enter("name=Ito Rin"), d.Enter("name=Itoh Rin"), d.Enter("name=Kato Mei")
	handIn(d, bureautest.Meeting("Club evening", civil.Of(2024, 1, 30), double, rival))
	d.Clock = func() time.Time { return time.Date(2024, 2, 21, 0, 0, 0, 0, time.UTC) }
	if _, err := closing.Close(ctx, d.Bureau, "2024-03"); err != nil {
		t.Fatal(err)
	}
	if _, err := desk.MergePlayers(ctx, d.Bureau, double, one, "one person"); err != nil {
		t.Fatal(err)
	}
	if _, err := closing.Publish(ctx, d.Bureau, "2024-03", ""); bureautest.Refusal(err) != "draft-reports" {
		t.Error(err)
	}
	run, err := closing.Close(ctx, d.Bureau, "2024-03")
	if err != nil || run.Records[0].Revision != 2 {
		t.Fatal(run, err)
	}
	if _, err := closing.Publish(ctx, d.Bureau, "2024-03", "the players travel"); err != nil {
		t.Fatal(err)
	}
	if _, err := desk.MergePlayers(ctx, d.Bureau, one, rival, "wrong"); bureautest.Refusal(err) != "merge-of-two" {
		t.Error(err)
	}
	if rated, err := desk.UnmergePlayers(ctx, d.Bureau, double, "two"); err != nil || len(rated) != 1 {
		t.Error(rated, err)
	}
	d.Sound()
	if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
}
