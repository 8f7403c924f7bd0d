package register_test

import (
	"context"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// The second import of a register, or of a list of FIDE, changes nothing but the log: no
// document is written, and no report has to be checked anew.
func TestSecondImportChangesNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(3, synth.Size{Players: 50, Clubs: 3, On: civil.Of(2023, 1, 21)})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)
	listed := roster.New()
	listed.Add(roster.Player{ID: "90000011", FideID: "90000011", Name: "Ono, Rin", Title: "FM", Fide: [rating.Kinds]rating.Rating{2015, 1950}})
	players := "id,name,birth,club,fide_id\nN00900001,Ono Rin,1984-05-02,Umi,90000011\nN00900002,Sato Kei,,Umi,\n"
	clubs := "id,name\nC0900,Umi\n"
	imports := []func() error{
		func() error {
			_, err := register.ImportPlayers(ctx, d.Bureau, strings.NewReader(players), "players.csv", "")
			return err
		},
		func() error {
			_, err := register.ImportClubs(ctx, d.Bureau, strings.NewReader(clubs), "clubs.csv", "")
			return err
		},
		func() error { _, err := register.UpdateFide(ctx, d.Bureau, listed, "2023-01"); return err },
	}
	registers := func() (n int) {
		d.Look(func(r bureau.Reader) error {
			kept, err := bureau.Counters.Get(r, bureau.RegistersCounter)
			n = *kept
			return err
		})
		return n
	}
	for i, again := range imports {
		before := registers()
		if err := again(); err != nil {
			t.Fatal(err)
		}
		if registers() != before+1 {
			t.Errorf("import %d: the registers have not changed", i)
		}
	}
	before, counted := d.Documents(), registers()
	for i, again := range imports {
		if err := again(); err != nil {
			t.Fatal(err)
		}
		for key, now := range d.Documents() {
			if before[key] != now {
				t.Errorf("import %d has changed %q", i, key)
			}
		}
		if registers() != counted {
			t.Errorf("import %d counts as a change of the registers", i)
		}
	}
}
