package mailbox

import (
	"regexp"
	"strings"
)

// Returned is what a server says of a message that it could not deliver: RFC 3464.
type Returned struct {
	ID     string // of the message that comes back
	Status string // why, as in RFC 3463: "5.1.1"; those that begin with 5 are for good
}

var statusCode = regexp.MustCompile(`^5\.\d{1,3}\.\d{1,3}$`)

// status reads what a server says of a delivery: of one that has failed for good it keeps why.
func (r *reader) status(data []byte) {
	for len(data) > 0 { // what is said of the message, and then of each receiver
		var of header
		of, data = split(data)
		if said, _, _ := strings.Cut(of.get("status"), " "); strings.EqualFold(of.get("action"), "failed") && statusCode.MatchString(said) {
			r.returned.Status = said
		}
	}
}

// letter reads which message comes back.
func (r *reader) letter(data []byte) {
	h, _ := split(data)
	r.returned.ID = h.id("message-id")
}
