package registers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// desks is a hall in which an officer is signed in, and the register has namesakes: two Hirata Yasunori of one club who are
// one person, and another one who is not.
type desks struct {
	*hall.Hall
	first, second, other string // IDs
}

func newDesks(t *testing.T, lang string) *desks {
	t.Helper()
	d := &desks{Hall: hall.New(t, lang, "")}
	d.first = d.enters("name=Hirata Yasunori", "name_local=平田 泰則", "club=Kawagoe Tsuru", "birth=1961-07-19", "email=hirata@example.jp")
	d.second = d.enters("name=Yasunori Hirata", "name_local=平田 泰則", "club=Kawagoe Tsuru", "birth=1961-07-19")
	d.other = d.enters("name=Hirata Yasunori", "name_local=平田 康則", "club=Tokushima Subaru", "birth=2009-02-11")
	d.Enters(d.Browser, "officer")
	return d
}

// enters registers a player.
func (d *desks) enters(fields ...string) string {
	d.Helper()
	card, _, err := register.Enter(d.Context(), d.Bureau, fields, "")
	d.Must(err)
	return card.ID
}

// does has an officer do something at the machine.
func (d *desks) does(a act.Act) *bureau.Outcome {
	d.Helper()
	out, err := act.Do(d.Context(), d.Bureau, a, act.With{})
	d.Must(err)
	return out
}

// auditor returns a browser in which an auditor is signed in.
func (d *desks) auditor() *hall.Browser {
	d.Helper()
	b := d.Another()
	d.Enters(b, "auditor")
	return b
}

// tell returns a text with values.
func (d *desks) tell(key string, values ...string) string {
	data := explain.Data{}
	for i := 0; i < len(values); i += 2 {
		data[values[i]] = values[i+1]
	}
	return page.In(d.Lang).Text(key, data)
}

// card returns the card of a player.
func (d *desks) card(id string) (card *register.Card) {
	d.Helper()
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		card, err = register.CardOf(r, id)
		return err
	}))
	return card
}

// each runs a test in both languages.
func each(t *testing.T, f func(t *testing.T, d *desks)) {
	t.Parallel()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			f(t, newDesks(t, lang))
		})
	}
}

// with returns the fields of a form, some of them filled in.
func with(fields []string, filled ...string) []string {
	var all []string
	for i := 0; i < len(fields); i += 2 {
		if !slices.Contains(names(filled), fields[i]) {
			all = append(all, fields[i], fields[i+1])
		}
	}
	return append(all, filled...)
}

// names returns the names of fields.
func names(fields []string) (all []string) {
	for i := 0; i < len(fields); i += 2 {
		all = append(all, fields[i])
	}
	return all
}

// lacks says which of some texts a page has.
func lacks(t *testing.T, a hall.Answer, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(a.Body, text) {
			t.Errorf("the page has %q", text)
		}
	}
}

// An officer finds a player among namesakes by name in both scripts, by ID and by club; those who may be one are marked.
func TestFind(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		for _, query := range []string{"hirata", "平田"} {
			a := d.Get("desk/players/?q=" + query)
			d.Wants(a, http.StatusOK, "desk/players/", d.first, d.second, d.other, d.tell("desk.registers.twin", "other", d.first), "duplicates/"+d.second+"/"+d.first+"/")
			lacks(t, a, "1961", "hirata@")
		}
		d.Wants(d.Get("desk/players/?q="+d.other), http.StatusOK, "desk/players/", d.other)
		d.Wants(d.Get("desk/players/?q=Kawagoe"), http.StatusOK, "desk/players/", "desk/clubs/C0001/")
		d.Wants(d.Get("desk/players/?q=Zzyzx"), http.StatusOK, "desk/players/", d.tell("desk.registers.nobody", "query", "Zzyzx"))
		d.Wants(d.Get("desk/players/"), http.StatusOK, "desk/players/", d.Say("desk.registers.import"))
		if a := d.Get("desk/players/N00099999/"); a.Status != http.StatusNotFound {
			t.Errorf("nobody has a page: %d", a.Status)
		}
	})
}

// A fact is set from the page of a player, which says from then on who has entered it and when. A date of birth is shown after a
// click, which is kept; saving what was not shown leaves it as it is.
func TestPlayer(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		to := "desk/players/" + d.first + "/"
		a := d.Get(to)
		d.Wants(a, http.StatusOK, to, d.first, "hirata@example.jp", d.Say("desk.registers.may-be-two"), d.Say("desk.registers.show-birth"))
		lacks(t, a, "1961")
		a = d.Post(to, "show", "birth")
		d.Wants(a, http.StatusOK, to, "1961-07-19")
		looked := 0
		d.Must(d.Door.Work.Looks(d.Context(), d.Now.AddDate(-1, 0, 0), func(l bureau.Look) bool {
			if l.What == "birth "+d.first {
				looked++
			}
			return true
		}))
		if looked != 1 {
			t.Errorf("%d looks are kept", looked)
		}
		d.Get(to)
		form := d.Form("do/player.set/")
		d.Wants(d.Post("desk/do/player.set/", with(form, "is.kana", "ひらた やすのり", "reason", "by letter")...), http.StatusOK, to, "ひらた やすのり")
		a = d.Get(to)
		number, of := d.Find(hall.Email("officer"))
		d.Wants(a, http.StatusOK, to, "by letter", of.Name)
		if number == "" || d.card(d.first).Birth.String() != "1961-07-19" || d.card(d.first).Kana != "ひらた やすのり" {
			t.Errorf("the card is %+v", d.card(d.first))
		}
		d.Wants(d.Post("desk/do/player.set/", with(form, "is.kana", "x")...), http.StatusUnprocessableEntity, "desk/do/player.set/") // seen before the change

		auditor := d.auditor()
		a = auditor.Get(to)
		auditor.Wants(a, http.StatusOK, to, d.first)
		lacks(t, a, "1961", "hirata@", "<textarea", d.Say("register.evidence-birth"), `name="is.`)
		if a := auditor.Post(to, "show", "birth"); strings.Contains(a.Body, "1961") {
			t.Error("an auditor reads a date of birth")
		}
	})
}

// A player is registered on a page, with a first membership; what is impossible comes back filled in.
func TestNewPlayer(t *testing.T) {
	each(t, func(_ *testing.T, d *desks) {
		d.Wants(d.Get("desk/players/new/"), http.StatusOK, "desk/players/new/", d.Say("desk.registers.will-id"))
		form := d.Form("do/player.add/")
		d.Wants(d.Post("desk/do/player.add/", with(form, "is.name", "Ono Yasuo", "is.birth", "1890-01-01")...), http.StatusUnprocessableEntity, "desk/do/player.add/", "Ono Yasuo")
		d.Post("desk/do/player.add/", with(form, "is.name", "Ono Yasuo", "is.name_local", "小野 康夫", "is.birth", "1990-01-01", "is.club", "Kawagoe Tsuru")...)
		d.Wants(d.Get("desk/players/?q=小野"), http.StatusOK, "desk/players/", "Ono Yasuo")
	})
}

// Two entries are compared side by side, merged after a look at what that does, and taken apart again; an auditor reads no evidence
// of births.
func TestMerge(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		pair := "desk/duplicates/" + d.second + "/" + d.first + "/"
		a := d.Get("desk/duplicates/")
		d.Wants(a, http.StatusOK, "desk/duplicates/", d.first, d.second, d.Say("register.evidence-birth"))
		d.Wants(d.Get("desk/duplicates/?q="+d.second), http.StatusOK, "desk/duplicates/", d.first, d.second)
		d.Wants(d.Get("desk/duplicates/?q=Zzyzx"), http.StatusOK, "desk/duplicates/", d.tell("desk.registers.pairs-none-so", "query", "Zzyzx"))
		d.Wants(d.Get("desk/duplicates/?from=9999"), http.StatusOK, "desk/duplicates/", d.first, d.second) // the last page
		lacks(t, a, "1961")
		a = d.Get(pair)
		d.Wants(a, http.StatusOK, pair, d.Say("desk.registers.will-move-none"), d.Say("desk.registers.same"), d.Say("register.evidence-birth"))
		lacks(t, a, "1961", "hirata@")
		d.Wants(d.Post(pair, "show", "birth"), http.StatusOK, pair, "1961-07-19")
		d.Get(pair)
		a = d.Post("desk/do/player.merge/", with(d.Form("do/player.merge/"), "reason", "registered twice")...)
		d.Wants(a, http.StatusOK, pair, d.tell("desk.registers.is-merged", "old", d.second, "into", d.first), d.Say("desk.do.back"))
		if d.card(d.second).ID != d.first {
			t.Error("they are two")
		}
		d.Wants(d.Get("desk/players/"+d.first+"/"), http.StatusOK, "desk/players/"+d.first+"/", d.second, d.Say("desk.registers.merged"))
		d.Wants(d.Get("desk/duplicates/"), http.StatusOK, "desk/duplicates/", d.Say("desk.registers.merged-earlier"), "registered twice")
		d.Get(pair)
		a = d.Post("desk/do/player.unmerge/", with(d.Form("do/player.unmerge/"), "reason", "another person")...)
		if a.Status == http.StatusOK && d.card(d.second).ID == d.first { // its effect was shown
			a = d.Post("desk/do/player.unmerge/", d.Form(`name="looked"`)...)
		}
		d.Wants(a, http.StatusOK, pair)
		if d.card(d.second).ID != d.second {
			t.Error("they are still one")
		}
		d.Get(pair)
		d.Wants(d.Post("desk/do/player.distinct/", with(d.Form("do/player.distinct/"), "reason", "father and son")...), http.StatusOK, pair, d.Say("desk.registers.are-two"), "father and son")
		d.Wants(d.Get("desk/duplicates/"), http.StatusOK, "desk/duplicates/", d.Say("desk.registers.no-pairs"))

		auditor := d.auditor()
		a = auditor.Get(pair)
		auditor.Wants(a, http.StatusOK, pair, d.first)
		lacks(t, a, d.Say("register.evidence-birth"), "1961", d.Say("register.field-birth"), "<textarea")
		for _, none := range []string{"desk/duplicates/N00099999/" + d.first + "/", "desk/duplicates/" + d.first + "/" + d.first + "/"} {
			if a := d.Get(none); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", none, a.Status)
			}
		}
	})
}

// Clubs that players name are registered from a list; the page of a club has who reports and how it is reached, which an auditor
// does not read.
func TestClubs(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		a := d.Get("desk/clubs/")
		d.Wants(a, http.StatusOK, "desk/clubs/", "Kawagoe Tsuru", d.Say("desk.registers.no-contact"), "Tokushima Subaru", d.Say("desk.registers.proposed"))
		d.Wants(d.Get("desk/do/club.add/?field%3Dvalue=name%3DTokushima+Subaru&back=/"+d.Lang+"/desk/clubs/"), http.StatusOK, "desk/do/club.add/", "Tokushima Subaru")
		d.Wants(d.Post("desk/do/club.add/", d.Form("do/club.add/")...), http.StatusOK, "desk/clubs/", "C0002")
		to := "desk/clubs/C0001/"
		d.Get(to)
		d.Wants(d.Post("desk/do/club.contact/", with(d.Form("do/club.contact/"), "email", "tsuru@example.jp", "language", "ja", "address", "Kawagoe 1-2")...), http.StatusOK, to, "tsuru@example.jp")
		d.Wants(d.Post("desk/do/club.reporters/", with(d.Form("do/club.reporters/"), "reporter", d.first+"\n"+"Ono Yasuo")...), http.StatusOK, to, d.Say("desk.registers.reports"), "Ono Yasuo", d.Say("desk.registers.not-member"))
		d.Wants(d.Post("desk/do/club.set/", with(d.Form("do/club.set/"), "is.name_local", "川越つる", "reason", "by letter")...), http.StatusOK, to, "川越つる", "by letter")
		auditor := d.auditor()
		a = auditor.Get(to)
		auditor.Wants(a, http.StatusOK, to, "川越つる")
		lacks(t, a, "tsuru@", "Kawagoe 1-2", "<textarea")
	})
}

// A membership is entered, and those that have ended lately are listed.
func TestMembers(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		d.does(&act.AddMember{Player: d.other, From: civil.Of(2023, 10, 1), To: civil.Of(2024, 9, 30)})
		d.Wants(d.Get("desk/members/"), http.StatusOK, "desk/members/", d.other, d.Say("desk.registers.ended-lately"))
		a := d.Post("desk/do/member.add/", with(d.Form("do/member.add/"), "id", d.first, "from", "2024-10-01", "to", "2025-03-31")...)
		if a.Status == http.StatusOK && strings.Contains(a.Path, "do") { // of nothing that was seen, the effect is shown first
			a = d.Post("desk/do/member.add/", d.Form(`name="looked"`)...)
		}
		d.Wants(a, http.StatusOK, "desk/members/", d.first)
		to := "desk/players/" + d.first + "/"
		d.Wants(d.Get(to), http.StatusOK, to, d.Say("desk.registers.annual"), d.Say("desk.registers.remove-member"))
		asks := &act.Asks[act.AddMember]{Act: act.AddMember{Player: d.other, From: civil.Of(2024, 10, 22), To: civil.Of(2025, 3, 31)}, Who: "Mori Kei"}
		asks.Act.Reason = "bank 21 October"
		d.does(asks)
		a = d.Get("desk/members/")
		d.Wants(a, http.StatusOK, "desk/members/", d.Say("desk.registers.renewals"), "bank 21 October", "desk/do/inquiry.grant/")
		lacks(t, a, "Mori Kei")
	})
}

// The box above each page of the desk finds players, clubs and reports by their names, and leads to a report by its number.
func TestSeek(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			d := newDesks(t, lang)
			ref := d.charged("Evening of October", "2024/10/20")
			a := d.Get("desk/log/")
			d.Wants(a, http.StatusOK, "desk/log/")
			if !strings.Contains(a.Body, `class="seek"`) {
				t.Error("no box is above the page")
			}
			d.Wants(d.Get("desk/players/?q=october"), http.StatusOK, "desk/players/", "Evening of October", ref)
			d.Wants(d.Get("desk/players/?q=hirata"), http.StatusOK, "desk/players/", d.second)
			d.Wants(d.Get("desk/players/?q="+ref), http.StatusOK, "desk/cases/"+ref+"/", "Evening of October")
			treasurer := d.Another()
			d.Enters(treasurer, "treasurer")
			lacks(t, treasurer.Get("desk/fees/"), "desk/players/")
		})
	}
}
