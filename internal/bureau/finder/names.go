package finder

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
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
	_, err := eachKey(r, "", 0, func(number uint32, key namekey.Key) {
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

// letterOf returns the bits of the letters with which what a word finds begins.
func letterOf(w *namekey.Word) (bits uint64) {
	for _, prefix := range w.Prefixes {
		bits |= letter(prefix)
	}
	return bits
}

// span is the positions of keys that follow one another.
type span struct{ first, last int }

// sought is a word of a query, and where the keys are that it finds.
type sought struct {
	*namekey.Word
	letters uint64
	spans   []span
	keys    int // in all spans
}

// seek returns the words of a query with the keys that they find, the one with the fewest first.
func (n *names) seek(words []namekey.Word) []sought {
	all := make([]sought, len(words))
	for i := range words {
		w := sought{Word: &words[i], letters: letterOf(&words[i])}
		for _, prefix := range w.Prefixes {
			first, last := n.within(prefix)
			w.spans = append(w.spans, span{first, last})
			w.keys += last - first
		}
		all[i] = w
	}
	slices.SortStableFunc(all, func(a, b sought) int { return cmp.Compare(a.keys, b.keys) })
	return all
}

// match returns how well the keys of a player fit a word.
func (n *names) match(w *sought, number uint32) namekey.Match {
	best := namekey.None
	for _, at := range n.own[n.first[number]:n.first[number+1]] {
		for _, s := range w.spans {
			if int(at) >= s.first && int(at) < s.last {
				best = min(best, w.Match(n.at(int(at))))
			}
		}
	}
	return best
}

// find calls f with the players whom all words find, and how well they fit. It reads the
// keys of the word that has the fewest, and looks closer only at players with all the
// letters. A player with several such keys comes several times.
func (n *names) find(words []namekey.Word, f func(number uint32, match namekey.Match)) {
	all := n.seek(words)
	for _, s := range all[0].spans {
	next:
		for at := s.first; at < s.last; at++ {
			number := n.keys[at].player
			for i := range all[1:] {
				if n.letters[number]&all[i+1].letters == 0 {
					continue next
				}
			}
			worst := namekey.Whole
			for i := range all {
				if worst = max(worst, n.match(&all[i], number)); worst == namekey.None {
					continue next
				}
			}
			f(number, worst)
		}
	}
}
