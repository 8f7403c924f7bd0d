package store

import (
	"errors"
	"fmt"
	"io/fs"
)

// The reasons to refuse a database.
var (
	ErrAddress  = errors.New("the address of the database cannot be understood")
	ErrPlain    = errors.New("the server takes no encrypted connections")
	ErrMissing  = errors.New("there is no bureau's database")
	ErrNotEmpty = fmt.Errorf("the database is not empty: %w", fs.ErrExist)
	ErrOutdated = errors.New("the database was made by another version of the program")
	ErrUnlogged = errors.New("the log of the database does not cover what is stored")
	ErrNewer    = errors.New("the database was made by a newer program")
)

// UnsafeError is the error for a server that acknowledges writes before they
// are on its disk.
type UnsafeError struct{ Setting string }

// Error names the setting.
func (e *UnsafeError) Error() string { return "the server has switched " + e.Setting + " off" }
