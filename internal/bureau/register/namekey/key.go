// Package namekey makes the keys under which a register finds a player by
// name, however the name is written: Itou, Ito and Itō; Shimbashi, Sinbasi and
// a kana; the old and the new form of a kanji.
//
// A player has the keys of their names (Keys). Query turns what a person has
// typed so far into words. The players found are those who have, for each word,
// a key that begins with one of its prefixes; the rows of a prefix are one range
// of bytes. Nothing that was typed in part is lost: if a name finds a player, so
// does its beginning. Rank orders them.
//
// Cyrillic and Greek are written as passports do. Roman letters and kana become one form, the official romanisation of 1954
// (si, tu, zya) with short vowels and n before b, m and p. A sound is written
// differently by Hepburn (shi, tsu, ja), so that the last letters typed may
// leave open which key they begin; then a word has several prefixes. Kanji stay,
// in the form of today.
package namekey

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// MaxKeys is the maximum number of keys of a player, and MaxBytes the maximum
// length of a key. What exceeds them is cut off: a query is cut likewise.
const (
	MaxKeys  = 32
	MaxBytes = 36
)

// Key is a text whose beginnings find a player.
type Key struct {
	Text string
	Word int // length of its first word in bytes; zero: the text begins inside a word
}

func compareKeys(a, b Key) int {
	return cmp.Or(strings.Compare(a.Text, b.Text), cmp.Compare(a.Word, b.Word))
}

// Keys returns the distinct keys of a player's names (Roman, local, kana; empty
// ones are ignored), in order: one for each Roman or kana word, and one for each
// kanji that begins a run to the end of the name. The names share MaxKeys
// equally.
func Keys(names ...string) []Key {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	var all []Key
	for _, name := range names {
		var keys []Key
		for _, key := range keysOf(name) {
			key.Text = cut(key.Text)
			if key.Word = min(key.Word, len(key.Text)); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		all = append(all, keys[:min(len(keys), MaxKeys/len(names))]...)
	}
	slices.SortFunc(all, compareKeys)
	return slices.Compact(all)
}

// particles are words that many write in one with the family name that follows.
var particles = map[string]bool{"al": true, "ap": true, "da": true, "de": true, "del": true, "della": true, "den": true, "der": true, "di": true, "do": true, "dos": true,
	"du": true, "el": true, "la": true, "las": true, "le": true, "los": true, "mac": true, "mc": true, "ten": true, "ter": true, "van": true, "vom": true, "von": true, "zu": true}

// keysOf returns the keys of a name, of any length.
func keysOf(name string) []Key {
	var all []Key
	whole := func(texts ...string) {
		for _, text := range texts {
			if text != "" {
				all = append(all, Key{text, len(text)})
			}
		}
	}
	words := split(name)
	japanese, joined := true, ""
	for i := range words {
		whole(words[i].sounds()...)
		if text := words[i].text(); i+1 < len(words) && particles[text] && words[i+1].script == alphabet {
			end := i + 1 // delacruz
			for end+1 < len(words) && particles[words[end].text()] {
				end++
			}
			text = ""
			for _, w := range words[i : end+1] {
				text += w.text()
			}
			whole(spellings(text)...)
		}
		japanese = japanese && words[i].script == kana
		joined += words[i].text()
	}
	if japanese && len(words) > 1 { // kana are typed without a space
		whole(spellings(joined)...)
	}
	return append(all, kanjiKeys(words)...)
}

// sounds returns the spellings of a word, of what follows its hyphens, and of
// the kana beside its kanji.
func (w *word) sounds() []string {
	if w.script == kanji {
		const letters = 2 // one is read with the kanji
		var all []string
		for _, run := range strings.FieldsFunc(w.text(), isKanji) {
			if utf8.RuneCountInString(run) >= letters {
				all = append(all, spellings(run)...)
			}
		}
		return all
	}
	all := spellings(w.text())
	for i := 1; i < len(w.parts); i++ {
		all = append(all, spellings(w.parts[i])...)
	}
	return all
}

// kanjiKeys returns the keys of a name that begin with a kanji, or a word
// with kanji. They continue in the words that follow, without spaces.
func kanjiKeys(words []word) []Key {
	var all []Key
	rest := ""
	for _, w := range slices.Backward(words) {
		if w.script == alphabet {
			continue
		}
		text := w.text()
		rest = text + rest
		if w.script == kana {
			continue
		}
		var here []Key
		for i, r := range text {
			switch {
			case i == 0:
				here = append(here, Key{rest, len(text)})
			case isKanji(r):
				here = append(here, Key{rest[i:], 0})
			}
		}
		all = append(here, all...)
	}
	return all
}

// cut shortens a text to MaxBytes.
func cut(text string) string {
	if len(text) <= MaxBytes {
		return text
	}
	n := MaxBytes
	for !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}
