package main

import (
	"bytes"
	"testing"
)

// What is sent to a terminal moves no cursor and turns no text round, however it is cut
// into writes.
func TestTerminalIsHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"Open 春\n\ttabs":           "Open 春\n\ttabs",
		"\x1b[2J\x1b]0;x\a":        "<U+001B>[2J<U+001B>]0;x<U+0007>",
		"a\x00b\rc\u0085d\u009b1m": "a<U+0000>b<U+000D>c<U+0085>d<U+009B>1m",
		"\u202egnp.exe\u2066":      "<U+202E>gnp.exe<U+2066>",
		"one\u2028two":             "one<U+2028>two",
		"not UTF-8: \xff":          "not UTF-8: \ufffd",
	} {
		for size := 1; size <= len(text); size++ {
			var got bytes.Buffer
			h := &harmless{to: &got}
			for at := 0; at < len(text); at += size {
				if _, err := h.Write([]byte(text[at:min(at+size, len(text))])); err != nil {
					t.Fatal(err)
				}
			}
			if got.String() != want {
				t.Errorf("%q in writes of %d: %q, want %q", text, size, got.String(), want)
			}
		}
	}
}
