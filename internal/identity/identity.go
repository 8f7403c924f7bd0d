// Package identity weighs who somebody is: what speaks for and against a registered player being
// another one, a new one, or the entry of a report. It proposes; nobody is identified here.
//
// Names count in every script. Those in Latin letters may be in any order and romanisation; Cyrillic
// ones are compared as passports write them.
package identity

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Person is what is known of somebody, or what an entry states. Empty fields are unknown.
type Person struct {
	ID                    string
	Name, NameLocal, Kana string // in any script
	Birth                 civil.Birth
	Sex, Club, FideID     string
	Rating                rating.Rating // of the type that is played: in the list, or in the file
	Visits                int           // to earlier events of the organiser
	Entry                 bool          // somebody wrote it into a report, with slips
}

// Evidence speaks for or against two being the same person.
type Evidence struct {
	What   string // key of the text "register.evidence-WHAT"
	Points int    // negative: against; zero: worth knowing
}

// Weighed is all evidence on two people.
type Weighed struct {
	Points   int // higher is likelier
	Evidence []Evidence
}

// Has reports whether some of the evidence is there.
func (w *Weighed) Has(what ...string) bool {
	return slices.ContainsFunc(w.Evidence, func(e Evidence) bool { return slices.Contains(what, e.What) })
}

func (w *Weighed) weigh(what string, points int) {
	w.Evidence = append(w.Evidence, Evidence{what, points})
	w.Points += points
}

// Proposed is the minimum of points for a proposal: about a name and a birth that agree
// except for spelling.
const Proposed = 60

// Known is a person prepared for comparison.
type Known struct {
	Person
	Names
	sound, club string
}

// New prepares a person for comparison.
func New(p Person) *Known {
	n := namesOf(&p)
	return &Known{Person: p, Names: n, sound: roster.Sound(n.Latin), club: report.FoldName(p.Club)}
}

// Compare weighs the evidence that two are the same person.
func (k *Known) Compare(o *Known) Weighed {
	w := &Weighed{}
	k.compareNames(o, w)
	weighBirths(k.Birth, o.Birth, w)
	if k.FideID != "" && o.FideID != "" {
		if k.FideID == o.FideID {
			w.weigh("fide", 60)
		} else {
			w.weigh("fide-differs", -60)
		}
	}
	if k.Sex != "" && o.Sex != "" && k.Sex != o.Sex {
		w.weigh("sex-differs", -30)
	}
	switch {
	case k.club == "" || o.club == "":
	case k.club == o.club:
		w.weigh("club", 10)
	default:
		w.weigh("club-differs", 0)
	}
	if k.Visits+o.Visits > 0 {
		w.weigh("visits", 10)
	}
	compareRatings(k.Rating, o.Rating, w)
	k.compareIDs(o, w)
	return *w
}

// compareNames weighs the names. Those in kanji or kana weigh as much as one in Latin letters
// where that cannot be compared, and confirm it otherwise.
func (k *Known) compareNames(o *Known, w *Weighed) {
	both := func(a, b string) bool { return a != "" && b != "" }
	latin := both(k.sound, o.sound)
	sounds := latin && k.sound == o.sound
	switch {
	case !latin:
	case sounds && report.FoldName(k.Latin) == report.FoldName(o.Latin):
		w.weigh("name", 40)
	case sounds:
		w.weigh("name-sound", 35)
	case roster.SameName(k.Latin, o.Latin):
		w.weigh("name-similar", 30)
	}
	switch {
	case !both(k.Local, o.Local) || spelt(k.Local) != spelt(o.Local):
	case k.Local == o.Local && latin:
		w.weigh("local", 25)
	case k.Local == o.Local:
		w.weigh("local", 45)
	case sounds: // kanji are mistyped
		w.weigh("local-differs", 0)
	default:
		w.weigh("local-differs", -25)
	}
	switch {
	case !both(k.Names.Kana, o.Names.Kana):
	case k.Names.Kana == o.Names.Kana && (latin || both(k.Local, o.Local)):
		w.weigh("kana", 10)
	case k.Names.Kana == o.Names.Kana:
		w.weigh("kana", 35)
	default:
		w.weigh("kana-differs", -15)
	}
}

// compareRatings weighs the rating in a file against that in the list. A file may have an older
// one, or another authority's.
func compareRatings(a, b rating.Rating, w *Weighed) {
	const near = 50
	switch {
	case !a.Rated() || !b.Rated():
	case a == b:
		w.weigh("rating", 20)
	case max(a-b, b-a) <= near:
		w.weigh("rating-near", 5)
	default:
		w.weigh("rating-differs", 0)
	}
}

// compareIDs weighs the numbers. Neighbours in a register have like ones, so that a wrong digit
// counts in an entry only.
func (k *Known) compareIDs(o *Known, w *Weighed) {
	switch entry := k.Entry || o.Entry; {
	case k.ID == "" || o.ID == "":
	case entry && k.ID != o.ID && roster.WithoutZeros(k.ID) == roster.WithoutZeros(o.ID):
		w.weigh("id-zeros", 30)
	case transposed(k.ID, o.ID):
		w.weigh("id-digits", 10)
	case entry && mistyped(k.ID, o.ID):
		w.weigh("id-digit", 10)
	}
}

// Level is the minimum of points from which somebody is certain: a name that is the same, in any
// spelling, and a birth to the day or two other things.
const Level = 65

// Certain reports whether the evidence identifies somebody, if there is no other like it: the same
// name and something else, and nothing against it. A birth alone never does, nor does a name.
func (w *Weighed) Certain() bool {
	against := slices.ContainsFunc(w.Evidence, func(e Evidence) bool { return e.Points < 0 })
	return w.Points >= Level && !against && !w.Has("local-differs") && w.Has("name", "name-sound", "local", "kana") &&
		w.Has("birth", "birth-year", "birth-digits", "fide", "club", "visits", "rating", "id-zeros")
}

// Bins returns the keys by which candidates are found: those of one person share at least one.
func (k *Known) Bins() []string {
	all := k.SoundBins()
	for _, bin := range []struct{ mark, text string }{{"f", k.FideID}, {"l", k.Local}, {"k", k.Names.Kana}} {
		if bin.text != "" {
			all = append(all, bin.mark+bin.text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// SoundBins returns those of the bins that are of the sound of the name.
func (k *Known) SoundBins() []string {
	if k.sound == "" {
		return nil
	}
	return SoundBins(k.sound, k.Birth)
}

// SoundBins returns the bins of the sound of a name, with the digits of a birth.
func SoundBins(sound string, birth civil.Birth) []string {
	all := []string{"s" + sound}
	if birth != 0 && !birth.YearOnly() {
		digits := []byte(birth.String())
		slices.Sort(digits)
		for word := range strings.FieldsSeq(sound) {
			all = append(all, "b"+string(digits)+Beginning(word))
		}
	}
	return all
}

// Beginning returns the first letters of a word, which are rarely misspelt.
func Beginning(word string) string {
	const letters = 3
	runes := []rune(word)
	return string(runes[:min(letters, len(runes))])
}
