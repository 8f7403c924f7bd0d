package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Event is an event with its sections, players, games and byes, as the record in force has
// it: schema arpad.event/1. It is what arpad event prints.
type Event struct {
	Schema    string        `json:"schema"`
	Ref       string        `json:"ref"`
	Event     string        `json:"event"`
	Club      string        `json:"club"`  // the organiser, as reported; empty: not named
	Start     *civil.Date   `json:"start"` // null: not known
	End       *civil.Date   `json:"end"`   // null: not known
	State     lists.State   `json:"state"`
	Period    string        `json:"period"`    // label of the list in which it counts; empty: none yet
	Revision  int           `json:"revision"`  // revision of the record; 0: there is none
	Announced *Announcement `json:"announced"` // null: it was not announced
	Qualified []string      `json:"qualified"` // who has qualified, of a qualifying event, as reported: IDs or names
	// Ratings, changes and performances are as they would be if the list came out now.
	Provisional bool           `json:"provisional"`
	Sections    []EventSection `json:"sections"`
}

// EventSection is a section of an event.
type EventSection struct {
	Name    string        `json:"name"`
	Type    rating.Kind   `json:"type"` // empty: a section that cannot be rated may have none
	Rounds  int           `json:"rounds"`
	Rated   bool          `json:"rated"`
	Players []EventPlayer `json:"players"`
	Games   []EventGame   `json:"games"`
	Byes    []EventBye    `json:"byes"`
}

// EventPlayer is a player of a section.
type EventPlayer struct {
	Start  int32        `json:"start"` // start number, which games and byes refer to
	ID     string       `json:"id"`
	Name   string       `json:"name"`   // empty: withheld
	Points rating.Score `json:"points"` // with byes and forfeits

	Rating      *rating.Rating `json:"rating"`      // with which the player entered; null: unrated, or not calculated
	Change      *rating.Points `json:"change"`      // of the rating by this event, before rounding; null: unrated, or not calculated
	Performance *rating.Rating `json:"performance"` // null: none
	K           *rating.K      `json:"k"`           // null: none, or several
}

// EventGame is a game between two start numbers.
type EventGame struct {
	Round  uint8         `json:"round"`
	White  int32         `json:"white"` // start number
	Black  int32         `json:"black"` // start number
	Date   civil.Date    `json:"date"`
	Result report.Result `json:"result"`
	Counts bool          `json:"counts"` // whether it is rated
	Out    *string       `json:"out"`    // why a game that was played does not count; null: it counts, or was not played
}

// EventBye is a round without a game.
type EventBye struct {
	Round  uint8  `json:"round"`
	Player int32  `json:"player"` // start number
	Kind   string `json:"kind"`
}

// NewEvent returns the document of an event.
func NewEvent(e *view.Event) Event {
	d := Event{
		Schema: "arpad.event/1", Ref: e.Report.Ref, Event: e.Report.Event, State: e.Report.State, Period: e.Report.Period, Revision: e.Revision,
		Club: e.Report.Club, Start: orNull(e.Report.Days.From), End: orNull(e.Report.Days.To), Provisional: e.Provisional,
		Announced: NewAnnouncement(e.Announced), Qualified: array(e.Qualified), Sections: []EventSection{},
	}
	if e.Batch != nil {
		for i := range e.Batch.Sections {
			d.Sections = append(d.Sections, newEventSection(e, i))
		}
	}
	return d
}

func newEventSection(e *view.Event, number int) EventSection {
	s := &e.Batch.Sections[number]
	section := EventSection{
		Name: s.Name, Type: s.Kind, Rounds: s.Rounds, Rated: !s.Refused, Players: []EventPlayer{}, Games: []EventGame{}, Byes: []EventBye{},
	}
	for _, entry := range s.Entries {
		id, name := e.Names(entry.Player)
		p := EventPlayer{Start: entry.Start, ID: id, Name: name, Points: entry.Points}
		if k := e.EnteredAs(number, entry.Player); k != nil {
			p.Rating, p.Performance, p.K = orNull(rating.Rating(k.Rating)), orNull(rating.Rating(k.Performance)), orNull(rating.K(k.K))
			if change := rating.Points(k.Change); p.Rating != nil {
				p.Change = &change
			}
		}
		section.Players = append(section.Players, p)
	}
	for i := range e.Batch.Games {
		if g := &e.Batch.Games[i]; int(g.Section) == number {
			section.Games = append(section.Games, EventGame{
				g.Round, s.StartOf(g.White), s.StartOf(g.Black), g.Date, g.Result, g.Counts(), orNull(g.Out.Public().String()),
			})
		}
	}
	for _, b := range s.Byes {
		section.Byes = append(section.Byes, EventBye{b.Round, s.StartOf(b.Player), b.Kind.String()})
	}
	return section
}
