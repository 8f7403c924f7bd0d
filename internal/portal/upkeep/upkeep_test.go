package upkeep_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/test/hall"
)

const players = "id,name,standard,birth,club\nN00000001,Aoki Ren,1800,1975-02-03,Kawagoe Tsuru\nN00000002,Baba Mio,1700,1980-05-06,Kawagoe Tsuru\n"

// both tests in both languages with an officer, an administrator and an auditor at their browsers.
func both(t *testing.T, f func(h *hall.Hall, officer, administrator, auditor *hall.Browser)) {
	t.Helper()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.Opening(t, lang, "", players)
			all := map[string]*hall.Browser{}
			for _, role := range []string{"officer", "administrator", "auditor"} {
				all[role] = h.Another()
				h.Enters(all[role], role)
			}
			f(h, all["officer"], all["administrator"], all["auditor"])
		})
	}
}

// say returns a text of the room with values.
func say(h *hall.Hall, key string, values ...any) string {
	return page.Format{Printer: explain.New(h.Lang)}.Say(key, values...)
}

// A backup is made, tried, and shown with its age and what the trial has come to; the doctor looks; a copy of the key is noted.
func TestHealth(t *testing.T) {
	both(t, func(h *hall.Hall, officer, administrator, auditor *hall.Browser) {
		t := officer.T
		missing := explain.New(h.Lang).Message(finding.New("contact-missing", finding.Info, finding.At{}))
		administrator.Wants(administrator.Get("desk/health/"), http.StatusOK, "desk/health/", h.Say("desk.health.no-backup"), h.Say("desk.health.not-verified"), h.Say("desk.upkeep.not-tried"), h.Say("desk.upkeep.key-not-copied"))
		does := func(b *hall.Browser, do, says string) {
			t.Helper()
			b.Get("desk/health/")
			a := b.Post("desk/health/", "do", do)
			h.Jobs.Wait()
			to := strings.TrimPrefix(a.Path, "/"+h.Lang+"/")
			if !strings.HasPrefix(to, "desk/jobs/") {
				t.Fatalf("%s leads to %s\n%s", do, a.Path, a.Text())
			}
			b.Wants(b.Get(to), http.StatusOK, to, h.Say("desk.job.is-done"), says)
		}
		does(administrator, "backup", h.Say("desk.health.key"))
		h.Now = h.Now.Add(3 * time.Hour)
		does(administrator, "try", h.Say("desk.upkeep.tried-gone"))
		does(officer, "verify", h.Say("desk.health.sound"))
		does(officer, "doctor", missing)
		copies, err := h.Office.Copies()
		h.Must(err)
		if len(copies) != 1 || copies[0].Size == 0 {
			t.Fatalf("the backups are %+v", copies)
		}
		h.Now = h.Now.Add(50 * time.Minute)
		ago := say(h, "desk.upkeep.ago-hours", "n", 3)
		a := officer.Get("desk/health/")
		officer.Wants(a, http.StatusOK, "desk/health/", say(h, "desk.upkeep.backup-age", "ago", ago), say(h, "desk.upkeep.tried", "ago", say(h, "desk.upkeep.ago-minutes", "n", 50)), missing)
		if strings.Contains(a.Body, `value="backup"`) || strings.Contains(a.Body, "/desk/do/doctor/") {
			t.Error("an officer may make backups")
		}
		a = officer.Get("desk/health/backups/")
		officer.Wants(a, http.StatusOK, "desk/health/backups/", copies[0].Name, ago, say(h, "desk.upkeep.tried-about", "file", copies[0].Name, "players", 2, "lists", 1, "entries", entries(h)))
		officer.Wants(officer.Post("desk/health/", "do", "try"), http.StatusUnprocessableEntity, "desk/health/")
		administrator.Get("desk/health/backups/")
		administrator.Get("desk/health/backups/")
		administrator.Wants(administrator.Post("desk/health/backups/", "do", "key"), http.StatusOK, "desk/health/", say(h, "desk.upkeep.key-copied", "ago", say(h, "desk.upkeep.ago-minutes", "n", 0)), "Administrator")
		administrator.Get("desk/health/")
		for _, path := range []string{"desk/health/", "desk/health/backups/"} {
			a := auditor.Get(path)
			auditor.Wants(a, http.StatusOK, path)
			h.Reads(a)
		}
		auditor.Wants(auditor.Post("desk/health/", "do", "verify"), http.StatusUnprocessableEntity, "desk/health/")

		// what can be derived is mended from the page
		administrator.Get("desk/health/")
		administrator.Wants(administrator.Post("desk/do/doctor/", administrator.Form("/desk/do/doctor/")...), http.StatusOK, "desk/do/doctor/", h.Say("desk.confirm.title"))
		administrator.Wants(confirms(h, administrator, "administrator", "desk/do/doctor/"), http.StatusOK, "desk/health/", h.Say("log.doctor"))
		administrator.Wants(administrator.Post("desk/do/rebuild/", administrator.Form("/desk/do/rebuild/")...), http.StatusOK, "desk/health/", h.Say("log.rebuild"))
		other := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Clock: h.Office.Clock}
		h.Must(other.Restore(t.Context(), filepath.Join(h.Office.CopyFolder(), copies[0].Name)))
	})
}

// entries returns how many entries the log had when the browsers had entered.
func entries(h *hall.Hall) (n int) {
	h.Must(h.Bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		head, err := bureau.Heads.Get(r, "")
		n = head.Seq
		return err
	}))
	return n
}

// A setting is changed with a reason, and the change is found in the log.
func TestSettings(t *testing.T) {
	both(t, func(h *hall.Hall, officer, administrator, auditor *hall.Browser) {
		for _, b := range []*hall.Browser{officer, administrator} {
			b.Wants(b.Get("admin/settings/"), http.StatusOK, "admin/settings/", h.Say("desk.settings.asked"), h.Say("web.option.late"), h.Say("desk.settings.officers-one"))
		}
		officer.Get("admin/settings/")
		a := auditor.Get("admin/settings/")
		auditor.Wants(a, http.StatusOK, "admin/settings/", h.Say("desk.settings.asked"))
		h.Reads(a)
		fields := with(officer.Form(`name="is.contact"`), "is.contact", "rating@example.jp", "reason", "new mailbox")
		officer.Wants(officer.Post("desk/do/set/", with(fields, "reason", "")...), http.StatusUnprocessableEntity, "desk/do/set/", "rating@example.jp")
		a = officer.Post("desk/do/set/", fields...)
		officer.Wants(a, http.StatusOK, "admin/settings/", "rating@example.jp")
		for _, b := range []*hall.Browser{officer, administrator, auditor} {
			b.Wants(b.Get("desk/log/"), http.StatusOK, "desk/log/", "new mailbox", "Officer", h.Say("log.set"))
		}
	})
}

// with returns fields with others in their place.
func with(fields []string, other ...string) []string {
	all := append([]string{}, fields...)
	for i := 0; i < len(other); i += 2 {
		for j := 0; j < len(all); j += 2 {
			if all[j] == other[i] {
				all[j+1] = other[i+1]
			}
		}
	}
	return append(all, other...)
}

// The log is read by subject, actor and day, a hundred entries at a time, and leads to what it is about.
func TestLog(t *testing.T) {
	both(t, func(h *hall.Hall, officer, administrator, auditor *hall.Browser) {
		t := officer.T
		for i := range 120 {
			_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Club " + string(rune('A'+i/26)) + string(rune('A'+i%26))}, "the board has met")
			h.Must(err)
		}
		h.Now = h.Now.AddDate(0, 0, 3)
		actor := h.Bureau.Actor
		number, of := h.Find(hall.Email("officer"))
		h.Bureau.Actor = bureau.ActorOf(number, of, h.Now)
		h.Bureau.Actor.Login = "terminal"
		_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Odawara Kamome"}, "joined")
		h.Bureau.Actor = actor
		h.Must(err)
		h.Now = h.Now.AddDate(0, 0, -3) // sessions go on
		rows := func(b *hall.Browser, query string) int {
			t.Helper()
			a := b.Get("desk/log/?" + query)
			b.Wants(a, http.StatusOK, "desk/log/")
			return strings.Count(a.Body, `<tr id="e`)
		}
		all := entries(h)
		if n := rows(officer, ""); n != 100 {
			t.Errorf("a page has %d entries", n)
		}
		officer.Get("desk/log/")
		earlier := regexp.MustCompile(`href="\?([^"]*before=[^"]*)"`).FindStringSubmatch(officer.Last)
		if earlier == nil {
			t.Fatal("nothing leads to earlier entries")
		}
		if n := rows(officer, html.UnescapeString(earlier[1])); n != all-100 {
			t.Errorf("the second page has %d entries, not %d", n, all-100)
		}
		for query, want := range map[string]int{
			"subject=C0005": 1, "subject=C9999": 0, "actor=" + number + "&subject=C0122": 1, "actor=" + number + "&subject=C0005": 0, "actor=A9999": 0,
			"from=2024-10-25": 2, "to=2024-10-21": 0, "from=2024-10-25&to=2024-10-25&subject=C0122": 1, "to=2024-10-24&subject=C0122": 0, "from=2024-10-26": 0, // with the leaf of the day
		} {
			for _, b := range []*hall.Browser{officer, auditor} {
				if n := rows(b, query); n != want {
					t.Errorf("%s: %d entries, want %d", query, n, want)
				}
			}
		}
		officer.Wants(officer.Get("desk/log/?from=yesterday"), http.StatusOK, "desk/log/", h.Say("desk.log.no-day"))
		officer.Wants(officer.Get("desk/log/?subject=C0005"), http.StatusOK, "desk/log/", "the board has met")
		if n := rows(administrator, ""); n != 1 { // that it was set up
			t.Errorf("an administrator reads %d entries", n)
		}
		h.Reads(auditor.Get("desk/log/"))
	})
}

// What is stored about somebody is handed out after a second factor; they are anonymised by one officer, and erased by two, with
// the effect first and a typed word.
func TestPersons(t *testing.T) {
	both(t, func(h *hall.Hall, officer, administrator, auditor *hall.Browser) {
		t := officer.T
		for _, b := range []*hall.Browser{administrator, auditor} {
			b.Wants(b.Get("desk/persons/"), http.StatusNotFound, "desk/persons/")
			b.Wants(b.Get("desk/persons/N00000001/"), http.StatusNotFound, "desk/persons/N00000001/")
			if a := b.Post("desk/persons/N00000001/", "owner", "A0001"); a.Status != http.StatusNotFound {
				t.Errorf("who is no officer is given data: %d", a.Status)
			}
		}
		officer.Wants(officer.Get("desk/persons/?q="+url.QueryEscape("Aoki")), http.StatusOK, "desk/persons/", "Aoki Ren", "N00000001")
		officer.Wants(officer.Get("desk/persons/?q=N00000002"), http.StatusOK, "desk/persons/", "Baba Mio")
		officer.Wants(officer.Get("desk/persons/?q=Nobody"), http.StatusOK, "desk/persons/", h.Say("desk.persons.none"))
		a := officer.Get("desk/persons/N00000001/")
		officer.Wants(a, http.StatusOK, "desk/persons/N00000001/", "Aoki Ren")
		if strings.Contains(a.Body, "1975") {
			t.Error("the page has the birth")
		}
		h.Now = h.Now.Add(10 * time.Minute)
		officer.Get("desk/persons/N00000001/")
		officer.Wants(officer.Post("desk/persons/N00000001/"), http.StatusOK, "desk/persons/N00000001/", h.Say("desk.confirm.title"))
		a = confirms(h, officer, "officer", "desk/persons/N00000001/")
		var d struct{ ID string }
		if err := json.Unmarshal([]byte(a.Body), &d); err != nil || d.ID != "N00000001" || !strings.Contains(a.Body, "1975-02-03") || a.Response.Header.Get("Content-Disposition") != `attachment; filename="N00000001.json"` {
			t.Errorf("the file is %q, %v, %v", a.Body, a.Response.Header, err)
		}
		looked := false
		h.Must(h.Door.Work.Looks(t.Context(), time.Time{}, func(l bureau.Look) bool {
			looked = looked || l.What == "dossier N00000001"
			return true
		}))
		if !looked {
			t.Error("nobody notes that the data were looked at")
		}

		// one officer anonymises, where one is enough
		a = officer.Get(strings.TrimPrefix(link(t, officer, "desk/persons/N00000002/", "person.anonymise"), "/"+h.Lang+"/"))
		officer.Wants(a, http.StatusOK, "desk/do/person.anonymise/")
		a = officer.Post("desk/do/person.anonymise/", with(officer.Form(`name="id"`), "reason", "asked on paper")...)
		officer.Wants(a, http.StatusOK, "desk/do/person.anonymise/", h.Say("desk.do.effect"), h.Say("log.person.anonymise"))
		officer.Wants(officer.Post("desk/do/person.anonymise/", officer.Form(`name="looked"`)...), http.StatusOK, "desk/persons/N00000002/", h.Say("desk.persons.is-erased"))

		// two officers erase, where two are wanted
		h.Must(h.Bureau.Update(t.Context(), func(w bureau.Writer) error {
			s, err := bureau.ReadSettings(w)
			if err != nil {
				return err
			}
			s.TwoOfficers = true
			return bureau.AllSettings.Put(w, "", s)
		}))
		h.Joins("second", account.Wish{Roles: []string{"officer"}})
		second := h.Another()
		h.Enters(second, "second")
		for i, b := range []*hall.Browser{officer, second} {
			b.Get(strings.TrimPrefix(link(t, b, "desk/persons/N00000001/", "person.erase"), "/"+h.Lang+"/"))
			a = b.Post("desk/do/person.erase/", with(b.Form(`name="id"`), "reason", "asked on paper")...)
			b.Wants(a, http.StatusOK, "desk/do/person.erase/", h.Say("desk.do.effect"))
			looked := b.Form(`name="looked"`)
			b.Wants(b.Post("desk/do/person.erase/", with(looked, "typed", "yes")...), http.StatusUnprocessableEntity, "desk/do/person.erase/", h.Say("desk.do.typed"), "asked on paper")
			a = b.Post("desk/do/person.erase/", with(b.Form(`name="looked"`), "typed", "N00000001")...)
			if i == 0 {
				b.Wants(a, http.StatusOK, "desk/persons/N00000001/", h.Say("desk.do.waits"), "Aoki Ren")
			} else {
				b.Wants(a, http.StatusOK, "desk/persons/N00000001/", h.Say("desk.persons.is-erased"))
			}
		}
	})
}

// link returns the address of the form of an act to which a page leads.
func link(t *testing.T, b *hall.Browser, page, act string) string {
	t.Helper()
	b.Get(page)
	found := regexp.MustCompile(`href="([^"]*/desk/do/` + regexp.QuoteMeta(act) + `/[^"]*)"`).FindStringSubmatch(b.Last)
	if found == nil {
		t.Fatalf("%s does not lead to %s", page, act)
	}
	return html.UnescapeString(found[1])
}

// confirms says again who a role is, and returns what comes of the form that waits for it.
func confirms(h *hall.Hall, b *hall.Browser, role, to string) hall.Answer {
	h.Helper()
	h.Now = h.Now.Add(time.Minute)
	return b.Post(to, append(b.Form("confirm-password"), "confirm-password", hall.Password, "confirm-code", authenticator.Code(h.Secrets[role], h.Now))...)
}
