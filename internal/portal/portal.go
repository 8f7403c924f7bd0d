// Package portal shows the pages of people who act: the first start of a bureau, signing in, accounts. They
// stand in the frame of internal/page, do without scripts where a browser can, and nobody keeps or finds them.
package portal

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/clockwork"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/job"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/signin"
)

// Portal is where people sign in to a bureau, and act.
type Portal struct {
	// Use calls with the bureau as it is open now.
	Use    func(func(*bureau.Bureau) error) error
	Door   *signin.Door
	Jobs   *job.Runner
	Clock  *clockwork.Clock // does what happens by itself
	Office *office.Office
	Public string                          // address from outside, without a slash at its end; empty: this machine only
	Bare   bool                            // who works in the office may sign in without TLS, too
	Sends  bool                            // letters are sent; else they wait to be copied
	Rooms  []*Room                         // beside those of signing in and of accounts
	Failed func(address string, why error) // is told why something could not be shown

	mux    *http.ServeMux
	drafts []string // patterns of the pages whose forms have them
}

// Who may see a page: anybody, or whoever is signed in.
const (
	anybody  = bureau.Role(0)
	everyone = ^bureau.Role(0)
)

// own has the pages by which people sign in, and those of accounts. Its routes are apart: what they call needs it.
var own = &Room{Templates: sources, Assets: []string{"desk.css", "draft.js", "keys.js", "passkey.js"}}

var routes = []Route{
	{Path: "login", Template: "login", Who: anybody, Show: (*Visit).showLogin, Send: (*Visit).sendLogin},
	{Path: "login/code", Template: "login-code", Who: anybody, Show: (*Visit).showCode, Send: (*Visit).sendCode},
	{Path: "forgotten", Template: "forgotten", Who: anybody},
	{Path: "invite", Template: "invite", Who: anybody, Show: (*Visit).showInvitation, Send: (*Visit).sendInvitation},
	{Path: "logout", Who: everyone, Send: (*Visit).leave},
	{Path: "account", Template: "account", Who: everyone, Show: (*Visit).showAccount, Send: (*Visit).sendAccount, Acts: []string{"account.key", "account.key-revoke"}},
	{Path: "account/factors", Template: "factors", Who: everyone, Fresh: true, Show: (*Visit).showFactors, Send: (*Visit).sendFactors},
	{Path: "desk/first", Template: "first", Who: bureau.Desk, Show: (*Visit).showFirst},
	{Path: "desk/do/{act}", Template: "do", Who: bureau.Desk, Show: (*Visit).showDo, Send: (*Visit).sendDo},
	{Path: "desk/jobs/{job}", Template: "job", Who: bureau.Desk, Show: (*Visit).showJob, Send: (*Visit).sendJob},
	{Path: "admin/people", Template: "people", Who: bureau.Administrator | bureau.Officer | bureau.Auditor, Drafts: true, Show: (*Visit).showPeople, Send: (*Visit).sendPeople, Acts: []string{"account.invite"}},
	{Path: "admin/people/{number}", Template: "person", Who: bureau.Administrator, Show: (*Visit).showPerson, Send: (*Visit).sendPerson, Acts: []string{"account.roles", "account.disable", "account.reset", "account.key", "account.key-revoke"}},
}

// Pages returns all pages, those of signing in and of accounts first.
func Pages(rooms ...*Room) []Route {
	all := slices.Clone(routes)
	for _, room := range rooms {
		all = append(all, room.Routes...)
	}
	return all
}

// Open makes the portal ready to serve.
func (p *Portal) Open() *Portal {
	p.mux, p.drafts = http.NewServeMux(), nil
	p.add(own, routes)
	for _, room := range p.Rooms {
		p.add(room, room.Routes)
	}
	for purpose, ask := range map[string]func(*Visit) (*signin.Asked, error){"sign-in": (*Visit).askPasskey, "confirm": (*Visit).askConfirm, "add": (*Visit).askNew, "join": (*Visit).askJoin} {
		p.mux.HandleFunc("POST /passkey/"+purpose, func(w http.ResponseWriter, r *http.Request) {
			p.serve(w, r, func(v *Visit) error { return v.ask(ask) })
		})
	}
	p.mux.HandleFunc("POST /draft", func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, (*Visit).keepDraft) })
	return p
}

// add adds the pages of a room.
func (p *Portal) add(room *Room, routes []Route) {
	for _, name := range room.Assets {
		p.mux.HandleFunc("GET /assets/"+name, room.pages().Assets[name].Send)
	}
	address := func(w http.ResponseWriter, r *http.Request) { p.serve(w, r, (*Visit).address) }
	for i := range routes {
		rt := &routes[i]
		answer := func(w http.ResponseWriter, r *http.Request) {
			p.serve(w, r, func(v *Visit) error {
				v.room = room
				return v.answer(rt)
			})
		}
		for _, lang := range append([]string{""}, explain.Languages...) {
			at := path.Join("/", lang, rt.Path)
			switch {
			case rt.Template == "":
			case lang == "":
				p.mux.HandleFunc("GET "+at+"/{$}", address)
			default:
				p.mux.HandleFunc("GET "+at+"/{$}", answer)
			}
			if rt.Template != "" {
				p.mux.HandleFunc("GET "+at, address)
			}
			if rt.Send != nil && lang != "" {
				pattern := "POST " + at + "/{$}"
				p.mux.HandleFunc(pattern, answer)
				if rt.Drafts {
					p.drafts = append(p.drafts, pattern)
				}
			}
		}
	}
}

// Serves reports whether a request is for the portal.
func (p *Portal) Serves(r *http.Request) bool {
	_, pattern := p.mux.Handler(r)
	return pattern != ""
}

// ServeHTTP answers a request.
func (p *Portal) ServeHTTP(w http.ResponseWriter, r *http.Request) { p.mux.ServeHTTP(w, r) }

// serve answers a request with who is signed in.
func (p *Portal) serve(w http.ResponseWriter, r *http.Request, answer func(*Visit) error) {
	err := p.Use(func(b *bureau.Bureau) error {
		acting := *b
		acting.Actor = bureau.Actor{} // nobody, until they have signed in
		v := &Visit{W: w, R: r, portal: p, Bureau: &acting, at: p.place(r)}
		v.Lang, _ = langOf(r)
		if err := v.begin(); err != nil {
			return err
		}
		if v.at == nil {
			return v.Refuse(http.StatusMisdirectedRequest, "name")
		}
		return answer(v)
	})
	var trouble *finding.Problem
	switch {
	case err == nil, errors.Is(err, context.Canceled) && r.Context().Err() != nil: // nobody is there to be answered
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
func (v *Visit) begin() error {
	err := v.Bureau.View(v.R.Context(), func(_ bureau.Reader, s *bureau.Settings) error {
		v.Of = s
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
		return v.Bureau.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return f(r) })
	}
	door.Bare = !v.at.tls && !v.at.here && !v.portal.Bare
	v.door = door
	if v.Is, err = door.Signed(v.R.Context(), v.cookie(ofSession)); err != nil || v.Is == nil {
		return err
	}
	v.Bureau.Actor = v.Is.Actor
	return nil
}

// site returns the name of the federation.
func (v *Visit) site() string {
	return cmp.Or(v.Of.Contact.In(v.Lang).Name, page.In(v.Lang).Text("web.authority."+v.Of.Authority, nil))
}

// address leads to the address of a page, in the language that suits the visitor where none is said.
func (v *Visit) address() error {
	_, rest := langOf(v.R)
	if rest == "" { // there is no language in it
		rest = strings.Trim(v.R.URL.Path, "/")
	}
	to := "/" + v.Lang + "/" + rest + "/"
	if token := v.R.URL.Query().Get("code"); token != "" { // from now on it stands in no address
		v.setCookie(ofInvitation, token, invitationKnown)
		return v.LeadTo(to)
	}
	if v.R.URL.RawQuery != "" {
		to += "?" + v.R.URL.RawQuery
	}
	return v.LeadTo(to)
}

// answer shows a page, or does what its form says.
func (v *Visit) answer(rt *Route) error {
	posted := v.R.Method == http.MethodPost
	if posted {
		if status, why := v.parse(rt); why != "" {
			return v.Refuse(status, why)
		}
	}
	switch owner := v.R.PostForm.Get("owner"); {
	case rt.Who == anybody:
	case v.Is == nil:
		return v.signsIn(rt)
	case !v.Is.Actor.Is(rt.Who):
		return v.Refuse(http.StatusNotFound, "missing")
	case posted && owner != v.Is.Actor.Account:
		return v.Refuse(http.StatusConflict, "owner")
	}
	if done, err := v.confirm(rt); done || err != nil {
		return err
	}
	if rt.Own {
		v.Bureau.Actor.Roles &= rt.Who
	}
	if !posted {
		err := v.refill(rt)
		if err == nil && v.Is != nil {
			v.did, err = v.done()
		}
		if err != nil {
			return err
		}
		return v.shows(rt, http.StatusOK)
	}
	v.version, _ = strconv.Atoi(v.R.PostForm.Get("draft-version")) // what is none was never kept
	err := rt.Send(v)
	if err == nil && rt.Drafts && v.Is != nil && !v.keeps {
		return v.door.Work.Drop(context.WithoutCancel(v.R.Context()), v.Is.Session.Account, v.below(v.R.URL.Path))
	}
	if why := (*finding.Refused)(nil); errors.As(err, &why) && why.ID == "factor-needed" {
		return v.asksToConfirm(nil)
	}
	var known bool
	if v.why, known = refused(page.In(v.Lang), err); !known {
		return err
	}
	return v.shows(rt, http.StatusUnprocessableEntity)
}

// shows sends the page of a route.
func (v *Visit) shows(rt *Route, status int) error {
	if rt.Template == "" {
		return v.Lead()
	}
	var of any
	if rt.Show != nil {
		var err error
		of, err = rt.Show(v)
		if why, known := refused(page.In(v.Lang), err); known {
			return v.show(own, "message", http.StatusNotFound, shown{Of: *why})
		}
		if err != nil || of == nil { // nil: it has answered
			return err
		}
	}
	return v.show(v.room, rt.Template, status, shown{Refused: v.why, Of: of})
}

// ask answers a script that asks for a passkey.
func (v *Visit) ask(how func(*Visit) (*signin.Asked, error)) error {
	if !v.door.Passkeys() {
		return v.Refuse(http.StatusNotFound, "missing")
	}
	may, err := v.door.Throttle.Begins(v.R.Context(), front.From(v.R))
	if err != nil {
		return err
	}
	if !may {
		return v.Refuse(http.StatusTooManyRequests, "too-many")
	}
	asked, err := how(v)
	if _, known := refused(page.In(v.Lang), err); known || asked == nil && err == nil {
		return v.Refuse(http.StatusForbidden, "missing")
	}
	if err != nil {
		return err
	}
	text, err := json.Marshal(asked)
	if err == nil {
		v.Send(response.New(http.StatusOK, "application/json", text))
	}
	return err
}

// Refuse answers a request that does not come to a page.
func (p *Portal) Refuse(w http.ResponseWriter, r *http.Request, status int) {
	refuse(w, r, status, map[int]string{http.StatusTooManyRequests: "too-many", http.StatusForbidden: "cross-site", http.StatusRequestEntityTooLarge: "too-large"}[status])
}

// Refuse answers a request that does not come to a page, and says why; empty: nobody knows. It asks no bureau.
func refuse(w http.ResponseWriter, r *http.Request, status int, why string) {
	v := &Visit{W: w, R: r}
	v.Lang, _ = langOf(r)
	if v.show(own, "message", status, shown{Of: v.refusal(cmp.Or(why, "failed")), Frame: &frame{}}) != nil {
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
