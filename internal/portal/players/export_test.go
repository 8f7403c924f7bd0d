package players

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
)

// Reached looks where the register reaches a player.
func Reached(r bureau.Reader, today civil.Date, id string) error {
	_, err := reachedIn(r, today, id)
	return err
}
