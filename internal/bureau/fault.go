package bureau

import (
	"strings"
)

// Fault is a problem that a verification found with a document.
type Fault struct {
	What string // its kind: "audit", "run", "list", "report-bytes", ...
	Name string // its key, as people read it; empty: all documents of the kind
	Why  string // "damaged", "changed", "differs", "missing", "unmakeable", "unreadable": keys of the locale files
}

// KeyName formats a key for people: parts separated by a slash, numbers without
// leading zeros.
func KeyName(key string) string {
	if len(key) == len(SeqKey(0)) && strings.Trim(key, "0123456789") == "" {
		key = strings.TrimLeft(key, "0")
	}
	return strings.ReplaceAll(KeyRef(key), "\x00", "/")
}
