package club_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
)

// The office asks a club, which answers on a page of its own: from the score sheet where it is about a game, else in words. Its home leads
// there until it has answered. Another club finds no such page.
func TestQuestionIsAnswered(t *testing.T) {
	both(t, "ncs", func(t *testing.T, d *desk) {
		ref := d.does(&act.SubmitReport{File: trf("Autumn Cup"), For: "Kawagoe Tsuru"}).Subject
		words := d.does(&act.AskClub{Ref: ref, Text: "Was the hall open?"}).Subject
		sheet := d.does(&act.AskClub{Ref: ref, Text: "What does the score sheet say?", Round: 1, White: 1, Black: 2}).Subject
		lost := d.does(&act.AskClub{Ref: ref, Text: "Are you sure?", Round: 1, White: 1, Black: 2}).Subject
		page := func(q string) string { return "portal/asked/" + q + "/" }
		home := d.Get("portal/")
		for _, q := range []string{words, sheet, lost} {
			if !strings.Contains(home.Body, "asked/"+q+"/") {
				t.Errorf("the home does not lead to %s", q)
			}
			if a := d.rival.Get(page(q)); a.Status != http.StatusNotFound {
				t.Errorf("another club: %d", a.Status)
			}
		}
		if a := d.Get(page("Q99")); a.Status != http.StatusNotFound {
			t.Errorf("of nothing: %d", a.Status)
		}
		d.Wants(d.Get(page(words)), http.StatusOK, page(words), "Was the hall open?", "Autumn Cup")
		d.Wants(d.Post(page(words), d.Form(`name="words"`)...), http.StatusUnprocessableEntity, page(words), d.Say("desk.question.nothing"))
		d.Wants(d.Post(page(words), append(d.Form(`name="words"`), "words", "It was.")...), http.StatusOK, page(words), d.Say("desk.question.replied"))
		for q, result := range map[string]string{sheet: "1/2-1/2", lost: "none"} {
			d.Wants(d.Get(page(q)), http.StatusOK, page(q), d.Say("desk.wrong.result-10"), d.Say("desk.question.no-sheet"))
			d.Wants(d.Post(page(q), append(d.Form(`name="words"`), "result", result)...), http.StatusOK, page(q), d.Say("desk.question.replied"))
		}
		if home := d.Get("portal/"); strings.Contains(home.Body, "asked/Q") {
			t.Error("the home leads to what is answered")
		}
		d.Must(d.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			for q, want := range map[string]string{words: "It was.", lost: d.Say("desk.question.no-sheet"), sheet: ""} {
				of, who, err := correction.FindInquiry(r, q)
				if err != nil {
					return err
				}
				if who.Reply != want || (of.Asks != nil) != (q == sheet) {
					t.Errorf("%s: %q, %+v", q, who.Reply, of)
				}
			}
			return nil
		}))
	})
}
