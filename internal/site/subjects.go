package site

import (
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/internal/public"
)

// subject is what a resource of a folder is about.
type subject struct {
	values []string // what its address has for the wildcards of the pattern, in order; empty: that is left out
	// of is a digest of what its files are made of, without the names that they show; zero:
	// of all that the bureau holds.
	of   uint64
	bare bool // there is only a note about where it went: no files
}

// one is for resources with one address.
func one(_ *census, f func(subject)) { f(subject{}) }

func revisionOf(p *rows.Publication) string { return "r" + strconv.Itoa(p.Revision) }

// eachRevision calls f for the published lists, each with the revision in its address, which is
// empty for the newest.
func (c *census) eachRevision(f func(p *rows.Publication, revision string)) {
	for _, p := range c.publications {
		if c.newestOf[p.Label] == p {
			f(p, "")
		} else {
			f(p, revisionOf(p))
		}
	}
}

// eachList is for lists as a whole.
func eachList(c *census, f func(subject)) {
	f(subject{values: []string{public.NewestLabel, ""}})
	events := map[string]uint64{} // digests of those of each list, whose order does not matter
	for _, r := range c.reports {
		events[r.Period] += r.digest
	}
	c.eachRevision(func(p *rows.Publication, revision string) {
		f(subject{values: []string{p.Label, revision}, of: digest(c.lists[p.Label], c.people, events[p.Label], c.named)})
	})
}

// eachTable is for the ratings of a kind in a list.
func eachTable(c *census, f func(subject)) {
	eachNewestTable(c, f)
	c.eachRevision(func(p *rows.Publication, revision string) {
		for _, kind := range c.kinds[p.Edition] {
			f(subject{values: []string{p.Label, revision, kind.String()}, of: digest(c.lists[p.Label], c.named)})
		}
	})
}

// eachProof is for the checks of a list.
func eachProof(c *census, f func(subject)) {
	c.eachRevision(func(p *rows.Publication, revision string) {
		f(subject{values: []string{p.Label, revision}, of: digest("proof", c.lists[p.Label], c.key)})
	})
}

// eachLeaves is for the lines of the log.
func eachLeaves(c *census, f func(subject)) {
	for n := 0; c.signed && n*leavesOfPage < c.leaves; n++ {
		last := min(c.leaves, (n+1)*leavesOfPage)
		f(subject{values: []string{strconv.Itoa(n + 1)}, of: digest("leaves", last)})
	}
}

// eachCheckpoint is for the signed checkpoint.
func eachCheckpoint(c *census, f func(subject)) {
	if c.signed {
		f(subject{})
	}
}

// eachPlayer is for players. Of one who was merged or erased there is a note.
func eachPlayer(c *census, f func(subject)) {
	for n, p := range c.players {
		if p != nil {
			f(subject{values: []string{p.ID}, of: digest("player", c.names[n], c.histories[n], c.unofficial[n], c.named, c.lists[c.newest().Label]), bare: gone(p)})
		}
	}
}

// gone reports whether a player was merged or erased.
func gone(p *rows.Player) bool { return p.Erased || p.MergedInto != "" }

// eachPlayerGames is for the games of a player.
func eachPlayerGames(c *census, f func(subject)) {
	for n, p := range c.players {
		if p != nil && !gone(p) && len(c.played[n]) > 0 {
			f(subject{values: []string{p.ID}, of: digest("games", c.names[n], c.histories[n])})
		}
	}
}

// eachNumber is for the calculations of numbers that moved. Where players were erased or merged
// there are only notes, and a player may have none of the numbers of one who was merged into them.
func eachNumber(c *census, f func(subject)) {
	add := func(n uint32, of number, bare bool) {
		f(subject{values: of.values(c.players[n].ID), of: digest("why", c.names[n], c.calculated[of.label]), bare: bare})
	}
	inherited := map[uint32]map[number]bool{}
	for n, p := range c.players {
		if p == nil {
			continue
		}
		for of := range c.played[n] {
			if c.editionOf[of.label] == "" {
				continue
			}
			add(uint32(n), of, gone(p))
			if into, ok := c.numbers[p.MergedInto]; ok && !c.played[into][of] {
				if inherited[into] == nil {
					inherited[into] = map[number]bool{}
				}
				inherited[into][of] = true
			}
		}
	}
	for n, numbers := range inherited {
		for of := range numbers {
			add(n, of, true)
		}
	}
}

// eachEvent is for reports.
func eachEvent(c *census, f func(subject)) {
	for ref, r := range c.reports {
		of := digest("event", r.digest, c.lists[r.Period], c.named)
		if lists.State(r.State) == check.Admitted {
			of = 0 // each report that arrives may change its numbers
		}
		f(subject{values: []string{ref}, of: of})
	}
}

// eachSection is for sections of an event.
func eachSection(c *census, f func(subject)) {
	for ref, r := range c.reports {
		for _, section := range r.files {
			f(subject{values: []string{ref, strconv.Itoa(section + 1)}, of: digest("section", r.digest, c.lists[r.Period])})
		}
	}
}

// named returns the subjects that have one name in their address.
func named(names func(*census) []string) func(*census, func(subject)) {
	return func(c *census, f func(subject)) {
		for _, name := range names(c) {
			f(subject{values: []string{name}})
		}
	}
}

// eachComparison is for what changed from one edition to another.
func eachComparison(c *census, f func(subject)) {
	for _, one := range c.editions {
		for _, other := range c.editions {
			if one != other {
				f(subject{values: []string{one, other}})
			}
		}
	}
}

// clubIDs returns the clubs, with who is in them now.
func (c *census) clubIDs() (ids []string) {
	for _, club := range c.clubs {
		ids = append(ids, club.ID)
	}
	return ids
}

// eachExample is for worked examples.
func eachExample(_ *census, f func(subject)) {
	for _, name := range example.Names() {
		f(subject{values: strings.SplitN(name, "/", 2)})
	}
}
