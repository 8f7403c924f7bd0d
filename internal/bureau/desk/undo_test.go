package desk_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// outcome returns what a report comes to: all of it but the numbers of its decisions and records.
func outcome(d *bureautest.Bureau, ref string) string {
	r := d.Report(ref)
	var record []byte
	d.Look(func(rd bureau.Reader) (err error) {
		_, record, err = bureautest.RecordOf(rd, r)
		return err
	})
	r.Heard, r.Current = 0, 0
	for i := range r.Places {
		r.Places[i].Number = 0
	}
	for i := range r.Questions { // whether it counts
		if q := &r.Questions[i]; q.Answer != 0 {
			q.About += fmt.Sprint(r.Decisions[q.Answer-1].Reply)
			q.Answer = 0
		}
	}
	data, _ := json.Marshal(r.Outcome)
	return fmt.Sprintf("%s %x", data, sha256.Sum256(record))
}

// mistakes are decisions that an officer mistypes: how they were made, and how they are taken back.
type mistake struct {
	name string
	make func(*bureautest.Bureau, string) error
	back desk.Mistake
}

func mistakes() []mistake {
	ctx := context.Background()
	result := func(r report.Result) func(*bureautest.Bureau, string) error {
		return func(d *bureautest.Bureau, ref string) error {
			return desk.Adjust(ctx, d.Bureau, ref, "scoresheet", check.Adjustment{Round: 1, White: 3, Black: 1, Result: &r})
		}
	}
	won := report.WhiteWon
	adjusted := desk.Mistake{Decision: check.Decision{Adjustment: &check.Adjustment{Round: 1, White: 3, Black: 1, Result: &won}}}
	answer := func(count bool) func(*bureautest.Bureau, string) error {
		return func(d *bureautest.Bureau, ref string) error {
			return desk.Answer(ctx, d.Bureau, ref, "asked", "", desk.Reply{Question: "games-differ", Count: count})
		}
	}
	answered := desk.Mistake{Answer: &desk.Reply{Question: "games-differ"}}
	match := func(n int) func(*bureautest.Bureau, string) error {
		return func(d *bureautest.Bureau, ref string) error { return desk.Match(ctx, d.Bureau, ref, "", 4, d.ID(n)) }
	}
	matched := desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 4}}}
	all := []mistake{
		{"answer", answer(true), answered}, {"answer otherwise", answer(false), answered},
		{"match", match(3), matched}, {"match otherwise", match(9), matched},
		{"exchange", func(d *bureautest.Bureau, ref string) error { return desk.Match(ctx, d.Bureau, ref, "", 5, d.ID(4)) },
			desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 6}}}},
		{"result", result(report.Drawn), adjusted}, {"result otherwise", result(report.BlackWon), adjusted},
		{"aside", func(d *bureautest.Bureau, ref string) error {
			return desk.SetAside(ctx, d.Bureau, ref, 2, "the other one")
		}, desk.Mistake{Decision: check.Decision{Aside: 2}}},
	}
	for _, to := range []string{"admitted", "withheld", "returned", "closed"} {
		ruling := desk.Decision{Reason: "looked at"}
		for _, s := range check.States() {
			if string(s) == to {
				ruling.To = s
			}
		}
		all = append(all, mistake{to, func(d *bureautest.Bureau, ref string) error { return desk.Rule(ctx, d.Bureau, ref, ruling) },
			desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: ruling.To}}}})
	}
	return all
}

// asked is a report in two files of which much is asked: who reports it, who player 4 is, and whether
// 5 and 6 have each other's numbers.
func asked(t *testing.T) (*bureautest.Bureau, string) {
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-02")
	r := d.Event("Open", "2024-02-01")
	s := &r.Sections[0]
	s.Players[3].ID = ""
	s.Players[4].ID, s.Players[5].ID = s.Players[5].ID, s.Players[4].ID
	ref := d.Send(r).Report.Ref
	r.Sections[0].Games[2].Result = bureautest.Turned(r.Sections[0].Games[2].Result)
	d.Now = d.Now.Add(time.Hour)
	if again := d.Send(r).Report; again.Ref != ref || len(again.Open()) != 4 {
		t.Fatal(again.Ref, again.Open())
	}
	return d, ref
}

// A decision that is taken back leaves a report as it was before: what is asked, its state and its
// record. What it had taken the place of stands again, and the log keeps all of it.
func TestMistakesLeaveNothing(t *testing.T) {
	t.Parallel()
	base, ref := asked(t)
	before := outcome(base, ref)
	for i, m := range mistakes() {
		for j, over := range mistakes() {
			if !soak.Full() && (i+j)%3 > 0 {
				continue
			}
			t.Run(m.name+" over "+over.name, func(t *testing.T) {
				d := base.Clone(t)
				if over.make(d, ref) != nil {
					return // not together with the first state
				}
				first := outcome(d, ref)
				decided := len(d.Report(ref).Decisions)
				if err := m.make(d, ref); err != nil && bureautest.Refusal(err) == "" {
					t.Fatal(err)
				}
				if len(d.Report(ref).Decisions) == decided { // it is refused, or decided already
					return
				}
				d.Must(desk.TakeBack(context.Background(), d.Bureau, ref, "mistyped", m.back))
				if got := outcome(d, ref); got != first {
					t.Errorf("it is\n%s\nbefore the mistake\n%s", got, first)
				}
				d.Must(desk.TakeBack(context.Background(), d.Bureau, ref, "mistyped", over.back))
				if got := outcome(d, ref); got != before {
					t.Errorf("it is\n%s\nbefore both\n%s", got, before)
				}
				if n := len(d.Report(ref).Decisions); n < decided+3 {
					t.Errorf("the report keeps %d decisions of %d", n, decided+3)
				}
				bureautest.Refused(t, desk.TakeBack(context.Background(), d.Bureau, ref, "mistyped", over.back), "not-decided")
			})
		}
	}
}

// Of answers to questions that are called alike those are taken back that were given last: one that
// was given before stays, and those that were given at once go at once.
func TestLastAnswersAreTakenBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-02")
	r := d.Event("Open", "2024-02-01")
	for i := range 3 {
		r.Sections[0].Players[i].Name = "Somebody Else"
	}
	ref := d.Send(r).Report.Ref
	answered := func(want int) {
		t.Helper()
		if open := len(d.Report(ref).Open()); open != 3-want {
			t.Errorf("%d of 3 are open, want %d", open, 3-want)
		}
	}
	back := desk.Mistake{Answer: &desk.Reply{Question: "entry-contradicts"}}
	answered(0)
	d.Must(desk.Answer(ctx, d.Bureau, ref, "asked", "", desk.Reply{Question: "entry-contradicts", Start: 2}))
	d.Must(desk.Answer(ctx, d.Bureau, ref, "asked", "", desk.Reply{Question: "entry-contradicts", Count: true}))
	answered(3)
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", back))
	answered(1)
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", back))
	answered(0)
	bureautest.Refused(t, desk.TakeBack(ctx, d.Bureau, ref, "mistyped", back), "not-decided")
}

// What a list was made of is corrected. What was decided after it is taken back.
func TestWhatIsListedIsCorrected(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, ref := asked(t)
	d.Must(desk.SetAside(ctx, d.Bureau, ref, 2, "an older file"))
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 5, d.ID(4)))
	drawn := report.Drawn
	d.Must(desk.Adjust(ctx, d.Bureau, ref, "scoresheet", check.Adjustment{Round: 1, White: 3, Black: 1, Result: &drawn}))
	d.Must(desk.Rule(ctx, d.Bureau, ref, desk.Decision{To: check.Admitted, Reason: "looked at"}))
	period := d.Report(ref).Period
	d.Now = d.Now.AddDate(0, 1, 20)
	d.Publish(period)
	_, was := d.Recorded(ref)
	if was.State != check.Rated {
		t.Fatal(was.State, was.Open())
	}
	for _, m := range []struct {
		back desk.Mistake
		by   string
	}{
		{desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 5}}}, "correct.player"},
		{desk.Mistake{Decision: check.Decision{Adjustment: &check.Adjustment{Round: 1, White: 3, Black: 1, Result: &drawn}}}, "correct.result"},
		{desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: check.Admitted}}}, "correct.withdraw"},
		{desk.Mistake{Decision: check.Decision{Aside: 2}}, "correct"},
	} {
		err := desk.TakeBack(ctx, d.Bureau, ref, "mistyped", m.back)
		bureautest.Refused(t, err, "report-already-rated")
		if by := refusal(err).Actions(); len(by) != 1 || by[0].ID != m.by {
			t.Errorf("%+v is corrected by %v, want %s", m.back, by, m.by)
		}
	}
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, d.ID(3))) // was held
	if r := d.Report(ref); !r.Behind {
		t.Error("who was held is matched, and nothing comes of it")
	}
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "", desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 4}}}))
	if d.Report(ref).Behind {
		t.Error("who was held is not matched any more, and the list is behind")
	}
}

// An answer that a list was made with is corrected game by game.
func TestAnswersInAListAreCorrected(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, count := range []bool{true, false} {
		d, ref := asked(t)
		answer := func(count bool) error {
			return desk.Answer(ctx, d.Bureau, ref, "the score sheet", "", desk.Reply{Question: "games-differ", Count: count})
		}
		d.Must(answer(count))
		d.Must(desk.Rule(ctx, d.Bureau, ref, desk.Decision{To: check.Admitted, Reason: "looked at"}))
		period := d.Report(ref).Period
		d.Now = d.Now.AddDate(0, 1, 20)
		d.Publish(period)
		want := map[bool]string{true: "correct.omit", false: "correct.count"}[count]
		for name, err := range map[string]error{
			"another answer": answer(!count),
			"taken back":     desk.TakeBack(ctx, d.Bureau, ref, "mistyped", desk.Mistake{Answer: &desk.Reply{Question: "games-differ"}}),
		} {
			bureautest.Refused(t, err, "report-already-rated")
			if by := refusal(err).Actions(); len(by) != 1 || by[0].ID != want {
				t.Errorf("%s: %v, want %s", name, by, want)
			}
		}
	}
}

// The floor of a section is taken back, and asked for again.
func TestFloorIsTakenBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "chessa")
	r := d.Event("Rapid", "2024-02-01")
	r.Type, r.TimeControl = rating.Rapid, []report.TimeControl{"900+10"}
	d.On("2024-02-02")
	ref := d.Send(r).Report.Ref
	before := outcome(d, ref)
	if !slices.ContainsFunc(d.Report(ref).Open(), func(q check.Question) bool { return q.What == "floor-unassigned" }) {
		t.Fatal(d.Report(ref).Questions, d.Report(ref).State)
	}
	for _, floor := range []rating.Rating{1200, 1300} {
		d.Must(desk.AssignFloor(ctx, d.Bureau, ref, "", floor, "schools"))
	}
	floor := desk.Mistake{Decision: check.Decision{Adjustment: &check.Adjustment{}}}
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", floor))
	for _, a := range d.Report(ref).Standing() {
		if a.AssignsFloor("") && a.Adjustment.Floor != 1200 {
			t.Error(a.Adjustment)
		}
	}
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", floor))
	if got := outcome(d, ref); got != before {
		t.Errorf("%s\nwant %s", got, before)
	}
}

// Taking back needs a reason where deciding does.
func TestTakingBackNeedsAReason(t *testing.T) {
	t.Parallel()
	d, ref := asked(t)
	for _, m := range mistakes() {
		err := desk.TakeBack(context.Background(), d.Bureau, ref, "", m.back)
		want := "reason-needed"
		if m.back.Match != nil {
			want = "not-decided"
		}
		if bureautest.Refusal(err) != want {
			t.Errorf("%s: %v, want %s", m.name, err, want)
		}
	}
}

func refusal(err error) *finding.Refused {
	var is *finding.Refused
	errors.As(err, &is)
	return is
}

// Money follows: what is due for the meetings of a club is as before when a payment, or what sent a
// meeting back, is taken back; and who bears the fee of a player of both (Reading J25).
func TestMoneyIsAsBefore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	var refs []string
	for n, name := range []string{"First", "Second"} {
		r := bureautest.Event(f, name, "", 0, 1, 2, 3+n)
		r.Meeting = true
		d.Now = d.Now.Add(time.Hour)
		refs = append(refs, d.Send(r).Report.Ref)
	}
	both := func() string { return outcome(d, refs[0]) + "\n" + outcome(d, refs[1]) }
	ruled := func(to lists.State) (func() error, desk.Mistake) {
		return func() error { return desk.Decide(ctx, d.Bureau, refs[0], to, "looked at") }, desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: to}}}
	}
	paid := desk.Mistake{Decision: check.Decision{Payment: &check.Payment{}}}
	for _, amount := range []int{400, 0} {
		before := both()
		for _, to := range []lists.State{check.Returned, check.Closed, check.Withheld, check.Admitted} {
			decide, back := ruled(to)
			d.Now = d.Now.Add(time.Hour)
			d.Must(decide())
			d.Must(desk.TakeBack(ctx, d.Bureau, refs[0], "mistyped", back))
			if got := both(); got != before {
				t.Errorf("%s and taken back:\n%s\nwant\n%s", to, got, before)
			}
		}
		_, err := desk.Pay(ctx, d.Bureau, refs[0], amount)
		d.Must(err)
		if both() == before {
			t.Fatal("a payment changes nothing")
		}
		d.Must(desk.TakeBack(ctx, d.Bureau, refs[0], "", paid))
		if got := both(); got != before {
			t.Errorf("%d paid and taken back:\n%s\nwant\n%s", amount, got, before)
		}
		_, err = desk.Pay(ctx, d.Bureau, refs[0], 200)
		d.Must(err)
	}
	bureautest.Refused(t, desk.TakeBack(ctx, d.Bureau, refs[0], "", desk.Mistake{Decision: check.Decision{Payment: &check.Payment{Amount: 500}}}), "not-decided")
	d.Must(desk.TakeBack(ctx, d.Bureau, refs[0], "", desk.Mistake{Decision: check.Decision{Payment: &check.Payment{Amount: 200}}}))
}
