package bureau

import (
	"strings"
)

// Fault is what a verification found wrong with a document.
type Fault struct {
	What string // its kind: "audit", "run", "list", "report-bytes", ...
	Name string // its key, as people read it; empty: all of that kind
	Why  string // "damaged", "changed", "differs", "missing", "unmakeable", "unreadable": a text of the locale files
}

// KeyName writes a key as people read it: the parts divided by a stroke, a
// number without the zeros before it.
func KeyName(key string) string {
	if len(key) == len(SeqKey(0)) && strings.Trim(key, "0123456789") == "" {
		key = strings.TrimLeft(key, "0")
	}
	return strings.ReplaceAll(KeyRef(key), "\x00", "/")
}
