package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
)

// harmless is what stands before a terminal: whatever is written to it moves no cursor,
// hides nothing and turns nothing round. Texts that people type or send are stored as
// they came, and may hold anything; programs that read our output get it as it is.
type harmless struct {
	to   io.Writer
	rest []byte // of a character that is not whole yet
}

// Write implements io.Writer. It writes control characters, and those that change the
// direction of a text, as <U+001B>.
func (h *harmless) Write(p []byte) (int, error) {
	text := slices.Concat(h.rest, p)
	var shown []byte
	for len(text) > 0 && utf8.FullRune(text) {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			shown = append(shown, string(utf8.RuneError)...) // a byte that terminals may take for a control character
		case finding.Harms(r):
			shown = fmt.Appendf(shown, "<U+%04X>", r)
		default:
			shown = append(shown, text[:n]...)
		}
		text = text[n:]
	}
	h.rest = text
	if _, err := h.to.Write(shown); err != nil {
		return 0, err
	}
	return len(p), nil
}

// shown returns what to write to a file by: harmless, if it is a terminal.
func shown(f *os.File) io.Writer {
	if terminal(f) {
		return &harmless{to: f}
	}
	return f
}
