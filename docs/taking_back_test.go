package docs

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/desk"
)

// takingBackPage returns the page of what is taken back and how, generated from the code.
func takingBackPage() string {
	var b strings.Builder
	b.WriteString("# Taking back\n\n")
	b.WriteString("Until the list is out everything that was decided can be decided otherwise, by the same command with another value, and taken back. What is taken\n")
	b.WriteString("back leaves a report as it was before; what it had taken the place of stands again. The log keeps all of it, and says in words what was decided\n")
	b.WriteString("(`arpad log`). Taking back needs a reason where deciding does. What a list was made of is refused then, and the refusal shows the command that\n")
	b.WriteString("[corrects](corrections.md) it; what was decided after the list is taken back as before. A decision on an entry follows it through new files, and is\n")
	b.WriteString("never taken for what a file states. The page is written from the code; `UPDATE=1 go test ./docs` regenerates it.\n\n")
	b.WriteString("| in the log | command | another value | taken back by | once the list is out |\n|---|---|---|---|---|\n")
	for _, k := range desk.Kinds() {
		again, undo, after := k.Again, k.Undo, k.After
		switch {
		case again == "" && k.Command() != "":
			again = "replaces it"
		case k.Command() == "":
			again = ""
		}
		switch {
		case undo == "":
			undo = "`" + k.Command() + " --undo`"
		case !strings.HasPrefix(undo, "("):
			undo = "`" + undo + "`"
		default:
			undo = "*" + strings.Trim(undo, "()") + "*"
		}
		if k.Correct != "" {
			correct := "`" + strings.TrimPrefix(explain.Command(finding.Action{ID: k.Correct}), "arpad ") + "`"
			after = strings.TrimSuffix(correct+"; "+after, "; ")
		}
		command := ""
		if k.Command() != "" {
			command = "`" + k.Command() + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", strings.Join(k.Acts, "`, `"), command, again, undo, after)
	}
	return b.String()
}

func TestTakingBack(t *testing.T) {
	want := takingBackPage()
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile("taking-back.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("taking-back.md")
	if err != nil || string(got) != want {
		t.Errorf("taking-back.md is not what the code says (%v); UPDATE=1 go test ./docs regenerates it", err)
	}
}
