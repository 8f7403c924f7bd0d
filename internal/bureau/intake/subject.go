package intake

import (
	"hash/fnv"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Basis is what the check of a report rests on: until that changes, another check comes to the
// same.
type Basis struct {
	Until civil.Date         `json:"until,omitempty"` // the last day on which it holds; zero: any
	Knows map[string][]int32 `json:"knows"`           // hashes of what was read, sorted, by their kinds
}

// What a check reads, and a change is about.
const (
	ofReport   = "report"   // another report, by reference
	ofPlayer   = "player"   // a number that a player has, or nobody
	ofName     = "name"     // a name that players have, or nobody
	ofClub     = "club"     // an ID or name that a club has, or none
	ofRegister = "register" // whether a register is kept
	ofEvent    = "event"    // what was announced, if anything
	ofFollower = "follower" // the report that follows an announcement, by its event
	ofList     = "list"     // the newest list
	ofStated   = "stated"   // what reports state about a player, by ID
)

// Subjects are what a check has read, or what a change is about.
type Subjects map[subject]bool

// subject is one of them. A hash names nobody, and whoever has another's is checked once too often.
type subject struct {
	Kind string
	Hash int32
}

// Add adds a subject. A nil Subjects has none.
func (s Subjects) Add(kind, key string) {
	if s != nil {
		h := fnv.New32a()
		_, _ = h.Write([]byte(key)) // never fails
		s[subject{kind, int32(h.Sum32())}] = true
	}
}

// AddNumber adds a national number or a FIDE ID: with those that differ in zeros at the beginning,
// which spreadsheets lose.
func (s Subjects) AddNumber(number string) {
	letters := strings.TrimRight(number, "0123456789")
	s.Add(ofPlayer, letters+strings.TrimLeft(number[len(letters):], "0"))
}

// AddName adds a name: as it is written, and as it sounds, in Latin or Cyrillic letters.
func (s Subjects) AddName(name string) {
	folded := report.FoldName(name)
	s.Add(ofName, folded)
	s.Add(ofName, "sound "+roster.Sound(identity.Roman(folded)))
}

// AddEvent adds an event whose name, or whose days, may be a little off.
func (s Subjects) AddEvent(name string, days civil.Range) {
	const shortestMonth = 28
	s.Add(ofEvent, "name "+report.FoldName(name))
	for day := days.From; day < days.To; day += shortestMonth {
		s.Add(ofEvent, "month "+day.String()[:len("2006-01")])
	}
	s.Add(ofEvent, "month "+days.To.String()[:len("2006-01")])
}

// Basis returns the basis of a check that has read the subjects and holds until a day.
func (s Subjects) Basis(until civil.Date) *Basis {
	b := &Basis{Until: until, Knows: map[string][]int32{}}
	for subject := range s {
		b.Knows[subject.Kind] = append(b.Knows[subject.Kind], subject.Hash)
	}
	for _, hashes := range b.Knows {
		slices.Sort(hashes)
	}
	return b
}
