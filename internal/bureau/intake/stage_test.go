package intake_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Two clubs call their events alike: the key of the event stays with the first report, also
// when it is derived again.
func TestKeyOfAnEventIsThatOfTheFirstClub(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	first, second := bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "", 4, 5, 6, 7)
	second.Organizer = f.Clubs[1].Name
	one, other := d.Send(first).Report.Ref, d.Send(second).Report.Ref
	if one == other {
		t.Fatal("they are one report")
	}
	d.Verified()
}

// Two files with different sections of an event are combined; an officer
// confirms what a newer file omits.
func TestPartsOfAnEvent(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		a := d.Send(bureautest.Event(f, "Open", "A", 0, 1, 2, 3))
		b := d.Send(bureautest.Event(f, "Open", "B", 4, 5))
		if a.Report.Ref != b.Report.Ref || b.Report.State != check.Admitted || !slices.Equal(b.Report.Section, []string{"A", "B"}) {
			t.Fatalf("%+v", b.Report)
		}
		again := d.Replace(bureautest.Event(f, "Open", "A", 0, 1, 2, 3, 6, 7)) // never in the same file as B
		if again.Report.State != check.Admitted || again.Report.Games != 4 {
			t.Fatalf("%+v %v", again.Report, again.Findings)
		}
		short := d.Send(bureautest.Event(f, "Open", "A", 0, 1)) // without the games of a round that it has
		if short.Report.State != check.Withheld || !bureautest.Finds(short.Findings, "games-missing") || short.Report.Games != 4 || short.Report.Counting != 2 {
			t.Fatalf("%+v %v", short.Report, short.Findings)
		}
		corrected := bureautest.Event(f, "Open", "A", 0, 1, 2, 3)
		corrected.City = "Minato"
		if short = d.Replace(corrected); short.Report.State != check.Admitted || short.Report.Games != 3 || short.Report.Counting != 3 {
			t.Fatalf("%+v %v", short.Report, short.Findings)
		}
		// The same games with another name of the section are the same section.
		if receipt := d.Send(bureautest.Event(f, "Open", "Main", 0, 1, 2, 3)); receipt.Report.State != check.Admitted || receipt.Report.Games != 3 || receipt.Report.Ref != a.Report.Ref {
			t.Fatalf("%+v", receipt.Report)
		}
	})
}

// Groups of an event exported without names are parts of it, too, and each
// continues in its own later stages.
func TestPartsWithoutAName(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		second := d.Send(bureautest.Event(f, "Open", "", 4, 5))
		if second.Report.Ref != ref || second.Report.State != check.Withheld || !bureautest.Finds(second.Findings, "section-renamed") || second.Report.Games != 3 {
			t.Fatalf("%+v %v", second.Report, second.Findings)
		}
		if err := desk.Decide(ctx, d.Bureau, ref, check.Admitted, "two groups"); err != nil {
			t.Fatal(err)
		}
		for _, stage := range []*report.Report{bureautest.Event(f, "Open", "", 4, 5, 6, 7), bureautest.Event(f, "Open", "", 0, 1, 2, 3, 8, 9)} {
			d.Replace(stage)
		}
		games, r := d.Recorded(ref)
		if want := []string{" 1 1 2 1-0", " 1 3 4 1-0", " 1 5 6 1-0", "2 1 1 2 1-0", "2 1 3 4 1-0"}; !slices.Equal(games, want) {
			t.Errorf("%q %v", games, r.Section)
		}
	})
}

// While a newer file cannot be rated, officers' matches stay with the earlier
// file, and that file stays admitted.
func TestMatchesStayWithTheirFile(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = ""
		kept := d.Send(r).Report
		if err := desk.Match(ctx, d.Bureau, kept.Ref, "", 4, f.People[3].ID); err != nil {
			t.Fatal(err)
		}
		want, _ := d.Recorded(kept.Ref)
		broken := bureautest.Event(f, "Open", "", 3, 2, 1, 0)
		broken.Sections[0].Players[0].ID = ""
		broken.Sections[0].Games[0].Black = 9
		if receipt := d.Send(broken); receipt.Report.State != check.Admitted {
			t.Fatalf("%+v", receipt)
		}
		if err := desk.SetAside(ctx, d.Bureau, kept.Ref, 3, "by the first file"); err != nil {
			t.Fatal(err)
		}
		games, kept := d.Recorded(kept.Ref)
		if !slices.Equal(games, want) || len(kept.Open()) > 0 {
			t.Errorf("%q, want %q: %+v", games, want, kept)
		}
		// A file that can be rated takes over the matches.
		right := bureautest.Event(f, "Open", "", 3, 2, 1, 0)
		right.Sections[0].Players[0].ID = ""
		if receipt := d.Replace(right); receipt.Report.State != check.Admitted || matchOf(receipt.Report).Start != 1 {
			t.Errorf("%+v", receipt.Report)
		}
	})
}

// Two groups with the same players in the same order, one of them rapid, are
// not treated as one without an officer's decision.
func TestGroupsOfTheSamePlayersStaySeparate(t *testing.T) {
	t.Parallel()
	for _, names := range [][2]string{{"Standard", "Rapid"}, {"", ""}} {
		d, f := bureautest.Japan(t, nil)
		for n, kind := range []rating.Kind{rating.Standard, rating.Rapid} {
			r := bureautest.Event(f, "Festival", names[n], 0, 1, 2, 3)
			r.Sections[0].Type = kind
			for i := range r.Sections[0].Games {
				r.Sections[0].Games[i].Result = report.Result(n)
			}
			receipt := d.Send(r)
			if n == 1 && (receipt.Report.State != check.Withheld || !bureautest.Finds(receipt.Findings, "sections-alike")) {
				t.Errorf("%q: %s, %v", names, receipt.Report.State, receipt.Findings)
			}
		}
	}
}

// The last file of a report cannot be set aside.
func TestLastFileIsNotSetAside(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
	d.Send(bureautest.Event(f, "Open", "B", 4, 5))
	d.Must(desk.SetAside(ctx, d.Bureau, ref, 1, "the wrong event"))
	bureautest.Refused(t, desk.SetAside(ctx, d.Bureau, ref, 2, "the wrong event"), "file-is-last")
	if games, _ := d.Recorded(ref); len(games) != 1 {
		t.Errorf("%q", games)
	}
}

// A repaired file with the same name continues the returned report and replaces
// the broken file, even if that did not reveal its event.
func TestRepairedFile(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	broken := bureautest.Event(f, "Opne", "", 0, 1, 2, 3)
	broken.Sections[0].Games[0].Black = 9
	first := d.Send(broken)
	if first.Report.State != check.Returned {
		t.Fatalf("it is %s", first.Report.State)
	}
	again := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3))
	if again.Report.Ref != first.Report.Ref || again.Report.State != check.Admitted || again.Report.Event != "Open" || again.Report.Games != 2 {
		t.Errorf("%s is %s, with %d games", again.Report.Ref, again.Report.State, again.Report.Games)
	}
	if other := d.Send(bureautest.Event(f, "Another", "", 4, 5)).Report; other.Ref == first.Report.Ref {
		t.Error("another event is taken for it")
	}
}

// An officer's match lapses when the file with the entry is replaced by one
// without it: it does not pass to whoever has its number then.
func TestDecisionsLapseWithTheirEntry(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
	drawn := report.Drawn
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "the score sheet", check.Adjustment{Round: 1, White: 3, Black: 4, Result: &drawn}))
	receipt := d.Replace(bureautest.Event(f, "Open", "", 0, 1, 8, 9)) // others have the numbers 3 and 4
	if games, _ := d.Recorded(ref); !slices.Equal(games, []string{" 1 1 2 1-0", " 1 3 4 1-0"}) || !bureautest.Finds(receipt.Findings, "adjustment-lapsed") {
		t.Errorf("%q %v", games, receipt.Findings)
	}
}

// An officer's match follows its entry into a section with another name.
func TestPlayerFollowsItsEntryIntoAnotherSection(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	ref := d.Send(bureautest.Event(f, "Open", "A", 0, 1, 2, 3)).Report.Ref
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "the score sheet", check.Adjustment{Section: "A", Start: 3, Player: f.People[9].ID}))
	d.Replace(bureautest.Event(f, "Open", "Main", 0, 1, 2, 3))
	d.Look(func(rd bureau.Reader) error {
		r, err := intake.Find(rd, ref)
		d.Must(err)
		e, err := view.FindEvent(rd, ref)
		d.Must(err)
		who := ""
		for _, entry := range e.Batch.Sections[0].Entries {
			if entry.Start == 3 {
				who, _ = e.Names(entry.Player)
			}
		}
		if who != f.People[9].ID || len(r.Section) != 1 || r.Section[0] != "Main" {
			t.Errorf("in %q player 3 is %s, not %s; %v", r.Section, who, f.People[9].ID, r.Open())
		}
		return nil
	})
}

// Two clubs hold events of one name and day. When the first one's gets another name, the
// other's is found by the name alone, as it is when the keys are derived anew.
func TestEventKeysOfTwoClubs(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	send := func(name, club, ref string, replaces bool) *check.Case {
		r := d.Event(name, "2024-01-05")
		r.Organizer = club
		r.Sections[0].Games[0].Result = report.Result(len(club) % 3)
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: name + club, Data: []byte(name + club), Parsed: r, From: "club", Ref: ref, Replaces: replaces})
		d.Must(err)
		return receipt.Report
	}
	sound := func(when string) {
		t.Helper()
		found, err := care.Examine(context.Background(), d.Bureau)
		d.Must(err)
		for _, f := range found {
			if f.ID == "derived-disagrees" {
				t.Errorf("%s: %v", when, f)
			}
		}
	}
	first := send("Open", "Minato Chess Club", "", false)
	second := send("Open", "Kita Chess Club", "", false)
	if first.Ref == second.Ref {
		t.Fatal("the events of two clubs are one")
	}
	sound("of two clubs")
	if moved := send("Winter Open", "Minato Chess Club", first.Ref, true); moved.Event != "Winter Open" {
		t.Fatalf("it is called %s", moved.Event)
	}
	sound("the first has another name")
	if back := send("Open", "Minato  Chess Club", first.Ref, true); back.Event != "Open" {
		t.Fatalf("it is called %s", back.Event)
	}
	sound("the first has its name again")
}

// Who an entry is stays said when another file of the event has its section without a
// name.
func TestMatchFollowsIntoASectionWithoutAName(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	first := d.Event("Open", "2024-01-05")
	first.Sections[0].Name = "Open"
	first.Sections[0].Players[3].ID = ""
	second := d.Event("Open", "2024-01-05")
	second.Sections[0].Players[3].ID = ""
	games := first.Sections[0].Games
	first.Sections[0].Games = games[:len(games)-1]
	submit := func(r *report.Report, name string) *check.Case {
		receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: name, Data: []byte(name), Parsed: r, From: "club"})
		d.Must(err)
		return receipt.Report
	}
	ref := submit(first, "one").Ref
	d.Must(desk.Match(ctx, d.Bureau, ref, "Open", 4, d.ID(3)))
	r := submit(second, "two")
	if r.Ref != ref || len(r.Section) != 1 || r.Section[0] != "" || matchOf(r).Section != "" {
		t.Errorf("the section is %q, the match is of %q", r.Section, matchOf(r).Section)
	}
}

// matchOf returns the only match of a report.
func matchOf(r *check.Case) (m check.Match) {
	for _, d := range r.Standing() {
		if d.Match != nil {
			m = *d.Match
		}
	}
	return m
}

// A second file of an event, with its entries in another order and under another name of the section,
// is not another part of it, even if in the first one the two who have played most have each other's IDs:
// an officer is asked, and no game counts twice.
func TestSameGamesAreAskedInOneReport(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	event := func(name string, order ...int) *report.Report { // four boards, the first two players at most of them
		r := d.Event("Meeting", "2024-02-05")
		all := &r.Sections[0]
		s := report.Section{Name: name, Rounds: 4, Group: report.Open}
		start := map[int]int{}
		for n, player := range order {
			start[player] = n + 1
			p := all.Players[player]
			p.StartNumber = n + 1
			s.Players = append(s.Players, p)
		}
		for round, pairs := range [][][2]int{{{0, 2}, {1, 3}, {4, 5}}, {{4, 0}, {5, 1}}, {{0, 3}, {1, 2}}, {{5, 0}, {1, 4}, {2, 3}}} {
			for n, pair := range pairs {
				s.Games = append(s.Games, report.Game{Round: round + 1, White: start[pair[0]], Black: start[pair[1]], Date: r.End, Result: report.Result((round + n) % 3)})
			}
		}
		r.Sections = []report.Section{s}
		return r
	}
	first := event("", 0, 1, 2, 3, 4, 5)
	s := &first.Sections[0]
	s.Players[0].ID, s.Players[1].ID = s.Players[1].ID, s.Players[0].ID
	ref := d.Send(first).Report.Ref
	d.Must(desk.Answer(ctx, d.Bureau, ref, "the IDs are right", "", desk.Reply{Question: "entry-contradicts", Count: true}))
	d.Send(event("Open", 3, 0, 5, 4, 2, 1))
	r := d.Report(ref)
	for _, q := range r.Open() {
		if q.What == "entry-contradicts" {
			d.Must(desk.Answer(ctx, d.Bureau, ref, "the IDs are right", "", desk.Reply{Question: q.What, Count: true}))
			break
		}
	}
	if r = d.Report(ref); r.State == check.Admitted || !r.Waits("sections-alike") {
		t.Errorf("it is %s with sections %q, %d games count, and it waits for %+v", r.State, r.Section, r.Counting, r.Open())
	}
}
