package cases_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/report"
)

// players are those of the list: Baba Mio is in the file without an ID, and Chiba Sota was not a member.
var players = []string{"N00000001 Aoki Ren 青木 蓮", "N00000002 Baba Mio 馬場 澪", "N00000003 Chiba Sota 千葉 颯太", "N00000004 Doi Hana 土井 花"}

// desk is the portal with a report in which mistakes are planted: an entry without an ID, whom all speaks for; somebody who was no
// member; games that came late; and somebody in charge whom nobody knows.
type desk struct {
	*hall.Hall
	ref string
}

func open(t *testing.T, lang string) *desk {
	t.Helper()
	h := hall.New(t, lang, "")
	for n, p := range players {
		part := strings.Fields(p)
		_, _, err := register.Enter(t.Context(), h.Bureau, []string{"id=" + part[0], "name=" + part[1] + " " + part[2], "name_local=" + part[3] + " " + part[4], "birth=199" + string(rune('0'+n)) + "-05-02", "club=Kawagoe Tsuru"}, "")
		h.Must(err)
		if n != 2 {
			_, err = register.Enrol(t.Context(), h.Bureau, register.Membership{Player: part[0], Days: civil.Range{From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}}, "paid")
			h.Must(err)
		}
	}
	event := bureautest.Meeting("Autumn Open", civil.Of(2024, 5, 1), "N00000001", "N00000002", "N00000003", "N00000004")
	event.Organizer, event.Venue, event.Time, event.Responsible = "Kawagoe Tsuru", "Hall", "13:00", "Nobody Known"
	s := &event.Sections[0]
	for n := range s.Players {
		part := strings.Fields(players[n])
		s.Players[n].Name, s.Players[n].NameLocal = part[1]+" "+part[2], part[3]+" "+part[4]
	}
	s.Players[1].ID, s.Players[1].Birth, s.Players[1].Club = "", civil.BirthOn(civil.Of(1991, 5, 2)), "Kawagoe Tsuru"
	sent, err := act.Do(t.Context(), h.Bureau, &act.SubmitReport{File: act.File{Name: "autumn.json", Data: bureautest.JSON(t, event)}, From: "Aoki Ren", For: "Kawagoe Tsuru"}, act.With{})
	h.Must(err)
	return &desk{h, sent.Subject}
}

// state returns the report as it is.
func (d *desk) state() (c *check.Case) {
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		c, err = intake.Find(r, d.ref)
		return err
	}))
	return c
}

// page returns the address of the page of the report.
func (d *desk) page() string { return "desk/cases/" + d.ref + "/" }

// sends fills in the form with a text, of the page that was last shown, and sends it.
func sends(b *hall.Browser, with string, fields ...string) hall.Answer {
	b.Helper()
	form := b.Form(with)
	if form == nil {
		b.Fatalf("no form has %q", with)
	}
	to := regexp.MustCompile(`(?s)<form[^>]* action="/[a-z]+/([^"]*)"`)
	for _, text := range regexp.MustCompile(`(?s)<form.*?</form>`).FindAllString(b.Last, -1) {
		if strings.Contains(text, with) {
			address := to.FindStringSubmatch(text)[1]
			if button := regexp.MustCompile(`formaction="/[a-z]+/([^"]*)"[^>]*>` + regexp.QuoteMeta(with)).FindStringSubmatch(text); button != nil {
				address = button[1]
			}
			return b.Post(address, append(form, fields...)...)
		}
	}
	return hall.Answer{}
}

// An officer settles a report with planted mistakes by its forms alone, and takes one decision back, in both languages.
func TestSettles(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			d := open(t, lang)
			page := d.page()
			a := d.Enters(d.Browser, "officer")
			d.Wants(a, http.StatusOK, "desk/", "Autumn Open", d.Say("desk.morning.certain"))
			a = d.Get("desk/cases/?q=autumn")
			d.Wants(a, http.StatusOK, "desk/cases/", "Autumn Open", d.ref)
			if a = d.Get("desk/cases/?q=spring"); strings.Contains(a.Text(), "Autumn Open") {
				t.Errorf("words that it has not find the report: %s", a.Text())
			}
			a = d.Get("desk/certain/")
			d.Wants(a, http.StatusOK, "desk/certain/", "馬場 澪", "N00000002")
			a = d.Get(page)
			d.Wants(a, http.StatusOK, page, "Autumn Open", "馬場 澪", d.Say("register.evidence-local"), d.Say("desk.case.is-open"), "N00000003")
			if births := d.Say("register.evidence-birth"); strings.Contains(a.Text(), births) {
				t.Errorf("whether births agree is shown before it is asked for: %s", a.Text())
			}
			a = d.Get(page + "?births=1")
			d.Wants(a, http.StatusOK, page, d.Say("register.evidence-birth"))
			looked := false
			d.Must(d.Door.Work.Looks(t.Context(), d.Now.Add(-10*60e9), func(l bureau.Look) bool {
				looked = looked || l.What == "births of "+d.ref
				return true
			}))
			if !looked {
				t.Error("the look is not logged")
			}
			if strings.Contains(a.Body, "1991") {
				t.Error("a date of birth is shown")
			}
			d.Get(page)
			a = sends(d.Browser, d.Say("desk.case.accept-all"))
			d.Wants(a, http.StatusOK, page, d.Say("desk.do.back"))
			_, done, _ := strings.Cut(d.Last, `class="note done"`)
			if done, _, _ = strings.Cut(done, "</div>"); !strings.Contains(done, d.Say("desk.do.back")) {
				t.Fatalf("the line that says so has no way back: %s", done)
			}
			a = sends(d.Browser, d.Say("desk.do.back"))
			d.Wants(a, http.StatusOK, "desk/do/report.match/", d.Say("desk.do.effect"), "N00000002")
			a = sends(d.Browser, "desk/do/report.match/")
			d.Wants(a, http.StatusOK, page, d.Say("desk.case.who-title"), d.Say("desk.case.accept-all"))
			a = sends(d.Browser, d.Say("desk.case.accept-all"))
			d.Wants(a, http.StatusOK, page, d.Say("desk.do.back"))
			if strings.Contains(a.Text(), d.Say("desk.case.who-title")) {
				t.Errorf("it is still asked who somebody is: %s", a.Text())
			}
			for _, what := range []string{"non-member", "late"} {
				if !strings.Contains(d.Last, `value="`+what+`=count"`) {
					continue
				}
				a = sends(d.Browser, `value="`+what+`=count"`, "question=answer", what+"=count", "reason", "they have paid since")
				d.Wants(a, http.StatusOK, page, "they have paid since", d.Say("desk.case.is-decided"))
			}
			a = sends(d.Browser, d.Say("desk.do.back"))
			d.Wants(a, http.StatusOK, page)
			if c := d.state(); !c.Waits("late", "non-member") {
				t.Errorf("the decision was not taken back: %+v", c.Open())
			}
			for _, what := range []string{"late", "non-member", "responsible-unknown", "reporter-unknown"} {
				if strings.Contains(d.Last, `value="`+what+`=count"`) {
					sends(d.Browser, `value="`+what+`=count"`, "question=answer", what+"=count", "reason", "looked up")
				}
			}
			a = d.Get(page)
			if c := d.state(); c.State != check.Admitted || len(c.Open()) > 0 {
				t.Errorf("the report is %s, and waits for %+v", c.State, c.Open())
			}
		})
	}
}

// Two officers have a report open: each is told of the other, and whoever decides second is told what has changed, and decides
// again. An auditor reads without forms, births and evidence; a treasurer finds nothing.
func TestTwoOfficers(t *testing.T) {
	d := open(t, "en")
	page := d.page()
	d.Joins("officer2", wish("officer"))
	first, second, auditor, treasurer := d.Another(), d.Another(), d.Another(), d.Another()
	d.Enters(first, "officer")
	d.Enters(second, "officer2")
	first.Get(page)
	second.Wants(second.Get(page), http.StatusOK, page, "Officer also has this open.")
	first.Wants(first.Get(page), http.StatusOK, page, "Officer2 also has this open.")
	first.Wants(sends(first, "Withhold the report", "reason", "to be looked at"), http.StatusOK, page, "to be looked at")
	a := sends(second, `value="late=count"`, "question=answer", "late=count", "reason", "the post was late")
	second.Wants(a, http.StatusUnprocessableEntity, "desk/do/report.answer/", d.Say("desk.do.changes"), "to be looked at")
	if !d.state().Waits("late") {
		t.Error("what was decided on an older state was done")
	}
	a = sends(second, `action="/en/desk/do/report.answer/"`)
	second.Wants(a, http.StatusOK, page, "the post was late")
	d.Enters(auditor, "auditor")
	for _, at := range []string{"desk/", "desk/cases/", page, page + "?births=1"} {
		a := auditor.Get(at)
		auditor.Wants(a, http.StatusOK, strings.TrimSuffix(at, "?births=1"))
		if regexp.MustCompile(`<form[^>]*method="post"[^>]*action="[^"]*desk/do`).MatchString(a.Body) || strings.Contains(a.Text(), d.Say("register.evidence-local")) || strings.Contains(a.Text(), d.Say("register.evidence-birth")) {
			t.Errorf("an auditor is shown what officers are: %s", a.Text())
		}
	}
	if a := auditor.Get("desk/"); !strings.Contains(a.Text(), d.Say("desk.cases.need-officer")) || strings.Contains(a.Body, "desk/certain/") {
		t.Errorf("an auditor is told to decide: %s", a.Text())
	}
	d.Enters(treasurer, "treasurer")
	for _, at := range []string{"desk/cases/", "desk/certain/", page, page + "ask/", "desk/keys/"} {
		if a := treasurer.Get(at); a.Status != http.StatusNotFound {
			t.Errorf("a treasurer finds %s: %d", at, a.Status)
		}
	}
}

// The club is asked in its language; the letter is kept, and forgotten once it was sent.
func TestAsks(t *testing.T) {
	d := open(t, "en")
	_, err := register.SetClubContact(t.Context(), d.Bureau, "Kawagoe Tsuru", []string{"language=ja"}, "")
	d.Must(err)
	d.Enters(d.Browser, "officer")
	at := d.page() + "ask/"
	a := d.Get(at)
	d.Wants(a, http.StatusOK, at, "御中", "馬場 澪さん", "会員資格")
	if strings.Contains(a.Body, "N00000002") {
		t.Error("the letter says who somebody may be")
	}
	a = d.Post(at, "text", "一言")
	d.Wants(a, http.StatusOK, at, "一言")
	d.Wants(d.Get(at), http.StatusOK, at, "一言")
	a = sends(d.Browser, `name="text"`)
	d.Wants(a, http.StatusOK, d.page(), "一言")
	d.Wants(d.Get(at), http.StatusOK, at, "御中")
}

// A result is corrected beside what was reported, and taken back; a file is set aside; a report is assigned and stated about.
func TestAdjusts(t *testing.T) {
	d := open(t, "en")
	d.Enters(d.Browser, "officer")
	page := d.page()
	d.Get(page)
	a := sends(d.Browser, "desk/do/report.correct/", "round", "1", "white", "1", "black", "2", "result", "0-1", "reason", "the score sheet")
	d.Wants(a, http.StatusOK, page, "the score sheet", "1-0", "0-1")
	if c := d.state(); len(c.Standing()) != 1 || *c.Standing()[0].Adjustment.Result != report.BlackWon {
		t.Errorf("%+v", c.Standing())
	}
	a = sends(d.Browser, `name="undo"`, "reason", "the wrong sheet")
	d.Wants(a, http.StatusOK, page, "the wrong sheet")
	for _, decision := range d.state().Standing() {
		if decision.Adjustment != nil {
			t.Errorf("it still stands: %+v", decision)
		}
	}
}

// A notice alone, a report of two files that disagree, an entry that contradicts its ID, and a report that is closed have their pages,
// too: the file that is wrong is set aside there, and comes back. From one that is settled the next one that needs an officer is a click away.
func TestOtherStates(t *testing.T) {
	d := open(t, "en")
	noticed, err := act.Do(t.Context(), d.Bureau, &act.NoticeReport{Event: "Winter Open", Start: civil.Of(2024, 10, 5), End: civil.Of(2024, 10, 6), From: "https://chess-results.com/tnr123456.aspx", For: "Kawagoe Tsuru"}, act.With{})
	d.Must(err)
	d.Enters(d.Browser, "officer")
	at := "desk/cases/" + noticed.Subject + "/"
	d.Wants(d.Get(at), http.StatusOK, at, "Winter Open", "https://chess-results.com/tnr123456.aspx")
	d.Wants(sends(d.Browser, "Close the report", "reason", "it was cancelled"), http.StatusOK, at, "it was cancelled", d.Say("desk.report.state-closed"))
	if !strings.Contains(d.Last, d.page()+`" rel="next">the report that still needs you<`) {
		t.Error("it does not lead to the report that still needs an officer")
	}
	first := bureautest.Meeting("Two Files", civil.Of(2024, 10, 12), "N00000001", "N00000004")
	first.Organizer = "Kawagoe Tsuru"
	sent, err := act.Do(t.Context(), d.Bureau, &act.SubmitReport{File: act.File{Name: "first.json", Data: bureautest.JSON(t, first)}, From: "Aoki Ren", For: "Kawagoe Tsuru"}, act.With{})
	d.Must(err)
	first.Sections[0].Games[0].Result = report.BlackWon
	_, err = act.Do(t.Context(), d.Bureau, &act.SubmitReport{File: act.File{Name: "second.json", Data: bureautest.JSON(t, first)}, From: "Aoki Ren", For: "Kawagoe Tsuru", Ref: sent.Subject}, act.With{})
	d.Must(err)
	at = "desk/cases/" + sent.Subject + "/"
	a := d.Get(at)
	d.Wants(a, http.StatusOK, at, "first.json", "second.json", d.Say("desk.acts.report-set-aside"))
	a = sends(d.Browser, "desk/do/report.set-aside/", "reason", "the second one is right")
	d.Wants(a, http.StatusOK, "desk/do/report.set-aside/", d.Say("desk.do.effect"))
	a = sends(d.Browser, "desk/do/report.set-aside/")
	d.Wants(a, http.StatusOK, at, d.Say("desk.case.is-aside"), "the second one is right")
	a = sends(d.Browser, `name="undo"`, "reason", "both are needed")
	if a.Status == http.StatusOK && strings.Contains(a.Path, "desk/do/") { // its effect first
		a = sends(d.Browser, `name="undo"`)
	}
	d.Wants(a, http.StatusOK, at, "both are needed")
	if d.ref = sent.Subject; d.state().IsAside(1) || d.state().IsAside(2) {
		t.Errorf("the file is still set aside: %s", a.Text())
	}
	a = sends(d.Browser, `name="responsible"`, "responsible", "N00000001")
	if strings.Contains(a.Path, "desk/do/") { // its effect first
		a = sends(d.Browser, "desk/do/report.state/")
	}
	d.Wants(a, http.StatusOK, at)
	if d.state().Waits("responsible-missing") {
		t.Errorf("it is asked again who was in charge: %s", a.Text())
	}
	wrong := bureautest.Meeting("Wrong ID", civil.Of(2024, 10, 13), "N00000001", "N00000004")
	wrong.Sections[0].Players[1].Name, wrong.Sections[0].Players[1].Birth = "Chiba Sota", civil.BirthOn(civil.Of(1992, 5, 2))
	sent, err = act.Do(t.Context(), d.Bureau, &act.SubmitReport{File: act.File{Name: "wrong.json", Data: bureautest.JSON(t, wrong)}, From: "Aoki Ren", For: "Kawagoe Tsuru"}, act.With{})
	d.Must(err)
	at = "desk/cases/" + sent.Subject + "/"
	a = d.Get(at)
	d.Wants(a, http.StatusOK, at, d.Say("desk.case.contradicts"), "N00000003")
	if strings.Contains(a.Text(), "date of birth") {
		t.Errorf("whether births agree is shown before it is asked for: %s", a.Text())
	}
	auditor := d.Another()
	d.Enters(auditor, "auditor")
	for _, to := range []string{at, at + "?births=1"} {
		if a := auditor.Get(to); a.Status != http.StatusOK || strings.Contains(a.Text(), "date of birth") || strings.Contains(a.Text(), "N00000003") {
			t.Errorf("an auditor is shown whom a birth has found: %s", a.Text())
		}
	}
	for role, tells := range map[bureau.Role]bool{bureau.Officer: true, bureau.Auditor: false} { // the same of the document
		as := *d.Bureau
		as.Actor = bureau.Actor{Account: "A0009", Roles: role}
		read, err := document.Read(t.Context(), &as, explain.New("en"), document.Wish{Document: "report-status", Key: sent.Subject})
		d.Must(err)
		text, err := json.Marshal(read)
		d.Must(err)
		if strings.Contains(string(text), "date of birth") != tells {
			t.Errorf("read as %d: %s", role, text)
		}
	}
	d.Wants(d.Get(at+"?births=1"), http.StatusOK, at, "date of birth")
	d.Get(at)
	a = sends(d.Browser, `value="N00000003"`, "player", "N00000003")
	d.Wants(a, http.StatusOK, at, "Chiba Sota")
	if strings.Contains(a.Text(), d.Say("desk.case.contradicts")) {
		t.Errorf("it is asked again: %s", a.Text())
	}
}

// Of two acts in one second each line of the history names the state to which its own act has led.
func TestHistory(t *testing.T) {
	d := open(t, "en")
	ruling := func(reason string) act.Ruling { return act.Ruling{Decided: act.Decided{Ref: d.ref, Reason: reason}} }
	for _, a := range []act.Act{&act.WithholdReport{Ruling: ruling("too late")}, &act.ReturnReport{Ruling: ruling("not readable")}} {
		_, err := act.Do(t.Context(), d.Bureau, a, act.With{})
		d.Must(err)
	}
	d.Enters(d.Browser, "officer")
	d.Get(d.page())
	_, history, _ := strings.Cut(d.Last, `id="history"`)
	for reason, state := range map[string]string{"too late": "withheld", "not readable": "returned"} {
		line := regexp.MustCompile(`<li><span class="when">[^\n]*<p>` + reason + `</p>`).FindString(history)
		if want := "<b>→ " + d.Say("desk.report.state-"+state) + "</b>"; strings.Count(line, "→") != 1 || !strings.Contains(line, want) {
			t.Errorf("%s: got %q, want %q", reason, line, want)
		}
	}
}

// What is certain in all reports is accepted by one button, with an act for each report; pressed twice, it is done once. The page
// after it counts a question that nobody has answered.
func TestAcceptsAllThatIsCertain(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			d := open(t, lang)
			d.Enters(d.Browser, "officer")
			d.Get("desk/certain/")
			form := d.Form(`id="all"`)
			d.Wants(d.Post("desk/certain/", "owner", form[1]), http.StatusUnprocessableEntity, "desk/certain/", d.Say("desk.certain.nothing"))
			_, err := act.Do(t.Context(), d.Bureau, &act.AddInquiry{Who: "Doi Hana", What: "Where are my games?"}, act.With{})
			d.Must(err)
			for range 2 {
				d.Wants(d.Post("desk/certain/", form...), http.StatusOK, "desk/", page.In(lang).Text("desk.morning.asked-about", explain.Data{"asked": "1"}), page.In(lang).Text("desk.certain.accepted", explain.Data{"reports": "1"}))
			}
			c := d.state()
			if c.Waits(check.WaitPlayer) {
				t.Errorf("%s still asks who somebody is", c.Ref)
			}
			matched := 0
			for _, decision := range c.Standing() {
				if decision.Match != nil && decision.Match.Player == "N00000002" {
					matched++
				}
			}
			if matched != 1 {
				t.Errorf("Baba Mio was identified %d times", matched)
			}
		})
	}
}
