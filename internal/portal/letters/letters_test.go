package letters_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/mail"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
)

// notifies has the office take the notice of an event of the club.
func notifies(h *hall.Hall, event string) {
	h.Helper()
	day := civil.Of(2024, 10, 20)
	_, err := events.Notify(h.Context(), h.Bureau, events.Notice{Event: event, Days: civil.Range{From: day, To: day}, Link: "https://chess-results.com/tnr1.aspx", For: "Kawagoe Tsuru"})
	h.Must(err)
}

// linkIn returns the way of the first link in a letter on a page that leads below the language.
func linkIn(t *testing.T, a hall.Answer, way string) string {
	t.Helper()
	m := regexp.MustCompile(`https://ratings\.example\.jp(/[a-z]+/` + way + `[^\s<]*)`).FindStringSubmatch(html.UnescapeString(a.Body))
	if m == nil {
		t.Fatalf("there is no link to %s in\n%s", way, a.Text())
	}
	return m[1]
}

// Without a mail server letters wait on a page of the desk to be copied; the club sees what became of them. An address is
// confirmed by a link, and letters of a kind end by one.
func TestLettersWaitToBeCopied(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			_, err := register.ChangeSettings(t.Context(), h.Bureau, []string{"site=https://ratings.example.jp"}, "moved")
			h.Must(err)
			organiser, officer := h.Another(), h.Another()
			h.Enters(organiser, "organiser")
			h.Enters(officer, "officer")
			officer.Wants(officer.Get("desk/letters/"), http.StatusOK, "desk/letters/", h.Say("desk.letters.none-waits"), h.Say("desk.letters.no-server"))
			notifies(h, "First cup")
			open := func(kind string) hall.Answer {
				t.Helper()
				a := officer.Get("desk/letters/")
				m := regexp.MustCompile(`<a href="/` + lang + `/(desk/letters/[^"]+)">` + regexp.QuoteMeta(html.EscapeString(h.Say("letter."+kind+".name")))).FindStringSubmatch(a.Body)
				if m == nil {
					t.Fatalf("there is no letter of %s:\n%s", kind, a.Text())
				}
				return officer.Get(m[1])
			}
			a := open("received")
			officer.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+lang+"/"), "First cup", h.Say("desk.letters.nowhere"))
			officer.Wants(officer.Post(strings.TrimPrefix(a.Path, "/"+lang+"/"), "owner", officer.Hidden("owner"), "do", "by-hand"), http.StatusOK, "desk/letters/", h.Say("desk.letters.none-waits"))
			a = organiser.Get("portal/letters/")
			organiser.Wants(a, http.StatusOK, "portal/letters/", h.Say("letter.received.name"), h.Say("desk.letters.state-by-hand"), h.Say("desk.fees.tab"))
			a = organiser.Post("account/letters/", "owner", organiser.Hidden("owner"), "confirm", hall.Email("organiser"))
			organiser.Wants(a, http.StatusOK, "account/letters/", h.Say("desk.letters.by-office"))
			to, visitor := linkIn(t, open("confirm"), "letters/confirm"), h.Another()
			visitor.Wants(visitor.Get(strings.TrimPrefix(to, "/"+lang+"/")), http.StatusOK, "letters/confirm/", hall.Email("organiser"))
			if is, err := h.Door.Work.IsConfirmed(t.Context(), hall.Email("organiser")); is || err != nil {
				t.Error("whoever only looks at the link confirms the address", err)
			}
			visitor.Wants(visitor.Post("letters/confirm/"), http.StatusOK, "letters/confirm/", h.Say("desk.letters.confirmed"))
			visitor.Wants(visitor.Post("letters/confirm/"), http.StatusUnprocessableEntity, "letters/confirm/", h.Say("desk.letters.confirm-over"))

			organiser.Get("account/letters/")
			organiser.Wants(organiser.Post("account/letters/", "owner", organiser.Hidden("owner"), "kind", "received", "language", lang), http.StatusOK, "account/letters/", h.Say("desk.letters.is-confirmed"))
			notifies(h, "Second cup")
			a = open("received")
			officer.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+lang+"/"), hall.Email("organiser"), "Second cup")
			end := strings.TrimPrefix(linkIn(t, a, "letters/end"), "/"+lang+"/")
			a = visitor.Get(end)
			visitor.Wants(a, http.StatusOK, "letters/end/", h.Say("desk.letters.end-about"))
			wrong := strings.Replace(end, "kind=received", "kind=digest", 1)
			visitor.Wants(visitor.Get(wrong), http.StatusOK, "letters/end/", h.Say("desk.letters.end-over"))
			visitor.Wants(visitor.Post(wrong), http.StatusUnprocessableEntity, "letters/end/", h.Say("desk.letters.end-over"))
			if got := visitor.Post(end, "List-Unsubscribe", "One-Click"); got.Status != http.StatusNoContent {
				t.Errorf("a mail program that ends letters gets %d", got.Status)
			}
			n := count(t, h)
			notifies(h, "Third cup")
			officer.Get("desk/letters/")
			if now := count(t, h); now != n {
				t.Errorf("there are %d letters after they have ended, and were %d", now, n)
			}
			a = officer.Get("admin/letters/?letter=returned")
			officer.Wants(a, http.StatusOK, "admin/letters/", mail.Sample(page.In("en"), "returned").Subject, mail.Sample(page.In("ja"), "returned").Subject)
		})
	}
}

func count(t *testing.T, h *hall.Hall) (n int) {
	t.Helper()
	h.Must(h.Door.Work.Letters(t.Context(), "", "", func(*work.Letter) bool { n++; return true }))
	return n
}

// The link in a letter that is sent is shown to nobody but its receiver.
func TestLinksAreOfReceivers(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Sends = true
	_, err := h.Door.Work.Ask(t.Context(), work.Asked{Kind: "bind", Address: "ren@example.jp", Language: "en", Path: "x"})
	h.Must(err)
	for _, role := range []string{"officer", "auditor", "administrator"} {
		b := h.Another()
		h.Enters(b, role)
		id := ""
		h.Must(h.Door.Work.Letters(t.Context(), "", "", func(l *work.Letter) bool { id = l.ID; return true }))
		a := b.Get("desk/letters/" + id + "/")
		b.Wants(a, http.StatusOK, "desk/letters/"+id+"/", h.Say("desk.letters.secret"))
		if strings.Contains(a.Body, "code=") {
			t.Errorf("%s reads the link", role)
		}
	}
}
