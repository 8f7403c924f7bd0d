// Package page is the frame of the pages of a site: their layout and languages, how values
// are set in type, and the ways from one page to another. It knows no bureau.
package page

import (
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/response"
)

//go:embed asset template
var embedded embed.FS

// Set is what pages are rendered with, in every language.
type Set struct {
	Assets    map[string]*response.Response // files that pages load, by name
	languages map[string]*language
}

// language is a language with its templates.
type language struct {
	*explain.Printer
	templates map[string]*template.Template // by file
}

// New returns the set of pages with their own templates: the files of some folders, which each
// page may use, and those of a folder that has one for each page. More assets are files that
// the pages load beside those that all pages have.
func New(pages fs.FS, more map[string]*response.Response, shared ...fs.FS) *Set {
	s := &Set{Assets: assets(), languages: map[string]*language{}}
	for name, asset := range more {
		s.Assets[name] = asset
	}
	for name, asset := range s.Assets {
		asset.Header = http.Header{"Cache-Control": {"public, max-age=31536000, immutable"}}
		if name == "worker.js" {
			asset.Header["Content-Security-Policy"] = []string{workerPolicy}
		}
	}
	for _, lang := range explain.Languages {
		in := &language{In(lang), map[string]*template.Template{}}
		layout := template.New("layout.html").Funcs(Format{in.Printer}.functions())
		in.parse(layout, embedded, "template/layout.html")
		for _, files := range shared {
			in.parse(layout, files, filesOf(files)...)
		}
		for _, name := range filesOf(pages) {
			set := template.Must(layout.Clone())
			in.parse(set, pages, name)
			in.templates[path.Base(name)] = set.Lookup(path.Base(name))
		}
		s.languages[lang] = in
	}
	return s
}

// assets returns the files that all pages load, by name.
func assets() map[string]*response.Response {
	all := map[string]*response.Response{}
	entries, err := embedded.ReadDir("asset")
	if err != nil {
		panic(err) // it is embedded
	}
	for _, e := range entries {
		body, err := embedded.ReadFile("asset/" + e.Name())
		if err != nil {
			panic(err) // it is embedded
		}
		all[e.Name()] = response.New(http.StatusOK, TypeOf(e.Name()), body).Tight()
	}
	return all
}

// filesOf returns the templates in a folder.
func filesOf(files fs.FS) []string {
	names, err := fs.Glob(files, "*.html")
	if err != nil {
		panic(err) // the pattern is ours
	}
	return names
}

// fixed is a text of a template that nothing is given.
var fixed = regexp.MustCompile(`\{\{t "([^"]+)"\}\}`)

// escaping escapes a text for an element or an attribute.
var escaping = template.Must(template.New("").Parse("{{.}}"))

// parse adds the templates of some files to a set. Texts that nothing is given are written
// into them before, so that no page looks them up.
func (in *language) parse(set *template.Template, files fs.FS, names ...string) {
	for _, name := range names {
		source, err := fs.ReadFile(files, name)
		if err != nil {
			panic(err) // it is embedded
		}
		text := fixed.ReplaceAllStringFunc(string(source), func(action string) string {
			var out strings.Builder
			if err := escaping.Execute(&out, in.Text(fixed.FindStringSubmatch(action)[1], nil)); err != nil {
				panic(err) // it is a text
			}
			return out.String()
		})
		of := set
		if base := path.Base(name); base != set.Name() {
			of = set.New(base)
		}
		template.Must(of.Parse(text))
	}
}

// contentTypes are those of files, by their formats.
var contentTypes = map[string]string{
	"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "txt": "text/plain; charset=utf-8",
	"csv": "text/csv; charset=utf-8", "json": "application/json", "xml": "text/xml; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "ico": "image/vnd.microsoft.icon",
	"webmanifest": "application/manifest+json", "ics": "text/calendar; charset=utf-8", "trf": "text/plain; charset=utf-8",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// FormatOf returns the format of a file by its address, empty for a page.
func FormatOf(address string) string {
	format := strings.TrimPrefix(path.Ext(address), ".")
	if contentTypes[format] == "" {
		return ""
	}
	return format
}

// TypeOf returns the content type of a file by its name, that of text for one without a format.
func TypeOf(name string) string {
	if format := FormatOf(name); format != "" {
		return contentTypes[format]
	}
	return contentTypes["txt"]
}
