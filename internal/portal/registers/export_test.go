package registers_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Officers and auditors take registers as files: births are for officers alone, and who has taken a file is kept.
func TestExports(t *testing.T) {
	d := newDesks(t, "en")
	d.Enters(d.Browser, "officer")
	auditor, treasurer := d.auditor(), d.Another()
	d.Enters(treasurer, "treasurer")
	begun := d.Now
	for list, of := range map[string]struct {
		auditor     bool
		has, hasNot string
	}{
		"players": {true, "Hirata", "1961"}, "births": {false, "1961", "nothing of this"}, "clubs": {false, "Kawagoe Tsuru", "1961"}, "members": {true, "player", "1961"}, "nothing": {},
	} {
		to := "desk/export/" + list + "/"
		a := d.Get(to)
		if of.has == "" {
			if a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", list, a.Status)
			}
			continue
		}
		if a.Status != http.StatusOK || !strings.Contains(a.Body, of.has) || strings.Contains(a.Body, of.hasNot) {
			t.Errorf("%s: %d %s", list, a.Status, a.Body)
		}
		looked := false
		d.Must(d.Door.Work.Looks(t.Context(), begun.Add(-10*60e9), func(l bureau.Look) bool {
			looked = looked || l.What == "export of "+list
			return true
		}))
		if !looked {
			t.Errorf("%s: who took it is not kept", list)
		}
		want := map[bool]int{true: http.StatusOK, false: http.StatusNotFound}
		if a := auditor.Get(to); a.Status != want[of.auditor] {
			t.Errorf("an auditor takes %s: %d", list, a.Status)
		}
		if a := treasurer.Get(to); a.Status != http.StatusNotFound {
			t.Errorf("a treasurer takes %s: %d", list, a.Status)
		}
	}
	d.Wants(d.Get("desk/players/"), http.StatusOK, "desk/players/", d.Say("desk.registers.export-players"), d.Say("desk.registers.export-births"))
	lacks(t, auditor.Get("desk/players/"), "desk/export/births/")
}
