package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// Performances are what players achieved in the events of a list: schema
// arpad.performances/1. It is what arpad performances prints.
type Performances struct {
	Schema     string             `json:"schema"`
	Label      string             `json:"label"`
	Revision   *int               `json:"revision"` // null: the current list
	InForce    *civil.Date        `json:"in_force"` // the first day of the list; null: unknown
	Regulation string             `json:"regulation"`
	Sections   []PerformedSection `json:"sections"` // rated ones
}

// PerformedSection is a section of an event.
type PerformedSection struct {
	Ref     string        `json:"ref"`
	Event   string        `json:"event"`
	Start   civil.Date    `json:"start"`
	End     civil.Date    `json:"end"`
	Section string        `json:"section"`
	Type    rating.Kind   `json:"type"`
	Players []Performance `json:"players"`
}

// Performance is a player's performance in a section.
type Performance struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`        // empty: withheld
	Rating      *rating.Rating `json:"rating"`      // that was used; null: unrated
	Games       int            `json:"games"`       // that count for the performance
	Score       rating.Score   `json:"score"`       // in these games
	Performance *rating.Rating `json:"performance"` // null: none
	Activity    *int           `json:"activity"`    // null: the regulation has none
}

// NewPerformances returns the document of the performances in a list.
func NewPerformances(of *view.Performances) Performances {
	d := Performances{
		Schema: "arpad.performances/1", Label: of.Run.Label, InForce: orNull(of.Run.List), Regulation: of.Run.Edition, Sections: []PerformedSection{},
	}
	if p := of.Publication; p != nil {
		d.Revision = &p.Revision
	}
	for i := range of.Sections {
		s := &of.Sections[i]
		section := PerformedSection{
			Ref: s.Ref, Event: s.Event.Name, Start: s.Event.Start, End: s.Event.End, Section: s.Section.Name, Type: s.Section.Kind,
			Players: make([]Performance, len(s.Players)),
		}
		for j, p := range s.Players {
			section.Players[j] = Performance{p.ID, p.Name, orNull(p.Rating), p.Games, p.Score, orNull(p.Performance), activityOf(p)}
		}
		d.Sections = append(d.Sections, section)
	}
	return d
}

func activityOf(p view.Performance) *int {
	if p.Activity < 0 {
		return nil
	}
	return &p.Activity
}
