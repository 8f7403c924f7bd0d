package portal_test

import (
	"net/http"
	"net/url"
	"slices"
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

// The form of each act is there for whoever may do it with everything or with their own, and for nobody else, and is named.
func TestActsByRole(t *testing.T) {
	h := hall.New(t, "en", "")
	browsers := map[string]*hall.Browser{"": h.Another()}
	for _, role := range account.RoleNames[1:] {
		browsers[role] = h.Another()
		h.Enters(browsers[role], role)
	}
	for i := range act.Table {
		line := &act.Table[i]
		to := "desk/do/" + line.ID + "/"
		for role, b := range browsers {
			bits, err := account.Roles(slices.DeleteFunc([]string{role}, func(s string) bool { return s == "" }))
			h.Must(err)
			want := http.StatusNotFound
			switch {
			case role == "":
				b.Wants(b.Get(to), http.StatusOK, "login/")
				continue
			case bits&bureau.Desk != 0 && bits&(line.Any|line.Own) != 0:
				want = http.StatusOK
			}
			if line.TakesFile() { // it has a page of its own
				want = http.StatusNotFound
			}
			if a := b.Get(to); a.Status != want {
				t.Errorf("%s opens %s: got %d, want %d", role, to, a.Status, want)
			}
			for _, fields := range [][]string{{"looked", "1"}, {"looked", "1", "undo", "yes", "reason", "a slip"}} {
				if a := b.Post(to, fields...); want == http.StatusNotFound && a.Status != want || a.Status >= http.StatusInternalServerError {
					t.Errorf("%s sends %q to %s: got %d", role, fields, to, a.Status)
				}
			}
		}
		for _, lang := range explain.Languages {
			if key := "desk.acts." + strings.ReplaceAll(line.ID, ".", "-"); explain.New(lang).Text(key, nil) == key {
				t.Errorf("%s has no name in %s", line.ID, lang)
			}
		}
	}
}

// An act is filled in, done, announced and taken back; a refusal shows the same form with what is wrong; two officers who decide
// about the same are told of each other.
func TestDo(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.Opening(t, lang, "", "id,name,standard,club\nN00000001,Aoki Ren,1800,Kawagoe Tsuru\nN00000002,Baba Mio,1700,Kawagoe Tsuru\nN00000003,Aoki Ren,0,\n")
			h.Enters(h.Browser, "officer")
			a := h.Get("desk/do/player.distinct/?id=N00000001&other=N00000009&back=" + url.QueryEscape("//evil.example/"))
			h.Wants(a, http.StatusOK, "desk/do/player.distinct/", "arpad player distinct N00000001 N00000009")
			a = h.Post("desk/do/player.distinct/", "id", "N00000001", "other", "N00000009", "reason", "two people")
			h.Wants(a, http.StatusUnprocessableEntity, "desk/do/player.distinct/", "two people", "N00000009")
			a = h.Post("desk/do/player.distinct/", "id", "N00000001", "other", "N00000003", "reason", "two people")
			h.Wants(a, http.StatusOK, "desk/do/player.distinct/", h.Say("desk.do.effect"))
			h.Wants(h.Post("desk/do/player.distinct/", h.Form(`name="looked"`)...), http.StatusOK, "desk/", h.Say("desk.do.back"))
			both := h.Form(`name="undo"`)
			a = h.Post("desk/do/player.distinct/", both...)
			h.Wants(a, http.StatusOK, "desk/")
			if strings.Contains(a.Body, `name="undo"`) {
				t.Error("taking back is offered to be taken back")
			}
			// what is shown first
			a = h.Post("desk/do/player.merge/", "old", "N00000003", "into", "N00000001", "reason", "the same person")
			h.Wants(a, http.StatusOK, "desk/do/player.merge/", h.Say("desk.do.effect"))
			looked := h.Form(`name="looked"`)

			other := h.Another()
			h.Joins("second", account.Wish{Roles: []string{"officer"}})
			h.Enters(other, "second")
			other.Get("desk/do/player.set/?id=N00000003&is.name=Aoki+Len")
			other.Wants(other.Post("desk/do/player.set/", "id", "N00000003", "is.name", "Aoki Len", "was.name", "Aoki Ren"), http.StatusOK, "desk/", "N00000003")

			a = h.Post("desk/do/player.merge/", looked...)
			h.Wants(a, http.StatusUnprocessableEntity, "desk/do/player.merge/", h.Say("desk.do.changes"), "Second", "the same person")
			a = h.Post("desk/do/player.merge/", h.Form(`name="into"`)...)
			if strings.Contains(a.Path, "do") { // it is looked at first
				a = h.Post("desk/do/player.merge/", h.Form(`name="looked"`)...)
			}
			h.Wants(a, http.StatusOK, "desk/", h.Say("desk.do.back"))
			h.Wants(h.Post("desk/do/player.unmerge/", h.Form(h.Say("desk.do.back"))...), http.StatusOK, "desk/do/player.unmerge/", h.Say("desk.do.effect"))
			h.Wants(h.Post("desk/do/player.unmerge/", h.Form(`name="looked"`)...), http.StatusOK, "desk/")
			h.Must(h.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
				p, err := register.Find(r, "N00000003")
				if err == nil && p.ID != "N00000003" {
					t.Error("the merge was not taken apart")
				}
				return err
			}))
			h.Now = h.Now.Add(time.Minute)
		})
	}
}
