package intake_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// ready checks those reports of a period again whose checks do not hold any more.
func ready(d *bureautest.Bureau, label string) {
	d.T.Helper()
	d.Must(d.Do(context.Background(), "report.recheck", "", func(tx *bureau.Tx) error {
		_, _, err := intake.Ready(tx, label, false)
		tx.Note(label, nil)
		return err
	}))
}

// waitsFor reports whether a report waits for something.
func waitsFor(d *bureautest.Bureau, ref, what string) bool { return d.Report(ref).Waits(what) }

// strict are options with which Japan asks about non-members.
var strict = map[string]string{"late": "count"}

// consequences are changes after which a report is checked again before it goes into a list, in
// the order of the table. Each returns whether the change was noticed.
var consequences = []struct {
	change string
	kind   string // of the documents
	run    func(t *testing.T, follow intake.Consequences) bool
}{
	{"the report that has the same games goes back", "report", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		event := func(name string) *check.Case {
			return d.Send(bureautest.Event(f, name, "", 0, 1, 2, 3, 4, 5, 6, 7)).Report
		}
		first, second := event("Open"), event("The same")
		if !waitsFor(d, second.Ref, check.WaitTwin) {
			t.Fatalf("%+v", second.Open())
		}
		d.Must(desk.Decide(t.Context(), d.Bureau, first.Ref, check.Returned, "not so"))
		ready(d, second.Period)
		return !waitsFor(d, second.Ref, check.WaitTwin)
	}},
	{"a player is called otherwise", "player", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		r := d.Send(bureautest.Event(f, "Open", "", 2, 3)).Report
		d.Rename(f.People[3].ID, "Quite Another", "")
		ready(d, r.Period)
		return waitsFor(d, r.Ref, "entry-contradicts")
	}},
	{"a FIDE ID is somebody's", "player-fide", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		event := bureautest.Event(f, "Open", "", 2, 3)
		event.Sections[0].Players[1].ID, event.Sections[0].Players[1].FideID = "", "99000001"
		r := d.Send(event).Report
		d.Set(f.People[3].ID, "fide_id=99000001")
		ready(d, r.Period)
		return !waitsFor(d, r.Ref, check.WaitPlayer)
	}},
	{"somebody is registered of whom only the name was known", "player-name", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		event := bureautest.Event(f, "Open", "", 2, 3)
		event.Responsible = "Mori Kei"
		d.Must(enrol(d, f.People[9].ID))
		r := d.Send(event).Report
		d.Enter("name=Mori Kei")
		ready(d, r.Period)
		return !waitsFor(d, r.Ref, "responsible-unknown")
	}},
	{"a player becomes a member", "membership", func(t *testing.T, follow intake.Consequences) bool {
		f := bureautest.JapanFederation()
		d := bureautest.JapanOf(t, &memory.Store{}, f, strict)
		d.Follow = follow.Follow
		for i := range f.People[:3] {
			d.Must(enrol(d, f.People[i].ID))
		}
		r := d.Send(bureautest.Event(f, "Open", "", 2, 3)).Report
		d.Must(enrol(d, f.People[3].ID))
		ready(d, r.Period)
		return !waitsFor(d, r.Ref, "non-member")
	}},
	{"memberships are kept from now on", "membership", func(t *testing.T, follow intake.Consequences) bool {
		d := bureautest.Sixteen(t, "ncs")
		d.Follow = follow.Follow
		d.On("2024-01-10T03:00:00Z")
		event := d.Event("Open", "2024-01-05")
		event.Responsible = ""
		r := d.Report(d.Submit(event))
		d.Must(enrol(d, d.ID(15)))
		ready(d, r.Period)
		return waitsFor(d, r.Ref, "responsible-missing")
	}},
	{"a club lets somebody else report", "club", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		club, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club", "representative=" + f.People[0].ID}, "applied")
		d.Must(err)
		event := bureautest.Event(f, "Open", "", 2, 3)
		event.Organizer = club.ID
		r := d.SendFrom(event, f.People[5].Name).Report
		if r.State != check.Withheld {
			t.Fatalf("%s, %v", r.State, r.Open())
		}
		_, err = register.SetClub(t.Context(), d.Bureau, club.ID, []string{"reporters=" + f.People[5].ID}, "approved")
		d.Must(err)
		ready(d, r.Period)
		return d.Report(r.Ref).State == check.Admitted
	}},
	{"clubs are kept from now on", "club", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		r := d.Send(bureautest.Event(f, "Open", "", 2, 3)).Report
		_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club"}, "applied")
		d.Must(err)
		ready(d, r.Period)
		return waitsFor(d, r.Ref, "organizer-not-registered")
	}},
	{"the organiser is registered", "club-name", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club"}, "applied")
		d.Must(err)
		r := d.Send(bureautest.Event(f, "Open", "", 2, 3)).Report
		_, err = register.AddClub(t.Context(), d.Bureau, []string{"name=" + f.Clubs[0].Name}, "applied")
		d.Must(err)
		ready(d, r.Period)
		return !waitsFor(d, r.Ref, "organizer-not-registered")
	}},
	{"an event of nearly its name is announced", "announcement", func(t *testing.T, follow intake.Consequences) bool {
		d, event := ahead(t, follow)
		r := d.Send(event).Report
		event.Name, event.Type = event.Name+"s", rating.Rapid
		announce(d, event)
		ready(d, r.Period)
		return waitsFor(d, r.Ref, "announcement-near")
	}},
	{"an announced event is called otherwise", "announcement-event", func(t *testing.T, follow intake.Consequences) bool {
		d, event := ahead(t, follow)
		ref := announce(d, event)
		r := d.Send(event).Report
		if waitsFor(d, r.Ref, "fide-event-unannounced") {
			t.Fatalf("%+v", d.Report(r.Ref).Open())
		}
		_, _, err := events.Change(t.Context(), d.Bureau, ref, "Another", civil.Range{From: event.Start + 60}, "")
		d.Must(err)
		ready(d, r.Period)
		return waitsFor(d, r.Ref, "fide-event-unannounced")
	}},
	{"the report of an announced event comes", "report", func(t *testing.T, follow intake.Consequences) bool {
		d, f := bureautest.Japan(t, nil)
		d.Follow = follow.Follow
		event, other := bureautest.Event(f, "Open", "", 2, 3), bureautest.Event(f, "Opens", "", 4, 5)
		event.Type, event.TimeControl, other.Type, other.TimeControl = 0, nil, 0, nil
		now := d.Now
		d.Now = now.AddDate(0, 0, -60)
		_, _, err := events.Announce(t.Context(), d.Bureau, check.Announcement{
			Name: "Open", Days: civil.Range{From: event.Start, To: event.End}, Type: rating.Rapid,
		})
		d.Must(err)
		d.Now = now
		r := d.Send(other).Report
		if !waitsFor(d, r.Ref, "announcement-near") {
			t.Fatalf("%+v", d.Report(r.Ref).Open())
		}
		d.Send(event)
		ready(d, r.Period)
		return !waitsFor(d, r.Ref, "announcement-near")
	}},
	{"another report states how old a player is", "player-stated", func(t *testing.T, follow intake.Consequences) bool {
		d := bureautest.Sixteen(t, "chessa")
		d.Follow = follow.Follow
		d.Set(d.ID(13), "birth=")
		d.On("2024-01-10T03:00:00Z")
		young := d.Event("Juniors", "2024-01-05")
		young.Sections[0].Group = report.Under10
		r := d.Report(d.Submit(young))
		tooOld := func() (is bool) {
			d.Must(d.View(t.Context(), func(rd bureau.Reader, _ *bureau.Settings) error {
				_, found, err := intake.Latest(rd, r)
				is = slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "too-old-for-group" && f.Value("player") == "14" })
				return err
			}))
			return is
		}
		if tooOld() {
			t.Fatal("nobody knows how old they are")
		}
		other := d.Event("Open", "2024-01-08")
		other.Sections[0].Players[13].Birth = civil.BirthIn(1980)
		d.Submit(other)
		ready(d, r.Period)
		r = d.Report(r.Ref)
		return tooOld()
	}},
	{"a list is published", "run-latest", func(t *testing.T, follow intake.Consequences) bool {
		d := bureautest.Sixteen(t, "chessa")
		d.Follow = follow.Follow
		rapid := func(name, on string, floor rating.Rating) string {
			r := d.Event(name, on)
			r.Type, r.TimeControl, r.Sections[0].UnratedFloor = rating.Rapid, []report.TimeControl{"900+10"}, floor
			if floor == 0 { // no game of an earlier event
				for i := range r.Sections[0].Games {
					g := &r.Sections[0].Games[i]
					g.White, g.Black = g.Black, g.White
				}
			}
			receipt, err := intake.Submit(t.Context(), d.Bureau, intake.Submission{File: name, Data: []byte(name), Parsed: r, From: "club"})
			d.Must(err)
			return receipt.Report.Ref
		}
		d.On("2024-01-10T03:00:00Z")
		first := rapid("First Rapid", "2024-01-05", 1000)
		rapid("Second Rapid", "2024-01-08", 1000)
		d.On("2024-02-01T03:00:00Z")
		last := rapid("Last Rapid", "2024-01-31", 0)
		if !waitsFor(d, last, "floor-unassigned") {
			t.Fatalf("%+v", d.Report(last).Open())
		}
		d.Publish(d.Report(first).Period)
		ready(d, d.Report(last).Period)
		return !waitsFor(d, last, "floor-unassigned")
	}},
}

// ahead returns a FIDE event of which a report comes before it is played.
func ahead(t *testing.T, follow intake.Consequences) (*bureautest.Bureau, *report.Report) {
	t.Helper()
	d, f := bureautest.Japan(t, nil)
	d.Follow = follow.Follow
	event := bureautest.Event(f, "Open", "", 2, 3)
	event.FIDEEvent, event.Start, event.End = true, f.On+3, f.On+3
	return d, event
}

// announce announces an event and returns the reference.
func announce(d *bureautest.Bureau, event *report.Report) string {
	d.T.Helper()
	a, _, err := events.Announce(d.T.Context(), d.Bureau, check.Announcement{
		Name: event.Name, Days: civil.Range{From: event.Start, To: event.End}, Type: event.Type, FIDEEvent: true,
	})
	d.Must(err)
	return a.Ref
}

// enrol makes a player a member for the years of the tests.
func enrol(d *bureautest.Bureau, id string) error {
	_, err := register.Enrol(context.Background(), d.Bureau, register.Membership{Player: id, Days: civil.Range{From: civil.Of(2022, 1, 1), To: civil.Of(2024, 12, 31)}}, "paid")
	return err
}

// A change is noticed by each report that it concerns, and would not be without its row in the
// table of what follows from what.
func TestWhoeverIsConcernedIsCheckedAgain(t *testing.T) {
	t.Parallel()
	all := intake.AllConsequences()
	if len(all) != len(consequences) {
		t.Fatalf("%d kinds of changes, %d tests of them", len(all), len(consequences))
	}
	for i, test := range consequences {
		t.Run(test.change, func(t *testing.T) {
			t.Parallel()
			if all[i].Kind != test.kind {
				t.Fatalf("it is about %s, want %s", all[i].Kind, test.kind)
			}
			if !test.run(t, all) {
				t.Error("not noticed")
			}
			if test.run(t, slices.Delete(slices.Clone(all), i, i+1)) {
				t.Error("noticed without its row")
			}
		})
	}
}

// Whoever is not concerned by a change is not checked again.
func TestOnlyThoseConcernedAreCheckedAgain(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	label := ""
	for i, name := range []string{"Open A", "Open B", "Open C", "Open D", "Open E"} {
		label = d.Send(bureautest.Event(f, name, "", 10+4*i, 11+4*i, 12+4*i, 13+4*i)).Report.Period
	}
	counting := &bureautest.Counting{Store: d.Store, Read: map[string]int{}}
	d.Store = counting
	checked := func() int {
		counting.Read = map[string]int{}
		ready(d, label)
		return counting.Read[intake.Announced.Kind] // once by each check
	}
	for _, step := range []struct {
		change string
		do     func()
		checks int
	}{
		{"nothing", func() {}, 0},
		{"a stranger is registered", func() { d.Enter("name=Mori Kei") }, 0},
		{"a club of which nobody knows", func() { d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C9", Name: "Minato Chess Club"})) }, 5}, // clubs are kept from now on
		{"another", func() { d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C8", Name: "Umi Chess Club"})) }, 0},
		{"a player of one event", func() { d.Rename(f.People[14].ID, "Quite Another", "") }, 1},
		{"players of two events", func() { d.Set(f.People[18].ID, "sex=f"); d.Set(f.People[22].ID, "sex=f") }, 2},
		{"the one in charge of all", func() { d.Rename(f.People[0].ID, f.People[0].Name+" II", "") }, 5},
	} {
		step.do()
		if got := checked(); got != step.checks {
			t.Errorf("%s: %d checks, want %d", step.change, got, step.checks)
		}
	}
}
