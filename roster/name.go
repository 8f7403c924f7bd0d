package roster

import (
	"cmp"
	"math/bits"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// Names are compared, never used to identify somebody: a difference beyond
// spelling is a finding, and the closest names are proposed to a person.

// commas separate family name and given names, in any script.
var commas = strings.NewReplacer(",", " ", "\u3001", " ", "\uFF0C", " ")

// PlainName returns a name without the comma between family name and given
// names, as lists print it.
func PlainName(name string) string {
	plain := commas.Replace(name)
	if plain == name {
		return name
	}
	return strings.Join(strings.Fields(plain), " ")
}

// romanisations maps the spellings of a Japanese sound to one.
var romanisations = strings.NewReplacer(
	"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
	"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo",
	"ja", "zya", "ju", "zyu", "jo", "zyo", "oh", "o", "ou", "o", "oo", "o", "uu", "u", "mb", "nb", "mp", "np",
)

// tokens returns the words of a name in a uniform spelling.
func tokens(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		words[i] = romanisations.Replace(w)
	}
	return words
}

// sounds maps the spellings of a Japanese consonant to one, and then longVowels
// those of a long vowel to the short one.
var (
	sounds = strings.NewReplacer(
		"tch", "tty", "cch", "tty", "ssh", "ssy", "shi", "si", "chi", "ti", "tsu", "tu", "fu", "hu", "ji", "zi",
		"sha", "sya", "shu", "syu", "sho", "syo", "cha", "tya", "chu", "tyu", "cho", "tyo", "ja", "zya", "ju", "zyu", "jo", "zyo",
		"mb", "nb", "mp", "np", "mm", "nm",
	)
	longVowels = strings.NewReplacer("oou", "o", "ou", "o", "oo", "o", "ō", "o", "ô", "o", "uu", "u", "ū", "u", "û", "u")
)

// longO matches an h that only lengthens an o: Ohno, Itoh.
var longO = regexp.MustCompile(`oh([^aiueoy]|$)`)

// joints occur within a word: Shin'ichi, Shin-ichi.
var joints = strings.NewReplacer("-", "", "'", "", "\u2019", "")

// Sound returns a name in a form independent of romanisation, its words in
// alphabetical order: Sinichi Itoh and Ito Shin'ichi sound alike.
func Sound(name string) string { return Sounds(nil).Of(name) }

// Sounds keeps what words sound like, for many names that have words in common. A nil Sounds keeps nothing.
type Sounds map[string]string

// Of returns what Sound returns.
func (s Sounds) Of(name string) string {
	words := strings.FieldsFunc(joints.Replace(strings.ToLower(name)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, word := range words {
		sound, heard := s[word]
		if !heard {
			sound = soundOf(word)
		}
		if !heard && s != nil {
			s[word] = sound
		}
		words[i] = sound
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

func soundOf(word string) string {
	if strings.Contains(word, "oh") {
		word = longO.ReplaceAllString(word, "o$1")
	}
	return longVowels.Replace(sounds.Replace(word))
}

// Turned reports whether the words of a name are those of another one in another order, in whatever
// romanisation.
func Turned(name, other string) bool {
	if name == other || Sound(name) != Sound(other) {
		return false
	}
	return !slices.EqualFunc(strings.Fields(PlainName(name)), strings.Fields(PlainName(other)), func(a, b string) bool { return Sound(a) == Sound(b) })
}

// SameName reports whether two names differ only in spelling. The order of the
// words does not matter.
func SameName(a, b string) bool {
	const same = 0.75
	if a == b {
		return true
	}
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

// within reports whether each word of x, at least two, is in y, which may have
// an additional middle name.
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

// letters compares names. It reuses its buffers.
type letters struct {
	a, b  []rune
	name  string // whose letters a has
	row   []int
	spent int // approximate number of compared letter pairs
}

// likeness returns the similarity of two names, from 0 for no letter in common
// to 1 for equal names, and false if it is below needed.
func (l *letters) likeness(a, b string, needed float64) (float64, bool) {
	if a != l.name {
		l.a, l.name = l.a[:0], a
		for _, r := range a {
			l.a = append(l.a, r)
		}
	}
	l.b = l.b[:0]
	for _, r := range b {
		l.b = append(l.b, r)
	}
	longest := max(len(l.a), len(l.b))
	if longest == 0 {
		return 1, true
	}
	most := mostEdits(longest, needed)
	d := l.distance(most)
	return 1 - float64(d)/float64(longest), d <= most
}

// mostEdits returns the greatest distance at which names are similar enough, given how many
// letters the longer one has.
func mostEdits(longest int, needed float64) int {
	const rounding = 1e-9
	return int((1-needed)*float64(longest) + rounding)
}

// spelling is a name with what tells quickly that another one is too different.
type spelling struct {
	name    string
	length  int    // in letters
	letters uint64 // a bit for each that occurs, which others may share
}

func spellingOf(name string) spelling {
	s := spelling{name: name}
	for _, r := range name {
		s.length++
		s.letters |= 1 << (uint32(r) % 64)
	}
	return s
}

// apart returns a distance that two names have at least: each edit brings and takes away one
// letter at most.
func (s *spelling) apart(t *spelling) int {
	return max(s.length-t.length, t.length-s.length, bits.OnesCount64(s.letters&^t.letters), bits.OnesCount64(t.letters&^s.letters))
}

// distance returns the Levenshtein distance of the two names. If it is greater
// than most, so is the result, which is then not exact.
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
		first, last := max(0, i-most), min(len(b)-1, i+most) // cells outside the band exceed most
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

// nameIndex finds players by the beginnings of the words of their names.
type nameIndex struct {
	names   []spelling          // by player: the sorted words in a uniform spelling
	players map[string][]uint32 // by the beginning of a word
	looked  []uint32            // the last search that considered each player
	search  uint32
}

// sortedWords returns the sorted words of a name in a uniform spelling.
func sortedWords(name string) []string { return slices.Sorted(slices.Values(tokens(name))) }

// beginnings returns the distinct beginnings of the words of a name: as many
// letters as are rarely misspelt.
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
		x.names = append(x.names, spellingOf(strings.Join(words, " ")))
		for _, key := range beginnings(words) {
			x.players[key] = append(x.players[key], uint32(n))
		}
	}
	x.looked = append(x.looked, make([]uint32, len(players)-len(x.looked))...)
}

// effort is the approximate number of letter pairs compared in one search:
// enough for seven thousand names of usual length. Looking at a name counts as
// much as comparing some letters. If more names have the same beginnings, those
// with the rarer words are considered.
const (
	effort        = 1_000_000
	look          = 20
	lookForLetter = 2
)

// Closest returns the numbers of at most n players with similar names, the most
// similar first. Each has a word that begins like a word of the name.
func (r *Roster) Closest(name string, n int) []uint32 {
	closest, _ := r.closest(name, n)
	return closest
}

// closest is Closest, and also returns the effort spent.
func (r *Roster) closest(name string, n int) (numbers []uint32, spent int) {
	x := &r.names
	x.add(r.Players)
	x.search++
	s := shortlist{players: r.Players, room: n, words: sortedWords(name)}
	s.wanted = spellingOf(strings.Join(s.words, " "))
	keys := beginnings(s.words)
	slices.SortStableFunc(keys, func(a, b string) int { return cmp.Compare(len(x.players[a]), len(x.players[b])) })
	for _, key := range keys {
		for _, player := range x.players[key] {
			if s.spent > effort {
				break
			}
			s.spent += look + lookForLetter*len(x.names[player].name)
			if x.looked[player] != x.search {
				x.looked[player] = x.search
				s.consider(player, &x.names[player])
			}
		}
	}
	for _, l := range s.found {
		numbers = append(numbers, l.player)
	}
	return numbers, s.spent
}

// shortlist is the players with the most similar names, the best first.
type shortlist struct {
	letters
	players []Player
	room    int
	wanted  spelling // with sorted words
	words   []string
	found   []likeness
}

type likeness struct {
	player uint32
	score  float64
}

// consider adds a player whose name is similar to the wanted one, or whose
// words contain the wanted ones or are contained in them.
func (s *shortlist) consider(player uint32, name *spelling) {
	const like = 0.6
	least := 0.0
	if len(s.found) == s.room {
		least = s.found[s.room-1].score
	}
	score, ok := s.like(name, max(like, least))
	if !ok {
		if least >= like || !s.within(name.name) {
			return
		}
		if score, ok = s.like(name, least); !ok {
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

// like returns how similar a name is to the wanted one, and false if that is below needed.
func (s *shortlist) like(name *spelling, needed float64) (float64, bool) {
	if s.wanted.apart(name) > mostEdits(max(s.wanted.length, name.length), needed) {
		return 0, false
	}
	return s.likeness(s.wanted.name, name.name, needed)
}

func (s *shortlist) within(name string) bool {
	words := strings.Fields(name)
	return within(s.words, words) || within(words, s.words)
}
