package months_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
)

// wantTwo has the federation want two officers.
func (d *desk) wantTwo() {
	d.Helper()
	d.Must(d.Bureau.Do(d.Context(), "set", "", func(tx *bureau.Tx) error {
		s := *tx.Settings
		s.TwoOfficers = true
		return bureau.AllSettings.Put(tx, "", &s)
	}))
}

// Where two officers are wanted, the second one sees the same draft, and publishes it; the first one cannot.
func TestTwoOfficers(t *testing.T) {
	both(t, func(t *testing.T, d *desk) {
		d.wantTwo()
		ref := d.submits(file("Autumn Cup"))
		d.closes()
		d.Joins("second", account.Wish{Roles: []string{"officer"}})
		at := "desk/periods/2024-12/publish/"
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.publish.two-officers"), d.Say("desk.publish.want"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.publish.want"), "reason", "the congress needs it"), http.StatusOK, at, "Officer", d.Say("desk.do.waits"))
		a := d.Get(at)
		d.Wants(a, http.StatusOK, at, d.say("desk.waiting.own", "until", d.december(20)))
		if strings.Contains(a.Body, d.Say("desk.publish.confirm")) {
			t.Error("the first officer may confirm")
		}
		b := d.Another()
		d.Enters(b, "second")
		b.Wants(b.Get("desk/periods/"), http.StatusOK, "desk/periods/", d.say("desk.periods.waits", "acts", 1))
		a = b.Get("desk/waiting/")
		b.Wants(a, http.StatusOK, "desk/waiting/", "Officer", "the congress needs it")
		a = b.Get(at)
		b.Wants(a, http.StatusOK, at, d.Say("desk.publish.same"), d.Say("desk.publish.confirm"))
		b.Wants(d.sends(b, "second", d.Say("desk.publish.confirm")), http.StatusOK, at, d.Say("desk.publish.public"))
		d.onSite(1)
		b.Wants(b.Get("desk/waiting/"), http.StatusOK, "desk/waiting/", d.Say("desk.waiting.none"))

		omit := &act.ProposeOmission{}
		omit.Reason, omit.Round, omit.White, omit.Black, omit.Ref = "it was not played", 3, 3, 4, ref
		d.does(omit)
		at = "desk/corrections/C1/"
		d.Get(at)
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.accept"), "reason", "seen"), http.StatusOK, at, d.Say("desk.do.waits"))
		a = d.Get(at)
		d.Wants(a, http.StatusOK, at, d.say("desk.waiting.own", "until", d.december(20)))
		if strings.Contains(a.Body, d.Say("desk.correction.confirm")) || strings.Contains(a.Body, d.Say("desk.correction.accept")) {
			t.Error("the first officer decides twice")
		}
		b.Wants(b.Get(at), http.StatusOK, at, "Chiba Sota", d.Say("desk.correction.confirm"))
		b.Wants(d.sends(b, "second", d.Say("desk.correction.confirm")), http.StatusOK, at, d.Say("desk.correction.undo"))
		d.onSite(2)
	})
}

// What was asked for of a draft is void when the period is closed again.
func TestSecondOfficerOfAnotherDraft(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		d.wantTwo()
		d.submits(file("Autumn Cup"))
		d.closes()
		at := "desk/periods/2024-12/publish/"
		d.Get(at)
		d.sends(d.Browser, "officer", d.Say("desk.publish.want"), "reason", "the congress needs it")
		d.Now = d.Now.Add(time.Minute)
		d.does(&act.ClosePeriod{Label: "2024-12"})
		d.Wants(d.Get("desk/waiting/"), http.StatusOK, "desk/waiting/", d.Say("desk.waiting.none"))
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.publish.want"))
	})
}

// A period to which nothing has come is closed, too; a draft that is behind is closed again, and reopened.
func TestEmptyMonth(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		at := "desk/periods/2024-11/"
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.month.nothing-in"), d.Say("desk.month.close"))
		d.Wants(d.looks(d.Browser, "officer", d.Say("desk.month.close")), http.StatusOK, at, d.Say("desk.month.to-review"))
		d.Wants(d.Get(at+"review/"), http.StatusOK, at+"review/", d.Say("desk.review.no-questions"))
		d.Get(at)
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.month.reopen"), "reason", "a report is on its way"), http.StatusOK, at, d.Say("desk.month.close"))
		for _, page := range []string{"review/", "publish/"} { // without a draft
			d.Wants(d.Get(at+page), http.StatusOK, at, d.Say("desk.month.close"))
		}
		for _, missing := range []string{"desk/periods/2031-01/", "desk/periods/2031-01/review/", "desk/periods/2031-01/publish/", "desk/periods/2024-11/why/N00000001/", "desk/inquiries/Q9/", "desk/corrections/C9/", "desk/fide/2024-10-0099/", "desk/fide/2024-10-0099/file/"} {
			d.Wants(d.Get(missing), http.StatusNotFound, missing)
		}
		d.Wants(d.Get("desk/correct/?what=result&ref=2024-10-0099"), http.StatusOK, "desk/correct/", "2024-10-0099")
	})
}

// What comes after a draft is said, with the way on.
func TestDraftBehind(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		d.submits(file("Autumn Cup"))
		late := d.submits(evening("Evening Cup", 19))
		d.closes()
		d.does(&act.WithholdReport{Ruling: act.Ruling{Decided: act.Decided{Ref: late, Reason: "the sheet is missing"}}})
		for _, to := range []string{"desk/periods/2024-12/", "desk/periods/2024-12/review/", "desk/periods/2024-12/publish/"} {
			d.Wants(d.Get(to), http.StatusOK, to, d.Say("desk.month.behind"), late)
		}
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.publish.as-drafted"), "reason", "its day is today"), http.StatusOK, "desk/periods/2024-12/publish/", d.Say("desk.publish.public"))
	})
}

// An inquiry about a result leads to a correction whose impact is seen first, and to revision 2; the correction is undone by another.
func TestInquiry(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		ref := d.submits(file("Autumn Cup"))
		d.publishes()
		a := d.Get("desk/inquiries/")
		d.Wants(a, http.StatusOK, "desk/inquiries/", d.Say("desk.inquiries.none"), d.Say("desk.acts.ask-renewal"))
		d.Get("desk/do/inquiry.add/?back=/" + d.Lang + "/desk/inquiries/")
		d.Wants(d.sends(d.Browser, "officer", `name="who"`, "who", "Chiba Sota", "what", "The game of round 3 was a draw.", "player", "N00000003", "event", ref, "list", "2024-12"), http.StatusOK, "desk/inquiries/", "Q1")
		a = d.Get("desk/inquiries/Q1/")
		d.Wants(a, http.StatusOK, "desk/inquiries/Q1/", "The game of round 3 was a draw.", d.Say("desk.inquiry.possible"), "Autumn Cup")
		d.Get("desk/inquiries/")

		d.Wants(d.Get("desk/correct/"), http.StatusOK, "desk/correct/", d.Say("desk.correct.is-result"))
		a = d.Get("desk/correct/?what=result&ref=" + ref + "&inquiry=Q1&player=N00000003")
		d.Wants(a, http.StatusOK, "desk/correct/", "Chiba Sota – Doi Kana")
		a = d.Get("desk/correct/?what=result&ref=" + ref + "&inquiry=Q1&round=3&white=3&black=4")
		d.Wants(a, http.StatusOK, "desk/correct/", d.Say("desk.correct.will-look"))
		a = d.sends(d.Browser, "officer", d.Say("desk.correct.propose"), "result", "1/2-1/2", "reason", "the score sheet says draw")
		d.Wants(a, http.StatusOK, "desk/corrections/C1/", "the score sheet says draw")

		a = d.Get("desk/corrections/C1/")
		d.Wants(a, http.StatusOK, "desk/corrections/C1/", "Chiba Sota", "Doi Kana", d.Say("desk.correction.list-again"), "Q1")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.accept"), "reason", "seen"), http.StatusOK, "desk/corrections/C1/")
		d.onSite(2)
		d.Get("desk/inquiries/Q1/")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.inquiry.close"), "reason", "It is corrected by C1."), http.StatusOK, "desk/inquiries/Q1/", "It is corrected by C1.", "C1")

		a = d.Get("desk/corrections/C1/")
		d.Wants(a, http.StatusOK, "desk/corrections/C1/", d.Say("desk.correction.undo"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.undo"), "reason", "the sheet was of another game"), http.StatusOK, "desk/corrections/C2/")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.accept"), "reason", "seen"), http.StatusOK, "desk/corrections/C2/")
		d.Wants(d.Get("desk/corrections/C1/"), http.StatusOK, "desk/corrections/C1/", d.say("desk.corrections.undone", "by", "C2"))
		d.onSite(3)
	})
}

// A correction that an officer has proposed stands on the first page of the desk of each until it is decided on.
func TestProposedStandsOnTheFirstPage(t *testing.T) {
	both(t, func(t *testing.T, d *desk) {
		ref := d.submits(file("Autumn Cup"))
		d.publishes()
		d.Joins("second", account.Wish{Roles: []string{"officer"}})
		b := d.Another()
		d.Enters(b, "second")
		link, said := "desk/corrections/C1/", d.say("desk.morning.proposed", "corrections", 1)
		stands := func() bool {
			a := b.Get("desk/")
			return strings.Contains(a.Text(), said) && strings.Contains(a.Body, link)
		}
		if stands() {
			t.Error("it stands there before it is proposed")
		}
		d.Get("desk/correct/?what=result&ref=" + ref + "&round=3&white=3&black=4")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correct.propose"), "result", "1/2-1/2", "reason", "the score sheet says so"), http.StatusOK, link)
		if !stands() {
			t.Errorf("it does not stand there: %s", b.Last)
		}
		b.Get(link)
		b.Wants(d.sends(b, "second", d.Say("desk.correction.reject"), "reason", "the wrong sheet"), http.StatusOK, link, "the wrong sheet")
		if stands() {
			t.Error("it stands there after it was decided on")
		}
	})
}

// A better file of a report that is in a list is proposed as a correction, and makes a new revision.
func TestBetterFile(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		first := file("Autumn Cup")
		ref := d.submits(first)
		d.publishes()
		better := act.File{Name: first.Name, Data: bytes.Replace(first.Data, []byte("3.0    1     4 w 1     3 b 1     2 w 1"), []byte("2.0    1     4 w 1     3 b 1     2 w 0"), 1)}
		better.Data = bytes.Replace(better.Data, []byte("2.0    2     3 w 1     4 b 1     1 b 0"), []byte("3.0    2     3 w 1     4 b 1     1 b 1"), 1)
		d.does(&act.SubmitReport{File: better, Ref: ref, Replaces: true, For: "Kawagoe Tsuru", From: "Aoki Ren"})
		a := d.Get("desk/correct/?what=report&ref=" + ref)
		d.Wants(a, http.StatusOK, "desk/correct/", "Autumn Cup")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correct.propose"), "reason", "the better file"), http.StatusOK, "desk/corrections/C1/")
		a = d.Get("desk/corrections/C1/")
		d.Wants(a, http.StatusOK, "desk/corrections/C1/", "Baba Mio", "Aoki Ren", d.Say("desk.correction.list-again"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.accept"), "reason", "seen"), http.StatusOK, "desk/corrections/C1/")
		d.onSite(2)
	})
}

// A report that came too late for a list that is out is added to it.
func TestLateFile(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		d.submits(file("Autumn Cup"))
		d.publishes()
		late := d.submits(evening("Evening Cup", 19))
		a := d.Get("desk/correct/?what=late&ref=" + late + "&label=2024-12")
		d.Wants(a, http.StatusOK, "desk/correct/", "Evening Cup", d.Say("desk.correct.is-late"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correct.propose"), "reason", "it was in the letter box", "label", "2024-12"), http.StatusOK, "desk/corrections/C1/")
		a = d.Get("desk/corrections/C1/")
		d.Wants(a, http.StatusOK, "desk/corrections/C1/", "Evening Cup", "Chiba Sota", d.Say("desk.correction.list-again"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.accept"), "reason", "seen"), http.StatusOK, "desk/corrections/C1/")
		d.onSite(2)
		d.Wants(d.Get("desk/periods/2024-12/"), http.StatusOK, "desk/periods/2024-12/", d.say("desk.month.revision-no", "revision", 2), "C1")
	})
}

// What a club asks for is granted, and done; a rejected correction is so.
func TestGrant(t *testing.T) {
	both(t, func(_ *testing.T, d *desk) {
		ref := d.submits(file("Autumn Cup"))
		d.publishes()
		game := act.Game{Round: 3, White: 3, Black: 4, Ref: ref}
		game.Reason = "it was a draw"
		asks := &act.Asks[act.ProposeResult]{Act: act.ProposeResult{Game: game}, Who: "Doi Kana"}
		d.Must(asks.Act.Result.UnmarshalText([]byte("1/2-1/2")))
		d.does(asks)
		a := d.Get("desk/inquiries/Q1/")
		d.Wants(a, http.StatusOK, "desk/inquiries/Q1/", d.Say("desk.acts.correct-result"), "Chiba Sota – Doi Kana", "it was a draw")
		d.Wants(d.looks(d.Browser, "officer", d.Say("desk.inquiry.grant"), "reason", "the score sheet says so"), http.StatusOK, "desk/inquiries/Q1/", d.Say("inquiry.granted"), "C1")
		d.Get("desk/corrections/C1/")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.correction.reject"), "reason", "the wrong sheet"), http.StatusOK, "desk/corrections/C1/", "the wrong sheet")
	})
}

// A FIDE event is sent, received and changed; a section that FIDE is not to rate is left out, and taken in again.
func TestFIDE(t *testing.T) {
	both(t, func(t *testing.T, d *desk) {
		d.Wants(d.Get("desk/fide/"), http.StatusOK, "desk/fide/", d.Say("desk.fide.none-due"))
		is := true
		a := &act.SubmitReport{File: file("Autumn Open"), For: "Kawagoe Tsuru"}
		a.Organizer, a.Responsible, a.Time, a.FIDEEvent = "Kawagoe Tsuru", "Aoki Ren", "10:00", &is
		ref := d.does(a).Subject
		at := "desk/fide/" + ref + "/"
		d.Wants(d.Get("desk/fide/"), http.StatusOK, "desk/fide/", "Autumn Open", d.Say("desk.fide.state.unsent"))
		shown := d.Get(at)
		d.Wants(shown, http.StatusOK, at, "Autumn Open", d.Say("desk.fide.write"), "arpad fide write "+ref)
		got := d.Get(at + "file/?section=")
		if got.Status != http.StatusOK || !strings.Contains(got.Body, "Doi, Kana") || !strings.Contains(got.Body, "1999") || strings.Contains(got.Body, "N00000001") || !strings.Contains(got.Response.Header.Get("Content-Disposition"), ref+".trf") {
			t.Errorf("the file is %d:\n%s", got.Status, got.Body)
		}
		d.Get(at)
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.fide.sent-now"), "on", "2024-10-22"), http.StatusOK, at, d.Say("desk.fide.state.sent"), d.Say("desk.fide.receipt-now"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.fide.receipt-now"), "number", "412345"), http.StatusOK, at, "412345", d.Say("desk.fide.state.confirmed"))
		game := &act.CorrectReport{}
		game.Ref, game.Round, game.White, game.Black, game.Reason = ref, 3, 3, 4, "the score sheet says draw"
		d.Must(game.Result.UnmarshalText([]byte("1/2-1/2")))
		d.does(game)
		d.Wants(d.Get("desk/fide/"), http.StatusOK, "desk/fide/", d.Say("desk.fide.state.changed"))
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.fide.again"))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.fide.sent-now")), http.StatusOK, at, d.Say("desk.fide.state.sent"))

		other := d.does(&act.SubmitReport{File: evening("Evening Open", 19), For: "Kawagoe Tsuru", Words: a.Words}).Subject
		at = "desk/fide/" + other + "/"
		d.Get(at)
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.fide.exclude"), "reason", "it was not played under its rules"), http.StatusOK, at, d.Say("desk.fide.state.excluded"))
		d.Wants(d.Get("desk/fide/"), http.StatusOK, "desk/fide/", d.Say("desk.fide.excluded"))
		d.Get(at)
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.fide.include"), "reason", "it was"), http.StatusOK, at, d.Say("desk.fide.state.unsent"))
	})
}

// An auditor reads the pages without forms, and without the words of who asked.
func TestAuditor(t *testing.T) {
	both(t, func(t *testing.T, d *desk) {
		ref := d.submits(file("Autumn Cup"))
		d.publishes()
		d.does(&act.AddInquiry{Who: "Chiba Sota", What: "It was a draw.", Player: "N00000003", Event: ref})
		omit := &act.ProposeOmission{}
		omit.Reason, omit.Round, omit.White, omit.Black, omit.Ref = "it was not played", 3, 3, 4, ref
		d.does(omit)
		b := d.Another()
		d.Enters(b, "auditor")
		for _, to := range []string{"desk/periods/", "desk/periods/2024-12/", "desk/periods/2024-12/review/", "desk/periods/2024-12/publish/", "desk/fide/", "desk/inquiries/", "desk/inquiries/Q1/", "desk/corrections/", "desk/corrections/C1/"} {
			a := b.Get(to)
			b.Wants(a, http.StatusOK, to)
			main := a.Body[strings.Index(a.Body, "<main"):strings.Index(a.Body, "</main>")]
			if strings.Contains(main, "<form") || strings.Contains(main, "It was a draw.") || strings.Contains(main, "1979") {
				t.Errorf("%s has a form, words or births for an auditor", to)
			}
		}
		for _, to := range []string{"desk/waiting/", "desk/correct/", "desk/fide/" + ref + "/file/"} {
			b.Wants(b.Get(to), http.StatusNotFound, to)
		}
	})
}
