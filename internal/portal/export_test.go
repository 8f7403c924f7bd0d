package portal

import (
	"net/http"
	"time"
)

// What tests see of the portal from within.
var (
	BrowserOf  = browserOf
	ColumnName = columnName
	Arrive     = arrive
)

const (
	Anybody     = anybody
	MostColumns = mostColumns
	CodeTries   = codeTries
	CodeLetters = codeLetters
	MaxUpload   = maxUpload
)

// Authority returns what was said of whose rules are followed.
func (s *Setup) Authority() string { return s.answers.Authority }

// SetsCookie sets the cookie of a session, with TLS or without.
func SetsCookie(w http.ResponseWriter, tls bool) {
	(&Visit{W: w, at: &place{tls: tls}}).setCookie("arpad", "token", time.Minute)
}

// Entered reports whether somebody has entered the code.
func (s *Setup) Entered() bool { return s.code.session != "" }
