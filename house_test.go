// The tests of the whole repository: what a linter cannot say.
package arpad

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/arpadchess/arpad"

// pkg is a package as the go command lists it.
type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Standard   bool
}

// packages returns all packages, by their import paths.
func packages(t *testing.T) map[string]pkg {
	t.Helper()
	all, err := listed()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var listed = sync.OnceValues(func() (map[string]pkg, error) {
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,Standard", "./...").Output()
	if err != nil {
		return nil, err
	}
	all := map[string]pkg{}
	for in := json.NewDecoder(bytes.NewReader(out)); ; {
		var p pkg
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all[p.ImportPath] = p
	}
})

// The engine and the formats TRF and JSON, which know no clock.
var engine = []string{
	"rating", "civil", "finding", "roster", "roster/fidelist", "report", "report/pack", "regulation", "regulation/elo", "regulation/ncs",
	"regulation/nscl", "regulation/chessa", "regulation/fide", "regulation/catalog", "season", "internal/adoption", "report/trf", "report/json", "internal/identity", "internal/twin",
}

// Every package has a line in the import rules of .golangci.yml, by which it may import
// something at all.
func TestEveryPackageHasItsImports(t *testing.T) {
	rules := source(t, ".golangci.yml")
	for path, p := range packages(t) {
		name, ours := strings.CutPrefix(path, module+"/")
		if !ours || strings.HasPrefix(name, "internal/test/") || len(p.GoFiles) == 0 {
			continue
		}
		if n := strings.Count(rules, `"**/`+name+`/*.go"`); n != 1 {
			t.Errorf("the import rules in .golangci.yml name %s %d times, want once", name, n)
		}
	}
}

// Every fuzz target is one of make fuzz, and every format of reports has one.
func TestReadersAreFuzzed(t *testing.T) {
	_, list, _ := strings.Cut(source(t, "Makefile"), "FUZZED := ")
	list, _, _ = strings.Cut(list, "\n\n")
	fuzzed := strings.Fields(strings.ReplaceAll(list, "\\", " "))
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	all := packages(t)
	var targets []string
	for path, p := range all {
		name, ours := strings.CutPrefix(path, module+"/")
		tests, err := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range tests {
			for _, m := range target.FindAllStringSubmatch(source(t, file), -1) {
				if ours {
					targets = append(targets, name+":"+m[1])
				}
			}
		}
	}
	for _, name := range targets {
		if !slices.Contains(fuzzed, name) {
			t.Errorf("FUZZED in the Makefile lacks %s", name)
		}
	}
	for _, name := range fuzzed {
		if !slices.Contains(targets, name) {
			t.Errorf("FUZZED in the Makefile has %s, which is no target", name)
		}
	}
	for _, path := range all[module+"/report/file"].Imports {
		format, ours := strings.CutPrefix(path, module+"/report/")
		if ours && !slices.ContainsFunc(targets, func(name string) bool { return strings.HasPrefix(name, "report/"+format+":") }) {
			t.Errorf("report/%s has no fuzz target", format)
		}
	}
}

// mostLines is the maximum number of lines of a room of the bureau, without its
// tests and the table of claims (claims.go, claims_section.go).
const mostLines = 3500

func TestRoomsAreSmall(t *testing.T) {
	for path, p := range packages(t) {
		if !strings.HasPrefix(path, module+"/internal/bureau") {
			continue
		}
		lines := 0
		for _, file := range p.GoFiles {
			if file == "claims.go" || file == "claims_section.go" {
				continue
			}
			lines += strings.Count(source(t, filepath.Join(p.Dir, file)), "\n")
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, more than %d", path, lines, mostLines)
		}
	}
}

// Every CSV leaves through internal/sheet, so that no cell of it is a formula.
func TestTablesLeaveThroughTheSheet(t *testing.T) {
	for path, p := range packages(t) {
		if !strings.HasPrefix(path, module) || strings.HasSuffix(path, "/internal/sheet") {
			continue
		}
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "csv.NewWriter(") && !strings.Contains(string(text), "sheet.NewWriter(") || strings.Contains(string(text), `"encoding/csv"`) {
				t.Errorf("%s writes CSV by itself", filepath.Join(path, file))
			}
		}
	}
}

// What is printed passes one place, which makes it harmless for a terminal.
func TestTerminalIsWrittenToInOnePlace(t *testing.T) {
	allowed := []string{"cmd/arpad/main.go", "cmd/arpad/stop.go", "cmd/arpad-wasm/main.go", "internal/test/benchpairs/main.go", "internal/test/client/main.go", "internal/test/post/demo/main.go"} // all but the first print only words of ours
	for path, p := range packages(t) {
		folder, ours := strings.CutPrefix(path, module+"/")
		for _, file := range p.GoFiles {
			name := folder + "/" + file
			if !ours || slices.Contains(allowed, name) {
				continue
			}
			if text := source(t, filepath.Join(p.Dir, file)); strings.Contains(text, "os.Stdout") || strings.Contains(text, "os.Stderr") || strings.Contains(text, "fmt.Print") {
				t.Errorf("%s writes to the terminal by itself", name)
			}
		}
	}
}

// Whatever changes a bureau goes through its gate, Bureau.Do; beside it only a bureau that begins, one
// that comes from elsewhere, signing and the store itself write.
func TestGateIsTheWayToWrite(t *testing.T) {
	allowed := []string{
		"internal/bureau/checksum.go", "internal/bureau/care/export.go", "internal/bureau/closing/init.go", "internal/office/guard.go", "internal/store/backup.go", "internal/tamper/guard.go",
	}
	write := regexp.MustCompile(`\.(Update|change)\(ctx,|\.Update\(context\.`)
	found := []string{"internal/bureau/gate.go"}
	for path, p := range packages(t) {
		folder, ours := strings.CutPrefix(path, module+"/")
		for _, file := range p.GoFiles {
			name := folder + "/" + file
			if ours && !strings.HasPrefix(name, "internal/test/") && write.MatchString(source(t, filepath.Join(p.Dir, file))) {
				found = append(found, name)
			}
		}
	}
	slices.Sort(found)
	if found = slices.Compact(found); !slices.Equal(found, slices.Sorted(slices.Values(append(allowed, "internal/bureau/gate.go")))) {
		t.Errorf("these write to a bureau: %v", found)
	}
}

// The engine may use the calendar of package time, but not its clock.
func TestEngineHasNoClock(t *testing.T) {
	now := regexp.MustCompile(`\btime\.(Now|Since|Until|Sleep|After|Tick|NewTimer|NewTicker|Local|LoadLocation)\b`)
	all := packages(t)
	for _, name := range engine {
		p := all[module+"/"+name]
		for _, file := range p.GoFiles {
			if m := now.FindString(source(t, filepath.Join(p.Dir, file))); m != "" {
				t.Errorf("%s/%s uses %s", name, file, m)
			}
		}
	}
}

// Every package has a comment.
func TestPackageComments(t *testing.T) {
	for path, p := range packages(t) {
		if p.Standard || !strings.HasPrefix(path, module) || len(p.GoFiles) == 0 {
			continue
		}
		documented := slices.ContainsFunc(p.GoFiles, func(name string) bool {
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.PackageClauseOnly)
			return err == nil && file.Doc != nil && len(file.Doc.Text()) > 60
		})
		if !documented {
			t.Errorf("%s has no package comment", path)
		}
	}
}

// Text for people is in the locale files: the code contains no Japanese.
func TestTextStandsInLocaleFiles(t *testing.T) {
	japanese := regexp.MustCompile(`\p{Hiragana}|\p{Katakana}`)
	allowed := []string{"internal/synth/", "internal/test/simulation/", "internal/bureau/settings.go", "internal/sheet/foreign.go", "report/chessresults/words.go", "report/file/letters.go", "report/gamelist/words.go", "report/nobody.go", "internal/test/specimen/", "internal/test/mails/"} // names of invented people and of federations, what they write in reports, of columns, and the letters of languages
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if m := japanese.FindString(source(t, path)); m != "" && !slices.ContainsFunc(allowed, func(folder string) bool { return strings.HasPrefix(filepath.ToSlash(path), folder) }) {
			t.Errorf("%s holds %q", path, m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// source returns the text of a file.
func source(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
