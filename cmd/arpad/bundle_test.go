package main

import (
	"bytes"
	"strings"
	"testing"
)

// A bundle contains no names, whatever the list shows: players are IDs.
func TestBundleNamesNobody(t *testing.T) {
	liveUpTo(t, "inquiry close")
	for _, command := range []string{"bundle 2023-01 -", "bundle 2023-02 -", "bundle --revision 1 2023-02 -"} {
		var out, problems bytes.Buffer
		if status := run(strings.Fields(command), &out, &problems); status != exitFine || !strings.Contains(out.String(), "N00000001") {
			t.Fatalf("%s: status %d, %s", command, status, problems.String())
		}
		if word := findWord(out.String(), append(canaries, "Aoki Ren", "Baba Mio", "Chiba Sota", "青木", "馬場", "1987-")...); word != "" {
			t.Errorf("%s tells %q", command, word)
		}
	}
}
