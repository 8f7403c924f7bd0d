// Package simulation lives the lives of whole bureaus: officers, organisers and
// people who inquire act by chance over years, the clock jumps, the store fails
// in the middle of a transaction, and after each step the promises of
// docs/reliability.md must hold. It is support for its own test, and nothing
// else may import it.
//
//	life := simulation.Draw(42, 10).Live(ctx, simulation.Cabinet{Empty: ...})
//	if life.Failure != nil { ... }
//
// All that happens in a life comes out of its seed, step by step: the same seed
// plays the same life. A step is one action of one actor, at most one
// transaction. What somebody does is chosen from what they see (choose, in
// action.go). Now and then they do it some steps later, when others have changed
// what they saw.
//
// What must hold is found out without asking the bureau's own checks, as far as
// possible: the ledger sees what each transaction wrote, the registry what
// became of each report, the chain which list holds what, and the oracle of
// package internal/oracle judges the same files and rates the same games a second
// time. What the bureau was told is not what was: the world knows what was played, and the
// lists are compared with that (truth.go).
package simulation

import (
	"context"
	"math/rand/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Plan is what is known of a life before it begins.
type Plan struct {
	Seed      uint64
	Authority string // "ncs", "chessa" or "nscl"
	Years     int    // that it lasts
	On        civil.Date
	Players   int // in the opening list
	Clubs     int
	Reports   int // events in a year
	Options   map[string]string

	Registered bool // the clubs are registered at the beginning
	Plain      bool // nothing is done that the oracle knows nothing of
	Young      bool // most players have no rating at the beginning
	Skip       map[int]bool
}

// The streams of a seed beside the steps.
const (
	streamPlan uint64 = (1 + iota) << 40
	streamEvents
)

// authorities are those whose bureaus are simulated, and the days on which
// their lives begin: for Japan around the new editions, and while there are
// fees.
var authorities = []struct {
	name string
	on   []civil.Date
}{
	{"ncs", []civil.Date{civil.Of(2022, 9, 21), civil.Of(2022, 12, 21), civil.Of(2023, 12, 21)}},
	{"chessa", []civil.Date{civil.Of(2015, 11, 1), civil.Of(2024, 1, 1)}},
	{"nscl", []civil.Date{civil.Of(2019, 8, 20)}},
}

// Draw draws the plan of a seed; authorities take turns.
func Draw(seed uint64, years int) Plan {
	d := rand.New(rand.NewPCG(seed, streamPlan))
	a := authorities[seed%uint64(len(authorities))]
	p := Plan{
		Seed: seed, Authority: a.name, Years: years, On: pick(d, a.on...),
		Players: 40 + d.IntN(21), Clubs: 1 + d.IntN(3), Reports: 10 + d.IntN(25),
		Registered: d.IntN(4) > 0, Plain: d.IntN(3) == 0, Options: map[string]string{},
	}
	for _, option := range []string{"late", "non_members"} {
		if said := pick(d, "", "count", "exclude"); a.name == "ncs" && said != "" {
			p.Options[option] = said
		}
	}
	p.Young = !p.Plain && d.IntN(2) == 0 // what were beginners when their list came out the oracle cannot tell after a correction
	return p
}

func pick[T any](d *rand.Rand, from ...T) T { return from[d.IntN(len(from))] }

// Cabinet opens the stores in which bureaus are kept.
type Cabinet struct {
	// Empty opens a new store.
	Empty func(context.Context) (bureau.Store, error)
	// Killed opens the store as it is found by a process that starts after the
	// one that had it was killed; nil: nothing would be left.
	Killed func(context.Context, bureau.Store) (bureau.Store, error)
	// Restored opens another store from a backup of this one; nil: there are
	// no backups.
	Restored func(context.Context, bureau.Store) (bureau.Store, error)
}
