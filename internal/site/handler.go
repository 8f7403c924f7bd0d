package site

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
)

// ServeHTTP answers a request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
		return
	}
	response, err := s.answer(r)
	if why := (*finding.Refused)(nil); errors.As(err, &why) {
		response, err = refused(pages().Page(langOfPath(r), r.URL.Path, unknown.template), why)
	}
	if err != nil {
		if s.Failed != nil && r.Context().Err() == nil {
			s.Failed(r.Pattern, err)
		}
		response = volatile(varying(failed(langOfPath(r), r.URL.Path)))
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
		return varying(&Response{Status: http.StatusFound, Location: page.Preferred(r) + "/", ContentType: page.TypeOf("index.html"), Body: body}), err
	case "/healthz":
		return volatile(plain("ok\n")), nil
	case "/readyz":
		return volatile(s.ready(r.Context())), nil
	case "/robots.txt":
		return plain(s.robots()), nil
	case "/favicon.ico":
		return pages().Assets["icon.ico"], nil
	case "/calendar.ics":
		return &Response{Status: http.StatusFound, Location: page.Preferred(r) + "/calendar.ics", Header: http.Header{"Vary": {"Accept-Language"}}}, nil
	case "/sitemap.xml":
		if r.Pattern = of; s.Base != "" {
			return s.serveSitemap(r.Context())
		}
	}
	if name, isAsset := strings.CutPrefix(of, "/assets/"); isAsset {
		if a := pages().Assets[name]; a != nil {
			return a, nil
		}
	}
	if strings.Contains(strings.ToUpper(r.URL.RawPath), "%2F") { // no part of an address has a slash
		return s.nothing(r)
	}
	if to := canonical(of); to == of+"/" {
		return &Response{Status: http.StatusMovedPermanently, Location: (&url.URL{Path: "./" + path.Base(to) + "/", RawQuery: r.URL.RawQuery}).String()}, nil
	} else if to != of {
		return &Response{Status: http.StatusMovedPermanently, Location: (&url.URL{Path: to, RawQuery: r.URL.RawQuery}).String()}, nil
	}
	found, a := find(of)
	if found == &unknown {
		return s.nothing(r)
	}
	r.Pattern = "/" + a.lang + found.pattern + "/"
	a.Query, _ = url.ParseQuery(r.URL.RawQuery) // what can be read of it
	return s.respond(r.Context(), found, a)
}

// nothing returns the response to a request for what is not there.
func (s *Site) nothing(r *http.Request) (*Response, error) {
	lang := langOfPath(r)
	r.Pattern = "/" + lang + unknown.pattern + "/"
	response, err := s.respond(r.Context(), &unknown, &address{lang: lang, path: r.URL.Path, format: formatOf(r.URL.Path)})
	if err != nil || strings.HasPrefix(r.URL.Path, "/"+lang+"/") {
		return response, err
	}
	return varying(response), nil
}

// varying returns a response in the language that suits a visitor best.
func varying(r *Response) *Response { return with(r, "Vary", "Accept-Language") }

// volatile returns a response that nobody keeps.
func volatile(r *Response) *Response { return with(r, "Cache-Control", "no-store") }

// with returns a response with a header field.
func with(r *Response, name, value string) *Response {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set(name, value)
	return r
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
	return page.Preferred(r)
}

// find returns the resource at a path, and the address that the path is.
func find(of string) (*resource, *address) {
	a := &address{path: of, format: formatOf(of)}
	rest := strings.TrimSuffix(of, a.ending())
	parts := strings.Split(rest, "/")[1:]
	if len(parts) == 0 || !slices.Contains(explain.Languages, parts[0]) {
		return &unknown, a
	}
	a.lang, parts = parts[0], parts[1:]
	for _, f := range forms()[len(parts)] {
		if !f.has(a.format) {
			continue
		}
		if values, ok := f.match(parts); ok {
			a.Values = values
			return f.resource, a
		}
	}
	return &unknown, a
}

// formatOf returns the format of a file by its address, empty for a page.
func formatOf(of string) string {
	if strings.HasSuffix(of, "/"+filters+".json") {
		return filters
	}
	return page.FormatOf(of)
}

func plain(text string) *Response {
	return &Response{Status: http.StatusOK, ContentType: page.TypeOf("txt"), Body: []byte(text)}
}

// Refuse answers a request that does not come to a page: there were too many from where
// it came from, or it came from another site.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	key := map[int]string{http.StatusTooManyRequests: "too-many", http.StatusForbidden: "cross-site"}[status]
	if key == "" {
		key = "failed"
	}
	p := page.In(page.Preferred(r))
	response := plain(p.Text("web.refused."+key, nil) + "\n" + p.Text("web.refused."+key+"-cure", nil) + "\n")
	response.Status = status
	volatile(varying(response)).Send(w, r)
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

// address is the address of a page or a file.
type address struct {
	public.Asked
	lang   string
	path   string // from the root on, with the language
	format string // of a file; empty: it is a page
}

// asked returns the parameters that a resource knows, as far as they say something. Others are
// ignored.
func (a *address) asked(of *resource) url.Values {
	known := url.Values{}
	for name, values := range a.Query {
		if slices.Contains(of.query, name) && a.format != filters && len(values) > 0 && values[0] != "" {
			known.Set(name, values[0])
		}
	}
	return known
}

// key returns what the answer is kept under: the address with the parameters that its resource
// knows, in a fixed order. A file without words is the same in each language.
func (a *address) key(of *resource) string {
	if asked := a.asked(of); len(asked) > 0 {
		return a.path + "?" + asked.Encode()
	}
	if f := of.file(a.format); f != nil && !f.worded {
		return strings.TrimPrefix(a.path, "/"+a.lang)
	}
	return a.path
}

// ending returns how the address ends: as a page or as a file.
func (a *address) ending() string {
	switch a.format {
	case "":
		return "/"
	case filters:
		return "/" + filters + ".json"
	}
	return "." + a.format
}
