package casefile

import "github.com/arpadchess/arpad/document"

// Section is a section as the files have it, beside what the lists have.
type Section struct {
	Name    string
	Entries []Entry
	Desk    bool // names lead to the register, else to the public pages of players
}

// Entry is an entry of a section as the files have it, beside who it is.
type Entry struct {
	Start           int
	ID, Name, Local string // in the file
	Rating          int
	Player          *document.EntryPlayer // nil: it is not clear
	Asks, Differs   bool                  // who it is; the rating
	Other           bool                  // the ID is another one than that in the file
}
