package namekey

import (
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestTableOfKanji(t *testing.T) {
	t.Parallel()
	const least = 150
	if len(formOf) < least {
		t.Errorf("got %d kanji with another form, want at least %d", len(formOf), least)
	}
	seen := map[rune]bool{}
	for i, r := range []rune(reformed + variants) {
		if !isKanji(r) || norm.NFKC.String(string(r)) != string(r) {
			t.Errorf("%c (%U) is not a kanji in NFKC", r, r)
		}
		if i%2 != 0 {
			if _, further := formOf[r]; further {
				t.Errorf("%c is the form of another kanji, and has one itself", r)
			}
			continue
		}
		if seen[r] {
			t.Errorf("%c is in the table twice", r)
		}
		seen[r] = true
	}
	if n := len([]rune(reformed + variants)); n != 2*len(formOf) {
		t.Errorf("got %d kanji in the table, want %d", n, 2*len(formOf))
	}
}
