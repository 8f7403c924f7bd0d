package act_test

import (
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Acts on what the matrix has not: they are refused to whoever saw it otherwise. What is done with two players has seen both, and is
// done by whoever saw them as they are.
func TestActsSayWhatWasSeen(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	for _, name := range []string{"Endo Kai", "Fujii Ao"} {
		o.Enter("name=" + name)
	}
	const one, other = "N00000005", "N00000006"
	asked, err := act.Do(t.Context(), o.Bureau.Bureau, &act.AddInquiry{Who: "Aoki Ren", What: "a game"}, act.With{})
	o.Must(err)
	fide := bureautest.Meeting("FIDE Cup", civil.Of(2024, 2, 4), "N00000001", "N00000002")
	fide.FIDEEvent = true
	sent, err := act.Do(t.Context(), o.Bureau.Bureau, &act.SubmitReport{File: act.File{Name: "fide.json", Data: bureautest.JSON(t, fide)}}, act.With{})
	o.Must(err)
	because := act.Because{Reason: "why"}
	for _, step := range []struct {
		act  act.Act
		seen func(players bureau.Subject) bureau.Subject // nil: it is only refused
	}{
		{&act.DistinguishPlayers{Because: because, One: one, Other: other}, func(s bureau.Subject) bureau.Subject { return s }},
		{&act.DistinguishPlayers{Because: because, Undo: act.Undo{Undo: true}, One: one, Other: other}, func(bureau.Subject) bureau.Subject {
			return bureau.Subject{Seen: []bureau.Document{register.DistinctPairs.Of(register.DistinctKey(one, other))}}
		}},
		{&act.MergePlayers{Because: because, Old: one, Into: other}, func(s bureau.Subject) bureau.Subject { return s }},
		{&act.UnmergePlayers{Because: because, Old: one}, func(s bureau.Subject) bureau.Subject { return s }},
		{&act.AddMember{Player: one, From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}, nil},
		{&act.CloseInquiry{Number: asked.Subject, Reason: "why"}, nil},
		{&act.SendToFIDE{Ref: sent.Subject}, nil},
	} {
		if got := asOfficer(o.Bureau, step.act, "stale"); got != "changed-since" {
			t.Errorf("%T, seen otherwise: %s", step.act, got)
		}
		if step.seen == nil {
			continue
		}
		var seen string
		o.Look(func(r bureau.Reader) error {
			var both bureau.Subject
			for _, id := range []string{one, other} {
				p, err := register.Players.Get(r, id)
				o.Must(err)
				both = both.And(p.Subject())
			}
			seen, err = bureau.SeenOf(r, step.seen(both))
			return err
		})
		if got := asOfficer(o.Bureau, step.act, seen); got != "DONE" {
			t.Errorf("%T, seen as it is: %s", step.act, got)
		}
	}
}

// A correction is accepted, and undone, by whoever has seen it.
func TestCorrectionsAreSeen(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 1)
	k, err := correction.Propose(t.Context(), d.Bureau, correction.Proposal{What: bureautest.Turn(refs[1], held[1], 0), Reason: "the score sheet"})
	d.Must(err)
	if got := asOfficer(d, &act.AcceptCorrection{Number: k.Number, Reason: "why"}, "stale"); got != "changed-since" {
		t.Errorf("accepted: %s", got)
	}
	_, err = correction.Accept(t.Context(), d.Bureau, k.Number, "seen")
	d.Must(err)
	if got := asOfficer(d, &act.UndoCorrection{Proposed: act.Proposed{Reason: "why"}, Number: k.Number}, "stale"); got != "changed-since" {
		t.Errorf("undone: %s", got)
	}
}

// asOfficer returns what comes of an act of an officer who has just shown a second factor, and has seen something.
func asOfficer(d *bureautest.Bureau, a act.Act, seen string) string {
	b := *d.Bureau
	b.Actor = actors[3].Actor
	b.Actor.Fresh = d.Now
	return outcome(act.Do(d.T.Context(), &b, a, act.With{Seen: seen}))
}
