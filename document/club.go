package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Clubs are the clubs of a bureau by name: schema arpad.clubs/1.
type Clubs struct {
	Schema string     `json:"schema"`
	List   string     `json:"list"` // label of the list whose members are counted
	Clubs  []ClubLine `json:"clubs"`
}

// ClubLine is a club among others.
type ClubLine struct {
	ID         string `json:"id"`
	Name       string `json:"name"`
	Local      string `json:"name_local"` // in the local script; empty: none
	Region     string `json:"region"`
	Registered bool   `json:"registered"` // on the day of the list
	Members    int    `json:"members"`    // on the list
}

// NewClubLine returns a club with as many members on a list that is in force since a day.
func NewClubLine(c *rows.Club, members int, inForce civil.Date) ClubLine {
	return ClubLine{c.ID, c.Name, c.NameLocal, c.Region, c.RegisteredTo == 0 || c.RegisteredTo >= inForce, members}
}

// NewClubs returns the document of clubs.
func NewClubs(list string, all []ClubLine) Clubs { return Clubs{"arpad.clubs/1", list, array(all)} }

// Club is a club with its members on the list published last and the events that it
// organised: schema arpad.club/1.
type Club struct {
	Schema     string       `json:"schema"`
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Local      string       `json:"name_local"` // in the local script; empty: none
	Region     string       `json:"region"`
	Registered bool         `json:"registered"` // on the day of that list
	List       string       `json:"list"`       // label of the list published last
	Members    []ListPlayer `json:"members"`
	Events     []EventLine  `json:"events"` // rated ones, those received last first
}

// NewClub returns the document of a club, given the page of its members.
func NewClub(c *rows.Club, members *ranking.List, events []*rows.Report) Club {
	line := NewClubLine(c, len(members.Lines), members.Publication.InForce)
	return Club{"arpad.club/1", line.ID, line.Name, line.Local, line.Region, line.Registered, members.Publication.Label, newListPlayers(members.Lines), newEventLines(events)}
}
