package docs

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/rooms"
)

// rolesPage returns the page of who may do what, generated from the table of acts.
func rolesPage() string {
	var b strings.Builder
	b.WriteString("# Who may do what\n\n")
	b.WriteString("Everything that changes a bureau is an act: a command, a word of the log, a line of this table. Whoever is at the machine itself may do\n")
	b.WriteString("all of it and is asked for reasons only; accounts may do what stands here, some only with what is their own. The page is written from the\n")
	b.WriteString("code; `UPDATE=1 go test ./docs` regenerates it. A program whose key may `submit` does what organisers do with their own but `club contact` ([programs](programs.md)).\n\n")
	b.WriteString("Where a page is named, its form is there; every act of an account has one.\n\n")
	b.WriteString("| act | with everything | with their own | asked for | effect first | on pages |\n|---|---|---|---|---|---|\n")
	roles := []string{"player", "organiser", "officer", "treasurer", "auditor", "administrator"}
	asks := []string{"reason", "what was seen", "fresh second factor", "second officer, if the bureau wants one"}
	for _, l := range act.Table {
		look := ""
		if l.Look {
			look = "yes"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", strings.ReplaceAll(l.ID, ".", " "), named(uint8(l.Any), roles), named(uint8(l.Own), roles), named(uint8(l.Ask), asks), look, pagesOf(l.ID))
	}
	return b.String()
}

// pagesOf returns the pages that show the form of an act.
func pagesOf(id string) string {
	var all []string
	for _, rt := range portal.Pages(rooms.All...) {
		if slices.Contains(rt.Acts, id) {
			all = append(all, "`/"+rt.Path+"`")
		}
	}
	return strings.Join(all, ", ")
}

// Every act that an account may do has its place on a page.
func TestActsHavePages(t *testing.T) {
	for i := range act.Table {
		if l := &act.Table[i]; pagesOf(l.ID) == "" {
			t.Errorf("%s is on no page", l.ID)
		}
	}
	for _, rt := range portal.Pages(rooms.All...) {
		for _, id := range rt.Acts {
			if act.Find(id) == nil {
				t.Errorf("%s shows the form of %s, which is no act", rt.Path, id)
			}
		}
	}
}

// audiencesPage returns the page of who reads what, generated from the table of documents.
func audiencesPage() string {
	var b strings.Builder
	b.WriteString("# Who reads what\n\n")
	b.WriteString("Every document that a bureau shows is a line of this table. \"Whole\" is as officers read it; \"audited\" is as officers read it, without births\n")
	b.WriteString("and how people are reached; \"own\" is what is the player's or the organiser's club's, in a form of its own. Of all else nobody learns whether\n")
	b.WriteString("there is such a thing. An officer who is an organiser, too, reads as an officer. What everybody reads is at the end. The page is written from\n")
	b.WriteString("the code; `UPDATE=1 go test ./docs` regenerates it.\n\n")
	b.WriteString("| document | by | player | organiser | officer | treasurer | auditor | administrator |\n|---|---|---|---|---|---|---|---|\n")
	var public []string
	for _, of := range view.Audiences() {
		if of.Public {
			public = append(public, "`"+of.Document+"`")
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s |", of.Document, of.Of)
		for role := bureau.Player; role <= bureau.Administrator; role <<= 1 {
			form := ""
			for _, f := range []struct {
				roles bureau.Role
				name  string
			}{{of.Whole, " whole"}, {of.Audited, " audited"}, {of.Own, " own"}} {
				if f.roles&role != 0 {
					form += f.name
				}
			}
			b.WriteString(form + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\nAn organiser is told who is a member (`announced-members`, `card`, `entered-members`, `entries`, `members`) after it was kept that they looked. A club\n")
	b.WriteString("reads what the office has asked it until 90 days after the answer. Of what others ask about its event it reads the answer; nobody but officers reads words and who asked.\n")
	for _, of := range view.Audiences() {
		if view.AsksFactor(of.Document) {
			fmt.Fprintf(&b, "An account reads `%s` only within five minutes of showing a second factor (`factor-needed`).\n", of.Document)
		}
	}
	b.WriteString("\n")
	b.WriteString("Everybody reads " + strings.Join(public, ", ") + ".\n")
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
	for file, want := range map[string]string{"roles.md": rolesPage(), "audiences.md": audiencesPage()} {
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != want {
			t.Errorf("%s is not what the code says (%v); UPDATE=1 go test ./docs regenerates it", file, err)
		}
	}
}
