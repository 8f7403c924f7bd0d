package entries_test

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// office opens the portal of an office in which people of two clubs are registered. The first and the last are members.
func office(t *testing.T, lang string, born int) (h *hall.Hall, announced string) {
	t.Helper()
	h = hall.New(t, lang, "")
	do := func(a act.Act) *bureau.Outcome {
		t.Helper()
		out, err := act.Do(t.Context(), h.Bureau, a, act.With{})
		h.Must(err)
		return out
	}
	_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Tokushima Subaru"}, "")
	h.Must(err)
	for n, p := range []string{
		"Ota Hiroe/太田 裕江/Kawagoe Tsuru", "Kimura Masaki/木村 正樹/Kawagoe Tsuru", "Kimura Motoaki/木村 元昭/Kawagoe Tsuru",
		"Sato Yukito/佐藤 幸斗/Kawagoe Tsuru", "Yoshida Fumi/吉田 文/Tokushima Subaru",
	} {
		fields := strings.Split(p, "/")
		do(&act.AddPlayer{Fields: []string{fmt.Sprintf("id=N0000001%d", n), "name=" + fields[0], "name_local=" + fields[1], "club=" + fields[2], fmt.Sprintf("birth=%d-03-04", born+n)}})
	}
	for _, id := range []string{"N00000010", "N00000014"} {
		do(&act.AddMember{Player: id, From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)})
	}
	do(&act.AnnounceEvent{Name: "Their Cup", Club: "Tokushima Subaru", Start: civil.Of(2024, 11, 9), Rounds: 5, Type: "standard"})
	announced = do(&act.AnnounceEvent{Name: "Autumn Open", Club: "Kawagoe Tsuru", Start: civil.Of(2024, 11, 2), End: civil.Of(2024, 11, 3), Rounds: 5, Type: "rapid"}).Subject
	h.Enters(h.Browser, "organiser")
	h.Wants(h.Get("portal/entries/"), http.StatusOK, "portal/entries/", h.Say("desk.entries.title"))
	return h, announced
}

// say returns a text of the page with values.
func say(h *hall.Hall, key string, values ...any) string {
	return page.Format{Printer: page.In(h.Lang)}.Say("desk.entries."+key, values...)
}

// row returns what the page says of a line.
func row(a hall.Answer, n int) string {
	found := regexp.MustCompile(fmt.Sprintf(`(?s)<tr[^>]*><td class="n fit w">%d</td>.*?</tr>`, n)).FindString(a.Body)
	return strings.Join(strings.Fields(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(found, " ")), " ")
}

// radio returns the field by which a line is chosen.
func radio(a hall.Answer, n int) string {
	found := regexp.MustCompile(fmt.Sprintf(`id="who-%d-0" name="([^"]*)"`, n)).FindStringSubmatch(a.Body)
	if found == nil {
		return ""
	}
	return found[1]
}

func TestListIsChecked(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"en", "ja"} {
		h, announced := office(t, lang, 1980)
		name := func(both string) string { // the one that is written first
			latin, local, _ := strings.Cut(both, "/")
			if lang == "ja" {
				return local + " " + latin
			}
			return latin + " " + local
		}
		text := "N00000010\nKimura\n吉田 文\nOta Hiroe\nSato Yukto\nNobody Such"
		a := h.Post("portal/entries/", "list", text, "from", "2024-11-02", "to", "2024-11-03", "type", "rapid")
		h.Wants(a, http.StatusOK, "portal/entries/", h.Say("desk.entries.compared"), say(h, "note-several-here", "n", "2"), say(h, "note-twice", "n", "1"),
			h.Say("desk.entries.note-near-here"), h.Say("desk.entries.note-nobody"), say(h, "take-n", "n", "3"), say(h, "take-out", "lines", "2, 4, 6"), text)
		for n, want := range map[int][]string{
			1: {name("Ota Hiroe/太田 裕江"), h.Say("desk.entries.member")}, 2: {h.Say("desk.entries.choose")}, 3: {name("Yoshida Fumi/吉田 文"), "–"},
			4: {h.Say("desk.entries.twice")}, 5: {name("Sato Yukito/佐藤 幸斗"), h.Say("desk.entries.no-member")}, 6: {h.Say("desk.entries.unknown")},
		} {
			for _, said := range want {
				if !strings.Contains(row(a, n), said) {
					t.Errorf("%s: line %d says %q, not %q", lang, n, row(a, n), said)
				}
			}
		}
		if strings.Contains(row(a, 3), h.Say("desk.entries.member")) {
			t.Errorf("%s: whether a member of another club is one is told without an event: %q", lang, row(a, 3))
		}
		// The choice stays, also when lines move; the event says who of another club is a member.
		field := radio(a, 2)
		a = h.Post("portal/entries/", "list", "Kimura\n吉田 文", "event", announced, field, "N00000012")
		h.Wants(a, http.StatusOK, "portal/entries/", "Autumn Open")
		if !strings.Contains(a.Body, `value="N00000012" checked`) || !strings.Contains(row(a, 1), "Kimura Motoaki") || !strings.Contains(row(a, 2), h.Say("desk.entries.member")) {
			t.Errorf("%s: got %q, %q", lang, row(a, 1), row(a, 2))
		}
		a = h.Post("portal/entries/", "list", "Kimura\n吉田 文", field, "-")
		if !strings.Contains(row(a, 1), h.Say("desk.entries.left-out")) {
			t.Errorf("%s: got %q", lang, row(a, 1))
		}
	}
}

func TestOthersEventsAreNone(t *testing.T) {
	t.Parallel()
	h, announced := office(t, "en", 1980)
	if a := h.Get("portal/entries/?event=" + announced); !strings.Contains(a.Body, `<option value="`+announced+`" selected>`) || strings.Contains(a.Body, "Their Cup") {
		t.Error(a.Text())
	}
	for _, other := range []string{"A2024-0001", "A2019-0001"} {
		a := h.Post("portal/entries/", "list", "吉田 文", "event", other)
		if a.Status != http.StatusUnprocessableEntity || row(a, 1) != "" {
			t.Errorf("%s: %d, %s", other, a.Status, a.Text())
		}
	}
}

func TestFileForPrograms(t *testing.T) {
	t.Parallel()
	h, _ := office(t, "en", 1980)
	for format, want := range map[string]string{
		"swiss-manager": "N00000010,Ota Hiroe,,,,,Kawagoe Tsuru", "csv": "N00000010,Ota Hiroe", "trf": "Ota Hiroe                              ", "xlsx": "PK",
	} {
		a := h.Post("portal/entries/", "list", "N00000010\nKimura\nOta Hiroe\nYoshida Fumi", "do", "file", "format", format, "from", "2024-11-02")
		if a.Status != http.StatusOK || !strings.Contains(a.Body, want) || strings.Contains(a.Body, "Kimura") || strings.Contains(a.Body, "198") || !strings.Contains(a.Response.Header.Get("Content-Disposition"), `attachment; filename="entries-2024-11-02.`) {
			t.Errorf("%s: %d %v\n%s", format, a.Status, a.Response.Header, a.Body)
		}
		if n := strings.Count(a.Body, "Ota Hiroe"); format != "xlsx" && n != 1 {
			t.Errorf("%s: Ota Hiroe is there %d times", format, n)
		}
		h.Get("portal/entries/")
	}
	for _, c := range [][2]string{{"Kimura", "csv"}, {"Ota Hiroe", "doc"}} {
		if a := h.Post("portal/entries/", "list", c[0], "do", "file", "format", c[1]); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", c, a.Status)
		}
	}
}

// upload sends a file.
func upload(h *hall.Hall, name string, data []byte) hall.Answer {
	h.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	h.Must(w.WriteField("owner", h.Hidden("owner")))
	h.Must(w.WriteField("list", "Sato Yukito"))
	part, err := w.CreateFormFile("file", name)
	h.Must(err)
	_, err = part.Write(data)
	h.Must(err)
	h.Must(w.Close())
	return h.Send(h.Lang+"/portal/entries/", w.FormDataContentType(), &body)
}

// A file becomes lines of the form, without the births in it.
func TestFileIsRead(t *testing.T) {
	t.Parallel()
	h, _ := office(t, "en", 1980)
	a := upload(h, "list.csv", []byte("\ufeffNo.,ID,Name,Birthday,Club\n1,N00000010,\"Ota, Hiroe\",1980-03-04,Kawagoe Tsuru\n2,,Yoshida Fumi,1984-03-04,\n"))
	h.Wants(a, http.StatusOK, "portal/entries/", "Sato Yukito\nN00000010\tOta Hiroe\tKawagoe Tsuru\nYoshida Fumi")
	if strings.Contains(a.Body, "1980") || !strings.Contains(row(a, 2), "Ota Hiroe") || !strings.Contains(row(a, 3), "Yoshida Fumi") {
		t.Error(a.Text())
	}
	a = upload(h, "picture.png", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00"))
	if a.Status != http.StatusUnprocessableEntity {
		t.Errorf("%d: %s", a.Status, a.Text())
	}
}

// What the register knows of births changes nothing.
func TestBirthsChangeNoByte(t *testing.T) {
	t.Parallel()
	text := "N00000010\nKimura\n吉田 文\nOta Hiroe\nSato Yukto\nN00000011 Ota Hiroe\nN00000020\nN00000014 Yoshida Fumi 1984-03-04"
	var pages []string
	for _, born := range []int{1980, 1951} {
		h, announced := office(t, "en", born)
		a := h.Post("portal/entries/", "list", text, "event", announced)
		h.Wants(a, http.StatusOK, "portal/entries/")
		pages = append(pages, regexp.MustCompile(`localhost:\d+`).ReplaceAllString(a.Body, ""))
	}
	if pages[0] != pages[1] {
		t.Errorf("got %s\nand %s", pages[0], pages[1])
	}
}

// looks is where looks are kept.
func looks(h *hall.Hall) bureau.Remembered { return h.Door.Work }

func TestNobodyCopiesTheRegister(t *testing.T) {
	t.Parallel()
	h, announced := office(t, "en", 1980)
	a := h.Post("portal/entries/", "list", strings.Repeat("Ota Hiroe\n", entry.Most+1))
	h.Wants(a, http.StatusUnprocessableEntity, "portal/entries/", "401")
	a = h.Post("portal/entries/", "list", "Ota Hiroe\nKimura", "event", announced)
	h.Wants(a, http.StatusOK, "portal/entries/")
	number, _ := h.Find(hall.Email("organiser"))
	var kept []string
	h.Must(looks(h).Looks(h.Context(), time.Time{}, func(l bureau.Look) bool {
		if strings.HasPrefix(l.What, "entries ") {
			kept = append(kept, l.Account+" "+l.What)
		}
		return true
	}))
	if want := number + " entries " + announced + " N00000010 N00000011 N00000012"; len(kept) != 1 || kept[0] != want {
		t.Errorf("got %q, want %q", kept, want)
	}
	var many strings.Builder
	for n := range 1997 {
		fmt.Fprintf(&many, " N1%07d", n)
	}
	h.Must(looks(h).Looked(h.Context(), bureau.Look{Account: number, What: "entries -" + many.String(), At: h.Bureau.Clock()}))
	h.Must(looks(h).Looked(h.Context(), bureau.Look{Account: "A9999", What: "entries - N99999999", At: h.Bureau.Clock()})) // somebody else's
	a = h.Post("portal/entries/", "list", "Ota Hiroe\nKimura")
	h.Wants(a, http.StatusOK, "portal/entries/", "Ota Hiroe") // whom they have seen already
	a = h.Post("portal/entries/", "list", "Sato Yukito")
	h.Wants(a, http.StatusUnprocessableEntity, "portal/entries/", "2000")
	if strings.Contains(a.Text(), "N00000013") || row(a, 1) != "" {
		t.Error(a.Text())
	}
	a = h.Post("portal/entries/", "list", "Sato Yukito", "do", "file", "format", "csv")
	if a.Status != http.StatusUnprocessableEntity {
		t.Errorf("the file is sent: %d", a.Status)
	}
	h.Now = h.Now.Add(25 * time.Hour)
	a = h.Post("portal/entries/", "list", "Sato Yukito")
	h.Wants(a, http.StatusOK, "portal/entries/", "N00000013")
}

func TestEmptyForms(t *testing.T) {
	t.Parallel()
	h, _ := office(t, "ja", 1980)
	for key, fields := range map[string][]string{"empty": {"list", " \n--"}, "day-unread": {"list", "Ota Hiroe", "from", "yesterday"}} {
		h.Wants(h.Post("portal/entries/", fields...), http.StatusUnprocessableEntity, "portal/entries/", h.Say("desk.entries."+key), h.Say("desk.entries."+key+"-cure"))
	}
}

// Who has no such role finds no page.
func TestPageIsForOrganisers(t *testing.T) {
	t.Parallel()
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "treasurer")
	if a := h.Get("portal/entries/"); a.Status != http.StatusNotFound {
		t.Errorf("got %d", a.Status)
	}
}

// Whoever is an officer, too, checks the lists of their own clubs there: the events of others are not among theirs, and of others'
// players nothing more is told.
func TestOfficersOfClubs(t *testing.T) {
	t.Parallel()
	h, _ := office(t, "en", 1980)
	h.Joins("both", account.Wish{Roles: []string{"officer", "organiser"}, Clubs: []string{"Kawagoe Tsuru"}})
	other := h.Another()
	h.Enters(other, "both")
	a := other.Get("portal/entries/")
	if other.Wants(a, http.StatusOK, "portal/entries/", "Autumn Open"); strings.Contains(a.Body, "Their Cup") {
		t.Error("the event of another club is offered")
	}
	a = other.Post("portal/entries/", "list", "Yoshida Fumi")
	other.Wants(a, http.StatusOK, "portal/entries/")
	if strings.Contains(row(a, 1), h.Say("desk.entries.member")) {
		t.Errorf("whether somebody of another club is a member is told: %q", row(a, 1))
	}
}
