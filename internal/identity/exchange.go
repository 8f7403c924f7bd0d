package identity

import "github.com/arpadchess/arpad/report"

// mostCompared limits the pairs that Exchanged compares, for a file in which
// all names are alike.
const mostCompared = 100_000

// Exchanged returns the pairs of doubted entries, by position, that fit once their IDs
// are exchanged. players has the player with each entry's ID. Each is paired at most
// once, and only if their names agree: the mere absence of a contradiction is not enough.
func Exchanged(entries []*report.Player, players []*Person) [][2]int {
	d := doubtful{entries: entries, players: players, stated: make([]*names, len(entries)), known: make([]*names, len(entries)), called: map[string][]int{}}
	for i := range entries {
		d.take(i)
	}
	var pairs [][2]int
	paired := make([]bool, len(entries))
	for i := range entries {
		if j := d.partner(i, paired); !paired[i] && j >= 0 {
			pairs = append(pairs, [2]int{i, j})
			paired[i], paired[j] = true, true
		}
	}
	return pairs
}

// doubtful is the doubted entries, which may have each other's IDs.
type doubtful struct {
	entries       []*report.Player
	players       []*Person
	stated, known []*names
	called        map[string][]int // by a word of their player's name
	compared      int
}

// take adds an entry.
func (d *doubtful) take(i int) {
	e, p := d.entries[i], d.players[i]
	d.stated[i], d.known[i] = entryNames(e), listedNames(p)
	for _, form := range d.known[i].forms() {
		d.called[form] = append(d.called[form], i)
	}
}

// partner returns an unpaired entry with which an entry may have exchanged its ID,
// -1 if there is none.
func (d *doubtful) partner(i int, paired []bool) int {
	for _, form := range d.stated[i].forms() {
		for _, j := range d.called[form] {
			if d.compared++; d.compared > mostCompared {
				return -1
			}
			if j != i && !paired[j] && d.fits(i, j) && d.fits(j, i) {
				return j
			}
		}
	}
	return -1
}

// fits reports whether an entry may be the player of another entry.
func (d *doubtful) fits(entry, player int) bool {
	birth := compareBirths(d.entries[entry].Birth, d.players[player].Birth)
	return birth != birthDiffers && d.stated[entry].like(d.known[player], birth) == alike
}
