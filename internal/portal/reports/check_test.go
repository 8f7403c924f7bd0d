package reports_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// trf returns an exchange file of an event of a day, whose games are all won by the first player of each pair.
func trf(players ...string) string {
	var b strings.Builder
	fmt.Fprint(&b, "012 Autumn Open\n042 2024/10/20\n052 2024/10/20\n")
	for n, of := range players {
		id, called, _ := strings.Cut(of, " ")
		if id == "-" {
			id = ""
		}
		line := []byte(strings.Repeat(" ", 99))
		copy(line, "001")
		other, colour, result, points := n+2, "w", "1", "1.0"
		if n%2 == 1 {
			other, colour, result, points = n, "b", "0", "0.0"
		}
		for at, text := range map[int]string{4: fmt.Sprintf("%4d", n+1), 14: called, 57: id, 81: points, 91: fmt.Sprintf("%4d", other), 96: colour, 98: result} {
			copy(line[at:], text)
		}
		fmt.Fprintln(&b, strings.TrimRight(string(line), " "))
	}
	return b.String()
}

// A file is chosen, checked, filled in and submitted, in both languages, without a script; pressing the button again leads to the
// same report.
func TestHandIn(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			h.Enters(h.Browser, "organiser")
			h.Get("portal/submit/")
			a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("N00000001 Aoki, Ren", "- Baba, Mio")}})
			draft := strings.TrimPrefix(a.Path, "/"+lang+"/")
			h.Wants(a, http.StatusOK, draft, "Autumn Open", h.Say("desk.report.not-yet"), "Kawagoe Tsuru")
			a = h.Post(draft, append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "30+30", "keep", "1")...)
			h.Wants(a, http.StatusOK, draft, h.Say("word.standard"))
			if !strings.Contains(a.Body, `value="Hall"`) {
				t.Error("what was typed is gone")
			}
			form := append(h.Form(`name="was"`), "submit", "1")
			a = h.Post(draft, form...)
			if !strings.HasSuffix(a.Path, "/sent/") || a.Status != http.StatusOK {
				t.Fatalf("%d at %s: %s", a.Status, a.Path, a.Text())
			}
			sent := a.Path
			if again := h.Post(draft, form...); again.Path != sent {
				t.Errorf("sent again it is at %s: %s", again.Path, again.Text())
			}
			ref := strings.Split(sent, "/")[4]
			a = h.Get("portal/reports/" + ref + "/")
			h.Wants(a, http.StatusOK, "portal/reports/"+ref+"/", ref, "Autumn Open")
			a = h.Get("portal/submit/?ref=" + ref)
			a = h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "b.trf", Content: trf("N00000001 Aoki, Ren", "N00000002 Baba, Mio")}}, "replaces", "yes")
			draft = strings.TrimPrefix(a.Path, "/"+lang+"/")
			h.Wants(a, http.StatusOK, draft, "N00000002", h.Say("desk.report.changes"))
			if !strings.Contains(a.Body, `value="Hall"`) || !strings.Contains(a.Text(), h.Say("desk.report.from-last")) {
				t.Error("the venue of the last report is not proposed")
			}
			a = h.Post(draft, append(h.Form(`name="was"`), "submit", "1")...)
			if a.Path != sent {
				t.Errorf("the better file is at %s: %s", a.Path, a.Text())
			}
		})
	}
}

// Of a report that was sent back the reason stands first, with the way to a better file, whose club is that of the report whatever
// other clubs its organiser has.
func TestReturned(t *testing.T) {
	h := hall.New(t, "en", "")
	_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Minato Chess Club"}, "")
	h.Must(err)
	h.Joins("both", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru", "Minato Chess Club"}})
	h.Enters(h.Browser, "both")
	h.Get("portal/submit/")
	a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("N00000001 Aoki, Ren", "N00000002 Baba, Mio")}}, "club", "C0002")
	a = h.Post(strings.TrimPrefix(a.Path, "/en/"), append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "30+30", "submit", "1")...)
	sent := strings.TrimPrefix(a.Path, "/en/")
	ref := strings.Split(sent, "/")[2]
	h.Must(desk.Rule(t.Context(), h.Bureau, ref, desk.Decision{To: check.Returned, Reason: "two rounds are missing"}))
	report := "portal/reports/" + ref + "/"
	a = h.Get(report)
	h.Wants(a, http.StatusOK, report, "two rounds are missing", h.Say("desk.report.next-returned"))
	if reason, facts := strings.Index(a.Body, "two rounds are missing"), strings.Index(a.Body, `class="facts"`); reason > facts {
		t.Error("the reason does not stand first")
	}
	better := "portal/submit/?ref=" + ref
	if a = h.Get(better); !strings.Contains(a.Body, `name="club" value="C0002"`) || strings.Contains(a.Body, "<select") {
		t.Errorf("the club is asked for: %s", a.Text())
	}
	a = h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "b.trf", Content: trf("N00000001 Aoki, Ren", "N00000003 Chiba, Sora")}}, "replaces", "yes")
	if a = h.Post(strings.TrimPrefix(a.Path, "/en/"), append(h.Form(`name="was"`), "submit", "1")...); a.Path != "/en/"+sent {
		t.Errorf("the better file is at %s: %s", a.Path, a.Text())
	}
	if a := h.Get("portal/submit/?ref=2024-10-0999"); a.Status != http.StatusNotFound {
		t.Errorf("a better file for nothing: %d", a.Status)
	}
}

// answers asks of a page what it asks: the name of the field in which somebody says who an entry is.
func asksWho(a hall.Answer) string {
	found := regexp.MustCompile(`name="(entry\.[^"]*)"`).FindStringSubmatch(a.Body)
	if found == nil {
		return ""
	}
	return found[1]
}

// Beside each candidate stands what its name and its club say for or against it, and nothing of births. Each problem leads to the next.
func TestCandidatesAreCompared(t *testing.T) {
	for _, lang := range []string{"en", "ja"} {
		h := hall.New(t, lang, "")
		for id, fields := range map[string]string{"N00000002": "name=Baba Mio", "N00000003": "name=Baba Mia"} {
			_, _, err := register.Enter(t.Context(), h.Bureau, []string{"id=" + id, fields, "birth=1991-09-14"}, "")
			h.Must(err)
		}
		h.Enters(h.Browser, "organiser")
		h.Get("portal/submit/")
		a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("- Aoki, Ren", "- Baba, Mio")}})
		choices := regexp.MustCompile(`(?s)<p class="choice"><input[^>]*value="N00000002".*?</p>`).FindString(a.Body)
		if !strings.Contains(choices, `<span class="yes">`+h.Say("register.evidence-name")+`</span>`) {
			t.Errorf("it is not compared: %s", a.Text())
		}
		for _, what := range []string{"birth", "birth-year", "birth-unknown", "birth-differs"} {
			if strings.Contains(a.Text(), h.Say("register.evidence-"+what)) {
				t.Errorf("it says %s", what)
			}
		}
		problems := strings.Count(a.Body, " data-problem")
		for n := range problems {
			if link := fmt.Sprintf(`href="#problem-%d"`, n+1); strings.Count(a.Body, link) != 1 || !strings.Contains(a.Body, fmt.Sprintf(`id="problem-%d"`, n+1)) {
				t.Errorf("%s is not there once", link)
			}
		}
		if problems < 2 {
			t.Errorf("%d problems: %s", problems, a.Text())
		}
	}
}

// Who an entry without ID is can be said before it is submitted and afterwards; it is taken like an ID in the file. What was seen
// before is not answered once something else has come.
func TestWhoIsIt(t *testing.T) {
	for _, before := range []bool{true, false} {
		h := hall.New(t, "en", "")
		for id, name := range map[string]string{"N00000001": "Aoki Ren", "N00000002": "Baba Mio"} {
			_, _, err := register.Enter(t.Context(), h.Bureau, []string{"id=" + id, "name=" + name}, "")
			h.Must(err)
		}
		h.Enters(h.Browser, "organiser")
		h.Get("portal/submit/")
		a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("N00000001 Aoki, Ren", "- Baba, Mio")}})
		draft, field := strings.TrimPrefix(a.Path, "/en/"), asksWho(a)
		if field == "" {
			t.Fatalf("nobody is asked for: %s", a.Text())
		}
		form := append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "30+30", "submit", "1")
		if before {
			form = append(form, field, "other", "other"+strings.TrimPrefix(field, "entry"), "N00000002")
		}
		ref := strings.Split(h.Post(draft, form...).Path, "/")[4]
		page := "portal/reports/" + ref + "/"
		a = h.Get(page)
		if !before {
			field = asksWho(a)
			if field == "" {
				t.Fatalf("nobody is asked for: %s", a.Text())
			}
			form := append(h.Form(`name="was"`), field, "other", "other"+strings.TrimPrefix(field, "entry"), "N00000002")
			stale := append(h.Form(`name="was"`), field, "other", "other"+strings.TrimPrefix(field, "entry"), "N00000001")
			a = h.Post(page, form...)
			h.Wants(a, http.StatusOK, page)
			h.Wants(h.Post(page, stale...), http.StatusUnprocessableEntity, page)
			a = h.Get(page)
		}
		if asksWho(a) != "" {
			t.Errorf("before %t: it is asked again: %s", before, a.Text())
		}
		h.Wants(a, http.StatusOK, page, h.Say("desk.report.state-admitted"))
	}
}

// Nobody sees what belongs to another club.
func TestOthersReports(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "organiser")
	h.Get("portal/submit/")
	a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("- Aoki, Ren", "- Baba, Mio")}})
	draft := strings.TrimPrefix(a.Path, "/en/")
	a = h.Post(draft, append(h.Form(`name="was"`), "submit", "1")...)
	_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Minato Chess Club"}, "")
	h.Must(err)
	h.Joins("auditor2", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Minato Chess Club"}})
	other := h.Another()
	h.Enters(other, "auditor2")
	for _, at := range []string{draft, strings.TrimPrefix(a.Path, "/en/"), strings.TrimSuffix(strings.TrimPrefix(a.Path, "/en/"), "sent/")} {
		if got := other.Get(at); got.Status != http.StatusNotFound {
			t.Errorf("%s is shown to another club: %d %s", at, got.Status, got.Text())
		}
	}
}

// Before a report is handed in, its organiser sees what it would do to ratings, as far as the file and what is public tell: whoever was
// born when, and who was a member, changes nothing of it.
func TestEffectOnRatings(t *testing.T) {
	for n, born := range []string{"1980", "2012"} {
		lang := explain.Languages[n%len(explain.Languages)]
		t.Run(lang+born, func(t *testing.T) {
			h := hall.Opening(t, lang, "", "id,name,standard,games,birth\nN00000001,Aoki Ren,1500,100,"+born+"\nN00000002,Baba Mio,1500,100,1981\n")
			h.Enters(h.Browser, "organiser")
			a := h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("N00000001 Aoki, Ren", "N00000002 Baba, Mio")}})
			draft := strings.TrimPrefix(a.Path, "/"+lang+"/")
			h.Wants(a, http.StatusOK, draft, h.Say("desk.effect.show"))
			if strings.Contains(a.Text(), "+10") {
				t.Error("it is worked out before it is asked for")
			}
			a = h.Post(draft, append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "90+30", "keep", "effect")...)
			h.Wants(a, http.StatusOK, draft, "Aoki Ren", "+10", "−10", h.Say("desk.effect.blind-age"))
			if !strings.Contains(a.Body, `value="Hall"`) {
				t.Error("what was typed is gone")
			}
			a = h.Upload("portal/submit/", []hall.File{{Field: "files", Name: "b.trf", Content: trf("- Aoki, Ren", "- Baba, Mio")}})
			draft = strings.TrimPrefix(a.Path, "/"+lang+"/")
			a = h.Get(draft + "?effect")
			if strings.Contains(a.Text(), "+10") {
				t.Errorf("who is meant by a name alone is told: %s", a.Text())
			}
		})
	}
}
