package act_test

import (
	"errors"
	"fmt"
	"html"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	place "github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/portal"
	portalrooms "github.com/arpadchess/arpad/internal/portal/rooms"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
	"github.com/arpadchess/arpad/roster"
)

// pages are the pages of an office, with an account of each of the actors.
type pages struct {
	*office
	*portal.Portal
	t        *testing.T
	accounts []string // by the order of actors; empty: nobody
}

// newPages opens the pages of an office of which nothing changes.
func newPages(t *testing.T) *pages {
	t.Helper()
	p := &pages{t: t}
	var database *place.Office
	var kept *bureau.Bureau
	p.office = newOfficeIn(t, func(players []roster.Player, list *roster.List) *bureautest.Bureau {
		d := &bureautest.Bureau{}
		database = &place.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "officer", Clock: func() time.Time { return d.Now }}
		d.Now = time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
		b, _, err := database.Begin(t.Context(), bureau.Settings{Authority: "ncs", ListZero: "2024-02"}, players, list)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := place.Close(b); err != nil {
				t.Error(err)
			}
		})
		kept, d.Bureau, d.T = b, b, t
		return d
	})
	p.Portal = hall.Open(t, database, kept, "https://office.example")
	for i := range actors {
		number := ""
		if a := &actors[i]; a.Roles != 0 {
			wish := account.Wish{Roles: account.NamesOf(a.Roles), Player: a.Player, Clubs: a.Clubs}
			made, err := account.Invite(t.Context(), kept, fmt.Sprint("actor", i, "@example.jp"), a.name, wish, "")
			p.Must(err)
			_, _, err = account.Accept(t.Context(), kept, made.Token, "", bureau.Factors{Password: "unused", Codes: []byte("unused")})
			p.Must(err)
			number = made.Number
		}
		p.accounts = append(p.accounts, number)
	}
	p.Use = func(f func(*bureau.Bureau) error) error {
		b := *kept
		b.Store, b.Projection = throwaway{kept.Store}, nil
		return f(&b)
	}
	return p
}

// ask asks for a page as one of the actors, who has just signed in: an act can end sessions though the bureau does not keep it.
func (p *pages) ask(actor int, method, to, body string) hall.Answer {
	r := httptest.NewRequestWithContext(p.t.Context(), method, "/en/"+to, strings.NewReader(body))
	r.Host = "office.example"
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if number := p.accounts[actor]; number != "" {
		token, err := p.Door.Work.Begin(p.t.Context(), work.Session{Account: number, Made: p.Now, Expires: p.Now.Add(time.Hour), Idle: time.Hour, Factor: p.Now}, "")
		p.Must(err)
		r.AddCookie(&http.Cookie{Name: "__Host-arpad", Value: token})
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	return hall.Answer{Status: w.Code, Path: to, Body: w.Body.String()}
}

// does fills in the form of an act as one of the actors and sends it as it is shown to them, again where its effect is shown first.
func (p *pages) does(actor int, line *act.Line, with object) hall.Answer {
	a, to, fields := p.of(line, with), "desk/do/"+line.ID+"/", url.Values{}
	for _, field := range act.FieldsOf(a) {
		fields[field.Name] = field.Values()
	}
	got := p.ask(actor, http.MethodGet, to+"?"+fields.Encode(), "")
	for range 2 {
		if got.Status != http.StatusOK {
			break
		}
		for _, name := range []string{"owner", "once", "seen", "looked"} {
			if found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(got.Body); found != nil {
				fields.Set(name, html.UnescapeString(found[1]))
			}
		}
		if of, is := a.(*act.ErasePerson); is {
			fields.Set("typed", of.Player)
		}
		if got = p.ask(actor, http.MethodPost, to, fields.Encode()); !strings.Contains(got.Body, `name="looked"`) {
			break
		}
	}
	return got
}

// words returns what people read of a refusal.
func words(err error) string {
	var refused *finding.Refused
	var problem *finding.Problem
	switch en := explain.New("en"); {
	case errors.As(err, &refused):
		return en.Message(refused.Finding)
	case errors.As(err, &problem):
		return en.Problem(problem)
	}
	return ""
}

// stages brings the reports of all objects to a state; empty: they stay as they are.
func (p *pages) stages(state lists.State) {
	for _, with := range p.objects {
		p.Must(p.Update(p.t.Context(), func(w bureau.Writer) error { return with.in(state, w) }))
	}
}

// wants fails unless an act that an actor sends by its form comes to what it comes to without pages; where they may not do it, there
// is no form.
func (p *pages) wants(actor int, line *act.Line, with object) {
	who, got := actors[actor], p.does(actor, line, with)
	at := fmt.Sprintf("%s, %s, %s", line.ID, with.name, who.name)
	switch {
	case who.Roles == 0: // asked to sign in
		if got.Status != http.StatusSeeOther || got.Text() != "" {
			p.t.Errorf("%s: %d %s", at, got.Status, got.Text())
		}
		return
	case !who.Is(bureau.Desk) || !who.Is(line.Any) || line.TakesFile():
		if got.Status != http.StatusNotFound {
			p.t.Errorf("%s: %d %s", at, got.Status, got.Text())
		}
		return
	}
	as := who.Actor
	as.Account = p.accounts[actor]
	out, err := p.tried(line, &as, with, "")
	want, shows := http.StatusSeeOther, ""
	switch {
	case err != nil:
		want, shows = http.StatusUnprocessableEntity, strings.Join(strings.Fields(words(err)), " ")
	case strings.HasPrefix(line.ID, "account."): // a link or a key is shown once
		want = got.Status
	}
	if got.Status != want || !strings.Contains(got.Text(), shows) {
		p.t.Errorf("%s: got %d, want %d as %s, %q\n%s", at, got.Status, want, outcome(out, err), shows, got.Text())
	}
}

// The matrix holds on pages: an act that is sent by its form comes to the same as without pages, with what is the organiser's own,
// another's, and what is not there, and for an officer with a report in every state. Whoever may not do it finds no form.
func TestMatrixOnPages(t *testing.T) {
	p := newPages(t)
	before := p.Documents()
	for i := range act.Table {
		for _, with := range p.objects {
			for actor := range actors {
				p.wants(actor, &act.Table[i], with)
			}
		}
	}
	if !maps.Equal(before, p.Documents()) {
		t.Error("what keeps nothing has changed something")
	}
	for _, state := range check.States() {
		p.stages(state)
		for i := range act.Table {
			if line := &act.Table[i]; line.OfReport() && line.ID != "fee.overdue" && !line.TakesFile() {
				p.wants(3, line, p.objects[1])
			}
		}
	}
}

// On their pages organisers find what is their club's, and neither another's nor what is not there: nothing tells the two apart.
func TestOthersAreNotFoundOnPages(t *testing.T) {
	p := newPages(t)
	const organiser = 2
	found := 0
	for _, rt := range portal.Pages(portalrooms.All...) {
		if !rt.Own || rt.Who != bureau.Organiser || !strings.Contains(rt.Path, "{ref}") {
			continue
		}
		said := map[string]int{} // to what is sent
		for _, with := range p.objects {
			ref := with.ref
			if strings.Contains(rt.Path, "events/") || strings.Contains(rt.Path, "terms/") {
				ref = with.announced
			}
			to := strings.ReplaceAll(rt.Path, "{ref}", ref) + "/"
			if rt.Template != "" {
				got, want := p.ask(organiser, http.MethodGet, to, ""), http.StatusNotFound
				if with.name == "own" && !strings.Contains(rt.Path, "fees/") { // none is due
					want, found = http.StatusOK, found+1
				}
				if got.Status != want {
					t.Errorf("%s: got %d, want %d", to, got.Status, want)
				}
			}
			said[with.name] = p.ask(organiser, http.MethodPost, to, url.Values{"owner": {p.accounts[organiser]}, "reason": {"why"}}.Encode()).Status
		}
		if said["other"] != said["none"] || said["other"] == http.StatusOK {
			t.Errorf("what is sent to %s is answered %v", rt.Path, said)
		}
	}
	if found < 3 {
		t.Errorf("only %d pages were found", found)
	}
}
