package intake_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/mistake"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
)

// told returns the sorted games in a report between known players.
func told(r *report.Report, waits []check.Question) []string {
	var games []string
	for i := range r.Sections {
		s := &r.Sections[i]
		strange := func(start int) bool {
			return slices.ContainsFunc(waits, func(w check.Question) bool { return w.What == "player" && w.Section == s.Name && w.Start == start })
		}
		for _, g := range s.Games {
			if !strange(g.White) && !strange(g.Black) {
				games = append(games, fmt.Sprint(s.Name, " ", g.Round, " ", g.White, " ", g.Black, " ", g.Result))
			}
		}
	}
	slices.Sort(games)
	return games
}

// However an event is reported, in stages, twice or renumbered, it is one
// event, and its record has each game of the newest stage once.
func TestNoGameTwice(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		dice := rand.New(rand.NewPCG(1, 2))
		for _, r := range f.Events(f.On, f.On+28, synth.Volume{Reports: 12}) {
			d.Now = time.Date(2023, 12, 22, 0, 0, 0, 0, time.UTC)
			ref, rounds := "", 0
			for i := range r.Sections {
				rounds = max(rounds, r.Sections[i].PlannedRounds())
			}
			records := map[int][]byte{}
			for k := 1; k <= rounds; k += 1 + dice.IntN(3) {
				stage := specimen.Stage(r, k)
				if dice.IntN(2) == 0 {
					stage = synth.Renumbered(dice.Uint64(), stage)
				}
				receipt := d.Send(stage)
				if ref = cmp.Or(ref, receipt.Report.Ref); receipt.Report.Ref != ref {
					t.Fatalf("%s is taken for another event in round %d", r.Name, k)
				}
				if again := d.Send(stage); !again.Known || again.Report.Ref != ref {
					t.Fatalf("%s is taken twice", r.Name)
				}
				games, kept := d.Recorded(ref)
				if want := told(stage, kept.Open()); !slices.Equal(games, want) {
					t.Fatalf("%s, round %d: the record has\n%q\nthe newest file\n%q\n%+v", r.Name, k, games, want, receipt.Findings)
				}
				sameRecords(d, t, ref, records)
			}
		}
	})
}

// sameRecords checks that no record of a report has changed since the last
// call.
func sameRecords(d *bureautest.Bureau, tb testing.TB, ref string, records map[int][]byte) {
	tb.Helper()
	err := d.View(context.Background(), func(rd bureau.Reader, _ *bureau.Settings) error {
		r, err := intake.Find(rd, ref)
		if err != nil {
			return err
		}
		for n := 1; n <= len(r.Revisions); n++ {
			data, err := bureautest.RecordAt(rd, ref, n)
			if err != nil {
				return err
			}
			if before := records[n]; before != nil && !bytes.Equal(before, data) {
				tb.Errorf("the record of revision %d of %s has changed", n, ref)
			}
			records[n] = data
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// Unreadable or inconsistent files are returned with their findings; their
// bytes are kept.
func TestBadInputIsReturned(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		twice := bureautest.Event(f, "Twice", "", 0, 1)
		twice.Sections[0].Games = append(twice.Sections[0].Games, report.Game{Round: 1, White: 1, Black: 99})
		var text bytes.Buffer
		if err := json.Write(&text, twice); err != nil {
			t.Fatal(err)
		}
		for i, data := range [][]byte{
			text.Bytes(), {}, []byte("<html><body>Log in</body></html>"), []byte("PK\x03\x04\x00\x00"), {0, 1, 2, 0xFE}, []byte(`{"schema": "arpad.report/1"`),
		} {
			receipt := d.SendBytes(data)
			r := receipt.Report
			if i > 0 { // unreadable
				if r != nil || len(receipt.Findings) == 0 {
					t.Errorf("%q: %+v %v", data, r, receipt.Findings)
				}
				continue
			}
			if want := fmt.Sprintf("2023-12-%04d", i+1); r.Ref != want || r.State != check.Returned || r.Current != 0 || len(receipt.Findings) == 0 {
				t.Fatalf("%q: %+v %v", data, r, receipt.Findings)
			}
			var refused *finding.Refused
			if err := desk.Decide(context.Background(), d.Bureau, r.Ref, check.Admitted, "please"); !errors.As(err, &refused) || refused.ID != "report-without-record" {
				t.Fatal(err)
			}
			err := d.View(context.Background(), func(rd bureau.Reader, _ *bureau.Settings) error {
				kept, err := intake.Bytes(rd, r, 0, false)
				if !bytes.Equal(kept, data) {
					t.Errorf("%q is kept as %q", data, kept)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A change of the registers takes effect at closing: affected reports are
// rechecked and get a new record; existing records never change.
func TestReportsAreRecheckedAtClosing(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = ""
		ref := d.Send(r).Report.Ref
		games, kept := d.Recorded(ref)
		if kept.State != check.Waiting || len(games) != 1 {
			t.Fatalf("%+v %q", kept, games)
		}
		records := map[int][]byte{}
		sameRecords(d, t, ref, records)
		if err := desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID); err != nil {
			t.Fatal(err)
		}
		games, kept = d.Recorded(ref)
		if kept.State != check.Admitted || len(games) != 2 || kept.Current != 2 {
			t.Fatalf("%+v %q", kept, games)
		}
		sameRecords(d, t, ref, records)
		d.Now = time.Date(2024, 1, 21, 0, 0, 0, 0, time.UTC)
		for range 2 {
			if _, err := closing.Close(ctx, d.Bureau, kept.Period); err != nil {
				t.Fatal(err)
			}
		}
		if _, again := d.Recorded(ref); again.Current != 2 || len(again.Revisions) != 2 {
			t.Fatalf("%+v", again)
		}
		// An officer's correction makes the draft outdated, and survives a
		// recheck.
		drawn := report.Drawn
		if err := desk.Adjust(ctx, d.Bureau, ref, "scoresheet", check.Adjustment{Round: 1, White: 1, Black: 2, Result: &drawn}); err != nil {
			t.Fatal(err)
		}
		if _, err := closing.Publish(ctx, d.Bureau, kept.Period, ""); err == nil {
			t.Fatal("an outdated draft is published")
		}
		if err := desk.Check(ctx, d.Bureau, ref); err != nil {
			t.Fatal(err)
		}
		sameRecords(d, t, ref, records)
		if games, kept = d.Recorded(ref); games[0] != " 1 1 2 1/2-1/2" || kept.Current != 3 || len(kept.Revisions) != 3 {
			t.Errorf("%q %+v", games, kept)
		}
	})
}

// Events of two clubs with the same name on the same day are two events.
func TestTwoClubsOneName(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		here, there := bureautest.Event(f, "Meeting", "", 0, 1), bureautest.Event(f, "Meeting", "", 2, 3)
		there.Organizer = f.Clubs[1].Name
		first, second := d.Send(here), d.Send(there)
		if first.Report.Ref == second.Report.Ref {
			t.Fatal("they are taken for one")
		}
		for _, r := range []*report.Report{here, there} {
			r.City = "Minato"
		}
		if a, b := d.Send(here), d.Send(there); a.Report.Ref != first.Report.Ref || b.Report.Ref != second.Report.Ref {
			t.Error("they are confused later on")
		}
	})
}

// Each common mistake is reported to the sender, and a report with a severe one
// is not admitted.
func TestMistakesAreReported(t *testing.T) {
	t.Parallel()
	f := synth.New(5, synth.Size{Players: 400, Clubs: 4})
	held := f.Events(f.On, f.On+182, synth.Volume{Reports: 160})
	before := bureautest.JapanOf(t, &memory.Store{}, f, nil)
	called := map[string]string{"name-mismatch": "entry-contradicts", "id-unknown": "player-unknown", "player-without-id": "player-unknown", "event-repeated": "", "two-opponents": "games-differ", "received-before-end": "event-running"}
	for _, m := range mistake.All() {
		planted, ok := mistake.Planted{}, false
		var right *report.Report
		for i := 0; i < len(held) && !ok; i++ {
			right = held[i]
			planted, ok = mistake.Plant(f, 1, m, right)
			ok = ok && planted.Report.ReceivedOn() >= f.On
		}
		if !ok {
			t.Errorf("no report has an occasion for %s", m)
			continue
		}
		d := before.Clone(t)
		year, month, day := planted.Report.ReceivedOn().Split()
		d.Now = time.Date(year, month, day, 3, 0, 0, 0, time.UTC)
		ref := ""
		if m == mistake.Repeated {
			ref = d.Send(right).Report.Ref
		}
		receipt := d.Send(planted.Report)
		want := planted.Finding
		if other, ok := called[want]; ok {
			want = other
		}
		if want != "" && !bureautest.Finds(receipt.Findings, want) {
			t.Errorf("%s: %s is not told: %v", m, want, receipt.Findings)
		}
		if ref != "" && receipt.Report.Ref != ref {
			t.Errorf("%s: it is taken for another event", m)
		}
		if m != mistake.Repeated && m != synth.Late && m != synth.Lapsed && m != mistake.DatesReversed {
			if cured := d.Send(right); cured.Report.Ref != receipt.Report.Ref || bureautest.Finds(cured.Findings, "games-gone") {
				t.Errorf("%s: the right report after it: %+v %v", m, cured.Report, cured.Findings)
			}
		}
		refuses := slices.ContainsFunc(receipt.Findings, func(f finding.Finding) bool { return f.Refuses })
		if len(planted.Report.Sections) == 1 && refuses != (receipt.Report.State == check.Returned) {
			t.Errorf("%s: it is %s", m, receipt.Report.State)
		}
	}
}

// What comes of an event after its list is of its report, also under other names of sections, and
// another part of it. The list stays as it is.
func TestRatedEventIsNotRatedAgain(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		a := d.Send(bureautest.Event(f, "Open", "A", 0, 1, 2, 3)).Report
		d.Now = d.Now.AddDate(0, 1, 1)

		d.Publish(a.Period)
		again, slip := bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		slip.Sections[0].Players[3].StartNumber = 3 // half of the games have no players
		for _, c := range []struct {
			*report.Report
			behind bool
		}{{again, false}, {slip, true}, {bureautest.Event(f, "Open", "B", 4, 5, 6, 7), true}} {
			r := d.Send(c.Report).Report
			if r.Ref != a.Ref || r.State != check.Rated || r.Current != a.Current || r.Behind != c.behind {
				t.Errorf("%+v", r)
			}
		}
	})
}

// An early stage received after a later one, with another name of the section,
// is not another part of the event: no game counts twice.
func TestEarlierStageComesLater(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		d.Send(bureautest.Event(f, "Open", "A", 0, 1, 2, 3, 4, 5, 6, 7))
		early := bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5, 6, 7)
		early.Sections[0].Games = early.Sections[0].Games[:1]
		receipt := d.Send(early)
		if receipt.Report.State != check.Withheld || !bureautest.Finds(receipt.Findings, "games-missing") || receipt.Report.Games != 4 || receipt.Report.Counting != 1 {
			t.Errorf("%+v %v", receipt.Report, receipt.Findings)
		}
	})
}
