package json

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/finding"
)

// Whatever offsets are requested, in any order, the place equals that of
// counting from the beginning.
func TestPlaceIsCountedFromTheBeginning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("a\u9752\n\r "))).Draw(t, "text")
		c := newCursor(text, "")
		for range rapid.IntRange(1, 9).Draw(t, "places") {
			offset := rapid.IntRange(0, len(text)).Draw(t, "offset")
			for !utf8.RuneStart((text + " ")[offset]) {
				offset--
			}
			want := finding.At{Line: 1, Column: 1}
			for _, r := range text[:offset] {
				want.Column++
				if r == '\n' {
					want = finding.At{Line: want.Line + 1, Column: 1}
				}
			}
			if got := c.place(offset); got != want {
				t.Fatalf("offset %d: got %+v, want %+v", offset, got, want)
			}
		}
	})
}
