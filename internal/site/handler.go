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
	if to, other := canonical(r.URL.Path); other && (r.Method == http.MethodGet || r.Method == http.MethodHead) {
		send(w, r, &Response{Status: http.StatusMovedPermanently, Location: (&url.URL{Path: "./" + path.Base(to) + "/", RawQuery: r.URL.RawQuery}).String()})
		return
	}
	s.mux.ServeHTTP(w, r)
}

// canonical returns the address of a page below a language, which ends in a slash, and
// whether the path is another one. A file server knows a page as index.html in a folder,
// and redirects likewise.
func canonical(of string) (string, bool) {
	lang, rest, _ := strings.Cut(strings.TrimPrefix(of, "/"), "/")
	alone := slices.ContainsFunc(kinds, func(k kind) bool { return k.alone && k.pattern == "/"+rest })
	if !slices.Contains(explain.Languages, lang) || alone || rest != "" && (strings.HasSuffix(rest, "/") || formatOf(rest) != "") {
		return of, false
	}
	return strings.TrimSuffix(of, "/") + "/", !strings.HasSuffix(of, "/")
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

// Page returns the response of an address: "/en/lists/2024-10/standard". It is what
// ServeHTTP sends.
func (s *Site) Page(ctx context.Context, address string) (*Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.URL.Path, _ = canonical(r.URL.Path)
	w := &recorder{}
	s.mux.ServeHTTP(w, r)
	if w.err != nil {
		return nil, w.err
	}
	return w.response.Whole()
}

// recorder takes a response as it is.
type recorder struct {
	response *Response
	err      error
	header   http.Header
}

// Header implements http.ResponseWriter.
func (w *recorder) Header() http.Header {
	if w.header == nil {
		w.header = http.Header{}
	}
	return w.header
}

// Write implements http.ResponseWriter.
func (w *recorder) Write(p []byte) (int, error) { return len(p), nil }

// WriteHeader implements http.ResponseWriter; the mux sends a redirect to a cleaned path.
func (w *recorder) WriteHeader(status int) {
	w.response = &Response{Status: status, Location: w.Header().Get("Location")}
}

// take takes a response, if a writer is a recorder.
func take(w http.ResponseWriter, response *Response, err error) bool {
	rec, ok := w.(*recorder)
	if ok {
		rec.response, rec.err = response, err
	}
	return ok
}

// route sets up the mux.
func (s *Site) route() {
	s.mux = http.NewServeMux()
	s.mux.HandleFunc("GET /{$}", s.chooseLanguage)
	s.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { send(w, nil, plain("ok\n")) })
	s.mux.HandleFunc("GET /readyz", s.ready)
	s.mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, _ *http.Request) { send(w, nil, plain(s.robots())) })
	s.mux.HandleFunc("GET /sitemap.xml", s.serveSitemap)
	s.mux.HandleFunc("GET /assets/{name}", func(w http.ResponseWriter, r *http.Request) {
		if a := assets()[r.PathValue("name")]; a != nil {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
			if r.PathValue("name") == "worker.js" {
				w.Header().Set("Content-Security-Policy", workerPolicy)
			}
			send(w, r, a)
			return
		}
		s.serve(w, r, &unknown, explain.Languages[0], "")
	})
	for _, lang := range explain.Languages {
		for i := range kinds {
			k := &kinds[i]
			for pattern, of := range k.routes() {
				s.mux.HandleFunc("GET /"+lang+pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, k, lang, of) })
			}
		}
		s.mux.HandleFunc("GET /"+lang+"/", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, &unknown, lang, "") })
	}
	s.mux.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, &unknown, preferred(r), "") })
}

// serve answers with a page of a kind, about a kind of rating if its addresses name one.
func (s *Site) serve(w http.ResponseWriter, r *http.Request, k *kind, lang, of string) {
	a := address{lang: lang, path: r.URL.Path, raw: r.URL.RawQuery, format: formatOf(r.URL.Path)}
	a.value = func(name string) string {
		if name == "kind" {
			return of
		}
		return strings.TrimSuffix(r.PathValue(name), "."+a.format)
	}
	response, err := s.respond(r.Context(), k, a)
	if take(w, response, err) {
		return
	}
	if err != nil {
		if s.Failed != nil && r.Context().Err() == nil {
			s.Failed(r.URL.Path, err)
		}
		response = failed(lang, r.URL.Path)
	}
	w.Header().Set("Cache-Control", "no-cache")
	if k.noindex || response.Unlisted || response.Status != http.StatusOK {
		w.Header().Set("X-Robots-Tag", "noindex")
	}
	send(w, r, response)
}

// Form returns the form of a page's address: "/players/{id}"; empty if it has none.
func (s *Site) Form(address string) string {
	_, pattern := s.mux.Handler(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: address}})
	for i := range kinds {
		for of := range kinds[i].routes() {
			if strings.HasSuffix(pattern, of) && strings.Count(pattern, "/") == strings.Count(of, "/")+1 {
				return kinds[i].pattern
			}
		}
	}
	return ""
}

// send writes a response. A request may be nil if it does not matter.
func send(w http.ResponseWriter, r *http.Request, response *Response) {
	if take(w, response, nil) {
		return
	}
	response.Send(w, r)
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
	send(w, nil, response)
}

// ready answers whether the bureau can be read.
func (s *Site) ready(w http.ResponseWriter, r *http.Request) {
	if _, err := s.Version(r.Context()); err != nil {
		response := plain("not ready\n")
		response.Status = http.StatusServiceUnavailable
		send(w, nil, response)
		return
	}
	send(w, nil, plain("ready\n"))
}

// chooseLanguage leads to the home page in a language of the visitor.
func (s *Site) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Vary", "Accept-Language")
	body, err := entrance()
	if err != nil && s.Failed != nil {
		s.Failed(r.URL.Path, err)
	}
	send(w, r, &Response{Status: http.StatusFound, Location: preferred(r) + "/", ContentType: contentTypes["html"], Body: body})
}

// preferred returns the language of the site that suits a visitor best.
func preferred(r *http.Request) string { return preference()(r) }

var preference = sync.OnceValue(func() func(*http.Request) string { return response.Languages(explain.Languages) })

// address is the address of a page.
type address struct {
	lang   string
	path   string                   // from the root on, with the language
	raw    string                   // the query as it was sent
	query  url.Values               // what it says
	value  func(name string) string // a part of the path by its name in the pattern, without a format
	format string                   // of a file; empty: it is a page
}

// sent returns the address as it was sent. It is the key of its page, if that is kept.
func (a *address) sent() string {
	if a.raw == "" {
		return a.path
	}
	return a.path + "?" + a.raw
}

// key returns what the bytes of a page are kept under: the address with the parameters
// that its kind knows. A file without words is the same in each language.
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
