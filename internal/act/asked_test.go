package act_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// as does something as one of the actors.
func (o *office) as(name string, a act.Act) (*bureau.Outcome, error) {
	b := *o.Bureau.Bureau
	b.Actor = actors[slices.IndexFunc(actors, func(is struct {
		name string
		bureau.Actor
	}) bool {
		return is.name == name
	})].Actor
	return act.Do(o.T.Context(), &b, a, act.With{Seen: o.seen(a)})
}

// seen returns what whoever changes an announcement, or withdraws or grants an inquiry has looked at: what it is done with.
func (o *office) seen(a act.Act) (seen string) {
	of := func(d bureau.Document) {
		o.Look(func(r bureau.Reader) (err error) {
			seen, err = bureau.SeenOf(r, bureau.Subject{Seen: []bureau.Document{d}})
			return err
		})
	}
	switch a := a.(type) {
	case *act.SetEvent:
		of(intake.Announcements.Of(a.Ref))
	case *act.WithdrawInquiry:
		of(bureau.Document{Kind: "inquiry", Key: correction.Key(a.Number)})
	}
	g, is := a.(*act.GrantInquiry)
	if !is {
		return seen
	}
	o.Must(o.View(o.T.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		q, _, err := correction.FindInquiry(r, g.Number)
		if err != nil {
			return err
		}
		var of bureau.Subject
		if q.Report != "" {
			c, err := intake.Find(r, q.Report)
			if err != nil {
				return err
			}
			of = intake.Subject(c)
		} else {
			p, err := register.Find(r, q.Player)
			if err != nil {
				return err
			}
			of = p.Subject()
		}
		seen, err = bureau.SeenOf(r, of)
		return err
	}))
	return seen
}

// A club asks for a membership: nothing is done but noted, and its words stand in no log; an officer grants it, which
// is the act itself, and it is granted once.
func TestAskedIsGranted(t *testing.T) {
	o := newOffice(t)
	days := civil.Range{From: civil.Of(2024, 4, 1), To: civil.Of(2025, 3, 31)}
	memberships := func() (all []register.Membership) {
		o.Must(o.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
			all, err = register.MembershipsOf(r, "N00000001", 0)
			return err
		}))
		return all
	}
	asked, err := o.as("organiser", &act.Asks[act.AddMember]{Act: act.AddMember{Player: "N00000001", From: days.From, To: days.To, Because: act.Because{Reason: "paid to Mori"}}})
	o.Must(err)
	if len(memberships()) != 0 {
		t.Error("what was asked for is done")
	}
	grant := &act.GrantInquiry{Number: asked.Subject, Because: act.Because{Reason: "the fee has come"}}
	if _, err := o.as("organiser", grant); err == nil {
		t.Error("who asked grants it")
	}
	done, err := o.as("officer", grant)
	o.Must(err)
	if got := memberships(); len(got) != 1 || got[0].Days != days || done.Subject != "N00000001" {
		t.Errorf("%+v, %+v", got, done)
	}
	if _, err := o.as("officer", grant); err == nil {
		t.Error("it is granted twice")
	}
	var log []string
	o.Must(o.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := bureau.Entries.All(r, "")
		for _, e := range all {
			log = append(log, e.Action+" "+e.Subject+" "+e.Reason)
		}
		return err
	}))
	want := []string{"ask.renewal Q5 ", "inquiry.grant Q5 ", "member.add N00000001 the fee has come"}
	if got := log[len(log)-3:]; !slices.Equal(got, want) || strings.Contains(strings.Join(log, "\n"), "Mori") {
		t.Errorf("%q, want %q", got, want)
	}
}

// An officer asks a club about a game that is in its report; the only section need not be named.
func TestGameIsAskedAbout(t *testing.T) {
	o := newOffice(t)
	is := bureautest.Meeting("Spring cup", civil.Of(2024, 2, 4), "N00000001", "N00000002")
	is.Sections[0].Name = "Open"
	sent, err := act.Do(t.Context(), o.Bureau.Bureau, &act.SubmitReport{File: act.File{Name: "cup.json", Data: bureautest.JSON(t, is)}, For: o.objects[0].club}, act.With{})
	o.Must(err)
	for _, x := range []struct {
		section             string
		round, white, black int
		refused             string
	}{{"", 9, 1, 2, "no-game"}, {"", 1, 2, 1, "colours-reversed"}, {"of others", 1, 1, 2, "unknown-section"}, {"", 1, 1, 2, ""}, {"Open", 1, 1, 2, ""}} {
		does := &act.AskClub{Ref: sent.Subject, Text: "Which result?", Section: x.section, Round: x.round, White: x.white, Black: x.black}
		done, err := act.Do(t.Context(), o.Bureau.Bureau, does, act.With{})
		if x.refused != "" {
			bureautest.Refused(t, err, x.refused)
			continue
		}
		o.Must(err)
		o.Look(func(r bureau.Reader) error {
			q, _, err := correction.FindInquiry(r, done.Subject)
			if err == nil && *q.Game != (correction.Game{Section: "Open", Round: 1, White: 1, Black: 2}) {
				t.Errorf("section %q: %+v", x.section, q.Game)
			}
			return err
		})
	}
}

// A club changes its own announcement; another's it neither changes, nor replaces by announcing the same event.
func TestAnnouncementOfAnotherStays(t *testing.T) {
	o := newOffice(t)
	own, other := o.objects[0], o.objects[1]
	_, err := o.as("organiser", &act.SetEvent{Ref: own.announced, Start: civil.Of(2024, 3, 9)})
	o.Must(err)
	before := o.Documents()
	for _, a := range []act.Act{
		&act.SetEvent{Ref: other.announced, Start: civil.Of(2024, 3, 9)},
		&act.AnnounceEvent{Name: "Open of Kita Chess Club", Club: own.club, Start: civil.Of(2024, 3, 2), Rounds: 5, Type: "rapid"},
	} {
		_, err := o.as("organiser", a)
		bureautest.Refused(t, err, "not-yours")
	}
	if !maps.Equal(before, o.Documents()) {
		t.Error("what was refused has changed something")
	}
}

// Whoever asked withdraws it, and nobody else of the club or the player whom it is about; an officer sees that, and cannot grant it.
func TestAskedIsWithdrawn(t *testing.T) {
	o := newOffice(t)
	renewal := &act.Asks[act.AddMember]{Act: act.AddMember{Player: "N00000001", From: civil.Of(2024, 4, 1), To: civil.Of(2025, 3, 31)}}
	asked, err := o.as("organiser", renewal)
	o.Must(err)
	withdraw := &act.WithdrawInquiry{Number: asked.Subject}
	for _, name := range []string{"player", "treasurer"} {
		if _, err := o.as(name, withdraw); err == nil {
			t.Errorf("a %s withdraws it", name)
		}
	}
	_, err = o.as("organiser", withdraw)
	o.Must(err)
	_, err = o.as("officer", &act.GrantInquiry{Number: asked.Subject, Because: act.Because{Reason: "paid"}})
	bureautest.Refused(t, err, "inquiry-closed")
	_, err = o.as("organiser", withdraw)
	bureautest.Refused(t, err, "inquiry-closed")
	o.Look(func(r bureau.Reader) error {
		q, _, err := correction.FindInquiry(r, asked.Subject)
		if err == nil && (!q.Withdrawn || q.Granted || q.Closed == nil) {
			t.Errorf("%+v", q)
		}
		pending, failed := correction.Pending(r)
		for _, q := range pending {
			if q.Number == asked.Subject {
				t.Error("it waits for an officer")
			}
		}
		return errors.Join(err, failed)
	})
	asked, err = o.as("player", &act.Asks[act.AnonymisePerson]{Act: act.AnonymisePerson{Person: act.Person{Player: "N00000001", Reason: "I no longer play"}}})
	o.Must(err)
	_, err = o.as("organiser", &act.WithdrawInquiry{Number: asked.Subject})
	bureautest.Refused(t, err, "not-yours")
	_, err = o.as("player", &act.WithdrawInquiry{Number: asked.Subject})
	o.Must(err)
}

// A club asks that its late report is added to a published list; granting it proposes that correction.
func TestLateReportIsAskedFor(t *testing.T) {
	t.Parallel()
	d := bureautest.SixteenMembers(t, 2024, "ncs")
	d.On("2024-03-10T03:00:00Z")
	ref := d.SendFrom(d.Event("Open", "2024-03-08"), "Player NoA").Report.Ref
	do := func(a act.Act) (*bureau.Outcome, error) { return act.Do(t.Context(), d.Bureau, a, act.With{}) }
	_, err := do(&act.AssignReport{Ref: ref, Club: "C1", Reason: "theirs"})
	d.Must(err)
	d.Must(desk.Decide(t.Context(), d.Bureau, ref, check.Withheld, "a protest"))
	d.On("2024-03-25T03:00:00Z")
	d.Publish("2024-04")
	ask := &act.Asks[act.ProposeLate]{Act: act.ProposeLate{Ref: ref, Proposed: act.Proposed{Reason: "the protest is over"}}}
	club := *d.Bureau
	for id, want := range map[string]string{"C2": "not-yours", "C1": "DONE"} {
		club.Actor = bureau.Actor{Account: "A0902", Roles: bureau.Organiser, Clubs: []string{id}}
		if got := outcome(act.Do(t.Context(), &club, ask, act.With{})); got != want {
			t.Errorf("asked for %s: %s", id, got)
		}
	}
	done, err := do(&act.GrantInquiry{Number: "Q1", Because: act.Because{Reason: "it is over"}})
	d.Must(err)
	if made, is := done.Value.(*act.Granted).Value.(*correction.Correction); !is || made.What.Kind != correction.AddLate || made.What.Report != ref {
		t.Errorf("%+v", done.Value)
	}
}

// The office asks a club for the result of a game, the club says it, and an officer grants the correction.
func TestClubSaysResult(t *testing.T) {
	o := newOffice(t)
	q := o.objects[0].inquiry
	drawn := act.Result(report.Drawn)
	if _, err := o.as("officer", &act.GrantInquiry{Number: q}); err == nil {
		t.Error("a question is granted")
	}
	_, err := o.as("organiser", &act.ReplyInquiry{Number: q, Result: &drawn})
	o.Must(err)
	if _, err := o.as("organiser", &act.ReplyInquiry{Number: q, Text: "no, it was won"}); err == nil {
		t.Error("a club answers twice")
	}
	done, err := o.as("officer", &act.GrantInquiry{Number: q, Because: act.Because{Reason: "so says the club"}})
	o.Must(err)
	o.Must(o.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := intake.Find(r, o.objects[0].ref)
		if err == nil {
			if last := c.Decisions[len(c.Decisions)-1].Adjustment; last == nil || *last.Result != report.Drawn || done.Subject != c.Ref {
				t.Errorf("%+v, %+v", last, done)
			}
		}
		return err
	}))
}

// A player asks for another result of a game. Who played against them says which one it had, and so does the club that reported it, each
// once; nobody else does, and not whoever asked.
func TestResultIsConfirmed(t *testing.T) {
	o := newOffice(t)
	ref := o.objects[0].ref // N00000001, of C0001, plays N00000002
	drawn, won := act.Result(report.Drawn), act.Result(report.WhiteWon)
	does := &act.Asks[act.ProposeResult]{}
	does.Act.Ref, does.Act.Round, does.Act.White, does.Act.Black, does.Act.Result, does.Act.Reason = ref, 1, 1, 2, drawn, "we agreed to a draw"
	asked, err := o.as("player", does)
	o.Must(err)
	q := asked.Subject
	by := func(a bureau.Actor, says act.Act) error {
		b := *o.Bureau.Bureau
		b.Actor = a
		_, err := act.Do(t.Context(), &b, says, act.With{})
		return err
	}
	opponent := bureau.Actor{Account: "A0911", Roles: bureau.Player, Player: "N00000002"}
	for name, who := range map[string]bureau.Actor{
		"who asked":         actors[1].Actor,
		"who asked, a club": {Account: "A0901", Roles: bureau.Player | bureau.Organiser, Player: "N00000001", Clubs: []string{"C0001"}},
		"another player":    {Account: "A0912", Roles: bureau.Player, Player: "N00000003"},
		"another club":      {Account: "A0913", Roles: bureau.Organiser, Clubs: []string{"C0002"}},
	} {
		if err := by(who, &act.ReplyInquiry{Number: q, Result: &drawn}); err == nil {
			t.Errorf("%s says which result it was", name)
		}
	}
	bureautest.Refused(t, by(opponent, &act.ReplyInquiry{Number: q, Text: "it was so"}), "inquiry-not-asked")
	o.Must(by(opponent, &act.ReplyInquiry{Number: q, Result: &drawn}))
	bureautest.Refused(t, by(opponent, &act.ReplyInquiry{Number: q, Result: &won}), "inquiry-not-asked")
	o.Must(by(actors[2].Actor, &act.ReplyInquiry{Number: q, Result: &won}))
	o.Look(func(r bureau.Reader) error {
		of, _, err := correction.FindInquiry(r, q)
		if err != nil {
			return err
		}
		if h := of.HeardOf("N00000002"); h == nil || h.Result != report.Drawn {
			t.Errorf("the opponent says %+v", h)
		}
		if h := of.HeardOf(""); h == nil || h.Result != report.WhiteWon {
			t.Errorf("the club says %+v", h)
		}
		return nil
	})
	_, err = o.as("officer", &act.GrantInquiry{Number: q, Because: act.Because{Reason: "so say both players"}})
	o.Must(err)
	bureautest.Refused(t, by(bureau.Actor{Account: "A0914", Roles: bureau.Organiser, Clubs: []string{"C0001"}}, &act.ReplyInquiry{Number: q, Result: &won}), "inquiry-closed")
}
