package portal

import (
	"cmp"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/work"
)

// Visit is a request for a page. In the set-up it has neither a portal nor what follows it.
type Visit struct {
	W    http.ResponseWriter
	R    *http.Request
	Lang string

	Bureau *bureau.Bureau   // in which whoever is signed in acts
	Of     *bureau.Settings // its own
	Is     *signin.Signed   // nil: nobody is signed in

	portal  *Portal
	room    *Room // of the page
	at      *place
	door    *signin.Door // as it is at that place
	kept    string       // the key of what is said of what the form is filled with; empty: it is as it always is
	version int          // of the draft
	keeps   bool         // the draft, after what was sent
	why     *message     // why what was sent was not done; nil: nothing was sent
	did     *doneShown   // what was done a moment ago; nil: the page is not about that
	head    int          // the last entry of the log when the page was made; 0: nobody has asked
}

// place is an address at which the portal answers.
type place struct {
	address string // without a slash at its end
	tls     bool   // what is sent cannot be read on the way
	here    bool   // this machine itself
}

// place returns the place that a request names, nil if it names none of ours: any other name may be that of
// another site, whose pages would then count as ours.
func (p *Portal) place(r *http.Request) *place {
	if public, err := url.Parse(p.Public); err == nil && p.Public != "" && strings.EqualFold(public.Host, r.Host) {
		return &place{address: p.Public, tls: public.Scheme == "https"}
	}
	switch {
	case !local(r) || !front.From(r).IsLoopback() || r.Header.Get("X-Forwarded-For")+r.Header.Get("Forwarded") != "": // a proxy that does not say for which name
		return nil
	case r.TLS != nil:
		return &place{address: "https://" + r.Host, tls: true, here: true}
	}
	return &place{address: "http://" + r.Host, here: true}
}

// local reports whether a request names this machine as such.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = strings.Trim(r.Host, "[]")
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// shown is what a page shows.
type shown struct {
	Steps   []mark   // of the set-up
	Refused *message // what was sent; nil: it was not
	Of      any
	Frame   *frame // nil: that of the set-up
}

// frame is what stands around a page of a bureau.
type frame struct {
	Name    string // of who is signed in; empty: nobody is
	Email   string
	Owner   string // the number of their account, which goes with each form
	Tabs    []tab
	Bare    bool       // what is sent can be read on the way
	Kept    string     // the key of what is said of what the form is filled with; empty: it is as it always is
	Version int        // of the draft; 0: there is none
	Done    *doneShown // nil: nothing was done
	Keys    bool       // keys work on the page
}

// tab leads to a page.
type tab struct {
	Key, To string
	Here    bool
}

// show sends a page.
func (v *Visit) show(room *Room, template string, status int, of shown) error {
	made, err := v.page(room, template, status, of).Render()
	if err != nil {
		return err
	}
	v.Send(made)
	return nil
}

// page returns a page.
func (v *Visit) page(room *Room, template string, status int, of shown) *page.Page {
	p := room.pages().Page(v.Lang, v.R.URL.Path, template+".html")
	p.Unlisted, p.Status = true, status
	if v.portal != nil {
		of.Frame = v.frame()
		c := v.Of.Contact.In(v.Lang)
		p.Authority, p.Contact = v.Of.Authority, page.Contact{Name: c.Name, Address: c.Address, Email: c.Email, Form: c.Form, Home: c.Home}
	}
	p.V = of
	return p
}

// Send sends an answer that nobody keeps or finds, and that no page of another site has in a window of its own.
func (v *Visit) Send(made *response.Response) {
	h := v.W.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Robots-Tag", "noindex")
	made.Send(v.W, v.R)
}

// Lead sends the visitor to a page of their language.
func (v *Visit) Lead(parts ...any) error {
	return v.LeadTo("/" + v.Lang + "/" + page.Escaped(parts...))
}

// LeadTo sends the visitor to an address of ours.
func (v *Visit) LeadTo(to string) error {
	v.W.Header().Set("Cache-Control", "no-store")
	http.Redirect(v.W, v.R, to, http.StatusSeeOther)
	return nil
}

// message is why there is no page, or why something was not done, and what to do.
type message struct{ What, Cure string }

// Refuse sends the page that says why there is none.
func (v *Visit) Refuse(status int, key string) error {
	return v.show(own, "message", status, shown{Of: v.refusal(key)})
}

// refusal returns what is said of why there is no page.
func (v *Visit) refusal(key string) message {
	p := page.In(v.Lang)
	return message{p.Text("desk.refused."+key, nil), p.Text("desk.refused."+key+"-cure", nil)}
}

// refused returns what a visitor reads of an error; false if it is not for them.
func refused(p *explain.Printer, err error) (*message, bool) {
	var why *finding.Refused
	var problem *finding.Problem
	var own Said
	key := ""
	switch {
	case errors.As(err, &own):
		key = string(own)
	case errors.As(err, &why) && why.ID == "no-address": // what it says is for programs
		key = "desk.refused.missing"
	case errors.As(err, &why):
		return &message{p.Message(why.Finding), cure(p, why.Finding)}, true
	case errors.As(err, &problem):
		return &message{p.Problem(problem), cured(p, problem.ID)}, true
	case errors.Is(err, signin.ErrWrong):
		key = "desk.login.wrong"
	case errors.Is(err, signin.ErrOften):
		key = "desk.login.often"
	case errors.Is(err, signin.ErrBare):
		key = "desk.login.bare"
	case errors.Is(err, signin.ErrUnsealed):
		key = "desk.login.unsealed"
	default:
		return nil, false
	}
	return &message{p.Text(key, nil), p.Text(key+"-cure", nil)}, true
}

// Said is an error of a form by the key of what is said of it.
type Said string

// Error returns the key.
func (s Said) Error() string { return string(s) }

// cure returns what to do about a finding, on a page.
func cure(p *explain.Printer, f finding.Finding) string {
	return cmp.Or(cured(p, f.ID), p.CureInWords(f))
}

// cured returns what to do on a page about a finding or a problem; empty: what is done elsewhere.
func cured(p *explain.Printer, id string) string { return p.TextOr("desk.cure."+id, "", nil) }

// Field returns a field of the form, without blanks around it.
func (v *Visit) Field(name string) string { return strings.TrimSpace(v.R.PostFormValue(name)) }

// Cookies. With TLS they have names that only this host can have set.
const (
	ofSession    = "arpad"
	ofBrowser    = "arpad-known"      // by which a browser is known again
	ofInvitation = "arpad-invitation" // its token, so that it stands in no address
	ofForm       = "arpad-kept"       // a form that was kept when a session had ended
)

const browserKnown = 365 * 24 * time.Hour

func (at *place) cookie(name string) string {
	if at.tls {
		return "__Host-" + name
	}
	return name
}

// cookie returns a cookie's value, empty if there is none.
func (v *Visit) cookie(name string) string {
	if c, err := v.R.Cookie(v.at.cookie(name)); err == nil {
		return c.Value
	}
	return ""
}

// setCookie sets a cookie for a time; without a value it is removed.
func (v *Visit) setCookie(name, value string, age time.Duration) {
	c := &http.Cookie{Name: v.at.cookie(name), Value: value, Path: "/", MaxAge: int(age.Seconds()), HttpOnly: true, Secure: v.at.tls, SameSite: http.SameSiteLaxMode}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(v.W, c)
}

// Work returns what passes.
func (v *Visit) Work() *work.Store { return v.door.Work }

// Sends reports whether letters are sent; else somebody of the office copies them.
func (v *Visit) Sends() bool { return v.portal.Sends }

// Base returns the address of the site from outside, without a slash at its end.
func (v *Visit) Base() string { return v.portal.Public }

// Code returns the token of the link by which the visitor came, empty if by none; see Portal.address.
func (v *Visit) Code() string { return v.cookie(ofInvitation) }

// entered takes the visitor in.
func (v *Visit) entered(in *signin.Entered) {
	v.setCookie(ofSession, in.Session, browserKnown) // it ends earlier by itself
	if in.Known != "" {
		v.setCookie(ofBrowser, in.Known, browserKnown)
	}
}

// try returns who tries to sign in from where.
func (v *Visit) try() signin.Try {
	return signin.Try{Name: v.Field("email"), Password: v.R.PostFormValue("password"), Known: v.cookie(ofBrowser), From: front.From(v.R), Browser: browserOf(v.R.UserAgent())}
}

// Fact returns what the register has in a field of a player, as a page says it.
func (v *Visit) Fact(field, text string) string {
	switch {
	case field == "sex" && (text == "m" || text == "w"):
		return v.Printer().Text("desk.registers.sex-"+text, nil)
	case text == "true":
		return v.Printer().Text("desk.do.yes", nil)
	case text == "false":
		return v.Printer().Text("desk.do.no", nil)
	}
	return text
}
