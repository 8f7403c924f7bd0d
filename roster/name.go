package roster

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Names are compared, never used to identify somebody: a difference that is
// more than spelling is a finding, and the closest names are proposed to a
// person.

// romanisations brings the ways of writing one Japanese sound to one form.
var romanisations = strings.NewReplacer(
	"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
	"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo",
	"ja", "zya", "ju", "zyu", "jo", "zyo", "oh", "o", "ou", "o", "oo", "o", "uu", "u", "mb", "nb", "mp", "np",
)

// tokens gives the words of a name in one spelling.
func tokens(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		words[i] = romanisations.Replace(w)
	}
	return words
}

// sounds brings the ways of writing one Japanese sound to one form, long vowels
// included.
var sounds = strings.NewReplacer(
	"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
	"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo", "ja", "zya", "ju", "zyu", "jo", "zyo",
	"ou", "o", "oo", "o", "ō", "o", "ô", "o", "uu", "u", "ū", "u", "û", "u", "mb", "nb", "mp", "np", "mm", "nm",
)

// longO is an h that does no more than make an o long: Ohno, Itoh.
var longO = regexp.MustCompile(`oh([^aiueoy]|$)`)

// joints stand within a word: Shin'ichi, Shin-ichi.
var joints = strings.NewReplacer("-", "", "'", "", "\u2019", "")

// Sound gives a name without what differs between romanisations, its words in
// alphabetical order: Sinichi Itoh and Ito Shin'ichi sound alike.
func Sound(name string) string {
	words := strings.FieldsFunc(joints.Replace(strings.ToLower(name)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		words[i] = sounds.Replace(longO.ReplaceAllString(w, "o$1"))
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// SameName says whether two names differ by no more than spelling. The order
// of the words does not matter.
func SameName(a, b string) bool {
	x, y := tokens(a), tokens(b)
	return within(x, y) || within(y, x) || similarity(x, y) >= 0.75 ||
		similarity(slices.Sorted(slices.Values(x)), slices.Sorted(slices.Values(y))) >= 0.75
}

// within says that each word of x, two at least, is in y: a middle name more.
func within(x, y []string) bool {
	if len(x) < 2 {
		return false
	}
	for _, w := range x {
		if !slices.Contains(y, w) {
			return false
		}
	}
	return true
}

// similarity is 1 for equal names and 0 for those without a letter in common.
func similarity(x, y []string) float64 {
	a, b := []rune(strings.Join(x, " ")), []rune(strings.Join(y, " "))
	longest := max(len(a), len(b))
	if longest == 0 {
		return 1
	}
	return 1 - float64(distance(a, b))/float64(longest)
}

// distance is Levenshtein's: the fewest insertions, deletions and replacements.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// nameIndex finds players by the beginnings of their names' words.
type nameIndex struct {
	words   [][]string // of each player, sorted
	players map[string][]uint32
}

// beginning is as much of a word as is hardly ever misspelt.
func beginning(word string) string {
	const letters = 3
	runes := []rune(word)
	return string(runes[:min(letters, len(runes))])
}

func (x *nameIndex) add(players []Player) {
	if x.players == nil {
		x.players = map[string][]uint32{}
	}
	for n := len(x.words); n < len(players); n++ {
		words := slices.Sorted(slices.Values(tokens(players[n].Name)))
		x.words = append(x.words, words)
		for _, w := range words {
			key := beginning(w)
			x.players[key] = append(x.players[key], uint32(n))
		}
	}
}

// Closest gives the numbers of at most n players whose names are like this
// one, the most similar first: each has a word that begins like one of its.
func (r *Roster) Closest(name string, n int) []uint32 {
	type candidate struct {
		player uint32
		score  float64
	}
	var found []candidate
	wanted := slices.Sorted(slices.Values(tokens(name)))
	r.names.add(r.Players)
	seen := map[uint32]bool{}
	for _, w := range wanted {
		for _, player := range r.names.players[beginning(w)] {
			if seen[player] {
				continue
			}
			seen[player] = true
			have := r.names.words[player]
			if s := similarity(wanted, have); s >= 0.6 || within(wanted, have) || within(have, wanted) {
				found = append(found, candidate{player, s})
			}
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(r.Players[a.player].ID, r.Players[b.player].ID))
	})
	var closest []uint32
	for _, c := range found[:min(n, len(found))] {
		closest = append(closest, c.player)
	}
	return closest
}
