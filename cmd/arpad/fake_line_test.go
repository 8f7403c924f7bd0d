package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever somebody types or calls a file, no line of what is printed is theirs.
func TestNoFieldFakesALine(t *testing.T) {
	const fake = "x\nFAKE the report is admitted"
	folder := t.TempDir()
	t.Setenv("ARPAD_DB", filepath.Join(folder, "arpad.db"))
	t.Setenv("ARPAD_CLOCK", "2024-01-10T12:00:00+09:00")
	for _, args := range [][]string{
		{"init", "--authority", "ncs", "--label", "2024-01", "../../demo/japan/opening.csv"},
		{"report", "submit", "--from", fake, "../../demo/japan/reports/new-year-rapid.trf"},
		{"--as", fake, "report", "withhold", "2024-01-0001", "--reason", fake},
		{"report", "show", "2024-01-0001"}, {"report", "list"}, {"today"}, {"event", "2024-01-0001"},
		{"--as", fake, "precedent", "add", "--title", fake, "--text", fake, "--by", fake, "--clause", fake},
		{"precedent", "list"}, {"precedent", "show", "P1"},
		{"inquiry", "add", "--who", fake, "--contact", fake, "--what", fake, "--player", "N00000002"},
		{"inquiry", "list"}, {"inquiry", "show", "Q1"}, {"inquiry", "close", "Q1", "--reason", "done\nFAKE"}, {"inquiry", "show", "Q1"},
		{"player", "distinct", "N00000002", "N00000003", "--reason", fake}, {"player", "show", "N00000002"},
		{"log"}, {"find", fake}, {"report", "show", fake}, {"doctor"},
	} {
		var out, errOut bytes.Buffer
		for i, arg := range args {
			if arg == "--as" { // it belongs to the command
				args = append(append(append([]string(nil), args[i+2:]...), arg), args[i+1])
				break
			}
		}
		if status := run(args, &out, &errOut); status == exitFailed && !strings.Contains(errOut.String(), "<U+000A>") {
			t.Errorf("arpad %q: %s", args, errOut.String())
		}
		for line := range strings.Lines(out.String() + errOut.String()) {
			if strings.HasPrefix(strings.TrimLeft(line, "- "), "FAKE") && !(args[1] == "show" && args[0] == "precedent" && strings.HasPrefix(line, "    ")) {
				t.Errorf("arpad %q prints %q", args, line)
			}
		}
	}
}
