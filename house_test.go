// Package arpad holds the tests of the house as a whole: which room may use
// which, and that each says what it is for.
package arpad

import (
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
	"testing"
)

const module = "github.com/arpadchess/arpad"

// pkg is a package as the go command lists it.
type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
	Deps       []string
	Standard   bool
}

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=ImportPath,Dir,GoFiles,Imports,Deps,Standard", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]pkg{}
	for in := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := in.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

// The engine, and the formats TRF and JSON, are pure: they know the words of the
// field and themselves, no clock, no chance, no file, no network, no log, and no
// module but ours.
var engine = []string{
	"rating", "civil", "finding", "roster", "roster/fidelist", "report", "report/pack", "regulation", "regulation/elo", "regulation/ncs",
	"regulation/nscl", "regulation/chessa", "regulation/fide", "regulation/catalog", "season", "report/trf", "report/json", "report/doubt", "report/twin",
}

// The rules: whoever matches of (a regular expression of our packages, without
// the module) must not depend on what matches the other.
var rules = []struct{ of, not, why string }{
	{`^(rating|civil|finding)$`, `^` + module + `/`, "the words of the field need nobody"},
	{`^roster$`, `^` + module + `/(report|regulation|season|explain|cmd)`, "players know no reports and rules"},
	{`^roster/fidelist$`, `^` + module + `/(report|regulation|season|explain|synth|cmd)`, "a list of FIDE knows players alone"},
	{`^report(/pack)?$`, `^` + module + `/(roster|regulation|season|explain|cmd|report/(trf|json|file))`, "a report knows no format and no rule"},
	{`^report/(trf|json)$`, `^` + module + `/(roster|regulation|season|explain|cmd|report/file)`, "a format knows the report alone"},
	{`^report/(doubt|twin)$`, `^` + module + `/(regulation|season|explain|cmd|synth|report/(trf|json|file))`, "what is doubted in a report goes by no format and no rule"},
	{`^regulation(/.*)?$`, `^` + module + `/(season|explain|cmd|report/(trf|json|file)|synth)`, "rules know no files, words and commands"},
	{`^regulation/(ncs|nscl|chessa|fide)$`, `^` + module + `/regulation/(catalog|season)`, "an authority does not know of the catalog"},
	{`^regulation/ncs$`, `^` + module + `/regulation/(nscl|chessa|fide)$`, "an authority does not know of the others"},
	{`^regulation/nscl$`, `^` + module + `/regulation/(ncs|chessa|fide)$`, "an authority does not know of the others"},
	{`^regulation/chessa$`, `^` + module + `/regulation/(ncs|nscl|fide)$`, "an authority does not know of the others"},
	{`^regulation/fide$`, `^` + module + `/regulation/(ncs|nscl|chessa)$`, "an authority does not know of the others"},
	{`^season$`, `^` + module + `/(explain|cmd|report/(trf|json|file)|synth)`, "rating knows no files, words and commands"},
	{`^explain$`, `^` + module + `/(season|cmd|report/(trf|json|file)|synth|roster/.*)`, "an explanation is a rendering of a trace"},
	{`^bureau(/.*)?$`, `^(` + module + `/(explain|cmd|store|synth|report/(trf|json|file))|golang\.org/|modernc\.org/|github\.com/([^a]|a[^r]|ar[^p]))`, "the domain knows no format, no words, no database and no module of others"},
	{`^store(/.*)?$`, `^` + module + `/(explain|cmd|synth)`, "a store moves documents"},
	{`^(store|cmd/.*)$`, `^` + module + `/store/(pgtest|storetest)`, "servers for tests are for tests"},
	{`^([^c]|c[^m]).*$`, `^` + module + `$`, "the front door is for programs"},
	{`^tamper$`, `^` + module + `/(explain|cmd|store|synth|report/(trf|json|file))`, "a proof knows the bureau alone"},
	{`^(bureau(/.*)?|store(/.*)?|explain)$`, `^` + module + `/tamper`, "nobody needs the proof to work"},
	{`^document$`, `^(` + module + `/(cmd|store|tamper|synth|internal/office|report/(trf|json|file))|github\.com/alecthomas/)`, "a document knows what is shown, no database, no format of reports and no flags"},
	{`^internal/office$`, `^(` + module + `/(cmd|explain|document|synth|report/(trf|json|file))|github\.com/alecthomas/)`, "an office opens a bureau for every door, and knows none of them"},
	{`^(bureau(/.*)?|store(/.*)?|tamper|explain|season|document)$`, `^` + module + `/internal/office`, "who works in a bureau has not opened it"},
	{`^(bureau(/.*)?|store(/.*)?|tamper|explain|season)$`, `^` + module + `/document`, "who makes a value does not know how programs read it"},
	{`^synth$`, `^` + module + `/(regulation|season|explain|cmd)`, "a made-up federation knows no rules"},
	{`.*`, `^` + module + `/(cmd|internal/simulation)`, "nobody imports a command, or what lives for its own test"},
	{`^[^i]`, `^` + module + `/(internal/oracle|bureau/bureautest)`, "what tests need is for tests"},
}

// The rooms of the bureau, and which of the others each may import. Everyone may
// import the frame, bureau itself; nobody else's room stands open.
var bureauRooms = []struct {
	name    string
	imports []string
}{
	{"lists", nil},
	{"register", []string{"lists"}},
	{"proof", []string{"lists", "register"}},
	{"vault", []string{"lists"}},
	{"intake", []string{"lists", "register", "vault"}},
	{"matrix", []string{"lists", "intake"}},
	{"desk", []string{"lists", "register", "intake"}},
	{"events", []string{"register", "intake"}},
	{"closing", []string{"lists", "register", "proof", "intake", "events"}},
	{"correction", []string{"lists", "register", "proof", "intake", "desk", "closing"}},
	{"privacy", []string{"lists", "register", "proof", "vault", "intake", "correction"}},
	{"care", []string{"lists", "register", "proof", "vault", "intake", "correction"}},
	{"view", []string{"lists", "register", "intake", "desk", "events", "closing", "correction"}},
	{"bureautest", []string{"lists", "register", "vault", "intake"}},
}

// mostLines is how long a room of the bureau may become, without its tests.
const mostLines = 3500

func TestRoomsOfTheBureau(t *testing.T) {
	all := packages(t)
	const frame = module + "/bureau"
	known := map[string]bool{}
	for _, room := range bureauRooms {
		known[room.name] = true
		p, ok := all[frame+"/"+room.name]
		if !ok {
			t.Errorf("there is no room %s", room.name)
			continue
		}
		for _, imported := range p.Imports {
			other, ours := strings.CutPrefix(imported, frame+"/")
			if ours && !slices.Contains(room.imports, other) {
				t.Errorf("%s imports %s", room.name, other)
			}
		}
		lines := 0
		for _, file := range p.GoFiles {
			text, err := os.ReadFile(filepath.Join(p.Dir, file))
			if err != nil {
				t.Fatal(err)
			}
			lines += strings.Count(string(text), "\n")
		}
		if lines > mostLines {
			t.Errorf("%s has %d lines, more than %d", room.name, lines, mostLines)
		}
	}
	for path, p := range all {
		if name, ours := strings.CutPrefix(path, frame+"/"); ours && !known[name] {
			t.Errorf("room %s stands in no row", name)
		}
		if path != frame {
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, frame+"/") {
				t.Errorf("the frame imports %s", imported)
			}
		}
	}
}

func TestRoomsKeepToThemselves(t *testing.T) {
	all := packages(t)
	for path, p := range all {
		name, ours := strings.CutPrefix(path, module+"/")
		if !ours || p.Standard {
			continue
		}
		for _, rule := range rules {
			if !regexp.MustCompile(rule.of).MatchString(name) {
				continue
			}
			forbidden := regexp.MustCompile(rule.not)
			for _, dep := range p.Deps {
				if forbidden.MatchString(dep) && dep != path {
					t.Errorf("%s depends on %s: %s", name, dep, rule.why)
				}
			}
		}
	}
}

func TestEngineIsPure(t *testing.T) {
	all := packages(t)
	impure := map[string]bool{
		"math/rand": true, "math/rand/v2": true, "crypto/rand": true, "database/sql": true, "net": true, "net/http": true, "log": true,
		"log/slog": true, "os": true, "os/exec": true, "reflect": true, "unsafe": true, "embed": true, "plugin": true,
	}
	for _, name := range engine {
		p, ok := all[module+"/"+name]
		if !ok {
			t.Fatalf("there is no package %s", name)
		}
		for _, imported := range p.Imports {
			switch {
			case impure[imported]:
				t.Errorf("%s imports %s", name, imported)
			case !all[imported].Standard && !strings.HasPrefix(imported, module+"/"):
				t.Errorf("%s imports %s, which is not ours", name, imported)
			}
		}
	}
}

// The clock is in package time; the engine may use its calendar, not its now.
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

// Every package says in a comment what it is for.
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

// Text for people stands in the locale files: no Japanese, and no sentence of a
// finding, stands in the code.
func TestTextStandsInLocaleFiles(t *testing.T) {
	japanese := regexp.MustCompile(`\p{Hiragana}|\p{Katakana}`)
	allowed := map[string]bool{"synth": true} // names of invented people
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		if m := japanese.FindString(source(t, path)); m != "" && !allowed[strings.Split(filepath.ToSlash(path), "/")[0]] {
			t.Errorf("%s holds %q", path, m)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// source reads a file of ours.
func source(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
