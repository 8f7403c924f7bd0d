package register

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
)

// Mentions finds a person in texts: by names, whatever the order and case of their
// words and whatever is between them, and by addresses and numbers as they are.
type Mentions struct {
	names   [][]string // words of each name, folded
	numbers []string   // addresses and numbers, folded
}

// Name adds names of the person. Empty ones are ignored.
func (m *Mentions) Name(names ...string) {
	for _, name := range names {
		words := wordsOf(report.FoldName(name))
		if len(words) > 0 && !slices.ContainsFunc(m.names, func(have []string) bool { return slices.Equal(have, words) }) {
			m.names = append(m.names, words)
		}
	}
}

// Number adds addresses and numbers of the person. Empty ones are ignored.
func (m *Mentions) Number(numbers ...string) {
	for _, number := range numbers {
		if number = report.FoldName(number); number != "" && !slices.Contains(m.numbers, number) {
			m.numbers = append(m.numbers, number)
		}
	}
}

// Clone returns a copy, to which more can be added.
func (m *Mentions) Clone() *Mentions {
	return &Mentions{slices.Clone(m.names), slices.Clone(m.numbers)}
}

// Is reports whether a name is one of the person's, in any order of its words.
func (m *Mentions) Is(name string) bool {
	words := wordsOf(report.FoldName(name))
	slices.Sort(words)
	return slices.ContainsFunc(m.names, func(have []string) bool {
		have = slices.Clone(have)
		slices.Sort(have)
		return slices.Equal(have, words)
	})
}

// In reports whether a text mentions the person. A short word must be the whole text.
func (m *Mentions) In(text string) bool {
	folded := report.FoldName(text)
	words := wordsOf(folded)
	if slices.ContainsFunc(m.numbers, func(n string) bool {
		return folded == n || long(n) && (slices.Contains(words, n) || strings.Contains(n, "@") && strings.Contains(folded, n))
	}) {
		return true
	}
	joined := strings.Join(words, "")
	return slices.ContainsFunc(m.names, func(name []string) bool {
		all := !slices.ContainsFunc(name, func(word string) bool { return !slices.Contains(words, word) })
		return all && (len(name) > 1 || len(words) == 1 || long(name[0])) || inOneWord(name, words, joined)
	})
}

// MayBeIn reports whether a long text may mention the person somewhere. It is quick.
func (m *Mentions) MayBeIn(text string) bool {
	folded := report.FoldName(text)
	lacks := func(word string) bool { return !strings.Contains(folded, word) }
	return slices.ContainsFunc(m.names, func(name []string) bool { return !slices.ContainsFunc(name, lacks) }) ||
		slices.ContainsFunc(m.numbers, func(n string) bool { return !lacks(n) })
}

// inOneWord reports whether a text has a name without anything between its words.
func inOneWord(name, words []string, joined string) bool {
	for _, name := range []string{strings.Join(name, ""), strings.Join(reversed(name), "")} {
		unspaced := utf8.RuneCountInString(name) < len(name) // of a script that needs no spaces
		if long(name) && (unspaced && strings.Contains(joined, name) || slices.ContainsFunc(words, func(word string) bool { return strings.Contains(word, name) })) {
			return true
		}
	}
	return false
}

// InFile reports whether the name of a file mentions the person with as little as one
// word: people call files by their family name.
func (m *Mentions) InFile(file string) bool {
	const least = 3 // letters
	words := wordsOf(report.FoldName(file))
	return m.In(file) || slices.ContainsFunc(m.names, func(name []string) bool {
		return slices.ContainsFunc(name, func(word string) bool { return len(word) >= least && slices.Contains(words, word) })
	})
}

// Without returns a text in which other words stand in place of a mention.
func (m *Mentions) Without(text, other string) string {
	if !m.In(text) {
		return text
	}
	left := text
	for _, name := range m.names {
		one := &Mentions{names: [][]string{name}}
		if !one.In(left) {
			continue
		}
		var b strings.Builder
		put := other
		for from := 0; from < len(left); {
			size := wordAt(left[from:])
			word := report.FoldName(left[from : from+max(size, 1)])
			switch {
			case size > 0 && slices.Contains(name, word):
				b.WriteString(put)
				put = ""
			case size > 0:
				b.WriteString(left[from : from+size])
			default:
				_, size = utf8.DecodeRuneInString(left[from:])
				b.WriteString(left[from : from+size])
			}
			from += size
		}
		left = strings.Join(strings.Fields(strings.Trim(b.String(), " ,;_-")), " ")
	}
	if m.In(left) {
		return other
	}
	return left
}

// long reports whether a word is long enough to be looked for inside of a text: a kanji says
// more than a letter.
func long(word string) bool {
	n := utf8.RuneCountInString(word)
	return n > 4 || n > 3 && n < len(word) || n > 2 && strings.ContainsFunc(word, isHan)
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

func reversed(words []string) []string {
	words = slices.Clone(words)
	slices.Reverse(words)
	return words
}

func letter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }

// wordAt returns the length of the word with which a text begins, zero if it begins with
// something else.
func wordAt(text string) int {
	if at := strings.IndexFunc(text, func(r rune) bool { return !letter(r) }); at >= 0 {
		return at
	}
	return len(text)
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !letter(r) })
}

// NamedIn returns the IDs of players whom a text mentions.
func NamedIn(r bureau.Reader, text string) ([]string, error) {
	const (
		most    = 4   // words of a name
		longest = 500 // words and characters that are looked at
	)
	words := wordsOf(report.FoldName(text))
	words = words[:min(len(words), longest)]
	var ids []string
	look := func(name string) error {
		return PlayerNames.Scan(r, name+"\x00", name+"\x01", func(_ string, hit *Hit) (bool, error) {
			if !slices.Contains(ids, hit.ID) {
				ids = append(ids, hit.ID)
			}
			return true, nil
		})
	}
	for i := range words {
		for n := 2; n <= most && i+n <= len(words); n++ {
			name := words[i : i+n]
			for _, order := range [][]string{name, reversed(name), append(slices.Clone(name[n-1:]), name[:n-1]...), append(slices.Clone(name[1:]), name[0])} {
				if err := look(strings.Join(order, " ")); err != nil {
					return nil, err
				}
			}
		}
	}
	runes := []rune(strings.Join(words, ""))
	for from := range runes[:min(len(runes), longest)] {
		for n := 2; n <= most+2 && from+n <= len(runes) && runes[from] > unicode.MaxLatin1; n++ {
			name := string(runes[from : from+n])
			if !long(name) {
				continue
			}
			for space := range name {
				if err := look(strings.TrimSpace(name[:space] + " " + name[space:])); err != nil {
					return nil, err
				}
			}
		}
	}
	return ids, nil
}
