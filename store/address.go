package store

import (
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// An address names a server only where it can be understood whole, and a file only
// where it looks like one. Any other may be a mistyped address with a password in
// it: it is refused (ErrAddress), and neither it nor a piece of it is told.

// The forms of the pieces of a server's address that are told. The user's is that
// before its percent signs are decoded.
var (
	userForm  = regexp.MustCompile(`^[A-Za-z0-9._~%-]*$`)
	hostForm  = regexp.MustCompile(`^[A-Za-z0-9._,:\[\]-]*$`)
	pathForm  = regexp.MustCompile(`^(/[\pL\pN._~-]*)?$`)
	nameForm  = regexp.MustCompile(`^[\pL\pN._~@-]*$`)
	paramForm = regexp.MustCompile(`^[a-z_]+=`)
)

// serverAddress reads the address of a server.
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

// shown returns a server's address without its password and its parameters.
func shown(u *url.URL) string {
	public := *u
	public.RawQuery = ""
	return public.Redacted()
}

// A mistyped address has one of these characters, as it is, full-width or behind a
// percent sign, or begins like one.
var (
	addressMarks = regexp.MustCompile("(?i)[:@=;\"'\x00-\x1f：＠＝；]|%(3A|40|3D|3B)")
	addressStart = regexp.MustCompile(`(?i)^\s*(postgre\w*|pgsql|psql|pg|mysql)[^\w.-]`)
)

// looksLikeFile reports whether an address is a file's name: a file or its folder
// is there, or it has nothing of an address of a server.
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
