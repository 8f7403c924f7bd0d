package club_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
)

// at is the page of the event that a test announces.
const at = "portal/events/A2024-0001/"

// change are the fields of other days.
func change(other ...string) []string {
	return append([]string{"event", "New Year Open", "start", "2025-01-18", "end", "2025-01-19"}, other...)
}

// The days of an event are changed after what that leads to was shown, once, and by nobody who has seen other ones.
func TestChangeEvent(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.event.change"), d.Say("desk.events.fide-in-time"), d.date(2025, 4, 11), "2(3)", "4(6)")
		a := d.Post(at, d.sent(d.Browser, change(), "change")...)
		d.Wants(a, http.StatusUnprocessableEntity, at, d.Say("desk.events.look"))
		d.keeps(d.Browser, "start", "2025-01-18")
		late := d.Another()
		late.Jar, late.Last = d.Jar, d.Last
		fields := d.sent(d.Browser, change(), "change")
		d.Wants(d.Post(at, fields...), http.StatusOK, at, d.Say("desk.event.changed"), d.date(2025, 4, 18))
		fields = append(fields, "seen", late.Hidden("seen"))
		d.Wants(d.Post(at, fields...), http.StatusOK, at, d.date(2025, 4, 18)) // a double click
		a = late.Post(at, d.sent(late, change("key", "another"), "change")...)
		late.Wants(late.Post(at, append(d.sent(late, change(), "change"), "key", "another")...), http.StatusUnprocessableEntity, at)
		late.Wants(a, http.StatusOK, at)
		if all := d.all(); len(all) != 1 || all[0].Days != (civil.Range{From: civil.Of(2025, 1, 18), To: civil.Of(2025, 1, 19)}) {
			t.Errorf("got %+v", all[0])
		}
	})
}

// Whoever has seen an event before somebody else changed it is told so, and what they typed stays.
func TestChangeEventTooLate(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.Post(at, change("do", "look")...)
		d.does(&act.SetEvent{Ref: "A2024-0001", Name: "Winter Open"})
		a := d.Post(at, d.sent(d.Browser, change(), "change")...)
		d.Wants(a, http.StatusUnprocessableEntity, at, d.tell("finding.changed-since.message", "subject", "A2024-0001"), "Winter Open")
		d.keeps(d.Browser, "event", "New Year Open", "start", "2025-01-18")
		a = d.Post(at, "do", "withdraw", "reason", "the hall is closed", "seen", "0123", "key", "k")
		d.Wants(a, http.StatusUnprocessableEntity, at, d.tell("finding.changed-since.message", "subject", "A2024-0001"))
		d.keeps(d.Browser, "reason", "the hall is closed")
		if all := d.all(); all[0].Name != "Winter Open" || all[0].Withdrawn != "" {
			t.Errorf("got %+v", all[0])
		}
	})
}

// An event is withdrawn for a reason, and that is taken back.
func TestWithdrawEvent(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.Wants(d.Post(at, "do", "withdraw", "reason", " ", "key", d.Hidden("key")), http.StatusUnprocessableEntity, at, d.Say("finding.reason-needed.message"))
		fields := []string{"do", "withdraw", "reason", "the hall is closed", "key", d.Hidden("key")}
		d.Wants(d.Post(at, fields...), http.StatusOK, at, d.Say("desk.event.withdrawn"), d.Say("desk.event.is-withdrawn"), "the hall is closed")
		d.Wants(d.Post(at, fields...), http.StatusOK, at, d.Say("desk.event.withdrawn"))
		d.Wants(d.Get("portal/"), http.StatusOK, "portal/", d.Say("desk.events.withdrawn"))
		d.Get(at)
		a := d.Post(at, "do", "again", "reason", "it is open", "key", d.Hidden("key"))
		d.Wants(a, http.StatusOK, at, d.Say("desk.event.again"))
		if all := d.all(); all[0].Withdrawn != "" {
			t.Errorf("got %+v", all[0])
		}
	})
}

// From its first day on an event stays as it was announced.
func TestEventThatHasBegun(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.Get(at)
		d.Now = d.Now.AddDate(0, 2, 23) // 14 January 2025
		d.Enters(d.Browser, "organiser")
		a := d.Get(at)
		d.Wants(a, http.StatusOK, at, d.Say("desk.events.report"), d.Say("desk.notice.title"))
		if strings.Contains(a.Body, d.Say("desk.event.change-about")) {
			t.Error("it may be changed")
		}
		d.Wants(d.Post(at, change("do", "look")...), http.StatusUnprocessableEntity, at)
		d.Wants(d.Get("portal/"), http.StatusOK, "portal/", d.tell("desk.home.title", "count", "1", "club", "Kawagoe Tsuru"), d.Say("desk.home.no-report"), d.date(2025, 4, 11), d.tell("desk.home.left", "days", "87"))
	})
}

// An event of too few rounds is not rated; the club asks for a dispensation once, and reads what becomes of it.
func TestAskForADispensation(t *testing.T) {
	both(t, "chessa", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form("rounds", "4", "fide", "")...)
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.events.not-rated"), d.Say("desk.event.ask"), d.date(2025, 1, 4))
		d.Wants(d.Post(at, "do", "ask", "reason", "", "key", d.Hidden("key")), http.StatusUnprocessableEntity, at, d.Say("finding.reason-needed.message"))
		fields := []string{"do", "ask", "reason", "one day for schools", "key", d.Hidden("key")}
		d.Wants(d.Post(at, fields...), http.StatusOK, at, d.Say("desk.event.asked"), d.Say("desk.event.asked-waits"), "Q1")
		a := d.Post(at, fields...)
		d.Wants(a, http.StatusOK, at, "Q1")
		if strings.Contains(a.Text(), "Q2") || strings.Contains(a.Body, d.Say("desk.event.ask-now")) {
			t.Error("it is asked for twice")
		}
		d.does(&act.GrantInquiry{Number: "Q1", Because: act.Because{Reason: "granted for schools"}})
		d.Wants(d.Get(at), http.StatusOK, at, d.Say("desk.event.dispensed"), "granted for schools", d.tell("desk.events.rounds-of", "rounds", "4"))
	})
}

// What is another club's is not there, whatever is asked or sent.
func TestEventOfAnotherClub(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.rival.Get("portal/")
		owner := d.rival.Hidden("owner")
		for _, to := range []string{at, "portal/terms/A2024-0001/", "portal/events/A2024-0099/", "portal/terms/A2024-0099/"} {
			a := d.rival.Get(to)
			d.rival.Wants(a, http.StatusNotFound, to)
			if strings.Contains(a.Body, "New Year") {
				t.Errorf("%s names it", to)
			}
			for _, do := range []string{"look", "change", "withdraw", "again", "ask", "announce", ""} {
				a := d.rival.Post(to, form("owner", owner, "do", do, "reason", "mine", "key", "k"+do)...)
				if a.Status != http.StatusNotFound || strings.Contains(a.Text(), "Kawagoe") {
					t.Errorf("%s %s: got %d\n%s", do, to, a.Status, a.Text())
				}
			}
			if a := d.rival.Post(to+"answer/", form("owner", owner)...); strings.Contains(a.Body, "Kawagoe") {
				t.Errorf("a script reads it at %s", to)
			}
		}
		d.rival.Wants(d.rival.Get("portal/"), http.StatusOK, "portal/", d.Say("desk.home.no-events"))
		d.rival.Get("portal/events/new/")
		d.rival.Wants(d.rival.Post("portal/events/new/", form("do", "look")...), http.StatusUnprocessableEntity, "portal/events/new/", d.tell("finding.not-yours.message", "subject", "A2024-0001"))
		if all := d.all(); len(all) != 1 || all[0].Withdrawn != "" || all[0].Rounds != 5 {
			t.Errorf("got %+v", all)
		}
	})
}
