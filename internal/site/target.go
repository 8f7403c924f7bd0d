package site

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/internal/site/calculator"
)

// target is a page of a kind that a folder has.
type target struct {
	values []string // what its address has for the wildcards of the pattern, in order
	// inputs is a digest of what the page is made of, without the names that it shows; zero:
	// of all that the bureau holds.
	inputs uint64
	bare   bool // there is no page, only a note about where it went: no files
}

// one calls f for the one page of a kind.
func one(_ *census, f func(target)) error {
	f(target{})
	return nil
}

// eachList is for pages about a list as a whole.
func eachList(c *census, f func(target)) error {
	f(target{values: []string{newestLabel}})
	for _, p := range c.publications {
		if p.Revision == 1 {
			f(target{values: []string{p.Label}, inputs: digest(c.lists[p.Label], c.people)})
		}
	}
	return nil
}

// eachRevision is for pages about a list in another revision than the newest.
func eachRevision(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) != p {
			f(target{values: []string{p.Label, revisionOf(p)}, inputs: digest(c.lists[p.Label], c.people)})
		}
	}
	return nil
}

func revisionOf(p *rows.Publication) string { return "r" + strconv.Itoa(p.Revision) }

// newestOf returns the newest revision of a list.
func (c *census) newestOf(label string) *rows.Publication {
	for _, p := range slices.Backward(c.publications) {
		if p.Label == label {
			return p
		}
	}
	return nil
}

// eachTable is for pages about the ratings of a kind in a list.
func eachTable(c *census, f func(target)) error {
	newest := c.publications[len(c.publications)-1]
	for _, kind := range c.kinds[newest.Edition] {
		f(target{values: []string{newestLabel, kind.String()}})
	}
	for _, p := range c.publications {
		if c.newestOf(p.Label) == p {
			for _, kind := range c.kinds[p.Edition] {
				f(target{values: []string{p.Label, kind.String()}, inputs: c.lists[p.Label]})
			}
		}
	}
	return nil
}

// eachTablePage is for the further pages of these.
func eachTablePage(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) == p {
			c.furtherPages(p, f, p.Label)
		}
	}
	return nil
}

func (c *census) furtherPages(p *rows.Publication, f func(target), of ...string) {
	for _, kind := range c.kinds[p.Edition] {
		for page := 2; (page-1)*linesOfPage < c.rated[p.Seq][kind-1]; page++ {
			f(target{values: slices.Concat(of, []string{kind.String(), strconv.Itoa(page)}), inputs: c.lists[p.Label]})
		}
	}
}

// eachRevisedTable is like eachTable, for other revisions than the newest.
func eachRevisedTable(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) != p {
			for _, kind := range c.kinds[p.Edition] {
				f(target{values: []string{p.Label, revisionOf(p), kind.String()}, inputs: c.lists[p.Label]})
			}
		}
	}
	return nil
}

// eachRevisedTablePage is for the further pages of these.
func eachRevisedTablePage(c *census, f func(target)) error {
	for _, p := range c.publications {
		if c.newestOf(p.Label) != p {
			c.furtherPages(p, f, p.Label, revisionOf(p))
		}
	}
	return nil
}

// eachPlayer is for pages about a player. One who was merged or erased has a note there.
func eachPlayer(c *census, f func(target)) error {
	for n, p := range c.players {
		if p != nil {
			f(target{values: []string{p.ID}, inputs: digest("player", c.names[n], c.histories[n], c.clubID(p.Club)), bare: p.Erased || p.MergedInto != ""})
		}
	}
	return nil
}

// eachPlayerNow is for the unofficial ratings of a player.
func eachPlayerNow(c *census, f func(target)) error {
	for n, p := range c.players {
		if p != nil && !p.Erased && p.MergedInto == "" {
			f(target{values: []string{p.ID}, inputs: digest("now", c.names[n], c.unofficial[n])})
		}
	}
	return nil
}

// eachPlayerGames is for the games of a player.
func eachPlayerGames(c *census, f func(target)) error {
	for n, p := range c.players {
		if p != nil && !p.Erased && p.MergedInto == "" && len(c.played[n]) > 0 {
			f(target{values: []string{p.ID}, inputs: digest("games", c.names[n], c.histories[n])})
		}
	}
	return nil
}

// eachNumber is for the calculations of numbers that moved, in the newest lists.
func eachNumber(c *census, f func(target)) error {
	c.eachMoved(true, func(n uint32, of number, bare bool) {
		if of.revision == 0 {
			f(c.calculation(n, of, bare, c.players[n].ID, of.label, of.kind))
		}
	})
	return nil
}

// eachRevisedNumber is for those of older revisions.
func eachRevisedNumber(c *census, f func(target)) error {
	c.eachMoved(true, func(n uint32, of number, bare bool) {
		if of.revision != 0 {
			f(c.calculation(n, of, bare, c.players[n].ID, of.label, "r"+strconv.Itoa(of.revision), of.kind))
		}
	})
	return nil
}

func (c *census) calculation(n uint32, of number, bare bool, values ...string) target {
	return target{values: values, inputs: digest("why", c.names[n], c.calculated[of.label]), bare: bare}
}

// eachMoved calls f for the numbers that moved, in lists whose calculations are shown or in
// the others. Where players were erased or merged there are only notes, and a player may
// have none of the numbers of one who was merged into them.
func (c *census) eachMoved(shown bool, f func(n uint32, of number, bare bool)) {
	inherited := map[uint32][]number{}
	for n, p := range c.players {
		if p == nil {
			continue
		}
		for _, of := range c.numbersOf(uint32(n)) {
			if edition := c.editionOf[of.label]; edition == "" || c.explained[of.label] != shown {
				continue
			}
			f(uint32(n), of, p.Erased || p.MergedInto != "")
			if into, ok := c.numbers[p.MergedInto]; ok && !c.played[into][of] {
				inherited[into] = append(inherited[into], of)
			}
		}
	}
	for n, numbers := range inherited {
		seen := map[number]bool{}
		for _, of := range numbers {
			if !seen[of] {
				seen[of] = true
				f(n, of, true)
			}
		}
	}
}

// numbersOf returns the numbers of a player that have a page of reasons, by list, revision and kind.
func (c *census) numbersOf(n uint32) []number {
	return slices.SortedFunc(maps.Keys(c.played[n]), func(a, b number) int {
		return cmp.Or(cmp.Compare(a.label, b.label), cmp.Compare(a.revision, b.revision), cmp.Compare(a.kind, b.kind))
	})
}

// eachEvent is for pages about a report.
func eachEvent(c *census, f func(target)) error {
	for _, ref := range c.refs {
		r := c.reports[ref]
		f(target{values: []string{ref}, inputs: digest("event", r.digest, c.lists[r.Period], c.clubID(r.Club))})
	}
	return nil
}

// eachSection is for files about a section of an event.
func eachSection(c *census, f func(target)) error {
	for _, ref := range c.refs {
		r := c.reports[ref]
		for _, section := range r.files {
			f(target{values: []string{ref, strconv.Itoa(section + 1)}, inputs: digest("section", r.digest, c.lists[r.Period])})
		}
	}
	return nil
}

// eachCheckpoint is for the signed checkpoint.
func eachCheckpoint(c *census, f func(target)) error {
	if c.signed {
		f(target{})
	}
	return nil
}

// eachEdition is for pages about an edition of the regulation.
func eachEdition(c *census, f func(target)) error {
	for _, id := range c.editions {
		f(target{values: []string{id}})
	}
	return nil
}

// eachClub is for pages about a club, which show who is in it now.
func eachClub(c *census, f func(target)) error {
	for _, club := range c.clubs {
		f(target{values: []string{club.ID}})
	}
	return nil
}

// eachCalculator is for the forms of the calculators. Only a server answers them.
func eachCalculator(_ *census, f func(target)) error {
	for _, name := range calculator.Names() {
		f(target{values: []string{name}})
	}
	return nil
}

// eachComparison is for what changed from one edition to another.
func eachComparison(c *census, f func(target)) error {
	for _, one := range c.editions {
		for _, other := range c.editions {
			if one != other {
				f(target{values: []string{one, other}})
			}
		}
	}
	return nil
}

// eachExample is for worked examples.
func eachExample(_ *census, f func(target)) error {
	for _, name := range example.Names() {
		folder, name, _ := strings.Cut(name, "/")
		f(target{values: []string{folder, name}})
	}
	return nil
}

// clubID returns the ID of the club with a name, empty if none is registered under it.
func (c *census) clubID(name string) string {
	for _, club := range c.clubs {
		if club.Name == name {
			return club.ID
		}
	}
	return ""
}
