package closing_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/report"
)

// During the review of a draft, a player's birth is corrected, or an entry
// becomes known through the register. What is published agrees with the
// registers, or is refused as outdated, 5(1).
func TestRegistersChangeDuringAReview(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, change := range map[string]func(d *bureautest.Bureau){
		"birth": func(d *bureautest.Bureau) {
			d.Set(d.ID(5), "birth=2012-05-01")
		},
		"player": func(d *bureautest.Bureau) {
			_, err := register.Register(ctx, d.Bureau, register.Player{ID: d.ID(bureautest.People), Name: "Player NoQ", EnteredUnrated: true}, register.Person{}, "")
			d.Must(err)
		},
	} {
		var listed []map[string]bureautest.Ratings
		for _, before := range []bool{true, false} {
			d := bureautest.Sixteen(t, "ncs")
			d.On("2024-01-10T03:00:00Z")
			r := d.Event("Open 1", "2024-01-05")
			r.Sections[0].Players[4].ID, r.Sections[0].Players[4].Name = d.ID(bureautest.People), "Player NoQ"
			d.SendFrom(r, "club")
			d.On("2024-01-25T03:00:00Z")
			if before {
				change(d)
			}
			_, err := closing.Close(ctx, d.Bureau, "2024-02")
			d.Must(err)
			_, err = closing.Tick(ctx, d.Bureau, "2024-02", "all", "looked at")
			d.Must(err)
			if !before {
				change(d)
			}
			if _, err = closing.Publish(ctx, d.Bureau, "2024-02", ""); err != nil {
				d.Publish("2024-02") // made again
			}
			listed = append(listed, d.Standing())
		}
		if diff := cmp.Diff(listed[0], listed[1]); diff != "" {
			t.Errorf("%s: published is %d bytes otherwise", name, len(diff))
		}
	}
}

// The review counts what a draft changes, and asks about what looks doubtful;
// until each question is answered nothing is published.
func TestReview(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	open := d.Event("Open", "2024-02-05")
	for i := range open.Sections[0].Games { // the lowest-rated wins all games and loses nothing
		g := &open.Sections[0].Games[i]
		g.Date = open.End
		switch {
		case g.White == 12:
			g.Result = report.WhiteWon
		case g.Black == 12:
			g.Result = report.BlackWon
		}
	}
	open.Start = open.End
	d.Submit(open)
	other := d.Event("Other Open", "2024-02-05")
	other.Start = other.End
	for i := range other.Sections[0].Games {
		other.Sections[0].Games[i].Date = other.End
	}
	s := intake.Submission{File: "other", Data: []byte("other"), Parsed: other, From: "club"}
	receipt, err := intake.Submit(ctx, d.Bureau, s)
	if err != nil || !bureautest.Finds(receipt.Findings, "games-twice") { // the finding is intended
		t.Fatal(receipt, err)
	}
	d.Must(desk.Answer(ctx, d.Bureau, receipt.Report.Ref, "two events", "", desk.Reply{Question: "games-twice", Count: true}))
	d.Set(d.ID(1), "birth=2020-01-01")
	d.On("2024-02-25T03:00:00Z")
	run, err := closing.Close(ctx, d.Bureau, "2024-03")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]int{}
	d.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(d.Bureau, r, "2024-03")
		for _, c := range v.Checks {
			asked[c.Finding.ID]++
		}
		k := v.Kinds[0]
		sum := 0
		for _, b := range k.Buckets {
			sum += b.Players
		}
		if k.Created != 3 || k.Unchanged < 1 || sum != k.Changed || k.Created+k.Unchanged+k.Changed != bureautest.People || v.Run != run.ID {
			t.Errorf("%+v", k)
		}
		for _, c := range v.Checks {
			if who := c.Finding.Value("player"); !strings.Contains(who, " Player No") {
				t.Errorf("%s names nobody: %q", c.Key, who)
			}
		}
		for i := 1; i < len(k.Movers); i++ {
			if !strings.HasPrefix(k.Movers[i].Name, "Player No") {
				t.Errorf("%+v has no name", k.Movers[i])
			}
			if size(k.Movers[i-1]) < size(k.Movers[i]) {
				t.Errorf("the biggest mover is not the first: %v", k.Movers)
			}
		}
		return err
	})
	for _, id := range []string{"games-a-day", "two-events-a-day", "big-change", "performance-off", "age-unlikely"} {
		if asked[id] == 0 {
			t.Errorf("nothing is asked of %s: %v", id, asked)
		}
	}
	_, err = closing.Publish(ctx, d.Bureau, "2024-03", "")
	bureautest.Refused(t, err, "review-open")
	_, err = closing.Tick(ctx, d.Bureau, "2024-03", "big-change", "")
	bureautest.Refused(t, err, "reason-needed")
	_, err = closing.Tick(ctx, d.Bureau, "2024-03", "no-such", "looked at")
	bureautest.Refused(t, err, "no-check")
	if n, err := closing.Tick(ctx, d.Bureau, "2024-03", "big-change", "looked at"); len(n) != asked["big-change"] || err != nil {
		t.Errorf("%d ticked, %v", len(n), err)
	}
	_, err = closing.Publish(ctx, d.Bureau, "2024-03", "")
	bureautest.Refused(t, err, "review-open")
	if _, err := closing.Tick(ctx, d.Bureau, "2024-03", "all", "looked at"); err != nil {
		t.Fatal(err)
	}
	if _, err := closing.Publish(ctx, d.Bureau, "2024-03", "the players travel"); err != nil {
		t.Error(err)
	}
}

func size(m closing.Mover) int { return max(int(m.To)-int(m.From), int(m.From)-int(m.To)) }

// The review asks about a K that increased.
func TestReviewOfK(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 1, nil)
	d.Set(d.ID(5), "birth=2010-01-01")
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open 2", "2024-02-05"))
	d.On("2024-02-25T03:00:00Z")
	if _, err := closing.Close(ctx, d.Bureau, "2024-03"); err != nil {
		t.Fatal(err)
	}
	d.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(d.Bureau, r, "2024-03")
		for _, c := range v.Checks {
			if c.Key == "k-jump:"+d.ID(5)+":standard" {
				return err
			}
		}
		t.Errorf("nothing is asked of the K: %v", v.Checks)
		return err
	})
}

// The review names an announced event without a report.
func TestReviewNamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-01-22T03:00:00Z")
	for _, name := range []string{"Open", "Lost Open"} {
		_, _, err := events.Announce(ctx, d.Bureau, check.Announcement{
			Name: name, Club: "Minato Chess Club", Days: civil.Range{From: bureautest.Day("2024-02-04"), To: bureautest.Day("2024-02-05")}, Rounds: 7,
			TimeControl: []report.TimeControl{"5400+30"},
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open", "2024-02-05"))
	d.On("2024-02-25T03:00:00Z")
	if _, err := closing.Close(ctx, d.Bureau, "2024-03"); err != nil {
		t.Fatal(err)
	}
	d.Look(func(r bureau.Reader) error {
		v, err := closing.ReviewOf(d.Bureau, r, "2024-03")
		if len(v.Missing) != 1 || !strings.HasSuffix(v.Missing[0], "Lost Open") {
			t.Errorf("missing is %v", v.Missing)
		}
		return err
	})
}

// What has come since a draft is found without the list that it starts from, as long as the registers
// say the same of its players.
func TestSinceDraftReadsNoList(t *testing.T) {
	t.Parallel()
	counting := &bureautest.Counting{Store: &memory.Store{}, Read: map[string]int{}}
	d := bureautest.SixteenOn(t, counting, "ncs")
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open", "2024-02-05"))
	d.On("2024-02-25T03:00:00Z")
	d.Must(d.Close("2024-03"))
	for _, changed := range []bool{false, true} {
		counting.Read = map[string]int{}
		if since := d.SinceDraft("2024-03"); since.None() == changed || (counting.Read[lists.StateKind] > 0) != changed {
			t.Errorf("changed %v: %+v, %d pieces of the list are read", changed, since, counting.Read[lists.StateKind])
		}
		d.Set(d.ID(7), "birth=2012-05-17")
	}
}
