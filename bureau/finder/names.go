package finder

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register/namekey"
)

// names are the keys of all names, in memory and in their order.
type names struct {
	text string // of all keys, one behind the other
	keys []nameKey
	size int // above all numbers of players
}

// nameKey is a key in names.
type nameKey struct {
	end    uint32 // of its text
	player uint32
	word   uint16
}

// readNames reads the keys of all names.
func readNames(r bureau.Reader) (*names, error) {
	all, text := &names{}, strings.Builder{}
	_, err := keysIn(r)("", everybody, func(number uint32, key namekey.Key) {
		text.WriteString(key.Text)
		all.keys = append(all.keys, nameKey{uint32(text.Len()), number, uint16(key.Word)})
		all.size = max(all.size, int(number)+1)
	})
	all.text = text.String()
	return all, err
}

// at returns the key at a position.
func (n *names) at(i int) namekey.Key {
	start := uint32(0)
	if i > 0 {
		start = n.keys[i-1].end
	}
	return namekey.Key{Text: n.text[start:n.keys[i].end], Word: int(n.keys[i].word)}
}

// within returns the positions of the keys that begin with a prefix.
func (n *names) within(prefix string) (first, last int) {
	search := func(text string) int {
		return sort.Search(len(n.keys), func(i int) bool { return n.at(i).Text >= text })
	}
	return search(prefix), search(prefix + "\U0010FFFF")
}

// read is keys.
func (n *names) read(prefix string, limit int, f func(uint32, namekey.Key)) (int, error) {
	first, last := n.within(prefix)
	last = min(last, first+limit)
	for at := first; at < last; at++ {
		f(n.keys[at].player, n.at(at))
	}
	return last - first, nil
}

// progress is how far a player is found by several words: how many of them find the player,
// how well the last of these fits, and how well the worst.
type progress struct {
	words      uint8
	fits, rank namekey.Match
}

// find returns the players whom several words find. It looks first for the word with the
// fewest keys.
func (n *names) find(words []namekey.Word) []candidate {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b namekey.Word) int { return cmp.Compare(n.count(&a), n.count(&b)) })
	var found []uint32
	so := make([]progress, n.size) // by number
	for i := range words {
		fewer := found[:0]
		for _, prefix := range words[i].Prefixes {
			first, last := n.within(prefix)
			for at := first; at < last; at++ {
				number := n.keys[at].player
				p := &so[number]
				if int(p.words) < i {
					continue
				}
				fits := words[i].Match(n.at(at))
				if int(p.words) > i { // by another key
					p.fits = min(p.fits, fits)
					continue
				}
				p.words, p.fits = p.words+1, fits
				fewer = append(fewer, number)
			}
		}
		found = fewer
		for _, number := range found {
			so[number].rank = max(so[number].rank, so[number].fits)
		}
	}
	all := make([]candidate, len(found))
	for i, number := range found {
		all[i] = candidate{number, so[number].rank}
	}
	return all
}

// count returns how many keys a word finds.
func (n *names) count(w *namekey.Word) (count int) {
	for _, prefix := range w.Prefixes {
		first, last := n.within(prefix)
		count += last - first
	}
	return count
}
