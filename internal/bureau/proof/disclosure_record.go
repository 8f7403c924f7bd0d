package proof

import (
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// PublicRecord is the packed record of a report's revision, with players as
// IDs. It uses the terms of the JSON report.
type PublicRecord struct {
	Report   string          `json:"report"`
	Revision int             `json:"revision"`
	Events   []PublicEvent   `json:"events"`
	Sections []PublicSection `json:"sections"`
	Games    []PublicGame    `json:"games"`
}

// PublicEvent is a pack.Event.
type PublicEvent struct {
	Name     string     `json:"name"`
	Start    civil.Date `json:"start"`
	End      civil.Date `json:"end"`
	Received civil.Date `json:"received"`
	AgeYear  int        `json:"age_year,omitempty"` // if the regulation asks for it
	System   string     `json:"system"`
	Team     bool       `json:"team,omitempty"`
	Braille  bool       `json:"braille,omitempty"`
	FIDE     bool       `json:"fide,omitempty"`
}

// PublicSection is a pack.Section, with a number in place of its name.
type PublicSection struct {
	Event   int           `json:"event"` // index in Events
	Number  int           `json:"number"`
	Name    string        `json:"name"`
	Kind    rating.Kind   `json:"type"`
	Group   string        `json:"group,omitempty"` // empty: open, or the regulation does not ask for it
	Rounds  int           `json:"rounds"`
	Floor   rating.Rating `json:"floor,omitempty"`
	Refused bool          `json:"refused,omitempty"`
	Unrated int           `json:"unrated,omitempty"` // per cent
	Entries []PublicEntry `json:"entries"`
	Byes    []PublicBye   `json:"byes,omitempty"`
}

// PublicEntry is a player in a section.
type PublicEntry struct {
	Player  string       `json:"id"`
	Start   int32        `json:"start"`
	Points  rating.Score `json:"points"`
	Surplus rating.Score `json:"surplus,omitempty"`
}

// PublicBye is a round without a game.
type PublicBye struct {
	Player string `json:"id"`
	Round  uint8  `json:"round"`
	Kind   string `json:"kind"`
}

// PublicGame is a pairing.
type PublicGame struct {
	Section int           `json:"section"` // index in Sections
	Round   uint8         `json:"round"`
	Date    civil.Date    `json:"date"`
	White   string        `json:"white"`
	Black   string        `json:"black"`
	Result  report.Result `json:"result"`
	Out     string        `json:"out,omitempty"` // why it does not count
}

// publicRecords returns the public form of the records of a run.
func publicRecords(r bureau.Reader, run *lists.Run, ids []string) ([]PublicRecord, error) {
	records := make([]PublicRecord, 0, len(run.Records))
	return records, ageless(r, run, func(id lists.RecordID, batch *pack.Batch) error {
		records = append(records, publicRecord(id, batch, ids))
		return nil
	})
}

func publicRecord(id lists.RecordID, batch *pack.Batch, ids []string) PublicRecord {
	p := PublicRecord{Report: id.Ref, Revision: id.Revision, Sections: []PublicSection{}, Games: []PublicGame{}}
	for _, e := range batch.Events {
		p.Events = append(p.Events, PublicEvent{e.Name, e.Start, e.End, e.Received, e.AgeYear, e.System.String(), e.Team, e.Braille, e.FIDE})
	}
	for _, s := range batch.Sections {
		group := ""
		if s.Group != report.Open {
			group = s.Group.String()
		}
		public := PublicSection{s.Event, s.Number, s.Name, s.Kind, group, s.Rounds, s.Floor, s.Refused, s.Unrated, []PublicEntry{}, nil}
		for _, e := range s.Entries {
			public.Entries = append(public.Entries, PublicEntry{ids[e.Player], e.Start, e.Points, e.Surplus})
		}
		for _, bye := range s.Byes {
			public.Byes = append(public.Byes, PublicBye{ids[bye.Player], bye.Round, bye.Kind.String()})
		}
		p.Sections = append(p.Sections, public)
	}
	for _, g := range batch.Games {
		p.Games = append(p.Games, PublicGame{int(g.Section), g.Round, g.Date, ids[g.White], ids[g.Black], g.Result, g.Out.String()})
	}
	return p
}

// batch returns the packed record; numbers maps IDs to numbers.
func (p *PublicRecord) batch(numbers map[string]uint32) (*pack.Batch, error) {
	u := &unpublisher{numbers: numbers, batch: &pack.Batch{}}
	for _, e := range p.Events {
		u.batch.Events = append(u.batch.Events, pack.Event{
			Name: e.Name, Start: e.Start, End: e.End, Received: e.Received, AgeYear: e.AgeYear, System: word(u, report.ParseSystem, e.System),
			Team: e.Team, Braille: e.Braille, FIDE: e.FIDE,
		})
	}
	for i := range p.Sections {
		u.section(&p.Sections[i])
	}
	for i := range p.Games {
		u.game(&p.Games[i])
	}
	if u.err != nil {
		return nil, fmt.Errorf("report %s: %w", p.Report, u.err)
	}
	return u.batch, nil
}

// unpublisher builds a batch; err is the first problem found.
type unpublisher struct {
	numbers map[string]uint32
	batch   *pack.Batch
	err     error
}

func (u *unpublisher) fail(err error) {
	if u.err == nil {
		u.err = err
	}
}

func (u *unpublisher) player(id string) uint32 {
	n, ok := u.numbers[id]
	if !ok {
		u.fail(fmt.Errorf("nobody has the ID %q", id))
	}
	return n
}

func word[T any](u *unpublisher, parse func(string) (T, error), text string) T {
	v, err := parse(text)
	if err != nil {
		u.fail(err)
	}
	return v
}

func (u *unpublisher) section(s *PublicSection) {
	if s.Event < 0 || s.Event >= len(u.batch.Events) {
		u.fail(fmt.Errorf("there is no event %d", s.Event))
	}
	packed := pack.Section{
		Event: s.Event, Number: s.Number, Name: s.Name, Kind: s.Kind, Group: word(u, report.ParseGroup, s.Group), Rounds: s.Rounds, Floor: s.Floor,
		Refused: s.Refused, Unrated: s.Unrated,
	}
	for _, e := range s.Entries {
		packed.Entries = append(packed.Entries, pack.Entry{Player: u.player(e.Player), Start: e.Start, Points: e.Points, Surplus: e.Surplus})
	}
	for _, bye := range s.Byes {
		packed.Byes = append(packed.Byes, pack.Bye{Player: u.player(bye.Player), Round: bye.Round, Kind: word(u, report.ParseByeKind, bye.Kind)})
	}
	u.batch.Sections = append(u.batch.Sections, packed)
}

func (u *unpublisher) game(g *PublicGame) {
	if g.Section < 0 || g.Section >= len(u.batch.Sections) {
		u.fail(fmt.Errorf("there is no section %d", g.Section))
		return
	}
	s := &u.batch.Sections[g.Section]
	packed := pack.Game{
		White: u.player(g.White), Black: u.player(g.Black), Section: uint32(g.Section), Date: g.Date, Round: g.Round, Result: g.Result, Kind: s.Kind,
		Out: word(u, pack.ParseOut, g.Out),
	}
	if !lists.Enters(s, packed.White) || !lists.Enters(s, packed.Black) {
		u.fail(fmt.Errorf("%s or %s is not in section %d", g.White, g.Black, g.Section))
	}
	u.batch.Games = append(u.batch.Games, packed)
}
