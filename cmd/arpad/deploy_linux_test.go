package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/internal/test/need"
	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// systemd takes the units of docs/deploy.md with that of the package, and the program takes the commands in them. The standby is promoted by the
// commands that the tests of the switch run.
func TestDeployPage(t *testing.T) {
	t.Parallel()
	need.Program(t, "systemd-analyze")
	page, err := os.ReadFile("../../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := os.ReadFile("../../dist/arpad.service")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```ini\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	if len(blocks) != 2 {
		t.Errorf("the page has %d blocks for systemd", len(blocks))
	}
	for _, block := range blocks {
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, "arpad.service.d"), 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"arpad.service": string(unit), "arpad.service.d/site.conf": block[1]} {
			write(t, filepath.Join(folder, name), []byte(strings.ReplaceAll(text, "/usr/bin/arpad", program)))
		}
		c := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", "arpad.service")
		c.Env = append(os.Environ(), "SYSTEMD_UNIT_PATH="+folder+":")
		if said, err := c.CombinedOutput(); err != nil || len(said) > 0 {
			t.Errorf("%v: %s\n%s", err, said, block[1])
		}
	}
	for _, command := range regexp.MustCompile(`(?m)^(?:ExecStart=/usr/bin/|\$ )arpad (.*)$`).FindAllStringSubmatch(string(page), -1) {
		parser, err := kong.New(&commands{}, variables("en"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(strings.Fields(command[1])); err != nil {
			t.Errorf("%s: %v", command[1], err)
		}
	}
	for _, command := range pgtest.Promotion("/var/lib/postgresql/15/main") {
		line := "\n$"
		for _, word := range command {
			if strings.Contains(word, " ") || strings.HasSuffix(word, ")") {
				word = `"` + word + `"`
			}
			line += " " + word
		}
		if !strings.Contains(string(page), line+"\n") {
			t.Errorf("the page does not have%s", line)
		}
	}
}
