package portal

import (
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
)

// visit is a request for a page. In the set-up it has neither a portal nor what follows it.
type visit struct {
	w    http.ResponseWriter
	r    *http.Request
	lang string

	portal  *Portal
	at      *place
	door    *signin.Door // as it is at that place
	bureau  *bureau.Bureau
	of      *bureau.Settings
	is      *signin.Signed // nil: nobody is signed in
	kept    string         // the key of what is said of what the form is filled with; empty: it is as it always is
	version int            // of the draft
	why     *message       // why what was sent was not done; nil: nothing was sent
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
	Bare    bool   // what is sent can be read on the way
	Kept    string // the key of what is said of what the form is filled with; empty: it is as it always is
	Version int    // of the draft; 0: there is none
}

// tab leads to a page.
type tab struct {
	Key, To string
	Here    bool
}

// show sends a page.
func (v *visit) show(template string, status int, of shown) error {
	made, err := v.page(template, status, of).Render()
	if err != nil {
		return err
	}
	v.send(made)
	return nil
}

// page returns a page.
func (v *visit) page(template string, status int, of shown) *page.Page {
	p := pages().Page(v.lang, v.r.URL.Path, template+".html")
	p.Unlisted, p.Status = true, status
	if v.portal != nil {
		of.Frame = v.frame()
		c := v.of.Contact.In(v.lang)
		p.Authority, p.Contact = v.of.Authority, page.Contact{Name: c.Name, Address: c.Address, Email: c.Email, Form: c.Form, Home: c.Home}
	}
	p.V = of
	return p
}

// send sends an answer that nobody keeps or finds.
func (v *visit) send(made *response.Response) {
	made.Header = http.Header{"Cache-Control": {"no-store"}, "X-Robots-Tag": {"noindex"}}
	made.Send(v.w, v.r)
}

// lead sends the visitor to a page of their language.
func (v *visit) lead(parts ...any) error {
	return v.leadTo("/" + v.lang + "/" + page.Escaped(parts...))
}

// leadTo sends the visitor to an address of ours.
func (v *visit) leadTo(to string) error {
	v.w.Header().Set("Cache-Control", "no-store")
	http.Redirect(v.w, v.r, to, http.StatusSeeOther)
	return nil
}

// message is why there is no page, or why something was not done, and what to do.
type message struct{ What, Cure string }

// refuse sends the page that says why there is none.
func (v *visit) refuse(status int, key string) error {
	p := page.In(v.lang)
	return v.show("message", status, shown{Of: message{p.Text("desk.refused."+key, nil), p.Text("desk.refused."+key+"-cure", nil)}})
}

// refused returns what a visitor reads of an error; false if it is not for them.
func refused(p *explain.Printer, err error) (*message, bool) {
	var why *finding.Refused
	var problem *finding.Problem
	var own said
	key := ""
	switch {
	case errors.As(err, &own):
		key = string(own)
	case errors.As(err, &why):
		return &message{p.Message(why.Finding), cure(p, why.Finding)}, true
	case errors.As(err, &problem):
		return &message{What: p.Problem(problem)}, true
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

// said is an error of a form by the key of what is said of it.
type said string

// Error returns the key.
func (s said) Error() string { return string(s) }

// cure returns what to do about a finding, on a page.
func cure(p *explain.Printer, f finding.Finding) string {
	key := "desk.cure." + f.ID
	if text := p.Text(key, nil); text != key {
		return text
	}
	return p.CureInWords(f)
}

// field returns a field of the form, without blanks around it.
func (v *visit) field(name string) string { return strings.TrimSpace(v.r.PostFormValue(name)) }

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
func (v *visit) cookie(name string) string {
	if c, err := v.r.Cookie(v.at.cookie(name)); err == nil {
		return c.Value
	}
	return ""
}

// setCookie sets a cookie for a time; without a value it is removed.
func (v *visit) setCookie(name, value string, age time.Duration) {
	c := &http.Cookie{Name: v.at.cookie(name), Value: value, Path: "/", MaxAge: int(age.Seconds()), HttpOnly: true, Secure: v.at.tls, SameSite: http.SameSiteLaxMode}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(v.w, c)
}

// entered takes the visitor in.
func (v *visit) entered(in *signin.Entered) {
	v.setCookie(ofSession, in.Session, browserKnown) // it ends earlier by itself
	if in.Known != "" {
		v.setCookie(ofBrowser, in.Known, browserKnown)
	}
}

// try returns who tries to sign in from where.
func (v *visit) try() signin.Try {
	return signin.Try{Name: v.field("email"), Password: v.r.PostFormValue("password"), Known: v.cookie(ofBrowser), From: front.From(v.r), Browser: browserOf(v.r.UserAgent())}
}
