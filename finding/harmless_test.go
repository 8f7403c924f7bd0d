package finding_test

import (
	"testing"

	"github.com/arpadchess/arpad/finding"
)

// What is shown of a text does nothing to what shows it.
func TestHarmless(t *testing.T) {
	for text, want := range map[string][3]string{
		"Open\n\ttabs":    {"Open\n\ttabs", "Open\n\ttabs", "Open<U+000A>\ttabs"},
		"\x1b[2J\r\x00":   {"<U+001B>[2J<U+000D><U+0000>", "&lt;U+001B&gt;[2J&lt;U+000D&gt;&lt;U+0000&gt;", "<U+001B>[2J<U+000D><U+0000>"},
		"\u202egnp\u2028": {"<U+202E>gnp<U+2028>", "&lt;U+202E&gt;gnp&lt;U+2028&gt;", "<U+202E>gnp<U+2028>"},
	} {
		if got := [3]string{finding.Harmless(text), finding.HarmlessMarkup(text), finding.OneLine(text)}; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
