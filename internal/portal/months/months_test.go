package months_test

import (
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/site"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// opening is the list from which the tests start.
const opening = `id,name,name_local,birth,standard,rapid,club
N00000001,"Aoki, Ren",青木 蓮,1984-05-02,2010,1900,Kawagoe Tsuru
N00000002,"Baba, Mio",馬場 澪,1991-09-14,1875,1800,Kawagoe Tsuru
N00000003,"Chiba, Sota",千葉 颯太,1979-01-30,1700,1650,Kawagoe Tsuru
N00000004,"Doi, Kana",土井 佳奈,1999-12-01,1500,1450,Kawagoe Tsuru
`

// file is a report of a round robin of four, in which the first player wins all games.
func file(event string) act.File {
	return act.File{Name: "club.trf", Data: fmt.Appendf(nil, `012 %s
022 Kawagoe
032 JPN
042 2024/10/%02d
052 2024/10/%02d
062 4
092 Individual: Round-Robin
102 Aoki Ren
122 90min+30sec
001    1 m    Aoki, Ren                         2010 JPN   N00000001 1984/05/02  3.0    1     4 w 1     3 b 1     2 w 1
001    2 w    Baba, Mio                         1875 JPN   N00000002 1991/09/14  2.0    2     3 w 1     4 b 1     1 b 0
001    3 m    Chiba, Sota                       1700 JPN   N00000003 1979/01/30  1.0    3     2 b 0     1 w 0     4 w 1
001    4 w    Doi, Kana                         1500 JPN   N00000004 1999/12/01  0.0    4     1 b 0     2 w 0     3 b 0
`, event, 12, 12)}
}

// evening is a report of one game, which White wins.
func evening(event string, day int) act.File {
	return act.File{Name: "evening.trf", Data: fmt.Appendf(nil, `012 %s
022 Kawagoe
032 JPN
042 2024/10/%02d
052 2024/10/%02d
062 2
092 Individual: Swiss-System
102 Aoki Ren
122 90min+30sec
001    1 w    Doi, Kana                         1500 JPN   N00000004 1999/12/01  1.0    1     2 w 1
001    2 m    Chiba, Sota                       1700 JPN   N00000003 1979/01/30  0.0    2     1 b 0
`, event, day, day)}
}

// desk is a federation's desk, where an officer is.
type desk struct {
	*hall.Hall
	*testing.T
}

// both runs a test in each language, for an officer who has entered.
func both(t *testing.T, test func(*testing.T, *desk)) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			d := &desk{hall.Opening(t, lang, "", opening), t}
			for n := range 4 {
				d.does(&act.AddMember{Player: fmt.Sprintf("N%08d", n+1), From: civil.Of(2024, 1, 1), To: civil.Of(2025, 12, 31)})
			}
			d.Enters(d.Browser, "officer")
			test(t, d)
		})
	}
}

// does has something done at the machine itself.
func (d *desk) does(a act.Act) *bureau.Outcome {
	d.Helper()
	out, err := act.Do(d.Context(), d.Bureau, a, act.With{})
	d.Must(err)
	return out
}

// submits has a report come, which is admitted.
func (d *desk) submits(of act.File) string {
	d.Helper()
	a := &act.SubmitReport{File: of, For: "Kawagoe Tsuru", From: "Aoki Ren"}
	a.Organizer, a.Responsible, a.Time = "Kawagoe Tsuru", "Aoki Ren", "10:00"
	ref := d.does(a).Subject
	d.does(&act.AdmitReport{Ruling: act.Ruling{Decided: act.Decided{Ref: ref, Reason: "Aoki Ren reports for the club"}}})
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := intake.Find(r, ref)
		if err == nil && c.State != check.Admitted {
			d.Fatalf("the report is %s: %+v", c.State, c.Open())
		}
		return err
	}))
	return ref
}

// sends presses the button of the form of the last page that has a text, and confirms who it is where that is asked for.
func (d *desk) sends(b *hall.Browser, role, with string, more ...string) hall.Answer {
	d.Helper()
	at := -1
	forms := regexp.MustCompile(`(?s)<form[^>]*action="([^"]*)".*?</form>`).FindAllStringSubmatch(b.Last, -1)
	for i, f := range forms {
		if at < 0 && (strings.Contains(f[0], html.EscapeString(with)) || strings.Contains(f[0], with)) {
			at = i
		}
	}
	if at < 0 {
		d.Fatalf("there is no form with %q:\n%s", with, b.Last)
	}
	b.Last = forms[at][0]
	to := strings.TrimPrefix(forms[at][1], "/"+b.Lang+"/")
	a := b.Post(to, append(b.Form(""), more...)...)
	if strings.Contains(a.Body, `name="confirm-code"`) {
		a = b.Post(to, append(b.Form(`name="confirm-code"`), "confirm-password", hall.Password, "confirm-code", authenticator.Code(d.Secrets[role], d.Now))...)
		d.Now = d.Now.Add(time.Minute)
	}
	return a
}

// looks sends a form whose effect is shown first, and does it.
func (d *desk) looks(b *hall.Browser, role, with string, more ...string) hall.Answer {
	d.Helper()
	a := d.sends(b, role, with, more...)
	b.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+b.Lang+"/"), d.Say("desk.do.effect"))
	return d.sends(b, role, `name="looked"`)
}

// say returns a text with what it mentions.
func (d *desk) say(key string, values ...any) string {
	return page.Format{Printer: page.In(d.Lang)}.Say(key, values...)
}

// december returns a day of December as pages name it.
func (d *desk) december(day int) string {
	return page.In(d.Lang).Date(civil.Of(2024, time.December, day))
}

// closes has a month pass and its period closed.
func (d *desk) closes() {
	d.Helper()
	d.Now = d.Now.AddDate(0, 0, 30) // 21 November
	d.does(&act.ClosePeriod{Label: "2024-12"})
	d.Enters(d.Browser, "officer")
}

// publishes has the list published, with all questions answered.
func (d *desk) publishes() {
	d.Helper()
	d.closes()
	d.does(&act.TickCheck{Label: "2024-12", Check: "all", Reason: "seen on the score sheets"})
	d.Now = d.Now.AddDate(0, 0, 10) // 1 December
	d.does(&act.PublishPeriod{Label: "2024-12"})
	d.Enters(d.Browser, "officer")
}

// A month is looked at, closed, its questions are answered, and its list is published: it stands on the public site at once.
func TestMonth(t *testing.T) {
	both(t, func(t *testing.T, d *desk) {
		ref := d.submits(file("Autumn Cup"))
		d.submits(evening("Evening Cup", 12))
		d.Wants(d.Get("desk/periods/"), http.StatusOK, "desk/periods/", d.december(1))
		at := "desk/periods/2024-12/"
		a := d.Get(at)
		d.Wants(a, http.StatusOK, at, "Autumn Cup", ref, d.say("desk.month.count-in", "reports", 2), d.say("desk.month.count-games", "games", 7))
		if strings.Contains(a.Body, d.Say("desk.month.close")) {
			t.Error("a period that runs is closed")
		}
		d.Now = d.Now.AddDate(0, 0, 30) // 21 November
		d.Enters(d.Browser, "officer")
		d.Get("desk/periods/")
		a = d.Get(at)
		d.Wants(a, http.StatusOK, at, d.Say("desk.month.close"), "arpad period close 2024-12")
		d.Wants(d.looks(d.Browser, "officer", d.Say("desk.month.close")), http.StatusOK, at, d.Say("desk.month.to-review"), d.Say("desk.do.back"))

		a = d.Get(at + "review/")
		d.Wants(a, http.StatusOK, at+"review/", "Chiba", d.Say("desk.review.kind.two-events-a-day"), d.Say("desk.review.fine.big-change"), d.say("desk.review.open", "open", 2, "all", 2))
		why := d.Get(at + "why/N00000004/")
		d.Wants(why, http.StatusOK, at+"why/N00000004/", "Doi Kana", "arpad explain N00000004 --draft --list 2024-12")
		d.Get(at + "review/")
		d.Wants(d.sends(d.Browser, "officer", "two-events-a-day:N00000003:2024-10-12", "reason", "both were played"), http.StatusOK, at+"review/", "both were played", d.say("desk.review.open", "open", 1, "all", 2))
		d.Wants(d.Get(at+"publish/"), http.StatusOK, at+"publish/", d.say("desk.publish.open", "open", 1))
		d.Get(at + "review/")
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.review.take-back"), "reason", "not sure"), http.StatusOK, at+"review/", d.say("desk.review.open", "open", 2, "all", 2))
		d.Wants(d.sends(d.Browser, "officer", d.Say("desk.review.answer-all"), "reason", "seen on the score sheets"), http.StatusOK, at+"review/", d.Say("desk.review.all-answered"))

		a = d.Get(at + "publish/")
		d.Wants(a, http.StatusOK, at+"publish/", d.Say("desk.publish.same"), d.say("desk.publish.on-the-day", "day", d.december(1)), "seen on the score sheets")
		a = d.sends(d.Browser, "officer", d.Say("desk.publish.now"), "reason", "")
		d.Wants(a, http.StatusUnprocessableEntity, "desk/do/period.publish/", d.december(1)) // ten days early
		d.Get(at + "publish/")
		a = d.sends(d.Browser, "officer", d.Say("desk.publish.plan"))
		d.Wants(a, http.StatusOK, at+"publish/", d.say("desk.publish.planned", "day", d.december(1)))
		d.Wants(d.Get("desk/"), http.StatusOK, "desk/", d.december(1))
		d.Get(at + "publish/")
		a = d.sends(d.Browser, "officer", d.Say("desk.acts.period-stop"), "reason", "the congress meets before")
		d.Wants(a, http.StatusOK, at+"publish/", d.say("desk.publish.on-the-day", "day", d.december(1)))
		d.Get(at + "publish/")
		a = d.sends(d.Browser, "officer", d.Say("desk.publish.now"), "reason", "the congress of December needs it")
		d.Wants(a, http.StatusOK, at+"publish/", d.Say("desk.publish.public"))
		d.Wants(d.Get(at), http.StatusOK, at, d.say("desk.month.revision-no", "revision", 1), "Autumn Cup")
		d.onSite(1)
		d.Wants(d.Get("desk/periods/"), http.StatusOK, "desk/periods/", d.Say("desk.periods.out"))
	})
}

// onSite fails unless the public site shows a list in a revision.
func (d *desk) onSite(revision int) {
	d.Helper()
	s := site.New(d.Bureau)
	r := httptest.NewRequestWithContext(d.Context(), http.MethodGet, "/"+d.Lang+"/lists/2024-12/r"+strconv.Itoa(revision)+"/standard/", http.NoBody)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Aoki") {
		d.Errorf("the site answers %d: %s", w.Code, w.Body.String()[:min(2000, w.Body.Len())])
	}
}
