package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/site/calculator"
	"github.com/arpadchess/arpad/internal/site/check"
)

//go:embed template
var sources embed.FS

// visit is a page while its values are read.
type visit struct {
	*page
	*public.Visit
	site *Site
}

// page is what a template shows.
type page struct {
	*explain.Printer
	*address
	of *resource

	Status    int
	Authority string
	V         any            // the values of its template
	body      *response.Body // of a file; nil: it is a page
	unlisted  bool           // search engines are asked to leave it out, though its resource is not
	listed    bool           // the player agrees that they show it, though its resource is left out
	engine    bool           // it has something done by the engine in the visitor's browser
}

func newPage(of *resource, a *address) *page {
	return &page{Printer: languages()[a.lang].Printer, address: a, of: of, Status: http.StatusOK}
}

// locale is a language of the site with its templates.
type locale struct {
	*explain.Printer
	templates map[string]*template.Template // by file
}

// languages are the languages of the site, set up when the first page needs them.
var languages = sync.OnceValue(func() map[string]*locale {
	all := map[string]*locale{}
	for _, lang := range explain.Languages {
		in := &locale{explain.New(lang), map[string]*template.Template{}}
		layout := template.New("layout.html").Funcs(format{in.Printer}.functions())
		in.parse(layout, sources, "template/layout.html", "template/parts.html")
		in.parse(layout, calculator.Templates, "*.html")
		in.parse(layout, check.Templates, "*.html")
		files, err := sources.ReadDir("template")
		if err != nil {
			panic(err) // it is embedded
		}
		for _, f := range files {
			set := template.Must(layout.Clone())
			in.parse(set, sources, "template/"+f.Name())
			in.templates[f.Name()] = set.Lookup(f.Name())
		}
		all[lang] = in
	}
	return all
})

// fixed is a text of a template that nothing is given.
var fixed = regexp.MustCompile(`\{\{t "([^"]+)"\}\}`)

// parse adds the templates of some files to a set. Texts that nothing is given are written
// into them before, so that no page looks them up.
func (in *locale) parse(set *template.Template, files fs.FS, patterns ...string) {
	for _, pattern := range patterns {
		names, err := fs.Glob(files, pattern)
		if err != nil {
			panic(err) // the patterns are ours
		}
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
}

// escaping escapes a text for an element or an attribute.
var escaping = template.Must(template.New("").Parse("{{.}}"))

// render renders a page.
func (p *page) render() (*Response, error) {
	if p.body != nil {
		made, err := p.body.Response(http.StatusOK, p.of.file(p.format).contentType)
		if err == nil {
			made.Unlisted = p.unlisted
		}
		return made, err
	}
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	if err := languages()[p.lang].templates[p.of.template].ExecuteTemplate(out, "page", p); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.path, err)
	}
	made := &Response{Status: p.Status, ContentType: contentTypes["html"], Body: []byte(finding.HarmlessMarkup(out.String())), Unlisted: p.Noindex()}
	if p.engine {
		made.Header = http.Header{"Content-Security-Policy": {enginePolicy + "; frame-ancestors 'none'"}}
	}
	return made, nil
}

// buffers are where pages are rendered.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// errNoPage is the error of an address without a page.
var errNoPage = errors.New("there is no such page")

// unknown is what is at an address without a page.
var unknown = resource{template: "refused.html", contents: contents{read: func(*public.Visit, *address) (any, error) { return nil, errNoPage }}}

// refusal is why there is no page, and what to do.
type refusal struct{ Message, Cure string }

// instead returns a page that stands where the page would be.
func (p *page) instead(of *resource, status int, v any) (*Response, error) {
	a := *p.address
	a.format = ""
	return (&page{Printer: p.Printer, address: &a, of: of, Status: status, Authority: p.Authority, V: v}).render()
}

// missing returns the page that says that there is none.
func (p *page) missing() (*Response, error) {
	return p.instead(&unknown, http.StatusNotFound, &refusal{p.Text("web.refused.no-page", nil), p.Text("web.refused.no-page-cure", nil)})
}

// moved returns the response of a page that is elsewhere. Its body leads there, too, for a
// folder of files.
func (p *page) moved(m *public.Moved) (*Response, error) {
	to := p.up() + strings.TrimPrefix(m.In(p.path), "/")
	if _, query, ok := strings.Cut(p.key(p.of), "?"); ok && !m.Alone {
		to += "?" + query
	}
	response, err := p.instead(&elsewhere, http.StatusOK, to)
	if err == nil {
		response.Status, response.Location = m.Status, to
	}
	return response, err
}

// elsewhere is what is at an address whose page is at another one.
var elsewhere = resource{template: "moved.html", noindex: true}

// refused returns the page that says why something cannot be shown.
func (p *page) refused(why *finding.Refused) (*Response, error) {
	message := p.Text("web.refused.message-"+why.ID, nil)
	if message == "web.refused.message-"+why.ID {
		message = p.Message(why.Finding)
	}
	cure := p.TextOr("web.refused."+why.ID, "web.refused.cure", nil) // cures of findings are for officers
	return p.instead(&unknown, response.StatusOf(why), &refusal{message, cure})
}

// failed returns the page that says that something went wrong here.
func failed(lang, path string) *Response {
	p := newPage(&unknown, &address{lang: lang, path: path})
	response, err := p.instead(&unknown, http.StatusInternalServerError, &refusal{p.Text("web.refused.failed", nil), p.Text("web.refused.failed-cure", nil)})
	if err != nil {
		response = plain(p.Text("web.refused.failed", nil))
		response.Status = http.StatusInternalServerError
	}
	return response
}

// Site returns the name of the site.
func (p *page) Site() string {
	if p.Authority == "" {
		return p.Text("web.site", nil)
	}
	return format{p.Printer}.text("web.site-of", "authority", p.Text("web.authority."+p.Authority, nil))
}

// citation returns a citation, which leads to the page of its edition.
func (p *page) citation(c cited) template.HTML {
	var out strings.Builder
	if err := languages()[p.lang].templates[p.of.template].ExecuteTemplate(&out, "cite", p.About(c)); err != nil {
		panic(err) // the template is ours
	}
	return template.HTML(out.String()) // what a template has escaped
}

// Link returns the way to a page or a file of the language, by the parts of its address.
func (p *page) Link(parts ...any) string {
	return p.up() + p.lang + "/" + escaped(parts...)
}

// escaped returns an address of its parts, which ends in a slash if it is not a file.
func escaped(parts ...any) string {
	all := ""
	for _, part := range parts {
		text, isText := part.(string)
		if !isText {
			text = fmt.Sprint(part)
		}
		if text != "" {
			all += "/" + url.PathEscape(text)
		}
	}
	if all != "" && formatOf(all) == "" {
		all += "/"
	}
	return strings.TrimPrefix(all, "/")
}

// in returns the way to the page in another language.
func (p *page) in(lang string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(p.path, "/"), p.lang+"/")
	to := p.up() + lang + "/" + (&url.URL{Path: rest}).EscapedPath()
	if _, query, ok := strings.Cut(p.key(p.of), "?"); ok {
		to += "?" + query
	}
	return to
}

// With returns the address of the page with another value of a parameter.
func (p *page) With(name string, value any) string {
	query := p.queries()
	query.Set(name, fmt.Sprint(value))
	return "?" + query.Encode()
}

// queries returns the parameters of the page, but for its number.
func (p *page) queries() url.Values {
	query := url.Values{}
	for _, known := range p.of.query {
		if known != "page" && p.query.Get(known) != "" {
			query.Set(known, p.query.Get(known))
		}
	}
	return query
}

// pageOf returns the way to a page of a table.
func (p *page) pageOf(t *table, number int) template.URL {
	if len(p.queries()) > 0 {
		return template.URL(p.With("page", number))
	}
	parts := append(slices.Clone(t.Base), t.Kind)
	if number > 1 {
		parts = append(parts, "pages", number)
	}
	return p.to(parts...)
}

// Get returns a parameter.
func (p *page) Get(name string) string { return p.query.Get(name) }

// Asset returns the way to a file that pages load. It changes with the file.
func (p *page) Asset(name string) string {
	a := assets()[name]
	if a == nil { // the engine, where it was not built
		return p.up() + "assets/" + name
	}
	return p.up() + "assets/" + name + "?" + strings.Trim(a.ETag, `"`)
}

// Policy returns the content security policy.
func (p *page) Policy() string {
	if p.engine {
		return enginePolicy
	}
	return contentPolicy
}

// Root returns the way to the root of the site.
func (p *page) Root() string { return p.up() }

// translation is the page in a language.
type translation struct {
	Lang, Name string
	To         template.URL
}

// Alternates returns the page in each language.
func (p *page) Alternates() []translation {
	var all []translation
	for _, lang := range explain.Languages {
		all = append(all, translation{lang, p.Text("web.language-"+lang, nil), template.URL(p.in(lang))})
	}
	return all
}

// Other returns the page in the other languages.
func (p *page) Other() []translation {
	return slices.DeleteFunc(p.Alternates(), func(t translation) bool { return t.Lang == p.lang })
}

// Languages returns all languages.
func (p *page) Languages() []string { return explain.Languages }

// Noindex reports whether search engines are asked to leave the page out.
func (p *page) Noindex() bool {
	return p.of.noindex && !p.listed || p.unlisted || p.Status != http.StatusOK
}

// Part returns the part of the site in which the page is.
func (p *page) Part() string {
	part, _, _ := strings.Cut(strings.TrimPrefix(p.path, "/"+p.lang+"/"), "/")
	return part
}

// About returns the page for a template of a part of it.
func (p *page) About(v any) *page {
	part := *p
	part.V = v
	return &part
}

// Why returns the way to the calculation of a number in a list, by the parts of the list's
// address.
func (p *page) Why(list []any, id string, kind any) string {
	return p.Link(slices.Concat([]any{"players", id, "why"}, list[1:], []any{kind})...)
}

// File returns the way to the file beside the page, with an ending.
func (p *page) File(ending string) string {
	return p.up() + (&url.URL{Path: strings.Trim(p.path, "/") + "." + ending}).EscapedPath()
}

// To returns the way to a page by the parts of an address and one more.
func (p *page) To(base []any, last any) string { return p.Link(append(slices.Clone(base), last)...) }

// Sorts returns the orders of tables. Readers of Japanese get the order by reading as that by name.
func (p *page) Sorts() []ranking.Sort {
	return slices.DeleteFunc(ranking.Sorts(), func(s ranking.Sort) bool { return s == ranking.ByReading })
}
