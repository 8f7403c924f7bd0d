package club_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
)

// trf is a report of two players whom nobody knows.
func trf(event string) act.File {
	return act.File{Name: "autumn.trf", Data: []byte("012 " + event + `
022 Kawagoe
032 JPN
042 2024/10/05
052 2024/10/05
062 2
092 Individual: Swiss-System
102 Aoki Ren
122 90min+30sec
001    1 m    Aoki, Ren                         2010 JPN              1984/05/02  1.0    1     2 w 1
001    2 w    Baba, Mio                         1875 JPN              1991/09/14  0.0    2     1 b 0
`)}
}

// link is where results are published.
const link = "https://chess-results.com/tnr1012345.aspx"

// A new club is told how to begin.
func TestFirstEvening(t *testing.T) {
	both(t, "jcf", func(_ *testing.T, d *desk) {
		d.Wants(d.Get("portal/"), http.StatusOK, "portal/", d.tell("desk.home.welcome", "club", "Kawagoe Tsuru"), d.Say("desk.home.begin-try"), d.date(2024, 11, 20), d.Say("desk.home.no-events"))
		for role, status := range map[string]int{"officer": http.StatusNotFound, "treasurer": http.StatusNotFound, "auditor": http.StatusNotFound, "administrator": http.StatusNotFound} {
			b := d.Another()
			d.Enters(b, role)
			for _, to := range []string{"portal/", "portal/events/new/", "portal/notice/"} {
				b.Wants(b.Get(to), status, to)
			}
		}
		nobody := d.Another()
		nobody.Wants(nobody.Get("portal/"), http.StatusOK, "login/")
	})
}

// What waits for a club stands on its first page, the oldest deadline first, and nothing of another club does.
func TestHome(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form("event", "October Rapid", "start", "2024-10-26", "end", "", "fide", "")...)
		d.announces(d.Browser, form("event", "December Rapid", "start", "2024-12-14", "end", "", "fide", "")...)
		d.announces(d.rival, form("event", "Rival Open", "start", "2024-10-27", "end", "", "fide", "")...)
		asked := d.does(&act.SubmitReport{File: trf("Autumn Cup"), For: "Kawagoe Tsuru"}).Subject
		returned := d.does(&act.SubmitReport{File: trf("Returned Cup"), For: "Kawagoe Tsuru"}).Subject
		d.does(&act.ReturnReport{Ruling: act.Ruling{Decided: act.Decided{Ref: returned, Reason: "the boards are missing"}}})
		rivals := d.does(&act.SubmitReport{File: trf("Rival Cup"), For: "Tokushima Subaru"}).Subject
		d.does(&act.AskClub{Ref: asked, Text: "Was the hall open?"})
		d.does(&act.AskClub{Ref: rivals, Text: "Is it yours?"})
		d.does(&act.NoticeReport{Event: "Noted Cup", Start: civil.Of(2024, 9, 1), End: civil.Of(2024, 9, 1), For: "Kawagoe Tsuru", From: link})
		d.Now = d.Now.AddDate(0, 0, 8) // 30 October
		d.Enters(d.Browser, "organiser")
		a := d.Get("portal/")
		d.Wants(a, http.StatusOK, "portal/", d.tell("desk.home.title", "count", "5", "club", "Kawagoe Tsuru"), "Was the hall open?", "the boards are missing", "Noted Cup", "October Rapid", d.Say("desk.home.no-report"), "December Rapid",
			d.date(2024, 11, 20), d.tell("desk.home.left", "days", "21"))
		if strings.Contains(a.Body, "Rival") || strings.Contains(a.Body, "Is it yours?") || strings.Contains(a.Body, rivals) {
			t.Error("it shows what is another club's")
		}
		if found := regexp.MustCompile(`1984|1991|aoki|@example`).FindString(strings.ToLower(regexp.MustCompile(`organiser@example.jp|(?s)<footer.*`).ReplaceAllString(a.Body, ""))); found != "" {
			t.Errorf("it shows %s", found)
		}
		var last civil.Date
		untils := regexp.MustCompile(`data-until="([^"]*)"`).FindAllStringSubmatch(a.Body, -1)
		for _, until := range untils {
			on, err := civil.Parse(until[1])
			if err != nil || on < last {
				t.Errorf("the deadlines are %v", untils)
			}
			last = on
		}
		until := regexp.MustCompile(`(?s)October Rapid.*?data-until="([^"]*)"`).FindStringSubmatch(a.Body)
		if on, err := civil.Parse(until[1]); err != nil || on <= civil.Of(2024, 10, 30) {
			t.Errorf("October Rapid is to be reported until %s", until[1])
		} else { // its page says how many days are left, too
			d.Wants(d.Get("portal/events/A2024-0001/"), http.StatusOK, "portal/events/A2024-0001/", d.tell("desk.home.left", "days", fmt.Sprint(int(on-civil.Of(2024, 10, 30)))))
		}
		if len(untils) < 4 {
			t.Errorf("the deadlines are %v", untils)
		}
		b := d.joinsBoth()
		b.Wants(b.Get("portal/"), http.StatusOK, "portal/", d.Say("desk.home.kind-answer"), "Is it yours?", "Was the hall open?", "Rival Open")
		d.does(&act.ReplyInquiry{Number: "Q1", Text: "Yes."})
		if a := d.Get("portal/"); strings.Contains(a.Body, "Was the hall open?") {
			t.Error("what was answered still waits")
		}
	})
}

// A notice is received once, its link is not followed, and its file waits on the first page.
func TestNotice(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.Wants(d.Get("portal/notice/"), http.StatusOK, "portal/notice/", d.Say("desk.notice.title"), "arpad report notice")
		fields := func(other ...string) []string {
			return append([]string{"event", "Harvest Rapid", "start", "2024-10-19", "end", "2024-10-20", "url", link}, other...)
		}
		d.Wants(d.Post("portal/notice/", fields("url", "https://example.com/tnr1")...), http.StatusUnprocessableEntity, "portal/notice/", d.tell("finding.notice-link.message", "link", "https://example.com/tnr1"))
		d.keeps(d.Browser, "event", "Harvest Rapid", "url", "https://example.com/tnr1", "end", "2024-10-20")
		d.Wants(d.Post("portal/notice/", fields("event", "")...), http.StatusUnprocessableEntity, "portal/notice/", d.Say("finding.notice-incomplete.message"))
		send := fields("key", d.Hidden("key"))
		d.Wants(d.Post("portal/notice/", send...), http.StatusOK, "portal/", d.tell("desk.notice.sent", "ref", "2024-10-0001"), "Harvest Rapid", d.Say("desk.home.kind-file"))
		d.Wants(d.Post("portal/notice/", send...), http.StatusOK, "portal/", "2024-10-0001") // a double click
		d.Get("portal/notice/")
		d.Wants(d.Post("portal/notice/", fields("key", d.Hidden("key"))...), http.StatusUnprocessableEntity, "portal/notice/", d.tell("finding.event-known.message", "ref", "2024-10-0001"))
		if a := d.rival.Get("portal/?noted=2024-10-0001"); strings.Contains(a.Body, "Harvest") || strings.Contains(a.Body, "2024-10-0001") {
			t.Error("another club reads of it")
		}
	})
}

// A notice of an announced event has its name and days; one of another club's is not there.
func TestNoticeOfAnAnnouncedEvent(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		if a := d.Get("portal/notice/?event=A2024-0001"); !strings.Contains(a.Body, `<option value="A2024-0001" selected>`) {
			t.Error("it is not chosen")
		}
		a := d.rival.Get("portal/notice/?event=A2024-0001")
		if strings.Contains(a.Body, "New Year") {
			t.Error("another club chooses it")
		}
		d.rival.Wants(d.rival.Post("portal/notice/", "announced", "A2024-0001", "url", link, "key", "k"), http.StatusNotFound, "portal/notice/")
		d.Get("portal/notice/")
		a = d.Post("portal/notice/", "announced", "A2024-0001", "url", link, "key", d.Hidden("key"))
		d.Wants(a, http.StatusOK, "portal/", "New Year Open")
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.event.reported"), "2024-10-0001")
	})
}
