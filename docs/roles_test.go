package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
)

// rolesPage returns the page of who may do what, generated from the table of acts.
func rolesPage() string {
	var b strings.Builder
	b.WriteString("# Who may do what\n\n")
	b.WriteString("Everything that changes a bureau is an act: a command, a word of the log, a line of this table. Whoever is at the machine itself may do\n")
	b.WriteString("all of it and is asked for reasons only; accounts may do what stands here, some only with what is their own. The page is written from the\n")
	b.WriteString("code; `UPDATE=1 go test ./docs` regenerates it.\n\n")
	b.WriteString("| act | with everything | with their own | asked for | effect first |\n|---|---|---|---|---|\n")
	roles := []string{"player", "organiser", "officer", "treasurer", "auditor", "administrator"}
	asks := []string{"reason", "what was seen", "fresh second factor", "second officer, if the bureau wants one"}
	for _, l := range act.Table {
		look := ""
		if l.Look {
			look = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", strings.ReplaceAll(l.ID, ".", " "), named(uint8(l.Any), roles), named(uint8(l.Own), roles), named(uint8(l.Ask), asks), look)
	}
	return b.String()
}

// named returns the names of the bits of a set.
func named(set uint8, names []string) string {
	var all []string
	for i, name := range names {
		if set&(1<<i) != 0 {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

func TestRoles(t *testing.T) {
	if bureau.Administrator != 1<<5 || bureau.Another != 1<<3 {
		t.Error("a role or what is asked for has no name")
	}
	want := rolesPage()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("roles.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("roles.md")
	if err != nil || string(got) != want {
		t.Errorf("roles.md is not what the code says (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}
