package finder

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register/namekey"
)

// names are the keys of all names, in memory and in their order.
type names struct {
	text  string // of all keys, one behind the other
	keys  []nameKey
	own   []uint32 // positions of the keys of each player, player by player
	first []uint32 // where those of a player begin in own, by number

	// Of each player, by number: a bit for each letter with which a key begins. Letters may
	// share a bit. It spares looking at the keys of those who lack a letter.
	letters []uint64
}

// nameKey is a key in names.
type nameKey struct {
	end    uint32 // of its text
	player uint32
	word   uint16
}

// readNames reads the keys of all names.
func readNames(r bureau.Reader) (*names, error) {
	all, text, players := &names{}, strings.Builder{}, 0
	_, err := keysIn(r)("", everybody, func(number uint32, key namekey.Key) {
		text.WriteString(key.Text)
		all.keys = append(all.keys, nameKey{uint32(text.Len()), number, uint16(key.Word)})
		players = max(players, int(number)+1)
	})
	all.text = text.String()
	all.group(players)
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

// group notes which keys each player has.
func (n *names) group(players int) {
	n.first = make([]uint32, players+1)
	for i := range n.keys {
		n.first[n.keys[i].player+1]++
	}
	for number := range players {
		n.first[number+1] += n.first[number]
	}
	n.own, n.letters = make([]uint32, len(n.keys)), make([]uint64, players)
	next := slices.Clone(n.first)
	for i := range n.keys {
		number := n.keys[i].player
		n.own[next[number]] = uint32(i)
		next[number]++
		n.letters[number] |= letter(n.at(i).Text)
	}
}

// letter returns the bit of the letter with which a text begins.
func letter(text string) uint64 {
	first, _ := utf8.DecodeRuneInString(text)
	return 1 << (first % 64)
}

// mayFit reports whether a player has keys that begin with the letters of all words.
func (n *names) mayFit(words []namekey.Word, number uint32) bool {
	for i := range words {
		if !slices.ContainsFunc(words[i].Prefixes, func(prefix string) bool { return n.letters[number]&letter(prefix) != 0 }) {
			return false
		}
	}
	return true
}

// find returns the players whom several words find. It reads the keys of the word that has
// the fewest, and then those of the players who have one of them.
func (n *names) find(words []namekey.Word) (found []candidate) {
	rarest := slices.MinFunc(words, func(a, b namekey.Word) int { return cmp.Compare(n.count(&a), n.count(&b)) })
	var some []uint32
	for _, prefix := range rarest.Prefixes {
		first, last := n.within(prefix)
		for at := first; at < last; at++ {
			if number := n.keys[at].player; n.mayFit(words, number) {
				some = append(some, number)
			}
		}
	}
	slices.Sort(some)
	var keys []namekey.Key
	for _, number := range slices.Compact(some) {
		keys = keys[:0]
		for _, at := range n.own[n.first[number]:n.first[number+1]] {
			keys = append(keys, n.at(int(at)))
		}
		if match := namekey.Rank(words, keys); match != namekey.None {
			found = append(found, candidate{number, match})
		}
	}
	return found
}

// count returns how many keys a word finds.
func (n *names) count(w *namekey.Word) (count int) {
	for _, prefix := range w.Prefixes {
		first, last := n.within(prefix)
		count += last - first
	}
	return count
}
