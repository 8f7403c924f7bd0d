package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// What cannot be converted is named, nothing is written, and the exit status is
// that of unusable input.
func TestConvertRefusesWhatItCannotConvert(t *testing.T) {
	folder := t.TempDir()
	for name, c := range map[string]struct{ text, to, said string }{
		"letter.txt": {"Dear sir,", "json", "letter.txt:1: error"},
		"sides.trf": {"012 Wrong\n042 2023/02/01\n" +
			"001    1      Aoki Ren                                                               1.0    1     2 w 1\n" +
			"001    2      Baba Mio                                                               1.0    2     1 b 1\n", "json", "sides.trf:3:92: error"},
		"empty.json": {`{"schema": "arpad.report/1", "name": "Empty"}`, "trf26", "empty.json has no section"},
		"high.json": {`{"schema": "arpad.report/1", "name": "High", "start": "2024-01-01", "sections": [{"players": [{"start_number": 12345, "name": "Aoki Ren"}]}]}`,
			"trf16", "is 12345"},
	} {
		path := filepath.Join(folder, name)
		write(t, path, []byte(c.text))
		var out, problems bytes.Buffer
		if status := run([]string{"convert", "--to", c.to, path}, &out, &problems); status != exitFailed {
			t.Errorf("%s: got exit status %d, want %d", name, status, exitFailed)
		}
		if out.Len() > 0 || !strings.Contains(problems.String(), c.said) {
			t.Errorf("%s: got %q and %q, want %q", name, out.String(), problems.String(), c.said)
		}
	}
}

// A report without a section can be written as JSON.
func TestConvertWithoutSections(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.json")
	write(t, path, []byte(`{"schema": "arpad.report/1", "name": "Empty"}`))
	var out, problems bytes.Buffer
	if status := run([]string{"convert", "--to", "json", path}, &out, &problems); status != exitFine || !strings.Contains(out.String(), `"Empty"`) {
		t.Errorf("got exit status %d, %q and %q", status, out.String(), problems.String())
	}
}
