package report

import "github.com/arpadchess/arpad/finding"

// Bounds of what a report may hold: beyond them it is not a chess event, and a
// small file could take much memory.
const (
	MaxStartNumber = 99_999
	MaxRound       = 255
	MaxSections    = 1_000
	MaxPlayers     = 100_000 // in all sections
	MaxGames       = 250_000 // games and byes, in all sections
	MaxEntries     = 100_000 // of anything else: lines that are kept, teams, numbers in a list
)

// Thing is what a report holds many of.
type Thing uint8

// The things.
const (
	Sections Thing = iota
	Players
	Games
	Entries
)

var things = [...]struct {
	field string // as the locale files call it
	most  int
}{{"sections", MaxSections}, {"players", MaxPlayers}, {"games", MaxGames}, {"entries", MaxEntries}}

// Room counts what a reader puts into a report. The zero value is an empty
// report.
type Room [len(things)]int

// Take takes room for n more things of a kind, which stand at a place. If there
// is none it returns a refusal of the whole report; nothing more can be read
// then.
func (r *Room) Take(t Thing, n int, at finding.At) *finding.Finding {
	if r[t] += n; r[t] <= things[t].most {
		return nil
	}
	full := finding.Refusal("report-too-large", at, finding.Text("field", things[t].field), finding.Int("limit", things[t].most))
	return &full
}
