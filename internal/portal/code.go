package portal

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

// code is the one-time code of a start. It is in memory only, and whoever enters it has a cookie instead.
type code struct {
	text    string
	left    int    // tries
	session string // SHA-256 of the cookie of who entered it; empty: nobody has
}

// The code has 80 bits. It may be tried some times: nobody mistypes it more often, and nobody guesses it.
const (
	codeLetters = 16
	codeTries   = 20
	codeGroup   = 4
)

func newCode() code { return code{text: rand.Text()[:codeLetters], left: codeTries} }

// String returns the code in groups, as it is shown.
func (c *code) String() string {
	var groups []string
	for i := 0; i < codeLetters; i += codeGroup {
		groups = append(groups, c.text[i:i+codeGroup])
	}
	return strings.Join(groups, "-")
}

// typed returns a code as it was meant: in any width and case, with figures that look like letters.
func typed(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			r -= '！' - '!'
		}
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r == '0':
			return 'O'
		case r == '1':
			return 'I'
		case r >= 'A' && r <= 'Z' || r >= '2' && r <= '7':
			return r
		}
		return -1
	}, text)
}

// enter tries a code, and returns the cookie for who knows it.
func (c *code) enter(text string) (cookie string, ok bool) {
	if c.left == 0 || c.session != "" {
		return "", false
	}
	c.left--
	if subtle.ConstantTimeCompare([]byte(typed(text)), []byte(c.text)) == 0 {
		return "", false
	}
	cookie = rand.Text()
	c.session = digest(cookie)
	return cookie, true
}

// knows reports whether a request comes from who entered the code.
func (c *code) knows(r *http.Request) bool {
	cookie, err := r.Cookie(cookieName(r))
	return err == nil && c.session != "" && subtle.ConstantTimeCompare([]byte(digest(cookie.Value)), []byte(c.session)) == 1
}

func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return string(sum[:])
}

// cookieName returns the name of the cookie: with TLS one that only this host can have set.
func cookieName(r *http.Request) string {
	if r.TLS != nil {
		return "__Host-arpad-setup"
	}
	return "arpad-setup"
}

// setCookie gives the cookie to a visitor.
func setCookie(w http.ResponseWriter, r *http.Request, value string) {
	const aDay = 24 * 60 * 60
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: value, Path: "/", MaxAge: aDay, HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteStrictMode})
}
