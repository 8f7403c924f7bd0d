package registers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// charged is a report of two players for whom a fee is due.
func (d *desks) charged(event, day string) string {
	d.Helper()
	file := act.File{Name: "evening.trf", Data: []byte("012 " + event + `
022 Kawagoe
032 JPN
042 ` + day + `
052 ` + day + `
062 2
092 Individual: Swiss-System
102 Aoki Ren
122 90min+30sec
001    1 m    Aoki, Ren                         2010 JPN              1984/05/02  1.0    1     2 w 1
001    2 w    Baba, Mio                         1875 JPN              1991/09/14  0.0    2     1 b 0
`)}
	return d.does(&act.SubmitReport{File: file, For: "Kawagoe Tsuru"}).Subject
}

// fee returns what is due for a report.
func (d *desks) fee(ref string) (fee *check.Fee) {
	d.Helper()
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		c, err := intake.Find(r, ref)
		if err == nil {
			fee = c.Fee
		}
		return err
	}))
	if fee == nil {
		d.Fatalf("no fee is due for %s", ref)
	}
	return fee
}

// The treasurer lands on the fees and sees nothing else; they record a payment, a part of one, and take it back. An auditor sees the
// same without forms.
func TestFees(t *testing.T) {
	t.Parallel()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			testFees(t, &desks{Hall: hall.WithFees(t, lang)})
		})
	}
}

func testFees(t *testing.T, d *desks) {
	ref := d.charged("Evening of January", "2023/01/21")
	due := d.fee(ref).Due()
	treasurer := d.Another()
	d.Wants(d.Enters(treasurer, "treasurer"), http.StatusOK, "desk/fees/")
	a := treasurer.Get("desk/fees/")
	treasurer.Wants(a, http.StatusOK, "desk/fees/", "Evening of January", "Kawagoe Tsuru", ref, d.Say("desk.registers.is-paid"))
	for _, to := range []string{"desk/players/", "desk/clubs/C0001/", "desk/members/", "desk/import/", "desk/duplicates/"} {
		if a := treasurer.Get(to); a.Status != http.StatusNotFound {
			t.Errorf("the treasurer opens %s: %d", to, a.Status)
		}
	}
	if strings.Contains(a.Body, "desk/players/") || strings.Contains(a.Body, "desk/cases/") {
		t.Error("the treasurer is led to other pages")
	}
	treasurer.Get("desk/fees/")
	paid := treasurer.Form("do/fee.paid/")
	a = treasurer.Post("desk/do/fee.paid/", paid...)
	treasurer.Wants(a, http.StatusOK, "desk/fees/", d.Say("desk.registers.payments"), d.Say("desk.registers.take-back"))
	if d.fee(ref).Due() != 0 {
		t.Errorf("the fee is %+v", d.fee(ref))
	}
	treasurer.Post("desk/do/fee.paid/", paid...) // pressed twice
	if d.fee(ref).Paid != due {
		t.Errorf("pressed twice, paid is %d", d.fee(ref).Paid)
	}
	invoice := "desk/fees/" + ref + "/"
	treasurer.Wants(treasurer.Get(invoice), http.StatusOK, invoice, d.tell("desk.invoice.receipt", "ref", ref))
	treasurer.Wants(treasurer.Post("desk/do/fee.paid/", treasurer.Form(`name="undo"`)...), http.StatusOK, invoice, d.tell("desk.invoice.title", "ref", ref))
	if d.fee(ref).Paid != 0 {
		t.Errorf("taken back, the fee is %+v", d.fee(ref))
	}
	treasurer.Get(invoice)
	treasurer.Wants(treasurer.Post("desk/do/fee.paid/", with(treasurer.Form("do/fee.paid/"), "amount", "1")...), http.StatusOK, invoice)
	if fee := d.fee(ref); fee.Paid != 1 || fee.Due() != due-1 {
		t.Errorf("after a part payment the fee is %+v", fee)
	}

	d.pay(treasurer)

	auditor := d.auditor()
	a = auditor.Get("desk/fees/")
	auditor.Wants(a, http.StatusOK, "desk/fees/", "Evening of January")
	lacks(t, a, "do/fee.paid", "do/fee.overdue")
	d.Now = d.Now.AddDate(0, 3, 0)
	d.Enters(d.Browser, "officer")
	d.Wants(d.Get("desk/fees/"), http.StatusOK, "desk/fees/", d.Say("desk.registers.overdue"))
	d.Wants(d.Get("desk/fees/?month="+d.fee(ref).Period), http.StatusOK, "desk/fees/", "Evening of January")
	if a := d.Get("desk/fees/2019-01-0001/"); a.Status != http.StatusNotFound {
		t.Errorf("an invoice of nothing: %d", a.Status)
	}
}

// pay marks several fees as paid in one form: each is an act of its own, with its entry in the log, and pressed twice it is one.
func (d *desks) pay(treasurer *hall.Browser) {
	d.Helper()
	address, email := "1-2-3 Kawagoe", "kept@example.jp"
	d.does(&act.ContactClub{Club: "C0001", Address: &address, Email: &email})
	first, second := d.charged("Evening of February", "2023/01/28"), d.charged("Second of February", "2023/01/29")
	treasurer.Get("desk/fees/" + first + "/")
	treasurer.Wants(treasurer.Get("desk/fees/"+first+"/"), http.StatusOK, "desk/fees/"+first+"/", "Kawagoe Tsuru", "1-2-3 Kawagoe")
	lacks(d.T, treasurer.Get("desk/fees/"+first+"/"), "kept@example.jp")
	treasurer.Get("desk/fees/")
	form := treasurer.Form("amount." + first)
	none := treasurer.Post("desk/fees/", form...)
	treasurer.Wants(none, http.StatusUnprocessableEntity, "desk/fees/", d.Say("desk.registers.none-ticked"))
	ticked := url.Values{"paid": {first, second}}
	for n := 0; n < len(form); n += 2 {
		ticked.Set(form[n], form[n+1])
	}
	pays := func() hall.Answer {
		return treasurer.Send(treasurer.Lang+"/desk/fees/", "application/x-www-form-urlencoded", strings.NewReader(ticked.Encode()))
	}
	treasurer.Wants(pays(), http.StatusOK, "desk/fees/", d.tell("desk.registers.paid-all", "fees", "2"))
	for _, ref := range []string{first, second} {
		if fee := d.fee(ref); fee.Due() != 0 {
			d.Errorf("the fee of %s is %+v", ref, fee)
		}
	}
	paid := d.fee(first).Paid
	if pays(); d.fee(first).Paid != paid {
		d.Errorf("pressed twice, paid is %d", d.fee(first).Paid)
	}
	entries := 0
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
			if e.Action == "fee.paid" && (e.Subject == first || e.Subject == second) {
				entries++
			}
			return true, nil
		})
	}))
	if entries != 2 {
		d.Errorf("%d entries of the log", entries)
	}
}
