package document

import "github.com/arpadchess/arpad/internal/bureau/finder"

// Lookup is who the entries of a list are: schema arpad.lookup/1.
type Lookup struct {
	Schema  string        `json:"schema"`
	List    string        `json:"list"` // label of the list published last, of which the ratings are
	Entries []LookupEntry `json:"entries"`
}

// LookupEntry is an entry with the players whom it may be.
type LookupEntry struct {
	Entry   string        `json:"entry"` // as it was asked: an ID or a name
	Found   Matches       `json:"found"`
	Players []FoundPlayer `json:"players"`
	More    bool          `json:"more"` // whether there are others
}

// Matches is how many players an entry may be.
type Matches string

// The numbers of players.
const (
	One     Matches = "one"
	Several Matches = "several"
	None    Matches = "none"
)

// NewLookup returns the document of no entries; list is the label of the list published last.
func NewLookup(list string) *Lookup { return &Lookup{"arpad.lookup/1", list, []LookupEntry{}} }

// Add adds whom an entry may be.
func (d *Lookup) Add(f *finder.Found) {
	e := LookupEntry{Entry: f.Query, Found: None, Players: NewFound(f).Players, More: f.More}
	switch {
	case len(e.Players) == 1:
		e.Found = One
	case len(e.Players) > 1:
		e.Found = Several
	}
	d.Entries = append(d.Entries, e)
}
