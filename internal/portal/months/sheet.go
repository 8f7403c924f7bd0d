package months

import (
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	seeing "github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// sheet is what a record of a report has, by the names of the players.
type sheet struct {
	Entries []sheetEntry
	Games   []sheetGame
}

// sheetEntry is an entry of a section.
type sheetEntry struct {
	Section string
	Start   int
	person
}

// sheetGame is a game of a section.
type sheetGame struct {
	Section      string
	Round        int
	White, Black sheetEntry
	Result       report.Result
	Counts       bool
}

// Of reports whether an entry has played the game.
func (g *sheetGame) Of(section string, start int) bool {
	return g.Section == section && (g.White.Start == start || g.Black.Start == start)
}

// sheetOf returns what a record has.
func sheetOf(r bureau.Reader, id lists.RecordID) (*sheet, error) {
	s := &sheet{}
	if id.Revision == 0 {
		return s, nil
	}
	batch, err := lists.RecordOf(r, id)
	if err != nil {
		return nil, err
	}
	var numbers []uint32
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			numbers = append(numbers, e.Player)
		}
	}
	named, err := seeing.LocalNamesOf(r, numbers)
	if err != nil {
		return nil, err
	}
	entries := map[[2]uint32]sheetEntry{} // by section and player
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			id, name, local := named(e.Player)
			entry := sheetEntry{batch.Sections[i].Name, int(e.Start), person{id, name, local}}
			s.Entries, entries[[2]uint32{uint32(i), e.Player}] = append(s.Entries, entry), entry
		}
	}
	for i := range batch.Games {
		g := &batch.Games[i]
		s.Games = append(s.Games, sheetGame{
			batch.Sections[g.Section].Name, int(g.Round), entries[[2]uint32{g.Section, g.White}], entries[[2]uint32{g.Section, g.Black}], g.Result, g.Out == pack.In,
		})
	}
	return s, nil
}

// Entry returns an entry of a section, nil if there is none.
func (s *sheet) Entry(section string, start int) *sheetEntry {
	if i := slices.IndexFunc(s.Entries, func(e sheetEntry) bool { return e.Section == section && e.Start == start }); i >= 0 {
		return &s.Entries[i]
	}
	return nil
}

// Game returns a game of a section, nil if there is none.
func (s *sheet) Game(section string, round, white, black int) *sheetGame {
	i := slices.IndexFunc(s.Games, func(g sheetGame) bool {
		return g.Section == section && g.Round == round && g.White.Start == white && g.Black.Start == black
	})
	if i < 0 {
		return nil
	}
	return &s.Games[i]
}
