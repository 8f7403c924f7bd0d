package reports_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// An officer tries a file: they see what is understood of it, by all that the office knows, and what it would change, and nothing has
// come. Then they submit it for its club with one button; pressing that again leads to the same report.
func TestOfficerTriesAFile(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.Opening(t, lang, "", "id,name,standard,games,birth\nN00000001,Aoki Ren,1500,100,2012\nN00000002,Baba Mio,1500,100,1981\n")
			h.Enters(h.Browser, "officer")
			h.Get("desk/submit/")
			a := h.Upload("desk/submit/", []hall.File{{Field: "files", Name: "a.trf", Content: trf("N00000001 Aoki, Ren", "N00000002 Baba, Mio")}}, "club", "C0001", "from", "Doi Hana")
			draft := strings.TrimPrefix(a.Path, "/"+lang+"/")
			h.Wants(a, http.StatusOK, draft, "Autumn Open", h.Say("desk.report.not-yet"), h.Say("desk.submit.from-club"))
			if !strings.Contains(a.Body, `name="from" value="Doi Hana"`) {
				t.Error("who has sent it is not there to be corrected")
			}
			if strings.Contains(a.Text(), "2012") {
				t.Error("it tells when somebody was born")
			}
			a = h.Post(draft, append(h.Form(`name="was"`), "venue", "Hall", "time", "13:00", "responsible", "Aoki Ren", "time_control_text", "90+30", "keep", "effect")...)
			h.Wants(a, http.StatusOK, draft, "Aoki Ren", "−10", h.Say("desk.effect.about"))
			if strings.Contains(a.Text(), "+10") || strings.Contains(a.Text(), h.Say("desk.effect.blind-age")) {
				t.Errorf("the age of a player changes nothing: %s", a.Text())
			}
			if got := revisions(h); len(got) != 0 {
				t.Fatalf("reports have come: %v", got)
			}
			h.Wants(h.Get("desk/submit/"), http.StatusOK, "desk/submit/", "Autumn Open", h.Say("desk.report.drafts"))
			h.Get(draft)
			form := append(h.Form(`name="was"`), "submit", "1")
			a = h.Post(draft, form...)
			if !strings.HasPrefix(a.Path, "/"+lang+"/desk/cases/") || a.Status != http.StatusOK {
				t.Fatalf("%d at %s: %s", a.Status, a.Path, a.Text())
			}
			if again := h.Post(draft, form...); again.Path != a.Path {
				t.Errorf("sent again it is at %s: %s", again.Path, again.Text())
			}
			once(h)
			h.Must(h.Bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
				return intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
					if c.For.Club != "C0001" || !strings.Contains(a.Text(), "Doi Hana") {
						t.Errorf("it came for %+v: %s", c.For, a.Text())
					}
					return true, nil
				})
			}))
		})
	}
}

// What nobody can read is not taken, and a draft that was tried is thrown away.
func TestOfficerThrowsAFileAway(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "officer")
	a := h.Upload("desk/submit/", []hall.File{{Field: "files", Name: "photo.jpg", Content: "\xff\xd8\xff\xe0 a photo"}})
	draft := strings.TrimPrefix(a.Path, "/en/")
	h.Wants(a, http.StatusOK, draft, h.Say("desk.report.unread"))
	if strings.Contains(a.Body, `name="submit"`) {
		t.Error("it can be submitted")
	}
	h.Get("desk/submit/")
	a = h.Upload("desk/submit/", nil, "discard", strings.Split(draft, "/")[2])
	h.Wants(a, http.StatusOK, "desk/submit/")
	if strings.Contains(a.Text(), h.Say("desk.report.drafts-about")) {
		t.Error("the draft is still there")
	}
}
