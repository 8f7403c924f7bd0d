package page

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/response"
)

// Page is what a template shows.
type Page struct {
	*explain.Printer
	Path     string     // from the root on, with the language
	Known    url.Values // the parameters that it knows, as they were asked for
	Template string     // the name of its file
	Status   int

	Authority string
	List      string // the label of the list that it is about; empty: about none
	Contact   Contact
	V         any  // the values of the template
	Unlisted  bool // search engines are asked to leave it out
	Engine    bool // it has something done by the engine in the visitor's browser

	Base  string // the address of the site from outside, without a slash at its end; empty: unknown
	Feeds []Feed // that follow what it shows
	// Place returns where a folder of files has what is at an address below a language; nil: the page is served.
	Place func(lang, to string) string

	set *Set
}

// Feed is a feed that programs find by a page.
type Feed struct {
	Name string
	To   template.URL
}

// Contact is how a visitor reaches the federation, in the language of the page. What is empty is
// not known.
type Contact struct{ Name, Address, Email, Form, Home, Portal string }

// Wrong returns the way to tell the federation that something on the page is wrong, empty if there
// is none: the page on which it is asked, a letter that names the page, or the federation's form.
func (p *Page) Wrong() template.URL {
	if p.Contact.Portal != "" {
		to := p.Contact.Portal + "/" + p.Language + "/inquiry/new/"
		if about := asked(p.rest()).Encode(); about != "" {
			to += "?" + about
		}
		return template.URL(to)
	}
	if p.Contact.Email == "" {
		return template.URL(p.Contact.Form)
	}
	about := strings.Join(strings.FieldsFunc(strings.TrimPrefix(p.Path, "/"+p.Language+"/"+p.Part()), func(r rune) bool { return r == '/' }), " ")
	letter := url.Values{
		"subject": {p.Format().Say("web.wrong.subject", "about", about)},
		"body":    {p.Format().Say("web.wrong.body", "page", cmp.Or(p.Address(), "/"+p.At(p.Language, p.rest())))},
	}
	return template.URL("mailto:" + url.PathEscape(p.Contact.Email) + "?" + strings.ReplaceAll(letter.Encode(), "+", "%20"))
}

// Follow returns where somebody asks for letters about the player, club or event of the page, empty where there is no such page.
func (p *Page) Follow() template.URL {
	part, id, _ := strings.Cut(strings.Trim(p.rest(), "/"), "/")
	id, _, _ = strings.Cut(id, "/")
	what := map[string]string{"players": "player", "clubs": "club", "events": "event"}[part]
	if p.Contact.Portal == "" || what == "" || id == "" || part == "events" && !isRef(id) {
		return ""
	}
	return template.URL(p.Contact.Portal + "/" + p.Language + "/follow/?" + url.Values{"of": {what + " " + id}}.Encode())
}

// asked returns what a page is about, as the page on which something is asked has it: a player, a list, a report.
func asked(path string) url.Values {
	parts := append(strings.Split(strings.Trim(path, "/"), "/"), "", "", "", "")
	about := url.Values{}
	switch part := parts[0]; {
	case parts[1] == "" || parts[1] == "newest":
	case part == "events" && isRef(parts[1]):
		about.Set("report", parts[1])
	case part == "lists":
		about.Set("list", parts[1])
	case part == "players":
		if about.Set("player", parts[1]); parts[2] == "why" && parts[3] != "now" {
			about.Set("list", parts[3])
		}
	}
	return about
}

// isRef reports whether a part of a path is the reference of a report, and not a year of them.
func isRef(part string) bool { return strings.Contains(part, "-") }

// Page returns a page that a template shows at a path.
func (s *Set) Page(lang, path, of string) *Page {
	return &Page{Printer: In(lang), Path: path, Template: of, Status: http.StatusOK, set: s}
}

// Instead returns a page that stands where the page would be.
func (p *Page) Instead(of string, status int, v any) *Page {
	return &Page{Printer: p.Printer, Path: p.Path, Template: of, Status: status, Authority: p.Authority, Contact: p.Contact, V: v, Unlisted: true, Base: p.Base, Place: p.Place, set: p.set}
}

// buffers are where pages are rendered.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render renders the page.
func (p *Page) Render() (*response.Response, error) {
	out := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(out)
	out.Reset()
	if err := p.execute(out, "page", p); err != nil {
		return nil, fmt.Errorf("page %s: %w", p.Path, err)
	}
	made := &response.Response{Status: p.Status, ContentType: contentTypes["html"], Body: []byte(finding.HarmlessMarkup(out.String())), Unlisted: p.Unlisted}
	made.Header = http.Header{"Link": {"<" + p.Asset("style.css") + ">; rel=preload; as=style"}} // asked for before the page is read
	if p.Engine {
		made.Header.Set("Content-Security-Policy", p.Policy()+"; frame-ancestors 'none'")
	}
	return made, nil
}

func (p *Page) execute(out *bytes.Buffer, name string, v any) error {
	return p.set.languages[p.Language].templates[p.Template].ExecuteTemplate(out, name, v)
}

// Piece returns a part of the page: what a template of that name makes of a value.
func (p *Page) Piece(name string, v any) template.HTML {
	var out bytes.Buffer
	if err := p.execute(&out, name, p.About(v)); err != nil {
		panic(err) // the template is ours
	}
	return template.HTML(out.String()) // what a template has escaped
}

// About returns the page for a template of a part of it.
func (p *Page) About(v any) *Page {
	part := *p
	part.V = v
	return &part
}

// Format returns the format of values in the language of the page.
func (p *Page) Format() Format { return Format{p.Printer} }

// The content security policies: of all pages, of those that have something done by the
// engine, and of the script that does it. Pages say it themselves, too, because a folder of
// files has no headers.
const (
	ContentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
	enginePolicy  = "default-src 'none'; style-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'"
	workerPolicy  = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
)

// Policy returns the content security policy.
func (p *Page) Policy() string {
	if p.Engine {
		return enginePolicy
	}
	return ContentPolicy
}

// Site returns the name of the site.
func (p *Page) Site() string {
	if p.Authority == "" {
		return p.Text("web.site", nil)
	}
	return p.Format().Say("web.site-of", "authority", p.Federation())
}

// Federation returns the name of the federation.
func (p *Page) Federation() string {
	return cmp.Or(p.Contact.Name, p.Text("web.authority."+p.Authority, nil))
}

// Root returns the way from the page to the root of the site.
func (p *Page) Root() string {
	if n := strings.Count(p.Path, "/") - 1; n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// Link returns the way to a page or a file of the language, by the parts of its address.
func (p *Page) Link(parts ...any) string { return p.Root() + p.At(p.Language, Escaped(parts...)) }

// At returns where the site has what is at an address below a language, from its root on.
func (p *Page) At(lang, to string) string {
	if p.Place == nil {
		return lang + "/" + to
	}
	return p.Place(lang, to)
}

// Way returns the way to a page or a file of the language, for a template.
func (p *Page) Way(parts ...any) template.URL { return template.URL(p.Link(parts...)) }

// To returns the way to a page by the parts of an address and one more.
func (p *Page) To(base []any, last any) string { return p.Link(append(slices.Clone(base), last)...) }

// Why returns the way to the calculation of a number in a list, by the parts of the list's
// address.
func (p *Page) Why(list []any, id string, kind any) string {
	return p.Link(slices.Concat([]any{"players", id, "why"}, list[1:], []any{kind})...)
}

// CheckOf returns the way to the page on which a list is checked, by the parts of the
// list's address.
func (p *Page) CheckOf(list []any) string { return p.Link(append([]any{"proof"}, list[1:]...)...) }

// Escaped returns an address of its parts, which ends in a slash if it is not a file.
func Escaped(parts ...any) string {
	all := ""
	for _, part := range parts {
		if text := fmt.Sprint(part); text != "" {
			all += "/" + url.PathEscape(text)
		}
	}
	if all != "" && FormatOf(all) == "" {
		all += "/"
	}
	return strings.TrimPrefix(all, "/")
}

// File returns the way to the file beside the page, with an ending.
func (p *Page) File(ending string) string {
	return p.Root() + p.At(p.Language, (&url.URL{Path: strings.TrimSuffix(p.rest(), "/") + "." + ending}).EscapedPath())
}

// Asset returns the way to a file that pages load. It changes with the file.
func (p *Page) Asset(name string) string {
	to := p.Root() + "assets/" + name
	if a := p.set.Assets[name]; a != nil { // the engine is not everywhere
		to += "?" + strings.Trim(a.ETag, `"`)
	}
	return to
}

// Get returns a parameter.
func (p *Page) Get(name string) string { return p.Known.Get(name) }

// With returns the address of the page with another value of a parameter, of its first part.
func (p *Page) With(name string, value any) string {
	asked := url.Values{}
	for of, values := range p.Known {
		if of != "page" {
			asked[of] = values
		}
	}
	asked.Set(name, fmt.Sprint(value))
	return "?" + asked.Encode()
}

// Translation is the page in a language: the way to it, and its address from outside if that is known.
type Translation struct {
	Lang, Name  string
	To, Address template.URL
}

// rest returns the address of the page below its language.
func (p *Page) rest() string { return strings.TrimPrefix(p.Path, "/"+p.Language+"/") }

// Alternates returns the page in each language.
func (p *Page) Alternates() []Translation {
	asked := ""
	if len(p.Known) > 0 {
		asked = "?" + p.Known.Encode()
	}
	var all []Translation
	for _, lang := range explain.Languages {
		to := p.At(lang, (&url.URL{Path: p.rest()}).EscapedPath()) + asked
		all = append(all, Translation{lang, p.Text("web.language-"+lang, nil), template.URL(p.Root() + to), p.From(to)})
	}
	return all
}

// Other returns the page in the other languages.
func (p *Page) Other() []Translation {
	return slices.DeleteFunc(p.Alternates(), func(t Translation) bool { return t.Lang == p.Language })
}

// Address returns the address of the page from outside, empty if it is unknown.
func (p *Page) Address() string {
	if p.Base == "" {
		return ""
	}
	return p.Base + "/" + p.At(p.Language, (&url.URL{Path: p.rest()}).EscapedPath())
}

// From returns an address of the root from outside, or the way to it from the page.
func (p *Page) From(to string) template.URL {
	if p.Base == "" {
		return template.URL(p.Root() + to)
	}
	return template.URL(p.Base + "/" + to)
}

// Carded reports whether the page is shown as a card where its address is shared: it names no player.
func (p *Page) Carded() bool {
	return p.Base != "" && p.Status == http.StatusOK && !slices.Contains([]string{"players", "search", "proof"}, p.Part())
}

// Languages returns all languages.
func (p *Page) Languages() []string { return explain.Languages }

// Noindex reports whether search engines are asked to leave the page out.
func (p *Page) Noindex() bool { return p.Unlisted || p.Status != http.StatusOK }

// Part returns the part of the site in which the page is.
func (p *Page) Part() string {
	part, _, _ := strings.Cut(p.rest(), "/")
	return part
}
