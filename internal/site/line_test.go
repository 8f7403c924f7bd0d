package site

import (
	"html/template"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
)

// tableLines are the lines of the templates, with their values.
var tableLines = []struct {
	file, name string
	values     any
}{
	{"layout.html", "alternate", translation{}},
	{"layout.html", "other", translation{}},
	{"table.html", "line", tableLine{}},
	{"table.html", "page-link", pageLink{}},
	{"games.html", "line", game{}},
	{"best.html", "line", bestLine{}},
	{"player.html", "list-line", playerList{}},
	{"player.html", "event-line", playedEvent{}},
	{"player.html", "win-line", win{}},
	{"event.html", "cell", cell{}},
	{"event.html", "entry", entry{}},
	{"why.html", "row", accountRow{}},
	{"why.html", "game", accountGame{}},
}

// All lines that templates have made are tried.
func TestAllLinesAreTried(t *testing.T) {
	tried := map[string]bool{}
	for _, c := range tableLines {
		tried[c.file+" "+c.name] = true
	}
	files, err := fs.Glob(sources, "template/*.html")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, name := range files {
		source, err := fs.ReadFile(sources, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`\.(?:Lines|Crosstable)\s+"([^"]*)"`).FindAllSubmatch(source, -1) {
			if found++; !tried[path.Base(name)+" "+string(call[1])] {
				t.Errorf("%s: the line %s is not tried", name, call[1])
			}
		}
	}
	if found < len(tableLines) {
		t.Errorf("%d lines are tried, templates have %d made", len(tableLines), found)
	}
}

// Lines are made from one of their template as the template itself would make each,
// whatever the texts are and whichever of them are there.
func TestLines(t *testing.T) {
	for _, lang := range explain.Languages {
		for _, c := range tableLines {
			p := &page{Printer: languages()[lang].Printer, address: address{lang: lang, path: "/" + lang + "/players/1/"}, kind: &kind{template: c.file}, Status: http.StatusOK}
			const many = 300
			all := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(c.values)), many, many)
			random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test that can be repeated
			var want strings.Builder
			for i := range many {
				fill(random, p, all.Index(i))
				if err := languages()[lang].templates[c.file].ExecuteTemplate(&want, c.name, all.Index(i).Interface()); err != nil {
					t.Fatal(err)
				}
			}
			got, err := p.Lines(c.name, all.Interface())
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != want.String() {
				t.Errorf("%s of %s in %s differs from what its template makes", c.name, c.file, lang)
			}
		}
	}
}

// fill fills a struct with values, of which some are not there.
func fill(random *rand.Rand, p *page, v reflect.Value) {
	texts := []string{"", "1", "Okayama Open", "岡山", `"><script>alert('1')</script>`, "a+b & c", "javascript:alert(1)", "\x00", "ztq0'", "<i>zmq1</i>"}
	text := texts[random.IntN(len(texts))]
	switch {
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			fill(random, p, v.Field(i))
		}
	case v.Kind() == reflect.Array:
		for i := range v.Len() {
			fill(random, p, v.Index(i))
		}
	case v.Kind() == reflect.Bool:
		v.SetBool(random.IntN(2) == 1)
	case v.Type() == reflect.TypeFor[template.HTML]() && text != "":
		v.SetString("<b>" + template.HTMLEscapeString(text) + "</b>")
	case v.Type() == reflect.TypeFor[template.URL]() && text != "":
		v.SetString(p.Link("players", text))
		if random.IntN(2) == 1 {
			v.SetString("?" + url.Values{"club": {text}, "page": {"2"}}.Encode())
		}
	default:
		v.SetString(text)
	}
}
