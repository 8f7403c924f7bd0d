package view_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// private are words that tell who was not a member, or is under 18.
var private = regexp.MustCompile(`(?i)member|会員|3\(5\)|3\(4\)|non_member|歳|under 18|junior|age\)|J20|"young"|"new"`)

// No public text, and no public document, tells who was not a member or who is under 18, in any
// language; officers see it, 7(1).
func TestPublicTextsTellNoMembershipAndNoAge(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, map[string]string{"late": "count"})
	for _, p := range f.People[:3] {
		_, err := register.Enrol(t.Context(), d.Bureau, register.Membership{Player: p.ID, Days: civil.Range{From: civil.Of(2022, 1, 1), To: civil.Of(2024, 12, 31)}}, "paid")
		d.Must(err)
	}
	d.Set(f.People[0].ID, "birth=2010-05-05")
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
	d.Must(desk.Answer(t.Context(), d.Bureau, ref, "not paid", "", desk.Reply{Question: "non-member"}))
	label := d.Report(ref).Period
	d.On("2024-02-01")
	d.Publish(label)
	for _, language := range explain.Languages {
		p := explain.New(language)
		d.Look(func(r bureau.Reader) error {
			secrets := 0
			for _, person := range f.People[:4] {
				x, err := view.Explain(d.Bureau, r, person.ID, label, 0)
				d.Must(err)
				for _, officer := range []bool{true, false} {
					listed, err := document.Explained(x, 0, officer)
					d.Must(err)
					for _, l := range listed {
						made, err := json.Marshal(document.NewExplanation(p, person.ID, person.Name, listed).Lists[0].Steps)
						d.Must(err)
						for _, text := range []string{p.Write(l), string(made)} {
							found := private.FindString(text)
							if officer && found != "" {
								secrets++
							}
							if !officer && found != "" {
								t.Errorf("%s, %s: %q in\n%s", language, person.ID, found, text)
							}
						}
					}
				}
			}
			if secrets == 0 {
				t.Error("there is nothing to be kept")
			}
			return nil
		})
	}
}
