package site

import (
	"cmp"
	"context"
	"embed"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/rating"
)

//go:embed asset
var embedded embed.FS

// The types of files.
const (
	scriptType = "text/javascript; charset=utf-8"
	textType   = "text/plain; charset=utf-8"
)

// assets are the files that pages load, by name, with their responses.
var assets = sync.OnceValue(func() map[string]*Response {
	all := map[string]*Response{}
	for _, name := range []string{"style.css", "htmx.js", "site.js", "uplot.js", "chart.js", "engine.js", "check.js", "calculate.js", "worker.js", "LICENSE-htmx", "LICENSE-uplot"} {
		body, err := fs.ReadFile(embedded, "asset/"+name)
		if err != nil {
			panic(err) // it is embedded
		}
		all[name] = response.New(http.StatusOK, contentTypes[cmp.Or(formatOf(name), "txt")], body)
	}
	addEngine(all)
	for name, a := range all {
		a.Header = http.Header{"Cache-Control": {"public, max-age=31536000, immutable"}}
		if name == "worker.js" {
			a.Header["Content-Security-Policy"] = []string{workerPolicy}
		}
	}
	return all
})

// contentPolicy is the content security policy of all pages. Pages say it themselves,
// too, because a folder of files has no headers.
const contentPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'"

// ServeHTTP answers a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", contentPolicy+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	response, err := s.answer(r)
	if err != nil {
		if s.Failed != nil && r.Context().Err() == nil {
			s.Failed(r.URL.Path, err)
		}
		response = failed(langOfPath(r), r.URL.Path)
	}
	response.Send(w, r)
}

// Page returns the response of an address: "/en/lists/2024-10/standard". It is what
// ServeHTTP sends.
func (s *Site) Page(ctx context.Context, address string) (*Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.URL.Path = canonical(r.URL.Path)
	response, err := s.answer(r)
	if err != nil {
		return nil, err
	}
	return response.Whole()
}

// answer returns the response to a request.
func (s *Site) answer(r *http.Request) (*Response, error) {
	of := r.URL.Path
	switch of {
	case "/":
		body, err := entrance()
		return &Response{Status: http.StatusFound, Location: preferred(r) + "/", ContentType: contentTypes["html"], Body: body, Header: http.Header{"Vary": {"Accept-Language"}}}, err
	case "/healthz":
		return plain("ok\n"), nil
	case "/readyz":
		return s.ready(r.Context()), nil
	case "/robots.txt":
		return plain(s.robots()), nil
	case "/sitemap.xml":
		if s.Base != "" {
			return s.serveSitemap(r.Context())
		}
	}
	if name, isAsset := strings.CutPrefix(of, "/assets/"); isAsset {
		if a := assets()[name]; a != nil {
			return a, nil
		}
	}
	if to := canonical(of); to == of+"/" {
		return &Response{Status: http.StatusMovedPermanently, Location: (&url.URL{Path: "./" + path.Base(to) + "/", RawQuery: r.URL.RawQuery}).String()}, nil
	} else if to != of {
		return &Response{Status: http.StatusMovedPermanently, Location: (&url.URL{Path: to, RawQuery: r.URL.RawQuery}).String()}, nil
	}
	k, a := find(of)
	if k == &unknown {
		a.lang = langOfPath(r)
	}
	r.Pattern = "/" + a.lang + k.pattern + "/"
	a.query, _ = url.ParseQuery(r.URL.RawQuery) // what can be read of it
	return s.respond(r.Context(), k, a)
}

// canonical returns the path of a page below a language, which ends in a slash: a file server
// knows it as index.html in a folder, and redirects likewise.
func canonical(of string) string {
	to := path.Clean("/" + of)
	lang, rest, _ := strings.Cut(to[1:], "/")
	if to != "/" && (strings.HasSuffix(of, "/") || slices.Contains(explain.Languages, lang) && formatOf(rest) == "") {
		to += "/"
	}
	return to
}

// langOfPath returns the language of a path, or that which suits a visitor best.
func langOfPath(r *http.Request) string {
	if lang, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/"); slices.Contains(explain.Languages, lang) {
		return lang
	}
	return preferred(r)
}

// find returns the kind and the address of a path.
func find(of string) (*kind, address) {
	a := address{path: of, format: formatOf(of)}
	parts := strings.Split(strings.TrimSuffix(of, "/"), "/")[1:]
	if !slices.Contains(explain.Languages, parts[0]) {
		return &unknown, a
	}
	a.lang, parts = parts[0], parts[1:]
	if n := len(parts) - 1; a.format != "" && n >= 0 {
		parts[n] = strings.TrimSuffix(parts[n], "."+a.format)
	}
	for _, k := range byForm()[len(parts)] {
		if k.has(a.format) && k.matches(parts) {
			a.parts = parts
			return k, a
		}
	}
	return &unknown, a
}

// byForm returns the kinds by how many parts their addresses have below the language, those
// before others whose addresses theirs could be, too.
var byForm = sync.OnceValue(func() map[int][]*kind {
	all := map[int][]*kind{}
	for i := range kinds {
		k := &kinds[i]
		k.segments = strings.Split(k.pattern, "/")[1:]
		if k.pattern == "" {
			k.segments = nil
		}
		all[len(k.segments)] = append(all[len(k.segments)], k)
	}
	for _, some := range all {
		slices.SortStableFunc(some, func(a, b *kind) int {
			return slices.CompareFunc(a.segments, b.segments, func(a, b string) int { return cmp.Compare(wide(a), wide(b)) })
		})
	}
	return all
})

// wide tells how many parts of an address a segment of a pattern matches: one, the kinds of
// ratings, or all.
func wide(segment string) int {
	switch {
	case segment == "{kind}":
		return 1
	case strings.HasPrefix(segment, "{"):
		return 2
	}
	return 0
}

// has reports whether there are pages, or files in a format.
func (k *kind) has(format string) bool {
	if format == "" {
		return !k.alone
	}
	return slices.Contains(k.files, format)
}

// matches reports whether the parts of an address are those of the kind.
func (k *kind) matches(parts []string) bool {
	for i, segment := range k.segments {
		if w := wide(segment); parts[i] == "" || w == 0 && segment != parts[i] {
			return false
		} else if w == 1 {
			if kind, err := rating.ParseKind(parts[i]); err != nil || kind == 0 {
				return false
			}
		}
	}
	return true
}

// value returns a part of the path by its name in the pattern, without a format.
func (p *page) value(name string) string {
	for i, segment := range p.kind.segments {
		if i < len(p.parts) && len(segment) > 1 && segment[0] == '{' && segment[1:len(segment)-1] == name {
			return p.parts[i]
		}
	}
	return ""
}

// contentTypes are those of the files of the site, by their formats.
var contentTypes = map[string]string{
	"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "txt": "text/plain; charset=utf-8",
	"csv": "text/csv; charset=utf-8", "json": "application/json", "xml": "text/xml; charset=utf-8", "svg": "image/svg+xml", "trf": "text/plain; charset=utf-8",
	"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// formatOf returns the format of a file by its address, empty for a page.
func formatOf(of string) string {
	format := strings.TrimPrefix(path.Ext(of), ".")
	if contentTypes[format] == "" {
		return ""
	}
	return format
}

func plain(text string) *Response {
	return &Response{Status: http.StatusOK, ContentType: textType, Body: []byte(text)}
}

// Refuse answers a request that does not come to a page: there were too many from where
// it came from, or it came from another site.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	key := map[int]string{http.StatusTooManyRequests: "too-many", http.StatusForbidden: "cross-site"}[status]
	if key == "" {
		key = "failed"
	}
	p := languages()[preferred(r)]
	response := plain(p.Text("web.refused."+key, nil) + "\n" + p.Text("web.refused."+key+"-cure", nil) + "\n")
	response.Status = status
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Vary", "Accept-Language")
	response.Send(w, r)
}

// ready says whether the bureau can be read.
func (s *Site) ready(ctx context.Context) *Response {
	if _, err := s.Version(ctx); err != nil {
		response := plain("not ready\n")
		response.Status = http.StatusServiceUnavailable
		return response
	}
	return plain("ready\n")
}

// preferred returns the language of the site that suits a visitor best.
func preferred(r *http.Request) string { return preference()(r) }

var preference = sync.OnceValue(func() func(*http.Request) string { return response.Languages(explain.Languages) })

// address is the address of a page.
type address struct {
	lang   string
	path   string     // from the root on, with the language
	parts  []string   // of the path below the language, without a format
	query  url.Values // what it asks
	format string     // of a file; empty: it is a page
}

// key returns what the answer is kept under: the address with the parameters that its kind
// knows, in a fixed order. Others are ignored. A file without words is the same in each
// language.
func (a *address) key(k *kind) string {
	known := url.Values{}
	for name, values := range a.query {
		if slices.Contains(k.query, name) && len(values) > 0 && values[0] != "" {
			known.Set(name, values[0])
		}
	}
	switch {
	case len(known) == 0 && a.format != "" && !k.worded:
		return strings.TrimPrefix(a.path, "/"+a.lang)
	case len(known) == 0:
		return a.path
	}
	return a.path + "?" + known.Encode()
}

// ending returns how the address ends: as a page or as a file.
func (a *address) ending() string {
	if a.format == "" {
		return "/"
	}
	return "." + a.format
}

// up returns the way from the address to the root of the site.
func (a *address) up() string {
	if n := strings.Count(a.path, "/") - 1; n > 0 {
		return strings.Repeat("../", n)
	}
	return "./"
}

// entrance returns the page that leads to the languages.
func entrance() ([]byte, error) {
	lang := explain.Languages[0]
	p := &page{Printer: languages()[lang].Printer, address: address{lang: lang, path: "/"}, kind: &kind{template: "entrance.html"}, Status: http.StatusOK}
	response, err := p.render()
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}
