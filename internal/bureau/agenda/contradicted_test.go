package agenda_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// From the third entry in a month that contradicts the register officers are told who has sent it. Dry runs and what an officer
// takes in do not count, and the next month begins anew.
func TestContradictionsAreCounted(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C1", Name: "Minato Chess Club", Representative: d.ID(0)}))
	minato := bureau.Actor{Account: "A0903", Roles: bureau.Organiser, Clubs: []string{"C1"}}
	send := func(b bureau.Bureau, name string, wrong int) {
		r := d.Event(name, "2024-02-05")
		for n := range wrong {
			r.Sections[0].Players[n].Name = "Nobody Whom"
		}
		ask := bureau.Request{Rule: &bureau.Rule{ID: "report.submit", Any: bureau.Officer, Own: bureau.Organiser}}
		_, err := intake.Submit(t.Context(), b.Asking(ask, &bureau.Outcome{}), bureautest.Submission(bureautest.JSON(t, r)))
		d.Must(err)
	}
	club := func() bureau.Bureau {
		b := *d.Bureau
		b.Actor = minato
		return b
	}
	told := func(want ...agenda.Contradicting) {
		t.Helper()
		d.Look(func(r bureau.Reader) error {
			s, err := bureau.ReadSettings(r)
			d.Must(err)
			today, err := agenda.TodayOf(d.Bureau, r, s, 0)
			if err == nil && !slices.Equal(today.Contradicting, want) {
				t.Errorf("officers are told of %+v, want %+v", today.Contradicting, want)
			}
			return err
		})
	}
	send(club(), "Open 1", 0)
	send(club(), "Open 2", 2)
	send(*d.Bureau, "Open 3", 5)
	d.Must(d.Preview(t.Context(), func(preview *bureau.Bureau) error {
		preview.Actor = minato
		send(*preview, "Open 4", 5)
		return nil
	}))
	told()
	send(club(), "Open 5", 1)
	told(agenda.Contradicting{Account: "A0903", Name: "A0903", Entries: 3})
	d.On("2024-03-01T03:00:00Z")
	told()
	d.Sound()
}
