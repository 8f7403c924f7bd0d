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

// commas stand between family name and given names, in any script.
var commas = strings.NewReplacer(",", " ", "\u3001", " ", "\uFF0C", " ")

// PlainName returns a name as lists have it, without a comma: a blank stands
// between family name and given names. A name without a comma stays as it is.
func PlainName(name string) string {
	plain := commas.Replace(name)
	if plain == name {
		return name
	}
	return strings.Join(strings.Fields(plain), " ")
}

// romanisations brings the ways of writing one Japanese sound to one form.
var romanisations = strings.NewReplacer(
	"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
	"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo",
	"ja", "zya", "ju", "zyu", "jo", "zyo", "oh", "o", "ou", "o", "oo", "o", "uu", "u", "mb", "nb", "mp", "np",
)

// tokens returns the words of a name in one spelling.
func tokens(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		words[i] = romanisations.Replace(w)
	}
	return words
}

// sounds brings the ways of writing one Japanese consonant to one form, and
// longVowels then the ways of writing a long vowel to the short one.
var (
	sounds = strings.NewReplacer(
		"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
		"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo", "ja", "zya", "ju", "zyu", "jo", "zyo",
		"mb", "nb", "mp", "np", "mm", "nm",
	)
	longVowels = strings.NewReplacer("oou", "o", "ou", "o", "oo", "o", "ō", "o", "ô", "o", "uu", "u", "ū", "u", "û", "u")
)

// longO is an h that does no more than make an o long: Ohno, Itoh.
var longO = regexp.MustCompile(`oh([^aiueoy]|$)`)

// joints stand within a word: Shin'ichi, Shin-ichi.
var joints = strings.NewReplacer("-", "", "'", "", "\u2019", "")

// Sound returns a name without what differs between romanisations, its words in
// alphabetical order: Sinichi Itoh and Ito Shin'ichi sound alike.
func Sound(name string) string {
	words := strings.FieldsFunc(joints.Replace(strings.ToLower(name)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		words[i] = longVowels.Replace(sounds.Replace(longO.ReplaceAllString(w, "o$1")))
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// SameName reports whether two names differ by no more than spelling. The order
// of the words does not matter.
func SameName(a, b string) bool {
	const same = 0.75
	x, y := tokens(a), tokens(b)
	if within(x, y) || within(y, x) {
		return true
	}
	var l letters
	if _, ok := l.likeness(strings.Join(x, " "), strings.Join(y, " "), same); ok {
		return true
	}
	slices.Sort(x)
	slices.Sort(y)
	_, ok := l.likeness(strings.Join(x, " "), strings.Join(y, " "), same)
	return ok
}

// within reports whether each word of x, two at least, is in y: a middle name more.
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

// letters compares names. It keeps what is needed again for the next ones.
type letters struct {
	a, b  []rune
	row   []int
	spent int // pairs of letters that were compared, about
}

// likeness returns how much two names are alike, from 0 without a letter in
// common to 1 for the same name, and false if that is less than what is needed.
func (l *letters) likeness(a, b string, needed float64) (float64, bool) {
	l.a, l.b = l.a[:0], l.b[:0]
	for _, r := range a {
		l.a = append(l.a, r)
	}
	for _, r := range b {
		l.b = append(l.b, r)
	}
	longest := max(len(l.a), len(l.b))
	if longest == 0 {
		return 1, true
	}
	const rounding = 1e-9
	most := int((1-needed)*float64(longest) + rounding)
	d := l.distance(most)
	return 1 - float64(d)/float64(longest), d <= most
}

// distance is Levenshtein's: the fewest insertions, deletions and replacements
// that make one name of the other. If they are more than so many, it is more than
// that.
func (l *letters) distance(most int) int {
	a, b := l.a, l.b
	l.spent++
	if max(len(a)-len(b), len(b)-len(a)) > most {
		return most + 1
	}
	if cap(l.row) <= len(b) {
		l.row = make([]int, len(b)+1)
	}
	row := l.row[:len(b)+1]
	for j := range row {
		row[j] = min(j, most+1)
	}
	for i := range a {
		first, last := max(0, i-most), min(len(b)-1, i+most) // beyond these there are more
		l.spent += max(0, last-first+1)
		diagonal, best := row[first], min(i+1, most+1)
		row[first] = best
		if first > 0 {
			row[first] = most + 1
		}
		best = row[first]
		for j := first; j <= last; j++ {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
			best = min(best, row[j+1])
		}
		if best > most {
			return most + 1
		}
	}
	return row[len(b)]
}

// nameIndex finds players by the beginnings of their names' words.
type nameIndex struct {
	names   []string            // of each player: the words in one spelling, sorted
	players map[string][]uint32 // by the beginning of a word
	looked  []uint32            // the search in which each player was looked at last
	search  uint32
}

// sortedWords returns the words of a name in one spelling.
func sortedWords(name string) []string { return slices.Sorted(slices.Values(tokens(name))) }

// beginnings returns how the words of a name begin, each beginning once. That is
// as much of a word as is hardly ever misspelt.
func beginnings(sorted []string) []string {
	const letters = 3
	all := make([]string, len(sorted))
	for i, word := range sorted {
		all[i] = word
		n := 0
		for at := range word {
			if n == letters {
				all[i] = word[:at]
				break
			}
			n++
		}
	}
	return slices.Compact(all)
}

func (x *nameIndex) add(players []Player) {
	if x.players == nil {
		x.players = map[string][]uint32{}
	}
	for n := len(x.names); n < len(players); n++ {
		words := sortedWords(players[n].Name)
		x.names = append(x.names, strings.Join(words, " "))
		for _, key := range beginnings(words) {
			x.players[key] = append(x.players[key], uint32(n))
		}
	}
	x.looked = append(x.looked, make([]uint32, len(players)-len(x.looked))...)
}

// effort is how many pairs of letters are compared in one search, about: enough
// for seven thousand names of the usual length. Looking at a name counts as much as
// comparing some letters. Where more names begin alike, those with the rarer words
// are looked at.
const (
	effort        = 1_000_000
	look          = 20
	lookForLetter = 2
)

// Closest returns the numbers of at most n players whose names are like this
// one, the most similar first: each has a word that begins like one of its.
func (r *Roster) Closest(name string, n int) []uint32 {
	closest, _ := r.closest(name, n)
	return closest
}

// closest returns what Closest does, and the effort that it took.
func (r *Roster) closest(name string, n int) (numbers []uint32, spent int) {
	x := &r.names
	x.add(r.Players)
	x.search++
	s := shortlist{players: r.Players, room: n, words: sortedWords(name)}
	s.name = strings.Join(s.words, " ")
	keys := beginnings(s.words)
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(len(x.players[a]), len(x.players[b])) })
	for _, key := range keys {
		for _, player := range x.players[key] {
			if s.spent > effort {
				break
			}
			s.spent += look + lookForLetter*len(x.names[player])
			if x.looked[player] != x.search {
				x.looked[player] = x.search
				s.consider(player, x.names[player])
			}
		}
	}
	for _, l := range s.found {
		numbers = append(numbers, l.player)
	}
	return numbers, s.spent
}

// shortlist is the players whose names are most like one, the best first.
type shortlist struct {
	letters
	players []Player
	room    int
	name    string // that is sought, its words sorted
	words   []string
	found   []likeness
}

type likeness struct {
	player uint32
	score  float64
}

// consider takes a player whose name is like the one that is sought, or has all
// its words, or some of them and no other.
func (s *shortlist) consider(player uint32, name string) {
	const like = 0.6
	least := 0.0
	if len(s.found) == s.room {
		least = s.found[s.room-1].score
	}
	score, ok := s.likeness(s.name, name, max(like, least))
	if !ok {
		if least >= like || !s.within(name) {
			return
		}
		if score, ok = s.likeness(s.name, name, least); !ok {
			return
		}
	}
	l := likeness{player, score}
	at, _ := slices.BinarySearchFunc(s.found, l, func(a, b likeness) int {
		return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(s.players[a.player].ID, s.players[b.player].ID))
	})
	s.found = slices.Insert(s.found, at, l)
	s.found = s.found[:min(s.room, len(s.found))]
}

func (s *shortlist) within(name string) bool {
	words := strings.Fields(name)
	return within(s.words, words) || within(words, s.words)
}
