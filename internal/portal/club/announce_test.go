package club_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
)

// What an event leads to is answered before it is announced: the type and its clause, the two months of FIDE, the last day of
// the report and the list. It is announced once, however often the button is pressed.
func TestAnnounce(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		a := d.Get("portal/events/new/")
		d.Wants(a, http.StatusOK, "portal/events/new/", d.Say("desk.announce.title"), d.Say("desk.events.look-now"))
		if strings.Contains(a.Text(), d.Say("desk.events.no-rounds")) {
			d.Error("the page says what is wrong with a form in which nothing was typed yet")
		}
		a = d.Post("portal/events/new/", form("do", "look")...)
		d.Wants(a, http.StatusOK, "portal/events/new/", d.tell("desk.events.minutes", "minutes", "90"), "4(6)", d.Say("desk.events.fide-in-time"), "2(3)",
			d.date(2024, 11, 11), d.tell("desk.events.days-left", "days", "20"), d.date(2025, 4, 11), d.date(2025, 2, 1), d.Say("desk.announce.announce"), "arpad announce add")
		if len(d.all()) != 0 {
			t.Fatal("looking announces it")
		}
		fields := d.sent(d.Browser, form(), "announce")
		a = d.Post("portal/events/new/", fields...)
		d.Wants(a, http.StatusOK, "portal/events/A2024-0001/", d.tell("desk.event.announced", "ref", "A2024-0001"), "New Year Open", d.date(2024, 11, 11))
		d.Wants(d.Post("portal/events/new/", fields...), http.StatusOK, "portal/events/A2024-0001/") // a double click
		if all := d.all(); len(all) != 1 || all[0].Club != "Kawagoe Tsuru" || all[0].Rounds != 5 || !all[0].FIDEEvent {
			t.Errorf("got %+v", all)
		}
	})
}

// What was not looked at is not announced, and the form keeps what was typed.
func TestAnnounceWhatWasLookedAt(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.Get("portal/events/new/")
		a := d.Post("portal/events/new/", d.sent(d.Browser, form(), "announce")...)
		d.Wants(a, http.StatusUnprocessableEntity, "portal/events/new/", d.Say("desk.events.look"))
		d.keeps(d.Browser, "event", "New Year Open", "control", "60 min + 30 s")
		a = d.Post("portal/events/new/", d.sent(d.Browser, form("rounds", "6"), "announce")...)
		d.Wants(a, http.StatusUnprocessableEntity, "portal/events/new/", d.Say("desk.events.look"))
		d.keeps(d.Browser, "rounds", "6")
		if len(d.all()) != 0 {
			t.Error("it is announced")
		}
		for _, wrong := range [][]string{{"start", "soon", "desk.events.no-day"}, {"rounds", "many", "desk.events.no-rounds"}, {"rounds", "0", "desk.events.no-rounds"}, {"control", "as long as it takes", "desk.events.no-control"}} {
			a = d.Post("portal/events/new/", form(wrong[0], wrong[1], "do", "look")...)
			d.Wants(a, http.StatusUnprocessableEntity, "portal/events/new/", d.Say(wrong[2]))
			d.keeps(d.Browser, wrong[0], wrong[1])
		}
		a = d.Post("portal/events/new/", form("end", "2025-01-10", "do", "look")...)
		d.Wants(a, http.StatusUnprocessableEntity, "portal/events/new/", d.tell("finding.days-reversed.message", "start", d.date(2025, 1, 11), "end", d.date(2025, 1, 10)))
		if a = d.Post("portal/events/new/answer/", form("control", "as long as it takes")...); a.Status != http.StatusOK || strings.Contains(a.Body, `name="looked"`) {
			t.Errorf("a script is answered %d", a.Status)
		}
		if a = d.Post("portal/events/new/answer/", form()...); a.Status != http.StatusOK || !strings.Contains(a.Body, `name="looked"`) {
			t.Errorf("a script is answered %d", a.Status)
		}
	})
}

// An event that FIDE rates is late within two months, and the page says so with the day.
func TestAnnounceTooLateForFIDE(t *testing.T) {
	both(t, "ncs", func(_ *testing.T, d *desk) {
		d.Get("portal/events/new/")
		a := d.Post("portal/events/new/", form("start", "2024-12-21", "end", "", "do", "look")...)
		d.Wants(a, http.StatusOK, "portal/events/new/", d.Say("desk.events.fide-late"), d.date(2024, 10, 21))
	})
}

// An event that is announced is announced otherwise under its number, unless somebody was faster.
func TestAnnounceOtherwise(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.announces(d.Browser, form()...)
		d.Wants(d.Get("portal/terms/A2024-0001/"), http.StatusOK, "portal/terms/A2024-0001/")
		d.keeps(d.Browser, "event", "New Year Open", "rounds", "5", "start", "2025-01-11", "control", d.tell("desk.events.control", "minutes", "60", "seconds", "30"))
		a := d.Post("portal/terms/A2024-0001/", form("rounds", "7", "do", "look")...)
		d.Wants(a, http.StatusOK, "portal/terms/A2024-0001/", d.tell("desk.announce.will-change", "ref", "A2024-0001"))
		late := d.Another()
		late.Jar, late.Last = d.Jar, d.Last
		a = d.Post("portal/terms/A2024-0001/", d.sent(d.Browser, form("rounds", "7"), "announce")...)
		d.Wants(a, http.StatusOK, "portal/events/A2024-0001/", d.tell("desk.events.rounds-of", "rounds", "7"))
		a = late.Post("portal/terms/A2024-0001/", append(d.sent(late, form("rounds", "7"), "announce"), "key", "another")...)
		late.Wants(a, http.StatusUnprocessableEntity, "portal/terms/A2024-0001/", d.tell("finding.changed-since.message", "subject", "A2024-0001"))
		d.keeps(late, "rounds", "7")
		if all := d.all(); len(all) != 1 || all[0].Rounds != 7 {
			t.Errorf("got %+v", all)
		}
	})
}

// What somebody else announces meanwhile under the same name and day is not replaced unseen.
func TestAnnounceTwiceAtOnce(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		d.Get("portal/events/new/")
		d.Post("portal/events/new/", form("do", "look")...)
		d.does(&act.AnnounceEvent{Name: "New Year Open", Club: "Kawagoe Tsuru", Start: civil.Of(2025, 1, 11), End: civil.Of(2025, 1, 12), Rounds: 9, Type: "rapid"})
		a := d.Post("portal/events/new/", d.sent(d.Browser, form(), "announce")...)
		d.Wants(a, http.StatusUnprocessableEntity, "portal/events/new/", d.tell("finding.changed-since.message", "subject", "A2024-0001"), d.tell("desk.announce.will-change", "ref", "A2024-0001"))
		if all := d.all(); len(all) != 1 || all[0].Rounds != 9 {
			t.Errorf("got %+v", all)
		}
	})
}

// Whoever has several clubs says for which; whoever has none of a club cannot announce for it.
func TestAnnounceForWhichClub(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		b := d.joinsBoth()
		b.Wants(b.Get("portal/events/new/"), http.StatusOK, "portal/events/new/", d.Say("desk.events.club"), "Tokushima Subaru")
		b.Wants(b.Post("portal/events/new/", form("do", "look")...), http.StatusUnprocessableEntity, "portal/events/new/", d.Say("desk.events.no-club"))
		a := d.announces(b, form("club", "Tokushima Subaru")...)
		b.Wants(a, http.StatusOK, "portal/events/A2024-0001/")
		d.announces(d.Browser, form("event", "Spring Open", "club", "Tokushima Subaru")...)
		if all := d.all(); len(all) != 2 || all[0].Club != "Tokushima Subaru" || all[1].Club != "Kawagoe Tsuru" {
			t.Errorf("got %+v", all)
		}
	})
}
