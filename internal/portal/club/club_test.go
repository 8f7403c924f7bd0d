package club_test

import (
	"context"
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// desk is the portal as an organiser of Kawagoe Tsuru has it, beside an organiser of another club.
type desk struct {
	*hall.Hall
	rival *hall.Browser
}

// open signs both organisers in.
func open(t *testing.T, lang, authority string) *desk {
	t.Helper()
	h := hall.Under(t, lang, "", authority, "")
	_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Tokushima Subaru"}, "")
	h.Must(err)
	h.Joins("rival", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Tokushima Subaru"}})
	d := &desk{h, h.Another()}
	h.Enters(h.Browser, "organiser")
	h.Enters(d.rival, "rival")
	return d
}

// both tests with both organisers in both languages.
func both(t *testing.T, authority string, f func(*testing.T, *desk)) {
	t.Helper()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			f(t, open(t, lang, authority))
		})
	}
}

// form are the fields of an event, with others in their place.
func form(other ...string) []string {
	return append([]string{"event", "New Year Open", "start", "2025-01-11", "end", "2025-01-12", "rounds", "5", "control", "60 min + 30 s", "fide", "1"}, other...)
}

// sent are the fields of a form with those of the page that cannot be seen.
func (d *desk) sent(b *hall.Browser, fields []string, do string) []string {
	return append(fields, "key", b.Hidden("key"), "looked", b.Hidden("looked"), "do", do)
}

// announces looks at what an event leads to and announces it, and returns where it leads to.
func (d *desk) announces(b *hall.Browser, fields ...string) hall.Answer {
	d.Helper()
	b.Get("portal/events/new/")
	b.Wants(b.Post("portal/events/new/", append(fields, "do", "look")...), http.StatusOK, "portal/events/new/")
	return b.Post("portal/events/new/", d.sent(b, fields, "announce")...)
}

// all returns the announced events.
func (d *desk) all() (all []*check.Announcement) {
	d.Helper()
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		all, err = intake.Announcements.All(r, "")
		return err
	}))
	return all
}

// does has the office do something.
func (d *desk) does(a act.Act) *bureau.Outcome {
	d.Helper()
	out, err := act.Do(context.WithoutCancel(d.Context()), d.Bureau, a, act.With{})
	d.Must(err)
	return out
}

// tell returns a text with values.
func (d *desk) tell(key string, values ...string) string {
	data := explain.Data{}
	for i := 0; i < len(values); i += 2 {
		data[values[i]] = values[i+1]
	}
	return page.In(d.Lang).Text(key, data)
}

// keeps fails unless the fields of the page that was last shown have values.
func (d *desk) keeps(b *hall.Browser, fields ...string) {
	d.Helper()
	for i := 0; i < len(fields); i += 2 {
		is := regexp.MustCompile(`<input [^>]*name="` + fields[i] + `"[^>]*>`).FindString(b.Last)
		if want := ` value="` + fields[i+1] + `"`; !strings.Contains(html.UnescapeString(is), want) {
			d.Errorf("%s is %s, want %s", fields[i], is, want)
		}
	}
}

// date returns a day in words.
func (d *desk) date(year, month, of int) string {
	return page.In(d.Lang).Date(civil.Of(year, time.Month(month), of))
}

// joinsBoth makes an account that acts for both clubs.
func (d *desk) joinsBoth() *hall.Browser {
	d.Helper()
	d.Joins("both", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru", "Tokushima Subaru"}})
	b := d.Another()
	d.Enters(b, "both")
	return b
}
