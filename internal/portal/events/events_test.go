package events_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/report"
)

// both tests in both languages under the rules of an authority, with an officer and an auditor at their browsers.
func both(t *testing.T, authority string, f func(h *hall.Hall, officer, auditor *hall.Browser)) {
	t.Helper()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.Under(t, lang, "", authority, "")
			officer, auditor := h.Another(), h.Another()
			h.Enters(officer, "officer")
			h.Enters(auditor, "auditor")
			f(h, officer, auditor)
		})
	}
}

// announced notes an event of Kawagoe Tsuru, and returns its number.
func announced(h *hall.Hall, name, from, to string, rounds int) string {
	h.Helper()
	day := func(text string) civil.Date {
		d, err := civil.Parse(text)
		h.Must(err)
		return d
	}
	kept, _, err := events.Announce(h.Context(), h.Bureau, check.Announcement{Name: name, Club: "Kawagoe Tsuru", Days: civil.Range{From: day(from), To: day(to)}, Rounds: rounds, TimeControl: []report.TimeControl{"3600+30"}})
	h.Must(err)
	return kept.Ref
}

// wishes asks for a dispensation as the club's organiser does.
func wishes(h *hall.Hall, ref, why string) {
	h.Helper()
	number, a := h.Find(hall.Email("organiser"))
	b := *h.Bureau
	b.Actor = bureau.ActorOf(number, a, h.Now)
	_, err := act.Do(h.Context(), &b, &act.Asks[act.DispenseEvent]{Act: act.DispenseEvent{Ref: ref, Because: act.Because{Reason: why}}}, act.With{})
	h.Must(err)
}

// An organiser asks for a dispensation; an officer reads why, grants it with a reason, and finds it among those granted. An auditor
// reads all of it.
func TestDispensation(t *testing.T) {
	both(t, "chessa", func(h *hall.Hall, officer, auditor *hall.Browser) {
		t := officer.T
		few := announced(h, "Autumn Quads", "2024-12-01", "2024-12-01", 3)
		announced(h, "New Year Open", "2025-01-11", "2025-01-12", 5)
		wishes(h, few, "the hall is closed at noon")
		a := officer.Get("desk/events/")
		officer.Wants(a, http.StatusOK, "desk/events/", "Autumn Quads", "New Year Open", h.Say("desk.announced.is-asks"), h.Say("desk.announced.is-ahead"))
		if strings.Index(a.Body, "Autumn Quads") > strings.Index(a.Body, "New Year Open") {
			t.Error("what asks for something does not come first")
		}
		to := "desk/events/" + few + "/"
		a = officer.Get(to)
		officer.Wants(a, http.StatusOK, to, "the hall is closed at noon", h.Say("desk.announced.grant"), h.Say("desk.announced.refuse"))
		granting := officer.Form("/desk/do/inquiry.grant/")
		a = officer.Post("desk/do/inquiry.grant/", append(granting, "reason", "")...)
		officer.Wants(a, http.StatusUnprocessableEntity, "desk/do/inquiry.grant/")
		a = officer.Post("desk/do/inquiry.grant/", append(granting, "reason", "no other hall")...)
		if strings.Contains(a.Path, "/desk/do/") { // its effect is shown first
			officer.Wants(a, http.StatusOK, "desk/do/inquiry.grant/", h.Say("desk.do.effect"))
			a = officer.Post("desk/do/inquiry.grant/", officer.Form(`name="looked"`)...)
		}
		officer.Wants(a, http.StatusOK, to, "no other hall", h.Say("desk.announced.take-back"))
		for _, b := range []*hall.Browser{officer, auditor} {
			b.Wants(b.Get("desk/granted/"), http.StatusOK, "desk/granted/", "Autumn Quads", "no other hall")
			b.Wants(b.Get("desk/events/"), http.StatusOK, "desk/events/", h.Say("desk.announced.dispensed"))
		}
		officer.Get("desk/granted/")
		for _, path := range []string{"desk/events/", to, "desk/granted/", "desk/precedents/"} {
			a := auditor.Get(path)
			auditor.Wants(a, http.StatusOK, path)
			h.Reads(a)
		}
		officer.Get(to)
		a = officer.Post("desk/do/announce.dispense/", append(officer.Form("/desk/do/announce.dispense/"), "reason", "the hall is open after all")...)
		officer.Wants(a, http.StatusOK, to, h.Say("desk.announced.grant"))
	})
}

// An event is announced, changed, withdrawn and taken back on the desk; one that is over waits for its report, and is late after its
// last day; a notice counts in its place.
func TestEvents(t *testing.T) {
	both(t, "jcf", func(h *hall.Hall, officer, _ *hall.Browser) {
		t := officer.T
		ref := announced(h, "New Year Open", "2025-01-11", "2025-01-12", 5)
		over := announced(h, "October Open", "2024-10-26", "2024-10-27", 5)
		to := "desk/events/" + ref + "/"
		officer.Wants(officer.Get(to), http.StatusOK, to, h.Say("desk.announced.set"))
		a := officer.Post("desk/do/announce.set/", append(officer.Form("/desk/do/announce.set/"), "end", "2025-01-13")...)
		officer.Wants(a, http.StatusOK, "desk/do/announce.set/", h.Say("desk.do.effect"))
		officer.Wants(officer.Post("desk/do/announce.set/", officer.Form(`name="looked"`)...), http.StatusOK, to, h.Say("log.announce.set"))
		officer.Wants(officer.Post("desk/do/announce.withdraw/", append(officer.Form("/desk/do/announce.withdraw/"), "reason", "too few entries")...), http.StatusOK, to, "too few entries", h.Say("desk.announced.again"))
		officer.Get(to)
		officer.Wants(officer.Post("desk/do/announce.withdraw/", append(officer.Form("/desk/do/announce.withdraw/"), "reason", "enough entries")...), http.StatusOK, to, h.Say("desk.announced.withdraw"))

		h.Now = h.Now.AddDate(0, 0, 10)
		h.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/events/"), http.StatusOK, "desk/events/", h.Say("desk.announced.is-missing"))
		to = "desk/events/" + over + "/"
		officer.Wants(officer.Get(to), http.StatusOK, to, h.Say("desk.announced.notice"))
		a = officer.Post("desk/do/report.notice/", append(officer.Form("/desk/do/report.notice/"), "from", "https://chess-results.com/tnr1.aspx")...)
		officer.Wants(a, http.StatusOK, to, h.Say("desk.announced.is-reported"))

		h.Now = h.Now.AddDate(1, 0, 0)
		h.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/events/"), http.StatusOK, "desk/events/", h.Say("desk.announced.is-late"))
		officer.Wants(officer.Get("desk/events/A2024-0009/"), http.StatusNotFound, "desk/events/A2024-0009/")
		if t.Failed() {
			t.Log(officer.Last)
		}
	})
}

// Precedents are recorded, and found by words and clause.
func TestPrecedents(t *testing.T) {
	both(t, "jcf", func(h *hall.Hall, officer, auditor *hall.Browser) {
		officer.Wants(officer.Get("desk/precedents/"), http.StatusOK, "desk/precedents/", h.Say("desk.precedents.empty"))
		for _, p := range [][]string{
			{"title", "Membership had ended, renewed afterwards", "clause", "3(4)", "text", "Renewed within the period: the games count.", "by", "Rating section"},
			{"title", "入院のため報告が遅れた場合", "clause", "3(5)", "text", "算入する。", "by", "Rating section"},
		} {
			officer.Get("desk/precedents/")
			officer.Wants(officer.Post("desk/do/precedent.add/", append(officer.Form("/desk/do/precedent.add/"), p...)...), http.StatusOK, "desk/precedents/", p[1], h.Say("log.precedent.add"))
		}
		officer.Get("desk/precedents/?words=membership")
		for query, want := range map[string]string{"words=membership+renewed": "P1", "words=" + url.QueryEscape("報告が遅れた"): "P2", "clause=3(5)": "P2", "words=chess960": ""} {
			for _, b := range []*hall.Browser{officer, auditor} {
				a := b.Get("desk/precedents/?" + query)
				b.Wants(a, http.StatusOK, "desk/precedents/")
				var got []string
				for _, m := range regexp.MustCompile(`<p class="sev">(P\d)</p>`).FindAllStringSubmatch(a.Body, -1) {
					got = append(got, m[1])
				}
				if strings.Join(got, " ") != want {
					b.Errorf("%s finds %v, want %s", query, got, want)
				}
			}
		}
		officer.Wants(officer.Get("desk/precedents/P1/"), http.StatusOK, "desk/precedents/P1/", "Membership had ended", h.Say("desk.precedents.uncited"))
		officer.Wants(officer.Get("desk/precedents/P9/"), http.StatusNotFound, "desk/precedents/P9/")
	})
}
