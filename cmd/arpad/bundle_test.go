package main

import (
	"bytes"
	"strings"
	"testing"
)

// A bundle names nobody, and nor does all else that the transparency log shows,
// in any language.
func TestBundleNamesNobody(t *testing.T) {
	liveUpTo(t, "inquiry close")
	for _, command := range []string{
		"bundle 2023-01 -", "bundle 2023-02 -", "bundle --revision 1 2023-02 -", "bundle --revision 2 2023-02 -",
		"proof key", "proof checkpoint", "proof list 2023-02",
	} {
		for _, lang := range []string{"en", "ja"} {
			var out, problems bytes.Buffer
			if status := run(append([]string{"--lang", lang}, strings.Fields(command)...), &out, &problems); status != exitFine || out.Len() == 0 {
				t.Fatalf("%s: status %d, %s", command, status, problems.String())
			}
			if word := sings(out.String()+problems.String(), append(canaries, "1987", "Aoki", "Baba", "Doi", "青木", `"name_local"`)...); word != "" {
				t.Errorf("%s in %s tells %q", command, lang, word)
			}
		}
	}
}
