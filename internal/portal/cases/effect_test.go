package cases_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// Before a decision an officer and an auditor see what a report does to ratings; nothing of it is kept. Once it is admitted they see
// the same.
func TestEffect(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.Opening(t, lang, "", "id,name,standard,games,birth\nN00000001,Aoki Ren,1500,100,1980\nN00000002,Baba Mio,1500,100,1981\n")
			event := bureautest.Meeting("Autumn Open", civil.Of(2024, 10, 12), "N00000001", "N00000002")
			event.Organizer = "Kawagoe Tsuru"
			sent, err := act.Do(t.Context(), h.Bureau, &act.SubmitReport{File: act.File{Name: "autumn.json", Data: bureautest.JSON(t, event)}, From: "Aoki Ren", For: "Kawagoe Tsuru"}, act.With{})
			h.Must(err)
			d := &desk{h, sent.Subject}
			d.Enters(d.Browser, "officer")
			auditor := d.Another()
			d.Enters(auditor, "auditor")
			a := d.Get(d.page())
			d.Wants(a, http.StatusOK, d.page(), d.Say("desk.effect.show"))
			was := d.state()
			shows := func(b *hall.Browser) {
				t.Helper()
				a := b.Get(d.page() + "?effect=1")
				d.Wants(a, http.StatusOK, d.page(), "Aoki Ren", "1510", "1490", "+10", "−10")
			}
			if shows(d.Browser); d.state().State != was.State || len(d.state().Decisions) != len(was.Decisions) {
				t.Error("the report was decided on")
			}
			shows(auditor)
			if was.State != check.Admitted {
				d.Get(d.page())
				sends(d.Browser, d.Say("desk.acts.report-admit"), "reason", "looked at")
			} else {
				d.Get(d.page())
				sends(d.Browser, d.Say("desk.acts.report-withhold"), "reason", "looked at")
			}
			if d.state().State == was.State {
				t.Fatalf("the report is still %s", was.State)
			}
			shows(d.Browser)
			if strings.Contains(auditor.Last, "<form method=\"post\" action=\"/"+lang+"/desk/do") {
				t.Error("an auditor has a form")
			}
		})
	}
}
