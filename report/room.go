package report

import "github.com/arpadchess/arpad/finding"

// Limits of a report: a larger one is not a chess event, and a small file could
// take much memory.
const (
	MaxStartNumber = 99_999
	MaxRound       = 255
	MaxSections    = 1_000
	MaxPlayers     = 100_000 // in all sections
	MaxGames       = 250_000 // games and byes, in all sections
	MaxEntries     = 100_000 // anything else: kept lines, teams, numbers in a list
)

// Thing is a kind of item that a report contains many of.
type Thing uint8

// The things.
const (
	Sections Thing = iota
	Players
	Games
	Entries
)

var things = [...]struct {
	field string // the name in the locale files
	most  int
}{{"sections", MaxSections}, {"players", MaxPlayers}, {"games", MaxGames}, {"entries", MaxEntries}}

// Room counts what a reader adds to a report. The zero value is an empty
// report.
type Room [len(things)]int

// Take reserves room for n more things found at a place. If there is none, it
// returns a refusal of the whole report, and reading must stop.
func (r *Room) Take(t Thing, n int, at finding.At) *finding.Finding {
	if r[t] += n; r[t] <= things[t].most {
		return nil
	}
	full := finding.Refusal("report-too-large", at, finding.Text("field", things[t].field), finding.Int("limit", things[t].most))
	return &full
}
