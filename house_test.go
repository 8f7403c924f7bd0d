// Package arpad holds the tests of the whole repository: which package may
// import which, and that each is documented.
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

// The engine and the formats TRF and JSON are pure: no clock, no randomness, no
// file, no network, no log, and no third-party module.
var engine = []string{
	"rating", "civil", "finding", "roster", "roster/fidelist", "report", "report/pack", "regulation", "regulation/elo", "regulation/ncs",
	"regulation/nscl", "regulation/chessa", "regulation/fide", "regulation/catalog", "season", "season/adoption", "report/trf", "report/json", "report/doubt", "report/twin",
}

// The import rules: a package matching of (a regular expression of our
// packages, without the module) must not depend on one matching not.
var rules = []struct{ of, not, why string }{
	{`^(rating|civil|finding)$`, `^` + module + `/`, "basic types depend on nothing"},
	{`^roster$`, `^` + module + `/(report|regulation|season|explain|cmd)`, "players know neither reports nor rules"},
	{`^roster/fidelist$`, `^` + module + `/(report|regulation|season|explain|synth|cmd)`, "a FIDE list knows only players"},
	{`^report(/pack)?$`, `^` + module + `/(roster|regulation|season|explain|cmd|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))`, "a report knows neither formats nor rules"},
	{`^report/(trf|json)$`, `^` + module + `/(roster|regulation|season|explain|cmd|report/file)`, "a format knows only the report"},
	{`^report/(table|template|chessresults|swissperfect|gamelist)$`, `^` + module + `/(roster|regulation|season|explain|cmd|bureau|report/file)`, "a format knows only the report"},
	{`^report/(doubt|twin)$`, `^` + module + `/(regulation|season|explain|cmd|synth|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))`, "doubts depend on neither formats nor rules"},
	{`^regulation(/.*)?$`, `^` + module + `/(season|explain|cmd|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist)|synth)`, "rules know neither files nor texts nor commands"},
	{`^regulation/(ncs|nscl|chessa|fide)$`, `^` + module + `/regulation/(catalog|season)`, "an authority does not know the catalog"},
	{`^regulation/ncs$`, `^` + module + `/regulation/(nscl|chessa|fide)$`, "an authority does not know the others"},
	{`^regulation/nscl$`, `^` + module + `/regulation/(ncs|chessa|fide)$`, "an authority does not know the others"},
	{`^regulation/chessa$`, `^` + module + `/regulation/(ncs|nscl|fide)$`, "an authority does not know the others"},
	{`^regulation/fide$`, `^` + module + `/regulation/(ncs|nscl|chessa)$`, "an authority does not know the others"},
	{`^season(/adoption)?$`, `^` + module + `/(explain|cmd|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist)|synth)`, "rating knows neither files nor texts nor commands"},
	{`^explain$`, `^` + module + `/(season|cmd|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist)|synth|roster/.*)`, "an explanation renders a trace"},
	{`^bureau(/.*)?$`, `^(` + module + `/(explain|cmd|store|synth|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|golang\.org/(x/([^t]|t[^e]|te[^x]|text/[^tu])|[^x])|modernc\.org/|github\.com/([^a]|a[^r]|ar[^p]))`, "the domain knows neither formats nor texts nor databases, and uses no third-party module but the tables of Unicode"},
	{`^bureau/register/namekey$`, `^` + module + `/`, "the keys of a name depend on the name"},
	{`^store(/.*)?$`, `^` + module + `/(explain|cmd|synth)`, "a store only stores documents"},
	{`^(store|cmd/.*)$`, `^` + module + `/store/(pgtest|storetest)`, "test servers are for tests"},
	{`^([^c]|c[^m]).*$`, `^` + module + `$`, "the root package is for other programs"},
	{`^tamper$`, `^` + module + `/(explain|cmd|store|synth|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))`, "a proof knows only the bureau"},
	{`^(bureau(/.*)?|store(/.*)?|explain)$`, `^` + module + `/tamper`, "the bureau works without the proof"},
	{`^document/answer$`, `^` + module + `/(bureau|cmd|store|tamper|synth|internal/office|explain|season)|^github\.com/[^a]`, "the answers to questions are small enough for a browser"},
	{`^question$`, `^(` + module + `/(cmd|web|store|tamper|synth|internal/office|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|github\.com/alecthomas/)`, "a question is the same for the command line and the site"},
	{`^document$`, `^(` + module + `/(cmd|store|tamper|synth|internal/office|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|github\.com/alecthomas/)`, "a document knows neither databases nor report formats nor flags"},
	{`^internal/office$`, `^(` + module + `/(cmd|explain|document|synth|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|github\.com/alecthomas/)`, "an office serves every interface, and knows none of them"},
	{`^api$`, `^(` + module + `/(cmd|web|chart|store|tamper|synth|internal/office|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|github\.com/alecthomas/)`, "the API answers what view, explain and document return, and knows neither pages nor databases nor flags"},
	{`^web$`, `^(` + module + `/(cmd|api|store|tamper|synth|internal/office|report/(json|file|table|template|chessresults|swissperfect|gamelist))|github\.com/alecthomas/)`, "the site shows what view, explain and document return, writes TRF, and knows neither databases nor how reports are read nor flags"},
	{`^web/.*`, `^` + module + `/(bureau/(view|ranking|intake|desk|closing|correction|agenda|care)|cmd|web$|store|tamper|synth|internal/(office|front)|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|^net/http$`, "what pages and the module in the browser share is small"},
	{`^cmd/arpad-wasm$`, `^` + module + `/(bureau/(view|ranking|intake|desk|closing|correction|agenda|care)|web$|document$|store|synth|internal/(office|front)|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))|^(net/http|os/exec|database/sql)$|^github\.com/(alecthomas|xuri)/`, "what a visitor fetches is small"},
	{`^internal/front$`, `^` + module + `/`, "what stands before a handler does not know it"},
	{`^internal/response$`, `^` + module + `/([^f]|f[^i])`, "what sends answers knows only refusals"},
	{`^internal/shelf$`, `^` + module + `/(cmd|api|web|chart|explain|document|store|tamper|synth|internal/office|report/(trf|json|file|table|template|chessresults|swissperfect|gamelist))`, "what is kept at hand knows neither who shows it nor how"},
	{`^chart$`, `^` + module + `/([^rci]|r[^a]|c[^i]|internal/([^s]|s[^t]))`, "a drawing knows only ratings and days"},
	{`^internal/stencil$`, `^` + module + `/`, "what makes lines does not know them"},
	{`^[^cw]`, `^` + module + `/(web(/.*)?|api|chart)$`, "adapters serve the program; nothing below them knows them"},
	{`^(bureau(/.*)?|store(/.*)?|tamper|explain|season|document)$`, `^` + module + `/internal/office`, "code inside a bureau does not open it"},
	{`^(bureau(/.*)?|store(/.*)?|tamper|explain|season)$`, `^` + module + `/document`, "values do not know their JSON form"},
	{`^synth$`, `^` + module + `/(regulation|season|explain|cmd)`, "an invented federation knows no rules"},
	{`.*`, `^` + module + `/api/client`, "the client is for tests"},
	{`.*`, `^` + module + `/(cmd|internal/simulation)`, "nobody imports a command or the simulation"},
	{`^[^i]`, `^` + module + `/(internal/(oracle|source|specimen|large)|bureau/bureautest)`, "test helpers are for tests"},
}

// The rooms of the bureau, and the rooms that each may import. All may import
// the frame, bureau itself; no room is open to packages that are not listed.
var bureauRooms = []struct {
	name    string
	imports []string
}{
	{"register/namekey", nil},
	{"rows", []string{"register/namekey"}},
	{"lists", []string{"rows"}},
	{"fide", []string{"lists"}},
	{"register", []string{"lists", "register/namekey", "rows"}},
	{"proof", []string{"lists", "register"}},
	{"vault", []string{"lists"}},
	{"intake", []string{"fide", "lists", "register", "vault", "rows"}},
	{"matrix", []string{"lists", "intake"}},
	{"desk", []string{"fide", "lists", "register", "register/namekey", "intake", "rows"}},
	{"events", []string{"register", "intake"}},
	{"closing", []string{"lists", "register", "proof", "intake", "events"}},
	{"correction", []string{"lists", "register", "proof", "intake", "desk", "closing"}},
	{"privacy", []string{"lists", "register", "proof", "vault", "intake", "correction", "rows"}},
	{"projection", []string{"fide", "lists", "register", "intake", "correction", "rows"}},
	{"care", []string{"lists", "register", "proof", "vault", "intake", "correction", "rows", "projection"}},
	{"agenda", []string{"fide", "lists", "intake", "events", "rows"}},
	{"finder", []string{"lists", "register", "register/namekey", "rows"}},
	{"view", []string{"lists", "register", "intake", "desk", "events", "closing", "correction", "rows"}},
	{"ranking", []string{"lists", "rows", "view"}},
	{"trial", []string{"lists", "register", "intake", "view"}},
	{"bureautest", []string{"lists", "register", "vault", "intake"}},
}

// mostLines is the maximum number of lines of a room of the bureau, without its
// tests.
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
			t.Errorf("room %s is in no row", name)
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

func TestImportRules(t *testing.T) {
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
	allowed := []string{"cmd/arpad/main.go", "cmd/arpad/stop.go", "cmd/arpad-wasm/main.go", "internal/benchpairs/main.go"} // all but the first print only words of ours
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
			case name == "report/json" && imported == "github.com/go-json-experiment/json/jsontext":
				// the tokenizer of the next encoding/json, which is several times as fast as the one of today
			case !all[imported].Standard && !strings.HasPrefix(imported, module+"/"):
				t.Errorf("%s imports %s, which is not ours", name, imported)
			}
		}
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
	allowed := []string{"synth/", "internal/simulation/", "internal/sheet/foreign.go", "report/chessresults/words.go", "report/gamelist/words.go", "internal/specimen/"} // names of invented people, what they write in reports, and of columns
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
