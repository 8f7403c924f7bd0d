package desk_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
)

// An officer's decision stands, whatever happens afterwards.

// fide sets a player's FIDE number; empty removes it.
func setFide(d *bureautest.Bureau, id, number string) {
	d.T.Helper()
	d.Set(id, "fide_id="+number)
}

// garbage submits an unreadable file for a report.
func sendGarbage(d *bureautest.Bureau, ref string) {
	d.T.Helper()
	_, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "x", Data: []byte("<html>" + ref), Ref: ref})
	d.Must(err)
}

// A report that an officer withholds or withdraws from a list is not released
// by a file: neither by a good one nor by a good one after an unreadable one.
func TestHeldBackStays(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	ref := d.Send(r).Report.Ref
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, "a protest"))
	sendGarbage(d, ref)
	r.Sections[0].Games[0].Result = report.Drawn
	d.Send(r)
	if is := d.Report(ref); is.State != check.Withheld {
		t.Errorf("what an officer holds back is %s", is.State)
	}

	d = bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 2)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	sendGarbage(d, refs[2])
	held[2].Sections[0].Games[0].Result = bureautest.Turned(held[2].Sections[0].Games[0].Result)
	_, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "x", Data: []byte("good"), Parsed: held[2]})
	d.Must(err)
	if is := d.Report(refs[2]); is.State != check.Withheld {
		t.Errorf("what was withdrawn is %s in %s", is.State, is.Period)
	}
}

// A report that is temporarily refused because of an error in the register is
// admitted again when that is corrected, also if an officer had admitted it.
func TestAdmittedAgainWhenTheRegisterIsCorrected(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const number = "99000001"
	for _, decided := range []bool{false, true} {
		d, f := bureautest.Japan(t, nil)
		mine, other := f.People[3].ID, f.People[0].ID
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID, r.Sections[0].Players[3].FideID = "", number
		setFide(d, mine, number)
		ref := d.Send(r).Report.Ref
		if decided {
			d.Must(desk.Decide(ctx, d.Bureau, ref, check.Admitted, "seen"))
		}
		setFide(d, mine, "")
		setFide(d, other, number)
		d.Must(desk.Check(ctx, d.Bureau, ref))
		if is := d.Report(ref); is.State != check.Returned {
			t.Fatalf("with one player twice it is %s", is.State)
		}
		setFide(d, other, "")
		setFide(d, mine, number)
		d.Now = d.Now.AddDate(0, 1, 1)
		run, err := closing.Close(ctx, d.Bureau, d.Report(ref).Period)
		if is := d.Report(ref); err != nil || is.State != check.Admitted || run.Games != 2 {
			t.Errorf("decided %v: %s, %v %v, %v", decided, is.State, is.Refused(), is.Open(), err)
		}
	}
}

// If the newer of two files has become refused, an officer can admit the
// earlier one, even after matching an entry of the newer one. The match is not
// forgotten when the newer one can be rated again.
func TestEarlierFileIsAdmitted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const number = "99000001"
	for _, admits := range []bool{true, false} {
		d, f := bureautest.Japan(t, nil)
		setFide(d, f.People[2].ID, number)
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
		second := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		second.Sections[0].Players[2].ID, second.Sections[0].Players[2].FideID = "", number
		second.Sections[0].Players[3].ID, second.Sections[0].Players[3].Name = "", "Mori Kei"
		d.Send(second)
		d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, f.People[9].ID))
		before, _ := d.Recorded(ref)
		setFide(d, f.People[2].ID, "")
		setFide(d, f.People[1].ID, number) // a player who is in the file already
		d.Must(desk.Check(ctx, d.Bureau, ref))
		if admits {
			d.Must(desk.SetAside(ctx, d.Bureau, ref, 2, "the first file counts"))
			if games, is := d.Recorded(ref); is.State != check.Admitted || len(games) != 1 {
				t.Errorf("it is %s with %q", is.State, games)
			}
			continue
		}
		setFide(d, f.People[1].ID, "")
		setFide(d, f.People[2].ID, number)
		d.Must(desk.Check(ctx, d.Bureau, ref))
		if after, _ := d.Recorded(ref); !slices.Equal(before, after) {
			t.Errorf("it had %q, and has %q", before, after)
		}
	}
}

// Options apply only to the file for which they were set.
func TestOptionsAreForOneFile(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	late := func(players ...int) *check.Case {
		r := bureautest.Event(f, "Open", "", players...)
		r.Start, r.End = f.On-100, f.On-100
		return d.Send(r).Report
	}
	ref := late(0, 1).Ref
	d.Must(desk.Rule(context.Background(), d.Bureau, ref, desk.Decision{To: check.Admitted, Reason: "the post was late", Options: map[string]string{"late": "count"}}))
	if is := late(0, 1, 2, 3, 4, 5, 6, 7); is.State != check.Withheld {
		t.Errorf("late games of a new file are %s by the word on the old one", is.State)
	}
}

// An officer's mistake can be corrected: an entry cannot be matched to the
// player of another entry, and the sender does not see the officer's matches.
func TestMatchToAnotherEntryIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID, r.Sections[0].Players[3].Name = "", "Mori Kei"
	ref := d.Send(r).Report.Ref
	bureautest.Refused(t, desk.Match(ctx, d.Bureau, ref, "", 4, f.People[0].ID), "player-in-section")
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 4, f.People[9].ID))
	r.City = "Minato"
	receipt := d.Send(r)
	told, err := json.Marshal(receipt.Findings)
	d.Must(err)
	if strings.Contains(string(told), f.People[9].ID) || receipt.Report.State != check.Admitted {
		t.Errorf("%s %s", receipt.Report.State, told)
	}
}

// An officer's later match of an entry overrides an earlier merge or
// correction.
func TestLaterMatchOverridesMerge(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	whoIs := func(d *bureautest.Bureau, ref string, start int32) (number uint32) {
		d.Look(func(rd bureau.Reader) error {
			batch, _, err := bureautest.RecordOf(rd, d.Report(ref))
			for _, e := range batch.Sections[0].Entries {
				if e.Start == start {
					number = e.Player
				}
			}
			return err
		})
		return number
	}
	d, f := bureautest.Japan(t, nil)
	twins := map[string]uint32{}
	for n, id := range []string{"N00009998", "N00009999"} {
		_, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: fmt.Sprintf("Mori Kei%c", 'A'+n), EnteredUnrated: true}, register.Person{}, "came")
		d.Must(err)
		d.Look(func(rd bureau.Reader) error {
			p, err := register.Find(rd, id)
			twins[id] = p.Number
			return err
		})
	}
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID = "N00009999"
	ref := d.Send(r).Report.Ref
	_, err := desk.MergePlayers(ctx, d.Bureau, "N00009999", "N00009998", "one")
	d.Must(err)
	if is := whoIs(d, ref, 4); is != twins["N00009998"] {
		t.Errorf("merged, the entry is %d, not %d", is, twins["N00009998"])
	}
	again := bureautest.Event(f, "Open", "", 3, 2, 1, 0) // in another order
	again.Sections[0].Players[0].ID = "N00009999"
	d.Send(again)
	_, err = desk.UnmergePlayers(ctx, d.Bureau, "N00009999", "two")
	d.Must(err)
	if is := whoIs(d, ref, 1); is != twins["N00009999"] {
		t.Errorf("unmerged, the entry is %d, not %d", is, twins["N00009999"])
	}
	_, err = desk.MergePlayers(ctx, d.Bureau, "N00009999", "N00009998", "one, really")
	d.Must(err)
	d.Must(desk.Match(ctx, d.Bureau, ref, "", 1, f.People[20].ID))
	if is := whoIs(d, ref, 1); is != 20 {
		t.Errorf("the officer said 20, and the record says %d", is)
	}

	d = bureautest.Sixteen(t, "ncs")
	refs, _ := d.Lived(1, 2)
	d.Accept(correction.Amendment{Kind: correction.AmendPlayer, Report: refs[2], Adjustments: []check.Adjustment{{Start: 5, Player: d.ID(15)}}}, "")
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	d.Must(desk.Match(ctx, d.Bureau, refs[2], "", 5, d.ID(4)))
	if is := whoIs(d, refs[2], 5); is != 4 {
		t.Errorf("the officer said 4, and the record says %d", is)
	}
}

// Entries reported under a merged ID are its own again after the merge is
// undone: a draft made in between is discarded, a list needs a correction, and
// an erasure finds the person in entries recorded for the other player.
func TestUnmergedIDHasItsReports(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const old, into = "N00009999", "N00009998"
	for _, published := range []bool{false, true} {
		d, f := bureautest.Japan(t, nil)
		for _, id := range []string{old, into} {
			_, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: "Mori Kei", EnteredUnrated: true}, register.Person{}, "came")
			d.Must(err)
		}
		_, err := desk.MergePlayers(ctx, d.Bureau, old, into, "one")
		d.Must(err)
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = old
		ref := d.Send(r).Report.Ref
		d.Now = d.Now.AddDate(0, 1, 1)
		label := d.Report(ref).Period
		_, err = closing.Close(ctx, d.Bureau, label)
		d.Must(err)
		if published {
			d.Publish(label)
		}
		rated, err := desk.UnmergePlayers(ctx, d.Bureau, old, "two")
		d.Must(err)
		if published != slices.Equal(rated, []string{ref}) {
			t.Errorf("published %v: %q need a correction", published, rated)
		}
		if !published {
			_, err := closing.Publish(ctx, d.Bureau, label, "")
			bureautest.Refused(t, err, "draft-reports")
			d.Publish(label)
		}
		_, err = privacy.Erase(ctx, d.Bureau, old, "asked for")
		d.Must(err)
		d.Look(func(rd bureau.Reader) error {
			data, err := bureautest.Received(rd, ref, 1)
			if data != nil {
				t.Errorf("published %v: the file that names him can be read", published)
			}
			return err
		})
		d.Verified()
	}
}

// A report admitted after its list was published goes into the period of that
// day; its deadlines still count from its receipt.
func TestAdmittedAfterPublication(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {
		ctx := context.Background()
		ref := d.Send(bureautest.Event(f, "Protest", "", 0, 1)).Report.Ref
		if err := desk.Decide(ctx, d.Bureau, ref, check.Withheld, "a protest"); err != nil {
			t.Fatal(err)
		}
		_, r := d.Recorded(ref)
		d.Now = d.Now.AddDate(0, 1, 1)
		if _, err := closing.Close(ctx, d.Bureau, r.Period); err != nil {
			t.Fatal(err)
		}
		if _, err := closing.Publish(ctx, d.Bureau, r.Period, "the players travel"); err != nil {
			t.Fatal(err)
		}
		if err := desk.Decide(ctx, d.Bureau, ref, check.Admitted, "the protest was denied"); err != nil {
			t.Fatal(err)
		}
		_, later := d.Recorded(ref)
		if later.Period <= r.Period || !later.Received.Equal(r.Received) || later.State != check.Admitted {
			t.Errorf("%+v", later)
		}
		d.Now = d.Now.AddDate(0, 1, 1)
		if run, err := closing.Close(ctx, d.Bureau, later.Period); err != nil || run.Games != 1 {
			t.Error(run, err)
		}
	})
}

// A report that was refused since it was last packed cannot be admitted by
// decision: its old record no longer matches the file.
func TestRefusedReportIsNotAdmitted(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID, r.Sections[0].Players[3].FideID = "", "99000001"
		ref := d.Send(r).Report.Ref
		d.Set(f.People[0].ID, "fide_id=99000001")
		d.Must(desk.Check(ctx, d.Bureau, ref)) // the same player twice in a section
		d.Look(func(rd bureau.Reader) error {
			now, err := intake.Find(rd, ref)
			if err == nil && (now.State != check.Returned || now.Current == 0) {
				t.Errorf("%+v", now)
			}
			return err
		})
		bureautest.Refused(t, desk.Decide(ctx, d.Bureau, ref, check.Admitted, "looked at"), "report-without-record")
	})
}

// A report of which no game would be rated is not admitted: a list would have it with nothing, and
// nobody would ask any more.
func TestReportWithoutARatedGameIsNotAdmitted(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Type, r.TimeControlText = 0, "as usual"
	ref := d.Send(r).Report.Ref
	bureautest.Refused(t, desk.Decide(ctx, d.Bureau, ref, check.Admitted, "looked at"), "question-open")
}

// An answer stands as long as what it was about is the same, however often the report is
// checked: that it changes the record makes a revision, and that is no file.
func TestAnswerStandsAtTheNextCheck(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[2].Name = "Zzz Qqqqq"
	ref := d.Send(r).Report.Ref
	d.Must(desk.Answer(ctx, d.Bureau, ref, "it is she", "", desk.Reply{Question: "entry-contradicts", Count: true}))
	for range 2 {
		d.Must(desk.Check(ctx, d.Bureau, ref))
		if is := d.Report(ref); is.State != check.Admitted || len(is.Open()) > 0 {
			t.Fatalf("it is %s, and waits for %v", is.State, is.Open())
		}
	}
}

// What an officer decided can be taken back, and taken back again: the report is as it was.
func TestDecisionsOnAReportAreTakenBack(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID, r.Sections[0].Players[3].Name, r.Sections[0].Players[2].Name = "", "Nobody Known", "Zzz Qqqqq"
	ref := d.Send(r).Report.Ref
	seen := func() string {
		games, is := d.Recorded(ref)
		return fmt.Sprint(is.State, is.Open(), is.LeftOut(), is.Fee.Due(), is.Counting, games)
	}
	back := func() string {
		d.Must(d.Do(ctx, "report.check", "", func(tx *bureau.Tx) error {
			is, err := intake.Find(tx, ref)
			if err != nil {
				return err
			}
			is.TakeBack(tx.Moment, "mistyped", func(last *check.Decision) bool { return last.Number == len(is.Decisions) })
			return errors.Join(intake.Recheck(tx, is), intake.Keep(tx, is))
		}))
		return seen()
	}
	draw, before := report.Drawn, seen()
	for what, decide := range map[string]func() error{
		"count": func() error {
			return desk.Answer(ctx, d.Bureau, ref, "it is she", "", desk.Reply{Question: "entry-contradicts", Count: true})
		},
		"exclude": func() error {
			return desk.Answer(ctx, d.Bureau, ref, "it is not", "", desk.Reply{Question: "entry-contradicts"})
		},
		"match":   func() error { return desk.Match(ctx, d.Bureau, ref, "", 4, f.People[3].ID) },
		"payment": func() error { _, err := desk.Pay(ctx, d.Bureau, ref, 0); return err },
		"close":   func() error { return desk.Decide(ctx, d.Bureau, ref, check.Closed, "they gave up") },
		"the game": func() error {
			return desk.Adjust(ctx, d.Bureau, ref, "a slip", check.Adjustment{Round: 1, White: 1, Black: 2, Result: &draw})
		},
	} {
		d.Must(decide())
		between := seen()
		if one, two, three := back(), back(), back(); between == before || one != before || two != between || three != before {
			t.Errorf("%s: %s\n%s\n%s\n%s\n%s", what, before, between, one, two, three)
		}
	}
}

// A question that was answered stays with its answer, and can be answered otherwise; the same
// answer again is refused.
func TestQuestionIsAnsweredOtherwise(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[2].Name = "Zzz Qqqqq"
	ref := d.Send(r).Report.Ref
	answer := func(count bool) error {
		return desk.Answer(ctx, d.Bureau, ref, "so", "", desk.Reply{Question: "entry-contradicts", Count: count})
	}
	for n, count := range []bool{true, false, true} {
		d.Must(answer(count))
		is := d.Report(ref)
		if asked := is.Questions; len(asked) != 1 || asked[0].Answer != n+1 || len(is.Open()) > 0 || (len(is.LeftOut()) == 0) != count {
			t.Errorf("%v: %+v", count, asked)
		}
		bureautest.Refused(t, answer(count), "no-question")
	}
}

// A decision that is about no entry stores none.
func TestFloorIsStoredWithoutEntries(t *testing.T) {
	t.Parallel()
	floor := check.Decision{Adjustment: &check.Adjustment{Section: "A", Floor: 900}}
	if data, err := json.Marshal(floor); err != nil || strings.Contains(string(data), `"of"`) {
		t.Errorf("%s, %v", data, err)
	}
}
