package upkeep_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// Officers and administrators read who has looked at what, by person and day; auditors and treasurers do not.
func TestLooks(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			officer, _ := h.Find(hall.Email("officer"))
			organiser, _ := h.Find(hall.Email("organiser"))
			for n, what := range []string{"birth N00000001", "births of 2024-10-0001", "export of members", "something new"} {
				who := officer
				if n == 3 {
					who = organiser
				}
				h.Must(h.Door.Work.Looked(t.Context(), bureau.Look{Account: who, What: what, At: h.Now.Add(-time.Duration(n) * 24 * time.Hour)}))
			}
			h.Must(h.Door.Work.Looked(t.Context(), bureau.Look{Account: officer, What: "birth N00000009", At: h.Now.Add(-90 * 24 * time.Hour)}))
			for _, role := range []string{"auditor", "treasurer", "organiser"} {
				b := h.Another()
				h.Enters(b, role)
				if a := b.Get("desk/looks/"); a.Status != http.StatusNotFound {
					t.Errorf("%s reads who has looked: %d", role, a.Status)
				}
			}
			for _, role := range []string{"officer", "administrator"} {
				b := h.Another()
				h.Enters(b, role)
				a := b.Get("desk/looks/")
				b.Wants(a, http.StatusOK, "desk/looks/", "N00000001", "2024-10-0001", "something new", "Officer", "Organiser")
				if strings.Contains(a.Text(), "N00000009") {
					t.Error("a look of three months ago is shown, though none was asked for")
				}
				a = b.Get("desk/looks/?actor=" + organiser)
				b.Wants(a, http.StatusOK, "desk/looks/", "something new")
				if strings.Contains(a.Text(), "N00000001") {
					t.Error("others' looks are shown")
				}
				a = b.Get("desk/looks/?from=2024-07-01&to=2024-08-01")
				b.Wants(a, http.StatusOK, "desk/looks/", "N00000009")
				if strings.Contains(a.Text(), "N00000001") {
					t.Error("later looks are shown")
				}
			}
		})
	}
}

// The log says which program has done something for somebody.
func TestLogNamesPrograms(t *testing.T) {
	h := hall.New(t, "en", "")
	number, _ := h.Find(hall.Email("organiser"))
	_, err := act.Do(t.Context(), h.Bureau, &act.MakeKey{Account: number, Name: "Pairing at the club", May: account.Scopes[:1], Because: act.Because{Reason: "it is theirs"}}, act.With{})
	h.Must(err)
	_, of := h.Find(hall.Email("organiser"))
	as := *h.Bureau
	as.Actor = bureau.AtTerminal("root")
	as.Actor.Account, as.Actor.Program = number, of.Keys[0].Number
	_, err = register.AddClub(t.Context(), &as, []string{"name=Chichibu"}, "")
	h.Must(err)
	h.Enters(h.Browser, "officer")
	h.Wants(h.Get("desk/log/"), http.StatusOK, "desk/log/", "C0002", "by the program Pairing at the club")
}
