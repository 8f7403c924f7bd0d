package namekey

import (
	"slices"
	"strings"
)

// Word is a word of a query, perhaps unfinished.
type Word struct {
	// Prefixes are what keys begin with that the word finds: at least one, sorted,
	// none beginning with another.
	Prefixes []string

	finished []string // what the word is if it is complete
}

// maxWords is the maximum number of words of a query. The rest is ignored.
const maxWords = 8

// Query returns the words of a query. A player is found if each word finds one
// of their keys; without any word, nobody is. Titles are left out if there are
// other words.
func Query(text string) []Word {
	var all []Word
	for _, w := range queried(text) {
		all = append(all, w.sought())
	}
	return all
}

// queried returns the words of a query as they are written.
func queried(text string) []word {
	words := split(text)
	named := slices.DeleteFunc(slices.Clone(words), func(w word) bool { return titles[w.text()] })
	if len(named) > 0 {
		words = named
	}
	words = words[:min(len(words), maxWords)]
	return slices.DeleteFunc(words, func(w word) bool { return w.sought().Prefixes[0] == "" }) // a mark only, as that of a long vowel
}

// sought returns what a word of a query finds.
func (w *word) sought() Word {
	if text := w.text(); w.script != kanji {
		return Word{Prefixes: prefixes(text), finished: spellings(text)}
	}
	text := []string{cut(w.text())}
	return Word{Prefixes: text, finished: text}
}

// titles are words before or after a name that are not part of it. Some are also
// names, or begin one: Im, Nm.
var titles = func() map[string]bool {
	all := map[string]bool{}
	for _, t := range strings.Fields("gm im fm cm nm wgm wim wfm wcm wnm dr prof mr mrs ms 氏 様 君 先生") {
		all[t] = true
	}
	return all
}()

// Match is how well a query fits a player, the best first.
type Match uint8

// The matches. A query of several words matches as its worst word does.
const (
	Whole     Match = iota // it is a word of a name
	Beginning              // it begins a word
	Inside                 // its kanji are inside a word
	None                   // it does not find the player
)

// Rank returns how well a query fits a player with some keys. Hits are ordered
// by it, and then by rating.
func Rank(query []Word, keys []Key) Match {
	worst := Whole
	if len(query) == 0 {
		worst = None
	}
	for i := range query {
		best := None
		for _, key := range keys {
			best = min(best, query[i].Match(key))
		}
		worst = max(worst, best)
	}
	return worst
}

// Match returns how well the word fits a key.
func (w *Word) Match(key Key) Match {
	switch {
	case !slices.ContainsFunc(w.Prefixes, func(prefix string) bool { return strings.HasPrefix(key.Text, prefix) }):
		return None
	case key.Word == 0:
		return Inside
	case slices.Contains(w.finished, key.Text[:key.Word]), slices.Contains(w.finished, key.Text):
		return Whole
	}
	return Beginning
}
