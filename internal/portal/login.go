package portal

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/work"
)

// loginShown is what the page for signing in shows.
type loginShown struct {
	Email    string
	Next     string // the page to which it leads
	Passkeys bool   // work here
	Why      string // the key of why not
	Ticket   string // with which the code is sent
	Kept     bool   // a form waits to be sent
}

// next returns the page to which signing in leads: one of ours, or none.
func (v *Visit) next() string {
	to := v.R.FormValue("next")
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(to, "/") || strings.ContainsAny(to, "\\\x00\r\n") {
		return ""
	}
	if !v.portal.Serves(&http.Request{Method: http.MethodGet, URL: &url.URL{Path: u.Path}, Host: v.R.Host}) {
		return ""
	}
	return to
}

func (v *Visit) showLogin() (any, error) {
	if v.Is != nil && v.why == nil && v.R.Method != http.MethodPost {
		return nil, v.goOn()
	}
	return loginShown{Email: v.Field("email"), Next: v.next(), Passkeys: v.door.Passkeys(), Why: v.noPasskeys(), Kept: v.cookie(ofForm) != ""}, nil
}

// noPasskeys returns the key of why no passkey works here.
func (v *Visit) noPasskeys() string {
	switch {
	case v.door.Passkeys():
		return ""
	case !v.at.tls && !v.at.here:
		return "desk.passkey.insecure"
	}
	return "desk.passkey.figures"
}

// goOn leads on from signing in.
func (v *Visit) goOn() error {
	if to := v.next(); to != "" {
		return v.LeadTo(to)
	}
	return v.Lead("account")
}

// home leads to where somebody's work is.
func (v *Visit) home(in *signin.Entered) error {
	if to := v.next(); to != "" {
		return v.LeadTo(to)
	}
	switch {
	case in.Actor.Is(bureau.Desk &^ bureau.Treasurer):
		return v.Lead("desk")
	case in.Actor.Is(bureau.Treasurer):
		return v.Lead("desk", "fees")
	case in.Actor.Is(bureau.Organiser):
		return v.Lead("portal")
	case in.Actor.Is(bureau.Player):
		return v.Lead("account", "me")
	}
	return v.Lead("account")
}

func (v *Visit) sendLogin() error {
	ctx := v.R.Context()
	var in *signin.Entered
	var err error
	if answer := v.R.PostFormValue("passkey"); answer != "" && v.door.Passkeys() {
		in, err = v.door.Passkey(ctx, v.R.PostFormValue("ceremony"), []byte(answer), browserOf(v.R.UserAgent()))
	} else {
		in, err = v.door.Password(ctx, v.try())
	}
	if err != nil {
		return err
	}
	if in.Ticket != "" {
		return v.show(own, "login-code", http.StatusOK, shown{Of: loginShown{Next: v.next(), Ticket: in.Ticket}})
	}
	v.leaveOther()
	v.entered(in)
	return v.home(in)
}

// showCode leads to the beginning: the page of the code has no address of its own, because its ticket has none.
func (v *Visit) showCode() (any, error) {
	if v.why == nil {
		return nil, v.Lead("login")
	}
	return loginShown{Next: v.next(), Ticket: v.R.PostForm.Get("ticket")}, nil
}

func (v *Visit) sendCode() error {
	in, err := v.door.Code(v.R.Context(), v.R.PostFormValue("ticket"), v.Field("code"), v.try())
	switch {
	case in != nil && in.Ticket != "": // another try
		v.R.PostForm.Set("ticket", in.Ticket)
		return err
	case errors.Is(err, work.ErrGone):
		return v.Lead("login")
	case err != nil:
		return err
	}
	v.leaveOther()
	v.entered(in)
	return v.home(in)
}

// leaveOther ends the session in which the browser was before.
func (v *Visit) leaveOther() {
	if v.Is != nil {
		_ = v.door.Work.End(v.R.Context(), v.Is.Session.Account, v.Is.Hash) // it ends by itself, later
	}
}

// leave signs out. What the browser has kept of the pages goes, too.
func (v *Visit) leave() error {
	if err := v.door.Work.End(v.R.Context(), v.Is.Session.Account, v.Is.Hash); err != nil {
		return err
	}
	v.setCookie(ofSession, "", 0)
	v.W.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	return v.Lead("login")
}

// keptFor is how long a form is kept for whoever signs in again.
const keptFor = time.Hour

// signsIn asks a visitor to sign in. A form that they have sent is kept meanwhile.
func (v *Visit) signsIn(rt *Route) error {
	to := "/" + v.Lang + "/login/?" + url.Values{"next": {v.R.URL.RequestURI()}}.Encode()
	if owner := v.R.PostForm.Get("owner"); v.R.Method == http.MethodPost && rt.Template != "" && owner != "" {
		token, err := v.door.Work.Keep(v.R.Context(), owner, v.R.URL.Path, withoutSecrets(v.R.PostForm), keptFor)
		if err != nil {
			return err
		}
		v.setCookie(ofForm, token, keptFor)
	}
	return v.LeadTo(to)
}

// secrets are the fields that stand in no page.
var secrets = []string{"password", "code", "passkey", "ceremony", "secret"}

// withoutSecrets returns the fields of a form that may stand in a page.
func withoutSecrets(form url.Values) url.Values {
	open := url.Values{}
	for name, values := range form {
		open[name] = values
	}
	for _, name := range secrets {
		delete(open, name)
		delete(open, "confirm-"+name)
	}
	return open
}

// confirmShown is what the page shows on which somebody confirms who they are.
type confirmShown struct {
	Fields   url.Values // of the form that is sent then
	Passkeys bool
	Strong   bool // has a second factor
	Password bool
}

// asksToConfirm shows the page on which somebody confirms who they are. The fields of the form that they have
// sent go with it, so that it is done when they have.
func (v *Visit) asksToConfirm(why *message) error {
	f := v.Is.Account.Factors
	of := confirmShown{Fields: withoutSecrets(v.R.PostForm), Strong: v.Is.Account.Strong()}
	if f != nil {
		of.Password, of.Passkeys = f.Password != "", slices.ContainsFunc(f.Passkeys, v.door.Has)
	}
	status := http.StatusOK
	if why != nil {
		status = http.StatusForbidden
	}
	return v.show(own, "confirm", status, shown{Refused: why, Of: of})
}

// confirm takes what somebody has confirmed with, and asks for it where the page wants it.
func (v *Visit) confirm(rt *Route) (done bool, err error) {
	if v.Is == nil {
		return false, nil
	}
	form := v.R.PostForm
	answer, token := form.Get("confirm-passkey"), ""
	switch {
	case answer != "" && v.door.Passkeys():
		token, err = v.door.ConfirmPasskey(v.R.Context(), v.Is, form.Get("confirm-ceremony"), []byte(answer))
	case form.Has("confirm-password"):
		token, err = v.door.Confirm(v.R.Context(), v.Is, form.Get("confirm-password"), form.Get("confirm-code"), v.try())
	case rt.Fresh && !v.confirmed():
		return true, v.asksToConfirm(nil)
	default:
		return false, nil
	}
	if why, known := refused(page.In(v.Lang), err); known {
		return true, v.asksToConfirm(why)
	}
	if err != nil {
		return true, err
	}
	v.setCookie(ofSession, token, browserKnown)
	if rt.Fresh { // its form has secrets, which were not kept
		return true, v.LeadTo(v.R.URL.Path)
	}
	if v.Is, err = v.door.Signed(v.R.Context(), token); err != nil || v.Is == nil {
		return true, errors.Join(err, v.Lead("login"))
	}
	v.Bureau.Actor = v.Is.Actor
	for name := range form {
		if strings.HasPrefix(name, "confirm-") {
			delete(form, name)
		}
	}
	return false, nil
}

// confirmed reports whether the visitor has just said who they are.
func (v *Visit) confirmed() bool {
	const holds = 5 * time.Minute
	return v.door.Work.Now().Sub(v.Is.Factor) < holds
}

func (v *Visit) askPasskey() (*signin.Asked, error) { return v.door.AskPasskey(v.R.Context()) }

func (v *Visit) askConfirm() (*signin.Asked, error) {
	if v.Is == nil {
		return nil, finding.Refuse("sign-in-needed")
	}
	return v.door.AskConfirm(v.R.Context(), v.Is.Session.Account, v.Is.Account)
}

// askNew asks for a passkey of whoever is signed in.
func (v *Visit) askNew() (*signin.Asked, error) {
	if v.Is == nil || !v.confirmed() {
		return nil, finding.Refuse("sign-in-needed")
	}
	return v.door.AskNew(v.R.Context(), v.Is.Session.Account, v.Is.Account)
}

// askJoin asks for a passkey of whoever is invited.
func (v *Visit) askJoin() (*signin.Asked, error) {
	number, a, err := v.invited()
	if err != nil {
		return nil, err
	}
	return v.door.AskNew(v.R.Context(), number, a)
}
