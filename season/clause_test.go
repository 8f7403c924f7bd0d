package season_test

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// clausesOf reads the clauses of a text by the text's own numbers: "4(7)=4(8)"
// is its 4(7), which we cite as 4(8).
func clausesOf(t *testing.T, text string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/clauses", text+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, word := range strings.Fields(line) {
			own, cited, differs := strings.Cut(word, "=")
			if !differs {
				cited = own
			}
			ids = append(ids, strings.ReplaceAll(cited, "_", " "))
		}
	}
	return ids
}

// texts are the texts of editions in testdata/clauses, where not one of the edition's name.
var texts = map[string][]string{
	"ncs-2022":  {"ncs-2022-ja", "ncs-2022-en"},
	"jcf-2023":  {"jcf-2023-en"},
	"fide-2025": {"fide-2024-12"}, // it has the same numbers
}

// Every clause of every text has an entry with a status, and every entry is a
// clause of a text.
func TestClausesOfTheTexts(t *testing.T) {
	for _, e := range catalog.Editions() {
		about := e.About()
		edition := about.ID
		of := texts[edition]
		if of == nil {
			of = []string{edition}
		}
		var inTexts []string
		for _, text := range of {
			inTexts = append(inTexts, clausesOf(t, text)...)
		}
		statuses := map[string]regulation.Status{}
		for _, c := range about.Clauses {
			if _, twice := statuses[c.ID]; twice {
				t.Errorf("%s: clause %s has two entries", edition, c.ID)
			}
			statuses[c.ID] = c.Status
			if !slices.Contains(inTexts, c.ID) {
				t.Errorf("%s: no text has a clause %s", edition, c.ID)
			}
		}
		for _, id := range inTexts {
			if statuses[id] == "" {
				t.Errorf("%s: clause %s has no status", edition, id)
			}
		}
	}
}

// Each clause that decides a number has an example whose numbers change when the clause is
// left out; the table of the examples has the one that shows it best.
func TestComputedClausesDecide(t *testing.T) {
	t.Parallel()
	examples := map[string]*example.Example{}
	for _, name := range example.Names() {
		e, err := example.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		examples[name] = e
	}
	var table strings.Builder
	for _, edition := range catalog.Editions() {
		about := edition.About()
		for _, clause := range about.Clauses {
			_, leavable := edition.Without(clause.ID)
			switch {
			case clause.Status != regulation.Computed && leavable:
				t.Errorf("%s %s decides a number, but is called %s", about.ID, clause.ID, clause.Status)
			case clause.Status == regulation.Computed && !leavable:
				t.Errorf("%s %s cannot be left out", about.ID, clause.ID)
			case clause.Status == regulation.Computed:
				best := decides(t, examples, about.ID, clause.ID)
				if best == "" {
					t.Errorf("%s %s: no example changes when it is left out", about.ID, clause.ID)
				}
				fmt.Fprintf(&table, "%s\t%s\t%s\n", about.ID, clause.ID, best)
			}
		}
	}
	const file = "../internal/example/clauses.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	held, err := os.ReadFile(file)
	if err != nil || string(held) != table.String() {
		t.Errorf("%s is not up to date; UPDATE=1 writes it: %v", file, err)
	}
}

// A clause that is checked at intake is cited where reports are checked, and one that is the bureau's
// affair in a room of the bureau, which has the authority's text.
func TestStatusesHaveEvidence(t *testing.T) {
	cited := map[string]string{} // the code of a folder
	code := func(folder string) string {
		if cited[folder] == "" {
			var all strings.Builder
			err := filepath.WalkDir("../"+folder, func(path string, _ fs.DirEntry, err error) error {
				if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "clause.go" {
					data, failed := os.ReadFile(path)
					all.Write(data)
					return errors.Join(err, failed)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			cited[folder] = all.String()
		}
		return cited[folder]
	}
	for _, edition := range catalog.Editions() {
		about := edition.About()
		for _, c := range about.Clauses {
			first, _ := about.FirstNumber(c.ID)
			cites := regexp.MustCompile(`"` + regexp.QuoteMeta(first) + `"|//[^\n]*[ (]` + regexp.QuoteMeta(first) + `($|[^\w(.])`)
			rooms := code("internal/bureau")
			switch {
			case c.Status == regulation.Checked && !cites.MatchString(code("regulation/"+about.Authority)) && !cites.MatchString(rooms):
				t.Errorf("%s: where is %s checked?", about.ID, c.ID)
			case c.Status == regulation.ByBureau && (about.Authority == "fide" || !cites.MatchString(rooms)):
				t.Errorf("%s: where does the bureau know %s?", about.ID, c.ID)
			}
		}
	}
}

// held returns the folders of the examples for an edition. Those of an edition
// also apply to its amendments.
func held(t *testing.T, edition string) []string {
	t.Helper()
	folders := []string{edition}
	if family := catalog.Family(edition); family != "" {
		whole, err := catalog.Find(family)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range whole.Editions {
			if earlier := e.About().ID; earlier != edition {
				folders = append(folders, earlier)
			} else {
				return append(folders, family)
			}
		}
	}
	return folders
}

// under returns the regulation that an example in a folder is rated under to
// test an edition: the edition itself, or its family, with and without a
// clause.
func under(t *testing.T, folder, edition, clause string) (whole, without catalog.Regulation) {
	t.Helper()
	id := edition
	if folder == catalog.Family(edition) {
		id = folder
	}
	whole, err := catalog.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	without = whole
	without.Editions = slices.Clone(whole.Editions)
	for i, e := range without.Editions {
		if e.About().ID == edition {
			without.Editions[i], _ = e.Without(clause)
		}
	}
	return whole, without
}

// decides returns the example that shows best what leaving out a clause changes, empty if
// none changes: the one in the table, which UPDATE=1 looks for.
func decides(t *testing.T, examples map[string]*example.Example, edition, clause string) string {
	t.Helper()
	folders := held(t, edition)
	names := ranked(examples, folders, clause)
	if known := example.OfClause(edition, clause); known != "" && os.Getenv("UPDATE") == "" {
		names = []string{known}
	}
	for _, name := range names {
		e, folder := examples[name], path.Dir(name)
		whole, without := under(t, folder, edition, clause)
		before, err := e.Rate(whole)
		if err != nil {
			t.Fatal(err)
		}
		after, err := e.Rate(without)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range e.Want {
			if w.Kind != "row" && w.Kind != "list" {
				continue
			}
			was, is := before.Got(w), after.Got(w)
			for value := range w.Values {
				if was[value] != is[value] {
					return name
				}
			}
		}
	}
	return ""
}

// ranked returns the names of the examples in some folders: first the text's own example
// of the clause, then those named for it, or for the clause without its last word; then
// those of the folders in their order, the short ones first.
func ranked(examples map[string]*example.Example, folders []string, clause string) []string {
	number := func(clause string) string {
		return strings.Trim(regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(clause), "-"), "-") + "-"
	}
	whole, _, _ := strings.Cut(clause, " ")
	named := func(name string) int {
		base := path.Base(name) + "-"
		switch {
		case strings.Contains(examples[name].Comment, "example of "+clause+":"):
			return 0
		case strings.HasPrefix(base, number(clause)):
			return 1
		case strings.HasPrefix(base, number(whole)):
			return 2
		}
		return 3
	}
	size := func(name string) (n int) {
		for _, f := range examples[name].Files {
			n += len(f.Data)
		}
		return n
	}
	var names []string
	for name := range examples {
		if slices.Contains(folders, path.Dir(name)) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(named(a)-named(b), slices.Index(folders, path.Dir(a))-slices.Index(folders, path.Dir(b)), size(a)-size(b), strings.Compare(a, b))
	})
	return names
}

// Everything cited by a rating or a finding exists: clauses in the edition's
// table, readings among its readings.
func TestCitationsExist(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("../internal/example/testdata/*/*.txtar")
	for _, file := range files {
		e, err := example.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		rated, err := e.Rate(e.Regulation)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range rated.Periods {
			about := p.Edition.About()
			for _, s := range p.Trace.Steps {
				if s.What == regulation.Conversion { // TestTransitionsCite
					continue
				}
				if s.What == regulation.PerformanceRating && s.Clause == "" { // in event tables only
					continue
				}
				onlyRead := s.Clause == "" && s.Reading != "" // what is not in the text
				if s.What.String() != "entry" && !onlyRead && !cites(&about, s.Clause) {
					t.Errorf("%s: step %v cites %s %q, which does not exist", file, s.What, about.ID, s.Clause)
				}
				if s.Reading != "" && !slices.Contains(about.Readings, s.Reading) {
					t.Errorf("%s: step %v cites reading %q, which %s does not have", file, s.What, s.Reading, about.ID)
				}
			}
			for _, f := range rated.Findings {
				if f.Clause != "" && !cites(&about, f.Clause) {
					t.Errorf("%s: finding %s cites %s %q, which does not exist", file, f.ID, about.ID, f.Clause)
				}
			}
		}
	}
}

// A family's transition cites the edition before which it is made.
func TestTransitionsCite(t *testing.T) {
	for _, edition := range catalog.Editions() {
		about := edition.About()
		if step := about.Before; step != nil && (!cites(&about, step.Clause) || !slices.Contains(about.Readings, step.Reading)) {
			t.Errorf("the step before %s cites clause %q and reading %q, which do not exist", about.ID, step.Clause, step.Reading)
		}
	}
}

func cites(about *regulation.About, clause string) bool {
	return slices.ContainsFunc(about.Clauses, func(c regulation.Clause) bool { return c.ID == clause })
}
