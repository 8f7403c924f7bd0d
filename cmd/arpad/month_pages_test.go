package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
)

// officer is a new officer who works on pages alone.
type officer struct {
	*hall.Browser
	b              *bureau.Bureau
	clicks, fields int
}

// atDesk returns an officer of a bureau, signed in.
func atDesk(t *testing.T, o *office.Office, b *bureau.Bureau, lang string) *officer {
	t.Helper()
	made, err := account.Invite(t.Context(), b, "sato@example.jp", "Sato Nao", account.Wish{Roles: []string{"officer"}}, "")
	if err == nil {
		_, _, err = account.Accept(t.Context(), b, made.Token, "", bureau.Factors{Password: "unused", Codes: []byte("unused")})
	}
	if err != nil {
		t.Fatal(err)
	}
	p := hall.Open(t, o, b, "")
	now := b.Clock()
	token, err := p.Door.Work.Begin(t.Context(), work.Session{Account: made.Number, Made: now, Expires: now.Add(12 * time.Hour), Idle: time.Hour, Factor: now}, "")
	if err != nil {
		t.Fatal(err)
	}
	at := &officer{Browser: hall.NewBrowser(t, lang), b: b}
	ctx, stop := context.WithCancel(context.Background())
	ended := at.Served(ctx, p, p.Refuse)
	t.Cleanup(func() {
		stop()
		at.CloseIdleConnections()
		ended()
	})
	jar, err := cookiejar.New(nil)
	here, failed := url.Parse(at.Base)
	if err != nil || failed != nil {
		t.Fatal(err, failed)
	}
	jar.SetCookies(here, []*http.Cookie{{Name: "arpad", Value: token, Path: "/"}})
	at.Jar = jar
	return at
}

// opens shows a page to the officer.
func (o *officer) opens(to string) {
	o.Helper()
	a := o.Get(to)
	if a.Status != http.StatusOK {
		o.Fatalf("%s: %d %s", to, a.Status, a.Text())
	}
}

var (
	formOf   = regexp.MustCompile(`(?s)<form[^>]* action="/[a-z]+/([^"]*)".*?</form>`)
	radioOf  = regexp.MustCompile(`<input[^>]*type="radio"[^>]*name="([^"]*)" value="([^"]*)"([^>]*)>`)
	answerOf = regexp.MustCompile(`name="question=answer" value="([^"]*)"`)
)

// presses sends a form of the page that was last opened, with what the officer fills in.
func (o *officer) presses(form string, fields ...string) hall.Answer {
	o.Helper()
	last := o.Last
	o.Last = form
	of := o.Form("")
	o.Last = last
	o.clicks++
	o.fields += len(fields) / 2
	return o.Post(formOf.FindStringSubmatch(form)[1], append(of, fields...)...)
}

// forms returns the forms of the page that was last opened whose acts are of a kind.
func (o *officer) forms(act string) (all []string) {
	for _, form := range formOf.FindAllString(o.Last, -1) {
		if strings.Contains(form, "/desk/do/"+act+"/") {
			all = append(all, form)
		}
	}
	return all
}

// settles answers whatever a report waits for: who is certain is accepted, of others the first candidate, or somebody new; what is
// asked is answered with no. It returns how often it pressed a button.
func (o *officer) settles(ref string) {
	o.Helper()
	const patience = 40
	tried := map[string]bool{}
	for range patience {
		o.opens("desk/cases/" + ref + "/")
		pressed := false
		for _, form := range slices.Concat(o.forms("report.match"), o.forms("report.answer")) {
			if strings.Contains(form, `name="undo"`) || tried[plain(form)] {
				continue
			}
			fields := []string(nil)
			if strings.Contains(form, `name="reason"`) {
				fields = append(fields, "reason", "as the club wrote")
			}
			answered := strings.Contains(form, `/report.match/`) && (strings.Contains(form, `name="accept"`) || strings.Contains(form, `name="new"`))
			for _, radio := range radioOf.FindAllStringSubmatch(form, -1) {
				if answered || strings.Contains(radio[3], "disabled") {
					continue
				}
				if radio[1] == "player" || strings.HasSuffix(radio[2], "=exclude") {
					fields, answered = append(fields, radio[1], radio[2]), true
				}
			}
			if of := answerOf.FindStringSubmatch(form); of != nil && strings.HasSuffix(of[1], "=exclude") {
				answered = true
			}
			if !answered {
				continue
			}
			tried[plain(form)] = true
			o.clicks++ // it is opened, too
			a := o.presses(form, fields...)
			if a.Status == http.StatusOK && strings.Contains(a.Path, "/desk/do/") { // its effect is shown first
				for _, again := range formOf.FindAllString(a.Body, -1) {
					if strings.Contains(again, `name="looked"`) {
						a = o.presses(again)
					}
				}
			}
			if a.Status == http.StatusOK {
				pressed = true
				break
			}
		}
		if !pressed {
			return
		}
	}
	o.Errorf("%s asks without end", ref)
}

// plain returns a form without what is another each time.
func plain(form string) string {
	return regexp.MustCompile(`(name="(once|since|seen)" value="[^"]*"|id="[^"]*"|for="[^"]*")`).ReplaceAllString(form, "")
}

// needs returns the reports that need an officer.
func (o *officer) needs() (refs []string) {
	o.Helper()
	err := o.b.View(o.Context(), func(r bureau.Reader, s *bureau.Settings) error {
		today, err := agenda.TodayOf(o.b, r, s, 0)
		if err != nil {
			return err
		}
		for _, w := range today.Reports[:today.Need] {
			refs = append(refs, w.Ref)
		}
		return nil
	})
	if err != nil {
		o.Fatal(err)
	}
	return refs
}

// A new officer settles the month of the demo, with every mistake that is planted in it, and closes, reviews and publishes it, by
// the forms of pages alone.
func TestMonthOnPages(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			of, folder := newTwoYears(t)
			now := of.Clock()
			o := &office.Office{Database: filepath.Join(folder, "arpad.db"), Officer: "root", Clock: func() time.Time { return now }}
			b, err := o.Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := office.Close(b); err != nil {
					t.Error(err)
				}
			})
			at, begun := atDesk(t, o, b, lang), time.Now()
			at.opens("desk/")
			at.opens("desk/cases/")
			at.opens("desk/certain/")
			open := at.needs()
			if len(open) < 9 {
				t.Fatalf("%q need an officer", open)
			}
			for _, ref := range open {
				at.settles(ref)
			}
			if left := at.needs(); len(left) > 0 {
				t.Errorf("%q still need an officer", left)
			}
			settled := time.Since(begun)
			month := "desk/periods/2024-11/"
			at.opens(month)
			at.does("period.close")
			at.opens(month + "review/")
			all := at.forms("period.tick")
			if len(all) > 0 {
				at.Wants(at.presses(all[len(all)-1], "reason", "looked at each"), http.StatusOK, month+"review/")
			}
			at.opens(month + "review/")
			at.opens(month + "publish/")
			at.does("period.publish", "reason", "the day is near")
			at.opens(month)
			err = b.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
				_, err := lists.FindList(r, "2024-11", 1)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			fmt.Fprintf(os.Stderr, "%s: %d reports settled with %d presses and %d fields in %v; a month in %v\n", lang, len(open), at.clicks, at.fields, settled.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
		})
	}
}

// does sends the form of an act of the page that was last opened, and again when its effect is shown first.
func (o *officer) does(act string, fields ...string) {
	o.Helper()
	all := o.forms(act)
	if len(all) == 0 {
		o.Fatalf("no form of %s", act)
	}
	if !strings.Contains(all[0], `name="reason"`) {
		fields = nil
	}
	a := o.presses(all[0], fields...)
	if again := o.forms(act); a.Status == http.StatusOK && strings.Contains(a.Path, "/desk/do/") && len(again) > 0 {
		a = o.presses(again[0])
	}
	if a.Status != http.StatusOK || strings.Contains(a.Path, "/desk/do/") {
		o.Fatalf("%s: %d at %s: %s", act, a.Status, a.Path, a.Text())
	}
}
