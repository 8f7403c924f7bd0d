package rows

import (
	"cmp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/report"
)

// last begins the keys of those who come after all others.
const last = "\U0010FFFF"

// WithheldName returns the place of a player whose name is withheld: after all others.
func WithheldName(number uint32, id string) *NameOrder {
	return &NameOrder{Number: number, NameKey: last + id, ReadingKey: last + last + id}
}

// Order returns the place of a person in lists that are sorted by name.
func (p *Person) Order() *NameOrder {
	return &NameOrder{Number: p.Number, NameKey: report.FoldName(p.Name), ReadingKey: readingKey(p)}
}

// readingKey returns a text by which people are sorted as Japanese lists are: by the kana
// of the name, first without regard to voicing and size (ka, ga, ki), then with it. Those
// without kana follow, by name.
func readingKey(p *Person) string {
	if p.Kana == "" {
		return last + report.FoldName(cmp.Or(p.Name, p.NameLocal))
	}
	folded := report.FoldName(p.Kana)
	return strings.Map(plainKana, norm.NFD.String(folded)) + "\x01" + folded
}

// plainKana returns the large form of a small hiragana, and nothing for a voicing mark.
func plainKana(c rune) rune {
	const voiced, semivoiced = 0x3099, 0x309A
	switch c {
	case voiced, semivoiced:
		return -1
	case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E: // the small a, i, u, e, o, tu, ya, yu, yo and wa
		return c + 1
	}
	return c
}
