package synth

import (
	"bufio"
	"bytes"
	"embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed name place
var lists embed.FS

// word is a name or a part of one: in the Roman alphabet, in the local script,
// and its reading. The latter two are empty if the local script is Roman.
type word struct{ roman, local, kana string }

// tongue is a language with the names of its speakers.
type tongue struct {
	share    int // per hundred people
	families []word
	men      []compound
	women    []compound
}

// compound is given names with a beginning and an end. Without ends, the
// beginnings are the names, of which a person has one or two.
type compound struct{ begins, ends []word }

// given draws a given name. The ends depend on the year: people born in 1950 or
// before have one of the first ones, children of 2020 one of the last.
func (c compound) given(d *dice, born int) word {
	if c.ends == nil {
		first, second := c.begins[d.front(len(c.begins))], pick(d, c.begins)
		if first == second || d.chance(600) {
			return first
		}
		return word{roman: first.roman + " " + second.roman}
	}
	modern := max(0, min(born-1950, 70)) * (len(c.ends) - 1) / 70
	for {
		begin := pick(d, c.begins)
		end := c.ends[max(0, min(d.normal(modern, 3), len(c.ends)-1))]
		if fits(begin.roman, end.roman) {
			return word{begin.roman + end.roman, begin.local + end.local, begin.kana + end.kana}
		}
	}
}

// fits reports whether an end matches a beginning: it repeats none of its
// sounds and puts no n before a labial.
func fits(begin, end string) bool {
	begin = strings.ToLower(begin)
	switch {
	case strings.HasSuffix(begin, end):
		return false
	case strings.HasSuffix(begin, "n"):
		return !strings.ContainsAny(end[:1], "hmbp")
	}
	return true
}

// japanese loads the names of Japan.
var japanese = sync.OnceValue(func() []tongue {
	parts := map[string][]word{}
	heading := ""
	for line := range lines("name/japan.txt") {
		if name, ok := bracketed(line); ok {
			heading = name
			continue
		}
		f := strings.Fields(line)
		parts[heading] = append(parts[heading], word{roman: f[2], local: f[0], kana: f[1]})
	}
	return []tongue{{
		share:    100,
		families: parts["family"],
		men:      []compound{{parts["man begins"], parts["man ends"]}, {parts["boy begins"], parts["boy ends"]}},
		women:    []compound{{parts["woman begins"], parts["woman ends"]}},
	}}
})

// southAfrican loads the names of South Africa.
var southAfrican = sync.OnceValue(func() []tongue {
	var all []tongue
	var block []string
	for line := range lines("name/southafrica.txt") {
		if block = append(block, line); len(block) < 4 {
			continue
		}
		head := strings.Fields(block[0])
		share, err := strconv.Atoi(head[len(head)-1])
		if err != nil {
			panic("synth: " + block[0])
		}
		all = append(all, tongue{share, romans(block[1]), []compound{{begins: romans(block[2])}}, []compound{{begins: romans(block[3])}}})
		block = block[:0]
	}
	return all
})

func romans(line string) []word {
	var words []word
	for _, name := range strings.Split(line, ", ") {
		words = append(words, word{roman: name})
	}
	return words
}

// places is the towns of a country, in geographical order, and the emblems of
// its clubs.
type places struct{ towns, emblems []word }

func readPlaces(file string) places {
	parts := map[string][]word{}
	heading := ""
	for line := range lines(file) {
		if name, ok := bracketed(line); ok {
			heading = name
			continue
		}
		roman, local, _ := strings.Cut(line, ", ")
		parts[heading] = append(parts[heading], word{roman: roman, local: local})
	}
	return places{parts["town"], parts["emblem"]}
}

var (
	japanesePlaces     = sync.OnceValue(func() places { return readPlaces("place/japan.txt") })
	southAfricanPlaces = sync.OnceValue(func() places { return readPlaces("place/southafrica.txt") })
)

func bracketed(line string) (string, bool) {
	inner, ok := strings.CutPrefix(line, "[")
	return strings.TrimSuffix(inner, "]"), ok
}

// lines yields the non-empty lines of an embedded list. It panics if the list
// cannot be read.
func lines(file string) func(yield func(string) bool) {
	data, err := lists.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return func(yield func(string) bool) {
		for in := bufio.NewScanner(bytes.NewReader(data)); in.Scan(); {
			if line := in.Text(); line != "" && line[0] != '#' && !yield(line) {
				return
			}
		}
	}
}
