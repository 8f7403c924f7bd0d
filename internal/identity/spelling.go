package identity

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// like compares the names of an entry with those of a player. One script with
// like names is enough, because kanji are mistyped more often than two people
// have names of the same sound. They differ if nothing is alike and something
// could be compared.
func (n *names) like(player *names, birth births) likeness {
	found := unknown
	for s := range scripts {
		for i := range n[s] {
			for j := range player[s] {
				x, y := &n[s][i], &player[s][j]
				switch {
				case x.same(y, birth):
					return alike
				case !x.aside && !y.aside:
					found = different
				}
			}
		}
	}
	return found
}

// SameName reports whether two players have the same name in at least one
// script: every word of one is a word of the other. Order, titles and
// romanisation do not matter; an initial or a typing error makes a difference.
func SameName(a, b *Person) bool {
	x, y := listedNames(a), listedNames(b)
	for s := range scripts {
		for i := range x[s] {
			for j := range y[s] {
				if x[s][i].equal(&y[s][j]) {
					return true
				}
			}
		}
	}
	return false
}

// equal reports whether two spellings in one script have the same words.
func (x *spelling) equal(y *spelling) bool {
	p := pair(x, y)
	return p.whole > 0 && len(rest(p.x, p.pairedX)) == 0 && len(rest(p.y, p.pairedY)) == 0
}

// same reports whether two spellings in one script may belong to the same
// person.
func (x *spelling) same(y *spelling, birth births) bool {
	p := pair(x, y)
	p.beginnings(p.x, p.y, p.pairedX, p.pairedY, x.cut)
	p.beginnings(p.y, p.x, p.pairedY, p.pairedX, y.cut)
	restX, restY := rest(p.x, p.pairedX), rest(p.y, p.pairedY)
	switch {
	case p.whole == 0:
		return false
	case len(restX) == 0 || len(restY) == 0: // one has an additional middle name, or is only a family name
		return true
	}
	return len(restX) == 1 && len(restY) == 1 && misspelt(restX[0], restY[0], x.scribed, birth)
}

// pairing pairs the words of two spellings.
type pairing struct {
	x, y             []word
	pairedX, pairedY []bool
	whole            int // pairs of equal words longer than one letter
}

// pair returns the pairing of equal words.
func pair(x, y *spelling) *pairing {
	p := &pairing{x: x.words, y: y.words, pairedX: make([]bool, len(x.words)), pairedY: make([]bool, len(y.words))}
	p.words()
	p.joined(p.x, p.y, p.pairedX, p.pairedY)
	p.joined(p.y, p.x, p.pairedY, p.pairedX)
	return p
}

// words pairs equal words.
func (p *pairing) words() {
	for i := range p.x {
		for j := range p.y {
			if !p.pairedY[j] && p.x[i].same(&p.y[j]) {
				p.pairedX[i], p.pairedY[j] = true, true
				if p.x[i].length() > 1 || p.y[j].length() > 1 || !isASCII(p.x[i].text) {
					p.whole++
				}
				break
			}
		}
	}
}

func isASCII(text string) bool { return text[0] < utf8.RuneSelf }

// joined pairs a word with several consecutive words that are equal to it when
// joined: Shin-ichi, van der Merwe, kanji without a space.
func (p *pairing) joined(one, several []word, pairedOne, pairedSeveral []bool) {
	for i := range one {
		for from := 0; from < len(several) && !pairedOne[i]; from++ {
			for to := from + 2; to <= len(several) && !slices.Contains(pairedSeveral[from:to], true); to++ {
				if together := join(several[from:to]); !together.same(&one[i]) {
					continue
				}
				pairedOne[i] = true
				for j := from; j < to; j++ {
					pairedSeveral[j] = true
				}
				p.whole += to - from
				break
			}
		}
	}
}

// join makes one word of several.
func join(words []word) word {
	var text strings.Builder
	for i := range words {
		text.WriteString(words[i].text)
	}
	if isASCII(words[0].text) {
		return newWord(text.String(), latin)
	}
	return newWord(text.String(), other)
}

// beginnings pairs initials, and the last word of a truncated name, with words
// that begin with them.
func (p *pairing) beginnings(short, long []word, pairedShort, pairedLong []bool, cut bool) {
	for i := range short {
		w := &short[i]
		initial := w.length() == 1 && isASCII(w.text)
		if pairedShort[i] || !initial && (!cut || i < len(short)-1) {
			continue
		}
		for j := range long {
			if !pairedLong[j] && slices.ContainsFunc(long[j].forms, func(form string) bool { return strings.HasPrefix(form, w.text) }) {
				pairedShort[i], pairedLong[j] = true, true
				break
			}
		}
	}
}

// rest returns the unpaired words that are not titles.
func rest(words []word, paired []bool) []*word {
	var all []*word
	for i := range words {
		if !paired[i] && !words[i].title() {
			all = append(all, &words[i])
		}
	}
	return all
}

// misspelt reports whether a word is another one with one typing error. Short
// words that differ in a letter are different names (Ren, Rin), and so are
// kanji unless the births are the same to the day.
func misspelt(a, b *word, s script, birth births) bool {
	const shortest = 4
	switch {
	case birth == birthDiffers:
		return false
	case s == kanji:
		return birth == birthSame && OneEdit(a.text, b.text)
	case max(a.length(), b.length()) < shortest:
		return false
	}
	return slices.ContainsFunc(a.forms, func(x string) bool {
		return slices.ContainsFunc(b.forms, func(y string) bool { return OneEdit(x, y) })
	})
}
