package portal

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"rsc.io/qr"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/signin"
)

// factorsShown is what a form shows in which somebody says how they sign in.
type factorsShown struct {
	Works     bool   // passkeys work here
	Why       string // the key of why not
	Elsewhere string // the address at which others will reach the pages, where a passkey made here does not work
	Needs     bool   // a second factor
	Shortest  int    // characters of a password
	codesShown
}

// codesShown is the secret of new one-time codes. Without one there can be none: nothing seals it.
type codesShown struct {
	Secret string // in groups of four
	Sealed string
	QR     template.HTML
}

// factors returns what the form shows for an account.
func (v *Visit) factors(number string, a *bureau.Account) (*factorsShown, error) {
	f := &factorsShown{Works: v.door.Passkeys(), Why: v.noPasskeys(), Needs: needsCodes(a), Shortest: signin.ShortestPassword}
	if v.at.here && v.portal.Public != "" && v.portal.Public != v.at.address {
		f.Elsewhere = v.portal.Public
	}
	sealed := v.R.PostForm.Get("secret")
	secret, err := v.door.AskedCodes(number, sealed)
	if err != nil { // it was not asked for yet
		secret, sealed, err = v.door.AskCodes(number)
	}
	switch {
	case errors.Is(err, signin.ErrUnsealed):
		return f, nil
	case err != nil:
		return nil, err
	}
	picture, err := picture(signin.SecretAddress(secret, v.site(), a.Email))
	text := signin.SecretText(secret)
	groups := ""
	for i := 0; i < len(text); i += 4 {
		groups += text[i:min(i+4, len(text))] + " "
	}
	f.codesShown = codesShown{strings.TrimSpace(groups), sealed, picture}
	return f, err
}

// picture returns a text as a QR code.
func picture(text string) (template.HTML, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", err
	}
	const quiet = 4 // modules of white around it
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	size := code.Size + 2*quiet
	return template.HTML(fmt.Sprintf(`<svg class="qr" viewBox="0 0 %d %d" aria-hidden="true"><path class="paper" d="M0 0h%dv%dH0z"/><path d="%s"/></svg>`, size, size, size, size, path.String())), nil //nolint:gosec // figures only
}

// chosen returns how somebody wants to sign in to an account, as the form says: by a passkey, or by a password and,
// where it is needed or typed, a one-time code.
func (v *Visit) chosen(number string, a *bureau.Account) (f bureau.Factors, err error) {
	ctx := v.R.Context()
	if answer := v.R.PostFormValue("passkey"); answer != "" && v.door.Passkeys() {
		made, err := v.door.New(ctx, number, a, v.R.PostFormValue("ceremony"), []byte(answer), browserOf(v.R.UserAgent()))
		f.Passkeys = []bureau.Passkey{made}
		return f, err
	}
	password := v.R.PostFormValue("password")
	if !signin.GoodPassword(password) {
		return f, Said("desk.factor.short")
	}
	if code := v.Field("code"); code != "" || needsCodes(a) {
		f.Codes, err = v.door.NewCodes(ctx, number, v.R.PostFormValue("secret"), code)
		if errors.Is(err, signin.ErrWrong) {
			err = Said("desk.factor.wrong-code")
		}
		if err != nil {
			return f, err
		}
	}
	f.Password, err = signin.HashPassword(ctx, password)
	return f, err
}

// needsCodes reports whether somebody who works in the office has no one-time codes yet, which they need beside a
// password.
func needsCodes(a *bureau.Account) bool {
	return a.Roles&bureau.Desk != 0 && (a.Factors == nil || len(a.Factors.Codes) == 0)
}

// recoveryShown is what the page of new recovery codes shows.
type recoveryShown struct {
	Codes []string
	Next  string // address of the page to which it leads
}

// showRecovery shows new recovery codes, once.
func (v *Visit) showRecovery(codes []string, next string) error {
	return v.show(own, "codes", http.StatusOK, shown{Of: recoveryShown{Codes: codes, Next: "/" + v.Lang + "/" + next + "/"}})
}

// browserOf returns what a browser calls itself, as its owner knows it: "Firefox, Windows".
func browserOf(agent string) string {
	first := func(names ...string) string {
		for _, name := range names {
			mark, shown, other := strings.Cut(name, "=")
			if !other {
				shown = mark
			}
			if strings.Contains(agent, mark) {
				return shown
			}
		}
		return ""
	}
	browser := first("Edg=Edge", "OPR=Opera", "SamsungBrowser=Samsung Internet", "Firefox", "FxiOS=Firefox", "CriOS=Chrome", "Chrome", "Safari", "curl")
	system := first("iPhone", "iPad", "Android", "Windows", "Mac OS=macOS", "CrOS=ChromeOS", "Linux")
	return strings.Trim(browser+", "+system, ", ")
}
