package players

import "github.com/arpadchess/arpad/internal/portal"

// visitor asks for somebody who is not signed in.
func (s *askShown) visitor(_ *portal.Visit) error { return portal.Said("desk.wrong.sign-in") }
