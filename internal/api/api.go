// Package api serves what is public of a bureau to programs: the JSON documents of package
// document, feeds, and the OpenAPI description of both.
//
// An operation is one row of a table (operations.go): its address, the schema of its
// document, and the function that reads it in one View of the bureau. What it returns are
// the bytes that the site offers as files and the command line prints. Every refusal is a
// finding, as problem+json.
package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/response"
)

// Root is where the API is on a server. Its last part is the version of the promise.
const Root = "/api/v1"

// Version is the version of the API. The first number changes with the address.
const Version = "1.0.0"

// jsonType is the type of documents, problemType that of refusals.
const (
	jsonType    = "application/json"
	problemType = "application/problem+json"
)

// API answers the requests of programs.
type API struct {
	public   *public.Public
	programs *Programs // nil: none act
	mux      *http.ServeMux
	huma     huma.API
}

// New returns the API of a bureau, which it reads as its site does.
func New(p *public.Public) *API {
	override()
	a := &API{public: p, mux: http.NewServeMux()}
	config := huma.Config{OpenAPI: description(), Formats: map[string]huma.Format{jsonType: jsonFormat, "json": jsonFormat}, DefaultFormat: jsonType, RejectUnknownQueryParameters: true}
	a.huma = humago.NewWithPrefix(a.mux, Root, config)
	a.operations()
	a.feeds()
	a.own()
	a.describe()
	a.mux.HandleFunc("/", a.nothing)
	return a
}

// jsonFormat writes documents as package document does.
var jsonFormat = huma.Format{
	Marshal:   document.Write,
	Unmarshal: json.Unmarshal,
}

// ServeHTTP answers a request. Pages of other sites may read the answers, but those for which a key is needed.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if needsKey(r) {
		a.mux.ServeHTTP(w, r)
		return
	}
	h := w.Header()
	h["Access-Control-Allow-Origin"] = anyOrigin
	switch r.Method {
	case http.MethodOptions:
		a.preflight(w, r)
		return
	case http.MethodGet, http.MethodHead:
		h["Access-Control-Expose-Headers"] = exposed
	}
	a.mux.ServeHTTP(w, r)
}

// Values of header fields that answers of the API have.
var (
	anyOrigin = []string{"*"}
	exposed   = []string{"ETag, Link, Retry-After, Content-Language"}
)

// preflight tells a browser what pages of other sites may send.
func (a *API) preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	_, r.Pattern = a.mux.Handler(&http.Request{Method: http.MethodGet, URL: r.URL, Host: r.Host})
	h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	h.Set("Access-Control-Allow-Headers", "Content-Type, Accept-Language, If-None-Match")
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

// langOf returns the language of an answer: that of the parameter, else that which suits
// who asks.
func langOf(r *http.Request) string {
	if _, asked, ok := strings.Cut(r.URL.RawQuery, "lang="); ok {
		for _, lang := range explain.Languages {
			if asked == lang || strings.HasPrefix(asked, lang+"&") {
				return lang
			}
		}
	}
	if r.Header.Get("Accept-Language") == "" {
		return explain.Languages[0]
	}
	return page.Preferred(r)
}

// Asked is what every request may say.
type Asked struct {
	Lang language `query:"lang" json:"-" doc:"The language of texts, problems included; without it Accept-Language decides."`

	request *http.Request
}

// Resolve implements huma.Resolver.
func (q *Asked) Resolve(c huma.Context) []error {
	q.request, _ = humago.Unwrap(c)
	return nil
}

func (q *Asked) asked() *Asked { return q }

// input is what a request says.
type input[I any] interface {
	*I
	asked() *Asked
}

// visit is a request while its document is read.
type visit struct {
	*explain.Printer
	*public.Visit
	lang  string // asked for
	links []string
}

// operation is a kind of request.
type operation struct {
	id, path, summary string
	schema            string // of its document: "list"; "arpad.list/1"
	tag               string
	method            string // empty: GET
	worded            bool   // it has texts
	moves             bool   // it shows more than what was published: reports, or the day
	large             bool   // it has a whole list
	fleeting          bool   // it answers what somebody typed, and is not kept
	paged             bool   // a Link field leads to the next part
}

// add adds an operation.
func add[I any, P input[I]](a *API, op operation, read func(*visit, P) (any, error)) {
	huma.Register(a.huma, a.documented(&op), func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		r := P(in).asked().request
		answer := a.answer(ctx, &op, r, in, func(v *visit) (any, error) { return read(v, in) })
		return &huma.StreamResponse{Body: func(c huma.Context) {
			_, w := humago.Unwrap(c)
			answer.Send(w, r)
		}}, nil
	})
}

// serve adds an operation that answers with the document of a resource.
func serve[I any, P input[I], D any](a *API, op operation, of public.Resource[D]) {
	op.worded = of.Worded
	add(a, op, func(v *visit, in P) (any, error) {
		found, err := of.Read(v.Visit, said(op.path, in.asked().request))
		if err != nil {
			return nil, err
		}
		return of.Document(v.Visit, v.Printer, found)
	})
}

// said returns what a request says, as the site says it: a type is a kind there, and a revision
// stands in the path.
func said(path string, r *http.Request) *public.Asked {
	of := &public.Asked{Values: map[string]string{}, Query: r.URL.Query()}
	for segment := range strings.SplitSeq(path, "/") {
		if name := strings.Trim(segment, "{}"); name != segment {
			of.Values[name] = r.PathValue(name)
		}
	}
	of.Values["kind"] = of.Values["type"]
	if revision, err := strconv.Atoi(of.Query.Get("revision")); err == nil {
		of.Values["revision"] = "r" + strconv.Itoa(revision)
	}
	return of
}

// answer returns the answer to a request, given what it says: that is in the same order
// however it was sent.
func (a *API) answer(ctx context.Context, op *operation, r *http.Request, said any, read func(*visit) (any, error)) *response.Response {
	lang := langOf(r)
	known, err := json.Marshal(said)
	if err != nil {
		return a.refusal(r, lang, err)
	}
	q := public.Question{What: op.id + string(known), Moves: op.moves, Typed: op.fleeting, Large: op.large}
	if whole, ok := said.(interface{ whole() bool }); ok {
		q.Large = whole.whole()
	}
	switch {
	case op.worded:
		q.What += lang
	case op.paged: // the next part keeps the language that was asked for
		q.What += r.URL.Query().Get("lang")
	}
	answer, err := a.public.Answer(ctx, q, func(ctx context.Context) (*public.Answer, error) {
		return a.made(ctx, op, r, lang, read)
	})
	if err != nil {
		return a.refusal(r, lang, err)
	}
	return answer
}

// made makes the answer to a request.
func (a *API) made(ctx context.Context, op *operation, r *http.Request, lang string, read func(*visit) (any, error)) (*public.Answer, error) {
	v := &visit{Printer: page.In(lang), lang: r.URL.Query().Get("lang")}
	body, contentType := &response.Body{}, jsonType
	of, err := a.public.Visit(ctx, v.Printer, func(of *public.Visit) error {
		v.Visit = of
		found, err := read(v)
		if err != nil {
			return err
		}
		return body.Make(func(to *response.Body) error {
			switch found := found.(type) {
			case *feed:
				contentType = atomType
				_, err := to.Write(found.bytes())
				return err
			case *ranking.List:
				return document.WriteList(to, found) // line by line
			}
			return document.Write(to, found)
		})
	})
	if err != nil {
		return nil, err
	}
	answer, err := body.Response(http.StatusOK, contentType)
	if err != nil {
		return nil, err
	}
	answer.Header = op.header(v, lang)
	return &public.Answer{Response: answer.Ready(), Of: of.Now, Keep: !of.Stale}, nil
}

// header returns the header fields of an answer.
func (o *operation) header(v *visit, lang string) http.Header {
	h := http.Header{}
	if o.worded {
		h["Vary"], h["Content-Language"] = []string{"Accept-Language"}, []string{lang}
	}
	links := v.links
	if o.schema != "" {
		links = append(links, "<"+Root+"/schema/"+o.schema+`.json>; rel="describedby"`)
	}
	if len(links) > 0 {
		h["Link"] = []string{strings.Join(links, ", ")}
	}
	return h
}

// refusal returns the answer for an error.
func (a *API) refusal(r *http.Request, lang string, err error) *response.Response {
	var moved *public.Moved
	if errors.As(err, &moved) {
		to := moved.In(r.URL.Path)
		if asked := r.URL.Query(); len(asked) > 0 {
			to += "?" + asked.Encode()
		}
		return &response.Response{Status: moved.Status, Location: to}
	}
	p := problemOf(page.In(lang), r.URL.Path, err)
	if p.Status == http.StatusInternalServerError && r.Context().Err() == nil {
		a.public.Fail(r.Pattern, err)
	}
	return p.response(lang)
}

// nothing answers requests for which there is no operation.
func (a *API) nothing(w http.ResponseWriter, r *http.Request) {
	if strings.TrimSuffix(r.URL.Path, "/") == Root { // where people look first
		(&response.Response{Status: http.StatusFound, Location: Root + "/openapi.json"}).Send(w, r)
		return
	}
	refused := finding.Refuse("no-address", finding.Text("address", r.URL.Path))
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if _, pattern := a.mux.Handler(&http.Request{Method: method, URL: r.URL, Host: r.Host}); method != r.Method && pattern != "/" {
			w.Header().Add("Allow", method)
			refused = finding.Refuse("method-unknown", finding.Text("address", r.URL.Path), finding.Text("method", r.Method))
		}
	}
	a.refusal(r, langOf(r), refused).Send(w, r)
}

// Refuse answers a request that does not come to the API: there were too many from where
// it came from, or it came from another site.
func (a *API) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	if !needsKey(r) {
		w.Header()["Access-Control-Allow-Origin"] = anyOrigin
		w.Header()["Access-Control-Expose-Headers"] = exposed
	}
	problemOf(page.In(langOf(r)), r.URL.Path, refusedBy(status)).response(langOf(r)).Send(w, r)
}

// Serves reports whether a request is one for the API.
func Serves(r *http.Request) bool {
	return r.URL.Path == Root || strings.HasPrefix(r.URL.Path, Root+"/")
}

// Open are the patterns of requests that pages of other sites may send though they have a body. Look-ups change nothing.
// What is below Own does nothing without a key in the field Authorization, which no form can send, a browser never adds by
// itself as it does cookies, and a script may send to another site only if that agrees first (CORS): it does not.
func Open() []string {
	return []string{http.MethodPost + " " + Root + "/lookups", http.MethodPost + " " + Own}
}
