package correction_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// The stages of a month: before the closing day, after it, with a draft, with its list out, and when
// 90 days are over.
const (
	open = iota
	over
	drafted
	published
	old
)

// Whatever comes in a month is received, and counts where the texts say: 3(3), 3(7) (Readings J16,
// J24, J33), When new ratings 1 (C21), and for a school league in its own meet.
func TestMonthTakesWhatComes(t *testing.T) {
	t.Parallel()
	japan := [...]string{"2024-02-20T03:00:00Z", "2024-02-21T03:00:00Z", "2024-02-21T04:00:00Z", "2024-03-02T03:00:00Z", "2024-05-31T03:00:00Z"}
	africa := [...]string{"2024-02-29T03:00:00Z", "2024-03-01T03:00:00Z", "2024-03-01T04:00:00Z", "2024-03-02T03:00:00Z", "2024-05-31T03:00:00Z"}
	months := [...]string{"2024-03", "2024-04", "2024-04", "2024-04", "2024-07"}
	later := [...]string{"2024-03", "2024-04", "2024-04", "2024-04", "2024-06"}
	meets := [...]string{"Other", "Other", "Other", "Other", "Other"}
	for _, c := range []struct {
		authority, label string
		days, others     [5]string // of each stage: the day, and the list in which a new event counts
		standsWhenOld    bool      // the list stands after 90 days
	}{
		{"ncs", "2024-03", japan, months, true},
		{"jcf", "2024-03", japan, months, true},
		{"chessa", "2024-03", africa, later, false},
		{"nscl", "Open", africa, meets, false},
	} {
		for stage := open; stage <= old; stage++ {
			at := func(t *testing.T) (*bureautest.Bureau, *report.Report, string) {
				d := bureautest.Sixteen(t, c.authority)
				d.On("2024-02-10T03:00:00Z")
				r := d.Event("Open", "2024-02-05")
				ref := d.Submit(r)
				d.On(c.days[min(stage, drafted)])
				if stage >= drafted {
					d.Draft(c.label)
				}
				if stage >= published {
					d.On(c.days[published])
					d.Publish(c.label)
					d.On(c.days[stage])
				}
				return d, r, ref
			}
			t.Run(c.authority+"/new event/"+c.days[stage], func(t *testing.T) {
				t.Parallel()
				d, _, _ := at(t)
				ref := d.Submit(d.Event("Other", d.Now.AddDate(0, 0, -2).Format("2006-01-02")))
				if r := d.Report(ref); r.State != check.Admitted || r.Period != c.others[stage] {
					t.Errorf("it is %s in %s, not in %s", r.State, r.Period, c.others[stage])
				}
			})
			t.Run(c.authority+"/replacing file/"+c.days[stage], func(t *testing.T) {
				t.Parallel()
				d, r, ref := at(t)
				r.Sections[0].Games[0].Result = bureautest.Turned(r.Sections[0].Games[0].Result)
				before := d.Report(ref)
				d.Replace(r)
				now := d.Report(ref)
				if now.Period != c.label || len(now.Revisions) != 2 {
					t.Fatalf("it is in %s, with %d files", now.Period, len(now.Revisions))
				}
				if stage >= published {
					if now.State != check.Rated || now.Current != before.Current || !now.Behind {
						t.Errorf("its list does not stand: %+v", now.Outcome)
					}
					k := d.Accept(correction.Amendment{Kind: correction.AmendReport, Report: ref}, "")
					if stands := stage == old && c.standsWhenOld; k.Impact[0].Reissue == stands {
						t.Errorf("the list gets a new revision: %v", k.Impact[0].Reissue)
					}
					if r := d.Report(ref); r.Behind || r.Current == before.Current {
						t.Errorf("it is not brought in: %+v", r.Outcome)
					}
					return
				}
				if now.State != check.Admitted || now.Current == before.Current {
					t.Errorf("it does not count: %+v", now.Outcome)
				}
				if stage < drafted {
					return
				}
				behind := func() (behind bool) {
					d.Look(func(r bureau.Reader) error {
						p, err := lists.FindPeriod(r, c.label)
						if err != nil {
							return err
						}
						since, err := closing.SinceDraft(r, p)
						behind = !since.None()
						return err
					})
					return behind
				}
				if !behind() {
					t.Error("the draft is not behind")
				}
				d.Draft(c.label)
				if behind() {
					t.Error("a new draft is behind")
				}
			})
		}
	}
}
