// Package portal shows the pages of people who act: the first start of a bureau, signing in, accounts. They
// stand in the frame of internal/page, do without scripts where a browser can, and nobody keeps or finds them.
package portal

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/signin"
)

//go:embed template asset
var sources embed.FS

var pages = sync.OnceValue(func() *page.Set {
	own, err := fs.Sub(sources, "template")
	parts, failed := fs.Sub(sources, "template/parts")
	if err := errors.Join(err, failed); err != nil {
		panic(err) // it is embedded
	}
	return page.New(own, assets(), parts)
})

// assets returns the files that pages of the portal load beside those of all pages.
var assets = sync.OnceValue(func() map[string]*response.Response {
	all := map[string]*response.Response{}
	for _, name := range []string{"desk.css", "draft.js", "passkey.js"} {
		body, err := sources.ReadFile("asset/" + name)
		if err != nil {
			panic(err) // it is embedded
		}
		all[name] = response.New(http.StatusOK, page.TypeOf(name), body).Tight()
	}
	return all
})

// Portal is where people sign in to a bureau, and act.
type Portal struct {
	// Use calls with the bureau as it is open now.
	Use    func(func(*bureau.Bureau) error) error
	Door   *signin.Door
	Jobs   *job.Runner
	Office *office.Office
	Public string                          // address from outside, without a slash at its end; empty: this machine only
	Bare   bool                            // who works in the office may sign in without TLS, too
	Failed func(address string, why error) // is told why something could not be shown

	mux *http.ServeMux
}

// route is a page.
type route struct {
	path     string // below the language
	template string // empty: nothing is shown, only sent
	who      bureau.Role
	fresh    bool                      // a second factor is asked for before it is shown
	drafts   bool                      // what is typed into its form is kept
	show     func(*visit) (any, error) // what it shows; nil: nothing of its own
	send     func(*visit) error        // does what the form says; nil: there is none
}

// Who may see a page: anybody, or whoever is signed in.
const (
	anybody  = bureau.Role(0)
	everyone = ^bureau.Role(0)
)

// routes are the pages by their addresses.
var routes = []route{
	{path: "login", template: "login", who: anybody, show: (*visit).showLogin, send: (*visit).sendLogin},
	{path: "login/code", template: "login-code", who: anybody, show: (*visit).showCode, send: (*visit).sendCode},
	{path: "forgotten", template: "forgotten", who: anybody},
	{path: "invite", template: "invite", who: anybody, show: (*visit).showInvitation, send: (*visit).sendInvitation},
	{path: "logout", who: everyone, send: (*visit).leave},
	{path: "account", template: "account", who: everyone, show: (*visit).showAccount, send: (*visit).sendAccount},
	{path: "account/factors", template: "factors", who: everyone, fresh: true, show: (*visit).showFactors, send: (*visit).sendFactors},
	{path: "desk", template: "first", who: bureau.Desk, show: (*visit).showFirst},
	{path: "desk/jobs/{job}", template: "job", who: bureau.Desk, show: (*visit).showJob, send: (*visit).sendJob},
	{path: "desk/health", template: "health", who: bureau.Officer | bureau.Auditor | bureau.Administrator, show: (*visit).showHealth, send: (*visit).sendHealth},
	{path: "admin/people", template: "people", who: bureau.Administrator | bureau.Officer | bureau.Auditor, drafts: true, show: (*visit).showPeople, send: (*visit).sendPeople},
	{path: "admin/people/{number}", template: "person", who: bureau.Administrator, show: (*visit).showPerson, send: (*visit).sendPerson},
}

// Open makes the portal ready to serve.
func (p *Portal) Open() *Portal {
	p.mux = http.NewServeMux()
	for name, asset := range assets() {
		p.mux.HandleFunc("GET /assets/"+name, asset.Send)
	}
	for i := range routes {
		rt := &routes[i]
		answer := func(w http.ResponseWriter, r *http.Request) {
			p.serve(w, r, func(v *visit) error { return v.answer(rt) })
		}
		address := func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, (*visit).address) }
		for _, lang := range append([]string{""}, explain.Languages...) {
			at := path.Join("/", lang, rt.path)
			switch {
			case rt.template == "":
			case lang == "":
				p.mux.HandleFunc("GET "+at+"/{$}", address)
			default:
				p.mux.HandleFunc("GET "+at+"/{$}", answer)
			}
			if rt.template != "" {
				p.mux.HandleFunc("GET "+at, address)
			}
			if rt.send != nil && lang != "" {
				p.mux.HandleFunc("POST "+at+"/{$}", answer)
			}
		}
	}
	for purpose, ask := range map[string]func(*visit) (*signin.Asked, error){"sign-in": (*visit).askPasskey, "confirm": (*visit).askConfirm, "add": (*visit).askNew, "join": (*visit).askJoin} {
		p.mux.HandleFunc("POST /passkey/"+purpose, func(w http.ResponseWriter, r *http.Request) {
			p.serve(w, r, func(v *visit) error { return v.ask(ask) })
		})
	}
	p.mux.HandleFunc("POST /draft", func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, (*visit).keepDraft) })
	return p
}

// Serves reports whether a request is for the portal.
func (p *Portal) Serves(r *http.Request) bool {
	_, pattern := p.mux.Handler(r)
	return pattern != ""
}

// ServeHTTP answers a request.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// serve answers a request with who is signed in.
func (p *Portal) serve(w http.ResponseWriter, r *http.Request, answer func(*visit) error) {
	err := p.Use(func(b *bureau.Bureau) error {
		acting := *b
		acting.Actor = bureau.Actor{} // nobody, until they have signed in
		v := &visit{w: w, r: r, portal: p, bureau: &acting, at: p.place(r)}
		v.lang, _ = langOf(r)
		if err := v.begin(); err != nil {
			return err
		}
		if v.at == nil {
			return v.refuse(http.StatusMisdirectedRequest, "name")
		}
		return answer(v)
	})
	var trouble *finding.Problem
	switch {
	case err == nil:
	case errors.Is(err, signin.ErrBusy):
		refuse(w, r, http.StatusServiceUnavailable, "busy")
	case errors.As(office.Problem(err), &trouble): // of the database, or of a disk
		p.Failed(r.Pattern, err)
		refuse(w, r, http.StatusServiceUnavailable, "away")
	default:
		panic(err) // the front logs it, and answers
	}
}

// begin finds out who is signed in.
func (v *visit) begin() error {
	err := v.bureau.View(v.r.Context(), func(_ bureau.Reader, s *bureau.Settings) error {
		v.of = s
		return nil
	})
	if err != nil || v.at == nil {
		return err
	}
	door, err := v.portal.Door.At(v.site(), v.at.address)
	if err != nil {
		return err
	}
	door.View = func(ctx context.Context, f func(bureau.Reader) error) error {
		return v.bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return f(r) })
	}
	door.Bare = !v.at.tls && !v.at.here && !v.portal.Bare
	v.door = door
	if v.is, err = door.Signed(v.r.Context(), v.cookie(ofSession)); err != nil || v.is == nil {
		return err
	}
	v.bureau.Actor = v.is.Actor
	return nil
}

// site returns the name of the federation.
func (v *visit) site() string {
	return cmp.Or(v.of.Contact.In(v.lang).Name, page.In(v.lang).Text("web.authority."+v.of.Authority, nil))
}

// address leads to the address of a page, in the language that suits the visitor where none is said.
func (v *visit) address() error {
	_, rest := langOf(v.r)
	if rest == "" { // there is no language in it
		rest = strings.Trim(v.r.URL.Path, "/")
	}
	to := "/" + v.lang + "/" + rest + "/"
	if token := v.r.URL.Query().Get("code"); token != "" { // from now on it stands in no address
		v.setCookie(ofInvitation, token, invitationKnown)
		return v.leadTo(to)
	}
	if v.r.URL.RawQuery != "" {
		to += "?" + v.r.URL.RawQuery
	}
	return v.leadTo(to)
}

// answer shows a page, or does what its form says.
func (v *visit) answer(rt *route) error {
	posted := v.r.Method == http.MethodPost
	if posted {
		if err := v.r.ParseForm(); err != nil {
			return v.refuse(http.StatusBadRequest, "form")
		}
	}
	switch owner := v.r.PostForm.Get("owner"); {
	case rt.who == anybody:
	case v.is == nil:
		return v.signsIn(rt)
	case !v.is.Actor.Is(rt.who):
		return v.refuse(http.StatusNotFound, "missing")
	case posted && owner != v.is.Actor.Account:
		return v.refuse(http.StatusConflict, "owner")
	}
	if done, err := v.confirm(rt); done || err != nil {
		return err
	}
	if !posted {
		if err := v.refill(rt); err != nil {
			return err
		}
		return v.shows(rt, http.StatusOK)
	}
	err := rt.send(v)
	if err == nil && rt.drafts && v.is != nil {
		return v.door.Work.Drop(v.r.Context(), v.is.Session.Account, v.below(v.r.URL.Path))
	}
	if why := (*finding.Refused)(nil); errors.As(err, &why) && why.ID == "factor-needed" {
		return v.asksToConfirm(nil)
	}
	var known bool
	if v.why, known = refused(page.In(v.lang), err); !known {
		return err
	}
	return v.shows(rt, http.StatusUnprocessableEntity)
}

// shows sends the page of a route.
func (v *visit) shows(rt *route, status int) error {
	if rt.template == "" {
		return v.lead()
	}
	var of any
	if rt.show != nil {
		var err error
		of, err = rt.show(v)
		if why, known := refused(page.In(v.lang), err); known {
			return v.show("message", http.StatusNotFound, shown{Of: *why})
		}
		if err != nil || of == nil { // nil: it has answered
			return err
		}
	}
	return v.show(rt.template, status, shown{Refused: v.why, Of: of})
}

// ask answers a script that asks for a passkey.
func (v *visit) ask(how func(*visit) (*signin.Asked, error)) error {
	if !v.door.Passkeys() {
		return v.refuse(http.StatusNotFound, "missing")
	}
	if !v.door.Throttle.Begins(front.From(v.r)) {
		return v.refuse(http.StatusTooManyRequests, "too-many")
	}
	asked, err := how(v)
	if _, known := refused(page.In(v.lang), err); known || asked == nil && err == nil {
		return v.refuse(http.StatusForbidden, "missing")
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(asked)
	if err == nil {
		v.send(response.New(http.StatusOK, "application/json", text))
	}
	return err
}

// Refuse answers a request that does not come to a page.
func (p *Portal) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	refuse(w, r, status, map[int]string{http.StatusTooManyRequests: "too-many", http.StatusForbidden: "cross-site", http.StatusRequestEntityTooLarge: "too-large"}[status])
}

// refuse answers a request that does not come to a page, and says why; empty: nobody knows. It asks no bureau.
func refuse(w http.ResponseWriter, r *http.Request, status int, why string) {
	v := &visit{w: w, r: r}
	v.lang, _ = langOf(r)
	if v.refuse(status, cmp.Or(why, "failed")) != nil {
		http.Error(w, http.StatusText(status), status)
	}
}

// langOf returns the language of a path and what is below it; for a path of none the one that suits the visitor
// best.
func langOf(r *http.Request) (lang, rest string) {
	lang, rest, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if slices.Contains(explain.Languages, lang) {
		return lang, rest
	}
	return page.Preferred(r), ""
}
