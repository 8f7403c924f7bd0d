package store

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// An address is accepted only if it is entirely understood as a server's URL or
// looks like a file. Anything else may be a mistyped address with a password in
// it. It is refused (ErrAddress), and no part of it is printed.

// The parts of a server's address that may be printed. The user's is matched
// before percent-decoding.
var (
	userForm  = regexp.MustCompile(`^[A-Za-z0-9._~%-]*$`)
	hostForm  = regexp.MustCompile(`^[A-Za-z0-9._,:\[\]-]*$`)
	pathForm  = regexp.MustCompile(`^(/[\pL\pN._~-]*)?$`)
	nameForm  = regexp.MustCompile(`^[\pL\pN._~@-]*$`)
	paramForm = regexp.MustCompile(`^[a-z_]+=`)
)

// serverAddress parses the address of a server.
func serverAddress(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Fragment != "" || strings.Contains(address, "#") {
		return nil, false
	}
	authority, _, _ := strings.Cut(strings.TrimPrefix(address, u.Scheme+"://"), "/")
	authority, _, _ = strings.Cut(authority, "?")
	userinfo := authority[:max(strings.LastIndex(authority, "@"), 0)]
	user, _, _ := strings.Cut(userinfo, ":")
	if !userForm.MatchString(user) || !hostForm.MatchString(u.Host) || !pathForm.MatchString(u.Path) {
		return nil, false
	}
	for _, param := range strings.FieldsFunc(u.RawQuery, func(r rune) bool { return r == '&' }) {
		if !paramForm.MatchString(param) {
			return nil, false
		}
	}
	for _, name := range []string{u.User.Username(), u.Query().Get("user"), u.Query().Get("dbname"), u.Query().Get("database")} {
		if !nameForm.MatchString(name) {
			return nil, false
		}
	}
	return u, true
}

// shown returns a server's address without password and parameters.
func shown(u *url.URL) string {
	public := *u
	public.RawQuery = ""
	return public.Redacted()
}

// A mistyped address has one of these characters, as is, full-width or after a
// percent sign, or a similar beginning.
var (
	addressMarks = regexp.MustCompile("(?i)[:@=;\"'\x00-\x1f：＠＝；]|%(3A|40|3D|3B)")
	addressStart = regexp.MustCompile(`(?i)^\s*(postgre\w*|pgsql|psql|pg|mysql)[^\w.-]`)
)

// looksLikeFile reports whether an address is a file name: the file or its
// folder exists, or nothing in it resembles a server's address.
func looksLikeFile(address string) bool {
	if !addressMarks.MatchString(address) && !addressStart.MatchString(address) {
		return true
	}
	if _, err := os.Lstat(address); err == nil {
		return true
	}
	folder, err := os.Stat(filepath.Dir(address))
	base := filepath.Base(address)
	return err == nil && folder.IsDir() && !addressMarks.MatchString(base) && !addressStart.MatchString(base)
}

// Guarded returns a text given in another place than an address. If it may be an
// address with a password all the same, it returns its Name.
func Guarded(text string) string {
	lower := strings.ToLower(text)
	for _, mark := range []string{"@", "\uff20", "%40", "postgres", "password"} {
		if strings.Contains(lower, mark) {
			return Name(text)
		}
	}
	return text
}
