package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The page about data protection says of everything that is kept what it is for, how long it stays and what
// an erasure does: of each kind of document, each table of rows, and each table of the work database.
func TestDataProtectionNamesAllThatIsKept(t *testing.T) {
	page, err := os.ReadFile("data-protection.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string][]string{} // by the heading
	heading := ""
	for line := range strings.Lines(string(page)) {
		if name, is := strings.CutPrefix(line, "## "); is {
			heading = strings.TrimSpace(name)
		}
		if cells := strings.Split(line, "|"); len(cells) > 2 && strings.Contains(cells[1], "`") {
			if len(cells) != 6 || slices.ContainsFunc(cells[2:5], func(cell string) bool { return strings.TrimSpace(cell) == "" }) {
				t.Errorf("a cell is empty: %s", line)
			}
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[1], -1) {
				named[heading] = append(named[heading], m[1])
			}
		}
	}
	var kinds []string
	d := bureautest.EveryKind(t)
	d.Look(func(r bureau.Reader) (err error) {
		kinds, err = r.Kinds()
		return err
	})
	var relations, work []string
	for _, relation := range rows.All {
		relations = append(relations, relation.Name)
	}
	files, err := filepath.Glob("../internal/store/migrations/work/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`CREATE TABLE work\.([a-z_]+)`).FindAllStringSubmatch(string(text), -1) {
			work = append(work, m[1])
		}
	}
	for heading, want := range map[string][]string{"Documents": kinds, "Rows": relations, "The work database": work} {
		got := named[heading]
		slices.Sort(got)
		slices.Sort(want)
		for _, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("%s: %s is not named", heading, name)
			}
		}
		for i, name := range got {
			if !slices.Contains(want, name) || i > 0 && got[i-1] == name {
				t.Errorf("%s: %s is named, and there is no such thing, or it is named twice", heading, name)
			}
		}
	}
}
