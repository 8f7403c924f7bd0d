package api

import (
	"bytes"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
)

// Programs are what the API needs to let programs with a key act for organisers.
type Programs struct {
	Looks bureau.Looks                                         // is told who looks at what is not public
	Used  func(ctx context.Context, account, key string) error // notes that a key is used, by its number
	Guess func(r *http.Request) (bool, error)                  // takes a try at a key from where a request comes; false: there were too many

	turns chan struct{} // of files that are read at once
}

// filesAtOnce is how many files of programs are read at once.
const filesAtOnce = 2

// Admit has programs with a key act. Without it their addresses lead nowhere.
func (a *API) Admit(p *Programs) {
	p.turns = make(chan struct{}, filesAtOnce)
	a.programs = p
}

// Own is below which everything needs a key. Nothing there is read by pages of other sites, nor kept.
const Own = Root + "/own/"

func needsKey(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, Own) }

// caller is a request of a program.
type caller struct {
	*explain.Printer
	*Programs
	r      *http.Request
	b      *bureau.Bureau // in which the organiser acts
	with   act.With
	status int
	header http.Header
}

// ownRead is a document that programs read.
type ownRead struct {
	id, path, summary string
	document          string // of view.Audiences
	scope             string
	of                any // what it is
}

// ownReads are all of them. The last part of a path in braces names the one.
func ownReads() []ownRead {
	return []ownRead{
		{"listOwnReports", "reports", "The reports of the key's clubs, with what is asked of the club", "reports", account.Follow, []document.OwnReport{}},
		{"getOwnReport", "reports/{key}", "A report of the key's clubs", "report-status", account.Follow, document.OwnReport{}},
		{"listOwnAnnouncements", "announcements", "The announced events of the key's clubs", "announcements", account.Follow, []document.OwnAnnouncement{}},
		{"getOwnAnnouncement", "announcements/{key}", "An announced event of the key's clubs", "announcement", account.Follow, document.OwnAnnouncement{}},
		{"listOwnInquiries", "inquiries", "What was asked about reports of the key's clubs", "inquiries", account.Follow, []document.OwnInquiry{}},
		{"getOwnInquiry", "inquiries/{key}", "A question about a report of the key's clubs", "inquiry", account.Follow, document.OwnInquiry{}},
		{"listOwnMembers", "clubs/{key}/members", "Who plays for a club of the key, who of them is a member, and whose membership ends within 60 days; that somebody looked is noted", "members", account.Read, []document.Member{}},
	}
}

// own adds what programs may do with a key.
func (a *API) own() {
	a.huma.OpenAPI().Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"key": {Type: "http", Scheme: "bearer", Description: "The key of a program, which whoever reports for a club makes for it. It acts for the club, and says for what it may be used."},
	}
	for _, of := range ownReads() {
		op := huma.Operation{OperationID: of.id, Method: http.MethodGet, Path: "/own/" + of.path, Summary: of.summary}
		if strings.Contains(of.path, "{key}") {
			op.Parameters = []*huma.Param{{Name: "key", In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}, Description: "The reference of a report or an announcement, the number of a question, the ID of a club."}}
		}
		a.keyed(op, of.scope, described(of.of, false), func(c *caller) (any, error) { return c.read(of.document, c.r.PathValue("key")) })
	}
	a.acts()
	a.files()
}

// read reads a document of the organiser's, with what is to be sent by whoever decides something by it.
func (c *caller) read(name, key string) (any, error) {
	seen := ""
	err := c.b.View(c.r.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) { // before it is read: what changes in between is noticed
		seen, err = view.For(c.b.Actor).Seen(r, name, key)
		return err
	})
	if err != nil {
		return nil, err
	}
	if seen != "" {
		c.header.Set("ETag", `"`+seen+`"`)
	}
	return document.Read(c.r.Context(), c.b, c.Printer, document.Wish{Document: name, Key: key, Looks: c.Looks})
}

// keyed adds an operation for programs whose key has a scope.
func (a *API) keyed(op huma.Operation, scope string, answers *huma.Schema, serve func(*caller) (any, error)) {
	op.Tags, op.Security = []string{tagOwn}, []map[string][]string{{"key": {}}}
	op.Description = "Needs a key for " + scope + "."
	op.Parameters = append(op.Parameters, &huma.Param{Name: "lang", In: "query", Schema: choice(explain.Languages), Description: "The language of texts, problems included; without it Accept-Language decides."})
	op.Responses = map[string]*huma.Response{
		"200":     {Description: op.Summary, Content: map[string]*huma.MediaType{jsonType: {Schema: answers}}},
		"default": {Description: "The request is refused: why, by which clause, and what to do about it.", Content: map[string]*huma.MediaType{problemType: {Schema: a.schemaOf("problem")}}},
	}
	a.huma.OpenAPI().AddOperation(&op)
	a.mux.HandleFunc(op.Method+" "+Root+op.Path, func(w http.ResponseWriter, r *http.Request) {
		lang := langOf(r)
		c := &caller{Printer: page.In(lang), Programs: a.programs, r: r, status: http.StatusOK, header: http.Header{"Cache-Control": {"no-store"}, "Vary": {"Accept-Language"}, "Content-Language": {lang}}}
		var body bytes.Buffer
		err := a.public.Use(func(b *bureau.Bureau) error {
			if err := a.enter(c, *b, scope); err != nil {
				return err
			}
			made, err := serve(c)
			if err == nil {
				err = document.Write(&body, made)
			}
			return err
		})
		if err != nil {
			a.refuseKeyed(w, r, lang, err)
			return
		}
		(&response.Response{Status: c.status, ContentType: jsonType, Body: body.Bytes(), Header: c.header}).Send(w, r)
	})
}

// refuseKeyed answers a program with why not.
func (a *API) refuseKeyed(w http.ResponseWriter, r *http.Request, lang string, err error) {
	answer := a.refusal(r, lang, err)
	if answer.Status == http.StatusUnauthorized {
		answer.Header.Set("WWW-Authenticate", "Bearer")
	}
	answer.Send(w, r)
}

// enter lets a program in that shows a key for something. It never looks at cookies.
func (a *API) enter(c *caller, b bureau.Bureau, scope string) error {
	const longest = 200
	c.with = act.With{Seen: strings.Trim(c.r.Header.Get("If-Match"), `"`), Key: strings.Trim(c.r.Header.Get("Idempotency-Key"), `"`)}
	kind, token, _ := strings.Cut(c.r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	switch {
	case c.Programs == nil:
		return finding.Refuse("no-address", finding.Text("address", c.r.URL.Path))
	case len(c.with.Seen) > longest || len(c.with.Key) > longest:
		return errInvalid
	case !strings.EqualFold(kind, "Bearer") || token == "":
		return finding.Refuse("key-needed")
	}
	var number string
	var key *bureau.Key
	err := b.View(c.r.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		of, is, found, err := account.OfKey(r, token)
		if found != nil {
			number, key, b.Actor = of, found, account.ActorOf(of, is)
			b.Actor.Program = found.Number
		}
		return err
	})
	may := true
	if err == nil && key == nil { // a key has 128 bits: whoever shows a right one at the same address is not kept out
		may, err = c.Guess(c.r)
	}
	switch {
	case err != nil:
		a.public.Fail(c.r.Pattern, err)
		return finding.Refuse("database-away")
	case !may:
		return finding.Refuse("too-many-requests")
	case key == nil:
		return finding.Refuse("key-needed")
	case !slices.Contains(key.May, scope):
		return finding.Refuse("key-not-for", finding.Text("scope", scope))
	}
	if err := c.Used(c.r.Context(), number, key.Number); err != nil { // nothing rests on it
		a.public.Fail(c.r.Pattern, err)
	}
	b.OnReason = nil // it speaks to whoever is at the machine
	c.b = &b
	return nil
}

// errInvalid is that a request cannot be read.
var errInvalid error = finding.Refuse("request-invalid")
