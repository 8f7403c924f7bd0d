package finder

import (
	"sort"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register/namekey"
)

// names are the keys of all names, in memory and in their order.
type names struct {
	text string // of all keys, one behind the other
	keys []nameKey
	of   []uint32 // positions in keys, player by player
	ends []uint32 // of each player's positions, by number
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
		for int(number) >= len(all.ends) {
			all.ends = append(all.ends, 0)
		}
		all.ends[number]++ // the number of the player's keys, until they are placed
	})
	all.text = text.String()
	all.of = make([]uint32, len(all.keys))
	placed := uint32(0)
	for number, n := range all.ends {
		all.ends[number] = placed
		placed += n
	}
	for at, key := range all.keys {
		all.of[all.ends[key.player]] = uint32(at)
		all.ends[key.player]++
	}
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

// keysOf appends the keys of a player.
func (n *names) keysOf(number uint32, keys []namekey.Key) []namekey.Key {
	start := uint32(0)
	if number > 0 {
		start = n.ends[number-1]
	}
	for _, at := range n.of[start:n.ends[number]] {
		keys = append(keys, n.at(int(at)))
	}
	return keys
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

// find returns the players whom several words find.
func (n *names) find(words []namekey.Word) map[uint32]namekey.Match {
	found, keys := map[uint32]namekey.Match{}, []namekey.Key{}
	has := make([]uint8, len(n.ends)) // how many of the words find a player, one after the other
	for i := range words {
		for _, prefix := range words[i].Prefixes {
			first, last := n.within(prefix)
			for at := first; at < last; at++ {
				number := n.keys[at].player
				if int(has[number]) != i {
					continue
				}
				if has[number]++; i == len(words)-1 {
					keys = n.keysOf(number, keys[:0])
					found[number] = namekey.Rank(words, keys)
				}
			}
		}
	}
	return found
}
