package submission_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// looks are who looked at what.
type looks []string

// Looked implements bureau.Looks.
func (l *looks) Looked(_ context.Context, one bureau.Look) error {
	*l = append(*l, one.Account+" "+one.What)
	return nil
}

// An organiser learns who is a member of those who play in an own event, and of own members; each look is told, also one that is refused.
func TestMembersAreTheirOwn(t *testing.T) {
	t.Parallel()
	players, list := make([]roster.Player, 4), &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 4)}
	for n, name := range []string{"Aoki Ren", "Baba Mio", "Chiba Sota", "Doi Mei"} {
		players[n] = roster.Player{ID: fmt.Sprint("N0000000", n+1), Name: name, Club: []string{"Kita Chess Club", "Kita Chess Club", "Minato Chess Club", "Kita Chess Club"}[n]}
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: 1500, Peak: 1500, Games: 60, K: 20}
	}
	d := bureautest.With(t, "ncs", players, list)
	d.On("2024-02-10")
	refs := map[string]string{}
	for n, club := range []string{"Minato Chess Club", "Kita Chess Club"} {
		id := fmt.Sprint("C000", n+1)
		d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: id, Name: club}))
		r := bureautest.Meeting("Cup of "+club, civil.Of(2024, 2, 4), "N00000001", fmt.Sprint("N0000000", n+2))
		sent, err := act.Do(t.Context(), d.Bureau, &act.SubmitReport{File: act.File{Name: "cup.json", Data: bureautest.JSON(t, r)}, For: id}, act.With{})
		d.Must(err)
		announced, err := act.Do(t.Context(), d.Bureau, &act.AnnounceEvent{Name: "Open of " + club, Club: club, Start: civil.Of(2024, 3, 2), Rounds: 3, Type: "standard"}, act.With{})
		d.Must(err)
		refs["report "+id], refs["announcement "+id] = sent.Subject, announced.Subject
	}
	for n, until := range []civil.Date{civil.Of(2024, 12, 31), civil.Of(2024, 2, 5), civil.Of(2024, 12, 31)} {
		_, err := register.Enrol(t.Context(), d.Bureau, register.Membership{Player: fmt.Sprint("N0000000", n+1), Days: civil.Range{From: civil.Of(2024, 1, 1), To: until}}, "")
		d.Must(err)
	}
	b := *d.Bureau
	b.Actor = bureau.Actor{Account: "A0007", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	for _, c := range []struct {
		of, refused string
		ids         []string
		want        []bool
	}{
		{of: refs["report C0001"], ids: []string{"N00000001", "N00000002"}, want: []bool{true, true}},
		{of: refs["report C0001"], ids: []string{"N00000003"}, refused: "not-yours"},
		{of: refs["report C0002"], ids: []string{"N00000001"}, refused: "not-yours"},
		{of: refs["announcement C0001"], ids: []string{"N00000001", "N00000002", "N00000004"}, want: []bool{true, false, false}},
		{of: refs["announcement C0001"], ids: []string{"N00000099"}, refused: "not-yours"},
		{of: refs["announcement C0002"], ids: []string{"N00000001"}, refused: "not-yours"},
		{of: "C0001", ids: []string{"N00000003"}, want: []bool{true}},
		{of: "C0001", ids: []string{"N00000001"}, refused: "not-yours"},
		{of: "C0002", ids: []string{"N00000001"}, refused: "not-yours"},
		{of: "2019-01-0001", ids: []string{"N00000001"}, refused: "not-yours"},
	} {
		var told looks
		o := submission.Organizer{Account: "A0007", Looks: &told}
		are, err := o.Members(t.Context(), &b, c.of, c.ids...)
		if c.refused != "" {
			bureautest.Refused(t, err, c.refused)
		} else if err != nil || !slices.Equal(are, c.want) {
			t.Errorf("%s %q: %v, %v", c.of, c.ids, are, err)
		}
		if want := fmt.Sprint("A0007 member.look ", c.of, " ", c.ids[0]); len(told) != 1 || told[0][:len(want)] != want {
			t.Errorf("%s %q: told %q", c.of, c.ids, told)
		}
	}
}
