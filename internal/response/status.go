package response

import (
	"net/http"

	"github.com/arpadchess/arpad/finding"
)

// statuses are the statuses of refusals, by their class.
var statuses = map[finding.Class]int{
	finding.Invalid: http.StatusBadRequest, finding.NotFound: http.StatusNotFound, finding.Conflict: http.StatusConflict,
	finding.NotNow: http.StatusServiceUnavailable, finding.Forbidden: http.StatusForbidden,
}

// special are the statuses of refusals that have one of their own, by id.
var special = map[string]int{
	"player-erased": http.StatusGone, "method-unknown": http.StatusMethodNotAllowed, "request-too-large": http.StatusRequestEntityTooLarge,
	"too-many-requests": http.StatusTooManyRequests, "request-failed": http.StatusInternalServerError,
	"sign-in-needed": http.StatusUnauthorized, "key-needed": http.StatusUnauthorized,
	"not-yours":   http.StatusNotFound, // nobody learns whether there is such a thing
	"seen-needed": http.StatusPreconditionRequired, "key-used": http.StatusUnprocessableEntity,
}

// StatusOf returns the status of a refusal.
func StatusOf(why *finding.Refused) int {
	if status := special[why.ID]; status != 0 {
		return status
	}
	return statuses[why.Class()]
}
