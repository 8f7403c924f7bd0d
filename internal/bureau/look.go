package bureau

import (
	"context"
	"time"
)

// Look is that somebody has looked at what is not public.
type Look struct {
	Account string
	What    string // the act, and the SHA-256 of a file or whose membership: "report.try 5f3c...", "members C0001"
	At      time.Time
}

// Looks keeps who has looked at what.
type Looks interface {
	Looked(ctx context.Context, l Look) error
}

// Remembered are looks that are told again.
type Remembered interface {
	Looks
	// Looks calls each for the looks since a moment, until it returns false.
	Looks(ctx context.Context, since time.Time, each func(Look) bool) error
}

// Held is a line about somebody in what is kept beside a bureau.
type Held struct {
	Account string         `json:"account,omitempty"` // whose it is; empty: nobody's
	Line    map[string]any `json:"line"`              // by column
}
