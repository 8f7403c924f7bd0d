package main

import (
	"net/http"

	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/front"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/work"
)

// programs returns what lets programs act through the API for the organisers whose keys they have.
func programs(kept *work.Store, throttle *signin.Throttle) *api.Programs {
	return &api.Programs{Looks: kept, Used: kept.Used, Guess: func(r *http.Request) (bool, error) { return throttle.Guesses(r.Context(), front.From(r)) }}
}
