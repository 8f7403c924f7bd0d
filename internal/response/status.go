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

// StatusOf returns the status of a refusal. What was erased is gone.
func StatusOf(why *finding.Refused) int {
	if why.ID == "player-erased" {
		return http.StatusGone
	}
	return statuses[why.Class()]
}
