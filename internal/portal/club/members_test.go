package club_test

import (
	"errors"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// clubs is a hall in which two clubs have players: Yano represents Kawagoe Tsuru, and Sato, whose membership has ended, may report for it.
type clubs struct {
	*hall.Hall
	yano, sato, mori string // IDs of players, the last one of the other club
}

func newClubs(t *testing.T, lang string) *clubs {
	t.Helper()
	h := &clubs{Hall: hall.New(t, lang, "")}
	enter := func(name, local, club string) string {
		card, _, err := register.Enter(t.Context(), h.Bureau, []string{"name=" + name, "name_local=" + local, "club=" + club, "birth=1961-07-19", "email=secret@example.jp"}, "")
		h.Must(err)
		return card.ID
	}
	_, err := register.AddClub(t.Context(), h.Bureau, []string{"name=Tokushima Subaru"}, "")
	h.Must(err)
	h.yano, h.sato, h.mori = enter("Yano Sohei", "矢野 創平", "Kawagoe Tsuru"), enter("Sato Yukito", "佐藤 幸斗", "Kawagoe Tsuru"), enter("Mori Kei", "森 圭", "Tokushima Subaru")
	h.does(&act.AddMember{Player: h.yano, From: civil.Of(2024, 4, 1), To: civil.Of(2025, 3, 31)})
	h.does(&act.AddMember{Player: h.sato, From: civil.Of(2023, 4, 1), To: civil.Of(2024, 3, 31)})
	h.does(&act.SetClub{Club: "C0001", Fields: []string{"representative=" + h.yano, "reporters=" + h.sato, "name_local=川越つる"}})
	return h
}

// does has an officer do something.
func (h *clubs) does(a act.Act) *bureau.Outcome {
	h.Helper()
	out, err := act.Do(h.Context(), h.Bureau, a, act.With{})
	h.Must(err)
	return out
}

// each runs a test in both languages.
func each(t *testing.T, f func(t *testing.T, h *clubs)) {
	t.Parallel()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			f(t, newClubs(t, lang))
		})
	}
}

// Whose membership ends within 60 days is told, without the day, and asked for by one press, once.
func TestMembersWhoRenew(t *testing.T) {
	each(t, func(t *testing.T, h *clubs) {
		b := h.Another()
		h.Enters(b, "organiser")
		if a := b.Get("portal/members/"); strings.Contains(a.Body, `name="all"`) {
			t.Error("somebody's membership ends soon")
		}
		h.does(&act.AddMember{Player: h.sato, From: civil.Of(2024, 10, 1), To: civil.Of(2024, 12, 20)}) // in 59 days
		h.does(&act.AddMember{Player: h.mori, From: civil.Of(2024, 10, 1), To: civil.Of(2024, 12, 1)})  // of another club
		a := b.Get("portal/members/")
		all := page.In(h.Lang).Text("desk.members.ask-all", explain.Data{"members": "1"})
		b.Wants(a, http.StatusOK, "portal/members/", h.Say("desk.members.ends"), h.Say("desk.members.valid"), all)
		if strings.Contains(a.Text(), "2024-12") || strings.Contains(a.Text(), "20 December") || strings.Contains(a.Text(), "12月20日") {
			t.Errorf("the page says too much:\n%s", a.Text())
		}
		a = b.Post("portal/members/", "all", "1", "from", "2024-10-22", "to", "2025-10-21", "paid", "bank 21 October", "key", b.Hidden("key"))
		b.Wants(a, http.StatusOK, "portal/members/", h.Say("desk.members.is-asked"), h.Say("desk.members.waiting"), "Q1")
		if strings.Contains(a.Text(), "Q2") || strings.Contains(a.Body, `name="all"`) {
			t.Errorf("it is asked for others, or to be asked again:\n%s", a.Text())
		}
		b.Wants(b.Post("portal/members/", "all", "1", "from", "2024-10-22", "to", "2025-10-21", "paid", "bank 21 October"), http.StatusUnprocessableEntity, "portal/members/", h.Say("desk.members.nobody"))
		h.does(&act.GrantInquiry{Number: "Q1", Because: act.Because{Reason: "paid"}})
		if a := b.Get("portal/members/"); strings.Count(a.Text(), h.Say("desk.members.ends")) != 1 || strings.Contains(a.Body, `name="all"`) { // the word stands where they are counted
			t.Errorf("it still ends:\n%s", a.Text())
		}
	})
}

// A club sees its players and whether they are members, asks for renewals, and reads what the office says. Nobody else's is there.
func TestMembers(t *testing.T) {
	each(t, func(t *testing.T, h *clubs) {
		b := h.Another()
		h.Enters(b, "organiser")
		names := map[string]string{"en": "Sato Yukito", "ja": "佐藤 幸斗"}
		a := b.Get("portal/members/")
		b.Wants(a, http.StatusOK, "portal/members/", names[h.Lang], h.yano, h.Say("desk.members.valid"), h.Say("desk.members.no-member"))
		for _, secret := range []string{"1961", "secret@", h.mori, "2025-03-31"} {
			if strings.Contains(a.Text(), secret) {
				t.Errorf("the page says %s", secret)
			}
		}
		number, _ := h.Find(hall.Email("organiser"))
		looked := false
		h.Must(h.Door.Work.Looks(t.Context(), h.Now.AddDate(-1, 0, 0), func(l bureau.Look) bool {
			looked = looked || l.Account == number && l.What == "members C0001"
			return true
		}))
		if !looked {
			t.Error("nobody has kept that somebody looked")
		}

		b.Wants(b.Post("portal/members/", "club", "C0001", "from", "2024-10-22", "to", "2025-03-31", "paid", "cash"), http.StatusUnprocessableEntity, "portal/members/", h.Say("desk.members.nobody"))
		b.Wants(b.Post("portal/members/", "player", h.sato, "from", "2024-10-22", "to", "2025-03-31", "paid", ""), http.StatusUnprocessableEntity, "portal/members/", h.Say("desk.members.unpaid"))
		b.Wants(b.Post("portal/members/", "player", h.mori, "from", "2024-10-22", "to", "2025-03-31", "paid", "cash"), http.StatusUnprocessableEntity, "portal/members/")
		key := b.Hidden("key")
		for range 2 { // pressed twice
			a = b.Post("portal/members/", "player", h.sato, "from", "2024-10-22", "to", "2025-03-31", "paid", "bank 21 October", "key", key)
			b.Wants(a, http.StatusOK, "portal/members/", h.Say("desk.members.is-asked"), h.Say("desk.members.waits"), "bank 21 October", "Q1")
		}
		if strings.Contains(a.Text(), "Q2") {
			t.Error("it was asked twice")
		}

		another := h.Another() // of the same club
		h.Joins("second", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"C0001"}})
		h.Enters(another, "second")
		another.Wants(another.Get("portal/members/"), http.StatusOK, "portal/members/", "bank 21 October")
		other := h.Another()
		h.Joins("other", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"C0002"}})
		h.Enters(other, "other")
		if a := other.Get("portal/members/"); strings.Contains(a.Body, "bank 21 October") || strings.Contains(a.Text(), h.sato) {
			t.Error("another club reads it")
		}

		h.does(&act.CloseInquiry{Number: "Q1", Reason: "no payment has come"})
		b.Wants(b.Get("portal/members/"), http.StatusOK, "portal/members/", h.Say("desk.members.refused"), "no payment has come")
		page := "portal/members/" + h.sato + "/"
		b.Get(page)
		b.Wants(b.Post(page, "from", "2024-10-22", "to", "2025-03-31", "paid", "cash", "key", b.Hidden("key")), http.StatusOK, page, h.Say("desk.members.is-asked"))
		h.does(&act.GrantInquiry{Number: "Q2", Because: act.Because{Reason: "paid"}})
		b.Wants(b.Get(page), http.StatusOK, page, h.Say("desk.members.granted"), h.Say("desk.members.valid"), h.Say("desk.member.reports"))

		b.Wants(b.Post(page, "do", "tell", "tell", "left", "details", "moved away", "key", b.Hidden("key")), http.StatusOK, page, h.Say("desk.member.is-told"), "moved away", h.Say("desk.members.waits"))
		b.Wants(b.Post(page, "withdraw", "Q3", "seen-Q3", b.Hidden("seen-Q3")), http.StatusOK, page, h.Say("desk.members.withdrawn"))
		for _, gone := range []string{h.mori, "N00099999"} {
			if a := b.Get("portal/members/" + gone + "/"); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", gone, a.Status)
			}
		}
		if a := b.Get("portal/members/?club=C0002"); a.Status != http.StatusNotFound {
			t.Errorf("another club: %d", a.Status)
		}
	})
}

// The club says how it is reached; only the representative says who reports. An account with several clubs chooses.
func TestClub(t *testing.T) {
	each(t, func(t *testing.T, h *clubs) {
		b := h.Another()
		h.Enters(b, "organiser")
		a := b.Get("portal/club/")
		b.Wants(a, http.StatusOK, "portal/club/", h.Say("desk.club.only-representative"), h.Say("desk.club.ended"))
		seen := regexp.MustCompile(`name="do" value="contact"><input type="hidden" name="seen" value="([^"]*)"`).FindStringSubmatch(a.Body)[1]
		b.Wants(b.Post("portal/club/", "do", "contact", "email", "nobody", "seen", seen), http.StatusUnprocessableEntity, "portal/club/", "nobody")
		says := []string{"do", "contact", "email", "tsuru@example.jp", "language", "ja", "address", "Kawagoe Tsuru, 1-2 Kawagoe", "seen", seen}
		b.Wants(b.Post("portal/club/", says...), http.StatusOK, "portal/club/", h.Say("desk.club.contact-saved"), "tsuru@example.jp", "1-2 Kawagoe")
		b.Wants(b.Post("portal/club/", says...), http.StatusUnprocessableEntity, "portal/club/") // somebody else was faster
		if a := b.Post("portal/club/", "do", "reporters", "add", h.yano, "seen", b.Hidden("seen")); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("an organiser names reporters: %d", a.Status)
		}

		h.Joins("representative", account.Wish{Roles: []string{"organiser", "player"}, Clubs: []string{"C0001", "C0002"}, Player: h.yano})
		r := h.Another()
		h.Enters(r, "representative")
		r.Get("portal/members/")
		r.Wants(r.Post("portal/members/", "player", h.yano, "from", "2025-04-01", "to", "2026-03-31", "paid", "by hand"), http.StatusOK, "portal/members/", "by hand")
		if a := b.Get("portal/members/"); strings.Contains(a.Body, "by hand") {
			t.Error("others of the club read what somebody has asked for themselves")
		}
		r.Wants(r.Get("portal/club/?club=C0002"), http.StatusOK, "portal/club/", "Tokushima Subaru", h.Say("desk.club.only-representative"))
		r.Wants(r.Get("portal/club/?club=C0001"), http.StatusOK, "portal/club/", h.Say("desk.club.add"))
		r.Wants(r.Post("portal/club/", "club", "C0001", "do", "reporters", "add", "N00000777", "seen", r.Hidden("seen")), http.StatusOK, "portal/club/", h.Say("desk.club.reporters-saved"), "N00000777")
		h.Must(h.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			c, err := register.FindClub(r, "C0001")
			if err == nil && strings.Join(c.Reporters, " ") != "N00000777" {
				t.Error(c.Reporters)
			}
			return err
		}))
	})
}

// A club sees what it owes and has paid, and each invoice; another's is not there.
func TestFees(t *testing.T) {
	each(t, func(t *testing.T, h *clubs) {
		h.Joins("officer-too", account.Wish{Roles: []string{"organiser", "officer"}, Clubs: []string{"C0001"}})
		b, officer := h.Another(), h.Another()
		h.Enters(b, "organiser")
		h.Enters(officer, "officer-too") // acts for their club here
		fee := func(paid, credit int, until civil.Date) *check.Fee {
			f := &check.Fee{Period: "2024-11", Players: 12, Each: 200, Amount: 2400, Currency: "JPY", Until: until, Clause: "3(4)", Unpaid: "3(5)", Paid: paid, Credit: credit}
			if paid > 0 {
				f.PaidOn = civil.Of(2024, 10, 3)
			}
			return f
		}
		h.Must(h.Bureau.Update(t.Context(), func(w bureau.Writer) error {
			days := civil.Range{From: civil.Of(2024, 10, 1), To: civil.Of(2024, 10, 31)}
			if err := lists.Periods.Put(w, "2024-11", &lists.Period{Label: "2024-11", Days: days, List: civil.Of(2024, 11, 1), State: lists.Open}); err != nil {
				return err
			}
			for ref, c := range map[string]check.Case{
				"2024-09-0001": {For: check.Sender{Club: "C0001"}, Outcome: check.Outcome{Event: "Evening of August", Fee: fee(2400, 0, civil.Of(2024, 9, 30))}},
				"2024-09-0002": {For: check.Sender{Club: "C0001"}, Outcome: check.Outcome{Event: "Evening of September", Fee: fee(1000, 0, civil.Of(2024, 9, 30))}},
				"2024-10-0001": {For: check.Sender{Club: "C0001"}, Outcome: check.Outcome{Event: "Evening of October", Fee: fee(0, 400, civil.Of(2024, 10, 31))}},
				"2024-10-0002": {For: check.Sender{Club: "C0002"}, Outcome: check.Outcome{Event: "Subaru Evening", Fee: fee(0, 0, civil.Of(2024, 10, 31))}},
				"2024-10-0003": {Outcome: check.Outcome{Event: "Of nobody", Fee: fee(0, 0, civil.Of(2024, 10, 31))}},
			} {
				c.Ref, c.State, c.Charge = ref, lists.State("withheld"), &check.Charge{Since: h.Now}
				if err := errors.Join(intake.Cases.Put(w, bureau.RefKey(ref), &c), intake.KeepKeys(w, nil, &c)); err != nil {
					return err
				}
			}
			return nil
		}))
		h.does(&act.ContactClub{Club: "C0001", Address: new("Tsuru, 1-2 Kawagoe")})
		h.does(&act.ChangeSettings{Settings: []string{"payment=Example Bank 1234567", "payment_local=例示銀行 1234567"}, Because: act.Because{Reason: "a new account"}})
		pay := map[string]string{"en": "Example Bank 1234567", "ja": "例示銀行 1234567"}[h.Lang]
		amounts := map[string][]string{"en": {"JPY 3,400", "JPY 1,400", "JPY 2,000"}, "ja": {"3,400円", "1,400円", "2,000円"}}[h.Lang]
		a := b.Get("portal/fees/")
		b.Wants(a, http.StatusOK, "portal/fees/", append(amounts, h.Say("desk.fees.receipt"), "rules/jcf-2023/#c3-4", pay)...)
		if strings.Contains(a.Body, "Subaru Evening") || strings.Contains(a.Body, "Of nobody") {
			t.Error("it has the fee of another")
		}
		b.Wants(b.Get("portal/fees/2024-10-0001/"), http.StatusOK, "portal/fees/2024-10-0001/", "Tsuru, 1-2 Kawagoe", amounts[2], "3(5)", "2024-10-0001", pay)
		a = b.Get("portal/fees/2024-09-0001/")
		if b.Wants(a, http.StatusOK, "portal/fees/2024-09-0001/", h.Say("desk.invoice.is-receipt")); strings.Contains(a.Body, pay) {
			t.Error("a receipt says how to pay")
		}
		for _, ref := range []string{"2024-10-0002", "2024-10-0003", "2019-01-0001"} {
			if a := b.Get("portal/fees/" + ref + "/"); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", ref, a.Status)
			}
		}
		if a := officer.Get("portal/fees/2024-10-0002/"); a.Status != http.StatusNotFound {
			t.Errorf("another club's invoice: %d", a.Status)
		}
	})
}
