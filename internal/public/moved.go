package public

import "strings"

// Moved is the error of something that is at another address.
type Moved struct {
	Status   int
	From, To string // a part of the path, and what stands there instead
	Alone    bool   // what was asked beside the path is part of it now
}

// Error returns what has moved.
func (m *Moved) Error() string { return m.From + " is at " + m.To }

// In returns the other address, given the path that was asked for.
func (m *Moved) In(path string) string { return strings.Replace(path, m.From, m.To, 1) }
