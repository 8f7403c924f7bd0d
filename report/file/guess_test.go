package file_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report/file"
)

// Encodings are told by what the bytes would say in each; one that cannot be told is
// asked for, never guessed.
func TestEncodingsAreTold(t *testing.T) {
	little, big := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for _, c := range []struct {
		text string
		in   encoding.Encoding
		told string // empty: it is asked for
	}{
		{"001 Dvořák, Jiří\n001 Čapek, Karel\n", charmap.Windows1250, "windows-1250"},
		{"001 Wiśniewski, Paweł\n001 Żak, Józef\n", charmap.Windows1250, "windows-1250"},
		{"001 Kőszegi, Ernő\n032 HUN\n", charmap.Windows1250, "windows-1250"},
		{"001 Sørensen, Bjørn\n", charmap.Windows1252, "windows-1252"},
		{"001 Müller, Jürgen\n", charmap.Windows1252, "windows-1252"},
		{"001 Muñoz, Íñigo\n001 Ibáñez, Begoña\n", charmap.Windows1252, "windows-1252"},
		{"001 Παπαδόπουλος, Νίκος\n", charmap.Windows1253, "windows-1253"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.ShiftJIS, "shift_jis"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.EUCJP, "euc-jp"},
		{"001 青木 蓮\n001 馬場 みお\n", japanese.ISO2022JP, "iso-2022-jp"},
		{"001 青木 蓮 and others\n", little, "utf-16"},
		{"001 青木 蓮 and others\n", big, "utf-16"},
		{"001 Tõn\n", charmap.Windows1252, ""}, // or Tőn
	} {
		data, err := c.in.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(c.text, err)
		}
		var found finding.Collector
		text := file.Decode([]byte(data), "", &found)
		if c.told == "" {
			if len(found.Findings) != 1 || found.Findings[0].ID != "encoding-undecided" || !found.Refused() {
				t.Errorf("%q: %q %v", c.text, text, found.Findings)
			}
			continue
		}
		if text != c.text || len(found.Findings) != 1 || found.Findings[0].Value("encoding") != c.told {
			t.Errorf("%q as %s: got %q, %v", strings.TrimSpace(c.text), c.told, text, found.Findings)
		}
	}
}
